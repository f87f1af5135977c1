// Results hold what their types promise: commits with and without a scene, names and counts, files and views.
import { describe, expect, test } from 'vitest'

import type { CommitEvent, SceneSummary } from 'scenewright'
import { openProject, projectOf } from './support.js'
import { committed, open, update } from './workspace-support.js'

const CIRCLE = "drawCircle('dot', 0, 0, 4)\n"
const NONE = { total: 0, names: [] }
const row = (count: number): string => `for (let n = 0; n < ${count}; n += 1) drawCircle('dot_' + n, n, 0, 1)\n`

describe('a commit without main', () => {
  test('of a module has no scene, but its transaction', async () => {
    const project = await openProject(projectOf({}))
    const events: CommitEvent[] = []
    project.on('commit', (event) => events.push(event))
    const written = await project.write({ file: 'gear', text: 'let teeth = 9\n' })
    expect(written).toMatchObject({
      status: 'committed',
      file: 'gear',
      change: 'created',
      commitId: expect.any(String),
    })
    expect(written).not.toHaveProperty('scene')
    await expect.poll(() => events.length).toBe(1)
    const commitId = written.ok && written.commitId
    expect(events).toMatchObject([{ type: 'commit', commitId, files: [{ file: 'gear', change: 'created' }] }])
    expect(events[0]).not.toHaveProperty('scene')
  })

  test('may be an undo of the first write', async () => {
    const project = await openProject(projectOf({}))
    const written = await project.write({ file: 'main', text: CIRCLE })
    if (written.status !== 'committed') throw new Error('the write failed')
    expect(written.scene).toMatchObject({ entities: 1, sceneId: written.commitId })
    const undone = await project.undo()
    expect(undone).toMatchObject({
      status: 'committed',
      undoneCommitId: written.commitId,
      commitId: expect.any(String),
      files: [{ file: 'main', change: 'deleted' }],
    })
    expect(undone).not.toHaveProperty('scene')
    expect((await project.history({ limit: 1 })) satisfies object).toMatchObject({
      rows: [{ files: [{ file: 'main', change: 'deleted' }] }],
    })
  })
})

describe('changes of a scene', () => {
  test('are names and their number, however many there are', async () => {
    const project = await openProject(projectOf({}))
    const events: CommitEvent[] = []
    project.on('commit', (event) => events.push(event))
    const written = await project.write({ file: 'main', text: row(1000) })
    if (written.status !== 'committed' || !written.scene) throw new Error('the write failed')
    const { added, removed, changed } = written.scene.changes
    expect({ total: added.total, removed, changed }).toEqual({ total: 1000, removed: NONE, changed: NONE })
    expect(added.names).toEqual(Array.from({ length: 12 }, (_, n) => `dot_${n}`))
    await expect.poll(() => events.length).toBe(1)
    expect(events[0]?.scene?.changes).toEqual(written.scene.changes)

    const cut = await project.history()
    const whole = await project.history({ commitId: written.commitId })
    if (cut.status !== 'ok' || whole.status !== 'ok') throw new Error('no history')
    expect(cut.rows[0]?.scene).toEqual(written.scene.changes)
    expect(whole.rows[0]?.scene?.added).toMatchObject({ total: 1000, names: { length: 200 } })

    const checked = await project.check({ changes: [{ file: 'main', text: row(20) }] })
    if (checked.status !== 'ok') throw new Error(checked.error.message)
    expect(checked.scene?.changes).toMatchObject({ added: NONE, removed: { total: 980, names: { length: 12 } } })
  })

  test('end with a sentence for a model', async () => {
    const project = await openProject(projectOf({}))
    const answer = await project.callTool('write', { file: 'main', code: row(1000) })
    const { scene } = answer.data as { scene: { changes: { added: string[] } } }
    expect(scene.changes.added.slice(-2)).toEqual(['dot_11', '… and 988 more'])
  })

  test('name an entity that is called like such a sentence', async () => {
    const project = await openProject(projectOf({}))
    const name = '… and 1 more'
    const written = await project.write({ file: 'main', text: `drawCircle('${name}', 0, 0, 1)\n` })
    expect(written).toMatchObject({ scene: { changes: { added: { total: 1, names: [name] } } } })
  })
})

test('layers that a summary does not name are counted', async () => {
  const code = "for (let n = 10; n < 40; n += 1) { drawCircle('c' + n, n, 0, 1); setLayer('c' + n, 'layer_' + n) }\n"
  const project = await openProject(projectOf({ main: code }))
  await project.run()
  const of = async (summary: Promise<object>): Promise<SceneSummary> => (await summary) as SceneSummary
  for (const summary of [await of(project.summary()), await of(project.inspect({ view: 'info' }))]) {
    expect(summary.layers).toHaveLength(20)
    expect(summary.layers.every((name) => name === '0' || name.startsWith('layer_'))).toBe(true)
    expect(summary.moreLayers).toBe(11)
  }
})

