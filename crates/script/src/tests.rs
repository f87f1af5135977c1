//! Tests of runs of whole programs, as their authors see them.

mod arrays;
mod assets;
mod blocks;
mod conformance;
mod design_mistakes;
mod drafting;
mod drawing;
mod examples;
mod modules;
mod places;
mod rules;
mod sketches;
mod top_level;
mod workshop;

use std::sync::Arc;

use super::*;
use scenewright_error::{Error, Kind};
use scenewright_scene::AssetFile;
use scenewright_scene::typeset::{FontFile, FontQuery, FontSource, NoFonts};

/// The assets of the examples.
#[derive(Debug)]
struct SampleAssets;

impl FontSource for SampleAssets {
    fn find(&self, query: &FontQuery) -> scenewright_error::Result<Option<Arc<FontFile>>> {
        NoFonts.find(query)
    }

    fn asset(&self, path: &str) -> scenewright_error::Result<AssetFile> {
        let bytes: &[u8] = match path {
            "points.csv" => include_bytes!("../../../examples/sheet/assets/points.csv"),
            "odd.csv" => b"name;x\n\"a;b\";1,5\nc;2\n",
            "list.json" => b"{\"sizes\":[1,2.5]}",
            "bytes.bin" => b"\0\x01\x02\xff\xfe\0\0",
            _ => return Err(Error::new(Kind::Scene, format!("there is no file \"{path}\" in assets/"))),
        };
        let path = format!("assets/{path}");
        Ok(AssetFile { hash: bytes.len().to_string(), path, bytes: bytes.into() })
    }
}

type Files<'a> = &'a [(&'a str, &'a str)];

/// Runs files on a stack like the runner's.
fn run_with(files: Files<'_>, options: RunOptions) -> Result<RunOutcome, Box<RunFailure>> {
    let files: Vec<SourceFile> = files.iter().map(|(name, text)| SourceFile::user(*name, *text)).collect();
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let fonts: Arc<dyn FontSource> = Arc::new(SampleAssets);
    let run = move || Engine::new(&Arc::default(), &fonts).run(files, MAIN, &options);
    let handle = thread.spawn(run).expect("a thread starts");
    handle.join().expect("no panic")
}

fn run_files(files: Files<'_>) -> Result<RunOutcome, Box<RunFailure>> {
    run_with(files, RunOptions::default())
}

fn outcome(files: Files<'_>) -> RunOutcome {
    run_files(files).unwrap_or_else(|failure| panic!("{:#?}", failure.error))
}

fn logs(files: Files<'_>) -> Vec<String> {
    outcome(files).logs.into_iter().map(|line| line.text).collect()
}

fn failure(files: Files<'_>) -> Error {
    match run_files(files) {
        Ok(outcome) => panic!("it ran: {:?}", outcome.logs),
        Err(failure) => failure.error,
    }
}

/// Asserts kind, file, line, column and message of a failing main.
#[track_caller]
fn assert_fails(code: &str, kind: Kind, place: (u32, u32), message: &str) {
    let error = failure(&[("main", code), ("lib", "export const q = 1"), ("shared", "var size = 3")]);
    assert_eq!(error.message, message, "{code}");
    assert_eq!(error.kind, kind, "{code}");
    assert_eq!(
        (error.file.as_deref(), error.line, error.column),
        (Some("main"), Some(place.0), Some(place.1)),
        "{code}"
    );
    assert!(error.frame.is_some(), "{code}");
}

#[test]
fn each_run_of_an_engine_begins_afresh() {
    let code = "console.log(typeof kept, typeof Array.prototype.last, Math.random(), Date.now() > 1767225600000)\n\
        kept = 1\nArray.prototype.last = 2\ndrawCircle('c', 0, 0, param('r', 2))";
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let runs = thread.spawn(move || {
        let fonts: Arc<dyn FontSource> = Arc::new(SampleAssets);
        let mut engine = Engine::new(&Arc::default(), &fonts);
        let mut run = |code: &str, options: &RunOptions| {
            let ran = engine.run(vec![SourceFile::user("main", code)], MAIN, options).map_err(|it| it.error);
            ran.map(|it| (it.logs[0].text.clone(), it.scene.entity_count(), it.warnings))
        };
        let usual = RunOptions::default();
        let first = run(code, &usual).unwrap();
        let failed = run("kept = 1\nfoo.bar()", &usual).unwrap_err();
        assert_eq!((failed.kind, failed.line), (Kind::Reference, Some(2)));
        let other = RunOptions { seed: 7, clock: Clock::Real, ..RunOptions::default() };
        let other = run(code, &other).unwrap();
        [first, other, run(code, &usual).unwrap()]
    });
    let [first, other, last] = runs.unwrap().join().unwrap();
    assert!(first.0.starts_with("undefined undefined 0.") && first.0.ends_with(" false"), "{first:?}");
    assert_eq!(first, last);
    assert!(other.0.starts_with("undefined undefined 0.") && other.0.ends_with(" true"), "{other:?}");
    assert_ne!(first.0.split(' ').nth(2), other.0.split(' ').nth(2));
}

