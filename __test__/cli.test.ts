// The command line: what it understands, what it prints where, and how it ends.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { parseCommand, UsageError } from '../ts/cli/arguments.js'
import { COMMAND_NAMES, HELP, helpOf } from '../ts/cli/help.js'
import { formatScene, styleOf } from '../ts/cli/terminal.js'
import { VERSION } from '../ts/native.js'
import { Workspace } from '../ts/workspace.js'
import { valueProblems } from './schemas.js'
import { contentsOf, example, fileOf, projectOf, scenewright, scratch } from './support.js'

describe('a command line', () => {
  test.each<[string, object]>([
    ['mcp', { name: 'mcp', options: { limits: {} } }],
    ['mcp there', { name: 'mcp', options: { root: 'there', limits: {} } }],
    ['mcp --dir there --time-ms 100', { name: 'mcp', options: { root: 'there', limits: { timeMs: 100 } } }],
    ['run here --memory-mb 64', { name: 'run', options: { root: 'here', limits: { memoryBytes: 67_108_864 } } }],
    ['run --output-bytes 0 --source-bytes 9', { options: { limits: { outputBytes: 0, sourceBytes: 9 } } }],
    ['run --seed 7 --clock real', { name: 'run', options: { seed: 7, clock: 'real' } }],
    ['render -o a.png --width 20 --theme dark', { output: 'a.png', picture: { width: 20, theme: 'dark' } }],
    ['export d --format svg -o -', { options: { root: 'd' }, file: { format: 'svg' }, output: '-' }],
    ['export --format dxf --text text -o a.dxf', { file: { format: 'dxf', text: 'text' }, output: 'a.dxf' }],
    ['export -o out/A.DXF', { file: { format: 'dxf' }, output: 'out/A.DXF' }],
    ['export -o a.svg --format pdf', { file: { format: 'pdf' }, output: 'a.svg' }],
    ['run d --fonts a --fonts b', { options: { root: 'd', fonts: { dirs: ['a', 'b'] } } }],
    ['render -o a.png --box=-1,-2,3.5,4', { picture: { fit: [-1, -2, 3.5, 4] } }],
    [
      'render -o a.png --fit a --fit b* --before --grid-step 5 --rulers --label x --layer 0 --hairlines',
      {
        picture: {
          fit: ['a', 'b*'],
          before: true,
          grid: 5,
          rulers: true,
          labels: ['x'],
          layers: ['0'],
          hairlines: true,
        },
      },
    ],
    [
      'render -o a.png --fit last_change --grid --labels',
      { picture: { fit: 'last_change', grid: true, labels: true } },
    ],
    ['render -o a.png --background transparent', { picture: { background: 'transparent' } }],
    ['history d --limit 5', { name: 'history', options: { project: { root: 'd' } }, page: { limit: 5 } }],
    ['history --root a --id 0f', { name: 'history', options: { roots: ['a'] }, page: { commitId: '0f' } }],
    ['undo --root a --root b', { name: 'undo', options: { roots: ['a', 'b'] }, which: {} }],
    [
      'files --root a --deny *.pem --deny x --read-only --global-gitignore',
      { name: 'files', options: { roots: ['a'], deny: ['*.pem', 'x'], readOnly: true, globalGitignore: true } },
    ],
    ['history d --purge', { name: 'purge', options: { project: { root: 'd' } } }],
    ['history --purge --root a --root b', { name: 'purge', options: { roots: ['a', 'b'] } }],
    [
      'apply d --changes c.json --message m',
      { name: 'apply', options: { root: 'd' }, changes: 'c.json', message: 'm' },
    ],
    ['check --changes - -o p.png', { name: 'check', changes: '-', output: 'p.png' }],
    ['undo', { name: 'undo', which: {} }],
    [
      'redo d --id 0f --force',
      { name: 'redo', options: { project: { root: 'd' } }, which: { commitId: '0f', force: true } },
    ],
    ['doctor --json', { name: 'doctor', json: true }],
    ['run town/scene.code.js', { name: 'run', options: { root: 'town' } }],
    ['view --open', { name: 'view', open: true }],
    ['init', { name: 'init' }],
    ['init there --example town', { name: 'init', dir: 'there', example: 'town' }],
    ['demo', { name: 'demo', open: true }],
    ['demo --example gear --no-open --port 0', { name: 'demo', example: 'gear', open: false, port: 0 }],
    ['setup cursor', { name: 'setup', client: 'cursor', print: false }],
    ['setup claude-code there --print', { name: 'setup', client: 'claude-code', dir: 'there', print: true }],
    ['', { name: 'help', of: undefined }],
    ['run --help', { name: 'help', of: 'run' }],
    ['help export', { name: 'help', of: 'export' }],
    ['-v', { name: 'version' }],
  ])('%s', (line, command) => {
    expect(parseCommand(line.split(' ').filter(Boolean))).toMatchObject(command)
  })

  test.each([
    ['export -o a.txt', /The ending of a\.txt is not a drawing format/],
    ['export -o -', /Standard output has no file ending/],
    ['export', /Give the output: -o FILE, or -o -/],
    ['sculpt', /no command 'sculpt'\.$/],
    ['rnu', /no command 'rnu'\. Did you mean scenewright run\?/],
    ['histroy', /Did you mean scenewright history\?/],
    ['new', /Did you mean scenewright init\?/],
    ['diff', /Did you mean scenewright history --id ID\?/],
    ['examples/town', /Did you mean scenewright view examples\/town\?/],
    ['run --time', /scenewright run has no flag '--time'\./],
    ['run --tme-ms 5', /no flag '--tme-ms'\. Did you mean --time-ms\?/],
    ['export -o x --no-fils', /Did you mean --no-fills\?/],
    ['init --exmaple town', /Did you mean --example\?/],
    ['render -o', /-o needs a value, as in -o VALUE\./],
    ['render -o a.png --width --height 3', /--width needs a value, got '--height'/],
    ['render -o a.png --box -1,-1,1,1', /A value that begins with - is written --box=-1,-1,1,1/],
    ['render -o a.png --grid=5', /--grid takes no value, got '5'/],
    ['setup', /setup needs the name of a client/],
    ['run a b', /Unexpected argument 'b'/],
    ['mcp there too', /Unexpected argument 'too'/],
    ['files there', /Unexpected argument 'there'\. Give a folder with --root\.$/],
    ['run a --dir b', /Give the folder once/],
    ['run --colour', /'--colour'/],
    ['run --time-ms soon', /--time-ms must be a whole number from 1, got 'soon'/],
    ['run --time-ms 0', /--time-ms must be a whole number from 1/],
    ['run --policy strict', /--policy must be one of require, warn, off/],
    ['history --limit 0', /--limit must be a whole number from 1/],
    ['history --force', /--force/],
    ['history d --purge --root a', /not both/],
    ['history --purge --limit 3', /leave --limit and --id out/],
    ['undo a b', /Unexpected argument 'b'/],
    ['apply d', /apply needs --changes FILE.json/],
    ['apply --changes c.json -o p.png', /'-o'/],
    ['check --changes c.json --message m', /--message/],
    ['render', /-o FILE/],
    ['render -o a.png --grid-step -3', /--grid-step/],
    ['render -o a.png --grid-step=0', /--grid-step must be a number greater than 0, got '0'/],
    ['render -o a.png --fit a --box=0,0,1,1', /not both/],
    ['export -o x', /--format/],
    ['export -o x --format dwg', /--format must be one of svg, png, dxf, pdf, json, got 'dwg'/],
  ])('%s is not understood', (line, message) => {
    expect(() => parseCommand(line.split(' ').filter(Boolean))).toThrow(UsageError)
    expect(() => parseCommand(line.split(' ').filter(Boolean))).toThrow(message)
  })
})

