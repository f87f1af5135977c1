// expect: ok
// time: 5000
let text = 'x'
while (text.length < 1 << 24) text += text
console.log(text)
