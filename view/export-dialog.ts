import { fitted, toScreen } from './camera.js'
import { byId, h, icon, formatNumber, formatScale, keepFocus, pressed, setChildren } from './dom.js'
import type { Desk, Link } from './link.js'
import { lineSample } from './layers.js'
import { paintSmall, resizeToBox } from './painter.js'
import { SceneModel } from './scene.js'
import type { Store } from './store.js'
import { colorMapper } from './theme.js'
import { countOf, describeFailure, describeProfile, formatNames, isolated } from './words.js'
import type { Box, ExportPreview, ExportWish, FindingWire, LayerUse, LayerWire } from './wire.js'

/** The kinds of files, each with its options. */
const FORMATS = [
  { format: 'dxf', words: 'DXF, for CAD and laser', options: ['layers', 'units', 'text', 'dedupe'] },
  { format: 'svg', words: 'SVG, for the web and laser', options: ['layers', 'page', 'dedupe'] },
  { format: 'pdf', words: 'PDF, at true scale', options: ['layers', 'page'] },
  { format: 'png', words: 'PNG, a picture', options: ['layers', 'page'] },
] as const

const USES: readonly (readonly [use: LayerUse, words: string])[] = [
  ['keep', 'As drawn'],
  ['cut', 'Cut'],
  ['engrave', 'Engrave'],
  ['score', 'Score'],
  ['omit', 'Leave out'],
]

const UNITS = ['mm', 'cm', 'm', 'in', 'ft'] as const
const PAGES = ['A4', 'A3', 'A2', 'A1', 'A0', 'A5', 'Letter', 'Legal', 'Tabloid'] as const
const SCALES = ['10:1', '5:1', '2:1', '1:1', '1:2', '1:5', '1:10', '1:20', '1:50', '1:100', '1:200', '1:500'] as const

/** The size of the picture in pixels of the page where it has no box. */
const PICTURE = { width: 560, height: 380 }

/** While a person types, the file is not made for every letter. */
const QUIET_MS = 250

/** The most findings in the list, for a quick look; the panel has all of them. */
const MAX_LISTED = 4

/** The half of the side of the mark of a finding, in pixels. */
const MARK_PIXELS = 6

/**
 * The preview of a file before its download. Every choice makes the file; the picture shows its contents, and exactly this
 * file is downloaded.
 */
export class ExportDialog {
  readonly #store: Store
  readonly #desk: Desk | undefined
  readonly #notify: (message: string, isProblem?: boolean) => void
  readonly #dialog = byId<HTMLDialogElement>('export')
  readonly #uses = new Map<string, LayerUse>()
  #format = 'dxf'
  #kerf = 0
  #units = ''
  #text: ExportWish['text'] = 'outlines'
  #dedupe = true
  #page = ''
  #orientation: 'portrait' | 'landscape' = 'landscape'
  #scale = ''
  #timer = 0
  #asked = new AbortController()
  #preview: ExportPreview | undefined
  #parts: Parts | undefined
  /** The controls by what they depend on: those that depend on the same stay where the drawing changes. */
  #controls: ReadonlyMap<string, HTMLElement> = new Map()

  constructor(store: Store, link: Link, notify: (message: string, isProblem?: boolean) => void) {
    this.#store = store
    this.#desk = link.desk
    this.#notify = notify
    // The server stops making a file that is no longer wanted. The event comes after the end of the dialog, which may be open again.
    this.#dialog.addEventListener('close', () => {
      if (!this.#dialog.open) this.#asked.abort()
    })
    // A drawing that changes meanwhile is updated.
    store.listen((_, changed) => {
      const isBack = changed.has('connection') && store.state.connection === 'live'
      if ((changed.has('live') || isBack) && this.#dialog.open) this.#draw()
    })
  }

  get canOpen(): boolean {
    return this.#desk !== undefined
  }