describe('colours', () => {
  test.each([
    ['a terminal', { isTTY: true }, {}, true],
    ['no terminal', { isTTY: false }, {}, false],
    ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['an empty NO_COLOR', { isTTY: true }, { NO_COLOR: '' }, true],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
  ])('%s', (_, stream, env, coloured) => {
    expect(styleOf(stream, env).red('x') !== 'x').toBe(coloured)
  })

  test.each([
    ['mcp', ['scenewright mcp [DIR]', 'SCENEWRIGHT_DIR', 'help serving'], ['--width', 'scenewright run']],
    ['files', ['scenewright files [--root', 'help file-flags'], ['--time-ms', 'SCENEWRIGHT_DIR']],
    ['render', ['scenewright render', '--width', 'help picture'], ['--limit', '--rulers']],
    ['history', ['--purge', '--limit N'], ['--width']],
    ['doctor', ['scenewright doctor'], ['--time-ms']],
    ['picture', ['--rulers', '--hairlines'], ['--time-ms']],
    ['scripts', ['--time-ms', 'SCENEWRIGHT_TIME_MS'], ['--rulers']],
    ['file-flags', ['--no-gitignore'], ['--time-ms']],
    ['serving', ['--token-file'], ['--time-ms']],
  ])('the help of %s alone', (name, has, hasNot) => {
    const help = helpOf(name)
    for (const words of has) expect(help).toContain(words)
    for (const words of hasNot) expect(help).not.toContain(words)
  })

  test('the help of each command fits on a screen', () => {
    for (const name of COMMAND_NAMES) {
      const lines = helpOf(name).split('\n')
      expect(lines.length, name).toBeLessThan(26)
      expect(Math.max(...lines.map((line) => line.length)), name).toBeLessThanOrEqual(120)
    }
    // A line for each of the commands, in groups: a window of fifty rows shows the whole list.
    expect(HELP.split('\n').length).toBeLessThan(48)
    for (const name of COMMAND_NAMES) expect(HELP).toMatch(new RegExp(`^  ${name} `, 'm'))
  })

  test('the whole help for an unknown command', () => {
    expect(helpOf('sculpt')).toBe(HELP)
    expect(helpOf(undefined)).toBe(HELP)
  })

  test('a scene in a few lines', () => {
    const style = styleOf({})
    const changes = {
      added: { total: 2, names: ['a', 'b'] },
      removed: { total: 0, names: [] },
      changed: { total: 8, names: ['c'] },
      drawing: ['hole: Ø6 → Ø10', '2 legs added (5 × 40)'],
      moreDrawing: 7,
    }
    const bounds = { min: [-1.23456, 0] as const, max: [2, 3] as const }
    const scene = { entities: 1621, groups: 1, bounds, units: 'mm' as const, layers: ['0'], moreLayers: 2, changes }
    expect(formatScene(scene, style)).toBe(
      [
        '1,621 entities, 1 group',
        'bounds   (-1.235, 0) to (2, 3) mm',
        'layers   0, … and 2 more',
        'changes  hole: Ø6 → Ø10',
        '         2 legs added (5 × 40)',
        '         … and 7 more',
      ].join('\n'),
    )
  })
})

