// expect: thrown
let text = 'x'
while (text.length < 50 << 20) text += text
throw new Error(text)
