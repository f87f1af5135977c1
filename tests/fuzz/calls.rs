//! Calls of the vocabulary and of the engine's own functions with arguments that nobody should pass.

use fastrand::Rng;
use scenewright_vocabulary::{FUNCTIONS, Function, Parameter};

use super::pick;
use super::values::{any_value, number};

/// A scene with a little of everything, so that calls find something to work on.
const SCENE: &str = "\
drawCircle('a', 0, 0, 5)
drawRect('b', 2, 1, 8, 4)
drawPolygon('p', [[0, 0], [9, 1], [5, 7]], [[[4, 2], [5, 2], [5, 3]]])
drawLine('l', [0, 0, 5, 5, 9, 0])
drawText('t', 'Text', 0, 9, 4)
drawBezier('z', 'M0 0C1 2 3 4 5 0Z')
createGroup('g', ['b'])
createGroup('h', ['g', 'p'])
";

const NAMES: &[&str] =
    &["a", "b", "p", "l", "t", "z", "g", "h", "new", "new2", "missing", "toString", "", "A/ü"];

/// Generates several calls of vocabulary functions; the failures of most are caught, so that later calls
/// are reached.
pub(super) fn vocabulary_calls(rng: &mut Rng) -> String {
    let mut out = String::from(SCENE);
    for _ in 0..rng.usize(1..14) {
        let function = FUNCTIONS[rng.usize(..FUNCTIONS.len())];
        let call = call(rng, function);
        out.push_str(&guarded(rng, &call));
    }
    out
}

fn call(rng: &mut Rng, function: &Function) -> String {
    // Mostly right, so that a wrong argument meets the checks after the first one.
    let wrong_of_ten = pick(rng, &[0, 1, 1, 3, 10]);
    let most = match rng.u8(..8) {
        0 => rng.usize(..=function.parameters.len()),
        _ => function.parameters.len(),
    };
    let mut arguments = Vec::new();
    for parameter in &function.parameters[..most] {
        if parameter.optional && rng.bool() {
            break;
        }
        arguments.push(match rng.u8(..10) < wrong_of_ten {
            true => any_value(rng),
            false => plausible(rng, parameter),
        });
    }
    if rng.u8(..20) == 0 {
        arguments.push(any_value(rng));
    }
    format!("{}({})", function.name, arguments.join(", "))
}

/// Generates a value of the parameter's type, read from its TypeScript type.
fn plausible(rng: &mut Rng, parameter: &Parameter) -> String {
    let choices: Vec<&str> = parameter.kind.split('|').map(str::trim).collect();
    match parameter.kind {
        kind if kind.starts_with('{') => options(rng, kind),
        "number" => number(rng),
        "Points" => points(rng),
        "Points[]" => format!("[{}, {}]", points(rng), points(rng)),
        "Color | null" => color(rng),
        "string[]" => format!("[{}, {}]", name(rng), name(rng)),
        kind if kind.starts_with('\'') => match choices[rng.usize(..choices.len())] {
            "number" => number(rng),
            "string" => name(rng),
            literal => literal.to_owned(),
        },
        _ if parameter.name == "path" => "'M0 0 Q5 5 9 0 T20 0 A3 3 0 0 1 0 0Z'".to_owned(),
        _ => name(rng),
    }
}

fn name(rng: &mut Rng) -> String {
    format!("'{}'", pick(rng, NAMES))
}

fn points(rng: &mut Rng) -> String {
    let count = pick(rng, &[0, 1, 2, 3, 4, 5, 8, 40]);
    let pairs: Vec<String> = (0..count).map(|_| format!("[{}, {}]", number(rng), number(rng))).collect();
    match rng.bool() {
        true => format!("[{}]", pairs.join(", ")),
        false => format!("[{}].flat()", pairs.join(", ")),
    }
}

fn color(rng: &mut Rng) -> String {
    const COLORS: &[&str] =
        &["null", "'red'", "'#12f8'", "'rgb(1 2 3 / 50%)'", "[0, 0.5, 1]", "[1, 1, 1, 0]", "'hsl(9 9% 9%)'"];
    pick(rng, COLORS).to_owned()
}

