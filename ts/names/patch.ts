/** A patch of several files, in the form of Codex (`*** Begin Patch`) or as a unified diff. */
export type FilePatch =
  | { readonly kind: 'add'; readonly path: string; readonly content: string; readonly isExecutable?: true }
  | { readonly kind: 'delete'; readonly path: string; readonly chunks: readonly Chunk[] }
  | { readonly kind: 'update'; readonly path: string; readonly moveTo?: string; readonly chunks: readonly Chunk[] }

/** A file that gets another path, perhaps with changes. */
export type MovePatch = FilePatch & { readonly kind: 'update'; readonly moveTo: string }

export function isMove(file: FilePatch): file is MovePatch {
  return file.kind === 'update' && file.moveTo !== undefined
}

/** Consecutive lines, and their replacement. */
export interface Chunk {
  /** Lines somewhere before the chunk, in this order: a class, then a function. */
  readonly headers: readonly string[]
  /** The line, from 1, where a unified diff says that the chunk begins; of pure additions, the line before them. */
  readonly line?: number
  readonly old: readonly string[]
  readonly new: readonly string[]
  /** The lines of the patch that begin with `-` or `+`. */
  readonly signed: readonly string[]
  /** True where the chunk must reach to the end of the file. */
  readonly atEnd: boolean
  /** The last line on this side has no line end. */
  readonly bareOld: boolean
  readonly bareNew: boolean
  /** What becomes of the byte order mark, which is not part of the lines. */
  readonly mark?: 'added' | 'removed'
}

/** An invalid patch, or one that does not match the file. */
export class PatchError extends Error {
  constructor(
    message: string,
    readonly kind: string = 'invalid_input',
    /** The text that was not found. */
    readonly old?: string,
    /** The lines that were to replace the missing ones. */
    readonly replacement?: string,
  ) {
    super(message)
  }
}

/** The byte order mark. */
export const MARK = '\uFEFF'

const BEGIN = '*** Begin Patch'
const END = '*** End Patch'
const END_OF_FILE = '*** End of File'
const NO_LINE_END = '\\ No newline at end of file'

