// Questions about the committed scene while a change runs, and changes of several windows on one folder.
import { existsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, test } from 'vitest'

import { Project, unwrap, Workspace } from 'scenewright'
import { atEnd, projectOf, scratch } from './support.js'

const DOT = "drawCircle('dot', 0, 0, 4)\n"
/** It ends by its time limit, long after everything else in a test. */
const LOOP = `${DOT}for (;;) {}\n`

async function opened(main = DOT): Promise<Project> {
  const project = await Project.open({ root: projectOf({ main }), limits: { timeMs: 60_000 } })
  atEnd(() => project.close({ cancel: true }))
  return project
}

/** The radius of the dot in the committed scene. */
async function radiusIn(project: Project): Promise<number> {
  const dot = unwrap(await project.inspect({ view: 'entity', name: 'dot' }))
  return (dot as unknown as { world: { bounds: { max: [number, number] } } }).world.bounds.max[0]
}

/** Starts a change that does not end, and waits until its script runs. */
async function running(project: Project): Promise<{ readonly change: Promise<unknown>; stop(): void }> {
  const controller = new AbortController()
  const began = new Promise<void>((resolve) => {
    project.on('progress', ({ step }) => void (step === 'run' && resolve()), { signal: controller.signal })
  })
  const change = project.write({ file: 'main', text: LOOP, signal: controller.signal })
  await began
  return { change, stop: () => controller.abort() }
}

describe('beside a change that runs', () => {
  test('every question is answered, from the last commit', async () => {
    const project = await opened()
    const { commitId } = unwrap(await project.edit({ file: 'main', oldText: '4', newText: '5' }))
    const other = await Project.open({ root: project.root })
    atEnd(() => other.close())
    let isOver = false
    const { change, stop } = await running(project)
    void change.then(() => (isOver = true))
    for (const asked of [project, other]) {
      expect(unwrap(await asked.render({ width: 64, height: 64 })).sceneId).toBe(commitId)
      expect(await radiusIn(asked)).toBe(5)
      expect(unwrap(await asked.summary()).sceneId).toBe(commitId)
      expect(unwrap(await asked.export({ format: 'svg' })).sceneId).toBe(commitId)
      expect(unwrap(await asked.history({ limit: 1 })).rows[0]?.commitId).toBe(commitId)
      expect(unwrap(await asked.read({ file: 'main' })).text).toContain(', 5)')
      const changes = [{ file: 'main', oldText: '5', newText: '6' }]
      expect(unwrap(await asked.check({ changes, size: 'off' })).scene?.changes.drawing).not.toHaveLength(0)
    }
    expect(isOver).toBe(false)
    stop()
    expect(await change).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
  })

  test('a question that has to run main waits for no change', async () => {
    const project = await opened()
    unwrap(await project.run())
    const { change, stop } = await running(project)
    writeFileSync(join(project.root, 'scene.code.js'), "drawCircle('dot', 0, 0, 7)\n")
    expect(await Promise.all([1, 2, 3].map(() => radiusIn(project)))).toEqual([7, 7, 7])
    stop()
    await change
    expect(await radiusIn(project)).toBe(7)
  })

  test('questions and changes that come at once never see a half of one', async () => {
    const module = (n: number): string => `export const value = ${n}\n`
    const main = (n: number): string =>
      `import { value } from 'part'\nif (value !== ${n}) throw new Error('torn')\ndrawCircle('dot', 0, 0, value)\n`
    const root = projectOf({ main: main(1), part: module(1) })
    const project = await Project.open({ root, durability: 'fast' })
    atEnd(() => project.close())
    unwrap(await project.run())
    let isDone = false
    const asks = [0, 1].map(async () => {
      let last = 0
      while (!isDone) {
        const radius = await radiusIn(project)
        expect(radius).toBeGreaterThanOrEqual(last)
        last = radius
        unwrap(await project.check({ changes: [{ file: 'extra', text: 'export const x = 1\n' }], size: 'off' }))
      }
      return last
    })
    for (let n = 2; n <= 25; n++) {
      const changes = [
        { file: 'main', text: main(n) },
        { file: 'part', text: module(n) },
      ]
      unwrap(await project.apply({ changes }))
    }
    isDone = true
    await Promise.all(asks)
    expect(await radiusIn(project)).toBe(25)
  })

  test('the events of a call come before its promise', async () => {
    const project = await opened()
    const seen: string[] = []
    project.on('commit', () => void seen.push('commit'))
    project.on('revert', () => void seen.push('revert'))
    for (let n = 0; n < 10; n++) {
      await project.write({ file: 'main', text: `for (let i = 0; i < 50; i++) console.log(i)\n${DOT}// ${n}\n` })
      seen.push('answered')
      await project.write({ file: 'main', text: 'missing()\n' })
      seen.push('answered')
    }
    const expected = Array.from({ length: 10 }, () => ['commit', 'answered', 'revert', 'answered']).flat()
    expect(seen).toEqual(expected)
  })
})

