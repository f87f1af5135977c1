// An assignment to a constant that is not initialized yet is a ReferenceError (SetMutableBinding).
const attempt = work => { try { work() } catch (e) { console.log(e.name) } }
attempt(() => { width = 1 })
attempt(() => { { depth = 1; const depth = 2 } })
const width = 2
attempt(() => { width = 3 })
attempt(() => { width++ })
