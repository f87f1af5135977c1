// The published types as text: what holds of every declaration.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { describe, expect, test } from 'vitest'

import { ROOT } from './support.js'

const SUBJECTS = readdirSync(join(ROOT, 'types')).map((name) => `types/${name}`)
const FILES = ['index.d.ts', ...SUBJECTS]

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** The optional properties that cannot be given `undefined`. Parameters can be by themselves. */
function strict(file: string): string[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) && node.questionToken) {
      const types = node.type && ts.isUnionTypeNode(node.type) ? node.type.types : [node.type]
      const accepts = types.some((type) => type?.kind === ts.SyntaxKind.UndefinedKeyword)
      const { line } = source.getLineAndCharacterOfPosition(node.getStart())
      if (!accepts) found.push(`${file}:${line + 1} ${node.name.getText()}`)
    }
    if (ts.isMappedTypeNode(node) && node.questionToken && !node.type?.getText().includes('| undefined')) {
      found.push(`${file} ${node.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The exported types, and the members on lines of their own, without a sentence for an editor to show. */
function undocumented(file: string): string[] {
  const text = textOf(file)
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertySignature(node) || ts.isMethodSignature(node)
    const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
    const isExported = isType && (ts.getModifiers(node)?.length ?? 0) > 0
    const start = node.getStart()
    const isFirst = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === ''
    if ((isExported || (isMember && isFirst)) && ts.getJSDocCommentsAndTags(node).length === 0) {
      const { line } = source.getLineAndCharacterOfPosition(start)
      found.push(`${file}:${line + 1} ${node.name?.getText()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

// The environment is declared by whoever has it; there is nothing of ours to explain.
test.each([...FILES, 'testing.d.ts'].filter((file) => !file.includes('environment')))(
  'an editor has a sentence for each type and member of %s',
  (file) => expect(undocumented(file)).toEqual([]),
)

describe.each(FILES)('%s', (file) => {
  test('lets every optional property be undefined', () => {
    expect(strict(file)).toEqual([])
  })

  test('is short, and documents by nouns and verbs', () => {
    expect(textOf(file).split('\n').length).toBeLessThanOrEqual(600)
    expect(textOf(file)).not.toMatch(/^\s*(\/\*)?\* ?(What|Whether)\b/m)
  })
})

test('WarningCode has the names that the native half writes into the page of errors', () => {
  const union = /export type WarningCode =\n((?: {2}\| '[a-z_]+'\n)+)/.exec(textOf('types/common.d.ts'))?.[1] ?? ''
  const table = textOf('docs/errors.md').split('## Warnings\n')[1] ?? ''
  const codes = [...table.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, code]) => code)
  expect([...union.matchAll(/'([a-z_]+)'/g)].map(([, code]) => code)).toEqual(codes)
  const documented = [...textOf('types/common.d.ts').matchAll(/^ \* - `([a-z_]+)`: /gm)].map(([, code]) => code)
  expect(documented).toEqual(codes)
})

test('the table of contents has every subject', () => {
  const index = textOf('index.d.ts')
  for (const file of SUBJECTS) expect(index).toContain(`from './${file.replace('.d.ts', '.js')}'`)
  expect(index.indexOf('{ Workspace }')).toBeLessThan(index.indexOf('{ Project }'))
  expect(index.indexOf('{ Project }')).toBeLessThan(index.indexOf('export type'))
})
