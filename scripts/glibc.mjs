// The oldest glibc that a binary runs with: the newest version among those that its symbols ask for.
//
//   node scripts/glibc.mjs FILE-OR-FOLDER ... [--at-most 2.28]
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { compareVersions, glibcSymbols, isElf64, newest } from '../ts/elf.mjs'
import { isProgram, main, StepError } from './support.mjs'

/** The binaries that a path names: itself, or those in the folder. */
function binariesAt(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new StepError(`There is no file or folder ${path}.`)
  if (!found.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => name.endsWith('.node') || name === 'scenewright-runner')
    .map((name) => join(path, name))
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const flag = args.indexOf('--at-most')
    const bound = flag < 0 ? undefined : args[flag + 1]
    const files = args.filter((_, index) => flag < 0 || (index !== flag && index !== flag + 1)).flatMap(binariesAt)
    if (files.length === 0) throw new StepError('Name a file, or a folder with binaries.')
    const tooNew = []
    for (const file of files) {
      const bytes = readFileSync(file)
      if (!isElf64(bytes)) throw new StepError(`${file} is no ELF file of 64 bits in little-endian order.`)
      const symbols = glibcSymbols(bytes)
      const version = newest(symbols.keys()) ?? 'none'
      process.stdout.write(`${file}: glibc ${version} (${(symbols.get(version) ?? []).slice(0, 8).join(', ')})\n`)
      if (bound !== undefined && version !== 'none' && compareVersions(version, bound) > 0) tooNew.push(file)
    }
    if (tooNew.length > 0) throw new StepError(`${tooNew.join(', ')}: newer than ${bound}.`)
  })
}
