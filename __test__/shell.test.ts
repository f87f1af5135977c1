// The command line as a person in a shell meets it: which folder, which words, and what a pipe gets.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test, vi } from 'vitest'

import { Project } from 'scenewright'
import { Progress } from '../ts/cli/progress.js'
import { hintForShell } from '../ts/cli/shell-words.js'
import { atEnd, example, fileOf, projectOf, PROGRAM, scratch } from './support.js'

/** The program in a folder, with a home of its own where nothing is. */
function inFolder(cwd: string, args: readonly string[], env: Record<string, string> = {}) {
  const home = scratch()
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...process.env, SCENEWRIGHT_DIR: '', HOME: home, USERPROFILE: home, ...env },
    input: '',
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const changesFile = (...changes: object[]): string => {
  const path = join(scratch(), 'changes.json')
  writeFileSync(path, JSON.stringify(changes))
  return path
}

const HOLE = "drawCircle('hole', 0, 0, 3)\n"
const WIDER = { type: 'edit', file: 'main', old_code: ', 3)', new_code: ', 5)' }

describe('the folder', () => {
  test('is the current one if it has a project', () => {
    const dir = realpathSync(projectOf({ main: HOLE }))
    expect(inFolder(dir, ['run'])).toMatchObject({ status: 0, stdout: expect.stringContaining('committed .\n') })
    expect(inFolder(dir, ['apply', '--changes', changesFile(WIDER)])).toMatchObject({ status: 0, stderr: '' })
    expect(inFolder(dir, ['history']).stdout).toContain('hole: Ø6 → Ø10')
    expect(inFolder(dir, ['undo']).stdout).toContain('hole: Ø10 → Ø6')
    expect(inFolder(dir, ['export', '--format', 'svg', '-o', '-']).stdout).toContain('<svg')
  })

  test('is SCENEWRIGHT_DIR before the current folder', () => {
    const dir = projectOf({ main: HOLE })
    const other = projectOf({ main: "console.log('the other')\n" })
    expect(inFolder(dir, ['run'], { SCENEWRIGHT_DIR: other }).stdout).toContain('the other')
  })

  test('may be named by its main file', () => {
    const dir = projectOf({ main: "console.log('found')\n" })
    expect(inFolder(scratch(), ['run', fileOf(dir, 'main')]).stdout).toContain('found')
  })

  test.each([
    'run',
    'render -o a.png',
    'export --format svg -o a.svg',
    'history',
    'undo',
    'redo',
    'check --changes -',
    'apply --changes -',
  ])('%s says where it looked', (line) => {
    const folder = realpathSync(scratch())
    const { status, stdout, stderr } = inFolder(folder, line.split(' '))
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`There is no project in ${folder}: it has no scene.code.js.`)
    expect(stderr).toContain('init DIR')
  })
})