describe('scenewright', () => {
  test('--help and --version', () => {
    expect(scenewright(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage:') })
    expect(scenewright(['--version'])).toEqual({ status: 0, stdout: `${VERSION}\n`, stderr: '' })
  })

  test('a line that is not understood ends with 2', () => {
    const { status, stdout, stderr } = scenewright(['sculpt'])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain("no command 'sculpt'")
  })

  test('run prints the console and the summary', () => {
    const dir = example('town')
    const { status, stdout } = scenewright(['run', dir])
    expect(status).toBe(0)
    expect(stdout).toContain('81 plots\n')
    expect(stdout).toContain('1,621 entities, 466 groups')
    expect(stdout).not.toContain('\u001b[')
    expect(existsSync(join(dir, 'scene.json'))).toBe(true)
  })

  test('run of a project that fails: the error with its frame, and 1', () => {
    const dir = projectOf({ main: "drawCircle('a', 0, 0, 1)\ndrawCirle('b', 0, 0, 1)\n" })
    const { status, stderr } = scenewright(['run', dir])
    expect(status).toBe(1)
    expect(stderr).toContain('ReferenceError: drawCirle is not defined. Did you mean drawCircle?')
    expect(stderr).toContain('at main:2:1')
    expect(stderr).toContain("drawCirle('b', 0, 0, 1)")
    expect(stderr).toContain('^')
  })

  test('run with its own limit', () => {
    const { status, stderr } = scenewright(['run', projectOf({ main: 'for (;;) {}' }), '--time-ms', '300'])
    expect(status).toBe(1)
    expect(stderr).toContain('timeout')
  })

  test('run of a folder where there is no project', () => {
    const folder = join(scratch(), 'nowhere')
    const { status, stderr } = scenewright(['run', folder])
    expect(status).toBe(1)
    expect(stderr).toContain(`There is no main (scene.code.js) in ${folder}`)
    expect(stderr).toContain('hint: Make a project: scenewright init DIR.')
    expect(stderr).not.toMatch(/write \{/)
  })

  test('SCENEWRIGHT_DIR names the folder', () => {
    expect(scenewright(['run'], { SCENEWRIGHT_DIR: example('flat') }).stdout).toContain('net floor area 97.20 m2')
  })

  test('render and export write the named files', () => {
    const dir = example('flat')
    const folder = scratch()
    expect(scenewright(['render', dir, '-o', join(folder, 'a.png'), '--width', '64', '--height', '32']).status).toBe(0)
    expect(readFileSync(join(folder, 'a.png')).subarray(1, 4).toString()).toBe('PNG')
    for (const format of ['svg', 'json', 'png', 'dxf', 'pdf']) {
      const { status, stderr } = scenewright(['export', dir, '--format', format, '-o', join(folder, `b.${format}`)])
      // Two rooms of the flat share a wall, which a cutter would follow twice.
      const said = format === 'dxf' ? /^warning: 2 outlines lie on others, and would be cut twice: / : /^$/
      expect({ status, stderr }, format).toEqual({ status: 0, stderr: expect.stringMatching(said) })
    }
    expect(readFileSync(join(folder, 'b.svg'), 'utf8')).toContain('<svg')
    expect(readFileSync(join(folder, 'b.png')).subarray(1, 4).toString()).toBe('PNG')
    expect(readFileSync(join(folder, 'b.dxf'), 'utf8')).toContain('AC1024')
    expect(readFileSync(join(folder, 'b.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    expect(scenewright(['export', dir, '--format', 'svg', '-o', '-']).stdout).toContain('<svg')
  })

  test('export of a scene that is too large to be answered inline', () => {
    const dir = example('town')
    const file = join(scratch(), 'town.json')
    expect(scenewright(['export', dir, '--format', 'json', '-o', file]).status).toBe(0)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('entities.length', 1621)
  })

  test('history --purge removes the old contents for good', () => {
    const dir = projectOf({ main: "drawCircle('a', 0, 0, 1)\n" })
    const changes = join(scratch(), 'changes.json')
    writeFileSync(changes, JSON.stringify([{ type: 'write', file: 'main', code: "drawCircle('b', 0, 0, 2)\n" }]))
    expect(scenewright(['apply', dir, '--changes', changes])).toMatchObject({ status: 0 })
    const journal = join(dir, '.scenewright', 'journal')
    if (process.platform !== 'win32') {
      expect(statSync(join(dir, '.scenewright')).mode & 0o777).toBe(0o700)
      expect(statSync(journal).mode & 0o777).toBe(0o600)
    }
    expect(scenewright(['history', dir, '--purge']).stdout).toMatch(/^Removed for good: 1 commit, \d+ bytes\./)
    expect(statSync(journal).size).toBe(32)
    expect(scenewright(['history', dir]).stdout).toBe('No changes yet.\n')
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toContain("'b'")
  })

  test('history --purge --root removes the history of the file tools', async () => {
    const [root, historyDir] = [scratch(), scratch()]
    const workspace = await Workspace.open({ root, historyDir })
    await workspace.write({ path: join(root, 'a.txt'), text: 'secret' })
    const { stdout } = scenewright(['history', '--purge', '--root', root], { SCENEWRIGHT_STATE_DIR: historyDir })
    expect(stdout).toContain('Removed for good: 1 commit,')
    expect(await workspace.history()).toMatchObject({ status: 'ok', total: 0, warnings: [] })
    await workspace.close()
  })

  test('a damaged journal is reported, and intact commits stay', () => {
    const dir = projectOf({ main: "drawCircle('a', 0, 0, 1)\n" })
    const changes = join(scratch(), 'changes.json')
    for (const name of ['b', 'c', 'd']) {
      writeFileSync(
        changes,
        JSON.stringify([{ type: 'write', file: 'main', code: `drawCircle('${name}', 0, 0, 2)\n` }]),
      )
      expect(scenewright(['apply', dir, '--changes', changes, '--message', `to ${name}`])).toMatchObject({ status: 0 })
    }
    const journal = join(dir, '.scenewright', 'journal')
    const bytes = readFileSync(journal)
    const at = bytes.indexOf('to c')
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    writeFileSync(journal, bytes)
    const { stdout, stderr } = scenewright(['history', dir])
    expect(stderr).toContain('The journal of the history is damaged')
    expect(stdout).toMatch(/to d[\s\S]*to b/)
    const undone = scenewright(['undo', dir])
    expect(undone).toMatchObject({ status: 0, stderr: expect.stringContaining('kept as journal.damaged-') })
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toContain("'c'")
  })

  test('a file that cannot be written', () => {
    const { status, stderr } = scenewright(['render', example('flat'), '-o', join(scratch(), 'no', 'a.png')])
    expect(status).toBe(1)
    expect(stderr).toContain('Could not write')
  })

  test('doctor says what there is', () => {
    const { status, stdout } = scenewright(['doctor', '--json'])
    expect(status).toBe(0)
    const fonts = { builtIn: 'Liberation Sans', families: expect.any(Number), some: expect.any(Array) }
    const { node, files, binaries, ...report } = JSON.parse(stdout)
    expect(binaries).toMatchObject({ runner: report.runner.path, mend: [] })
    expect(files).toMatchObject({ roots: 'none (--root)' })
    expect({ node, ...report }).toMatchObject({ version: VERSION, node: process.version, runner: { ok: true }, fonts })
    expect(valueProblems('doctor.json', report)).toEqual([])
    expect(scenewright(['doctor']).stdout).toContain('runner')
  })

  test.runIf(process.platform === 'linux')(
    'doctor lists the layers of the sandbox, and the result of each attempt',
    () => {
      const { isolation } = JSON.parse(scenewright(['doctor', '--json']).stdout) as {
        isolation: { layers: { name: string; active: boolean }[]; attempts: { what: string; refused: string | null }[] }
      }
      const names = isolation.layers.map(({ name }) => name).sort()
      expect(names).toEqual(['closed_descriptors', 'landlock', 'no_new_privs', 'resource_limits', 'seccomp'])
      const shown = scenewright(['doctor']).stdout
      for (const { name, active } of isolation.layers)
        expect(shown).toMatch(new RegExp(`${name} +${active ? 'on' : 'OFF'}: `))
      for (const { what, refused } of isolation.attempts) {
        expect(shown).toMatch(new RegExp(`${what} +${refused === null ? 'POSSIBLE' : 'refused: '}`))
      }
      if (isolation.layers.every(({ active }) => active)) expect(shown).not.toContain('POSSIBLE')
    },
  )

  test('a limit of the environment counts where its flag is absent', () => {
    const dir = projectOf({ main: 'for (;;) {}\n' })
    const timed = (flags: string[]) => scenewright(['run', dir, ...flags], { SCENEWRIGHT_TIME_MS: '300' })
    expect(timed([]).stderr).toContain('longer than 300 ms (limit timeMs)')
    expect(timed(['--time-ms', '200']).stderr).toContain('longer than 200 ms (limit timeMs)')
    const { status, stderr } = scenewright(['run', dir], { SCENEWRIGHT_TIME_MS: 'soon' })
    expect(status).toBe(1)
    expect(stderr).toContain("SCENEWRIGHT_TIME_MS must be a whole number, got 'soon'")
  })

  test('doctor without the native half says which command helps', () => {
    const { status, stderr } = scenewright(['doctor'], { SCENEWRIGHT_NATIVE: '/nowhere/a.node' })
    expect(status).toBe(1)
    expect(stderr).toContain('SCENEWRIGHT_NATIVE')
  })

  test('nothing is written into a project that is only looked at', () => {
    const dir = example('flat')
    expect(scenewright(['run', dir]).status).toBe(0)
    const before = contentsOf(dir)
    expect(scenewright(['render', dir, '-o', join(scratch(), 'a.png')]).status).toBe(0)
    expect(contentsOf(dir)).toEqual(before)
    expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe(before['scene.code.js'])
  })
})
