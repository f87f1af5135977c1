// expect: type
const { proxy, revoke } = Proxy.revocable({}, {})
revoke()
drawText('t', 'x', 0, 0, 1, proxy)
