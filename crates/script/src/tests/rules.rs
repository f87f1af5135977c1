//! Tests of parameters, and of rules that the finished scene must keep.

use std::collections::BTreeMap;

use super::*;
use scenewright_scene::{GivenParameters, ParameterValue};

fn given(values: &[(&str, ParameterValue)]) -> BTreeMap<String, ParameterValue> {
    values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn run_given(code: &str, parameters: GivenParameters) -> Result<RunOutcome, Box<RunFailure>> {
    run_with(&[("main", code)], RunOptions { parameters, ..RunOptions::default() })
}

fn set(values: &[(&str, ParameterValue)]) -> GivenParameters {
    GivenParameters { set: given(values), ..GivenParameters::default() }
}

const PLATE: &str = "const width = param('width', 80, { min: 40, max: 120, step: 5, label: 'Width' })\n\
                     const round = param('round', false)\n\
                     const wood = param('wood', 'oak', { choices: ['oak', 'ash'] })\n\
                     drawRect('plate', 0, 0, width, 50)\n\
                     console.log(width, round, wood)";

#[test]
fn parameter_has_value_of_code_or_of_host() {
    let plain = outcome(&[("main", PLATE)]);
    assert_eq!(plain.logs[0].text, "80 false oak");
    let values = [
        ("width", ParameterValue::Number(100.0)),
        ("round", ParameterValue::Flag(true)),
        ("wood", ParameterValue::Text("ash".into())),
    ];
    let changed = run_given(PLATE, set(&values)).unwrap();
    assert_eq!(changed.logs[0].text, "100 true ash");
    assert_eq!(changed.scene.world_bounds("plate").unwrap().width(), 100.0);
    let declared = &changed.scene.declarations().parameters;
    let shown: Vec<String> =
        declared.iter().map(|it| format!("{} {} ({})", it.name, it.value, it.default)).collect();
    assert_eq!(shown, ["width 100 (80)", "round true (false)", "wood \"ash\" (\"oak\")"]);
    assert_eq!(changed.scene.declarations().set_values(), given(&values));
    assert_eq!(declared[0].label.as_deref(), Some("Width"));
}

#[test]
fn value_that_a_parameter_cannot_have_is_refused_by_name() {
    let cases = [
        (
            "width",
            ParameterValue::Number(500.0),
            "main:1:15 RangeError: param: the value set for the parameter width must be a number from 40 to 120 in steps of 5, got 500",
        ),
        (
            "width",
            ParameterValue::Text("wide".into()),
            "main:1:15 RangeError: param: the value set for the parameter width must be a number from 40 to 120 in steps of 5, got \"wide\"",
        ),
        (
            "wood",
            ParameterValue::Text("elm".into()),
            "main:3:14 RangeError: param: the value set for the parameter wood must be \"oak\" or \"ash\", got \"elm\"",
        ),
        ("widht", ParameterValue::Number(60.0), "There is no parameter \"widht\". Did you mean width?"),
        ("colour", ParameterValue::Number(60.0), "There is no parameter \"colour\""),
    ];
    for (name, value, expected) in cases {
        let error = run_given(PLATE, set(&[(name, value)])).unwrap_err().error;
        assert_eq!(error.kind, Kind::InvalidInput, "{expected}");
        let place = match (&error.file, error.line, error.column) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column} "),
            _ => String::new(),
        };
        assert_eq!(format!("{place}{}", error.message), expected);
        assert!(error.hint.is_some(), "{expected}");
    }
    // A script cannot take it for its own.
    let caught = "try { param('width', 80, { max: 90 }) } catch {}\ndrawCircle('a', 0, 0, 1)";
    let error = run_given(caught, set(&[("width", ParameterValue::Number(95.0))])).unwrap_err().error;
    assert_eq!(error.kind, Kind::InvalidInput);
}

#[test]
fn kept_value_that_no_longer_fits_is_left_out_with_warning() {
    let kept = given(&[
        ("width", ParameterValue::Number(60.0)),
        ("wood", ParameterValue::Text("elm".into())),
        ("gone", ParameterValue::Flag(true)),
    ]);
    let outcome = run_given(PLATE, GivenParameters { kept, ..GivenParameters::default() }).unwrap();
    assert_eq!(outcome.logs[0].text, "60 false oak");
    assert_eq!(
        outcome.warnings,
        [
            "The parameter wood was set to \"elm\" before, but now must be \"oak\" or \"ash\", got \"elm\": the scene has \
          \"oak\", as in the code."
        ]
    );
}

