// A var with the name of a parameter begins with its value, in a scope of its own (FunctionDeclarationInstantiation).
function f(x, o = {}) { var x = x || 5; return x }
function g(x, read = () => x) { var x = 'body'; return `${x} ${read()}` }
console.log(`${f()} ${f(3)} ${g('parameter')}`)
