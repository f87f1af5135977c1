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
        "nesting up to a limit",
        "const nest = n => JSON.parse('['.repeat(n) + ']'.repeat(n)); let list = nest(1000), depth = 0
         while (list) { list = list[0]; depth++ }
         same(depth, 1000); throws(() => nest(1001), SyntaxError); throws(() => JSON.parse('{\"a\":'.repeat(1e5)), SyntaxError)",
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
fn json_parse_behaves_as_the_standard_says() {
    assert_conforms(PARSED);
}
