//! Tests of what a workshop relies on: areas and offsets to the last digit, dimensions, outlines that are cut once.

use super::*;

/// Returns the numbers in a line of the log.
fn numbers(line: &str) -> Vec<f64> {
    line.split(' ').filter_map(|word| word.parse().ok()).collect()
}

#[track_caller]
fn assert_near(got: f64, expected: f64, what: &str) {
    assert!((got - expected).abs() <= 1e-9 * expected.abs(), "{what}: {got} is not {expected}");
}

#[test]
fn nearly_straight_arcs_have_their_areas() {
    let code = "
        for (const r of [1e6, 1e7, 1e9, 1e11, 1e12, 1e13]) {
          drawBezier('s', `M 0 0 A ${r} ${r} 0 0 1 10 0 L 10 10 L 0 10 Z`)
          offsetPolygon('s', -1, 'in')
          console.log(getArea('s'), getArea('in'), r)
        }
        const dxf = (b) => ['0', 'SECTION', '2', 'ENTITIES', '0', 'LWPOLYLINE', '8', '0', '90', '4', '70', '1',
          '10', '0', '20', '0', '42', String(b), '10', '10', '20', '0', '10', '10', '20', '10', '10', '0', '20', '10',
          '0', 'ENDSEC', '0', 'EOF'].join('\\n')
        for (const b of [1e-4, 1e-6, 1e-9, 1e-12]) {
          importDxf('d', dxf(b))
          drawRect('tool', 5, 5, 2, 2)
          booleanDifference('d_0', 'tool', 'cut')
          console.log(getArea('d_0'), getArea('cut'), 10 / (4 * b))
        }";
    for (index, line) in logs(&[("main", code)]).iter().enumerate() {
        let [area, other, radius] = numbers(line)[..] else { panic!("{line}") };
        // The segment beside a chord is c³/12R; the inset has the part of it between x = 1 and x = 9.
        assert_near(area, 100.0 + 1000.0 / (12.0 * radius), line);
        let smaller = match index < 6 {
            true => 64.0 + (8.0 * 25.0 - 2.0 * 64.0 / 3.0) / (2.0 * radius),
            false => 96.0 + 1000.0 / (12.0 * radius),
        };
        assert_near(other, smaller, line);
    }
}

#[test]
fn offsets_at_exactly_half_an_arm_keep_their_arcs() {
    let code = "
        drawPolygon('L', [[0, 0], [100, 0], [100, 60], [40, 60], [40, 120], [0, 120]])
        for (const d of [19.9999, 20, 20.0001]) {
          offsetPolygon('L', -d, 'q')
          console.log(getArea('q'), getEntity('q').type)
          deleteEntity('q')
        }
        drawPolygon('square', [[0, 0], [20, 0], [20, 20], [0, 20]], [[[3, 9], [5, 9], [5, 11], [3, 11]]])
        offsetPolygon('square', -1.5, 'q')
        console.log(getArea('q'), getEntity('q').type, getEntity('q').local.geometry.data.split('A').length - 1)";
    let logs = logs(&[("main", code)]);
    assert_near(numbers(&logs[1])[0], 60.0 * 20.0 + 400.0 - 100.0 * std::f64::consts::PI, "L by 20");
    assert!(logs.iter().all(|line| line.contains("path")), "{logs:?}");
    let [area, arcs] = numbers(&logs[3])[..] else { panic!("{logs:?}") };
    assert_near(area, 17.0 * 17.0 - (16.0 + 2.25 * std::f64::consts::PI), "square");
    assert_eq!(arcs, 4.0);
}

#[test]
fn boolean_that_leaves_nothing_warns_at_its_place() {
    let code = "drawRect('a', 0, 0, 10, 10)\ndrawRect('b', 50, 0, 10, 10)\nbooleanIntersect('a', 'b', 'c')\n\
                drawRect('d', 0, 0, 30, 30)\nbooleanDifference('a', 'd', 'e')\nfunction xor() {\n  \
                drawRect('f', 0, 0, 30, 30)\n  booleanXor('d', 'f', 'g')\n}\nxor()";
    let done = outcome(&[("main", code)]);
    let expected = [
        "booleanIntersect at main:3 leaves nothing: a and b have no area in common, so there is no \"c\"",
        "booleanDifference at main:5 leaves nothing: b covers all of a, so there is no \"e\"",
        "booleanXor at main:8 leaves nothing: a and b are the same area, so there is no \"g\"",
    ];
    assert_eq!(done.warnings, expected);
}

