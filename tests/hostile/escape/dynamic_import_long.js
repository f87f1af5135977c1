// expect: module
// time: 5000
await import('x'.repeat(1 << 20))
