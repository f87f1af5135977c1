// Calls of the file tools whose answers must help, as data: `cases/files` has a file for each kind.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, test } from 'vitest'

import type { FileToolAnswer, PatchHunk } from '../index.js'
import { ROOT } from './support.js'
import { open, type Bench } from './workspace-support.js'

interface Case {
  readonly title: string
  /** The right answer, in words. */
  readonly expect: string
  /** The project before the first call. */
  readonly files: Readonly<Record<string, string | { repeat: string; times?: number; each?: number }>>
  readonly calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[]
  readonly outcome?: 'refused' | 'done'
  /** Expressions for the text of the answer to the last call; what it quotes of old_string is left out. */
  readonly says?: readonly string[]
  readonly never?: readonly string[]
  /** Contents of files after the last call. */
  readonly after?: Readonly<Record<string, string>>
  /** Looked at is what programs read: `meta`, patches and the display. */
  readonly over?: 'library'
}

const FOLDER = join(ROOT, '__test__', 'cases', 'files')

for (const name of readdirSync(FOLDER).sort()) {
  const cases = [JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))].flat() as Case[]
  describe(name.replace('.json', ''), () => {
    test.each(cases)('$title', async (it) => {
      const bench = await open({}, { durability: 'fast' })
      lay(bench, it.files)
      const root = realpathSync(bench.root)
      let answer: FileToolAnswer | undefined
      for (const [tool, args] of it.calls) answer = await bench.workspace.callTool(tool, withRoot(args, root))
      judge(it, answer as FileToolAnswer, bench, root)
    })
  })
}

function judge(it: Case, answer: FileToolAnswer, bench: Bench, root: string): void {
  const text = it.over === 'library' ? fieldsOf(answer) : withoutQuote(answer.assistant, it)
  if (it.outcome) expect(answer.result ? 'done' : 'refused', text).toBe(it.outcome)
  const expression = (source: string) => new RegExp(source.replaceAll('{root}', root.replace(/[^\w/]/g, '\\$&')), 'im')
  for (const source of it.says ?? []) expect(text).toMatch(expression(source))
  for (const source of it.never ?? []) expect(text).not.toMatch(expression(source))
  for (const [name, content] of Object.entries(it.after ?? {})) {
    expect(existsSync(bench.path(name)) ? bench.text(name) : null).toBe(content)
  }
}

function lay(bench: Bench, files: Case['files']): void {
  for (const [name, value] of Object.entries(files)) {
    const { repeat, times = 1, each = 1 } = typeof value === 'string' ? { repeat: value } : value
    for (let n = 0; n < each; n += 1) {
      const path = bench.path(name.replace('{n}', String(n)))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, repeat.repeat(times))
    }
  }
}

function withRoot(args: object, root: string): object {
  return JSON.parse(JSON.stringify(args).replaceAll('{root}', JSON.stringify(root).slice(1, -1))) as object
}

/** The text without old_string where it is quoted, so that only the answer's own words are judged. */
function withoutQuote(text: string, it: Case): string {
  const old = String(it.calls.at(-1)?.[1]['old_string'] ?? '')
  const at = text.indexOf('String: ')
  if (at < 0 || old === '') return text
  let end = at + 8
  for (let i = 0; i < old.length && text[end] === old[i]; i += 1) end += 1
  return text.slice(0, at) + text.slice(end)
}

function fieldsOf(answer: FileToolAnswer): string {
  const { meta = {}, display, diff, structuredPatch } = answer as unknown as Record<string, unknown>
  const hunks = ((structuredPatch ?? []) as PatchHunk[]).map(
    (it) => `@@ -${it.oldStart},${it.oldLines} +${it.newStart},${it.newLines} @@`,
  )
  const first = /^@@.*?@@/m.exec(String(diff))?.[0]
  return `meta ${JSON.stringify(meta)}\nhunks ${hunks.join(' ')}; diff ${first}\n${String(display)}`
}
