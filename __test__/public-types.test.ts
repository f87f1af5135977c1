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

describe.each(FILES)('%s', (file) => {
  test('lets every optional property be undefined', () => {
    expect(strict(file)).toEqual([])
  })

  test('is short, and documents by nouns and verbs', () => {
    expect(textOf(file).split('\n').length).toBeLessThanOrEqual(450)
    expect(textOf(file)).not.toMatch(/^\s*(\/\*)?\* ?(What|Whether)\b/m)
  })
})

test('the table of contents has every subject', () => {
  const index = textOf('index.d.ts')
  for (const file of SUBJECTS) expect(index).toContain(`from './${file.replace('.d.ts', '.js')}'`)
  expect(index.indexOf('{ Workspace }')).toBeLessThan(index.indexOf('{ Project }'))
  expect(index.indexOf('{ Project }')).toBeLessThan(index.indexOf('export type'))
})
