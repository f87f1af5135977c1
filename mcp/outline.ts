/** An id of a request, as JSON-RPC has them; `null` where there is none to answer. */
export type Id = string | number | null

/** Keys longer than the relevant ones, and overlong ids, are not kept. */
const MAX_KEY_BYTES = 64
const MAX_ID_BYTES = 1_024

/** The most requests of a batch whose ids are found. */
const MAX_IDS = 1_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Finds the ids to answer when a message is too long to be read, while its bytes stream past: only the keys and
 * the id are kept. The id may come before or after the long part; a batch has one in each of its messages.
 */
export class MessageOutline {
  readonly #ids: Id[] = []
  /** The depth of a message's keys: 1, or 2 in a batch. Unknown before the first byte that is not white space. */
  #messageDepth: number | undefined
  #depth = 0
  #inMessage = false
  #inString = false
  #isEscaped = false
  #expectsKey = false
  /** The bytes of the current key or id. */
  #kept: number[] | undefined
  #keptLimit = 0
  #key = ''
  #keys = new Set<string>()
  #id: Id | undefined

  take(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      // Nearly all bytes of a message that is too long are in one string: they are passed in a tight loop.
      if (this.#inString && !this.#kept) at = this.#skipString(bytes, at)
      const byte = bytes[at]
      if (byte === undefined) return
      if (this.#inString) this.#takeInString(byte)
      else this.#takeOutside(byte)
    }
  }

  /** The ids to answer, once the line has ended. Notifications and responses have none. */
  end(): readonly Id[] {
    if (this.#inMessage) this.#endMessage()
    // A line that is not a message has no id to answer.
    return this.#messageDepth === 0 || this.#messageDepth === undefined ? [null] : this.#ids
  }

  /** Skips to the end of an irrelevant string. */
  #skipString(bytes: Uint8Array, from: number): number {
    let at = from
    while (at < bytes.length) {
      const byte = bytes[at]
      if (this.#isEscaped) this.#isEscaped = false
      else if (byte === BACKSLASH) this.#isEscaped = true
      else if (byte === QUOTE) break
      at += 1
    }
    return at
  }

  #takeInString(byte: number): void {
    this.#keep(byte)
    if (this.#isEscaped) {
      this.#isEscaped = false
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true
    } else if (byte === QUOTE) {
      this.#inString = false
      if (this.#isAtKeys && this.#expectsKey) this.#key = this.#takeKey()
    }
  }

  #takeOutside(byte: number): void {
    switch (byte) {
      case QUOTE:
        this.#inString = true
        if (this.#isAtKeys && this.#expectsKey) this.#startKeeping(MAX_KEY_BYTES)
        this.#keep(byte)
        return
      case 0x7b: // {
      case 0x5b: // [
        this.#open(byte === 0x7b)
        return
      case 0x7d: // }
      case 0x5d: // ]
        if (this.#isAtKeys) this.#endMessage()
        this.#depth = Math.max(0, this.#depth - 1)
        return
      case 0x3a: // :
        if (!this.#isAtKeys || !this.#expectsKey) return
        this.#expectsKey = false
        this.#keys.add(this.#key)
        // After the colon, so that what is kept is the value alone.
        if (this.#key === 'id') this.#startKeeping(MAX_ID_BYTES)
        return
      case 0x2c: // ,
        if (!this.#isAtKeys) return
        this.#endValue()
        this.#expectsKey = true
        return
      case 0x20:
      case 0x09:
      case 0x0d:
        return
      default:
        this.#messageDepth ??= 0
        this.#keep(byte)
    }
  }

  #open(isObject: boolean): void {
    this.#messageDepth ??= isObject ? 1 : 2
    // Only plain values are ids.
    this.#kept = undefined
    this.#depth += 1
    if (this.#depth !== this.#messageDepth || !isObject) return
    this.#inMessage = true
    this.#expectsKey = true
    this.#keys = new Set()
    this.#id = undefined
  }

  /** True if the current byte belongs to the message itself and not to a value in it. */
  get #isAtKeys(): boolean {
    return this.#inMessage && this.#depth === this.#messageDepth
  }

  #endMessage(): void {
    this.#endValue()
    this.#inMessage = false
    const isResponse = this.#keys.has('result') || this.#keys.has('error')
    const isNotification = this.#id === undefined && this.#keys.has('method')
    // A message that has neither id nor method is no request, and gets an error with the id null, as JSON-RPC
    // requires.
    if (!isResponse && !isNotification && this.#ids.length < MAX_IDS) this.#ids.push(this.#id ?? null)
  }

  #endValue(): void {
    const kept = this.#kept
    this.#kept = undefined
    // With a key expected no value has begun: this is an empty object or a comma too many.
    if (this.#key !== 'id' || this.#expectsKey) return
    const id = kept && parsed(kept)
    this.#id = typeof id === 'string' || typeof id === 'number' ? id : null
  }

  #takeKey(): string {
    const key = this.#kept && parsed(this.#kept)
    this.#kept = undefined
    return typeof key === 'string' ? key : ''
  }

  #startKeeping(limit: number): void {
    this.#kept = []
    this.#keptLimit = limit
  }

  #keep(byte: number): void {
    if (!this.#kept) return
    // A longer key or id is not one of those looked for, and its beginning alone could look like one.
    if (this.#kept.length < this.#keptLimit) this.#kept.push(byte)
    else this.#kept = undefined
  }
}

function parsed(bytes: readonly number[]): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)))
  } catch {
    return undefined
  }
}
