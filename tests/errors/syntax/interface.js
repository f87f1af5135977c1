interface Size { w: number }
const s = { w: 1 }
