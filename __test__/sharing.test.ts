// Doors with different roots on the same files: scene servers, file servers at the folder and above it, the library, and an
// editor that knows nothing of them. Servers are killed all the time.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'

import { Client } from './checked-client.js'
import type { Project, Workspace } from '../index.js'
import { atEnd, openProject, PROGRAM, scratch, seededRandom, sleep } from './support.js'
import { reopen } from './workspace-support.js'

/** A longer storm is made by hand, to look for what is rare. */
const SCALE = Number(process.env['SCENEWRIGHT_STORM'] ?? 1)
const CALLS = 400 * SCALE
const KILLS = 20 * SCALE
const SEED = 20_261_122
/** Every actor has so many calls under way. */
const CALLS_AT_ONCE = 3

const FILES = ['scene.code.js', 'modules/a.js', 'modules/b.js'] as const
type File = (typeof FILES)[number]

/** Every edit puts a line of its own before this one. */
const END = '// end'

interface Edit {
  readonly line: string
  readonly file: File
  readonly sentAt: number
  readonly answeredAt: number
  /** `unknown`: the server died before it answered. */
  readonly outcome: 'applied' | 'refused' | 'unknown'
  readonly answer: string
  readonly transactionId: string | undefined
}

/** Somebody who edits, one call after the other. */
interface Actor {
  readonly name: string
  readonly edits: Edit[]
  edit(file: File, line: string): Promise<Pick<Edit, 'outcome' | 'answer' | 'transactionId'>>
  kill?(): void
}

/** The tool of a server that edits, and what it calls things. */
interface Door {
  readonly name: string
  readonly flags: readonly string[]
  readonly tool: string
  arguments(file: File, line: string): Record<string, unknown>
  /** The transaction in a successful answer, where it names one. */
  transactionId(answer: string): string | undefined
}

function server(door: Door, historyDir: string): Actor {
  let connected: Promise<{ client: Client; pid: number }> | undefined
  const connect = async (): Promise<{ client: Client; pid: number }> => {
    const env = { ...process.env, SCENEWRIGHT_STATE_DIR: historyDir } as Record<string, string>
    const args = [PROGRAM, ...door.flags]
    const transport = new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' })
    const client = new Client({ name: door.name, version: '0.0.0' })
    await client.connect(transport)
    const { pid } = transport
    if (pid === null) throw new Error('the server ended')
    return { client, pid }
  }
  atEnd(async () => (await connected?.catch(() => undefined))?.client.close())
  return {
    name: door.name,
    edits: [],
    kill: () => {
      const kill = ({ pid }: { readonly pid: number }): void => {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          // The kill before has ended it.
        }
      }
      void connected?.then(kill, () => undefined)
    },
    edit: async (file, line) => {
      try {
        const { client } = await (connected ??= connect())
        const { content, isError } = await client.callTool({ name: door.tool, arguments: door.arguments(file, line) })
        const answer = (content as { text?: string }[])[0]?.text ?? ''
        const applied = !isError && !/"success": ?false/.test(answer)
        return {
          outcome: applied ? 'applied' : 'refused',
          answer,
          transactionId: applied ? door.transactionId(answer) : undefined,
        }
      } catch (error) {
        connected = undefined
        return { outcome: 'unknown', answer: String(error), transactionId: undefined }
      }
    },
  }
}

const sceneDoor = (name: string, dir: string, durability: string): Door => ({
  name,
  flags: ['mcp', '--dir', dir, '--durability', durability],
  tool: 'edit',
  arguments: (file, line) => ({
    file: file === 'scene.code.js' ? 'main' : file.slice('modules/'.length, -'.js'.length),
    old_code: END,
    new_code: `${line}\n${END}`,
  }),
  transactionId: (answer) => /"transactionId": ?"(\w+)"/.exec(answer)?.[1],
})

const fileDoor = (name: string, root: string, prefix: string, durability: string): Door => ({
  name,
  flags: ['files', '--root', root, '--policy', 'off', '--durability', durability],
  tool: 'Edit',
  arguments: (file, line) => ({ file_path: `${prefix}${file}`, old_string: END, new_string: `${line}\n${END}` }),
  transactionId: () => undefined,
})

