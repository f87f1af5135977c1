//! Forty mistakes in a design: each is refused, or warned of, at the line of the rule that it breaks.

use super::*;

/// A plate with two bores, a rib, and marks; line 1 to 8, so that the rule of a case begins at line 9.
const PLATE: &str = "drawRect('plate', 0, 0, 120, 80)\n\
                     drawCircle('left', -40, 0, 8)\n\
                     drawCircle('right', 40, 0, 8)\n\
                     drawRect('rib', 0, 70, 40, 4)\n\
                     drawLine('mark', [-20, -30, 20, -30])\n\
                     for (const name of ['plate', 'left', 'right', 'rib']) setLayer(name, 'cut')\n\
                     setLayer('mark', 'engrave')\n\
                     drawPolygon('bracket', [0, 100, 60, 100, 60, 110, 10, 110, 10, 160, 0, 160])\n";

/// The outcome of a mistake.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    Refused,
    Warned,
}
use End::{Refused, Warned};

/// The change, the rule, what becomes of it, and the words that must be there: entities, measured and demanded value.
type Mistake = (&'static str, &'static str, End, &'static [&'static str]);

const MISTAKES: &[Mistake] = &[
    (
        "translate('right', -60, 0)",
        "check.minDistance('left', 'right', 10)",
        Refused,
        &["\"left\"", "\"right\"", "4 mm", "10 mm"],
    ),
    (
        "translate('right', -60, 0)",
        "check.minDistance('left', 'right', 10, { severity: 'warn' })",
        Warned,
        &["4 mm", "10 mm"],
    ),
    (
        "translate('right', 15, 0)",
        "check.inside(['left', 'right'], 'plate')",
        Refused,
        &["\"right\"", "3 mm"],
    ),
    (
        "translate('right', 15, 0)",
        "check.inside('right', 'plate', { severity: 'warn' })",
        Warned,
        &["\"right\"", "3 mm"],
    ),
    (
        "translate('right', -70, 0)",
        "check.noOverlap(['left', 'right'])",
        Refused,
        &["\"left\" and \"right\"", "mm²"],
    ),
    (
        "translate('right', -70, 0)",
        "check.noOverlap(['left', 'right'], { severity: 'warn' })",
        Warned,
        &["overlap"],
    ),
    (
        "scale('plate', 0.5, 0.5)",
        "check.area('plate', { min: 9000 })",
        Refused,
        &["\"plate\"", "2400 mm²", "9000 mm²"],
    ),
    (
        "scale('plate', 2, 2)",
        "check.area('plate', { max: 10000, severity: 'warn' })",
        Warned,
        &["38400 mm²", "10000 mm²"],
    ),
    ("translate('mark', 20, 28)", "check.clearance('cut', 'engrave', 5)", Refused, &["\"mark\"", "5 mm"]),
    (
        "translate('mark', 0, -8)",
        "check.clearance('cut', 'engrave', 5)",
        Refused,
        &["\"plate\"", "\"mark\"", "2 mm", "5 mm"],
    ),
    (
        "translate('mark', 0, -8)",
        "check.clearance('engrave', 'cut', 5, { severity: 'warn' })",
        Warned,
        &["2 mm", "5 mm"],
    ),
    (
        "translate('right', -60, 0)",
        "check.clearance('cut', 'cut', 5)",
        Refused,
        &["\"left\" and \"right\"", "4 mm", "5 mm"],
    ),
    ("", "check.clearance('cut', 'engraving', 5)", Refused, &["engraving", "engrave"]),
    (
        "drawLine('plate', [0, 0, 50, 0, 50, 50, 0, 50, 0, 1])",
        "check.closed('plate')",
        Refused,
        &["\"plate\"", "1 mm", "0.05 mm"],
    ),
    (
        "drawLine('plate', [0, 0, 50, 0, 50, 50])",
        "check.closed(['plate', 'left'])",
        Refused,
        &["\"plate\"", "[50, 50]"],
    ),
    (
        "drawArc('right', 40, 0, 8, 0, 6)",
        "check.closed('right', { severity: 'warn' })",
        Warned,
        &["\"right\""],
    ),
    (
        "drawLine('a', [0, 0, 9, 0])\ndrawLine('b', [9, 0, 9, 9])\ndrawLine('c', [9, 9, 0.4, 0.3])",
        "check.closed(['a', 'b', 'c'])",
        Refused,
        &["\"a\"", "\"c\"", "0.5 mm"],
    ),
    (
        "translate('right', 10.5, 0)",
        "check.minWidth(['plate', 'right'], 3)",
        Refused,
        &["\"plate\"", "\"right\"", "1.5 mm", "3 mm"],
    ),
    (
        "translate('right', -62, 0)",
        "check.minWidth(['plate', 'left', 'right'], 3)",
        Refused,
        &["\"left\" and \"right\"", "2 mm", "3 mm"],
    ),
    ("translate('right', 15, 0)", "check.minWidth(['plate', 'right'], 3)", Refused, &["0 mm", "3 mm"]),
    ("translate('right', 12, 0)", "check.minWidth(['plate', 'right'], 3)", Refused, &["0 mm", "3 mm"]),
    ("scale('rib', 1, 0.5)", "check.minWidth('rib', 3)", Refused, &["\"rib\"", "2 mm", "3 mm"]),
    (
        "scale('rib', 1, 0.5)",
        "check.minWidth('rib', 3, { severity: 'warn' })",
        Warned,
        &["\"rib\"", "2 mm", "3 mm"],
    ),
    (
        "drawPolygon('bracket', [0, 100, 60, 100, 60, 102, 10, 102, 10, 160, 0, 160])",
        "check.minWidth('bracket', 5)",
        Refused,
        &["2 mm", "5 mm"],
    ),
    (
        "scale('right', 0.1, 0.1)",
        "check.minRadius(['left', 'right'], 1.6)",
        Refused,
        &["\"right\"", "0.8 mm", "1.6 mm"],
    ),
    (
        "scale('right', 0.1, 0.1)",
        "check.minRadius('right', 1.6, { severity: 'warn' })",
        Warned,
        &["0.8 mm", "1.6 mm"],
    ),
    ("", "check.minRadius('bracket', 2)", Refused, &["\"bracket\"", "0 mm", "[10, 110]", "2 mm"]),
    (
        "drawRoundedRect('plate', 0, 0, 120, 80, 2)",
        "check.minRadius('plate', 3)",
        Refused,
        &["\"plate\"", "2 mm", "3 mm"],
    ),
    (
        "drawEllipse('port', 200, 0, 20, 6)",
        "check.minRadius('port', 2)",
        Refused,
        &["\"port\"", "1.8 mm", "[220, 0]", "2 mm"],
    ),
    (
        "drawRect('left', -40, 0, 16, 16)",
        "check.minRadius('left', 1)",
        Refused,
        &["\"left\"", "0 mm", "1 mm"],
    ),
    (
        "translate('right', -5, 0)",
        "check.symmetric(['left', 'right'], 'x', { at: 0 })",
        Refused,
        &["mm²", "\"left\", \"right\""],
    ),
    ("scale('right', 0.5, 0.5)", "check.symmetric(['left', 'right'], 'x')", Refused, &["mm²"]),
    (
        "translate('right', -5, 0)",
        "check.symmetric(['plate', 'left', 'right'], 'x')",
        Refused,
        &["mm²", "\"plate\", \"left\", \"right\""],
    ),
    (
        "",
        "check.minDistance('left', 'plate', 3)",
        Refused,
        &["\"left\" and \"plate\" touch or overlap", "3 mm"],
    ),
    (
        "translate('left', 0, 9)",
        "check.symmetric(['left', 'right'], 'y', { severity: 'warn' })",
        Warned,
        &["mm²"],
    ),
    ("deleteEntity('right')", "check.count('*t', 3)", Refused, &["*t", "is 2", "not 3"]),
    ("drawCircle('third', 0, 0, 3)", "check.count('*', { max: 6 })", Refused, &["7", "more than 6"]),
    (
        "deleteEntity('rib')",
        "check.count('rib*', { min: 1, severity: 'warn' })",
        Warned,
        &["0", "less than 1"],
    ),
    (
        "translate('right', 0, 2)",
        "check.aligned(['left', 'right'], 'y')",
        Refused,
        &["\"right\"", "\"left\"", "2 mm", "0.01 mm"],
    ),
    (
        "translate('rib', 3, 0)",
        "check.aligned(['plate', 'rib'], 'x', { severity: 'warn' })",
        Warned,
        &["3 mm"],
    ),
    ("", "check.touches('plate', 'rib')", Refused, &["\"plate\" and \"rib\"", "28 mm", "0.01 mm"]),
    (
        "drawPolygon('bow', [200, 0, 240, 30, 240, 0, 200, 30])\nsetLayer('bow', 'cut')",
        "check.lint('laser')",
        Refused,
        &["self-crossing", "\"bow\"", "[220, 15]"],
    ),
    (
        "drawLine('open', [200, 0, 240, 0])\nsetLayer('open', 'cut')",
        "invariant('workshop', check.lint('laser'), 'no open cuts')",
        Refused,
        &["no open cuts", "open-contour", "\"open\""],
    ),
    (
        "drawRect('copy', 0, 0, 120, 80)\nsetLayer('copy', 'cut')",
        "check.lint('laser', { severity: 'warn' })",
        Warned,
        &["duplicate-line"],
    ),
    (
        "",
        "invariant('light', () => getArea('plate') < 9000, 'over 9 g', { severity: 'warn' })",
        Warned,
        &["over 9 g"],
    ),
    ("", "invariant('light', () => getArea('plate') < 9000, 'over 9 g')", Refused, &["over 9 g"]),
    (
        "translate('right', 10.5, 0)",
        "invariant('wall', () => check.minWidth(['plate', 'right'], 3))",
        Refused,
        &["wall", "1.5 mm", "3 mm"],
    ),
];

