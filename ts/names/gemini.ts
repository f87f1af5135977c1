import { relative, resolve } from 'node:path'

import type { ToolEnvelope } from '../files.js'
import {
  FamilyError,
  remarks,
  renameOutsideQuotes,
  text,
  withoutMissing,
  type Content,
  type Family,
  type FamilyAnswer,
  type FamilyTool,
  type Given,
  type Tools,
} from './family.js'
import { infoOf, listFolder } from './folders.js'
import { globExpression, inAnyCase } from './glob.js'
import { mediaOf, mediaTypeOf } from './media.js'

/** The default of Gemini CLI's own `read_file` (`docs/other-names.md`). */
const DEFAULT_LINES = 2_000
const CORRECT = '\n\nWhat to do: Correct the argument that the message names.'
const DEFAULT_MATCHES = 100

const READS = { readOnlyHint: true, openWorldHint: false } as const
const CHANGES = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false } as const

const FILE_PATH = {
  type: 'string',
  description: 'The path to the file.',
  isRequired: true,
  aliases: ['absolute_path', 'path'],
} as const

const DIR_PATH = {
  type: 'string',
  description: 'The path to the folder. Default: the first root.',
  aliases: ['path'],
} as const

const IGNORING = {
  respect_git_ignore: { type: 'boolean', description: 'Leave out what .gitignore names. Default: true.' },
  respect_gemini_ignore: { type: 'boolean', description: 'Understood, and of no effect.', isHidden: true },
} as const

const FILTERING = {
  type: 'object',
  description: 'The same, as an object.',
  entries: { respect_git_ignore: IGNORING.respect_git_ignore, respect_gemini_ignore: IGNORING.respect_gemini_ignore },
  isHidden: true,
} as const

/** False to include files that git ignores. */
function respectsGitIgnore(given: Given): boolean {
  const options = given['file_filtering_options'] as Given | undefined
  return (given['respect_git_ignore'] ?? options?.['respect_git_ignore']) !== false
}

const absolute = (tools: Tools, path: unknown): string => resolve(tools.roots[0] ?? '.', String(path ?? '.'))

const numbered = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Lines of a text file, after a line that names their range; other files as a model gets them. */
async function readFile(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const path = absolute(tools, given['file_path'])
  const start = numbered(given['start_line']) ?? (numbered(given['offset']) ?? 0) + 1
  const end = numbered(given['end_line'])
  const limit = numbered(given['limit']) ?? (end === undefined ? DEFAULT_LINES : end - start + 1)
  if (start < 1) throw new FamilyError(`Offset must be a non-negative number${CORRECT}`, 'invalid_input')
  if (limit < 1) throw new FamilyError(`Limit must be a positive number${CORRECT}`, 'invalid_input')
  const envelope = await tools.ask('Read', { file_path: path, offset: start, limit })
  const { answer, image } = envelope
  if (!answer.result) {
    if (answer.kind !== 'binary_file') throw tools.refusal(envelope)
    const media = await soundOrFilm(tools, path)
    return media ? { content: [media] } : text(`Cannot display content of binary file: ${path}`)
  }
  const pictures = image ? [{ type: 'image' as const, data: image.data, mimeType: image.mimeType }] : []
  if (answer['type'] === 'pdf') return { content: [{ type: 'text', text: answer.assistant }, ...pictures] }
  if (image) return { content: pictures }
  if (answer['type'] !== 'text') return text(answer.assistant)
  const { startLine, numLines, totalLines, content } = answer as unknown as Record<string, number> & { content: string }
  const last = (startLine ?? 1) + (numLines ?? 0) - 1
  const isWhole = startLine === 1 && last >= (totalLines ?? 0)
  const of = `showing lines ${startLine}-${last} of ${totalLines} total lines`
  const more = 'Use the offset and limit parameters to view more.'
  const head = isWhole || totalLines === 0 ? '' : `[File content truncated: ${of}. ${more}]\n`
  return text(head + String(content) + remarks(envelope))
}

