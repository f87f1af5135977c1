import { randomUUID } from 'node:crypto'
import { dirname, extname, isAbsolute, join, resolve } from 'node:path'

import {
  FamilyError,
  remarks,
  text,
  withoutMissing,
  type Family,
  type FamilyAnswer,
  type FamilyTool,
  type Given,
  type Tools,
} from './family.js'
import { RefusedError } from '../errors.js'
import { listFolder } from './folders.js'
import { inFolder, patchArguments, patchIn } from './patch-input.js'
import {
  applyChunks,
  isMove,
  MARK,
  parsePatch,
  PatchError,
  type Chunk,
  type FilePatch,
  type MovePatch,
} from './patch.js'

const READS = { readOnlyHint: true, openWorldHint: false } as const
const CHANGES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false } as const

/** The defaults of Codex's own tools (`docs/other-names.md`). */
const DEFAULT_LINES = 2_000
const DEFAULT_ENTRIES = 25
const MAX_ENTRIES = 1_000

const numbered = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Changes all files of a patch, or none. */
async function applyPatch(tools: Tools, given: Given): Promise<FamilyAnswer> {
  let files: FilePatch[]
  try {
    const { patch, folder } = patchIn(String(given['input']))
    const own = given['folder'] as string | undefined
    files = inFolder(inFolder(parsePatch(patch), folder), own)
  } catch (thrown) {
    throw refusalOf(thrown)
  }
  const message = `apply_patch ${files
    .map(({ path }) => path)
    .slice(0, 3)
    .join(', ')}`
  const doubts = await doubtsAbout(tools, files)
  let failed: unknown
  const result = await tools.workspace
    .change(
      async (tx) => {
        try {
          await applyFiles(tx, files)
        } catch (thrown) {
          failed = thrown
          throw thrown
        }
      },
      { message, ...(tools.signal && { signal: tools.signal }) },
    )
    .catch((thrown: unknown) => {
      if (thrown === failed) return undefined
      throw thrown
    })
  if (failed instanceof PatchError) throw await explained(tools, failed, files)
  if (result === undefined) throw failed
  if (result.status !== 'committed') {
    throw new FamilyError(
      tools.inOwnNames(`${result.error.message}${hintOf(result.error)}\n\nNothing was changed.`),
      result.error.code,
    )
  }
  const signs = { add: 'A', delete: 'D', update: 'M' }
  const names = files.map(
    (file) => `${signs[file.kind]} ${file.kind === 'update' ? (file.moveTo ?? file.path) : file.path}`,
  )
  const executable = files.filter((file) => file.kind === 'add' && file.isExecutable)
  const modes = executable.map(
    ({ path }) => `Note: ${path} is not executable yet, as no mode is set here: chmod +x it.`,
  )
  const warnings = [...result.warnings.map(({ message: warning }) => warning), ...doubts, ...modes]
    .map((it) => `\n${it}`)
    .join('')
  return text(`Success. Updated the following files:\n${names.join('\n')}${warnings}`)
}

/** Remarks on added lines that are probably not what was meant, such as placeholders, as an Edit makes them. */
async function doubtsAbout(tools: Tools, files: readonly FilePatch[]): Promise<string[]> {
  const doubts: string[] = []
  for (const file of files) {
    const added = file.kind === 'add' ? file.content : file.kind === 'update' ? addedBy(file.chunks) : ''
    if (added === '') continue
    // Of a file that is not there, in the same language.
    const path = join(dirname(file.path), `${randomUUID()}${extname(file.path)}`)
    const { answer } = await tools.ask('Edit', { file_path: path, old_string: '', new_string: added, dry_run: true })
    const said = [answer['notes'], answer['warnings']].flatMap((it) => (it as readonly string[] | undefined) ?? [])
    // The lines of an old file end as it has them.
    const isOfUpdate = (it: string) => file.kind === 'update' && it.startsWith('Note: the line ends of the text')
    doubts.push(
      ...said
        .filter((it) => !isOfUpdate(it))
        .map((it) => it.replace(/^(\w+: )new_string\b/, `$1the patch of ${file.path}`)),
    )
  }
  return doubts
}

function addedBy(chunks: readonly Chunk[]): string {
  return chunks.flatMap((chunk) => chunk.new.filter((line) => !chunk.old.includes(line))).join('\n')
}

function hintOf({ hint }: { readonly hint?: string | undefined }): string {
  return hint === undefined ? '' : `\n${hint.replace(', or set overwrite to replace it', '')}`
}

type Transaction = Parameters<Parameters<Tools['workspace']['change']>[0]>[0]
/** Waits for what is done to a file, and names the file in its refusal. */
type Named = (file: FilePatch, applied: Promise<unknown>) => Promise<unknown>

