import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type * as api from '../../index.js'
import { errorOf, wholeFile } from '../results.js'
import type { Session } from '../session.js'
import { warningsOf } from '../vocabulary.js'
import { isAnswered, type Failed } from '../wire.js'
import type { ErrorInfo } from '../wire-types.js'
import { MEDIA_TYPES } from './calls.js'
import { exportCode, type ExportCounts, type ExportPlan, type LayerUse } from './export-code.js'
import type { Code } from './good-code.js'
import { presentValues, stageCode, type Opened } from './stage-code.js'

/** A person's choices for a written drawing. */
interface Wish {
  readonly format: string
  readonly layers: { readonly [layer: string]: LayerUse }
  /** In millimetres. */
  readonly kerf: number
  /** Absent for the unit of the drawing. */
  readonly units?: string | undefined
  readonly dedupe: boolean
  readonly text: 'outlines' | 'text'
  readonly page?: ExportPlan['page']
}

/** A finding in a drawing as it would be written. */
interface Finding {
  readonly rule: string
  readonly entities: readonly string[]
  readonly severity: string
}

/** The contents of a preview, without the scene itself. */
interface ExportSummary {
  /** The name that the file is asked for by. */
  readonly id: string
  readonly format: string
  readonly bytes: number
  /** Absent where nothing is cut, or the kerf is 0. */
  readonly kerf?: Pick<ExportCounts, 'compensated' | 'open' | 'kept'> | undefined
  /** Dimensions and notes that are left out of layers for a machine; absent where there are none. */
  readonly notes?: number | undefined
  /** Outlines that lie on others, which a machine would follow twice; they are left out where that is wanted. */
  readonly doubles: number
  readonly profile: string
  readonly findings: readonly Finding[]
  /** The number of all findings, and of those that are errors. */
  readonly total: number
  readonly errors: number
  readonly warnings: readonly string[]
}

interface LintData {
  readonly profile: string
  readonly findings: readonly Finding[]
  readonly total: number
  readonly errors: number
}

interface Preview {
  readonly summary: ExportSummary
  readonly scene: Buffer
}

interface WrittenFile {
  readonly id: string
  readonly format: string
  readonly bytes: api.SceneBytes
}

/** The files that are kept: a page asks for the one that it shows, and several pages may be open. The latest is always kept. */
const MAX_FILES = 4
const MAX_KEPT_BYTES = 64 << 20

/** The most layers: a person chooses for each of them. */
const MAX_LAYERS = 1_000

/** The widest cut, in millimetres: a large saw's. */
const MAX_KERF = 50

/** The findings that a preview lists, and those of which doubles are counted. */
const MAX_FINDINGS = 100
const MAX_COUNTED = 1_000

/** The width of lines that machines follow, in millimetres: cutters take what is thinner than this as a path. */
const HAIRLINE = 0.05

/** The length of the units in millimetres. */
const MILLIMETRES: { readonly [unit: string]: number } = { mm: 1, cm: 10, m: 1_000, in: 25.4, ft: 304.8, px: 25.4 / 96 }

const FORMATS: readonly string[] = Object.keys(MEDIA_TYPES)
const USES: readonly string[] = ['keep', 'cut', 'engrave', 'score', 'omit']
const PAGES: readonly string[] = ['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid']
/** The rule of the lint about outlines that are there twice. */
const DOUBLE = 'duplicate-line'

/**
 * Writes drawings as files for machines and paper. The drawing is made once more with the steps of the export, in a folder of
 * its own that is gone afterwards; the page shows that drawing, and the file that it shows is the one that is downloaded.
 */
export class ExportDesk {
  readonly #dir: string
  readonly #open: (dir: string) => Opened
  #files: readonly WrittenFile[] = []
  /** The file that is being made: each takes a process, so that there is one at a time. */
  #making: Promise<unknown> = Promise.resolve()

  constructor(dir: string, open: (dir: string) => Opened) {
    this.#dir = dir
    this.#open = open
  }

