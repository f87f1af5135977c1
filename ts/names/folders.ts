import { join } from 'node:path'

import type { Tools } from './family.js'

/** An entry of a folder. */
export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

interface Folder {
  /** Absolute. */
  readonly path: string
  readonly entries: readonly Entry[]
}

/** The entries of a folder, by name; with `gitignore`, entries that git ignores are left out. */
export async function listFolder(tools: Tools, path: string, gitignore = false): Promise<Folder> {
  const { answer } = await tools.call('ListFolder', { path, ...(gitignore && { gitignore }) })
  return { path: String(answer['path']), entries: answer['entries'] as Entry[] }
}

/** Facts about the entry at a path; undefined if it does not exist. */
export async function infoOf(
  tools: Tools,
  path: string,
): Promise<{ path: string; kind: Entry['kind']; size: number; modified: number; mode: number | null } | undefined> {
  const envelope = await tools.ask('EntryInfo', { path })
  if (envelope.answer.kind === 'not_found') return undefined
  if (!envelope.answer.result) throw tools.refusal(envelope)
  const { path: absolute, kind, size, modified, mode } = envelope.answer
  return { path: absolute, kind, size, modified, mode } as never
}

/** The bytes of a file, which count as read. */
export async function bytesOf(tools: Tools, path: string): Promise<{ path: string; bytes: Buffer }> {
  const { answer } = await tools.call('ReadBytes', { path })
  return { path: String(answer['path']), bytes: Buffer.from(String(answer['bytes']), 'base64') }
}

/** Everything beneath a folder by its relative path, folders before their contents. */
export async function* walk(
  tools: Tools,
  top: string,
  isLeftOut: (relative: string) => boolean,
  relative = '',
): AsyncGenerator<{ relative: string; path: string; entry: Entry }> {
  const { path, entries } = await listFolder(tools, relative === '' ? top : join(top, relative))
  for (const entry of entries) {
    const below = relative === '' ? entry.name : `${relative}/${entry.name}`
    if (isLeftOut(below)) continue
    yield { relative: below, path: join(path, entry.name), entry }
    if (entry.kind === 'folder') yield* walk(tools, top, isLeftOut, below)
  }
}
