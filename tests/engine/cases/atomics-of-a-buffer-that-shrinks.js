// Atomics looks at the array again after conversions (RevalidateAtomicAccess, 25.4.3.4).
const attempt = (work) => { try { console.log(String(work())) } catch (error) { console.log(error instanceof Error ? 'throws' : error) } }
const make = () => { const b = new ArrayBuffer(16, { maxByteLength: 32 }); return [b, new Int32Array(b), new Int32Array(b, 0, 4)] }
for (const name of ['add', 'and', 'or', 'sub', 'xor', 'exchange', 'store']) {
  attempt(() => { const [b, a] = make(); return Atomics[name](a, 3, { valueOf() { b.resize(0); return 1 } }) })     // throws (a RangeError by ECMA-262, a TypeError in V8)
  attempt(() => { const [b, , a] = make(); return Atomics[name](a, 0, { valueOf() { b.resize(8); return 1 } }) })   // throws (TypeError)
}
attempt(() => { const [b, a] = make(); return Atomics.compareExchange(a, 3, 0, { valueOf() { b.resize(4); return 1 } }) })  // throws (a RangeError by ECMA-262, a TypeError in V8)
attempt(() => { const [b, a] = make(); a[0] = 6; return Atomics.add(a, 0, { valueOf() { b.resize(4); return 1 } }) + ',' + a[0] })  // 6,7
attempt(() => { const [b, a] = make(); return Atomics.load(a, { valueOf() { b.resize(0); return 3 } }) })           // throws (a RangeError by ECMA-262, a TypeError in V8)
