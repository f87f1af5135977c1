// expect: module
await import('\ud800' + '')
