// Everything that `scenewright mcp` offers besides the tools themselves, in both protocols.
import { readFileSync, writeFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { callChecked, connectTo, connectWithin, ERAS, follow, notices, textsOf } from './mcp-support.js'
import { eventually, fileOf, openProject, projectOf, scenewright } from './support.js'

const MAIN = `defineLayer('cut', { color: 'red' })
drawCircle('dot', 0, 0, 4)
drawRect('plate', 0, 0, 40, 20)
setLayer('plate', 'cut')
`

const project = (main = MAIN): string => projectOf({ main, lib: 'function helper() {}\n' })

describe.each(ERAS)('in the protocol of %s', (era) => {
  test('instructions name the folder, and the lists stay short', async () => {
    const dir = project()
    const client = await connectTo(['mcp', dir], era)
    expect(client.getInstructions()).toContain(dir)
    const { tools } = await client.listTools()
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThanOrEqual(12_000)
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([])
  })

  test('the scene, the code and the commits are resources', async () => {
    const client = await connectTo(['mcp', project()], era)
    await client.callTool({ name: 'edit', arguments: { file: 'main', old_code: '0, 0, 4', new_code: '0, 0, 5' } })
    const { resources } = await client.listResources()
    const uris = resources.map(({ uri }) => uri)
    const scenes = ['scene://current.svg', 'scene://current.png', 'scene://current.json']
    expect(uris).toEqual(
      expect.arrayContaining([...scenes, 'scene://files/main', 'scene://files/lib', 'scene://commits']),
    )
    const read = async (uri: string) =>
      (await client.readResource({ uri })).contents[0] as { mimeType: string; text?: string; blob?: string }
    expect((await read('scene://current.svg')).text).toContain('<circle')
    expect(
      Buffer.from((await read('scene://current.png')).blob ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
    expect(JSON.parse((await read('scene://current.json')).text ?? '')).toHaveProperty('entities')
    expect(await read('scene://files/main')).toMatchObject({
      mimeType: 'text/javascript',
      text: expect.stringContaining('0, 0, 5'),
    })
    expect(JSON.parse((await read('scene://entities/dot')).text ?? '')).toMatchObject({ name: 'dot' })
    expect(JSON.parse((await read('scene://layers/cut')).text ?? '')).toMatchObject({ entities: ['plate'] })
    const commit = uris.find((uri) => uri.startsWith('scene://commits/')) ?? ''
    expect(JSON.parse((await read(commit)).text ?? '')).toMatchObject({
      tool: 'edit',
      diff: expect.stringContaining('+drawCircle'),
    })
    expect((await read(`${commit}/scene.svg`)).text).toContain('r="5"')
  })

  test.each([
    'scene://current.gif',
    'scene://files/nothing',
    'scene://files/..%2Fsecret',
    'scene://entities/nobody',
    'scene://layers/none',
    'scene://commits/0',
    'scene://commits/0/scene.svg',
    'scene://exports/../scene.code.js',
    'scene://exports/none.svg',
    'scene://%E0%A4%A',
    'file:///etc/passwd',
    'scene://',
  ])('there is no resource %s', async (uri) => {
    const client = await connectWithin(await openProject(project()), undefined, era)
    await expect(client.readResource({ uri })).rejects.toThrow(/There is no resource/)
  })

  test('subscribers of a resource are notified of its changes, and of no other', async () => {
    const client = await connectWithin(await openProject(project()), undefined, era)
    const { updated, listChanges } = notices(client)
    await client.listResources()
    await follow(client, era, ['scene://current.svg', 'scene://files/lib', 'scene://files/main'])
    await client.callTool({ name: 'edit', arguments: { file: 'main', old_code: '0, 0, 4', new_code: '0, 0, 5' } })
    await eventually('the notices come', () => updated.length >= 2 && listChanges() >= 1)
    expect(updated.sort()).toEqual(['scene://current.svg', 'scene://files/main'])
  })

  test('prompts are filled in, with the picture or the code', async () => {
    const client = await connectWithin(await openProject(project()), undefined, era)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['start_part', 'prepare_for_laser', 'explain_scene', 'repair'])
    const laser = await client.getPrompt({ name: 'prepare_for_laser', arguments: { layer: 'cut', kerf: '0.2' } })
    expect(textsOf(laser.messages)).toMatch(/layer cut.*kerf of 0\.2/)
    expect(laser.messages.at(-1)?.content).toMatchObject({ type: 'image', mimeType: 'image/png' })
    const repair = await client.getPrompt({ name: 'repair', arguments: { file: 'main' } })
    expect(textsOf(repair.messages)).toContain('drawCircle')
    await expect(client.getPrompt({ name: 'start_part', arguments: {} })).rejects.toThrow(/needs the argument sketch/)
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow(
      /There is no prompt nothing\. Prompts: start_part/,
    )
  })

  test('files, entities and layers are completed', async () => {
    const client = await connectWithin(await openProject(project()), undefined, era)
    const complete = async (
      ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
      name: string,
      value: string,
    ) => (await client.complete({ ref, argument: { name, value } })).completion.values
    expect(await complete({ type: 'ref/prompt', name: 'repair' }, 'file', 'l')).toContain('lib')
    expect(await complete({ type: 'ref/prompt', name: 'explain_scene' }, 'entity', 'PL')).toEqual(['plate'])
    expect(await complete({ type: 'ref/prompt', name: 'prepare_for_laser' }, 'layer', 'c')).toEqual(['cut'])
    expect(await complete({ type: 'ref/resource', uri: 'scene://entities/{entity}' }, 'entity', 'd')).toContain('dot')
    expect(await complete({ type: 'ref/prompt', name: 'repair' }, 'problem', 'x')).toEqual([])
    await expect(complete({ type: 'ref/prompt', name: 'none' }, 'file', '')).rejects.toThrow(/no prompt none/)
  })
})

describe('the structured answer', () => {
  test('of every tool without a picture is as its schema says, and the same as the text', async () => {
    const client = await connectWithin(await openProject(project()), { structuredContent: true })
    const calls: [string, object][] = [
      ['glob', {}],
      ['read', { file: 'main', numbered: true }],
      ['grep', { pattern: 'draw' }],
      ['describe', { name: 'drawCircle' }],
      ['edit', { file: 'main', old_code: '0, 0, 4', new_code: '0, 0, 5' }],
      ['multi_edit', { file: 'main', edits: [{ old_code: '0, 0, 5', new_code: '0, 0, 6' }] }],
      ['write', { file: 'extra', code: 'function more() {}\n' }],
      ['apply', { changes: [{ type: 'delete', file: 'extra' }] }],
      ['check', { changes: [{ file: 'main', old_code: '0, 0, 6', new_code: '0, 0, 7' }] }],
      ['run', {}],
      ['history', {}],
      ['undo', {}],
      ['redo', {}],
      ...['info', 'tree', 'bounds', 'order'].map((view): [string, object] => ['inspect', { view }]),
      ['inspect', { view: 'entity', name: 'dot' }],
      [
        'inspect',
        {
          view: 'measure',
          points: [
            [0, 0],
            [3, 4],
          ],
        },
      ],
      ['inspect', { view: 'at', x: 0, y: 0 }],
      ['inspect', { view: 'difference' }],
      ['render', { width: 200, height: 100 }],
      ['export', { format: 'svg' }],
      ['export', { format: 'png', path: 'a.png' }],
      ['view', {}],
    ]
    const { tools } = await client.listTools()
    expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(tools.map(({ name }) => name).sort())
    for (const [name, args] of calls) {
      const result = await callChecked(client, name, args)
      expect(result.isError, `${name}: ${textsOf(result.content)}`).toBe(false)
      const [first] = result.content as { text: string }[]
      if (result.structuredContent === undefined) {
        expect(result.content, name).toContainEqual(expect.objectContaining({ type: 'image' }))
      } else if (first?.text.startsWith('{')) {
        expect(JSON.parse(first.text)).toEqual(result.structuredContent)
      }
    }
  })

  test('is missing beside an error, whose schema it would not fit', async () => {
    const client = await connectWithin(await openProject(project()), { structuredContent: true })
    const result = await callChecked(client, 'edit', { file: 'main', old_code: 'nowhere', new_code: '' })
    expect(result.isError).toBe(true)
    expect(result).not.toHaveProperty('structuredContent')
    const [first] = result.content as { text: string }[]
    expect(JSON.parse(first?.text ?? '')).toMatchObject({ success: false, errorInfo: { kind: 'no_match' } })
  })

  test('of a long text is cut like the text', async () => {
    const client = await connectWithin(await openProject(projectOf({ main: `// ${'x'.repeat(98)}\n`.repeat(3_000) })), {
      structuredContent: true,
    })
    const result = await callChecked(client, 'read', { file: 'main' })
    const { code } = result.structuredContent.data as { code: string }
    expect(code.length).toBeLessThan(80_200)
    expect(code).toMatch(/\.\.\. cut here: \d+ more characters/)
  })
})

describe('a server that changes nothing', () => {
  test('lists no tool that does, and refuses a call of one', async () => {
    const dir = project()
    const client = await connectTo(['mcp', dir, '--read-only'])
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(
      ['check', 'describe', 'export', 'glob', 'grep', 'history', 'inspect', 'read', 'render', 'view'].sort(),
    )
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true)
    expect(client.getInstructions()).toContain('read-only')
    const before = readFileSync(fileOf(dir, 'main'), 'utf8')
    for (const [name, args] of [
      ['edit', { file: 'main', old_code: '0, 0, 4', new_code: '' }],
      ['run', {}],
      ['export', { format: 'svg', path: 'a.svg' }],
    ] as const) {
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError).toBe(true)
      expect(textsOf(result.content)).toContain('not_permitted')
    }
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe(before)
    expect((await client.callTool({ name: 'export', arguments: { format: 'svg' } })).isError).toBe(false)
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).not.toContain('start_part')
  })
})