/// Generates an object with the fields that its type names, some of them wrong.
fn options(rng: &mut Rng, kind: &str) -> String {
    let fields = kind.trim_matches(['{', '}']).split(['?', ':', ',']).map(str::trim);
    let is_name = |it: &&str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_alphabetic() || b == b'_');
    let names: Vec<&str> = fields.filter(is_name).collect();
    let mut out = Vec::new();
    for field in names {
        if rng.bool() {
            let value = match rng.u8(..4) {
                0 => any_value(rng),
                1 => number(rng),
                2 => {
                    pick(rng, &["'world'", "'local'", "'center'", "'round'", "'miter'", "'left'"]).to_owned()
                }
                _ => name(rng),
            };
            out.push(format!("{field}: {value}"));
        }
    }
    format!("{{ {} }}", out.join(", "))
}

/// Generates several calls of built-in functions, by paths such as `Array["prototype"]["map"]`.
pub(super) fn builtin_calls(rng: &mut Rng, paths: &[String]) -> String {
    let mut out = String::new();
    for _ in 0..rng.usize(1..10) {
        let path = &paths[rng.usize(..paths.len())];
        let arguments: Vec<String> = (0..rng.usize(..4)).map(|_| any_value(rng)).collect();
        let arguments = arguments.join(", ");
        let call = match rng.u8(..6) {
            0 => format!("new ({path})({arguments})"),
            1 => format!("Reflect.construct({path}, [{arguments}], {})", any_value(rng)),
            2 => format!("(x => {path}.call(x, x, {arguments}))({})", any_value(rng)),
            _ => format!("Reflect.apply({path}, {}, [{arguments}])", any_value(rng)),
        };
        out.push_str(&guarded(rng, &call));
    }
    out
}

fn guarded(rng: &mut Rng, call: &str) -> String {
    match rng.u8(..12) {
        0 => format!("{call}\n"),
        1 => format!("try {{ console.log(await {call}) }} catch (e) {{ console.log(e) }}\n"),
        2 => format!("try {{ for (const x of {call}) console.log(x) }} catch (e) {{ console.log(e) }}\n"),
        3 => format!("try {{ String({call}); JSON.stringify({call}) }} catch (e) {{ console.error(e) }}\n"),
        _ => format!("try {{ console.log({call}) }} catch (e) {{ console.log(e) }}\n"),
    }
}

/// A script that prints the path of every function that a script can reach, one per line.
pub(super) const LIST_BUILTINS: &str = r#"
const found = []
const seen = new Set()
const walk = (path, value) => {
  if (Object(value) !== value || seen.has(value)) return
  seen.add(value)
  if (typeof value === 'function') found.push(path)
  for (const key of Reflect.ownKeys(value)) {
    const shown = typeof key === 'symbol' ? key.description : JSON.stringify(key)
    const at = Reflect.getOwnPropertyDescriptor(value, key)
    if ('value' in at) walk(`${path}[${shown}]`, at.value)
    for (const half of ['get', 'set']) {
      if (at[half]) walk(`Reflect.getOwnPropertyDescriptor(${path}, ${shown}).${half}`, at[half])
    }
  }
  walk(`Object.getPrototypeOf(${path})`, Object.getPrototypeOf(value))
}
walk('globalThis', globalThis)
walk('(function* () {})()', (function* () {})())
walk('(async function* () {})()', (async function* () {})())
walk('(async () => {})', async () => {})
walk('[].values()', [].values())
walk('new Map().values()', new Map().values())
walk('new Set().values()', new Set().values())
walk("''[Symbol.iterator]()", ''[Symbol.iterator]())
walk("''.matchAll(/x/g)", ''.matchAll(/x/g))
walk('[].values().map(x => x)', [].values().map(x => x))
walk('Iterator.from({ next() {} })', Iterator.from({ next() {} }))
console.log(found.filter(it => !it.includes('"found"')).join('\n'))
"#;
