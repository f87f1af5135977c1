// Writes the types of what crosses the binding from its JSON schemas, which stand beside the tool tables in the crates.
//
//   node scripts/wire-types.mjs [--check]
//
// With --check nothing is written: the exit code says whether ts/wire-types.d.ts matches the schemas.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { isProgram, main, ROOT, StepError } from './support.mjs'

/** Where the types are. */
export const WIRE_TYPES = 'ts/wire-types.d.ts'

/** The folders of tools, whose schemas have the names of the tools, and the table of their answers. */
const TOOLS = {
  SceneTools: 'crates/project/schemas/tools',
  FileTools: 'crates/workspace/schemas/tools',
  FolderTools: 'crates/workspace/schemas/folder-tools',
}

/** The schemas whose properties are calls by their names. */
const CALLS = ['project-calls.json', 'workspace-calls.json']

/** Writes the types. */
export function writeWireTypes() {
  writeFileSync(join(ROOT, WIRE_TYPES), wireTypes())
}

/** The text of the declarations. */
export function wireTypes() {
  const schemas = readSchemas()
  const names = new Map()
  for (const [file, { schema }] of schemas) {
    if (schema.title && !CALLS.includes(file)) declareName(names, schema.title, file)
    for (const name of Object.keys(schema.$defs ?? {})) declareName(names, name, `${file}#/$defs/${name}`)
  }
  const parts = [HEADER]
  for (const [file, { schema }] of schemas) {
    const types = new Types(file, schemas)
    if (schema.title && !CALLS.includes(file)) parts.push(types.declaration(schema.title, schema))
    for (const [name, inner] of Object.entries(schema.$defs ?? {})) parts.push(types.declaration(name, inner))
    if (CALLS.includes(file)) parts.push(tableOfCalls(schema, types))
  }
  for (const [table, folder] of Object.entries(TOOLS)) parts.push(tableOfTools(table, folder, schemas))
  return `${parts.join('\n\n')}\n`
}

const HEADER = `// Types of what crosses the binding, written by \`npm run generate\` from the schemas in crates/*/schemas. Do not edit.

/** A call that succeeded: how it ends, its data, and the parts of its envelope that are always there. */
export interface Outcome<Status, Data, Has = never> {
  readonly status: Status
  readonly data: Data
  readonly has: Has
}`

/** The schemas by the names of their files, which are unique, and by which they refer to each other. */
function readSchemas() {
  const files = readdirSync(join(ROOT, 'crates'), { recursive: true }).map(
    (path) => `crates/${path.replaceAll('\\', '/')}`,
  )
  const paths = files.filter((path) => /^crates\/[^/]+\/schemas\/.*\.json$/.test(path)).sort()
  return new Map(
    paths.map((path) => [basename(path), { path, schema: JSON.parse(readFileSync(join(ROOT, path), 'utf8')) }]),
  )
}

function declareName(names, name, place) {
  if (names.has(name)) throw new StepError(`Two schemas are called ${name}: ${names.get(name)} and ${place}.`)
  names.set(name, place)
}

function tableOfTools(table, folder, schemas) {
  const rows = [...schemas.values()]
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path, schema }) => `  readonly ${basename(path, '.json')}: ${outcome(schema, schema.title)}\n`)
  return `/** The answers that succeed, by the names of the tools. */\nexport interface ${table} {\n${rows.join('')}}`
}

function tableOfCalls(schema, types) {
  const calls = Object.entries(schema.properties)
  const rows = calls.map(([name, call]) => `  readonly ${name}: ${outcome(call, types.type(call, '  '))}\n`)
  return `${comment(schema, '')}export interface ${schema.title} {\n${rows.join('')}}`
}

/** An outcome of a schema that says by keywords of ours how the call ends, and what its envelope always has. */
function outcome(schema, data) {
  const union = (words) => words.map((word) => `'${word}'`).join(' | ')
  const has = schema['x-has'] ? `, ${union(schema['x-has'])}` : ''
  return `Outcome<${union(schema['x-status'] ?? ['ok'])}, ${data}${has}>`
}

