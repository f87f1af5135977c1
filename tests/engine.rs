//! Whether scripts print what ECMAScript says: small programs in `tests/engine/cases`, each about one rule of the specification, with
//! what Node.js prints for them, and generated programs, which Node.js runs beside the engine.
//!
//! By default the generated programs are a fixed number from a fixed seed on. `SCENEWRIGHT_ENGINE_SEED=7` begins at another one,
//! `SCENEWRIGHT_ENGINE_PROGRAMS=200000` runs this many, and `SCENEWRIGHT_ENGINE_FINDINGS` names a folder in which what is found is
//! written, as small as it can be made; `npm run fuzz -- engine` sets all three.
//!
//! `SCENEWRIGHT_ENGINE_FOLDER` names a folder of programs by hand, which Node.js runs beside the engine; every line that differs is
//! printed. `npm run fuzz -- engine --folder DIR` sets it.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::support::process::{alone, assert_no_child_is_left};
use crate::support::script::repository;
use scenewright_call::CancelToken;
use scenewright_error::{Error, Kind};
use scenewright_runner::{Isolation, RunRequest, Runner, rest};
use scenewright_scene::typeset::NoFonts;
use scenewright_script::{Limits, MAIN, RunOptions, SourceFile};
use serde_json::{Value, json};

/// The generated programs of every test run: some ten seconds on two cores, without optimisation.
const USUAL_PROGRAMS: u64 = 1_000;

/// The number of the first of them.
const USUAL_SEED: u64 = 1_000_000;

/// The most findings: further ones tend to be the same again.
const MAX_FINDINGS: usize = 20;

/// The time that one finding is made smaller for.
const TIME_TO_SHRINK: Duration = Duration::from_secs(30);

/// The time of one program. It ends by itself long before; a machine that is busy with other things may run it 100 times as slowly.
const TIME_MS: u64 = 60_000;

#[test]
fn cases_print_results_of_ecmascript() {
    let _alone = alone();
    let folder = repository("tests/engine/cases");
    let mut names: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|it| it == "js"))
        .collect();
    names.sort();
    assert!(!names.is_empty(), "there are cases");
    let engine = Engine::new();
    let mut wrong = Vec::new();
    for path in names {
        let source = fs::read_to_string(&path).expect("a case can be read");
        let expected =
            fs::read_to_string(path.with_extension("expected.txt")).expect("a case has its output");
        let printed = engine.run(&source);
        if printed.join("\n") != expected.trim_end_matches('\n') {
            let name = path.file_stem().unwrap_or_default().display();
            wrong.push(format!("{name}\nexpected:\n{expected}\nprinted:\n{}", printed.join("\n")));
        }
    }
    rest();
    assert_no_child_is_left();
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn results_of_mathematics_have_the_same_bits_everywhere() {
    let _alone = alone();
    let read = |name| fs::read_to_string(repository(name)).expect("it can be read");
    let printed = Engine::new().run(&read("tests/engine/operations.js"));
    rest();
    assert_no_child_is_left();
    assert_eq!(printed, [read("tests/engine/operations.expected.txt").trim_end()]);
}

