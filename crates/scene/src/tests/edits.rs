use super::*;
use crate::drafting::Fonts;
use scenewright_geometry::{CornerCut, Justify, LineCap, OffsetJoin, OffsetStyle, Point};
use std::f64::consts::{FRAC_PI_2, PI};

fn thick(justify: Justify) -> ThickenOptions {
    ThickenOptions {
        cap: LineCap::Butt,
        justify,
        style: OffsetStyle { join: OffsetJoin::Miter, miter_limit: 10.0, tolerance: 0.01 },
        result: None,
        common: ResultOptions::default(),
    }
}

fn line(scene: &mut Scene, name: &str, points: &[[f64; 2]]) {
    scene.draw(name, Shape::line(points.iter().copied().map(Into::into).collect()).unwrap()).unwrap();
}

#[test]
fn fillet_is_one_of_the_world_whatever_the_transform() {
    let mut scene = Scene::new();
    rect(&mut scene, "a", 0.0, 0.0, 10.0, 6.0);
    scene.scale("a", 3.0, 3.0, Space::World, Around::Origin).unwrap();
    scene.rotate("a", 0.7, Space::World, Around::Origin).unwrap();
    rect(&mut scene, "b", 0.0, 0.0, 10.0, 6.0);
    scene.scale("b", 3.0, 6.0, Space::World, Around::Origin).unwrap();
    for (name, whole) in [("a", 30.0 * 18.0), ("b", 30.0 * 36.0)] {
        scene.cut_corners(name, CornerCut::Fillet(4.0), None).unwrap();
        let area = scene.area(name).unwrap();
        assert!((area - (whole - (4.0 - PI) * 16.0)).abs() < 1e-8, "{name}: {area}");
    }
    assert_eq!(scene.entity_json("a").unwrap()["local"]["pivot"], serde_json::json!([0, 0]));
}

#[test]
fn refused_corner_names_itself_and_the_largest_fit() {
    let mut scene = Scene::new();
    rect(&mut scene, "plate", 100.0, 50.0, 80.0, 30.0);
    circle(&mut scene, "disc", 0.0, 0.0, 5.0);
    scene.create_group("g", &names(&["disc"])).unwrap();
    let before = scene.clone();
    let corner = |x: f64, y: f64| vec![Point::new(x, y)];
    let cases = [
        (
            scene.cut_corners("plate", CornerCut::Fillet(20.0), None),
            "radius 20 is too large for the corner of \"plate\" at (140, 65): the largest that fits is 15",
        ),
        (
            scene.cut_corners("plate", CornerCut::Chamfer(31.0), Some(&corner(60.0, 35.0))),
            "distance 31 is too large for the corner of \"plate\" at (60, 35): the largest that fits is 30",
        ),
        (
            scene.cut_corners("plate", CornerCut::Fillet(1.0), Some(&corner(61.0, 35.0))),
            "\"plate\" has no corner at (61, 35); the nearest are (60, 35), (60, 65), (140, 35), (140, 65)",
        ),
        (scene.cut_corners("disc", CornerCut::Fillet(1.0), None), "\"disc\" has no corners"),
        (
            scene.cut_corners("g", CornerCut::Fillet(1.0), None),
            "\"g\" is a group, which has no corners itself; name one that is in it",
        ),
    ];
    for (result, message) in cases {
        let message = message.to_owned();
        let found = result.unwrap_err().message;
        // Which of several corners does not fit first is not promised.
        let is_same =
            found == message || found.starts_with("radius 20 is too large") && found.ends_with("fits is 15");
        assert!(is_same, "{found}");
    }
    assert_eq!(scene, before);
}

#[test]
fn two_lines_are_joined_by_a_corner() {
    let mut scene = Scene::new();
    line(&mut scene, "a", &[[0.0, 0.0], [20.0, 0.0]]);
    line(&mut scene, "b", &[[30.0, 40.0], [30.0, 10.0]]);
    scene.join_lines("a", "b", Some(CornerCut::Fillet(5.0))).unwrap();
    assert!(!scene.exists("b"));
    let length = scene.length("a").unwrap();
    assert!((length - (25.0 + 35.0 + 5.0 * FRAC_PI_2)).abs() < 1e-9, "{length}");
    line(&mut scene, "c", &[[0.0, 5.0], [20.0, 5.0]]);
    line(&mut scene, "d", &[[0.0, 9.0], [20.0, 9.0]]);
    let error = scene.join_lines("c", "d", None).unwrap_err();
    assert!(error.message.starts_with("\"c\" and \"d\" do not meet"), "{}", error.message);
}

