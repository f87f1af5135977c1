import type * as api from '../index.js'

type Name = keyof api.ProjectEvents
type Listener<Event extends Name> = (event: api.ProjectEvents[Event]) => void

/** The listeners of one project. */
export class Listeners {
  readonly #byName: { [Event in Name]: Set<Listener<Event>> } = {
    commit: new Set(),
    revert: new Set(),
    log: new Set(),
  }

  add<Event extends Name>(name: Event, listener: Listener<Event>): void {
    this.#listenersOf(name).add(listener)
  }

  remove<Event extends Name>(name: Event, listener: Listener<Event>): void {
    this.#listenersOf(name).delete(listener)
  }

  /** Tells the listeners of one event. What one throws is a process warning, and the others are still told. */
  emit(eventJson: string): void {
    const event = JSON.parse(eventJson) as api.ProjectEvents[Name]
    for (const listener of [...(this.#byName[event.type] ?? [])]) {
      try {
        ;(listener as (event: unknown) => void)(event)
      } catch (thrown) {
        process.emitWarning(`A listener of '${event.type}' threw: ${describe(thrown)}`, 'ScenewrightWarning')
      }
    }
  }

  #listenersOf<Event extends Name>(name: Event): Set<Listener<Event>> {
    const listeners = Object.hasOwn(this.#byName, name) ? this.#byName[name] : undefined
    if (listeners) return listeners
    throw new TypeError(`There is no event '${String(name)}'. Events: ${Object.keys(this.#byName).join(', ')}.`)
  }
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)
}