#[test]
fn script_mistakes_are_reported_at_their_place() {
    use Kind::*;
    let cases: &[(&str, Kind, (u32, u32), &str)] = &[
        ("let x = ;", Syntax, (1, 9), "SyntaxError: Unexpected `;`"),
        (
            "drawCirle('a', 0, 0, 5)",
            Reference,
            (1, 1),
            "ReferenceError: drawCirle is not defined. Did you mean drawCircle?",
        ),
        (
            "function f() {\n  return drawCirle('a')\n}\nf()",
            Reference,
            (2, 10),
            "ReferenceError: drawCirle is not defined. Did you mean drawCircle?",
        ),
        (
            "const g = () => { foo.bar() }\n;[1].map(() => g())",
            Reference,
            (1, 19),
            "ReferenceError: foo is not defined",
        ),
        ("x\nlet x = 1", Reference, (1, 1), "ReferenceError: x is used before its declaration has run"),
        ("throw new Error('boom')", Thrown, (1, 7), "Error: boom"),
        ("let a = 1\n  null.x", Type, (2, 3), "TypeError: cannot read x of null"),
        (
            "drawCircle('a', 0, 0)",
            Type,
            (1, 1),
            "TypeError: drawCircle: radius must be a number, got nothing (the call has 3 arguments)",
        ),
        (
            "drawCircle('a', 0, 0, -1)",
            Range,
            (1, 23),
            "RangeError: drawCircle: radius must be greater than 0, got -1",
        ),
        (
            "drawRect('a', 0, 0, NaN, 1)",
            Range,
            (1, 21),
            "RangeError: drawRect: width must be a finite number, got NaN",
        ),
        (
            "[1].forEach(function each(n) {\n  drawCircle('a', n, 'x', 1)\n})",
            Type,
            (2, 22),
            "TypeError: drawCircle: y must be a number, got the string \"x\"",
        ),
        (
            "drawLine('a', [1, 2, 3])",
            Type,
            (1, 15),
            "TypeError: drawLine: points must hold pairs of x and y, got 3 numbers",
        ),
        (
            "drawCircle('a', 0, 0, 1)\nrotate('a', 1, { arround: 'center' })",
            Type,
            (2, 18),
            "TypeError: rotate: there is no option arround. Did you mean around?",
        ),
        (
            "drawCircle('house', 0, 0, 1)\ntranslate('hause', 1, 1)",
            Scene,
            (2, 11),
            "SceneError: translate: there is no entity named \"hause\"; did you mean \"house\"?",
        ),
        (
            "setUnits('furlong')",
            Range,
            (1, 10),
            "RangeError: setUnits: units must be \"mm\" or \"cm\" or \"m\" or \"in\" or \"ft\" or \"px\", got \"furlong\"",
        ),
        ("throw 'text'", Thrown, (1, 7), "Thrown value: \"text\""),
        ("throw { a: 1 }", Thrown, (1, 7), "Thrown value: {\"a\":1}"),
        ("await 1; throw new TypeError('late')", Type, (1, 16), "TypeError: late"),
        ("await new Promise(() => {})", Promise, (1, 1), "The top-level await of main never settles"),
        (
            "async function f() { await 1; null.x }\nf()",
            Promise,
            (1, 31),
            "Unhandled promise rejection: TypeError: cannot read x of null",
        ),
        ("import { a } from 'nope'", Module, (1, 19), "Cannot find module \"nope\""),
        ("import { a } from 'libb'", Module, (1, 19), "Cannot find module \"libb\". Did you mean \"lib\"?"),
        ("import { r } from 'lib'", Module, (1, 10), "Module \"lib\" does not export r"),
        ("import x from 'lib'", Module, (1, 8), "Module \"lib\" has no default export"),
        (
            "import { sise } from 'shared'",
            Module,
            (1, 10),
            "Module \"shared\" does not declare sise. Did you mean size?",
        ),
        ("import 'main'", Module, (1, 8), "main cannot be imported: it is where the run begins"),
    ];
    for (code, kind, place, message) in cases {
        assert_fails(code, *kind, *place, message);
    }
}

