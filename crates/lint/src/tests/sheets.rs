use super::*;

const fn at(x: f64, y: f64) -> (f64, f64) {
    (x, y)
}

#[test]
fn parts_that_share_an_edge_are_clean_and_those_that_draw_it_twice_are_not() {
    let left = item("left", "cut", polygon(&[at(0.0, 0.0), at(50.0, 0.0), at(50.0, 40.0), at(0.0, 40.0)]));
    let right = item("right", "cut", line(&[(50.0, 0.0), (90.0, 0.0), (90.0, 40.0), (50.0, 40.0)]));
    assert_eq!(found(&plan(vec![left.clone(), right]), Profile::Laser), [""; 0]);
    let whole =
        item("whole", "cut", polygon(&[at(50.0, 0.0), at(90.0, 0.0), at(90.0, 40.0), at(50.0, 40.0)]));
    assert_eq!(found(&plan(vec![left, whole]), Profile::Laser), ["overlapping-line whole left"]);
}

#[test]
fn tangent_contours_touch_and_do_not_cross() {
    let items =
        vec![item("one", "cut", circle(0.0, 0.0, 10.0)), item("other", "cut", circle(20.0, 0.0, 10.0))];
    assert_eq!(found(&plan(items), Profile::Laser), [""; 0]);
}

#[test]
fn contours_that_cross_by_rounding_alone_touch() {
    // As a file with four decimals has them.
    let depth = 0.00005;
    let circles = |depth: f64| {
        let other = circle(20.0 - depth, 0.0, 10.0);
        vec![item("one", "cut", circle(0.0, 0.0, 10.0)), item("other", "cut", other)]
    };
    assert_eq!(found(&plan(circles(depth)), Profile::Laser), [""; 0]);
    let crossing = found(&plan(circles(0.05)), Profile::Laser);
    assert_eq!(crossing, ["crossing-contours one other"; 2]);
    // Two plates share an edge, and one of them reaches over it.
    let plates = vec![
        item("left", "cut", rect(0.0, 0.0, 40.0, 30.0)),
        item("right", "cut", rect(40.0 - depth, 5.0, 40.0, 30.0)),
        item("blank", "cut", rect(0.0, 60.0, 40.0, 30.0)),
        item("strip", "cut", rect(0.0, 60.0, 20.0, 30.0 + 2.0 * depth)),
    ];
    assert_eq!(
        found(&plan(plates), Profile::Laser),
        ["overlapping-line right left", "overlapping-line strip blank"]
    );
}

#[test]
fn drawing_in_inches_without_a_unit_is_a_warning() {
    let plan = |items: Vec<Item>, has_unit: bool| Plan { has_unit, ..plan(items) };
    let plate = || {
        vec![item("plate", "cut", rect(0.0, 0.0, 24.0, 12.0)), item("hole", "cut", circle(4.0, 2.0, 0.25))]
    };
    assert_eq!(found(&plan(plate(), false), Profile::Laser), ["suspicious-units plate"]);
    assert_eq!(found(&plan(plate(), true), Profile::Laser), [""; 0]);
    let report = check(&plan(plate(), false), &Settings::new(Profile::Laser));
    assert_eq!(report.error_count(), 0);
    // Letters as other programs write them, in many short lines.
    let letters = (0..40).map(|step| f64::from(step) * 0.05);
    let letters = letters.map(|x| item("serif", "cut", line(&[(10.0 + x, 6.0), (10.05 + x, 6.0)])));
    let frame = item("frame", "cut", rect(0.0, 0.0, 60.0, 40.0));
    let engraved = plan(letters.chain([frame]).collect(), false);
    assert!(found(&engraved, Profile::Laser).contains(&"suspicious-units frame".to_owned()));
    // A plate with room for a screw is in millimetres.
    let plate =
        vec![item("plate", "cut", rect(0.0, 0.0, 40.0, 30.0)), item("hole", "cut", circle(4.0, 2.0, 1.0))];
    assert_eq!(found(&plan(plate, false), Profile::Laser), [""; 0]);
}

#[test]
fn contours_that_cross_at_their_corners_are_found() {
    let square =
        item("square", "cut", polygon(&[at(0.0, 0.0), at(20.0, 0.0), at(20.0, 20.0), at(0.0, 20.0)]));
    // Through two corners of the square, with a corner of its own on one of them.
    let other =
        item("other", "cut", polygon(&[at(20.0, 0.0), at(40.0, -5.0), at(30.0, 30.0), at(10.0, 10.0)]));
    let all = found(&plan(vec![square, other]), Profile::Laser);
    assert!(!all.is_empty() && all.iter().all(|it| it == "crossing-contours square other"), "{all:?}");
}

