// Two MCP servers for the files of a folder, each a process of its own on stdin and stdout, called by the same client.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

import { ROOT } from './measure.mjs'

const PEER = '@modelcontextprotocol/server-filesystem'
const peerManifest = createRequire(import.meta.url).resolve(`${PEER}/package.json`)

/** The name and the version of the other one, for the title of a table. */
export const PEER_NAME = `${PEER} ${createRequire(import.meta.url)(peerManifest).version}`

/** `scenewright files` on a folder; its history is kept in another. */
export const ours = (root, stateDir, flags = []) =>
  start([join(ROOT, 'bin', 'scenewright'), 'files', '--root', root, ...flags], { SCENEWRIGHT_STATE_DIR: stateDir })

/** The file server of the protocol's own repository on a folder. */
export const peer = (root) => start([join(dirname(peerManifest), 'dist', 'index.js'), root])

/** A connected client. `call` answers the text of a tool, which must not be a refusal. */
async function start(args, env = {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: { ...process.env, ...env },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'scenewright-bench', version: '0.0.0' })
  await client.connect(transport)
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args) => {
      const { content, isError } = await client.callTool({ name, arguments: args })
      if (isError || content[0]?.type !== 'text') throw new Error(`${name}: ${JSON.stringify(content).slice(0, 500)}`)
      return content[0].text
    },
    close: () => client.close(),
  }
}
