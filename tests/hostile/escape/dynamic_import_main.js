// expect: module
await import('ma' + 'in')
