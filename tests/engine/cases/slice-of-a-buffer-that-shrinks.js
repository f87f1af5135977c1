// ArrayBuffer.prototype.slice copies what is left of a buffer that became shorter meanwhile (25.1.6.7 steps 22 to 26).
const b = new ArrayBuffer(8, { maxByteLength: 16 })
new Uint8Array(b).set([1, 2, 3, 4, 5, 6, 7, 8])
const c = b.slice({ valueOf() { b.resize(4); return 1 } }, 8)
console.log(c.byteLength, new Uint8Array(c).join())                     // 7 2,3,4,0,0,0,0
b.resize(8)
const e = b.slice({ valueOf() { b.resize(2); return 4 } }, 8)
console.log(e.byteLength, new Uint8Array(e).join())                     // 4 0,0,0,0
