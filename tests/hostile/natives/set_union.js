// expect: timeout memory type
new Set([1]).union({ size: Infinity, has: () => true, keys: () => ({ next: () => ({ done: false, value: 1 }) }) })
