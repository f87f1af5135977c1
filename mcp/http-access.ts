import { createHash, timingSafeEqual } from 'node:crypto'

import { REFUSED, refusal } from './http-endpoint.js'
import type { OAuthAccess } from './oauth.js'
import { OAuthError, OAuthErrorCode, bearerAuthChallengeResponse, verifyBearerToken } from './protocol.js'

/** Settings of who may send requests. */
export interface AccessRules {
  /** The accepted names in the header `Host`; any other means a page that points its own name at this server. */
  readonly hosts: readonly string[]
  /** The hosts of pages that may send requests from a browser. */
  readonly origins: readonly string[]
  /** The secret that every request must contain. */
  readonly token?: string | undefined
  readonly oauth?: OAuthAccess | undefined
}

/** An admitted client, by a name for its limits; or the response that refuses it. */
type Admission = { readonly client: string } | { readonly response: Response }

const MAX_PORT = 65_535

/** The name of clients with the token of this server. */
const TOKEN = 'token'

/** Our token does not expire, but the SDK requires a time. */
const ONE_DAY_S = 86_400

/** Refuses requests of other pages, or under other names of this machine. Without a list, pages of all origins are admitted. */
export function refuseForeign(
  request: Request,
  { hosts, origins }: { readonly hosts: readonly string[]; readonly origins: readonly string[] | undefined },
): Response | undefined {
  if (!isOwnHost(request.headers.get('host'), hosts)) {
    const words = `The header Host must name this server (${hosts.join(', ')}). Start it with --allow-host for another name.`
    return refusal(403, REFUSED, words)
  }
  const origin = request.headers.get('origin')
  if (origin !== null && origins && !isAllowedOrigin(origin, origins)) {
    const words = 'Pages of this origin may not send requests. Start the server with --allow-origin HOST to let them.'
    return refusal(403, REFUSED, words)
  }
  return undefined
}

/** A name or an address as in a header, with a port. */
const AUTHORITY = String.raw`([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::(\d{1,5}))?`
const HOST = new RegExp(`^${AUTHORITY}$`)
const WEB_ORIGIN = new RegExp(`^https?://${AUTHORITY}$`)

/**
 * True for a header that names this server. It is compared as text: a URL parser takes `evil.com@127.0.0.1`, `127.1` and
 * `2130706433` for this machine, but no browser sends these for it.
 */
export function isOwnHost(header: string | null, hosts: readonly string[]): boolean {
  return isAmong(HOST.exec(header?.toLowerCase() ?? ''), hosts)
}

/**
 * True for the origin of a page that may ask: one of http or https on an allowed host. Any other kind of origin, such as a
 * browser extension's, must be allowed by its complete text.
 */
export function isAllowedOrigin(header: string, origins: readonly string[]): boolean {
  const origin = header.toLowerCase()
  if (origins.some((it) => it.includes('://') && it.toLowerCase() === origin)) return true
  return isAmong(WEB_ORIGIN.exec(origin), origins)
}

function isAmong(found: RegExpExecArray | null, names: readonly string[]): boolean {
  if (!found) return false
  const [, name, port = '0'] = found
  return Number(port) <= MAX_PORT && names.some((it) => it.toLowerCase() === name)
}

/** Admits a client, by its address or by its token. */
export async function admit(request: Request, address: string, { token, oauth }: AccessRules): Promise<Admission> {
  if (token === undefined && !oauth) return { client: `address ${address}` }
  const options = {
    verifier: { verifyAccessToken: (given: string) => verify(given, token, oauth) },
    ...(oauth && { resourceMetadataUrl: oauth.metadataUrl, requiredScopes: [...oauth.scopes] }),
  }
  try {
    const { clientId } = await verifyBearerToken(request.headers.get('authorization'), options)
    // Clients that share one token are distinguished by their addresses.
    return { client: clientId === TOKEN ? `${TOKEN} ${address}` : clientId }
  } catch (thrown) {
    return { response: bearerAuthChallengeResponse(thrown, options) }
  }
}

async function verify(given: string, token: string | undefined, oauth: OAuthAccess | undefined) {
  if (token !== undefined && isSame(given, token)) {
    const expiresAt = Math.floor(Date.now() / 1_000) + ONE_DAY_S
    return { token: given, clientId: TOKEN, scopes: [...(oauth?.scopes ?? [])], expiresAt }
  }
  if (oauth) return oauth.verify(given)
  throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token does not match the token of this server.')
}

/** Compares in constant time, so that the time does not reveal how much of a guess is right. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}
