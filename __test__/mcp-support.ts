// Clients of both protocols, and servers in this process.
import { InMemoryTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

import { createMcpServer, type McpServerOptions, type Project, type Workspace } from 'scenewright'
import { Client } from './checked-client.js'
import { atEnd, PROGRAM } from './support.js'

export const ERAS = ['2025-11-25', '2026-07-28'] as const

export type Era = (typeof ERAS)[number]

/** A client that speaks one of the protocols. */
export function clientOf(era: Era): Client {
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era }
  return new Client({ name: 'scenewright-test', version: '0.0.0' }, { versionNegotiation: { mode } })
}

/** Starts the command line and connects to it. */
export async function connectTo(args: readonly string[], era: Era = '2025-11-25'): Promise<Client> {
  const client = clientOf(era)
  const parameters = { command: process.execPath, args: [PROGRAM, ...args], stderr: 'ignore' as const }
  await client.connect(new StdioClientTransport(parameters))
  atEnd(() => client.close())
  return client
}

/** A client of a server in this process. */
export async function connectWithin(
  opened: Project | Workspace | { readonly [name: string]: Project },
  options?: McpServerOptions,
  era: Era = '2025-11-25',
): Promise<Client> {
  const server = createMcpServer(opened, options)
  const [own, other] = InMemoryTransport.createLinkedPair()
  await server.connect(other)
  const client = clientOf(era)
  await client.connect(own)
  atEnd(async () => {
    await client.close()
    await server.close()
  })
  return client
}

/** The tools that may answer with a picture, and so have neither a schema nor a structured answer. */
const PICTURE_TOOLS = ['check', 'render', 'view', 'Read']

/** Calls a tool of a server with structured answers, and holds what it answers to the schema that the list has. */
export async function callChecked(client: Client, name: string, args: object = {}) {
  const { tools } = await client.listTools()
  const schema = tools.find((tool) => tool.name === name)?.outputSchema
  if (!schema && !PICTURE_TOOLS.includes(name)) throw new Error(`${name} has no output schema`)
  const result = await client.callTool({ name, arguments: args as Record<string, unknown> })
  if (result.isError || !schema) {
    expect(result, name).not.toHaveProperty('structuredContent')
  } else {
    const validate = new Ajv2020({ strict: false }).compile(schema as object)
    expect(validate(result.structuredContent), JSON.stringify(validate.errors)).toBe(true)
  }
  return result as typeof result & { structuredContent: { data: unknown; [name: string]: unknown } }
}

/** The texts of messages and contents. */
export const textsOf = (value: unknown): string => JSON.stringify(value)

/** Waits for the notices of a client. */
export function notices(client: Client): { readonly updated: string[]; readonly listChanges: () => number } {
  const updated: string[] = []
  let changes = 0
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri))
  client.setNotificationHandler('notifications/resources/list_changed', () => void (changes += 1))
  return { updated, listChanges: () => changes }
}

/** Asks to hear of resources, as the protocol of the client has it. */
export async function follow(client: Client, era: Era, uris: readonly string[]): Promise<void> {
  if (era === '2025-11-25') {
    for (const uri of uris) await client.subscribeResource({ uri })
    return
  }
  const subscription = await client.listen({ resourceSubscriptions: [...uris], resourcesListChanged: true })
  atEnd(() => subscription.close())
}
