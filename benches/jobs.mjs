// What is measured: the same work as a project and as one classic script with host functions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './measure.mjs'

const CIRCLE = "drawCircle('c', 0, 0, 1)\n"

/** One script, `rounds` times, that must call the host `calls` times. */
function scriptJob(name, rounds, main, calls = 1) {
  return { name, rounds, project: { main }, source: main, functions: ['drawCircle'], calls }
}

const circles = (count) =>
  scriptJob(
    `${count.toLocaleString('en-US')} circles`,
    9,
    `for (var i = 0; i < ${count}; i++) drawCircle('c' + i, i % 100, i / 100, 1)\n`,
    count,
  )

export const TINY = scriptJob('tiny run: one circle', 1_000, CIRCLE)

const APPENDS = scriptJob(
  "100,000 appends, s += 'x'",
  9,
  `${CIRCLE}var s = ''\nfor (var i = 0; i < 1e5; i++) s += 'x'\nif (s.length !== 1e5) throw new Error('short')\n`,
)

/** Whole runs as they are in life. */
export const RUNS = [
  TINY,
  {
    name: 'town',
    rounds: 25,
    project: { example: 'town' },
    source: townSource(),
    functions: ['drawPolygon', 'setFill', 'setStroke', 'createGroup', 'drawOrder'],
    calls: 1155 * 3 + 466 + 81,
  },
  circles(5_000),
  circles(50_000),
  scriptJob(
    '1,000,000 numeric steps',
    9,
    `${CIRCLE}var x = 0\nfor (var i = 0; i < 1e6; i++) x = (x * 3 + i) % 1009\nif (!(x >= 0)) throw new Error('x')\n`,
  ),
  APPENDS,
]

/** What is known to be dear in the engine, each by itself. */
export const DEAR = [
  scriptJob(
    '5,000 const declarations',
    9,
    CIRCLE + Array.from({ length: 5_000 }, (_, index) => `const v${index} = ${index}\n`).join(''),
  ),
  APPENDS,
  scriptJob(
    '100,000 pushes and one join',
    9,
    `${CIRCLE}var a = []\nfor (var i = 0; i < 1e5; i++) a.push('x')\nif (a.join('').length !== 1e5) throw new Error('short')\n`,
  ),
]

/** The town as one classic script: its modules share one scope, so they can stand one after the other. */
function townSource() {
  const read = (path) => readFileSync(join(ROOT, 'examples', 'town', path), 'utf8')
  return ['modules/iso_lib.js', 'modules/city_lib.js', 'scene.code.js']
    .map((path) => read(path).replace(/^import .*$/gm, ''))
    .join('\n')
}
