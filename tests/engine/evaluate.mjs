// Runs a program in Node and reports its output.
import { constants, createContext, Script } from 'node:vm'

import { END_OF_PRELUDE } from './prelude.mjs'

// What a program rejects and nobody handles is no error of this one.
process.on('unhandledRejection', () => {})

/** Programs end by themselves: they have fuel. */
const TIMEOUT_MS = 3_000

/** What one program prints at most, as in the engine. */
const MAX_LINES = 900
const MAX_UNITS = 30_000

/**
 * Returns the printed lines; a last one names the error that ended the program. Undefined for a program that Node refuses, or that
 * does not end.
 */
export function evaluate(source) {
  const lines = []
  let script
  try {
    script = new Script(source)
  } catch {
    return undefined
  }
  const console = {
    log(...values) {
      if (lines.length < MAX_LINES) lines.push(values.map(String).join(' '))
    },
  }
  // A global that stands for another object takes some assignments to names that nobody declares, in strict code too. Node before 20.18
  // has no other.
  const context = createContext(constants?.DONT_CONTEXTIFY ?? {}, { microtaskMode: 'afterEvaluate' })
  context.console = console
  try {
    script.runInContext(context, { timeout: TIMEOUT_MS })
  } catch (error) {
    if (error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    lines.push('!!')
  }
  const units = lines.reduce((sum, line) => sum + line.length + 1, 0)
  return lines.length < MAX_LINES && units < MAX_UNITS ? lines : undefined
}

/** How many spaces a line begins with. */
const indentOf = (line) => line.length - line.trimStart().length

/** Yields programs of fewer lines that Node accepts, the shortest first. */
export function* smaller(source) {
  const all = source.split('\n')
  const kept = all.indexOf(END_OF_PRELUDE) + 1
  const lines = all.slice(kept)
  const whole = (rest) => [...all.slice(0, kept), ...rest].join('\n')
  for (let size = Math.max(1, lines.length >> 1); size >= 1; size >>= 1) {
    for (let start = 0; start < lines.length; start += size) {
      yield whole([...lines.slice(0, start), ...lines.slice(start + size)])
    }
  }
  // A block, without what stands around it.
  for (let start = 0; start < lines.length; start++) {
    const indent = indentOf(lines[start])
    for (let end = start + 1; end < lines.length; end++) {
      if (indentOf(lines[end]) > indent) continue
      yield whole([...lines.slice(0, start), ...lines.slice(start + 1, end), ...lines.slice(end + 1)])
      break
    }
  }
}
