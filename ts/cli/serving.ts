import { readFileSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ParseArgsConfig } from 'node:util'

import { PROJECT_NAME } from '../mcp.js'
import { quote } from '../text.js'
import { UsageError } from './usage-error.js'

/** The address of a server, and what its clients may do. */
export interface Serving {
  readonly readOnly: boolean
  /** Output schemas and `structuredContent`, for programs. */
  readonly structured: boolean
  /** The address to listen on; absent for stdin and stdout. */
  readonly http?: HttpPlace | undefined
}

export interface HttpPlace {
  readonly host: string
  readonly port: number
  readonly token?: string | undefined
  /** Other names of this server, and the origins of pages that may call it. */
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
  /** The address of the endpoint as clients see it. */
  readonly url?: string | undefined
  readonly oauth?: { readonly issuer: URL; readonly resource: URL; readonly scopes: readonly string[] } | undefined
}

export const SERVING_OPTIONS = {
  http: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'token-file': { type: 'string' },
  'allow-host': { type: 'string', multiple: true },
  'allow-origin': { type: 'string', multiple: true },
  oauth: { type: 'string' },
  scope: { type: 'string', multiple: true },
  url: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

export const SERVING_HELP = `Serving (mcp, files):
  --structured                             output schemas and structuredContent, for programs that call tools from code;
                                           many hosts would hand their model nothing else, and lose pictures
  --http                                   serve by Streamable HTTP and not on stdin and stdout, at /mcp
  --host ADDRESS                           where to listen (default 127.0.0.1); beyond this machine only with a token
                                           or --oauth, and with the name that clients use: --url or --allow-host
  --port N                                 default 7391; 0 for one that is free, which is said on stderr
  --token-file FILE                        a file with the secret that every request brings as a bearer token; also
                                           SCENEWRIGHT_TOKEN
  --oauth URL                              the authorization server whose tokens let clients in; needs --url
  --scope NAME                             a scope that such a token must have (may be repeated)
  --url URL                                the address of the endpoint as clients know it, with https
  --allow-host NAME                        another name of this server in the header Host (may be repeated)
  --allow-origin HOST                      the host of pages that may ask from a browser (may be repeated; default those
                                           of this machine)`

const DEFAULT_PORT = 7_391

/** Shorter tokens could be guessed. */
const MIN_TOKEN_LEN = 16

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

interface Values {
  readonly [name: string]: string | boolean | readonly string[] | undefined
}

/** Parses the flags of a server. Throws {@link UsageError}. */
export function servingOf(values: Values, env = process.env): Serving {
  const readOnly = values['read-only'] === true
  const structured = values['structured'] === true
  const http = values['http'] === true
  if (!http) {
    const stray = Object.keys(SERVING_OPTIONS).find((name) => values[name] !== undefined)
    if (stray !== undefined) throw new UsageError(`--${stray} is for a server that listens: also give --http.`)
    return { readOnly, structured }
  }
  const host = textOf(values, 'host') ?? '127.0.0.1'
  const url = urlOf(values, 'url')
  const oauth = oauthOf(values, url)
  const token = tokenOf(values, env)
  const names = [...listOf(values, 'allow-host'), ...(url ? [url.hostname] : [])]
  const isOwn = LOOPBACK.test(host)
  if (!isOwn && token === undefined && !oauth) {
    throw new UsageError(
      `--host ${quote(host)} lets other machines in: give --token-file FILE (or SCENEWRIGHT_TOKEN), or --oauth URL with --url URL.`,
    )
  }
  const isAnyAddress = ['0.0.0.0', '::', '[::]'].includes(host)
  if (isAnyAddress && names.length === 0) {
    throw new UsageError(
      '--host of all addresses needs the name that clients use: give --url URL or --allow-host NAME.',
    )
  }
  const own = isOwn ? ['localhost', '127.0.0.1', '[::1]'] : isAnyAddress ? [] : [bracketed(host)]
  return {
    readOnly,
    structured,
    http: {
      host,
      port: portOf(values),
      ...(token !== undefined && { token }),
      hosts: [...new Set([...own, ...names])],
      origins: ['localhost', '127.0.0.1', '[::1]', ...listOf(values, 'allow-origin'), ...(url ? [url.hostname] : [])],
      ...(oauth && { oauth }),
      ...(url && { url: url.href }),
    },
  }
}

/** The folders of the projects of a server by their names; the name is empty for one that has none. */
export function projectsOf(
  positional: string | undefined,
  dirs: readonly string[],
): ReadonlyMap<string, string | undefined> {
  if (positional !== undefined && dirs.length > 0) throw new UsageError('Give the folder once: DIR or --dir.')
  const given = positional === undefined ? dirs : [positional]
  if (given.length === 0) return new Map([['', undefined]])
  const named = given.map((text): [string, string] => {
    const at = text.indexOf('=')
    const name = text.slice(0, Math.max(at, 0))
    return PROJECT_NAME.test(name) ? [name, text.slice(at + 1)] : ['', text]
  })
  const empty = named.find(([, folder]) => folder === '')
  if (empty) throw new UsageError(`--dir ${quote(empty[0])}= names no folder.`)
  const nameless = named.find(([name]) => name === '')
  if (nameless && named.length > 1) {
    throw new UsageError(
      `Several projects need a name each: --dir NAME=${quote(nameless[1])}. A name has letters, digits, _ and -.`,
    )
  }
  const projects = new Map<string, string>()
  const folders = new Map<string, string>()
  for (const [name, folder] of named) {
    if (projects.has(name)) throw new UsageError(`Two projects are called ${name}. Give each its own name.`)
    const real = realPath(folder)
    const other = folders.get(real)
    if (other !== undefined) {
      throw new UsageError(`The projects ${other} and ${name} are the same folder, ${quote(folder)}. Give it once.`)
    }
    projects.set(name, folder)
    folders.set(real, name)
  }
  return projects
}

/** A folder that does not exist yet has no links to follow. */
function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}

