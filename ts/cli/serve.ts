import { report } from '../../mcp/report.js'
import type { FamilyName } from '../names/family.js'
import { withIgnoreFiles } from '../names/ignore-file.js'
import { openSession, projectFolder, type SceneDoor } from '../project.js'
import { Workspace } from '../workspace.js'
import type { FolderOptions, FoldersOptions } from './arguments.js'
import type { HttpPlace, Serving } from './serving.js'

/** Serves the scene tools of projects by their names. */
export async function serveProjects(
  projects: ReadonlyMap<string, string | undefined>,
  options: FolderOptions,
  { readOnly, structured, http }: Serving,
): Promise<void> {
  // Loaded here, so that only a server pays for the protocol.
  const { sceneTools, serveOnStdio } = await import('../../mcp/server.js')
  const open = () => {
    const doors = new Map([...projects].map(([name, dir]) => [name, openDoor(name, dir, options)]))
    const close = async (): Promise<void> => {
      await Promise.allSettled([...doors.values()].map(({ session }) => session.close()))
    }
    return sceneTools(doors, { readOnly, structured }, close)
  }
  if (!http) return serveOnStdio(open())
  // Each client has read different files, so every client, or client session, gets its own session here.
  await serveByHttp(async () => open(), http, 'scene')
}

/** Serves the file tools of a workspace. */
export async function serveWorkspace(
  options: FoldersOptions,
  names: FamilyName | undefined,
  { structured, http }: Serving,
): Promise<void> {
  const { fileTools, serveOnStdio } = await import('../../mcp/server.js')
  const { clientWorkspace, givenWorkspace } = await import('../../mcp/roots.js')
  const { roots } = options
  // Exceptions to read-only need the tools that change files.
  const readOnly = options.readOnly === true && (options.allowWrite ?? []).length === 0
  // The filesystem server takes the roots of its client in place of folders that were given.
  const isOfClient = roots === undefined || names === 'mcp-filesystem'
  const given = roots ?? [process.cwd()]
  const optionsOn = (folders: readonly string[]) => withIgnoreFiles(options, folders, names)
  const open = async () => {
    const source =
      isOfClient && !http
        ? clientWorkspace({ ...options, roots: given }, optionsOn)
        : givenWorkspace(await Workspace.open(optionsOn(given)))
    return fileTools(source, {
      names,
      readOnly,
      structured,
      isRefusedByWorkspace: true,
      anchors: options.anchors === true,
    })
  }
  if (!http) return serveOnStdio(await open())
  await serveByHttp(open, http, 'files')
}

function openDoor(name: string, dir: string | undefined, options: FolderOptions): SceneDoor {
  const folder = projectFolder(dir)
  const { session, listeners } = openSession({ ...options, root: folder })
  const place = name === '' ? '' : `${name}: `
  listeners.add('log', ({ message }) => report(place + message))
  return { dir: folder, session, listeners }
}

async function serveByHttp(
  open: () => Promise<import('../../mcp/toolbox.js').Toolbox>,
  place: HttpPlace,
  profile: 'files' | 'scene',
): Promise<void> {
  const { serveOnHttp } = await import('../../mcp/http.js')
  const { oauthAccess } = await import('../../mcp/oauth.js')
  const { host, port, token, hosts, origins, oauth, url: publicUrl } = place
  const rules = { hosts, origins, token, ...(oauth && { oauth: oauthAccess(oauth) }) }
  // Folders that cannot be opened are reported at the start, not to the first client.
  await (await open()).close()
  await serveOnHttp(
    { toolboxFor: open, release: (toolbox) => toolbox.close() },
    { host, port, rules, publicUrl, profile },
  )
}
