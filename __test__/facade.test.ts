// The facade over a stand-in for the native half: what it sends, what it makes of the answers, when it throws.
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type * as api from '../index.js'

interface Call {
  tool: string
  args: Record<string, unknown>
  callId: number
}
interface Fake {
  recorded: { options: Record<string, unknown>[]; calls: Call[]; cancelled: number[]; closed: number }
  setAnswer(answer: (call: Call) => unknown): void
  emit(event: object): void
}

const fakePath = join(__dirname, 'fake', 'native.cjs')
process.env['SCENEWRIGHT_NATIVE'] = fakePath
process.env['SCENEWRIGHT_RUNNER'] = fakePath
const fake = createRequire(__filename)(fakePath) as Fake
let { Project, ScenewrightError, toolDefinitions, Workspace }: typeof api = {} as typeof api

const scene = {
  entities: 1,
  groups: 0,
  bounds: null,
  units: 'mm',
  layers: ['0'],
  changes: { drawing: [] },
  transactionId: 't1',
}
/** The same for a program. */
const { transactionId: sceneId, ...others } = scene
const none = { total: 0, names: [] }
const typedScene = { sceneId, ...others, changes: { added: none, removed: none, changed: none, drawing: [] } }

/** An answer that has what every method looks for. */
const anything = {
  status: 'ok',
  answer: { success: true, data: { file: 'main', files: [], matches: [], scene } },
  commit: { files: [], isRecorded: true },
}

const failure = {
  success: false,
  data: { file: 'main', replaced: false, rolledBack: true },
  error: 'main:3:7: x is not defined',
  errorInfo: { kind: 'reference', message: 'x is not defined', file: 'main', line: 3, column: 7 },
  logs: ['one'],
}

let project: api.Project

beforeAll(async () => {
  ;({ Project, ScenewrightError, toolDefinitions, Workspace } = (await import(
    '../ts/index.js'
  )) as unknown as typeof api)
})

beforeEach(async () => {
  fake.setAnswer(() => anything)
  project = await Project.open({ root: 'somewhere' })
})

const lastCall = (): Call => fake.recorded.calls.at(-1) as Call

describe('opening', () => {
  test('the folder is absolute, and options go over as they are', async () => {
    await Project.open({
      root: 'here',
      readFirst: 'off',
      limits: { timeMs: 10 },
      builtins: false,
      session: '{"read":[]}',
    })
    expect(fake.recorded.options.at(-1)).toEqual({
      dir: resolve('here'),
      policy: 'off',
      limits: { timeMs: 10 },
      builtins: false,
      state: { read: [] },
      runnerPath: fakePath,
    })
  })

  test('folders of fonts are absolute', async () => {
    await Project.open({ root: 'here', fonts: { system: false, dirs: ['fonts', '/more'] } })
    expect(fake.recorded.options.at(-1)).toMatchObject({
      fonts: { system: false, dirs: [resolve('fonts'), resolve('/more')] },
    })
    await Project.open({ root: 'here', fonts: { dirs: 'fonts' } as never })
    expect(fake.recorded.options.at(-1)).toMatchObject({ fonts: { dirs: 'fonts' } })
  })

  test('limits of the environment count where the option is absent', async () => {
    vi.stubEnv('SCENEWRIGHT_TIME_MS', '7')
    vi.stubEnv('SCENEWRIGHT_MODULES', '3')
    vi.stubEnv('SCENEWRIGHT_ENTITIES', '')
    await Project.open({ root: 'here', limits: { timeMs: 10 } })
    expect(fake.recorded.options.at(-1)).toMatchObject({ limits: { timeMs: 10, modules: 3 } })
    expect(fake.recorded.options.at(-1)).not.toHaveProperty('limits.entities')
    vi.stubEnv('SCENEWRIGHT_MODULES', '-1')
    await expect(Project.open({ root: 'here' })).rejects.toThrow("SCENEWRIGHT_MODULES must be a whole number, got '-1'")
    vi.unstubAllEnvs()
  })

  test('the folder of the environment, else the one in the home folder', async () => {
    vi.stubEnv('SCENEWRIGHT_DIR', '/from/environment')
    expect((await Project.open()).root).toBe(resolve('/from/environment'))
    vi.stubEnv('SCENEWRIGHT_DIR', '')
    expect((await Project.open()).root).toBe(join(homedir(), '.ai-native-cad'))
    vi.unstubAllEnvs()
  })

  test.each([
    ['an option that the native half refuses', { readFirst: 'nonsense' }, /readFirst must be/],
    ['a folder that is none', { root: '' }, /root must be a path or the URL of a file/],
    ['a number that JSON cannot carry', { seed: Number.NaN }, /seed must be a finite number/],
    ['a session that is no JSON', { session: '{' }, /session must be what exportSession\(\) returned/],
  ])('%s throws', async (_, options, message) => {
    const opening = Project.open(options as api.ProjectOptions)
    await expect(opening).rejects.toThrow(ScenewrightError)
    await expect(opening).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(message) })
  })
})