#[test]
fn line_and_arc_are_joined_by_a_fillet_where_they_meet_or_would() {
    let mut scene = Scene::new();
    // A line that goes on to a quarter of the circle about the origin, from below to the right.
    line(&mut scene, "a", &[[-30.0, 0.0], [-20.0, 0.0]]);
    scene.draw("b", Shape::arc(0.0, 0.0, 50.0, 0.3, FRAC_PI_2).unwrap()).unwrap();
    scene.join_lines("a", "b", Some(CornerCut::Fillet(5.0))).unwrap();
    // The fillet touches the line 5 above it and the circle from within: its centre is at x² + 5² = 45².
    let x = (45.0_f64 * 45.0 - 25.0).sqrt();
    let turn = (5.0 / x).atan();
    let expected = (x + 30.0) + 5.0 * (FRAC_PI_2 + turn) + 50.0 * (FRAC_PI_2 - turn);
    let length = scene.length("a").unwrap();
    assert!((length - expected).abs() < 1e-9, "{length}, not {expected}");
    // Two arcs, trimmed to where they cross.
    scene.draw("c", Shape::arc(-30.0, 200.0, 50.0, 0.0, 3.0).unwrap()).unwrap();
    scene.draw("d", Shape::arc(30.0, 200.0, 50.0, 0.2, PI).unwrap()).unwrap();
    scene.join_lines("c", "d", None).unwrap();
    let top = box_of(scene.world_bounds("c"));
    assert_near(
        [top[0], 0.0, top[2], 0.0],
        [-80.0 + 50.0 * (1.0 - 3.0_f64.cos().abs()), 0.0, 30.0 + 50.0 * 0.2_f64.cos(), 0.0],
    );
}

#[test]
fn lines_that_never_meet_are_joined_by_an_arc_that_touches_both() {
    let mut scene = Scene::new();
    // Parallel lines by half a turn: the shorter one is lengthened, or the longer one trimmed.
    line(&mut scene, "a", &[[0.0, 0.0], [20.0, 0.0]]);
    line(&mut scene, "b", &[[0.0, 8.0], [20.0, 8.0]]);
    let error = scene.join_lines("a", "b", Some(CornerCut::Fillet(3.0))).unwrap_err();
    assert_eq!(
        error.message,
        "\"a\" and \"b\" do not meet, and no arc of that radius touches both: it takes 4 at least, and exactly half their \
         distance between parallel lines"
    );
    scene.join_lines("a", "b", Some(CornerCut::Fillet(4.0))).unwrap();
    let length = scene.length("a").unwrap();
    assert!((length - (40.0 + 4.0 * PI)).abs() < 1e-9, "{length}");
    // Upper halves of circles apart: the arc of the radius that just reaches touches them in the middle.
    scene.draw("c", Shape::arc(0.0, 50.0, 10.0, 0.5, PI).unwrap()).unwrap();
    scene.draw("d", Shape::arc(30.0, 50.0, 10.0, 0.0, PI - 0.5).unwrap()).unwrap();
    let error = scene.join_lines("c", "d", Some(CornerCut::Fillet(4.9))).unwrap_err();
    assert!(error.message.contains("it takes 5 at least"), "{}", error.message);
    assert!(scene.join_lines("c", "d", Some(CornerCut::Chamfer(5.0))).is_err());
    scene.join_lines("c", "d", Some(CornerCut::Fillet(15.0))).unwrap();
    // The centres are 25, 25 and 30 apart.
    let tilt = 0.6_f64.acos();
    let expected = 2.0 * 10.0 * (PI - tilt) + 15.0 * (PI - 2.0 * tilt);
    let length = scene.length("c").unwrap();
    assert!((length - expected).abs() < 1e-9, "{length}, not {expected}");
    // A line above an arc, by the arc that comes from the line and leads into it.
    line(&mut scene, "e", &[[-40.0, 120.0], [0.0, 120.0]]);
    scene.draw("f", Shape::arc(0.0, 100.0, 10.0, -FRAC_PI_2, 0.3).unwrap()).unwrap();
    scene.join_lines("e", "f", Some(CornerCut::Fillet(5.0))).unwrap();
    let length = scene.length("e").unwrap();
    assert!((length - (40.0 + 5.0 * PI + 10.0 * (0.3 + 1.5 * PI))).abs() < 1e-9, "{length}");
}

