// The same scripts in quickjs-emscripten, the sandbox that most Node programs would take: a fresh context for
// each run, and host functions that collect what they are called with into an array.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { getQuickJS } from 'quickjs-emscripten'

import { ROOT } from './measure.mjs'

const quickjs = await getQuickJS()

/** Runs a classic script whose host functions collect their calls. Answers the calls. */
export function runCollecting(source, functionNames) {
  const context = quickjs.newContext()
  try {
    const calls = []
    for (const name of functionNames) {
      const host = context.newFunction(name, (...handles) => {
        calls.push([name, ...handles.map((handle) => valueOf(context, handle))])
        return context.true
      })
      context.setProp(context.global, name, host)
      host.dispose()
    }
    const log = context.newObject()
    context.setProp(context.global, 'console', log)
    const write = context.newFunction('log', () => context.undefined)
    context.setProp(log, 'log', write)
    write.dispose()
    log.dispose()
    context.unwrapResult(context.evalCode(source)).dispose()
    return calls
  } finally {
    context.dispose()
  }
}

/** The town as one classic script: its modules share one scope, so they can stand one after the other. */
export function townSource() {
  const read = (path) => readFileSync(join(ROOT, 'examples', 'town', path), 'utf8')
  return ['modules/iso_lib.js', 'modules/city_lib.js', 'scene.code.js']
    .map((path) => read(path).replace(/^import .*$/gm, ''))
    .join('\n')
}

/** Numbers and strings the short way, arrays and objects by a copy. */
function valueOf(context, handle) {
  switch (context.typeof(handle)) {
    case 'number':
      return context.getNumber(handle)
    case 'string':
      return context.getString(handle)
    default:
      return context.dump(handle)
  }
}
