// expect: type
const { proxy, revoke } = Proxy.revocable([], {})
revoke()
drawLine('l', proxy)