#[test]
fn trim_extend_and_split_keep_style_and_name_parts() {
    let mut scene = Scene::new();
    line(&mut scene, "beam", &[[-80.0, 0.0], [80.0, 0.0]]);
    scene.set_layer("beam", "steel", Contents::Included).unwrap();
    rect(&mut scene, "column", 20.0, 0.0, 30.0, 60.0);
    scene.trim("beam", &names(&["column"]), [20.0, 0.0].into()).unwrap();
    assert!((scene.length("beam").unwrap() - 130.0).abs() < 1e-9);
    line(&mut scene, "short", &[[-10.0, 5.0], [0.0, 5.0]]);
    scene.extend("short", &names(&["column"]), None).unwrap();
    assert_near(box_of(scene.world_bounds("short")), [-10.0, 5.0, 5.0, 5.0]);
    let error = scene.extend("short", &names(&["beam"]), None).unwrap_err();
    assert_eq!(error.message, "\"short\" does not meet \"beam\", however long it is");
    line(&mut scene, "rail", &[[0.0, -50.0], [0.0, 50.0]]);
    scene.rotate("rail", FRAC_PI_2, Space::World, Around::Origin).unwrap();
    scene.set_layer("rail", "steel", Contents::Included).unwrap();
    let parts =
        scene.split("rail", &CutPlaces::Points(vec![[10.0, 3.0].into(), [-20.0, 0.0].into()])).unwrap();
    assert_eq!(parts, ["rail_0", "rail_1", "rail_2"]);
    assert!(!scene.exists("rail"));
    assert_near(box_of(scene.world_bounds("rail_1")), [-20.0, 0.0, 10.0, 0.0]);
    assert_eq!(scene.entity_json("rail_1").unwrap()["layer"], "steel");
}

#[test]
fn thickened_line_takes_its_place() {
    let mut scene = Scene::new();
    line(&mut scene, "wall", &[[0.0, 0.0], [50.0, 0.0], [50.0, 40.0]]);
    scene.set_layer("wall", "walls", Contents::Included).unwrap();
    assert!(scene.thicken("wall", 10.0, &thick(Justify::Left)).unwrap());
    assert_eq!(scene.area("wall"), Ok(800.0));
    let json = scene.entity_json("wall").unwrap();
    assert_eq!((json["type"].as_str(), json["layer"].as_str()), (Some("polygon"), Some("walls")));
}

#[test]
fn turns_and_mirror_images_keep_points_of_the_world() {
    let mut scene = Scene::new();
    rect(&mut scene, "r", 10.0, 0.0, 4.0, 2.0);
    scene.create_group("g", &names(&["r"])).unwrap();
    scene.scale("g", 2.0, -3.0, Space::World, Around::Origin).unwrap();
    scene.rotate("g", 0.4, Space::World, Around::Origin).unwrap();
    let at = Point::new(7.0, -3.0);
    let before = scene.world_transform("r").unwrap();
    scene.rotate("r", FRAC_PI_2, Space::World, Around::Point(at)).unwrap();
    let after = scene.world_transform("r").unwrap();
    let own = before.inverse().unwrap() * at;
    assert!((after * own).distance_to(at) < 1e-9);
    rect(&mut scene, "s", 10.0, 0.0, 4.0, 2.0);
    scene.mirror_about("s", "t", [[0.0, 0.0].into(), [5.0, 5.0].into()]).unwrap();
    assert_near(box_of(scene.world_bounds("t")), [-1.0, 8.0, 1.0, 12.0]);
    assert!(scene.mirror_about("s", "u", [at, at]).is_err());
}