describe('what each method sends', () => {
  const edit = { oldText: 'a', newText: 'b', replaceAll: true }
  const wireEdit = { old_code: 'a', new_code: 'b', replace_all: true }
  test.each<[string, (p: api.Project) => Promise<unknown>, object]>([
    ['glob', (p) => p.files(), {}],
    ['glob', (p) => p.files({ pattern: '*' }), { pattern: '*' }],
    ['read', (p) => p.read({ file: 'main', numbered: true }), { file: 'main', numbered: true }],
    ['edit', (p) => p.edit({ file: 'main', ...edit }), { file: 'main', ...wireEdit }],
    ['multi_edit', (p) => p.multiEdit({ file: 'm', edits: [edit] }), { file: 'm', edits: [wireEdit] }],
    ['write', (p) => p.write({ file: 'm', text: 'x' }), { file: 'm', code: 'x' }],
    ['run', (p) => p.run(), {}],
    ['grep', (p) => p.grep({ pattern: 'x' }), { pattern: 'x' }],
    ['describe', (p) => p.reference({ name: 'drawCircle' }), { name: 'drawCircle' }],
    ['inspect', (p) => p.inspect({ view: 'entity', name: 'a' }), { view: 'entity', name: 'a' }],
    ['export', (p) => p.export({ format: 'svg', toExports: 'a.svg' }), { format: 'svg', path: 'a.svg' }],
  ])('%s', async (tool, call, args) => {
    await call(project)
    expect(lastCall()).toMatchObject({ tool, args })
  })

  test('no two calls have one id', async () => {
    await Promise.all([project.files(), project.files(), project.files()])
    expect(new Set(fake.recorded.calls.slice(-3).map(({ callId }) => callId)).size).toBe(3)
  })
})