describe('several projects', () => {
  test('are named by every call, prompt and resource', async () => {
    const [town, part] = [project(), project("drawCircle('hole', 0, 0, 1)\n")]
    const client = await connectTo(['mcp', '--dir', `town=${town}`, '--dir', `part=${part}`])
    expect(client.getInstructions()).toContain(`town in ${town}; part in ${part}`)
    const { tools } = await client.listTools()
    for (const { inputSchema } of tools) {
      expect(inputSchema.required?.[0]).toBe('project')
      expect(inputSchema.properties?.['project']).toMatchObject({ enum: ['town', 'part'] })
    }
    const names = async (name: string) =>
      textsOf((await client.callTool({ name: 'inspect', arguments: { project: name, view: 'tree' } })).content)
    expect(await names('town')).toContain('plate')
    expect(await names('part')).toContain('hole')
    const refused = await client.callTool({ name: 'glob', arguments: { project: 'toan' } })
    expect(textsOf(refused.content)).toContain('project must be the name of a project, got toan. Projects: town, part.')
    expect(textsOf((await client.callTool({ name: 'glob' })).content)).toContain('Projects: town, part.')
    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    expect(uris).toEqual(expect.arrayContaining(['scene://town/current.svg', 'scene://part/files/main']))
    expect(textsOf(await client.readResource({ uri: 'scene://part/files/main' }))).toContain('hole')
    const { messages } = await client.getPrompt({ name: 'explain_scene', arguments: { project: 'part' } })
    expect(textsOf(messages)).toContain('Work in the project part.')
    const ref = { type: 'ref/resource', uri: 'scene://town/entities/{entity}' } as const
    expect((await client.complete({ ref, argument: { name: 'entity', value: 'p' } })).completion.values).toContain(
      'plate',
    )
  })

  test.each([
    [['--dir', 'a=DIR', '--dir', 'a=OTHER'], /Two projects are called a/],
    [['--dir', 'a=DIR', '--dir', 'b=DIR'], /a and b are the same folder/],
    [['--dir', 'a=DIR', '--dir', 'b=DIR/../DIR_NAME'], /a and b are the same folder/],
    [['--dir', 'DIR', '--dir', 'b=OTHER'], /need a name each/],
    [['--dir', 'a='], /names no folder/],
    [['DIR', '--dir', 'b=OTHER'], /Give the folder once/],
    [['--port', '80'], /--port is for a server that listens/],
  ])('%j is refused', (flags, words) => {
    const [dir, other] = [project(), project()]
    const name = dir.split('/').at(-1) ?? ''
    const args = flags.map((flag) => flag.replace('DIR_NAME', name).replace('DIR', dir).replace('OTHER', other))
    const { status, stderr } = scenewright(['mcp', ...args])
    expect(stderr).toMatch(words)
    expect(status).toBe(2)
  })
})

