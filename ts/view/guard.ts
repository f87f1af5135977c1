import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A secret that an address holds. Nobody guesses 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in a time that tells nothing. */
export function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/**
 * Why a request is not answered, or nothing when it is one of the page's own. The token keeps strangers out; these checks
 * keep out pages that a browser of this machine shows and that somehow learnt of the address.
 *
 * - `Host` must be this address itself: a name that somebody let point at this machine (DNS rebinding) is another one.
 * - `Origin`, and `Sec-Fetch-Site` where a browser sends it, must be of the page itself, or of a person who typed the address
 *   or followed it.
 */
export function objection({ headers, method }: IncomingMessage, port: number): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const { host, origin } = headers
  if (host === undefined || !hosts.includes(host)) return 'the Host is not this address'
  if (origin !== undefined && origin !== `http://${host}`) return 'the Origin is another page'
  const site = headers['sec-fetch-site']
  // A person may follow the address from a chat; what opens then knows nothing of the page that it came from.
  const isFollowed =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isFollowed) return 'another page asks'
  if (method === 'POST' && !/^application\/json(;|$)/.test(headers['content-type'] ?? '')) {
    return 'a POST must be application/json'
  }
  return undefined
}
