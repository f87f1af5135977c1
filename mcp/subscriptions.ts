import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'

import { VERSION } from '../ts/native.js'
import { Server } from './protocol.js'
import type { Toolbox } from './toolbox.js'

/** The most URIs that are watched for one subscription. */
const MAX_FOLLOWED = 1_000

/**
 * Observes which resources clients of the protocol of 2026 listen to: the SDK answers `subscriptions/listen` by itself,
 * so a resource that needs a watch would not get one. Called once the transport has a receiver.
 */
export function observeListening(transport: Transport, toolbox: Toolbox): void {
  const deliver = transport.onmessage
  if (!toolbox.resources.follow || !deliver) return
  transport.onmessage = (message: JSONRPCMessage, extra) => {
    followListened(message, toolbox)
    deliver(message, extra)
  }
}

/** Watches the resources that a message asks to listen to. */
export function followListened(message: unknown, { resources }: Toolbox): void {
  const { method, params } = message as { readonly method?: unknown; readonly params?: unknown }
  if (method !== 'subscriptions/listen') return
  const { notifications } = (params ?? {}) as { readonly notifications?: { readonly resourceSubscriptions?: unknown } }
  const uris = notifications?.resourceSubscriptions
  if (!Array.isArray(uris)) return
  const texts = uris.filter((uri) => typeof uri === 'string').slice(0, MAX_FOLLOWED)
  // Watching needs the workspace, which clients of 2026 do not name by roots. A server without a connection has
  // none.
  const nobody = new Server({ name: 'scenewright', version: VERSION }, {})
  // A resource that cannot be watched cannot be read either, and reading it reports that.
  void resources.follow?.(texts, { server: nobody, signal: new AbortController().signal }).catch(() => {})
}