function library(workspace: Workspace): Actor {
  return {
    name: 'library',
    edits: [],
    edit: async (filePath, line) => {
      const result = await workspace.edit({ path: filePath, oldText: END, newText: `${line}\n${END}` })
      return result.ok
        ? { outcome: 'applied', answer: '', transactionId: result.commitId }
        : { outcome: 'refused', answer: JSON.stringify(result), transactionId: undefined }
    },
  }
}

async function idsOf(door: Project | Workspace): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; ; ) {
    const page = await door.history({ offset, limit: 100 })
    if (page.status === 'refused') throw new Error(page.error.message)
    for (const row of page.rows) ids.push(row.commitId)
    if (page.nextOffset === undefined) return ids
    offset = page.nextOffset
  }
}

test.each(['fsync', 'fast'] as const)(
  'a storm of edits through six doors, with kills, loses no acknowledged edit (%s)',
  { timeout: 600_000 },
  async (durability) => {
    const [outer, historyDir] = [scratch(), scratch()]
    const dir = join(outer, 'project')
    mkdirSync(join(dir, 'modules'), { recursive: true })
    const path = (file: File): string => join(dir, file)
    for (const file of FILES) writeFileSync(path(file), `// ${file}\n${END}\n`)

    const options = { historyDir, readFirst: 'off', durability } as const
    const inside = await reopen({ root: dir, ...options })
    const actors = [
      server(sceneDoor('scene-1', dir, durability), historyDir),
      server(sceneDoor('scene-2', dir, durability), historyDir),
      server(fileDoor('files-at', dir, '', durability), historyDir),
      server(fileDoor('files-above', outer, 'project/', durability), historyDir),
      library(inside),
    ]
    const random = seededRandom(SEED)
    let calls = 0
    let kills = 0
    const call = async (actor: Actor): Promise<Edit> => {
      calls += 1
      const file = random() < 0.7 ? FILES[1] : FILES[Math.floor(random() * FILES.length)]!
      const line = `// ${actor.name} ${calls}.`
      const sentAt = performance.now()
      const result = await actor.edit(file, line)
      const edit = { line, file, sentAt, answeredAt: performance.now(), ...result }
      actor.edits.push(edit)
      return edit
    }
    const work = async (actor: Actor): Promise<void> => {
      while (calls < CALLS) await call(actor)
    }
    const servers = actors.filter((actor) => actor.kill)
    const killing = async (): Promise<void> => {
      while (calls < CALLS && kills < KILLS) {
        await sleep(10 + random() * 60)
        if (calls < (kills * CALLS) / KILLS) continue
        servers[Math.floor(random() * servers.length)]!.kill!()
        kills += 1
      }
    }
    // It reads, writes beside, and renames into place without asking anybody: what it drops it drops by itself.
    const droppedBetween: { file: File; from: number; to: number }[] = []
    let written = 0
    const editing = async (): Promise<void> => {
      while (calls < CALLS) {
        await sleep(50)
        const file = FILES[Math.floor(random() * FILES.length)]!
        const from = performance.now()
        const text = readFileSync(path(file), 'utf8')
        const beside = join(outer, 'of-the-editor')
        writeFileSync(beside, text.replace(END, `// editor ${written}.\n${END}`))
        renameSync(beside, path(file))
        droppedBetween.push({ file, from, to: performance.now() })
        written += 1
      }
    }
    const atOnce = Array.from({ length: CALLS_AT_ONCE }, () => actors.map(work)).flat()
    await Promise.all([...atOnce, killing(), editing()])

    // A call of every door, so that what the dead left is finished. The last kill may come as late.
    for (const actor of actors) {
      const outcomes: Edit['outcome'][] = []
      while (outcomes.length < 5 && outcomes.at(-1) !== 'applied') outcomes.push((await call(actor)).outcome)
      expect(outcomes.at(-1), actor.name).toBe('applied')
    }

    const texts = Object.fromEntries(FILES.map((file) => [file, readFileSync(path(file), 'utf8').split('\n')]))
    const edits = actors.flatMap((actor) => actor.edits)
    const times = (edit: Edit): number => texts[edit.file]!.filter((found) => found === edit.line).length
    const isOfTheEditor = ({ file, sentAt, answeredAt }: Edit): boolean =>
      droppedBetween.some((it) => it.file === file && it.from < answeredAt && sentAt < it.to)
    const wrong = edits.filter((edit) => {
      const count = times(edit)
      if (edit.outcome === 'applied') return count !== 1 && !(count === 0 && isOfTheEditor(edit))
      return edit.outcome === 'refused' ? count !== 0 : count > 1
    })
    const count = (outcome: Edit['outcome']): number => edits.filter((edit) => edit.outcome === outcome).length
    const refused = edits.filter((edit) => edit.outcome === 'refused')
    console.log(
      `${durability}: ${edits.length} calls, ${kills} kills, ${count('applied')} applied, ${refused.length} refused, ` +
        `${count('unknown')} unanswered, ${written} times the editor; ${wrong.length} wrong`,
    )
    expect(wrong.map(({ line, outcome }) => `${outcome} ${line}`)).toEqual([])
    expect(refused.map(({ answer }) => answer).filter((answer) => !/conflict|changed by another/.test(answer))).toEqual(
      [],
    )
    expect(readdirSync(dir).sort()).toEqual(['.scenewright', 'modules', 'scene.code.js', 'scene.json'])
    expect(readdirSync(join(dir, 'modules')).sort()).toEqual(['a.js', 'b.js'])

    // Each door's history has its commits, once.
    const applied = (names: string[]): Edit[] =>
      actors
        .filter(({ name }) => names.includes(name))
        .flatMap((actor) => actor.edits)
        .filter((it) => it.outcome === 'applied')
    const unanswered = (names: string[]): number =>
      actors
        .filter(({ name }) => names.includes(name))
        .flatMap((actor) => actor.edits)
        .filter((it) => it.outcome === 'unknown').length
    const project = await openProject(dir, { durability })
    const again = await reopen({ root: dir, ...options })
    const above = await reopen({ root: outer, ...options })
    for (const [door, names] of [
      // The file tools on the folder of a project have its history, unless their host names another place for theirs.
      [project, ['scene-1', 'scene-2', 'files-at']],
      [again, ['library']],
      [above, ['files-above']],
    ] as const) {
      const ids = await idsOf(door)
      expect(new Set(ids).size).toBe(ids.length)
      const own = applied([...names])
      const known = own.flatMap((edit) => edit.transactionId ?? [])
      expect(
        known.filter((id) => !ids.includes(id)),
        `${names[0]}: acknowledged, and not in the history`,
      ).toEqual([])
      // Changes that were committed without an answer are there too.
      expect(ids.length).toBeGreaterThanOrEqual(own.length)
      expect(ids.length).toBeLessThanOrEqual(own.length + unanswered([...names]))
    }

    // Undo and redo at each door, of its own last change and of one that another door has built upon.
    const before = readFileSync(path('modules/b.js'), 'utf8')
    const first = await project.edit({ file: 'b', oldText: END, newText: `// scene\n${END}` })
    expect(first.status).toBe('committed')
    const second = await above.edit({ path: 'project/modules/b.js', oldText: END, newText: `// above\n${END}` })
    expect(second.status).toBe('committed')
    const refusedUndo = await project.undo()
    expect(refusedUndo).toMatchObject({ status: 'refused', error: { code: 'conflict' } })
    expect(await above.undo()).toMatchObject({ status: 'committed' })
    expect(await project.undo()).toMatchObject({ status: 'committed' })
    expect(readFileSync(path('modules/b.js'), 'utf8')).toBe(before)
    expect(await project.redo()).toMatchObject({ status: 'committed' })
    expect(readFileSync(path('modules/b.js'), 'utf8')).toBe(before.replace(END, `// scene\n${END}`))
  },
)
