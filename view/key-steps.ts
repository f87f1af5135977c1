/** The handlers for values that keys step through. */
interface KeySteps {
  /** Takes the value. It runs at once for a pointer, and for letters that were typed. */
  take(): void
  /** Shows what a value would be that is not taken yet. */
  look?(): void
  /** Returns to the value before the keys. */
  giveUp(): void
  /** How long keys rest before the value is taken. Without it, Enter takes the value. */
  readonly restMs?: number
  /** True if a pending value is given up, and not taken, when the control loses the focus. */
  readonly isLeft?: boolean
}

/** True for a box with letters that were not submitted yet. `data-shown` is what the page has set. */
export function isTyping(input: HTMLInputElement): boolean {
  if (input !== document.activeElement || input.type === 'range') return false
  return input.value !== (input.dataset['shown'] ?? input.defaultValue)
}

/** Lets Escape return a box to the value of the drawing from letters that were typed and not taken. A browser only empties some boxes. */
export function listenToEscape(box: HTMLInputElement, value: () => string): void {
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || box.value === value()) return
    event.preventDefault()
    event.stopPropagation()
    box.value = box.dataset['shown'] = value()
  })
}

/** The keys that set another value in a slider or a closed list. A list also goes to the letters that are typed. */
const STEPS: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

/**
 * Takes what a person sets with a slider, a list or a box. Each press of an arrow key is a change to a browser: a person who
 * steps from the first of ten values to the last would make ten commits, or leave for another project at the second. A value set by
 * keys is only shown, and taken with Enter, when the control is left, or when the keys rest; Escape gives it up.
 */
export function listenToSteps(control: HTMLInputElement | HTMLSelectElement, steps: KeySteps): void {
  let isByKey = false
  let isWaiting = false
  let timer = 0
  const end = (outcome: () => void): void => {
    clearTimeout(timer)
    isWaiting = false
    outcome()
  }
  const take = (): void => end(() => steps.take())
  control.addEventListener('keydown', (event: Event) => {
    const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
    const isModified = ctrlKey || metaKey || altKey
    // A pending value is no commit yet: undo would reverse the previous one.
    const isUndo = (ctrlKey || metaKey) && key.toLowerCase() === 'z'
    if (isWaiting && (key === 'Enter' || key === 'Escape' || isUndo)) {
      event.preventDefault()
      event.stopPropagation()
      if (key === 'Enter') take()
      else end(() => steps.giveUp())
    } else if (!isModified && (STEPS.has(key) || (control instanceof HTMLSelectElement && /^\S$/.test(key)))) {
      // The change comes within this event, where there is one.
      isByKey = true
      setTimeout(() => (isByKey = false))
    }
  })
  control.addEventListener('change', () => {
    if (!isByKey) return take()
    isWaiting = true
    steps.look?.()
    clearTimeout(timer)
    if (steps.restMs !== undefined) timer = window.setTimeout(take, steps.restMs)
  })
  // Typing and dragging continue from the value that the keys have set.
  control.addEventListener('input', () => {
    if (isByKey) return
    clearTimeout(timer)
    isWaiting = false
  })
  control.addEventListener('blur', () => isWaiting && end(() => (steps.isLeft ? steps.giveUp() : steps.take())))
}
