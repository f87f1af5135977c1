// expect: timeout
const endless = { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }
for (const item of endless);
