// expect: ok
for (const key of ['min', 'max', 'x', 'y', 'level', 'order', 'details', 'name', 'width', 'scale', 'type']) {
  Object.defineProperty(Object.prototype, key, { set() { throw new Error('polluted ' + key) }, configurable: true })
}
drawCircle('b', 0, 0, 1)
getDrawOrder()
getWorldBounds('b')
getEntity('b')
getTextMetrics('x', 1)
fitToViewport(1, 1)
