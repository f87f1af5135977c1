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
