import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** A secret in an address: 256 bits, which cannot be guessed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares in constant time. */
export function isSame(given: string, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/**
 * The reason for refusing a request; undefined for a request of the page itself. The token keeps strangers out; these
 * checks keep out other pages in a browser on this machine that somehow know the address.
 *
 * - `Host` must be this address itself: another name that points at this machine (DNS rebinding) is refused.
 * - `Origin`, and `Sec-Fetch-Site` where a browser sends it, must name the page itself, or a person who typed or followed the
 *   address.
 */
export function objection({ headers, method }: IncomingMessage, port: number): string | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  const { host, origin } = headers
  if (host === undefined || !hosts.includes(host)) return 'the Host is not this address'
  if (origin !== undefined && origin !== `http://${host}`) return 'the Origin is another page'
  const site = headers['sec-fetch-site']
  // A person may follow the address from a chat; the new page has no link to the old one.
  const isFollowed =
    method === 'GET' && headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isFollowed) return 'another page asks'
  if (method === 'POST' && !/^application\/json(;|$)/.test(headers['content-type'] ?? '')) {
    return 'a POST must be application/json'
  }
  return undefined
}