#[test]
fn letters_dimensions_and_engraving_are_no_contours() {
    let mut letter = item("text", "engrave", line(&[(0.0, 0.0), (5.0, 5.0)]));
    letter.content = Content::Glyph(letter.wires().to_vec());
    let mut arrow = item("dimension", "cut", line(&[(0.0, 0.0), (30.0, 0.0)]));
    arrow.part_of = Some(1);
    let mark = item("mark", "score", line(&[(0.0, 3.0), (9.0, 3.0)]));
    assert_eq!(found(&plan(vec![letter, arrow, mark]), Profile::Laser), [""; 0]);
}

#[test]
fn narrow_neck_of_one_outline_is_thin_and_a_fillet_is_not() {
    let dumbbell = polygon(&[
        at(0.0, 0.0),
        at(20.0, 0.0),
        at(20.0, 9.8),
        at(30.0, 9.8),
        at(30.0, 0.0),
        at(50.0, 0.0),
        at(50.0, 20.0),
        at(30.0, 20.0),
        at(30.0, 10.2),
        at(20.0, 10.2),
        at(20.0, 20.0),
        at(0.0, 20.0),
    ]);
    assert_eq!(found(&plan(vec![item("neck", "cut", dumbbell)]), Profile::Laser), ["thin-web neck"]);
    let rounded = Shape::path("M0.2 0H20V20H0V0.2A0.2 0.2 0 0 1 0.2 0Z").unwrap();
    assert_eq!(found(&plan(vec![item("part", "cut", rounded)]), Profile::Laser), [""; 0]);
}

#[test]
fn router_reports_inner_corners_and_radii_and_accepts_outer_ones() {
    let plate = item("plate", "cut", rect(0.0, 0.0, 100.0, 60.0));
    let pocket = item("pocket", "cut", rect(0.0, 0.0, 20.0, 10.0));
    let all = found(&plan(vec![plate.clone(), pocket]), Profile::Cnc);
    assert_eq!(all, ["unreachable-corner pocket"; 4]);
    let slot = Shape::path(
        "M-9.7 -5H9.7A0.3 0.3 0 0 1 10 -4.7V4.7A0.3 0.3 0 0 1 9.7 5H-9.7A0.3 0.3 0 0 1 -10 4.7V-4.7A0.3 0.3 0 0 1 -9.7 -5Z",
    );
    let all = found(&plan(vec![plate.clone(), item("slot", "cut", slot.unwrap())]), Profile::Cnc);
    assert_eq!(all, ["small-radius slot"; 4]);
    assert_eq!(
        found(&plan(vec![plate, item("bore", "cut", circle(0.0, 0.0, 0.38))]), Profile::Cnc),
        ["small-hole bore"]
    );
}

