// Files and folders that turn into links to the outside between check and use.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { atEnd, ROOT, scratch } from './support.js'
import { tree } from './workspace-support.js'

const host = (name: string): string => join(ROOT, '__test__', 'hosts', name)

const SECONDS = Number(process.env.SCENEWRIGHT_RACE_SECONDS ?? 6)

/** In the outside files, and the name of one; no call says them. */
const SECRETS = ['the-hidden-words-4711', 'never-named-0815']

const TOOLS = ['Read', 'Edit', 'MultiEdit', 'Write', 'Grep', 'Glob', 'LS']

/** Inside and outside look alike, but for the secret: an edit that strayed would find its text. */
function put(folder: string, secret: string): void {
  mkdirSync(join(folder, 'folder', 'made'), { recursive: true })
  for (const name of ['file.txt', 'folder/f.txt', 'folder/new-1.txt', 'folder/made/1.txt']) {
    writeFileSync(join(folder, name), `value = 0\nsame words\n${secret}`)
  }
}

async function race(mode: string) {
  const base = realpathSync(scratch())
  const [root, outside, aside] = [join(base, 'root'), join(base, 'outside'), join(base, 'aside')]
  put(root, '')
  put(outside, `${SECRETS[0]}\n`)
  writeFileSync(join(outside, 'folder', SECRETS[1] ?? ''), 'words\n')
  mkdirSync(aside)
  const before = tree(outside)

  const swapped = {
    folder: join(root, 'folder'),
    outsideFolder: join(outside, 'folder'),
    file: join(root, 'file.txt'),
    outsideFile: join(outside, 'file.txt'),
    aside,
  }
  const swapper = spawn(process.execPath, [host('swap.mjs'), JSON.stringify(swapped)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  atEnd(() => void swapper.kill('SIGKILL'))
  await once(swapper.stdout, 'data')

  const options = { root, historyDir: join(base, 'state'), durability: 'fast', readFirst: 'off', historyBytes: 1 << 20 }
  const request = JSON.stringify({ options, seconds: SECONDS, secrets: SECRETS })
  const env = { ...process.env, SCENEWRIGHT_PATHS: mode }
  const caller = spawn(process.execPath, [host('race.mjs'), request], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(() => void caller.kill('SIGKILL'))
  const outcome = JSON.parse(await text(caller.stdout)) as {
    calls: Record<string, [made: number, answered: number]>
    kinds: Record<string, number>
    leaks: string[]
  }
  swapper.stdin.end()
  const swaps = Number(await text(swapper.stdout))
  const left = [root, aside].flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  return { ...outcome, swaps, before, after: tree(outside), left }
}

test.skipIf(process.platform !== 'linux')(
  `nothing outside is read or written while a folder and a file are swapped for links, for ${SECONDS} s`,
  { timeout: (SECONDS + 300) * 1_000 },
  async () => {
    const modes = ['', 'walk']
    const races = await Promise.all(modes.map((mode) => race(mode)))
    for (const [index, { calls, kinds, leaks, swaps, before, after, left }] of races.entries()) {
      const how = modes[index] || 'openat2'
      const counts = TOOLS.map((tool) => `${tool} ${(calls[tool] ?? [0, 0]).join('/')}`).join(', ')
      console.log(`${how}: ${swaps} swaps; calls made/answered: ${counts}; refusals: ${JSON.stringify(kinds)}`)
      expect(leaks, how).toEqual([])
      expect(after, how).toEqual(before)
      expect(kinds, `${how}: no fault of ours`).not.toHaveProperty('internal')
      for (const tool of TOOLS) expect(calls[tool]?.[1], `${how}: ${tool} was answered`).toBeGreaterThan(0)
      expect(swaps, how).toBeGreaterThan(10 * SECONDS)
      const temporary = left.filter((name) => /\.scenewright-(tmp|part)$/.test(name))
      expect(temporary, `${how}: no temporary file is left`).toEqual([])
    }
  },
)
