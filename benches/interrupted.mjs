// Dies in the middle of a transaction, with its files in place:
//
//   node benches/interrupted.mjs '{"options": {...}, "files": {"a.txt": "new"}}'
import { Workspace } from '../index.mjs'

const { options, files } = JSON.parse(process.argv[2])
const workspace = await Workspace.open(options)
await workspace.transaction(
  async (tx) => {
    for (const [path, text] of Object.entries(files)) await tx.write({ path, text })
  },
  { verify: () => process.kill(process.pid, 'SIGKILL') },
)