#[test]
fn limits_layers_and_ignored_rules_come_from_the_settings() {
    let items = vec![
        item("plate", "Outline", rect(0.0, 0.0, 50.0, 50.0)),
        item("hole", "Outline", circle(0.0, 0.0, 0.9)),
    ];
    let plan = plan(items);
    let rules = |file: &str, set: &[(String, f64)]| {
        let settings = settings_of(Some(file.as_bytes()), Some("laser"), set, Profile::Drawing)?;
        Ok::<_, scenewright_error::Error>(
            check(&plan, &settings).findings.iter().map(|it| it.rule).collect::<Vec<_>>(),
        )
    };
    assert_eq!(rules("{}", &[]).unwrap(), ["unknown-layer"]);
    let mapped = r#"{ "layers": { "outline": "cut" }, "limits": { "thickness": 3 } }"#;
    assert_eq!(rules(mapped, &[]).unwrap(), ["small-hole"]);
    let ignoring = r#"{ "layers": { "outline": "cut" }, "ignore": ["small-hole"], "limits": { "hole": 5 } }"#;
    assert_eq!(rules(ignoring, &[]).unwrap(), [""; 0]);
    assert_eq!(rules("{}", &[("hole".to_owned(), 4.0)]).unwrap(), ["small-hole", "unknown-layer"]);
    for (file, reason) in [
        (r#"{ "limits": { "kerv": 1 } }"#, "there is no limit \"kerv\"; did you mean kerf?"),
        (
            r#"{ "ignore": ["thin-wep"] }"#,
            "lint.json cannot be used: there is no rule \"thin-wep\"; did you mean thin-web?",
        ),
        (
            r#"{ "layers": { "a": "burn" } }"#,
            "lint.json cannot be used: layers.a must be \"cut\", \"engrave\", \"score\" or \"sheet\"",
        ),
        ("[]", "lint.json cannot be used: it must be an object"),
    ] {
        assert_eq!(rules(file, &[]).unwrap_err().message, reason, "{file}");
    }
}

#[test]
fn measures_at_their_limit_are_found_whatever_a_file_in_inches_rounds() {
    // 0.15 mm are 0.005906 inches.
    let hole = item("hole", "cut", circle(0.0, 0.0, 0.005_906 * 25.4));
    let plate = item("plate", "cut", rect(0.0, 0.0, 30.0, 30.0));
    assert_eq!(found(&plan(vec![plate.clone(), hole]), Profile::Laser), ["small-hole hole"]);
    // A hole as wide as the sheet is thick comes out.
    let settings =
        settings_of(None, Some("laser"), &[("thickness".to_owned(), 3.0)], Profile::Laser).unwrap();
    let hole = item("hole", "cut", circle(0.0, 0.0, 0.059_055 * 25.4));
    assert_eq!(check(&plan(vec![plate, hole]), &settings).findings, []);
}

#[test]
fn outlines_on_unknown_layers_have_warnings_in_place_of_errors() {
    let report = check(
        &plan(vec![item("a", "hinge", line(&[(0.0, 0.0), (9.0, 0.0)]))]),
        &Settings::new(Profile::Laser),
    );
    assert_eq!(report.error_count(), 0);
    assert!(report.findings.iter().any(|finding| finding.rule == "open-contour"));
}

#[test]
fn slot_that_is_narrower_than_the_tool_is_found_in_any_direction() {
    let plate = item("plate", "cut", circle(0.0, 0.0, 30.0));
    for degrees in [0.0, 12.0, 45.0, 100.0] {
        let turn = Affine::rotation(f64::to_radians(degrees));
        let corners = [(-4.0, -0.1), (4.0, -0.1), (4.0, 0.1), (-4.0, 0.1)];
        let corners = corners.map(|(x, y)| turn * Point::new(x, y)).map(|corner| (corner.x, corner.y));
        let items = vec![plate.clone(), item("slot", "cut", polygon(&corners))];
        let report = check(&plan(items), &Settings::new(Profile::Laser));
        let small: Vec<_> = report.findings.iter().filter(|finding| finding.rule == "small-hole").collect();
        let [finding] = small.as_slice() else { panic!("{degrees}: {:?}", report.findings) };
        assert!((finding.measured.unwrap() - 0.2).abs() < 1e-6, "{degrees}: {finding:?}");
    }
    // Its round ends make its box, and the sides of its hull nearly parallel to each other.
    for degrees in (0..180).step_by(7) {
        let turn = Affine::rotation(f64::from(degrees).to_radians());
        let corner = |x: f64, y: f64| {
            let at = turn * Point::new(x, y);
            format!("{:.6} {:.6}", at.x, at.y)
        };
        let ends = [corner(-1.5, -0.11), corner(1.5, -0.11), corner(1.5, 0.11), corner(-1.5, 0.11)];
        let [a, b, c, d] = &ends;
        let data = format!("M{a}L{b}A0.11 0.11 0 0 1 {c}L{d}A0.11 0.11 0 0 1 {a}Z");
        let items = vec![plate.clone(), item("slot", "cut", Shape::path(&data).unwrap())];
        assert_eq!(found(&plan(items), Profile::Laser), ["small-hole slot"], "{degrees}");
    }
    // A narrow frame is no slot.
    let bracket = polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, -3.9), (-3.9, -3.9), (-3.9, 4.0), (-4.0, 4.0)]);
    let all = found(&plan(vec![plate, item("bracket", "cut", bracket)]), Profile::Laser);
    assert!(all.iter().all(|it| !it.starts_with("small-hole")), "{all:?}");
}

