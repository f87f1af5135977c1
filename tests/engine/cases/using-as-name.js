// `using` is a name wherever no declaration begins with it, and labels are any names (BindingIdentifier, LabelIdentifier).
let using = 1
using += 1
console.log(using, [3, 4].map(using => using * 2).join(), (function using() { return typeof using })(), { using }.using)
let out = []
for (let using of [5, 6]) out.push(using)
for (let using = 0; using < 2; using++) out.push(using)
for (const using in { a: 1 }) out.push(using)
using: for (;;) { for (;;) break using }
of: for (;;) break of
async: for (;;) break async
let_: { out.push('labels'); break let_ }
const [{ using: other, ...rest }] = [{ using: 7, b: 8 }]
console.log(out.join(), other, Object.keys(rest).join())