describe('base', () => {
  test('a change on an older commit is refused, whatever kind of change it is', async () => {
    const project = await opened()
    const first = unwrap(await project.edit({ file: 'main', oldText: '4', newText: '5' }))
    const base = first.commitId as string
    const second = unwrap(await project.edit({ file: 'main', oldText: '5', newText: '6', base }))
    const stale = { ok: false, status: 'refused', error: { code: 'conflict' } }
    const refused = [
      await project.write({ file: 'main', text: DOT, base }),
      await project.edit({ file: 'main', oldText: '6', newText: '7', base }),
      await project.multiEdit({ file: 'main', edits: [{ oldText: '6', newText: '7' }], base }),
      await project.apply({ changes: [{ file: 'other', text: '1\n' }], base }),
      await project.run({ base }),
      await project.undo({ base }),
      await project.redo({ base }),
    ]
    for (const result of refused) expect(result).toMatchObject(stale)
    const [{ error }] = refused as unknown as [{ error: { message: string; hint: string } }]
    expect(error.message).toContain(second.commitId)
    expect(error.hint).toContain(second.commitId)
    expect(await project.write({ file: 'main', text: DOT, base: 'nobody' })).toMatchObject(stale)
    expect(unwrap(await project.read({ file: 'main' })).text).toContain('6')
    expect(unwrap(await project.write({ file: 'main', text: DOT, base: second.commitId })).ok).toBe(true)
    const answer = await project.callTool('write', { file: 'main', code: DOT }, { base })
    expect(answer).toMatchObject({ success: false, errorInfo: { kind: 'conflict' } })
  })

  test('the scene of a run that changed no file is a base as well', async () => {
    const project = await opened()
    unwrap(await project.edit({ file: 'main', oldText: '4', newText: '5' }))
    const { sceneId } = unwrap(await project.run())
    expect(unwrap(await project.edit({ file: 'main', oldText: '5', newText: '6', base: sceneId })).ok).toBe(true)
  })

  test('base is misuse where nothing changes, and where it is no id', async () => {
    const project = await opened()
    await expect(project.render({ base: 'x' } as never)).rejects.toThrow(/there is no argument 'base'/)
    await expect(project.write({ file: 'main', text: DOT, base: '' })).rejects.toThrow(
      /base must be the id of a commit/,
    )
    await expect(project.write({ file: 'main', text: DOT, base: 1 as never })).rejects.toThrow(/got a number/)
  })
})

