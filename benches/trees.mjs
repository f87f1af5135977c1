// Folders of made-up sources to search in. The same number makes the same tree, byte for byte.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** In one file of 5,000. */
export const RARE = 'quarterdeck'

/** In one file of three. */
export const COMMON = 'inventory'

/** Only files with this name end so: one of 500. */
export const FEW = '*.config.ts'

const FILES_IN_FOLDER = 100
const FOLDERS_IN_PART = 25
const SHORTEST = 200
const LONGEST = 2_400
const ENDINGS = ['ts', 'ts', 'js', 'md', 'json']
const WORDS = ['value', 'compute', 'window', 'handler', 'result', 'index', 'buffer', 'signal', 'parse', 'render']

/**
 * Writes `count` files, and beside them some that the rules of the folder leave out and some that are hidden: one of
 * each for every hundred. It looks like a repository, so that every program lets the rules count.
 */
export function makeTree(root, count) {
  mkdirSync(join(root, '.git'), { recursive: true })
  writeFileSync(join(root, '.gitignore'), 'made/\n*.log\n')
  const pick = numbers(count)
  for (let first = 0; first < count; first += FILES_IN_FOLDER) {
    const number = first / FILES_IN_FOLDER
    const folder = join(root, `part${Math.floor(number / FOLDERS_IN_PART)}`, 'src', `module${number}`)
    mkdirSync(join(folder, 'made'), { recursive: true })
    writeFileSync(join(folder, 'made', 'index.js'), `${RARE} ${COMMON}\n`)
    writeFileSync(join(folder, '.settings.ts'), `${RARE} ${COMMON}\n`)
    for (let file = first; file < Math.min(first + FILES_IN_FOLDER, count); file += 1) {
      const ending = file % 500 === 50 ? 'config.ts' : ENDINGS[file % ENDINGS.length]
      writeFileSync(join(folder, `file${file}.${ending}`), textOf(file, pick))
    }
  }
}

function textOf(file, pick) {
  const length = SHORTEST + pick(LONGEST - SHORTEST)
  const word = () => WORDS[pick(WORDS.length)]
  let text = `// file ${file}\n`
  if (file % 5_000 === 21) text += `export const ${RARE} = ${file}\n`
  if (file % 3 === 1) text += `import { ${COMMON} } from './${word()}.js'\n`
  while (text.length < length) text += `const ${word()}${pick(1_000)} = ${word()}(${word()}, ${pick(10_000)})\n`
  return text
}

/** Whole numbers below a bound, the same in every run. */
function numbers(seed) {
  let state = seed >>> 0
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
