// 100,000 operations whose last bits ECMAScript leaves open, or that print and read numbers. One hash of all their results: the same on
// every platform, whatever its C library and processor: tests/engine.rs and scripts/try-binaries.mjs compare it with the file beside this one.
const buffer = new DataView(new ArrayBuffer(8))
let hash = 0x811c9dc5
const mix = (byte) => {
  hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
}
const mixNumber = (number) => {
  buffer.setFloat64(0, Number.isNaN(number) ? NaN : number)
  for (let i = 0; i < 8; i++) mix(buffer.getUint8(i))
}
const mixText = (text) => {
  for (let i = 0; i < text.length; i++) mix(text.charCodeAt(i) & 255)
}

let state = 20261127
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 4294967296
}
// Numbers of every size, small integers, and those that stand at the edges of the formats.
const edges = [0, -0, 1, -1, 0.5, 2, 10, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, Infinity, -Infinity, NaN, 2 ** 53, 4294967295.5]
const number = () => {
  const kind = random()
  if (kind < 0.1) return edges[Math.floor(random() * edges.length)]
  if (kind < 0.3) return Math.floor(random() * 2000) - 1000
  if (kind < 0.6) return (random() - 0.5) * 20
  return (random() - 0.5) * Number('1e' + (Math.floor(random() * 600) - 300))
}

const one = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'exp', 'expm1', 'log', 'log1p',
  'log2', 'log10', 'sqrt', 'cbrt', 'fround', 'round', 'trunc', 'floor', 'ceil', 'sign', 'clz32']
const two = ['atan2', 'pow', 'hypot', 'imul', 'max', 'min']
const rest = [
  (a, b) => a ** b,
  (a, b) => a % b,
  (a, b) => a / b,
  (a) => Number(String(a)),
  (a) => String(a),
  (a, b) => a.toString(2 + (Math.abs(Math.trunc(b)) % 35 || 0)),
  (a, b) => a.toFixed(Math.abs(Math.trunc(b)) % 30 || 0),
  (a, b) => a.toPrecision(1 + (Math.abs(Math.trunc(b)) % 40 || 0)),
  (a, b) => a.toExponential(Math.abs(Math.trunc(b)) % 40 || 0),
  (a) => parseFloat(a + 'px'),
  (a) => a | 0,
  (a) => a >>> 0,
]
const operations = [...one.map((name) => Math[name]), ...two.map((name) => Math[name]), ...rest]
for (let i = 0; i < 100000; i++) {
  const result = operations[i % operations.length](number(), number())
  if (typeof result === 'string') mixText(result)
  else mixNumber(result)
}
console.log(hash.toString(16))
