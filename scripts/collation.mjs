// Prints the order of characters that String.prototype.localeCompare has in the script engine, as Intl.Collator of Node says for the
// locale "en": that of the root of CLDR. The engine has no Intl; `vendor/boa/boa_engine/src/builtins/locale/order.txt` is what this
// prints.
//
//   node scripts/collation.mjs > vendor/boa/boa_engine/src/builtins/locale/order.txt
//
// Each line is `<kind> <rest>`:
//
//   p  characters of one primary weight; those after a `,` have a later secondary weight, the others a later tertiary weight each
//   m  a mark, which has a secondary weight alone
//   x  a character, and those that it counts as
//   y  the same, with a later secondary weight than those

/** Scripts and signs of names and notes in drawings. Other characters are in the order of their code points, after all others. */
const BLOCKS = [
  [0x20, 0x24f],
  [0x2b0, 0x52f],
  [0x1e00, 0x1fff],
  [0x2000, 0x214f],
  [0x2150, 0x23ff],
  [0x2460, 0x27bf],
  [0x3000, 0x30ff],
]

const collator = (sensitivity) => new Intl.Collator('en', { sensitivity }).compare
const [base, accent, variant] = ['base', 'accent', 'variant'].map(collator)

/** Marks that cross a letter, of which letters are no compositions to Unicode. */
const OVERLAYS = ['\u0335', '\u0336', '\u0337', '\u0338']
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ']
const LIGATURES = ['ss', 'SS', 'ae', 'AE', 'oe', 'OE']
const isUpper = (it) => it !== it.toLowerCase()

const points = BLOCKS.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
const characters = points
  .map((point) => String.fromCodePoint(point))
  .filter((it) => /\P{Cn}/u.test(it) && it.normalize('NFD') === it)

const isIgnored = (it) => variant(`a${it}b`, 'ab') === 0
const isMark = (it) => base(`a${it}b`, 'ab') === 0
const counted = characters.filter((it) => !isIgnored(it))
const marks = counted.filter(isMark).sort((a, b) => variant(`a${a}`, `a${b}`))
const others = counted.filter((it) => !isMark(it))

const crossed = LETTERS.flatMap((letter) => OVERLAYS.map((mark) => letter + mark))
const expansion = (it) => {
  const decomposed = it.normalize('NFKD')
  const candidates = [...(decomposed.length > 1 ? [decomposed] : []), ...LIGATURES, ...crossed]
  return (
    candidates.find((other) => variant(it, other) === 0) ??
    candidates.find((other) => accent(it, other) === 0) ??
    LIGATURES.find((other) => isUpper(it) === isUpper(other) && base(it, other) === 0)
  )
}
const expansions = others.map((it) => [it, expansion(it)]).filter(([, other]) => other)
const expanded = new Set(expansions.map(([it]) => it))
const singles = others.filter((it) => !expanded.has(it)).sort((a, b) => base(a, b) || variant(a, b))

const lines = []
let previous
for (const it of singles) {
  if (previous === undefined || base(previous, it) !== 0) lines.push(`p ${it}`)
  else lines[lines.length - 1] += accent(previous, it) === 0 ? it : `,${it}`
  previous = it
}
for (const it of marks) lines.push(`m ${it}`)
for (const [it, other] of expansions) lines.push(`${accent(it, other) === 0 ? 'x' : 'y'} ${it}${other}`)
// A comma is the first of its line, and so no sign of this format.
process.stdout.write(`${lines.join('\n')}\n`)
