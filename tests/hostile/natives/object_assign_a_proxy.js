// expect: timeout memory
Object.assign({}, new Proxy({}, {
  ownKeys: () => Array.from({ length: 300000 }, (_, n) => 'k' + n),
  getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }),
}))
for (;;);
