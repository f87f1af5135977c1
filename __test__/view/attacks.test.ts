// Everything that a page of somebody else, a program of somebody else, or a drawing might try on the live view.
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders } from 'node:http'
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'

import { afterAll, describe, expect, test } from 'vitest'

import { atEnd, contentsOf, fileOf, isAlive, projectOf, scratch, sleep } from '../support.js'
import { closeBrowser, hasBrowser, serve, show, theBrowser } from './browser.js'
import { HOUSE, MAIN } from './plan.js'

afterAll(closeBrowser)

interface Asked {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Asks as no browser would: the path and the headers are sent as they are. */
async function ask(
  url: string,
  path: string,
  options: { method?: string; headers?: object; body?: string | Buffer } = {},
): Promise<Asked> {
  const { hostname, port } = new URL(url)
  const { method = 'GET', headers = {}, body } = options
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers: { ...headers } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts).toString() }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function served() {
  const dir = projectOf({ main: MAIN, house: HOUSE })
  const view = await serve(dir)
  const base = new URL(view.url).pathname
  return {
    ...view,
    dir,
    base,
    isUp: async () => (await ask(view.url, base)).status === 200 && isAlive(view.process.pid!),
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('the page has a policy that lets nothing in, and may not be framed or kept', async () => {
  const { url, base } = await served()
  const { status, headers } = await ask(url, base)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /,
  )
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http/)
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('another origin, another site and another host are refused, with the right token', async () => {
  const { url, base, isUp } = await served()
  const { host } = new URL(url)
  const refused: object[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `http://${host}.evil.example` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    // DNS rebinding: a name of somebody else that points here.
    { Host: 'evil.example' },
    { Host: `evil.example:${new URL(url).port}` },
    { Host: '127.0.0.1' },
    { Host: '127.0.0.1:1' },
  ]
  for (const headers of refused) {
    for (const path of ['', 'scene', 'events', 'export?format=svg']) {
      expect((await ask(url, base + path, { headers })).status, JSON.stringify(headers)).toBe(403)
    }
  }
  const body = JSON.stringify({ name: 'undo' })
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    expect((await ask(url, `${base}call`, { method: 'POST', headers: { 'Content-Type': type }, body })).status).toBe(
      403,
    )
  }
  // A person who follows the address from a chat gets the page, and nothing else.
  const followed = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
  expect((await ask(url, base, { headers: followed })).status).toBe(200)
  expect((await ask(url, base, { headers: { ...followed, 'Sec-Fetch-Dest': 'iframe' } })).status).toBe(403)
  expect(await isUp()).toBe(true)
})

test('a guess at the token finds nothing, whatever it looks like', async () => {
  const { url, base, isUp } = await served()
  const token = base.slice(1, -1)
  const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1)
  for (const path of [
    '/',
    '//',
    `/${flipped}/`,
    `/${token.slice(0, -1)}/`,
    `/${token}x/`,
    `/${token}`,
    `/${token.toUpperCase()}/scene`,
    `/%${token}/`,
    '/scene',
    `/x/${token}/`,
  ]) {
    expect((await ask(url, path)).status, path).toBe(404)
  }
  expect(await isUp()).toBe(true)
})

test('no path leads to a file', async () => {
  const { url, base, dir, isUp } = await served()
  writeFileSync(join(dir, 'secret.txt'), 'a secret')
  for (const path of [
    'secret.txt',
    '../secret.txt',
    '%2e%2e/secret.txt',
    '..%2fsecret.txt',
    '/etc/passwd',
    '....//etc/passwd',
    'scene.code.js',
    'scene/../secret.txt',
    'scene%00',
    '__proto__',
    'constructor',
    'hasOwnProperty',
  ]) {
    const { status, body } = await ask(url, base + path)
    expect([status, body.includes('secret'), body.includes('root:')], path).toEqual([404, false, false])
  }
  for (const format of ['../x', '__proto__', 'svg%00', '']) {
    expect((await ask(url, `${base}export?format=${format}`)).status).toBe(400)
  }
  expect(await isUp()).toBe(true)
})

