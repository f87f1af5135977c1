// Writes the output schemas for MCP clients, from the schemas of the answers in the crates.
//
//   node scripts/output-schemas.mjs [--check]
//
// A client reads the list of tools into its context, so these are short: the fields of an answer and their types, and
// nothing deeper. They are open, like those they are made from: what they do not name may be there.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { isProgram, main, ROOT, StepError } from './support.mjs'

/** The file of the schemas. */
export const OUTPUT_SCHEMAS = 'ts/output-schemas.json'

/** Writes the schemas. */
export function writeOutputSchemas() {
  writeFileSync(join(ROOT, OUTPUT_SCHEMAS), outputSchemas())
}

/** Returns the text of the file: a tool a line. */
export function outputSchemas() {
  const schemas = readSchemas()
  const tables = {
    scene: tableOf('crates/project/schemas/tools', schemas, sceneAnswer),
    files: tableOf('crates/workspace/schemas/tools', schemas, fileAnswer),
  }
  const lines = Object.entries(tables).map(([profile, rows]) => {
    const inner = rows.map(([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`)
    return `  ${JSON.stringify(profile)}: {\n${inner.join(',\n')}\n  }`
  })
  return `{\n${lines.join(',\n')}\n}\n`
}

function readSchemas() {
  const files = readdirSync(join(ROOT, 'crates'), { recursive: true }).map((path) => path.replaceAll('\\', '/'))
  const paths = files.filter((path) => /^[^/]+\/schemas\/.*\.json$/.test(path)).sort()
  const read = (path) => JSON.parse(readFileSync(join(ROOT, 'crates', path), 'utf8'))
  return new Map(paths.map((path) => [basename(path), { path: `crates/${path}`, schema: read(path) }]))
}

function tableOf(folder, schemas, wrap) {
  const found = [...schemas].filter(([, { path }]) => path.startsWith(`${folder}/`))
  return found.map(([file, { schema }]) => [basename(file, '.json'), wrap(shallow(schema, file, schemas))])
}

/** The answer object of a scene tool. */
function sceneAnswer(data) {
  const properties = { success: { type: 'boolean' }, data, warnings: { type: 'array' }, logs: { type: 'array' } }
  return { type: 'object', properties, required: ['success', 'data'] }
}

/** The answer object of a file tool, whose data stands beside the rest. */
function fileAnswer(data) {
  const properties = { result: { type: 'boolean' }, ...data.properties, warnings: { type: 'array' } }
  return { ...data, properties, required: ['result', ...(data.required ?? [])] }
}

/** An object schema with the names and types of its fields alone. */
function shallow(schema, file, schemas) {
  const { properties, required } = fieldsOf(schema, file, schemas)
  // Some clients take no union of types: a field of several types is left out.
  const plain = [...properties].filter(([, types]) => types?.length === 1)
  const typed = Object.fromEntries(plain.map(([name, [type]]) => [name, { type }]))
  const needed = plain.map(([name]) => name).filter((name) => required.has(name))
  return { type: 'object', properties: typed, ...(needed.length > 0 && { required: needed }) }
}

/** The fields of an object with their types, from all the parts that its schema is made of. */
function fieldsOf(schema, file, schemas) {
  const properties = new Map()
  const required = new Set(schema.required ?? [])
  const add = (name, types) => {
    properties.set(name, properties.has(name) ? joined(properties.get(name), types) : types)
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (inner !== false) add(name, typesOf(inner, file, schemas))
  }
  for (const part of [...(schema.allOf ?? []), ...(schema.$ref ? [{ $ref: schema.$ref }] : [])]) {
    const { found, place } = resolve(part, file, schemas)
    const fields = fieldsOf(found, place, schemas)
    for (const [name, types] of fields.properties) add(name, types)
    for (const name of fields.required) required.add(name)
  }
  const choices = (schema.anyOf ?? []).map((part) => {
    const { found, place } = resolve(part, file, schemas)
    return fieldsOf(found, place, schemas)
  })
  for (const { properties: fields } of choices) for (const [name, types] of fields) add(name, types)
  const [first, ...rest] = choices
  for (const name of first?.required ?? []) if (rest.every((fields) => fields.required.has(name))) required.add(name)
  return { properties, required }
}

/** Types of either; undefined stands for any. */
function joined(some, others) {
  return some && others && [...new Set([...some, ...others])]
}

/** The types that a value may have; undefined for any. */
function typesOf(schema, file, schemas) {
  if (schema.$ref && !schema.type) {
    const { found, place } = resolve(schema, file, schemas)
    return typesOf(found, place, schemas)
  }
  if ('const' in schema) return [typeof schema.const]
  if (schema.enum) return [...new Set(schema.enum.map((value) => (value === null ? 'null' : typeof value)))]
  if (schema.type) return [schema.type].flat()
  if (schema.anyOf) return schema.anyOf.map((part) => typesOf(part, file, schemas)).reduce(joined)
  if (schema.allOf || schema.properties) return ['object']
  return undefined
}

function resolve(schema, file, schemas) {
  if (!schema.$ref) return { found: schema, place: file }
  const [name, pointer = ''] = schema.$ref.split('#')
  const place = name || file
  const keys = pointer.split('/').slice(1)
  const found = keys.reduce((value, key) => value?.[key], schemas.get(place)?.schema)
  if (!found) throw new StepError(`${file}: there is no ${schema.$ref}.`)
  const { $ref: _, ...others } = schema
  return {
    found: Object.keys(others).length > 0 ? { ...others, allOf: [...(others.allOf ?? []), found] } : found,
    place,
  }
}

if (isProgram(import.meta)) {
  await main((args) => {
    if (args.length === 0) return writeOutputSchemas()
    if (args.join() !== '--check') throw new StepError(`Unknown argument ${args[0]}. Known: --check.`)
    if (readFileSync(join(ROOT, OUTPUT_SCHEMAS), 'utf8') === outputSchemas()) return
    throw new StepError(`${OUTPUT_SCHEMAS} is not what the schemas say. Run: npm run generate output-schemas`)
  })
}
