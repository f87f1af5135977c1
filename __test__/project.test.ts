// The facade over the real native half.
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { Project, toolDefinitions, type CommitEvent, type ProjectOptions, type RevertEvent } from 'scenewright'
import {
  contentsOf,
  deadlineMs,
  HELD_TO_A_DEADLINE,
  example,
  fileOf,
  openProject as open,
  projectOf,
  scratch,
} from './support.js'

const CIRCLE = "drawCircle('dot', 0, 0, 4)\n"
const edit = (oldText: string, newText: string) => ({ file: 'main', oldText, newText })

describe('a folder without main', () => {
  test('has no scene: whatever needs one is not ready, and says how to make it', async () => {
    const project = await open(projectOf({}))
    const error = { code: 'not_ready', hint: "Create it with write({ file: 'main', text: '…' })." }
    const answers = {
      run: await project.run(),
      render: await project.render(),
      export: await project.export({ format: 'svg' }),
      inspect: await project.inspect({ view: 'info' }),
      summary: await project.summary(),
      lint: await project.lint(),
      report: await project.report(),
    }
    const refused = { ok: false, status: 'refused', error }
    expect(answers).toMatchObject(Object.fromEntries(Object.keys(answers).map((name) => [name, refused])))
    await expect(
      project
        .sweep({ variants: [{}] })
        [Symbol.asyncIterator]()
        .next(),
    ).rejects.toMatchObject({
      code: 'not_ready',
    })
  })
})

describe('opening', () => {
  test('touches nothing: no file, no folder, also for a missing folder', async () => {
    const dir = projectOf({ main: 'while (true) {}' })
    const before = contentsOf(dir)
    await open(dir)
    expect(contentsOf(dir)).toEqual(before)
    await open(`${dir}/not/there`)
  })

  test.each([
    ['an unknown option', { dri: 'x' }],
    ['an unknown isolation', { isolation: 'none' }],
    ['an unknown policy', { readFirst: 'strict' }],
    ['a limit of no time', { limits: { timeMs: 0 } }],
    ['a limit that is no number', { limits: { timeMs: '5' } }],
    ['a seed that is no integer', { seed: 1.5 }],
    ['a state that is none', { state: 'nonsense' }],
  ])('%s throws invalid_input', async (_, options) => {
    const opening = Project.open({ root: scratch(), ...(options as ProjectOptions) })
    await expect(opening).rejects.toMatchObject({ name: 'ScenewrightError', code: 'invalid_input' })
  })
})

