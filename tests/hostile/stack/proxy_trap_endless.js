// expect: stack
const p = new Proxy({}, { get(t, key, self) { return self[key] } })
p.x
