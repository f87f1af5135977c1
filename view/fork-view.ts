import { fitted, type Size } from './camera.js'
import { byId, h, icon, keepFocus, pressed } from './dom.js'
import type { Link } from './link.js'
import { markDifference } from './overlay.js'
import { paintFrom, resizeToBox } from './painter.js'
import { around } from './boxes.js'
import { differenceOf, SceneModel } from './scene.js'
import type { Store } from './store.js'
import { palette, colorMapper } from './theme.js'
import { describeRefusal, describeFailure, formatTime, isolated } from './words.js'
import type { Box, ForkWire } from './wire.js'

/** The most forks that are shown at once: more of them would be too small to compare. */
const MAX_PANES = 5

/** The most differences that a pane lists. */
const MAX_LINES = 6

/** The size of the picture in a pane in pixels where it has no box. */
const PICTURE: Size = { width: 340, height: 230 }

/** The time between two looks for forks, which other programs make and discard. */
const LOOK_MS = 8_000

/** The time for which a drawing must stay the same before forks are compared with it, since each of them is run for that. */
const QUIET_MS = 1_000

/** A pane: the drawing as it is, or as a fork has it. */
interface Pane {
  readonly element: HTMLElement
  readonly fork?: ForkWire
  model?: SceneModel | undefined
}

/** The forks of a project side by side: what each of them draws and changes, and the choice of one. */
export class ForkView {
  readonly #store: Store
  readonly #link: Link
  readonly #say: (words: string, isProblem?: boolean) => void
  readonly #dialog = byId<HTMLDialogElement>('forks')
  readonly #button: HTMLButtonElement
  #forks: readonly ForkWire[] = []
  #panes: readonly Pane[] = []
  /** Counts the times that the panes are filled, so that a late answer about earlier ones is dropped. */
  #turn = 0
  #timer = 0
  /** Why the last choice was refused: a message beside the window would be behind it. */
  readonly #refusal = h('p', { class: 'problem', role: 'alert', id: 'fork-refusal' })

