// expect: timeout
const it = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { for (;;) {} } }) }
const [first] = it