/** The media types of audio and video files by file extension. */
const SOUNDS_AND_FILMS: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.flac': 'audio/flac',
  '.aac': 'audio/aac',
  '.aiff': 'audio/aiff',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mpeg': 'video/mpeg',
  '.avi': 'video/x-msvideo',
}

/** The largest such file that fits into a message of 10 MiB: base64 makes it a third larger. */
const MAX_MEDIA_BYTES = 7 * 1024 * 1024

/** An audio or video file, unchanged; undefined for any other file. */
async function soundOrFilm(tools: Tools, path: string): Promise<Content | undefined> {
  if (mediaTypeOf(path, SOUNDS_AND_FILMS) === undefined) return undefined
  const size = (await infoOf(tools, path))?.size ?? 0
  if (size > MAX_MEDIA_BYTES) {
    throw new FamilyError(
      `Could not read ${path}: it has ${size} bytes, and at most ${MAX_MEDIA_BYTES} of a sound or film fit into an answer.\n\n` +
        'What to do: Skip the file, or make a shorter version of it with another program.',
      'too_large',
    )
  }
  return mediaOf(tools, path, SOUNDS_AND_FILMS)
}

async function writeFile(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const path = absolute(tools, given['file_path'])
  const { content, allow_placeholders } = given
  const envelope = await tools.ask('Write', { file_path: path, content, allow_placeholders })
  if (!envelope.answer.result && envelope.answer.kind !== 'no_change') throw tools.refusal(envelope)
  const isNew = envelope.answer['type'] === 'create'
  const done = isNew ? 'Successfully created and wrote to new file' : 'Successfully overwrote file'
  return text(`${done}: ${path}${remarks(envelope)}`)
}

/** Replaces one occurrence, the expected number of them, or all. */
async function replace(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const path = absolute(tools, given['file_path'])
  const { old_string, new_string, allow_multiple } = given
  if (old_string === '' && (await infoOf(tools, path))) {
    throw new FamilyError(
      `Failed to edit. Attempted to create a file that already exists: ${path}\n\nWhat to do: Use write_file to replace all ` +
        'of it, or give the text to replace as old_string.',
      'already_exists',
    )
  }
  const expected = numbered(given['expected_replacements']) ?? 1
  const args = {
    file_path: path,
    old_string,
    new_string,
    ...(allow_multiple === true ? { replace_all: true } : expected > 1 ? { expected_replacements: expected } : {}),
    ...(old_string !== '' && { match: 'flexible' }),
  }
  const envelope = await tools.ask('Edit', args)
  if (!envelope.answer.result) throw failedEdit(tools, envelope, path, expected)
  const notes = remarks(envelope)
  if (old_string === '') return text(`Created new file: ${path} with provided content.${notes}`)
  const count = String(envelope.answer['replacements'])
  return text(`Successfully modified file: ${path} (${count} replacements).${notes}`)
}

function failedEdit(tools: Tools, envelope: ToolEnvelope, path: string, expected: number): FamilyError {
  const { kind, assistant } = envelope.answer
  const found = /^Found (\d+) matches|occurs (once|\d+) times?/.exec(envelope.answer.message ?? '')
  const count = found?.[1] ?? (found?.[2] === 'once' || /occurs once/.test(assistant) ? '1' : found?.[2])
  if (kind === 'no_match') {
    return tools.refusal(envelope, `Failed to edit, 0 occurrences found for old_string in ${path}.\n${assistant}`)
  }
  if (kind === 'ambiguous_match' || kind === 'count_mismatch') {
    const words = `Failed to edit, expected ${expected} occurrence${expected === 1 ? '' : 's'} but found ${count}`
    const help = renameOutsideQuotes(withoutMissing(assistant, ['replace_all', 'expected_replacements']), (own) =>
      own.replaceAll('expected_replacements, ', '').replaceAll('replace_all', 'allow_multiple'),
    )
    return tools.refusal(envelope, `${words} for old_string in file: ${path}.\n${help}`)
  }
  if (kind === 'no_change') return tools.refusal(envelope, `No changes to apply in ${path}.\n${assistant}`)
  return tools.refusal(envelope)
}

