// ECMA-262: a buffer of a fixed length refuses to be resized before the new length is read.
const length = {
  valueOf() {
    console.log('read')
    return 4
  },
}
for (const buffer of [new ArrayBuffer(8), new ArrayBuffer(8, { maxByteLength: 16 }), {}]) {
  try {
    ArrayBuffer.prototype.resize.call(buffer, length)
    console.log(buffer.byteLength)
  } catch (error) {
    console.log(error.name)
  }
}
