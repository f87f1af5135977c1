//! Tests of what the repairs of the engine must not change, as scripts see it.

use super::*;

/// Statements that throw when something is not as the standard has it, by what they are about.
pub(super) type Cases = &'static [(&'static str, &'static str)];

/// Runs each case. `same` compares, `throws` expects an exception of that class.
pub(super) fn assert_conforms(cases: Cases) {
    for (what, code) in cases {
        let main = format!(
            "function same(a, b) {{ if (!Object.is(a, b)) throw new Error('got ' + a + ' instead of ' + b) }}
             function throws(f, C = TypeError) {{
               try {{ f() }} catch (e) {{ if (e instanceof C) return; throw e }}
               throw new Error('it did not throw: ' + f)
             }}
             {code}
             drawCircle('c', 0, 0, 1)"
        );
        let outcome = run_with(&[(MAIN, &main)], RunOptions::default());
        assert!(outcome.is_ok(), "{what}: {:?}", outcome.err());
    }
}

const PARSED: Cases = &[
    (
        "numbers",
        "same(JSON.parse('-0'), -0); same(JSON.parse('1e999'), Infinity); same(JSON.parse('-1e-999'), -0)
         same(JSON.parse('2147483648'), 2147483648); same(JSON.parse('-2147483648'), -2147483648)
         same(JSON.parse('123456789012345678901234567890'), 123456789012345678901234567890)
         same(JSON.parse(' 0.1\\n'), 0.1); same(JSON.parse('1E+2'), 100); same(JSON.parse('5e-324'), 5e-324)",
    ),
    (
        "strings of both encodings",
        "same(JSON.parse('\"\\\\u00e9\\\\n\\\\ud83d\\\\ude00\"'), 'é\\n😀'); same(JSON.parse('\"é\"'), 'é')
         same(JSON.parse('\"\\\\ud800\"').charCodeAt(0), 0xd800); same(JSON.parse('\"漢é\"'), '漢é')
         same(JSON.parse('{\"漢\":\"a\"}').漢, 'a'); same(JSON.parse('\"\\u2028\"'), '\\u2028')
         same(JSON.parse('[\"漢\",\"\\\\/\\\\b\\\\f\\\\r\\\\t\\\\\\\\\"]')[1], '/\\b\\f\\r\\t\\\\')",
    ),
    (
        "keys",
        "const text = s => JSON.stringify(JSON.parse(s))
         same(text('{\"a\":1,\"b\":2,\"a\":3}'), '{\"a\":3,\"b\":2}')
         same(text('{\"b\":1,\"2\":2,\"1\":3,\"a\":4,\"2\":5}'), '{\"1\":3,\"2\":5,\"b\":1,\"a\":4}')
         same(text('{\"\\\\u0061\":1,\"a\":2}'), '{\"a\":2}')
         const own = JSON.parse('{\"__proto__\":1}'); same(Object.keys(own).join(), '__proto__')
         same(Object.getPrototypeOf(own), Object.prototype)
         Object.defineProperty(Object.prototype, 'x', { set() { throw new Error('called') }, configurable: true })
         same(JSON.parse('{\"x\":1}').x, 1); delete Object.prototype.x",
    ),
    (
        "records of like and of unlike shapes",
        "const text = '[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4},{\"a\":5,\"c\":6},{\"a\":7,\"b\":8},{\"b\":1,\"a\":2},{},{\"a\":9}]'
         same(JSON.stringify(JSON.parse(text)), text)
         const many = '{' + Array.from({ length: 3000 }, (_, i) => `\"k${i}\":${i}`).join() + '}'
         same(JSON.stringify(JSON.parse(`[${many},${many}]`)), `[${many},${many}]`)
         const list = JSON.parse('[1,2.5,\"x\",null,[],{}]'); same(list.length, 6); list.push(true); same(list[6], true)",
    ),
    (
        "mistakes",
        "const places = { '': 0, '[1,]': 4, '{\"a\":1,}': 8, '{a:1}': 2, '[1 2]': 4, '1 2': 3, '\\u00a01': 1, '01': 2, '1.': 2, '+1': 1,
           'tru': 3, '\"\\\\x\"': 3, '\"\\n\"': 2, '{\"a\" 1}': 6, '[': 1, '{\"a\":1 \"b\"': 8, '漢': 1, '\"\\\\u12g4\"': 6 }
         for (const text in places) {
           throws(() => JSON.parse(text), SyntaxError)
           try { JSON.parse(text) } catch (e) { same(e.message.split(' at ')[1], 'line 1 column ' + places[text]) }
         }
         try { JSON.parse('{\\n \"a\": x }') } catch (e) { same(e.message, 'expected value at line 2 column 7') }",
    ),
    (
        "nesting of any depth",
        "const nest = n => JSON.parse('['.repeat(n) + ']'.repeat(n)); let list = nest(20000), depth = 0
         while (list) { list = list[0]; depth++ }
         same(depth, 20000); throws(() => JSON.parse('{\"a\":'.repeat(1e5)), SyntaxError)",
    ),
    (
        "revivers, which see the source of what nobody changed",
        "const seen = []
         const value = JSON.parse('{\"a\":1.0,\"b\":[1,\"x\",-0],\"a\":\"\\\\u0041\"}', (k, v, { source }) => { seen.push(k, source); return source ?? v })
         same(JSON.stringify(value), '{\"a\":\"\\\\\"\\\\\\\\u0041\\\\\"\",\"b\":[\"1\",\"\\\\\"x\\\\\"\",\"-0\"]}')
         same(seen.join(), 'a,\"\\\\u0041\",0,1,1,\"x\",2,-0,b,,,')
         const changed = JSON.parse('[1,2,[3]]', function (k, v, { source }) {
           if (k === '0' && this.length === 3) { this[1] = 3; this[2] = [3] }
           return source ?? v
         })
         same(JSON.stringify(changed), '[\"1\",3,[3]]')
         same(JSON.stringify(JSON.parse('{\"a\":1,\"b\":2}', (k, v) => k === 'a' ? undefined : v)), '{\"b\":2}')",
    ),
    (
        "raw values",
        "same(JSON.stringify([JSON.rawJSON('1.0'), JSON.rawJSON('\"é\"')]), '[1.0,\"é\"]')
         for (const text of ['', ' 1', '1 ', '[]', '{}', '1x']) throws(() => JSON.rawJSON(text), SyntaxError)",
    ),
];

