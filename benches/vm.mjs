// The same scripts in node:vm: V8 with its compiler, in the same thread and the same heap. No sandbox can be faster,
// and this one is none: a script reaches the whole process by `console.log.constructor('return process')()`.
import { constants, createContext, runInContext } from 'node:vm'

// Where Node has it, a global object without interceptors: with them every top-level `var` is several times slower.
const newGlobals = () => createContext(constants?.DONT_CONTEXTIFY ?? {})

/** Runs a classic script whose host functions collect their calls. Answers the calls. */
export function runCollecting(source, functionNames, timeMs) {
  const calls = []
  const globals = newGlobals()
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

/**
 * Runs a classic script whose `drawCircle` does what that of a drawing must: it checks its arguments, and keeps the circle
 * with its style and its bounds under its name, on top of the others. Answers what was drawn.
 */
export function runDrawing(source) {
  const style = { fill: null, stroke: 'black', strokeWidth: 1 }
  const entities = new Map()
  const globals = newGlobals()
  globals.drawCircle = (name, x, y, radius) => {
    if (typeof name !== 'string' || name === '' || name.length > 200) throw new TypeError('drawCircle: name')
    for (const value of [x, y, radius]) if (!Number.isFinite(value)) throw new TypeError('drawCircle: number')
    if (radius <= 0) throw new RangeError('drawCircle: radius')
    const shape = { type: 'circle', x, y, radius }
    const bounds = { min: { x: x - radius, y: y - radius }, max: { x: x + radius, y: y + radius } }
    entities.delete(name)
    entities.set(name, { name, layer: '0', shape, bounds, style: { ...style } })
    return true
  }
  runInContext(source, globals)
  return entities
}
