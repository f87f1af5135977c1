import { quote } from './text.js'

type Listener = (event: never) => void

/** The listeners of one object, by the names of its events. */
export class Listeners<Events extends { [Name in keyof Events]: { readonly type: string } }> {
  readonly #byName: ReadonlyMap<keyof Events, Set<Listener>>

  constructor(names: readonly (keyof Events)[]) {
    this.#byName = new Map(names.map((name) => [name, new Set<Listener>()]))
  }

  add<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    this.#listenersOf(name).add(listener)
  }

  remove<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void {
    this.#listenersOf(name).delete(listener)
  }

  /** The events that somebody listens to. */
  get heard(): (keyof Events)[] {
    return [...this.#byName].filter(([, listeners]) => listeners.size > 0).map(([name]) => name)
  }

  /**
   * Tells the listeners of one event. What one throws is a process warning, and the others are still told. `shown` may
   * give a listener less than the whole.
   */
  emit(event: Events[keyof Events], shown?: (listener: Listener) => Events[keyof Events]): void {
    for (const listener of [...(this.#byName.get(event.type as keyof Events) ?? [])]) {
      try {
        ;(listener as (event: unknown) => void)(shown ? shown(listener) : event)
      } catch (thrown) {
        process.emitWarning(`A listener of '${event.type}' threw: ${describe(thrown)}`, 'ScenewrightWarning')
      }
    }
  }

  #listenersOf(name: keyof Events): Set<Listener> {
    const listeners = this.#byName.get(name)
    if (listeners) return listeners
    throw new TypeError(`There is no event '${quote(String(name))}'. Events: ${[...this.#byName.keys()].join(', ')}.`)
  }
}

export function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
