import type * as api from '../../index.js'
import { fileText } from '../profiles.js'
import { toolEnvelope, type ToolEnvelope } from '../files.js'
import { nearestName } from '../nearest.js'
import type { Workspace } from '../workspace.js'

/** The names under which the file tools can be served. */
export const FAMILIES = ['codex', 'gemini', 'kode', 'mcp-filesystem'] as const

export type FamilyName = (typeof FAMILIES)[number]

/** The part of an MCP answer that a family's tools produce. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; blob: string } }

export interface FamilyAnswer {
  readonly content: Content[]
  readonly structuredContent?: Record<string, unknown>
  readonly isError?: boolean
}

/** One argument of a tool. */
export interface Parameter {
  readonly type: 'string' | 'number' | 'boolean' | 'strings' | 'objects' | 'object'
  readonly description: string
  readonly isRequired?: true
  /** Other names in some versions of the family. */
  readonly aliases?: readonly string[]
  readonly choices?: readonly string[]
  /** The arguments within the entries of `objects`, or within an `object`; an `object` without them takes any. */
  readonly entries?: Readonly<Record<string, Parameter>>
  /** Accepted, but not shown in the list of tools. */
  readonly isHidden?: true
}

export type Parameters = Readonly<Record<string, Parameter>>

/** The arguments after they were checked. */
export interface Given {
  readonly [name: string]: unknown
}

/** A tool under the name and with the arguments of its family. */
export interface FamilyTool {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly title: string
  readonly description: string
  readonly parameters: Parameters
  /** Brings arguments that models also send to the form of `parameters`; others stay as they are. */
  readonly readArguments?: (args: unknown) => unknown
  readonly annotations: api.ToolDefinition['annotations']
  /** Every answer has `structuredContent` of this shape, which servers send where they are asked to. */
  readonly outputSchema?: Readonly<Record<string, unknown>>
  run(given: Given, tools: Tools): Promise<FamilyAnswer>
}

/** The tools of a family, and its names for our tools in refusals. */
export interface Family {
  readonly tools: readonly FamilyTool[]
  readonly ownNames: Readonly<Record<string, string>>
  /** The treatment of files that were not read: most families do not require a read. */
  readonly policy: 'require' | 'off'
}

/** A refusal in the family's wording. */
export class FamilyError extends Error {
  constructor(
    message: string,
    readonly kind?: string,
  ) {
    super(message)
  }
}

/** Our own tools, for the tools of a family. */
export class Tools {
  constructor(
    readonly workspace: Workspace,
    readonly signal: AbortSignal | undefined,
    private readonly ownNames: Readonly<Record<string, string>>,
  ) {}

  get roots(): readonly string[] {
    return this.workspace.roots
  }

  /** Calls one of our tools. A refusal is an answer. */
  async ask(name: string, args: object): Promise<ToolEnvelope> {
    return toolEnvelope(await this.workspace.call(name, args, this.signal))
  }

  /** Calls one of our tools, and throws its refusal. */
  async call(name: string, args: object): Promise<ToolEnvelope> {
    const envelope = await this.ask(name, args)
    if (!envelope.answer.result) throw this.refusal(envelope)
    return envelope
  }

  refusal(envelope: ToolEnvelope, message = fileText(envelope)): FamilyError {
    return new FamilyError(this.inOwnNames(message), envelope.answer.kind)
  }

  /** Replaces the names of our tools in a text by the family's. */
  inOwnNames(text: string): string {
    return renameOutsideQuotes(text, (own) =>
      own.replace(/\b(?:use|with|Use|With|or) (?:the )?([A-Z]\w+)\b/g, (words, name: string) => {
        const named = this.ownNames[name]
        return named === undefined ? words : words.replace(name, named)
      }),
    )
  }
}

