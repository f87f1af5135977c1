// A return waits for finally blocks, whatever these call, catch or jump over inside (evaluation of try).
function caught() { try { return 'r' } finally { try { fail() } catch {} } }
function fail() { throw 'h' }
function looped() { for (const n of [1, 2]) { try { try { return 'r' } finally { if (n > 5) continue } } finally {} } }
function replaced() { try { return 1 } finally { found: { try { return 2 } finally { break found } } } }
function forgotten() { found: { try { return 1 } finally { break found } } }
function* last() { for (;;) { try { yield 1 } finally { break } } return 'after' }
console.log(`${caught()} ${looped()} ${replaced()} ${forgotten()}`)
const it = last()
it.next()
console.log(JSON.stringify(it.return('early')))
