// `async (…)` calls a function of that name unless an arrow follows (CoverCallExpressionAndAsyncArrowHead).
var async = (...values) => 'called ' + values.length
console.log(async(1), async (2), async(), async(async(3)), async(...[1, 2]), async(1, [2], { a: 3 },))
console.log(async
(3), async(1).length, [async(1), async (2)].length, `${async(4)}`, async(5) + 1, async(b => b))
const arrows = [async (a) => a, async (a, b = 2) => a + b, async ({ a, c = 3 }) => a + c, async ([a, ...b]) => a + b.length,
  async (...all) => all.length, async ({ a }, ...[b]) => a + b, async () => 'none', async (a,) => a, async x => x, async ({ a } = { a: 6 }) => a]
arrows.forEach((f, i) => f(...[[1], [1], [{ a: 1 }], [[1, 2, 3]], [1, 2], [{ a: 1 }, 2], [], [7], [8], []][i]).then(v => console.log(i, v)))
console.log(arrows.map(f => f.length).join(), arrows[0].name === '')
const later = async (a, b = async (c) => c) => await b(a)
later(9).then(v => console.log('later', v))
