// `npm run conformance`: files and instances that others wrote, read and compared. Nothing of them is kept in this repository.
//
// - resvg's SVG files of shapes, structure, painting and masking: imported, exported as SVG again, and both drawn by resvg;
//   a file passes when at most 1 % of the pixels differ.
// - the DXF files of ezdxf, LibreDWG, JSCAD and LibreCAD: imported, exported as DXF again, and audited by ezdxf.
// - the booleans of the tests of paper.js, run by paper.js itself to learn their operands; compared by area.
// - the offsets of CavalierContours' tests: parts, areas, lengths and boxes that its tests expect.
// - the unions and outlines of the tests of maker.js, run by maker.js itself to learn their operands and results.
// - sparrow's strip-packing instances, by `nest` in a release build.
//
// Each repository is a folder or a bare repository in $SCENEWRIGHT_CONFORMANCE (owner+name, or owner+name/repo), or is cloned
// into target/conformance. A missing program is skipped with a message.
//
//   node scripts/conformance.mjs [--only resvg|paper|cavalier|makerjs|ezdxf|libredwg|jscad|librecad|sparrow] [--list] [--effort fast|good|best]
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { Resvg } from '@resvg/resvg-js'

import { main, ROOT } from './support.mjs'

const CLONES = join(ROOT, 'target', 'conformance')

/** The longest that a clone may take, for machines without a network. */
const CLONE_MS = 300_000

/** The difference of a channel that is seen. */
const SEEN = 48

/** The longest that an import may take: a file counts as refused after that. */
const TIME_MS = 60_000

/** Things that a scene cannot hold: pictures, texts, filters and blend modes. It can hold drawings in images. */
const NOT_HELD =
  /<text\b|<tref\b|<filter\b|mix-blend-mode|isolation|background-color|<image\b(?![^>]*href="data:(image\/svg\+xml|;base64))/

/** The share of pixels that may differ. */
const MAX_DIFFERENT = 0.01

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    effort: { type: 'string', default: 'fast' },
  },
})

/** Files of a repository by their paths; undefined where it cannot be had. */
function repository(name, pattern) {
  const kept = process.env.SCENEWRIGHT_CONFORMANCE
  const own = kept ? [join(kept, name.replace('/', '+'), 'repo'), join(kept, name.replace('/', '+'))] : []
  let folder = [...own, join(CLONES, name.replace('/', '+'))].find((it) => existsSync(it))
  if (!folder) {
    folder = join(CLONES, name.replace('/', '+'))
    mkdirSync(CLONES, { recursive: true })
    const cloned = spawnSync(
      'git',
      ['clone', '--quiet', '--depth', '1', '--bare', `https://github.com/${name}`, folder],
      {
        timeout: CLONE_MS,
        stdio: 'ignore',
      },
    )
    if (cloned.status !== 0) {
      rmSync(folder, { recursive: true, force: true })
      return undefined
    }
  }
  const git = (...rest) =>
    spawnSync('git', existsSync(join(folder, '.git')) ? ['-C', folder, ...rest] : ['--git-dir', folder, ...rest], {
      maxBuffer: 1 << 30,
    }).stdout
  const paths = git('ls-tree', '-r', '--name-only', '-z', 'HEAD').toString().split('\0')
  return {
    paths: paths.filter((path) => pattern.test(path)),
    read: (path) => git('show', `HEAD:${path}`),
  }
}

/** @typedef {import('../index.mjs').Project} Project */

/**
 * A project in a folder of its own, whose assets are written before each run.
 *
 * @template Value
 * @param {(project: Project, folder: string) => Promise<Value>} use
 */
