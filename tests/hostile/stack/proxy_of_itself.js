// expect: stack
// time: 5000
const proxy = new Proxy({}, {})
Object.setPrototypeOf(proxy, proxy)
proxy.x
