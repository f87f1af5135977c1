//! Tests of imports where the engine alone would deviate from the standard.

use super::*;

#[test]
fn classic_function_sees_later_declarations_of_main() {
    let lib = "function area() { return W * new Box().h }";
    let main = "import 'lib'\nconst W = 3\nclass Box { h = 4 }\nconsole.log(area())";
    assert_eq!(logs(&[("main", main), ("lib", lib)]), ["12"]);
}

#[test]
fn early_use_of_name_from_later_script_is_reported() {
    let files = [("main", "import 'lib'\nconst rows = 3"), ("lib", "drawCircle('a', 0, 0, rows)")];
    let error = failure(&files);
    assert_eq!(error.message, "ReferenceError: rows is used before its declaration has run");
    assert_eq!((error.file.as_deref(), error.line, error.column), (Some("lib"), Some(1), Some(23)));
    assert!(error.hint.unwrap().starts_with("\"main\" declares it (line 2) and runs after \"lib\"."));
}

#[test]
fn modules_that_classic_scripts_import_run_in_the_order_of_the_imports() {
    let files: Files<'_> = &[
        ("main", "import 'a'\nimport 'n'"),
        ("a", "import 'm'"),
        ("m", "console.log('m'); export {};"),
        ("n", "console.log('n'); export {};"),
    ];
    assert_eq!(logs(files), ["m", "n"]);
}

#[test]
fn empty_export_at_end_of_file_is_accepted() {
    assert_eq!(logs(&[("main", "console.log(1)\nexport {}")]), ["1"]);
}

#[test]
fn ambiguous_and_circular_names_are_reported_at_their_place() {
    let two = [
        ("main", "import { a } from 'all'"),
        ("all", "export * from 'p'\nexport * from 'q'"),
        ("p", "export const a = 1"),
        ("q", "export const a = 2"),
    ];
    let error = failure(&two);
    assert_eq!(error.message, "Module \"all\" has two a: from \"p\" and from \"q\"");
    assert_eq!((error.line, error.column), (Some(1), Some(10)));
    let circle =
        [("main", "import { a } from 'p'"), ("p", "export { a } from 'q'"), ("q", "export { a } from 'p'")];
    assert_eq!((failure(&circle).line, failure(&circle).column), (Some(1), Some(10)));
    let late =
        [("main", "await 0\nawait import('p' + '')"), ("p", "\nimport { a } from 'q'"), ("q", "export {}")];
    let error = failure(&late);
    assert_eq!((error.file.as_deref(), error.line, error.column), (Some("p"), Some(2), Some(10)));
}

/// Names of a module that nobody else reaches live in registers, the others in its environment.
#[test]
fn names_of_a_module_behave_the_same_from_every_access() {
    let lib = "export let count = 0; export function add() { count++; hidden += 2 } let hidden = 1;\n\
               export const read = () => hidden; export default class { static made = ++count }";
    let cases: &[(&str, &[&str])] = &[
        ("let a = 1; a += 2; const b = a; var c = b; console.log(a, b, c)", &["3 3 3"]),
        ("console.log(typeof v, f()); var v = 1; function f() { return typeof v }", &["undefined undefined"]),
        ("let a = 1; const f = () => a++; f(); f(); console.log(a)", &["3"]),
        (
            "const all = []; for (let i = 0; i < 3; i++) all.push(() => i); console.log(all.map(f => f()))",
            &["[0,1,2]"],
        ),
        ("for (var i = 0, s = ''; i < 3; i++) s += i\nconsole.log(s, i)", &["012 3"]),
        ("let a = 1; { let a = 2; console.log(a) } console.log(a)", &["2", "1"]),
        ("let a = 1; await null; a++; await null; console.log(a)", &["2"]),
        ("let { a, ...rest } = { a: 1, b: 2 }, [c = a] = []; console.log(a, rest.b, c)", &["1 2 1"]),
        ("import { count, add, read } from 'lib'; add(); add(); console.log(count, read())", &["3 5"]),
        ("import Made, * as lib from 'lib'; lib.add(); console.log(lib.count, Made.made)", &["2 1"]),
        (
            "try { a } catch (e) { console.log(e.message) } let a = 1",
            &["Cannot access 'a' before initialization"],
        ),
        (
            "try { a = 1 } catch (e) { console.log(e.name) } let a = 1; console.log(a)",
            &["ReferenceError", "1"],
        ),
        (
            "let a = 1; try { null.x } catch (e) { let a = 2; console.log(a) } finally { console.log(a) }",
            &["2", "1"],
        ),
        ("class A { static n = 0; static { A.n = 5 } } let a = A.n; console.log(a)", &["5"]),
        ("function* g() { let a = 1; while (a < 3) yield a++ } let a = [...g()]; console.log(a)", &["[1,2]"]),
    ];
    for (code, expected) in cases {
        let main = format!("{code}\nexport {{}};");
        assert_eq!(logs(&[("main", &main), ("lib", lib)]), *expected, "{code}");
    }
}

