import type { Code } from './good-code.js'

/** The use that a machine makes of the shapes of a layer. */
export type LayerUse = 'keep' | 'cut' | 'engrave' | 'score' | 'omit'

/** The plan by which a drawing is written. */
export interface ExportPlan {
  readonly layers: { readonly [layer: string]: LayerUse }
  /** The width of the cut, in the unit of the drawing; 0 where outlines are followed as they are. */
  readonly kerf: number
  /** The unit that lengths are written in, and the factor that they are multiplied by; absent for the drawing's unit. */
  readonly units?: { readonly name: string; readonly factor: number } | undefined
  readonly page?:
    | { readonly size: string; readonly orientation: 'portrait' | 'landscape'; readonly scale?: string | undefined }
    | undefined
  /** The width of the lines that machines follow, in the unit of the drawing. */
  readonly hairline: number
  /** True where dimensions and their like are only lines and letters, since what they follow is left out. */
  readonly isFrozen?: boolean | undefined
}

/** The counts that the code of an export made. */
export interface ExportCounts {
  /** Outlines that were moved by half of the kerf. */
  readonly compensated: number
  /** Lines to cut that are open, so that no side of them is waste. */
  readonly open: number
  /** Closed outlines that could not be moved: they would vanish, or are no single outline. */
  readonly kept: number
  /** Dimensions, leaders and notes that are left out, since their layer is cut or scored. */
  readonly notes: number
  /** The names of dimensions and the like that are only lines and letters in the file. Of very many the first ones. */
  readonly frozen: readonly string[]
}

/** The most characters of these names together: what a script writes to the console has a limit. */
const MAX_FROZEN_CHARACTERS = 20_000

/** The colours by which laser programs distinguish cuts and scores, if they do not read names of layers. */
const COLORS = { cut: '#ff0000', score: '#0000ff' }

/**
 * The code of a project with what an export does to the drawing: `main` with steps at its end, and a module that runs first.
 * Parameters have the drawing's values. Rules are about the drawing and not about what a machine is given, so they
 * are not asked; nor is anything written to the console but the counts, after `mark`.
 */
export function exportCode(
  code: Code,
  values: { readonly [parameter: string]: unknown },
  plan: ExportPlan,
  mark: string,
): Code {
  let first = 'export_setup'
  while (code.has(first)) first += '_'
  const setup = `const say = console.log.bind(console)
Object.defineProperty(globalThis, 'reportExport', { value: (counts) => say(${JSON.stringify(mark)} + JSON.stringify(counts)) })
for (const level of Object.keys(console)) if (typeof console[level] === 'function') console[level] = () => {}
const values = new Map(${JSON.stringify(Object.entries(values))})
globalThis.param = (name, value) => (values.has(name) ? values.get(name) : value)
globalThis.invariant = () => true
globalThis.check = new Proxy({}, { get: () => () => true })
`
  // On the line of the first statement, so that the numbers of the others stay.
  // Names of layers are keys of no object, where some of them would mean something.
  const given = JSON.stringify({ ...plan, layers: Object.entries(plan.layers), colors: COLORS })
  const main = `import '${first}';${code.get('main') ?? ''}\n;(${STEPS})(${given})\n`
  return new Map([...code, [first, setup], ['main', main]])
}

