// The pictures in the pages of docs/lint: for each rule a drawing that breaks it, with the places that the lint names circled in red.
// `npm run generate lint-pictures` writes them (needs a build), and __test__/lint-pictures.test.ts compares them with what is committed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ROOT } from './support.mjs'

/** Where the pictures are. */
export const LINT_PICTURES = 'docs/lint/images'

const PLATE = "drawRect('plate', 30, 20, 60, 40)\nsetLayer('plate', 'cut')\n"
const BLACK = "listEntities().forEach((name) => setStroke(name, 'black', 0.35))\n"

/** The same line as text on the layers of a machine, and as a drawing. */
const cut = (code) => `${code}\nlistEntities().forEach((name) => setLayer(name, 'cut'))\n`

/**
 * The drawings: `main` breaks the rule for the profile. Where only foreign files can break it, `file` is one, and `main` draws the same.
 */
export const DRAWINGS = {
  'open-contour': {
    profile: 'laser',
    main: cut("drawLine('outline', [0, 0, 60, 0, 60, 40, 20, 40])\ndrawLine('side', [0, 0, 0, 30])"),
  },
  gap: { profile: 'laser', main: cut("drawLine('outline', [0.0, 38, 0, 0, 60, 0, 60, 40, 1.2, 40])") },
  'duplicate-line': {
    profile: 'laser',
    main: cut("drawRect('plate', 30, 20, 60, 40)\ndrawCircle('hole', 30, 20, 10)\ndrawCircle('again', 30, 20, 10)"),
  },
  'overlapping-line': {
    profile: 'laser',
    main: cut("drawRect('left', 15, 20, 30, 40)\ndrawRect('right', 45, 15, 30, 30)"),
  },
  'zero-length': {
    profile: 'laser',
    file: '<rect class="cut" width="60" height="40"/><path id="dot" class="cut" d="M20 12 L20 12"/>',
    main: `${PLATE}drawCircle('dot', 20, 28, 0.4)\nsetFill('dot', 'black')\n`,
  },
  'tiny-segment': {
    profile: 'laser',
    main: cut("drawPolygon('plate', [0, 0, 60, 0, 60, 40, 30.005, 40, 30, 40.004, 0, 40])"),
  },
  'self-crossing': { profile: 'laser', main: cut("drawPolygon('bow', [0, 0, 60, 40, 60, 0, 0, 40])") },
  'crossing-contours': {
    profile: 'laser',
    main: cut("drawRect('plate', 30, 20, 60, 40)\ndrawCircle('bore', 55, 20, 12)"),
  },
  'too-near': {
    profile: 'laser',
    main: cut("drawRect('left', 14.95, 20, 29.9, 40)\ndrawRect('right', 45.025, 20, 29.95, 40)"),
  },
  'thin-web': {
    profile: 'laser',
    main: cut("drawRect('plate', 30, 20, 60, 40)\ndrawCircle('one', 20.8, 20, 9)\ndrawCircle('other', 39.2, 20, 9)"),
  },
  'small-hole': {
    profile: 'laser',
    main: cut("drawRect('plate', 30, 20, 60, 40)\ndrawCircle('hole', 30, 20, 0.14)"),
  },
  'small-radius': {
    profile: 'cnc',
    main: cut("drawRect('plate', 30, 20, 60, 40)\ndrawRoundedRect('pocket', 30, 20, 36, 20, 0.35)"),
  },
  'unreachable-corner': {
    profile: 'cnc',
    main: cut("drawRect('plate', 30, 20, 60, 40)\ndrawRect('pocket', 30, 20, 36, 20)"),
  },
  'text-not-outlined': {
    profile: 'laser',
    file: '<rect class="cut" width="60" height="40"/><text id="name" class="engrave" fill="black" stroke="none" x="14" y="24" font-size="12">Lid</text>',
    main: `${PLATE}drawText('name', 'Lid', 14, 16, 12, { align: 'left' })\n`,
  },
  'off-page': {
    profile: 'print',
    main: `drawRect('page', 30, 20, 60, 40)\nsetLayer('page', 'sheet')\ndrawCircle('seal', 52, 20, 12)\n${BLACK}`,
  },
  'off-sheet': {
    profile: 'laser',
    main: "drawRect('sheet', 30, 20, 60, 40)\nsetLayer('sheet', 'sheet')\ndrawCircle('disc', 52, 20, 12)\nsetLayer('disc', 'cut')\n",
  },
  'unknown-layer': {
    profile: 'laser',
    main: `${PLATE}drawRect('fold', 30, 20, 40, 20)\nsetLayer('fold', 'crease')\n`,
  },
  'suspicious-units': {
    profile: 'laser',
    main: `${cut("drawRect('plate', 30000, 20000, 60000, 40000)")}setStroke('plate', 'black', 200)\n`,
  },
  'fill-in-cut-layer': { profile: 'laser', main: `${PLATE}setFill('plate', '#9ec5e8')\n` },
  'open-text': {
    profile: 'laser',
    main: `${PLATE}drawText('name', 'Lid', 18, 14, 12, { font: 'Hershey Simplex' })\nsetLayer('name', 'cut')\n`,
  },
  'text-on-text': {
    profile: 'print',
    main: "drawText('one', 'Kitchen', 4, 18, 9)\ndrawText('other', '12.5 m²', 24, 14, 9)\n",
  },
  'text-on-geometry': {
    profile: 'print',
    main: "drawText('name', 'Kitchen', 8, 16, 9)\ndrawLine('wall', [0, 30, 26, 18.5])\nsetStroke('wall', 'black', 0.35)\n",
  },
  'small-text': {
    profile: 'print',
    main: `setDrawingScale(10)\ndrawRect('room', 300, 200, 600, 400)\n${BLACK}drawText('name', 'Kitchen', 60, 180, 9)\nsetPage([74, 52], { margin: 2, scale: '1:10' })\n`,
  },
  'dimension-mismatch': {
    profile: 'drawing',
    main: `setDrawingScale(1)\ndrawRect('plate', 30, 20, 60, 40)\n${BLACK}dimension('width', { type: 'horizontal', of: 'plate', side: 'below', text: '65' })\n`,
  },
  'dimension-missing': {
    profile: 'drawing',
    main:
      `drawRect('plate', 30, 20, 60, 40)\ndrawCircle('hole', 20, 22, 6)\n${BLACK}` +
      "dimension('width', { type: 'horizontal', of: 'plate', side: 'below' })\n" +
      "dimension('height', { type: 'vertical', of: 'plate', side: 'left' })\nsetPage('A5', { scale: '1:1', titleBlock: { title: 'Plate' } })\n",
  },
  'dimension-double': {
    profile: 'drawing',
    main:
      `setDrawingScale(1)\ndrawRect('plate', 30, 20, 60, 40)\n${BLACK}dimension('width', { type: 'horizontal', of: 'plate', side: 'below' })\n` +
      "dimension('again', { type: 'horizontal', from: [0, 0], to: [60, 0], side: 'above' })\n",
  },
  'line-through-text': {
    profile: 'print',
    main: "drawText('name', 'Kitchen', 8, 16, 9)\ndrawLine('wall', [0, 19, 60, 19])\nsetStroke('wall', 'black', 0.35)\n",
  },
  'missing-title': {
    profile: 'drawing',
    main: `drawRect('plate', 0, 0, 60, 40)\n${BLACK}setPage('A6', { scale: '1:1' })\n`,
  },
  'low-contrast': {
    profile: 'print',
    main: "drawText('name', 'Kitchen', 8, 16, 12, { color: '#fffbe0' })\ndrawRect('wall', 32, 20, 64, 30)\nsetStroke('wall', 'black', 0.35)\n",
  },
  'thin-line': {
    profile: 'print',
    main: "drawRect('plate', 30, 20, 60, 40)\nsetStroke('plate', 'black', 0.5)\ndrawLine('fold', [30, 0, 30, 40])\nsetStroke('fold', 'black', 0.03)\n",
  },
}

