// The remainder of the smallest 32-bit integer by -1 is -0, by any way to it.
const minus = -1
let a = -2147483648
console.log(Object.is(a % minus, -0), Object.is(-2147483648 % -1, -0), Object.is((a | 0) % ~0, -0))
a %= minus
console.log(Object.is(a, -0), -2147483648 / minus, -2147483648 * minus, -(-2147483648), Math.abs(-2147483648))
let b = -2147483648
console.log(--b, b - 1, b * b)
