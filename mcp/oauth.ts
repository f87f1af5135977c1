import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto'

import type { AuthInfo } from '@modelcontextprotocol/server'

import { isObject } from '../ts/check.js'
import { OAuthError, OAuthErrorCode, getOAuthProtectedResourceMetadataUrl } from './protocol.js'

/** An authorization server whose tokens admit clients. */
export interface OAuthAccess {
  /** The path of this server's metadata, as in RFC 9728. */
  readonly metadataUrl: string
  readonly scopes: readonly string[]
  /** The metadata document. */
  readonly metadata: object
  /** Returns the owner of a token. Throws for an invalid one. */
  verify(token: string): Promise<AuthInfo>
}

/** The settings of OAuth access. */
interface OAuthSettings {
  /** The authorization server, by its address. */
  readonly issuer: URL
  /** The public address of this server, for which tokens must be issued. */
  readonly resource: URL
  readonly scopes: readonly string[]
}

/** The time for which the authorization server's keys are cached, and the shortest time between lookups of an unknown key. */
const KEYS_FRESH_MS = 10 * 60_000
const KEYS_RETRY_MS = 30_000

const FETCH_TIMEOUT_MS = 5_000
/** A token arrives in a header, and Node takes 16 KiB of headers by default. */
const MAX_TOKEN_LEN = 16_384

/** The permitted difference between the clocks of two machines. */
const LEEWAY_S = 60

/** The algorithms of a signature, as Node calls them. */
const ALGORITHMS: {
  readonly [name: string]: { readonly hash: string | null; readonly type: string; readonly isPss?: true }
} = {
  RS256: { hash: 'sha256', type: 'rsa' },
  RS384: { hash: 'sha384', type: 'rsa' },
  RS512: { hash: 'sha512', type: 'rsa' },
  PS256: { hash: 'sha256', type: 'rsa', isPss: true },
  PS384: { hash: 'sha384', type: 'rsa', isPss: true },
  PS512: { hash: 'sha512', type: 'rsa', isPss: true },
  ES256: { hash: 'sha256', type: 'ec' },
  ES384: { hash: 'sha384', type: 'ec' },
  ES512: { hash: 'sha512', type: 'ec' },
  EdDSA: { hash: null, type: 'ed25519' },
}

const RSA_PKCS1_PSS_PADDING = 6
const RSA_PSS_SALTLEN_DIGEST = -1

interface Claims {
  readonly [name: string]: unknown
}

/** Access by tokens signed by an authorization server, whose keys come from its metadata. */
export function oauthAccess({ issuer, resource, scopes }: OAuthSettings): OAuthAccess {
  const keys = new SigningKeys(issuer)
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(resource)
  return {
    metadataUrl,
    scopes,
    metadata: {
      resource: resource.href,
      authorization_servers: [issuer.href.replace(/\/$/, '')],
      bearer_methods_supported: ['header'],
      resource_name: 'scenewright',
      ...(scopes.length > 0 && { scopes_supported: scopes }),
    },
    async verify(token) {
      const claims = await verifiedClaims(token, keys)
      requireClaims(claims, issuer, resource)
      const subject = [claims['client_id'], claims['azp'], claims['sub']].find((it) => typeof it === 'string')
      return {
        token,
        clientId: `oauth ${String(subject ?? 'unknown')}`,
        scopes: scopesOf(claims),
        expiresAt: Number(claims['exp']),
        resource,
      }
    },
  }
}

function invalid(reason: string): OAuthError {
  return new OAuthError(OAuthErrorCode.InvalidToken, `The token was refused: ${reason}.`)
}

