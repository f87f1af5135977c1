// A process of its own that swaps things inside a workspace for links to things outside and back, as fast as it can,
// until it is killed:
//
//   node __test__/hosts/swap.mjs '{"folder": "", "outsideFolder": "", "file": "", "outsideFile": "", "aside": ""}'
//
// All are absolute paths. The folder is moved to and fro, the file is replaced by renames. It prints "swapping" when it
// has begun, and at the end of its input how often it has swapped.
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'

const { folder, outsideFolder, file, outsideFile, aside } = JSON.parse(process.argv[2])
const content = readFileSync(file)
const [kept, next] = [join(aside, 'folder'), join(aside, 'file')]

/** The tools make files and folders at any moment, so any step may fail; the next one finds what is to be done. */
function attempt(step) {
  try {
    step()
    return true
  } catch {
    return false
  }
}

// Before the many threads of the tools, where that is permitted.
attempt(() => setPriority(-10))

function toLinks() {
  attempt(() => renameSync(folder, kept)) || attempt(() => rmSync(folder, { recursive: true }))
  attempt(() => symlinkSync(outsideFolder, folder))
  attempt(() => symlinkSync(outsideFile, next))
  attempt(() => renameSync(next, file))
}

function toFiles() {
  attempt(() => unlinkSync(folder))
  attempt(() => renameSync(kept, folder)) || attempt(() => mkdirSync(folder))
  attempt(() => writeFileSync(next, content))
  attempt(() => renameSync(next, file))
}

let count = 0
process.stdin.on('end', () => {
  process.stdout.write(`${count}\n`, () => process.exit())
})
process.stdin.resume()
process.stdout.write('swapping\n')
function round() {
  for (const until = performance.now() + 50; performance.now() < until; count += 2) {
    toLinks()
    toFiles()
  }
  setImmediate(round)
}
round()