async function glob(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const { pattern, dir_path, case_sensitive, respect_git_ignore } = given
  const folder = absolute(tools, dir_path)
  const { answer } = await tools.call('Glob', {
    pattern: case_sensitive === true ? pattern : inAnyCase(String(pattern)),
    path: folder,
    ...(respect_git_ignore === false && { no_ignore: true }),
  })
  const names = (answer['filenames'] as readonly string[]).map((name) => absolute(tools, name))
  const total = Number(answer['totalFiles'])
  if (total === 0) return text(`No files found matching pattern "${String(pattern)}" within ${folder}`)
  const head = `Found ${total} file(s) matching "${String(pattern)}" within ${folder}, sorted by modification time (newest first):`
  const left = total - names.length
  return text(
    [head, ...names, ...(left > 0 ? [`[${left} more. Use a more specific pattern or path.]`] : [])].join('\n'),
  )
}

interface Line {
  readonly file: string
  readonly line: number
  readonly text: string
  readonly isContext?: true
}

async function search(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const { pattern, include_pattern, exclude_pattern, names_only, case_sensitive, fixed_strings, no_ignore } = given
  const where = String(given['dir_path'] ?? '.')
  const folder = absolute(tools, where)
  const { answer } = await tools.call('Grep', {
    pattern: fixed_strings === true ? String(pattern).replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern,
    path: folder,
    output_mode: 'content',
    '-i': case_sensitive !== true,
    head_limit: numbered(given['total_max_matches']) ?? DEFAULT_MATCHES,
    ...(include_pattern !== undefined && { include: include_pattern }),
    ...(no_ignore === true && { no_ignore, hidden: true }),
    ...contextOf(given),
  })
  const filter = include_pattern === undefined ? '' : ` (filter: "${String(include_pattern)}")`
  const searched = `for pattern "${String(pattern)}" in path "${where}"${filter}`
  const excluded = exclude_pattern === undefined ? undefined : new RegExp(String(exclude_pattern))
  const found = (answer['lines'] as readonly Line[]).filter((line) => !excluded?.test(line.text))
  const most = numbered(given['max_matches_per_file']) ?? Infinity
  const byFile = new Map<string, Line[]>()
  for (const line of found) {
    const lines = byFile.get(line.file) ?? []
    byFile.set(line.file, lines)
    if (line.isContext || lines.filter(({ isContext }) => !isContext).length < most) lines.push(line)
  }
  const count = [...byFile.values()].flat().filter(({ isContext }) => !isContext).length
  if (count === 0) return text(`No matches found ${searched}.`)
  const nameOf = (file: string): string => relative(folder, absolute(tools, file)) || file
  const head = `Found ${count} ${count === 1 ? 'match' : 'matches'} ${searched}:`
  if (names_only === true) return text([head, ...[...byFile.keys()].map(nameOf)].join('\n'))
  const blocks = [...byFile].map(([file, lines]) => `File: ${nameOf(file)}\n${lines.map(lineText).join('\n')}\n---`)
  const cut = answer['truncated'] === true ? '\n[The results are cut: narrow the pattern, the path or the filter.]' : ''
  return text(`${head}\n---\n${blocks.join('\n')}${cut}`)
}

const lineText = ({ line, text: words, isContext }: Line): string => `L${line}${isContext ? '-' : ':'} ${words}`

function contextOf({ context, after, before }: Given): object {
  return {
    ...(context !== undefined && { '-C': context }),
    ...(after !== undefined && { '-A': after }),
    ...(before !== undefined && { '-B': before }),
  }
}

async function listDirectory(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const { path, entries } = await listFolder(tools, absolute(tools, given['dir_path']), respectsGitIgnore(given))
  const ignored = ((given['ignore'] as readonly string[] | undefined) ?? []).map(globExpression)
  const shown = entries.filter(({ name }) => !ignored.some((it) => it.test(name)))
  if (shown.length === 0) return text(`Directory ${path} is empty.`)
  const sorted = [...shown].sort(
    (one, other) =>
      Number(other.kind === 'folder') - Number(one.kind === 'folder') || one.name.localeCompare(other.name),
  )
  const rows = sorted.map(({ kind, name }) => (kind === 'folder' ? `[DIR] ${name}` : name))
  return text(`Directory listing for ${path}:\n${rows.join('\n')}`)
}