describe('an export', () => {
  test('that was written is a link to the resource behind it', async () => {
    const client = await connectWithin(await openProject(project()))
    const result = await client.callTool({ name: 'export', arguments: { format: 'dxf', path: 'set 1/plan.dxf' } })
    const link = (result.content as { type: string; uri: string }[]).find(({ type }) => type === 'resource_link')
    expect(link).toMatchObject({ uri: 'scene://exports/set%201/plan.dxf', name: 'plan.dxf', mimeType: 'image/vnd.dxf' })
    const { contents } = await client.readResource({ uri: link?.uri ?? '' })
    expect(contents[0]).toMatchObject({ mimeType: 'image/vnd.dxf', text: expect.stringContaining('SECTION') })
  })

  test('that is too large for an answer is a link alone', async () => {
    const main = "for (var i = 0; i < 3000; i++) drawRect('r' + i, i * 3, 0, 2, 2)\n"
    const client = await connectWithin(await openProject(projectOf({ main })), { structuredContent: true })
    const result = await callChecked(client, 'export', { format: 'svg' })
    expect(result.isError).toBe(false)
    const link = (result.content as { type: string; uri: string; size: number }[]).find(
      ({ type }) => type === 'resource_link',
    )
    expect(link?.uri).toMatch(/^scene:\/\/commits\/\w+\/scene\.svg$/)
    const { contents } = await client.readResource({ uri: link?.uri ?? '' })
    expect(Buffer.byteLength((contents[0] as { text: string }).text)).toBe(link?.size)
  })
})