#[test]
fn slot_with_a_bend_is_found_where_it_is_narrower_than_the_tool() {
    let plate = item("plate", "cut", circle(0.0, 0.0, 30.0));
    let bend = |width: f64| {
        let inner = width - 4.0;
        polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, inner), (inner, inner), (inner, 4.0), (-4.0, 4.0)])
    };
    for (width, rules) in [(0.1, "too-near"), (0.2, "small-hole"), (0.28, "small-hole"), (0.35, "")] {
        let items = vec![plate.clone(), item("slot", "cut", bend(width))];
        let report = check(&plan(items), &Settings::new(Profile::Laser));
        let found: Vec<&str> = report.findings.iter().map(|it| it.rule).collect();
        assert_eq!(found.join(" "), rules, "{width}");
        for finding in &report.findings {
            assert!((finding.measured.unwrap() - width).abs() < 1e-6, "{finding:?}");
            let [x, y] = finding.at;
            assert!(x.min(y) > -4.0 && x.min(y) < width - 4.0, "{finding:?}");
        }
    }
    // A bore with a slot beside it is as wide as it is, and so is the strip between two fingers of an outline.
    let keyhole = Shape::path("M-5 -0.125L5 -0.125L5 -3L9 -3L9 3L5 3L5 0.125L-5 0.125Z").unwrap();
    assert_eq!(found(&plan(vec![plate, item("slot", "cut", keyhole)]), Profile::Laser), ["small-hole slot"]);
    let fingers = Shape::path("M0 0L20 0L20 10L10.125 10L10.125 3L9.875 3L9.875 10L0 10Z").unwrap();
    assert_eq!(found(&plan(vec![item("comb", "cut", fingers)]), Profile::Laser), [""; 0]);
}

#[test]
fn narrow_places_are_found_in_their_middle_in_any_direction_and_with_the_decimals_of_a_file() {
    let apart = 0.12;
    let notched = [
        (-10.0, -10.0),
        (10.0, -10.0),
        (10.0, 10.0),
        (0.5 * apart, 10.0),
        (0.5 * apart, 0.0),
        (-0.5 * apart, 0.0),
        (-0.5 * apart, 10.0),
        (-10.0, 10.0),
    ];
    let pair = |side: f64| {
        [(0.5 * apart, -6.0), (8.0, -6.0), (8.0, 6.0), (0.5 * apart, 6.0)].map(|(x, y)| (side * x, y))
    };
    for degrees in [0.0, 7.0, 33.0, 90.0, 201.0] {
        let turn = Affine::rotation(f64::to_radians(degrees));
        let turned = |points: &[(f64, f64)]| -> Shape {
            let rounded = |number: f64| (number * 1e4).round() / 1e4;
            let points = points.iter().map(|(x, y)| turn * Point::new(*x, *y));
            polygon(&points.map(|point| (rounded(point.x), rounded(point.y))).collect::<Vec<_>>())
        };
        for (items, middle) in [
            (vec![item("notched", "cut", turned(&notched))], Point::new(0.0, 5.0)),
            (
                vec![item("left", "cut", turned(&pair(-1.0))), item("right", "cut", turned(&pair(1.0)))],
                Point::ORIGIN,
            ),
        ] {
            let report = check(&plan(items), &Settings::new(Profile::Laser));
            let [finding] = report.findings.as_slice() else { panic!("{degrees}: {:?}", report.findings) };
            let place = Point::new(finding.at[0], finding.at[1]);
            assert_eq!(finding.rule, "too-near");
            assert!((turn * middle).distance_to(place) < 0.01, "{degrees}: {finding:?}");
        }
    }
}

#[test]
fn curve_that_is_drawn_again_from_elsewhere_is_a_double() {
    let path = |data: &str| Shape::path(data).unwrap();
    for (one, other) in [
        ("M6 0A6 3 0 0 1 -6 0A6 3 0 0 1 6 0Z", "M0 3A6 3 0 0 1 0 -3A6 3 0 0 1 0 3Z"),
        ("M-9 0C-3 9 3 -9 9 0", "M9 0C3 -9 -3 9 -9 0"),
        // A circle, and the curves that programs draw one by.
        (
            "M5 0A5 5 0 0 1 -5 0A5 5 0 0 1 5 0Z",
            "M0 5C-2.761 5 -5 2.761 -5 0S-2.761 -5 0 -5S5 -2.761 5 0S2.761 5 0 5Z",
        ),
    ] {
        let items = vec![item("one", "engrave", path(one)), item("again", "engrave", path(other))];
        assert_eq!(found(&plan(items), Profile::Laser), ["duplicate-line again one"]);
    }
}

#[test]
fn small_curved_hole_is_measured_across_in_any_direction() {
    for degrees in [0.0, 20.0, 45.0, 70.0] {
        let hole = Shape::ellipse(0.0, 0.0, 0.06, 0.03, f64::to_radians(degrees)).unwrap();
        let items = vec![item("plate", "cut", circle(0.0, 0.0, 9.0)), item("hole", "cut", hole)];
        let report = check(&plan(items), &Settings::new(Profile::Laser));
        let [finding] = report.findings.as_slice() else { panic!("{degrees}: {:?}", report.findings) };
        assert_eq!(finding.rule, "small-hole");
        assert!((finding.measured.unwrap() - 0.06).abs() < 3e-4, "{degrees}: {finding:?}");
    }
}

