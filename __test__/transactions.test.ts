// Changes of several files, their history and the way back, through the public face.
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { Project, unwrap, type SceneHistoryEntry, type ProposedChange } from 'scenewright'
import { connect, contentsOf, fileOf, openProject, projectOf, scenewright, scratch, seededRandom } from './support.js'

const HOUSES = 'function drawHouse(name, x) {\n  drawRect(name, x, 0, 10, 10)\n}\n'
const MAIN = "import 'houses'\ndrawHouse('a', 0)\ndrawHouse('b', 20)\n"
const RENAME: ProposedChange[] = [
  { file: 'houses', oldText: 'function drawHouse', newText: 'function drawHome' },
  { file: 'main', oldText: 'drawHouse(', newText: 'drawHome(', replaceAll: true },
]

const town = (): string => projectOf({ main: MAIN, houses: HOUSES })
async function historyOf(project: Project): Promise<readonly SceneHistoryEntry[]> {
  const history = await project.history()
  if (history.status !== 'ok') throw new Error(history.error.message)
  return history.rows
}

const main = (dir: string): string => readFileSync(fileOf(dir, 'main'), 'utf8')

describe('apply', () => {
  test('renames a function in a module and in its callers, which no edit alone can', async () => {
    const dir = town()
    const project = await openProject(dir)
    for (const file of ['main', 'houses']) await project.read({ file })
    await project.run()
    const before = contentsOf(dir)
    for (const change of RENAME) {
      const { file, oldText, newText } = change as { file: string; oldText: string; newText: string }
      const alone = await project.edit({ file, oldText: oldText, newText: newText, replaceAll: true })
      expect(alone).toMatchObject({ status: 'reverted', error: { code: 'reference' } })
    }
    expect(contentsOf(dir)).toEqual(before)

    const result = await project.apply({ changes: RENAME, message: 'homes' })
    expect(result).toMatchObject({
      status: 'committed',
      files: [
        { file: 'main', change: 'updated', replacements: 2 },
        { file: 'houses', change: 'updated', replacements: 1 },
      ],
      scene: { entities: 2 },
      warnings: [],
    })
    expect(main(dir)).toContain("drawHome('b', 20)")
    expect(await historyOf(project)).toMatchObject([{ message: 'homes', tool: 'apply', undone: false }])
  })

  test('a refusal names the change and changes nothing', async () => {
    const dir = town()
    const project = await openProject(dir)
    const before = contentsOf(dir)
    const result = await project.apply({ changes: [RENAME[0]!, { from: 'houses', to: 'main' }] })
    expect(result).toMatchObject({
      status: 'refused',
      error: { code: 'already_exists', file: 'houses', message: expect.stringMatching(/^Change 2: /) },
    })
    expect(contentsOf(dir)).toEqual(before)
  })

  test('what does not run is reverted, with an event', async () => {
    const dir = town()
    const project = await openProject(dir)
    const files: unknown[] = []
    project.on('revert', (event) => files.push(event['files']))
    const result = await project.apply({ changes: [RENAME[0]!, { file: 'lone', text: 'let x = 1\n' }] })
    expect(result).toMatchObject({ status: 'reverted', error: { code: 'reference', file: 'main' } })
    expect(files).toMatchObject([
      [
        { file: 'houses', change: 'updated' },
        { file: 'lone', change: 'created' },
      ],
    ])
  })

  test('a wrong change is refused by the name of its argument', async () => {
    const project = await openProject(town())
    for (const [change, message] of [
      [{ file: 'main', oldText: 'a' }, 'apply: changes[0].newText is missing'],
      [{ file: 'main' }, 'apply: changes[0].type must be'],
      [{ type: 'delete' }, 'apply: changes[0].file is missing'],
    ] as const) {
      const result = await project.apply({ changes: [change as unknown as ProposedChange] })
      expect(result).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
      expect(result.status === 'refused' && result.error.message).toContain(message)
    }
  })
})

describe('check', () => {
  test('answers the scene that would be, with its picture, and saves nothing', async () => {
    const dir = town()
    const project = await openProject(dir)
    await project.run()
    const before = contentsOf(dir)
    const events: unknown[] = []
    for (const name of ['commit', 'revert'] as const) project.on(name, (event) => events.push(event))
    const good = await project.check({ changes: [{ file: 'main', oldText: "'b', 20", newText: "'c', 40" }] })
    expect(good).toMatchObject({
      status: 'ok',
      scene: { changes: { added: { names: ['c'] }, removed: { names: ['b'] }, changed: { total: 0 } } },
    })
    if (good.status !== 'ok') throw new Error('the check was refused')
    expect(good.png?.subarray(1, 4).toString()).toBe('PNG')
    const bad = await project.check({ changes: [RENAME[0]!] })
    expect(bad).toMatchObject({ status: 'reverted', error: { code: 'reference', file: 'main', line: 2 } })
    expect(contentsOf(dir)).toEqual(before)
    expect(events).toEqual([])
    expect(await project.history()).toMatchObject({ status: 'ok', rows: [], total: 0 })
  })

  test('by its wire name the picture comes as an image', async () => {
    const project = await openProject(town())
    const answer = await project.callTool('check', { changes: [{ file: 'main', old_code: '20', new_code: '40' }] })
    expect(answer).toMatchObject({ success: true, image: { mimeType: 'image/png' } })
  })
})

