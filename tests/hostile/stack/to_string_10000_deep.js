// expect: ok stack
let n = 10000
const it = { toString: () => (--n > 0 ? `${it}` : '') };
`${it}`