describe('the base of a workspace', () => {
  async function opened() {
    const [root, historyDir] = [scratch(), scratch()]
    writeFileSync(join(root, 'a.txt'), 'one\n')
    const workspace = await Workspace.open({ root, historyDir, readFirst: 'off', durability: 'fast' })
    atEnd(() => workspace.close())
    return workspace
  }

  test('every answer names the latest commit, which is the base of a change without another call', async () => {
    const workspace = await opened()
    const ids = async (): Promise<string[]> => {
      const answers = [
        await workspace.read({ path: 'a.txt' }),
        await workspace.glob({ pattern: '*' }),
        await workspace.grep({ pattern: 'one' }),
        await workspace.tree({ path: '.' }),
        await workspace.history(),
      ]
      return [...new Set(answers.map((answer) => unwrap(answer).commitId))]
    }
    expect(await ids()).toEqual(['0'])
    const [base] = await ids()
    const { commitId } = unwrap(await workspace.edit({ path: 'a.txt', oldText: 'one', newText: 'two', base }))
    expect(await ids()).toEqual([commitId])
    expect(await workspace.write({ path: 'a.txt', text: 'three\n', base })).toMatchObject({
      error: { code: 'conflict', message: expect.stringContaining(commitId as string) },
    })
  })

  test('a change on an older commit is refused, whatever kind of change it is', async () => {
    const workspace = await opened()
    const { commitId: base } = unwrap(await workspace.read({ path: 'a.txt' }))
    const other = workspace.session()
    atEnd(() => other.close())
    const { commitId } = unwrap(await other.write({ path: 'b.txt', text: '{ "cells": [] }\n' }))
    let isRun = false
    const run = (): void => void (isRun = true)
    const refused = [
      await workspace.write({ path: 'a.txt', text: 'x', base }),
      await workspace.edit({ path: 'a.txt', oldText: 'one', newText: 'two', base }),
      await workspace.edit({ path: 'a.txt', oldText: 'one', newText: 'two', base, dryRun: true }),
      await workspace.multiEdit({ path: 'a.txt', edits: [{ oldText: 'one', newText: 'two' }], base }),
      await workspace.undo({ base }),
      await workspace.undo({ base, to: '0' }),
      await workspace.redo({ base }),
      await workspace.transaction(run, { base }),
      ...(process.platform === 'win32' ? [] : [await workspace.guard(run, { base })]),
    ]
    for (const result of refused) {
      expect(result).toMatchObject({ ok: false, status: 'refused', error: { code: 'conflict' } })
    }
    expect(isRun).toBe(false)
    expect(unwrap(await workspace.history()).total).toBe(1)
    const { kind } = await workspace.callTool('Write', { file_path: 'a.txt', content: 'x' }, { base })
    expect(kind).toBe('conflict')
    const fresh = { base: commitId }
    const made = await workspace.transaction(async (tx) => void (await tx.write({ path: 'a.txt', text: 'x' })), fresh)
    expect(unwrap(made).files).toHaveLength(1)
  })

  test('a commit of another process between the check and the write is seen under the lock', async () => {
    const workspace = await opened()
    const { commitId: base } = unwrap(await workspace.read({ path: 'a.txt' }))
    // The body goes on while another one commits.
    const result = await workspace.transaction(
      async (tx) => {
        await tx.write({ path: 'a.txt', text: 'x' })
        unwrap(await workspace.write({ path: 'c.txt', text: 'y' }))
      },
      { base },
    )
    expect(result).toMatchObject({ status: 'refused', error: { code: 'conflict' } })
    expect(unwrap(await workspace.read({ path: 'a.txt' }))).toMatchObject({ text: 'one\n' })
  })

  test('base is misuse where nothing changes, and where it is no id', async () => {
    const workspace = await opened()
    await expect(workspace.read({ path: 'a.txt', base: 'x' } as never)).rejects.toThrow(/there is no argument 'base'/)
    await expect(workspace.write({ path: 'a.txt', text: '', base: '' })).rejects.toThrow(/base must be the id/)
    await expect(workspace.transaction(() => {}, { base: 1 as never })).rejects.toThrow(/got a number/)
  })

  test('questions about a project name the commit as well', async () => {
    const project = await openedProject()
    const { commitId } = unwrap(await project.edit({ file: 'main', oldText: '4', newText: '5' }))
    const answers = [
      await project.read({ file: 'main' }),
      await project.files(),
      await project.grep({ pattern: 'dot' }),
      await project.history(),
      await project.summary(),
      await project.inspect({ view: 'info' }),
      await project.render({ width: 64, height: 64 }),
      await project.export({ format: 'svg' }),
      await project.check({ changes: [{ file: 'x', text: '1\n' }], size: 'off' }),
      await project.lint(),
      await project.report(),
      await project.parameterSets(),
    ]
    expect(new Set(answers.map((answer) => unwrap(answer).commitId))).toEqual(new Set([commitId]))
    const saved = unwrap(await project.saveParameterSet({ name: 's', values: { a: 1 }, base: commitId }))
    expect(await project.removeParameterSet({ name: 's', base: commitId })).toMatchObject({
      status: 'refused',
      error: { code: 'conflict' },
    })
    expect(unwrap(await project.removeParameterSet({ name: 's', base: saved.commitId })).sets).toEqual({})
  })

  async function openedProject(): Promise<Project> {
    const project = await Project.open({ root: projectOf({ main: DOT }), readFirst: 'off', durability: 'fast' })
    atEnd(() => project.close())
    return project
  }
})

