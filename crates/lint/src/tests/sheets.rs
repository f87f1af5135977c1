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
fn outlines_on_unknown_layers_have_warnings_in_place_of_errors() {
    let report = check(
        &plan(vec![item("a", "hinge", line(&[(0.0, 0.0), (9.0, 0.0)]))]),
        &Settings::new(Profile::Laser),
    );
    assert_eq!(report.error_count(), 0);
    assert!(report.findings.iter().any(|finding| finding.rule == "open-contour"));
}
