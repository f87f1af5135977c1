//! Tests of dimensions, hatches, notes and the page, called from scripts.

use super::*;
use scenewright_scene::{Color, Form, ListFilter, MeasureKind, Scene, Visit};

/// Returns the texts of a dimension in the finished scene.
fn measured(scene: &Scene, name: &str) -> Vec<String> {
    let items = scene.outline();
    let item = items.iter().find(|item| item.name == name).unwrap();
    match item.annotation.map(|annotation| &annotation.form) {
        Some(Form::Dimension(dimension)) => {
            dimension.measures.iter().map(|measure| measure.text.clone()).collect()
        }
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn every_type_of_dimension_measures_its_subject() {
    let before = "
        drawRect('plate', 0, 0, 80, 50)
        drawCircle('bore', -15, 5, 12.5)
        drawPolygon('roof', [0, 0, 30, 0, 30, 40])
        drawLine('one', [0, 0, 100, 0])
        drawLine('other', [0, 0, 50, 50])
        drawArc('bend', 0, 0, 20, 0, Math.PI / 2)
        drawBezier('slot', 'M -10 -5 L 10 -5 A 5 5 0 0 1 10 5 L -10 5 A 5 5 0 0 1 -10 -5 Z')\n";
    let cases: &[(&str, &[&str])] = &[
        ("{ type: 'linear', of: 'plate' }", &["80"]),
        ("{ type: 'vertical', of: 'plate' }", &["50"]),
        ("{ type: 'horizontal', from: { of: 'plate', at: 'left' }, to: 'bore' }", &["25"]),
        (
            "{ type: 'vertical', from: { of: 'plate', at: 'bottomLeft' }, to: { of: 'bore', at: 'top' } }",
            &["42.5"],
        ),
        ("{ type: 'aligned', of: 'roof', edge: 2 }", &["50"]),
        ("{ type: 'aligned', of: 'other' }", &["70.71"]),
        ("{ type: 'aligned', from: { of: 'roof', at: 0 }, to: { of: 'roof', at: 2 }, decimals: 0 }", &["50"]),
        ("{ type: 'linear', of: 'bore', angle: 0.7 }", &["25"]),
        ("{ type: 'linear', from: [0, 0], to: [10, 20] }", &["20"]),
        ("{ type: 'chain', points: [[0, 0], [10, 0], [25, 0]] }", &["10", "15"]),
        ("{ type: 'baseline', points: [[0, 0], [10, 0], [25, 0]] }", &["10", "25"]),
        ("{ type: 'radius', of: 'bend' }", &["R20"]),
        ("{ type: 'radius', of: 'slot', index: 1 }", &["R5"]),
        ("{ type: 'diameter', of: 'bore', prefix: '4x ' }", &["4x Ø25"]),
        ("{ type: 'diameter', center: [0, 0], radius: 4.25 }", &["Ø8.5"]),
        ("{ type: 'angle', lines: ['one', 'other'] }", &["45°"]),
        ("{ type: 'angle', of: 'bend' }", &["90°"]),
        ("{ type: 'angle', vertex: [0, 0], from: [0, 1], to: [1, 0] }", &["270°"]),
        ("{ type: 'arcLength', of: 'bend' }", &["⌒31.42"]),
        ("{ type: 'ordinate', axis: 'y', origin: [0, -25], points: ['bore', [0, 0]] }", &["30", "25"]),
        ("{ type: 'horizontal', of: 'plate', tolerance: '±0.05' }", &["80±0.05"]),
        ("{ type: 'horizontal', of: 'plate', tolerance: [0.2, -0.1], suffix: ' mm' }", &["80 +0.2/−0.1 mm"]),
        ("{ type: 'diameter', of: 'bore', tolerance: 'H7' }", &["Ø25 H7 +0.021/0"]),
        ("{ type: 'diameter', of: 'bore', tolerance: 'H7', limits: false }", &["Ø25 H7"]),
        ("{ type: 'diameter', of: 'bore', tolerance: 'H7/g6' }", &["Ø25 H7/g6"]),
        ("{ type: 'horizontal', of: 'plate', text: 'about <>' }", &["about 80"]),
        ("{ type: 'horizontal', of: 'plate', text: 'see note' }", &["see note"]),
        ("{ type: 'horizontal', of: 'plate', offset: 30, side: 'above', through: [0, 60] }", &["80"]),
    ];
    let mut code = before.to_owned();
    for (index, (options, _)) in cases.iter().enumerate() {
        code.push_str(&format!("dimension('d{index}', {options})\n"));
    }
    let outcome = outcome(&[("main", &code)]);
    for (index, (options, texts)) in cases.iter().enumerate() {
        assert_eq!(measured(&outcome.scene, &format!("d{index}")), *texts, "{options}");
    }
}

#[test]
fn dimension_follows_entities_moved_later_in_script() {
    let code = "
        drawRect('plate', 0, 0, 80, 50)
        drawCircle('bore', -15, 0, 5)
        dimension('place', { type: 'horizontal', from: { of: 'plate', at: 'left' }, to: 'bore' })
        hatch('plate', { islands: 'bore' })
        translate('bore', 7.5, 0)
        setDimensionStyle('ISO', { decimalMark: ',' })";
    let scene = outcome(&[("main", code)]).scene;
    assert_eq!(measured(&scene, "place"), ["32,5"]);
    assert_eq!(scene.list(&ListFilter::default()), ["plate", "bore", "place", "plate_hatch"]);
}

#[test]
fn wrong_arguments_of_drafting_are_named() {
    use Kind::*;
    let cases: &[(&str, Kind, &str)] = &[
        (
            "dimension('d', { of: 'p' })",
            Type,
            "TypeError: dimension: option type must be \"linear\" or \"horizontal\" or \"vertical\" or \"aligned\" or \
             \"chain\" or \"baseline\" or \"radius\" or \"diameter\" or \"angle\" or \"arcLength\" or \"ordinate\", got undefined",
        ),
        (
            "dimension('d', { type: 'horizontal', of: 'q' })",
            Scene,
            "SceneError: dimension: there is no entity named \"q\"; what it follows must exist when \
             the script has ended",
        ),
        (
            "dimension('d', { type: 'horizontal', from: [0, 0] })",
            Type,
            "TypeError: dimension: a dimension of type horizontal needs from and to, or of: the name of an entity, and not both",
        ),
        (
            "dimension('d', { type: 'horizontal', from: [0, 0], to: [0, 5] })",
            Range,
            "RangeError: dimension: two of the points are at the same place along the direction that is measured, so \
             there is no distance; give other points, another type or an angle",
        ),
        (
            "dimension('d', { type: 'radius', of: 'p' })",
            Scene,
            "SceneError: dimension: \"p\" is a rect, which has no radius",
        ),
        (
            "dimension('d', { type: 'aligned', of: 'p' })",
            Scene,
            "SceneError: dimension: \"p\" has 4 edges; say which with the option edge, from 0",
        ),
        (
            "dimension('d', { type: 'horizontal', of: 'p', tolerance: 'H77' })",
            Range,
            "RangeError: dimension: option tolerance must be like '±0.05', '+0.021/0', 'H7' or 'H7/g6', or a number, got \
             \"H77\"; did you mean 'H7'?",
        ),
        (
            "dimension('d', { type: 'horizontal', of: 'p', side: 'left' })",
            Range,
            "RangeError: dimension: option side is along the dimension line; use above or below for one that is level, \
             left or right for one that is upright",
        ),
        (
            "dimension('d', { type: 'linear', from: { of: 'p', at: 'topleft' }, to: [0, 0] })",
            Range,
            "RangeError: dimension: option from.at must be \"center\" or \"start\" or \"end\" or \"middle\" or \"left\" or \
             \"right\" or \"top\" or \"bottom\" or \"topLeft\" or \"topRight\" or \"bottomLeft\" or \"bottomRight\", got \
             \"topleft\". Did you mean \"topLeft\"?",
        ),
        (
            "dimension('d', { type: 'linear', from: { of: 'p', at: 4 }, to: [0, 0] })",
            Range,
            "RangeError: dimension: \"p\" has 4 vertices, 0 to 3, and no vertex 4",
        ),
        (
            "hatch('p', { pattern: 'ANSI39' })",
            Range,
            "RangeError: hatch: there is no pattern \"ANSI39\"; did you mean \"ANSI31\"?",
        ),
        (
            "hatch('p', { gap: 1, spacing: 1 })",
            Type,
            "TypeError: hatch: options gap and spacing say the same, in millimetres on paper and in the scene's unit; give \
             one of them",
        ),
        (
            "hatch('p', { gap: 0.00001 })",
            Range,
            "RangeError: hatch: the hatch would have more than 200000 lines and dashes; make gap, spacing or scale larger",
        ),
        (
            "titleBlock({ title: 'Plate' })",
            Scene,
            "SceneError: titleBlock: there is no page to put it on; call setPage first, such as setPage('A3')",
        ),
        (
            "setPage('Leter')",
            Range,
            "RangeError: setPage: there is no page size \"Leter\"; did you mean \"Letter\"?",
        ),
        (
            "setPage('A4', { titleBlock: { titel: 'x' } })",
            Type,
            "TypeError: setPage: there is no option titel. Did you mean title?",
        ),
        ("leader('l', 'p', ' ')", Range, "RangeError: leader: text must not be blank"),
        (
            "table('t', ['a'])",
            Type,
            "TypeError: table: rows[0] must be an array of texts, got the string \"a\"",
        ),
        ("centerMark('m', 'p')", Scene, "SceneError: centerMark: \"p\" is a rect, which has no radius"),
    ];
    let mut differing = Vec::new();
    for (code, kind, message) in cases {
        let error = failure(&[("main", &format!("drawRect('p', 0, 0, 10, 10); {code}"))]);
        if (error.kind, error.message.as_str()) != (*kind, *message) {
            differing.push(format!("{code}\n  {:?} {}\n  {kind:?} {message}", error.kind, error.message));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

#[test]
fn dimension_of_entity_deleted_later_fails_run() {
    let code =
        "drawRect('p', 0, 0, 10, 10)\ndimension('d', { type: 'horizontal', of: 'p' })\ndeleteEntity('p')";
    let error = failure(&[("main", code)]);
    assert_eq!(error.kind, Kind::Scene);
    assert!(
        error.message.starts_with("SceneError: dimension \"d\": there is no entity named \"p\""),
        "{}",
        error.message
    );
}

#[test]
fn text_of_an_annotation_is_one_line_and_lacking_letters_are_named() {
    let plate = "drawRect('r', 0, 0, 50, 30)\n";
    for call in [
        "dimension('d', { type: 'horizontal', of: 'r', text: 'a\\nb' })",
        "dimension('d', { type: 'horizontal', of: 'r', suffix: '\\nTYP' })",
        "balloon('b', 'r', '1\\n2')",
        "setPage('A4', { titleBlock: { title: 'L1\\nL2' } })",
    ] {
        let error = failure(&[("main", &format!("{plate}{call}"))]);
        assert!(error.message.contains("must be one line"), "{call}: {}", error.message);
    }
    // Data of other programs has line breaks within its cells.
    let table = outcome(&[("main", "table('t', [['p\\nq', 'r']], { at: [0, 0] })")]);
    assert_eq!(table.warnings, [""; 0]);
    for call in [
        "leader('l', [0, 0], 'x 中')",
        "table('t', [['中']], { at: [0, 0] })",
        "dimension('d', { type: 'horizontal', of: 'r', text: '中' })",
        "setPage('A4', { titleBlock: { title: '中 X' } })",
    ] {
        let warnings = outcome(&[("main", &format!("{plate}{call}"))]).warnings;
        assert_eq!(
            warnings,
            ["texts of annotations: there is no glyph for \"中\"; a box is drawn instead"],
            "{call}"
        );
    }
}

#[test]
fn impossible_hole_is_refused() {
    let plate = "drawRect('b', 0, 0, 100, 40)\n\
                 drawCircle('c', -20, 0, 10)\n\
                 booleanDifference('b', ['c'], 'p', { keep: false })\n";
    let section = |holes: &str| {
        format!("sectionView('s', 'p', [[-60, 0], [60, 0]], {{ thickness: 12, holes: [{holes}] }})")
    };
    for (call, words) in [
        (
            section("{ of: 'c', countersink: { diameter: 60 } }"),
            "countersink of \"c\" is 20 deep, more than the thickness of 12",
        ),
        (
            section("{ of: 'c', counterbore: { diameter: 10, depth: 3 } }"),
            "must be wider than its hole of 20",
        ),
        (section("{ of: 'c', depth: 15 }"), "hole of \"c\" is 15 deep, more than the thickness of 12"),
        (
            section("{ of: 'c', depth: 4, counterbore: { diameter: 30, depth: 5 } }"),
            "5 deep, more than its hole of 4",
        ),
        (section("{ of: 'c' }, { of: 'c' }"), "lists \"c\" twice"),
        (
            "holeCallout('h', 'c', { countersink: { diameter: 10 } })".to_owned(),
            "must be wider than its hole of 20",
        ),
        (
            "holeCallout('h', 'c', { thread: 'M24', threadDepth: 20, depth: 10 })".to_owned(),
            "thread of \"c\" is 20 deep",
        ),
    ] {
        let error = failure(&[("main", &format!("{plate}{call}"))]);
        assert!(error.message.contains(words), "{call}: {}", error.message);
        assert_eq!(error.line, Some(4), "{call}");
    }
}

#[test]
fn views_have_letters_that_no_other_has() {
    let code = "drawRect('b', 0, 0, 100, 40)\n\
                const cut = (name, x) => sectionView(name, 'b', [[x, -60], [x, 60]], { thickness: 12 })\n\
                cut('s', 0); cut('t', 20); cut('s', 10)\n\
                detailView('d', [50, 20], 5); detailView('e', [-50, 20], 5)";
    let scene = outcome(&[("main", code)]).scene;
    assert_eq!(scene.next_view_letter('A', ""), "E");
    assert_eq!(["s", "t"].map(|name| scene.next_view_letter('A', name)), ["A", "B"]);
    assert_eq!(["d", "e"].map(|name| scene.next_view_letter('B', name)), ["C", "D"]);
}

#[test]
fn detail_view_keeps_the_pens_of_its_lines() {
    let code = "defineLayer('hidden', { linetype: 'dashed', color: 'blue', lineweight: 0.5 })\n\
                drawLine('h', [-5, 0, 5, 0]); setLayer('h', 'hidden')\n\
                drawLine('v', [0, -5, 0, 5])\n\
                drawRect('q', 0, 0, 5, 5); setStroke('q', '#cc0000', 0.8)\n\
                detailView('d', [0, 0], 4, { scale: 2, at: [30, 0] })";
    let scene = outcome(&[("main", code)]).scene;
    let mut pens = Vec::new();
    for visit in scene.walk_all_back_to_front() {
        if let Visit::Leaf(leaf) = visit
            && leaf.shape.bounds(&leaf.world).min.x > 20.0
            && let Some(pen) = leaf.style.stroke.filter(|_| !leaf.style.stroke_by_layer)
        {
            pens.push((pen.color, pen.width, pen.dash.is_empty()));
        }
    }
    let [blue, red] = ["blue", "#cc0000"].map(|color| Color::parse(color).unwrap());
    assert_eq!(pens, [(blue, 0.5, false), (red, 0.8, true)]);
}

#[test]
fn points_of_a_detail_view_are_those_of_the_part() {
    let before = "drawPolygon('shaft', [[0, 0], [60, 0], [60, 8], [56, 8], [56, 9], [0, 9]])\n\
                  detailView('d', [56, 8], 8, { scale: 4, at: [120, 40] })\n";
    let at = |code: &str| {
        let scene = outcome(&[("main", &format!("{before}dimension('m', {code})"))]).scene;
        let form = scene.outline().into_iter().find(|item| item.name == "m").unwrap().annotation.unwrap();
        let Form::Dimension(dimension) = &form.form else { panic!() };
        let MeasureKind::Linear { from, to, .. } = dimension.measures[0].kind else { panic!() };
        (dimension.measures[0].text.clone(), [[from.x, from.y], [to.x, to.y]])
    };
    // Points of the part, where the view shows them.
    let shown = at("{ type: 'horizontal', from: { of: 'd', at: [56, 8] }, to: { of: 'd', at: [60, 8] } }");
    assert_eq!(shown, ("4".into(), [[120.0, 40.0], [136.0, 40.0]]));
    // Points of the sheet in the view.
    let raw = at("{ type: 'horizontal', from: [120, 40], to: [136, 40] }");
    assert_eq!(raw, ("4".into(), [[120.0, 40.0], [136.0, 40.0]]));
    let beside = at("{ type: 'horizontal', from: [120, 40], to: [156, 40] }");
    assert_eq!(beside.0, "36", "one end is outside of the view");
    // The sides are those of its circle.
    let sides = at("{ type: 'horizontal', from: { of: 'd', at: 'left' }, to: { of: 'd', at: 'right' } }");
    assert_eq!(sides, ("16".into(), [[88.0, 40.0], [152.0, 40.0]]));
}

#[test]
fn lengths_are_feet_and_inches_in_every_unit() {
    let style = "setDimensionStyle('architectural', { format: 'architectural' })";
    for (unit, width) in [("in", 63.5), ("ft", 63.5 / 12.0), ("mm", 1612.9), ("cm", 161.29)] {
        let code = format!(
            "{style}; drawRect('w', 0, 0, {width}, 1); drawCircle('h', 0, 0, {width} / 635); setUnits('{unit}')\n\
             dimension('a', {{ type: 'horizontal', of: 'w' }}); dimension('b', {{ type: 'diameter', of: 'h' }})\n\
             dimension('c', {{ type: 'horizontal', of: 'w', tolerance: 0.0625 }})\n\
             dimension('d', {{ type: 'horizontal', of: 'w', decimals: 2 }})"
        );
        let scene = outcome(&[("main", &code)]).scene;
        let texts = ["a", "b", "c", "d"].map(|name| measured(&scene, name).concat());
        assert_eq!(texts, ["5'-3 1/2\"", "Ø3/16\"", "5'-3 1/2\"±1/16\"", "63.5"], "{unit}");
    }
    let plain = "setUnits('in'); setDimensionStyle('ASME', { format: 'fractional', denominator: 8 })\n\
                 drawRect('w', 0, 0, 2.625, 1); dimension('a', { type: 'horizontal', of: 'w' })";
    assert_eq!(measured(&outcome(&[("main", plain)]).scene, "a"), ["2 5/8"]);
    let asme = "setUnits('in'); setDimensionStyle('ASME', { decimals: 3, trailingZeros: true, leadingZeros: false })\n\
                drawCircle('h', 0, 0, 0.125); dimension('a', { type: 'diameter', of: 'h', tolerance: 0.005 })";
    assert_eq!(measured(&outcome(&[("main", asme)]).scene, "a"), ["Ø.250±.005"]);
    for (options, words) in [
        ("{ format: 'architectural', factor: 2 }", "leave out factor"),
        ("{ format: 'fractional', denominator: 10 }", "1, 2, 4, 8, 16, 32 or 64, got 10"),
        ("{ denominator: 8 }", "needs format"),
    ] {
        let error = failure(&[("main", &format!("setDimensionStyle('ISO', {options})"))]);
        assert!(error.message.contains(words), "{options}: {}", error.message);
    }
}

#[test]
fn tolerance_that_iso_1101_does_not_know_is_remarked_on() {
    let warnings = |rest: &str| {
        outcome(&[("main", &format!("drawRect('r', 0, 0, 50, 30); toleranceFrame('t', [0, 15], {rest})"))])
            .warnings
    };
    for (rest, objection) in [
        ("'flatness', 0.1, { datums: ['A'] }", "flatness: a tolerance of form has no datums"),
        ("'flatness', 0.1, { zone: 'diameter' }", "flatness: its zone is not round"),
        ("'parallelism', 0.1", "parallelism: it needs a datum"),
        ("'position', 0.1, { datums: ['A', 'A'] }", "position: the datum A is there twice"),
    ] {
        assert_eq!(warnings(rest), [format!("toleranceFrame: {objection} (ISO 1101)")], "{rest}");
    }
    for right in [
        "'flatness', 0.1",
        "'straightness', 0.1, { zone: 'diameter' }",
        "'position', 0.1, { zone: 'diameter', datums: ['A', ['B', 'M']] }",
        "'surfaceProfile', 0.1",
        "'totalRunout', 0.1, { datums: ['A-B'] }",
    ] {
        assert_eq!(warnings(right), [""; 0], "{right}");
    }
}

#[test]
fn note_that_is_empty_or_unreadable_is_remarked_on() {
    for (code, words) in [
        ("partsList('p', { at: [0, 0] })", Some("parts list \"p\" is empty")),
        (
            "table('t', [['a long text in a narrow column']], { at: [0, 0], widths: [15] })",
            Some("a text of table \"t\" is 0."),
        ),
        ("table('t', [['short']], { at: [0, 0], widths: [30] })", None),
        ("setDimensionStyle('iso', { textHeight: 1 }); table('t', [['short']], { at: [0, 0] })", None),
        (
            "setPage('A4', { titleBlock: { owner: 'The society of all makers of flat parts with holes and their friends' } })",
            Some("title block"),
        ),
    ] {
        let warnings = outcome(&[("main", &format!("drawRect('b', 0, 0, 100, 40)\n{code}"))]).warnings;
        let texts: Vec<&str> = warnings.iter().map(String::as_str).collect();
        match words {
            Some(words) => assert!(texts.len() == 1 && texts[0].contains(words), "{code}: {texts:?}"),
            None => assert!(texts.is_empty(), "{code}: {texts:?}"),
        }
    }
}

#[test]
fn view_or_table_with_nothing_to_show_is_refused() {
    for (code, words) in [
        ("detailView('d', [500, 0], 5)", "there are no lines within 5 of [500, 0]"),
        (
            "table('t', [['a']], { at: [0, 0], widths: [10, 20] })",
            "option widths has 2 lengths, and the table has 1 columns",
        ),
    ] {
        let error = failure(&[("main", &format!("drawRect('b', 0, 0, 100, 40)\n{code}"))]);
        assert!(error.message.contains(words), "{code}: {}", error.message);
        assert_eq!(error.line, Some(2), "{code}");
    }
}

#[test]
fn dimension_of_an_input_of_a_boolean_measures_its_rest_in_the_result() {
    let plate = "drawRect('plate', 0, 0, 100, 60)\n";
    let cut = "booleanDifference('plate', 'tool', 'part', { keep: false })\n";
    for (code, expected) in [
        // A notch: the tool goes beyond the plate.
        (
            "drawRect('tool', 45, 0, 30, 10)\nCUTdimension('d', { type: 'horizontal', of: { hole: 'tool' } })",
            20.0,
        ),
        (
            "drawSlot('tool', 30, 0, 60, 0, 12)\nCUTdimension('d', { type: 'horizontal', of: { hole: 'tool' } })",
            26.0,
        ),
        (
            "drawRect('tool', 45, 0, 30, 10)\nCUTdimension('d', { type: 'horizontal', from: { of: { hole: 'tool' }, at: 'left' }, \
             to: { of: { hole: 'tool' }, at: 'right' } })",
            20.0,
        ),
        (
            "drawRect('tool', 45, 0, 30, 10)\nCUTdimension('d', { type: 'horizontal', from: { hole: 'tool', at: 'left' }, \
             to: { edge: 'tool', at: 'right' } })",
            20.0,
        ),
        // Of the plate the lower half.
        ("drawRect('tool', 0, 20, 300, 20)\nCUTdimension('d', { type: 'vertical', of: 'plate' })", 40.0),
        // What is left of an edge.
        (
            "drawRect('tool', 50, -30, 40, 20)\nCUTdimension('d', { type: 'aligned', of: 'plate', edge: 0 })",
            80.0,
        ),
        // A hole within stays what it is.
        (
            "drawRect('tool', 0, 0, 30, 10)\nCUTdimension('d', { type: 'horizontal', of: { hole: 'tool' } })",
            30.0,
        ),
    ] {
        let code = format!("{plate}{}", code.replace("CUT", cut));
        let scene = outcome(&[("main", &code)]).scene;
        assert_eq!(measured(&scene, "d"), [format!("{expected}")], "{code}");
    }
    for (from, expected) in [
        (
            "{ hole: 'tool', of: 'part' }",
            "option from must have one of of, hole and edge, the name of an entity",
        ),
        ("{ hole: 'tool', edge: 'tool' }", "option from must have either hole or edge, a name"),
        ("{ at: 'left' }", "option from.of must be the name of an entity, got undefined"),
    ] {
        let call = format!("dimension('d', {{ type: 'horizontal', from: {from}, to: [0, 0] }})");
        let code = format!("{plate}drawRect('tool', 45, 0, 30, 10)\n{cut}{call}");
        assert!(failure(&[("main", &code)]).message.contains(expected), "{from}");
    }
    let swallowed = "drawRect('tool', 0, 0, 10, 10)\nCUTdrawRect('wide', 0, 0, 30, 30)\n\
                     booleanDifference('part', 'wide', 'rest', { keep: false })\n\
                     dimension('d', { type: 'horizontal', of: { hole: 'tool' } })";
    let error = failure(&[("main", &format!("{plate}{}", swallowed.replace("CUT", cut)))]);
    assert!(error.message.contains("\"rest\" has nothing of \"tool\" left"), "{}", error.message);
}

#[test]
fn angles_in_options_that_are_degrees_are_remarked_on() {
    let warnings = |call: &str| {
        let code = format!("drawRect('a', 0, 0, 10, 10)\ndefineBlock('b', 'a', {{ keep: true }})\n{call}");
        outcome(&[("main", &code)]).warnings
    };
    for (call, remark) in [
        ("drawText('t', 'Hi', 0, 20, 5, { angle: 90 })", "drawText: option angle is in radians, and 90 "),
        ("insert('b', 'i', 50, 0, { angle: -45 })", "insert: option angle is in radians, and -45 "),
        ("nest(['a'], [50, 50], { rotations: [0, 90] })", "nest: option rotations is in radians, and 90 "),
        (
            "nest(['a'], [50, 50], { parts: { a: { rotations: [180] } } })",
            "nest: option rotations is in radians, and 180 ",
        ),
        (
            "hatch('a', { pattern: [{ angle: 45, step: [0, 2] }] })",
            "hatch: option angle is in radians, and 45 ",
        ),
    ] {
        let found = warnings(call);
        assert!(found.iter().any(|it| it.contains(remark)), "{call}: {found:?}");
    }
    for call in
        ["insert('b', 'i', 50, 0, { angle: Math.PI / 2 })", "nest(['a'], [50, 50], { rotations: [0, 1.5] })"]
    {
        assert_eq!(warnings(call), [""; 0], "{call}");
    }
}

#[test]
fn annotation_that_cannot_be_drawn_at_the_end_is_shown_at_its_call() {
    let error = failure(&[(
        "main",
        "drawRect('p', 0, 0, 9, 5)\n\ndimension('w', { type: 'horizontal', of: 'p' })\ndeleteEntity('p')",
    )]);
    assert_eq!((error.file.as_deref(), error.line), (Some("main"), Some(3)), "{error:?}");
    assert!(error.message.contains("dimension \"w\": there is no entity named \"p\""), "{}", error.message);
}

#[test]
fn rule_about_an_entity_that_is_gone_says_what_the_finished_scene_is() {
    let code = "drawRect('p', 0, 0, 9, 5)\ncheck.area('p', { min: 1 })\ncutOrder(['p'], 'plan')";
    let error = failure(&[("main", code)]);
    assert_eq!(error.line, Some(2), "{error:?}");
    assert!(error.hint.as_deref().is_some_and(|hint| hint.contains("finished scene")), "{error:?}");
}

#[test]
fn offset_that_leaves_nothing_warns_at_its_line() {
    let code = "drawRect('a', 0, 0, 10, 20)\nconst left = offsetPolygon('a', -5, 'in')\nconsole.log(left)";
    let outcome = outcome(&[("main", code)]);
    assert_eq!(
        outcome.warnings,
        [
            "offsetPolygon at main:2 leaves nothing: all of \"a\" is within 5 of its edge, so there is no \"in\""
        ]
    );
}
