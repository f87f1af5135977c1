// The address of the repository, which is never guessed: it is given at a release (`--repository URL`), and stamped into everything
// that is published. Without it the manifests have no such fields, and documents read as if there were no pictures.
import { StepError } from './support.mjs'

/** @typedef {ReturnType<typeof repositoryOf>} Repository */

/**
 * Reads `--repository URL` from a command line: the address, if there is one, and the other arguments.
 *
 * @param {readonly string[]} args
 * @returns {{ repository?: Repository, rest: readonly string[] }}
 */
export function takeRepository(args) {
  const at = args.indexOf('--repository')
  if (at === -1) return { rest: args }
  const [, url] = args.slice(at)
  if (url === undefined || url.startsWith('--'))
    throw new StepError('--repository takes the https address of the repository.')
  return { repository: repositoryOf(url), rest: args.filter((_, index) => index !== at && index !== at + 1) }
}

/** The addresses that follow from that of a repository, as every forge of today has them. */
export function repositoryOf(url) {
  const [, host, owner, name] = /^https:\/\/([a-z0-9.-]+)\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(url) ?? []
  if (name === undefined)
    throw new StepError(`--repository takes an address such as https://forge.example/owner/name, got ${url}.`)
  const page = `https://${host}/${owner}/${name}`
  return {
    page,
    git: `git+${page}.git`,
    bugs: `${page}/issues`,
    homepage: `${page}#readme`,
    // The registry of MCP knows owners on GitHub by themselves, everybody else by their domain.
    mcpName: host === 'github.com' ? `io.github.${owner}/${name}` : `${host.split('.').reverse().join('.')}/${name}`,
    source: host.split('.').at(-2),
    fileAt: (path) => `${page}/blob/HEAD/${path}`,
    rawFileAt: (path) => `${page}/raw/HEAD/${path}`,
  }
}

/** The manifest of a package of npm. */
export function stampPackage(manifest, repository) {
  if (!repository) return manifest
  const { git, bugs, homepage, mcpName } = repository
  const isMain = manifest.bin !== undefined
  return {
    ...manifest,
    ...(isMain && { mcpName, homepage }),
    bugs: { url: bugs },
    repository: { type: 'git', url: git },
  }
}

/** The entry of the MCP registry. */
export function stampServer(server, repository) {
  if (!repository) return server
  const { mcpName, page, source } = repository
  return { ...server, name: mcpName, repository: { url: page, source }, websiteUrl: page }
}

/** The manifest of an MCP bundle. */
export function stampBundle(manifest, repository) {
  if (!repository) return manifest
  const { page, bugs, fileAt } = repository
  return {
    ...manifest,
    repository: { type: 'git', url: page },
    homepage: page,
    documentation: fileAt('docs/mcp.md'),
    support: bugs,
    privacy_policies: [fileAt('docs/privacy.md')],
  }
}
