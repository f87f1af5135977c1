// The servers by Streamable HTTP: both protocols, and access control.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, request as httpRequest } from 'node:http'
import { connect as connectSocket, type AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'

import { isAllowedOrigin, isOwnHost } from '../mcp/http-access.js'
import { clientOf, ERAS, follow, notices, textsOf, type Era } from './mcp-support.js'
import { atEnd, eventually, PROGRAM, projectOf, scenewright, scratch } from './support.js'

const TOKEN = 'a-secret-of-thirty-two-characters'

/** Starts a server that listens, and answers its address. */
async function serve(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const server = spawn(process.execPath, [PROGRAM, ...args, '--http', '--port', '0'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  atEnd(async () => {
    server.kill('SIGTERM')
    await exited
  })
  for await (const line of createInterface(server.stderr)) {
    const url = /serving MCP on (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('The server ended before it listened.')
}

async function connect(url: string, era: Era, headers: Record<string, string> = {}) {
  const client = clientOf(era)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  atEnd(() => client.close())
  return client
}

const project = (): string => projectOf({ main: "drawCircle('dot', 0, 0, 4)\n", lib: '' })

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
}

/** One request with exactly these headers, which `fetch` would not send. */
function raw(
  url: string,
  headers: Record<string, string>,
  body: unknown = INITIALIZE,
  method = 'POST',
): Promise<{ status: number; text: string; headers: NodeJS.Dict<string | string[]> }> {
  return new Promise((resolve, reject) => {
    const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const sent = httpRequest(url, { method, headers: { ...common, ...headers } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    sent.on('error', reject)
    sent.end(
      method === 'GET' || method === 'OPTIONS' ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    )
  })
}

describe.each(ERAS)('in the protocol of %s', (era) => {
  test('tools, resources and notices are as on stdio', async () => {
    const client = await connect(await serve(['mcp', project()]), era)
    const { updated } = notices(client)
    await follow(client, era, ['scene://current.svg'])
    const edit = { file: 'main', old_code: '0, 0, 4', new_code: '0, 0, 5' }
    const result = await client.callTool({ name: 'edit', arguments: edit })
    expect(result).toMatchObject({ isError: false, content: [{ text: expect.stringContaining('"success":true') }] })
    expect(textsOf(await client.readResource({ uri: 'scene://current.svg' }))).toContain('r=\\"5\\"')
    await eventually('the notice comes', () => updated.includes('scene://current.svg'))
  })

  test('clients share the project, and each has read what it has read', async () => {
    const url = await serve(['mcp', project(), '--policy', 'require'], { SCENEWRIGHT_TOKEN: TOKEN })
    const headers = { authorization: `Bearer ${TOKEN}` }
    const [one, two] = [await connect(url, '2025-11-25', headers), await connect(url, era, headers)]
    await one.callTool({ name: 'read', arguments: { file: 'main' } })
    const edit = { file: 'main', old_code: '0, 0, 4', new_code: '0, 0, 5' }
    expect((await two.callTool({ name: 'edit', arguments: edit })).isError).toBe(true)
    expect((await one.callTool({ name: 'edit', arguments: edit })).isError).toBe(false)
    expect(textsOf(await two.callTool({ name: 'read', arguments: { file: 'main' } }))).toContain('0, 0, 5')
  })

  test('the file tools', async () => {
    const root = scratch()
    writeFileSync(join(root, 'a.txt'), 'one\n')
    const client = await connect(await serve(['files', '--root', root]), era)
    expect(client.getInstructions()).toContain(root)
    expect(textsOf(await client.callTool({ name: 'Read', arguments: { file_path: 'a.txt' } }))).toContain('one')
  })
})

describe('access control', () => {
  test('a page that uses another host name, or another origin, is not', async () => {
    const url = await serve(['mcp', project()])
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example']) {
      expect((await raw(url, { host })).status, host).toBe(403)
    }
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      expect((await raw(url, { origin })).status, origin).toBe(403)
      expect((await raw(url, { origin }, undefined, 'OPTIONS')).status, origin).toBe(403)
    }
    const own = await raw(url, { origin: 'http://localhost:3000' })
    expect(own).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': 'http://localhost:3000' } })
    const asked = await raw(
      url,
      { origin: 'http://localhost:3000', 'access-control-request-headers': 'mcp-session-id' },
      '',
      'OPTIONS',
    )
    expect(asked).toMatchObject({ status: 204, headers: { 'access-control-allow-headers': 'mcp-session-id' } })
  })

  test('a client with the token is, and no other', async () => {
    const file = join(scratch(), 'token')
    writeFileSync(file, `${TOKEN}\n`)
    const url = await serve(['mcp', project(), '--token-file', file])
    for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, `Bearer ${TOKEN.slice(0, -1)}`]) {
      const refused = await raw(url, { authorization })
      expect(refused.status, authorization).toBe(401)
      expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
    }
    expect((await raw(url, { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  })

  test.each([
    [['--host', '0.0.0.0'], /lets other machines in: give --token-file/],
    [['--host', '0.0.0.0', '--token-file', 'TOKEN'], /needs the name that clients use/],
    [['--oauth', 'https://auth.example'], /--oauth needs --url/],
    [['--oauth', 'http://auth.example', '--url', 'https://cad.example/mcp'], /--oauth must begin with https/],
    [['--token-file', 'SHORT'], /at least 16 characters/],
    [['--token-file', 'NONE'], /could not be read/],
    [['--port', '70000'], /from 0 to 65535/],
    [['--url', 'cad.example'], /must be an address such as/],
  ])('%j is refused', (flags, words) => {
    const folder = scratch()
    writeFileSync(join(folder, 'TOKEN'), TOKEN)
    writeFileSync(join(folder, 'SHORT'), 'short')
    const args = flags.map((flag) => (/^(TOKEN|SHORT|NONE)$/.test(flag) ? join(folder, flag) : flag))
    const { status, stderr } = scenewright(['mcp', project(), '--http', ...args])
    expect(stderr).toMatch(words)
    expect(status).toBe(2)
  })

  test('a client whose token an authorization server signed for this server is', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const issuer = await authorizationServer(publicKey)
    const resource = 'http://localhost/mcp'
    const url = await serve(['mcp', project(), '--oauth', issuer, '--url', resource, '--scope', 'draw'])
    const claims = { iss: issuer, aud: resource, exp: Date.now() / 1_000 + 600, scope: 'draw', sub: 'ada' }
    const statusOf = async (token: string): Promise<number> =>
      (await raw(url, { authorization: `Bearer ${token}` })).status
    expect(await statusOf(signed(claims, privateKey))).toBe(200)
    for (const [what, token] of [
      ['another key', signed(claims, other)],
      ['another server', signed({ ...claims, aud: 'https://other.example/mcp' }, privateKey)],
      ['another issuer', signed({ ...claims, iss: 'https://evil.example' }, privateKey)],
      ['an old one', signed({ ...claims, exp: Date.now() / 1_000 - 600 }, privateKey)],
      ['one of tomorrow', signed({ ...claims, nbf: Date.now() / 1_000 + 600 }, privateKey)],
      ['no signature', `${signed(claims, privateKey).split('.').slice(0, 2).join('.')}.`],
      ['the algorithm none', signed(claims, privateKey, 'none')],
      ['no token', 'x.y'],
    ] as const) {
      expect(await statusOf(token), what).toBe(401)
    }
    expect(await statusOf(signed({ ...claims, scope: 'other' }, privateKey))).toBe(403)
    const challenge = (await raw(url, {})).headers['www-authenticate']
    expect(challenge).toContain('/.well-known/oauth-protected-resource/mcp')
    const metadata = await raw(new URL('/.well-known/oauth-protected-resource/mcp', url).href, {}, '', 'GET')
    expect(JSON.parse(metadata.text)).toMatchObject({
      resource,
      authorization_servers: [issuer],
      scopes_supported: ['draw'],
    })
  })
})

describe('bounds', () => {
  test('a message that is too long or invalid is refused with its own status', async () => {
    const url = await serve(['mcp', project()])
    expect((await raw(url, {}, `"${'x'.repeat(11 << 20)}"`)).status).toBe(413)
    expect((await raw(url, {}, '{')).status).toBe(400)
    expect((await raw(url, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await raw(url, { 'mcp-session-id': 'nobody' })).status).toBe(404)
    expect((await raw(url, {}, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status).toBe(400)
    expect((await raw(url, {}, undefined, 'GET')).status).toBe(405)
    expect((await raw(new URL('/other', url).href, {})).status).toBe(404)
    expect((await raw(url, {})).status).toBe(200)
  })

  test('a client has a bounded number of sessions, and the oldest is evicted', async () => {
    const url = await serve(['mcp', project()])
    const ids: string[] = []
    for (let index = 0; index < 66; index += 1) {
      const { status, headers } = await raw(url, {})
      expect(status).toBe(200)
      ids.push(String(headers['mcp-session-id']))
    }
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' }
    const protocol = { 'mcp-protocol-version': '2025-11-25' }
    expect((await raw(url, { 'mcp-session-id': ids[0] ?? '', ...protocol }, list)).status).toBe(404)
    expect((await raw(url, { 'mcp-session-id': ids[65] ?? '', ...protocol }, list)).status).toBe(200)
  })
})

/** A token as an authorization server signs it. */
function signed(claims: object, key: KeyObject, alg = 'ES256'): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part({ alg, kid: 'one', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

async function authorizationServer(key: KeyObject): Promise<string> {
  const server = createServer(({ url }, response) => {
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
    const answers: Record<string, object> = {
      '/.well-known/oauth-authorization-server': { issuer, jwks_uri: `${issuer}/keys` },
      '/keys': { keys: [{ ...key.export({ format: 'jwk' }), kid: 'one', use: 'sig' }] },
    }
    const answer = answers[url ?? '']
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  atEnd(() => void server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

describe('before a client connects', () => {
  test('the card says what the server is, and the catalogues lead to it', async () => {
    const url = await serve(['mcp', project()], { SCENEWRIGHT_TOKEN: TOKEN })
    const card = await fetch(`${url}/server-card`, { headers: { origin: 'https://anywhere.example' } })
    expect(card.headers.get('content-type')).toBe('application/mcp-server-card+json')
    expect(card.headers.get('access-control-allow-origin')).toBe('*')
    // Clients keep a connection for up to 90 s, and what they send on one that is just being closed is lost.
    expect(card.headers.get('keep-alive')).toBe('timeout=120')
    expect(await card.json()).toMatchObject({
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      remotes: [{ type: 'streamable-http', url, headers: [{ name: 'Authorization', isSecret: true }] }],
    })
    for (const path of ['/.well-known/ai-catalog.json', '/.well-known/mcp/catalog.json']) {
      const { entries } = (await (await fetch(new URL(path, url))).json()) as { entries: { url: string }[] }
      expect(entries, path).toMatchObject([{ type: 'application/mcp-server-card+json', url: `${url}/server-card` }])
    }
    expect((await fetch(`${url}/server-card`, { method: 'POST' })).status).toBe(405)
  })

  test('a connection without a request is closed, and many of them keep no client out', async () => {
    const url = new URL(await serve(['mcp', project()]))
    const sockets = Array.from({ length: 200 }, () => connectSocket(Number(url.port), url.hostname))
    atEnd(() => sockets.forEach((socket) => void socket.destroy()))
    const closed = sockets.map((socket) => new Promise((done) => socket.on('error', () => {}).on('close', done)))
    await eventually('the oldest ones are closed', () => sockets.filter(({ destroyed }) => destroyed).length >= 72)
    expect((await raw(url.href, {})).status).not.toBe(0)
    sockets.at(-1)?.write('POST /mcp HTTP/1.1\r\nHost: ')
    await Promise.all(closed)
  })
})

describe('a header', () => {
  const MINE = ['localhost', '127.0.0.1', '[::1]', 'cad.example.org']

  test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:7391', '[::1]', '[::1]:7391', 'cad.example.org:443'])(
    'Host %s names this server',
    (host) => expect(isOwnHost(host, MINE)).toBe(true),
  )

  test.each([
    null,
    '',
    'evil.com@127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1/evil',
    '127.0.0.1?',
    '127.0.0.1#',
    '127.0.0.1:',
    '127.0.0.1:99999',
    'localhost.',
    'localhost, evil.com',
    ' localhost',
    'localhost\\evil.com',
    'xn--lcalhost-.com',
    'evil.com',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '%6cocalhost',
    'ⓛocalhost',
  ])('Host %j does not', (host) => expect(isOwnHost(host, MINE)).toBe(false))

  test.each(['http://localhost', 'https://localhost:8080', 'HTTP://127.0.0.1', 'http://[::1]:3000'])(
    'Origin %s is a page of this machine',
    (origin) => expect(isAllowedOrigin(origin, MINE)).toBe(true),
  )

  test.each([
    '',
    'null',
    'chrome-extension://localhost',
    'moz-extension://127.0.0.1',
    'file://localhost',
    'ftp://localhost',
    'http://evil.com@127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://127.0.0.1/evil',
    'http://localhost/',
    'http://localhost.evil.com',
    'http://localhost:80:80',
    'http:localhost',
    '//localhost',
    'localhost',
  ])('Origin %j is not', (origin) => expect(isAllowedOrigin(origin, MINE)).toBe(false))

  test('Origin of an extension is allowed by its whole text', () => {
    const allowed = [...MINE, 'chrome-extension://abcdef']
    expect(isAllowedOrigin('chrome-extension://abcdef', allowed)).toBe(true)
    expect(isAllowedOrigin('chrome-extension://other', allowed)).toBe(false)
  })
})
