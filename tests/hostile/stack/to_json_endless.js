// expect: stack
const it = { toJSON: () => JSON.stringify(it) }
JSON.stringify(it)
