// A process of its own that works on a workspace, for tests of what several processes do, and of death:
//
//   node __test__/hosts/workspace.mjs '{"options": {...}, "files": {"a.txt": "new"}, "then": "die"}'
//
// It writes the files in one transaction. In `verify` it dies by SIGKILL ("die"), or says "in place" and waits for a
// line ("wait"); without either it just commits. At the end it prints the result as JSON. With "repeat" and a number it
// writes that number into the files, then the next one, and so on until it is killed, and prints each that was
// committed.
import { once } from 'node:events'

import { Workspace } from '../../index.mjs'

const { options, files, removed = [], then, repeat } = JSON.parse(process.argv[2])

async function verify() {
  if (then === 'die') process.kill(process.pid, 'SIGKILL')
  process.stdout.write('in place\n')
  await once(process.stdin, 'data')
}

const workspace = await Workspace.open(options)
for (let number = repeat; number !== undefined; number += 1) {
  const { status } = await workspace.transaction(async (tx) => {
    for (const filePath of Object.keys(files)) await tx.write({ path: filePath, text: `${number}` })
    // Now and then one of them is removed and made again.
    if (number % 3 === 0) await tx.delete({ path: Object.keys(files)[0] })
  })
  if (status !== 'committed') throw new Error(status)
  process.stdout.write(`${number}\n`)
}
const result = await workspace.transaction(
  async (tx) => {
    for (const [filePath, content] of Object.entries(files)) await tx.write({ path: filePath, text: content })
    for (const filePath of removed) await tx.delete({ path: filePath })
  },
  then ? { verify } : {},
)
process.stdout.write(`${JSON.stringify(result)}\n`)
await workspace.close()
process.stdin.destroy()
