// expect: module
await import('lib\0' + '.js')