async function withProject(use) {
  const { Project } = await import('../index.mjs')
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'scene.code.js'), '// nothing yet\n')
  const project = await Project.open({ root: folder, limits: { timeMs: TIME_MS } })
  try {
    return await use(project, folder)
  } finally {
    await project.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs a scene: what it printed, or the reason where it fails.
 *
 * @param {Project} project
 * @param {string} folder
 * @param {string} code
 * @returns {Promise<{ reason?: string, logs: readonly string[] }>}
 */
async function runCode(project, folder, code) {
  writeFileSync(join(folder, 'scene.code.js'), code)
  const ran = await project.run()
  return ran.ok ? { logs: ran.logs } : { reason: ran.error.message, logs: [] }
}

/**
 * A file, and the scene that imports it.
 *
 * @typedef {{ file: string, bytes: string | Uint8Array, code: string }} Import
 */

/**
 * Runs a scene that imports a file; the reason where that fails.
 *
 * @param {Project} project
 * @param {string} folder
 * @param {Import} input
 */
async function imported(project, folder, { file, bytes, code }) {
  writeFileSync(join(folder, 'assets', file), bytes)
  return runCode(project, folder, code)
}

/**
 * Runs a scene that imports a file, and exports it; the reason where that fails.
 *
 * @param {Project} project
 * @param {string} folder
 * @param {Import & Pick<import('../index.mjs').ExportArguments, 'format' | 'text'>} input
 * @returns {Promise<{ reason?: string, text?: string, logs: readonly string[] }>}
 */
async function exported(project, folder, input) {
  const ran = await imported(project, folder, input)
  if (ran.reason !== undefined) return ran
  const { format, text } = input
  const path = join(folder, `out.${format}`)
  const written = await project.export({ format, text, toFile: path })
  if (!written.ok) return { reason: written.error.message, logs: [] }
  return { text: readFileSync(path, 'utf8'), logs: ran.logs }
}

const pixelsOf = (svg, width) => {
  const drawn = new Resvg(svg, { background: 'white', fitTo: { mode: 'width', value: width } }).render()
  return { width: drawn.width, height: drawn.height, pixels: drawn.pixels }
}

/** The pixels of a picture that belongs to a file: the suite's own idea of how the file looks. */
function pixelsOfPicture(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const link = `data:image/png;base64,${png.toString('base64')}`
  return pixelsOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" href="${link}"/></svg>`,
    width,
  )
}

/** The share of pixels that differ. */
function different(one, other) {
  if (one.width !== other.width || one.height !== other.height) return 1
  let count = 0
  for (let at = 0; at < one.pixels.length; at += 4) {
    const most = Math.max(
      ...[0, 1, 2].map((channel) => Math.abs(one.pixels[at + channel] - other.pixels[at + channel])),
    )
    if (most > SEEN) count += 1
  }
  return count / (one.pixels.length / 4)
}

/** The size that the root of a file asks for, and the part of its coordinates that it shows there. */
function frameOf(svg) {
  const { width, height } = new Resvg(svg)
  const root = /<svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(svg)?.[0] ?? ''
  const attribute = (name) => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1]
  const box = attribute('viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const isBox = box?.length === 4 && box.every(Number.isFinite) && box[2] > 0 && box[3] > 0
  return { width, height, box: isBox ? box : undefined, fit: attribute('preserveAspectRatio') }
}

/** A drawing that was exported, shown as its file shows it: a scene has its coordinates, and no view. */
function asIn(frame, text, scale) {
  const box = frame.box?.map((value) => value * scale) ?? [0, 0, frame.width, frame.height]
  const fit = frame.fit ? ` preserveAspectRatio="${frame.fit}"` : ''
  const view = `width="${frame.width}" height="${frame.height}" viewBox="${box.join(' ')}"${fit}`
  return text.replace(/(<svg[^>]*?) width="[^"]*" height="[^"]*" viewBox="[^"]*"/, `$1 ${view}`)
}

