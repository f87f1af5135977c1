// The same scripts in quickjs-emscripten, the sandbox that most Node programs would take: a fresh context for
// each run, and host functions that collect what they are called with into an array.
import { getQuickJS, newQuickJSWASMModule, shouldInterruptAfterDeadline } from 'quickjs-emscripten'

const warm = await getQuickJS()

/** A module that nothing ran in yet: what the first run of a process waits for. */
export const newModule = () => newQuickJSWASMModule()

/** Runs a classic script whose host functions collect their calls. Answers the calls. */
export function runCollecting(source, functionNames, timeMs, quickjs = warm) {
  const context = quickjs.newContext()
  if (timeMs !== undefined) {
    context.runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeMs))
  }
  try {
    const calls = []
    for (const name of functionNames) {
      const host = context.newFunction(name, (...handles) => {
        calls.push([name, ...handles.map((handle) => contentOf(context, handle))])
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

/** Numbers and strings the short way, arrays and objects by a copy. */
function contentOf(context, handle) {
  switch (context.typeof(handle)) {
    case 'number':
      return context.getNumber(handle)
    case 'string':
      return context.getString(handle)
    default:
      return context.dump(handle)
  }
}
