// The codemod of docs/migrate.mjs on the programs that the documents of 0.1 showed.
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { migrated } from '../docs/migrate.mjs'
import { ROOT, scratch } from './support.js'

const PROJECT = `import { Project } from 'scenewright'

const project = await Project.open({ dir: 'plate' })
await project.read({ file: 'main' })
const result = await project.edit({ file: 'main', oldCode: '0, 18)', newCode: '0, 24)' })
if (result.status === 'committed') console.log(result.scene?.changes.drawing.join('\\n'))
else console.log(result.error.message, result.error.frame)
await project.close()
`

const WORKSPACE = `import { Workspace } from 'scenewright'

const workspace = await Workspace.open({ root: '.' })
const result = await workspace.transaction(async (tx) => {
  await tx.edit({ filePath: 'src/area.ts', oldString: 'function area(', newString: 'function surface(' })
  await tx.edit({ filePath: 'src/main.ts', oldString: 'area(', newString: 'surface(', replaceAll: true })
  await tx.rename({ from: 'src/area.ts', to: 'src/surface.ts' })
}, { verify: async () => (await run('npx tsc --noEmit')).exitCode === 0 })
if (result.status === 'committed') await workspace.undo({ id: result.transactionId })
`

describe('the codemod', () => {
  test('is a program that rewrites the files it is given', () => {
    const folder = scratch()
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'program.ts'), PROJECT)
    writeFileSync(join(folder, 'other.ts'), 'export const a = 1\n')
    const args = [join(ROOT, 'docs', 'migrate.mjs'), 'program.ts', 'other.ts']
    const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    expect(printed).toBe('changed  program.ts\nas it was  other.ts\n')
    expect(readFileSync(join(folder, 'program.ts'), 'utf8')).toBe(
      PROJECT.replace('dir:', 'root:')
        .replace('oldCode', 'oldText')
        .replace('newCode', 'newText')
        .replace("result.status === 'committed'", 'result.ok'),
    )
  })

  test('rewrites the program of a transaction', () => {
    expect(migrated(WORKSPACE)).toBe(
      WORKSPACE.replaceAll('filePath', 'path')
        .replaceAll('oldString', 'oldText')
        .replaceAll('newString', 'newText')
        .replace("result.status === 'committed'", 'result.ok')
        .replace('{ id: result.transactionId }', '{ commitId: result.commitId }'),
    )
  })

  const LINES: readonly [from: string, to: string][] = [
    ['await project.render({ at: id }, { signal })', 'await project.render({ commit: id, signal })'],
    ['await project.render({}, { signal })', 'await project.render({ signal})'],
    [
      "await project.callTool('edit', { old_code: 'a' }, { signal })",
      "await project.callTool('edit', { old_code: 'a' }, { signal })",
    ],
    ["project.on('disk', show)", "project.on('externalEdit', show)"],
    ['const { files } = await project.glob()', 'const { files } = await project.files()'],
    [
      "const read = await project.read({ file: 'main' })\nshow(read.code, read.text)",
      "const read = await project.read({ file: 'main' })\nshow(read.text, read.modelText)",
    ],
    [
      "const found = await workspace.grep({ pattern: 'x', headLimit: 5 })\nshow(found.mode, found.filenames)",
      "const found = await workspace.grep({ pattern: 'x', limit: 5 })\nshow(found.outputMode, found.paths)",
    ],
    ['const ran = await project.run()\nshow(ran.transactionId)', 'const ran = await project.run()\nshow(ran.sceneId)'],
    [
      "const made = await project.write({ file: 'a', code })\nif (made.status !== 'committed') throw made.error.kind",
      "const made = await project.write({ file: 'a', text: code })\nif (!made.ok) throw made.error.code",
    ],
    [
      "await project.apply({ changes: [{ file: 'a', to: 'b' }, { file: 'c', oldCode: 'x', newCode: 'y' }] })",
      "await project.apply({ changes: [{ from: 'a', to: 'b' }, { file: 'c', oldText: 'x', newText: 'y' }] })",
    ],
    ["await workspace.ls({ path: '.' })", "await workspace.tree({ path: '.' })"],
    [
      "const made = await workspace.write({ filePath, content: 'x' })\nif (made.status === 'created') show(made.display)",
      "const made = await workspace.write({ path: filePath, text: 'x' })\nif (made.ok) show(made.terminalText)",
    ],
    ["workspace.on('file:edited', show)", "workspace.on('edit', show)"],
    [
      "show({ dir, oldCode, status: 'committed' }, other.edit({ oldCode }))",
      "show({ dir, oldCode, status: 'committed' }, other.edit({ oldCode }))",
    ],
  ]

  test.each(LINES)('%s', (from, to) => {
    const head =
      "import type { Project, Workspace } from 'scenewright'\ndeclare const project: Project, workspace: Workspace\n"
    expect(migrated(head + from)).toBe(head + to)
  })

  test('renames what is imported wherever it is used', () => {
    const program =
      "import { type FileError, orThrow } from 'scenewright'\nconst f = (error: FileError) => orThrow(error as never)\n"
    expect(migrated(program)).toBe(program.replaceAll('FileError', 'FileFailure').replaceAll('orThrow', 'unwrap'))
  })
})