describe('undo and redo', () => {
  test('bring files and scene back together, also after a restart', async () => {
    const dir = town()
    const first = await Project.open({ root: dir })
    await first.run()
    const before = contentsOf(dir)
    const applied = await first.apply({ changes: [...RENAME, { file: 'main', oldText: '20', newText: '40' }] })
    if (applied.status !== 'committed') throw new Error('the apply failed')
    const after = contentsOf(dir)
    await first.close()

    const second = await openProject(dir)
    expect(await second.undo()).toMatchObject({
      status: 'committed',
      undoneCommitId: applied.commitId,
      files: [
        { file: 'main', change: 'updated' },
        { file: 'houses', change: 'updated' },
      ],
      scene: { changes: { added: { total: 0 }, removed: { total: 0 }, changed: { total: 1, names: ['b'] } } },
    })
    await second.flush()
    expect(contentsOf(dir)).toEqual(before)
    expect(await second.redo()).toMatchObject({ status: 'committed', redoneCommitId: applied.commitId })
    await second.flush()
    expect(contentsOf(dir)).toEqual(after)
    const edited = await second.edit({ file: 'houses', oldText: '10, 10', newText: '10, 12' })
    expect(edited).toMatchObject({ status: 'committed', warnings: [] })
  })

  test('are refused when somebody else changed a file, unless forced', async () => {
    const dir = town()
    const project = await openProject(dir)
    await project.edit({ file: 'main', oldText: '20', newText: '40' })
    writeFileSync(fileOf(dir, 'main'), `${main(dir)}// by hand\n`)
    const refused = await project.undo()
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'conflict', file: 'main' } })
    expect(main(dir)).toContain('// by hand')
    const forced = await project.undo({ force: true })
    expect(forced).toMatchObject({
      status: 'committed',
      warnings: [{ code: 'overwritten', message: expect.stringContaining('main was changed since') }],
    })
    expect(main(dir)).toBe(MAIN)
  })

  test('name the empty folder in the place of a file that is to be removed first', async () => {
    const dir = town()
    const project = await openProject(dir)
    await project.edit({ file: 'houses', oldText: '10, 10', newText: '10, 12' })
    rmSync(fileOf(dir, 'houses'))
    mkdirSync(fileOf(dir, 'houses'))
    const refused = await project.undo({ force: true })
    expect(refused).toMatchObject({ status: 'refused', error: { hint: expect.stringContaining('Remove the folder') } })
    rmdirSync(fileOf(dir, 'houses'))
    expect(await project.undo({ force: true })).toMatchObject({ status: 'committed' })
    expect(readFileSync(fileOf(dir, 'houses'), 'utf8')).toBe(HOUSES)
  })

  test('a change whose old text is larger than the history says so first, and other changes stay undoable', async () => {
    // Random, since what is kept is compressed.
    let seed = 1
    const noise = Array.from({ length: 200_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return (seed % 36).toString(36)
    }).join('')
    const dir = projectOf({ main: "import 'large'\ndrawCircle('hole', 0, 0, 3)\n", large: `// ${noise}\n` })
    const project = await openProject(dir, { historyBytes: 64 * 1024, readFirst: 'off' })
    const small = await project.edit({ file: 'main', oldText: ', 3)', newText: ', 5)' })
    const large = await project.write({ file: 'large', text: '// small now\n' })
    expect(large).toMatchObject({
      status: 'committed',
      warnings: [{ code: 'history', message: expect.stringMatching(/cannot be undone: the old contents of large/) }],
    })
    const id = small.status === 'committed' ? small.commitId : ''
    expect(await project.undo({ commitId: id })).toMatchObject({
      status: 'committed',
      scene: { changes: { drawing: ['hole: Ø10 → Ø6'] } },
    })
    expect(await project.undo({ commitId: large.status === 'committed' ? large.commitId : '' })).toMatchObject({
      status: 'refused',
    })
  })

  test('historyBytes bounds what can be undone', async () => {
    const dir = town()
    const project = await openProject(dir, { historyBytes: 64 * 1024 })
    for (let number = 0; number < 12; number += 1) {
      // Contents that cannot be compressed, so that a few of them fill the journal.
      const noise = Array.from({ length: 1_500 }, () => Math.random().toString(36).slice(2)).join(' ')
      await project.write({ file: 'houses', text: `${HOUSES}// ${noise}\n` })
    }
    const history = await project.history()
    if (history.status !== 'ok') throw new Error('the history was refused')
    expect(history.total).toBeGreaterThan(0)
    expect(history.total).toBeLessThan(12)
  })
})