describe('what comes back', () => {
  test('a committed change', async () => {
    const data = { file: 'main', replaced: true, replacements: 2, scene }
    const timings = { matchMs: 1, runMs: 2, commitMs: 3 }
    const commit = { files: [{ file: 'main', change: 'updated' }], isRecorded: true }
    const answer = { success: true, data, warnings: ['Warning: w', '[lint] set replace_all'] }
    const warningCodes = ['not_read', 'lint']
    fake.setAnswer(() => ({ status: 'committed', answer, timings, commit, warningCodes }))
    expect(await project.edit({ file: 'main', oldText: 'a', newText: 'b' })).toEqual({
      ok: true,
      status: 'committed',
      file: 'main',
      change: 'updated',
      replacements: 2,
      commitId: 't1',
      scene: typedScene,
      warnings: [
        { code: 'not_read', message: 'w' },
        { code: 'lint', message: 'set replaceAll' },
      ],
      logs: [],
      timings,
    })
  })

  test.each(['reverted', 'refused'] as const)('a %s change', async (status) => {
    fake.setAnswer(() => ({ status, answer: failure }))
    const result = await project.edit({ file: 'main', oldText: 'a', newText: 'b' })
    const { kind, ...place } = failure.errorInfo
    const error = { code: kind, group: 'script', ...place }
    expect(result).toEqual({ ok: false, status, file: failure.data.file, error, warnings: [], logs: ['one'] })
  })

  test('a question that failed is refused, whatever it failed of', async () => {
    fake.setAnswer(() => ({ status: 'reverted', answer: failure }))
    expect(await project.read({ file: 'main' })).toMatchObject({ status: 'refused', error: { code: 'reference' } })
  })

  test('text beside the data', async () => {
    const answer = { success: true, data: { file: 'main', code: 'x' } }
    fake.setAnswer(() => ({ status: 'ok', answer, text: '1 x' }))
    expect(await project.read({ file: 'main' })).toMatchObject({ status: 'ok', text: 'x', modelText: '1 x' })
  })

  test('a picture as bytes, and as an agent sees it', async () => {
    const picture = Buffer.from('png')
    const answer = { success: true, data: { width: 16, height: 32 } }
    fake.setAnswer(() => ({ status: 'ok', answer, picture }))
    const result = await project.render()
    expect(result).toMatchObject({ status: 'ok', width: 16, height: 32, png: picture })
    expect(await project.callTool('render')).toEqual({
      ...answer,
      image: { data: picture.toString('base64'), mimeType: 'image/png' },
    })
  })

  test('the summary of the scene', async () => {
    fake.setAnswer(() => ({ status: 'ok', answer: { success: true, data: scene } }))
    expect(await project.summary()).toEqual({
      ok: true,
      status: 'ok',
      ...typedScene,
      changes: { drawing: [] },
      warnings: [],
      logs: [],
    })
  })

  test('a tool by its wire name answers exactly the wire object', async () => {
    fake.setAnswer(() => ({ status: 'reverted', answer: failure }))
    const args = { file: 'main', old_code: 'a', new_code: 'b' }
    expect(await project.callTool('edit', args)).toEqual(failure)
    expect(lastCall().args).toEqual(args)
  })

  test('a fault of the native half throws, with its cause', async () => {
    const fault = new Error('panicked at scene')
    fake.setAnswer(() => Promise.reject(fault))
    await expect(project.run()).rejects.toMatchObject({ code: 'internal', cause: fault })
  })
})

describe('what the facade refuses itself', () => {
  test.each([
    ['a text', 'scene'],
    ['null', null],
    ['a list', []],
  ])('options that are %s', async (_, options) => {
    await expect(Project.open(options as never)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('the options must be an object'),
    })
  })

  test('half of a surrogate pair, naming the argument', async () => {
    const before = fake.recorded.calls.length
    const result = await project.edit({ file: 'main', oldText: 'a', newText: '\ud83d' })
    expect(result).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
    expect(result).toHaveProperty('error.message', expect.stringContaining('newText'))
    expect(fake.recorded.calls).toHaveLength(before)
  })

  test('arguments that are no object', async () => {
    await expect(project.read('main' as never)).rejects.toMatchObject({ code: 'invalid_input' })
    const answer = await project.callTool('read', 'main' as unknown as object)
    expect(answer).toMatchObject({ success: false, errorInfo: { kind: 'invalid_input' } })
  })
})

