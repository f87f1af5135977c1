// Commits of other processes and edits by hand, and the events of a running call.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { CommitEvent, ExternalEditEvent, LogEvent, Project, ProgressEvent, BrokenEvent } from 'scenewright'
import { atEnd, eventually, fileOf, openProject, projectOf, save, scenewright, scratch } from './support.js'

const CIRCLE = "drawCircle('dot', 0, 0, 4)\n"

type Heard = CommitEvent | ExternalEditEvent | BrokenEvent

function listen(project: Project): Heard[] {
  const heard: Heard[] = []
  for (const name of ['commit', 'externalEdit', 'broken'] as const)
    project.on(name, (event: Heard) => void heard.push(event))
  return heard
}

async function watched(main = CIRCLE): Promise<{ project: Project; heard: Heard[]; dir: string }> {
  const dir = projectOf({ main })
  const project = await openProject(dir)
  await project.run()
  const heard = listen(project)
  await project.watch()
  return { project, heard, dir }
}

describe('a commit', () => {
  test('names its tool, its message and its author', async () => {
    const dir = projectOf({ main: CIRCLE })
    const [one, two] = [await openProject(dir), await openProject(dir)]
    const [own, others] = [listen(one), listen(two)]
    const result = await one.edit({ file: 'main', oldText: '0, 0, 4', newText: '0, 0, 5' })
    if (result.status !== 'committed') throw new Error(result.error.message)
    await eventually('both hear of it', () => own.length > 0 && others.length > 0)
    const event = {
      type: 'commit',
      commitId: result.commitId,
      tool: 'edit',
      files: [{ file: 'main', change: 'updated' }],
    }
    expect(own).toMatchObject([
      { ...event, origin: 'call', callId: expect.any(Number), message: expect.stringContaining('main') },
    ])
    expect(others).toMatchObject([{ ...event, origin: 'session', scene: { changes: { changed: { names: ['dot'] } } } }])
    expect(others[0]).not.toHaveProperty('callId')
    await two.undo()
    await eventually('the undo is heard', () => own.length > 1)
    expect(own[1]).toMatchObject({ tool: 'undo', undoesCommitId: result.commitId, origin: 'session' })
  })

  test('of another process is emitted, with its changes', async () => {
    const { heard, dir, project } = await watched()
    const changes = join(scratch(), 'changes.json')
    writeFileSync(changes, JSON.stringify([{ file: 'main', old_code: '0, 0, 4', new_code: '0, 0, 6' }]))
    const { status } = scenewright(['apply', dir, '--changes', changes, '--message', 'larger'])
    expect(status).toBe(0)
    await eventually('the commit is heard', () => heard.length > 0)
    const { rows } = (await project.history()) as { rows: readonly { commitId: string }[] }
    expect(heard).toMatchObject([
      {
        type: 'commit',
        origin: 'process',
        commitId: rows[0]?.commitId,
        tool: 'apply',
        message: 'larger',
        files: [{ file: 'main', change: 'updated' }],
        scene: { entities: 1, changes: { changed: { total: 1, names: ['dot'] } } },
      },
    ])
  })

  test('of an own object is reported once, and after the end of the watch nothing more', async () => {
    const { project, heard, dir } = await watched()
    await project.edit({ file: 'main', oldText: '0, 0, 4', newText: '0, 0, 5' })
    await eventually('the commit is heard', () => heard.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(heard.map(({ type }) => type)).toEqual(['commit'])
    await project.unwatch()
    save(fileOf(dir, 'main'), "drawCircle('dot', 0, 0, 9)\n")
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(heard).toHaveLength(1)
  })
})

describe('an edit by hand', () => {
  test('that runs is reported with the new scene', async () => {
    const { heard, dir, project } = await watched()
    save(fileOf(dir, 'main'), `${CIRCLE}drawCircle('two', 9, 0, 1)\n`)
    await eventually('the edit is heard', () => heard.length > 0)
    expect(heard).toMatchObject([
      {
        type: 'externalEdit',
        files: [{ file: 'main', change: 'updated' }],
        scene: { entities: 2, changes: { added: { names: ['two'] } } },
      },
    ])
    expect(await project.summary()).toMatchObject({ status: 'ok', entities: 2 })
  })

  test('that is broken leaves the last good scene, marked as stale', async () => {
    const { heard, dir, project } = await watched()
    save(fileOf(dir, 'main'), "drawCircle('dot', 0, 0, 4)\noops()\n")
    await eventually('the edit is heard', () => heard.length > 0)
    expect(heard).toMatchObject([
      {
        type: 'broken',
        files: [{ file: 'main', change: 'updated' }],
        error: { code: 'reference', file: 'main', line: 2 },
      },
    ])
    const picture = await project.render({ width: 200, height: 100 })
    expect(picture).toMatchObject({ status: 'ok', broken: { code: 'reference', line: 2 } })
    expect(picture.warnings).toMatchObject([
      {
        code: 'broken',
        message: expect.stringMatching(
          /main does not run as it is on disk \(main:2:\d+: .*this is the scene from before/,
        ),
      },
    ])
    expect(await project.inspect({ view: 'entity', name: 'dot' })).toMatchObject({ status: 'ok', broken: {} })
    expect(await project.export({ format: 'svg' })).toMatchObject({ status: 'ok', broken: {} })
    expect(await project.callTool('render', { width: 200, height: 100 })).toMatchObject({
      success: true,
      stale: { line: 2 },
    })
    save(fileOf(dir, 'main'), "drawCircle('dot', 0, 0, 5)\n")
    await eventually('the repair is heard', () => heard.length > 1)
    expect(heard[1]).toMatchObject({ type: 'externalEdit', files: [{ file: 'main', change: 'updated' }] })
    expect(await project.render({ width: 200, height: 100 })).not.toHaveProperty('broken')
  })

  test('that is broken leaves nothing to show where nothing ever ran', async () => {
    const project = await openProject(projectOf({ main: 'oops()\n' }))
    expect(await project.render()).toMatchObject({ status: 'refused', error: { code: 'reference' } })
  })
})

describe('while a call runs', () => {
  test('its logs and its steps carry its id', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }))
    const [events, all]: [(LogEvent | ProgressEvent)[], LogEvent[]] = [[], []]
    project.on('log', (event) => void all.push(event))
    const code = "console.log('first')\nconsole.warn('second')\n"
    await project.write({ file: 'main', text: code, onEvent: (event) => void events.push(event) })
    expect(events.filter(({ type }) => type === 'log')).toMatchObject([
      { level: 'log', message: 'first' },
      { level: 'warn', message: 'second' },
    ])
    expect(events.map((event) => event.type === 'progress' && event.step)).toEqual(
      expect.arrayContaining(['run', 'commit']),
    )
    expect(new Set(events.map(({ callId }) => callId)).size).toBe(1)
    expect(all).toHaveLength(2)
    await project.run()
    expect(all).toHaveLength(4)
    expect(all[3]?.callId).not.toBe(all[0]?.callId)
  })

  test('a line arrives before the run is over', async () => {
    const project = await openProject(projectOf({ main: "console.log('begun')\nfor (;;) {}\n" }), {
      limits: { timeMs: 600_000 },
    })
    const stop = new AbortController()
    const result = await project.run({ signal: stop.signal, onEvent: ({ type }) => type === 'log' && stop.abort() })
    expect(result).toMatchObject({ status: 'refused', error: { code: 'cancelled' } })
  })

  test('a note of omitted lines comes last, also in a thread', async () => {
    for (const isolation of ['process', 'thread'] as const) {
      const dir = projectOf({ main: "for (var i = 0; i < 9; i++) console.log('line ' + i)\n" })
      const project = await openProject(dir, { isolation, limits: { outputBytes: 20 } })
      const lines: string[] = []
      const { logs } = await project.run({ onEvent: (event) => event.type === 'log' && lines.push(event.message) })
      expect(lines).toEqual(logs.map((line) => line.replace(/^warning: /, '')))
      expect(lines.at(-1)).toMatch(/more lines not shown/)
    }
  })

  test('a listener that throws breaks nothing, and a value that is no function is refused', async () => {
    const project = await openProject(projectOf({ main: CIRCLE }))
    const warned: string[] = []
    const note = ({ message }: Error): void => void warned.push(message)
    process.on('warning', note)
    atEnd(() => void process.off('warning', note))
    const onEvent = (): never => {
      throw new Error('mine')
    }
    expect((await project.run({ onEvent })).status).toBe('committed')
    await eventually('it is a warning', () => warned.some((message) => message.includes('onEvent of run threw')))
    await expect(project.run({ onEvent: 7 as never })).rejects.toThrow(/onEvent must be a function/)
  })
})

