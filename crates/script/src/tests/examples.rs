//! Tests of the examples of the vocabulary, also with other numbers.

use std::collections::BTreeSet;

use super::*;
use scenewright_scene::Scene;
use scenewright_vocabulary::{Domain, FUNCTIONS};

#[test]
fn every_example_runs_and_changes_the_scene_or_prints() {
    for function in FUNCTIONS {
        let before = outcome(&[("main", function.before)]);
        let after = outcome(&[("main", &function.program())]);
        let (name, warnings) = (function.name, [before.warnings, after.warnings].concat());
        // A report names what it needs of report.json and rates.json, which these programs do not have.
        let is_fine = |warning: &String| name == "reportTable" && warning.starts_with("reportTable: ");
        assert!(warnings.iter().all(is_fine), "{name}: {warnings:?}");
        assert!(before.logs.is_empty(), "{name}: what stands before an example is silent");
        // Units and layers count too.
        let text = |scene: &Scene| serde_json::to_string(scene).unwrap();
        assert!(
            !after.logs.is_empty() || text(&before.scene) != text(&after.scene),
            "{name}: the example shows nothing"
        );
    }
}

/// A stand-in for a function until its first call: every number in the arguments of that call is replaced in turn,
/// and the result is judged before the call itself goes through.
const JUDGE: &str = r"
const name = tested.split('.').at(-1)
const owner = tested.includes('.') ? globalThis[tested.split('.')[0]] : globalThis
const original = owner[name]
function finite(key, value) {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`)
  return value
}
const state = () => JSON.stringify(listEntities().map((name) => getEntity(name)), finite)
const measures = { getArea, getLength, getWorldBounds, getWorldTransform }
function measure() {
  for (const name of listEntities()) {
    for (const [what, measured] of Object.entries(measures)) {
      try {
        JSON.stringify({ [`${what} of ${name}`]: measured(name) }, finite)
      } catch (error) {
        if (!error.message.startsWith(`${what}: `)) throw error
      }
    }
  }
}
function places(value, way = []) {
  if (typeof value === 'number') return [way]
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => places(value[key], [...way, key]))
}
function replaced(value, [key, ...way], number) {
  if (key === undefined) return number
  const copy = Array.isArray(value) ? [...value] : { ...value }
  copy[key] = replaced(value[key], way, number)
  return copy
}
const allowed = [TypeError, RangeError, SceneError]
let count = 0
function judge(args) {
  for (const way of places(args)) {
    for (const number of [NaN, Infinity, -Infinity, 1e308, -1e308, 1e160, 5e-324, 1e-200, 1e-8, 1e12, -0, -1, 0.5]) {
      const what = `${tested} with ${Object.is(number, -0) ? '-0' : number} at ${way.join('.')}`
      const before = state()
      count += 1
      let error
      try {
        original(...replaced(args, way, number))
      } catch (caught) {
        error = caught
      }
      if (error === undefined && !Number.isFinite(number)) throw new Error(`${what} was taken`)
      if (error === undefined) {
        try {
          state()
          measure()
        } catch (caught) {
          throw new Error(`${what}: ${caught.message}`)
        }
        continue
      }
      if (!allowed.includes(error.constructor) || !error.message.startsWith(`${tested}: `)) {
        throw new Error(`${what} throws ${error}`)
      }
      if (/NaN|null|undefined/.test(error.message) && Number.isFinite(number)) throw new Error(`${what} throws ${error}`)
      if (state() !== before) throw new Error(`${what} was refused, and the scene is another`)
    }
  }
}
let isFirst = true
owner[name] = (...args) => {
  if (isFirst) {
    isFirst = false
    judge(args)
  }
  try {
    return original(...args)
  } catch {
    // What was taken before may have changed what this call needs.
  }
}
";

/// The calls for numbers that the examples leave out.
const MORE: &[(&str, &str, &str)] = &[
    ("drawLine", "", "drawLine('l', [[0, 0], [5, 5]])"),
    ("drawPolygon", "", "drawPolygon('p', [0, 0, 9, 0, 0, 9], [[1, 1, 2, 1, 1, 2]])"),
    ("drawEllipse", "", "drawEllipse('e', 0, 0, 4, 2, 1)"),
    ("drawText", "", "drawText('t', 'ab', 0, 0, 5, { color: [0.5, 0, 0, 1] })"),
    ("translate", "drawCircle('c', 1, 0, 1)", "translate('c', 1, 2, { space: 'local' })"),
    ("rotate", "drawRect('r', 1, 0, 1, 2)", "rotate('r', 1, { space: 'local', around: 'center' })"),
    ("scale", "drawRect('r', 1, 0, 1, 2)\nrotate('r', 1)", "scale('r', 2, 3, { around: 'center' })"),
    ("rotate", "drawRect('r', 1, 0, 1, 2)", "rotate('r', 1, { around: [1, 2] })"),
    ("scale", "drawRect('r', 1, 0, 1, 2)", "scale('r', 2, 3, { around: [1, 2] })"),
    ("mirror", "drawRect('r', 1, 0, 1, 2)", "mirror('r', 'm', [0, 0, 1, 2])"),
    ("align", "drawCircle('a', 0, 0, 1)", "align(['a'], 'left', [5, 6])"),
    (
        "distribute",
        "drawCircle('a', 0, 0, 1)\ndrawCircle('b', 9, 0, 1)",
        "distribute(['a', 'b'], 'x', { gap: 2 })",
    ),
    ("extend", "drawLine('a', [0, 0, 1, 0])\ndrawLine('b', [5, -1, 5, 1])", "extend('a', 'b', [1, 0])"),
    ("fillet", "drawRect('r', 0, 0, 8, 6)", "fillet('r', 1, { corners: [4, 3] })"),
    ("arrayAlong", "drawCircle('c', 0, 0, 1)", "arrayAlong('c', [0, 0, 9, 9], { count: 3 })"),
    ("contours", "", "contours([[1, 2], [3, 5]], [2.5], { origin: [1, 2], step: [3, 4] })"),
    ("setFill", "drawCircle('c', 0, 0, 1)", "setFill('c', [1, 0, 0, 0.5])"),
    ("setStroke", "drawCircle('c', 0, 0, 1)", "setStroke('c', [1, 0, 0, 0.5], 2, { dash: [3, 1] })"),
    ("defineLayer", "", "defineLayer('x', { color: [1, 0, 0], lineweight: 0.5 })"),
    ("centerMarks", "drawCircle('c', 0, 0, 5)", "centerMarks('m', 'c', { extend: 2, color: [1, 0, 0] })"),
    (
        "datum",
        "drawRect('r', 0, 0, 40, 20)",
        "datum('d', { of: 'r', at: 'bottom' }, 'A', { offset: 5, color: [1, 0, 0] })",
    ),
    ("setDrawingScale", "", "setDrawingScale(50)"),
    ("drawOrder", "drawCircle('a', 0, 0, 1)\ndrawCircle('b', 0, 0, 1)", "drawOrder('a', 1)"),
    ("entitiesAt", "drawCircle('a', 0, 0, 1)", "entitiesAt(0, 0, 1)"),
    (
        "offsetPolygon",
        "drawPolygon('p', [0, 0, 9, 0, 0, 9])",
        "offsetPolygon('p', 1, 'q', { joinType: 'miter', miterLimit: 3, tolerance: 0.1 })",
    ),
    ("importDxf", "", "importDxf('a', '0\\nSECTION\\n0\\nEOF', { scale: 2 })"),
    ("importSvg", "", "importSvg('a', '<svg><rect width=\"1\" height=\"2\"/></svg>', { scale: 2 })"),
    (
        "fitToViewport",
        "drawCircle('a', 0, 0, 1)",
        "fitToViewport(10, 20, { viewport: [300, 200], margin: 0.2 })",
    ),
    (
        "dimension",
        "",
        "dimension('d', { type: 'linear', from: [0, 0], to: [30, 10], angle: 0.2, offset: 8, through: [10, 20], \
         decimals: 1, tolerance: [0.2, -0.1], color: [1, 0, 0] })",
    ),
    (
        "dimension",
        "",
        "dimension('d', { type: 'radius', center: [1, 0], radius: 5, angle: 1, tolerance: 0.1 })",
    ),
    (
        "dimension",
        "",
        "dimension('d', { type: 'angle', vertex: [0, 0], from: [9, 0], to: [5, 5], offset: 20 })",
    ),
    (
        "dimension",
        "",
        "dimension('d', { type: 'ordinate', origin: [1, 1], points: [[0, 0], [5, 5]], offset: 9 })",
    ),
    (
        "join",
        "drawLine('a', [0, 0, 9, 0]); drawLine('b', [9, 0, 9, 5])",
        "join(['a', 'b'], 'path', { tolerance: 0.5 })",
    ),
    ("setPage", "drawCircle('c', 0, 0, 9)", "setPage([200, 150], { scale: 2, margin: 10, center: [1, 1] })"),
    ("centerMark", "drawCircle('c', 0, 0, 9)", "centerMark('m', 'c', { extend: 2 })"),
    ("centerLine", "", "centerLine('l', [0, 0], [30, 5], { extend: 2 })"),
    ("surfaceFinish", "", "surfaceFinish('s', [0, 0], 'Ra 1.6', { angle: 0.5 })"),
];

#[test]
fn every_numeric_argument_accepts_any_number() {
    // Parameters and rules are declared once, and hold the scene to their numbers; their own tests try others. The
    // numbers of readAsset are a word.
    let judgeable = || {
        let functions = FUNCTIONS.iter();
        functions.filter(|it| it.domain != Domain::Rules && it.name != "readAsset")
    };
    let examples = judgeable().map(|it| (it.name, it.before, it.example));
    let mut judged = BTreeSet::new();
    for (name, before, call) in examples.chain(MORE.iter().copied()) {
        let program = format!("const tested = '{name}'\n{before}\n{JUDGE}\n{call}\n;console.log(count)");
        let logs = logs(&[("main", &program)]);
        if logs.last().is_some_and(|count| count != "0") {
            judged.insert(name);
        }
    }
    let holds_numbers = |kind: &str| ["number", "Color", "Points"].iter().any(|it| kind.contains(it));
    let wrong: Vec<&str> = judgeable()
        .filter(|function| {
            let takes_numbers = function.parameters.iter().any(|it| holds_numbers(it.kind));
            judged.contains(function.name) != takes_numbers
        })
        .map(|function| function.name)
        .collect();
    assert_eq!(wrong, [""; 0], "functions whose numbers no example or call of MORE tries");
}
