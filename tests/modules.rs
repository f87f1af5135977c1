//! Tests of imports in every detail: every cell of the tables in docs/scripting.md, the order of a run, and
//! every refusal.

mod refusals;
mod table;

use crate::support::script::{first_line, printed, repository, run_files};
use refusals::REFUSALS;
use scenewright_error::Kind;
use table::{
    CYCLES, Cell, Classic, CycleRow, DECLARATIONS, Declaration, Early, Form, Import, Module, ROWS, Row,
};

type Files = Vec<(String, String)>;
type Written = &'static [(&'static str, &'static str)];

/// The position of the importer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    IsMain,
    UnderMain,
    /// A cycle: the imported file imports it back.
    InACycle,
}

const STANDINGS: [Standing; 3] = [Standing::IsMain, Standing::UnderMain, Standing::InACycle];

#[test]
fn import_table_holds_for_main_modules_and_cycles() {
    let mut wrong = Vec::new();
    for row in ROWS {
        for (declaration, cell) in DECLARATIONS.into_iter().zip(row.cells) {
            for standing in STANDINGS.into_iter().filter(|_| cell != Cell::Never) {
                let files = program(row, declaration, cell, standing);
                let (is, expected) = (observe(&files), expected_of(row, declaration, cell, standing));
                if is != expected {
                    wrong.push(format!(
                        "{} {} {}, {}, {standing:?}: {is} instead of {expected}\n{files:#?}",
                        row.importer.text(),
                        row.import.text(),
                        row.imported.text(),
                        declaration.text(),
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong cells:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn cycle_table_holds() {
    let mut wrong = Vec::new();
    for row in CYCLES {
        for (declaration, cell) in DECLARATIONS.into_iter().zip(row.cells) {
            let files = cycle(row, declaration);
            let expected = match cell {
                Early::Value => "1 1",
                Early::Error => "error 1",
                Early::Never => continue,
            };
            let is = observe(&files);
            if is != expected {
                wrong.push(format!("{}: {is} instead of {expected}\n{files:#?}", declaration.text()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong cells:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn impossible_import_is_refused_at_its_place() {
    let mut wrong = Vec::new();
    for refusal in REFUSALS {
        let files = owned(refusal.files);
        let is = match run_files(&files) {
            Ok(outcome) => format!("it ran: {}", printed(&outcome)),
            Err(failure) => first_line(&failure.error),
        };
        if is != refusal.error {
            wrong.push(format!("{}:\n  {is}\n  instead of\n  {}", refusal.what, refusal.error));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_form_but_a_bare_import_makes_its_file_a_module() {
    for row in ROWS.iter().filter(|row| row.importer == Module && row.import != Import::Dynamic) {
        let (line, _) = import_line(row.import, Declaration::Var);
        let code = format!("{line};\nconsole.log(this === undefined)");
        let is = observe(&owned(&[("main", &code), ("x", "var a = 1; export default a; export { a }")]));
        let expected = if row.import == Import::Bare { "false" } else { "true" };
        assert_eq!(is, expected, "{line}");
    }
    for (code, is_module) in [
        ("export {}", true),
        ("export {};", true),
        ("await 0", true),
        ("for await (const x of []) {}", true),
        ("import('x')", false),
        ("async () => await 0", false),
        ("/* export {} */ 'import { a } from \"x\"'", false),
        ("`import { a } from 'x'; export {}`", false),
    ] {
        let code = format!("console.log(this === undefined);\n{code}");
        assert_eq!(observe(&owned(&[("main", &code), ("x", "")])), is_module.to_string(), "{code}");
    }
}

#[test]
fn files_run_in_documented_order() {
    let log = |name: &str| format!("console.log('{name}')");
    let cases: &[(&str, Written, &str)] = &[
        (
            "a classic main runs before the modules it imports",
            &[("main", "import 'm'"), ("m", "export {};")],
            "main m",
        ),
        (
            "a module imports a classic script first",
            &[("main", "import 'c'; export {};"), ("c", "")],
            "c main",
        ),
        (
            "classic scripts run depth first",
            &[("main", "import 'a'; import 'b'"), ("a", "import 'c'"), ("b", "import 'c'"), ("c", "")],
            "c a b main",
        ),
        (
            "modules of classic scripts run depth first too",
            &[
                ("main", "import 'a'; import 'n'"),
                ("a", "import 'm'"),
                ("m", "export {};"),
                ("n", "export {};"),
            ],
            "a main m n",
        ),
        (
            "a classic script under a module runs before every module",
            &[
                ("main", "import 'm'; import 'n'; export {};"),
                ("m", "export {};"),
                ("n", "import 'c'; export {};"),
                ("c", ""),
            ],
            "c m n main",
        ),
        (
            "a module that waits is waited for",
            &[("main", "import 'm'; export {};"), ("m", "await 0; await 0")],
            "m main",
        ),
        (
            "each file runs once however often it is imported",
            &[
                (
                    "main",
                    "import 'm'; import { } from 'm'; import * as n from 'm'; import('m'); import 'c'; import('c')",
                ),
                ("m", "import 'm'; import 'c'; export {};"),
                ("c", "import 'c'; import 'm'"),
            ],
            "c m main",
        ),
        (
            "a classic script that only import() names runs when that is reached",
            &[("main", "console.log('before'); await import('c')"), ("c", "")],
            "before c main",
        ),
        (
            "a specifier may be computed",
            &[("main", "await import('mo' + 'd')"), ("mod", "export {};")],
            "mod main",
        ),
    ];
    for (what, files, expected) in cases {
        let logged: Files =
            files.iter().map(|(name, code)| (name.to_string(), format!("{code}\n{}", log(name)))).collect();
        assert_eq!(observe(&logged), *expected, "{what}");
    }
}

#[test]
fn scripting_page_shows_import_tables() {
    const BEGIN: &str = "<!-- made by tests/modules.rs: begin -->\n";
    const END: &str = "<!-- made by tests/modules.rs: end -->";
    let path = repository("docs/scripting.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(BEGIN).expect("the page has the first mark");
    let (_, after) = rest.split_once(END).expect("the page has the second mark");
    let tables = format!("{}\n{}", table::show_tables(), refusals::show_table());
    let current = format!("{before}{BEGIN}\n{tables}\n{END}{after}");
    let is_update = std::env::var_os("UPDATE_GENERATED").is_some();
    if is_update {
        std::fs::write(&path, &current).expect("the page can be written");
    }
    let is_current = is_update || page == current;
    assert!(is_current, "run `npm run generate modules` and commit docs/scripting.md");
}

/// Returns the output of a program, or the error that it ended with.
fn observe(files: &Files) -> String {
    match run_files(files) {
        Ok(outcome) => printed(&outcome),
        Err(failure) => match failure.error.kind {
            Kind::Reference if failure.error.message.contains("is not defined") => "not defined".to_owned(),
            Kind::Module if failure.error.line.is_some() && failure.error.frame.is_some() => {
                "refused".to_owned()
            }
            _ => first_line(&failure.error),
        },
    }
}

/// Returns the expected value: it is 1; the imported file makes it 2, and the importer makes it 3
/// where it is shared.
fn expected_of(row: &Row, declaration: Declaration, cell: Cell, standing: Standing) -> &'static str {
    let is_awaited = (row.importer, row.imported, row.import) == (Module, Module, Import::Dynamic);
    if is_awaited && standing == Standing::InACycle {
        // Each of the two waits for the other.
        return "importer:1:11: The top-level await of importer never settles";
    }
    match (cell, declaration) {
        (Cell::Shared, Declaration::Const) | (Cell::Value, _) => "1 1",
        (Cell::Shared, _) => "1 2 3",
        (Cell::Live, _) => "1 2",
        (Cell::Hidden, _) => "not defined",
        (Cell::Refused, _) => "refused",
        (Cell::Never, _) => "",
    }
}

/// Makes the importer `importer` or `main`, the imported file `x`, and for `export … from` a file that reads
/// from it.
fn program(row: &Row, declaration: Declaration, cell: Cell, standing: Standing) -> Files {
    let back = if standing == Standing::InACycle { "import 'importer'\n" } else { "" };
    let imported = format!("{back}{}", declare(row.imported, declaration));
    let (line, name) = import_line(row.import, declaration);
    let reader = match row.import {
        Import::ExportNamed | Import::ExportAll => Some(("import { NAME as r } from 'importer'", "r")),
        Import::ExportNamespace => Some(("import { n } from 'importer'", "n.NAME")),
        _ => None,
    };
    let exported = if declaration == Declaration::Default { "default" } else { "a" };
    let (reader_line, reader_name) = reader.unwrap_or_default();
    let reader_name = reader_name.replace("NAME", exported);
    let seen = if reader.is_some() { reader_name.as_str() } else { name.as_str() };
    let mut look = format!("console.log({0}); change(); console.log({0})", read(seen, declaration));
    if cell == Cell::Shared && declaration != Declaration::Const {
        look.push_str(&format!("; a = {}; console.log(look())", value(declaration, 3)));
    }
    let body = match (row.importer, row.import) {
        (Classic, Import::Dynamic) => format!("import('x').then(n => {{ {look} }})"),
        (Module, Import::Bare) => format!("export {{}};\n{line}\n{look}"),
        _ if reader.is_some() => line,
        _ => format!("{line}\n{look}"),
    };
    let mut files = vec![("x".to_owned(), imported)];
    let (top, under) = match reader {
        None => (body, None),
        Some(_) => (format!("{}\n{look}", reader_line.replace("NAME", exported)), Some(body)),
    };
    let top_name = if reader.is_some() { "reader" } else { "importer" };
    files.extend(under.map(|under| ("importer".to_owned(), under)));
    if standing == Standing::IsMain {
        files.push(("main".to_owned(), top));
    } else {
        files.push((top_name.to_owned(), top));
        files.push(("main".to_owned(), format!("import '{top_name}'")));
    }
    files
}

/// Makes a cycle: `one` is imported by `two`, imports it in turn, and looks at its name; `check` looks again
/// when all have run.
fn cycle(row: &CycleRow, declaration: Declaration) -> Files {
    let (line, name) = import_line(row.import, declaration);
    let look = read(&name, declaration);
    let form = if row.first == Module { "export {};" } else { "" };
    let one = format!(
        "{form}{}\nglobalThis.later = () => {look}\ntry {{ console.log({look}) }} catch {{ console.log('error') }}",
        line.replace("'x'", "'two'")
    );
    let two = format!("import 'one'\n{}", declare(row.second, declaration));
    owned(&[
        ("main", "import 'two'\nimport 'check'"),
        ("one", &one),
        ("two", &two),
        ("check", "export {};\nconsole.log(later())"),
    ])
}

/// Makes a file that declares `a`, or has a default export, and answers through the global object.
fn declare(form: Form, declaration: Declaration) -> String {
    let export = if form == Module { "export " } else { "" };
    let line = match declaration {
        Declaration::Var => format!("{export}var a = 1"),
        Declaration::Let => format!("{export}let a = 1"),
        Declaration::Const => format!("{export}const a = 1"),
        Declaration::Function => format!("{export}function a() {{ return 1 }}"),
        Declaration::Class => format!("{export}class a {{ static v = 1 }}"),
        Declaration::Default => "export default 1".to_owned(),
    };
    let changes = !matches!(declaration, Declaration::Const | Declaration::Default);
    let change = if changes { format!("a = {}", value(declaration, 2)) } else { String::new() };
    let own = if declaration == Declaration::Default { "1".to_owned() } else { read("a", declaration) };
    format!("{line}\nglobalThis.change = () => {{ {change} }}\nglobalThis.look = () => {own}")
}

fn value(declaration: Declaration, number: u32) -> String {
    match declaration {
        Declaration::Function => format!("() => {number}"),
        Declaration::Class => format!("{{ v: {number} }}"),
        _ => number.to_string(),
    }
}

fn read(name: &str, declaration: Declaration) -> String {
    match declaration {
        Declaration::Function => format!("{name}()"),
        Declaration::Class => format!("{name}.v"),
        _ => name.to_owned(),
    }
}

/// Returns the import as the importer writes it, and its name for the value.
fn import_line(import: Import, declaration: Declaration) -> (String, String) {
    let name = if declaration == Declaration::Default { "default" } else { "a" };
    let (line, seen) = match import {
        Import::Bare => ("import 'x'".to_owned(), "a".to_owned()),
        Import::Named => ("import { a } from 'x'".to_owned(), "a".to_owned()),
        Import::Renamed => (format!("import {{ {name} as b }} from 'x'"), "b".to_owned()),
        Import::Namespace => ("import * as n from 'x'".to_owned(), format!("n.{name}")),
        Import::Default => ("import d from 'x'".to_owned(), "d".to_owned()),
        Import::Dynamic => ("const n = await import('x')".to_owned(), format!("n.{name}")),
        Import::ExportNamed => (format!("export {{ {name} }} from 'x'"), String::new()),
        Import::ExportAll => ("export * from 'x'".to_owned(), String::new()),
        Import::ExportNamespace => ("export * as n from 'x'".to_owned(), String::new()),
    };
    (line, seen)
}

fn owned(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect()
}
