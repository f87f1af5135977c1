// What changed in the drawing, in the same words wherever a change is answered, listed or heard of.
import { describe, expect, test } from 'vitest'

import { callForPage } from '../ts/view/calls.js'
import { Project as OwnProject } from '../ts/project.js'
import { atEnd, connect, openProject, projectOf } from './support.js'

const MAIN = `const width = param('width', 120)
drawRect('part', 0, 0, width, 80)
drawCircle('hole', 0, 0, 3)
`
const WIDER = { file: 'main', oldText: 'width, 80', newText: 'width + 30, 80' }
const HOLES = 'for (let i = 1; i <= 4; i++) drawCircle(`hole_${i}`, 20 * i, 0, 3)\n'

async function opened() {
  const project = await openProject(projectOf({ main: MAIN }), { readFirst: 'off' })
  await project.run()
  return project
}

describe('a change', () => {
  test('is answered, listed, undone and heard of in the same words', async () => {
    const project = await opened()
    const heard: unknown[] = []
    project.on('commit', ({ scene }) => heard.push(scene?.changes.drawing))
    const words = ['part: 120 × 80 → 150 × 80']
    const edited = await project.edit(WIDER)
    expect(edited).toMatchObject({ status: 'committed', scene: { changes: { drawing: words } } })
    const holes = await project.apply({
      changes: [{ file: 'main', oldText: "drawCircle('hole', 0, 0, 3)\n", newText: HOLES }],
    })
    const exchanged = ['4 holes added (Ø6)', 'hole removed (Ø6)']
    expect(holes).toMatchObject({ status: 'committed', scene: { changes: { drawing: exchanged } } })
    const undone = await project.undo()
    const back = ['hole added (Ø6)', '4 holes removed (Ø6)']
    expect(undone).toMatchObject({ status: 'committed', scene: { changes: { drawing: back } } })
    const history = await project.history()
    expect(history).toMatchObject({
      status: 'ok',
      rows: [
        { tool: 'undo', by: 'tool', scene: { drawing: back } },
        { tool: 'apply', by: 'tool', scene: { drawing: exchanged } },
        { tool: 'edit', by: 'tool', scene: { drawing: words } },
      ],
    })
    expect(heard).toEqual([words, exchanged, back])
  })

  test('that is only checked is described as it would be', async () => {
    const project = await opened()
    const checked = await project.check({ changes: [{ file: 'main', oldText: '0, 0, 3', newText: '0, 0, 5' }] })
    expect(checked).toMatchObject({ status: 'ok', scene: { changes: { drawing: ['hole: Ø6 → Ø10'] } } })
  })

  test('of a parameter names it before what follows from it', async () => {
    const project = await opened()
    const run = await project.run({ parameters: { width: 150 } })
    const drawing = ['parameter width: 120 → 150', 'part: 120 × 80 → 150 × 80']
    expect(run).toMatchObject({ status: 'committed', scene: { changes: { drawing } } })
  })

  test('of very many things is counted, with the rest as a number', async () => {
    const project = await opened()
    const code =
      "for (let i = 0; i < 40; i++) drawCircle('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN'[i] + 'x', i, 0, 1 + i)\n"
    const edited = await project.edit({ file: 'main', oldText: "drawCircle('hole', 0, 0, 3)\n", newText: code })
    expect(edited).toMatchObject({ scene: { changes: { drawing: ['40 circles added', 'hole removed (Ø6)'] } } })
  })

  test('of a person at the page is listed as theirs', async () => {
    const project = await OwnProject.open({ root: projectOf({ main: MAIN }), readFirst: 'off' })
    atEnd(() => project.close())
    await project.run()
    await project.edit(WIDER)
    const { status } = await callForPage(project.door.session, 'undo', {}, new AbortController().signal)
    expect(status).toBe('committed')
    const history = await project.history()
    expect(history).toMatchObject({
      rows: [
        { tool: 'undo', by: 'person' },
        { tool: 'edit', by: 'tool' },
      ],
    })
  })

  test('reaches a client of MCP', async () => {
    const { call, text } = await connect(projectOf({ main: MAIN }))
    await call('run')
    await text('read', { file: 'main' })
    const answer = await call('edit', { file: 'main', old_code: '0, 0, 3', new_code: '0, 0, 5' })
    expect(answer).toMatchObject({ data: { scene: { changes: { drawing: ['hole: Ø6 → Ø10'] } } } })
    const history = await call('history')
    expect(history).toMatchObject({ data: { rows: [{ by: 'tool', scene: { drawing: ['hole: Ø6 → Ø10'] } }] } })
    // The words are in place of the names, not beside them.
    const undone = await call('undo')
    for (const given of [answer, history, undone])
      expect(JSON.stringify(given)).not.toMatch(/"(added|changed|removed)":/)
  })
})