const DEFAULT_EXCLUDES = ['**/node_modules/**', '**/.git/**', '**/dist/**', '**/build/**', '**/coverage/**']

async function readManyFiles(tools: Tools, given: Given): Promise<FamilyAnswer> {
  const lists = [given['paths'], given['include']] as (readonly string[] | undefined)[]
  const wanted = lists.flatMap((list) => list ?? [])
  if (wanted.length === 0)
    throw new FamilyError(`read_many_files: paths is missing; expected an array of strings${CORRECT}`)
  const own = (given['exclude'] as readonly string[] | undefined) ?? []
  const excludes = [...own, ...(given['useDefaultExcludes'] === false ? [] : DEFAULT_EXCLUDES)].map(globExpression)
  const files = new Set<string>()
  for (const name of wanted) {
    const info = await infoOf(tools, name).catch(() => undefined)
    if (info?.kind === 'file') files.add(info.path)
    else for (const found of await globbed(tools, name, given)) files.add(found)
  }
  const content: Content[] = []
  let words = ''
  for (const path of files) {
    if (excludes.some((it) => it.test(relative(tools.roots[0] ?? '.', path)))) continue
    const { answer, image } = await tools.ask('Read', { file_path: path, offset: 1, limit: DEFAULT_LINES })
    if (!answer.result) {
      const media = answer.kind === 'binary_file' ? await soundOrFilm(tools, path).catch(() => undefined) : undefined
      if (media) content.push(media)
      continue
    }
    if (image) content.push({ type: 'image', data: image.data, mimeType: image.mimeType })
    if (!image || answer['type'] === 'pdf')
      words += `--- ${path} ---\n\n${String(answer['content'] ?? answer.assistant)}\n\n`
  }
  if (words === '' && content.length === 0) {
    return text('No files matching the criteria were found or all were skipped.')
  }
  return { content: [{ type: 'text', text: `${words}\n--- End of content ---` }, ...content] }
}

async function globbed(tools: Tools, pattern: string, given: Given): Promise<string[]> {
  const root = tools.roots[0] ?? '.'
  const way = relative(root, absolute(tools, pattern))
  const args = { pattern: way, ...(!respectsGitIgnore(given) && { no_ignore: true }) }
  const { answer } = await tools.ask('Glob', args)
  const names = (answer['filenames'] as readonly string[] | undefined) ?? []
  // A pattern without a slash matches at any depth there, but only in the folder itself here.
  const wanted = globExpression(way)
  return names
    .filter((name) => wanted.test(name))
    .map((name) => absolute(tools, name))
    .sort()
}