#[test]
fn evaluation_of_strings_is_refused_in_every_form() {
    for code in [
        "eval('1')",
        "(0, eval)('1')",
        "new Function('return 1')",
        "Function('1')",
        "(async () => {}).constructor('1')",
    ] {
        let error = failure(&[("main", code)]);
        assert!(error.message.contains("code from strings"), "{code}: {}", error.message);
    }
}

#[test]
fn an_error_in_a_module_is_shown_in_the_module() {
    let lib = "\nexport function part(name) {\n  drawCircle(name, 0, 0)\n}";
    let error = failure(&[("main", "import { part } from 'lib'\npart('a')"), ("lib", lib)]);
    assert_eq!((error.file.as_deref(), error.line, error.column), (Some("lib"), Some(3), Some(3)));
    assert_eq!(error.stack.as_deref(), Some("at part (lib:3:13)\nat <main> (main:2:5)"));
}

#[test]
fn a_syntax_error_in_an_imported_module_stops_the_run_before_it_begins() {
    let error = failure(&[("main", "import 'lib'\nconsole.log('started')"), ("lib", "function (")]);
    assert_eq!((error.kind, error.file.as_deref()), (Kind::Syntax, Some("lib")));
}

#[test]
fn classic_scripts_share_every_kind_of_declaration() {
    let lib = "var a = 1\nlet b = 2\nconst c = 3\nfunction d() { return 4 }\nclass E { static f = 5 }";
    let main = "import 'lib'\nconsole.log(a, b, c, d(), E.f)\nb = 20\nconsole.log(b)";
    assert_eq!(logs(&[("main", main), ("lib", lib)]), ["1 2 3 4 5", "20"]);
}

#[test]
fn modules_see_declarations_of_classic_scripts() {
    let files: Files<'_> = &[
        ("main", "import 'lib'\nimport { twice } from 'mod'\nconsole.log(twice())"),
        ("lib", "let size = 21"),
        ("mod", "export function twice() { return size * 2 }"),
    ];
    assert_eq!(logs(files), ["42"]);
}

#[test]
fn name_can_be_imported_from_classic_script() {
    let lib = "var a = 1\nconst b = 2\nfunction c() { return a + b }";
    let main = "import { b, c as sum } from 'lib'\nimport * as all from 'lib'\nconsole.log(b, sum(), all.a)";
    assert_eq!(logs(&[("main", main), ("lib", lib)]), ["2 3 1"]);
}

#[test]
fn classic_scripts_run_depth_first_and_once() {
    let files: Files<'_> = &[
        ("main", "import 'a'\nimport 'b'\nconsole.log('main')"),
        ("a", "import 'c'\nconsole.log('a')"),
        ("b", "import 'c'\nimport 'a'\nconsole.log('b')"),
        ("c", "import 'a'\nconsole.log('c')"),
    ];
    assert_eq!(logs(files), ["c", "a", "b", "main"]);
}

#[test]
fn modules_support_live_bindings_cycles_and_default_exports() {
    let files: Files<'_> = &[
        (
            "main",
            "import count, { up } from 'a'\nup()\nconsole.log(count)\nconst m = await import('b')\nconsole.log(m.name())",
        ),
        (
            "a",
            "import { name } from 'b'\nlet n = 0\nexport function up() { n++ }\nexport { n as default }\nexport const own = 'a of ' + name()",
        ),
        (
            "b",
            "import { own } from 'a'\nexport function name() { return 'b' }\nexport const later = () => own",
        ),
    ];
    assert_eq!(logs(files), ["1", "b"]);
}

#[test]
fn an_import_in_a_comment_or_a_string_is_not_one() {
    let main = "// import 'nope'\n/* import { a } from 'nope' */\nconst s = \"import 'nope'\"\nconsole.log(s.length)";
    assert_eq!(logs(&[("main", main)]), ["13"]);
}

