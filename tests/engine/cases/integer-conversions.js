// Numbers become integers modulo a power of two, between typed arrays too; -0 keeps its sign (ToInt8, Number::divide).
console.log(String(new Uint8Array(new Int8Array([-1, -128]))))
console.log(String(new Int16Array(new Float64Array([40000, -40000, NaN]))))
console.log(String(new Uint8ClampedArray(new Float32Array([0.5, 1.5, 2.5, -1, 300, NaN]))))
console.log(`${Object.is(0 / -5, -0)} ${Object.is(0 / 5, 0)} ${parseInt('1' + '0'.repeat(25))} ${Number('0x22bd66c88f285184')}`)
