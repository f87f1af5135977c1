const r = 5
console.log(r.toUppercase())
