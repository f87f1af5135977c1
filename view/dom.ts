import { RIGHT_TO_LEFT } from './words.js'

type Child = Node | string | undefined | false

interface Attributes {
  readonly [name: string]: string | number | boolean | undefined | ((event: never) => void)
}

/**
 * Makes an element. Texts become text nodes, so that no name of an entity is ever read as markup; an attribute that is a
 * function listens to the event of its name.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value as EventListener)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

/** The parts of code and of messages about it, in which numbers after an Arabic text stay where they are written. Their letters can be copied. */
export function codeText(code: string): (Node | string)[] {
  const parts = code.split(new RegExp(`(${RIGHT_TO_LEFT.source})`, 'gu'))
  return parts.map((part, index) => (index % 2 === 0 ? part : h('bdi', {}, part)))
}

const SVG = 'http://www.w3.org/2000/svg'

/** The outlines of the icons, on a grid of sixteen. */
const ICONS = {
  select: 'M3 2l10 5.2-4.3 1.3L7 13z',
  measure: 'M1.5 10.5l9-9 4 4-9 9zM4.5 7.5l1.5 1.5M7 5l2.2 2.2M9.5 2.5L11 4',
  brush:
    'M13.500 2.500L8 8l-1.500-.500L6 6l5.500-5.500zM6.200 8.300C3.500 8 4.500 12 2 13.500c3 .800 6-.500 5.800-3.600',
  compare: 'M8 1.5v13M2.5 4h3v8h-3zM10.5 4h3v8h-3z',
  fit: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  undo: 'M5.5 3L2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8h-3',
  redo: 'M10.5 3l3 3-3 3M13.5 6h-7a4 4 0 0 0 0 8h3',
  download: 'M8 2v8M4.5 7L8 10.5 11.5 7M2.5 13.5h11',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  hidden:
    'M2 2l12 12M6.3 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-2 2.5M4 4.9A11 11 0 0 0 1.5 8S4 12.5 8 12.5a6 6 0 0 0 3-.8',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  theme: 'M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12',
  help: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6M8 12.2v.3',
  send: 'M2 8l12-5.5L10 14 7.5 9z',
  chevron: 'M6 4l4 4-4 4',
  group: 'M2 5h5l1.2 1.5H14V13H2zM2 5V3.5h4L7 5',
  circle: 'M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z',
  rect: 'M2.5 4h11v8h-11z',
  line: 'M3 13L13 3',
  polygon: 'M8 2.5l5.5 4-2 6.5h-7l-2-6.5z',
  arc: 'M3 12A9 9 0 0 1 12 3',
  ellipse: 'M8 4.5c3.5 0 6 1.5 6 3.5s-2.5 3.5-6 3.5S2 10 2 8s2.5-3.5 6-3.5z',
  path: 'M2.5 12.5C5 3 8 13 13.5 3.5',
  text: 'M3.5 4V3h9v1M8 3v10M6.5 13h3',
  objects: 'M2.5 4h3M2.5 8h3M2.5 12h3M8 4h6M8 8h6M8 12h6',
  details: 'M2.5 3h11v10h-11zM9.5 3v10',
  console: 'M3 5l3 3-3 3M8 11h5',
  expand: 'M9.5 2H14v4.500M14 2L9 7M6.5 14H2V9.5M2 14l5-5',
  close: 'M4 4l8 8M12 4l-8 8',
  code: 'M5.5 4L2 8l3.500 4M10.500 4L14 8l-3.500 4',
} as const

export type IconName = keyof typeof ICONS

/** An icon beside words, or in a button that is named by `aria-label`. */
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', '0 0 16 16')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', ICONS[name])
  svg.append(path)
  return svg
}

/** The icon of a type of entity. */
export function typeIcon(type: string): SVGSVGElement {
  return icon(Object.hasOwn(ICONS, type) ? (type as IconName) : 'path')
}

/** True where what is pressed is as large as a finger, as in the style sheet: on a touch screen, and in a window as narrow as one. */
export const FINGERS = matchMedia('(max-width: 560px), (pointer: coarse)')

/** An element of the page's markup. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no #${id}`)
  return found as Kind
}

/** True for an element that is displayed. Safari has the method of browsers since 17.4. */
export function isVisible(element: Element): boolean {
  return element.checkVisibility?.() ?? element.getClientRects().length > 0
}

/**
 * Redraws a part of the page that may have the focus. The element in the place of the focused one gets it, or else `rest`:
 * a person with keys would begin at the top of the page again.
 */
export function keepFocus(part: HTMLElement, redraw: () => void, rest?: HTMLElement | null): void {
  const focused = document.activeElement
  const hadFocus = focused !== null && part.contains(focused)
  redraw()
  if (!hadFocus || (focused.isConnected && isVisible(focused))) return
  const marks = [...focused.attributes].filter(({ name }) => name === 'id' || name.startsWith('data-'))
  const selector = marks.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join('')
  const same = selector === '' ? undefined : part.querySelector<HTMLElement>(selector)
  const next = [same, rest].find((it) => it?.isConnected && isVisible(it)) ?? byId('canvas')
  next.focus({ preventScroll: true })
}

/**
 * Sets the children of a place. Those that stay are not taken out: one that is pressed at the moment would get no click, and one
 * that is typed into would lose the focus and its letters.
 */
export function setChildren(place: HTMLElement, children: readonly HTMLElement[]): void {
  for (const old of [...place.childNodes]) if (!children.includes(old as HTMLElement)) old.remove()
  for (const [at, child] of children.entries())
    if (child !== place.children[at]) place.insertBefore(child, place.children[at] ?? null)
}

/**
 * Listens to a press that starts an action, once at a time. A person who clicks twice means it once: the second click, or one while
 * the action runs, would start it again, or press another button that is now in the same place.
 */
export function pressed(run: () => unknown): (event: MouseEvent) => void {
  let isRunning = false
  return ({ detail }) => {
    if (isRunning || detail > 1) return
    isRunning = true
    void (async () => run())().finally(() => (isRunning = false))
  }
}

/** Lets a wheel that turns up and down scroll a row sideways, and lets the edges of the row fade where more follows. */
export function listenToRow(row: HTMLElement): void {
  row.addEventListener('wheel', (event) => event.deltaX === 0 && (row.scrollLeft += event.deltaY), { passive: true })
  row.addEventListener('scroll', () => fadeEdges(row))
  new ResizeObserver(() => fadeEdges(row)).observe(row)
}

/** Lets an edge of a row fade at which more follows: words that are cut there would look like whole ones. */
export function fadeEdges(row: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = row
  row.classList.toggle('more-left', scrollLeft > 1)
  row.classList.toggle('more-right', scrollLeft + clientWidth < scrollWidth - 1)
}

/** Made once: to make one takes as long as a thousand numbers. */
const PLAIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: false })
const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: true })

/** The scale of a sheet as drafters write it. */
export function formatScale({ scale = 1 }: { readonly scale?: number }): string {
  return scale >= 1 ? `1:${formatNumber(scale)}` : `${formatNumber(1 / scale)}:1`
}

/** A number for people: with no more digits than it needs, and of a small one at least five that count. */
export function formatNumber(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return '–'
  const rounded = Number(value.toFixed(digits))
  // In metres the third digit is a millimetre.
  const isSmall = digits === 3 && value !== 0 && Math.abs(value) < 1
  const few = isSmall ? Number(value.toPrecision(5)) : rounded
  // A zero has no sign.
  return (Math.abs(few) >= 10_000 ? GROUPED : PLAIN).format(few || 0)
}