describe('a change', () => {
  test('that runs is committed, with the scene and its difference', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    await project.run()
    await project.read({ file: 'main' })
    const result = await project.edit(edit(CIRCLE, "drawCircle('spot', 1, 2, 3)\n"))
    expect(result).toMatchObject({
      status: 'committed',
      file: 'main',
      warnings: [],
      scene: {
        entities: 1,
        groups: 0,
        units: 'mm',
        bounds: { min: [-2, -1], max: [4, 5] },
        changes: {
          added: { total: 1, names: ['spot'] },
          removed: { total: 1, names: ['dot'] },
          changed: { total: 0, names: [] },
        },
      },
    })
    expect(readFileSync(fileOf(project.root, 'main'), 'utf8')).toBe("drawCircle('spot', 1, 2, 3)\n")
  })

  test('that throws is reverted: file and scene stay the same', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    await project.run()
    const [files, scene] = [contentsOf(project.root), await project.summary()]
    const result = await project.edit(edit('4)', "4)\ndrawCircle('dot', 0, 0, -1)"))
    expect(result).toMatchObject({ status: 'reverted', error: { file: 'main', line: 2 } })
    expect(result).not.toHaveProperty('errorInfo')
    expect(contentsOf(project.root)).toEqual(files)
    expect(await project.summary()).toEqual(scene)
  })

  test('says where its time went', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    const result = await project.edit(edit('4', '5'))
    expect(result).toHaveProperty('timings', {
      matchMs: expect.any(Number),
      runMs: expect.any(Number),
      commitMs: expect.any(Number),
    })
  })

  test.each<[string, ReturnType<typeof edit>, string]>([
    ['text that is not there', edit('nowhere', 'x'), 'no_match'],
    ['text that stays the same', edit('4', '4'), 'no_change'],
    ['a name that is none', { ...edit('4', '5'), file: '../main' }, 'invalid_name'],
    ['a file that is not there', { ...edit('4', '5'), file: 'mian' }, 'not_found'],
  ])('%s is refused', async (_, args, kind) => {
    const project = await open(projectOf({ main: CIRCLE }))
    expect(await project.edit(args)).toMatchObject({
      status: 'refused',
      // The next step, or the name that was meant.
      error: {
        code: kind,
        ...(kind === 'no_match' || kind === 'no_change' ? { hint: expect.stringMatching(/\S/) } : {}),
      },
    })
    expect(readFileSync(fileOf(project.root, 'main'), 'utf8')).toBe(CIRCLE)
  })

  test('of text that nothing is like is refused with the next step, as typed methods and tools name it', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    const { error } = (await project.edit(edit('nowhere', 'x'))) as { error?: { hint?: string } }
    expect(error?.hint).toBe(
      'Nothing in the file is like it. Read the file, and give oldText exactly as it stands there.',
    )
    const { errorInfo } = await project.callTool('edit', { file: 'main', old_code: 'nowhere', new_code: 'x' })
    expect(errorInfo?.hint).toContain('give old_code exactly')
  })

  test('of several edits is one run, all or nothing', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    const edits = [
      { oldText: 'dot', newText: 'spot' },
      { oldText: "'spot', 0", newText: "'spot', 9" },
    ]
    expect((await project.multiEdit({ file: 'main', edits })).status).toBe('committed')
    const text = readFileSync(fileOf(project.root, 'main'), 'utf8')
    expect(text).toBe("drawCircle('spot', 9, 0, 4)\n")
    const bad = [
      { oldText: 'spot', newText: 'dot' },
      { oldText: 'nowhere', newText: '' },
    ]
    expect((await project.multiEdit({ file: 'main', edits: bad })).status).toBe('refused')
    expect(readFileSync(fileOf(project.root, 'main'), 'utf8')).toBe(text)
  })

  test('may make a project where there was none', async () => {
    const project = await open(`${scratch()}/new/project`)
    expect(await project.write({ file: 'main', text: CIRCLE })).toMatchObject({ status: 'committed' })
    expect(readFileSync(fileOf(project.root, 'main'), 'utf8')).toBe(CIRCLE)
  })

  test('takes dollars and backslashes literally', async () => {
    const project = await open(projectOf({ main: "var price = 'PRICE'\n" }))
    await project.edit(edit('PRICE', '$& $1 $$ \\\\'))
    expect(readFileSync(fileOf(project.root, 'main'), 'utf8')).toBe("var price = '$& $1 $$ \\\\'\n")
  })

  test('of the first of several places warns and names the lines', async () => {
    const project = await open(projectOf({ main: '// a\n// a\n// a\n' }))
    await project.read({ file: 'main' })
    const args = { file: 'main', old_code: '// a', new_code: '// b' }
    const { success, warnings } = await project.callTool('edit', args)
    expect([success, warnings]).toEqual([true, [expect.stringMatching(/3.*1, 2.*3|lines/)]])
    expect(readFileSync(fileOf(project.root, 'main'), 'utf8')).toBe('// b\n// a\n// a\n')
  })

  test('of one of several places is refused by the typed methods, which name the lines', async () => {
    const project = await open(projectOf({ main: '// a\n// a\n// a\n' }), { readFirst: 'off' })
    const { file, ...texts } = edit('// a', '// b')
    const error = {
      code: 'ambiguous_match',
      message: expect.stringMatching(/oldText occurs 3 times in the file \(lines 1, 2 and 3\)/),
      hint: expect.stringContaining('replaceAll'),
    }
    expect(await project.edit({ file, ...texts })).toMatchObject({ status: 'refused', error })
    expect(await project.multiEdit({ file, edits: [texts] })).toMatchObject({ status: 'refused', error })
    expect(await project.apply({ changes: [{ file, ...texts }] })).toMatchObject({ status: 'refused', error })
    expect(await project.edit({ file, ...texts, replaceAll: true })).toMatchObject({ ok: true, replacements: 3 })
    expect(await project.edit({ file, oldText: 'none', newText: 'x' })).toMatchObject({ error: { code: 'no_match' } })
  })

  test('without a read before warns; a read before stays known in the exported state', async () => {
    const dir = projectOf({ main: CIRCLE })
    const first = await open(dir)
    const unread = await first.edit(edit('4', '5'))
    expect(unread.warnings).toMatchObject([
      { code: 'not_read', message: expect.stringContaining('Consider using read first') },
    ])
    const second = await open(dir)
    await second.read({ file: 'main' })
    const third = await open(dir, { session: second.exportSession(), readFirst: 'require' })
    expect(await third.edit(edit('5', '6'))).toMatchObject({ status: 'committed', warnings: [] })
  })
})

