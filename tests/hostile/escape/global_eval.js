// expect: type
globalThis['ev' + 'al']('1')
