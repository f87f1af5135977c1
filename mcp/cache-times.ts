/**
 * How long a client may keep what never changes while a server runs. One that is started again with other flags has other
 * connections, whose clients ask again. Clients that show views get another list of tools, so nobody shares it.
 */
export const UNCHANGING = { ttlMs: 24 * 60 * 60_000, cacheScope: 'private' } as const
