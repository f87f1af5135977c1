// The name of a class is initialized after the keys of all its elements (ClassDefinitionEvaluation).
const attempt = work => { try { console.log(String(work())) } catch (e) { console.log(e.name) } }
attempt(() => { class E { [E.name]() {} } })
attempt(() => { class E { static [E] = 1 } })
attempt(() => { class E { get [typeof E]() { return 1 } } })
attempt(() => { const F = class E { [E]() {} } })
attempt(() => { class E extends E {} })
attempt(() => { class E { static a = E.name; static { E.b = 2 } [1 + 1]() { return E } } return E.a + E.b + (new E()[2]() === E) })
attempt(() => { class E { ['k'] = E.name } return new E().k })
attempt(() => { const keys = []; class E { [(keys.push(() => E), 'a')]() {} } return keys[0]() === E })
