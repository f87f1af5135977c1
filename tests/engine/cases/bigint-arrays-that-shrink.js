// Elements of a BigInt array beyond a buffer that became shorter are undefined, and no BigInt (%TypedArray%.prototype.with, filter; 23.2.3).
const attempt = (work) => { try { console.log(String(work())) } catch (error) { console.log(error.name) } }
const make = () => { const b = new ArrayBuffer(32, { maxByteLength: 64 }); return [b, new BigInt64Array(b)] }
attempt(() => { const [b, a] = make(); return a.with(0, { valueOf() { b.resize(8); return 1n } }) })   // TypeError
attempt(() => { const [b, a] = make(); return a.filter(() => { b.resize(8); return true }) })          // TypeError