describe('the session of a workspace', () => {
  test('has its own reads, listeners and hooks, and the history of all', async () => {
    const [root, historyDir] = [scratch(), scratch()]
    writeFileSync(join(root, 'a.txt'), 'one\n')
    const workspace = await Workspace.open({ root, historyDir, durability: 'fast' })
    const asked: string[] = []
    const window = workspace.session({ confirm: ({ path }) => (asked.push(path), 'proceed') })
    atEnd(async () => void (await Promise.all([workspace.close(), window.close()])))
    unwrap(await workspace.read({ path: 'a.txt' }))
    expect(await window.edit({ path: 'a.txt', oldText: 'one', newText: 'two' })).toMatchObject({
      error: { code: 'not_read' },
    })
    unwrap(await window.read({ path: 'a.txt' }))
    const heard: string[] = []
    workspace.on('edit', ({ path }) => void heard.push(path))
    unwrap(await window.edit({ path: 'a.txt', oldText: 'one', newText: 'two' }))
    expect([asked.length, heard]).toEqual([1, []])
    expect(await workspace.edit({ path: 'a.txt', oldText: 'two', newText: 'six' })).toMatchObject({
      error: { code: 'stale_read' },
    })
    expect(unwrap(await workspace.history()).total).toBe(1)
    await workspace.close()
    expect(unwrap(await window.read({ path: 'a.txt' }))).toMatchObject({ text: 'two\n' })
    expect(() => workspace.session()).toThrow(/closed/)
    expect(() => window.session({ root } as never)).toThrow(/there is no option 'root'.*readFirst/)
  })

  test('goes on with what another one had read', async () => {
    const [root, historyDir] = [scratch(), scratch()]
    writeFileSync(join(root, 'a.txt'), 'one\n')
    const workspace = await Workspace.open({ root, historyDir })
    unwrap(await workspace.read({ path: 'a.txt' }))
    const window = workspace.session({ session: workspace.exportSession() })
    atEnd(async () => void (await Promise.all([workspace.close(), window.close()])))
    expect((await window.checkFreshness('a.txt')).state).toBe('fresh')
    const third = workspace.session()
    atEnd(() => third.close())
    expect((await third.checkFreshness('a.txt')).state).toBe('unread')
  })
})

describe('session', () => {
  test('each window has read what it has read, and both have one history', async () => {
    const project = await opened()
    const one = project.session({ readFirst: 'require' })
    const other = project.session({ readFirst: 'require' })
    atEnd(async () => void (await Promise.all([one.close(), other.close()])))
    await one.read({ file: 'main' })
    expect(await other.write({ file: 'main', text: LOOP })).toMatchObject({ error: { code: 'not_read' } })
    await other.read({ file: 'main' })
    const heard: string[] = []
    other.on('commit', ({ origin }) => void heard.push(origin))
    unwrap(await one.write({ file: 'main', text: `${DOT}// one\n` }))
    expect(await other.write({ file: 'main', text: `${DOT}// other\n` })).toMatchObject({
      error: { code: 'stale_read' },
    })
    expect(heard).toEqual(['session'])
    expect(unwrap(await other.history()).total).toBe(1)
    await project.close()
    expect(unwrap(await one.summary()).entities).toBe(1)
    expect(() => project.session()).toThrow(/closed/)
  })

  test('refuses options that belong to the whole project', async () => {
    const project = await opened()
    expect(() => project.session({ seed: 1 } as never)).toThrow(/there is no option 'seed'.*readFirst, session/)
  })
})

