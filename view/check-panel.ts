import { byId, h, isVisible, keepFocus } from './dom.js'
import type { Link } from './link.js'
import { closePanel, openPanel } from './panels.js'
import { rove } from './roving.js'
import type { Stage } from './stage.js'
import { askedCommit, type State, type Store } from './store.js'
import { countOf, describeFailure, describeProfile, describeRefusal, formatNames } from './words.js'
import type { FindingWire, RuleWire } from './wire.js'

const PROFILES = [
  ['', 'Profile of the project'],
  ['laser', 'Laser'],
  ['cnc', 'CNC'],
  ['print', 'Print'],
  ['drawing', 'Technical drawing'],
] as const

/** The most findings that are requested: a longer list is not read to its end. */
const MAX_FINDINGS = 200

const MAX_RULES = 200

/** Larger drawings are only checked on request: it takes a while, and other calls wait meanwhile. */
const MAX_CHECKED_LEAVES = 20_000

/** A changing drawing is checked after it has been stable for this long. */
const QUIET_MS = 400

/** The page of findings in the project's answer. */
interface LintData {
  readonly profile: string
  readonly findings: readonly FindingWire[]
  readonly total: number
  readonly errors: number
}

/**
 * The findings of the check, and the rules of the drawing: a badge with the numbers, a list, and marks on the drawing while
 * the list is open.
 */
export class CheckPanel {
  readonly #store: Store
  readonly #link: Link
  readonly #stage: Stage
  readonly #badge = byId<HTMLButtonElement>('check-badge')
  readonly #part = byId('check-part')
  readonly #found = byId('findings')
  readonly #rules = byId('rules')
  readonly #words = byId('check-words')
  readonly #hear: (words: string) => void
  #profile = ''
  /** The version of the scene and the profile of the numbers. */
  #checked = ''
  #data: LintData | undefined
  /** The findings whose rows are shown, as JSON. */
  #drawn = '[]'
  #timer = 0
  /** Counts the checks, so that a late answer is dropped. */
  #turn = 0

