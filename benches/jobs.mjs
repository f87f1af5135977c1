// The measured jobs: the same work as a project and as one classic script with host functions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './measure.mjs'

const CIRCLE = "drawCircle('c', 0, 0, 1)\n"

/** One script, `rounds` times, that must call the host `calls` times. */
function scriptJob(name, rounds, main, calls = 1) {
  return { name, rounds, project: { main }, source: main, functions: ['drawCircle'], calls }
}

export const circles = (count) =>
  scriptJob(
    `${count.toLocaleString('en-US')} circles`,
    9,
    `for (var i = 0; i < ${count}; i++) drawCircle('c' + i, i % 100, i / 100, 1)\n`,
    count,
  )

export const TINY = scriptJob('tiny run: one circle', 1_000, CIRCLE)

/** The same code at the top level of a script, where most scene scripts have it, and in a function. */
const STEPS = (kind) =>
  `${kind} x = 0\nfor (${kind} i = 0; i < 1e6; i++) x = (x * 3 + i) % 1009\nif (!(x >= 0)) throw new Error('x')\n`

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
  scriptJob('1,000,000 numeric steps', 9, CIRCLE + STEPS('var')),
  scriptJob('1,000,000 numeric steps, let', 9, CIRCLE + STEPS('let')),
  scriptJob('1,000,000 numeric steps in a function', 9, `${CIRCLE}function steps() {\n${STEPS('var')}}\nsteps()\n`),
  APPENDS,
]

/** Code that is checked by its result, which must be true. */
const checked = (name, code) => scriptJob(name, 9, `${CIRCLE}${code}if (!done) throw new Error('wrong')\n`)

/** Work of scripts besides drawing, each kind alone. */
export const LANGUAGE = [
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
  checked(
    '100,000 template strings',
    `let n = 0\nfor (let i = 0; i < 1e5; i++) n += \`part_\${i}_\${i % 7}\`.length\nconst done = n > 1e6\n`,
  ),
  checked(
    '1 MB of text split into 100,000 words',
    "const text = 'some words '.repeat(5e4)\nconst words = text.split(' ')\nconst done = words.length === 100001\n",
  ),
  checked(
    '10,000 numbers sorted with a comparator',
    'const a = Array.from({ length: 1e4 }, (_, i) => (i * 7919) % 10007)\na.sort((x, y) => x - y)\nconst done = a[0] === 0\n',
  ),
  checked(
    '100,000 object literals',
    'const all = []\nfor (let i = 0; i < 1e5; i++) all.push({ x: i, y: i * 2, name: "p" })\nlet sum = 0\n' +
      'for (const p of all) sum += p.x + p.y\nconst done = sum > 0\n',
  ),
  checked(
    '100,000 entries of a Map by string keys',
    "const map = new Map()\nfor (let i = 0; i < 1e5; i++) map.set('k' + i, i)\nlet sum = 0\n" +
      "for (let i = 0; i < 1e5; i++) sum += map.get('k' + i)\nconst done = sum === 4999950000\n",
  ),
  checked(
    '200,000 calls of a function that uses names around it',
    'const w = 3\nlet count = 0\nfunction f(n) { count++; return n * w }\nfor (let i = 0; i < 2e5; i++) f(i)\n' +
      'const done = count === 2e5\n',
  ),
]

/** The town as one classic script: its modules share one scope, so they can stand one after the other. */
function townSource() {
  const read = (path) => readFileSync(join(ROOT, 'examples', 'town', path), 'utf8')
  return ['modules/iso_lib.js', 'modules/city_lib.js', 'scene.code.js']
    .map((path) => read(path).replace(/^import .*$/gm, ''))
    .join('\n')
}