async function verifiedClaims(token: string, keys: SigningKeys): Promise<Claims> {
  if (token.length > MAX_TOKEN_LEN) throw invalid('it is too long')
  const [head = '', body = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || signature === '') throw invalid('it is no signed JSON web token')
  const { alg, kid } = partOf(head)
  const algorithm = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined
  if (!algorithm) throw invalid('its signature is of no kind that is accepted')
  const candidates = await keys.find(typeof kid === 'string' ? kid : undefined)
  const signed = Buffer.from(`${head}.${body}`)
  const bytes = Buffer.from(signature, 'base64url')
  const fits = (key: KeyObject): boolean => {
    if (key.asymmetricKeyType !== algorithm.type) return false
    const pss = { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST }
    const options = { key, dsaEncoding: 'ieee-p1363' as const, ...(algorithm.isPss && pss) }
    try {
      return verify(algorithm.hash, signed, options, bytes)
    } catch {
      return false
    }
  }
  if (!candidates.some(fits)) throw invalid('its signature is not one of the authorization server')
  return partOf(body)
}

function requireClaims(claims: Claims, issuer: URL, resource: URL): void {
  const now = Date.now() / 1_000
  const { iss, aud, exp, nbf } = claims
  const isSame = (some: unknown, url: URL): boolean =>
    typeof some === 'string' && some.replace(/\/$/, '') === url.href.replace(/\/$/, '')
  if (!isSame(iss, issuer)) throw invalid('it is of another authorization server')
  if (![aud].flat().some((one) => isSame(one, resource))) throw invalid(`it is not for ${resource.href}`)
  if (typeof exp !== 'number' || exp + LEEWAY_S < now) throw invalid('it has expired')
  if (nbf !== undefined && (typeof nbf !== 'number' || nbf - LEEWAY_S > now)) throw invalid('it does not count yet')
}

function scopesOf({ scope, scp }: Claims): string[] {
  if (Array.isArray(scp)) return scp.map(String)
  const text = typeof scope === 'string' ? scope : typeof scp === 'string' ? scp : ''
  return text.split(' ').filter((name) => name !== '')
}

function partOf(text: string): Claims {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (isObject(value)) return value as Claims
  } catch {
    // Said below.
  }
  throw invalid('it is no signed JSON web token')
}

/** The signing keys of an authorization server. */
class SigningKeys {
  readonly #issuer: URL
  #keys: readonly { readonly id: string | undefined; readonly key: KeyObject }[] = []
  #fetchedAt = -Infinity
  #fetching: Promise<void> | undefined

  constructor(issuer: URL) {
    this.#issuer = issuer
  }

  async find(id: string | undefined): Promise<KeyObject[]> {
    const fitting = (): KeyObject[] =>
      this.#keys.filter((known) => id === undefined || known.id === undefined || known.id === id).map(({ key }) => key)
    const age = performance.now() - this.#fetchedAt
    if (age > KEYS_FRESH_MS || (fitting().length === 0 && age > KEYS_RETRY_MS)) {
      this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined))
      await this.#fetching
    }
    return fitting()
  }

  async #fetch(): Promise<void> {
    this.#fetchedAt = performance.now()
    const { jwks_uri: address } = await this.#metadata()
    if (typeof address !== 'string') throw unavailable('its metadata name no keys')
    const { keys } = await jsonAt(new URL(address))
    if (!Array.isArray(keys)) throw unavailable('it has no list of keys')
    this.#keys = keys.filter(isObject).flatMap((jwk) => {
      const { kid, use } = jwk as { readonly kid?: unknown; readonly use?: unknown }
      if (use !== undefined && use !== 'sig') return []
      try {
        const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })
        return [{ id: typeof kid === 'string' ? kid : undefined, key }]
      } catch {
        // A key of an unsupported kind.
        return []
      }
    })
  }

  async #metadata(): Promise<Claims> {
    const { origin, pathname } = this.#issuer
    const path = pathname.replace(/\/$/, '')
    const places = [
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]
    for (const place of new Set(places)) {
      try {
        return await jsonAt(new URL(place))
      } catch {
        // The next location may have the metadata.
      }
    }
    throw unavailable('it gave no metadata')
  }
}

async function jsonAt(url: URL): Promise<Claims> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS), redirect: 'error' })
  const value: unknown = response.ok ? await response.json() : undefined
  if (!isObject(value)) throw unavailable(`${url.href} answered ${response.status}`)
  return value as Claims
}

function unavailable(reason: string): OAuthError {
  return new OAuthError(OAuthErrorCode.ServerError, `The authorization server cannot be asked: ${reason}.`)
}