describe('cancelling', () => {
  test('before: nothing is called', async () => {
    const before = fake.recorded.calls.length
    const result = await project.run({ signal: AbortSignal.abort() })
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
    expect(fake.recorded.calls).toHaveLength(before)
  })

  test('during: the native half is cancelled, and its answer is returned', async () => {
    const controller = new AbortController()
    let answer = (_envelope: unknown): void => {}
    fake.setAnswer(() => new Promise((resolve) => (answer = resolve)))
    const running = project.run({ signal: controller.signal })
    controller.abort()
    expect(fake.recorded.cancelled.at(-1)).toBe(lastCall().callId)
    answer({ ...anything, status: 'committed' })
    expect((await running).status).toBe('committed')
  })

  test('after: nothing is cancelled', async () => {
    const controller = new AbortController()
    await project.run({ signal: controller.signal })
    const before = fake.recorded.cancelled.length
    controller.abort()
    expect(fake.recorded.cancelled).toHaveLength(before)
  })
})

describe('events', () => {
  test('reach listeners until they are removed', () => {
    const heard: string[] = []
    const listener = (event: api.CommitEvent): void => void heard.push(event.commitId ?? '')
    project.on('commit', listener).on('commit', listener)
    fake.emit({
      type: 'commit',
      transactionId: 't1',
      isRecorded: true,
      files: [{ file: 'main', change: 'updated' }],
      scene,
    })
    project.off('commit', listener)
    fake.emit({
      type: 'commit',
      transactionId: 't2',
      isRecorded: true,
      files: [],
      scene: { ...scene, transactionId: 't2' },
    })
    expect(heard).toEqual(['t1'])
  })

  test('a listener that throws is a warning, and the others still hear', () => {
    const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const heard: string[] = []
    project.on('log', () => {
      throw new Error('mine')
    })
    project.on('log', ({ message }) => void heard.push(message))
    fake.emit({ type: 'log', message: 'hello' })
    expect(heard).toEqual(['hello'])
    expect(emitWarning).toHaveBeenCalledWith(expect.stringContaining('mine'), 'ScenewrightWarning')
    emitWarning.mockRestore()
  })

  test('a listener whose promise rejects is a warning, and does not end the process', async () => {
    const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    project.on('log', async () => {
      throw new Error('later')
    })
    fake.emit({ type: 'log', message: 'hello' })
    await new Promise((resolve) => setImmediate(resolve))
    expect(emitWarning).toHaveBeenCalledWith(expect.stringContaining('later'), 'ScenewrightWarning')
    emitWarning.mockRestore()
  })

  test('an event that there is not throws', () => {
    expect(() => project.on('comit' as 'commit', () => {})).toThrow(/commit, revert, log/)
    expect(() => project.on('__proto__' as 'commit', () => {})).toThrow(ScenewrightError)
  })
})

describe('closing', () => {
  test('once, however often it is asked for; afterwards every call throws', async () => {
    const before = fake.recorded.closed
    await Promise.all([project.close(), project.close()])
    await project[Symbol.asyncDispose]()
    expect(fake.recorded.closed).toBe(before + 1)
    for (const call of [
      () => project.run(),
      () => project.summary(),
      () => project.callTool('read', { file: 'main' }),
      () => project.flush(),
      async () => project.exportSession(),
    ]) {
      await expect(call()).rejects.toMatchObject({ name: 'ScenewrightError', code: 'closed' })
    }
    expect(() => project.on('commit', () => {})).toThrow(/closed/)
  })

  test('resolves with nothing, also the second time, and refuses options that there are not', async () => {
    await expect(project.close({ cancel: 1 } as never)).rejects.toThrow(/cancel must be true or false, got a number/)
    await expect(project.close({ cancell: true } as never)).rejects.toThrow(/no option 'cancell'/)
    expect([await project.close(), await project.close({ cancel: true })]).toEqual([undefined, undefined])
  })

  test('a project and a workspace are not made with new', () => {
    expect(() => new (Project as never as new () => unknown)()).toThrow(/Project\.open/)
    expect(() => new (Workspace as never as new () => unknown)()).toThrow(/Workspace\.open/)
  })
})

test('tool definitions come from the native table', () => {
  expect(toolDefinitions('scene')).toEqual([{ name: 'read', title: 'scene' }])
})
