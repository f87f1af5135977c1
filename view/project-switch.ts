import { byId, h } from './dom.js'
import { listenToSteps } from './key-steps.js'
import type { Link } from './link.js'
import type { PagesWire } from './wire.js'

/** The switch between the projects that one command serves. A single project shows only its name. */
export class ProjectSwitch {
  readonly #list = byId<HTMLSelectElement>('projects')
  readonly #link: Link
  #current = 0

  constructor(link: Link) {
    this.#link = link
    this.#list.setAttribute('aria-description', 'Enter goes to the project that the keys have chosen')
    listenToSteps(this.#list, {
      take: () => location.assign(this.#list.value),
      giveUp: () => (this.#list.selectedIndex = this.#current),
      isLeft: true,
    })
    // A page that comes out of the browser's memory shows the project that it is of.
    window.addEventListener('pageshow', () => (this.#list.selectedIndex = this.#current))
    this.refresh()
  }

  /** Asks which projects there are: other commands bring some and take them away. */
  refresh(): void {
    this.#link.projects?.().then(
      (found) => this.#draw(found),
      () => {
        // The name of the project alone is shown.
      },
    )
  }

  #draw({ pages, current }: PagesWire): void {
    this.#current = current
    const isAlone = pages.length < 2
    this.#list.hidden = isAlone
    byId('project').classList.toggle('hidden-text', !isAlone)
    this.#list.replaceChildren(
      ...pages.map(({ name, url }, index) => h('option', { value: addressOf(url), selected: index === current }, name)),
    )
  }
}

/** An address under the name of this machine that the page itself was opened by, where it is of the same server. */
function addressOf(url: string): string {
  const { port, pathname } = new URL(url)
  return port === location.port ? pathname : url
}
