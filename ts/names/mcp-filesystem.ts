import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ToolEnvelope } from '../files.js'
import { fileText } from '../profiles.js'
import {
  FamilyError,
  remarks,
  renameOutsideQuotes,
  withoutMissing,
  type Family,
  type FamilyAnswer,
  type FamilyTool,
  type Tools,
} from './family.js'
import { bytesOf, infoOf, listFolder, walk, type Entry } from './folders.js'
import { globExpression } from './glob.js'
import { mediaOf } from './media.js'

const CONTENT_SCHEMA = {
  type: 'object',
  properties: { content: { type: 'string' } },
  required: ['content'],
  additionalProperties: false,
} as const

const READS = { readOnlyHint: true, openWorldHint: false } as const

const PATH = {
  type: 'string',
  description: 'Absolute, or relative to the first allowed folder.',
  isRequired: true,
} as const

const answer = (content: string): FamilyAnswer => ({
  content: [{ type: 'text', text: content }],
  structuredContent: { content },
})

const readTextFile = (name: string, title: string, description: string): FamilyTool => ({
  name,
  title,
  description,
  parameters: {
    path: PATH,
    tail: { type: 'number', description: 'Only the last N lines of the file.' },
    head: { type: 'number', description: 'Only the first N lines of the file.' },
  },
  annotations: READS,
  outputSchema: CONTENT_SCHEMA,
  async run({ path, head, tail }, tools) {
    if (head && tail) throw new FamilyError('Cannot specify both head and tail parameters simultaneously')
    const content = (await bytesOf(tools, String(path))).bytes.toString('utf8')
    if (tail) return answer(content.replaceAll('\r\n', '\n').split('\n').slice(-Number(tail)).join('\n'))
    return answer(head ? firstLines(content, Number(head)) : content)
  },
})

function firstLines(content: string, count: number): string {
  const lines = content.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.slice(0, count).join('\n')
}

/** The diff of an edit between fences longer than any in the diff. */
function fenced(path: string, diff: string): string {
  const hunks = diff.split('\n').slice(2).join('\n')
  const head = `Index: ${path}\n${'='.repeat(67)}\n--- ${path}\toriginal\n+++ ${path}\tmodified\n`
  let fence = '```'
  while (hunks.includes(fence)) fence += '`'
  return `${fence}diff\n${head}${hunks}${fence}\n\n`
}

async function editFile(tools: Tools, path: string, edits: readonly Edit[], dryRun: boolean): Promise<string> {
  if (edits.length === 0) {
    const { path: absolute } = await bytesOf(tools, path)
    return fenced(absolute, '')
  }
  const list = edits.map(({ oldText, newText }) => ({ old_string: oldText, new_string: newText }))
  const wanted = list.filter(({ old_string, new_string }) => old_string !== new_string)
  const args = { file_path: path, edits: wanted, match: 'flexible', dry_run: dryRun }
  const envelope: ToolEnvelope | undefined = wanted.length > 0 ? await tools.ask('MultiEdit', args) : undefined
  if (envelope?.answer.result) {
    return fenced(envelope.path ?? path, String(envelope.answer['diff'])) + remarks(envelope).trimStart()
  }
  // Edits that change nothing are not a failure here.
  if (envelope && envelope.answer.kind !== 'no_change') {
    const words = renameOutsideQuotes(withoutMissing(fileText(envelope), []), (own) =>
      own.replaceAll('old_string', 'oldText').replaceAll('new_string', 'newText'),
    )
    throw tools.refusal(envelope, words)
  }
  return fenced((await bytesOf(tools, path)).path, '')
}

interface Edit {
  readonly oldText: string
  readonly newText: string
}

function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  if (bytes <= 0) return '0 B'
  const unit = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  return unit <= 0 ? `${bytes} B` : `${(bytes / 1024 ** unit).toFixed(2)} ${units[unit]}`
}

const marked = ({ kind, name }: Entry): string => `${kind === 'folder' ? '[DIR]' : '[FILE]'} ${name}`

function withSizes(entries: readonly Entry[], sortBy: unknown): string {
  const sorted = [...entries].sort((one, other) =>
    sortBy === 'size' ? other.size - one.size : one.name.localeCompare(other.name),
  )
  const rows = sorted.map(({ kind, name, size }) =>
    kind === 'folder' ? `[DIR] ${name.padEnd(30)} ` : `[FILE] ${name.padEnd(30)} ${formatSize(size).padStart(10)}`,
  )
  const files = entries.filter(({ kind }) => kind !== 'folder')
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const counts = `Total: ${files.length} files, ${entries.length - files.length} directories`
  return [...rows, '', counts, `Combined size: ${formatSize(total)}`].join('\n')
}

interface Node {
  name: string
  type: 'file' | 'directory'
  children?: Node[]
}

