// A process of its own that counts up a number in a file, with the tools that an agent has:
//
//   node __test__/hosts/increment.mjs '{"options": {...}, "times": 250, "file": "n.txt"}'
//
// It tries until it has added one so many times, and prints how often each kind of refusal came between.
import { Workspace } from '../../index.mjs'

const { options, times, file } = JSON.parse(process.argv[2])
const workspace = await Workspace.open(options)
const refusals = {}
let applied = 0
while (applied < times) {
  const read = await workspace.read({ path: file })
  const number = Number(/\d+/.exec(read.ok && 'text' in read ? read.text : '')?.[0])
  const result = await workspace.edit({ path: file, oldText: `n=${number};`, newText: `n=${number + 1};` })
  if (result.ok) applied += 1
  else refusals[result.error.code] = (refusals[result.error.code] ?? 0) + 1
}
process.stdout.write(`${JSON.stringify({ applied, refusals })}\n`)
await workspace.close()
