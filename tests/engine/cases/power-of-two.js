// `x ** 2` converts its operand once, and a BigInt beside a Number is a TypeError.
const attempt = (work) => { try { console.log(String(work())) } catch (error) { console.log(error.name) } }
let calls = 0
const counted = { valueOf() { calls += 1; return 3 } }
let big = 3n
attempt(() => big ** 2)
attempt(() => (big ** 2n))
attempt(() => counted ** 2)
attempt(() => { big **= 2; return big })
attempt(() => ({ valueOf: () => 3n }) ** 2)
attempt(() => [-3, 0.1, 1.1, 1e200, -0].map((x) => x ** 2))
attempt(() => calls)