/** Runs where the code of the drawing ends. Names are asked of `globalThis`, since main may have others of its own. */
const STEPS = `(plan) => {
  const g = globalThis
  const uses = new Map(plan.layers)
  const attempt = (act) => { try { return act() } catch { return undefined } }
  for (const layer of uses.keys()) g.defineLayer(layer, { locked: false })
  const counts = { compensated: 0, open: 0, kept: 0, notes: 0, frozen: [] }
  let room = ${MAX_FROZEN_CHARACTERS}
  for (const [layer, use] of uses) {
    if (use !== 'cut' && use !== 'score') continue
    // A machine would cut the arrows and the letters of what is about the part. Frames and title blocks belong to the page.
    for (const name of g.listEntities({ layer })) {
      const { dimension, leader, note } = (g.exists(name) && g.getEntity(name).local.annotation) || {}
      if (!dimension && !leader && !(note && !note.on_page)) continue
      if (attempt(() => g.deleteEntity(name, { children: true }))) counts.notes += 1
    }
  }
  if (plan.kerf > 0 || plan.isFrozen) {
    // Dimensions and their like follow the shapes, and would show the path of the cut: they stay as they were drawn. Frames and title
    // blocks follow the page, which finds its place at the end.
    const drawn = new Set(g.listEntities())
    for (const name of drawn) {
      const { type, children, local } = g.getEntity(name)
      if (type === 'group' && !local.text && !local.annotation?.note?.on_page && children.length > 0 && !children.some((child) => drawn.has(child))) {
        attempt(() => g.ungroup(name))
        room -= name.length + 3
        if (local.annotation && room > 0) counts.frozen.push(name)
      }
    }
  }
  const all = new Set(g.listEntities())
  const namesOn = () => new Map([...uses.keys()].map((layer) => [layer, g.listEntities({ layer })]))
  let onLayer = namesOn()
  // A group that a script made; the parts of a text or a dimension have no names of their own.
  const isGroup = (name) => {
    const { type, children } = g.getEntity(name)
    return type === 'group' && children.length > 0 && children.every((child) => g.exists(child) && all.has(child))
  }
  for (const [layer, names] of onLayer) {
    if (uses.get(layer) !== 'omit') continue
    for (const name of names) if (g.exists(name)) g.deleteEntity(name, { children: !isGroup(name) })
  }
  const used = (use) => [...onLayer].filter(([layer]) => uses.get(layer) === use)
    .flatMap(([layer, names]) => names.filter((name) => g.exists(name) && !isGroup(name)).map((name) => ({ name, layer })))
  if (plan.kerf > 0) {
    // Lines whose ends meet go around a part as well as a closed outline does.
    const isLine = (name) => g.getEntity(name).type !== 'group' && !(attempt(() => g.getArea(name)) > 0)
    const lines = used('cut').map(({ name }) => name).filter(isLine)
    if (lines.length > 0) attempt(() => g.join(lines, { tolerance: plan.hairline }))
    onLayer = namesOn()
    for (const name of g.listEntities()) all.add(name)
    const closed = []
    for (const { name } of used('cut')) {
      if (g.getEntity(name).type === 'group') continue
      const box = g.getWorldBounds(name)
      if (attempt(() => g.getArea(name)) > 0) closed.push({ name, box })
      else counts.open += 1
    }
    const isIn = (inner, outer) => [0, 1].every((axis) =>
      outer.box.min[axis] <= inner.box.min[axis] && outer.box.max[axis] >= inner.box.max[axis])
    // A double lies inside of its twin, and is no hole of it.
    const isSame = (one, other) => isIn(one, other) && isIn(other, one)
    const depths = closed.map((inner) => closed.filter((outer) =>
      outer !== inner && isIn(inner, outer) && !isSame(inner, outer) && attempt(() => g.contains(outer.name, inner.name))).length)
    closed.forEach(({ name }, index) => {
      const isHole = depths[index] % 2 === 1
      const moved = attempt(() => isHole
        ? g.offsetPolygon(name, -plan.kerf / 2, name, { joinType: 'miter' })
        : g.kerf(name, plan.kerf))
      counts[moved ? 'compensated' : 'kept'] += 1
    })
  }
  for (const use of ['cut', 'score', 'engrave']) {
    for (const { name, layer } of used(use)) {
      // A layer of that name is drawn as its author wants it.
      if (layer.toLowerCase() === use) continue
      attempt(() => g.setLayer(name, use))
      if (use === 'engrave') continue
      attempt(() => g.setFill(name, null))
      attempt(() => g.setStroke(name, plan.colors[use], plan.hairline))
    }
  }
  if (plan.units) {
    g.setUnits(plan.units.name)
    const { factor } = plan.units
    // As one: a dimension follows its shapes, and would be scaled with them and once more.
    const roots = g.listEntities().filter((name) => g.getEntity(name).parent === null)
    let drawing = 'drawing'
    while (g.exists(drawing)) drawing += '_'
    if (roots.length > 0) {
      g.createGroup(drawing, roots)
      g.scale(drawing, factor, factor, { around: [0, 0], space: 'world' })
    }
  }
  if (plan.page) g.setPage(plan.page.size, { orientation: plan.page.orientation, frame: false, ...(plan.page.scale && { scale: plan.page.scale }) })
  reportExport(counts)
}`