#[test]
fn sloppy_code_runs_as_a_classic_script() {
    let main = "import 'lib'\nvar m = 1; with (Math) { console.log(max(m, 2)) }\nundeclared = 5\nconsole.log(undeclared, 010, typeof nothing)";
    assert_eq!(logs(&[("main", main), ("lib", "")]), ["2", "5 8 undefined"]);
}

#[test]
fn blanking_imports_keeps_positions() {
    let error = failure(&[("main", "import 'lib'; import 'lib'; nope()"), ("lib", "")]);
    assert_eq!((error.line, error.column), (Some(1), Some(29)));
}

#[test]
fn shared_files_declaring_same_name_are_refused() {
    let cases = [
        ("function f() {}", "function f() {}"),
        ("const f = 1", "var f = 2"),
        ("var f = 1", "var f = 2"),
        ("class f {}", "let f"),
    ];
    for (a, b) in cases {
        let error = failure(&[("main", "import 'a'\nimport 'b'"), ("a", a), ("b", b)]);
        assert_eq!(error.kind, Kind::Module, "{a} / {b}");
        assert_eq!(error.message, "f is declared twice: here and in \"a\" (line 1)");
        assert_eq!(error.file.as_deref(), Some("b"));
    }
}

#[test]
fn main_may_reuse_a_counter_of_a_module() {
    let lib = "for (var i = 0; i < 3; i++);\nvar total = i";
    assert_eq!(
        logs(&[("main", "import 'lib'\nfor (var i = 0; i < 2; i++);\nconsole.log(i, total)"), ("lib", lib)]),
        ["2 3"]
    );
}

#[test]
fn unreached_undeclared_name_gives_warning() {
    let done = outcome(&[("main", "if (false) drawCirle('a')\nconsole.log(typeof nothing)")]);
    assert_eq!(
        done.warnings,
        ["main:1:12: drawCirle is not defined; this run did not reach it. Did you mean drawCircle?"]
    );
}

#[test]
fn undeclared_name_error_suggests_exporting_module() {
    let error = failure(&[("main", "import 'lib'\nslot('a')"), ("lib", "export function slot() {}")]);
    assert_eq!(error.hint.as_deref(), Some("Module \"lib\" exports it: import { slot } from \"lib\""));
}

#[test]
fn random_and_date_are_the_same_on_every_run() {
    let main =
        "console.log(Math.random(), Math.random(), new Date().toISOString(), new Date(2026, 0, 1).getTime())";
    let first = logs(&[("main", main)]);
    assert_eq!(first, logs(&[("main", main)]));
    assert!(first[0].contains("2026-01-01T00:00:00.000Z 1767225600000"), "{first:?}");
    let seeded = run_with(&[("main", main)], RunOptions { seed: 7, ..RunOptions::default() }).unwrap();
    assert_ne!(first[0], seeded.logs[0].text);
}

#[test]
fn a_limit_that_was_reached_cannot_be_caught() {
    let options =
        RunOptions { limits: Limits { entities: 10, ..Limits::default() }, ..RunOptions::default() };
    let main = "for (let i = 0; i < 100; i++) try { drawCircle('c' + i, 0, 0, 1) } catch {}";
    let failure = run_with(&[("main", main)], options).unwrap_err();
    assert_eq!(failure.error.kind, Kind::Entities);
    assert!(failure.error.hint.unwrap().contains("limits.entities"));
}

#[test]
fn caught_errors_of_the_engine_name_the_expression() {
    for (code, message) in [
        ("let part = {}; part.draw()", "part.draw is not a function"),
        ("let part; part.size", "cannot read size of part, which is null or undefined"),
        ("const n = 1; n = 2", "n is a constant and cannot be assigned"),
        ("for (const x of 5) {}", "5 is not iterable: its type is number"),
        ("let width; const { w } = width", "cannot take width apart, which is undefined"),
        ("throw new TypeError('not a callable function')", "not a callable function"),
    ] {
        let caught =
            format!("function f() {{ {code} }}\ntry {{ f() }} catch (e) {{ console.log(e.message) }}");
        assert_eq!(logs(&[("main", &caught)]), [message], "{code}");
        let rejected = format!("async function f() {{ {code} }}\nf().catch(e => console.log(e.message))");
        assert_eq!(logs(&[("main", &rejected)]), [message], "{code}");
    }
}