#[test]
fn web_as_wide_as_its_limit_is_found_though_digits_are_lost() {
    let plate = item("plate", "cut", rect(0.0, 0.0, 30.0, 30.0));
    let holes = |apart: f64| {
        let right = item("right", "cut", circle(2.0 + apart, 0.0, 2.0));
        found(&plan(vec![plate.clone(), item("left", "cut", circle(-2.0, 0.0, 2.0)), right]), Profile::Laser)
    };
    assert_eq!(holes(0.5001), ["thin-web left right"]);
    assert_eq!(holes(0.501), [""; 0]);
}

#[test]
fn outline_that_is_open_still_surrounds_its_holes() {
    let holes = [item("left", "cut", circle(-2.2, 0.0, 2.0)), item("right", "cut", circle(2.2, 0.0, 2.0))];
    let slot = item("slot", "cut", rect(0.0, 6.0, 6.0, 3.0));
    let corners = [(-20.0, -10.0), (20.0, -10.0), (20.0, 10.0), (-20.0, 10.0)];
    let sides = |last: (f64, f64)| {
        let sides = [
            (corners[0], corners[1]),
            (corners[1], corners[2]),
            (corners[2], corners[3]),
            (corners[3], last),
        ];
        let name = |side: usize| format!("side{side}");
        let sides =
            sides.iter().enumerate().map(|(side, (from, to))| item(&name(side), "cut", line(&[*from, *to])));
        let mut items: Vec<Item> = sides.collect();
        items.extend(holes.clone());
        items.push(slot.clone());
        items
    };
    let corners_of_slot = ["unreachable-corner slot"; 4];
    let with_gap = found(&plan(sides((-20.0, -9.5))), Profile::Cnc);
    assert_eq!(with_gap[..3], ["gap side0 side3", "too-near left right", "thin-web left right"]);
    assert_eq!(with_gap[3..], corners_of_slot);
    let with_opening = found(&plan(sides((-20.0, -2.0))), Profile::Cnc);
    assert_eq!(with_opening[..2], ["open-contour side0", "open-contour side3"]);
    assert_eq!(with_opening[4..], corners_of_slot);
}

#[test]
fn piece_of_a_curve_on_the_curve_is_one_overlap_in_its_middle() {
    // The piece is the curve from 0.2 to 0.8 of its parameter.
    let curve = item("curve", "cut", Shape::path("M-20 0C-10 30 10 30 20 0Z").unwrap());
    let piece = item("piece", "cut", Shape::path("M-12.96 14.4C-5.04 25.2 5.04 25.2 12.96 14.4").unwrap());
    let report = check(&plan(vec![curve, piece]), &Settings::new(Profile::Laser));
    let [finding] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    // Which of the two is shortened, somebody must decide.
    assert_eq!((finding.rule, finding.fix), ("overlapping-line", None));
    assert!(
        Point::new(finding.at[0], finding.at[1]).distance_to(Point::new(0.0, 22.5)) < 0.05,
        "{finding:?}"
    );
}

#[test]
fn each_narrow_place_of_two_outlines_is_found() {
    // A bar with two noses that come near the one above it.
    let nosed = polygon(&[
        at(0.0, 0.0),
        at(40.0, 0.0),
        at(40.0, 5.0),
        at(32.0, 5.0),
        at(30.0, 9.9),
        at(28.0, 5.0),
        at(12.0, 5.0),
        at(10.0, 9.85),
        at(8.0, 5.0),
        at(0.0, 5.0),
    ]);
    let items = vec![item("nosed", "cut", nosed), item("bar", "cut", rect(20.0, 15.0, 40.0, 10.0))];
    let report = check(&plan(items), &Settings::new(Profile::Laser));
    let places: Vec<_> = report.findings.iter().map(|it| (it.rule, it.at[0], it.measured.unwrap())).collect();
    assert_eq!(places, [("too-near", 30.0, 0.1), ("too-near", 10.0, 0.15)]);
}

#[test]
fn short_edge_is_found_wherever_it_is_and_lines_for_a_small_curve_are_none() {
    let closing = polygon(&[at(0.0, 0.0), at(9.0, 0.0), at(9.0, 9.0), at(0.003, 0.0)]);
    assert_eq!(found(&plan(vec![item("part", "engrave", closing)]), Profile::Laser), ["tiny-segment part"]);
    let rounded = polygon(&[at(0.0, 0.0), at(9.0, 0.0), at(9.0, 9.0), at(0.001, 0.0)]);
    assert_eq!(found(&plan(vec![item("part", "engrave", rounded)]), Profile::Laser), [""; 0]);
    let dot: Vec<(f64, f64)> = (0..60)
        .map(|step| (f64::from(step) * std::f64::consts::TAU / 60.0).sin_cos())
        .map(|(sin, cos)| (0.05 * cos, 0.05 * sin))
        .collect();
    let plate = item("plate", "cut", rect(0.0, 0.0, 9.0, 9.0));
    assert_eq!(found(&plan(vec![plate, item("dot", "engrave", polygon(&dot))]), Profile::Laser), [""; 0]);
}