async function resvg() {
  const files = repository(
    'linebender/resvg',
    /^crates\/resvg\/tests\/tests\/(shapes|structure|painting|masking)\/.*\.(svg|png)$/,
  )
  if (!files) return skipped('resvg')
  const byChapter = new Map()
  const failed = []
  await withProject(async (project, folder) => {
    for (const path of files.paths.filter((it) => it.endsWith('.svg'))) {
      const picture = path.replace(/svg$/, 'png')
      // Without one, the suite itself only asks that nothing crashes.
      if (!files.paths.includes(picture)) continue
      const bytes = files.read(path)
      const chapter = path.split('/')[4]
      const counts = byChapter.get(chapter) ?? { files: 0, passed: 0, refused: 0, held: 0, heldPassed: 0 }
      byChapter.set(chapter, counts)
      const original = bytes.toString('utf8')
      let frame
      let expected
      try {
        frame = frameOf(original)
        expected = pixelsOfPicture(files.read(picture))
      } catch {
        // If resvg draws nothing itself, there is nothing to compare with.
        continue
      }
      counts.files += 1
      const isHeld = !NOT_HELD.test(original)
      if (isHeld) counts.held += 1
      const code = `setUnits('px')\nconsole.log(importSvg('drawing', 'in.svg', { paints: 'areas' }).scale)\n`
      const made = await exported(project, folder, { file: 'in.svg', bytes, code, format: 'svg' })
      let share = 1
      if (made.text !== undefined) {
        try {
          share = different(expected, pixelsOf(asIn(frame, made.text, Number(made.logs[0])), expected.width))
        } catch (error) {
          made.reason = String(error)
        }
      } else counts.refused += 1
      if (share <= MAX_DIFFERENT) {
        counts.passed += 1
        if (isHeld) counts.heldPassed += 1
      } else
        failed.push(
          `${isHeld ? '' : '(not held) '}${path.split('/').slice(4).join('/')}: ${made.reason ?? `${(100 * share).toFixed(1)} % differ`}`,
        )
    }
  })
  table(
    'resvg',
    ['chapter', 'drawings', 'within 1 %', 'of what a scene holds', 'within 1 %', 'share', 'refused'],
    [...byChapter].map(([chapter, it]) => [
      chapter,
      it.files,
      it.passed,
      it.held,
      it.heldPassed,
      `${((100 * it.heldPassed) / it.held).toFixed(1)} %`,
      it.refused,
    ]),
  )
  if (flags.list) console.log(failed.join('\n'))
}

/** The share by which the lines of a drawing may be longer or shorter after it was written and read again. */
const SAME_LENGTH = 1e-6

/** A script that imports a drawing, and prints how many parts it has, what was left out, and how long its lines are, texts aside. */
const IMPORT = `const { names, skipped } = importDxf('drawing', 'in.dxf')
let length = 0
for (const name of listEntities()) {
  const { type, local } = getEntity(name)
  if (type !== 'group' && type !== 'text' && !local.text) length += getLength(name)
}
console.log(names.length, length, JSON.stringify(skipped))
`

/** The DXF files of a repository: imported, exported as DXF again, audited by ezdxf, and read again to compare the lengths of lines. */
async function drawings(name, repositoryName) {
  const files = repository(repositoryName, /\.dxf$/i)
  if (!files) return skipped(name)
  let read = 0
  let empty = 0
  let equal = 0
  const failed = []
  const folder = mkdtempSync(join(tmpdir(), 'conformance-dxf-'))
  await withProject(async (project, root) => {
    for (const [index, path] of files.paths.entries()) {
      const made = await exported(project, root, {
        file: 'in.dxf',
        bytes: files.read(path),
        code: IMPORT,
        format: 'dxf',
        // Outlines of letters are lines when they are read again, and a page of them is tens of megabytes.
        text: 'text',
      })
      if (made.text === undefined) {
        failed.push(`${path}: ${made.reason}`)
        continue
      }
      read += 1
      if (made.logs[0].startsWith('0 ')) {
        empty += 1
        failed.push(`${path}: nothing is drawn of it: ${made.logs[0]}`)
      }
      writeFileSync(join(folder, `${index}.dxf`), made.text)
      const again = await imported(project, root, { file: 'in.dxf', bytes: made.text, code: IMPORT })
      const lengths = [made, again].map((it) => Number(it.logs?.[0].split(' ')[1]))
      if (Math.abs(lengths[1] - lengths[0]) <= SAME_LENGTH * lengths[0]) equal += 1
      else
        failed.push(
          `${path}: its lines are ${lengths[0]} long, and ${again.reason ?? lengths[1]} when they are read again`,
        )
    }
  })
  const audit = `
import glob, sys
sys.path.insert(0, ${JSON.stringify(join(ROOT, 'target', 'python'))})
import ezdxf
errors = 0
for name in glob.glob(${JSON.stringify(folder)} + '/*.dxf'):
    audit = ezdxf.readfile(name).audit()
    errors += len(audit.errors) + len(audit.fixes)
print(errors)
`
  const audited = spawnSync('python3', ['-c', audit], { encoding: 'utf8' })
  const errors = audited.status === 0 ? audited.stdout.trim() : 'not audited: node scripts/readers.mjs'
  rmSync(folder, { recursive: true, force: true })
  table(
    name,
    [
      'files',
      'imported',
      'without anything to draw',
      'as long when read again',
      'errors and fixes in the audit of the re-exports',
    ],
    [[files.paths.length, read, empty, equal, errors]],
  )
  if (flags.list) console.log(failed.join('\n'))
}

