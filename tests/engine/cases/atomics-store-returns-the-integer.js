// Atomics.store returns the integer that it was given, whatever its size (25.4.14 step 3, 8).
console.log(Atomics.store(new Int32Array(1), 0, 2 ** 70), Atomics.store(new Int32Array(1), 0, -(2 ** 64)), Atomics.store(new Int8Array(1), 0, 300.7))   // 1.1805916207174113e+21 -18446744073709552000 300
