// Edits by anchors beside the other ways to say an edit: 10,000 seeded edits of real code, each said in four ways and made by
// the servers. Of every way: the bytes of the call, how many were refused, and how many changed anything else than what was
// meant.
//
// In one of ten cases somebody else has put lines above the place after the file was read, and in one of ten has changed a line
// of the place itself. A refusal is the right answer to the latter.
//
// SCENEWRIGHT_CODE=/folder:/folder takes the files of other folders, SCENEWRIGHT_EDITS=500 makes fewer edits, SCENEWRIGHT_SEED
// others.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import { printTable, ROOT } from './measure.mjs'

const SEED = Number(process.env.SCENEWRIGHT_SEED ?? 20_261_125)
const EDITS = Number(process.env.SCENEWRIGHT_EDITS ?? 10_000)
const FOLDERS = (process.env.SCENEWRIGHT_CODE ?? `${join(ROOT, 'ts')}:${join(ROOT, 'crates')}`).split(':')
const CODE = new Set('.rs .ts .tsx .js .mjs .py .go .c .h .java .css'.split(' '))

/** Lines around a change that models give in a patch, and in a text. */
const CONTEXT = { patch: 3, text: 1 }

/** The same numbers in every run (mulberry32). */
function numbers(seed) {
  let state = seed >>> 0
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
  }
}

function collect(folder, files = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) collect(path, files)
    else if (entry.isFile() && CODE.has(extname(entry.name))) files.push(path)
  }
  return files
}

/** Files that every way can edit: text with LF alone, of 30 to 3,000 lines that are not cut for display. */
function readFiles() {
  const texts = FOLDERS.flatMap((folder) => collect(folder))
    .sort()
    .map((path) => readFileSync(path))
    .filter((bytes) => bytes.length < 250_000)
    .map((bytes) => bytes.toString('utf8'))
  return texts.filter((text) => {
    const lines = text.split('\n')
    const isPlain = text.endsWith('\n') && !/[\r\ufffd\0]/.test(text) && !text.startsWith('\ufeff')
    return isPlain && lines.length > 30 && lines.length < 3_000 && lines.every((line) => line.length < 1_000)
  })
}

/** A change of lines: those from `from` on, `count` of them, become others. */
function makeEdit(lines, pick) {
  const kind = pick(5)
  const count = [1, 1, 1, 2 + pick(4), 6 + pick(15)][kind]
  const from = pick(lines.length - count)
  const old = lines.slice(from, from + count)
  const renamed = (line) => line.replace(/[A-Za-z_]\w*/, (word) => `${word}Renamed`)
  const [indent] = /^\s*/.exec(old[0]) ?? ['']
  const changed = old.map((line, at) => (at % 3 === 0 ? renamed(line) : line))
  const put = [
    changed,
    [...old, `${indent}added(${from})`],
    [],
    changed,
    [...changed.slice(0, 2), `${indent}added(${from})`, ...changed.slice(3)],
  ][kind]
  return { from, count, old, put }
}

/** The file when the edit is made, and the expected result; nothing if the edit has no place left. */
function surroundings(lines, { from, count, put }, pick) {
  const chance = pick(10)
  const now = [...lines]
  if (chance === 0) {
    const added = Array.from({ length: 1 + pick(8) }, (_, at) => `// put in by somebody else ${at}`)
    const at = pick(from + 1)
    now.splice(at, 0, ...added)
    const begin = from + added.length
    return { state: 'moved', now, expected: [...now.slice(0, begin), ...put, ...now.slice(begin + count)] }
  }
  if (chance === 1) {
    now[from + pick(count)] += ' // changed by somebody else'
    return { state: 'changed', now }
  }
  return { state: 'as read', now, expected: [...lines.slice(0, from), ...put, ...lines.slice(from + count)] }
}

const joined = (lines) => lines.join('\n')

/** A text edit: the changed lines, and one on either side. */
function asText(lines, { from, count, put }) {
  const before = lines.slice(Math.max(0, from - CONTEXT.text), from)
  const after = lines.slice(from + count, from + count + CONTEXT.text)
  const old = lines.slice(from, from + count)
  return { old_string: joined([...before, ...old, ...after]), new_string: joined([...before, ...put, ...after]) }
}

function asPatch(lines, { from, count, old, put }) {
  const before = lines.slice(Math.max(0, from - CONTEXT.patch), from)
  const after = lines.slice(from + count, from + count + CONTEXT.patch)
  const rows = [
    ...before.map((line) => ` ${line}`),
    ...old.map((line) => `-${line}`),
    ...put.map((line) => `+${line}`),
    ...after.map((line) => ` ${line}`),
  ]
  return `*** Begin Patch\n*** Update File: a.txt\n@@\n${joined(rows)}\n*** End Patch`
}

/** A block between markers, which common programs put in the first place that has its lines. */
function asBlock(lines, edit) {
  const { old_string, new_string } = asText(lines, edit)
  return `a.txt\n<<<<<<< SEARCH\n${old_string}\n=======\n${new_string}\n>>>>>>> REPLACE`
}

function replaceFirst(lines, edit, now) {
  const { old_string, new_string } = asText(lines, edit)
  const text = `${joined(now)}\n`
  const at = `\n${text}`.indexOf(`\n${old_string}\n`)
  return at < 0 ? undefined : text.slice(0, at) + new_string + text.slice(at + old_string.length)
}

const { anchorOf } = await anchors()