test('the page may not call a tool that changes code, nor write outside of exports', async () => {
  const { url, base, dir } = await served()
  const before = contentsOf(dir)
  const call = (name: unknown, args: unknown = {}) =>
    ask(url, `${base}call`, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ name, arguments: args }) })
  for (const name of ['write', 'edit', 'multi_edit', 'apply', 'purgeHistory', '__proto__', '', 7, null, ['undo']]) {
    expect((await call(name, { file: 'main', code: '' })).status, String(name)).toBe(400)
  }
  for (const args of [7, 'x', null]) expect((await call('history', args)).status).toBe(400)
  const post = (path: string, body: object) =>
    ask(url, base + path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })
  // A change by hand is the one that was proposed, a literal in the place of another, or it is none.
  for (const body of [
    { parameter: 'nothing', value: 1, after: 'evil()' },
    { parameter: "x', evil(), '", value: 1, after: '' },
    { entity: 'floor', measures: { width: 5 }, after: "drawRect('floor', 0, 0, 5, 240) || evil()" },
    { entity: 'floor', measures: { ['__proto__']: 5 }, after: '' },
  ]) {
    expect(JSON.parse((await post('change', body)).body), JSON.stringify(body)).toMatchObject({ status: 'refused' })
  }
  for (const body of [{}, { parameter: 'a', value: {} }, { entity: 'floor', measures: { x: 'evil()' } }]) {
    expect((await post('change', body)).status, JSON.stringify(body)).toBe(400)
  }
  expect(JSON.parse((await post('restore', { id: '../../x' })).body)).toMatchObject({ answer: { success: false } })
  expect((await post('restore', { id: 7 })).status).toBe(400)
  for (const body of [
    {},
    { name: 7, values: { a: 1 } },
    { name: '__proto__', values: { a: 1 } },
    { name: 'x'.repeat(65), values: { a: 1 } },
    { name: 'a', values: { b: {} } },
    { name: 'a', values: [1] },
    { name: 'a', values: {} },
  ]) {
    expect((await post('sets', body)).status, JSON.stringify(body)).toBe(400)
  }
  expect(JSON.parse((await post('example', {})).body)).toMatchObject({ status: 'refused' })
  const outside = scratch()
  const { body } = await call('export', { format: 'svg', path: `../../${join(outside, 'x.svg')}` })
  expect(JSON.parse(body).answer.success).toBe(false)
  expect(existsSync(join(outside, 'x.svg'))).toBe(false)
  // The scene was made meanwhile; the sources are what they were.
  expect(contentsOf(dir)).toMatchObject(before)
})

test('huge and broken messages are refused, and the process lives', async () => {
  const { url, base, isUp } = await served()
  const post = (path: string, body: string | Buffer) =>
    ask(url, base + path, { method: 'POST', headers: JSON_TYPE, body }).then(
      ({ status }) => status,
      () => 0,
    )
  // A connection that is cut while it still sends is as good a refusal as a status.
  expect([0, 400]).toContain(await post('notes', Buffer.alloc(64 << 20, 0x20)))
  expect([0, 400]).toContain(await post('call', `{"name":"inspect","arguments":{"x":"${'a'.repeat(1 << 20)}"}}`))
  for (const body of [
    '',
    '{',
    'null',
    '7',
    '"text"',
    '[]',
    '{"text":7}',
    `{"text":"${'a'.repeat(5_000)}"}`,
    '{"text":"","selected":[]}',
    '{"text":"a","selected":[7]}',
    '['.repeat(30_000),
  ]) {
    expect([0, 400], body.slice(0, 20)).toContain(await post('notes', body))
  }
  expect(JSON.parse((await ask(url, `${base}scene?at=${'a'.repeat(10_000)}`)).body)).toHaveProperty('error')
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`X-${index}`, 'a'.repeat(200)]))
  expect([0, 431]).toContain(
    await ask(url, base, { headers }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  expect(await isUp()).toBe(true)
})