describe('questions', () => {
  test('read, glob, grep and describe', async () => {
    const project = await open(example('flat'))
    expect(await project.read({ file: 'main', limit: 1 })).toMatchObject({ status: 'ok', file: 'main' })
    const listed = await project.files()
    const names = ['main', 'gears', 'holes', 'isometric', 'joints', 'plan_lib']
    expect(listed.status === 'ok' && listed.files.map(({ name }) => name)).toEqual(names)
    const found = await project.grep({ pattern: 'function door' })
    expect(found).toMatchObject({ status: 'ok', matches: [{ file: 'plan_lib', line: expect.any(Number) }] })
    const described = await project.reference({ name: 'drawCircle' })
    expect(described.status === 'ok' && described.text).toContain('radius')
    const overview = await project.reference({})
    for (const line of ['drawCircle, drawRect', 'gears: Involute spur gears', 'isometric: Isometric boxes']) {
      expect(overview.status === 'ok' && overview.text).toContain(line)
    }
    expect(await project.read({ file: 'plan_lub' })).toMatchObject({
      status: 'refused',
      error: { code: 'not_found', message: expect.stringContaining('plan_lib') },
    })
  })

  test('an empty file is an empty string', async () => {
    const project = await open(projectOf({ main: '' }))
    expect(await project.read({ file: 'main' })).toMatchObject({ status: 'ok', text: '' })
  })

  test('a picture is a PNG of the size that was asked for', async () => {
    const project = await open(example('flat'))
    const result = await project.render({ width: 320, height: 200, theme: 'dark' })
    if (result.status !== 'ok') throw new Error(result.error.message)
    expect(result).toMatchObject({ width: 320, height: 200 })
    expect(result.png.subarray(1, 4).toString()).toBe('PNG')
    expect([result.png.readUInt32BE(16), result.png.readUInt32BE(20)]).toEqual([320, 200])
  })

  test('an export inline and into the folder of exports', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    const inline = await project.export({ format: 'svg' })
    expect(inline.status === 'ok' && inline.text).toContain('<circle')
    const page = await project.export({ format: 'pdf' })
    if (page.status !== 'ok') throw new Error(page.error.message)
    expect(page.encoding).toBe('base64')
    expect(
      Buffer.from(page.text ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    const refused = await project.export({ format: 'svg', text: 'text' })
    expect(refused.status === 'refused' && refused.error.message).toMatch(/text is for the format "dxf" only/)
    const written = await project.export({ format: 'json', toExports: 'sub/scene.json' })
    if (written.status !== 'ok' || !written.path) throw new Error('not written')
    const json = JSON.parse(readFileSync(`${project.root}/${written.path}`, 'utf8')) as { entities: unknown[] }
    expect(json.entities).toHaveLength(1)
    for (const path of ['../outside.svg', '/tmp/outside.svg', 'a\0b.svg']) {
      expect((await project.export({ format: 'svg', toExports: path })).status).toBe('refused')
    }
  })

  test('the scene, without a change', async () => {
    const project = await open(projectOf({ main: CIRCLE }))
    expect(await project.summary()).toMatchObject({ status: 'ok', entities: 1, groups: 0 })
    expect(await project.inspect({ view: 'entity', name: 'dot' })).toMatchObject({ status: 'ok' })
  })
})

test('the JavaScript thread is free while a script runs', HELD_TO_A_DEADLINE, async () => {
  const project = await open(projectOf({ main: CIRCLE }), { limits: { timeMs: 1_000 } })
  let ticks = 0
  let longestMs = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - last)
    last = now
    ticks += 1
  }, 5)
  await project.edit(edit('4)', '4)\nfor (;;) {}'))
  clearInterval(timer)
  // A blocked thread has no tick before the answer.
  expect(ticks).toBeGreaterThan(1)
  expect(longestMs).toBeLessThan(deadlineMs(100))
})

test('events report commits and reverts', async () => {
  const project = await open(projectOf({ main: CIRCLE }))
  const commits: CommitEvent[] = []
  const reverts: RevertEvent[] = []
  project.on('commit', (event) => void commits.push(event)).on('revert', (event) => void reverts.push(event))
  await project.edit(edit('4', '5'))
  await project.edit(edit('5)', '5'))
  await project.flush()
  await new Promise((resolve) => setImmediate(resolve))
  expect(commits).toMatchObject([{ type: 'commit', scene: { entities: 1 } }])
  expect(reverts).toMatchObject([{ type: 'revert', error: { code: 'syntax' } }])
})

test('two objects on one folder see each other', async () => {
  const dir = projectOf({ main: CIRCLE })
  const [one, two] = [await open(dir), await open(dir)]
  await one.run()
  await two.run()
  await one.edit(edit("'dot'", "'from_one'"))
  expect(await two.inspect({ view: 'entity', name: 'from_one' })).toMatchObject({ status: 'ok' })
  expect((await two.edit(edit("'from_one'", "'from_two'"))).status).toBe('committed')
  expect(await one.summary()).toMatchObject({ status: 'ok', entities: 1 })
})

test('tool definitions: every tool, in under 12.5 kB', () => {
  const definitions = toolDefinitions('scene')
  expect(definitions.map(({ name }) => name).sort()).toEqual([
    ...['apply', 'check', 'describe', 'edit', 'export', 'glob', 'grep', 'history', 'inspect', 'multi_edit', 'read'],
    ...['redo', 'render', 'run', 'undo', 'write'],
  ])
  for (const { inputSchema, title, description } of definitions) {
    expect(inputSchema).toMatchObject({ type: 'object' })
    expect(title).not.toBe('')
    expect(description).not.toBe('')
  }
  expect(JSON.stringify(definitions).length).toBeLessThan(12_500)
})
