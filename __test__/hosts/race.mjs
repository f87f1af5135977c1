// A process of its own that calls every file tool on a few paths, over and over, and prints what came of it:
//
//   node __test__/hosts/race.mjs '{"options": {...}, "seconds": 20, "secrets": ["..."]}'
//
// It prints `{"calls": {"Read": [made, answered], ...}, "kinds": {"io": 3}, "leaks": [...]}`.
import { Workspace } from '../../index.mjs'

const { options, seconds, secrets } = JSON.parse(process.argv[2])
const workspace = await Workspace.open(options)
const until = performance.now() + seconds * 1_000
const calls = {}
const kinds = {}
/** @type {string[]} */
const leaks = []

async function call(name, args) {
  const answer = await workspace.callTool(name, args)
  const counted = (calls[name] ??= [0, 0])
  counted[0] += 1
  // A search that found nothing has seen nothing, so it does not count.
  if (answer.result && answer.numFiles !== 0 && answer.numEntries !== 0) counted[1] += 1
  if (!answer.result) kinds[`${answer.kind}`] = (kinds[`${answer.kind}`] ?? 0) + 1
  const said = JSON.stringify(answer)
  if (secrets.some((secret) => said.includes(secret))) leaks.push(said.slice(0, 500))
}

async function repeat(turn) {
  for (let number = 0; performance.now() < until; number += 1) await turn(number)
}

const edit = (number) => ({ old_string: `value = ${number % 2}`, new_string: `value = ${(number + 1) % 2}` })
await Promise.all([
  ...['folder/f.txt', 'file.txt'].flatMap((file_path) => [
    repeat(() => call('Read', { file_path })),
    repeat((number) => call('Edit', { file_path, ...edit(number) })),
    repeat((number) => call('MultiEdit', { file_path, edits: [edit(number)] })),
    repeat((number) => call('Write', { file_path, content: `value = ${number % 2}\nsame words\n` })),
    repeat(() => call('Grep', { pattern: 'words', path: file_path, output_mode: 'content' })),
  ]),
  repeat((number) => call('Write', { file_path: `folder/new-${number % 5}.txt`, content: 'new\n' })),
  repeat((number) => call('Edit', { file_path: `folder/made/${number % 5}.txt`, old_string: '', new_string: 'new\n' })),
  repeat(() => call('Glob', { pattern: '**/*' })),
  repeat(() => call('Glob', { pattern: '*', path: 'folder' })),
  repeat(() => call('Grep', { pattern: 'words', output_mode: 'content' })),
  repeat(() => call('Grep', { pattern: 'words', path: 'folder' })),
  repeat(() => call('LS', { path: '.' })),
  repeat(() => call('LS', { path: 'folder' })),
])
process.stdout.write(`${JSON.stringify({ calls, kinds, leaks })}\n`, () => process.exit())
