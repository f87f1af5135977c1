// The schemas of what crosses the binding, as tests hold answers to them: a field that no schema declares is an error.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'

const CRATES = join(__dirname, '..', 'crates')

interface Schema {
  readonly [keyword: string]: unknown
  readonly properties?: { readonly [name: string]: Schema }
  readonly 'x-status'?: readonly string[]
  readonly 'x-has'?: readonly string[]
}

/** The doors of the binding, and where the schemas of their calls are. */
const DOORS = {
  scene: 'crates/project/schemas/tools',
  files: 'crates/workspace/schemas/tools',
  project: 'crates/project/schemas/project-calls.json',
  workspace: 'crates/workspace/schemas/workspace-calls.json',
} as const

export type Door = keyof typeof DOORS

/** Unknown keywords are errors. A type may be missing where a schema only adds to another one. */
const STRICTNESS = { strictTypes: false, strictTuples: false } as const

const schemas = readSchemas()
// Every test file compiles its own. Checking the schemas themselves, and the quadratic pass that shortens the code of a
// validator, took half of that time; one test checks the schemas (`invalidSchemas`).
const ajv = new Ajv2020({ ...STRICTNESS, validateSchema: false, code: { optimize: false } })
ajv.addVocabulary(['x-status', 'x-has', 'x-typescript'])
for (const [name, { schema }] of schemas) ajv.addSchema(closed(schema, true), name)

const compiled = new Map<string, ValidateFunction>()

/** Lists the problems of the envelope of a call, in a line each. */
export function envelopeProblems(door: Door, call: string, envelope: unknown): string[] {
  const { status } = envelope as { readonly status?: string }
  if (status === 'refused' || status === 'reverted') {
    const failed = door === 'files' ? 'files.json#/$defs/RefusedFileEnvelope' : 'shared.json#/$defs/FailedEnvelope'
    return valueProblems(failed, envelope, `${call}, which failed,`)
  }
  const found = schemaOf(door, call)
  if (!found) return [`${call} succeeded and has no schema: add it in ${DOORS[door]}.`]
  return problems(`${door} ${call}`, envelopeSchema(door, found), envelope, call, found.path)
}

/** Lists those of the answer object of a scene tool, as its clients see it. */
export function answerProblems(tool: string, answer: { readonly success: boolean }): string[] {
  if (!answer.success) return valueProblems('shared.json#/$defs/SentFailure', answer, `${tool}, which failed,`)
  const found = schemaOf('scene', tool)
  if (!found) return [`${tool} succeeded and has no schema: add it in ${DOORS.scene}.`]
  return problems(`answer of ${tool}`, answerSchema(found), answer, tool, found.path)
}

