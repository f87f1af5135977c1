// The least client of MCP: what a person who tries a server sees of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

import { StepError } from './support.mjs'

/** How long a server may take from its start to the answer. */
const MAX_MS = 120_000

/**
 * Starts a scene server, makes an edit through it, and answers a line about it.
 *
 * @param {string} folder
 * @param {readonly string[]} command the program and its arguments
 */
export async function askServer(folder, [program = '', ...args], env = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: MAX_MS,
  })
  const stderr = []
  child.stderr.on('data', (chunk) => stderr.push(chunk))
  child.stdin.on('error', () => {})
  const waiting = new Map()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line)
    waiting.get(id)?.(error ? Promise.reject(new StepError(JSON.stringify(error))) : result)
  })
  const ended = new Promise((_, reject) => {
    child.once('error', (error) => reject(new StepError(`Could not start ${program}: ${error.message}`)))
    child.once('close', (code) => {
      reject(new StepError(`The server ended with ${code} before it answered.\n${Buffer.concat(stderr)}`))
    })
  })
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let ids = 0
  const ask = (method, params) => {
    ids += 1
    const id = ids
    const answer = new Promise((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    return Promise.race([answer, ended])
  }
  try {
    const clientInfo = { name: 'rehearsal', version: '0' }
    const { serverInfo } = await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    send({ method: 'notifications/initialized' })
    const { tools } = await ask('tools/list', {})
    await ask('tools/call', { name: 'read', arguments: { file: 'main' } })
    const edit = { file: 'main', old_code: '40', new_code: '50' }
    const { isError, content } = await ask('tools/call', { name: 'edit', arguments: edit })
    if (isError) throw new StepError(content[0].text)
    return `${serverInfo.name} ${serverInfo.version}, ${tools.length} tools, an edit committed`
  } finally {
    ended.catch(() => {})
    child.stdin.end()
    const isRunning = child.exitCode === null && child.signalCode === null
    if (isRunning) await once(child, 'close')
  }
}
