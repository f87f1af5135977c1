// expect: memory timeout range
String.raw({ raw: { length: 2 ** 53 - 1 } })