test('the repair of a broken main is compared with the drawing that people saw before', async () => {
  for (const broken of ["drawRect('b', 0, 0, -1, 1)\n", 'for (;;) {}\n']) {
    const dir = projectOf({ main: "drawCircle('a', 0, 0, 5)\ndrawRect('b', 0, 0, 9, 9)\n" })
    const project = await openProject(dir, { readFirst: 'off' })
    unwrap(await project.run())
    writeFileSync(fileOf(dir, 'main'), broken)
    const text = "drawCircle('a', 0, 0, 6)\ndrawRect('b', 0, 0, 9, 9)\n"
    expect(await project.write({ file: 'main', text }), broken).toMatchObject({
      status: 'committed',
      scene: { changes: { added: { total: 0 }, removed: { total: 0 }, changed: { total: 1, names: ['a'] } } },
    })
  }
})

describe('two on one folder', () => {
  test('two objects see the commits of each other at the next call', async () => {
    const dir = town()
    const [one, other] = [await openProject(dir), await openProject(dir)]
    await one.read({ file: 'main' })
    await other.read({ file: 'main' })
    const edited = await one.edit({ file: 'main', oldText: '20', newText: '40' })
    if (edited.status !== 'committed') throw new Error('the edit failed')
    expect(await other.summary()).toMatchObject({ sceneId: edited.commitId })
    expect(await other.history()).toMatchObject({ rows: [{ commitId: edited.commitId }] })
    const late = await other.edit({ file: 'main', oldText: '40', newText: '50' })
    expect(late.warnings).toEqual([
      { code: 'changed_since_read', message: expect.stringContaining('changed on disk since it was read') },
    ])
    expect(await one.undo()).toMatchObject({ status: 'committed' })
    expect(main(dir)).toContain('40')
  })

  test('two processes do', async () => {
    const dir = town()
    const project = await openProject(dir)
    const { call, text } = await connect(dir)
    await text('read', { file: 'main' })
    await project.read({ file: 'main' })
    const edited = await project.edit({ file: 'main', oldText: '20', newText: '40' })
    if (edited.status !== 'committed') throw new Error('the edit failed')
    const { commitId: transactionId } = edited
    expect(await call('inspect', { view: 'info' })).toMatchObject({ data: { transactionId, bounds: { max: [45, 5] } } })
    const rows = [{ id: transactionId, message: 'edit main: 1 replacement' }]
    expect(await call('history')).toMatchObject({ data: { rows } })
    const late = await call('edit', { file: 'main', old_code: '40', new_code: '60' })
    expect(late).toMatchObject({ success: true, warnings: [expect.stringContaining('changed on disk')] })

    const undone = await call('undo')
    expect(undone).toMatchObject({ success: true, data: { files: [{ file: 'main', change: 'updated' }] } })
    expect(await project.history()).toMatchObject({
      rows: [{ tool: 'undo' }, { undone: true }, { commitId: transactionId }],
    })
    expect(await project.summary()).toMatchObject({ bounds: { max: [45, 5] } })
    expect(await project.undo()).toMatchObject({ status: 'committed', undoneCommitId: transactionId })
    expect(main(dir)).toBe(MAIN)
  })
})

test('kill -9 at random moments leaves every apply whole or not at all', async () => {
  const random = seededRandom(20_261_122)
  const names = ['main', 'houses', 'trees']
  const codeOf = (name: string, version: number): string =>
    `// version ${version}\ndrawCircle('${name}', 0, 0, ${version + 1})\n${'// padding\n'.repeat(100)}`
  const dir = projectOf(Object.fromEntries(names.map((name) => [name, codeOf(name, 0)])))
  let answered = 0
  let sent = 0
  for (let round = 0; round < 12; round += 1) {
    const { client, call, text, pid } = await connect(dir)
    // The first call recovers.
    await text('read', { file: 'main' })
    const held = names.map((name) => readFileSync(fileOf(dir, name), 'utf8'))
    const version = Number(/^\/\/ version (\d+)\n/.exec(held[0]!)?.[1])
    expect(held, `round ${round}`).toEqual(names.map((name) => codeOf(name, version)))
    expect(version).toBeGreaterThanOrEqual(answered)
    expect(version).toBeLessThanOrEqual(sent)
    expect(await call('history', { limit: 1 })).toMatchObject({ data: { total: version } })
    answered = version
    sent = version
    const startedWith = version

    const killed = new Promise<void>((resolve) => {
      client.onclose = () => resolve()
    })
    let isKilled = false
    const killSoon = () => setTimeout(() => (isKilled = process.kill(pid, 'SIGKILL')), random() * 150)
    // From the start, or from the first answer: a loaded machine may give none before.
    if (round % 2 === 0) killSoon()
    try {
      for (;;) {
        sent += 1
        const version = sent
        const changes = names.map((file) => ({
          file,
          old_code: codeOf(file, version - 1),
          new_code: codeOf(file, version),
        }))
        expect(await call('apply', { changes })).toMatchObject({ success: true })
        answered = version
        if (round % 2 === 1 && version === startedWith + 1) killSoon()
      }
    } catch (error) {
      // The connection ends with the server, a moment before its process is gone; anything else is a failure of the test.
      if (!isKilled || (error instanceof Error && error.name === 'AssertionError')) throw error
    }
    await killed
  }
  expect(sent).toBeGreaterThan(6)
})

