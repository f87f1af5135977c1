class Gear { constructor(teeth) { this.teeth = teeth } }
const g = Gear(24)
