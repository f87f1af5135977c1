// The common part of the tests of workspaces.
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect } from 'vitest'

import { Workspace } from 'scenewright'
import type { TransactionResult, WorkspaceOptions, WorkspaceTransaction } from '../index.js'
import { atEnd, ROOT, scratch } from './support.js'

/** A process of its own that works on a workspace. */
export const HOST = join(ROOT, '__test__', 'hosts', 'workspace.mjs')

export interface Bench {
  readonly root: string
  readonly historyDir: string
  readonly workspace: Workspace
  path(name: string): string
  text(name: string): string
}

/** A workspace on a scratch folder with these files. */
export async function open(
  files: Record<string, string | Buffer> = {},
  options: Partial<WorkspaceOptions> = {},
): Promise<Bench> {
  const [root, historyDir] = [scratch(), join(scratch(), 'history')]
  const path = (name: string): string => join(root, name)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(path(name), '..'), { recursive: true })
    writeFileSync(path(name), content)
  }
  const workspace = await reopen({ root, historyDir, ...options })
  return { root, historyDir, workspace, path, text: (name) => readFileSync(path(name), 'utf8') }
}

export async function reopen(options: WorkspaceOptions): Promise<Workspace> {
  const workspace = await Workspace.open(options)
  atEnd(() => workspace.close())
  return workspace
}

/** Everything in a folder by path: what it is, its bytes, mode, target and inode. */
export function tree(root: string, inodes = false): Record<string, string> {
  const found: Record<string, string> = {}
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, name)
    const stat = lstatSync(path)
    const mode = (stat.mode & 0o7777).toString(8)
    if (stat.isSymbolicLink()) found[name] = `link to ${readlinkSync(path)}`
    else if (stat.isDirectory()) found[name] = 'folder'
    else found[name] = `${mode} ${readFileSync(path).toString('hex')}${inodes ? ` ${stat.ino} ${stat.nlink}` : ''}`
  }
  return found
}

export function committed<Value>(result: TransactionResult<Value>) {
  if (!result.ok) throw new Error(`${result.status}: ${result.error.message}`)
  return result
}

export function failed<Value>(result: TransactionResult<Value>, status: 'refused' | 'reverted') {
  expect(result.status).toBe(status)
  if (result.ok) throw new Error('It was committed')
  return result.error
}

export const update = (path: string, text: string) => (tx: WorkspaceTransaction) => tx.write({ path, text })
