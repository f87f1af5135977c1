/** Limits for the requests of one client. */
export interface ClientLimits {
  /** Requests in progress at the same time. */
  readonly concurrent: number
  /** Streams that stay open for notifications. */
  readonly streams: number
  /** Requests a minute. */
  readonly perMinute: number
}

/** Twenty requests a second on average, which no agent needs, and enough at once for one that calls tools in parallel. */
const DEFAULT_CLIENT_LIMITS: ClientLimits = { concurrent: 32, streams: 64, perMinute: 1_200 }

/** Clients remembered at most; beyond that, disconnected ones are evicted. */
const MAX_CLIENTS = 10_000

interface Usage {
  open: number
  streams: number
  /** The number of requests still allowed; it refills with time. */
  allowance: number
  filledAt: number
}

/** The current activity of each client, by its name. */
export class ClientUsage {
  readonly #limits: ClientLimits
  readonly #clients = new Map<string, Usage>()

  constructor(limits = DEFAULT_CLIENT_LIMITS) {
    this.#limits = limits
  }

  /** Counts a request, and returns the function that ends it, or the seconds to wait if the limit is reached. */
  enter(client: string, isStream: boolean): { readonly leave: () => void } | { readonly retryAfterS: number } {
    const usage = this.#usageOf(client)
    const now = performance.now()
    const perMs = this.#limits.perMinute / 60_000
    // A bucket that refills: no timer runs for a client, and one that was quiet can send a minute's requests at
    // once.
    usage.allowance = Math.min(this.#limits.perMinute, usage.allowance + (now - usage.filledAt) * perMs)
    usage.filledAt = now
    // Nothing is subtracted for a refused request, or a client that retries too early would never get in.
    if (usage.allowance < 1) return { retryAfterS: Math.ceil((1 - usage.allowance) / perMs / 1_000) }
    const kind = isStream ? 'streams' : 'open'
    if (usage[kind] >= (isStream ? this.#limits.streams : this.#limits.concurrent)) return { retryAfterS: 1 }
    usage.allowance -= 1
    usage[kind] += 1
    // A response may both end and be closed.
    let hasLeft = false
    const leave = (): void => {
      if (!hasLeft) usage[kind] -= 1
      hasLeft = true
    }
    return { leave }
  }

  #usageOf(client: string): Usage {
    const known = this.#clients.get(client)
    if (known) return known
    if (this.#clients.size >= MAX_CLIENTS) {
      for (const [name, { open, streams }] of this.#clients) {
        // Only those without requests: an active one that is forgotten would begin with a full allowance and no
        // streams.
        if (open + streams === 0) this.#clients.delete(name)
      }
    }
    const usage = { open: 0, streams: 0, allowance: this.#limits.perMinute, filledAt: performance.now() }
    this.#clients.set(client, usage)
    return usage
  }
}
