//! Scripts that have names for themselves do the same as those whose names are all shared.

use super::*;

/// Runs a program both ways, and returns the difference that its author sees.
fn difference(files: Files<'_>) -> Option<String> {
    let seen = |as_written| match run_with(files, RunOptions { as_written, ..RunOptions::default() }) {
        Ok(it) => format!("{:?} {:?} {:?}", it.scene, it.logs, it.warnings),
        Err(it) => format!("{:?} {:?} {:?}", it.error, it.logs, it.warnings),
    };
    let (usual, written) = (seen(false), seen(true));
    (usual != written).then(|| format!("{files:?}\n  usually:    {usual}\n  as written: {written}"))
}

#[test]
fn own_names_of_a_script_behave_like_shared_ones() {
    let programs = [
        "var a = 1; let b = 2; const c = 3; function f() { return a + b + c } class D {}\nconsole.log(f(), typeof D)",
        "console.log(a, typeof f, f()); var a = 1; function f() { return a } var a = 2; console.log(a, f())",
        "var a; var a = 1; var a; function a() {} console.log(a)",
        "console.log(typeof f); var f; function f() {} function f(x) {} console.log(f.length, f.name)",
        "console.log(this === globalThis, typeof this); (() => console.log(typeof this))()",
        "'use strict'; let a = 1; try { b = a } catch (e) { console.log(e.name, e.message) }",
        "'use strict'\nvar a = 010",
        "'use strict'; var a = 1; console.log(this.a, (() => this === globalThis)()); null.x",
        "'use strict'; let a = 1; function f() { return this } console.log(f(), a); b = a",
        "'use asm'; 'use strict'\nvar a = [1].map(x => x.y.z)",
        "('use strict'); var a = 1; b = a; console.log(b)",
        "a = 1; console.log(a, delete globalThis.a, typeof a)",
        "var a = 1; console.log(delete a, typeof a)",
        "const a = 1; a = 2",
        "const a = 1; function f() { a = 2 }\nf()",
        "a; let a = 1",
        "function f() { return a }\n  f()\nlet a = 1",
        "const a = () => b, b = a()",
        "foo\nvar [a, b] = [1, 2]\nfunction foo() {}",
        "var a\nvar b\nvar [c] = [a]\nvar { d } = { d: b }\nconsole.log(a, b, c, d)",
        "if (true) var a = 1; else var a = 2; l: var b = a; console.log(a, b)",
        "do var a = (a || 0) + 1; while (a < 3); console.log(a)",
        "for (var a = 1, b = 2; a < b; a++) var c = a; console.log(a, b, c)",
        "for (var { a, b: [c] } of [{ a: 1, b: [2] }]) console.log(a, c); for (var [d] of ['x']); console.log(d)",
        "for (var i in [1]) for (var j in [2, 3]) console.log(i, j); console.log(typeof i + j)",
        "for (var i = 0 in {}) ; console.log(i)",
        "var f = function () {}, g = () => {}, h = class {}; console.log(f.name, g.name, h.name)",
        "var/* */a=1,b;var\nc=a;console.log(a,b,c)",
        "var { a, b = a } = { a: 1 }, [c = 3] = []; console.log(a, b, c)",
        "var { a } = null",
        "while (true) { var a; if (a) break; a = 1 } console.log(a)",
        "(function () { var inner = 1; console.log(inner, typeof outer) })(); var outer = 2",
        "try { throw 1 } catch ({ a }) { var a2 = a } try { throw 3 } catch (e) { for (var e = 4; e < 6; e++); } console.log(a2, e)",
        "class A { static { var inner = 1; console.log(inner) } } console.log(typeof inner)",
        "var x = 1; { let x = 2; { function f() { return x } console.log(f()) } }",
        "try { a } catch (e) { console.log(e.message) } let a = 1; console.log(a)",
        "try { a = 2 } catch (e) { console.log(e.message) } let a = 1; console.log(a)",
        "try { typeof a } catch (e) { console.log(e.message) } const a = 1",
        "let a = a + 1",
        "const { b, a = b } = { b: 1 }, c = a; console.log(c)",
        "try { new A() } catch (e) { console.log(e.message) } class A {}",
        "class A { static a = A.name; static { console.log(A.a) } } console.log(A.a)",
        "for (const i of [1, 2]) { console.log(i, typeof late) } var late = 1",
        "const a = [1].map(x => x + (typeof a)); console.log(a)",
        "class A extends B {}; class B {}",
        "let a = 1; { let a = 2; var b = a } console.log(a, b)",
        "for (var i = 0, all = []; i < 3; i++) all.push(() => i); console.log(all.map(f => f()), i)",
        "for (let i = 0, all = []; i < 3; i++) { all.push(() => i); if (i == 2) console.log(all.map(f => f())) }",
        "var o = {}; for (o.x of [1, 2]); for (var k in { a: 1 }); console.log(o, k)",
        "if (true) { function g() { return 1 } } console.log(typeof g, g())",
        "{ function g() { return 1 } g = 2 } console.log(typeof g)",
        "switch (1) { case 1: function g() {} } console.log(typeof g)",
        "l: function g() {}\nconsole.log(typeof g)",
        "try { throw 1 } catch (e) { var e = 2; var d = 3 } console.log(e, d)",
        "with ({ a: 5 }) { var a = 6 } console.log(a)",
        "var a = 1; console.log(typeof globalThis.a, 'a' in globalThis, Object.keys(globalThis))",
        "function f() { this.a = 5 } var a = 1; f(); console.log(a, new f().a)",
        "function f() { return this } var a = 1; console.log(f().a)",
        "const key = 'a'; function f() { this[key] = 5 } var a = 1; f(); console.log(a)",
        "const o = { a: 7, get() { return this.a } }; var a = 1; const g = o.get; console.log(o.get(), g())",
        "var a = 1; console.log(this.hasOwnProperty('a'), this.propertyIsEnumerable('a'), this.valueOf().a)",
        "class A { get() { return this } } let a = 1; const g = new A().get; console.log(g())",
        "var g = Function.prototype.call.bind(function () { return typeof this.late }); let late = 1; console.log(g())",
        "var NaN = 5, undefined = 6; console.log(NaN, undefined)",
        "let undefined = 1",
        "function NaN() {}",
        "var drawCircle; console.log(typeof drawCircle)",
        "var drawCircle = 5; console.log(drawCircle)",
        "let drawCircle = 5; console.log(drawCircle)",
        "function drawCircle(name) { console.log('mine', name) } drawCircle('a')",
        "console.log(typeof arguments); arguments",
        "() => arguments; console.log((() => arguments.length)())",
        "(function () { console.log(arguments.length) })(1, 2)",
        "eval('1')",
        "new Function('return 1')",
        "(0, eval)('var x = 1')",
        "console.log(typeof missing); missing()",
        "function f() { missing }\nf()",
        "missing = missing + 1",
        "drawCircle('a', 0, 0)",
        "  drawCircle('a', 0, 0, -1)",
        "const a = [1, 2]\n[0, 1].forEach(x => x.y.z)",
        "null.x",
        "let o; o.p.q",
        "let o = {}; const n = o.p; n.q()",
        "const { a: { b } } = {}",
        "f(...5); function f() {}",
        "null[Symbol.iterator]",
        "for (const x of 5) {}",
        "1 in 'x'",
        "let o = {}; o.p.q()",
        "var o = {}, n = o.p.q()",
        "var o = {}; var n = o.p; var m = n.q",
        "var o = {}, n = new o.P()",
        "var { a: { b } } = {}",
        "var [a] = 5",
        "var a = [...5]",
        "var a = o.p`x`; var o",
        "var a = class extends a {}",
        "for (var { a } = null; ; );",
        "let a = () => { b = 1; let b }; a()",
        "b += 1; let b = 1",
        "b++; let b = 1",
        "[b] = [1]; let b = 2",
        "let { a } = null",
        "let [a] = 5",
        "throw new Error('boom')",
        "throw { a: 1 }",
        "function f() { throw new RangeError('deep') }\nconst g = () => f()\n;[1].map(() => g())",
        "class E extends Error { constructor(m) { super(m); this.name = 'E' } }\nfunction f() { throw new E('own') }\nf()",
        "console.log(new Error('x').stack)",
        "function f() { return new Error('x').stack }\nconsole.log(f())\nconst g = () => f(); console.log([1].map(g)[0])",
        "var e = new Error('x'); e.stack = 'mine'; console.log(e.stack, Object.keys(e))",
        "const d = Object.getOwnPropertyDescriptor(Error.prototype, 'stack'); console.log(d.get.name, d.get.length, \
         d.get.call(1), d.get.call({}), d.enumerable, d.configurable)",
        "async function f() { await null; throw new TypeError('late') }\nf()",
        "Promise.resolve().then(() => { console.log(new Error('x').stack) })",
        "function f(n) { return n ? f(n - 1) : 0 } console.log(f(9000)); f(1e9)",
        "var depth = 0; function f() { depth++; f() } try { f() } catch (e) {} console.log(depth)",
        "console.log(String(function f(a) { return a }), String(class A {}), String(() => 1))",
        "console.log((function () {}).name, (() => {}).name); var f = function () {}; let g = class {}; console.log(f.name, g.name)",
        "-->a comment\nconsole.log(1)",
        "<!-- a comment\nconsole.log(1)",
        "#!/usr/bin/env node\nconsole.log(1); null.x",
        "console.log(1) // the last line is a comment",
        "console.log(1) /* and this one */",
        "`template\n${[1].map(x => x.y.z)}`",
        "let a = 1\r\nlet b = 2\r\nnull.x",
        "let a = '\u{2028}'; null.x",
        "/* \u{2028} \u{2029} */ null.x",
        "var let1 = 1, async = 2, of = 3, get = 4; console.log(async, of, get)",
        "var let = 1; console.log(let)",
        "var yield = 1; var await = 2; console.log(yield, await)",
        "import('missing').catch(e => console.log(e.message))",
        "let name = 'missing'; import(name).catch(e => console.log(e.message))",
        "var g = globalThis; let a = 1; console.log(g.a)",
        "label: for (const a of [1, 2]) { for (;;) { continue label } } console.log('done')",
        "const { a, ...rest } = { a: 1, b: 2 }, [c, ...d] = 'xyz'; console.log(a, rest, c, d)",
        "var { a = 1, b: [c] = [2] } = {}; console.log(a, c)",
        "function* g() { yield* [1, 2] } console.log([...g()])",
        "let a = 1; const add = () => a++; add(); add(); console.log(a); drawCircle('c' + a, a, a, a)",
        "using x = null",
        "}); console.log('out'); (() => {",
        "return 1",
        "new.target",
        "super.x",
        "break",
        "await 1",
    ];
    let lib = ("lib", "var size = 3; function libFunction() {}");
    let differences = programs.iter().flat_map(|program| {
        let importing = format!("import 'lib'; {program}");
        let files: [Files<'_>; 2] = [&[("main", program)], &[("main", &importing), lib]];
        files.into_iter().filter_map(difference).collect::<Vec<_>>()
    });
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn files_that_share_names_share_them_still() {
    let programs: &[Files<'_>] = &[
        &[("main", "import 'lib'\nlet a = 1; console.log(read())"), ("lib", "function read() { return a }")],
        &[("main", "import 'lib'\nvar a = 1; set(); console.log(a)"), ("lib", "function set() { a = 2 }")],
        &[("main", "import 'lib'\nvar a; console.log(a)"), ("lib", "var a = 5")],
        &[
            ("main", "import 'lib'\nfunction f() { return 2 } console.log(g())"),
            ("lib", "function f() { return 1 } function g() { return f() }"),
        ],
        &[("main", "import 'lib'\nlet a = 1"), ("lib", "let a = 2")],
        &[
            ("main", "import 'lib'\nconsole.log(typeof inner, has('a'))\nlet a"),
            ("lib", "var inner = 1; function has(n) { return n in globalThis }"),
        ],
        &[
            ("main", "import 'lib'\nvar a = 1; console.log(has('a'))"),
            ("lib", "function has(n) { return n in globalThis }"),
        ],
        &[
            ("main", "import 'lib'\nvar a = 1; console.log(get())"),
            ("lib", "function get() { return this.a }"),
        ],
        &[
            ("main", "import 'lib'\nlet a = 1; console.log(typeof a)\nnull.x"),
            ("lib", "let b = 1\nconsole.log(typeof a)"),
        ],
        &[
            ("main", "import { a, f } from 'lib'\nconsole.log(a, f())"),
            ("lib", "var a = 1; let b = 2; function f() { return b }"),
        ],
        &[
            ("main", "import * as lib from 'lib'\nconsole.log(Object.keys(lib))"),
            ("lib", "var a = 1; let b = 2"),
        ],
        &[
            ("main", "let a = 1; import('lib').then(it => console.log(Object.keys(it), a))"),
            ("lib", "var b = 1"),
        ],
        &[
            ("main", "let a = 1; const n = 'lib'; import(n).then(() => console.log(a))"),
            ("lib", "console.log(typeof a)"),
        ],
        &[
            ("main", "import 'module'\nlet a = 1; function f() { return a }"),
            ("module", "export const b = 1; console.log(a, f())"),
        ],
        &[
            ("main", "import 'one'\nimport 'two'\nf()"),
            ("one", "let count = 0; function f() { g(count++) }"),
            ("two", "let total = 0; function g(n) { total += n\nnull.x }"),
        ],
        &[
            ("main", "import 'one'; let m = 1; one(() => m.x.y)"),
            ("one", "const k = 1; function one(f) { return f(k) }"),
        ],
    ];
    let differences: Vec<String> = programs.iter().filter_map(|files| difference(files)).collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn stack_of_error_has_places_of_author() {
    let shown = logs(&[("main", "const f = () => new Error('x').stack\nconsole.log(f())")]);
    assert_eq!(shown, ["Error: x\n    at f (main:1:17)\n    at <main> (main:2:14)"]);
}

#[test]
fn stack_of_error_begins_with_its_name_and_message() {
    let main = "const first = error => error.stack.split('\\n')[0]
class Broken extends Error { name = 'Broken' }
try { null.x } catch (error) { console.log(first(error) === `${error}`) }
const plain = Object.assign(new RangeError('late'), { message: 'changed' })
console.log(first(new Broken('here')), first(plain), 'stack' in {}, first(new Error('')))
const odd = Object.defineProperty(new Error('odd'), 'name', { get() { throw new Error('no name') } })
try { odd.stack } catch (error) { console.log(error.message) }
const { get } = Object.getOwnPropertyDescriptor(Error.prototype, 'stack')
console.log(get.name, get.length, get.call({}))";
    let expected =
        ["true", "Broken: here RangeError: changed false Error", "no name", "get stack 0 undefined"];
    assert_eq!(logs(&[("main", main)]), expected);
}

/// Returns the names that a script beside `lib` has for itself.
fn own_names(main: &str) -> Vec<String> {
    let lib = "const unit = 10; function area(w, h) { return w * h * unit }";
    let sources = [("main", main), ("lib", lib)].map(|(name, text)| SourceFile::user(name, text));
    let program = crate::loading::load(sources.to_vec(), MAIN, &Limits::default()).expect("it loads");
    let main = program.entry();
    let names = crate::top_level::unshared_names(&program).into_iter().find(|(index, _)| *index == main);
    names.map_or_else(Vec::new, |(_, names)| names)
}

#[test]
fn names_that_nothing_else_reaches_are_a_scripts_own() {
    let cases: &[(&str, &[&str])] = &[
        ("var n = 0; for (var i = 0; i < 9; i++) n += i", &["i", "n"]),
        ("class Box { constructor(w) { this.w = w } } var w = 1; new Box(w)", &["Box", "w"]),
        ("const o = { size: 1, get() { return this.size } }; let total = o.get()", &["o", "total"]),
        ("import 'lib'\nlet n = area(1, 2)", &["n"]),
        ("import 'lib'\nlet unit2 = 1, { a, b: [c] } = {}", &["a", "c", "unit2"]),
        ("var size = 2; function F() { this.size = size }", &["F"]),
        ("'use strict'\nvar a = 1; class A { get() { return this.a } }", &["A", "a"]),
        ("'use strict'\nvar a = 1; let b = (() => this)()", &["b"]),
        ("with ({}) {} let a = 1", &["a"]),
        ("var a = 1; let b; console.log(globalThis)", &["b"]),
        ("var a = 1, b; function c() {} globalThis.a = 2", &["b", "c"]),
        ("import { area } from 'lib'\nlet n = area(1, 2)", &[]),
        ("let n = 'lib', m = import(n)", &[]),
    ];
    for (main, expected) in cases {
        let mut names = own_names(main);
        names.sort();
        assert_eq!(names, *expected, "{main}");
    }
}

#[test]
fn names_that_another_script_mentions_are_shared_and_the_others_are_not() {
    let main = "import 'lib'\nlet scale = 2, i = 0; var unitName; function helper() { return i }";
    let lib = "const unit = 10; function area() { return scale * unit + unitName + helper() }";
    let sources = [("main", main), ("lib", lib)].map(|(name, text)| SourceFile::user(name, text));
    let program = crate::loading::load(sources.to_vec(), MAIN, &Limits::default()).expect("it loads");
    let mut names: Vec<String> =
        crate::top_level::unshared_names(&program).into_iter().flat_map(|(_, names)| names).collect();
    names.sort();
    assert_eq!(names, ["area", "i", "unit"]);
}