#[test]
fn wrong_declaration_of_a_parameter_is_an_error() {
    use Kind::*;
    let cases: &[(&str, Kind, &str)] = &[
        (
            "param('a')",
            Type,
            "TypeError: param: value must be a number, a string, or true or false, got undefined",
        ),
        ("param('', 1)", Range, "RangeError: param: name must have 1 to 256 characters"),
        ("param('a', NaN)", Range, "RangeError: param: value must be finite, got NaN"),
        (
            "param('a', [1])",
            Type,
            "TypeError: param: value must be a number, a string, or true or false, got an array",
        ),
        (
            "param('a', 5, { min: 6 })",
            Range,
            "RangeError: param: value must be a number of at least 6, got 5",
        ),
        (
            "param('a', 5, { min: 6, max: 4 })",
            Range,
            "RangeError: param: option min must not be greater than max, got 6 and 4",
        ),
        ("param('a', 5, { step: 0 })", Range, "RangeError: param: option step must be greater than 0, got 0"),
        (
            "param('a', 'x', { max: 4 })",
            Type,
            "TypeError: param: option max is for numbers, and value is \"x\"",
        ),
        (
            "param('a', 'x', { choices: [] })",
            Type,
            "TypeError: param: option choices must be an array of at least one value, got an array",
        ),
        ("param('a', 'x', { choices: ['y'] })", Range, "RangeError: param: value must be \"y\", got \"x\""),
        (
            "param('a', 1, { lable: 'x' })",
            Type,
            "TypeError: param: there is no option lable. Did you mean label?",
        ),
        (
            "param('a', 1); param('a', 2)",
            Scene,
            "SceneError: param: there is a parameter a already, with other options or another value (1 and 2); declare it once, and keep its value in a const",
        ),
    ];
    for (code, kind, message) in cases {
        let error = failure(&[("main", code)]);
        assert_eq!((error.kind, error.message.as_str()), (*kind, *message), "{code}");
    }
    assert_eq!(logs(&[("main", "console.log(param('a', 1) + param('a', 1))")]), ["2"]);
}

const HOLES: &str =
    "drawRect('plate', 0, 0, 100, 60)\ndrawCircle('a', -20, 0, 10)\ndrawCircle('b', 5, 0, 10)\n";

#[test]
fn broken_rule_is_an_error_at_its_declaration_with_measures() {
    let cases: &[(&str, (u32, u32), &str)] = &[
        ("invariant('never', () => false)", (4, 1), "The rule \"never\" is broken: its test gave false"),
        ("invariant('never', () => false, 'no good')", (4, 1), "The rule \"never\" is broken: no good"),
        (
            "invariant('later', async () => { await null; return false }, 'no')",
            (4, 1),
            "The rule \"later\" is broken: no",
        ),
        (
            "invariant('stuck', () => new Promise(() => {}))",
            (4, 1),
            "The rule \"stuck\" is broken: its test awaits a promise that nothing resolves",
        ),
        (
            "invariant('throws', () => { throw new Error('oh') }, 'no')",
            (4, 1),
            "The rule \"throws\" is broken: no: Error: oh",
        ),
        (
            "invariant('gap', () => check.minDistance('a', 'b', 8), 'the wall is thin')",
            (4, 1),
            "The rule \"gap\" is broken: the wall is thin: check.minDistance: \"a\" and \"b\" are 5 mm apart near [-10, 0], less than 8 mm",
        ),
        (
            "invariant('gap', check.minDistance('a', 'b', 8), 'the wall is thin')",
            (4, 1),
            "The rule \"gap\" is broken: the wall is thin: check.minDistance: \"a\" and \"b\" are 5 mm apart near [-10, 0], less than 8 mm",
        ),
        (
            "if (true) check.minDistance(['a'], ['a', 'b'], 8)",
            (4, 11),
            "The rule \"minDistance a, a … b, 8\" is broken: check.minDistance: \"a\" and \"b\" are 5 mm apart near [-10, 0], less than 8 mm",
        ),
        (
            "translate('b', 40, 0)\ncheck.inside(['a', 'b'], 'plate')",
            (5, 1),
            "The rule \"inside a … b, plate\" is broken: check.inside: \"b\" is outside of \"plate\" by 5 mm at [55, 0]",
        ),
        (
            "translate('b', -10, 0)\ncheck.noOverlap(['a', 'b'])",
            (5, 1),
            "The rule \"noOverlap a … b\" is broken: check.noOverlap: \"a\" and \"b\" overlap by 45.3312 mm² near [-12.5, 0]",
        ),
        (
            "check.area('a', { min: 400 })",
            (4, 1),
            "The rule \"area a\" is broken: check.area: the area of \"a\" is 314.159 mm², less than min 400 mm²",
        ),
        (
            "check.area('plate', { max: 5999 })",
            (4, 1),
            "The rule \"area plate\" is broken: check.area: the area of \"plate\" is 6000 mm², more than max 5999 mm²",
        ),
        (
            "check.inside('c', 'plate')",
            (4, 1),
            "The rule \"inside c, plate\" is broken: check.inside: there is no entity named \"c\"",
        ),
    ];
    for (code, place, message) in cases {
        let error = failure(&[("main", &format!("{HOLES}{code}"))]);
        assert_eq!((error.kind, error.message.as_str()), (Kind::Invariant, *message), "{code}");
        assert_eq!((error.line, error.column), (Some(place.0), Some(place.1)), "{code}");
        assert!(error.frame.is_some(), "{code}");
    }
}

