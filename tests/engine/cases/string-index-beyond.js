// What is beyond the end of a string is a property of its prototype, if of anything (OrdinaryGet after StringGetOwnProperty).
String.prototype[9] = 'bar'
String.prototype[1] = 'never'
Object.prototype[20] = 'deep'
Object.defineProperty(String.prototype, 5, { get() { 'use strict'; return typeof this } })
console.log(['abc'[9], 'abc'[1], 'abc'['9'], 'abc'[5], 'abc'[20], 'abc'[8], 'abc'[-1]].join())
const s = 'abc', found = []
for (let i = 0; i < 11; i++) found.push(s[i])
console.log(found.join())