#[test]
fn json_parse_follows_the_standard() {
    assert_conforms(PARSED);
}

const MATCHED: Cases = &[
    (
        "exec with groups, indices and lastIndex",
        "const m = /(?<y>\\d{4})-(?<m>\\d\\d)(x)?/.exec('on 2026-11'); same(m.join(), '2026-11,2026,11,'); same(m.index, 3)
         same(Object.keys(m).join(), '0,1,2,3,index,input,groups'); same(m.groups.y + m.groups.m, '202611'); same(m[3], undefined)
         same(Object.getPrototypeOf(m.groups), null); same(/b/.exec('abc').groups, undefined); same(m.length, 4)
         const d = /a(?<n>b)?(c)/d.exec('xac'); same(JSON.stringify(d.indices), '[[1,3],null,[2,3]]'); same('n' in d.indices.groups, true)
         const g = /o/g; same(g.exec('foo').index, 1); same(g.lastIndex, 2); same(g.exec('foo').index, 2); same(g.exec('foo'), null); same(g.lastIndex, 0)
         const y = /o/y; same(y.test('foo'), false); y.lastIndex = 1; same(y.test('foo'), true); same(y.lastIndex, 2)
         g.lastIndex = 9; same(g.test('foo'), false); same(g.lastIndex, 0)
         const frozen = Object.freeze(/o/g); throws(() => frozen.test('o')); same(Object.freeze(/o/).test('o'), true)
         let asked = 0; const re = /o/; re.lastIndex = { valueOf() { asked++; return 0 } }; re.test('o'); same(asked, 1)",
    ),
    (
        "texts of all encodings",
        "for (const [text, found] of [['xaz', 'a'], ['xéz', 'é'], ['x漢z', '漢'], ['x😀z', '😀']]) {
           same(text.match(/x(.+)z/)[1], found); same(text.match(/(?<=x).+(?=z)/)[0], found); same(text.replace(/[^xz]+/g, '-'), 'x-z')
           same(text.match(/x.z/u).index, 0); same(text.search(/z/), text.length - 1); same(text.split(/x|z/).join(), ',' + found + ',')
         }
         same(/a漢*b/.test('ab'), true); same(/a\\u6f22*b/.test('ab'), true); same(/[漢a]b/.test('ab'), true); same(/é?x/i.test('É'), false)
         same(/é/i.test('É'), true); same(/\\u212a/iu.test('k'), true); same(/\\u212a/i.test('k'), false); same(/(k)\\1/i.test('kK'), true)
         same('😀'.match(/./g).length, 2); same('😀'.match(/./gu).length, 1); same('😀a'.replace(/(?:)/gu, '-'), '-😀-a-')
         const long = 'ab'.repeat(500) + 'é'; let n = 0; for (const re = /b/g; re.exec(long);) n++; same(n, 500); same(/é/.test(long), true)
         const ascii = 'ab'.repeat(500); same(/\\u0061b/g.exec(ascii).index, 0); same([...ascii.matchAll(/b(?=a)/g)].length, 499)",
    ),
    (
        "patterns that begin with what they search",
        "same('aab ab'.search(/ab/), 1); same('xabbb'.match(/ab*/)[0], 'abbb'); same('xa'.match(/ab*/)[0], 'a'); same('xa'.match(/ab?c*/)[0], 'a')
         same('xcd'.match(/ab|cd/)[0], 'cd'); same('xAB'.match(/ab/i)[0], 'AB'); same('xab'.match(/ab{0}/)[0], 'a'); same('a{'.match(/a{/)[0], 'a{')
         same('漢ab'.match(/ab/).index, 1); same('a/b'.match(/a\\/b/)[0], 'a/b'); same('x\\nab'.match(/^ab/m).index, 2); same('a'.match(/ab/), null)
         const y = /ab/y; y.lastIndex = 1; same(y.test('xxab'), false); y.lastIndex = 2; same(y.test('xxab'), true)",
    ),
    (
        "replace and replaceAll",
        "same('1mm 2mm'.replace(/mm/g, ' mm'), '1 mm 2 mm'); same('ab'.replace(/(a)(b)/, '$2$1$$$&$`'), 'ba$ab'); same('aXbX'.replace(/X/, '-'), 'a-bX')
         same('abc'.replace(/(?:)/g, '-'), '-a-b-c-'); same('ab'.replace(/(?<x>a)/, '[$<x>]'), '[a]b'); same('aé漢'.replace(/é/g, '漢'), 'a漢漢')
         const seen = []; same('a1b2'.replace(/([a-z])(\\d)(z)?/g, (...args) => { seen.push(args.join('|')); return args[2] + args[1] }), '1a2b')
         same(seen.join(), 'a1|a|1||0|a1b2,b2|b|2||2|a1b2'); same('aa'.replaceAll(/a/g, (m, at) => at), '01')
         same('aa'.replace(/(?<n>a)/g, (...args) => args.at(-1).n + '.'), 'a.a.')
         const re = /a/g; re.lastIndex = 1; same('aa'.replace(re, 'b'), 'bb'); same(re.lastIndex, 0); same('ba'.replace(/a/gy, 'c'), 'ba')
         throws(() => 'aa'.replace(Object.freeze(/a/g), 'b')); same('aaa'.match(/a/g).join(), 'a,a,a'); same('b'.match(/a/g), null)",
    ),
    (
        "split",
        "same(JSON.stringify('a1b2'.split(/\\d/)), '[\"a\",\"b\",\"\"]'); same(JSON.stringify('a1b2'.split(/(\\d)(x)?/)), '[\"a\",\"1\",null,\"b\",\"2\",null,\"\"]')
         same('abc'.split(/(?:)/).join(), 'a,b,c'); same('abc'.split(/(?:)/, 2).join(), 'a,b'); same(''.split(/a/).length, 1); same(''.split(/(?:)/).length, 0)
         same('a,b,c'.split(/(,)/, 2).join('|'), 'a|,'); same('aab'.split(/a*?/).join(), 'a,a,b'); same('A<B>bold</B>'.split(/<(\\/)?([^<>]+)>/).length, 7)
         same('test'.split(/$/).join(), 'test'); same('a\\nb'.split(/^/m).length, 2); same('😀😀'.split(/(?:)/u).length, 2); same('abab'.split(/(?=a)/).join(), 'ab,ab')",
    ),
    (
        "what scripts put in the place of the built-in",
        "const re = /a/g; re.exec = () => null; same(re.test('a'), false); same('a'.replace(re, 'b'), 'a'); same('a'.match(re), null)
         class Loud extends RegExp { exec(text) { log.push('exec'); return super.exec(text) } }
         const log = []; same('aa'.replace(new Loud('a', 'g'), 'b'), 'bb'); same(log.length, 3); same('a-b'.split(new Loud('-')).join(), 'a,b')
         let asked = 0; const g = /a/; Object.defineProperty(g, 'exec', { get() { asked++; return RegExp.prototype.exec } }); g.test('a'); same(asked, 1)
         const f = /a/; Object.defineProperty(f, 'flags', { value: 'g' }); const own = RegExp.prototype.exec; let n = 0
         same('ab'.replace(Object.defineProperty(/a/, 'global', { value: false }), 'c'), 'cb')
         RegExp.prototype.exec = function (text) { n++; return own.call(this, text) }
         'aa'.replace(/a/g, 'b'); 'a'.split(/b/); /a/.test('a'); RegExp.prototype.exec = own; same(n, 5)
         const all = [...'a1b2'.matchAll(/\\d/g)]; same(all.map(m => m[0] + m.index).join(), '11,23'); throws(() => RegExp.prototype.exec.call({}, 'a'))
         const c = /a/g; c.compile('b'); same(c.test('b'), true); same(c.global, false); throws(() => new RegExp('('), SyntaxError)",
    ),
];

