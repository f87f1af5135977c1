import { toolDefinitions } from '../tools.js'
import type { ToolEnvelope } from '../files.js'
import {
  FamilyError,
  renameOutsideQuotes,
  withoutMissing,
  type Family,
  type FamilyAnswer,
  type FamilyTool,
  type Parameter,
  type Parameters,
} from './family.js'

/** The tools by their names there, with our tool and the arguments that each accepts. */
const NAMES = [
  ['View', 'Read', ['file_path', 'offset', 'limit']],
  ['Edit', 'Edit', ['file_path', 'old_string', 'new_string', 'replace_all']],
  ['MultiEdit', 'MultiEdit', ['file_path', 'edits']],
  ['Replace', 'Write', ['file_path', 'content', 'allow_placeholders']],
  ['GlobTool', 'Glob', ['pattern', 'path']],
  ['GrepTool', 'Grep', ['pattern', 'path', 'include']],
  ['LS', 'LS', ['path']],
  ['ReadNotebook', 'Read', ['notebook_path']],
  ['NotebookEditCell', 'NotebookEdit', ['notebook_path', 'cell_number', 'new_source', 'cell_type', 'edit_mode']],
] as const

const ownNames = Object.fromEntries(NAMES.slice(0, 7).map(([name, own]) => [own, name]))

/** The tools of Kode: our own, with other names and fewer arguments. */
export function kode(): Family {
  const own = new Map(toolDefinitions('files').map((definition) => [definition.name, definition]))
  const tools = NAMES.map(([name, of, names]): FamilyTool => {
    const definition = own.get(of)
    if (!definition) throw new Error(`There is no tool ${of}.`)
    const { title, description, annotations, inputSchema } = definition
    return {
      name,
      title,
      description: inKodesNames(description),
      annotations,
      parameters: name === 'ReadNotebook' ? NOTEBOOK_PATH : parametersOf(inputSchema, names),
      run: async (given, toolsOfCall) => answerOf(await toolsOfCall.ask(of, ownArguments(name, given))),
    }
  })
  return { tools, ownNames: { ...ownNames, NotebookEdit: 'NotebookEditCell' }, policy: 'require' }

  function answerOf(envelope: ToolEnvelope): FamilyAnswer {
    const { answer, image } = envelope
    if (!answer.result) {
      const words = withoutMissing(answer.assistant, ['replace_all'])
      throw new FamilyError(renameOutsideQuotes(words, inKodesNames), answer.kind)
    }
    return {
      content: [
        { type: 'text', text: answer.assistant },
        ...(image ? [{ type: 'image' as const, data: image.data, mimeType: image.mimeType }] : []),
      ],
    }
  }
}

const NOTEBOOK_PATH: Parameters = {
  notebook_path: { type: 'string', description: 'The .ipynb file.', isRequired: true },
}

function inKodesNames(words: string): string {
  return words.replace(/\b(?:use|Use|using|for|with|or) (?:the )?([A-Z]\w+)\b/g, (part, name: string) => {
    const named = name === 'NotebookEdit' ? 'NotebookEditCell' : ownNames[name]
    return named === undefined ? part : part.replace(name, named)
  })
}

function ownArguments(name: string, given: Readonly<Record<string, unknown>>): object {
  if (name === 'ReadNotebook') return { file_path: given['notebook_path'] }
  if (name !== 'NotebookEditCell' || given['edit_mode'] !== 'insert') return given
  // There a cell is inserted at a number, here after the named cell.
  const { cell_number: number, ...others } = given
  return { ...others, ...(Number(number) > 0 && { cell_number: Number(number) - 1 }) }
}

interface Schema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

function parametersOf(schema: Schema, names: readonly string[]): Parameters {
  const { properties = {}, required = [] } = schema
  const known = names.filter((name) => properties[name])
  return Object.fromEntries(known.map((name) => [name, parameterOf(properties[name] ?? {}, required.includes(name))]))
}

function parameterOf(schema: Schema, isRequired: boolean): Parameter {
  const { type, description = '', items } = schema
  const shown = {
    description,
    ...(isRequired && { isRequired: true as const }),
    ...(schema.enum && { choices: schema.enum }),
  }
  if (type === 'array' && items?.properties) {
    return { type: 'objects', ...shown, entries: parametersOf(items, Object.keys(items.properties)) }
  }
  if (type === 'array') return { type: 'strings', ...shown }
  return { type: type === 'boolean' ? 'boolean' : type === 'integer' ? 'number' : 'string', ...shown }
}
