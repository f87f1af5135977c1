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
fn names_of_module_behave_the_same_whoever_reaches_them() {
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
        ("try { a } catch (e) { console.log(e.message) } let a = 1", &["a is not defined"]),
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
