// The same scripts in node:vm: V8 with its compiler, in the same thread and the same heap. No sandbox can be faster,
// and this one is none: a script reaches the whole process by `console.log.constructor('return process')()`.
import { constants, createContext, runInContext } from 'node:vm'

/** Runs a classic script whose host functions collect their calls. Answers the calls. */
export function runCollecting(source, functionNames, timeMs) {
  const calls = []
  // Where Node has it, a global object without interceptors: with them every top-level `var` is several times slower.
  const globals = createContext(constants?.DONT_CONTEXTIFY ?? {})
  globals.console = { log: () => {} }
  for (const name of functionNames) {
    globals[name] = (...values) => {
      calls.push([name, ...values])
      return true
    }
  }
  runInContext(source, globals, timeMs === undefined ? {} : { timeout: timeMs })
  return calls
}