#[test]
fn regular_expressions_follow_the_standard() {
    assert_conforms(MATCHED);
}

const WALKED: Cases = &[
    (
        "arrays that change while they are walked",
        "const a = [1, 2, 3]; const seen = []; for (const x of a) { seen.push(x); if (x === 1) a.push(4); if (x === 2) a.length = 3 }
         same(seen.join(), '1,2,3'); const it = a[Symbol.iterator](); for (const x of it) if (x === 2) break; same(it.next().value, 3)
         same(it.next().done, true); a.push(5); same(it.next().done, true); same([...[1, , 3]][1], undefined); const grow = [1]; let n = 0
         for (const x of grow) { if (n++ < 5) grow.push(x) } same(n, 6); for (const x of new Array(2)) same(x, undefined)",
    ),
    (
        "iterators that scripts replaced",
        "const proto = Object.getPrototypeOf([][Symbol.iterator]()); const { next } = proto; let calls = 0
         proto.next = function () { calls++; return next.call(this) }; for (const x of [1, 2]); const [p, q] = [3, 4]; proto.next = next
         same(calls, 5); same(p + q, 7); const own = []; own[Symbol.iterator] = function* () { yield 'own' }; same([...own].join(), 'own')
         for (const [k, v] of [7].entries()) same(k + v, 7); for (const k of ['a'].keys()) same(k, 0)
         for (const x of new Uint8Array([9])) same(x, 9); for (const c of 'é') same(c, 'é'); for (const x of { length: 1, 0: 2, [Symbol.iterator]: [].values }) same(x, 2)
         Object.defineProperty(Array.prototype, 1, { get() { return 'inherited' }, configurable: true }); let all = ''; for (const x of [0, , 2]) all += x; same(all, '0inherited2'); delete Array.prototype[1]",
    ),
    (
        "destructuring and delegation",
        "const [a, , b = 5, ...rest] = [1, 2, undefined, 4, 6]; same([a, b, rest].join(), '1,5,4,6'); const [x, y] = [1]; same(y, undefined)
         function* each(list) { const r = yield* list; return [r] } same([...each([1, 2])].join(), '1,2'); const g = each([3]); same(g.next().value, 3); same(g.next().done, true)
         const frozen = Object.freeze([1, 2]); const [m, n] = frozen; same(m + n, 3); let c = 0
         const it = { [Symbol.iterator]() { return this }, next() { return { value: c++, done: false } }, return() { c = 'closed'; return {} } }; const [z] = it; same(c, 'closed')",
    ),
];