  /** `hear` receives the outcome, for screen readers. */
  constructor(store: Store, link: Link, stage: Stage, hear: (words: string) => void) {
    this.#store = store
    this.#link = link
    this.#stage = stage
    this.#hear = hear
    rove(this.#found, 'button', 'column')
    this.#badge.addEventListener('click', () => this.toggle())
    const profile = byId<HTMLSelectElement>('check-profile')
    profile.append(...PROFILES.map(([value, words]) => h('option', { value }, words)))
    profile.addEventListener('change', () => {
      this.#profile = profile.value
      this.#soon(0)
    })
    // The key that opened the list closes it again: a browser would take it for the first letter of a profile.
    profile.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !['c', 'Escape'].includes(event.key)) return
      event.preventDefault()
      event.stopPropagation()
      this.toggle()
    })
    store.listen((state, changed) => {
      // What is only looked at is nothing that the server could check.
      const isOther = changed.has('live') || changed.has('connection') || changed.has('isPreview')
      if (isOther && !state.isPreview) this.#hearOfScene(state)
      if (changed.has('past') || changed.has('before')) this.#mark()
    })
  }

  get #isOpen(): boolean {
    return !this.#part.hidden
  }

  toggle(): void {
    if (this.#badge.hidden) return
    // In a narrow window it may be open in a panel that is not.
    const opens = !isVisible(this.#part)
    keepFocus(this.#part, () => (this.#part.hidden = !opens))
    this.#badge.setAttribute('aria-expanded', String(opens))
    if (opens) openPanel('left')
    else closePanel('left')
    if (opens) {
      // Limits in the project's lint.json may be others than at the last check.
      this.#checked = ''
      this.#soon(0)
      byId('check-profile').focus()
    }
    this.#mark()
  }

  #hearOfScene({ live, connection }: State): void {
    // A saved file has no server, and through a host each question would be a visible call.
    this.#badge.hidden = !this.#link.hand || connection === 'file' || (live?.leaves.length ?? 0) === 0
    if (this.#badge.hidden || !live) return
    if (this.#isOpen || live.leaves.length <= MAX_CHECKED_LEAVES) return this.#soon()
    this.#data = undefined
    this.#showBadge('Check', '')
  }

  #soon(quietMs = QUIET_MS): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => void this.#check(), quietMs)
  }

  async #check(): Promise<void> {
    const { live } = this.#store.state
    const key = `${live?.version} ${this.#profile}`
    if (!live || key === this.#checked) return this.#draw()
    // An answer that comes after a later question is dropped.
    const turn = (this.#turn += 1)
    try {
      const profile = this.#profile === '' ? {} : { profile: this.#profile }
      // The check is of the present drawing, whatever is looked at.
      const commit = askedCommit({ ...this.#store.state, past: undefined })
      const at = commit === undefined ? {} : { at: commit }
      // Both questions are sent before either is awaited.
      const asked = this.#link.call('inspect', { view: 'lint', limit: MAX_FINDINGS, ...profile, ...at })
      const [{ answer }, { answer: ruled }] = await Promise.all([
        asked,
        this.#link.call('inspect', { view: 'rules', limit: MAX_RULES, ...at }),
      ])
      if (turn !== this.#turn) return
      if (!answer.success) throw new Error(describeRefusal(answer))
      this.#data = answer.data as LintData
      this.#checked = key
      this.#drawRules(ruled.success ? ((ruled.data as { rows?: readonly RuleWire[] }).rows ?? []) : [])
      this.#draw()
    } catch (thrown) {
      if (turn !== this.#turn) return
      this.#data = undefined
      this.#checked = ''
      this.#showBadge('Not checked', '')
      this.#words.textContent = describeFailure(thrown, 'The drawing was not checked')
      this.#drawFindings([])
      this.#mark()
    }
  }

  #draw(): void {
    const data = this.#data
    if (!data) return
    const { errors, total, profile, findings } = data
    const warnings = total - errors
    const words =
      total === 0 ? 'Clean' : [countOf(errors, 'error'), countOf(warnings, 'warning')].filter(Boolean).join(', ')
    this.#showBadge(words, errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'clean')
    const more = total > findings.length ? `, ${findings.length} listed` : ''
    this.#words.textContent = `${total === 0 ? 'Nothing to send back' : `${words}${more}`}, checked ${describeProfile(profile)}.`
    this.#drawFindings(findings)
    this.#mark()
  }

  #drawFindings(findings: readonly FindingWire[]): void {
    // Rows that stay keep their elements: a press on a row that another replaces before the release is no click.
    const drawn = JSON.stringify(findings)
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    const focused = document.activeElement?.getAttribute('data-finding')
    this.#found.replaceChildren(...findings.map((finding, index) => this.#row(finding, index)))
    // Redrawing the rows would lose the focus of a person who walks through them by keys.
    if (focused != null) this.#found.querySelector<HTMLElement>(`[data-finding="${focused}"]`)?.focus()
  }

  #showBadge(words: string, state: string): void {
    // Announced only while the panel is open: at every edit it would be noise.
    if (this.#badge.textContent !== words && state !== '' && this.#isOpen) this.#hear(`Check: ${words}`)
    this.#badge.textContent = words
    this.#badge.dataset['found'] = state
    this.#badge.title = 'What a workshop would send back (C)'
    this.#badge.setAttribute('aria-label', `Check: ${words}`)
  }

  #row(finding: FindingWire, index: number): HTMLElement {
    const { message, rule, severity } = finding
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          class: `finding ${severity}`,
          'data-finding': index,
          'data-rule': rule,
          click: () => this.#go(finding),
        },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, severity === 'error' ? '!' : '–'),
        h(
          'span',
          { class: 'words' },
          h('span', { class: 'hidden-text' }, severity),
          message,
          h('span', { class: 'count' }, [rule, formatNames(finding)].filter(Boolean).join(' · ')),
        ),
      ),
    )
  }

  /** Shows the place of a finding, and selects its entities. */
  #go(finding: FindingWire): void {
    const { model } = this.#store.state
    const selected = finding.entities.filter((name) => model?.find(name))
    this.#store.set({ selected, place: finding.at })
    this.#stage.showPlace(finding.at, selected)
  }

  #drawRules(rows: readonly RuleWire[]): void {
    byId('rules-title').hidden = rows.length === 0
    this.#rules.replaceChildren(...rows.map((rule) => this.#rule(rule)))
    const { live } = this.#store.state
    const broken = rows
      .filter(isBroken)
      .flatMap(({ entities = [] }) => entities.flatMap((name) => live?.find(name) ?? []))
    if (broken.length > 0) this.#stage.markViolations(broken)
  }

  #rule(rule: RuleWire): HTMLElement {
    const { name, message, file, line, margin, broken } = rule
    const details = [...(margin === undefined ? [] : [margin]), `${file}:${line}`]
    return h(
      'li',
      { class: isBroken(rule) ? 'rule broken' : 'rule', title: broken ?? message ?? name },
      h('span', { class: 'sign', 'aria-hidden': 'true' }, isBroken(rule) ? '!' : '✓'),
      h(
        'span',
        { class: 'words' },
        h('span', { class: 'hidden-text' }, isBroken(rule) ? 'Broken:' : 'Kept:'),
        name,
        broken !== undefined && h('span', { class: 'broken-words' }, broken),
        h('span', { class: 'count' }, details.join(' · ')),
      ),
    )
  }

  /** Marks the places on the drawing while the list is open and the current scene is shown. */
  #mark(): void {
    const { past, before } = this.#store.state
    const isShown = this.#isOpen && !past && !before
    this.#store.set({ findings: isShown ? (this.#data?.findings ?? []) : [], ...(!isShown && { place: undefined }) })
  }
}

function isBroken({ broken }: RuleWire): boolean {
  return broken !== undefined
}
