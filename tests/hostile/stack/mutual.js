// expect: stack
const a = () => b(), b = () => a()
a()