/** What a message quotes of a file or of the arguments: texts between fences, listings, code in backticks, the text that was not found. */
const QUOTED =
  /between the fences:\n(`{3,})\n[\s\S]*?\n\1(?!`)|^String: [\s\S]*?(?=\n\n|$(?![\s\S]))|not found in file: "[\s\S]*?\.\.\."|^ *\d+→.*|`[^`\n]+`/gm

/** Renames tools or arguments in the words of a message, and leaves what it quotes as it is: it may be given back as a text to replace. */
export function renameOutsideQuotes(message: string, rename: (words: string) => string): string {
  let renamed = ''
  let end = 0
  for (const { 0: quoted, index } of message.matchAll(QUOTED)) {
    renamed += rename(message.slice(end, index)) + quoted
    end = index + quoted.length
  }
  return renamed + rename(message.slice(end))
}

/** The words of a refused edit, without advice to use arguments that the family's tool does not have. */
export function withoutMissing(
  words: string,
  has: readonly ('line' | 'replace_all' | 'expected_replacements')[],
): string {
  const shorter = words.replaceAll(
    ': with match: "flexible" this place is used, and the file keeps its own form of it.',
    '. Give it as the file has it.',
  )
  const advice = {
    line: [', or give line, the line on which the intended match begins'],
    replace_all: [
      ', but replace_all is false. To replace all occurrences, set replace_all to true. To replace',
      ': replace_all replaces it, from the first on',
      ': replace_all replaces them, from the first on',
      '; or set replace_all',
    ],
    expected_replacements: [', or expected_replacements to the number that is meant'],
  } as const
  const missing = (Object.keys(advice) as (keyof typeof advice)[]).filter((name) => !has.includes(name))
  return missing
    .flatMap((name): readonly string[] => advice[name])
    .reduce((text, part) => text.replace(part, part.endsWith('To replace') ? '. To replace' : ''), shorter)
}

/** The notes and warnings of an answer, one per line, for the end of a text. */
export function remarks({ answer }: ToolEnvelope): string {
  const lines = [
    ...((answer['notes'] as readonly string[] | undefined) ?? []),
    ...((answer['warnings'] as readonly string[] | undefined) ?? []),
  ]
  return lines.map((line) => `\n${line}`).join('')
}

export const text = (words: string): FamilyAnswer => ({ content: [{ type: 'text', text: words }] })

/** The definition of a tool, as MCP clients see it. */
export function definitionOf(tool: FamilyTool): api.ToolDefinition {
  const { name, title, description, parameters, annotations, outputSchema } = tool
  const definition = { name, title, description, inputSchema: schemaOf(parameters), annotations }
  return { ...definition, ...(outputSchema && { outputSchema }) } as api.ToolDefinition
}

function schemaOf(parameters: Parameters): api.ToolDefinition['inputSchema'] {
  const shown = Object.entries(parameters).filter(([, { isHidden }]) => !isHidden)
  const required = shown.filter(([, { isRequired }]) => isRequired).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, parameter]) => [name, propertyOf(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function propertyOf({ type, description, choices, entries = {} }: Parameter): object {
  switch (type) {
    case 'strings':
      return { type: 'array', items: { type: 'string' }, description }
    case 'objects':
      return { type: 'array', items: schemaOf(entries), description }
    case 'object':
      return { ...schemaOf(entries), description }
    default:
      return { type, description, ...(choices && { enum: choices }) }
  }
}

/** Arguments of other families, which have no meaning here. */
const OF_OTHERS = new Set(['instruction', 'description', 'explanation', 'pages', 'thought', 'modified_by_user'])

/**
 * Checks the arguments of a call. Numbers and booleans may be texts; unknown arguments are refused, except those of
 * other families, which are left out with a note.
 */
export function check(tool: string, parameters: Parameters, args: unknown, leftOut: string[], within = ''): Given {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    throw invalid(`${tool}: ${within || 'the arguments'} must be an object`)
  }
  const given: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(args)) {
    if (value === null || value === undefined) continue
    const known = Object.entries(parameters).find(([own, { aliases = [] }]) => own === name || aliases.includes(name))
    if (known) given[known[0]] = read(tool, `${within}${name}`, known[1], value, leftOut)
    else if (OF_OTHERS.has(name)) leftOut.push(name)
    else throw unknown(tool, `${within}${name}`, name, Object.keys(parameters))
  }
  for (const [name, { isRequired, type }] of Object.entries(parameters)) {
    if (isRequired && !(name in given)) throw invalid(`${tool}: ${within}${name} is missing; expected ${WORDS[type]}`)
  }
  return given
}

const WORDS = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  strings: 'an array of strings',
  objects: 'an array of objects',
  object: 'an object',
} as const

function read(tool: string, name: string, parameter: Parameter, value: unknown, leftOut: string[]): unknown {
  const { type, choices, entries } = parameter
  const isText = typeof value === 'string'
  if (type === 'string' && isText && (!choices || choices.includes(value))) return value
  if (type === 'number') {
    const number = isText && value.trim() !== '' ? Number(value) : value
    if (typeof number === 'number' && Number.isFinite(number)) return number
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value
    if (isText && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true'
  }
  const list = isText && !['string', 'number', 'boolean'].includes(type) ? parsed(value) : value
  if (type === 'object' && typeof list === 'object' && list !== null && !Array.isArray(list)) {
    return entries === undefined ? list : check(tool, entries, list, leftOut, `${name}.`)
  }
  if (Array.isArray(list)) {
    if (type === 'strings' && list.every((entry) => typeof entry === 'string')) return list
    if (type === 'objects')
      return list.map((entry, index) => check(tool, entries ?? {}, entry, leftOut, `${name}[${index}].`))
  }
  const expected = choices ? choices.map((choice) => `"${choice}"`).join(' or ') : WORDS[type]
  throw invalid(`${tool}: ${name} must be ${expected}, got ${JSON.stringify(value)?.slice(0, 80)}`)
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function unknown(tool: string, shown: string, name: string, names: readonly string[]): FamilyError {
  const nearest = nearestName(name, names)
  const near = nearest === undefined ? undefined : `Did you mean ${nearest}?`
  return invalid(`${tool}: there is no argument ${shown}. ${near ?? `It takes: ${names.join(', ') || 'none'}.`}`)
}

function invalid(message: string): FamilyError {
  return new FamilyError(`${message}\n\nWhat to do: Correct the argument that the message names.`, 'invalid_input')
}
