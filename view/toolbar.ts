import { byId, h, icon, type IconName } from './dom.js'
import { panelButton } from './panels.js'
import { rove } from './roving.js'
import type { Store } from './store.js'
import type { Theme } from './theme.js'

/** The actions of the buttons. */
export interface Actions {
  fit(): void
  compare(): void
  console(): void
  download(format: string): void
  theme(theme: Theme): void
  help(): void
  /** Opens the preview of a file; absent if there is none. */
  readonly export?: (() => void) | undefined
  /** The kinds of files that can be had here. */
  readonly formats: readonly (readonly [format: string, title: string, words: string])[]
  /** Absent where the page cannot print. */
  readonly print?: (() => void) | undefined
  /** Absent where the page cannot be made larger. */
  readonly fill?: (() => void) | undefined
}

/** The kinds of files that a drawing is saved as. */
export const FORMATS = [
  ['svg', 'SVG', 'drawing for the web'],
  ['png', 'PNG', 'picture'],
  ['pdf', 'PDF', 'true scale'],
  ['dxf', 'DXF', 'CAD and laser'],
  ['json', 'JSON', 'the whole scene'],
  ['html', 'HTML', 'one page to send by mail'],
] as const

const THEMES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['contrast', 'High contrast'],
] as const

/** Builds the two groups of buttons at the top. */
export function buildToolbar(store: Store, actions: Actions): void {
  const button = (id: string, name: IconName, words: string, click: () => void, extra = ''): HTMLButtonElement =>
    h('button', { id, type: 'button', class: `iconic ${extra}`, 'aria-label': words, title: words, click }, icon(name))
  const select = button('tool-select', 'select', 'Select (V)', () => store.set({ tool: 'select', measured: [] }))
  const measure = button('tool-measure', 'measure', 'Measure (M)', () => store.set({ tool: 'measure', measured: [] }))
  const brush = button('tool-brush', 'brush', 'Mark for a note (P)', () =>
    store.set({ tool: store.state.tool === 'brush' ? 'select' : 'brush', measured: [], strokes: [] }),
  )
  const compare = button('tool-compare', 'compare', 'Before and after (B)', actions.compare)
  byId('tools').append(
    panelButton('left', 'Objects and layers'),
    select,
    measure,
    brush,
    compare,
    h('span', { class: 'divider' }),
    button('tool-fit', 'fit', 'Show everything (0)', actions.fit),
  )
  const console = button('tool-console', 'console', 'Console (L)', () => {
    actions.console()
    console.setAttribute('aria-pressed', String(!byId('console').hidden))
  })
  console.setAttribute('aria-pressed', 'false')
  const downloads: Item[] = actions.formats.map(([format, title, words]) => ({
    label: title,
    note: words,
    act: () => actions.download(format),
  }))
  if (actions.export) downloads.unshift({ label: 'Export …', note: 'with a preview (E)', act: actions.export })
  if (actions.print) downloads.push({ label: 'Print', note: 'on paper of its size', act: actions.print })
  byId('actions').append(
    console,
    downloads.length > 0 ? menu('download', 'download', 'Download and print', downloads) : '',
    menu(
      'theme',
      'theme',
      'Theme',
      THEMES.map(([theme, label]) => ({
        label,
        isChecked: () => store.state.theme === theme,
        act: () => actions.theme(theme),
      })),
    ),
    button('tool-help', 'help', 'Keys (?)', actions.help),
    panelButton('right', 'Selection and parameters'),
  )
  if (actions.fill) byId('actions').append(button('tool-fill', 'expand', 'Fill the screen', actions.fill))
  for (const id of ['tools', 'actions']) rove(byId(id), ':scope > button, :scope > .menu > button', 'row')
  const show = (): void => {
    const { tool, before } = store.state
    select.setAttribute('aria-pressed', String(tool === 'select'))
    measure.setAttribute('aria-pressed', String(tool === 'measure'))
    brush.setAttribute('aria-pressed', String(tool === 'brush'))
    compare.setAttribute('aria-pressed', String(before !== undefined))
  }
  store.listen(show)
  show()
}

interface Item {
  readonly label: string
  readonly note?: string
  readonly isChecked?: () => boolean
  act(): void
}

/** A button with a menu, to be used with a pointer or with keys. */
function menu(id: string, name: IconName, words: string, items: readonly Item[]): HTMLElement {
  const list = h('div', { role: 'menu', id: `${id}-menu`, 'aria-label': words, hidden: true })
  const opener = h(
    'button',
    {
      id: `tool-${id}`,
      type: 'button',
      class: 'iconic',
      'aria-label': words,
      title: words,
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
    },
    icon(name),
  )
  const buttons = items.map((item) =>
    h(
      'button',
      {
        type: 'button',
        role: item.isChecked ? 'menuitemradio' : 'menuitem',
        tabindex: '-1',
        click: () => {
          close()
          item.act()
        },
      },
      item.label,
      item.note !== undefined && h('span', { class: 'quiet' }, item.note),
    ),
  )
  list.append(...buttons)
  const open = (): void => {
    buttons.forEach((button, index) => {
      const check = items[index]?.isChecked
      if (check) button.setAttribute('aria-checked', String(check()))
    })
    list.hidden = false
    opener.setAttribute('aria-expanded', 'true')
    buttons[0]?.focus()
  }
  const close = (): void => {
    if (list.hidden) return
    list.hidden = true
    opener.setAttribute('aria-expanded', 'false')
    opener.focus()
  }
  opener.addEventListener('click', () => (list.hidden ? open() : close()))
  opener.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  })
  list.addEventListener('keydown', (event) => {
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const go = (to: number): void => buttons[(to + buttons.length) % buttons.length]?.focus()
    if (event.key === 'ArrowDown') go(at + 1)
    else if (event.key === 'ArrowUp') go(at - 1)
    else if (event.key === 'Home') go(0)
    else if (event.key === 'End') go(-1)
    else if (event.key === 'Escape') close()
    // The browser goes on from the button.
    else if (event.key === 'Tab') return close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const whole = h('div', { class: 'menu' }, opener, list)
  document.addEventListener('pointerdown', (event) => {
    if (!whole.contains(event.target as Node) && !list.hidden) {
      list.hidden = true
      opener.setAttribute('aria-expanded', 'false')
    }
  })
  return whole
}