#[test]
fn iteration_follows_the_standard() {
    assert_conforms(WALKED);
}

const LITERALS: Cases = &[
    (
        "object literals",
        "const o = { a: 1, b: 2, a: 3, 1: 'x', __proto__: { p: 1 }, ['c']: 4 }; same(JSON.stringify(o), '{\"1\":\"x\",\"a\":3,\"b\":2,\"c\":4}'); same(o.p, 1)
         const d = Object.getOwnPropertyDescriptor(o, 'a'); same(d.writable && d.enumerable && d.configurable, true)
         const g = { get v() { return 1 }, v: 2 }; same(g.v, 2); const h = { v: 1, get v() { return 3 } }; same(h.v, 3)
         Object.defineProperty(Object.prototype, 'q', { set() { throw new Error('called') }, configurable: true }); same({ q: 1 }.q, 1); delete Object.prototype.q
         const many = {}; for (let i = 0; i < 2000; i++) many['k' + i] = { i, n: i }; same(many.k1999.n, 1999)",
    ),
    (
        "properties whose objects change their shape",
        "const get = o => o.x; const a = { x: 1 }, b = { y: 0, x: 2 }, c = Object.create({ x: 3 }), d = { get x() { return 4 } }, e = { z: 1, w: 1, x: 5 }, f = []
         for (let round = 0; round < 3; round++) same([a, b, c, d, e, f].map(get).join(), '1,2,3,4,5,')
         delete a.x; same(get(a), undefined); a.x = 6; same(get(a), 6); Object.defineProperty(b, 'x', { get() { return 7 } }); same(get(b), 7)
         c.x = 8; same(get(c), 8); const put = o => { o.x = 9 }; const frozen = Object.freeze({ x: 1 }); for (const o of [a, e, frozen, c]) put(o)
         same([a.x, e.x, frozen.x, c.x].join(), '9,9,1,9'); const proto = { m: 1 }, sub = Object.create(proto); const m = o => o.m; same(m(sub), 1); proto.m = 2; same(m(sub), 2)
         sub.m = 3; same(m(sub), 3)",
    ),
    (
        "names around functions",
        "throws(() => { early; let early = 1 }, ReferenceError); let n = 0; const up = () => ++n; up(); up(); same(n, 2)
         function outer() { const inner = () => later; throws(inner, ReferenceError); let later = 5; return inner } same(outer()(), 5)
         const fs = []; for (let i = 0; i < 3; i++) fs.push(() => i); same(fs.map(f => f()).join(), '0,1,2'); throws(() => missing, ReferenceError)
         same((function () { return typeof this }).call(1), 'object'); same((function () { 'use strict'; return typeof this }).call(1), 'number'); const self = {}
         same((function () { return this }).call(self), self); same((function () { return () => this }).call(self)(), self)",
    ),
];

