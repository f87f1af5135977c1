// expect: ok
let text = 'x'
while (text.length < 1 << 24) text += text
console.log(text)
