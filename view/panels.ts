import { byId, h, icon, isVisible } from './dom.js'

/** The panels beside the drawing. In a narrow window one of them at a time is shown, and takes a part of the drawing's room. */
type Side = 'left' | 'right'

const SIDES: readonly Side[] = ['left', 'right']

/** Shows a panel in place of the other one, where only one has room. */
export function openPanel(side: Side): void {
  if (isNarrow()) show(side)
}

/** Hides a panel where only one has room. If the focus was in it, the button that shows it gets the focus. */
export function closePanel(side: Side): void {
  if (!isOpen(side)) return
  const hadFocus = byId(side).contains(document.activeElement)
  show(undefined)
  if (!hadFocus) return
  const opener = openers().find((button) => button.dataset['panel'] === side)
  if (opener && isVisible(opener)) opener.focus()
}

/** The button that shows a panel in a narrow window, and hides it again; the panel gets one that hides it. */
export function panelButton(side: Side, words: string): HTMLButtonElement {
  const panel = byId(side)
  panel.prepend(
    h(
      'button',
      {
        type: 'button',
        class: 'iconic narrow-only close-panel',
        'aria-label': `Close ${words}`,
        click: () => closePanel(side),
      },
      icon('close'),
    ),
  )
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isNarrow() || !isOpen(side)) return
    event.preventDefault()
    event.stopPropagation()
    closePanel(side)
  })
  return h(
    'button',
    {
      type: 'button',
      class: 'iconic narrow-only',
      'data-panel': side,
      'aria-label': words,
      title: words,
      'aria-controls': side,
      'aria-expanded': 'false',
      click: () => (isOpen(side) ? closePanel(side) : openPanel(side)),
    },
    icon(side === 'left' ? 'objects' : 'details'),
  )
}

/** True where the panels are opened one by one. */
function isNarrow(): boolean {
  return openers().some(isVisible)
}

function isOpen(side: Side): boolean {
  return byId(side).classList.contains('open')
}

function show(open: Side | undefined): void {
  for (const side of SIDES) byId(side).classList.toggle('open', side === open)
  for (const button of openers()) button.setAttribute('aria-expanded', String(button.dataset['panel'] === open))
}

function openers(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-panel]')]
}
