// expect: timeout
async function* numbers() { for (;;) yield 1 }
for await (const n of numbers());