const BOOLEANS = {
  unite: 'booleanUnion',
  subtract: 'booleanDifference',
  intersect: 'booleanIntersect',
  exclude: 'booleanXor',
}

/** The share of the larger area by which a result may differ: paper.js states its results with five digits. */
const SAME_AREA = 1e-4

/** The booleans of paper.js's own tests: what its tests expect is compared, area upon area, with what comes out here. */
async function paper() {
  const files = repository('paperjs/paper.js', /^test\/tests\/Path_Boolean\.js$/)
  const library = files && packaged('paper')
  if (!library) return skipped('paper')
  const { default: paper } = await import(join(library, 'dist', 'paper-core.js'))
  const cases = []
  paper.setup(new paper.Size(1000, 1000))
  /** @type {{ operation: string, a: string, b: string, isClosed: boolean }[]} */
  let made = []
  for (const operation of Object.keys(BOOLEANS)) {
    const own = paper.PathItem.prototype[operation]
    paper.PathItem.prototype[operation] = function (other, ...rest) {
      // Outlines turn by what is inside of which, where the rule of the area does not count turns.
      const plain = (it) => (it?.fillRule === 'evenodd' ? it.clone({ insert: false }).reorient(false, true) : it)
      const [a, b] = [plain(this), plain(other)].map((it) => it?.pathData ?? it)
      // Of areas that are cut along their lines alone, open lines come.
      const isClosed =
        rest[0]?.trace !== false &&
        [this, other].every((it) => it && (it.children ?? [it]).every((path) => path.closed))
      made.push({ operation, a, b, isClosed })
      return own.call(this, other, ...rest)
    }
  }
  let title
  const compareBoolean = (make, expected) => {
    made = []
    if (typeof make !== 'function') return
    make()
    const data = typeof expected === 'string' ? expected : expected?.pathData
    const last = made.at(-1)
    if (last?.isClosed && data !== undefined) cases.push({ title, ...last, expected: data })
  }
  const test = (name, run) => {
    title = name
    try {
      run()
    } catch (error) {
      // Tests of other functions use more of its harness than there is here.
      if (flags.list) console.log(`${name}: not run: ${error.message}`)
    }
  }
  const given = { paper, test, compareBoolean, equals() {}, QUnit: { module() {} } }
  // The classes are in the prototype of the scope.
  for (const name in paper) if (/^[A-Z]/.test(name)) given[name] = paper[name]
  // The file is a script for a page, whose globals these are.
  new Function(...Object.keys(given), files.read(files.paths[0]).toString('utf8'))(...Object.values(given))
  const failed = []
  await withProject(async (project, root) => {
    for (const it of cases) {
      const draw = (name, data) => (data ? `drawBezier('${name}', ${JSON.stringify(data)})\n` : '')
      const code = `${draw('a', it.a)}${draw('b', it.b)}${draw('expected', it.expected)}
const made = ${it.a && it.b ? `${BOOLEANS[it.operation]}('a', 'b', 'made')` : 'false'}
const area = (name) => (exists(name) ? getArea(name) : 0)
const differs = exists('made') && exists('expected') ? booleanXor('made', 'expected', 'rest') && area('rest') : Math.max(area('made'), area('expected'))
console.log((differs || 0) / Math.max(area('a'), area('b')))`
      const { logs, reason } = await runCode(project, root, code)
      const share = Number(logs[0])
      if (!(share <= SAME_AREA))
        failed.push(`${it.title}, ${it.operation}: ${reason ?? `${share} of the area differs`}`)
    }
  })
  table('paper', ['closed booleans', 'as expected'], [[cases.length, cases.length - failed.length]])
  if (flags.list) console.log(failed.join('\n'))
}

