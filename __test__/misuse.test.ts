// What the public face does with what its types forbid: it says so, and nothing is done.
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
  project = await Project.open({ dir: projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" }) })
  atEnd(() => project.close())
})

/** What it throws or rejects with. */
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
      ['a state whose getter throws', () => thrower('state'), /could not be read: a getter of the caller/],
      ['an option that there is not', () => ({ root: '.', dir: '.', nonsense: 1 }), /there is no option/],
      ['a bigint', () => ({ root: '.', dir: '.', policy: 1n }), /policy must be a value of JSON, got a bigint/],
      [
        'a state that is no text',
        () => ({ root: '.', dir: '.', state: 5 }),
        /state must be what exportState\(\) gave, got a number/,
      ],
    ])('refuses %s', (__, options, words) => expectMisuse(() => openIt(wrong(options())), words))
  })

  test.each<[string, () => object, RegExp]>([
    ['no root', () => ({}), /give root.*got roots: undefined/],
    ['a root that is a number', () => ({ root: 5 }), /got root: a number/],
    ['no roots', () => ({ roots: [] }), /roots/],
    ['roots that are no text', () => ({ roots: ['.', 5] }), /roots/],
    [
      'a folder of the state that is none',
      () => ({ root: '.', stateDir: '' }),
      /stateDir must be the path of a folder, got ''/,
    ],
    ['a hook that is no function', () => ({ root: '.', confirm: true }), /confirm must be a function, got a boolean/],
    ['telemetry that is no function', () => ({ root: '.', onCall: {} }), /onCall must be a function, got an object/],
    ['patterns that cannot be read', () => ({ root: '.', ignore: revoked() }), /could not be read/],
  ])('a workspace refuses %s', (_, options, words) => expectMisuse(() => Workspace.open(wrong(options())), words))

  test.each<[string, () => object, RegExp]>([
    ['a folder that is a number', () => ({ dir: 5 }), /dir must be the path of a folder, got a number/],
    ['limits with a getter that throws', () => ({ dir: '.', limits: thrower('timeMs') }), /could not be read/],
    ['fonts with a getter that throws', () => ({ dir: '.', fonts: thrower('dirs') }), /fonts could not be read/],
  ])('a project refuses %s', (_, options, words) => expectMisuse(() => Project.open(wrong(options())), words))
})

describe('the options of a call', () => {
  const calls: [string, (options: never) => unknown][] = [
    ['read of a project', (options) => project.read({ file: 'main' }, options)],
    ['run', (options) => project.run(options)],
    ['scene', (options) => project.scene(options)],
    ['callTool of a project', (options) => project.callTool('glob', {}, options)],
    ['read of a workspace', (options) => workspace.read({ filePath: 'a.txt' }, options)],
    ['callTool of a workspace', (options) => workspace.callTool('LS', {}, options)],
    ['undo', (options) => workspace.undo({}, options)],
    ['history', (options) => workspace.history({}, options)],
    ['transaction', (options) => workspace.transaction((tx) => tx.write({ filePath: 'a.txt', content: 'x' }), options)],
    ['a call of a transaction', (options) => workspace.transaction((tx) => tx.read({ filePath: 'a.txt' }, options))],
  ]
  const bad: [unknown, RegExp][] = [
    [{ signal: 1 }, /signal must be an AbortSignal, got a number/],
    [{ signal: {} }, /signal must be an AbortSignal, got an object/],
    [{ signal: new AbortController() }, /signal must be an AbortSignal/],
    [{ signal: null }, /got null/],
    [{ signal: revoked() }, /signal could not be read/],
    [thrower('signal'), /could not be read: a getter of the caller/],
    [null, /must be an object such as .*, got null/],
    [7, /got a number/],
    [[], /got an array/],
  ]
  test.each(calls)('of %s', async (_, call) => {
    for (const [options, words] of bad) await expectMisuse(() => call(wrong(options)), words)
    expect(bench.text('a.txt')).toBe('one\n')
  })

  // The options of `run` are its arguments, and the tool refuses those that it does not know.
  test.each(calls.filter(([name]) => name !== 'run'))('of %s: a misspelt one', async (_, call) => {
    const misspelt = { sginal: new AbortController().signal }
    await expectMisuse(() => call(wrong(misspelt)), /there is no option 'sginal'\. Options: .*signal/)
    expect(bench.text('a.txt')).toBe('one\n')
  })
})

describe('arguments', () => {
  test.each<[string, () => unknown]>([
    ['read of a project', () => project.read(wrong(thrower('file')))],
    ['an edit among several', () => project.multiEdit({ file: 'main', edits: [wrong(thrower('oldCode'))] })],
    ['callTool of a project', () => project.callTool('read', thrower('file'))],
    ['read of a workspace', () => workspace.read(wrong(thrower('filePath')))],
    ['callTool of a workspace', () => workspace.callTool('Read', revoked())],
    ['undo', () => workspace.undo(thrower('id'))],
    ['history', () => workspace.history(thrower('limit'))],
    ['a call of a transaction', () => workspace.transaction((tx) => tx.read(wrong(thrower('filePath'))))],
  ])('that cannot be read: %s', (_, call) => expectMisuse(call, /could not be read/))

  test('an argument that answers otherwise the second time is read once', async () => {
    let asked = 0
    const changing = {
      get filePath() {
        asked += 1
        return asked === 1 ? 'a.txt' : (1n as never)
      },
    }
    expect(await workspace.read(changing)).toMatchObject({ status: 'ok', content: 'one\n' })
  })

  test.each([[[]], [5], [null], ['x']])('undo takes no %j for an object, and undoes nothing', async (args) => {
    expect(await workspace.write({ filePath: 'new.txt', content: 'x' })).toMatchObject({ status: 'created' })
    expect(await workspace.undo(wrong(args))).toMatchObject({ status: 'refused', error: { kind: 'invalid_input' } })
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
    [
      'an event that there is not',
      () => workspace.on(wrong('x'), () => {}),
      /there is no event 'x'. Events: file:read/,
    ],
    ['an event of a project that there is not', () => project.on(wrong('x'), () => {}), /Events: commit, revert, log/],
    ['a symbol', () => project.on(wrong(Symbol('x')), () => {}), /no event a symbol/],
    ['a value without words', () => project.off(wrong(nameless), () => {}), /no event an object/],
    ['no listener', () => workspace.on('file:read', wrong(undefined)), /listener must be a function, got undefined/],
    ['a listener that is none', () => project.off('log', wrong({})), /listener must be a function, got an object/],
    ['options that are none', () => workspace.on('file:read', () => {}, wrong(1)), /got a number/],
    ['contents that are neither', () => workspace.on('file:read', () => {}, wrong({ contents: 'yes' })), /got 'yes'/],
  ])('%s', (_, call, words) => expectMisuse(call, words))
})

test('a hook that throws what has no words is a refusal, and the next call is answered', async () => {
  const root = scratch()
  const hooked = await Workspace.open({
    root,
    stateDir: scratch(),
    confirm: () => {
      throw nameless
    },
  })
  atEnd(() => hooked.close())
  const refused = await hooked.write({ filePath: 'a.txt', content: 'x' })
  expect(refused).toMatchObject({ status: 'refused', error: { kind: 'hook_failed' } })
  expect(await hooked.ls({ path: root })).toMatchObject({ status: 'ok' })
})
