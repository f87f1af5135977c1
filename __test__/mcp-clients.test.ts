// Clients of the protocol of 2026 over HTTP: they never say goodbye, and hold nothing for ever.
import { describe, expect, test } from 'vitest'

import { ModernClients, type ModernLimits, type ToolboxSource } from '../mcp/modern-clients.js'
import type { Toolbox } from '../mcp/toolbox.js'
import { atEnd, sleep } from './support.js'

/** Tools of which only the name of their client and their end are of interest. */
function source(fails: (client: string) => boolean = () => false) {
  const open = new Set<string>()
  const opened: string[] = []
  const made: ToolboxSource = {
    async toolboxFor(client) {
      if (fails(client)) throw new Error(`no tools for ${client}`)
      open.add(client)
      opened.push(client)
      const resources = { templates: [], list: async () => [], read: async () => undefined, watch: () => () => {} }
      const toolbox = { tools: [], prompts: [], instructions: client, resources, client }
      return toolbox as unknown as Toolbox
    },
    async release(toolbox) {
      open.delete((toolbox as unknown as { client: string }).client)
    },
  }
  return { made, open, opened }
}

function clientsOf(made: ToolboxSource, limits: Partial<ModernLimits> = {}): ModernClients {
  const clients = new ModernClients(made, { clients: 3, streams: 4, idleMs: 60_000, ...limits })
  atEnd(() => clients.close())
  return clients
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

function asks(
  clients: ModernClients,
  name: string,
  method = 'tools/list',
  more: object = {},
): Promise<Response | undefined> {
  const body = { jsonrpc: '2.0', id: 1, method, params: { _meta: META, ...more } }
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
  }
  const request = new Request('http://localhost/mcp', { method: 'POST', headers, body: JSON.stringify(body) })
  return clients.answer(request, name, body)
}

const readAll = async (response: Response | undefined): Promise<string> => (await response?.text()) ?? 'nothing'

describe('of more clients than there is room for', () => {
  test('the least recently seen one is evicted, and starts fresh when it comes back', async () => {
    const { made, open, opened } = source()
    const clients = clientsOf(made)
    for (const name of ['a', 'b', 'c', 'a', 'd'])
      expect(await readAll(await asks(clients, name))).toContain('"tools":[]')
    await expect.poll(() => [...open].sort()).toEqual(['a', 'c', 'd'])
    await readAll(await asks(clients, 'b'))
    expect(opened).toEqual(['a', 'b', 'c', 'd', 'b'])
    await expect.poll(() => open.size).toBe(3)
  })

  test('one that hears of changes is in use, and where all are, another is turned away', async () => {
    const { made, open } = source()
    const clients = clientsOf(made, { clients: 2 })
    const listening = { notifications: { resourceSubscriptions: ['scene://current.svg'] } }
    const streams = [await asks(clients, 'a', 'subscriptions/listen', listening)]
    streams.push(await asks(clients, 'b', 'subscriptions/listen', listening))
    expect(streams.map((response) => response?.status)).toEqual([200, 200])
    expect(await asks(clients, 'c')).toBeUndefined()
    await streams[0]?.body?.cancel()
    expect(await readAll(await asks(clients, 'c'))).toContain('"tools":[]')
    await expect.poll(() => [...open].sort()).toEqual(['b', 'c'])
    await streams[1]?.body?.cancel()
  })
})

test('a client that asks no more is forgotten after a while, and not while it is answered', async () => {
  const { made, open } = source()
  const clients = clientsOf(made, { idleMs: 20 })
  await readAll(await asks(clients, 'gone'))
  const stream = await asks(clients, 'here', 'subscriptions/listen', { notifications: { toolsListChanged: true } })
  await sleep(40)
  clients.closeIdle()
  await expect.poll(() => [...open]).toEqual(['here'])
  await stream?.body?.cancel()
})

test('a client whose tools could not be opened is tried again', async () => {
  let isBroken = true
  const { made, open } = source(() => isBroken)
  const clients = clientsOf(made)
  await expect(asks(clients, 'a')).rejects.toThrow('no tools for a')
  isBroken = false
  expect(await readAll(await asks(clients, 'a'))).toContain('"tools":[]')
  expect([...open]).toEqual(['a'])
})

test('the end releases everybody', async () => {
  const { made, open } = source()
  const clients = clientsOf(made)
  for (const name of ['a', 'b']) await readAll(await asks(clients, name))
  await clients.close()
  expect(open.size).toBe(0)
})
