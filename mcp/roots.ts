import { statSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { Server } from '@modelcontextprotocol/server'

import type * as api from '../index.js'
import { describe } from '../ts/events.js'
import { Workspace } from '../ts/workspace.js'
import { report } from './report.js'

/** A client knows its roots, and answers at once; one that never does must not hold up the first call. */
const ROOTS_TIMEOUT_MS = 5_000

/** The workspace that a client works in. */
export interface WorkspaceSource {
  /** The folders, if they were given. */
  readonly roots?: readonly string[] | undefined
  of(server: Server): Promise<Workspace>
  /** The folders of the client have changed. */
  changed(): Promise<void>
  close(): Promise<void>
}

/** The workspace on folders that were given. */
export function givenWorkspace(workspace: Workspace): WorkspaceSource {
  const { roots } = workspace
  return { roots, of: async () => workspace, changed: async () => {}, close: () => workspace.close() }
}

/**
 * The workspace on the folders that the client names as its roots, opened with the first call; if it names none, on the
 * folders of the options.
 */
export function clientWorkspace(
  options: api.WorkspaceOptions & { roots: readonly string[] },
  optionsOn: (roots: readonly string[]) => api.WorkspaceOptions = (roots) => ({ ...options, roots }),
): WorkspaceSource {
  let opened: Promise<Workspace> | undefined
  const open = async (server: Server): Promise<Workspace> => {
    const roots = await rootsOf(server)
    return Workspace.open(optionsOn(roots.length > 0 ? roots : options.roots))
  }
  const close = async (): Promise<void> => {
    // Forgotten before it is closed: a call in between opens another workspace instead of using one that closes.
    const closing = opened
    opened = undefined
    await closing?.then(
      (workspace) => workspace.close(),
      () => {},
    )
  }
  return {
    of(server) {
      // The promise is kept, not the workspace: calls that come during the opening share it.
      opened ??= open(server).catch((thrown: unknown) => {
        opened = undefined
        throw thrown
      })
      return opened
    },
    changed: close,
    close,
  }
}

/** The folders that the client names, without those that are missing or within others. */
async function rootsOf(server: Server): Promise<string[]> {
  let uris: string[]
  try {
    if (!server.getClientCapabilities()?.roots) return []
    const { roots } = await server.listRoots(undefined, { timeout: ROOTS_TIMEOUT_MS })
    uris = roots.map(({ uri }) => uri)
  } catch (thrown) {
    report(`the client did not name its roots: ${describe(thrown)}`)
    return []
  }
  // A workspace refuses folders within each other, which editors do name: a repository and one of its packages.
  const folders = [...new Set(uris.flatMap(folderOf))]
  const isWithin = (folder: string, other: string): boolean =>
    folder !== other && folder.startsWith(other.endsWith(sep) ? other : other + sep)
  return folders.filter((folder) => !folders.some((other) => isWithin(folder, other)))
}

function folderOf(uri: string): string[] {
  try {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : uri
    if (statSync(path).isDirectory()) return [path]
  } catch {
    // Reported below.
  }
  report(`a root of the client is no folder here: ${uri}`)
  return []
}
