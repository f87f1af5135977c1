// The text of an arrow function ends where its body ends, also at a template (Function.prototype.toString, 20.2.3.5).
console.log((() => `a${1}b`).toString())                                // () => `a${1}b`
console.log((async x => `${x}`).toString())                             // async x => `${x}`
console.log((x => String.raw`q${x}`).toString())                        // x => String.raw`q${x}`
class A { static y = () => `b${2}` }
console.log(A.y.toString())                                             // () => `b${2}`
