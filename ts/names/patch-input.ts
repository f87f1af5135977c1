import { posix } from 'node:path'

import { PatchError, type FilePatch } from './patch.js'

/** A patch, and the folder that its paths are relative to. */
interface GivenPatch {
  readonly patch: string
  readonly folder?: string
}

/**
 * The names that hosts give to the argument with the patch. With `command` they are those of a tool that runs shell
 * commands, of which this one is only a special case.
 */
const PATCH_NAMES = ['input', 'patch', 'command', 'cmd', 'patchText', 'patch_text', 'diff'] as const
const FOLDER_NAMES = ['workdir', 'cwd'] as const

/** What a tool for shell commands takes besides, and what has no meaning for a patch. */
const OF_SHELLS = ['timeout', 'timeout_ms', 'justification', 'with_escalated_permissions', 'sandbox_permissions']

/**
 * The arguments of a call in the one form of this tool: `input` and, where one is given, `folder`. Models send the patch
 * as a text, as a command line, and with the names of other hosts. What is none of these stays, to be refused by name.
 */
export function patchArguments(args: unknown): unknown {
  if (typeof args === 'string' || Array.isArray(args)) return { input: asText(args) }
  if (typeof args !== 'object' || args === null) return args
  const given = args as Readonly<Record<string, unknown>>
  const names = PATCH_NAMES.filter((name) => given[name] !== undefined && given[name] !== null)
  const [name] = names
  // Two patches in one call are not guessed about.
  if (name === undefined || names.length > 1) return args
  const folder = FOLDER_NAMES.find((own) => typeof given[own] === 'string')
  const consumed = new Set<string>([name, ...(folder === undefined ? [] : [folder]), ...OF_SHELLS])
  const rest = Object.entries(given).filter(([own]) => !consumed.has(own))
  return {
    ...Object.fromEntries(rest),
    input: asText(given[name]),
    ...(folder !== undefined && { folder: given[folder] }),
  }
}

/** A command line as one text; anything else as it is. */
function asText(value: unknown): unknown {
  if (typeof value === 'string') return fromJson(value)
  if (!Array.isArray(value) || !value.every((word) => typeof word === 'string')) return value
  const words = value as readonly string[]
  const [program = '', ...rest] = words
  if (isPatchProgram(program) && rest.length === 1) return rest[0]
  const isShell = /^(?:.*\/)?(?:ba|z|da)?sh$/.test(program) && /^-l?c$/.test(rest[0] ?? '')
  if (isShell && rest.length === 2) return rest[1]
  // A patch line by line, or alone in its list.
  const isPatch = /^\s*\*\*\* Begin Patch\b|^(?:diff --git|---) /.test(program)
  return isPatch ? words.join('\n') : value
}

/** Some models write the arguments as JSON into the one argument. */
function fromJson(text: string): unknown {
  if (!/^\s*(?:\{\s*"|\[\s*")/.test(text)) return text
  try {
    const inner = patchArguments(JSON.parse(text)) as { readonly input?: unknown; readonly folder?: unknown }
    return typeof inner.input === 'string' && inner.folder === undefined ? inner.input : text
  } catch {
    return text
  }
}

function isPatchProgram(word: string): boolean {
  return /^(?:apply_?patch|git apply)$/.test(word)
}

/** `cd FOLDER &&`, the program, and then the patch: between the marks of a heredoc, in quotes, or as it is. */
const FOLDER = /^\s*(?:set -\w+\s*(?:;|&&|\n)\s*)?cd\s+(?<folder>"[^"\n]*"|'[^'\n]*'|[^\s;&|]+)\s*(?:&&|;|\n)\s*/
const PROGRAM = /^\s*(?:apply_?patch|git\s+apply(?:\s+-\S*)*|patch(?:\s+-\S+)*)(?=\s|$)[ \t]*/
const HEREDOC =
  /^\s*(?:-\s*)?<<-?\s*(?<quote>['"]?)(?<mark>\w+)\k<quote>[^\n]*\n(?<patch>[\s\S]*?)(?:\n[ \t]*\k<mark>[ \t]*(?<rest>(?:\n|$)[\s\S]*)|$)/

/**
 * The patch in a text that may be a command line. Nothing is expanded in it: a `$` in a heredoc is one of the patch. Refuses
 * other commands, which a model would take for run.
 */
export function patchIn(text: string): GivenPatch {
  const changed = FOLDER.exec(text)
  const afterFolder = changed === null ? text : text.slice(changed[0].length)
  const program = PROGRAM.exec(afterFolder)
  const body = program === null ? afterFolder : afterFolder.slice(program[0].length)
  const heredoc = HEREDOC.exec(body)
  // A `cd` that leads to no patch is a line of something else.
  const folder = program === null && heredoc === null ? undefined : unquoted(changed?.groups?.['folder'])
  const place = folder === undefined ? {} : { folder }
  if (heredoc === null) {
    if (program === null) return { patch: text }
    const argument = /^(["'])([\s\S]*)\1\s*$/.exec(body)
    return { patch: argument === null ? body : withoutEscapes(argument[2] ?? '', argument[1] ?? ''), ...place }
  }
  const rest = (heredoc.groups?.['rest'] ?? '').trim()
  if (rest !== '') {
    throw new PatchError(
      `The text after the patch is a command, and none is run here: ${rest.slice(0, 200)}\nGive the patch alone.`,
    )
  }
  return { patch: heredoc.groups?.['patch'] ?? '', ...place }
}

function unquoted(word: string | undefined): string | undefined {
  return word?.replace(/^(["'])(.*)\1$/, '$2')
}

/** The text that a shell makes of an argument in quotes. */
function withoutEscapes(text: string, quote: string): string {
  return quote === '"' ? text.replace(/\\(["\\$`])/g, '$1') : text.replaceAll(`'\\''`, "'")
}

/** The patches of files whose paths are relative to a folder. */
export function inFolder(files: readonly FilePatch[], folder: string | undefined): FilePatch[] {
  if (folder === undefined) return [...files]
  const at = (path: string) => (posix.isAbsolute(path) ? path : posix.join(folder, path))
  return files.map((file) =>
    file.kind === 'update' && file.moveTo !== undefined
      ? { ...file, path: at(file.path), moveTo: at(file.moveTo) }
      : { ...file, path: at(file.path) },
  )
}
