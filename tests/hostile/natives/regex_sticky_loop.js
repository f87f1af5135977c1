// expect: timeout memory
const r = /(?:)/g
while (true) { r.lastIndex = 0; 'a'.match(r) }
