import { byId, h } from './dom.js'
import type { Link } from './link.js'
import type { PagesWire } from './wire.js'

/** The switch between the projects that one command serves. Where there is only one, its name stands there. */
export class ProjectSwitch {
  readonly #list = byId<HTMLSelectElement>('projects')

  constructor(link: Link) {
    this.#list.addEventListener('change', () => location.assign(this.#list.value))
    link.projects?.().then(
      (found) => this.#draw(found),
      () => {
        // The name of the project alone is shown.
      },
    )
  }

  #draw({ pages, current }: PagesWire): void {
    if (pages.length < 2) return
    this.#list.replaceChildren(
      ...pages.map(({ name, url }, index) => h('option', { value: addressOf(url), selected: index === current }, name)),
    )
    this.#list.hidden = false
    byId('project').classList.add('hidden-text')
    // A page that comes out of the browser's memory shows the project that it is of.
    window.addEventListener('pageshow', () => (this.#list.selectedIndex = current))
  }
}

/** An address under the name of this machine that the page itself was opened by, where it is of the same server. */
function addressOf(url: string): string {
  const { port, pathname } = new URL(url)
  return port === location.port ? pathname : url
}