const KNOWN = new Set([
  ...['$schema', '$ref', '$defs', 'title', 'description', 'type', 'const', 'enum', 'pattern', 'allOf', 'anyOf'],
  ...['properties', 'required', 'additionalProperties', 'items', 'prefixItems', 'minItems'],
  ...['x-status', 'x-has', 'x-typescript'],
])

/** TypeScript of the schemas in one file. */
class Types {
  #file
  #schemas

  constructor(file, schemas) {
    this.#file = file
    this.#schemas = schemas
  }

  declaration(name, schema) {
    return `${comment(schema, '')}export type ${name} = ${this.type(schema, '')}`
  }

  /** The type of the values that a schema allows; `indent` is that of the line it begins in. */
  type(schema, indent) {
    if (schema === false) return 'undefined'
    const unknown = Object.keys(schema).find((keyword) => !KNOWN.has(keyword))
    if (unknown)
      throw new StepError(`${this.#file}: the keyword ${unknown} has no type. Known: ${[...KNOWN].join(', ')}.`)
    if (schema['x-typescript']) return schema['x-typescript']
    if ('const' in schema) return literal(schema.const)
    if (schema.enum) return schema.enum.map(literal).join(' | ')
    const parts = (schema.allOf ?? []).map((part) => this.type(part, indent))
    if (schema.$ref) parts.push(this.#named(schema.$ref))
    if (schema.anyOf) parts.push(this.#union(schema, indent))
    if (schema.properties) parts.push(this.#object(schema, indent))
    if (parts.length > 0) return parts.join(' & ')
    if (Array.isArray(schema.type)) return schema.type.map((type) => this.type({ type }, indent)).join(' | ')
    return this.#plain(schema, indent)
  }

  #union({ anyOf, allOf, $ref, properties }, indent) {
    const union = anyOf.map((part) => this.type(part, indent)).join(' | ')
    return allOf || $ref || properties ? `(${union})` : union
  }

  #plain(schema, indent) {
    switch (schema.type) {
      case 'integer':
        return 'number'
      case 'array':
        return this.#array(schema, indent)
      case 'object':
        return this.#map(schema, indent)
      default:
        return schema.type ?? 'unknown'
    }
  }

  #array({ items, prefixItems }, indent) {
    if (prefixItems) return `readonly [${prefixItems.map((item) => this.type(item, indent)).join(', ')}]`
    const item = this.type(items, indent)
    const isSimple = (items.$ref && !items.properties) || /^(\w+|{[^|&]*})$/.test(item)
    return `readonly ${isSimple ? item : `(${item})`}[]`
  }

  #map({ additionalProperties }, indent) {
    if (additionalProperties === undefined) return 'object'
    const value = additionalProperties === true ? 'unknown' : this.type(additionalProperties, indent)
    return `{ readonly [name: string]: ${value} }`
  }

  #object({ properties, required = [] }, indent) {
    const stray = required.find((name) => !Object.hasOwn(properties, name))
    if (stray) throw new StepError(`${this.#file}: the required property ${stray} has no schema beside it.`)
    const inner = `${indent}  `
    const lines = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?'
      return `${comment(schema, inner)}${inner}readonly ${name}${mark}: ${this.type(schema, inner)}\n`
    })
    return `{\n${lines.join('')}${indent}}`
  }

  #named(ref) {
    const [file, pointer = ''] = ref.split('#')
    const found = this.#schemas.get(file || this.#file)
    const name = pointer ? pointer.replace('/$defs/', '') : found?.schema.title
    if (!name || (pointer && !found?.schema.$defs?.[name])) throw new StepError(`${this.#file}: there is no ${ref}.`)
    return name
  }
}

function literal(value) {
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** @param {{ description?: string }} schema */
function comment({ description }, indent) {
  return description ? `${indent}/** ${description} */\n` : ''
}

if (isProgram(import.meta)) {
  await main((args) => {
    if (args.length === 0) return writeWireTypes()
    if (args.join() !== '--check') throw new StepError(`Unknown argument ${args[0]}. Known: --check.`)
    if (readFileSync(join(ROOT, WIRE_TYPES), 'utf8') === wireTypes()) return
    throw new StepError(`${WIRE_TYPES} is not what the schemas say. Run: npm run generate wire-types`)
  })
}
