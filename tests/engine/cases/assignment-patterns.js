// Targets may have computed and numeric keys, and stand in parentheses (AssignmentPattern).
const t = {}
let a, b
;({ 0: [{ q: t[0] = [7] }], [1 + 1]: (a), three: { x: (t.x) } } = [[1], 2, 3, 4].concat({}).reduce((o, v, i) => (o[i] = v, o), { three: { x: 5 } }))
;[(b), (t.y)] = [8, 9]
console.log(JSON.stringify([t, a, b]))