#[test]
fn all_broken_rules_are_named_and_rules_of_modules_have_their_place() {
    let rules = "export function hold() {\n  invariant('far', () => missing('x'))\n}";
    let main =
        "import { hold } from 'rules'\nhold()\ninvariant('b', () => false)\ninvariant('c', () => true)";
    let error = failure(&[("main", main), ("rules", rules)]);
    assert_eq!(error.message, "The rule \"far\" is broken: ReferenceError: missing is not defined");
    assert_eq!((error.file.as_deref(), error.line), (Some("rules"), Some(2)));
    let hint = error.hint.unwrap_or_default();
    assert!(
        hint.starts_with("Its test failed at rules:2.") && hint.ends_with("Also broken: \"b\" (main:3)."),
        "{hint}"
    );
}

#[test]
fn kept_rules_are_listed_with_their_places() {
    let code = format!(
        "{HOLES}invariant('gap', check.minDistance('a', 'b', 5), 'thin')\n  check.inside(['a', 'b'], 'plate')\n\
         check.noOverlap(['a', 'b'])\ninvariant('done', () => {{ check.area('plate', {{ min: 6000, max: 6000 }}) }})"
    );
    let outcome = outcome(&[("main", &code)]);
    assert_eq!(outcome.warnings, [""; 0]);
    let rules = &outcome.scene.declarations().rules;
    let shown: Vec<String> =
        rules.iter().map(|it| format!("{} {}:{}:{}", it.name, it.file, it.line, it.column)).collect();
    assert_eq!(
        shown,
        ["gap main:4:1", "inside a … b, plate main:5:3", "noOverlap a … b main:6:1", "done main:7:1"]
    );
    assert_eq!(rules[0].message.as_deref(), Some("thin"));
}

#[test]
fn rules_see_the_finished_scene_and_leave_no_trace() {
    let code = "invariant('late', () => exists('b') && !exists('trace'))\n\
                invariant('draws', () => { drawCircle('trace', 0, 0, 1); setFill('b', 'red'); return exists('trace') })\n\
                invariant('clean', async () => { await null; return !exists('trace') })\n\
                await Promise.resolve()\n\
                drawRect('b', 0, 0, 1, 1)\n\
                export {}";
    let outcome = outcome(&[("main", code)]);
    assert_eq!(outcome.scene.list(&Default::default()), ["b"]);
    assert_eq!(outcome.scene.declarations().rules.len(), 3);
    let odd = super::outcome(&[("main", "drawCircle('a', 0, 0, 1)\ninvariant('odd', () => getArea('a'))")]);
    assert_eq!(
        odd.warnings,
        [
            "The test of the rule \"odd\" gave the number 3.141592653589793: only false, or an exception, breaks a rule. Does \
          it end with return and a comparison?"
        ]
    );
}

#[test]
fn wrong_declaration_of_a_rule_is_an_error() {
    use Kind::*;
    let cases: &[(&str, Kind, &str)] = &[
        (
            "invariant('a', 1 < 2)",
            Type,
            "TypeError: invariant: test must be a function, such as () => getArea('plate') < 5000, got true",
        ),
        ("invariant('', () => true)", Range, "RangeError: invariant: name must not be empty"),
        (
            "check.minDistance('a', 'b')",
            Type,
            "TypeError: check.minDistance: distance must be a number, got nothing (the call has 2 arguments)",
        ),
        (
            "check.minDistance('a', 'b', -1)",
            Range,
            "RangeError: check.minDistance: distance must be 0 or greater, got -1",
        ),
        (
            "check.noOverlap('a')",
            Type,
            "TypeError: check.noOverlap: names must be an array of names, got the string \"a\"",
        ),
        (
            "check.area('a', {})",
            Type,
            "TypeError: check.area: bounds must have min, max or both, as in { min: 100 }",
        ),
        (
            "check.area('a', { min: 2, max: 1 })",
            Range,
            "RangeError: check.area: min must not be greater than max, got 2 and 1",
        ),
        (
            "invariant('a', () => invariant('b', () => true))",
            Invariant,
            "The rule \"a\" is broken: SceneError: invariant: a rule cannot declare another",
        ),
        (
            "invariant('a', () => param('b', 1))",
            Invariant,
            "The rule \"a\" is broken: SceneError: param: the parameter b must be declared before the scene is finished; a rule comes too late",
        ),
        ("invariant('a', () => { for (;;) drawCircle('x' + Math.random(), 0, 0, 1) })", Entities, "The rule"),
    ];
    for (code, kind, message) in cases {
        let options =
            RunOptions { limits: Limits { entities: 20, ..Limits::default() }, ..RunOptions::default() };
        let error = run_with(&[("main", code)], options).unwrap_err().error;
        assert_eq!(error.kind, *kind, "{code}: {}", error.message);
        if *kind != Entities {
            assert_eq!(error.message, *message, "{code}");
        }
    }
}