async function treeOf(tools: Tools, path: string, excluded: readonly string[]): Promise<Node[]> {
  const globs = excluded.flatMap((pattern) =>
    pattern.includes('*') ? [pattern] : [pattern, `**/${pattern}`, `**/${pattern}/**`],
  )
  const expressions = globs.map(globExpression)
  const top: Node[] = []
  const children = new Map<string, Node[]>([['', top]])
  const isLeftOut = (relative: string): boolean => expressions.some((it) => it.test(relative))
  for await (const { relative, entry } of walk(tools, path, isLeftOut)) {
    const node: Node = { name: entry.name, type: entry.kind === 'folder' ? 'directory' : 'file' }
    if (entry.kind === 'folder') children.set(relative, (node.children = []))
    children.get(relative.includes('/') ? dirname(relative) : '')?.push(node)
  }
  return top
}

/** Moves a file, or all files of a folder and then the folder, as one transaction of the history. */
async function move(tools: Tools, source: string, destination: string): Promise<void> {
  const from = await infoOf(tools, source)
  if (!from) throw new FamilyError(`There is nothing to move: ${source} does not exist.`, 'not_found')
  const to = await infoOf(tools, destination)
  if (to) throw new FamilyError(`Destination already exists: ${to.path}`, 'already_exists')
  const files: [from: string, to: string][] = []
  const folders: string[] = []
  if (from.kind === 'folder') {
    folders.push('')
    for await (const { relative, entry } of walk(tools, source, () => false)) {
      if (entry.kind === 'folder') folders.push(relative)
      else files.push([join(source, relative), join(destination, relative)])
    }
  } else {
    files.push([source, destination])
  }
  const within = (top: string): string[] => folders.map((folder) => join(top, folder))
  const moved = await tools.workspace.changeFolders(
    { made: within(destination), removed: within(source) },
    async (tx) => {
      for (const [oldPath, newPath] of files) await tx.rename({ from: oldPath, to: newPath })
    },
    { message: `move ${source} to ${destination}`, ...(tools.signal && { signal: tools.signal }) },
  )
  if (moved.status !== 'committed') throw new FamilyError(moved.error.message, moved.error.code)
}