describe('an earlier commit', () => {
  async function commits(): Promise<{ project: Project; ids: string[] }> {
    const project = await openProject(projectOf({ main: CIRCLE }))
    const ids: string[] = []
    for (const [oldText, newText] of [
      ['0, 0, 4', '0, 0, 5'],
      ['0, 0, 5)', "0, 0, 6)\ndrawCircle('two', 30, 0, 1)"],
    ] as const) {
      const result = await project.edit({ file: 'main', oldText: oldText, newText: newText })
      if (result.status !== 'committed') throw new Error(result.error.message)
      ids.push(result.commitId)
    }
    return { project, ids }
  }

  test('is asked, drawn and exported by its id', async () => {
    const {
      project,
      ids: [first = '', last = ''],
    } = await commits()
    expect(await project.inspect({ view: 'info', commit: first })).toMatchObject({ entities: 1, sceneId: first })
    expect(await project.inspect({ view: 'info', commit: last })).toMatchObject({ entities: 2, sceneId: last })
    const svg = await project.export({ format: 'svg', commit: first })
    expect(svg).toMatchObject({ sceneId: first, text: expect.stringContaining('r="5"') })
    expect(await project.render({ commit: first, width: 200, height: 100 })).toMatchObject({
      status: 'ok',
      sceneId: first,
    })
    for (const method of ['render', 'export', 'inspect'] as const) {
      const result = await project.callTool(method, {
        ...{ render: {}, export: { format: 'svg' }, inspect: { view: 'info' } }[method],
        at: 'nobody',
      })
      expect(result).toMatchObject({ success: false, errorInfo: { kind: 'not_found' } })
    }
    expect(await project.summary()).toMatchObject({ entities: 2, sceneId: last })
  })

  test('is compared with another, in pictures and in SVG', async () => {
    const {
      project,
      ids: [first = '', last = ''],
    } = await commits()
    const svg = async (args: object): Promise<string> => {
      const result = await project.export({ format: 'svg', ...args })
      if (result.status !== 'ok' || result.text === undefined) throw new Error(JSON.stringify(result))
      return result.text
    }
    const since = await svg({ highlight: first })
    expect(since).toMatch(/data-name="dot".*data-change="changed"/)
    expect(since).toMatch(/data-name="two".*data-change="added"/)
    const back = await svg({ commit: first, highlight: last })
    expect(back).toMatch(/class="removed"[\s\S]*data-name="two"[^>]*stroke-dasharray[^>]*data-change="removed"/)
    expect(await svg({ highlight: 'last_change' })).toBe(since)
    expect(await svg({ commit: first, highlight: 'last_change' })).toMatch(/data-name="dot".*data-change="changed"/)
    expect(await svg({})).not.toContain('data-change')
    const pictures = await Promise.all(
      [{}, { highlight: first }, { commit: first, highlight: last }].map(async (args) => {
        const result = await project.render({ width: 300, height: 200, ...args })
        return result.status === 'ok' ? result.png.toString('base64') : ''
      }),
    )
    expect(new Set(pictures).size).toBe(3)
    expect(await project.render({ highlight: 'nobody' })).toMatchObject({
      status: 'refused',
      error: { code: 'not_found' },
    })
    expect(await project.export({ format: 'dxf', highlight: first })).toMatchObject({
      status: 'refused',
      error: { code: 'invalid_input' },
    })
  })
})

