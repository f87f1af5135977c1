import { misuse, readOptions, reading, requireFunction, requireSignal, formatValue, describeThrown } from './check.js'

type Listener = (event: never) => void

/** How a listener is added. */
export interface ListenOptions {
  readonly signal?: AbortSignal | undefined
  readonly once?: boolean | undefined
}

/** The listeners of one object, by the names of its events. */
export class Listeners<Events extends { [Name in keyof Events]: { readonly type: string } }> {
  readonly #byName: ReadonlyMap<keyof Events, Set<Listener>>
  /** The listeners that were added to be called once, or until a signal. */
  readonly #bounded = new WeakMap<Listener, () => void>()
  readonly #once = new Set<Listener>()
  readonly #atEnd = new Set<() => void>()
  #hasEnded = false
  #observer: ((event: Events[keyof Events]) => void) | undefined

  constructor(names: readonly (keyof Events)[]) {
    this.#byName = new Map(names.map((name) => [name, new Set<Listener>()]))
  }

  add<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    const listeners = this.#listenersOf('on', name)
    requireFunction('on', 'the listener', listener)
    listeners.add(listener)
  }

  /** Adds a listener as the options say. Each is read once. */
  addWith<Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
    options: unknown,
    others: readonly string[] = [],
  ): void {
    const known = ['signal', 'once', ...others] as never
    const given: Partial<ListenOptions> = readOptions('on', '{ signal }', options as ListenOptions | undefined, known)
    const signal = requireSignal('on', given.signal)
    const { once = false } = given
    if (typeof once !== 'boolean') throw misuse(`on: once must be true or false, got ${formatValue(once)}.`)
    this.add(name, listener)
    const key = listener as Listener
    // Added again, it is as it was added last.
    this.#bounded.get(key)?.()
    this.#bounded.delete(key)
    if (!signal && !once) return
    const remove = (): void => void this.#listenersOf('off', name).delete(key)
    if (signal?.aborted) return remove()
    reading('on: signal', () => signal?.addEventListener('abort', remove, { once: true }))
    // Kept, so that a listener that is removed by hand is not held by a signal that lives on.
    this.#bounded.set(key, () => signal?.removeEventListener('abort', remove))
    if (once) this.#once.add(key)
  }

  /** The events of some names, or of all, as they come, until the signal is aborted or everything is closed. */
  stream(
    names: readonly (keyof Events)[] | undefined,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<Events[keyof Events], void> {
    const wanted = names ?? [...this.#byName.keys()]
    const sets = wanted.map((name) => this.#listenersOf('events', name))
    const queue: Events[keyof Events][] = []
    let wake = (): void => {}
    let isOver = this.#hasEnded || signal?.aborted === true
    const listener = ((event: Events[keyof Events]) => {
      queue.push(event)
      wake()
    }) as Listener
    const end = (): void => {
      isOver = true
      wake()
    }
    // From now on, and not from the first turn of the loop: nothing that comes between is lost.
    for (const set of sets) set.add(listener)
    this.#atEnd.add(end)
    signal?.addEventListener('abort', end, { once: true })
    const stop = (): void => {
      for (const set of sets) set.delete(listener)
      this.#atEnd.delete(end)
      signal?.removeEventListener('abort', end)
    }
    return (async function* () {
      try {
        for (;;) {
          // Events that came before the end are still given out.
          for (let event = queue.shift(); event; event = queue.shift()) yield event
          if (isOver) return
          await new Promise<void>((resolve) => (wake = resolve))
        }
      } finally {
        stop()
      }
    })()
  }

  /** Ends every stream: no event will come. */
  end(): void {
    this.#hasEnded = true
    for (const end of this.#atEnd) end()
  }

  remove<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    const listeners = this.#listenersOf('off', name)
    requireFunction('off', 'the listener', listener)
    listeners.delete(listener)
    this.#bounded.get(listener as Listener)?.()
    this.#bounded.delete(listener as Listener)
    this.#once.delete(listener as Listener)
  }

  /** Calls a function of ours with every event, before the listeners. */
  observe(observer: (event: Events[keyof Events]) => void): void {
    this.#observer = observer
  }

  /** The events that have listeners. */
  get heard(): (keyof Events)[] {
    return [...this.#byName].filter(([, listeners]) => listeners.size > 0).map(([name]) => name)
  }

  /**
   * Calls the listeners of one event. An error that one throws, or that its promise rejects with, becomes a process warning;
   * the others are still called. `shown` may reduce what a listener receives.
   */
  emit(event: Events[keyof Events], shown?: (listener: Listener) => Events[keyof Events]): void {
    this.#observer?.(event)
    const listeners = this.#byName.get(event.type as keyof Events)
    // A copy: a listener may add or remove others, which counts from the next event on.
    for (const listener of [...(listeners ?? [])]) {
      // Removed before it is called: an event that it causes does not call it again.
      if (this.#once.delete(listener)) {
        listeners?.delete(listener)
        this.#bounded.get(listener)?.()
        this.#bounded.delete(listener)
      }
      callListener(`A listener of '${event.type}'`, listener as (event: unknown) => unknown, () =>
        shown ? shown(listener) : event,
      )
    }
  }

  #listenersOf(who: string, name: keyof Events): Set<Listener> {
    const listeners = this.#byName.get(name)
    if (listeners) return listeners
    throw misuse(`${who}: there is no event ${formatValue(name)}. Events: ${[...this.#byName.keys()].join(', ')}.`)
  }
}

/** Calls a function of the caller. An error that it throws, or that its promise rejects with, becomes a process warning. */
export function callListener<Event>(who: string, listener: (event: Event) => unknown, event: () => Event): void {
  const warn = (thrown: unknown): void => process.emitWarning(`${who} threw: ${describe(thrown)}`, 'ScenewrightWarning')
  try {
    const returned = listener(event())
    // An unhandled rejection would end the process of the host.
    if (returned instanceof Promise) returned.catch(warn)
  } catch (thrown) {
    warn(thrown)
  }
}

/** Describes a thrown value, with its place if it has one. */
export function describe(thrown: unknown): string {
  try {
    if (thrown instanceof Error && typeof thrown.stack === 'string') return thrown.stack
  } catch {
    // The message may still be readable.
  }
  return describeThrown(thrown)
}