/** The anchors are those that Read shows around the place. */
async function anchors() {
  const { build } = createRequire(import.meta.url)('esbuild')
  const made = await build({
    stdin: { contents: "export { anchorOf } from './ts/anchors.ts'", resolveDir: ROOT },
    ...{ bundle: true, write: false, format: 'esm', platform: 'node', external: ['*.node', 'scenewright-*'] },
    banner: { js: "import { createRequire as cr } from 'node:module'; const require = cr(import.meta.url);" },
  })
  const file = join(mkdtempSync(join(tmpdir(), 'scenewright-anchors-')), 'anchors.mjs')
  writeFileSync(file, made.outputFiles[0].text)
  return import(file)
}

function asAnchors(lines, { from, count, put }) {
  const first = anchorOf(from + 1, lines[from])
  const anchor = count === 1 ? first : `${first}-${anchorOf(from + count, lines[from + count - 1])}`
  return { anchor, new_string: joined(put) }
}

const scratch = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
const root = join(scratch, 'root')
mkdirSync(root)

async function server(name, flags) {
  const client = new Client({ name: 'scenewright-bench', version: '0.0.0' })
  const program = [join(ROOT, 'bin', 'scenewright'), 'files', '--root', root, '--durability', 'fast', ...flags]
  const env = { ...process.env, SCENEWRIGHT_STATE_DIR: join(scratch, name) }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: program, env, stderr: 'ignore' }))
  return client
}

const servers = {
  own: await server('own', ['--anchors', '--policy', 'off']),
  codex: await server('codex', ['--names', 'codex']),
}
const path = join(root, 'a.txt')
const call = (client, name, args) => client.callTool({ name, arguments: args })

/** Each way: what is sent, and how it is done. */
const WAYS = {
  'anchors (Edit)': {
    sent: (lines, edit) => ({ file_path: 'a.txt', ...asAnchors(lines, edit) }),
    make: (args) => call(servers.own, 'Edit', args),
  },
  'text (Edit)': {
    sent: (lines, edit) => ({ file_path: 'a.txt', ...asText(lines, edit) }),
    make: (args) => call(servers.own, 'Edit', args),
  },
  apply_patch: {
    sent: (lines, edit) => ({ input: asPatch(lines, edit) }),
    make: (args) => call(servers.codex, 'apply_patch', args),
  },
  'search/replace, first place': {
    sent: (lines, edit) => ({ blocks: asBlock(lines, edit) }),
    make: async (_, lines, edit, now) => {
      const made = replaceFirst(lines, edit, now)
      if (made !== undefined) writeFileSync(path, made)
      return { isError: made === undefined }
    },
  },
}

const counts = Object.fromEntries(
  Object.keys(WAYS).map((name) => [name, { bytes: 0, refused: 0, changedRefused: 0, moved: 0, wrong: 0 }]),
)
const of = { 'as read': 0, moved: 0, changed: 0 }
const pick = numbers(SEED)
const files = readFiles()
try {
  for (let number = 0; number < EDITS; ) {
    const text = files[pick(files.length)]
    const lines = text.slice(0, -1).split('\n')
    const edit = makeEdit(lines, pick)
    const { state, now, expected } = surroundings(lines, edit, pick)
    if (joined(edit.old) === joined(edit.put) || edit.old.every((line) => line.trim() === '')) continue
    number += 1
    of[state] += 1
    if (process.env.SCENEWRIGHT_SHOW && number % 500 === 0) process.stderr.write(`${number} edits\n`)
    for (const [name, { sent, make }] of Object.entries(WAYS)) {
      writeFileSync(path, text)
      if (name.startsWith('anchors')) {
        await call(servers.own, 'Read', {
          file_path: 'a.txt',
          offset: Math.max(1, edit.from - 20),
          limit: edit.count + 40,
        })
      }
      const before = `${joined(now)}\n`
      writeFileSync(path, before)
      const args = sent(lines, edit)
      const { isError = false } = await make(args, lines, edit, now)
      const after = readFileSync(path, 'utf8')
      const count = counts[name]
      count.bytes += Buffer.byteLength(JSON.stringify(args))
      const isRight = after === (isError || !expected ? before : joined(expected) + (expected.length > 0 ? '\n' : ''))
      if (!isRight) {
        count.wrong += 1
        if (process.env.SCENEWRIGHT_SHOW && !name.startsWith('search')) {
          process.stderr.write(`${name}, ${state}: ${JSON.stringify(args)}\n`)
        }
      } else if (isError && state === 'as read') count.refused += 1
      else if (isError && state === 'moved') count.moved += 1
      else if (isError) count.changedRefused += 1
    }
  }
} finally {
  for (const client of Object.values(servers)) await client.close()
  rmSync(scratch, { recursive: true, force: true })
}

const written = (value) => value.toLocaleString('en-US')
const head = [
  ...[
    'bytes of a call, mean',
    `refused of ${of['as read']} as read`,
    `of ${of.moved} moved`,
    `of ${of.changed} changed`,
  ],
  'wrong',
]
printTable(`${written(EDITS)} edits of ${written(files.length)} files, seed ${SEED}`, [
  ['', ...head],
  ...Object.entries(counts).map(([name, { bytes, refused, moved, changedRefused, wrong }]) => {
    const mean = Math.round(bytes / EDITS)
    return [name, ...[mean, refused, moved, changedRefused, wrong].map(written)]
  }),
])
