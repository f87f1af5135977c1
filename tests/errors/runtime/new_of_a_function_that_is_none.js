const Gear = { teeth: 24 }
const g = new Gear(24)
