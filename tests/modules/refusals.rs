//! Impossible imports: the tests run them, and docs/scripting.md shows them.

use std::fmt::Write as _;

pub(super) struct Refusal {
    pub what: &'static str,
    /// The files, `main` first; its own line is shown.
    pub files: &'static [(&'static str, &'static str)],
    pub error: &'static str,
}

const fn refusal(
    what: &'static str,
    files: &'static [(&'static str, &'static str)],
    error: &'static str,
) -> Refusal {
    Refusal { what, files, error }
}

pub(super) const REFUSALS: &[Refusal] = &[
    refusal(
        "`main`",
        &[("main", "import 'lib'"), ("lib", "import 'main'")],
        "lib:1:8: main cannot be imported: it is where the run begins",
    ),
    refusal(
        "`main`, by itself",
        &[("main", "import { a } from 'main'")],
        "main:1:19: main cannot be imported: it is where the run begins",
    ),
    refusal(
        "`main`, when it is reached",
        &[("main", "import('main')")],
        "main:1:8: Unhandled promise rejection: main cannot be imported: it is where the run begins",
    ),
    refusal(
        "a module that is not there",
        &[("main", "import { a } from 'shpes'"), ("shapes", "")],
        "main:1:19: Cannot find module \"shpes\". Did you mean \"shapes\"?",
    ),
    refusal(
        "one unlike any",
        &[("main", "import 'zebra'"), ("shapes", ""), ("holes", "")],
        "main:1:8: Cannot find module \"zebra\"",
    ),
    refusal(
        "one in a project without modules",
        &[("main", "import 'zebra'")],
        "main:1:8: Cannot find module \"zebra\"",
    ),
    refusal(
        "one that `import()` reaches",
        &[("main", "await 0\nawait import('shpes')"), ("shapes", "")],
        "main:2:14: Cannot find module \"shpes\". Did you mean \"shapes\"?",
    ),
    refusal(
        "one that a re-export names",
        &[("main", "export * from 'shpes'"), ("shapes", "")],
        "main:1:15: Cannot find module \"shpes\". Did you mean \"shapes\"?",
    ),
    refusal(
        "a path",
        &[("main", "import './modules/shapes.js'"), ("shapes", "")],
        "main:1:8: Cannot find module \"./modules/shapes.js\"",
    ),
    refusal(
        "a name with an ending",
        &[("main", "import 'shapes.js'"), ("shapes", "")],
        "main:1:8: Cannot find module \"shapes.js\"",
    ),
    refusal(
        "a path out of the project",
        &[("main", "import '../../etc/passwd'")],
        "main:1:8: Cannot find module \"../../etc/passwd\"",
    ),
    refusal(
        "a URL",
        &[("main", "import 'https://example.org/shapes.js'"), ("shapes", "")],
        "main:1:8: Cannot find module \"https://example.org/shapes.js\"",
    ),
    refusal(
        "a data URL",
        &[("main", "import 'data:text/javascript,1'")],
        "main:1:8: Cannot find module \"data:text/javascript,1\"",
    ),
    refusal(
        "a part of Node",
        &[("main", "import fs from 'node:fs'")],
        "main:1:16: Cannot find module \"node:fs\"",
    ),
    refusal(
        "the same without `node:`",
        &[("main", "import { readFileSync } from 'fs'")],
        "main:1:30: Cannot find module \"fs\"",
    ),
    refusal(
        "the same by `require`",
        &[("main", "const fs = require('fs')")],
        "main:1:12: ReferenceError: require is not defined",
    ),
    refusal("an empty name", &[("main", "import ''")], "main:1:8: Cannot find module \"\""),
    refusal(
        "a name that the module does not export",
        &[("main", "import { slit } from 'lib'"), ("lib", "export const slot = 1")],
        "main:1:10: Module \"lib\" does not export slit. Did you mean slot?",
    ),
    refusal(
        "the same, far from any",
        &[("main", "import { zebra } from 'lib'"), ("lib", "export const slot = 1, box = 2")],
        "main:1:10: Module \"lib\" does not export zebra",
    ),
    refusal(
        "a name of a module that exports nothing",
        &[("main", "import { slot } from 'lib'"), ("lib", "export {}")],
        "main:1:10: Module \"lib\" does not export slot",
    ),
    refusal(
        "a name that the module declares and does not export",
        &[("main", "import { slot } from 'lib'"), ("lib", "function slot() {}\nexport {}")],
        "main:1:10: Module \"lib\" does not export slot",
    ),
    refusal(
        "a name that a classic script does not declare",
        &[("main", "import { slit } from 'lib'"), ("lib", "function slot() {}")],
        "main:1:10: Module \"lib\" does not declare slit. Did you mean slot?",
    ),
    refusal(
        "a default export that is not there",
        &[("main", "import slot from 'lib'"), ("lib", "export function slot() {}")],
        "main:1:8: Module \"lib\" has no default export",
    ),
    refusal(
        "a default export of a classic script",
        &[("main", "import slot from 'lib'"), ("lib", "function slot() {}")],
        "main:1:8: Module \"lib\" has no default export",
    ),
    refusal(
        "a name through `export *` that is not there",
        &[
            ("main", "import { slit } from 'all'"),
            ("all", "export * from 'lib'"),
            ("lib", "export const slot = 1"),
        ],
        "main:1:10: Module \"all\" does not export slit. Did you mean slot?",
    ),
    refusal(
        "a re-exported name that is not there",
        &[
            ("main", "import { a } from 'all'"),
            ("all", "export { a } from 'lib'"),
            ("lib", "export const b = 1"),
        ],
        "all:1:10: Module \"lib\" does not export a",
    ),
    refusal(
        "a default export through `export *`",
        &[("main", "import slot from 'all'"), ("all", "export * from 'lib'"), ("lib", "export default 1")],
        "main:1:8: Module \"all\" has no default export",
    ),
    refusal(
        "a name that two `export *` have",
        &[
            ("main", "import { a } from 'all'"),
            ("all", "export * from 'p'\nexport * from 'q'"),
            ("p", "export const a = 1"),
            ("q", "export const a = 2"),
        ],
        "main:1:10: Module \"all\" has two a: from \"p\" and from \"q\"",
    ),
    refusal(
        "a name that only leads in a circle",
        &[("main", "import { a } from 'p'"), ("p", "export { a } from 'q'"), ("q", "export { a } from 'p'")],
        "main:1:10: Module \"p\" does not declare a: its exports of it lead in a circle",
    ),
    refusal(
        "a name that `import *` does not hold, called",
        &[("main", "import * as lib from 'lib'\nlib.slit()"), ("lib", "export function slot() {}")],
        "main:2:1: TypeError: lib.slit is not a function. Did you mean lib.slot?",
    ),
    refusal(
        "a name of a bare import of a module",
        &[("main", "import 'lib'\nslot()"), ("lib", "export function slot() {}")],
        "main:2:1: ReferenceError: slot is not defined",
    ),
    refusal(
        "one name twice",
        &[("main", "import { a } from 'lib'\nimport { a } from 'lib'"), ("lib", "export const a = 1")],
        "main:2:10: SyntaxError: Identifier `a` has already been declared, in line 1",
    ),
    refusal(
        "a name that the file declares itself",
        &[("main", "import { a } from 'lib'\nconst a = 2"), ("lib", "export const a = 1")],
        "main:2:7: SyntaxError: Identifier `a` has already been declared, in line 1",
    ),
    refusal(
        "assigning to an imported name",
        &[("main", "import { a } from 'lib'\na = 2"), ("lib", "export let a = 1")],
        "main:2:1: TypeError: a is imported and cannot be assigned here",
    ),
    refusal(
        "assigning through `import *`",
        &[("main", "import * as lib from 'lib'\nlib.a = 2"), ("lib", "export let a = 1")],
        "main:2:1: TypeError: cannot set a of lib, which is a module",
    ),
    refusal(
        "exporting one name twice",
        &[("main", "export const a = 1\nexport { a }")],
        "main:1:14: SyntaxError: Duplicated export 'a'",
    ),
    refusal(
        "exporting a name that is not declared",
        &[("main", "const size = 1\nexport { sise }")],
        "main:2:10: SyntaxError: Export 'sise' is not defined",
    ),
    refusal(
        "two classic scripts that declare one name",
        &[("main", "import 'p'\nimport 'q'"), ("p", "const size = 1"), ("q", "\nfunction size() {}")],
        "q:2:10: size is declared twice: here and in \"p\" (line 1)",
    ),
    refusal(
        "the same in `main`",
        &[("main", "import 'p'\nlet size = 2"), ("p", "var size = 1")],
        "main:2:5: size is declared twice: here and in \"p\" (line 1)",
    ),
    refusal(
        "an import inside a block",
        &[("main", "if (true) {\n  import 'lib'\n}"), ("lib", "")],
        "main:2:3: SyntaxError: Cannot use import statement outside a module",
    ),
    refusal(
        "an import inside a function",
        &[("main", "function f() {\n  import { a } from 'lib'\n}"), ("lib", "")],
        "main:2:3: SyntaxError: Cannot use import statement outside a module",
    ),
    refusal(
        "an import without quotes",
        &[("main", "import lib"), ("lib", "")],
        "main:1:11: SyntaxError: Expected `from` but the file ends",
    ),
    refusal(
        "an import without `from`",
        &[("main", "import { a } 'lib'"), ("lib", "")],
        "main:1:14: SyntaxError: Expected `from` but found `'lib'`",
    ),
];

/// Returns the refusals as docs/scripting.md shows them.
pub(super) fn show_table() -> String {
    let mut out = String::from("| what is imported, and how | error |\n|---|---|\n");
    for it in REFUSALS {
        let code = it.files[0].1.replace('\n', "` `");
        let _ = writeln!(out, "| {}: `{code}` | {} |", it.what, it.error.replace('|', "\\|"));
    }
    out
}
