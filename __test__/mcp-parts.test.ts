// Resources that are larger than a message: by stdio they are read in parts, by HTTP as a whole.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { partOf } from '../mcp/resource-parts.js'
import { connectTo, connectWithin } from './mcp-support.js'
import { openProject, projectOf } from './support.js'

/** A text of letters, signs that JSON writes as six characters, and characters that are two in UTF-16. */
const LONG = `${'a𝄞\u0001"ö'.repeat(850_000)}end`
const BYTES = Buffer.alloc(9 << 20, 0xa5)

function project(): string {
  const dir = projectOf({ main: "drawCircle('dot', 0, 0, 4)\n" })
  mkdirSync(join(dir, 'exports'))
  writeFileSync(join(dir, 'exports', 'long.svg'), LONG)
  writeFileSync(join(dir, 'exports', 'bytes.png'), BYTES)
  return dir
}

const URI = 'scene://exports/long.svg'

interface Read {
  readonly uri: string
  readonly text?: string
  readonly blob?: string
}

test('a resource that no message holds says in how many parts it is read, and these make the whole', async () => {
  const client = await connectTo(['mcp', project()])
  const whole = await client.readResource({ uri: URI }).catch((thrown: Error) => thrown.message)
  const count = Number(/Read it in (\d+) parts/.exec(String(whole))?.[1])
  expect(whole).toContain(`${URI}?part=1 to ?part=${count}`)
  const parts: string[] = []
  for (let part = 1; part <= count; part += 1) {
    const uri = `${URI}?part=${part}`
    const [read] = (await client.readResource({ uri })).contents as Read[]
    expect(read!.uri).toBe(uri)
    // No client is sent half a character.
    expect(/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(read!.text!)).toBe(false)
    parts.push(read!.text!)
  }
  expect(parts.join('') === LONG).toBe(true)
  for (const part of [0, count + 1]) {
    await expect(client.readResource({ uri: `${URI}?part=${part}` })).rejects.toThrow(`the resource has ${count} parts`)
  }
})

test('the parts of bytes are the base64 of the whole', async () => {
  const client = await connectTo(['mcp', project()], '2026-07-28')
  const uri = 'scene://exports/bytes.png'
  const words = await client.readResource({ uri }).catch((thrown: Error) => thrown.message)
  const count = Number(/Read it in (\d+) parts/.exec(String(words))?.[1])
  let blob = ''
  for (let part = 1; part <= count; part += 1) {
    blob += ((await client.readResource({ uri: `${uri}?part=${part}` })).contents as Read[])[0]!.blob
  }
  expect(Buffer.from(blob, 'base64').equals(BYTES)).toBe(true)
})

test('a transport that takes it has the whole in one answer', async () => {
  const client = await connectWithin(await openProject(project()))
  const [read] = (await client.readResource({ uri: URI })).contents as Read[]
  expect(read!.text === LONG).toBe(true)
})

test('a small resource is one part', async () => {
  const client = await connectTo(['mcp', project()])
  const [read] = (await client.readResource({ uri: 'scene://files/main?part=1' })).contents as Read[]
  expect(read).toMatchObject({ uri: 'scene://files/main?part=1', text: "drawCircle('dot', 0, 0, 4)\n" })
  await expect(client.readResource({ uri: 'scene://files/main?part=2' })).rejects.toThrow('the resource has 1 part.')
  await expect(client.readResource({ uri: 'scene://files/none?part=1' })).rejects.toThrow('There is no resource')
})

test.each([
  ['scene://current.svg', 'scene://current.svg', undefined],
  ['scene://current.svg?part=3', 'scene://current.svg', 3],
  ['scene://commits/a/scene.dxf?fills=false&part=12', 'scene://commits/a/scene.dxf?fills=false', 12],
  ['scene://commits/a/scene.dxf?part=12&fills=false', 'scene://commits/a/scene.dxf?fills=false', 12],
  ['scene://files/part=1', 'scene://files/part=1', undefined],
  ['scene://current.svg?part=x', 'scene://current.svg?part=x', undefined],
  ['scene://current.svg?apart=1', 'scene://current.svg?apart=1', undefined],
])('the part of %s', (uri, address, part) => {
  expect(partOf(uri)).toEqual(part === undefined ? { address } : { address, part })
})
