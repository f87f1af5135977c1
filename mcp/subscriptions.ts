import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'

import { VERSION } from '../ts/native.js'
import { Server } from './protocol.js'
import type { Toolbox } from './toolbox.js'

/** The most addresses of one subscription that are followed. */
const MAX_FOLLOWED = 1_000

/**
 * Sees which resources clients of the protocol of 2026 listen to: whoever serves it answers `subscriptions/listen` by
 * itself, and a resource that has to be watched would not be. Called once the transport has somebody that it delivers to.
 */
export function observeListening(transport: Transport, toolbox: Toolbox): void {
  const deliver = transport.onmessage
  if (!toolbox.resources.follow || !deliver) return
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    followListened(message, toolbox)
    deliver(message, extra)
  }
}

/** Follows the resources that a message asks to listen to. */
export function followListened(message: unknown, { resources }: Toolbox): void {
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown }
  if (method !== 'subscriptions/listen') return
  const { notifications } = (params ?? {}) as { readonly notifications?: { readonly resourceSubscriptions?: unknown } }
  const uris = notifications?.resourceSubscriptions
  if (!Array.isArray(uris)) return
  const texts = uris.filter((uri) => typeof uri === 'string').slice(0, MAX_FOLLOWED)
  const nobody = new Server({ name: 'scenewright', version: VERSION }, {})
  // What cannot be followed cannot be read either, which reading says.
  void resources.follow?.(texts, { server: nobody, signal: new AbortController().signal }).catch(() => {})
}
