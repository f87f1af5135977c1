//! Programs generated from the grammar of the language: mostly correct, never meaningful.

use fastrand::Rng;

use super::values::{any_value, number};
use super::{pick, pick_word};

const BINARY: &str = "+ - * / % ** << >> >>> & | ^ < >= == === != instanceof in && || ??";
const UNARY: &str = "! ~ - + typeof void";
const ASSIGN: &str = "= += -= **= >>>= &&= ||= ??=";
const METHODS: &str = "map filter sort flat join at slice splice toString valueOf then next return constructor replace \
    split match padEnd bind call apply forEach reduce keys length name prototype __proto__ get set has concat fill f \
    entries toFixed normalize a";
const REGEXES: &str = "/a/g /(?<n>a)\\k<n>/u /(a*)*b/ /[^]/y /(?<=a)b(?!c)/ /\\p{L}+/u /[[a-z]--[b]]/v /(?:)/gimsuy \
    /\\1(a)/ /[\\ud83d\\ude00]/ /x{0,99999}/ /\\c/";
const WRONG_REGEXES: &str =
    "/\\u{110000}/u /a{2,1}/ /(/ /[z-a]/ /\\k<n>(?<m>)/ /(?<n>)(?<n>)/ /a**/ /\\p{X}/u /(?i-i:a)/";
const ODD_NAMES: &str = "async of get let static await yield arguments eval";
const ODD_PLACES: &str = "super.x new.target import.meta this arguments globalThis undeclared";

/// The names that every file begins with, so that its expressions have something to work on.
const START: &[&str] = &["f", "o", "n", "s", "l", "C"];
const START_CODE: &str = "const f = (...a) => a[0], attempt = g => { try { return g() } catch (e) { return e } };\n\
    let o = { a: 1, f, s: 'x' }, n = 7, s = 'text', l = [1, 'b', [3]]; class C { #p = 1; m() { return this.#p } }\n";

/// Generates a program of a few dozen nodes, and the modules that it imports.
pub(super) fn program(rng: &mut Rng) -> (String, Vec<(String, String)>) {
    const MODULES: [&str; 3] = ["m0", "m1", "m2"];
    let count = pick(rng, &[0, 0, 0, 1, 2, 3]);
    let mut modules = Vec::new();
    for name in &MODULES[..count] {
        modules.push((name.to_string(), Writer::new(rng, false).file(&MODULES[..count])));
    }
    let may_be_script = rng.bool();
    (Writer::new(rng, may_be_script).file(&MODULES[..count]), modules)
}

/// The constructs that the code around allows.
#[derive(Clone, Copy, Default)]
struct Around {
    can_await: bool,
    can_yield: bool,
    in_function: bool,
}

struct Writer<'a> {
    rng: &'a mut Rng,
    is_script: bool,
    around: Around,
    names: Vec<String>,
    labels: Vec<String>,
    next_name: usize,
    nodes_left: i32,
}

impl<'a> Writer<'a> {
    fn new(rng: &'a mut Rng, is_script: bool) -> Self {
        let nodes_left = rng.i32(20..300);
        let names = START.iter().map(ToString::to_string).collect();
        let around = Around { can_await: !is_script, ..Around::default() };
        Writer { rng, is_script, around, names, labels: Vec::new(), next_name: 0, nodes_left }
    }

    fn file(&mut self, modules: &[&str]) -> String {
        let mut out = String::from(START_CODE);
        for module in modules {
            match self.rng.u8(..6) {
                0 => out.push_str(&format!("import '{module}'\n")),
                1 => out.push_str(&format!("import('{module}').then(console.log, console.error)\n")),
                2 if !self.is_script => out.push_str(&format!("import * as {module} from '{module}'\n")),
                3 if !self.is_script => out.push_str(&format!("export * from '{module}'\n")),
                4 if !self.is_script => {
                    out.push_str(&format!("import {{ shared as x{module} }} from '{module}'\n"));
                }
                _ => {}
            }
        }
        if !self.is_script {
            out.push_str(&format!("export let shared = attempt(() => {})\n", self.plain_expression(2)));
        }
        for _ in 0..self.rng.usize(1..12) {
            out.push_str(&self.statement(5));
            out.push('\n');
        }
        if !self.is_script && self.one_in(10) {
            out.push_str(&format!("export default {}\n", self.expression(2)));
        }
        out
    }

