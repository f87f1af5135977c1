import { ScenewrightError } from '../errors.js'

/** Writes a file. Throws an error that names it where the system refuses, as on a disk that is full. */
export function writing(output: string, write: () => void, advice = ''): void {
  try {
    write()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ScenewrightError('invalid_input', `Could not write ${output}: ${reason}${advice}`, { cause })
  }
}