#[test]
fn objects_and_names_follow_the_standard() {
    assert_conforms(LITERALS);
}

const OPERATORS: Cases = &[
    (
        "operands that the right side assigns",
        "function f() { let a = 1; same(a + (a = 5), 6); let i = 1; same(i + i++, 2); same(i * (i++, i), 6); let o = 1; same(o < (o = 0), false)
           let n = 2; n = n * (n = 3) + n; same(n, 9); let x = 3; x += (x = 10, 1); same(x, 4); let s = 'a'; s += s += 'b'; same(s, 'aab')
           let p = 7; same(p++ + p, 15); same(p-- - --p, 2); let q = 1; q -= [q] = [5]; same(q, -4); if (q < (q = 9)) same(q, 9)
           let k = 1; for (let r = 0; r < (k++, 3); r++); same(k, 5); const list = [k, k = 2, k]; same(list.join(), '5,2,2') } f()
         var v = 1; same(v + v++, 2); same(v + (() => v = 9)(), 11); let w = 1; same(w + (() => ++w)(), 3); same((w) + w++, 4)",
    ),
    (
        "updates of what is no number yet",
        "function f() { let s = '5'; const t = s++; same(t, 5); same(s, 6); let u = '7'; same(++u, 8); same(u, 8); let n; same(n++, NaN); same(n, NaN)
           var v = '3'; same(v--, 3); same(v, 2); let b = true; b++; same(b, 2); let big = 9n; same(big++, 9n); same(--big, 9n); let m = 2147483647; m++; same(m, 2147483648)
           let l = -2147483648; same(l--, -2147483648); same(l, -2147483649); let z = -0; z++; same(z, 1); let h = 0.5; same(h--, 0.5); same(h, -0.5)
           let o = { valueOf: () => 4 }; same(o++, 4); same(o, 5); let y = Symbol(); throws(() => { let y2 = y; y2++ }); throws(() => { const c = 1; c++ }) } f()
         var g = '5'; same(g++, 5); same(g, 6); let c = '1'; same(c--, 1); same((() => c)(), 0)",
    ),
    (
        "assignments that fail leave what was there",
        "function f() { let x = 1; try { x = x + 1n } catch (e) {} same(x, 1); try { x += 1n } catch (e) {} same(x, 1); try { x = x < Symbol() } catch (e) {} same(x, 1)
           let o = { valueOf() { throw new TypeError('no') } }, y = o; throws(() => { let z = 1; z = z * o }); try { y = y - 1 } catch (e) {} same(y, o); try { y++ } catch (e) {} same(y === o || y === undefined, true)
           const c = 1; throws(() => { c = c + 1 }); throws(() => { c += 1 }); (function named() { named = named + 1; same(typeof named, 'function') })() } f()",
    ),
    (
        "comparisons, moves and arithmetic of every kind of value",
        "function f(a, b) { let r = a < b; r = a <= b; r = a > b; r = a >= b; return [a < b, a <= b, a > b, a >= b, a + b, r].join() }
         same(f(1, 2), 'true,true,false,false,3,false'); same(f('a', 'b'), 'true,true,false,false,ab,false'); same(f(1.5, '2'), 'true,true,false,false,1.52,false')
         throws(() => f(3n, 3)); same([3n < 3, 3n <= 3, 3n > 2.5, '10' < '9', NaN >= NaN, null <= 0, undefined < 1].join(), 'false,true,true,true,false,true,false')",
    ),
    (
        "parameters",
        "function twice(a, a) { return a } same(twice(1, 2), 2); same(twice(1), undefined); function more(a, b) { return b } same(more(1), undefined)
         function set(a, b) { a = b; arguments[0] = 9; return a } same(set(1, 2), 9); function strict(a) { 'use strict'; arguments[0] = 9; return a } same(strict(1), 1)
         const kept = a => () => a; const one = kept(1), two = kept(2); same(one() + two(), 3); same(((a, b = a, ...c) => a + b + c.length)(1), 2)
         function* gen(a, b) { yield a; a = b; yield a } same([...gen(1, 2)].join(), '1,2'); function shadow(a) { var a; return a } same(shadow(3), 3); function inner(a) { function a() {} return typeof a } same(inner(3), 'function')
         same(new (class { constructor(a) { this.a = a } })(4).a, 4)",
    ),
];