    fn one_in(&mut self, count: u16) -> bool {
        self.rng.u16(..count) == 0
    }

    /// Writes a construct in which others are allowed, and whose names end with it.
    fn inside<T>(&mut self, around: Around, write: impl FnOnce(&mut Self) -> T) -> T {
        let (before, known) = (self.around, self.names.len());
        let labels = match before.in_function == around.in_function {
            true => self.labels.clone(),
            false => std::mem::take(&mut self.labels),
        };
        self.around = around;
        let written = write(self);
        self.around = before;
        self.labels = labels;
        self.names.truncate(known);
        written
    }

    /// Generates an expression without `await` and `yield`.
    fn plain_expression(&mut self, depth: usize) -> String {
        let around = Around { can_await: false, can_yield: false, ..self.around };
        self.inside(around, |it| it.expression(depth))
    }

    fn name(&mut self) -> String {
        match self.one_in(600) {
            true => pick_word(self.rng, ODD_PLACES).to_owned(),
            false => self.names[self.rng.usize(..self.names.len())].clone(),
        }
    }

    fn declare(&mut self) -> String {
        self.next_name += 1;
        let name = match self.one_in(300) {
            true => pick_word(self.rng, ODD_NAMES).to_owned(),
            false => format!("v{}", self.next_name),
        };
        self.names.push(name.clone());
        name
    }

    fn pattern(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.u8(..3) > 0 {
            return self.declare();
        }
        let default = self.plain_expression(1);
        let inner = self.pattern(depth - 1);
        match self.rng.u8(..5) {
            0 => format!("[{inner}, ...{}]", self.declare()),
            1 => format!("{{ a: {inner} = {default}, ...{} }}", self.declare()),
            2 => format!("[, {inner} = {default}]"),
            3 => format!("{{ [{default}]: {inner} }}"),
            _ => format!("{{ length: {inner} }}"),
        }
    }

    fn block(&mut self, depth: usize) -> String {
        let around = self.around;
        self.inside(around, |it| {
            let statements: Vec<String> = (0..it.rng.usize(..4)).map(|_| it.statement(depth)).collect();
            format!("{{ {} }}", statements.join("\n"))
        })
    }

    /// Generates a statement whose exceptions are mostly caught, so that the code after it is reached.
    fn statement(&mut self, depth: usize) -> String {
        self.nodes_left -= 1;
        let statement = match depth == 0 || self.nodes_left < 0 {
            true => format!("{};", self.expression(1)),
            false => match self.rng.u8(..4) {
                0 => return self.declaration(depth),
                _ => self.action(depth),
            },
        };
        match self.one_in(12) {
            true => statement,
            false => format!("try {{ {statement} }} catch (e) {{ o.e = e }}"),
        }
    }

    fn declaration(&mut self, depth: usize) -> String {
        match self.rng.u8(..5) {
            0 | 1 => {
                let value = self.plain_expression(depth);
                let kind = if self.one_in(60) { "using" } else { pick(self.rng, &["let", "const", "var"]) };
                format!("{kind} {} = attempt(() => {value});", self.declare())
            }
            2 => {
                let value = self.expression(depth);
                format!("let {} = {value};", self.pattern(2))
            }
            3 => {
                let name = self.declare();
                self.function(&name, depth)
            }
            _ => {
                let name = self.declare();
                self.class(&name, depth)
            }
        }
    }

    fn action(&mut self, depth: usize) -> String {
        let inside = depth - 1;
        match self.rng.u8(..18) {
            0 => format!("if ({}) {} else {}", self.expression(2), self.block(inside), self.block(inside)),
            1 | 2 => self.bounded_loop(inside),
            3 | 4 => self.iteration(inside),
            5 => format!("try {} finally {}", self.block(inside), self.block(inside)),
            6 => {
                let (value, case) = (self.expression(2), self.expression(1));
                format!(
                    "switch ({value}) {{ case {case}: {} default: {} }}",
                    self.block(inside),
                    self.block(inside)
                )
            }
            7 => format!("throw {};", self.expression(2)),
            8 | 9 => {
                format!("console.{}({});", pick_word(self.rng, "log warn error"), self.expression(depth))
            }
            10 if self.one_in(8) => pick(
                self.rng,
                &["for (;;) {}", "while (1) l.push(1)", "for (;;) s += s", "(function r() { r() })()"],
            )
            .to_owned(),
            11 if self.is_script && self.one_in(2) => {
                format!("with ({}) {}", self.expression(1), self.block(inside))
            }
            12 => {
                format!("drawCircle('c' + {}, {}, {}, 1);", self.name(), number(self.rng), number(self.rng))
            }
            13 => {
                let values = self.expression(inside);
                format!("for (const x of {values}) {{ console.log(x); if (n++ > 50) break }}")
            }
            _ => format!("{};", self.expression(depth)),
        }
    }