export function parsePatch(text: string): FilePatch[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const begin = lines.findIndex((line) => line.trim() === BEGIN)
  const unified = lines.findIndex((line, at) => line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ '))
  // After the names of a file the line is one of that file, such as a test of patches.
  const files = begin >= 0 && (unified < 0 || begin < unified) ? parseCodex(lines, begin + 1) : parseUnified(lines)
  if (files.length === 0) {
    const isWrittenOut = lines.length === 1 && text.includes('\\n')
    throw new PatchError(
      `The patch names no file. It begins with "${BEGIN}" and has lines such as "*** Update File: PATH", or is a unified diff.` +
        (isWrittenOut ? ' Its line ends are written out as `\\n`: give real line ends.' : ''),
    )
  }
  const seen = new Set<string>()
  // A new file may have the name of one that is moved or deleted.
  const freed = new Set(files.filter((file) => isMove(file) || file.kind === 'delete').map(({ path }) => path))
  for (const { kind, path } of files) {
    if (kind === 'add' && freed.delete(path)) continue
    if (seen.has(path)) throw new PatchError(`The patch names ${path} twice. Put all its chunks under one heading.`)
    seen.add(path)
  }
  return files
}

function parseCodex(lines: readonly string[], from: number): FilePatch[] {
  const files: FilePatch[] = []
  let at = from
  const rest = (prefix: string): string | undefined =>
    lines[at]?.startsWith(prefix) ? lines[at]?.slice(prefix.length).trim() : undefined
  const isHeading = (line: string) => /^\*\*\* (Add File|Delete File|Update File|Move to|End Patch)\b/.test(line)
  for (;;) {
    const line = lines[at]
    if (line === undefined) throw new PatchError(`The patch does not end with "${END}".`)
    if (line.trim() === END) return files
    const added = rest('*** Add File: ')
    const deleted = rest('*** Delete File: ')
    const updated = rest('*** Update File: ')
    at += 1
    if (added !== undefined) {
      const content: string[] = []
      for (; at < lines.length && !isHeading(lines[at] ?? ''); at += 1) {
        const own = lines[at] ?? ''
        if (!own.startsWith('+')) {
          throw new PatchError(`Line ${at + 1} of the patch is in a new file and does not begin with "+": ${own}`)
        }
        content.push(own.slice(1))
      }
      files.push({ kind: 'add', path: added, content: content.map((own) => `${own}\n`).join('') })
    } else if (deleted !== undefined) {
      files.push({ kind: 'delete', path: deleted, chunks: [] })
    } else if (updated !== undefined) {
      const moveTo = rest('*** Move to: ')
      if (moveTo !== undefined) at += 1
      const start = at
      while (at < lines.length && !isHeading(lines[at] ?? '')) at += 1
      // An empty line before the next heading is not part of the context.
      const end = lines.slice(start, at).findLastIndex((own) => own !== '') + 1
      const chunks = parseChunks(lines.slice(start, start + end), start)
      if (chunks.length === 0 && moveTo === undefined) throw changesNothing(updated, lines.slice(start, start + end))
      files.push({ kind: 'update', path: updated, chunks, ...(moveTo !== undefined && { moveTo }) })
    } else if (line.trim() !== '') {
      throw new PatchError(
        `Line ${at} of the patch is not a heading such as "*** Update File: PATH": ${line.slice(0, 200)}`,
      )
    }
  }
}

function changesNothing(path: string, lines: readonly string[]): PatchError {
  const why = lines.some((line) => /^[-+]/.test(line))
    ? 'its lines with "+" are the same as those with "-"'
    : 'it has no lines with "+" or "-"'
  return new PatchError(`The patch changes nothing in ${path}: ${why}.`)
}

function parseChunks(lines: readonly string[], offset: number): Chunk[] {
  const chunks: OpenChunk[] = []
  let current = openChunk()
  const close = (): void => {
    // Of no lines the number names the line before them, else the first of them: which is meant is not known here.
    if (current.old.length === 0 && current.oldLines > 0) delete current.line
    if (current.old.length + current.new.length > 0) chunks.push({ ...current, ...markOf(current) })
    current = openChunk()
  }
  lines.forEach((line, index) => {
    if (line === '@@' || line.startsWith('@@ ')) {
      const isNew = current.old.length + current.new.length > 0
      if (isNew) close()
      const numbers = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/.exec(line)
      if (numbers) {
        current.line = Number(numbers[1])
        current.oldLines = Number(numbers[2] ?? 1)
      }
      // Dots stand for the numbers that were left out.
      else if (/[^\s.@…]/.test(line.slice(3))) current.headers.push(line.slice(3).replace(/ @@$/, ''))
      return
    }
    if (line.trim() === END_OF_FILE) {
      current.atEnd = true
      close()
      return
    }
    if (line.startsWith(NO_LINE_END)) {
      if (current.last !== '+') current.bareOld = true
      if (current.last !== '-') current.bareNew = true
      return
    }
    const sign = line[0] ?? ' '
    if (sign !== ' ' && sign !== '+' && sign !== '-') {
      throw new PatchError(
        `Line ${offset + index + 1} of the patch begins with none of " ", "+", "-" and "@@": ${line.slice(0, 200)}\n` +
          'A line of context has a space before it.',
      )
    }
    // Editors and models drop the space of an empty line.
    let text = line.slice(1)
    // The byte order mark of a file is not part of its text here.
    const isFirst = (sign === '+' ? current.new : current.old).length === 0
    if (isFirst && text.startsWith(MARK)) {
      text = text.slice(1)
      if (sign !== '+') current.hasOldMark = true
      if (sign !== '-') current.hasNewMark = true
    }
    if (sign !== '+') current.old.push(text)
    if (sign !== '-') current.new.push(text)
    if (sign !== ' ') current.signed.push(line)
    current.last = sign
  })
  close()
  return chunks
    .map(({ last: _, oldLines: __, hasOldMark: ___, hasNewMark: ____, ...chunk }) => chunk)
    .filter((chunk) => !isUnchanged(chunk))
}

/** A changed first line that comes without the mark, as Read shows it, leaves the mark as it is. */
function markOf({ hasOldMark, hasNewMark, old, new: put }: OpenChunk): Pick<Chunk, 'mark'> {
  if (hasNewMark && !hasOldMark) return { mark: 'added' }
  return hasOldMark && !hasNewMark && old[0] === put[0] ? { mark: 'removed' } : {}
}

interface OpenChunk {
  headers: string[]
  line?: number
  /** The old lines that its @@ counts. */
  oldLines: number
  old: string[]
  new: string[]
  signed: string[]
  atEnd: boolean
  bareOld: boolean
  bareNew: boolean
  hasOldMark: boolean
  hasNewMark: boolean
  mark?: 'added' | 'removed'
  last: string
}

function openChunk(): OpenChunk {
  return {
    headers: [],
    oldLines: 0,
    old: [],
    new: [],
    signed: [],
    atEnd: false,
    bareOld: false,
    bareNew: false,
    hasOldMark: false,
    hasNewMark: false,
    last: '',
  }
}

function isUnchanged({ old, new: put, bareOld, bareNew, mark }: Chunk): boolean {
  // By line: joined, one empty line is the same text as no line.
  return (
    mark === undefined &&
    bareOld === bareNew &&
    old.length === put.length &&
    old.every((line, index) => line === put[index])
  )
}

/** The facts in git's lines before the names of a file. */
interface GitHeader {
  name?: string
  /** True where the names have no `a/` and `b/` before them (`--no-prefix`). */
  isBare?: true
  renamed?: { from?: string; to?: string }
  isNew?: true
  /** True where the index line names the old contents: the file was there. */
  isThere?: true
  isExecutable?: true
  isDeleted?: true
}

function parseUnified(lines: readonly string[]): FilePatch[] {
  const files: FilePatch[] = []
  let git: GitHeader | undefined
  const closeGit = (): void => {
    const file = git && withoutChunks(git)
    if (file) files.push(file)
    git = undefined
  }
  for (let at = 0; at < lines.length; at += 1) {
    const [before, after] = [lines[at] ?? '', lines[at + 1] ?? '']
    if (before.startsWith('diff --git ')) {
      closeGit()
      git = headerOf(before.slice('diff --git '.length))
      continue
    }
    if (git) readGitLine(git, before)
    if (/^@@ -\d/.test(before)) {
      throw new PatchError(
        `Line ${at + 1} of the patch begins a chunk and no lines "--- PATH" and "+++ PATH" are above it.`,
      )
    }
    if (!before.startsWith('--- ') || !after.startsWith('+++ ')) continue
    const [from, to] = namesOf(before.slice(4), after.slice(4), git)
    const executable = git?.isExecutable ? { isExecutable: true as const } : {}
    const isThere = git?.isThere === true
    git = undefined
    const start = at + 2
    const end = endOfChunks(lines, start)
    const chunks = parseChunks(lines.slice(start, end), start)
    at = end - 1
    const isNew = from === undefined || (from === to && !isThere && isOfNewFile(lines.slice(start, end)))
    if (isNew && to !== undefined) {
      const added = chunks.flatMap((chunk) => chunk.new.map((line) => `${line}\n`)).join('')
      const content = chunks[0]?.mark === 'added' ? `${MARK}${added}` : added
      const bare = chunks.at(-1)?.bareNew ? content.slice(0, -1) : content
      files.push({ kind: 'add', path: to, content: bare, ...executable })
    } else if (from !== undefined && to === undefined) files.push({ kind: 'delete', path: from, chunks })
    else if (from !== undefined && to !== undefined) {
      if (chunks.length === 0 && from === to) throw changesNothing(from, lines.slice(start, end))
      files.push({ kind: 'update', path: from, chunks, ...(from !== to && { moveTo: to }) })
    }
  }
  closeGit()
  return files
}

/** True for the one chunk of a file that had no lines, which may have been missing. */
function isOfNewFile(lines: readonly string[]): boolean {
  return lines[0]?.startsWith('@@ -0,0 +1') === true && !lines.slice(1).some((line) => /^[- ]|^@@/.test(line))
}

/**
 * The end of a file's chunks. Models miscount: lines beyond the numbers of a chunk belong to it too, and are never
 * dropped.
 */
function endOfChunks(lines: readonly string[], start: number): number {
  let left = { old: 0, new: 0 }
  let counted = left
  let header = start
  let end = start
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const numbers = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line)
    if (numbers) {
      if (left.old > 0 || left.new > 0) break
      counted = { old: Number(numbers[1] ?? 1), new: Number(numbers[2] ?? 1) }
      left = { ...counted }
      header = end
      continue
    }
    // Models leave out the numbers; then the lines up to the next chunk or file belong to this one.
    if (line === '@@' || line.startsWith('@@ ')) {
      if (left.old > 0 || left.new > 0) break
      continue
    }
    const isCounted = left.old > 0 || left.new > 0
    const isNextFile = line.startsWith('--- ') && (lines[end + 1] ?? '').startsWith('+++ ')
    // The mail signature mark `-- ` is not a line of the file.
    if (!isCounted && (isNextFile || line === '-- ' || !/^[-+ \\]/.test(line))) break
    if (isCounted && (isNextFile ? left.old <= 0 : line.startsWith('diff --git '))) break
    // The text after the last line end is an empty line of context only if both sides lack one.
    if (line === '' && end === lines.length - 1 && (left.old <= 0 || left.new <= 0)) break
    if (!line.startsWith('+') && !line.startsWith('\\')) left.old -= 1
    if (!line.startsWith('-') && !line.startsWith('\\')) left.new -= 1
  }
  if (left.old > 0 || left.new > 0) {
    const own = lines.slice(header + 1, lines[end - 1] === '' && end === lines.length ? end - 1 : end)
    const has = {
      old: own.filter((line) => !/^[+\\]/.test(line)).length,
      new: own.filter((line) => !/^[-\\]/.test(line)).length,
    }
    const [first = '', ...rest] = (lines[header] ?? '').split(' +')
    const right = `${first.replace(/,\d+$/, '')},${has.old} +${rest.join(' +').replace(/^(\d+)(?:,\d+)?/, `$1,${has.new}`)}`
    // Without old lines the number alone would say where the chunk goes.
    const otherwise = has.old > 0 || counted.old === 0 ? `; if none are, begin the chunk with: ${right}` : '.'
    throw new PatchError(
      `The diff ends in the middle of a chunk: by line ${header + 1} of the patch its chunk has ${counted.old} old and ${counted.new} new ` +
        `lines, and there are ${has.old} and ${has.new}. Give the lines that are missing${otherwise}`,
    )
  }
  return end
}

