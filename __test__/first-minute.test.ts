// The first minute: a project is made, shown and connected to a client, by the commands that a newcomer types.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

import { exampleNames } from '../ts/cli/examples.js'
import { clientNames } from '../ts/cli/setup-clients.js'
import { Client } from './checked-client.js'
import { atEnd, contentsOf, eventually, PROGRAM, ROOT, scratch } from './support.js'

/** The program as it is started in a folder by somebody with this home. */
function scenewright(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...process.env, SCENEWRIGHT_DIR: '', npm_command: '', ...env },
    input: '',
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('init', () => {
  test('makes a project that runs, and prints commands that work as they stand', () => {
    const folder = realpathSync(scratch())
    const made = scenewright(folder, ['init', 'plate'])
    expect(made).toMatchObject({ status: 0, stderr: '' })
    expect(readdirSync(join(folder, 'plate')).sort()).toEqual(['jsconfig.json', 'scene.code.js'])
    const commands = [...made.stdout.matchAll(/^ {2}(node \S+scenewright .*?) {2,}#/gm)].map(
      ([, command = '']) => command,
    )
    expect(commands.map((command) => command.split(' ')[2])).toEqual(['view', 'export', 'setup'])
    for (const command of commands.slice(1)) {
      const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
      expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: '' })
    }
    expect(readFileSync(join(folder, 'plate.dxf'), 'utf8')).toContain('AC1024')
    expect(existsSync(join(folder, 'plate', '.mcp.json'))).toBe(true)
    expect(scenewright(folder, ['run', 'plate'])).toMatchObject({ status: 0, stderr: '' })
  })

  test('makes the drawing that the README shows, line by line', () => {
    const [, ...code] = readFileSync(join(ROOT, 'examples', 'starter', 'scene.code.js'), 'utf8').split('\n')
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`\`\`\`js\n${code.join('\n')}\`\`\``)
  })

  test('of the current folder names no folder in its commands', () => {
    const folder = scratch()
    const { status, stdout } = scenewright(folder, ['init'])
    expect(status).toBe(0)
    expect(stdout).toMatch(/scenewright view --open {2,}#/)
    expect(scenewright(folder, ['run'])).toMatchObject({ status: 0, stderr: '' })
  })

  test.each(exampleNames())('--example %s runs as it is', (name) => {
    const folder = scratch()
    expect(scenewright(folder, ['init', '--example', name])).toMatchObject({ status: 0, stderr: '' })
    const { status, stderr } = scenewright(folder, ['run'], { SCENEWRIGHT_TIME_MS: '60000' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  test.each([
    ['scene.code.js', 'scene.code.js'],
    ['jsconfig.json', 'jsconfig.json'],
    ['modules', 'modules'],
  ])('refuses a folder with a file %s, and touches nothing', (name, shown) => {
    const folder = realpathSync(scratch())
    writeFileSync(join(folder, name), 'mine')
    const { status, stdout, stderr } = scenewright(folder, ['init', '--example', 'bracket'])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`${folder} has ${shown}`)
    expect(readdirSync(folder)).toEqual([name])
    expect(readFileSync(join(folder, name), 'utf8')).toBe('mine')
  })

  test('goes beside files that are not in the way', () => {
    const folder = scratch()
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    mkdirSync(join(folder, 'modules'))
    expect(scenewright(folder, ['init', '--example', 'bracket'])).toMatchObject({ status: 0 })
    expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('mine')
  })

  test('of an example that there is not', () => {
    const { status, stderr } = scenewright(scratch(), ['init', '--example', 'brackt'])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean bracket?') })
    expect(scenewright(scratch(), ['init', '--help']).stdout).toContain('bracket')
  })

  test('gives an editor the drawing functions, also where the package is not installed', () => {
    const folder = scratch()
    scenewright(folder, ['init'])
    const path = join(folder, 'jsconfig.json')
    const { config } = ts.readConfigFile(path, ts.sys.readFile)
    const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, path)
    expect(errors).toEqual([])
    const compiled = ts.createProgram(fileNames, { ...options, checkJs: true })
    const problems = ts.getPreEmitDiagnostics(compiled).map(({ messageText }) => messageText)
    expect(problems.filter((text) => /Cannot find name 'draw/.test(String(text)))).toEqual([])
    expect(fileNames.some((name) => name.endsWith('scene.d.ts'))).toBe(true)
  })
})

describe('demo', () => {
  test.runIf(process.platform !== 'win32')('shows an example in a temporary folder and opens the page', async () => {
    const folder = scratch()
    const [browser, seen] = [join(folder, 'browser'), join(folder, 'seen')]
    writeFileSync(browser, `#!/bin/sh\necho "$1" > '${seen}'\n`)
    chmodSync(browser, 0o755)
    const child = spawn(process.execPath, [PROGRAM, 'demo', '--example', 'starter'], {
      cwd: folder,
      env: { ...process.env, BROWSER: browser, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    atEnd(async () => {
      child.kill('SIGTERM')
      await ended
    })
    let said = ''
    child.stdout.on('data', (bytes) => (said += bytes))
    await eventually('the page is open', () => existsSync(seen) && readFileSync(seen, 'utf8').includes('\n'))
    const url = readFileSync(seen, 'utf8').trim()
    await eventually('the address is printed', () => said.includes(url))
    expect(await (await fetch(url)).text()).toContain('Content-Security-Policy')
    const [made = ''] = readdirSync(folder).filter((name) => name.startsWith('scenewright-demo-'))
    expect(Object.keys(contentsOf(join(folder, made)))).toContain('starter/scene.code.js')
  })
})

describe('npm start', () => {
  test('shows both edits, what came of them, and where the picture is', () => {
    const folder = realpathSync(scratch())
    const program = "const { showMainJob } = await import('./scripts/demo.mjs'); process.exitCode = await showMainJob()"
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: folder, TEMP: folder, NO_COLOR: '1' },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const steps = stdout
      .trim()
      .split(/\n(?=read|edit|render)/)
      .map((step) => step.trim())
    expect(steps).toEqual([
      expect.stringContaining("tree('tree_' + row + '_' + col, x, y)"),
      expect.stringMatching(/^ +- 20 \+ .*\n +\+ 24 \+ .*\n +✓ committed after a run in the sandbox, \d+ ms$/m),
      expect.stringMatching(/^ +- drawOrder\(.*\n +\+ drawOrdr\(.*\n +ReferenceError: .*Did you mean drawOrder\?$/m),
      expect.stringMatching(/1600 x 1000 pixels: \S+town\.png$/),
    ])
    expect(stdout).not.toMatch(/undefined|NaN|\[object/)
    const [made = ''] = readdirSync(folder)
    const main = readFileSync(join(folder, made, 'scene.code.js'), 'utf8')
    expect(main).toContain('24 + ((row * 7 + col * 3) % 6) * 16')
    expect(main).toContain("drawOrder(names[i][0], 'front')")
    const hash = createHash('sha256').update(main).digest('hex').slice(0, 12)
    expect(steps[2]).toContain(`✓ reverted, byte for byte: main is sha256 ${hash}… as before, the scene too`)
    expect(
      readFileSync(join(folder, made, 'town.png'))
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')
  })
})

describe('setup', () => {
  const home = () => {
    const folder = realpathSync(scratch())
    const env = { HOME: folder, USERPROFILE: folder, APPDATA: folder, XDG_CONFIG_HOME: '', CODEX_HOME: '' }
    return { folder, env }
  }

  /** The command in a configuration, wherever it stands. */
  const commandIn = (text: string): { command: string; args: string[] } => {
    if (text.startsWith('[')) {
      const [command, args] = ['command', 'args'].map((key) =>
        JSON.parse(new RegExp(`^${key} = (.*)$`, 'm').exec(text)?.[1] ?? ''),
      )
      return { command, args }
    }
    const { mcpServers, servers, context_servers, mcp } = JSON.parse(text)
    const { command, args } = (mcpServers ?? servers ?? context_servers ?? mcp).scenewright
    return Array.isArray(command) ? { command: command[0], args: command.slice(1) } : { command, args }
  }

  test.each(clientNames())('%s: the configuration starts a server that works', async (name) => {
    const { folder, env } = home()
    const project = realpathSync(scratch())
    const { status, stdout, stderr } = scenewright(scratch(), ['setup', name, project], env)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/works: the server started, lists \d+ tools and ran a script/)
    const paths = [...stdout.matchAll(/^[^:\n]*: (.+) was written$/gm)].map(([, path = '']) =>
      path.replace('~', folder),
    )
    const text = paths[0] === undefined ? stdout.slice(0, stdout.lastIndexOf('}') + 1) : readFileSync(paths[0], 'utf8')
    const { command, args } = commandIn(text)
    expect(args).toEqual([join(ROOT, 'bin', 'scenewright'), 'mcp', '--dir', project])
    const client = new Client({ name: 'setup-test', version: '0.0.0' })
    await client.connect(new StdioClientTransport({ command, args, cwd: folder, stderr: 'ignore' }))
    atEnd(() => client.close())
    expect((await client.listTools()).tools.length).toBeGreaterThan(10)
    // Nothing is drawn by a test of the connection.
    expect(existsSync(join(project, 'scene.code.js'))).toBe(false)
  })

  test('keeps what is in the file of a client, and changes nothing the second time', () => {
    const { folder, env } = home()
    const project = scratch()
    const path = join(project, '.mcp.json')
    writeFileSync(path, '{\n    "mcpServers": { "other": { "command": "other" } },\n    "more": [1]\n}')
    expect(scenewright(folder, ['setup', 'claude-code', project], env).stdout).toContain('has the server now')
    const once = readFileSync(path, 'utf8')
    expect(JSON.parse(once)).toMatchObject({ mcpServers: { other: { command: 'other' }, scenewright: {} }, more: [1] })
    expect(once).toMatch(/^ {4}"mcpServers"/m)
    expect(scenewright(folder, ['setup', 'claude', project], env).stdout).toContain('has the server already')
    expect(readFileSync(path, 'utf8')).toBe(once)
  })

  test('keeps the other tables of a TOML file', () => {
    const { folder, env } = home()
    const path = join(folder, '.codex', 'config.toml')
    mkdirSync(join(folder, '.codex'))
    writeFileSync(
      path,
      'model = "o"\n\n[mcp_servers.scenewright]\ncommand = "old"\n\n[mcp_servers.other]\ncommand = "b"\n',
    )
    const project = scratch()
    expect(scenewright(folder, ['setup', 'codex', project], env)).toMatchObject({ status: 0, stderr: '' })
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(
      /^model = "o"\n\n\[mcp_servers\.scenewright\]\ncommand = .*\nargs = \[.*\]\n\n?\[mcp_servers\.other\]\ncommand = "b"\n$/,
    )
    expect(text).not.toContain('"old"')
  })

  test('leaves a file with comments alone, and shows what to add', () => {
    const { folder, env } = home()
    const project = scratch()
    const path = join(project, '.mcp.json')
    const text = '{\n  // mine\n  "mcpServers": {}\n}\n'
    writeFileSync(path, text)
    const { status, stdout } = scenewright(folder, ['setup', 'claude-code', project], env)
    expect(status).toBe(0)
    expect(stdout).toContain('was left as it is')
    expect(stdout).toContain('"scenewright": {')
    expect(readFileSync(path, 'utf8')).toBe(text)
  })

  test('--print writes no file', () => {
    const { folder, env } = home()
    const project = scratch()
    const { status, stdout } = scenewright(folder, ['setup', 'cursor', project, '--print'], env)
    expect(status).toBe(0)
    expect(stdout).toContain('"mcpServers"')
    expect(readdirSync(project)).toEqual([])
  })

  test('reports the output of a server that does not work', () => {
    const { folder, env } = home()
    const broken = { ...env, SCENEWRIGHT_NATIVE: '/nowhere/a.node' }
    const { status, stderr } = scenewright(folder, ['setup', 'other', scratch()], broken)
    expect(status).toBe(1)
    expect(stderr).toContain('does not work')
    expect(stderr).toContain('SCENEWRIGHT_NATIVE')
    expect(stderr).toContain('doctor says what is missing')
  })

  test('of a client that there is not', () => {
    const { status, stderr } = scenewright(scratch(), ['setup', 'cursr'])
    expect({ status, stderr }).toMatchObject({ status: 2, stderr: expect.stringContaining('Did you mean cursor?') })
    expect(scenewright(scratch(), ['setup', '--help']).stdout).toContain('claude-desktop')
  })
})