/**
 * Applies the patches of all files. Files are removed before others are made, whatever their order in a patch: a
 * new file may have the name of one that is deleted or moved, or be in a folder of that name, and two files may exchange
 * names.
 */
async function applyFiles(tx: Transaction, files: readonly FilePatch[]): Promise<void> {
  const named: Named = (file, applied) =>
    applied.catch((thrown: unknown) => {
      throw withPath(thrown, file)
    })
  for (const file of files) if (file.kind === 'delete') await named(file, deleteFile(tx, file))
  for (const file of files) if (file.kind === 'update') await named(file, updateFile(tx, file))
  await moveFiles(tx, files.filter(isMove), named)
  for (const file of files) if (file.kind === 'add') await named(file, addFile(tx, file))
}

/** The refusal of a file, which names it, as a patch may have many. */
function withPath(thrown: unknown, file: FilePatch): unknown {
  if (!(thrown instanceof RefusedError)) return thrown
  const path = file.kind === 'update' ? (file.moveTo ?? file.path) : file.path
  const named = [file.path, path].some((own) => thrown.message.includes(own)) ? '' : `${file.path}: `
  return new PatchError(`${named}${thrown.message}${hintOf(thrown)}`, thrown.code)
}

async function addFile(tx: Transaction, { path, content }: FilePatch & { readonly kind: 'add' }): Promise<void> {
  const existing = await tx.try.read({ path })
  if (/^(["'`]).*\1$|^\s|\s$|\\|\/$/.test(path)) {
    throw new PatchError(
      `${path}: the patch adds this file, and no path is written so. Give the path alone, with slashes.`,
    )
  }
  if (existing.ok && existing.text.trim() !== '') {
    throw new PatchError(`${path}: the patch adds this file, and it exists already. Use "*** Update File: ${path}".`)
  }
  await tx.write({ path, text: content, lineEnds: 'repository' })
}

async function deleteFile(tx: Transaction, { path, chunks }: FilePatch & { readonly kind: 'delete' }): Promise<void> {
  if (chunks.length > 0) {
    const { text: content } = await tx.read({ path })
    if (applyChunks(path, content, chunks) !== '') {
      throw new PatchError(
        `${path}: the patch deletes this file, but the file has more lines than the patch.`,
        'no_match',
      )
    }
  }
  await tx.delete({ path })
}

async function updateFile(tx: Transaction, { path, chunks }: FilePatch & { readonly kind: 'update' }): Promise<void> {
  if (chunks.length === 0) return
  if (chunks.some(({ mark }) => mark === 'removed')) {
    throw new PatchError(`${path}: the patch removes the byte order mark of the file, which cannot be done here.`)
  }
  const { text: content } = await tx.read({ path })
  // A file that has a mark keeps it.
  const mark = chunks.some((chunk) => chunk.mark === 'added') ? MARK : ''
  await tx.write({ path, text: `${mark}${applyChunks(path, content, chunks)}` })
}

/**
 * Gives files their new paths. One whose new path another file has yet to leave waits under a temporary name, as does one in
 * the place of a folder that files have yet to leave, or in a folder in the place of a file.
 */
async function moveFiles(tx: Transaction, files: readonly MovePatch[], named: Named): Promise<void> {
  const left = new Set(files.map(({ path }) => path))
  /** The number of these files in each folder. */
  const counts = new Map<string, number>()
  const count = (path: string, step: 1 | -1): void => {
    for (const folder of foldersOf(path)) counts.set(folder, (counts.get(folder) ?? 0) + step)
  }
  for (const path of left) count(path, 1)
  const waiting: { readonly file: MovePatch; readonly from: string }[] = []
  for (const file of files) {
    if (left.delete(file.path)) count(file.path, -1)
    const isFolder = (counts.get(file.moveTo) ?? 0) > 0
    const isTaken = isFolder || left.has(file.moveTo) || foldersOf(file.moveTo).some((folder) => left.has(folder))
    // Not in a folder that is to become a file.
    const temporary = `${isFolder ? file.moveTo : file.path}.${randomUUID()}`
    const to = isTaken ? temporary : file.moveTo
    await named(file, tx.rename({ from: file.path, to }))
    if (isTaken) waiting.push({ file, from: to })
  }
  for (const { file, from } of waiting) await named(file, tx.rename({ from, to: file.moveTo }))
}

/** The folders that a path leads through. */
function foldersOf(path: string): string[] {
  const ends = [...path.matchAll(/\//g)].map(({ index }) => index)
  return ends.map((end) => path.slice(0, end))
}

function refusalOf(thrown: unknown): unknown {
  if (!(thrown instanceof PatchError)) return thrown
  return new FamilyError(`${thrown.message}\n\nNothing was changed.`, thrown.kind)
}

/** The refusal, with the place most similar to the missing lines. */
async function explained(tools: Tools, error: PatchError, files: readonly FilePatch[]): Promise<unknown> {
  const file = files.find(({ path }) => error.message.startsWith(`${path}: `))
  const { old = '', replacement = '' } = error
  if (old === '' || file === undefined) return refusalOf(error)
  // With the same text on both sides there would be nothing to explain.
  const attempt = {
    file_path: file.path,
    old_string: old,
    new_string: replacement === old ? '' : replacement,
    dry_run: true,
  }
  const { answer } = await tools.ask('Edit', attempt)
  const explanation = answer.result
    ? differenceIn(answer.assistant, replacement) +
      (await linesOf(tools, file.path, answer['flexible'] as FlexibleLines | undefined))
    : answer.kind === 'no_match'
      ? helpIn(answer.message ?? '', old)
      : ''
  return new FamilyError(`${error.message}${explanation}\n\nNothing was changed.`, error.kind)
}

/** The sentence of an Edit about a difference that it tolerated. A patch tolerates none. */
function differenceIn(text: string, replacement: string): string {
  const [, lines, what, more] = /^Note: old_string matched (.*?) flexibly: (.*?) differed\. (.*)$/m.exec(text) ?? []
  if (lines === undefined) return ''
  const words = `\n\nOn ${lines} nothing differs but ${what}. ${more?.replace(/ The file's own quotes were kept\.$/, '')}`
  const isInNew = /[\u2018-\u201F]/.test(replacement)
  return isInNew
    ? `${words}\nThe new lines have such quotes too, which would be written: correct them there as well.`
    : words
}

interface FlexibleLines {
  readonly firstLine: number
  readonly lastLine: number
}

/** The lines of a file that a tolerant Edit would have taken, as a refusal offers them. */
async function linesOf(tools: Tools, path: string, found: FlexibleLines | undefined): Promise<string> {
  if (found === undefined) return ''
  const part = { file_path: path, offset: found.firstLine, limit: found.lastLine - found.firstLine + 1 }
  const { answer } = await tools.ask('Read', part)
  const content = String(answer['content']).replace(/\n$/, '')
  // Lines that were cut for display are no text to be given back.
  const isWhole = answer['numLines'] === part.limit && !/\.\.\. \(\+\d+ characters?\)$/m.test(content)
  if (answer['type'] !== 'text' || !isWhole) return ''
  const longest = Math.max(2, ...(content.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `\n\nThe text as it should be, between the fences:\n${fence}\n${content}\n${fence}`
}

/** The help in the message of an Edit, which follows the text that was not found. A long one is cut there. */
function helpIn(message: string, old: string): string {
  const quoted = /^.*\n?String: |^/.exec(message)?.[0] ?? ''
  const rest = message.slice(quoted.length)
  const help = (
    rest.startsWith(old) ? rest.slice(old.length) : rest.replace(/^[\s\S]*?… \(\d+ characters\)/, '')
  ).trim()
  return help === '' || help === message.trim() ? '' : `\n\n${withoutMissing(help, [])}`
}

/** Lines of a file, each after its number: `L7: text`. */
async function readFile(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const { anchor_line: anchor } = (given['indentation'] ?? {}) as { readonly anchor_line?: unknown }
  const offset = numbered(given['offset']) ?? numbered(anchor) ?? 1
  const limit = numbered(given['limit']) ?? DEFAULT_LINES
  const envelope = await tools.call('Read', { file_path: given['file_path'], offset, limit })
  const { answer, image } = envelope
  if (image) return { content: [{ type: 'image', data: image.data, mimeType: image.mimeType }] }
  if (answer['type'] !== 'text') return text(answer.assistant)
  const { startLine, content, numLines } = answer as unknown as { startLine: number; numLines: number; content: string }
  const lines = content.split('\n').slice(0, numLines)
  return text(lines.map((line, index) => `L${startLine + index}: ${line}`).join('\n') + remarks(envelope))
}

/** The entries of a folder and its subfolders, down to the requested depth. */
async function listDir(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const top = resolve(tools.roots[0] ?? '.', String(given['dir_path'] ?? '.'))
  const offset = Math.max(1, numbered(given['offset']) ?? 1)
  const limit = Math.min(MAX_ENTRIES, Math.max(1, numbered(given['limit']) ?? DEFAULT_ENTRIES))
  const rows: string[] = []
  const list = async (folder: string, depth: number): Promise<void> => {
    const { entries } = await listFolder(tools, folder)
    for (const { name, kind } of entries) {
      const mark = { file: '', folder: '/', link: '@', other: '?' }[kind]
      rows.push(`${'  '.repeat(depth - 1)}${name}${mark}`)
      const isDeeper = kind === 'folder' && depth < (numbered(given['depth']) ?? 2)
      if (isDeeper && rows.length < offset + limit) await list(`${folder}/${name}`, depth + 1)
    }
  }
  await list(top, 1)
  const shown = rows.slice(offset - 1, offset - 1 + limit)
  const more = rows.length > offset - 1 + limit ? [`More than ${limit} entries found`] : []
  return text([`Absolute path: ${top}`, ...shown, ...more].join('\n'))
}

/** The files that match a pattern, newest first. */
async function grepFiles(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const { pattern, include, path } = given
  const args = { pattern, head_limit: Math.max(1, numbered(given['limit']) ?? 100) }
  const more = { ...(include !== undefined && { include }), ...(path !== undefined && { path }) }
  const { answer } = await tools.call('Grep', { ...args, ...more })
  const names = answer['filenames'] as readonly string[]
  const root = tools.roots[0] ?? '.'
  const absolute = names.map((name) => (isAbsolute(name) ? name : resolve(root, name)))
  return text(names.length === 0 ? 'No matches found.' : absolute.join('\n'))
}

const TOOLS: readonly FamilyTool[] = [
  {
    name: 'apply_patch',
    title: 'Apply a patch',
    description:
      'Changes files by a patch: all of them, or none. The patch is text from "*** Begin Patch" to "*** End Patch" with sections ' +
      '"*** Add File: PATH" (lines with +), "*** Delete File: PATH" and "*** Update File: PATH" (perhaps "*** Move to: PATH", ' +
      'then chunks: "@@" with the line of the class or function, 3 lines of context with a space, old lines with -, new ones with ' +
      '+). A unified diff will do, too. Context and old lines must match the file exactly, and be in one place; a chunk that only ' +
      'adds lines goes after the line of its @@. Paths are relative to the first root.',
    parameters: {
      input: { type: 'string', description: 'The whole patch.', isRequired: true },
      folder: { type: 'string', description: 'The folder that paths are relative to.', isHidden: true },
    },
    readArguments: patchArguments,
    annotations: CHANGES,
    run: (given, tools) => applyPatch(tools, given),
  },
  {
    name: 'read_file',
    title: 'Read a file',
    description: 'Reads lines of a file, each after its number: "L7: text". The numbers are not part of the file.',
    parameters: {
      file_path: { type: 'string', description: 'The path of the file.', isRequired: true },
      offset: { type: 'number', description: 'First line, from 1.' },
      limit: { type: 'number', description: 'Number of lines. Default: 2,000.' },
      mode: { type: 'string', description: 'Understood, and of no effect.', isHidden: true },
      indentation: {
        type: 'object',
        description: 'Its anchor_line is the offset where there is none.',
        isHidden: true,
      },
    },
    annotations: READS,
    run: (given, tools) => readFile(tools, given),
  },
  {
    name: 'list_dir',
    title: 'List a folder',
    description: 'Lists the entries of a folder and of the folders in it. Folders end with /, links with @.',
    parameters: {
      dir_path: { type: 'string', description: 'The path of the folder.', isRequired: true },
      offset: { type: 'number', description: 'First entry, from 1.' },
      limit: { type: 'number', description: 'The most entries. Default: 25.' },
      depth: { type: 'number', description: 'How many levels. Default: 2.' },
    },
    annotations: READS,
    run: (given, tools) => listDir(tools, given),
  },
  {
    name: 'grep_files',
    title: 'Find files by content',
    description: 'Finds the files in which a regular expression is found, the newest first.',
    parameters: {
      pattern: { type: 'string', description: 'The regular expression, in the syntax of Rust.', isRequired: true },
      include: { type: 'string', description: 'Only files that fit this glob.' },
      path: { type: 'string', description: 'Where to search. Default: the first root.' },
      limit: { type: 'number', description: 'The most files. Default: 100.' },
    },
    annotations: READS,
    run: (given, tools) => grepFiles(tools, given),
  },
]

export const CODEX: Family = {
  tools: TOOLS,
  ownNames: {
    Read: 'read_file',
    Write: 'apply_patch',
    Edit: 'apply_patch',
    MultiEdit: 'apply_patch',
    Glob: 'list_dir',
    Grep: 'grep_files',
    LS: 'list_dir',
  },
  policy: 'off',
}
