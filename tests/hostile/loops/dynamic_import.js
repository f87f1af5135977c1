// expect: timeout
// module spin: export const a = 1; for (;;) {}
await import('spin')
