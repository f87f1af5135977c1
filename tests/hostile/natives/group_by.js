// expect: timeout memory type
Object.groupBy({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }, () => 'a')