function readGitLine(git: GitHeader, line: string): void {
  const refuse = (what: string): never => {
    throw new PatchError(
      `The patch ${what}${git.name === undefined ? '' : ` (${git.name})`}, which cannot be done here.`,
    )
  }
  const renamed = /^rename (from|to) (.*)$/.exec(line)
  if (renamed) git.renamed = { ...git.renamed, [renamed[1] ?? 'from']: unquoted(renamed[2] ?? '') }
  // Its text would be written into the file that the link leads to.
  else if (/^((new|deleted) file mode|index \S+) 120000$/.test(line)) refuse('is about a symbolic link')
  else if (line.startsWith('new file mode ')) {
    git.isNew = true
    if (line.endsWith('755')) git.isExecutable = true
  } else if (/^index (?!0+\.\.)[0-9a-f]+\.\.[0-9a-f]+/.test(line)) git.isThere = true
  else if (line.startsWith('deleted file mode ')) git.isDeleted = true
  else if (line.startsWith('old mode ')) refuse('changes the mode of a file')
  else if (line.startsWith('copy from ')) refuse('copies a file')
  else if (line.startsWith('GIT binary patch') || /^Binary files .* differ$/.test(line)) {
    refuse('changes a file that is not text')
  }
}

/** The patch of a file that consists of git's header alone. */
function withoutChunks({ name, renamed, isNew, isDeleted }: GitHeader): FilePatch | undefined {
  const { from, to } = renamed ?? {}
  if (from !== undefined && to !== undefined) return { kind: 'update', path: from, chunks: [], moveTo: to }
  if (name === undefined) return undefined
  if (isNew) return { kind: 'add', path: name, content: '' }
  return isDeleted ? { kind: 'delete', path: name, chunks: [] } : undefined
}

