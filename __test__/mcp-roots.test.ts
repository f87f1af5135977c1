// The folders of a client: when it names others, the resources change and it is notified.
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'

import { Client } from './checked-client.js'
import { notices } from './mcp-support.js'
import { atEnd, eventually, PROGRAM, scratch } from './support.js'

test('a client that names other roots hears that the list of resources is another one', async () => {
  const folders = ['first', 'second'].map((name) => {
    const folder = realpathSync(scratch())
    writeFileSync(join(folder, `${name}.txt`), `${name}\n`)
    return folder
  })
  let named = folders[0]!
  const client = new Client({ name: 'test', version: '0' }, { capabilities: { roots: { listChanged: true } } })
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(named).href }] }))
  const env = { ...(process.env as Record<string, string>), SCENEWRIGHT_STATE_DIR: join(scratch(), 'state') }
  const args = [PROGRAM, 'files']
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, cwd: scratch(), stderr: 'ignore' }),
  )
  atEnd(() => client.close())
  const { listChanges } = notices(client)
  const read = async (name: string) => {
    const { isError } = await client.callTool({ name: 'Read', arguments: { file_path: name } })
    return !isError
  }
  expect([await read('first.txt'), await read('second.txt')]).toEqual([true, false])
  expect(JSON.stringify(await client.listResources())).toContain('first.txt')
  const before = listChanges()
  named = folders[1]!
  await client.sendRootsListChanged()
  await eventually('the notice comes', () => listChanges() > before)
  expect([await read('first.txt'), await read('second.txt')]).toEqual([false, true])
  expect(JSON.stringify(await client.listResources())).not.toContain('first.txt')
})
