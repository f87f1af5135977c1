import { isVisible } from './dom.js'

/** The keys that go to the item before and to the next. */
const KEYS = { row: ['ArrowLeft', 'ArrowRight'], column: ['ArrowUp', 'ArrowDown'] } as const

/**
 * Makes a toolbar or a list of buttons one stop of the Tab key: in it, arrow keys, Home and End go from one button to another,
 * and nothing happens until one is pressed. `selector` names the buttons, which may come and go.
 */
export function rove(place: HTMLElement, selector: string, way: keyof typeof KEYS): void {
  const all = (): HTMLElement[] => [...place.querySelectorAll<HTMLElement>(selector)]
  const reachable = (): HTMLElement[] => all().filter((it) => isVisible(it) && !it.matches(':disabled'))
  const refresh = (): void => {
    // In a panel that is not open nothing is seen.
    const items = reachable()
    const stop = items.find((it) => it === document.activeElement) ?? items.find((it) => it.tabIndex === 0) ?? items[0]
    if (stop) for (const it of all()) it.tabIndex = it === stop ? 0 : -1
  }
  place.addEventListener('focusin', refresh)
  place.addEventListener('keydown', (event) => {
    const items = reachable()
    const at = items.indexOf(event.target as HTMLElement)
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const [before, after] = KEYS[way]
    const to = { [before]: at - 1, [after]: at + 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    items.at(to % items.length)?.focus()
  })
  new MutationObserver(refresh).observe(place, { childList: true, subtree: true })
  // Other buttons are seen in a narrow window than in a wide one.
  new ResizeObserver(refresh).observe(place)
}
