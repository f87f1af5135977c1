//! Sources with far too much of one thing.

use fastrand::Rng;

use super::pick;

/// Generates a source nested as deep as it takes, by one to three constructs in turn.
pub(super) fn nested(rng: &mut Rng) -> String {
    const PAIRS: &[(&str, &str)] = &[
        ("[", "]"),
        ("(", ")"),
        ("{ ", " }"),
        ("({ a: ", " })"),
        ("(() => ", ")"),
        ("x(", ")"),
        ("!", ""),
        ("-", ""),
        ("1 ? ", " : 0"),
        ("1 ? 0 : ", ""),
        ("`${", "}`"),
        ("if (1) ", ""),
        ("for (;0;) ", ""),
        ("x => ", ""),
        ("x.", ""),
        ("x[", "]"),
        ("x ?? ", ""),
        ("x = ", ""),
        ("[x] = ", ""),
        ("function f() { ", " }"),
        ("new ", ""),
        ("class A { m() { ", " } }"),
        ("class extends ", " {}"),
        ("async () => await ", ""),
        ("try { ", " } finally {}"),
        ("l: ", ""),
        ("...", ""),
        ("typeof ", ""),
        ("x?.(", ")"),
        ("1 + ", ""),
        ("x, ", ""),
        ("switch (x) { default: ", " }"),
        ("do ", " while (0)"),
        ("with (x) ", ""),
        ("({ get a() { return ", " } })"),
        ("x`${", "}`"),
        ("/(/, ", ""),
        ("var {a: ", "} = x"),
        ("(a = ", ") => 0"),
        ("import(", ")"),
        ("static {", "}"),
        ("2 ** ", ""),
        ("x => { return ", " }"),
    ];
    let chosen: Vec<(&str, &str)> = (0..rng.usize(1..=3)).map(|_| PAIRS[rng.usize(..PAIRS.len())]).collect();
    let levels = pick(rng, &[20, 100, 500, 1_000, 3_000, 12_000, 60_000]);
    let (mut open, mut close) = (String::new(), Vec::new());
    for level in 0..levels {
        let (before, after) = chosen[level % chosen.len()];
        open.push_str(before);
        close.push(after);
    }
    close.reverse();
    let before = pick(rng, &["", "", "x = ", "const x = 1; ", "export default ", "await 0; ", "let y = "]);
    match rng.u8(..6) {
        0 => format!("{before}{open}"),
        1 => format!("{before}{open}0"),
        _ => format!("{before}{open}0{}", close.concat()),
    }
}

/// Generates one long thing: a number, a text, an array, a name, a regular expression, a list of statements.
pub(super) fn huge(rng: &mut Rng) -> String {
    let count = pick(rng, &[100, 2_000, 10_000, 40_000]);
    match rng.u8(..14) {
        0 => format!("console.log({}n % 7n)", "9".repeat(count)),
        1 => format!("console.log('{}'.length)", "é😀".repeat(count)),
        2 => format!("console.log([{}].length)", "1,".repeat(count)),
        3 => format!("const {} = 1; missing", "a".repeat(count)),
        4 => format!("console.log(/{}/.test('b'))", "(a|b)?".repeat(count)),
        5 => (0..count).map(|n| format!("var v{n} = {n};")).collect(),
        6 => (0..count / 4).map(|n| format!("const v{n} = {n};\n")).collect(),
        7 => (0..count).map(|n| format!("drawCircle('c{n}', {n}, 0, 1);\n")).collect(),
        8 => format!("console.log({{{}}})", (0..count).map(|n| format!("k{n}: {n},")).collect::<String>()),
        9 => format!("switch (9) {{ {} }}", (0..count).map(|n| format!("case {n}: ")).collect::<String>()),
        10 => format!("(({}) => 1)()", (0..count).map(|n| format!("a{n},")).collect::<String>()),
        11 => format!("{}missing", "\n".repeat(count)),
        12 => format!("if (0) {{ {} }}", (0..count).map(|n| format!("u{n};")).collect::<String>()),
        _ => format!("console.log(`{}`)", "${1}".repeat(count)),
    }
}