  open(): void {
    if (!this.#desk || document.querySelector('dialog[open]')) return
    if (!this.#store.state.live) return this.#notify('There is nothing to export yet.')
    this.#build()
    this.#draw()
    this.#dialog.showModal()
    byId('export-format').focus()
  }

  #build(): void {
    const parts = partsOf()
    this.#controls = new Map()
    this.#parts = parts
    parts.download.addEventListener(
      'click',
      pressed(() => this.#download()),
    )
    const close = h(
      'button',
      { type: 'button', class: 'iconic', 'aria-label': 'Close', click: () => this.#dialog.close() },
      icon('close'),
    )
    this.#dialog.replaceChildren(
      h('div', { class: 'heading' }, h('h2', { id: 'export-title' }, 'Export'), close),
      h(
        'div',
        { class: 'export' },
        parts.form,
        h(
          'div',
          { class: 'shown' },
          parts.canvas,
          parts.summary,
          h('div', { class: 'row' }, parts.state, parts.download),
        ),
      ),
    )
  }

  #draw(): void {
    const { live } = this.#store.state
    if (!live) return this.#dialog.close()
    const form = this.#parts?.form
    if (!form) return
    const known = this.#controls
    const controls = new Map<string, HTMLElement>()
    const control: Control = (key, make) => {
      const name = JSON.stringify(key)
      const element = known.get(name) ?? make()
      controls.set(name, element)
      return element
    }
    this.#controls = controls
    const [first] = form.querySelectorAll<HTMLElement>('select')
    keepFocus(form, () => setChildren(form, this.#fields(live, control)), first)
    this.#ask(0)
  }

  /** The controls that the format, the layers and the choices so far call for. */
  #fields(live: SceneModel, control: Control): HTMLElement[] {
    const redraw = (): void => this.#draw()
    const uses = control(['uses'], () => h('div', { class: 'uses' }))
    const rows = usedLayers(live).map(([layer, count]) =>
      control(['use', layer, count, this.#store.state.theme], () => this.#layerRow(layer, count)),
    )
    setChildren(uses, rows)
    const formats = FORMATS.map(({ format, words }) => [format, words] as const)
    const fields = [
      control(['format'], () =>
        field(
          'Kind of file',
          choice('export-format', formats, this.#format, (format) => (this.#format = format), redraw),
        ),
      ),
      control(['layers'], () => h('h3', {}, 'Layers')),
      uses,
    ]
    // The width of the cut means nothing without a layer to cut.
    const isCut = usedLayers(live).some(([layer]) => this.#useOf(layer) === 'cut')
    if (isCut) {
      fields.push(control(['kerf'], () => field('Kerf, the width of the cut in mm', this.#kerfBox())))
    }
    if (this.#has('units')) {
      const own = live.wire.units
      const units = [['', `As drawn (${own})`], ...UNITS.filter((unit) => unit !== own).map((unit) => [unit, unit])]
      const set = (unit: string): string => (this.#units = unit)
      const list = (): HTMLElement => choice('export-units', units, this.#units, set, () => this.#ask(0))
      fields.push(control(['units', own], () => field('Unit of lengths', list())))
    }
    if (this.#has('text')) {
      const texts = [
        ['outlines', 'Outlines'],
        ['text', 'Editable text'],
      ] as const
      const set = (text: string): string => (this.#text = text as ExportWish['text'])
      const list = (): HTMLElement => choice('export-text', texts, this.#text, set, () => this.#ask(0))
      fields.push(control(['text'], () => field('Texts', list())))
    }
    if (this.#has('dedupe')) fields.push(control(['dedupe'], () => this.#dedupeTick()))
    if (this.#has('page')) fields.push(...this.#pageFields(live, control))
    return fields
  }

  #kerfBox(): HTMLElement {
    const kerf = h('input', { id: 'export-kerf', type: 'number', min: 0, max: 50, step: 'any', value: this.#kerf })
    kerf.addEventListener('input', () => {
      const value = kerf.value === '' ? 0 : kerf.valueAsNumber
      // Of letters that are no number a browser gives nothing, as of an empty box.
      const isNumber = !kerf.validity.badInput && value >= 0 && value <= 50
      if (!isNumber) return this.#complain('The kerf is from 0 to 50 mm.')
      this.#kerf = value
      this.#ask()
    })
    return kerf
  }

  #dedupeTick(): HTMLElement {
    const tick = h('input', { id: 'export-dedupe', type: 'checkbox', checked: this.#dedupe })
    tick.addEventListener('change', () => {
      this.#dedupe = tick.checked
      this.#ask(0)
    })
    return h(
      'label',
      { class: 'tick', for: 'export-dedupe' },
      tick,
      h('span', {}, 'Leave out lines that are drawn twice'),
    )
  }

  #pageFields(live: SceneModel, control: Control): HTMLElement[] {
    const ask = (): void => this.#ask(0)
    const own = live.wire.page ? 'As drawn' : 'The size of the drawing'
    const pages = [['', own], ...PAGES.map((page) => [page, page] as const)]
    const setPage = (page: string): void => {
      this.#page = page
      const [minX = 0, minY = 0, maxX = 0, maxY = 0] = this.#sizeOf(this.#store.state.live) ?? []
      this.#orientation = maxX - minX >= maxY - minY ? 'landscape' : 'portrait'
    }
    const list = (): HTMLElement => choice('export-page', pages, this.#page, setPage, () => this.#draw())
    const fields = [control(['page', own], () => field('Page', list()))]
    if (this.#page === '') return fields
    const ways = [
      ['landscape', 'Landscape'],
      ['portrait', 'Portrait'],
    ] as const
    const setWay = (way: string): string => (this.#orientation = way as 'portrait' | 'landscape')
    const scales = [['', 'The largest that fits'], ...SCALES.map((scale) => [scale, scale] as const)]
    const setScale = (scale: string): string => (this.#scale = scale)
    return [
      ...fields,
      // Another page has another orientation.
      control(['orientation', this.#page], () =>
        field('Orientation', choice('export-orientation', ways, this.#orientation, setWay, ask)),
      ),
      control(['scale'], () => field('Scale', choice('export-scale', scales, this.#scale, setScale, ask))),
    ]
  }

  /** The extent of what the file has of a drawing. */
  #sizeOf(live: SceneModel | undefined): Box | null | undefined {
    const omitted = live?.wire.layers.filter((layer) => this.#useOf(layer) === 'omit').map(({ name }) => name)
    return live?.boundsWithout(new Set(omitted))
  }

  #layerRow(layer: LayerWire, count: number): HTMLElement {
    const { name } = layer
    const pick = choice(
      `export-layer-${name}`,
      USES,
      this.#useOf(layer),
      (use) => this.#uses.set(name, use as LayerUse),
      () => this.#draw(),
    )
    pick.setAttribute('data-use-of', name)
    pick.setAttribute('aria-label', `Use of layer ${name}`)
    return h(
      'div',
      { class: 'use' },
      lineSample(layer, colorMapper(this.#store.state.theme)),
      h('span', { class: 'name', dir: 'auto', title: name }, name),
      h('span', { class: 'count' }, count.toLocaleString('en-US')),
      pick,
    )
  }

  /** The treatment of a layer: a person's choice, or by its name. */
  #useOf({ name, visible }: LayerWire): LayerUse {
    const chosen = this.#uses.get(name)
    if (chosen) return chosen
    if (!visible) return 'omit'
    return USES.find(([use]) => use === name.toLowerCase() && use !== 'keep' && use !== 'omit')?.[0] ?? 'keep'
  }

  #has(option: string): boolean {
    const options: readonly string[] = FORMATS.find(({ format }) => format === this.#format)?.options ?? []
    return options.includes(option)
  }

  #wish(live: SceneModel): ExportWish {
    const layers = Object.fromEntries(usedLayers(live).map(([layer]) => [layer.name, this.#useOf(layer)]))
    return {
      format: this.#format,
      layers,
      kerf: Object.values(layers).includes('cut') ? this.#kerf : 0,
      ...(this.#has('units') && this.#units !== '' && { units: this.#units }),
      dedupe: this.#has('dedupe') && this.#dedupe,
      text: this.#text,
      ...(this.#has('page') &&
        this.#page !== '' && {
          page: { size: this.#page, orientation: this.#orientation, ...(this.#scale !== '' && { scale: this.#scale }) },
        }),
    }
  }

  /** Makes the file with the current choices; an earlier request is cancelled. */
  #ask(quietMs = QUIET_MS): void {
    clearTimeout(this.#timer)
    this.#asked.abort()
    this.#asked = new AbortController()
    const { signal } = this.#asked
    // The button may only download the file that the picture shows.
    this.#preview = undefined
    if (this.#parts) {
      this.#parts.download.disabled = true
      this.#parts.download.textContent = 'Download'
      this.#parts.state.textContent = 'Making the file'
    }
    this.#timer = window.setTimeout(() => void this.#make(signal), quietMs)
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { live } = this.#store.state
    if (!this.#desk || !live) return
    try {
      const preview = await this.#desk.preview(this.#wish(live), signal)
      // A later choice has asked for another file.
      if (!signal.aborted) this.#show(preview)
    } catch (thrown) {
      if (!signal.aborted) this.#complain(describeFailure(thrown, 'The file could not be made'))
    }
  }

  #complain(words: string): void {
    // The previous request was for another file.
    clearTimeout(this.#timer)
    this.#asked.abort()
    this.#preview = undefined
    if (!this.#parts) return
    const { state, download, summary, canvas } = this.#parts
    download.disabled = true
    state.textContent = ''
    summary.replaceChildren(h('p', { class: 'problem' }, words))
    canvas.getContext('2d')?.clearRect(0, 0, canvas.width, canvas.height)
  }

  #show(preview: ExportPreview): void {
    if (!this.#parts) return
    this.#preview = preview
    const { canvas, summary, state, download } = this.#parts
    const model = new SceneModel(preview.scene, preview.id)
    paintPreview(canvas, model, preview)
    const rows = summaryOf(model, preview, this.#dedupe && this.#has('dedupe'))
    canvas.setAttribute('aria-label', `The drawing in the file: ${rows.map((row) => row.join(' ')).join(', ')}`)
    const listed = preview.findings.slice(0, MAX_LISTED)
    summary.replaceChildren(
      h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])),
      h(
        'ul',
        { class: 'found' },
        ...listed.map((finding) => findingRow(finding)),
        preview.total > listed.length &&
          h('li', { class: 'more' }, `and ${preview.total - listed.length} more, which the check (C) lists`),
        ...[...this.#scaleWarning(model, preview), ...preview.warnings].map((words) =>
          h('li', { class: 'warning' }, words),
        ),
      ),
    )
    state.textContent = 'This is the file that you get.'
    download.disabled = false
    download.textContent = `Download ${preview.format.toUpperCase()}`
  }

  /** A file for paper has the size of the sheet: a machine makes what it shows, and not the part. */
  #scaleWarning({ wire }: SceneModel, { format }: ExportPreview): string[] {
    const { live } = this.#store.state
    const isForMachine =
      live !== undefined && usedLayers(live).some(([layer]) => ['cut', 'engrave', 'score'].includes(this.#useOf(layer)))
    if (!isForMachine || !wire.page || (wire.scale ?? 1) === 1 || (format !== 'svg' && format !== 'pdf')) return []
    const words = `The sheet is at ${formatScale(wire)}, and so is this ${format.toUpperCase()}: a machine that follows it makes the part at that scale.`
    return [`${words} For its own size choose a page with the scale 1:1, or DXF.`]
  }

  async #download(): Promise<void> {
    const preview = this.#preview
    if (!preview || !this.#desk) return
    try {
      await this.#desk.download(preview.id)
    } catch (thrown) {
      if (this.#parts) this.#parts.state.textContent = describeFailure(thrown, 'It could not be saved')
      return
    }
    this.#dialog.close()
    this.#notify(`The ${preview.format.toUpperCase()} is on its way to your downloads.`)
  }
}

/** Returns the control of a key: the one that is shown already, or else a new one. */
type Control = (key: readonly unknown[], make: () => HTMLElement) => HTMLElement

interface Parts {
  readonly form: HTMLElement
  readonly canvas: HTMLCanvasElement
  readonly summary: HTMLElement
  readonly state: HTMLElement
  readonly download: HTMLButtonElement
}

function partsOf(): Parts {
  const canvas = h('canvas', { id: 'export-picture', role: 'img', 'aria-label': 'The drawing in the file' })
  return {
    form: h('div', { class: 'choices' }),
    canvas,
    summary: h('div', { id: 'export-summary' }),
    state: h('span', { class: 'quiet', id: 'export-state', role: 'status' }),
    download: h('button', { type: 'button', class: 'primary', id: 'export-download', disabled: true }, 'Download'),
  }
}

function findingRow(finding: FindingWire): HTMLElement {
  const { message, severity } = finding
  const names = formatNames(finding)
  return h(
    'li',
    { class: severity },
    h('span', { class: 'hidden-text' }, severity),
    message,
    names !== '' && h('span', { class: 'count' }, names),
  )
}

/** The layers that have shapes, with their number. */
function usedLayers({ wire, entities }: SceneModel): [layer: LayerWire, count: number][] {
  const counts = new Map<number, number>()
  for (const { layer, geometry } of entities) if (geometry) counts.set(layer, (counts.get(layer) ?? 0) + 1)
  return wire.layers.flatMap((layer, index): [LayerWire, number][] => {
    const count = counts.get(index)
    return count === undefined ? [] : [[layer, count]]
  })
}

function field(words: string, control: HTMLElement): HTMLElement {
  return h('label', { class: 'field', for: control.id }, h('span', {}, words), control)
}

function choice(
  id: string,
  options: readonly (readonly string[])[],
  chosen: string,
  set: (value: string) => unknown,
  then: () => void,
): HTMLSelectElement {
  const rows = options.map(([value = '', words = value]) => h('option', { value, selected: value === chosen }, words))
  const list = h('select', { id }, ...rows)
  list.addEventListener('change', () => {
    set(list.value)
    then()
  })
  return list
}

/** Paints the drawing of a file, with its page and marks for findings. */
function paintPreview(canvas: HTMLCanvasElement, model: SceneModel, { findings }: ExportPreview): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const ratio = resizeToBox(canvas, PICTURE)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  // Files are for paper and machines: their colours are those on white.
  const hidden = model.hiddenLayers
  const camera = fitted(model.boundsWithout(hidden), canvas)
  const { page } = model.wire
  if (page) {
    const [left, top] = toScreen(camera, canvas, [page[0], page[3]])
    const [right, bottom] = toScreen(camera, canvas, [page[2], page[1]])
    context.lineWidth = ratio
    context.strokeStyle = '#b4b0a6'
    context.strokeRect(left, top, right - left, bottom - top)
  }
  paintSmall(canvas, model, { hidden, shown: colorMapper('light'), hairline: 0.9 * ratio })
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.setLineDash([])
  context.lineWidth = 2 * ratio
  for (const { at, severity } of findings) {
    const [x, y] = toScreen(camera, canvas, at)
    context.strokeStyle = severity === 'error' ? '#c1271b' : '#b35900'
    context.beginPath()
    context.arc(x, y, MARK_PIXELS * ratio, 0, 2 * Math.PI)
    context.stroke()
  }
}

/** A description of a file's contents. */
function summaryOf(model: SceneModel, preview: ExportPreview, isDeduped: boolean): [name: string, value: string][] {
  const { bounds, page, units, scale = 1 } = model.wire
  const size = ([minX, minY, maxX, maxY]: readonly [number, number, number, number], by = 1): string =>
    `${formatNumber((maxX - minX) / by)} × ${formatNumber((maxY - minY) / by)} ${units}`
  const rows: [string, string][] = []
  if (bounds) rows.push(['Drawing', size(bounds)])
  if (page) rows.push(['Page', `${size(page, scale)}, ${formatScale(model.wire)}`])
  rows.push([
    'Layers',
    usedLayers(model)
      .map(([{ name }, count]) => `${isolated(name)} (${count})`)
      .join(', ') || 'none',
  ])
  const { kerf, notes = 0, doubles, errors, total, bytes } = preview
  if (notes > 0)
    rows.push([
      'Left out',
      `${notes === 1 ? 'one dimension or note' : `${notes} dimensions and notes`} on layers that are cut or scored`,
    ])
  if (kerf) {
    const words = [`${countOf(kerf.compensated, 'outline') || 'no outline'} moved`]
    if (kerf.open > 0) words.push(`${kerf.open} open, as drawn`)
    if (kerf.kept > 0) words.push(`${kerf.kept} too small, as drawn`)
    rows.push(['Kerf', words.join('; ')])
  }
  rows.push(['Doubles', doubles === 0 ? 'none' : `${doubles} found${isDeduped ? ', left out' : ''}`])
  const counts = [countOf(errors, 'error'), countOf(total - errors, 'warning')].filter(Boolean)
  const found = counts.join(', ') || 'clean'
  rows.push(
    ['Check', `${found}, ${describeProfile(preview.profile)}`],
    ['File', `${formatNumber(bytes / 1_000, 1)} kB`],
  )
  return rows
}