    fn bounded_loop(&mut self, depth: usize) -> String {
        let counter = self.declare();
        let label = format!("l{}", self.next_name);
        let most = pick(self.rng, &["3", "10", "1000"]);
        self.labels.push(label.clone());
        let body = self.block(depth);
        let target = &self.labels[self.rng.usize(..self.labels.len())];
        let leave = match self.rng.u8(..4) {
            0 => format!("if (f({counter})) continue {target};"),
            1 => format!("if ({counter} > 1) break {target};"),
            _ => String::new(),
        };
        self.labels.pop();
        match self.rng.u8(..3) {
            0 => format!(
                "{label}: for (let {counter} = 0; {counter} < {most}; {counter}++) {{ {body} {leave} }}"
            ),
            1 => format!("var {counter} = 0; {label}: while ({counter}++ < {most}) {{ {body} {leave} }}"),
            _ => format!("var {counter} = 0; {label}: do {{ {body} {leave} }} while ({counter}++ < {most});"),
        }
    }

    fn iteration(&mut self, depth: usize) -> String {
        let values = self.expression(depth);
        let keyword = pick_word(self.rng, "of in of");
        let wait = if self.around.can_await && keyword == "of" && self.one_in(3) { " await" } else { "" };
        let around = self.around;
        self.inside(around, |it| {
            let target = format!("{} {}", pick_word(it.rng, "const let var"), it.pattern(1));
            format!("for{wait} ({target} {keyword} {values}) {{ {} if (n++ > 50) break; }}", it.block(depth))
        })
    }

    /// Generates a function declaration, or an expression when the name is empty.
    fn function(&mut self, name: &str, depth: usize) -> String {
        let (can_await, can_yield) = (self.one_in(3), self.one_in(3));
        let around = Around { can_await, can_yield, in_function: true };
        let head =
            format!("{}function{}", if can_await { "async " } else { "" }, if can_yield { "*" } else { "" });
        self.inside(around, |it| {
            let parameters = match it.rng.u8(..4) {
                0 => String::new(),
                1 => it.pattern(2),
                2 => format!("{} = {}, ...{}", it.declare(), it.plain_expression(1), it.declare()),
                _ => format!("{}, {}", it.declare(), it.declare()),
            };
            let body = it.block(depth.saturating_sub(1));
            let last = if can_yield { "yield*" } else { "return" };
            format!("{head} {name}({parameters}) {{ {body} {last} {} }}", it.expression(2))
        })
    }

    fn class(&mut self, name: &str, depth: usize) -> String {
        let around = Around { in_function: true, ..Around::default() };
        let parent = match self.rng.u8(..4) {
            0 => pick(
                self.rng,
                &["Array", "Map", "Error", "C", "Promise", "null", "Uint8Array", "RegExp", "f"],
            ),
            _ => "",
        };
        let is_script = std::mem::take(&mut self.is_script);
        let members = self.inside(around, |it| {
            let count = it.rng.usize(..4);
            (0..count).map(|_| it.member(!parent.is_empty(), depth.saturating_sub(1))).collect::<String>()
        });
        self.is_script = is_script;
        let extends = if parent.is_empty() { String::new() } else { format!("extends {parent}") };
        format!("class {name} {extends} {{ {members} }}")
    }

