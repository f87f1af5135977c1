// Each part of a template becomes a text before the next is evaluated (evaluation of TemplateLiteral).
const part = name => { console.log(`made ${name}`); return { toString() { console.log(`text of ${name}`); return name } } }
console.log(`${part('a')}|${part('b')}|${part('c')}`)