/** The findings of a rule in the drawing that breaks it, and the picture with its marks. */
export async function lintPicture(rule) {
  const { unwrap, Project } = await import('../index.mjs')
  const { profile, main, file } = DRAWINGS[rule]
  const dir = mkdtempSync(join(tmpdir(), 'scenewright-lint-'))
  writeFileSync(join(dir, 'scene.code.js'), main)
  const project = await Project.open({ root: dir, readFirst: 'off' })
  try {
    unwrap(await project.run())
    const report = file === undefined ? unwrap(await project.lint({ profile })) : lintFile(dir, file, profile)
    const found = report.findings.filter((finding) => finding.rule === rule)
    const scene = unwrap(await project.summary())
    const { text: unmarked } = unwrap(await project.export({ format: 'svg' }))
    const marks = found.map(({ at: [x, y] }, index) => {
      // In a file y points down, and its drawing stands on its lower edge.
      return `drawCircle('mark${index}', ${x}, ${file === undefined ? y : 40 - y}, size)\nsetStroke('mark${index}', '#d62828', size / 6)\n`
    })
    if (scene.bounds === null) throw new Error(`${rule}: the scene is empty.`)
    const { min, max } = scene.bounds
    const size = `const size = ${0.06 * Math.max(max[0] - min[0], max[1] - min[1])}\n`
    unwrap(await project.write({ file: 'main', text: `${main}${size}${marks.join('')}` }))
    const { text } = unwrap(await project.export({ format: 'svg' }))
    return { found, svg: withMarks(unmarked, text) }
  } finally {
    await project.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The picture with its marks, and with its annotations where they stand without them: a dimension goes around a circle. */
function withMarks(unmarked, marked) {
  const annotations = (svg) => svg.match(/<g [^>]*data-annotation[\s\S]*?<\/g>/g)?.join() ?? ''
  if (annotations(marked) === annotations(unmarked)) return marked
  const circles = marked.match(/^ *<circle [^>]*id="mark\d+".*\n/gm).join('')
  return unmarked.replace(' </g>\n</svg>', `${circles} </g>\n</svg>`)
}

/** The findings in the contents of an SVG, as the command line prints them. */
function lintFile(dir, contents, profile) {
  const path = join(dir, 'drawing.svg')
  const size = 'width="60mm" height="40mm" viewBox="0 0 60 40"'
  writeFileSync(path, `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none" stroke="black">${contents}</svg>`)
  const args = [join(ROOT, 'bin', 'scenewright'), 'lint', path, '--profile', profile, '--format', 'json']
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout)
}

/** Writes the pictures. */
export async function writeLintPictures() {
  mkdirSync(join(ROOT, LINT_PICTURES), { recursive: true })
  for (const rule of Object.keys(DRAWINGS)) {
    const { svg } = await lintPicture(rule)
    writeFileSync(join(ROOT, LINT_PICTURES, `${rule}.svg`), svg)
  }
}
