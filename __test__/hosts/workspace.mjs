// A process of its own that works on a workspace, for tests of what several processes do, and of death:
//
//   node __test__/hosts/workspace.mjs '{"options": {...}, "files": {"a.txt": "new"}, "then": "die"}'
//
// It writes the files in one transaction. In `verify` it dies by SIGKILL ("die"), or says "in place" and waits for a line
// ("wait"); without either it just commits. At the end it prints the result as JSON.
import { once } from 'node:events'

import { Workspace } from '../../index.mjs'

const { options, files, removed = [], then } = JSON.parse(process.argv[2])

async function verify() {
  if (then === 'die') process.kill(process.pid, 'SIGKILL')
  process.stdout.write('in place\n')
  await once(process.stdin, 'data')
}

const workspace = await Workspace.open(options)
const result = await workspace.transaction(
  async (tx) => {
    for (const [filePath, content] of Object.entries(files)) await tx.write({ filePath, content })
    for (const filePath of removed) await tx.delete({ filePath })
  },
  then ? { verify } : {},
)
process.stdout.write(`${JSON.stringify(result)}\n`)
await workspace.close()
process.stdin.destroy()