#[test]
fn each_of_forty_mistakes_is_refused_or_warned_of_at_its_rule() {
    assert!(MISTAKES.len() >= 40);
    for (change, rule, end, words) in MISTAKES {
        // The rule stands before the change: it is held against the finished scene.
        let code = format!("{PLATE}{rule}\n{change}\n");
        let said = match run_files(&[("main", &code)]) {
            Ok(outcome) => {
                assert_eq!(*end, Warned, "{rule}: it ran");
                let [warning] = &outcome.warnings[..] else { panic!("{rule}: {:?}", outcome.warnings) };
                assert!(warning.starts_with("[rule_broken] main:9: The rule \""), "{warning}");
                let kept = &outcome.scene.declarations().rules[0];
                assert!(kept.only_warns && kept.breach.is_some(), "{kept:?}");
                warning.clone()
            }
            Err(failure) => {
                assert_eq!(*end, Refused, "{rule}: {}", failure.error.message);
                assert_eq!(failure.error.kind, Kind::Invariant, "{rule}: {}", failure.error.message);
                assert_eq!(
                    (failure.error.file.as_deref(), failure.error.line),
                    (Some("main"), Some(9)),
                    "{rule}"
                );
                assert!(failure.rejected.is_some(), "{rule}");
                failure.error.message
            }
        };
        for word in *words {
            assert!(said.contains(word), "{rule}: {word} is not in: {said}");
        }
    }
}

