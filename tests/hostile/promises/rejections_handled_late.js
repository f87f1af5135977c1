// expect: ok timeout
const all = []
for (let n = 0; n < 5000; n++) all.push(Promise.reject(n))
for (const p of all) p.catch(() => {})
