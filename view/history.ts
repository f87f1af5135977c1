import { byId, h, icon } from './dom.js'
import type { Link } from './link.js'
import { Refused } from './link.js'
import { SceneModel } from './scene.js'
import type { Store } from './store.js'
import type { HistoryRow } from './wire.js'

/** The commits that the strip shows. */
const MAX_SHOWN = 24

/** The strip of the last commits: each can be compared with the scene as it is; back and forth with undo and redo. */
export class History {
  readonly #store: Store
  readonly #link: Link
  readonly #strip = byId('timeline')
  readonly #compare = byId('compare')
  readonly #split = byId<HTMLInputElement>('split')
  readonly #announce: (words: string) => void
  #comparedId: string | undefined

  constructor(store: Store, link: Link, announce: (words: string) => void) {
    this.#store = store
    this.#link = link
    this.#announce = announce
    this.#split.addEventListener('input', () => store.set({ split: Number(this.#split.value) / 1_000 }))
    store.listen((state, changed) => {
      if (changed.has('history') || changed.has('isBusy') || changed.has('isReadOnly')) this.#draw()
      if (changed.has('before') || changed.has('split')) this.#drawSlider()
      if (changed.has('model') && state.model) void this.#refresh()
    })
    this.#draw()
  }

  /** Goes back or forth. */
  async move(tool: 'undo' | 'redo'): Promise<void> {
    const { isBusy, isReadOnly } = this.#store.state
    if (isReadOnly) return this.#announce('Nothing can be changed here: this view is read-only.')
    if (isBusy) return
    this.#store.set({ isBusy: true })
    try {
      const { answer } = await this.#link.call(tool)
      if (answer.success)
        this.#announce(tool === 'undo' ? 'The last change was taken back.' : 'The change was made again.')
      else
        this.#store.set({
          reverted: answer.errorInfo ?? { kind: 'refused', message: answer.error ?? `${tool} was refused` },
        })
    } catch (thrown) {
      this.#announce(thrown instanceof Error ? thrown.message : `${tool} failed.`)
    } finally {
      this.#store.set({ isBusy: false })
    }
  }

  /** Shows the scene before the last commit beside the one after it, or ends that. */
  async toggleCompare(): Promise<void> {
    if (this.#store.state.before) return this.#endCompare()
    // What the last commit changed is seen against the one before it.
    const previous = this.#store.state.history.filter(({ undone }) => undone !== true)[1]
    if (!previous) return this.#announce('There is no earlier commit to compare with.')
    await this.compareWith(previous)
  }

  async compareWith(row: HistoryRow): Promise<void> {
    if (this.#comparedId === row.id) return this.#endCompare()
    this.#comparedId = row.id
    this.#draw()
    try {
      const { scene, transactionId } = await this.#link.load(row.id)
      if (this.#comparedId !== row.id) return
      byId('before-name').textContent = `Before: ${row.message}`
      this.#store.set({ before: new SceneModel(scene, transactionId), split: 0.5 })
      this.#split.value = '500'
      this.#announce(`Compared with the scene after “${row.message}”. The slider moves the border.`)
    } catch (thrown) {
      this.#comparedId = undefined
      this.#draw()
      this.#announce(thrown instanceof Refused ? thrown.error.message : 'That scene could not be had.')
    }
  }

  #endCompare(): void {
    this.#comparedId = undefined
    this.#store.set({ before: undefined })
    this.#draw()
  }

  async #refresh(): Promise<void> {
    try {
      const { answer } = await this.#link.call('history', { limit: MAX_SHOWN })
      const { rows = [] } = (answer.data ?? {}) as { rows?: readonly HistoryRow[] }
      if (answer.success) this.#store.set({ history: rows })
    } catch {
      // The strip stays as it is; the pill tells of a lost connection.
    }
  }

  #draw(): void {
    const { history, isBusy, isReadOnly } = this.#store.state
    const oldestFirst = [...history].reverse()
    const commits = oldestFirst.map((row, index) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(this.#comparedId === row.id),
          'data-last': index === oldestFirst.length - 1,
          'data-undone': row.undone === true,
          title: `${row.message}\n${new Date(row.time).toLocaleString()}\nClick to compare with the scene after it`,
          click: () => void this.compareWith(row),
        },
        h('span', {}, row.message),
        row.undone === true && h('span', { class: 'hidden-text' }, '(undone)'),
      ),
    )
    const move = (tool: 'undo' | 'redo', words: string): HTMLElement =>
      h(
        'button',
        {
          type: 'button',
          class: 'iconic',
          id: tool,
          disabled: isBusy || isReadOnly,
          'aria-label': words,
          title: words,
          click: () => void this.move(tool),
        },
        icon(tool),
      )
    const strip = h('div', {
      id: 'commits',
      role: 'group',
      'aria-label': 'Commits, oldest first',
      tabindex: commits.length > 0 ? undefined : 0,
    })
    strip.append(...(commits.length > 0 ? commits : [h('span', { class: 'quiet' }, 'No change was committed yet.')]))
    const focused = document.activeElement?.id
    this.#strip.replaceChildren(move('undo', 'Undo (Ctrl+Z)'), move('redo', 'Redo (Ctrl+Shift+Z)'), strip)
    if (focused === 'undo' || focused === 'redo') byId(focused).focus()
    strip.scrollLeft = strip.scrollWidth
  }

  #drawSlider(): void {
    const { before, split } = this.#store.state
    this.#compare.hidden = before === undefined
    byId('handle').style.left = `${100 * split}%`
    this.#split.setAttribute('aria-valuetext', `${Math.round(100 * split)} % before`)
  }
}