    fn member(&mut self, is_derived: bool, depth: usize) -> String {
        let value = self.expression(depth.min(2));
        let block = self.block(depth.min(3));
        let number = self.next_name;
        match self.rng.u8(..9) {
            0 => format!("#p{number} = {value}; q() {{ return this.#p{number} }} "),
            1 => format!("static {block} "),
            2 => format!("get x() {{ return {value} }} set x(v) {block} "),
            3 if is_derived => {
                "['constructor']() { return super.constructor } static y = super.name; ".to_owned()
            }
            4 => format!("static async *[{value}]() {block} "),
            5 => format!("static s = {value}; "),
            6 => {
                format!("static #q{number}() {block} static r{number}() {{ return #q{number} in {value} }} ")
            }
            7 => format!("accessor{number} = {value}; static get [Symbol.species]() {{ return {value} }} "),
            _ => format!("m() {block} "),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        self.nodes_left -= 1;
        if depth == 0 || self.nodes_left < 0 {
            return match self.rng.u8(..6) {
                0 => any_value(self.rng),
                1 => number(self.rng),
                _ => self.name(),
            };
        }
        let inside = depth - 1;
        match self.rng.u8(..27) {
            0..=2 => {
                let operator = pick_word(self.rng, BINARY);
                format!("(({}) {operator} ({}))", self.expression(inside), self.expression(inside))
            }
            3 if self.one_in(5) => format!("(delete o[{}])", self.expression(inside)),
            3 => format!("({} ({}))", pick_word(self.rng, UNARY), self.expression(inside)),
            4 if self.around.can_await => format!("(await {})", self.expression(inside)),
            5 if self.around.can_yield => format!("(yield {})", self.expression(inside)),
            6 => format!("({} ? {} : {})", self.name(), self.expression(inside), self.expression(inside)),
            7 => format!("({} {} {})", self.name(), pick_word(self.rng, ASSIGN), self.expression(inside)),
            8 => {
                format!("[{}, ...[{}], , {}]", self.name(), self.expression(inside), self.expression(inside))
            }
            9 => self.object(inside),
            10..=12 => self.arrow(inside),
            13 => format!("({})", self.function("", inside)),
            14 => format!("({})", self.class("", inside)),
            15..=17 => {
                let dot = pick_word(self.rng, ". ?. ?.");
                format!("{}{dot}{}({})", self.name(), pick_word(self.rng, METHODS), self.expression(inside))
            }
            18 => format!("({})?.[{}]", self.expression(inside), self.expression(inside)),
            19 => format!("{}({}, ...{})", self.name(), self.expression(inside), self.name()),
            20 => format!("`a${{{}}}\\u{{1F600}}${{{}}}`", self.expression(inside), self.name()),
            21 => format!("String.raw`${{{}}}\\x`", self.expression(inside)),
            22 => {
                let list = if self.one_in(20) { WRONG_REGEXES } else { REGEXES };
                format!("{}.exec({})", pick_word(self.rng, list), self.expression(inside))
            }
            23 => format!("(({}), {})", self.expression(inside), self.expression(inside)),
            24 => format!("new {}({})", self.name(), self.expression(inside)),
            25 => format!("({} = {})", self.target(), self.expression(inside)),
            _ => any_value(self.rng),
        }
    }

    fn object(&mut self, depth: usize) -> String {
        let (first, spread) = (self.expression(depth), self.name());
        let getter = self.plain_expression(depth);
        format!("({{ a: {first}, [{}]: 1, get b() {{ return {getter} }}, ...{spread} }})", self.name())
    }

    fn arrow(&mut self, depth: usize) -> String {
        let can_await = self.one_in(4);
        let around = Around { can_await, can_yield: false, in_function: self.around.in_function };
        let head = if can_await { "async " } else { "" };
        self.inside(around, |it| {
            it.labels.clear();
            let parameter = it.pattern(1);
            match it.rng.u8(..3) {
                0 => format!("({head}({parameter}) => {})", it.block(depth.min(2))),
                _ => format!("({head}({parameter}) => ({}))", it.expression(depth)),
            }
        })
    }

    /// Generates a target of an assignment, to the left of `=`.
    fn target(&mut self) -> String {
        match self.rng.u8(..4) {
            0 => format!("[{}, {}]", self.name(), self.name()),
            1 => format!("{}[{}]", self.name(), number(self.rng)),
            2 => format!("{}.{}", self.name(), pick_word(self.rng, METHODS)),
            _ => self.name(),
        }
    }
}