#[test]
fn outline_of_lines_as_short_as_the_joining_tolerance_is_closed() {
    let corners = [(0.0, 0.0), (0.045, 0.0), (0.045, 0.045), (0.0, 0.045)];
    let mut items = vec![item("plate", "cut", rect(0.0, 0.0, 30.0, 30.0))];
    for side in 0..4 {
        items.push(item(&format!("side{side}"), "cut", line(&[corners[side], corners[(side + 1) % 4]])));
    }
    let all = found(&plan(items), Profile::Laser);
    assert!(all.contains(&"small-hole side0 side1 side2 side3".to_owned()), "{all:?}");
}

#[test]
fn double_in_an_instance_of_a_block_is_not_offered_to_be_dropped_by_the_name_of_all_of_it() {
    let shown = |name: &str, shape: Shape| {
        let names = vec![name.to_owned(), "instance".to_owned()];
        Item { names, ..item(name, "cut", shape) }
    };
    let fixes = |name: &str| {
        let items = vec![shown(name, circle(0.0, 0.0, 5.0)), shown(name, circle(0.0, 0.0, 5.0))];
        let findings = check(&plan(items), &Settings::new(Profile::Laser)).findings;
        findings.iter().map(|finding| finding.fix).collect::<Vec<_>>()
    };
    // In a scene, and in a file, whose entities have names of their own in blocks.
    assert_eq!([fixes("instance"), fixes("2F")], [vec![None], vec![Some("drop")]]);
}

#[test]
fn cut_outlines_are_compared_across_layers() {
    let plate = item("plate", "0", rect(20.0, 15.0, 40.0, 30.0));
    let across = item("across", "cut", circle(38.0, 15.0, 3.0));
    let near = item("near", "cut", circle(3.3, 15.0, 3.0));
    assert_eq!(
        found(&plan(vec![plate.clone(), across, near]), Profile::Laser),
        ["crossing-contours plate across", "crossing-contours plate across", "thin-web plate near"]
    );
    // Four lines of one outline, in turn on both layers.
    let sides =
        [[0.0, 0.0, 40.0, 0.0], [40.0, 0.0, 40.0, 30.0], [40.0, 30.0, 0.0, 30.0], [0.0, 30.0, 0.0, 0.0]];
    let sides = sides.iter().enumerate().map(|(number, [x, y, to_x, to_y])| {
        item("side", ["cut", "0"][number % 2], line(&[(*x, *y), (*to_x, *to_y)]))
    });
    assert_eq!(found(&plan(sides.collect()), Profile::Laser), [""; 0]);
    // A frame on a layer that nobody knows makes no hole of the plate.
    let hole = item("hole", "cut", circle(3.4, 15.0, 3.0));
    let frame = item("frame", "frame", rect(20.0, 15.0, 200.0, 200.0));
    assert_eq!(
        found(&plan(vec![plate, hole, frame]), Profile::Laser),
        ["thin-web plate hole", "unknown-layer frame"]
    );
}

#[test]
fn tip_of_a_notch_that_leaves_little_material_is_found() {
    let notch = |gap: f64, half: f64| {
        let points =
            [(0.0, 0.0), (40.0, 0.0), (40.0, 20.0), (20.0 + half, 20.0), (20.0, gap), (20.0 - half, 20.0)];
        item("part", "cut", polygon(&[&points[..], &[(0.0, 20.0)]].concat()))
    };
    for half in [5.0, 15.0, 19.0] {
        let report = check(&plan(vec![notch(0.3, half)]), &Settings::new(Profile::Laser));
        let [web] = report.findings.as_slice() else { panic!("{half}: {:?}", report.findings) };
        assert_eq!(web.rule, "thin-web");
        assert!((web.at[0] - 20.0).abs() < 0.1 && (web.at[1] - 0.15).abs() < 0.1, "{:?}", web.at);
        assert_eq!(found(&plan(vec![notch(10.0, half)]), Profile::Laser), [""; 0]);
    }
}