#[test]
fn errors_that_a_script_throws_again_keep_their_place_and_hint() {
    let code = "function f() { let part; return part.size }\n";
    let direct = failure(&[("main", &format!("{code}f()"))]);
    assert!(direct.hint.is_some(), "{direct:?}");
    for again in [
        "try { f() } catch (e) { throw e }",
        "try { f() } finally { console.log(1) }",
        "export {}; await (async () => f())()",
        "export {}; await 1; f()",
    ] {
        let error = failure(&[("main", &format!("{code}{again}"))]);
        let shown = |it: &Error| (it.kind, it.message.clone(), it.hint.clone(), it.line, it.column);
        assert_eq!(shown(&error), shown(&direct), "{again}");
    }
}

#[test]
fn a_scene_error_can_be_caught_and_recognised() {
    let main = "try { translate('x', 1, 1) } catch (e) { console.log(e instanceof SceneError, e instanceof Error, e.name) }";
    assert_eq!(logs(&[("main", main)]), ["true true SceneError"]);
}

#[test]
fn promised_stack_depth_works() {
    let nested = format!("const a = {}1{}\nconsole.log('nested')", "[".repeat(1000), "]".repeat(1000));
    assert_eq!(logs(&[("main", &nested)]), ["nested"]);
    let parens = format!("const a = {}1{}\nconsole.log(a)", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(logs(&[("main", &parens)]), ["1"]);
    let deep = "function down(n) { return n === 0 ? 0 : 1 + down(n - 1) }\nconsole.log(down(10000))";
    assert_eq!(logs(&[("main", deep)]), ["10000"]);
    let callbacks = "function down(n) { return n === 0 ? 0 : 1 + [n].map(() => down(n - 1))[0] }\nconsole.log(down(2500))";
    assert_eq!(logs(&[("main", callbacks)]), ["2500"]);
    let endless = failure(&[("main", "function r() { r() }\nr()")]);
    assert_eq!((endless.kind, endless.line), (Kind::Stack, Some(1)));
}

#[test]
fn too_deeply_nested_source_is_refused_at_its_place() {
    let forms = [
        ("[", "]"),
        ("(", ")"),
        ("() => ", ""),
        ("function f() {", "}"),
        ("try {", "} catch {}"),
        ("a = ", ""),
    ];
    for (open, close) in forms {
        let nested = |depth: usize| format!("let a\n{}1{}", open.repeat(depth), close.repeat(depth));
        assert!(run_files(&[("main", &nested(1_000))]).is_ok(), "{open}");
        let error = failure(&[("main", &nested(20_000))]);
        assert_eq!(
            (error.kind, error.file.as_deref(), error.line),
            (Kind::Stack, Some("main"), Some(2)),
            "{open}"
        );
    }
}

#[test]
fn sizes_and_counts_of_files_are_limited() {
    let limits = |limits: Limits| RunOptions { limits, ..RunOptions::default() };
    let long = format!("//{}", "x".repeat(2000));
    let small = limits(Limits { source_bytes: 1000, ..Limits::default() });
    assert_eq!(run_with(&[("main", &long)], small).unwrap_err().error.kind, Kind::SourceSize);
    let total = limits(Limits { total_source_bytes: 3000, ..Limits::default() });
    let two: Files<'_> = &[("main", "import 'a'\nimport 'b'"), ("a", &long), ("b", &long)];
    assert_eq!(run_with(two, total).unwrap_err().error.kind, Kind::SourceSize);
    let one = limits(Limits { modules: 1, ..Limits::default() });
    let three: Files<'_> = &[("main", "import 'a'\nimport 'b'"), ("a", ""), ("b", "")];
    assert_eq!(run_with(three, one).unwrap_err().error.kind, Kind::Modules);
}

#[test]
fn outline_lists_contents_of_file() {
    let text = outline(
        "lib",
        "import { a } from 'b'\nexport const size = a\nfunction f(x, y) { return x }\nclass C {}",
    )
    .unwrap();
    for part in [
        "# lib: ES module",
        "\"b\": a",
        "exports:\n  size",
        "3: function f(x, y) { return x }",
        "4: class C {}",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}
