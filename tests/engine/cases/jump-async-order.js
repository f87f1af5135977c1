// for await closes its iterator and awaits it, and a return value survives the awaits of finally (AsyncIteratorClose).
const numbers = name => ({
  n: 0,
  [Symbol.asyncIterator]() { return this },
  async next() { return { done: this.n > 3, value: this.n++ } },
  async return() { console.log(`closed ${name}`); await null; console.log(`really closed ${name}`); return {} },
})
async function first() { for await (const n of numbers('a')) { for await (const m of numbers('b')) { try { return `first ${n} ${m}` } finally { await 1; console.log('finally') } } } }
async function* made() { try { for await (const n of numbers('c')) yield n } finally { await null; console.log('made ends') } }
async function main() {
  console.log(await first())
  outer: for (const a of [1, 2]) for await (const b of made()) { if (b === 1) continue outer; console.log(`${a} ${b}`) }
  try { for await (const b of made()) throw `error ${b}` } catch (e) { console.log(e) }
  const it = made()
  console.log(JSON.stringify(await it.next()), JSON.stringify(await it.return('r')))
}
main().then(() => console.log('end'), e => console.log(`failed ${e}`))
