// expect: stack
const it = { [Symbol.toPrimitive]: () => +it };
+it