describe('the stacks of undo and redo', () => {
  test('list what undo and redo do next, in their order', async () => {
    const project = await opened()
    const can: [boolean, boolean][] = []
    project.on('commit', ({ canUndo, canRedo }) => void can.push([canUndo, canRedo]))
    for (const n of [5, 6, 7]) unwrap(await project.edit({ file: 'main', oldText: `${n - 1}`, newText: `${n}` }))
    const ids = unwrap(await project.history()).rows.map(({ commitId }) => commitId)
    const stack = async (): Promise<string[][]> => {
      const { undo, redo } = await project.undoStack()
      return [undo, redo].map((rows) => rows.map(({ commitId }) => commitId))
    }
    expect(await stack()).toEqual([ids, []])
    await project.undo()
    await project.undo()
    expect(await stack()).toEqual([ids.slice(2), [ids[1], ids[0]]])
    await project.redo()
    expect(await stack()).toEqual([ids.slice(1), [ids[0]]])
    await project.redo()
    expect(await stack()).toEqual([ids, []])
    await project.undo()
    unwrap(await project.edit({ file: 'main', oldText: '6', newText: '8' }))
    const [undo, redo] = await stack()
    expect([undo?.length, redo]).toEqual([3, []])
    expect((await project.undoStack({ limit: 1 })).undo).toHaveLength(1)
    expect(can.at(0)).toEqual([true, false])
    expect(can.at(4)).toEqual([true, true])
    expect(can.at(-1)).toEqual([true, false])
  })

  test('undo of the own last change leaves the changes of others', async () => {
    const project = await opened("drawCircle('dot', 0, 0, 4)\ndrawCircle('ring', 0, 0, 9)\n")
    const other = project.session()
    atEnd(() => other.close())
    unwrap(await project.write({ file: 'mine', text: 'export const a = 1\n' }))
    unwrap(await other.edit({ file: 'main', oldText: '4', newText: '5' }))
    unwrap(await project.undo({ author: 'self' }))
    expect(await radiusIn(project)).toBe(5)
    expect(unwrap(await project.files()).files.map(({ name }) => name)).not.toContain('mine')
    expect(await project.undo({ author: 'self' })).toMatchObject({ status: 'refused', error: { code: 'not_found' } })
    expect((await other.undoStack({ author: 'self' })).undo).toHaveLength(1)
    await expect(project.undo({ author: 'me' as never })).rejects.toThrow(/author must be 'anyone' or 'self'/)
    await expect(project.undo({ author: 'self', commitId: 'x' })).rejects.toThrow(/not both/)
  })
})

describe('events', () => {
  test('a listener goes with its signal, after its first event, and when it is removed', async () => {
    const project = await opened()
    const controller = new AbortController()
    const seen: string[] = []
    const once = (): void => void seen.push('once')
    project.on('commit', () => void seen.push('signal'), { signal: controller.signal })
    project.once('commit', once)
    project.on('commit', () => void seen.push('never'), { signal: AbortSignal.abort() })
    await project.run()
    controller.abort()
    await project.run()
    expect(seen).toEqual(['signal', 'once'])
    project.once('commit', once).off('commit', once)
    await project.run()
    expect(seen).toHaveLength(2)
    expect(() => project.on('commit', once, { sginal: controller.signal } as never)).toThrow(/Did you mean signal/)
  })

  test('a loop gets every event from the call on, and ends with its signal or the project', async () => {
    const project = await opened()
    const events = project.events({ names: ['commit', 'revert'] })
    await project.run()
    await project.write({ file: 'main', text: 'missing()\n' })
    await project.close()
    const types: string[] = []
    for await (const { type } of events) types.push(type)
    expect(types).toEqual(['commit', 'revert'])
    expect(() => project.events()).toThrow(/closed/)
    const again = await opened()
    const controller = new AbortController()
    const loop = again.events({ signal: controller.signal })
    setImmediate(() => controller.abort())
    for await (const event of loop) expect(event).toBeUndefined()
    expect(() => again.events({ names: ['comit' as never] })).toThrow(/there is no event 'comit'/)
  })
})