#[test]
fn connectors_run_from_outline_to_outline() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 10.0);
    rect(&mut scene, "b", 100.0, 0.0, 20.0, 20.0);
    rect(&mut scene, "w", 50.0, 0.0, 20.0, 30.0);
    let fonts = Fonts::builtin();
    let plain = ConnectOptions { size: Some(4.0), label: Some("go".to_owned()), ..ConnectOptions::default() };
    scene.connect("l", &"a".into(), &"b".into(), &plain, &fonts).unwrap();
    assert_near(box_of(scene.world_bounds("l_line")), [10.0, 0.0, 90.0, 0.0]);
    assert_near(box_of(scene.world_bounds("l_arrow")), [86.0, -1.4, 90.0, 1.4]);
    assert!(scene.exists("l_label"));
    let around = ConnectOptions { avoid: Some(names(&["w"])), label: None, ..plain.clone() };
    scene.connect("l", &"a".into(), &"b".into(), &around, &fonts).unwrap();
    assert!(!scene.exists("l_label"), "what the earlier one had is gone");
    assert!(scene.distance("l_line", "w").unwrap().distance > 1.0);
    let smooth = ConnectOptions { curve: ConnectorCurve::Smooth, arrow: ArrowEnds::Both, ..around };
    scene.connect("m", &"a".into(), &"b".into(), &smooth, &fonts).unwrap();
    assert!(scene.exists("m_arrow_start") && scene.distance("m_line", "w").unwrap().distance > 0.5);
    assert!(scene.connect("n", &"a".into(), &"a".into(), &plain, &fonts).is_err());
}

/// Draws a pump as a block with a tag below it and two ports, and a tank.
fn flow_sheet() -> Scene {
    let mut scene = Scene::new();
    let tag = |y: f64| AttributeDefinition {
        tag: "tag".into(),
        value: String::new(),
        place: Some(AttributePlace { x: 0.0, y, size: 4.0, align: Align::Center }),
    };
    circle(&mut scene, "casing", 100.0, 50.0, 10.0);
    for (name, x, way) in [("in", 90.0, None), ("out", 110.0, Some(Point::new(1.0, 0.0)))] {
        scene.add_port(Port { name: name.to_owned(), at: Point::new(x, 50.0), direction: way }).unwrap();
    }
    let options = BlockOptions {
        base: Point::new(100.0, 50.0),
        attributes: vec![tag(-18.0)],
        ..BlockOptions::default()
    };
    scene.define_block("pump", &names(&["casing"]), &options).unwrap();
    rect(&mut scene, "shell", 0.0, 0.0, 30.0, 50.0);
    let options = BlockOptions { attributes: vec![tag(0.0)], ..BlockOptions::default() };
    scene.define_block("tank", &names(&["shell"]), &options).unwrap();
    let fonts = Fonts::builtin();
    let tagged = |angle: f64| InsertOptions {
        angle,
        attributes: vec![("tag".to_owned(), "A long tag P-101A".to_owned())],
        ..InsertOptions::default()
    };
    scene.insert_block("pump", "P-101", -30.0, -30.0, &tagged(0.0), &fonts).unwrap();
    scene.insert_block("pump", "P-102", 40.0, 60.0, &tagged(std::f64::consts::FRAC_PI_2), &fonts).unwrap();
    scene.insert_block("tank", "T-101", -80.0, 0.0, &tagged(0.0), &fonts).unwrap();
    scene
}

fn ends(scene: &Scene, line: &str) -> [Point; 2] {
    let shapes = scene.world_shapes(line).unwrap();
    let chain = shapes[0].0.flattened(&shapes[0].1, 0.01).unwrap().remove(0);
    [chain.points[0], chain.points[chain.points.len() - 1]]
}

#[test]
fn connectors_end_at_symbols_and_not_at_their_tags() {
    let mut scene = flow_sheet();
    let fonts = Fonts::builtin();
    let orthogonal = ConnectOptions { curve: ConnectorCurve::Orthogonal, ..ConnectOptions::default() };
    scene.connect("s", &"T-101".into(), &"P-101".into(), &orthogonal, &fonts).unwrap();
    assert!(ends(&scene, "s_line")[1].distance_to(Point::new(-40.0, -30.0)) < 1e-9);
    // A straight one ends on the outline, though the letters of the tag are nearer to the other end.
    circle(&mut scene, "below", -30.0, -100.0, 5.0);
    scene.connect("t", &"below".into(), &"P-101".into(), &ConnectOptions::default(), &fonts).unwrap();
    assert!(ends(&scene, "t_line")[1].distance_to(Point::new(-30.0, -40.0)) < 1e-9);
}

