// The client of MCP that tests use: every structured answer that it gets is held to the schema that its server lists for the
// tool, when the test is over.
import { Client } from '@modelcontextprotocol/client'
import type { ValidateFunction } from 'ajv/dist/2020.js'

interface Answered {
  readonly tool: string
  readonly structured: unknown
}

/** How long a server may take to list its tools once more. One that a test has ended lists none. */
const LIST_TIMEOUT_MS = 10_000

const answered = new Map<Client, Answered[]>()
const compiled = new Map<string, ValidateFunction>()

const callTool = Client.prototype.callTool
Object.assign(Client.prototype, {
  async callTool(this: Client, ...args: Parameters<typeof callTool>) {
    const result = await callTool.apply(this, args)
    if (result.isError === true) return result
    const others = answered.get(this) ?? []
    answered.set(this, [...others, { tool: args[0].name, structured: result.structuredContent }])
    return result
  },
})

/** Throws what was wrong with the answers since it was called last. It asks the clients for their tools: they are still open. */
export async function checkAnswers(): Promise<void> {
  if (answered.size === 0) return
  const found = [...answered]
  answered.clear()
  const problems = (await Promise.all(found.map(([client, answers]) => problemsOf(client, answers)))).flat()
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))
}

async function problemsOf(client: Client, answers: readonly Answered[]): Promise<string[]> {
  const listed = await client.listTools({}, { timeout: LIST_TIMEOUT_MS }).catch(() => undefined)
  if (!listed) return []
  // Not before the end: some tests hold answers to a deadline.
  const [{ Ajv2020 }, { Ajv }] = await Promise.all([import('ajv/dist/2020.js'), import('ajv')])
  const compile = (schema: object): ValidateFunction => {
    const isOlder = '$schema' in schema && String(schema.$schema).includes('draft-07')
    return new (isOlder ? Ajv : Ajv2020)({ strict: false }).compile(schema)
  }
  const schemas = new Map(listed.tools.map(({ name, outputSchema }) => [name, outputSchema]))
  return answers.flatMap(({ tool, structured }) => {
    const schema = schemas.get(tool)
    // Names of other families are as their makers have them: some have no structured answers.
    if (!schema) return structured === undefined || !schemas.has(tool) ? [] : [`${tool} has no output schema`]
    const text = JSON.stringify(schema)
    const validate = compiled.get(text) ?? compile(schema as object)
    compiled.set(text, validate)
    if (validate(structured)) return []
    return [`${tool} answered what its schema does not allow: ${JSON.stringify(validate.errors)}`]
  })
}

export { Client }
