// Every command and every block of code in the documents is run, or checked by the compiler where it needs what is not here.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { transform } from 'esbuild'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

import type { Project } from 'scenewright'
import { withTempProject } from 'scenewright/testing'
import { askServer } from '../scripts/stdio-client.mjs'
import { parseCommand } from '../ts/cli/arguments.js'
import { atEnd, eventually, PROGRAM, ROOT, scratch } from './support.js'

/** Documents whose blocks other tests run. */
const ELSEWHERE = new Set(['docs/reference.md', 'docs/tutorial.md', 'docs/hosting.md'])

interface Block {
  /** `docs/mcp.md:7` */
  readonly place: string
  readonly language: string
  readonly text: string
}

const DOCUMENTS = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && !ELSEWHERE.has(name),
)

const BLOCKS = DOCUMENTS.flatMap((document): Block[] => {
  const page = readFileSync(join(ROOT, document), 'utf8')
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: text = '', index }) => ({
    place: `${document}:${page.slice(0, index).split('\n').length}`,
    language,
    text,
  }))
})

const blocksOf = (...languages: string[]): [string, Block][] =>
  BLOCKS.filter(({ language }) => languages.includes(language)).map((block) => [block.place, block])

const blockWith = (document: string, text: string): Block => {
  const found = BLOCKS.filter((block) => block.place.startsWith(`${document}:`) && block.text.includes(text))
  expect(found).toHaveLength(1)
  return found[0]!
}

/** A circle on each of the layers. */
const dxfOf = (...layers: string[]): string => {
  const circles = layers.map((layer) => `0\nCIRCLE\n8\n${layer}\n10\n0\n20\n0\n40\n2\n`)
  return `0\nSECTION\n2\nENTITIES\n${circles.join('')}0\nENDSEC\n0\nEOF\n`
}

test('blocks are in languages that are known here', () => {
  expect(new Set(BLOCKS.map(({ language }) => language))).toEqual(new Set(['diff', 'js', 'json', 'sh', 'text', 'ts']))
})

describe('scripts', () => {
  /** The names that a block takes from the text around it. */
  const BEFORE: { readonly [beginning: string]: string } = {
    'invariant(':
      "drawRect('plate', 0, 0, 40, 20)\ndrawCircle('bore', 0, 0, 4)\ndrawLine('edge', [-20, -10, 20, -10])\n",
  }
  const ASSETS = {
    'assets/part.dxf': dxfOf('outline', 'holes'),
    'assets/logos/small.svg': '<svg xmlns="http://www.w3.org/2000/svg"><rect width="4" height="2"/></svg>',
    'assets/points.csv': '1,2\n3,4\n',
  }

  test.each(blocksOf('js'))('%s runs', async (_, { text }) => {
    const before = Object.entries(BEFORE).find(([beginning]) => text.startsWith(beginning))?.[1] ?? ''
    const run = async (project: Project): Promise<void> => {
      const result = await project.run()
      expect(result.status === 'committed' ? undefined : result.error).toBeUndefined()
    }
    await withTempProject({ ...ASSETS, main: before + text }, run, { limits: { timeMs: 60_000 } })
  })
})