test('a thousand silent sockets keep no client out for long', async () => {
  const { url, base, isUp } = await served()
  const { port } = new URL(url)
  const sockets: Socket[] = []
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
  })
  for (let index = 0; index < 1_000; index += 1) {
    const socket = connectSocket(Number(port), '127.0.0.1').on('error', () => {})
    socket.write(index % 2 === 0 ? '' : `GET ${base} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `)
    sockets.push(socket)
  }
  await sleep(500)
  let isBack = false
  for (let turn = 0; turn < 60 && !isBack; turn += 1) {
    isBack = await isUp().catch(() => false)
    if (!isBack) await sleep(500)
  }
  expect(isBack).toBe(true)
})

test('more pages than there is room for are turned away, and those that are open still hear', async () => {
  const { url, base } = await served()
  const { port } = new URL(url)
  const open = async (): Promise<number> =>
    new Promise((resolve) => {
      const asked = request({ hostname: '127.0.0.1', port, path: `${base}events` }, (response) => {
        atEnd(() => void response.destroy())
        response.resume()
        resolve(response.statusCode ?? 0)
      })
      asked.on('error', () => resolve(0)).end()
    })
  const statuses: number[] = []
  for (let index = 0; index < 20; index += 1) statuses.push(await open())
  expect(statuses.filter((status) => status === 200).length).toBe(16)
  expect(statuses.slice(16)).toEqual([503, 503, 503, 503])
})

test('notes are bounded, and their folder holds nothing else of them', async () => {
  const { url, base, dir } = await served()
  for (let index = 0; index < 60; index += 1) {
    const body = JSON.stringify({ text: `note ${index}`, selected: [], path: '../../x', __proto__: { a: 1 } })
    expect((await ask(url, `${base}notes`, { method: 'POST', headers: JSON_TYPE, body })).status).toBe(200)
  }
  const waiting = readdirSync(join(dir, '.scenewright', 'notes'))
  expect(waiting).toHaveLength(50)
  expect(waiting.every((name) => /^\d{15}-[0-9a-f]{12}\.json$/.test(name))).toBe(true)
})

