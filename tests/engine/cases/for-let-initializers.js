// ECMA-262: the initializers of `for (let …;;)` see its own bindings, which have no value before theirs ran.
const attempt = (work) => {
  try {
    console.log(JSON.stringify(work()))
  } catch (error) {
    console.log(error.name)
  }
}
let x = 1
attempt(() => {
  for (let x = x + 1; ; ) return x
})
attempt(() => {
  for (let [a = b, b] = []; ; ) return a
})
attempt(() => {
  for (let i = (() => i)(); ; ) return i
})
attempt(() => {
  for (const a = a; ; ) return a
})
attempt(() => {
  for (let a = 1, b = a, c = () => d, d = 4; ; ) return [a, b, c()]
})
attempt(() => {
  const seen = []
  for (let i = 0, read = () => i; i < 2; i++) seen.push(read(), (() => i)())
  return seen
})
attempt(() => {
  const seen = []
  for (let i = 0; i < 2; i++) for (let i = 5, j = i; j < 7; j++) seen.push(i, j)
  return seen
})