#[test]
fn connectors_from_ports_run_through_no_tag_of_their_own_symbols() {
    let mut scene = flow_sheet();
    let fonts = Fonts::builtin();
    let tagged = InsertOptions {
        attributes: vec![("tag".to_owned(), "P-103".to_owned())],
        ..InsertOptions::default()
    };
    scene.insert_block("pump", "P-103", -30.0, -100.0, &tagged, &fonts).unwrap();
    let tags: Vec<Bounds> = ["P-101", "P-103"]
        .into_iter()
        .map(|name| {
            let whole = scene.world_bounds(name).unwrap();
            // The symbols end 10 below their middles.
            let top = if name == "P-101" { -40.0 } else { -110.0 };
            Bounds { max: Point::new(whole.max.x, top - 4.0), ..whole }
        })
        .collect();
    for (from, to) in
        [("P-101.bottom", "P-103.top"), ("P-103.bottom", "P-101.out"), ("P-101.out", "P-103.bottom")]
    {
        for curve in [ConnectorCurve::Straight, ConnectorCurve::Orthogonal] {
            let options = ConnectOptions { curve, size: Some(4.0), ..ConnectOptions::default() };
            scene.connect("s", &from.into(), &to.into(), &options, &fonts).unwrap();
            let shapes = scene.world_shapes("s_line").unwrap();
            let way = shapes[0].0.flattened(&shapes[0].1, 0.01).unwrap().remove(0).points;
            for pair in way.windows(2) {
                let is_through =
                    tags.iter().any(|tag| crate::drafting::connector::crosses(tag, pair[0], pair[1]));
                assert!(!is_through, "{from} {to} {curve:?}: {way:?}");
            }
        }
    }
}

#[test]
fn connectors_join_ports() {
    let mut scene = flow_sheet();
    let fonts = Fonts::builtin();
    let orthogonal =
        ConnectOptions { curve: ConnectorCurve::Orthogonal, size: Some(4.0), ..ConnectOptions::default() };
    scene.connect("s", &"P-101.out".into(), &"P-102.in".into(), &orthogonal, &fonts).unwrap();
    let [from, to] = ends(&scene, "s_line");
    // The second pump is turned by a quarter: its inlet is below it.
    assert!(from.distance_to(Point::new(-20.0, -30.0)) < 1e-9, "{from:?}");
    assert!(to.distance_to(Point::new(40.0, 50.0)) < 1e-9, "{to:?}");
    for (curve, name) in [(ConnectorCurve::Straight, "u"), (ConnectorCurve::Smooth, "v")] {
        let options = ConnectOptions { curve, ..orthogonal.clone() };
        scene.connect(name, &"P-101.out".into(), &"T-101.top".into(), &options, &fonts).unwrap();
        let [from, to] = ends(&scene, &format!("{name}_line"));
        assert!(from.distance_to(Point::new(-20.0, -30.0)) < 1e-9, "{from:?}");
        assert!(to.distance_to(Point::new(-80.0, 25.0)) < 1e-9, "{to:?}");
    }
    // A port moves with its instance, and a point is an end too.
    scene.translate("P-101", 0.0, 7.0, Space::World).unwrap();
    let at = ConnectEnd::At("P-101".to_owned(), Place::Own(Point::new(10.0, 0.0)));
    let point = ConnectEnd::Point(Point::new(60.0, -23.0));
    scene.connect("w", &at, &point, &orthogonal, &fonts).unwrap();
    let [from, to] = ends(&scene, "w_line");
    assert!(
        from.distance_to(Point::new(-20.0, -23.0)) < 1e-9 && to.distance_to(Point::new(60.0, -23.0)) < 1e-9
    );
    // The way keeps clear of a pump in between.
    scene.insert_block("pump", "P-103", 20.0, -23.0, &InsertOptions::default(), &fonts).unwrap();
    scene.connect("w", &at, &point, &orthogonal, &fonts).unwrap();
    assert!(scene.distance("w_line", "P-103").unwrap().distance > 1.0);
    let error = scene.connect("x", &"P-101.to".into(), &"P-102.in".into(), &orthogonal, &fonts).unwrap_err();
    assert_eq!(error.message, "\"P-101\" has no port \"to\"; it has in, out, left, right, top, bottom");
    let error =
        scene.connect("x", &"T-101.outlet".into(), &"P-102.in".into(), &orthogonal, &fonts).unwrap_err();
    assert_eq!(error.message, "\"T-101\" has no port \"outlet\"; it has left, right, top, bottom");
    assert!(!scene.exists("x"));
}
