import { VERSION } from '../ts/native.js'
import { SUPPORTED_PROTOCOL_VERSIONS } from './protocol.js'

/** The path of the card, relative to the endpoint (SEP-2127). */
const CARD_SUFFIX = '/server-card'

/**
 * The paths where clients look for the servers of a host: the catalogue of all kinds of agent tools, and the one of MCP servers.
 */
const CATALOGUES: { readonly [path: string]: string } = {
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  '/.well-known/mcp/catalog.json': 'application/json',
}

const CARD_TYPE = 'application/mcp-server-card+json'
const CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json'

/** The card has only facts that stay the same while a server runs. */
const MAX_AGE_S = 3_600

/** The facts about a server in a card. */
export interface CardFacts {
  /** The address of the endpoint for clients. */
  readonly url: string
  readonly profile: 'files' | 'scene'
  /** True if every request needs a token. */
  readonly needsToken: boolean
}

const WORDS = {
  scene: {
    name: 'scenewright',
    title: 'scenewright',
    description: 'Edits and draws CAD projects written in JavaScript',
  },
  files: { name: 'scenewright-files', title: 'scenewright files', description: 'Reads, searches and edits files' },
} as const

/** Answers the public requests before a connection: the card and the catalogues. Undefined for any other address. */
export function describeServer(method: string, pathname: string, endpoint: string, facts: CardFacts) {
  const isCard = pathname === endpoint + CARD_SUFFIX
  const type = isCard ? CARD_TYPE : Object.hasOwn(CATALOGUES, pathname) ? CATALOGUES[pathname] : undefined
  if (type === undefined) return undefined
  const headers = {
    'content-type': type,
    'cache-control': `public, max-age=${MAX_AGE_S}`,
    // They contain nothing secret, and no request changes anything.
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'Content-Type',
  }
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers })
  if (method !== 'GET') return new Response(null, { status: 405, headers: { allow: 'GET' } })
  return new Response(JSON.stringify(isCard ? cardOf(facts) : catalogueOf(facts)), { headers })
}

function cardOf({ url, profile, needsToken }: CardFacts): object {
  const { name, title, description } = WORDS[profile]
  const authorization = {
    name: 'Authorization',
    description: 'Bearer and the token of the server.',
    isRequired: true,
    isSecret: true,
  }
  const remote = {
    type: 'streamable-http',
    url,
    supportedProtocolVersions: [...new Set(['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS])],
    ...(needsToken && { headers: [authorization] }),
  }
  return {
    $schema: CARD_SCHEMA,
    name: `${publisherOf(url)}/${name}`,
    version: VERSION,
    title,
    description,
    remotes: [remote],
  }
}

function catalogueOf({ url, profile }: CardFacts): object {
  const { name, title } = WORDS[profile]
  const host = new URL(url).hostname
  const entry = {
    identifier: `urn:air:${host}:${name}`,
    displayName: title,
    type: CARD_TYPE,
    url: url + CARD_SUFFIX,
  }
  return { specVersion: '1.0', entries: [entry] }
}

/** The serving host in reverse DNS order, from its own host name. */
function publisherOf(url: string): string {
  const { hostname } = new URL(url)
  // An address has no parts to reverse, and colons are not allowed in a name.
  const isAddress = /^[\d.]+$|:/.test(hostname)
  return isAddress
    ? hostname.replace(/[^\d.a-f-]/gi, '-').replace(/^-+|-+$/g, '')
    : hostname.split('.').reverse().join('.')
}
