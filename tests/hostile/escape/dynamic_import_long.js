// expect: module
await import('x'.repeat(1 << 20))