  constructor(store: Store, link: Link, say: (words: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#link = link
    this.#say = say
    this.#button = h('button', {
      type: 'button',
      id: 'tool-forks',
      class: 'framed',
      'aria-haspopup': 'dialog',
      title: 'Forks of this drawing, side by side (F)',
      hidden: true,
      click: () => void this.open(),
    })
    byId('timeline').append(this.#button)
    if (!link.hand) return
    store.listen((_, changed) => {
      if (changed.has('live')) void this.#look()
      if (!this.#dialog.open) return
      if (changed.has('live') || changed.has('theme')) this.#paint()
      if (changed.has('live')) this.#fillSoon()
    })
    document.addEventListener('visibilitychange', () => void this.#look())
    setInterval(() => void this.#look(), LOOK_MS)
  }

  /** Opens the panes, if there are forks. */
  async open(): Promise<void> {
    if (!this.#link.hand) return
    const failure = await this.#look()
    if (failure !== undefined) return this.#say(describeFailure(failure, 'The forks were not read'), true)
    if (this.#forks.length === 0) return this.#say('There are no forks: scenewright fork NAME makes one.')
    // Another window was opened meanwhile.
    if (document.querySelector('dialog[open]:not(#forks)')) return
    this.#refusal.textContent = ''
    if (!this.#dialog.open) this.#dialog.showModal()
    await this.#fill()
  }

  /** Looks which forks there are; returns what was thrown if that failed. */
  async #look(): Promise<unknown> {
    if (document.visibilityState === 'hidden' || !this.#link.hand) return undefined
    const known = namesOf(this.#forks)
    try {
      this.#forks = await this.#link.hand.forks()
    } catch (thrown) {
      return thrown
    }
    const count = this.#forks.length
    this.#button.hidden = count === 0
    this.#button.textContent = count === 1 ? '1 fork' : `${count} forks`
    // Another page, or a command, may have made or discarded one.
    if (!this.#dialog.open || namesOf(this.#forks) === known) return undefined
    if (count === 0) this.#dialog.close()
    else if (!this.#store.state.isBusy) void this.#fill()
    return undefined
  }

  /** Compares the forks again with a drawing that has changed, when it has been the same for a while. */
  #fillSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      if (this.#dialog.open && !this.#store.state.isBusy) void this.#fill()
    }, QUIET_MS)
  }

  /** Fills the panes one after the other: each is a run of its own. */
  async #fill(): Promise<void> {
    const { hand } = this.#link
    const turn = (this.#turn += 1)
    const shown = this.#forks.slice(0, MAX_PANES)
    const now: Pane = {
      element: this.#pane('Current drawing', 'The drawing that every fork is compared with'),
      model: this.#store.state.live,
    }
    this.#panes = [now, ...shown.map((fork) => ({ fork, element: this.#forkPane(fork) }))]
    const more = this.#forks.length - shown.length
    const close = h(
      'button',
      { type: 'button', class: 'iconic', 'aria-label': 'Close', click: () => this.#dialog.close() },
      icon('close'),
    )
    const parts = [
      h('div', { class: 'heading' }, h('h2', { id: 'forks-title' }, 'Forks'), close),
      this.#refusal,
      h('div', { class: 'panes' }, ...this.#panes.map(({ element }) => element)),
      ...(more > 0 ? [h('p', { class: 'quiet' }, `${more} more are shown when some of these are discarded.`)] : []),
    ]
    keepFocus(this.#dialog, () => this.#dialog.replaceChildren(...parts), close)
    // A dialog that was opened empty has the focus itself.
    if (document.activeElement === this.#dialog) close.focus()
    this.#paint()
    for (const pane of this.#panes) {
      const { fork, element } = pane
      if (!fork || !hand) continue
      const place = element.querySelector<HTMLElement>('.differences')
      try {
        const { drawing, scene } = await hand.fork(fork.name)
        if (turn !== this.#turn) return
        pane.model = new SceneModel(scene, fork.name)
        const lines = drawing.slice(0, MAX_LINES)
        const rest = drawing.length - lines.length
        place?.replaceChildren(
          ...(lines.length === 0 ? ['Draws the same.'] : lines).map((line) => h('li', {}, isolated(line))),
          ...(rest > 0 ? [h('li', { class: 'quiet' }, `and ${rest} more`)] : []),
        )
      } catch (thrown) {
        if (turn !== this.#turn) return
        place?.replaceChildren(h('li', { class: 'problem' }, describeFailure(thrown, 'It could not be drawn')))
        const keep = element.querySelector<HTMLButtonElement>('[data-keep]')
        // The merge would refuse it.
        if (keep) keep.disabled = true
      }
      this.#paint()
    }
  }

  #pane(name: string, words: string, ...more: (HTMLElement | false)[]): HTMLElement {
    const canvas = h('canvas', { 'aria-hidden': 'true' })
    return h(
      'section',
      { class: 'pane', 'aria-label': name },
      h('h3', { title: name }, name),
      h('p', { class: 'quiet' }, words),
      canvas,
      ...more,
    )
  }

  #forkPane(fork: ForkWire): HTMLElement {
    const { name, message, madeAt, isMerged } = fork
    const made = formatTime(new Date(madeAt).toISOString())
    const words = [message, `made ${made}`, isMerged && 'merged'].filter(Boolean).join(' · ')
    const choose = (id: string, label: string, choice: 'keep' | 'discard', isPrimary: boolean): HTMLButtonElement => {
      const button = h(
        'button',
        {
          type: 'button',
          class: isPrimary ? 'primary' : 'framed',
          [`data-${id}`]: name,
          'aria-label': `${label}: ${name}`,
          click: pressed(() => {
            // Nothing brings a discarded fork back.
            const isAsked = choice === 'keep' || button.dataset['asked'] !== undefined
            if (isAsked) return this.#choose(fork, choice)
            button.dataset['asked'] = 'true'
            button.textContent = 'Discard for good?'
            button.setAttribute('aria-label', `Discard for good? ${name}`)
          }),
        },
        label,
      )
      return button
    }
    const isReadOnly = this.#store.state.isReadOnly
    return this.#pane(
      name,
      words,
      h('ul', { class: 'differences', 'aria-label': `What ${name} changes` }, h('li', { class: 'quiet' }, 'Running …')),
      !isReadOnly &&
        h(
          'div',
          { class: 'ways' },
          choose('keep', 'Keep this one', 'keep', true),
          choose('discard', 'Discard', 'discard', false),
        ),
    )
  }

  async #choose({ name }: ForkWire, choice: 'keep' | 'discard'): Promise<void> {
    const { hand } = this.#link
    if (!hand || this.#store.state.isBusy) return
    this.#store.set({ isBusy: true })
    this.#refusal.textContent = ''
    try {
      const { answer } = await hand.chooseFork(name, choice)
      if (!answer.success) this.#refusal.textContent = describeRefusal(answer)
      else this.#say(choice === 'keep' ? `Kept: ${name}. Undo reverses the merge.` : `Discarded: ${name}.`)
    } catch (thrown) {
      this.#refusal.textContent = describeFailure(thrown, 'The choice was not carried out')
    } finally {
      this.#store.set({ isBusy: false })
    }
    await this.#look()
    // The question whether to discard was answered.
    if (this.#dialog.open) await this.#fill()
  }

  /** Paints all panes from the same place, so that they can be compared. */
  #paint(): void {
    const { live, theme } = this.#store.state
    const [now] = this.#panes
    if (now) now.model = live
    const all = this.#panes.flatMap(({ model }): Box[] => {
      const box = model?.boundsWithout(model.hiddenLayers)
      return box ? [box] : []
    })
    if (all.length === 0) return
    const box = around(all)
    for (const { element, model } of this.#panes) {
      const canvas = element.querySelector('canvas')
      const context = canvas?.getContext('2d')
      if (!canvas || !context || !model) continue
      const ratio = resizeToBox(canvas, PICTURE)
      const camera = fitted(box, canvas)
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, canvas.width, canvas.height)
      paintFrom(canvas, model, { hidden: model.hiddenLayers, shown: colorMapper(theme), hairline: ratio }, camera)
      if (!live || model === live) continue
      context.setTransform(1, 0, 0, 1, 0, 0)
      const size = { width: canvas.width, height: canvas.height }
      markDifference({ context, camera, size, ratio: 1, palette: palette() }, live, model, differenceOf(live, model))
    }
  }
}

function namesOf(forks: readonly ForkWire[]): string {
  return JSON.stringify(forks.map(({ name }) => name))
}
