// A process of its own that calls file tools of a workspace, one after the other, and prints each answer as a line:
//
//   node __test__/hosts/file-calls.mjs < '{"options": {...}, "calls": [["Read", {"file_path": "a.txt"}]]}'
//
// A call that has no answer after ten seconds is answered with `{"hung": true}`.
import { text } from 'node:stream/consumers'

import { Workspace } from '../../index.mjs'

const { options, calls } = JSON.parse(await text(process.stdin))
const workspace = await Workspace.open(options)
for (const [name, args] of calls) {
  let timer
  const tooLong = new Promise((resolve) => (timer = setTimeout(() => resolve({ hung: true }), 10_000)))
  const answer = await Promise.race([
    workspace.callTool(name, args).catch((thrown) => ({ threw: `${thrown.code}: ${thrown.message}` })),
    tooLong,
  ])
  clearTimeout(timer)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}
process.stdout.write('', () => process.exit())