describe('a project and a workspace on one folder', () => {
  test('have one history, in which each undoes what the other did', async () => {
    const root = projectOf({ main: DOT })
    const project = await Project.open({ root })
    const previous = process.env['SCENEWRIGHT_STATE_DIR']
    process.env['SCENEWRIGHT_STATE_DIR'] = scratch()
    const workspace = await Workspace.open({ root, readFirst: 'off' })
    if (previous === undefined) delete process.env['SCENEWRIGHT_STATE_DIR']
    else process.env['SCENEWRIGHT_STATE_DIR'] = previous
    atEnd(async () => void (await Promise.all([project.close(), workspace.close()])))
    const change = unwrap(await project.edit({ file: 'main', oldText: '4', newText: '5' }))
    expect(unwrap(await workspace.history()).rows.map(({ commitId }) => commitId)).toEqual([change.commitId])
    unwrap(await workspace.write({ path: 'notes.txt', text: 'for people\n' }))
    unwrap(await workspace.edit({ path: 'scene.code.js', oldText: '5', newText: '6' }))
    expect(unwrap(await project.history()).total).toBe(3)
    expect(await radiusIn(project)).toBe(6)
    const messages = async (): Promise<string[]> => (await project.undoStack()).undo.map(({ message }) => message)
    expect(await messages()).toEqual(['edit scene.code.js', 'edit main: 1 replacement'])
    const notes = unwrap(await project.history()).rows.find(({ ofFolder }) => ofFolder)
    expect(notes).toMatchObject({ message: 'write notes.txt', files: [{ file: 'notes.txt', change: 'created' }] })
    const refused = await project.undo({ commitId: notes!.commitId })
    expect(refused).toMatchObject({
      error: { code: 'invalid_input', hint: expect.stringMatching(/workspace/) as unknown },
    })
    unwrap(await project.undo())
    expect(await radiusIn(project)).toBe(5)
    expect(await messages()).toEqual(['edit main: 1 replacement'])
    // The notes are no file of the project, so the change before them is next.
    unwrap(await project.undo())
    expect(await radiusIn(project)).toBe(4)
    unwrap(await workspace.undo())
    expect(unwrap(await project.history()).total).toBe(6)
  })
})

describe('a project and a workspace on one new folder', () => {
  test('have one history before there is any, and after both were opened again', async () => {
    const root = scratch()
    const open = async (): Promise<{ project: Project; workspace: Workspace }> => {
      const project = await Project.open({ root })
      const workspace = await Workspace.open({ root, readFirst: 'off' })
      atEnd(async () => void (await Promise.all([project.close(), workspace.close()])))
      return { project, workspace }
    }
    const { project, workspace } = await open()
    const notes = unwrap(await workspace.write({ path: 'notes.txt', text: 'for people\n' }))
    const main = unwrap(await project.write({ file: 'main', text: DOT }))
    await Promise.all([project.close(), workspace.close()])
    const again = await open()
    for (const { history } of [
      { history: await again.project.history() },
      { history: await again.workspace.history() },
    ]) {
      expect(unwrap(history).rows.map(({ commitId }) => commitId)).toEqual([main.commitId, notes.commitId])
    }
    unwrap(await again.workspace.undo({ commitId: notes.commitId! }))
    expect(existsSync(join(root, 'notes.txt'))).toBe(false)
    expect(existsSync(join(root, 'scene.code.js'))).toBe(true)
  })
})

describe('watch', () => {
  test('reports no file that is still being written', async () => {
    const project = await opened()
    unwrap(await project.run())
    await project.watch()
    const entities: (number | undefined)[] = []
    const broken: string[] = []
    project.on('externalEdit', ({ scene }) => void entities.push(scene?.entities))
    project.on('broken', ({ error }) => void broken.push(error.message))
    const file = join(project.root, 'scene.code.js')
    for (let save = 0; save < 6; save++) {
      truncateSync(file)
      await wait(30 + save * 20)
      writeFileSync(file, `${DOT}drawCircle('half`)
      await wait(20)
      writeFileSync(file, `${DOT}drawCircle('ring${save}', 0, 0, 9)\n`)
      await new Promise((resolve) => void project.once('externalEdit', resolve))
    }
    expect(entities).toEqual([2, 2, 2, 2, 2, 2])
    expect(broken).toEqual([])
  })
})