#[test]
fn gap_is_joined_only_where_it_is_small_beside_the_outline() {
    // Joined at both ends, two slits would be one, and the dashes of a perforation would be a slit.
    let slits = [line(&[(0.0, 0.0), (60.0, 0.0)]), line(&[(0.0, 3.0), (60.0, 3.0)])];
    let dashes = [line(&[(0.0, 0.0), (9.0, 12.0)]), line(&[(9.6, 12.8), (18.6, 24.8)])];
    let corner =
        [line(&[(0.0, 0.0), (20.0, 0.0), (20.0, 20.0)]), line(&[(19.5, 20.0), (0.0, 20.0), (0.0, 0.0)])];
    for (shapes, fixes) in [(slits, vec![None; 2]), (dashes, vec![None]), (corner, vec![Some("join")])] {
        let items =
            shapes.into_iter().zip(["one", "other"]).map(|(shape, name)| item(name, "cut", shape)).collect();
        let report = check(&plan(items), &Settings::new(Profile::Laser));
        let gaps = report.findings.iter().filter(|finding| finding.rule == "gap");
        assert_eq!(gaps.map(|finding| finding.fix).collect::<Vec<_>>(), fixes, "{:?}", report.findings);
    }
}

#[test]
fn line_that_goes_too_far_is_a_gap_without_a_repair() {
    let sides =
        [[0.0, 0.0, 40.4, 0.0], [40.0, 0.0, 40.0, 30.0], [40.0, 30.0, 0.0, 30.0], [0.0, 30.0, 0.0, 0.0]];
    let sides = sides.iter().map(|[x, y, to_x, to_y]| item("side", "cut", line(&[(*x, *y), (*to_x, *to_y)])));
    let report = check(&plan(sides.collect()), &Settings::new(Profile::Laser));
    let [gap] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
    assert_eq!((gap.rule, gap.fix), ("gap", None));
    assert!((gap.at[0] - 40.2).abs() < 1e-9 && gap.measured.is_some_and(|it| (it - 0.4).abs() < 1e-9));
}

#[test]
fn end_near_a_point_where_others_meet_is_a_gap() {
    // Two plates share an edge, and the line between them, or a side of one of them, misses a corner of the others.
    let plates = |between: f64, side: f64| -> Vec<Item> {
        let sides = [
            ("left", [0.0, 0.0, 40.0, 0.0]),
            ("right", [40.0, side, 80.0, 0.0]),
            ("end", [80.0, 0.0, 80.0, 30.0]),
            ("top right", [80.0, 30.0, 40.0, 30.0]),
            ("top left", [40.0, 30.0, 0.0, 30.0]),
            ("begin", [0.0, 30.0, 0.0, 0.0]),
            ("between", [40.0, 30.0, 40.0, between]),
        ];
        let sides = sides.map(|(name, [x, y, to_x, to_y])| item(name, "cut", line(&[(x, y), (to_x, to_y)])));
        sides.into_iter().collect()
    };
    let gaps = |items: Vec<Item>| {
        let report = check(&plan(items), &Settings::new(Profile::Laser));
        let all = report.findings.into_iter().map(|it| (it.rule, it.entities.join(" "), it.at, it.fix));
        all.collect::<Vec<_>>()
    };
    assert_eq!(gaps(plates(0.0, 0.0)), []);
    assert_eq!(gaps(plates(0.5, 0.0)), [("gap", "between left right".to_owned(), [40.0, 0.25], None)]);
    assert_eq!(gaps(plates(0.0, -0.5)), [("gap", "right left between".to_owned(), [40.0, -0.25], None)]);
    // Along a curve in short lines every end is near the ones before, and the last one meets nothing.
    let arc = |step: i32| (20.0 * (f64::from(step) * 0.03).cos(), 20.0 * (f64::from(step) * 0.03).sin());
    let curve = (0..40).map(|step| item("piece", "cut", line(&[arc(step), arc(step + 1)])));
    assert_eq!(found(&plan(curve.collect()), Profile::Laser), ["open-contour piece"; 2]);
}

#[test]
fn inner_corner_that_a_curve_rounds_is_measured() {
    let corner = "M20.3 20H49.7C49.8657 20 50 20.1343 50 20.3V49.7H20.3Z";
    let plate = item("plate", "cut", rect(35.0, 35.0, 80.0, 80.0));
    let pocket = item("pocket", "cut", Shape::path(corner).unwrap());
    let all = found(&plan(vec![plate.clone(), pocket]), Profile::Cnc);
    assert_eq!(all.iter().filter(|it| *it == "small-radius pocket").count(), 1, "{all:?}");
    // The same corner is an outer one of a part.
    let part = item("part", "cut", Shape::path(corner).unwrap());
    assert_eq!(found(&plan(vec![part]), Profile::Cnc), [""; 0]);
}

