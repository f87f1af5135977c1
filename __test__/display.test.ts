// The texts for a person's terminal: plain text, whatever the names and contents of files are.
import { writeFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { open } from './workspace-support.js'

/** Turns text red in a terminal; what else such a code does is worse. */
const CODE = '\u001b[31m'
const CONTROL = /[\0-\u0008\u000b-\u001f\u007f-\u009f]/

const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['Read', { file_path: `a${CODE}.txt` }],
  ['Read', { file_path: 'b.txt' }],
  ['Read', { file_path: `../${CODE}` }],
  ['Read', { file_path: `none${CODE}` }],
  ['Edit', { file_path: `a${CODE}.txt`, old_string: 'one', new_string: '1' }],
  ['Edit', { file_path: 'b.txt', old_string: 'one', new_string: `1${CODE}` }],
  ['Edit', { file_path: 'b.txt', old_string: `none${CODE}`, new_string: '1' }],
  ['Edit', { file_path: 'b.txt', old_string: '1', new_string: '2', match: CODE }],
  ['Edit', { [`x${CODE}`]: 1 }],
  ['MultiEdit', { file_path: 'b.txt', edits: [{ old_string: `none${CODE}`, new_string: 'x' }] }],
  ['MultiEdit', { file_path: `no${CODE}/b.txt`, edits: [{ old_string: '', new_string: 'x' }] }],
  ['Write', { file_path: `new${CODE}.txt`, content: `text${CODE}\n` }],
  ['Write', { file_path: 'b.txt', content: `text\u009b31m\u0007\n` }],
  ['Glob', { pattern: '*' }],
  ['Glob', { pattern: `[${CODE}` }],
  ['Grep', { pattern: 'text', output_mode: 'content' }],
  ['Grep', { pattern: `(${CODE}` }],
  ['LS', { path: '.' }],
  ['LS', { path: `none${CODE}` }],
  ['NotebookEdit', { notebook_path: `none${CODE}.ipynb`, cell_number: 0, new_source: CODE }],
  [`None${CODE}`, {}],
]

for (const [tool, args] of CALLS) {
  test(`${tool} ${JSON.stringify(args)} shows no escape codes`.replaceAll(CODE, 'ESC'), async (context) => {
    // Some file systems have no such names.
    const named = await open({ 'b.txt': `one ${CODE}two\n` }, { readFirst: 'off' })
    try {
      writeFileSync(named.path(`a${CODE}.txt`), 'one\n')
    } catch {
      context.skip('no such names here')
    }
    const { display, assistant } = await named.workspace.callTool(tool, args)
    expect(display).not.toBe('')
    expect(assistant).not.toBe('')
    expect(display).not.toMatch(CONTROL)
  })
}
