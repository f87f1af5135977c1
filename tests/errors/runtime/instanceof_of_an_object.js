const Gear = {}
console.log(({}) instanceof Gear)