#[test]
fn overlap_is_reported_at_its_middle_wherever_outlines_begin() {
    let arc =
        |from: f64, to: f64| Shape::arc(0.0, 0.0, 20.0, f64::to_radians(from), f64::to_radians(to)).unwrap();
    let bar = polygon(&[at(0.0, 0.0), at(10.0, 0.0), at(30.0, 0.0), at(30.0, 20.0), at(0.0, 20.0)]);
    for (one, other, expected) in [
        (
            circle(0.0, 0.0, 20.0),
            arc(340.0, 400.0),
            Point::new(20.0 * 10f64.to_radians().cos(), 20.0 * 10f64.to_radians().sin()),
        ),
        (circle(0.0, 0.0, 20.0), arc(300.0, 420.0), Point::new(20.0, 0.0)),
        (bar, line(&[(5.0, 0.0), (21.0, 0.0)]), Point::new(13.0, 0.0)),
    ] {
        let items = vec![item("one", "cut", one), item("other", "cut", other)];
        let report = check(&plan(items), &Settings::new(Profile::Laser));
        let [overlap] = report.findings.as_slice() else { panic!("{:?}", report.findings) };
        assert_eq!(overlap.rule, "overlapping-line");
        assert!(Point::new(overlap.at[0], overlap.at[1]).distance_to(expected) < 1e-6, "{:?}", overlap.at);
    }
}

#[test]
fn slits_of_a_hinge_are_open_on_purpose() {
    // Rows of slits of 29.4 with bridges of 3, the next row moved by a half: as flexible walls of boxes are drawn.
    let slits = |rows: usize, pitch: f64| -> Vec<Item> {
        let starts: [f64; 3] = [-16.2, 16.2, 48.6];
        (0..rows)
            .flat_map(|row| {
                let x = 20.0 + row as f64 * pitch;
                let moved = if row % 2 == 0 { 0.0 } else { 16.2 };
                starts.iter().enumerate().filter_map(move |(number, start)| {
                    let (from, to) = ((start + moved).max(0.0), (start + moved + 29.4).min(78.0));
                    (to - from > 3.0).then(|| {
                        item(&format!("slit{row}_{number}"), "cut", line(&[(x, 10.0 + from), (x, 10.0 + to)]))
                    })
                })
            })
            .collect()
    };
    let wall = item("wall", "cut", polygon(&[at(0.0, 0.0), at(90.0, 0.0), at(90.0, 100.0), at(0.0, 100.0)]));
    for profile in [Profile::Laser, Profile::Cnc] {
        let hinge: Vec<Item> = slits(12, 2.5).into_iter().chain([wall.clone()]).collect();
        assert_eq!(found(&plan(hinge), profile), [""; 0]);
        // Too few of them, or too far apart to bend.
        let few: Vec<Item> = slits(2, 2.5).into_iter().chain([wall.clone()]).collect();
        let wide: Vec<Item> = slits(6, 12.0).into_iter().chain([wall.clone()]).collect();
        for lines in [few, wide] {
            let all = found(&plan(lines), profile);
            assert!(all.iter().any(|it| it.starts_with("gap slit")), "{all:?}");
            assert!(all.iter().any(|it| it.starts_with("open-contour slit")), "{all:?}");
        }
    }
    // An outline with a gap beside a hinge is found.
    let mut broken = slits(12, 2.5);
    broken.push(item(
        "open",
        "cut",
        line(&[(60.0, 10.0), (80.0, 10.0), (80.0, 40.0), (60.0, 40.0), (60.0, 10.6)]),
    ));
    assert_eq!(found(&plan(broken), Profile::Laser), ["gap open"]);
}

#[test]
fn loops_within_the_cut_are_no_crossings() {
    // A corner as boxes.py draws it for a burn of 0.1: the path goes on by the burn, and comes back from the side.
    let with_loop = |size: f64| {
        let (x, y) = (30.0, 20.0);
        line(&[
            (0.0, 0.0),
            (0.0, y),
            (x, y),
            (x + size, y),
            (x + size, y + size),
            (x, y + size),
            (x, y),
            (x, 0.0),
            (0.0, 0.0),
        ])
    };
    assert_eq!(found(&plan(vec![item("hole", "cut", with_loop(0.08))]), Profile::Laser), [""; 0]);
    assert_eq!(
        found(&plan(vec![item("hole", "cut", with_loop(3.0))]), Profile::Laser),
        ["self-crossing hole"]
    );
}