describe('files', () => {
  test('a picture and an export say how large they are and of which commit', async () => {
    const project = await openProject(projectOf({}))
    const written = await project.write({ file: 'main', text: CIRCLE })
    const transactionId = written.status === 'committed' ? written.commitId : ''
    const picture = await project.render({ width: 64, height: 64 })
    if (picture.status !== 'ok') throw new Error(picture.error.message)
    expect(picture).toMatchObject({ byteLength: picture.png.length, sceneId: transactionId, width: 64, height: 64 })
    const svg = await project.export({ format: 'svg' })
    expect(svg).toMatchObject({ status: 'ok', format: 'svg', encoding: 'utf8', sceneId: transactionId })
    expect(svg.status === 'ok' && svg.byteLength).toBe(svg.status === 'ok' && Buffer.byteLength(svg.text ?? ''))
    const pdf = await project.export({ format: 'pdf' })
    expect(pdf.status === 'ok' && Buffer.from(pdf.text ?? '', 'base64').length).toBe(
      pdf.status === 'ok' && pdf.byteLength,
    )
    const png = await project.export({ format: 'png' })
    expect(png).toMatchObject({ encoding: 'base64', sceneId: transactionId })
    const file = await project.export({ format: 'dxf', toExports: 'a.dxf' })
    expect(file).toMatchObject({ status: 'ok', path: expect.stringMatching(/a\.dxf$/), sceneId: transactionId })
    expect(file).not.toHaveProperty('text')
    expect(file).not.toHaveProperty('encoding')
  })

  test('a changed file has its name or its path', async () => {
    const project = await openProject(projectOf({ gear: 'let teeth = 9\n' }))
    await project.read({ file: 'gear' })
    const moved = await project.apply({ changes: [{ from: 'gear', to: 'cog' }] })
    expect(moved).toMatchObject({ status: 'committed', files: [{ file: 'cog', change: 'renamed', from: 'gear' }] })
    const { workspace } = await open({ 'gear.txt': '9' })
    const renamed = await workspace.transaction((tx) => tx.rename({ from: 'gear.txt', to: 'cog.txt' }))
    expect(committed(renamed).files).toEqual([{ path: 'cog.txt', change: 'renamed', from: 'gear.txt' }])
    expect(await workspace.undo()).toMatchObject({
      files: expect.arrayContaining([{ path: 'gear.txt', change: 'created' }]),
    })
    const seen: unknown[] = []
    await workspace.transaction(update('a.txt', 'x'), { verify: ({ files }) => void seen.push(...files) })
    expect(seen).toEqual([{ path: 'a.txt', change: 'created' }])
  })
})

describe('a refusal', () => {
  test('has one shape in projects and workspaces', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }))
    const { workspace } = await open({ 'a.txt': 'a' })
    for (const result of [
      await project.edit({ file: 'main', oldText: 'nowhere', newText: '' }),
      await project.read({ file: 'nobody' }),
      await project.read({ file: 'nobody', signal: AbortSignal.abort() }),
      await workspace.edit({ path: 'a.txt', oldText: 'nowhere', newText: '' }),
      await workspace.read({ path: 'nobody' }),
      await workspace.undo({ commitId: 'nobody' }),
      await workspace.history({ limit: -1 }),
      await workspace.transaction(() => true, { signal: AbortSignal.abort() }),
    ]) {
      expect(result).toMatchObject({ status: 'refused', error: { code: expect.any(String) }, warnings: [] })
      expect(result).not.toHaveProperty('errorInfo')
    }
    const answer = await project.callTool('read', { file: 'nobody' })
    expect(answer).toMatchObject({ success: false, error: expect.any(String), errorInfo: { kind: 'not_found' } })
  })
})

describe('the views of inspect', () => {
  const MAIN = `
drawLine('long', Array.from({ length: 400 }, (_, n) => n))
drawCircle('wheel', 0, 0, 10)
for (let n = 0; n < 120; n += 1) drawCircle('c' + n, n, 0, 1)
createGroup('many', Array.from({ length: 120 }, (_, n) => 'c' + n))
`

  test('say which view they are', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    for (const question of [
      { view: 'info' },
      { view: 'tree' },
      { view: 'entity', name: 'wheel' },
      { view: 'bounds' },
      { view: 'order' },
      { view: 'measure', name: 'wheel' },
      { view: 'at', x: 0, y: 0 },
    ] as const) {
      expect(await project.inspect(question)).toMatchObject({ status: 'ok', view: question.view })
    }
    const nothing = await project.inspect({ view: 'nothing' } as never)
    expect(nothing).toMatchObject({ status: 'refused', error: { code: 'invalid_input' } })
    expect(nothing).not.toHaveProperty('view')
  })

  test('count the entries that their lists lack', async () => {
    const project = await openProject(projectOf({ main: MAIN }))
    const line = await project.inspect({ view: 'entity', name: 'long' })
    if (line.status !== 'ok' || line.type !== 'line') throw new Error('no line')
    expect(line.local.geometry.points).toHaveLength(24)
    expect(line.local.geometry).toMatchObject({ vertexCount: 200 })
    const group = await project.inspect({ view: 'entity', name: 'many' })
    if (group.status !== 'ok') throw new Error('no group')
    expect([group.children.length, group.children.at(-1), group.omitted]).toEqual([100, 'c99', { '/children': 20 }])
    expect(await project.inspect({ view: 'entity', name: 'wheel' })).not.toHaveProperty('omitted')
    const answer = await project.callTool('inspect', { view: 'entity', name: 'many' })
    expect((answer.data as { children: string[] }).children.at(-1)).toBe('… and 20 more')
  })
})
