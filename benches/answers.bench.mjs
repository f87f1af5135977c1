// The size of what a client gets: of an answer as models see it, and of the lists of tools; and the time until a client has them.
//
// The column "structure" is what hosts handed to their models until the servers stopped sending it by default: the structured
// answer alone, without the picture and without the lines. `--structured` still sends it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

import { median, ROOT, startTable } from './measure.mjs'

/** A token of a model has three to five bytes of such texts; four is what their makers name. */
const BYTES_PER_TOKEN = 4

const START_ROUNDS = 10

const MAIN = "drawRect('plate', 0, 0, 120, 80)\ndrawCircle('hole', 10, 10, 3)\n"
const LINES = Array.from({ length: 300 }, (_, index) => `const value_${index} = old(${index})\n`).join('')

const SCENE_CALLS = [
  ['run', 'run', {}],
  ['read', 'read', { file: 'main' }],
  ['edit that commits', 'edit', { file: 'main', old_code: '10, 3)', new_code: '10, 5)' }],
  ['edit that is reverted', 'edit', { file: 'main', old_code: 'drawCircle(', new_code: 'drawCirle(' }],
  ['edit that is refused', 'edit', { file: 'main', old_code: 'nowhere', new_code: '' }],
  ['undo', 'undo', {}],
  ['history', 'history', {}],
  ['inspect an entity', 'inspect', { view: 'entity', name: 'hole' }],
  ['render, without the picture', 'render', {}],
]

const FILE_CALLS = [
  ['Read of 300 lines', 'Read', { file_path: 'lines.js' }],
  ['Edit of one place', 'Edit', { file_path: 'lines.js', old_string: 'old(7)', new_string: 'new(7)' }],
  ['Edit of 299 places', 'Edit', { file_path: 'lines.js', old_string: 'old(', new_string: 'neu(', replace_all: true }],
  ['Edit that is refused', 'Edit', { file_path: 'lines.js', old_string: 'nowhere', new_string: '' }],
]

const add = startTable(
  'What a model gets, in bytes and tokens (a quarter of the bytes)',
  ['', 'structure', 'tokens', 'content', 'tokens'],
  [34, 10],
)
for (const { program, files, calls } of [
  { program: 'mcp', files: { 'scene.code.js': MAIN }, calls: SCENE_CALLS },
  { program: 'files', files: { 'lines.js': LINES }, calls: FILE_CALLS },
]) {
  const plain = await answers(program, files, calls, [])
  const structured = await answers(program, files, calls, ['--structured'])
  for (const [index, [name]] of [...calls].entries())
    add(rowOf(name, structured[index].structure, plain[index].content))
  add(rowOf(`tools/list of ${program}`, structured.tools, plain.tools))
}

const addStart = startTable('From the start to tools/list, in milliseconds', ['', 'median'], [34, 10])
for (const program of ['mcp', 'files']) {
  // The end of the server is not counted: a client does not wait for it.
  const times = []
  for (let round = 0; round < START_ROUNDS; round += 1) {
    const startedAt = performance.now()
    const listed = async (client) => {
      await client.listTools()
      times.push(performance.now() - startedAt)
    }
    await withServer(program, {}, [], listed)
  }
  addStart([`scenewright ${program}`, median(times).toFixed(0)])
}

/** The answer to each call, and the length of the list of tools. */
function answers(program, files, calls, flags) {
  return withServer(program, files, flags, async (client) => {
    const { tools } = await client.listTools()
    const found = []
    for (const [, name, args] of calls) {
      const { content, structuredContent } = await client.callTool({ name, arguments: args })
      const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
      found.push({
        content: Buffer.byteLength(texts.join('\n')),
        // A host of that kind shows the content where there is no structure.
        structure: structuredContent && Buffer.byteLength(JSON.stringify(structuredContent)),
      })
    }
    return Object.assign(found, { tools: Buffer.byteLength(JSON.stringify(tools)) })
  })
}

async function withServer(program, files, flags, use) {
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-bench-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  const folder = program === 'files' ? ['--root', dir] : [dir]
  const client = new Client({ name: 'bench', version: '0' })
  try {
    const args = [join(ROOT, 'bin', 'scenewright'), program, ...folder, ...flags]
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
    return await use(client)
  } finally {
    await client.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function rowOf(name, before, now) {
  const cells = (bytes) =>
    bytes === undefined
      ? ['–', '–']
      : [bytes.toLocaleString('en-US'), Math.ceil(bytes / BYTES_PER_TOKEN).toLocaleString('en-US')]
  return [name, ...cells(before), ...cells(now)]
}
