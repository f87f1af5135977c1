// The live view as an MCP App: in a host made with the SDK's bridge, in Chromium, with the sandboxes of real hosts.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { build } from 'esbuild'
import type { FrameLocator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { Client } from '../checked-client.js'
import { atEnd, connect, PROGRAM, projectOf, ROOT } from '../support.js'
import { closeBrowser, hasBrowser, theBrowser } from './browser.js'
import type { HostSetup } from './host.js'
import { HOUSE, MAIN } from './plan.js'

const VIEW = 'ui://scenewright/scene'
const MIME = 'text/html;profile=mcp-app'
const EXTENSION = 'io.modelcontextprotocol/ui'

/** The policy that hosts give a view that asks for nothing. */
const HOST_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'"

afterAll(closeBrowser)

/** A client of the server that shows views. */
async function viewer(dir: string): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PROGRAM, 'mcp', dir],
    stderr: 'ignore',
  })
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: { extensions: { [EXTENSION]: { mimeTypes: [MIME] } } } as object },
  )
  await client.connect(transport)
  atEnd(() => client.close())
  return client
}

const plan = (): string => projectOf({ main: MAIN, house: HOUSE })

describe('the server', () => {
  test('links the view from the tools that it shows, and lists it', async () => {
    const client = await viewer(plan())
    const { tools } = await client.listTools()
    const linked = tools.filter(({ _meta }) => (_meta?.['ui'] as { resourceUri?: string })?.resourceUri === VIEW)
    expect(linked.map(({ name }) => name).sort()).toEqual(['check', 'edit', 'render', 'view'])
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(20_000)
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
    expect(tools.filter(({ title }) => !title)).toEqual([])
    expect(linked.every(({ _meta }) => _meta?.['ui/resourceUri'] === VIEW)).toBe(true)
    const forPage = tools.filter(
      ({ _meta }) => JSON.stringify((_meta?.['ui'] as { visibility?: string[] })?.visibility) === '["app"]',
    )
    expect(forPage.map(({ name }) => name).sort()).toEqual(['view_note', 'view_scene'])
    const { resources } = await client.listResources()
    expect(resources).toContainEqual(expect.objectContaining({ uri: VIEW, mimeType: MIME }))
    const { contents } = await client.readResource({ uri: VIEW })
    expect(contents[0]).toMatchObject({ uri: VIEW, mimeType: MIME, _meta: { ui: { csp: {} } } })
    expect((contents[0] as { text: string }).text).not.toMatch(/(src|href)="(?!data:)[^"#]/)
  })

  test('shows clients without views the tool view with a picture, and no tool of the page', async () => {
    const { client } = await connect(plan())
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('view')
    expect(names.filter((name) => name.startsWith('view_'))).toEqual([])
    const { content } = await client.callTool({ name: 'view', arguments: {} })
    expect((content as { type: string }[]).map(({ type }) => type)).toEqual(['text', 'text', 'image', 'resource_link'])
    const { content: rendered } = await client.callTool({ name: 'render', arguments: {} })
    expect((rendered as { type: string }[]).map(({ type }) => type)).toEqual(['text', 'text', 'image', 'resource_link'])
  })

  test('answers a view of a failing project by its error, and wrong arguments by the mistake', async () => {
    const client = await viewer(projectOf({ main: 'drawCircle(' }))
    const text = async (name: string, args: { [name: string]: unknown }) =>
      JSON.stringify(await client.callTool({ name, arguments: args }))
    expect(await text('view', {})).toMatch(/does not run.*isError":true|isError":true.*does not run/)
    expect(await text('view_scene', {})).toContain('does not run')
    expect(await text('view_scene', { part: -1 })).toContain('part a whole number')
    expect(await text('view_scene', { at: 7 })).toContain('at must be a text')
    expect(await text('view_note', { text: '', selected: [] })).toContain('neither words nor a selection')
    expect(await text('view_note', { text: 7, selected: [] })).toContain('text must be a text')
  })

  test('hands a note over with the answer of a tool that the page does not call itself', async () => {
    const client = await viewer(plan())
    await client.callTool({ name: 'view_note', arguments: { text: 'rounder', selected: ['table'], transactionId: '' } })
    expect(JSON.stringify(await client.callTool({ name: 'inspect', arguments: { view: 'info' } }))).not.toContain(
      'rounder',
    )
    expect(JSON.stringify(await client.callTool({ name: 'render', arguments: {} }))).toContain('rounder')
    expect(JSON.stringify(await client.callTool({ name: 'render', arguments: {} }))).not.toContain('rounder')
  })

  test('gives a large scene in parts that make one whole', async () => {
    const client = await viewer(
      projectOf({ main: 'for (let i = 0; i < 12000; i++) drawCircle(`circle number ${i}`, i, i % 7, 1)' }),
    )
    const parts: string[] = []
    for (let part = 0, total = 1; part < total; part += 1) {
      const { content, _meta } = await client.callTool({ name: 'view_scene', arguments: { part } })
      // The page reads what hosts keep from their model.
      expect(JSON.stringify(content).length).toBeLessThan(200)
      const { 'scenewright/answer': answer } = _meta as {
        'scenewright/answer': { data: { parts: number; text: string } }
      }
      const { data } = answer
      total = data.parts
      parts.push(data.text)
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(JSON.parse(parts.join('')).entities).toHaveLength(12_000)
  })
})

interface Hosted {
  readonly page: Page
  readonly view: FrameLocator
  readonly client: Client
  readonly faults: string[]
  log(): Promise<{ sizes: { height?: number }[]; messages: unknown[]; calls: string[]; modes: string[] }>
  notify(method: string, params: object): Promise<void>
}

describe.skipIf(!hasBrowser)('in a host', () => {
  let script = ''

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [join(ROOT, '__test__', 'view', 'host.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
      logLevel: 'error',
    })
    script = outputFiles[0]!.text
  })

  async function hosted(options: Partial<HostSetup> = {}, dir = plan()): Promise<Hosted> {
    const client = await viewer(dir)
    const { contents } = await client.readResource({ uri: VIEW })
    const server = createServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><body></body>'),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(() => void server.close())
    const context = await (await theBrowser()).newContext({
      viewport: { width: 900, height: 640 },
      reducedMotion: 'reduce',
    })
    atEnd(() => context.close())
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on(
      'request',
      (request) => /^https?:/.test(request.url()) && !request.isNavigationRequest() && faults.push(request.url()),
    )
    await page.exposeFunction('callServerTool', (name: string, args: { [name: string]: unknown }) =>
      client.callTool({ name, arguments: args }),
    )
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    await page.evaluate(script)
    const setup: HostSetup = {
      html: (contents[0] as { text: string }).text,
      sandbox: 'allow-scripts',
      csp: HOST_CSP,
      capabilities: { serverTools: {}, message: { text: {} } },
      context: { theme: 'dark', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
      tool: 'render',
      input: {},
      ...options,
    }
    await page.evaluate(`window.startHost(${JSON.stringify(setup)})`)
    const view = page.frameLocator('iframe')
    return {
      page,
      view,
      client,
      faults,
      log: () => page.evaluate('window.hostLog'),
      notify: (method, params) => page.evaluate(`window.bridge.${method}(${JSON.stringify(params)})`),
    }
  }

  test.each(['allow-scripts', 'allow-scripts allow-same-origin allow-forms'])(
    'shows the scene in a sandbox of %s',
    async (sandbox) => {
      const { view, faults, log } = await hosted({ sandbox })
      await expect.poll(() => view.locator('#connection').textContent()).toBe('Live')
      await view.locator('[data-panel=left]').click()
      await expect
        .poll(() => view.locator('.node .name').allTextContents())
        .toEqual(['furniture', 'secret', 'title', 'lamp', 'roof', 'floor'])
      expect(await view.locator('html').getAttribute('data-theme')).toBe('dark')
      await expect.poll(async () => (await log()).sizes[0]?.height).toBeGreaterThan(300)
      expect(faults).toEqual([])
    },
  )

  test('asks the server through the host, and shows the line that drew what is picked', async () => {
    const { view, log } = await hosted()
    await view.locator('[data-panel=left]').click()
    await view.locator('.node >> text=lamp').click()
    await view.locator('[data-panel=right]').click()
    await expect.poll(() => view.locator('#place').textContent()).toBe('house:2:3')
    await expect.poll(() => view.locator('#inspector dl').textContent()).toContain('Area')
    expect([...new Set((await log()).calls)].sort()).toEqual(['history', 'inspect', 'read', 'view_scene'])
  })

  test('follows the theme of the host, and its changes', async () => {
    const { view, notify } = await hosted({ context: { theme: 'light' } })
    await expect.poll(() => view.locator('html').getAttribute('data-theme')).toBe('light')
    await notify('setHostContext', { theme: 'dark' })
    await expect.poll(() => view.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  test('shows what the agent commits meanwhile', async () => {
    const { view, client } = await hosted()
    await view.locator('[data-panel=left]').click()
    await expect.poll(() => view.locator('.node').count()).toBe(6)
    await client.callTool({
      name: 'edit',
      arguments: {
        file: 'main',
        old_code: "lamp('lamp', 120, 60)",
        new_code: "lamp('lamp', 120, 60)\nlamp('other', 0, 60)",
      },
    })
    await expect.poll(() => view.locator('.node .name').allTextContents()).toContain('other')
  })

  test('says a note into the chat', async () => {
    const { view, log } = await hosted()
    await view.locator('[data-panel=right]').click()
    await view.locator('#note-text').fill('A round table, please')
    await view.locator('#note-send').click()
    await expect.poll(async () => (await log()).messages).toEqual([[{ type: 'text', text: 'A round table, please' }]])
  })

  test('leaves a note with the server where the host takes no messages', async () => {
    const { view, client } = await hosted({ capabilities: { serverTools: {} } })
    await view.locator('[data-panel=right]').click()
    await view.locator('#note-text').fill('A round table, please')
    await view.locator('#note-send').click()
    await expect.poll(() => view.locator('#note-state').textContent()).toContain('Sent')
    expect(JSON.stringify(await client.callTool({ name: 'view', arguments: {} }))).toContain('A round table')
  })

  test('asks the host for the whole screen', async () => {
    const { view, log } = await hosted()
    await view.locator('#tool-fill').click()
    await expect.poll(async () => (await log()).modes).toEqual(['fullscreen'])
  })

  test('has no button for it where the host cannot', async () => {
    const { view } = await hosted({ context: { theme: 'light' } })
    await expect.poll(() => view.locator('#connection').textContent()).toBe('Live')
    expect(await view.locator('#tool-fill').count()).toBe(0)
  })

  test('exports into the project where the host has no downloads', async () => {
    const { view } = await hosted()
    await view.locator('#tool-download').click()
    await view.locator('#download-menu >> text=SVG').click()
    await expect.poll(() => view.locator('#announcer').textContent()).toMatch(/Written to .*scene\.svg/)
  })
})