const TOOLS: readonly FamilyTool[] = [
  readTextFile(
    'read_file',
    'Read File (Deprecated)',
    'Read the complete contents of a file as text. DEPRECATED: Use read_text_file instead.',
  ),
  readTextFile(
    'read_text_file',
    'Read Text File',
    'Read the complete contents of a file as UTF-8 text, whatever its extension; with head or tail only its first or last ' +
      'lines. Only works within allowed directories.',
  ),
  {
    name: 'read_media_file',
    title: 'Read Media File',
    description:
      'Read a file as base64 with its MIME type: images and audio as such, any other file as an embedded resource. Only ' +
      'works within allowed directories.',
    parameters: { path: PATH },
    annotations: READS,
    // Differs from the original's schema: hosts would pass base64 in a structure to their model as text.
    async run({ path }, tools) {
      return { content: [await mediaOf(tools, String(path))] }
    },
  },
  {
    name: 'read_multiple_files',
    title: 'Read Multiple Files',
    description:
      'Read several files at once. Each content follows the path of its file; a file that cannot be read is reported and ' +
      'stops nothing. Only works within allowed directories.',
    parameters: { paths: { type: 'strings', description: 'The files; at least one.', isRequired: true } },
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run({ paths }, tools) {
      const files = paths as readonly string[]
      if (files.length === 0) throw new FamilyError('At least one file path must be provided', 'invalid_input')
      const read = async (path: string): Promise<string> => {
        const envelope = await tools.ask('ReadBytes', { path })
        if (!envelope.answer.result) return `${path}: Error - ${envelope.answer.message}`
        return `${path}:\n${Buffer.from(String(envelope.answer['bytes']), 'base64').toString('utf8')}\n`
      }
      return answer((await Promise.all(files.map(read))).join('\n---\n'))
    },
  },
  {
    name: 'write_file',
    title: 'Write File',
    description:
      'Create a new file or completely overwrite an existing file with new content, without a warning. Only works within ' +
      'allowed directories.',
    parameters: { path: PATH, content: { type: 'string', description: 'The whole content.', isRequired: true } },
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    outputSchema: CONTENT_SCHEMA,
    async run({ path, content }, tools) {
      const envelope = await tools.ask('WriteExactly', { file_path: path, content })
      // A file that already has this content is a success here.
      const isDone = envelope.answer.result || envelope.answer.kind === 'no_change'
      if (!isDone) throw tools.refusal(envelope)
      return answer(`Successfully wrote to ${String(path)}`)
    },
  },
  {
    name: 'edit_file',
    title: 'Edit File',
    description:
      'Make edits to a text file, one after the other, all or none. Each oldText must occur once: exactly, or but for white ' +
      'space and indentation. Returns a git-style diff; with dryRun nothing is written. Only works within allowed directories.',
    parameters: {
      path: PATH,
      edits: {
        type: 'objects',
        description: 'The edits, in their order.',
        isRequired: true,
        entries: {
          oldText: { type: 'string', description: 'Text to search for - must match exactly', isRequired: true },
          newText: { type: 'string', description: 'Text to replace with', isRequired: true },
        },
      },
      dryRun: { type: 'boolean', description: 'Preview changes using git-style diff format' },
    },
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: false },
    outputSchema: CONTENT_SCHEMA,
    async run({ path, edits, dryRun }, tools) {
      return answer(await editFile(tools, String(path), edits as readonly Edit[], dryRun === true))
    },
  },
  {
    name: 'create_directory',
    title: 'Create Directory',
    description:
      'Create a directory with its parents; succeeds silently where it exists. Only works within allowed directories.',
    parameters: { path: PATH },
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    outputSchema: CONTENT_SCHEMA,
    async run({ path }, tools) {
      await tools.call('MakeFolder', { path })
      return answer(`Successfully created directory ${String(path)}`)
    },
  },
  {
    name: 'list_directory',
    title: 'List Directory',
    description:
      'List what is in a directory, each with the prefix [FILE] or [DIR]. Only works within allowed directories.',
    parameters: { path: PATH },
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run({ path }, tools) {
      return answer((await listFolder(tools, String(path))).entries.map(marked).join('\n'))
    },
  },
  {
    name: 'list_directory_with_sizes',
    title: 'List Directory with Sizes',
    description:
      'List what is in a directory with the prefix [FILE] or [DIR], the sizes, and the totals. Only works within allowed ' +
      'directories.',
    parameters: {
      path: PATH,
      sortBy: { type: 'string', choices: ['name', 'size'], description: 'Sort entries by name or size' },
    },
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run({ path, sortBy }, tools) {
      return answer(withSizes((await listFolder(tools, String(path))).entries, sortBy))
    },
  },
  {
    name: 'directory_tree',
    title: 'Directory Tree',
    description:
      "A recursive tree of files and directories as JSON: each entry has 'name', 'type' (file/directory), and 'children' for " +
      'directories. Only works within allowed directories.',
    parameters: { path: PATH, excludePatterns: { type: 'strings', description: 'Globs to leave out.' } },
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run({ path, excludePatterns = [] }, tools) {
      return answer(JSON.stringify(await treeOf(tools, String(path), excludePatterns as string[]), null, 2))
    },
  },
  {
    name: 'move_file',
    title: 'Move File',
    description:
      'Move or rename a file or a directory. Fails if the destination exists. Both must be within allowed directories.',
    parameters: {
      source: { type: 'string', description: 'What to move.', isRequired: true },
      destination: { type: 'string', description: 'Its new path.', isRequired: true },
    },
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: false },
    outputSchema: CONTENT_SCHEMA,
    async run({ source, destination }, tools) {
      await move(tools, String(source), String(destination))
      return answer(`Successfully moved ${String(source)} to ${String(destination)}`)
    },
  },
  {
    name: 'search_files',
    title: 'Search Files',
    description:
      "Find files and directories by a glob over their paths beneath the directory: '*.ext' for the directory itself, " +
      "'**/*.ext' for all beneath it. Returns full paths. Only searches within allowed directories.",
    parameters: {
      path: PATH,
      pattern: { type: 'string', description: 'The glob.', isRequired: true },
      excludePatterns: { type: 'strings', description: 'Globs to leave out.' },
    },
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run({ path, pattern, excludePatterns = [] }, tools) {
      const wanted = globExpression(String(pattern))
      const excluded = (excludePatterns as readonly string[]).map(globExpression)
      const found: string[] = []
      for await (const entry of walk(tools, String(path), (it) => excluded.some((glob) => glob.test(it)))) {
        if (wanted.test(entry.relative)) found.push(entry.path)
      }
      return answer(found.length > 0 ? found.join('\n') : 'No matches found')
    },
  },
  {
    name: 'get_file_info',
    title: 'Get File Info',
    description: 'The size, times, permissions and type of a file or directory. Only works within allowed directories.',
    parameters: { path: PATH },
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run({ path }, tools) {
      const info = await infoOf(tools, String(path))
      if (!info) throw new FamilyError(`${String(path)} does not exist.`, 'not_found')
      const { birthtime, atime } = await stat(info.path)
      const rows = {
        size: info.size,
        created: birthtime,
        modified: new Date(info.modified),
        accessed: atime,
        isDirectory: info.kind === 'folder',
        isFile: info.kind === 'file',
        permissions: (info.mode ?? 0).toString(8).padStart(3, '0').slice(-3),
      }
      return answer(
        Object.entries(rows)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join('\n'),
      )
    },
  },
  {
    name: 'list_allowed_directories',
    title: 'List Allowed Directories',
    description: 'The directories that this server may work in, with all beneath them.',
    parameters: {},
    annotations: READS,
    outputSchema: CONTENT_SCHEMA,
    async run(_, tools) {
      return answer(`Allowed directories:\n${tools.roots.join('\n')}`)
    },
  },
]

export const MCP_FILESYSTEM: Family = {
  tools: TOOLS,
  ownNames: {
    Read: 'read_text_file',
    Write: 'write_file',
    Edit: 'edit_file',
    MultiEdit: 'edit_file',
    Glob: 'search_files',
  },
  policy: 'off',
}