/** The header of `a/NAME b/NAME`, with other letters where `diff.mnemonicPrefix` is set, or of `NAME NAME`. */
function headerOf(text: string): GitHeader {
  const bare = /^(.*) \1$/.exec(text)?.[1]
  if (bare !== undefined) return { name: unquoted(bare), isBare: true }
  const prefixed = /^[a-z]\/(.*) [a-z]\/\1$/.exec(text)?.[1]
  if (prefixed !== undefined) return { name: prefixed }
  const quoted = /^("(?:[^"\\]|\\.)*") "/.exec(text)?.[1]
  return quoted === undefined ? {} : { name: unquoted(quoted).replace(PREFIX, '') }
}

/** The letters that git puts before the names of the two sides. */
const PREFIX = /^[abciow]\//

/** The names after `--- ` and `+++ `; undefined for a missing file. */
function namesOf(before: string, after: string, git: GitHeader | undefined): (string | undefined)[] {
  const isBare = git?.isBare === true || (git?.renamed?.from !== undefined && nameOf(before) === git.renamed.from)
  const names = [before, after].map(nameOf)
  if (isBare) return names
  const [from, to] = names
  const [own, other] = names.map((name) => name?.replace(PREFIX, ''))
  // Other letters than `a` and `b` are folders too, unless both sides have one before the same name.
  if (own !== undefined && own === other && from !== to) return [own, other]
  return names.map((name) => name?.replace(/^[ab]\//, ''))
}

/** The name after `--- ` as it is written; undefined for a missing file, of which `diff -N` writes the time 0. */
function nameOf(text: string): string | undefined {
  if (/\t(1970-01-01|1969-12-31)[ T]/.test(text)) return undefined
  const path = unquoted(text.replace(/\t.*$/, '').trim())
  return path === '/dev/null' ? undefined : path
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 }

/** A name as git writes it: in quotes, with non-ASCII letters as octal bytes (`\355\225\234`). */
function unquoted(text: string): string {
  const inside = /^"(.*)"$/.exec(text)?.[1]
  if (inside === undefined) return text
  const pieces = inside.match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? []
  const bytes = pieces.map((piece) => {
    if (/^\\[0-7]{3}$/.test(piece)) return Buffer.from([Number.parseInt(piece.slice(1), 8)])
    const escaped = piece.startsWith('\\') ? ESCAPES[piece.slice(1)] : undefined
    return escaped === undefined ? Buffer.from(piece.replace(/^\\/, '')) : Buffer.from([escaped])
  })
  return Buffer.concat(bytes).toString('utf8')
}

/**
 * The text after all chunks are applied, in their order. Context must match exactly. If there are several places, a header or
 * a line number decides, or the chunk is refused.
 */
export function applyChunks(path: string, text: string, chunks: readonly Chunk[]): string {
  const isEmpty = text === ''
  const endsWithLineEnd = text.endsWith('\n')
  const lines = isEmpty ? [] : text.split('\n')
  if (endsWithLineEnd) lines.pop()
  const result: string[] = []
  let copied = 0
  let isBare = !endsWithLineEnd && !isEmpty
  const places: Place[] = []
  chunks.forEach((chunk, index) => {
    const place = placeOf(path, lines, chunk, copied, `chunk ${index + 1}`, isBare)
    places.push(place)
    const { at } = place
    result.push(...lines.slice(copied, at), ...chunk.new)
    copied = at + chunk.old.length
    if (copied === lines.length && chunk.bareOld !== chunk.bareNew) isBare = chunk.bareNew
    if (isEmpty) isBare = chunk.bareNew
  })
  requireReliableNumbers(path, chunks, places)
  result.push(...lines.slice(copied))
  return result.length === 0 ? '' : result.join('\n') + (isBare ? '' : '\n')
}

/** The place of a chunk in the file. */
interface Place {
  /** The index of the line where it begins. */
  readonly at: number
  /** True where nothing but its line number says so. */
  readonly isByNumber?: true
}

/**
 * Refuses chunks that are placed by their line number alone where another chunk is on another line than its own says: the
 * file has changed since the diff was made, or the numbers are guesses.
 */
function requireReliableNumbers(path: string, chunks: readonly Chunk[], places: readonly Place[]): void {
  const byNumber = places.findIndex(({ isByNumber }) => isByNumber)
  if (byNumber < 0) return
  chunks.forEach(({ old, line }, index) => {
    const at = places[index]?.at ?? 0
    if (old.length === 0 || line === undefined || line === at + 1) return
    throw new PatchError(
      `${path}: chunk ${byNumber + 1}: nothing but the line number of its @@ says where it goes, and the numbers of this patch do not fit ` +
        `the file: the lines of chunk ${index + 1} begin on line ${at + 1}, and its @@ says ${line}. Give more context.`,
      'ambiguous_match',
    )
  })
}

function placeOf(
  path: string,
  lines: readonly string[],
  chunk: Chunk,
  from: number,
  which: string,
  isBare: boolean,
): Place {
  const { old, headers, line, atEnd } = chunk
  let start = from
  // The lines below each occurrence of a header.
  let starts = [from]
  for (const header of headers) {
    const found = lines.flatMap((own, index) => (index >= start && own.trim() === header.trim() ? [index] : []))
    const [first] = found
    // Two chunks in one class or function: its line is above the chunk before.
    if (first === undefined && old.length > 0 && lines.slice(0, start).some((own) => own.trim() === header.trim())) {
      starts = [start]
      continue
    }
    if (first === undefined) {
      const elsewhere = linesWhere(lines, old)
      const own =
        elsewhere.length === 1
          ? ` The lines of the chunk are on line ${elsewhere[0]}: name a line above them, or none.`
          : ''
      throw new PatchError(
        `${path}: ${which}: the file has no line \`${header}\` there, which its @@ names.${own}`,
        'no_match',
        header,
      )
    }
    if (found.length > 1 && old.length === 0) throw several(path, `${which}: the line of its @@`, found)
    start = first + 1
    starts = found.map((at) => at + 1)
  }
  if (old.length === 0) {
    if (lines.length === 0 || atEnd) return { at: lines.length }
    if (headers.length > 0) return { at: start }
    if (line !== undefined && line >= from && line <= lines.length) return { at: line, isByNumber: true }
    throw new PatchError(
      `${path}: ${which} only adds lines, and does not say where. Give lines of context around them, or name the line before them ` +
        'in its @@.',
      'ambiguous_match',
    )
  }
  const fits = (at: number) =>
    (!atEnd || at + old.length === lines.length) &&
    (!chunk.bareOld || (at + old.length === lines.length && isBare)) &&
    old.every((own, index) => lines[at + index] === own)
  const found: number[] = []
  for (let at = start; at + old.length <= lines.length; at += 1) if (fits(at)) found.push(at)
  const [first] = found
  if (first === undefined) {
    const elsewhere = linesWhere(lines, old)
    const before = from > 0 ? ` after line ${from}, where the chunk before it ends` : ''
    if (elsewhere.length > 0 && !atEnd && !chunk.bareOld) {
      const why =
        start > from
          ? `above line ${start}, which its @@ names: name a line above them, or none`
          : `before line ${from}, where the chunk before it ends: give the chunks in the order of the file`
      throw new PatchError(
        `${path}: ${which}: its lines are in the file on line ${elsewhere.join(', ')}, ${why}.`,
        'no_match',
      )
    }
    const why =
      elsewhere.length > 0
        ? `its lines are in the file on line ${elsewhere.join(', ')}, ${notAtEnd(lines, chunk, elsewhere)}.`
        : (partlyThere(lines, old) ?? takenForSign(lines, chunk))
    if (why !== undefined) throw new PatchError(`${path}: ${which}: ${why}`, 'no_match')
    throw new PatchError(
      `${path}: ${which}: its lines are not in the file${before}.`,
      'no_match',
      old.join('\n'),
      chunk.new.join('\n'),
    )
  }
  if (found.length === 1) return { at: first }
  if (line !== undefined && found.includes(line - 1)) return { at: line - 1, isByNumber: true }
  if (headers.length > 0) {
    // The first place below its header, which is the header's purpose. With several headers all places count.
    const beneath = starts.map((begin) => found.find((at) => at >= begin)).filter((at) => at !== undefined)
    const places = [...new Set(beneath)]
    if (places.length === 1) return { at: first }
    throw several(path, `${which}: its lines, and the line of its @@,`, places)
  }
  throw several(path, `${which}: its lines`, found)
}

/** Why lines that are in a file are not at its end, where the chunk says that they are. */
function notAtEnd(lines: readonly string[], { old, atEnd }: Chunk, found: readonly number[]): string {
  const isLast = found.some((at) => at - 1 + old.length === lines.length)
  if (atEnd && !isLast) return `and the file goes on after them: leave out "${END_OF_FILE}"`
  return isLast
    ? `and the last line of the file has a line end: leave out "${NO_LINE_END}" after the old line`
    : `and the file goes on after them: leave out "${NO_LINE_END}"`
}

/** Says which line of the chunk is in the file with its sign, as an item of a list is: it was meant as context. */
function takenForSign(lines: readonly string[], { signed }: Chunk): string | undefined {
  if (lines.length === 0) return 'the file is empty: give only lines with "+".'
  const own = signed.find((line) => line.trim().length > 1 && lines.includes(line))
  if (own === undefined) return undefined
  return (
    `its lines are not in the file, and \`${own}\` is one with its sign: as a line of context it has a space before it, as one that goes ` +
    'another `-`.'
  )
}

/** What is wrong with lines that are in a file but for their first or last one, which is a part of a line there, or empty. */
function partlyThere(lines: readonly string[], wanted: readonly string[]): string | undefined {
  const at = lines.join('\n').indexOf(wanted.join('\n'))
  if (at < 0) return undefined
  const first = lines.join('\n').slice(0, at).split('\n').length - 1
  for (const index of [0, wanted.length - 1]) {
    const [own, line] = [wanted[index], lines[first + index]]
    if (own === line || own === undefined || line === undefined) continue
    return own === ''
      ? `it ${index === 0 ? 'begins' : 'ends'} with an empty line, which the file does not have there: leave it out. Its other lines are in ` +
          `the file, ${index === 0 ? `from line ${first + 2} on` : `up to line ${first + index}`}.`
      : `line ${first + index + 1} of the file is \`${line}\`, of which it has a part: \`${own}\`. Give the whole line.`
  }
  return undefined
}

/** The lines, from 1, where these lines begin in a file. */
function linesWhere(lines: readonly string[], wanted: readonly string[]): number[] {
  if (wanted.length === 0) return []
  return lines.flatMap((_, at) => (wanted.every((own, index) => lines[at + index] === own) ? [at + 1] : []))
}

function several(path: string, what: string, found: readonly number[]): PatchError {
  const shown = found.slice(0, 20).map((at) => at + 1)
  return new PatchError(
    `${path}: ${what} stand ${found.length} times in the file, on lines ${shown.join(', ')}. Give more context, or an @@ with the line ` +
      'of the function or class that they are in.',
    'ambiguous_match',
  )
}