describe('JSON', () => {
  test.each(blocksOf('json'))('%s is JSON, and what it starts is understood', (_, { text }) => {
    const given = JSON.parse(text)
    for (const servers of [given.mcpServers, given.servers, given.context_servers]) {
      for (const { command, args } of Object.values<{ command: string; args: string[] }>(servers ?? {})) {
        const whole = [command, ...args].join(' ').replace(/^cmd \/c /, '')
        expect(whole).toMatch(/^npx -y scenewright mcp --dir \S+$/)
        expect(parseCommand(args.slice(args.indexOf('scenewright') + 1)).name).toBe('mcp')
      }
    }
  })

  test('the one line for an editor completes the drawing functions and finds modules', () => {
    const folder = folderWithPackage()
    const { text } = blockWith('docs/install.md', 'scenewright/jsconfig.json')
    const files = {
      'jsconfig.json': text,
      'scene.code.js':
        "import 'shapes'\nimport { box } from 'isometric'\nbox('a', 0, 0, 0, 1, 1, 1)\ndrawCircle('dot', 0, 0)\n",
      'modules/shapes.js': "export function plate() { drawRect('p', 0, 0, 1, 1) }\n",
    }
    mkdirSync(join(folder, 'modules'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    const config = ts.getParsedCommandLineOfConfigFile(
      join(folder, 'jsconfig.json'),
      { checkJs: true },
      {
        ...ts.sys,
        onUnRecoverableConfigFileDiagnostic: (problem) => expect(problem.messageText).toBe(''),
      },
    )!
    expect(config.errors).toEqual([])
    const program = ts.createProgram(config.fileNames, config.options)
    const names = program.getSourceFiles().map(({ fileName }) => fileName)
    expect(names).toContain(join(folder, 'modules', 'shapes.js'))
    expect(names.some((name) => name.endsWith('assets/modules/isometric.js'))).toBe(true)
    // A function of the vocabulary is known, with its arguments.
    const said = program.getSemanticDiagnostics(program.getSourceFile(join(folder, 'scene.code.js')))
    expect(said.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([
      expect.stringMatching(/Expected 4(-\d)? arguments, but got 3/),
    ])
  })
})

describe('TypeScript', () => {
  /** What a block takes from the text around it, where it does not say so itself. */
  const AROUND: readonly (readonly [used: RegExp, declared: RegExp, text: string])[] = [
    [/\bWorkspace\b/, /import .*\bWorkspace\b/, "import { Workspace } from 'scenewright'"],
    [/\brun\(/, /function run\b/, 'declare function run(command: string): Promise<{ exitCode: number }>'],
    [/fetch\(request,/, /const request\b/, 'declare const request: Request'],
    [/\buser\.id\b/, /const user\b/, 'declare const user: { id: string }'],
    [
      /\bStdioServerTransport\b/,
      /import .*\bStdioServerTransport\b/,
      "import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'",
    ],
  ]
  const blocks = blocksOf('ts')

  test('every block is right by its types', () => {
    const files = new Map(
      blocks.map(([place, { text }], index) => {
        const around = AROUND.filter(([used, declared]) => used.test(text) && !declared.test(text)).map(
          ([, , line]) => line,
        )
        const path = join(ROOT, '__test__', `document-${index}.mts`)
        return [path, { place, text: `${around.join('\n')}\n${text}\nexport {}\n` }]
      }),
    )
    const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT)
    const host = ts.createCompilerHost(options)
    const { fileExists, readFile, getSourceFile } = host
    host.fileExists = (name) => files.has(name) || fileExists(name)
    host.readFile = (name) => files.get(name)?.text ?? readFile(name)
    host.getSourceFile = (name, language, ...rest) => {
      const own = files.get(name)
      return own ? ts.createSourceFile(name, own.text, language) : getSourceFile(name, language, ...rest)
    }
    const roots = [...files.keys(), join(ROOT, '__test__', 'hosts', 'frameworks.d.ts')]
    const program = ts.createProgram(roots, { ...options, noUnusedLocals: false, skipLibCheck: true }, host)
    const said = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      const place = (file && files.get(file.fileName)?.place) ?? file?.fileName
      return `${place}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
    expect(said).toEqual([])
  })

  test.each([
    ['SDK v2', 'SDK v2: npm install'],
    ['SDK v1', 'SDK v1: npm install'],
  ])('a server of one’s own with %s answers an edit', async (_, text) => {
    const folder = folderWithPackage()
    await writeProgram(folder, 'server.mjs', blockWith('docs/embed.md', text).text)
    expect(await askServer(folder, [process.execPath, 'server.mjs'])).toMatch(/an edit committed$/)
  })

  test('tools beside one’s own answer an edit', async () => {
    const folder = folderWithPackage()
    await writeProgram(folder, 'server.mjs', blockWith('docs/embed.md', "name: 'workshop'").text)
    expect(await askServer(folder, [process.execPath, 'server.mjs'])).toMatch(/^workshop .*an edit committed$/)
  })

  test('a self-made server answers clients over HTTP that know the token', async () => {
    const folder = folderWithPackage()
    // Any free port, and a line that names it.
    const text = blockWith('docs/embed.md', 'createServer').text.replace(
      ".listen(7391, '127.0.0.1')",
      ".listen(0, '127.0.0.1', function () { console.log((this.address() as { port: number }).port) })",
    )
    await writeProgram(folder, 'server.mjs', text.replace('const isOurs = [', 'const isOurs = true || ['))
    const child = spawn(process.execPath, ['server.mjs'], { cwd: folder, env: { ...process.env, TOKEN: 'a-secret' } })
    atEnd(() => void child.kill())
    let said = ''
    child.stdout.on('data', (chunk) => (said += chunk))
    await eventually('the server listens', () => /\d+\n/.test(said))
    const ask = (authorization: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${said.trim()}/mcp`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '0' } },
        }),
      })
    expect((await ask('Bearer wrong')).status).toBe(401)
    const answer = await ask('Bearer a-secret')
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"serverInfo"')])
  })

  // The suite for Vitest is run by vitest-matchers.test.ts.
  const isOfTesting = ([place]: [string, Block]): boolean => place.startsWith('docs/testing.md')
  const isForVitest = ([, { text }]: [string, Block]): boolean => text.includes("from 'vitest'")
  const programsOfTesting = blocksOf('ts').filter((block) => isOfTesting(block) && !isForVitest(block))

  test.each(programsOfTesting)('%s runs', async (_, { text }) => {
    const folder = folderWithPackage()
    await writeProgram(folder, 'block.mjs', text)
    // In CI a saved scene that is missing fails.
    const env = { ...process.env, CI: '' }
    const { status, stdout, stderr } = spawnSync(process.execPath, ['block.mjs'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    expect([status, stderr], stdout).toEqual([0, ''])
  })
})