describe('words', () => {
  /** Words for a model that nobody can type in a shell: `write { "file": … }`, `history without an id`, `old_code`. */
  const TOOL_CALL =
    /\b(read|write|edit|apply|check|history|undo|redo|glob|grep|describe|inspect|run|render|export) (\{|without)|old_code/

  test.each<[string, string[], RegExp]>([
    ['a folder without a project', ['run', 'DIR/nowhere'], /no main \(scene\.code\.js\) in .*nowhere/],
    ['an id that is not there', ['history', 'DIR', '--id', 'nothing'], /scenewright history lists the commits/],
    ['an undo of nothing', ['undo', 'DIR'], /nothing to undo/i],
    ['an undo by a wrong id', ['undo', 'DIR', '--id', 'nothing'], /nothing/],
    ['a picture of nothing', ['render', 'DIR/nowhere', '-o', 'a.png'], /scene\.code\.js/],
    ['an entity that is not there', ['render', 'DIR', '-o', 'a.png', '--fit', 'whole'], /whole/],
    ['a parameter that is not there', ['run', 'DIR', '--param', 'a=1'], /a/],
  ])('%s', (_, args, words) => {
    const dir = projectOf({ main: HOLE })
    const { status, stderr } = inFolder(
      scratch(),
      args.map((arg) => arg.replace('DIR', dir)),
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(words)
    expect(stderr).not.toMatch(TOOL_CALL)
  })

  test('a failing run names the file on disk', () => {
    const dir = realpathSync(projectOf({ main: "import 'part'\n", part: 'drawCirle()\n' }))
    expect(inFolder(dir, ['run']).stderr).toContain('at part:1:1 (modules/part.js:1:1)')
    writeFileSync(fileOf(dir, 'main'), 'drawCirle()\n')
    expect(inFolder(dir, ['run']).stderr).toContain('at main:1:1 (scene.code.js:1:1)')
  })

  test('a warning says so once, and none asks a person to read', () => {
    const dir = projectOf({ main: `${HOLE}// 3\n// 3\n` })
    const twice = { type: 'edit', file: 'main', old_code: '// 3', new_code: '// 4' }
    const { status, stderr } = inFolder(dir, ['apply', '--changes', changesFile(twice)])
    expect(status).toBe(0)
    expect(stderr).toMatch(/^warning: .*occurs 2 times/)
    expect(stderr).not.toMatch(/warning: Warning|read first/)
  })

  test.each([
    ["Create it with write({ file: 'main', text: '…' }).", /^Make a project: scenewright init DIR/],
    ['history without a commitId lists those there are.', /^scenewright history lists the commits\.$/],
    ['Set force to replace the present contents; they are kept.', /^Give --force to replace the present contents/],
    ['Draw fewer entities.', /^Draw fewer entities\.$/],
  ])('the hint %j', (hint, inShell) => {
    expect(hintForShell(hint)).toMatch(inShell)
  })

  test('a warning names the flag, and not the argument of a tool', () => {
    const dir = projectOf({ main: "drawRect('a', 0, 0, 40, 20)\ndrawRect('b', 0, 0, 40, 20)\n" })
    const out = join(scratch(), 'twice.dxf')
    const { status, stderr } = inFolder(dir, ['export', '--format', 'dxf', '-o', out])
    expect(status).toBe(0)
    expect(stderr).toContain('--dedupe leaves them out')
    expect(stderr).not.toContain('dedupe: true')
    expect(inFolder(dir, ['export', '--format', 'dxf', '--dedupe', '-o', out]).stderr).not.toContain('--dedupe')
  })

  test('a hint that only a caller of tools can follow is left out', () => {
    expect(hintForShell('Read it first: read { "file": "main" }.')).toBeUndefined()
  })
})

describe('a pipe', () => {
  const ESCAPE = '\u001b]0;title\u0007'

  test('gets names and logs escaped, as a terminal does', () => {
    const dir = projectOf({ main: `console.log('a${ESCAPE}b')\ndrawCircle('n${ESCAPE}', 0, 0, 1)\n` })
    const { stdout } = inFolder(dir, ['run'])
    expect(stdout).toContain('a\\u{1b}]0;title\\u{7}b')
    expect(stdout).not.toContain('\u001b')
  })

  test.runIf(spawnSync('git', ['--version']).status === 0)('gets a diff that git applies', () => {
    const dir = realpathSync(projectOf({ main: `${HOLE.trimEnd()}\r\n// ${ESCAPE}\r\n`, gone: '// a\n' }))
    const copy = scratch()
    cpSync(dir, copy, { recursive: true })
    const changes = changesFile(
      WIDER,
      { type: 'write', file: 'made', code: 'export const a = 1' },
      { type: 'delete', file: 'gone' },
    )
    expect(inFolder(dir, ['apply', '--changes', changes])).toMatchObject({ status: 0 })
    const id = /^\S+/.exec(inFolder(dir, ['history']).stdout)?.[0] ?? ''
    const { stdout } = inFolder(dir, ['history', '--id', id])
    expect(stdout).toContain('diff --git a/scene.code.js b/scene.code.js\n--- a/scene.code.js\n+++ b/scene.code.js\n')
    const git = (...args: string[]) =>
      spawnSync('git', ['-C', copy, 'apply', ...args], { input: stdout, encoding: 'utf8' })
    expect(git('-')).toMatchObject({ status: 0, stderr: '' })
    for (const name of ['scene.code.js', 'modules/made.js']) {
      expect(readFileSync(join(copy, name)), name).toEqual(readFileSync(join(dir, name)))
    }
    expect(() => readFileSync(join(copy, 'modules', 'gone.js'))).toThrow('ENOENT')
    expect(git('-R', '-')).toMatchObject({ status: 0 })
  })

  const unix = process.platform !== 'win32'
  /** A shell warns of a locale that the machine does not have. */
  const PLAIN = { ...process.env, LANG: 'C', LC_ALL: 'C' }

  test.runIf(unix).each([
    ['--help | true', ''],
    ['run DIR | true', 'committed'],
    ['run DIR | head -1', 'committed'],
    ['export DIR --format svg -o - | true', ''],
    ['export DIR --format json -o - | head -c 5', ''],
    ['history DIR | true', ''],
    ['doctor | head -1', ''],
  ])('%s: ends silently', (line) => {
    const dir = projectOf({
      main: 'for (let i = 0; i < 900; i++) { console.log("line", i); drawCircle(`c${i}`, i, 0, 1) }\n',
    })
    const shell = `node "${PROGRAM}" ${line.replace('DIR', `"${dir}"`)}`
    const { stderr, status } = spawnSync('bash', ['-c', `set -o pipefail; ${shell}`], { env: PLAIN, encoding: 'utf8' })
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  })

  test
    .runIf(process.platform === 'linux')
    .each(['apply DIR --changes CHANGES', 'export DIR --format svg -o -', 'lint DIR', 'doctor', '--help'])(
    '%s > /dev/full: says that the output is lost, and still commits',
    (line) => {
      const dir = projectOf({ main: 'drawCircle("c", 0, 0, 1)\n' })
      const code = 'drawCircle("c", 0, 0, 2)\n'
      const changes = changesFile({ type: 'write', file: 'main', code })
      const shell = `node "${PROGRAM}" ${line.replace('DIR', `"${dir}"`).replace('CHANGES', `"${changes}"`)} > /dev/full`
      const { stderr, status } = spawnSync('bash', ['-c', shell], { env: PLAIN, encoding: 'utf8' })
      const message = 'scenewright: The output could not be written: ENOSPC: no space left on device, write\n'
      expect({ stderr, status }).toEqual({ stderr: message, status: 1 })
      expect(readFileSync(fileOf(dir, 'main'), 'utf8') === code).toBe(line.startsWith('apply'))
    },
  )

  test.runIf(unix)('that is closed at once loses no commit', async () => {
    const dir = projectOf({ main: 'drawCircle("c", 0, 0, 1)\n' })
    const text = (size: number) => `drawCircle("c", 0, 0, ${size})\nfor (let i = 0; i < 500; i++) console.log(i)\n`
    for (let size = 2; size < 8; size += 1) {
      const changes = changesFile({ type: 'write', file: 'main', code: text(size) })
      const child = spawn(process.execPath, [PROGRAM, 'apply', dir, '--changes', changes], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout.destroy()
      let said = ''
      child.stderr.on('data', (bytes) => (said += bytes))
      const code = await new Promise((resolve) => child.once('close', resolve))
      expect({ code, said }).toEqual({ code: 0, said: '' })
      expect(readFileSync(fileOf(dir, 'main'), 'utf8')).toBe(text(size))
    }
    const project = await Project.open({ root: dir })
    const history = await project.history()
    await project.close()
    expect(history).toMatchObject({ status: 'ok', total: 6 })
  })
})

describe('progress', () => {
  const terminal = () => {
    const written: string[] = []
    const stream = { isTTY: true, columns: 30, write: (text: string) => written.push(text) > 0 }
    return { written, stream: stream as unknown as NodeJS.WriteStream }
  }

  test('is one line after a second, cut to the terminal, and removed at the end', () => {
    vi.useFakeTimers()
    atEnd(() => void vi.useRealTimers())
    const { written, stream } = terminal()
    const progress = new Progress('starting', stream)
    progress.listen({ type: 'progress', callId: 1, step: 'run', message: 'running main, which is a long story' })
    vi.advanceTimersByTime(900)
    expect(written).toEqual([])
    vi.advanceTimersByTime(600)
    expect(written.at(-1)).toBe('\r\u001b[Krunning main, which is a long')
    progress.end()
    expect(written.at(-1)).toBe('\r\u001b[K')
  })

  test('is nothing where it is over soon, and nothing in a pipe', () => {
    vi.useFakeTimers()
    atEnd(() => void vi.useRealTimers())
    const { written, stream } = terminal()
    new Progress('starting', stream).end()
    const pipe = new Progress('starting', { ...stream, isTTY: false } as NodeJS.WriteStream)
    vi.advanceTimersByTime(5_000)
    pipe.end()
    expect(written).toEqual([])
  })
})

test('the home folder counts as a project only where nothing else does', () => {
  const home = scratch()
  mkdirSync(join(home, '.ai-native-cad'))
  writeFileSync(join(home, '.ai-native-cad', 'scene.code.js'), "console.log('at home')\n")
  expect(inFolder(scratch(), ['run'], { HOME: home, USERPROFILE: home }).stdout).toContain('at home')
  const dir = example('flat')
  expect(inFolder(dir, ['run'], { HOME: home, USERPROFILE: home }).stdout).toContain('net floor area')
})