function tokenOf(values: Values, env: NodeJS.ProcessEnv): string | undefined {
  const file = textOf(values, 'token-file')
  const variable = env['SCENEWRIGHT_TOKEN']
  const token = file === undefined ? variable || undefined : readToken(file).trim()
  if (token === undefined) return undefined
  const place = file === undefined ? 'SCENEWRIGHT_TOKEN' : quote(file)
  if (token.length < MIN_TOKEN_LEN || !/^[\x21-\x7e]+$/.test(token)) {
    throw new UsageError(
      `The token of ${place} must have at least ${MIN_TOKEN_LEN} characters of ASCII without spaces.`,
    )
  }
  return token
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new UsageError(`--token-file could not be read: ${quote(reason)}`, undefined, { cause })
  }
}

function oauthOf(values: Values, url: URL | undefined): HttpPlace['oauth'] {
  const issuer = urlOf(values, 'oauth')
  const scopes = listOf(values, 'scope')
  if (!issuer) {
    if (scopes.length > 0)
      throw new UsageError('--scope is for tokens of an authorization server: also give --oauth URL.')
    return undefined
  }
  if (!url) throw new UsageError('--oauth needs --url URL: the address for which tokens are issued.')
  for (const [flag, { protocol, hostname }] of [
    ['oauth', issuer],
    ['url', url],
  ] as const) {
    if (protocol !== 'https:' && !LOOPBACK.test(hostname)) throw new UsageError(`--${flag} must begin with https://.`)
  }
  return { issuer, resource: url, scopes }
}

function urlOf(values: Values, name: string): URL | undefined {
  const text = textOf(values, name)
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === '') return url
  throw new UsageError(`--${name} must be an address such as https://cad.example.com/mcp, got '${quote(text)}'.`)
}

function portOf(values: Values): number {
  const text = textOf(values, 'port')
  if (text === undefined) return DEFAULT_PORT
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port must be a whole number from 0 to 65535, got '${quote(text)}'.`)
}

function textOf(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value : undefined
}

function listOf(values: Values, name: string): readonly string[] {
  const value = values[name]
  return Array.isArray(value) ? value : []
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
