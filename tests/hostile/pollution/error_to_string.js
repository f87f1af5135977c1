// expect: thrown type
Error.prototype.toString = () => { for (;;) {} }
throw new Error('plain')