describe.skipIf(!hasBrowser)('in a browser', () => {
  const EVIL_SVG = `<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 40" onload="window.hacked=3">
  <script>window.hacked = 4</script>
  <script xlink:href="http://evil.example/x.js"/>
  <style>@import url(http://evil.example/x.css); circle { background: url(http://evil.example/x.png) }</style>
  <a xlink:href="javascript:window.hacked=5"><circle id="ring" cx="20" cy="20" r="9" onclick="window.hacked=6" fill="#cc0000"/></a>
  <foreignObject width="40" height="40"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://evil.example/"/></foreignObject>
  <image href="http://evil.example/x.png" width="9" height="9"/>
  <circle id="&lt;img src=x onerror=window.hacked=7&gt;" cx="8" cy="8" r="4"><set attributeName="onmouseover" to="window.hacked=8"/></circle>
  <animate attributeName="href" values="javascript:window.hacked=9"/>
</svg>`

  const NASTY = '<img src=x onerror="window.hacked=1"></script><script>window.hacked=2</script>'

  test('names and texts of a drawing stay text', async () => {
    const main = [
      `drawCircle(${JSON.stringify(NASTY)}, 0, 0, 5)`,
      `setLayer(${JSON.stringify(NASTY)}, ${JSON.stringify(NASTY)})`,
      `drawText('t', ${JSON.stringify(NASTY)}, 0, 20, 3)`,
      `console.log(${JSON.stringify(NASTY)})`,
    ].join('\n')
    const { url } = await serve(projectOf({ main }))
    const { page, settle, faults } = await show(url)
    await settle()
    await page.locator('.node').first().click()
    await page.locator('.node').last().click()
    await page.keyboard.press('b')
    await page.keyboard.press('l')
    expect(await page.locator('.node .name').last().textContent()).toBe(NASTY)
    expect(await page.locator('#layers .name').allTextContents()).toContain(NASTY)
    expect(
      await page.evaluate('[window.hacked, document.querySelectorAll("img").length, document.scripts.length]'),
    ).toEqual([undefined, 0, 1])
    expect(faults).toEqual([])
  })

  test('an SVG with scripts that a drawing imports draws its shapes, and brings nothing else into the page or the export', async () => {
    const dir = projectOf({ main: "importSvg('logo', 'evil.svg')" })
    mkdirSync(join(dir, 'assets'))
    writeFileSync(join(dir, 'assets', 'evil.svg'), EVIL_SVG)
    const { url } = await serve(dir)
    const { page, settle, faults, requests } = await show(url)
    await settle()
    for (const node of await page.locator('.node').all()) await node.click()
    expect(await page.evaluate('[window.hacked, document.scripts.length, document.images.length]')).toEqual([
      undefined,
      1,
      0,
    ])
    expect(requests.filter((it) => !it.startsWith(url))).toEqual([])
    expect(faults).toEqual([])
    const { status, body } = await ask(url, `${new URL(url).pathname}export?format=svg`)
    expect(status).toBe(200)
    expect(body).toMatch(/<(circle|path)/)
    expect(body).not.toMatch(
      /<script|onload|onclick|javascript:|foreignObject|<iframe|<image|evil\.example|<!ENTITY|<set\b|<animate/i,
    )
  })

  test('an exported SVG that is opened runs nothing', async () => {
    const dir = projectOf({ main: `drawCircle(${JSON.stringify(NASTY)}, 0, 0, 5)` })
    const { url } = await serve(dir)
    const { status, headers, body } = await ask(url, `${new URL(url).pathname}export?format=svg`)
    expect([status, headers['content-disposition']?.startsWith('attachment;')]).toEqual([200, true])
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox")
    expect(body).not.toMatch(/<script|<img/)
  })

  test('a page of another origin reads nothing, frames nothing and changes nothing, with the right address', async () => {
    const dir = projectOf({ main: MAIN, house: HOUSE })
    const { url } = await serve(dir)
    const evil = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>evil</p>'))
    evil.listen(0, '127.0.0.1')
    await once(evil, 'listening')
    atEnd(() => void evil.close())
    const context = await (await theBrowser()).newContext()
    atEnd(() => context.close())
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`)
    const tried = await page.evaluate(`(async () => {
      const url = ${JSON.stringify(url)}
      const outcome = async (act) => { try { return await act() } catch (error) { return 'refused' } }
      return [
        await outcome(async () => (await fetch(url + 'scene')).status),
        await outcome(async () => (await fetch(url + 'scene', { mode: 'no-cors' })).type),
        await outcome(async () => (await fetch(url + 'call', { method: 'POST', mode: 'no-cors', body: '{"name":"run"}' })).type),
        await outcome(async () => (await fetch(url + 'call', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"name":"run"}' })).status),
        await outcome(() => new Promise((resolve) => { const it = new EventSource(url + 'events'); it.onmessage = () => resolve('heard'); it.onerror = () => resolve('refused') })),
        await outcome(() => new Promise((resolve) => { const it = document.createElement('script'); it.src = url + 'scene'; it.onload = () => resolve('loaded'); it.onerror = () => resolve('refused'); document.head.append(it) })),
        await outcome(() => new Promise((resolve) => { const it = document.createElement('iframe'); it.src = url; it.onload = () => { try { resolve(it.contentDocument ? 'read' : 'refused') } catch { resolve('refused') } }; document.body.append(it) })),
      ]
    })()`)
    // An opaque response has no contents; Chromium blocks it for its resource policy besides.
    expect(tried).toEqual(['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused'])
    expect(existsSync(join(dir, 'scene.json'))).toBe(false)
    expect(existsSync(fileOf(dir, 'main'))).toBe(true)
  })
})