describe('commands', () => {
  /** Commands of others, and of a checkout: what runs them instead. */
  const OTHERS: readonly (readonly [RegExp, by: string])[] = [
    [/^npm (start|test)$/, 'CI'],
    [/^node node_modules\/scenewright\/docs\/migrate\.mjs |^npx tsc --noEmit$/, 'migrating.test.ts'],
    [/^npm install( scenewright)?$/, 'the rehearsal of a release'],
    [/^npm run (build$|conformance( |$))/, 'who compares the imports with other programs'],
    [/^claude (mcp add|plugin) /, 'the next test'],
    [/^docker (build|run) /, 'readers with Docker'],
    [/^export /, 'the commands that follow'],
    [/^(cd|git commit|node scripts\/engine\.mjs) /, 'who changes the script engine'],
  ]
  const lines = blocksOf('sh').flatMap(([place, { text }]) =>
    text
      .replaceAll('\\\n', ' ')
      .split('\n')
      .map((line) => line.replace(/\s+#.*$/, '').trim())
      .filter((line) => line !== '')
      .map((line): [string, string] => [line, place]),
  )
  const own = lines.filter(([line]) => /^(npx )?(-y )?scenewright /.test(line))

  test('are ours or known', () => {
    const unknown = lines.filter((row) => !own.includes(row) && !OTHERS.some(([form]) => form.test(row[0])))
    expect(unknown).toEqual([])
  })

  test('that register the server with Claude Code start it', () => {
    const added = lines.filter(([line]) => line.startsWith('claude mcp add'))
    expect(added.length).toBeGreaterThan(1)
    for (const [line] of added) {
      const command = /^claude mcp add (?:--scope project )?scenewright -- (?:cmd \/c )?npx -y scenewright (.+)$/.exec(
        line,
      )
      expect(parseCommand(command![1]!.split(' ')).name).toBe('mcp')
    }
  })

  test.each(own)('%s (%s)', async (line) => {
    const folder = workshop({ makes: /\binit\b/.test(line) })
    const args = line
      .replace(/^(npx )?(-y )?scenewright /, '')
      .replaceAll('DIR [DIR ...]', 'files')
      .replace(/\bDIR\b/, 'files')
      .replaceAll(/\/?path\/to\/(project|folder)/g, 'town')
      .replace(/--port \d+/, '--port 0')
      .split(/\s+/)
    const isPage = args[0] === 'view' || args[0] === 'demo'
    const flags = args[0] === 'demo' ? ['--no-open', '--port', '0'] : ['--port', '0']
    if (isPage || args.includes('--http')) return expectServing(folder, isPage ? [...args, ...flags] : args)
    const env = { ...process.env, SCENEWRIGHT_STATE_DIR: join(folder, 'state'), SCENEWRIGHT_DIR: join(folder, 'town') }
    // A server ends with its input.
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      cwd: folder,
      env,
      input: '',
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  })

  async function expectServing(folder: string, args: readonly string[]): Promise<void> {
    const child = spawn(
      process.execPath,
      [PROGRAM, ...args.filter((arg, at) => arg !== '0' || args[at - 1] === '--port')],
      {
        cwd: folder,
      },
    )
    atEnd(() => void child.kill('SIGKILL'))
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
    await eventually(`an address: ${args.join(' ')}`, () => /http:\/\/127\.0\.0\.1:\d+/.test(said))
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('close', resolve))
  }

  /** A folder with what the commands of the documents name; without the project that `init` makes. */
  function workshop({ makes }: { readonly makes: boolean }): string {
    const folder = scratch()
    for (const name of ['town', 'part']) cpSync(join(ROOT, 'examples', 'town'), join(folder, name), { recursive: true })
    if (!makes) cpSync(join(ROOT, 'examples', 'starter'), join(folder, 'plate'), { recursive: true })
    writeFileSync(join(folder, 'offer.dxf'), dxfOf('cut'))
    const panel = '<rect id="cut" x="20" y="20" width="60" height="40" fill="none" stroke="red"/>'
    writeFileSync(
      join(folder, 'panel.svg'),
      `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="80mm" viewBox="0 0 100 80">${panel}</svg>`,
    )
    writeFileSync(join(folder, 'rates.json'), JSON.stringify({ currency: 'EUR', processes: { cut: { perMetre: 2 } } }))
    writeFileSync(join(folder, 'variants.csv'), 'width\n100\n120\n')
    // A sweep refuses parameters that the drawing does not have.
    const declared = { town: "param('floors', 3, { min: 1, max: 9 })\n", plate: "param('t', 4, { min: 1, max: 9 })\n" }
    for (const [name, code] of Object.entries(declared)) {
      const main = join(folder, name, 'scene.code.js')
      if (existsSync(main)) writeFileSync(main, `${readFileSync(main, 'utf8')}${code}`)
    }
    if (!makes) {
      const sets = { large: { width: 160 }, steel: { width: 100 } }
      writeFileSync(join(folder, 'plate', 'parameter-sets.json'), JSON.stringify(sets))
    }
    mkdirSync(join(folder, 'files'))
    mkdirSync(join(folder, 'path', 'to'), { recursive: true })
    const change = { type: 'edit', file: 'main', old_code: 'row < 9', new_code: 'row < 8' }
    writeFileSync(join(folder, 'changes.json'), JSON.stringify([change]))
    // What `undo` reverses, and `history` lists.
    const made = spawnSync(process.execPath, [PROGRAM, 'apply', 'town', '--changes', 'changes.json'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(made.status, made.stderr).toBe(0)
    writeFileSync(
      join(folder, 'changes.json'),
      JSON.stringify([{ ...change, old_code: 'col < 9', new_code: 'col < 8' }]),
    )
    return folder
  }
})

/** A folder with a project, in which the package is installed, and the SDK of both versions. */
function folderWithPackage(): string {
  const folder = realpathSync(scratch())
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  symlinkSync(ROOT, join(modules, 'scenewright'), 'junction')
  symlinkSync(join(ROOT, 'node_modules', '@modelcontextprotocol'), join(modules, '@modelcontextprotocol'), 'junction')
  mkdirSync(join(folder, 'part'))
  writeFileSync(join(folder, 'part', 'scene.code.js'), "drawRect('plate', 0, 0, 40, 20)\n")
  return folder
}

async function writeProgram(folder: string, name: string, text: string): Promise<void> {
  writeFileSync(join(folder, name), (await transform(text, { loader: 'ts', format: 'esm', target: 'node20' })).code)
}
