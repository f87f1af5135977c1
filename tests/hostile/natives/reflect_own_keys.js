// expect: timeout memory
const list = new Array(1 << 22).fill(1)
for (;;) Reflect.ownKeys(list)
