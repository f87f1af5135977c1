// expect: stack
// module deep: export const a = «[»×200000«]»×200000
const name = 'de' + 'ep'
await import(name)
