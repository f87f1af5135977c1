// A process of its own that calls one file tool and prints what it answered and what it took, in bytes:
//
//   node __test__/hosts/memory.mjs '{"options": {...}, "small": "small.txt", "call": ["Read", {...}]}'
//
// The most memory is counted from when the tool has been used once on a small file. Linux only.
import { readFileSync } from 'node:fs'

import { Workspace } from '../../index.mjs'

const {
  options,
  small,
  call: [tool, args],
} = JSON.parse(process.argv[2])
const status = (name) =>
  1_024 * Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1])

const workspace = await Workspace.open(options)
await workspace.callTool('Read', { file_path: small })
await workspace.callTool('Grep', { pattern: 'small', path: small, output_mode: 'content' })
const before = { resident: status('VmRSS'), most: status('VmHWM') }
const startedAt = performance.now()
const answer = await workspace.callTool(tool, args)
const durationMs = performance.now() - startedAt
// An earlier peak may hide a later one, so both are printed.
process.stdout.write(`${JSON.stringify({ answer, durationMs, before, most: status('VmHWM') })}\n`)
await workspace.close()