describe('an export of a host', () => {
  const MANY = "for (var i = 0; i < 4000; i++) drawRect('r' + i, i * 3, 0, 2, 2)\n"

  test('is a Buffer, of any size', async () => {
    const project = await openProject(projectOf({ main: MANY }))
    const result = await project.export({ format: 'svg' })
    if (result.status !== 'ok' || !result.data) throw new Error(JSON.stringify(result))
    expect(Buffer.isBuffer(result.data)).toBe(true)
    expect(result.data.length).toBe(result.byteLength)
    expect(result.byteLength).toBeGreaterThan(64 << 10)
    expect(result.text).toBe(result.data.toString('utf8'))
    expect(await project.callTool('export', { format: 'svg' })).toMatchObject({ errorInfo: { kind: 'too_large' } })
  })

  test('is written where the host says', async () => {
    const project = await openProject(projectOf({ main: MANY }))
    const to = join(scratch(), 'plan.pdf')
    const result = await project.export({ format: 'pdf', toFile: to })
    expect(result).toMatchObject({ status: 'ok', path: to, format: 'pdf' })
    expect(readFileSync(to).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(project.export({ format: 'pdf', toFile: join(to, 'x') })).rejects.toThrow(/Could not write/)
    await expect(project.export({ format: 'pdf', toFile: '' })).rejects.toThrow(/toFile must be a path/)
    await expect(project.export({ format: 'pdf', toFile: to, toExports: 'a.pdf' })).rejects.toThrow(/not both/)
    expect(await project.callTool('export', { format: 'pdf', to })).toMatchObject({
      errorInfo: { kind: 'invalid_input' },
    })
  })
})