#[test]
fn outlines_that_are_cut_twice_are_warned_about() {
    let draw = "drawRect('blank', 0, 0, 100, 60); drawCircle('a', -30, 0, 8); drawCircle('b', 30, 0, 8)\n";
    let done = outcome(&[("main", &format!("{draw}booleanDifference('blank', ['a', 'b'], 'plate')"))]);
    assert_eq!(done.warnings.len(), 1, "{:?}", done.warnings);
    assert!(done.warnings[0].starts_with("3 outlines lie on others"), "{:?}", done.warnings);
    assert!(done.warnings[0].contains("keep: false"), "{:?}", done.warnings);
    for code in [
        "booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })",
        "setDefaults({ keep: false })\nbooleanDifference('blank', ['a', 'b'], 'plate')",
    ] {
        let code = format!(
            "{draw}{code}\nconsole.log(listEntities().join())\n\
             dimension('d', {{ type: 'diameter', of: {{ hole: 'a' }}, tolerance: 'H7' }})\n\
             dimension('w', {{ type: 'horizontal', from: {{ of: {{ hole: 'a' }} }}, to: 'b' }})\n\
             console.log(getEntity('d').local.annotation.dimension.measures[0].text, \
             getEntity('w').local.annotation.dimension.measures[0].text)"
        );
        let done = outcome(&[("main", &code)]);
        assert!(done.warnings.is_empty(), "{:?}", done.warnings);
        let logs: Vec<&str> = done.logs.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(logs, ["plate", "Ø16 H7 +0.018/0 60"]);
    }
    let kept = "setDefaults({ keep: false })\nbooleanDifference('blank', 'a', 'plate', { keep: true })\n\
                console.log(listEntities().join())";
    assert_eq!(logs(&[("main", &format!("{draw}{kept}"))]), ["blank,a,b,plate"]);
}

#[test]
fn hole_callout_of_a_list_takes_holes_that_a_boolean_cut() {
    let plate = "drawRect('blank', 0, 0, 100, 60); drawCircle('a', -30, 0, 8); drawCircle('b', 30, 0, 8)\n\
                 booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })\n";
    let drawn = |of: &str| {
        let code = format!(
            "{plate}holeCallout('size', {of}, {{ through: true }})\nconsole.log(JSON.stringify(getEntity('size')))"
        );
        logs(&[("main", &code)]).remove(0)
    };
    assert!(drawn("['a', 'b']").contains("2×"), "{}", drawn("['a', 'b']"));
    for of in ["[{ hole: 'a' }, 'b']", "[{ hole: 'a' }, { hole: 'b' }]"] {
        assert_eq!(drawn(of), drawn("['a', 'b']"), "{of}");
    }
    let error = failure(&[("main", &format!("{plate}holeCallout('size', [{{ hole: 'a' }}, 5])"))]);
    assert!(error.message.contains("of[1] must be a string, got the number 5"), "{}", error.message);
}

#[test]
fn limits_of_a_class_are_in_the_unit_of_the_number() {
    let text = |before: &str, radius: f64, class: &str| {
        let code = format!(
            "{before}\ndrawCircle('b', 0, 0, {radius})\n\
             dimension('d', {{ type: 'diameter', of: 'b', tolerance: '{class}' }})\n\
             console.log(getEntity('d').local.annotation.dimension.measures[0].text)"
        );
        logs(&[("main", &code)]).remove(0)
    };
    let inches = "setUnits('in'); setDimensionStyle('ASME', { decimals: 3, trailingZeros: true })";
    assert_eq!(text(inches, 0.25, "H7"), "Ø0.500 H7 +0.0007/0");
    assert_eq!(text("setUnits('cm')", 1.25, "H7"), "Ø2.5 H7 +0.0021/0");
    // A scene of millimetres whose numbers are inches, and one of metres whose numbers are millimetres.
    let inches = "setDimensionStyle('ASME', { decimals: 3, trailingZeros: true, factor: 1 / 25.4 })";
    assert_eq!(text(inches, 6.35, "H7"), "Ø0.500 H7 +0.0007/0");
    assert_eq!(
        text("setUnits('m'); setDimensionStyle('ISO', { factor: 1000 })", 0.0125, "g6"),
        "Ø25 g6 −0.007/−0.02"
    );
}

