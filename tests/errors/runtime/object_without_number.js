const size = Object.create(null)
console.log(Number(size))