#[test]
fn endless_recursion_of_every_kind_ends_as_stack() {
    let _alone = alone();
    let engine = Engine::new();
    let kinds = [
        "function f() { f() } f()",
        "async function f() { await f() } f()",
        "const f = async () => { await f() }; f()",
        "class A { async m() { await this.m() } } new A().m()",
        "async function f(a = f()) {} f()",
        "async function* g() { yield* g() } g().next()",
        "async function* g() { for await (const x of g()) {} } g().next()",
        "function* g() { yield* g() } [...g()]",
        "async function f() { for await (const x of [f()]) {} } f()",
        "function f({ a = f({}) }) {} f({})",
        "const o = { get x() { return this.x } }; o.x",
        "const o = { toString() { return `${o}` } }; String(o)",
        "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x",
        "class A { x = new A() } new A()",
        "class A { static #p() { A.#p() } static { A.#p() } }",
        "const f = () => [1].map(f); f()",
        "const f = () => [2, 1].sort(f); f()",
        "function f() { try { f() } finally { f() } } f()",
        "const f = () => 'a'.replace(/a/, f); f()",
        "const f = () => JSON.parse('[1]', f); f()",
        "new Promise(function f(done) { new Promise(f) })",
        "const f = () => [...g()]; function* g() { yield f() } f()",
        "async function* g() { for await (const x of g()) yield x } (async () => { for await (const x of g()); })()",
        "function f(a = f()) { return a } f()",
        "const f = (a = f()) => a; f()",
        "function f([a = f([])] = []) {} f()",
        "const o = { get a() { return { ...this } } }; o.a",
        "const o = { set a(v) { this.a = v } }; o.a = 1",
        "class A { get x() { return this.x } } class B extends A { get x() { return super.x + this.x } } new B().x",
        "class A { constructor() { new A() } } new A()",
        "class A { static x = (() => { const f = () => f(); return f() })() }",
        "const o = { valueOf() { return +o } }; +o",
        "const o = { [Symbol.toPrimitive]() { return `${o}` } }; o + 1",
        "const o = { toString() { return [o].join() + o } }; String(o)",
        "const o = { toJSON() { return JSON.stringify(o) } }; JSON.stringify(o)",
        "const f = (k, v) => JSON.stringify({ a: 1 }, f); f()",
        "const p = new Proxy({}, { set: (t, k, v, r) => (r[k] = v) }); p.x = 1",
        "const p = new Proxy({}, { has: (t, k) => k in p }); 'x' in p",
        "const p = new Proxy({}, { deleteProperty: (t, k) => delete p[k] }); delete p.x",
        "const p = new Proxy({}, { ownKeys: () => Object.keys(p) }); Object.keys(p)",
        "const p = new Proxy({}, { getOwnPropertyDescriptor: (t, k) => Object.getOwnPropertyDescriptor(p, k) }); Object.hasOwn(p, 'x')",
        "const p = new Proxy({}, { getPrototypeOf: () => Object.getPrototypeOf(p) }); Object.getPrototypeOf(p)",
        "const p = new Proxy(function () {}, { apply: () => p() }); p()",
        "const p = new Proxy(function () {}, { construct: () => new p() }); new p()",
        "const o = {}; Object.setPrototypeOf(o, new Proxy({}, { get: (t, k, r) => o[k] })); o.x",
        "const f = () => [1].forEach(f); f()",
        "const f = () => [1, 2].reduce(f); f()",
        "const f = () => [1].flatMap(f); f()",
        "const f = () => Array.from([1], f); f()",
        "const f = () => [1].find(f); f()",
        "const f = () => [3, 2, 1].toSorted(f); f()",
        "const f = () => new Int8Array([2, 1]).sort(f); f()",
        "const f = () => new Map([[1, 1]]).forEach(f); f()",
        "const f = () => new Set([1]).forEach(f); f()",
        "const f = () => 'aa'.replaceAll('a', f); f()",
        "const o = { [Symbol.iterator]() { return [...o] } }; [...o]",
        "const o = { get length() { return Array.from(o).length } }; Array.from(o)",
        "const o = { get then() { return this.then } }; (async () => await o)()",
        "const f = s => f`${s}`; f`x`",
        "const f = () => f.call(); f()",
        "const f = () => f.apply(null, []); f()",
        "const f = () => Reflect.apply(f, null, []); f()",
        "const f = () => f.bind()(); f()",
        "class A { static [Symbol.hasInstance](x) { return x instanceof A } } 1 instanceof A",
        "class A extends Array { constructor(...a) { super(...a); this.map(x => x) } } new A(1)",
        "const r = /a/; r.exec = function (s) { return RegExp.prototype[Symbol.replace].call(r, s, 'x') }; 'a'.replace(r, 'x')",
        "const o = { [Symbol.replace](s) { return s.replace(o, '') } }; 'a'.replace(o, '')",
        "label: { const f = () => { try { f() } catch (e) { f() } }; f() }",
        "function f() { switch (f()) { case f(): } } f()",
        "const f = async () => { for (const x of [1]) await f() }; f()",
        "async function f() { await Promise.all([f(), f()]) } f()",
        "const o = { async *[Symbol.asyncIterator]() { for await (const x of o) yield x } }; (async () => { for await (const x of o); })()",
    ];
    let mut wrong = Vec::new();
    for source in kinds {
        let kind = engine.kind_of(source);
        if kind != Some(Kind::Stack) {
            wrong.push(format!("{source}\nends as {kind:?}"));
        }
    }
    rest();
    assert_no_child_is_left();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn generated_programs_print_the_same_as_node() {
    let _alone = alone();
    let seed = number_from("SCENEWRIGHT_ENGINE_SEED").unwrap_or(USUAL_SEED);
    let count = number_from("SCENEWRIGHT_ENGINE_PROGRAMS").unwrap_or(USUAL_PROGRAMS);
    let folder = std::env::var_os("SCENEWRIGHT_ENGINE_FINDINGS").map(PathBuf::from);
    println!("programs {seed} to {}", seed + count - 1);

    let started = Instant::now();
    let (next, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let findings = Mutex::new(Vec::new());
    let is_full = || findings.lock().unwrap_or_else(PoisonError::into_inner).len() >= MAX_FINDINGS;
    let work = || {
        let (engine, mut node) = (Engine::new(), Node::start());
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count || is_full() {
                break;
            }
            let number = seed + index;
            let program = node.ask(&json!({ "program": number })).pop();
            let Some(program) = program.filter(|program| program.lines.is_some()) else {
                refused.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            if engine.difference(&program).is_none() {
                continue;
            }
            let program = shrink(program, &engine, &mut node);
            if let Some(folder) = &folder {
                write_finding(folder, number, &program);
            }
            let difference = engine.difference(&program).unwrap_or_default();
            let finding = format!("program {number}: {difference}\n{}", own_part(&program.source));
            findings.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    rest();
    assert_no_child_is_left();
    println!("{count} programs in {:?}, {} of them refused by Node", started.elapsed(), refused.into_inner());
    let findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    assert!(findings.is_empty(), "{}", findings.join("\n\n"));
}

#[test]
fn programs_of_a_folder_print_the_same_as_node() {
    let Some(folder) = std::env::var_os("SCENEWRIGHT_ENGINE_FOLDER").map(PathBuf::from) else {
        println!("skipped: SCENEWRIGHT_ENGINE_FOLDER names no folder of programs");
        return;
    };
    let _alone = alone();
    let entries = fs::read_dir(&folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "js"));
    paths.sort();
    let (engine, mut node) = (Engine::new(), Node::start());
    let mut wrong = Vec::new();
    for path in &paths {
        let source = fs::read_to_string(path).expect("a program can be read");
        let Some(program) = node.ask(&json!({ "own": source })).pop() else {
            continue;
        };
        let lines = engine.different_lines(&program);
        if !lines.is_empty() {
            let name = path.file_name().unwrap_or_default().display().to_string();
            wrong.push(format!("{name}\n{}", lines.join("\n")));
        }
    }
    drop(node);
    rest();
    assert_no_child_is_left();
    assert!(wrong.is_empty(), "{} of {} programs:\n{}", wrong.len(), paths.len(), wrong.join("\n\n"));
}

/// A program with the lines that Node prints for it, if Node runs it.
struct Program {
    source: String,
    lines: Option<Vec<String>>,
}

/// The engine, in a child process as every script is.
struct Engine {
    isolation: Isolation,
    limits: Limits,
    cancel: CancelToken,
}

impl Engine {
    fn new() -> Self {
        Engine {
            isolation: Isolation::Process(env!("CARGO_BIN_EXE_scenewright-test-runner").into()),
            limits: Limits { time_ms: TIME_MS, ..Limits::default() },
            cancel: CancelToken::new(),
        }
    }

    /// Returns what a program prints. An error that is not the program's own counts as printed.
    fn run(&self, source: &str) -> Vec<String> {
        let (mut printed, error) = self.outcome(source);
        let foreign = [Kind::Runner, Kind::Timeout, Kind::Memory, Kind::Stack, Kind::Syntax];
        if let Some(error) = error.filter(|error| foreign.contains(&error.kind)) {
            printed.push(format!("ended: {}", error.message));
        }
        printed
    }

    fn kind_of(&self, source: &str) -> Option<Kind> {
        self.outcome(source).1.map(|error| error.kind)
    }

    fn outcome(&self, source: &str) -> (Vec<String>, Option<Error>) {
        let runner = Runner {
            isolation: &self.isolation,
            limits: &self.limits,
            fonts: std::sync::Arc::new(NoFonts),
            cancel: &self.cancel,
            printed: &|_| {},
        };
        let request = RunRequest {
            sources: vec![SourceFile::user(MAIN, source.to_owned())],
            entry: Some(MAIN.to_owned()),
            changed: Vec::new(),
            options: RunOptions { limits: self.limits.clone(), ..RunOptions::default() },
        };
        let (logs, error) = match runner.run(request) {
            Ok(outcome) => (outcome.logs, None),
            Err(failure) => (failure.logs, Some(failure.error)),
        };
        (logs.into_iter().map(|line| line.text).collect(), error)
    }

    /// Returns the first line in which the engine differs from Node.
    fn difference(&self, program: &Program) -> Option<String> {
        let mut lines = self.different_lines(program);
        (!lines.is_empty()).then(|| lines.swap_remove(0))
    }

    /// Returns each line in which the engine differs from Node. A program that Node refuses differs in none.
    fn different_lines(&self, program: &Program) -> Vec<String> {
        let Some(expected) = &program.lines else {
            return Vec::new();
        };
        // Node's last line says that an error ended the program.
        let expected: Vec<&String> = expected.iter().filter(|line| *line != "!!").collect();
        let printed = self.run(&program.source);
        let count = expected.len().max(printed.len());
        let show = |line: Option<&String>| line.map_or("nothing".to_owned(), |line| format!("{line:.300}"));
        (0..count)
            .filter(|index| expected.get(*index).copied() != printed.get(*index))
            .map(|index| {
                let (expected, printed) = (show(expected.get(index).copied()), show(printed.get(index)));
                format!("line {}: expected {expected}, printed {printed}", index + 1)
            })
            .collect()
    }
}

/// A Node that makes programs and runs them. A program can end it, by memory that it asks for: then another one takes its place.
struct Node(NodeProcess);

impl Node {
    fn start() -> Self {
        Node(NodeProcess::start())
    }

    /// Returns the programs of an answer: none when the request ended Node.
    fn ask(&mut self, request: &Value) -> Vec<Program> {
        let Some(answer) = self.0.ask(request) else {
            println!("{:.100} ended Node", request.to_string());
            self.0 = NodeProcess::start();
            return Vec::new();
        };
        let programs = answer["programs"].as_array().expect("an answer has programs");
        let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
        let program = |it: &Value| Program {
            source: text(&it["source"]),
            lines: it["lines"].as_array().map(|lines| lines.iter().map(text).collect()),
        };
        programs.iter().map(program).collect()
    }
}

struct NodeProcess {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl NodeProcess {
    fn start() -> Self {
        let mut child = Command::new("node")
            .arg(repository("tests/engine/serve.mjs"))
            // The clock of scripts is in UTC.
            .env("TZ", "UTC")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs");
        let requests = child.stdin.take().expect("it has an input");
        let answers = BufReader::new(child.stdout.take().expect("it has an output"));
        NodeProcess { child, requests, answers }
    }

    /// Returns nothing when the process ends before it answers. What it prints of its end is no JSON.
    fn ask(&mut self, request: &Value) -> Option<Value> {
        writeln!(self.requests, "{request}").expect("node reads");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("node can be read");
        serde_json::from_str(&line).ok()
    }
}

impl Drop for NodeProcess {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Returns the program of the fewest lines that the engine and Node still differ about.
fn shrink(mut program: Program, engine: &Engine, node: &mut Node) -> Program {
    let started = Instant::now();
    while started.elapsed() < TIME_TO_SHRINK {
        let smaller = node.ask(&json!({ "smaller": program.source }));
        let Some(found) = smaller.into_iter().find(|it| engine.difference(it).is_some()) else {
            break;
        };
        program = found;
    }
    program
}

fn write_finding(folder: &std::path::Path, number: u64, program: &Program) {
    fs::create_dir_all(folder).expect("the folder can be made");
    let expected = program.lines.as_deref().unwrap_or_default();
    let expected: String = expected.iter().filter(|it| *it != "!!").map(|line| format!("{line}\n")).collect();
    fs::write(folder.join(format!("{number}.js")), &program.source).expect("a finding can be written");
    fs::write(folder.join(format!("{number}.expected.txt")), expected).expect("a finding can be written");
}

/// Returns a program without what all of them begin with.
fn own_part(source: &str) -> &str {
    source.split_once("// The program:").map_or(source, |(_, own)| own)
}

fn number_from(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {value:?}")))
}
