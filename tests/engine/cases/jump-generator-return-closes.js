// return() at a yield leaves loops, patterns and finally blocks from the inside out (GeneratorResumeAbrupt, evaluation of yield).
const numbers = name => ({
  n: 0,
  [Symbol.iterator]() { return this },
  next() { return { done: this.n > 3, value: this.n++ } },
  return(value) { console.log(`closed ${name} ${arguments.length}`); return { done: true, value } },
})
function* loops() { for (const a of numbers('a')) { try { for (const b of numbers('b')) { try { yield b } finally { console.log('inner') } } } finally { console.log('outer') } } }
function* pattern() { const [x, y = yield x] = numbers('p'); return y }
function* missing() { const [x, y = yield x] = [1]; return y }
function* delegate() { try { yield* loops() } finally { console.log('delegate ends') } }
function* kept() { try { yield 1 } finally { yield 2 } }
for (const make of [loops, missing, delegate, kept]) {
  const it = make()
  it.next()
  console.log(JSON.stringify(it.return('value')), JSON.stringify(it.next()))
}
console.log(JSON.stringify(pattern().next()))