/** Lists those of a value that crossed the binding. */
export function valueProblems(ref: string, value: unknown, who = 'The native half'): string[] {
  const path = schemas.get(ref.replace(/#.*/, ''))?.path ?? ref
  return problems(ref, { $ref: ref }, value, who, path)
}

/** Lists the schemas that are none, each with the reason. */
export function invalidSchemas(): string[] {
  const strict = new Ajv2020({ ...STRICTNESS, allErrors: true })
  strict.addVocabulary(['x-status', 'x-has', 'x-typescript'])
  return [...schemas.values()].flatMap(({ path, schema }) =>
    strict.validateSchema(closed(schema, true)) === true ? [] : [`${path}: ${strict.errorsText()}`],
  )
}

/** The names of the tools that have a schema. */
export function toolsWithSchemas(door: 'scene' | 'files'): string[] {
  const paths = [...schemas.values()].map(({ path }) => path).filter((path) => path.startsWith(`${DOORS[door]}/`))
  return paths.map((path) => basename(path, '.json'))
}

interface Found {
  readonly path: string
  readonly ref: string
  readonly schema: Schema
}

function schemaOf(door: Door, call: string): Found | undefined {
  const place = DOORS[door]
  if (door === 'scene' || door === 'files') {
    const found = schemas.get(`${call}.json`)
    // Beside the file tools are those that only the tools of other families are made of.
    const folders = [`${place}/`, `${dirname(place)}/folder-${basename(place)}/`]
    const isTool = folders.some((folder) => found?.path.startsWith(folder))
    return found && isTool ? { ...found, ref: `${call}.json` } : undefined
  }
  const file = basename(place)
  const schema = schemas.get(file)?.schema.properties?.[call]
  return schema && { path: place, ref: `${file}#/properties/${call}`, schema }
}

function envelopeSchema(door: Door, found: Found): Schema {
  const { ref, schema } = found
  const status = { enum: schema['x-status'] ?? ['ok'] }
  if (door === 'files') {
    const answer = { allOf: [{ $ref: 'files.json#/$defs/FileSuccess' }, { $ref: ref }] }
    return { $ref: 'files.json#/$defs/SucceededFileEnvelope', properties: { status, answer }, required: ['answer'] }
  }
  return {
    $ref: 'shared.json#/$defs/SucceededEnvelope',
    properties: { status, answer: answerSchema(found) },
    required: schema['x-has'] ?? [],
  }
}

function answerSchema({ ref }: Found): Schema {
  return { $ref: 'shared.json#/$defs/Success', properties: { data: { $ref: ref } } }
}

function problems(key: string, schema: Schema, value: unknown, who: string, path: string): string[] {
  const validate = compiled.get(key) ?? ajv.compile(closed(schema))
  compiled.set(key, validate)
  if (validate(value)) return []
  const errors = validate.errors ?? []
  const undeclared = errors.filter(({ keyword }) => keyword === 'unevaluatedProperties')
  return (undeclared.length > 0 ? undeclared : errors).map((error) => describeMismatch(error, who, path))
}

function describeMismatch({ keyword, instancePath, message, params }: ErrorObject, who: string, path: string): string {
  if (keyword !== 'unevaluatedProperties') {
    return `${who} answers something else than ${path} says: ${instancePath || 'it'} ${message} ${JSON.stringify(params)}`
  }
  const field = `${instancePath}/${params['unevaluatedProperty']}`
  return (
    `${who} answers ${field}, which no schema declares. Add a line for it under "properties" in ${path}, ` +
    'or in the schema that it refers to there; then run: npm run generate wire-types'
  )
}

function readSchemas(): ReadonlyMap<string, { readonly path: string; readonly schema: Schema }> {
  // Only the folders of schemas are listed: the sources beside them are a hundred times as many files.
  const folders = readdirSync(CRATES).map((crate) => `${crate}/schemas`)
  const paths = folders
    .filter((folder) => existsSync(join(CRATES, folder)))
    .flatMap((folder) =>
      readdirSync(join(CRATES, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.json'))
    .sort()
  const read = (path: string): Schema => JSON.parse(readFileSync(join(CRATES, path), 'utf8'))
  return new Map(paths.map((path) => [basename(path), { path: `crates/${path}`, schema: read(path) }]))
}

/**
 * The schema with every object closed: the schemas themselves are open, so that clients of an older version get along
 * with a new field. A part of another schema is closed where it is put together.
 */
function closed(schema: unknown, isPart = false): Schema | boolean {
  if (typeof schema !== 'object' || schema === null) return schema === true
  const { ...result } = schema as { [keyword: string]: unknown }
  const each = (keyword: string, areParts: boolean): void => {
    const inner = result[keyword]
    if (Array.isArray(inner)) result[keyword] = inner.map((one) => closed(one, areParts))
    else if (inner !== undefined) result[keyword] = mapped(inner as object, (one) => closed(one, areParts))
  }
  each('properties', false)
  each('prefixItems', false)
  each('$defs', true)
  each('allOf', true)
  each('anyOf', true)
  for (const keyword of ['items', 'additionalProperties']) {
    if (keyword in result) result[keyword] = closed(result[keyword])
  }
  const isOpen =
    'additionalProperties' in result || !['type', '$ref', 'allOf', 'anyOf', 'properties'].some((it) => it in result)
  if (!isPart && !isOpen) result['unevaluatedProperties'] = false
  return result
}

function mapped(object: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