/** The folder of a package that only this script needs; undefined where it cannot be had. */
function packaged(name) {
  const folder = join(CLONES, 'packages')
  const own = join(folder, 'node_modules', name)
  if (existsSync(own)) return own
  mkdirSync(folder, { recursive: true })
  const installed = spawnSync(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--omit=optional', '--prefix', folder, name],
    {
      timeout: CLONE_MS,
      stdio: 'ignore',
    },
  )
  return installed.status === 0 && existsSync(own) ? own : undefined
}

/** The polylines of a C++ source, as `{x, y, bulge}` triples in order. */
const triples = (text) =>
  [...text.matchAll(/\{\s*([-\d.e]+)\s*,\s*([-\d.e]+)\s*,\s*([-\d.e]+)\s*\}/g)].map((it) => it.slice(1, 4).map(Number))

/** A closed polyline with bulges as a DXF file. */
function dxfOf(vertices) {
  const points = vertices.flatMap(([x, y, bulge]) => [10, x, 20, y, 42, bulge])
  const entity = [0, 'LWPOLYLINE', 8, 0, 90, vertices.length, 70, 1, ...points]
  return [0, 'SECTION', 2, 'ENTITIES', ...entity, 0, 'ENDSEC', 0, 'EOF'].join('\n')
}

const isNear = (one, other, most = 1e-4) => Math.abs(one - other) <= most * Math.max(1, Math.abs(other))

