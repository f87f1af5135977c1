// The public face refuses calls that its types forbid, and does nothing.
import { beforeEach, describe, expect, test } from 'vitest'

import { Project, ScenewrightError, toolDefinitions, Workspace } from 'scenewright'
import { atEnd, projectOf, scratch } from './support.js'
import { open, type Bench } from './workspace-support.js'

/** Anything, where a type is asked for. */
const wrong = (value: unknown): never => value as never

const thrower = (name: string): object => ({
  get [name](): never {
    throw new Error('a getter of the caller')
  },
})
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const nameless: unknown = Object.create(null, {
  [Symbol.toPrimitive]: {
    value: () => {
      throw new Error('no words')
    },
  },
})

let bench: Bench
let workspace: Workspace
let project: Project

beforeEach(async () => {
  bench = await open({ 'a.txt': 'one\n' })
  workspace = bench.workspace
  project = await Project.open({ root: projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" }) })
  atEnd(() => project.close())
})

/** The error that it throws or rejects with. */
async function caught(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (thrown) {
    return thrown
  }
  throw new Error('It threw nothing')
}

async function expectMisuse(call: () => unknown, words: RegExp): Promise<void> {
  const thrown = await caught(call)
  expect(thrown).toBeInstanceOf(ScenewrightError)
  expect(thrown).toMatchObject({ code: 'invalid_input', message: expect.stringMatching(words) })
}

describe('toolDefinitions', () => {
  // Made in the test: the test runner would look into them.
  test.each<[string, () => unknown, RegExp]>([
    ['an object', () => ({}), /must be 'files' or 'scene', got an object/],
    ['nothing', () => undefined, /got undefined/],
    ['null', () => null, /got null/],
    ['a bigint', () => 1n, /got a bigint/],
    ['a symbol', () => Symbol('x'), /got a symbol/],
    ['another name', () => 'x', /got 'x'/],
    ['a long text', () => 'x'.repeat(1e6), /got a string/],
    ['a revoked proxy', revoked, /got an object/],
    ['what has no words', () => nameless, /got an object/],
  ])('refuses %s as a profile', (_, profile, words) => expectMisuse(() => toolDefinitions(wrong(profile())), words))
})

describe('opening', () => {
  const both = {
    workspace: (options: never) => Workspace.open(options),
    project: (options: never) => Project.open(options),
  }
  describe.each(Object.entries(both))('a %s', (_, openIt) => {
    test.each<[string, () => unknown, RegExp]>([
      ['a string', () => 'x', /must be an object such as .*, got a string/],
      ['null', () => null, /got null/],
      ['an array', () => [], /got an array/],
      ['a function', () => () => {}, /got a function/],
      ['a revoked proxy', revoked, /could not be read/],
      ['a state whose getter throws', () => thrower('session'), /could not be read: a getter of the caller/],
      ['an option that there is not', () => ({ root: '.', nonsense: 1 }), /there is no option/],
      ['a bigint', () => ({ root: '.', readFirst: 1n }), /readFirst must be a value of JSON, got a bigint/],
      [
        'a state that is no text',
        () => ({ root: '.', session: 5 }),
        /session must be what exportSession\(\) returned, got a number/,
      ],
    ])('refuses %s', (__, options, words) => expectMisuse(() => openIt(wrong(options())), words))
  })

  test.each<[string, () => object, RegExp]>([
    ['no root', () => ({}), /give root.*got roots: undefined/],
    ['a root that is a number', () => ({ root: 5 }), /root must be a path or the URL of a file, got a number/],
    ['no roots', () => ({ roots: [] }), /roots/],
    ['roots that are no text', () => ({ roots: ['.', 5] }), /roots/],
    [
      'a folder of the state that is none',
      () => ({ root: '.', historyDir: '' }),
      /historyDir must be a path or the URL of a file, got ''/,
    ],
    ['a hook that is no function', () => ({ root: '.', confirm: true }), /confirm must be a function, got a boolean/],
    ['telemetry that is no function', () => ({ root: '.', onCall: {} }), /onCall must be a function, got an object/],
    ['patterns that cannot be read', () => ({ root: '.', ignore: revoked() }), /could not be read/],
  ])('a workspace refuses %s', (_, options, words) => expectMisuse(() => Workspace.open(wrong(options())), words))

  test.each<[string, () => object, RegExp]>([
    ['a folder that is a number', () => ({ root: 5 }), /root must be a path or the URL of a file, got a number/],
    ['limits with a getter that throws', () => ({ root: '.', limits: thrower('timeMs') }), /could not be read/],
    ['fonts with a getter that throws', () => ({ root: '.', fonts: thrower('dirs') }), /fonts could not be read/],
  ])('a project refuses %s', (_, options, words) => expectMisuse(() => Project.open(wrong(options())), words))
})

describe('the options of a call', () => {
  /** Arguments and options in one object; what is no object stands in its place. */
  const bag = (args: object, options: unknown): never => {
    const isBag = typeof options === 'object' && options !== null && !Array.isArray(options)
    return wrong(isBag ? Object.defineProperties({ ...args }, Object.getOwnPropertyDescriptors(options)) : options)
  }
  const calls: [string, (options: never) => unknown][] = [
    ['read of a project', (options) => project.read(bag({ file: 'main' }, options))],
    ['run', (options) => project.run(options)],
    ['scene', (options) => project.summary(options)],
    ['callTool of a project', (options) => project.callTool('glob', {}, options)],
    ['read of a workspace', (options) => workspace.read(bag({ path: 'a.txt' }, options))],
    ['callTool of a workspace', (options) => workspace.callTool('LS', {}, options)],
    ['undo', (options) => workspace.undo(options)],
    ['history', (options) => workspace.history(options)],
    ['transaction', (options) => workspace.transaction((tx) => tx.write({ path: 'a.txt', text: 'x' }), options)],
    ['a call of a transaction', (options) => workspace.transaction((tx) => tx.read(bag({ path: 'a.txt' }, options)))],
  ]
  const bad: [unknown, RegExp][] = [
    [{ signal: 1 }, /signal must be an AbortSignal, got a number/],
    [{ signal: {} }, /signal must be an AbortSignal, got an object/],
    [{ signal: new AbortController() }, /signal must be an AbortSignal/],
    [{ signal: null }, /got null/],
    [{ signal: revoked() }, /signal could not be read/],
    [thrower('signal'), /could not be read: a getter of the caller/],
    [null, /must be an object(?: such as .*)?, got null/],
    [7, /got a number/],
    [[], /got an array/],
  ]
  test.each(calls)('of %s', async (_, call) => {
    for (const [options, words] of bad) await expectMisuse(() => call(wrong(options)), words)
    expect(bench.text('a.txt')).toBe('one\n')
  })

  test.each(calls)('of %s: a misspelt one', async (_, call) => {
    const misspelt = { sginal: new AbortController().signal }
    await expectMisuse(
      () => call(wrong(misspelt)),
      /there is no (?:option|argument) 'sginal'\. (?:Did you mean signal\? )?\w+: .*signal/,
    )
    expect(bench.text('a.txt')).toBe('one\n')
  })
})

describe('arguments', () => {
  test.each<[string, () => unknown]>([
    ['read of a project', () => project.read(wrong(thrower('file')))],
    ['an edit among several', () => project.multiEdit({ file: 'main', edits: [wrong(thrower('oldText'))] })],
    ['callTool of a project', () => project.callTool('read', thrower('file'))],
    ['read of a workspace', () => workspace.read(wrong(thrower('path')))],
    ['callTool of a workspace', () => workspace.callTool('Read', revoked())],
    ['undo', () => workspace.undo(thrower('commitId'))],
    ['history', () => workspace.history(thrower('limit'))],
    ['a call of a transaction', () => workspace.transaction((tx) => tx.read(wrong(thrower('path'))))],
  ])('that cannot be read: %s', (_, call) => expectMisuse(call, /could not be read/))

  test('an argument that answers otherwise the second time is read once', async () => {
    let asked = 0
    const changing = {
      get path() {
        asked += 1
        return asked === 1 ? 'a.txt' : (1n as never)
      },
    }
    expect(await workspace.read(changing)).toMatchObject({ status: 'ok', text: 'one\n' })
  })

  test.each([[[]], [5], [null], ['x']])('undo takes no %j for an object, and undoes nothing', async (args) => {
    expect(await workspace.write({ path: 'new.txt', text: 'x' })).toMatchObject({
      status: 'committed',
      change: 'created',
    })
    await expectMisuse(() => workspace.undo(wrong(args)), /undo: the arguments must be an object/)
    expect(bench.text('new.txt')).toBe('x')
  })

  test.each<[string, (value: never) => unknown]>([
    ['the path of recordRead', (value) => workspace.recordRead(value)],
    ['the path of recordEdit', (value) => workspace.recordEdit(value)],
    ['the path of checkFreshness', (value) => workspace.checkFreshness(value)],
    ['the path of modificationReminder', (value) => workspace.modificationReminder(value)],
    ['the path of watch', (value) => workspace.watch(value)],
    ['the path of unwatch', (value) => workspace.unwatch(value)],
    ['the name of a tool of a workspace', (value) => workspace.callTool(value)],
    ['the name of a tool of a project', (value) => project.callTool(value)],
  ])('%s is a text', async (_, call) => {
    for (const value of [undefined, null, 5, {}, Symbol('x'), 1n, nameless]) {
      await expectMisuse(() => call(wrong(value)), /must be a string, got/)
    }
  })

  test.each<[string, () => unknown, RegExp]>([
    ['the options of watch', () => workspace.watch('a.txt', wrong(null)), /got null/],
    ['the options of unwatch', () => workspace.unwatch('a.txt', wrong(5)), /got a number/],
    ['the id of a watch', () => workspace.watch('a.txt', wrong({ id: 5 })), /id/],
    ['the number of important files', () => workspace.importantFiles(wrong('x')), /max/],
    ['the body of a transaction', () => workspace.transaction(wrong({})), /body must be a function, got an object/],
    ['verify', () => workspace.transaction(() => {}, wrong({ verify: 1 })), /verify must be a function, got a number/],
  ])('%s', (_, call, words) => expectMisuse(call, words))
})

describe('events', () => {
  test.each<[string, () => unknown, RegExp]>([
    ['an event that there is not', () => workspace.on(wrong('x'), () => {}), /there is no event 'x'. Events: read/],
    ['an event of a project that there is not', () => project.on(wrong('x'), () => {}), /Events: commit, revert, log/],
    ['a symbol', () => project.on(wrong(Symbol('x')), () => {}), /no event a symbol/],
    ['a value without words', () => project.off(wrong(nameless), () => {}), /no event an object/],
    ['no listener', () => workspace.on('read', wrong(undefined)), /listener must be a function, got undefined/],
    ['a listener that is none', () => project.off('log', wrong({})), /listener must be a function, got an object/],
    ['options that are none', () => workspace.on('read', () => {}, wrong(1)), /got a number/],
    ['contents that are neither', () => workspace.on('read', () => {}, wrong({ contents: 'yes' })), /got 'yes'/],
  ])('%s', (_, call, words) => expectMisuse(call, words))
})

test('a hook that throws what has no words is a refusal, and the next call is answered', async () => {
  const root = scratch()
  const hooked = await Workspace.open({
    root,
    historyDir: scratch(),
    confirm: () => {
      throw nameless
    },
  })
  atEnd(() => hooked.close())
  const refused = await hooked.write({ path: 'a.txt', text: 'x' })
  expect(refused).toMatchObject({ status: 'refused', error: { code: 'hook_failed' } })
  expect(await hooked.tree({ path: root })).toMatchObject({ status: 'ok' })
})

test('an argument under the name that it has in a tool is refused with the name that it has in the method', async () => {
  const edit = wrong({ file: 'main', old_code: '4', newText: '5' })
  await expectMisuse(() => project.edit(edit), /no argument 'old_code'\. Did you mean oldText\?/)
  await expectMisuse(() => project.render(wrong({ at: 'x' })), /no argument 'at'\. Did you mean commit\?/)
  await expectMisuse(() => workspace.grep(wrong({ pattern: 'x', head_limit: 1 })), /Did you mean limit\?/)
})