#[test]
fn sound_design_keeps_the_same_rules_and_reports_margins() {
    let code = format!(
        "{PLATE}check.minDistance('left', 'right', 10)\n\
         check.inside(['left', 'right'], 'plate')\n\
         check.noOverlap(['left', 'right'])\n\
         check.area('plate', {{ min: 9000 }})\n\
         check.clearance('cut', 'engrave', 3)\n\
         check.closed(['plate', 'left'])\n\
         invariant('wall', check.minWidth(['plate', 'left', 'right'], 3))\n\
         check.minRadius(['plate', 'left'], 5)\n\
         check.symmetric(['left', 'right'], 'x', {{ at: 0 }})\n\
         check.count('r*', 2)\n\
         check.aligned(['left', 'right'], 'y')\n\
         check.lint('laser', {{ severity: 'warn' }})\n\
         drawRect('lug', 62, 0, 4, 20); setLayer('lug', 'score')\n\
         check.touches('plate', 'lug')\n\
         check.clearance('engrave', 'engrave', 1)\n"
    );
    let outcome = outcome(&[("main", &code)]);
    let rules = &outcome.scene.declarations().rules;
    let margins: Vec<String> = rules
        .iter()
        .map(|rule| {
            format!("{} {}", rule.name.split(' ').next().unwrap(), rule.margin.as_deref().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        margins,
        [
            "minDistance 64 of ≥ 10",
            "inside 0 outside of ≤ 0",
            "noOverlap 0 shared of ≤ 0",
            "area 9600 of ≥ 9000",
            "clearance 10 of ≥ 3",
            "closed 0 open of ≤ 0",
            "wall 12 of ≥ 3",
            "minRadius 8 of ≥ 5",
            "symmetric 0 without a mirror image of ≤ 1.12",
            "count 2 of 2",
            "aligned 0 off of ≤ 0.01",
            "lint 0 errors of ≤ 0",
            "touches 0 apart of ≤ 0.01",
            "clearance nothing measured",
        ]
    );
    assert_eq!(outcome.warnings, [""; 0]);
}

#[test]
fn rule_of_an_empty_list_measures_nothing_and_says_so() {
    let code = "const none = listEntities({ name: 'screw_*' })\n\
                drawRect('plate', 0, 0, 80, 50)\n\
                check.minDistance(none, 'plate', 5)\n\
                check.inside(none, 'plate')\n\
                check.noOverlap(none)\n\
                check.closed(none)\n\
                check.minWidth(none, 2)\n\
                check.minRadius(none, 2)\n\
                check.aligned(none, 'top')\n";
    let outcome = outcome(&[("main", code)]);
    let rules = &outcome.scene.declarations().rules;
    assert_eq!(rules.len(), 7);
    for rule in rules {
        assert_eq!(rule.margin.as_deref(), Some("nothing measured"), "{}", rule.name);
    }
    assert_eq!(outcome.warnings.len(), 7, "{:?}", outcome.warnings);
    assert_eq!(
        outcome.warnings[2],
        "check.noOverlap: the list of names is empty, so every scene keeps this rule"
    );
}

#[test]
fn entity_is_not_compared_with_itself() {
    for rule in ["check.minDistance('plate', 'plate', 5)", "check.touches('plate', 'plate')"] {
        let error = failure(&[("main", &format!("{PLATE}{rule}"))]);
        assert!(error.message.contains("\"plate\" is compared with itself"), "{rule}: {}", error.message);
    }
}

#[test]
fn rule_in_a_try_says_that_it_is_not_caught() {
    let hint = |rule: &str| failure(&[("main", &format!("{PLATE}{rule}"))]).hint.unwrap_or_default();
    let caught = "try { check.clearance('cut', 'cut', 50) } catch (error) { console.log(error.message) }";
    assert!(hint(caught).contains("try does not catch them"), "{}", hint(caught));
    for plain in
        ["check.clearance('cut', 'cut', 50)", "try { 1 } finally { check.clearance('cut', 'cut', 50) }"]
    {
        assert!(!hint(plain).contains("try"), "{plain}: {}", hint(plain));
    }
}

#[test]
fn rule_in_other_units_measures_in_them() {
    let code = "setUnits('in')\n\
                drawRect('plate', 0, 0, 4, 2)\n\
                drawCircle('bore', 1.5, 0, 0.4)\n\
                check.minWidth(['plate', 'bore'], 0.25)\n";
    let error = failure(&[("main", code)]);
    assert!(
        error.message.contains("only 0.1 in of material at [1.95, 0], less than 0.25 in"),
        "{}",
        error.message
    );
    let kept = outcome(&[("main", &code.replace("0.25)", "0.05)"))]);
    assert_eq!(kept.scene.declarations().rules[0].margin.as_deref(), Some("0.1 of ≥ 0.05"));
}

#[test]
fn broken_rule_hands_on_its_scene_and_its_places() {
    let code = format!("{PLATE}check.minWidth(['plate', 'right'], 3)\ntranslate('right', 10.5, 0)\n");
    let failure = run_files(&[("main", &code)]).unwrap_err();
    let rejected = failure.rejected.unwrap();
    assert!(rejected.scene.exists("plate"));
    assert_eq!(rejected.places, [[59.25, 0.0]]);
    let thrown = run_files(&[("main", "drawRect('a', 0, 0, 1, 1)\nthrow new Error('no')")]).unwrap_err();
    assert!(thrown.rejected.is_none());
}

#[test]
fn width_at_the_tip_of_a_notch_is_measured() {
    let code =
        "drawPolygon('a', [0, 0, 40, 0, 40, 20, 25, 20, 20, 0.3, 15, 20, 0, 20]); check.minWidth('a', 1)";
    let message = failure(&[("main", code)]).message;
    assert!(message.contains("only 0.3 mm of material at [20, 0.15]"), "{message}");
}

#[test]
fn widths_and_clearances_of_curves_are_those_of_the_curves_themselves() {
    // An ellipse that is 20 mm wide, a strip of 6 mm with an end that is a Bézier curve, and a line 5 mm above the ellipse.
    let drawing = "drawEllipse('oval', 0, 0, 30, 10)\n\
                   drawBezier('strip', 'M 100 50 C 120 50 120 56 100 56 L 80 56 L 80 50 Z')\n\
                   drawLine('above', [-7, 15, 9, 15])\n\
                   setLayer('oval', 'cut')\nsetLayer('above', 'mark')\n";
    let cases = [
        ("check.minWidth('oval', 20)", "check.minWidth('oval', 20.0001)", "20 mm"),
        ("check.minWidth('strip', 6)", "check.minWidth('strip', 6.0001)", "6 mm"),
        ("check.clearance('cut', 'mark', 5)", "check.clearance('cut', 'mark', 5.0001)", "5 mm"),
    ];
    for (kept, broken, measured) in cases {
        logs(&[("main", &format!("{drawing}{kept}"))]);
        let error = failure(&[("main", &format!("{drawing}{broken}"))]);
        assert!(error.message.contains(measured), "{broken}: {}", error.message);
    }
}