  /** The file of a preview; nothing where it is no longer kept. */
  file(id: string): WrittenFile | undefined {
    return this.#files.find((file) => file.id === id)
  }

  /** Makes a file of a drawing, whose code is given, with its present parameters, and keeps it. */
  preview(project: Session, code: Code, body: object, signal: AbortSignal): Promise<Preview | ErrorInfo> {
    const wish = checkedWish(body)
    const made = this.#making.then(() => (signal.aborted ? GIVEN_UP : this.#preview(project, code, wish, signal)))
    this.#making = made.catch(() => {})
    return made
  }

  async #preview(project: Session, code: Code, wish: Wish, signal: AbortSignal): Promise<Preview | ErrorInfo> {
    const [info, present] = await Promise.all([
      project.call('inspect', { view: 'info' }, signal),
      presentValues(project, signal),
    ])
    if (!isAnswered(info)) return errorOf(info)
    if ('error' in present) return present.error
    const { units } = info.answer.data as unknown as { readonly units: string }
    const plan = planOf(wish, units)
    const make = async (isFrozen: boolean): Promise<Preview | ErrorInfo> => {
      const stage = mkdtempSync(join(tmpdir(), 'scenewright-export-'))
      try {
        const mark = randomBytes(12).toString('hex')
        stageCode(stage, this.#dir, exportCode(code, present.values, { ...plan, isFrozen }, mark))
        return await this.#make(stage, wish, mark, signal)
      } finally {
        rmSync(stage, { recursive: true, force: true })
      }
    }
    const made = await make(false)
    // A dimension of a shape that is left out has nothing to follow, and stays as it was drawn.
    const isCutOff = 'kind' in made && made.kind === 'scene' && Object.values(plan.layers).includes('omit')
    return isCutOff ? make(true) : made
  }

  #keep(file: WrittenFile): void {
    const files = [...this.#files, file].slice(-MAX_FILES)
    while (files.length > 1 && files.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_KEPT_BYTES) files.shift()
    this.#files = files
  }

  async #make(stage: string, wish: Wish, mark: string, signal: AbortSignal): Promise<Preview | ErrorInfo> {
    const { session, listeners } = this.#open(stage)
    let counts: ExportCounts | undefined
    listeners.add('log', ({ message }) => {
      if (message.startsWith(mark)) counts = JSON.parse(message.slice(mark.length)) as ExportCounts
    })
    try {
      const { format, dedupe, text, layers } = wish
      const shown = await session.view({}, signal)
      if (!isAnswered(shown)) return errorOf(shown as Failed)
      const { picture, answer } = shown
      if (answer.stale) return answer.stale
      if (!picture) return { kind: 'not_ready', message: 'There is nothing to export yet.' }
      const isCut = Object.values(layers).includes('cut')
      const checked = await session.call(
        'inspect',
        { view: 'lint', limit: MAX_COUNTED, ...(isCut && { profile: 'laser' }) },
        signal,
      )
      if (!isAnswered(checked)) return errorOf(checked)
      const report = checked.answer.data as unknown as LintData
      const isDeduped = dedupe && (format === 'dxf' || format === 'svg')
      const written = await session.exportWhole(
        { format, ...(isDeduped && { dedupe }), ...(format === 'dxf' && { text, fills: !isCut }) },
        signal,
      )
      if (!isAnswered(written)) return errorOf(written)
      const bytes = wholeFile(written)
      const id = randomBytes(16).toString('hex')
      this.#keep({ id, format, bytes })
      const doubles = report.findings.filter(({ rule }) => rule === DOUBLE).length
      const frozen = new Set(counts?.frozen)
      // Entities that are left out are no fault of the file, and the lines of a dimension are no outlines, in one that is frozen neither.
      const left = report.findings.filter(
        ({ rule, entities }) =>
          (isDeduped && rule === DOUBLE) || (entities.length > 0 && entities.every((name) => isPartOf(name, frozen))),
      )
      const findings = report.findings.filter((finding) => !left.includes(finding))
      const summary: ExportSummary = {
        id,
        format,
        bytes: bytes.length,
        ...(wish.kerf > 0 && isCut && counts && { kerf: outlinesOf(counts) }),
        ...(counts && counts.notes > 0 && { notes: counts.notes }),
        doubles,
        profile: report.profile,
        findings: findings.slice(0, MAX_FINDINGS),
        total: report.total - left.length,
        errors: report.errors - left.filter(({ severity }) => severity === 'error').length,
        // The findings include those of the lint, in words for a person.
        warnings: warningsOf(written).flatMap(({ code, message }) => (code === 'lint' ? [] : [message])),
      }
      return { summary, scene: picture }
    } finally {
      await session.close()
    }
  }
}

