// Words such as async, of, get and using are names in sloppy code (BindingIdentifier, IdentifierReference).
const f = async => async, g = of => of, h = get => get, i = using => using
console.log(f(1), g(2), h(3), i(4))
var async = 8, of = 3, using = 5, static = 6
console.log(async / 2 / 2, of + using, async
/ 4)
async = 12; async++; using = 7
console.log(async, using, { async, of, using, static }.using)
const p = async async => async, q = async of => of
p(1).then(v => console.log('p', v)); q(2).then(v => console.log('q', v))
var yes = [async, of
]
console.log(yes.length, class of {}.name, typeof async)
class C { async; get; set; static; of = 1; static async = 2 }
console.log(Object.keys(new C()).join(), C.async)