const CALLS: Cases = &[
    (
        "returns on the way out of statements",
        "function f() { let x = 1; try { return x } finally { x = 2 } } same(f(), 1); function g() { try { return 1 } finally { return 2 } } same(g(), 2)
         function h() { for (const n of [1, 2]) { try { continue } finally { if (n === 2) return n } } } same(h(), 2); function i() { { let k = 3; const l = () => k; return l() + k } } same(i(), 6)
         let closed = 0; const walk = { [Symbol.iterator]: () => ({ next: () => ({ value: 1 }), return() { closed++; return {} } }) }; function j() { for (const n of walk) return n } same(j(), 1); same(closed, 1)
         function k(n) { switch (n) { case 1: return 'one'; default: return } } same(k(1), 'one'); same(k(2), undefined); function l(a) { return a, a = 5, a } same(l(1), 5)
         function m(n) { label: { if (n) break label; return 'no' } return 'yes' } same(m(1), 'yes'); same(m(0), 'no'); function o(x) { with ({ x: 2 }) return x } same(o(1), 2)
         function p(x) { return x = x + 1 } same(p(1), 2); function q() { return (() => arguments[0])() } same(q(7), 7); function r(n) { return n ? r(n - 1) : 'end' } same(r(200), 'end')
         function* s() { try { return 1 } finally { yield 2 } } same([...s()].join(), '2'); const t = s(); t.next(); same(t.next().value, 1); same((x => { return })(1), undefined)",
    ),
    (
        "constructors",
        "function F() { this.a = 1; return 5 } same(new F().a, 1); function G() { return { a: 2 } } same(new G().a, 2); class A { constructor(v) { if (v) return { a: 3 }; this.a = 4 } } same(new A(1).a, 3); same(new A().a, 4)
         class B extends A { constructor(v) { const up = () => super(v); up(); return } } same(new B().a, 4); same(new B(1).a, 3); throws(() => new (class extends A { constructor() { return 1 } })()); throws(() => new (class extends A { constructor() {} })(), ReferenceError)
         throws(() => new (() => 1)()); throws(() => new ({ m() {} }).m()); throws(() => A()); function T() { return new.target } same(new T(), T); same(T(), undefined); class P { x = this.y = 1; static z = (() => this.name)() } same(new P().y, 1); same(P.z, 'P')
         const from = Reflect.construct(F, [], A); same(from instanceof A, true); const bound = G.bind(null); same(new bound().a, 2)",
    ),
    (
        "functions that are called by the host",
        "same([3, 1, 2].map(n => { if (n > 1) return n * 2 }).join(), '6,,4'); same([1, 2].reduce((a, b) => { try { return a + b } finally { a = 9 } }), 3); throws(() => [1].map(() => { throw new TypeError('no') }))
         same([1].map(Math.abs)[0], 1); same([1].map(String.prototype.charAt, 'abc')[0], 'b')
         same(Array.from([1, 2], function () { return this.k }, { k: 7 }).join(), '7,7'); same([2, 1].sort((a, b) => [a, b].sort((c, d) => c - d)[0] === a ? -1 : 1).join(), '1,2'); const o = { get x() { return this.y }, y: 1 }; same(o.x, 1)",
    ),
    (
        "elements that are set in place",
        "const put = (list, at, value) => { list[at] = value; return list }; same(put([1, 2], 1, 2.5).join(), '1,2.5'); same(put([1, 2], 0, 'x').join(), 'x,2'); same(put([1.5], 0, -0)[0], -0); same(put([1], 0, -0)[0], -0); same(put([1], 2, 3).length, 3)
         const frozen = Object.freeze([1]); same(put(frozen, 0, 2)[0], 1); throws(() => { 'use strict'; frozen[0] = 2 }); throws(() => [].push.call(frozen, 1)); const sealed = Object.seal([1]); same(put(sealed, 0, 2)[0], 2); same(Object.preventExtensions([1]).fill(4)[0], 4)
         let seen = 0; const own = Object.defineProperty([1], 0, { set(v) { seen = v } }); own.fill(5); same(seen, 5); class L extends Array {} same(L.of(2, 1).sort().constructor, L); same([3, 2, 1].reverse().join(), '1,2,3'); same([1, 2, 3].copyWithin(0, 1).join(), '2,3,3')
         const proxy = new Proxy([2, 1], { set(t, k, v) { seen = k; return Reflect.set(t, k, v) } }); proxy.sort(); same(seen, '1'); function args(a) { arguments[0] = 8; return a } same(args(1), 8)",
    ),
    (
        "names of the global object",
        "var a = 1; const set = (n, v) => { globalThis[n] = v }; const get = n => globalThis[n]; a = 2; same(get('a'), 2); set('a', 3); same(a, 3); a++; same(get('a'), 4); a += 'x'; same(get('a'), '4x')
         made = 1; same(get('made'), 1); made = 2; same(delete globalThis.made, true); throws(() => made, ReferenceError); made = 5; same(made, 5); same(delete globalThis.made, true); set('other', 6); same(other, 6); throws(() => made, ReferenceError);
         (function () { 'use strict'; throws(() => { nowhere = 1 }, ReferenceError) })(); let seen = 0; Object.defineProperty(globalThis, 'own', { get: () => seen, set(v) { seen = v * 2 }, configurable: true }); own = 4; same(seen, 8); same(own, 8); own++; same(seen, 18);
         Object.defineProperty(globalThis, 'fixed', { value: 1, writable: false, configurable: true }); fixed = 2; same(fixed, 1); throws(() => { 'use strict'; fixed = 2 }); Object.defineProperty(globalThis, 'fixed', { writable: true }); fixed = 3; same(fixed, 3);
         var b = 1; with ({ b: 2 }) { same(b, 2); b = 3 } same(b, 1); function f() { b = 9; return b } same(f(), 9); for (var i = 0; i < 3; i++) set('last' + i, i); same(last2, 2); same(i, 3); Object.prototype.far = 1; same(far, 1); far = 2; same(get('far'), 2); same(Object.prototype.far, 1); delete Object.prototype.far
         for (b of [1, 2]); same(b, 2); [b, made] = [7, 8]; same(b + made, 15); same(typeof b, 'number'); b = undefined; same(typeof b, 'undefined'); b ??= 4; same(b, 4); Object.freeze(globalThis); b = 5; same(b, 4); throws(() => { 'use strict'; b = 5 })",
    ),
    (
        "computed names of methods",
        "const thrower = () => { throw new RangeError('x') }, key = 'k', n = 3
         throws(() => { class C { get [thrower()]() {} } }, RangeError); throws(() => { class C { static [thrower()]() {} } }, RangeError)
         const make = s => { const own = s + 1; return class { [(() => key + own)()]() { return own } static set [[1, 2].map(x => x * n).join(s)](v) { this.seen = v + own } } }
         const A = make('a'), B = make('b'); same(new A().ka1(), 'a1'); same(new B().kb1(), 'b1'); A['3a6'] = 1; same(A.seen, '1a1')
         const o = { [(function () { return key })()]() { return 7 } }; same(o.k(), 7)
         class D { [class { static name2 = 'inner' }.name2]() { return typeof D } } same(new D().inner(), 'function')
         class F { *[(() => 'g')()]() { yield n } async [`h${n}`]() {} } same([...new F().g()][0], 3)",
    ),
    (
        "assignments where the rules of a property change between them",
        "var n = 1; globalThis.g = 1; const put = v => { g = v }, add = v => { n += v }, write = v => { globalThis.g = v }, at = key => globalThis[key]
         for (const v of [2, 3, 4]) { put(v); add(v); write(v) } same(g, 4); same(n, 10); same(at('n'), 10)
         Object.defineProperty(globalThis, 'g', { writable: false }); put(5); same(g, 4); write(6); same(g, 4); same(at('g'), 4)
         Object.defineProperty(globalThis, 'g', { writable: true }); put(7); same(g, 7); write(8); same(g, 8)
         let seen; Object.defineProperty(globalThis, 'made', { get: () => 5, set(v) { seen = v }, configurable: true })
         const bump = () => made += 1; bump(); bump(); same(seen, 6)
         Object.defineProperty(globalThis, 'made', { value: 1, writable: true }); bump(); same(made, 2); delete globalThis.made; throws(bump, ReferenceError)
         const lost = () => { later = (later = 1, 2) }; lost(); same(later, 2); same(at('later'), 2)
         with ({ n: 100 }) { n += 1; same(n, 101) } same(n, 10); { let n = 5; n += 1; same(n, 6) } n++; same(n, 11); --n; same(n, 10)
         const o = { a: 1, x: 2 }; for (let i = 0; i < 70; i++) o['k' + i] = i; delete o.a; const set = v => { o.x = v }
         set(1); set(2); Object.freeze(o); set(3); same(o.x, 2)",
    ),
    (
        "sorting arrays of every kind",
        "const up = (a, b) => a - b; same([3, , 1, undefined, 2].sort(up).length, 5); same(1 in [3, , 1].sort(up), true); same(2 in [3, , 1].sort(up), false); same([2.5, 1, 'x', null].toSorted().join(), '1,2.5,,x')
         const grown = [3, 1, 2]; grown.sort((a, b) => { grown.length = 1; return a - b }); same(grown.join(), '1,2,3'); const holes = [, 1]; same(0 in holes.toSorted(), true)
         const like = { length: 2, 0: 'b', 1: 'a' }; [].sort.call(like); same(like[0] + like[1], 'ab'); throws(() => Object.freeze([2, 1]).sort()); same([].sort.call('') instanceof String, true)
         const late = [2, 1]; Object.defineProperty(late, 0, { get: () => 2, set(v) { late.got = v }, configurable: true }); late.sort(up); same(late.got, 1)",
    ),
];

#[test]
fn calls_and_elements_follow_the_standard() {
    assert_conforms(CALLS);
}

#[test]
fn operators_follow_the_standard() {
    assert_conforms(OPERATORS);
}
