// expect: timeout memory
const endless = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }
const all = [...endless]
