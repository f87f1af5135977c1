import { oneLine } from '../ts/text.js'

/** The most characters of one event on stderr: it may quote a message of a client, which has up to 10 MiB. */
const MAX_LINE_LENGTH = 2_000

/** Logs an event to stderr on one line, whatever it quotes. */
export function report(text: string): void {
  const shown = text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text
  process.stderr.write(`scenewright: ${oneLine(shown.trimEnd())}\n`)
}
