// expect: scene ok
drawCircle('b', 0, 0, 1)
rotate('b', 1, { get space() { deleteEntity('b'); return 'world' } })
