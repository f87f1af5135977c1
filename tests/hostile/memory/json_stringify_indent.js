// expect: memory timeout
let object = {}
for (let n = 0; n < 3000; n++) object = { object }
let text = ''
for (;;) text += JSON.stringify(object, null, 10)