const TOOLS: readonly FamilyTool[] = [
  {
    name: 'list_directory',
    title: 'ReadFolder',
    description: 'Lists the names of files and folders directly within a folder, folders first.',
    parameters: {
      dir_path: { ...DIR_PATH, isRequired: true },
      ignore: { type: 'strings', description: 'Globs to leave out.' },
      ...IGNORING,
      file_filtering_options: FILTERING,
    },
    annotations: READS,
    run: (given, tools) => listDirectory(tools, given),
  },
  {
    name: 'read_file',
    title: 'ReadFile',
    description:
      'Reads a file: text, up to 2,000 lines from an offset; pictures and notebooks as they are for a model. A text that is ' +
      'not whole says which lines it is.',
    parameters: {
      file_path: FILE_PATH,
      offset: { type: 'number', description: 'The first line, from 0. With limit.' },
      limit: { type: 'number', description: 'The most lines.' },
      start_line: { type: 'number', description: 'The first line, from 1, in place of offset.' },
      end_line: { type: 'number', description: 'The last line, in place of limit.' },
    },
    annotations: READS,
    run: (given, tools) => readFile(tools, given),
  },
  {
    name: 'write_file',
    title: 'WriteFile',
    description: 'Writes a whole file; folders on the way are made, and an old file is replaced.',
    parameters: {
      file_path: FILE_PATH,
      content: { type: 'string', description: 'The complete content, without placeholders.', isRequired: true },
      allow_placeholders: { type: 'boolean', description: 'Write `// ... rest of code ...` and the like literally.' },
    },
    annotations: CHANGES,
    run: (given, tools) => writeFile(tools, given),
  },
  {
    name: 'glob',
    title: 'FindFiles',
    description: 'Finds files by a glob such as `src/**/*.ts`; absolute paths, newest modified first.',
    parameters: {
      pattern: { type: 'string', description: 'The glob.', isRequired: true },
      dir_path: DIR_PATH,
      case_sensitive: { type: 'boolean', description: 'Default: false.' },
      ...IGNORING,
    },
    annotations: READS,
    run: (given, tools) => glob(tools, given),
  },
  {
    name: 'search_file_content',
    aliases: ['grep_search'],
    title: 'SearchText',
    description: 'Searches file contents by a regular expression. Answers matching lines with their files and numbers.',
    parameters: {
      pattern: { type: 'string', description: 'The regular expression, in the syntax of Rust.', isRequired: true },
      dir_path: DIR_PATH,
      include_pattern: { type: 'string', description: 'Only files that fit this glob.', aliases: ['include'] },
      exclude_pattern: { type: 'string', description: 'Leave out lines that fit this expression.' },
      names_only: { type: 'boolean', description: 'Only the names of files.' },
      case_sensitive: { type: 'boolean', description: 'Default: false.' },
      fixed_strings: { type: 'boolean', description: 'The pattern is a literal text.' },
      context: { type: 'number', description: 'Lines around each match.' },
      after: { type: 'number', description: 'Lines after each match.' },
      before: { type: 'number', description: 'Lines before each match.' },
      no_ignore: { type: 'boolean', description: 'Also files that are usually left out.' },
      max_matches_per_file: { type: 'number', description: 'The most matches of a file.' },
      total_max_matches: { type: 'number', description: 'The most matches. Default: 100.' },
    },
    annotations: READS,
    run: (given, tools) => search(tools, given),
  },
  {
    name: 'replace',
    title: 'Edit',
    description:
      'Replaces text in a file: one occurrence of old_string, which must be unique, with at least 3 lines of context before ' +
      'and after it. expected_replacements replaces that many, allow_multiple all. An empty old_string creates a file.',
    parameters: {
      file_path: FILE_PATH,
      instruction: { type: 'string', description: 'What the change is for.' },
      old_string: { type: 'string', description: 'The exact literal text to replace.', isRequired: true },
      new_string: { type: 'string', description: 'The exact literal text to put there.', isRequired: true },
      expected_replacements: { type: 'number', description: 'How many occurrences to replace. Default: 1.' },
      allow_multiple: { type: 'boolean', description: 'Replace all occurrences.', aliases: ['replace_all'] },
    },
    annotations: CHANGES,
    run: (given, tools) => replace(tools, given),
  },
  {
    name: 'read_many_files',
    title: 'ReadManyFiles',
    description: 'Reads several files by paths or globs: texts one after the other, each after a line with its path.',
    parameters: {
      paths: { type: 'strings', description: 'Paths or globs, beneath the first root.' },
      include: { type: 'strings', description: 'More of them.' },
      exclude: { type: 'strings', description: 'Globs to leave out.' },
      recursive: { type: 'boolean', description: 'Accepted without effect: write `**` in the pattern instead.' },
      useDefaultExcludes: { type: 'boolean', description: 'Leave out node_modules and the like. Default: true.' },
      ...IGNORING,
      file_filtering_options: FILTERING,
    },
    annotations: READS,
    run: (given, tools) => readManyFiles(tools, given),
  },
]

export const GEMINI: Family = {
  tools: TOOLS,
  ownNames: {
    Read: 'read_file',
    Write: 'write_file',
    Edit: 'replace',
    MultiEdit: 'replace',
    Glob: 'glob',
    Grep: 'search_file_content',
    LS: 'list_directory',
  },
  policy: 'off',
}
