import { misuse, requireFunction, shown, wordsOf } from './check.js'

type Listener = (event: never) => void

/** The listeners of one object, by the names of its events. */
export class Listeners<Events extends { [Name in keyof Events]: { readonly type: string } }> {
  readonly #byName: ReadonlyMap<keyof Events, Set<Listener>>

  constructor(names: readonly (keyof Events)[]) {
    this.#byName = new Map(names.map((name) => [name, new Set<Listener>()]))
  }

  add<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    const listeners = this.#listenersOf('on', name)
    requireFunction('on', 'the listener', listener)
    listeners.add(listener)
  }

  remove<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    const listeners = this.#listenersOf('off', name)
    requireFunction('off', 'the listener', listener)
    listeners.delete(listener)
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
    for (const listener of [...(this.#byName.get(event.type as keyof Events) ?? [])]) {
      callListener(`A listener of '${event.type}'`, listener as (event: unknown) => unknown, () =>
        shown ? shown(listener) : event,
      )
    }
  }

  #listenersOf(who: string, name: keyof Events): Set<Listener> {
    const listeners = this.#byName.get(name)
    if (listeners) return listeners
    throw misuse(`${who}: there is no event ${shown(name)}. Events: ${[...this.#byName.keys()].join(', ')}.`)
  }
}

/** Calls a function of the caller. An error that it throws, or that its promise rejects with, becomes a process warning. */
export function callListener<Event>(who: string, listener: (event: Event) => unknown, event: () => Event): void {
  const warn = (thrown: unknown): void => process.emitWarning(`${who} threw: ${describe(thrown)}`, 'ScenewrightWarning')
  try {
    const returned = listener(event())
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
  return wordsOf(thrown)
}