function outlinesOf({ compensated, open, kept }: ExportCounts): ExportSummary['kerf'] {
  return { compensated, open, kept }
}

/** True for a part of one of these groups, which has the name of the group and a number. */
function isPartOf(name: string, groups: ReadonlySet<string>): boolean {
  for (let end = name.lastIndexOf('_'); end > 0; end = name.lastIndexOf('_', end - 1))
    if (groups.has(name.slice(0, end))) return true
  return false
}

const GIVEN_UP: ErrorInfo = { kind: 'cancelled', message: 'A newer export replaced this one.' }

function planOf({ layers, kerf, units, page }: Wish, drawn: string): ExportPlan {
  const [own, wanted] = [MILLIMETRES[drawn] ?? 1, MILLIMETRES[units ?? drawn] ?? 1]
  return {
    layers,
    kerf: kerf / own,
    hairline: HAIRLINE / own,
    ...(units !== undefined && units !== drawn && { units: { name: units, factor: own / wanted } }),
    ...(page && { page }),
  }
}

/** Makes the choices of a page from any value; throws an error that says what is wrong with it. */
function checkedWish(body: object): Wish {
  const {
    format,
    layers,
    kerf = 0,
    units,
    dedupe = false,
    text = 'outlines',
    page,
  } = body as {
    readonly [name: string]: unknown
  }
  if (typeof format !== 'string' || !FORMATS.includes(format)) {
    throw new TypeError(`format must be one of ${FORMATS.join(', ')}`)
  }
  const uses = typeof layers === 'object' && layers !== null ? Object.entries(layers as object) : undefined
  if (!uses || uses.length > MAX_LAYERS || !uses.every(([, use]) => USES.includes(use as string))) {
    throw new TypeError(`layers must be an object of layers with ${USES.join(', ')}`)
  }
  if (typeof kerf !== 'number' || !(kerf >= 0 && kerf <= MAX_KERF)) {
    throw new TypeError(`kerf must be a number of millimetres from 0 to ${MAX_KERF}`)
  }
  if (units !== undefined && (typeof units !== 'string' || !Object.hasOwn(MILLIMETRES, units))) {
    throw new TypeError(`units must be one of ${Object.keys(MILLIMETRES).join(', ')}`)
  }
  if (text !== 'outlines' && text !== 'text') throw new TypeError('text must be outlines or text')
  return {
    format,
    layers: Object.fromEntries(uses) as Wish['layers'],
    kerf,
    units,
    dedupe: dedupe === true,
    text,
    ...(page !== undefined && { page: checkedPage(page) }),
  }
}

function checkedPage(page: unknown): NonNullable<Wish['page']> {
  const { size, orientation, scale } = (page ?? {}) as { readonly [name: string]: unknown }
  if (typeof size !== 'string' || !PAGES.includes(size))
    throw new TypeError(`page.size must be one of ${PAGES.join(', ')}`)
  if (orientation !== 'portrait' && orientation !== 'landscape') {
    throw new TypeError('page.orientation must be portrait or landscape')
  }
  if (scale !== undefined && (typeof scale !== 'string' || !/^\d{1,5}:\d{1,5}$/.test(scale))) {
    throw new TypeError('page.scale must be such as 1:50')
  }
  return { size, orientation, scale }
}
