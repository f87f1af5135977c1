// expect: ok
const { proxy, revoke } = Proxy.revocable({}, {})
revoke()
console.log(proxy, new Proxy({}, { get() { for (;;) {} }, ownKeys() { for (;;) {} } }))
console.log({ get a() { for (;;) {} }, toJSON() { for (;;) {} }, toString() { for (;;) {} } })
console.log([, 1, , 2], Symbol('s'), 1n, () => 1, class A {}, new Date(NaN), /a/g, new Map([[1, { a: 1 }]]), new Set([1]))
