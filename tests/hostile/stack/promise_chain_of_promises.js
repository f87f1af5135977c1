// expect: ok promise stack
let p = Promise.resolve(1)
for (let n = 0; n < 20000; n++) { const q = p; p = new Promise((done) => done(q)) }
await p