/** The offsets of CavalierContours' tests, in both directions of the outline. Its open polylines have no area. */
async function cavalier() {
  const files = repository('jbuckmccready/CavalierContours', /^tests\/tests\/TEST_cavc_parallel_offset\.cpp$/)
  if (!files) return skipped('cavalier')
  const text = files.read(files.paths[0]).toString('utf8')
  const failed = []
  let count = 0
  await withProject(async (project, root) => {
    for (const [, vertexes, rest] of text.matchAll(
      /vertexes = (\{[\s\S]*?\});\s*([\s\S]*?cases\.emplace_back\([\s\S]*?;)/g,
    )) {
      const [, name, delta, isClosed] =
        /emplace_back\("(\w+)", ([-\d.]+), std::move\(vertexes\), (\w+)/.exec(rest) ?? []
      if (isClosed !== 'true') continue
      const expected = [...rest.matchAll(/expectedResult\.emplace_back\(([^)]*)\)/g)].map((it) =>
        it[1].split(',').map(Number),
      )
      const vertices = triples(vertexes)
      const next = (at) => vertices[(at + 1) % vertices.length]
      const turns = vertices.reduce((sum, [x, y], at) => sum + x * next(at)[1] - next(at)[0] * y, 0)
      // Its distances are to the left of the way; what shrinks to a line is no area here.
      const parts = expected
        .filter(([, area]) => area !== 0)
        .map(([, area, length, ...box]) => [Math.abs(area), length, ...box])
      const backwards = vertices.map((_, at) => {
        const [x, y] = vertices[vertices.length - 1 - at]
        const before = vertices[(2 * vertices.length - 2 - at) % vertices.length]
        return [x, y, before[2] === 0 ? 0 : -before[2]]
      })
      for (const [title, outline] of [
        [name, vertices],
        [`${name}, reversed`, backwards],
      ]) {
        count += 1
        const code = `importDxf('d', ${JSON.stringify(dxfOf(outline))})
const leaves = (name) => (getEntity(name).type === 'group' ? getEntity(name).children : [name])
const made = offsetPolygon('d_0', ${-delta * Math.sign(turns)}, 'made')
console.log(JSON.stringify(made ? leaves('made').map((it) => {
  const { min, max } = getWorldBounds(it)
  return [getArea(it), getLength(it), ...min, ...max]
}) : []))`
        const { logs, reason } = await runCode(project, root, code)
        const found = reason === undefined ? JSON.parse(logs[0]) : undefined
        const inOrder = (list) => [...list].sort((one, other) => one[0] - other[0])
        const isSame =
          found?.length === parts.length &&
          inOrder(found).every((it, at) => it.every((value, index) => isNear(value, inOrder(parts)[at][index])))
        if (!isSame) failed.push(`${title}: ${reason ?? JSON.stringify(found)}, expected ${JSON.stringify(parts)}`)
      }
    }
  })
  table('cavalier', ['offsets of closed outlines', 'as expected'], [[count, count - failed.length]])
  if (flags.list) console.log(failed.join('\n'))
}

/** The share of its area by which a result of maker.js may differ: it makes arcs of curves, and rounds to four digits. */
const SAME_AS_MAKER = 2e-3

/** The unions and outlines of maker.js's tests: its own results are compared with what comes out here, area upon area. */
async function makerjs() {
  const files = repository(
    'microsoft/maker.js',
    /^packages\/maker\.js\/test\/((combine|outline|chain|expand|bezier|jscad)\.js|.*\.json)$/,
  )
  const library = files && packaged('makerjs')
  if (!library) return skipped('makerjs')
  const { default: makerjs } = await import(join(library, 'dist', 'index.js'))
  const cases = []
  // Closed chains alone: of what is open there is no area.
  const dataOf = (model) => {
    const chains = makerjs.model.findChains(model)
    if (chains.length === 0 || chains.some((chain) => !chain.endless)) return undefined
    return makerjs.exporter.toSVGPathData(makerjs.cloneObject(model), {
      origin: [0, 0],
      byLayers: false,
      fillRule: 'evenodd',
    })
  }
  const record = (name, operandsOf) => {
    const own = makerjs.model[name]
    makerjs.model[name] = (...given) => {
      // It changes its operands.
      const operands = operandsOf(...given)
      const result = own(...given)
      const [a, b, how] = operands.map((it) => (it?.paths || it?.models ? dataOf(it) : it))
      const expected = result && dataOf(result)
      if (title && a && b !== undefined && expected) cases.push({ title, name, a, b, how, expected })
      return result
    }
  }
  let title
  const copy = (model) => makerjs.cloneObject(model)
  record('combineUnion', (a, b) => [copy(a), copy(b)])
  record('combineSubtraction', (a, b) => [copy(a), copy(b)])
  record('combineIntersection', (a, b) => [copy(a), copy(b)])
  record('outline', (model, distance, joints = 0, inside = false) => [
    copy(model),
    inside ? -distance : distance,
    ['round', 'miter', 'square'][joints],
  ])
  let tests = 0
  for (const path of files.paths.filter((it) => it.endsWith('.js'))) {
    const run = (name, body) => {
      title = `${path.split('/').pop()}: ${name}`
      tests += 1
      try {
        body()
      } catch (error) {
        if (flags.list) console.log(`${title}: not run: ${error.message}`)
      }
      title = undefined
    }
    const required = (name) => {
      if (name === 'assert') return Object.assign(() => {}, { ok() {}, equal() {}, deepEqual() {}, strictEqual() {} })
      if (name.startsWith('../')) return makerjs
      const data = files.paths.find((it) => it.endsWith(`${name.slice(1).replace(/\.json$/, '')}.json`))
      if (data) return JSON.parse(files.read(data).toString('utf8'))
      throw new Error(`${name} is not here`)
    }
    try {
      new Function('require', 'describe', 'it', files.read(path).toString('utf8'))(required, (_, body) => body(), run)
    } catch (error) {
      if (flags.list) console.log(`${path}: not run: ${error.message}`)
    }
  }
  const failed = []
  const calls = {
    combineUnion: 'booleanUnion',
    combineSubtraction: 'booleanDifference',
    combineIntersection: 'booleanIntersect',
  }
  await withProject(async (project, root) => {
    for (const it of cases) {
      const draw = (name, data) =>
        `importSvg('${name}', ${JSON.stringify(`<svg><path fill-rule="evenodd" d="${data}"/></svg>`)}, { scale: 1 })\n`
      const made =
        it.name === 'outline'
          ? `offsetPolygon('a', ${it.how === 'miter' ? it.b : it.b}, 'made', { joinType: '${it.how}', miterLimit: 4 })`
          : `${calls[it.name]}('a', 'b', 'made')`
      const code = `${draw('a', it.a)}${it.name === 'outline' ? '' : draw('b', it.b)}${draw('expected', it.expected)}
${made}
console.log((booleanXor('made', 'expected', 'rest') ? getArea('rest') : 0) / getArea('expected'))`
      const { logs, reason } = await runCode(project, root, code)
      const share = Number(logs[0])
      if (!(share <= SAME_AS_MAKER)) failed.push(`${it.title}, ${it.name}: ${reason ?? `${share} of the area differs`}`)
    }
  })
  table(
    'makerjs',
    ['tests run', 'areas combined and outlined in them', 'as there'],
    [[tests, cases.length, cases.length - failed.length]],
  )
  if (flags.list) console.log(failed.join('\n'))
}

const INSTANCES = ['fu', 'jakobs1', 'jakobs2', 'shapes1', 'dagli', 'albano', 'shirts', 'trousers', 'swim']

async function sparrow() {
  const files = repository('JeroenGar/sparrow', /^data\/input\/[a-z0-9]+\.json$/)
  if (!files) return skipped('sparrow')
  const folder = mkdtempSync(join(tmpdir(), 'conformance-sparrow-'))
  const paths = INSTANCES.map((name) => {
    writeFileSync(join(folder, `${name}.json`), files.read(`data/input/${name}.json`))
    return join(folder, `${name}.json`)
  })
  const command = [
    'run',
    '--quiet',
    '--release',
    '-p',
    'scenewright-nesting',
    '--example',
    'strip',
    '--',
    flags.effort,
    ...paths,
  ]
  const ran = spawnSync('cargo', command, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  rmSync(folder, { recursive: true, force: true })
  const rows = ran.stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  table(`sparrow, effort ${flags.effort}`, ['instance', 'filled %', 'processor seconds'], rows)
}

function table(title, heads, rows) {
  console.log(`\n${title}\n`)
  console.log(`| ${heads.join(' | ')} |\n|${heads.map(() => '---').join('|')}|`)
  for (const row of rows) console.log(`| ${heads.map((_, at) => row[at] ?? '').join(' | ')} |`)
}

function skipped(name) {
  console.log(`\n${name}: skipped, as its repository cannot be had here`)
}

const SUITES = {
  resvg,
  paper,
  cavalier,
  makerjs,
  ezdxf: () => drawings('ezdxf', 'mozman/ezdxf'),
  libredwg: () => drawings('libredwg', 'LibreDWG/libredwg'),
  jscad: () => drawings('jscad', 'jscad/sample-files'),
  librecad: () => drawings('librecad', 'LibreCAD/LibreCAD'),
  sparrow,
}

await main(async () => {
  for (const [name, suite] of Object.entries(SUITES)) {
    if (!flags.only || flags.only === name) await suite()
  }
})
