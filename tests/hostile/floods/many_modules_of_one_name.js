// expect: ok timeout
// module lib: export const a = 1
for (let n = 0; n < 2000; n++) await import('lib')
