import { byId, h, icon } from './dom.js'
import { isTyping } from './key-steps.js'
import type { Stage } from './stage.js'
import type { Store } from './store.js'

/** The actions of keys outside of the drawing. */
interface KeyActions {
  search(): void
  step(by: 1 | -1): void
  stepCommit(by: 1 | -1): void
  /** Cancels a drag of the pointer; false if there is none. */
  letGo(): boolean
  endPast(): void
  compare(): void
  sheet(): void
  check(): void
  export(): void
  forks(): void
  console(): void
  note(): void
  undo(): void
  redo(): void
}

/** The pixels of one press of an arrow key, four times as many with Shift: of the drawing, and of the cross. */
const PAN_PIXELS = 48
const CURSOR_PIXELS = 8

const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ['↑ ↓ ← →', 'Move the drawing; with Shift further. While measuring: move the cross'],
  ['+ −', 'Zoom in and out'],
  ['0', 'Show everything'],
  ['Enter', 'Zoom to the selection. While measuring: set a point'],
  ['[ ]', 'Select the previous or the next object'],
  [', .', 'Show the previous or the next commit'],
  ['Esc', 'Clear the selection, stop measuring or comparing, return from an earlier commit'],
  ['V', 'Select'],
  ['M', 'Measure; the cross snaps to ends, middles and centres'],
  ['P', 'Mark with a brush what a note is about: over it, or around it'],
  ['Shift', 'With a click: add to the selection; with a drag: select what lies in the box'],
  ['B', 'Before and after the last change'],
  ['S', 'The drawing, or its sheet as it prints'],
  ['C', 'What a workshop would send back, and the rules'],
  ['E', 'Export with a preview'],
  ['F', 'The forks of the project, side by side'],
  ['/', 'Search the objects'],
  ['N', 'Write to the agent; Ctrl Enter sends it'],
  ['L', 'Console'],
  ['Ctrl Z', 'Undo; with Shift redo'],
  ['← → Enter', 'In the strip of commits: choose one, look at it. Space compares it, with Shift two of them'],
  ['↑ ↓ Space', 'In the list of objects: go to one, select it; with Shift add it. ← and → close and open a group'],
  ['↑ ↓', 'At a value: set the next one. It is taken when you stop, and one of a list with Enter; Esc gives it up'],
  ['← → Home End', 'In a row of buttons and among the sheets, and ↑ ↓ in a list: go from one to another'],
  ['?', 'This list'],
]

/** The keys of what a file cannot do. */
const SERVED_KEYS: readonly string[] = ['p', 'b', 'c', 'e', 'f', 'n', 'l', ',', '.']

/** Handles keys: keys of the drawing while it has the focus, all other keys anywhere except in a text field. */
export function listenToKeys(store: Store, stage: Stage, actions: KeyActions): void {
  stage.canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (onCanvas(event, store, stage)) {
      event.preventDefault()
      event.stopPropagation()
    }
  })
  // A key that is held down would press a button again and again, and then another one that is in its place.
  document.addEventListener('keydown', (event) => {
    if (event.repeat && event.key === 'Enter' && event.target instanceof HTMLButtonElement) event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement
    if (document.querySelector('dialog[open]')) return
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
    const isOfText = target.matches('textarea, select, input:not([type="range"]):not([type="checkbox"])')
    if (isOfText && !(isUndo && hasNothingTyped(target))) return
    if (isUndo) {
      event.preventDefault()
      // A key that is held down repeats faster than changes are undone, and the changes would continue after its release.
      if (event.repeat && store.state.isBusy) return
      return event.shiftKey ? actions.redo() : actions.undo()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // With Caps Lock the letters are capitals. The names of other keys, such as Escape, have several.
    const key = event.key.length === 1 && !event.shiftKey ? event.key.toLowerCase() : event.key
    if (store.state.connection === 'file' && SERVED_KEYS.includes(key)) return
    if (anywhere(key, store, actions)) event.preventDefault()
  })
}

/** True for a list, and for a box whose number has been taken: they have no letters to undo, and the last change is meant. */
function hasNothingTyped(target: HTMLElement): boolean {
  if (target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && target.type === 'number' && !isTyping(target)
}

function onCanvas({ key, shiftKey }: KeyboardEvent, store: Store, stage: Stage): boolean {
  const arrow = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key]
  const isMeasuring = store.state.tool === 'measure'
  if (arrow) {
    const [x = 0, y = 0] = arrow
    const by = (isMeasuring ? CURSOR_PIXELS : PAN_PIXELS) * (shiftKey ? 4 : 1)
    if (isMeasuring) stage.moveCursor(-x * by, -y * by)
    else stage.panBy(x * by, y * by)
    return true
  }
  if (key === 'Enter' || (key === ' ' && isMeasuring)) {
    if (isMeasuring) stage.setPoint()
    else stage.zoomToSelection()
    return true
  }
  if (key === '+' || key === '=') stage.zoomBy(1.4)
  else if (key === '-' || key === '_') stage.zoomBy(1 / 1.4)
  else if (key === '0') stage.fit()
  else return false
  return true
}

function anywhere(key: string, store: Store, actions: KeyActions): boolean {
  switch (key) {
    case '[':
      actions.step(-1)
      return true
    case ']':
      actions.step(1)
      return true
    case 'Escape':
      if (actions.letGo()) return true
      if (store.state.measured.length > 0) store.set({ measured: [] })
      else if (store.state.tool !== 'select') store.set({ tool: 'select', strokes: [] })
      else if (store.state.before) actions.compare()
      else if (store.state.past) actions.endPast()
      else store.set({ selected: [] })
      return true
    case ',':
      actions.stepCommit(-1)
      return true
    case '.':
      actions.stepCommit(1)
      return true
    case 'v':
      store.set({ tool: 'select', measured: [], strokes: [] })
      return true
    case 'm':
      store.set({ tool: store.state.tool === 'measure' ? 'select' : 'measure', measured: [], strokes: [] })
      return true
    case 'p':
      store.set({ tool: store.state.tool === 'brush' ? 'select' : 'brush', measured: [], strokes: [] })
      return true
    case 'b':
      actions.compare()
      return true
    case 's':
      actions.sheet()
      return true
    case 'c':
      actions.check()
      return true
    case 'e':
      actions.export()
      return true
    case 'f':
      actions.forks()
      return true
    case '/':
      actions.search()
      return true
    case 'n':
      actions.note()
      return true
    case 'l':
      actions.console()
      return true
    case '?':
      showHelp()
      return true
  }
  return false
}

/** Opens the list of keys. */
export function showHelp(): void {
  const dialog = byId<HTMLDialogElement>('help')
  const isFile = document.documentElement.dataset['connection'] === 'file'
  const isHere = (keys: string): boolean =>
    !isFile || !(SERVED_KEYS.includes(keys.toLowerCase()) || [', .', 'Ctrl Z', '← → Enter', '↑ ↓'].includes(keys))
  const rows = KEYS.filter(([keys]) => isHere(keys)).map(([keys, words]) =>
    h('div', {}, h('dt', {}, ...keys.split(' ').map((key) => h('kbd', {}, key))), h('dd', {}, words)),
  )
  dialog.replaceChildren(
    h(
      'div',
      { class: 'heading' },
      h('h2', { id: 'help-title' }, 'Keys'),
      h(
        'button',
        { type: 'button', class: 'iconic', 'aria-label': 'Close', click: () => dialog.close() },
        icon('close'),
      ),
    ),
    h('dl', {}, ...rows),
  )
  dialog.showModal()
}
