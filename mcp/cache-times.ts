/**
 * The time for which a client may cache what never changes while a server runs. A server that is restarted with other
 * flags gets new connections, whose clients request it again. Clients that show views get another list of tools, so the
 * cache is private.
 */
export const UNCHANGING = { ttlMs: 24 * 60 * 60_000, cacheScope: 'private' } as const
