// An error closes the iterators that it leaves, not those of the loops around (ForIn/OfBodyEvaluation, IteratorClose).
const numbers = (name, options = {}) => ({
  n: 0,
  [Symbol.iterator]() { return this },
  next() { if (options.fails === this.n) throw `next of ${name}`; return { done: this.n > 2, value: this.n++ } },
  return() { console.log(`closed ${name}`); if (options.ends) throw `return of ${name}`; return {} },
})
const attempt = work => { try { console.log(String(work())) } catch (e) { console.log(`threw ${e}`) } }
attempt(() => { for (const a of numbers('a')) for (const key in { p: 1, q: 2 }) throw `${key}${a}` })
attempt(() => { for (const a of numbers('a')) { const [b] = numbers('b', { fails: 0 }) } })
attempt(() => { for (const a of numbers('a')) { const [b = fail()] = [] } })
attempt(() => { for (const a of numbers('a')) { const [b, c = fail()] = numbers('b') } })
attempt(() => { try { for (const a of numbers('a', { ends: true })) return a } catch (e) { console.log(`caught ${e}`) } })
attempt(() => { all: for (const a of numbers('a')) for (const b of numbers('b', { ends: true })) { try { break all } catch { console.log('never') } } })
attempt(() => { const seen = []; for (const a of numbers('a')) { try { for (const key in { p: 1 }) throw key } catch (e) { seen.push(e + a) } } return seen })