describe('the command line', () => {
  test('lists, undoes and redoes', async () => {
    const dir = town()
    const project = await Project.open({ root: dir })
    const move: ProposedChange[] = [
      { type: 'rename', from: 'houses', to: 'homes' },
      { file: 'main', oldText: "'houses'", newText: "'homes'" },
    ]
    await project.apply({ changes: [...RENAME, ...move] })
    const [{ commitId: id } = { commitId: '' }] = await historyOf(project)
    await project.close()

    const listed = scenewright(['history', dir])
    expect(listed).toMatchObject({ status: 0, stderr: '' })
    expect(listed.stdout).toContain(id)
    expect(listed.stdout).toContain('  apply: 3 files: main, homes, houses\n')
    expect(listed.stdout).toContain('  updated  main (scene.code.js)\n  created  homes\n  deleted  houses\n')
    const undone = scenewright(['undo', dir, '--id', id])
    expect(undone).toMatchObject({ status: 0, stdout: expect.stringContaining(`undone ${id}`) })
    expect(main(dir)).toBe(MAIN)
    expect(scenewright(['history', dir, '--limit', '1']).stdout).toContain('1 older')
    expect(scenewright(['redo', dir])).toMatchObject({ status: 0, stdout: expect.stringContaining(`redone ${id}`) })
    expect(main(dir)).toContain("import 'homes'")
    expect(scenewright(['redo', dir])).toMatchObject({ status: 1, stderr: expect.stringContaining('nothing to redo') })

    writeFileSync(fileOf(dir, 'homes'), '// by hand\n')
    const refused = scenewright(['undo', dir])
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('conflict') })
    expect(refused.stderr).toContain('hint')
    expect(scenewright(['undo', dir, '--force']).status).toBe(0)
    expect(main(dir)).toBe(MAIN)
  })

  test('checks and applies changes from a file', () => {
    const dir = town()
    const file = join(scratch(), 'changes.json')
    const picture = join(scratch(), 'would-be.png')
    writeFileSync(file, JSON.stringify([{ file: 'main', old_code: "'b', 20", new_code: "'c', 40" }]))
    const checked = scenewright(['check', dir, '--changes', file, '-o', picture])
    expect(checked).toMatchObject({ status: 0, stdout: expect.stringContaining('runs, and nothing was saved') })
    expect(checked.stdout).toContain('c added')
    expect(readFileSync(picture).subarray(1, 4).toString()).toBe('PNG')
    expect(main(dir)).toBe(MAIN)

    const applied = scenewright(['apply', dir, '--changes', file, '--message', 'another house'])
    expect(applied).toMatchObject({ status: 0, stdout: expect.stringContaining('updated  main') })
    expect(main(dir)).toContain("'c', 40")
    expect(scenewright(['history', dir]).stdout).toContain('another house')

    const again = scenewright(['apply', dir, '--changes', file])
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('Change 1: old_code not found in file') })
    for (const text of ['not JSON', '{"changes": 3}']) {
      writeFileSync(file, text)
      expect(scenewright(['apply', dir, '--changes', file])).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/invalid_input: .*(changes.json|changes must be)/),
      })
    }
  })

  test('an empty history', () => {
    const dir = scratch()
    writeFileSync(join(dir, 'scene.code.js'), '')
    expect(scenewright(['history', dir])).toMatchObject({ status: 0, stdout: 'No changes yet.\n' })
  })

  test.each([['history'], ['undo'], ['redo'], ['history', '--purge']])(
    '%s on a folder without a scene says so',
    (...line) => {
      const dir = scratch()
      const [name = '', ...flags] = line
      expect(scenewright([name, dir, ...flags])).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`There is no project in ${dir}: it has no scene.code.js.`),
      })
    },
  )
})
