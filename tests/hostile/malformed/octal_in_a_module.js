// expect: syntax
export {}; const a = 010