test('progress reports the step and the lines that the script prints', async () => {
  const main = "console.log('halfway there')\nvar end = Date.now()\nfor (var i = 0; i < 3e6; i++) end += i\n"
  const client = await connectWithin(await openProject(projectOf({ main })))
  const messages: string[] = []
  await client.callTool({ name: 'run' }, { onprogress: ({ message }) => void messages.push(message ?? '') })
  expect(messages).toContain('run: running main')
})

test('an unknown name of a tool or of an argument is an error of the protocol', async () => {
  const client = await connectWithin(await openProject(project()), { tools: ['read'], prefix: 'cad_' })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['cad_read'])
  expect((await client.callTool({ name: 'cad_read', arguments: { file: 'main' } })).isError).toBe(false)
  for (const name of ['read', 'cad_edit', 'nothing']) {
    await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/Unknown tool/)
  }
  expect((await client.listPrompts()).prompts[0]?.name).toBe('cad_start_part')
})

test('a hand edit of a file shows in the resource at once', async () => {
  const dir = project()
  const client = await connectWithin(await openProject(dir))
  writeFileSync(fileOf(dir, 'main'), "drawCircle('new', 0, 0, 9)\n")
  expect(textsOf(await client.readResource({ uri: 'scene://current.svg' }))).toContain('r=\\"9\\"')
})