#[test]
fn modules_of_a_cycle_wait_only_for_modules_that_await() {
    let order = |main: &str, modules: &[(&str, &str)]| {
        let mut files = vec![("main", main)];
        files.extend(modules);
        let logs = outcome(&files).logs;
        logs.iter().map(|log| log.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    let main = "import 'a'\nconsole.log('main')\nexport {}";
    let cases: [(&[(&str, &str)], &str); 3] = [
        (
            &[
                ("a", "import 'b'\nimport 'c'\nconsole.log('a')\nexport {}"),
                ("b", "import 'a'\nconsole.log('b')\nexport {}"),
                ("c", "import 'b'\nconsole.log('c')\nawait 0\nconsole.log('c2')\nexport {}"),
            ],
            "b c c2 a main",
        ),
        (
            &[
                ("a", "import 'b'\nimport 'c'\nconsole.log('a')\nexport {}"),
                ("b", "import 'a'\nconsole.log('b')\nawait 0\nexport {}"),
                ("c", "import 'b'\nconsole.log('c')\nexport {}"),
            ],
            "b c a main",
        ),
        (
            &[
                ("a", "import 'b'\nimport 'c'\nconsole.log('a')\nexport {}"),
                ("b", "import 'c'\nconsole.log('b')\nexport {}"),
                ("c", "import 'a'\nconsole.log('c1')\nawait 0\nconsole.log('c2')\nexport {}"),
            ],
            "c1 c2 b a main",
        ),
    ];
    for (modules, expected) in cases {
        assert_eq!(order(main, modules), expected);
    }
    // One that awaits runs to its first await before what is imported after it.
    let modules = [
        ("a", "import 'b'\nconsole.log('a')\nawait 0\nconsole.log('a1')\nexport {}"),
        ("b", "import 'a'\nconsole.log('b')\nexport {}"),
        ("d", "console.log('d')\nexport {}"),
    ];
    let main = "import 'a'\nimport 'd'\nconsole.log('main')\nexport {}";
    assert_eq!(order(main, &modules), "b a d a1 main");
}

#[test]
fn module_exports_an_async_arrow_or_a_name_async_as_its_default() {
    let exported = |code: &str| {
        let main = "import value from 'm'\nconsole.log(typeof value, typeof value === 'function' ? value.name : value)";
        logs(&[("main", main), ("m", code)]).join("\n")
    };
    for (code, expected) in [
        ("export default async () => 1", "function default"),
        ("export default async x => x", "function default"),
        ("export default async => 2", "function default"),
        ("export default async; var async = 1", "undefined undefined"),
        ("export default async + 1; var async = 2", "number NaN"),
        ("export default async(1); function async(value) { return value + 1 }", "number 2"),
        ("export default async `x`; function async() { return 9 }", "number 9"),
        ("export default async\nfunction named() {}\nvar async = 7", "undefined undefined"),
        ("export default async function () { return 3 }", "function default"),
        ("export default async function* named() {}", "function named"),
    ] {
        assert_eq!(exported(code), expected, "{code}");
    }
}

#[test]
fn error_of_a_module_that_waits_for_others_is_reported_at_its_place() {
    let files = [
        ("main", "import 'a'\nconsole.log('main')\nexport {}"),
        ("a", "import 'b'\nmissing()\nexport {}"),
        ("b", "for await (const step of [1, 2]) console.log(step)\nexport {}"),
    ];
    let error = failure(&files);
    assert_eq!((error.file.as_deref(), error.line), (Some("a"), Some(2)), "{error}");
}