#[test]
fn dogbones_are_cut_at_inside_corners() {
    let code = "
        drawRect('board', 0, 0, 120, 60)
        drawRect('mortise', 0, 0, 50, 20)
        booleanDifference('board', 'mortise', 'panel', { keep: false })
        console.log(dogbones('panel', 3, 'milled'), getArea('milled'), getArea('panel'))
        console.log(dogbones('panel', 3, undefined, { type: 'tbone', edge: 'short' }), getArea('panel'))";
    let logs = logs(&[("main", code)]);
    let (first, second) = (numbers(&logs[0]), numbers(&logs[1]));
    let pi = std::f64::consts::PI;
    assert_eq!((first[0], first[2], second[0]), (4.0, 6200.0, 4.0));
    assert_near(first[1], 6200.0 - 4.0 * 9.0 * (0.5 * pi - 1.0), "dogbones");
    assert_near(second[1], 6200.0 - 4.0 * 4.5 * pi, "T-bones");
}

#[test]
fn messages_name_the_intended_function() {
    let error = failure(&[("main", "dimensionLinear('d', [0, 0], [1, 0])")]);
    let shown = format!("{} {}", error.message, error.hint.unwrap_or_default());
    assert!(shown.contains("dimension("), "{shown}");
    let error = failure(&[("main", "listEntities({ type: 'block' })")]);
    assert!(error.message.contains("has the type \"instance\""), "{}", error.message);
    let error = failure(&[("main", "listEntities({ type: 'circel' })")]);
    assert!(error.message.contains("Did you mean \"circle\"?"), "{}", error.message);
    let code = "drawPolygon('p', [[0, 0], [100, 0], [100, 50], [99.9999, 50], [0, 50]])\nfillet('p', 5)";
    let error = failure(&[("main", code)]);
    assert!(error.message.contains("an edge beside it is tiny"), "{}", error.message);
}

#[test]
fn flow_sheets_join_ports() {
    let code = "
        drawCircle('casing', 0, 0, 10)
        drawPolygon('imp', [[-6, -8], [-6, 8], [10, 0]])
        port('in', -10, 0)
        port('out', 10, 0, 'right')
        defineBlock('pump', ['casing', 'imp'], { attributes: { tag: { x: 0, y: -18, size: 4, align: 'center' } } })
        drawRoundedRect('shell', 0, 0, 30, 50, 8)
        defineBlock('tank', 'shell', { attributes: { tag: { x: 0, y: 0, size: 5, align: 'center' } } })
        insert('pump', 'P-1', -30, -30, { attributes: { tag: 'P-101A' } })
        insert('pump', 'P-2', 60, -30, { angle: Math.PI / 2, scale: [-1, 1], attributes: { tag: 'P-102' } })
        insert('tank', 'T-1', -80, 0, { attributes: { tag: 'T-101' } })
        connect('s1', 'T-1', 'P-1', { curve: 'orthogonal' })
        connect('s2', 'P-1.out', 'P-2.in', { curve: 'orthogonal' })
        connect('s3', { of: 'P-1', at: [10, 0] }, [0, 40])
        for (const name of ['s1', 's2', 's3']) {
          const points = getEntity(`${name}_line`).local.geometry.points
          console.log(name, JSON.stringify([points[0], points.at(-1)].map((point) => point.map((it) => Math.round(it * 1e6) / 1e6 + 0))))
        }";
    let expected = ["s1 [[-65,0],[-40,-30]]", "s2 [[-20,-30],[60,-20]]", "s3 [[-20,-30],[0,40]]"];
    let logs = logs(&[("main", code)]);
    assert_eq!(logs[1..], expected[1..]);
    assert!(logs[0].ends_with("[-40,-30]]"), "{logs:?}");
}
