// expect: stack
const proxy = new Proxy({}, {})
Object.setPrototypeOf(proxy, proxy)
proxy.x
