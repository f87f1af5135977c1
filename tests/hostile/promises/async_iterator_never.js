// expect: promise
for await (const x of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) });
