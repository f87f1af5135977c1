// expect: memory timeout range
String.fromCodePoint(...new Array(1 << 26).fill(65))
