mod drafting;

use std::collections::BTreeSet;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_8, PI, TAU};

use acadrust::entities::{BoundaryEdge, EntityType};

use super::curves::{AxialArc, Curve, spline, sub_paths};
use super::names::{legal_name, name_record};
use super::tables::elements;
use super::*;
use scenewright_geometry::{Axis, Path, Point};
use scenewright_scene::{
    Align, Around, Contents, Fonts, LayerChange, Linetype, ListFilter, Space, TextBox, TextOptions,
    VerticalAlign,
};

fn outline(shape: Shape, world: Affine) -> Vec<EntityType> {
    entities::outline(&shape, &world)
}

#[track_caller]
fn assert_near(left: f64, right: f64) {
    assert!((left - right).abs() < 1e-9, "{left} is not {right}");
}

fn file(scene: &Scene, text: TextMode) -> String {
    let options = DxfOptions { text, ..DxfOptions::default() };
    String::from_utf8(to_dxf(scene, options).unwrap()).unwrap()
}

/// Counts how often a group code has that value.
fn count(file: &str, code: i32, value: &str) -> usize {
    let lines: Vec<&str> = file.split('\n').collect();
    lines.chunks_exact(2).filter(|pair| pair[0].trim() == code.to_string() && pair[1].trim() == value).count()
}

#[test]
fn circle_stays_circle_unless_sheared() {
    let circle = Shape::circle(1.0, 2.0, 3.0).unwrap();
    let turned = Affine::translation(10.0, 0.0) * Affine::rotation(0.3) * Affine::scale(-2.0, 2.0);
    let EntityType::Circle(it) = &outline(circle.clone(), turned)[0] else { panic!() };
    let center = turned * Point::new(1.0, 2.0);
    assert_near(it.radius, 6.0);
    assert_near(it.center.x, center.x);
    assert_near(it.center.y, center.y);

    // The unit circle under [[1, 1], [0, 1]]: the half axes are the golden ratio and its inverse.
    let sheared = Affine { c: 1.0, ..Affine::IDENTITY };
    let EntityType::Ellipse(it) = &outline(Shape::circle(0.0, 0.0, 1.0).unwrap(), sheared)[0] else {
        panic!()
    };
    let golden = f64::midpoint(1.0, 5.0_f64.sqrt());
    assert_near(it.major_axis.length(), golden);
    assert_near(it.minor_axis_ratio, 1.0 / (golden * golden));
    // The major axis of the image lies at half the arc tangent of 2.
    assert_near(it.major_axis.y.abs().atan2(it.major_axis.x.abs()), 0.5 * 2.0_f64.atan());
    assert_eq!((it.start_parameter, it.end_parameter), (0.0, TAU));

    // Sheared beyond what readers take as an ellipse, it is a line to and fro.
    let flat = outline(circle, Affine::scale(1.0, 1e-9));
    assert!(matches!(&flat[..], [EntityType::LwPolyline(_)]), "{flat:?}");
}

#[test]
fn dxf_arcs_run_counter_clockwise() {
    let arc = |world: Affine| {
        let shape = Shape::arc(0.0, 0.0, 2.0, 0.0, FRAC_PI_2).unwrap();
        match &outline(shape, world)[0] {
            EntityType::Arc(it) => (it.start_angle, it.end_angle, it.radius),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(arc(Affine::IDENTITY), (0.0, FRAC_PI_2, 2.0));
    let mirrored = arc(Affine::scale(-1.0, 1.0));
    assert_near(mirrored.0, FRAC_PI_2);
    assert_near(mirrored.1, PI);
    let upside_down = arc(Affine::scale(1.0, -3.0) * Affine::scale(3.0, 1.0));
    assert_near(upside_down.0, 1.5 * PI);
    assert_near(upside_down.1 % TAU, 0.0);
    assert_near(upside_down.2, 6.0);

    // Stretched, a quarter of a circle is a quarter of an ellipse, between the ends of its axes.
    let shape = Shape::arc(0.0, 0.0, 2.0, 0.0, FRAC_PI_2).unwrap();
    for (world, start) in [
        (Affine::scale(2.0, 1.0), 0.0),
        (Affine::scale(-2.0, 1.0), FRAC_PI_2),
        (Affine::scale(-2.0, -1.0), PI),
    ] {
        let EntityType::Ellipse(it) = &outline(shape.clone(), world)[0] else { panic!() };
        let side = it.major_axis.x.signum();
        let start = if side > 0.0 { start } else { start + PI };
        assert_near(super::curves::turn(it.start_parameter - start + 1.0), 1.0);
        assert_near(it.end_parameter - it.start_parameter, FRAC_PI_2);
        assert_near(it.major_axis.length(), 4.0);
        assert_near(it.minor_axis_ratio, 0.5);
    }
}

#[test]
fn axial_arc_passes_through_points_of_its_span() {
    let path = Path::parse("M 3 1 A 5 2 25 1 0 -4 2").unwrap();
    for world in [Affine::IDENTITY, Affine { a: 1.2, b: 0.3, c: -0.7, d: -0.9, e: 5.0, f: -2.0 }] {
        let mut segments = path.segments();
        let from = segments.next().unwrap().end().unwrap();
        let Some(scenewright_geometry::Segment::Arc(arc)) = segments.next() else { panic!() };
        let span = arc.span(from).transformed(&world);
        let axial = AxialArc::of(&span);
        let at = |t: f64| {
            let (minor_x, minor_y) = (-axial.major.y * axial.ratio, axial.major.x * axial.ratio);
            Point::new(
                axial.center.x + axial.major.x * t.cos() + minor_x * t.sin(),
                axial.center.y + axial.major.y * t.cos() + minor_y * t.sin(),
            )
        };
        for step in 0..=10 {
            let part = f64::from(step) / 10.0;
            let expected = span.point_at(span.start + span.sweep * part);
            // The counter-clockwise way begins at the other end when the arc runs clockwise.
            let forward = at(axial.start + axial.sweep * part);
            let backward = at(axial.start + axial.sweep * (1.0 - part));
            let off = |it: Point| (it.x - expected.x).hypot(it.y - expected.y);
            assert!(off(forward).min(off(backward)) < 1e-9, "{part}");
        }
    }
}

#[test]
fn arcs_of_whole_circle_or_ellipse_become_it() {
    // A plate with a bore of a diameter of 25 and an oval, one path.
    let data = "M -50 -30 H 50 V 30 H -50 Z M 22.5 5 A 12.5 12.5 0 0 0 10 -7.5 A 12.5 12.5 0 0 0 -2.5 5 \
                A 12.5 12.5 0 0 0 22.5 5 Z M -20 0 A 9 5 90 0 1 -30 0 A 9 5 90 0 1 -20 0 Z";
    let turned = Affine::translation(7.0, 0.1) * Affine::rotation(0.3) * Affine::scale(-2.0, 2.0);
    for world in [Affine::IDENTITY, turned] {
        let entities = outline(Shape::path(data).unwrap(), world);
        let [EntityType::LwPolyline(plate), EntityType::Circle(bore), EntityType::Ellipse(oval)] =
            &entities[..]
        else {
            panic!("{entities:?}")
        };
        let factor = world.similarity_factor().unwrap();
        assert!(plate.is_closed && plate.vertices.len() == 4);
        assert!((2.0 * bore.radius / factor - 25.0).abs() < 1e-12, "{}", bore.radius);
        let center = world * Point::new(10.0, 5.0);
        assert_near(bore.center.x, center.x);
        assert_near(bore.center.y, center.y);
        assert_near(oval.major_axis.length(), 9.0 * factor);
        assert_near(oval.minor_axis_ratio, 5.0 / 9.0);
        assert_eq!((oval.start_parameter, oval.end_parameter), (0.0, TAU));
    }
    // Half a circle and its diameter, and two halves of different circles, are none.
    for data in ["M -5 0 A 5 5 0 0 1 5 0 Z", "M -5 0 A 5 5 0 0 1 5 0 A 6 6 0 0 1 -5 0 Z"] {
        let entities = outline(Shape::path(data).unwrap(), Affine::IDENTITY);
        assert!(matches!(&entities[..], [EntityType::LwPolyline(_)]), "{entities:?}");
    }
    // A turn and a half is not a whole one, and neither is one that stays open.
    for data in [
        "M 5 0 A 5 5 0 0 1 -5 0 A 5 5 0 0 1 5 0 A 5 5 0 0 1 -5 0 A 5 5 0 0 1 5 0 Z",
        "M 5 0 A 5 5 0 0 1 -5 0 A 5 5 0 0 1 5 0",
    ] {
        let entities = outline(Shape::path(data).unwrap(), Affine::IDENTITY);
        assert!(matches!(&entities[..], [EntityType::LwPolyline(_)]), "{entities:?}");
    }
}

#[test]
fn lines_and_circular_arcs_become_one_polyline_with_bulges() {
    // A slot: its left end runs through the upper quarter first.
    let path = Path::parse("M 0 0 L 10 0 A 5 5 0 0 1 15 5 L 0 5 Z").unwrap();
    let entities = outline(Shape::Path(path), Affine::IDENTITY);
    let [EntityType::LwPolyline(it)] = &entities[..] else { panic!("{entities:?}") };
    assert!(it.is_closed);
    let bulges: Vec<f64> = it.vertices.iter().map(|vertex| vertex.bulge).collect();
    assert_eq!(bulges.len(), 4);
    assert_near(bulges[1], FRAC_PI_8.tan());
    assert_eq!([bulges[0], bulges[2], bulges[3]], [0.0; 3]);

    // Mirrored, the arc turns the other way.
    let path = Path::parse("M 10 0 A 5 5 0 0 1 15 5").unwrap();
    let mirrored = outline(Shape::Path(path), Affine::scale(-2.0, 2.0));
    let [EntityType::LwPolyline(it)] = &mirrored[..] else { panic!("{mirrored:?}") };
    assert_near(it.vertices[0].bulge, -FRAC_PI_8.tan());
    assert_eq!((it.vertices[1].location.x, it.vertices[1].location.y), (-30.0, 10.0));
    // Three quarters are two arcs of the same bulge.
    let path = Path::parse("M 1 0 A 1 1 0 1 1 0 -1").unwrap();
    let parts = sub_paths(&path);
    let [Curve::Bulge { bulge, .. }, Curve::Bulge { bulge: other, .. }] = parts[0].curves[..] else {
        panic!()
    };
    assert_near(bulge, (1.5 * FRAC_PI_8).tan());
    assert_near(other, bulge);
    // Two points are a line.
    let line = Shape::line(vec![Point::new(0.0, 0.0), Point::new(1.0, 2.0)]).unwrap();
    assert!(matches!(&outline(line, Affine::IDENTITY)[..], [EntityType::Line(_)]));
}

#[test]
fn consecutive_cubics_become_one_spline() {
    let path = Path::parse("M 0 0 C 1 2 3 4 5 0 S 8 -2 9 0 Q 10 3 12 0 L 20 0 A 4 2 0 0 1 20 5").unwrap();
    let parts = sub_paths(&path);
    let runs = parts[0].runs();
    let (points, knots) = spline(runs[0].0, runs[0].1);
    assert_eq!(points.len(), 10);
    assert_eq!(knots, [0., 0., 0., 0., 1., 1., 1., 2., 2., 2., 3., 3., 3., 3.]);
    // The quadratic with the control point (10, 3), raised by a degree.
    assert_eq!(points[7..9], [Point::new(9.0 + 2.0 / 3.0, 2.0), Point::new(12.0 - 4.0 / 3.0, 2.0)]);
    let kinds: Vec<&str> = entities::outline(&Shape::Path(path), &Affine::IDENTITY)
        .iter()
        .map(|it| match it {
            EntityType::Spline(_) => "spline",
            EntityType::Line(_) => "line",
            EntityType::Ellipse(_) => "ellipse",
            _ => "other",
        })
        .collect();
    assert_eq!(kinds, ["spline", "line", "ellipse"]);

    // The count of knots has 16 bits.
    let mut long = Path::new();
    long.push(scenewright_geometry::Segment::Move(Point::ORIGIN));
    for index in 0..12_000 {
        let x = f64::from(index);
        let [first, second, to] = [[x, 1.0], [x + 1.0, 1.0], [x + 1.0, 0.0]].map(Point::from);
        long.push(scenewright_geometry::Segment::Cubic(first, second, to));
    }
    let counts: Vec<usize> = entities::outline(&Shape::Path(long), &Affine::IDENTITY)
        .iter()
        .map(|it| if let EntityType::Spline(it) = it { it.knots.len() } else { 0 })
        .collect();
    assert_eq!(counts, [15_005, 15_005, 6_005]);
}

#[test]
fn hatch_follows_fill_rule_of_shape() {
    let hatch = |shape: Shape, world: Affine| fill::hatch(&shape, &world).map(|hatch| hatch.paths);
    let vertices = |edge: &BoundaryEdge| match edge {
        BoundaryEdge::Polyline(it) => it.vertices.len(),
        _ => 0,
    };
    // A circle in two halves, an ellipse as one edge.
    let circle = Shape::circle(0.0, 0.0, 1.0).unwrap();
    let paths = hatch(circle.clone(), Affine::IDENTITY).unwrap();
    let BoundaryEdge::Polyline(halves) = &paths[0].edges[0] else { panic!() };
    assert_eq!(halves.vertices.iter().map(|it| it.z).collect::<Vec<_>>(), [1.0, 1.0]);
    let paths = hatch(circle, Affine::scale(2.0, 1.0)).unwrap();
    assert!(matches!(&paths[0].edges[..], [BoundaryEdge::EllipticArc(_)]));
    // A square with a hole has two rings; the same as a path that winds around the inner one twice has one.
    let nested = |inner: &str| {
        let data = format!("M 0 0 H 9 V 9 H 0 Z {inner}");
        hatch(Shape::path(&data).unwrap(), Affine::IDENTITY).unwrap()
    };
    assert_eq!(nested("M 3 3 V 6 H 6 V 3 Z").len(), 2);
    let whole = nested("M 3 3 H 6 V 6 H 3 Z");
    assert_eq!((whole.len(), vertices(&whole[0].edges[0])), (1, 4));
    // A pentagram is filled in the middle too: ten corners.
    let corner = |index: i32| {
        let angle = f64::from(index) * 0.8 * PI;
        Point::new(angle.sin(), angle.cos())
    };
    let star =
        hatch(Shape::polygon((0..5).map(corner).collect(), Vec::new()).unwrap(), Affine::IDENTITY).unwrap();
    assert_eq!((star.len(), vertices(&star[0].edges[0])), (1, 10));
    // An open outline is closed by a line, and a line to and fro has no area.
    let open = hatch(Shape::path("M 0 0 C 0 5 5 5 5 0").unwrap(), Affine::IDENTITY).unwrap();
    assert!(matches!(&open[0].edges[..], [BoundaryEdge::Spline(_), BoundaryEdge::Line(_)]));
    assert!(hatch(Shape::path("M 0 0 L 5 5").unwrap(), Affine::IDENTITY).is_none());
}

#[test]
fn dashes_become_elements_of_line_type() {
    assert_eq!(elements(&[3.0, 2.0]), [3.0, -2.0]);
    assert_eq!(elements(&[3.0]), [3.0, -3.0]);
    assert_eq!(elements(&[1.0, 2.0, 4.0]), [1.0, -2.0, 4.0, -1.0, 2.0, -4.0]);
    assert_eq!(elements(&[0.0, 2.0]), [0.0, -2.0]);
    assert_eq!(elements(&[3.0, 0.0, 4.0, 1.0]), [7.0, -1.0]);
    // An odd array counts twice: 3 on, 2 off, 0 on, 3 off, 2 on, 0 off; the last dash runs on into the first.
    assert_eq!(elements(&[3.0, 2.0, 0.0]), [5.0, -2.0, 0.0, -3.0]);
    assert!(elements(&[3.0, 0.0]).is_empty() && elements(&[]).is_empty());
    // Seven dashes of mean length 4 and seven gaps of mean length 1.
    let long: Vec<f64> = (1..=7).flat_map(|length| [f64::from(length), 1.0]).collect();
    assert_eq!(elements(&long), [4.0, -1.0]);
}

#[test]
fn stroke_width_becomes_nearest_line_weight_on_paper() {
    let weights = |units: Units, scale: Option<f64>, width: f64| {
        let mut scene = Scene::new();
        scene.set_units(units);
        scene.draw("a", Shape::line(vec![Point::ORIGIN, Point::new(1.0, 0.0)]).unwrap()).unwrap();
        scene.set_stroke("a", Some(Stroke::solid(Color::BLACK, width))).unwrap();
        scale.into_iter().for_each(|scale| scene.set_drawing_scale(scale).unwrap());
        let file = file(&scene, TextMode::Outlines);
        let found: Vec<&str> =
            ["25", "50", "211", "5"].into_iter().filter(|it| count(&file, 370, it) > 0).collect();
        found.join(" ")
    };
    assert_eq!(weights(Units::Millimeters, None, 0.24), "25");
    assert_eq!(weights(Units::Inches, None, 0.01), "25");
    assert_eq!(weights(Units::Meters, Some(1.0), 7.0), "211");
    assert_eq!(weights(Units::Meters, Some(50.0), 0.025), "50");
    // A metre is drawn at 1:5 where nobody says.
    assert_eq!(weights(Units::Meters, None, 0.0025), "50");
}

#[test]
fn layer_decides_properties_left_open_and_black_is_index_seven() {
    let mut scene = Scene::new();
    let red = Color::parse("#ff0000").ok();
    let change = LayerChange {
        color: red.into(),
        linetype: Some(Linetype::Dashed),
        lineweight: Some(0.52).into(),
        ..LayerChange::default()
    };
    scene.define_layer("cuts", &change).unwrap();
    scene.draw("a", Shape::rect(0.0, 0.0, 1000.0, 10.0).unwrap()).unwrap();
    scene.draw("b", Shape::circle(0.0, 0.0, 5.0).unwrap()).unwrap();
    for name in ["a", "b"] {
        scene.set_layer(name, "cuts", Contents::Included).unwrap();
    }
    scene.set_stroke("b", Some(Stroke { dash: vec![10.0], ..Stroke::solid(Color::BLACK, 1.0) })).unwrap();
    let text = file(&scene, TextMode::Outlines);
    assert!(text.contains("$LTSCALE\n40\n5.0\n"), "1000 mm on a sheet is 1:5");
    assert_eq!((count(&text, 420, "16711680"), count(&text, 370, "53")), (1, 1), "only the layer has them");
    assert_eq!((count(&text, 62, "7"), count(&text, 420, "0")), (2, 0), "layer 0 and the circle");
    // The layer's dashes are measured on paper, the circle's in the drawing.
    assert_eq!((count(&text, 49, "6.0"), count(&text, 49, "-3.0"), count(&text, 49, "2.0")), (1, 1, 1));
    scene.set_stroke("b", Some(Stroke::solid(Color::BLACK, 1.0))).unwrap();
    assert_eq!(count(&file(&scene, TextMode::Outlines), 6, "Continuous"), 2, "layer 0 and the circle");
    scene.stroke_by_layer("b").unwrap();
    assert_eq!(count(&file(&scene, TextMode::Outlines), 6, "Continuous"), 1);
}

#[test]
fn outlines_alone_are_closed_and_without_hatches() {
    let mut scene = Scene::new();
    scene.draw_text("t", "Bo", 0.0, 0.0, 10.0, &TextOptions::default(), &Fonts::builtin()).unwrap();
    scene.draw("disc", Shape::circle(0.0, 0.0, 5.0).unwrap()).unwrap();
    scene.set_fill("disc", Some(Color::BLACK)).unwrap();
    scene.set_stroke("disc", None).unwrap();
    let filled = file(&scene, TextMode::Outlines);
    assert_eq!((count(&filled, 0, "HATCH"), count(&filled, 0, "CIRCLE")), (3, 0));
    assert_eq!(
        (count(&filled, 0, "LWPOLYLINE"), count(&filled, 0, "SPLINE")),
        (5, 0),
        "three contours of a B, two of an o"
    );
    let options = DxfOptions { fills: false, ..DxfOptions::default() };
    let cuts = String::from_utf8(to_dxf(&scene, options).unwrap()).unwrap();
    assert_eq!(
        (count(&cuts, 0, "HATCH"), count(&cuts, 0, "CIRCLE"), count(&cuts, 0, "LWPOLYLINE")),
        (0, 1, 5)
    );
    // A stroke does not double the contours.
    scene.set_stroke("t", Some(Stroke::solid(Color::BLACK, 0.1))).unwrap();
    assert_eq!(count(&file(&scene, TextMode::Outlines), 0, "LWPOLYLINE"), 5);
}

#[test]
fn layer_names_are_made_legal_and_unique_and_originals_kept() {
    let mut taken = BTreeSet::new();
    let mut legal = |name: &str| legal_name(name, &mut taken);
    assert_eq!(legal("벽체 A-1"), "벽체 A-1");
    assert_eq!(legal("a/b*c"), "a_b_c");
    assert_eq!(legal("A?B:C"), "A_B_C_2");
    assert_eq!(legal(" \n "), "_");
    assert_eq!(legal("x").len() + legal(&"y".repeat(256)).len(), 201);
    let values = name_record(&"가".repeat(100)).values.len();
    assert_eq!(values, 2, "300 bytes are two strings of whole characters");
}

#[test]
fn dxf_states_units_layers_and_extents_and_is_deterministic() {
    let mut scene = Scene::new();
    scene.set_units(Units::Inches);
    let red = Color::parse("#ff0000").ok();
    let change =
        LayerChange { color: red.into(), linetype: Some(Linetype::Center), ..LayerChange::default() };
    scene.define_layer("벽체", &change).unwrap();
    let hidden = LayerChange { visible: Some(false), locked: Some(true), ..LayerChange::default() };
    scene.draw("a", Shape::circle(0.0, 0.0, 2.0).unwrap()).unwrap();
    scene.draw("b", Shape::circle(5.0, 0.0, 2.0).unwrap()).unwrap();
    scene.draw("unseen", Shape::circle(1.0, 0.0, 2.0).unwrap()).unwrap();
    scene.set_stroke("unseen", None).unwrap();
    scene.set_layer("a", "벽체", Contents::Included).unwrap();
    scene.create_group("g", &["b".to_owned()]).unwrap();
    scene.set_layer("g", "notes", Contents::Apart).unwrap();
    scene.define_layer("notes", &hidden).unwrap();
    let text = file(&scene, TextMode::Outlines);
    assert_eq!(text, file(&scene, TextMode::Outlines));
    assert!(text.contains("$ACADVER\n1\nAC1024") && text.contains("$INSUNITS\n70\n1\n"));
    assert!(text.contains("$EXTMIN\n10\n-2.0\n20\n-2.0\n"));
    assert!(text.contains("$EXTMAX\n10\n7.0\n20\n2.0\n"));
    assert_eq!((count(&text, 0, "CIRCLE"), count(&text, 60, "1")), (2, 1), "b is hidden by its group");
    assert_eq!((count(&text, 420, "16711680"), count(&text, 62, "-7")), (1, 1));
    assert_eq!(count(&text, 8, "벽체"), 1);
    assert_eq!(count(&text, 1000, "a"), 1);

    scene.translate("a", 1e30, 0.0, Space::World).unwrap();
    let error = to_dxf(&scene, DxfOptions::default()).unwrap_err();
    assert_eq!(error.kind, Kind::TooLarge);
    assert!(error.message.contains("\"a\""), "{}", error.message);
}

#[test]
fn text_is_written_as_text_where_equivalent() {
    let mut scene = Scene::new();
    let options = TextOptions { align: Align::Right, ..TextOptions::default() };
    scene.draw_text("t", "50%%\nA^ b", 10.0, 20.0, 10.0, &options, &Fonts::builtin()).unwrap();
    let outlines = file(&scene, TextMode::Outlines);
    assert_eq!((count(&outlines, 0, "TEXT"), count(&outlines, 0, "HATCH")), (0, 7));
    let text = file(&scene, TextMode::Text);
    assert_eq!((count(&text, 0, "TEXT"), count(&text, 0, "HATCH")), (2, 0));
    assert_eq!((count(&text, 1, "50%%%%%%"), count(&text, 1, "A^  b"), count(&text, 72, "2")), (1, 1, 2));

    let source = TextSource {
        text: "A\n\nB".to_owned(),
        x: 10.0,
        y: 20.0,
        size: 10.0,
        align: Align::Left,
        font: None,
        cap_height: 7.0,
        line_height: 12.0,
        valign: VerticalAlign::Baseline,
        box_width: None,
        has_markup: false,
        lines: Vec::new(),
    };
    let lines = |world: Affine| {
        let entities = text::entities(&source, &world, "s")?;
        Some(
            entities
                .into_iter()
                .map(|it| match it {
                    EntityType::Text(text) => text,
                    other => panic!("{other:?}"),
                })
                .collect::<Vec<_>>(),
        )
    };
    let turned = lines(Affine::rotation(FRAC_PI_2) * Affine::scale(4.0, 2.0)).unwrap();
    assert_eq!(turned.len(), 2);
    assert_near(turned[0].height, 14.0);
    assert_near(turned[0].rotation, FRAC_PI_2);
    assert_near(turned[0].width_factor, 2.0);
    assert_near(turned[0].insertion_point.x, -40.0);
    assert_near(turned[1].insertion_point.x, -40.0 + 48.0);
    assert_eq!((turned[0].oblique_angle, turned[0].generation_flags), (0.0, 0));
    // Mirrored left to right, it runs backward from the same point; slanted, it leans by the arc tangent of the shear.
    let mirrored = lines(Affine::scale(-1.0, 1.0)).unwrap();
    assert_eq!((mirrored[0].generation_flags, mirrored[0].rotation), (2, 0.0));
    assert_near(mirrored[0].insertion_point.x, -10.0);
    let slanted = lines(Affine { c: 0.5, ..Affine::IDENTITY }).unwrap();
    assert_near(slanted[0].oblique_angle, 0.5_f64.atan());
    assert!(lines(Affine { a: -1.0, c: 0.5, ..Affine::IDENTITY }).is_none(), "slanted and mirrored");

    // Whatever its style, or that of its glyphs, it is text; mirrored it is not.
    let red = Stroke::solid(Color::parse("red").unwrap(), 0.1);
    let ink = |scene: &Scene| {
        let file = file(scene, TextMode::Text);
        (count(&file, 0, "TEXT"), count(&file, 420, "16711680"), count(&file, 8, "notes"))
    };
    assert_eq!(ink(&scene), (2, 0, 0));
    scene.set_stroke("t", Some(red.clone())).unwrap();
    assert_eq!(ink(&scene), (2, 0, 0), "the fill is what one sees of letters");
    scene.set_fill("t", None).unwrap();
    assert_eq!(ink(&scene), (2, 2, 0));
    scene.set_stroke("t", None).unwrap();
    assert_eq!(ink(&scene), (0, 0, 0), "there is nothing to see");
    for glyph in scene.list(&ListFilter { group: Some("t".to_owned()), ..ListFilter::default() }) {
        scene.set_fill(&glyph, Some(red.color)).unwrap();
        scene.set_layer(&glyph, "notes", Contents::Apart).unwrap();
    }
    assert_eq!(ink(&scene), (2, 2, 2), "where all glyphs agree, the text is as they are");
    scene.mirror("t", "m", Axis::X).unwrap();
    scene.rotate("m", 0.5, Space::World, Around::Origin).unwrap();
    scene.delete_entity("t", Contents::Included).unwrap();
    assert_eq!(count(&file(&scene, TextMode::Text), 0, "TEXT"), 0);
}

#[test]
fn dxf_writes_or_refuses_extreme_numbers() {
    let shapes = [
        Shape::circle(0.0, 0.0, 1e-300),
        Shape::circle(1e19, -1e19, 1e18),
        Shape::circle(1e300, 0.0, 1.0),
        Shape::arc(0.0, 0.0, 1e9, 0.0, 1e-12),
        Shape::arc(0.0, 0.0, 1.0, 1e17, 3.0),
        Shape::ellipse(5.0, 5.0, 1e12, 1e-12, 0.3),
        Shape::rect(0.0, 0.0, 1e-200, 1e10),
        Shape::line(vec![Point::ORIGIN; 3]),
        Shape::polygon(vec![Point::new(1.0, 1.0); 4], vec![vec![Point::ORIGIN; 3]]),
        Shape::path("M 0 0 A 1e-9 1e9 30 1 1 1e-7 1 Z L 0 0 C 0 0 0 0 0 0 Q 1e18 1e18 0 0"),
        Shape::path("M 1 1 A 5 5 0 1 1 1 1.0000000001 A 1 1 0 0 0 1 1"),
    ];
    let sheared = |it: &mut Scene| {
        it.rotate("s", 0.5, Space::World, Around::Origin)?;
        it.scale("s", 1e-9, -1e3, Space::World, Around::Origin)
    };
    let mut written = 0;
    for shape in shapes {
        for change in [|_: &mut Scene| Ok(true), sheared] {
            let mut scene = Scene::new();
            scene.draw("s", shape.clone().unwrap()).unwrap();
            scene.set_fill("s", Some(Color::BLACK)).unwrap();
            // A transform that has no size left is refused before.
            let _ = change(&mut scene);
            match (to_dxf(&scene, DxfOptions::default()), crate::pdf::to_pdf(&scene)) {
                (Ok(dxf), _) => {
                    written += 1;
                    let text = String::from_utf8(dxf).unwrap();
                    assert!(!text.contains("NaN") && !text.contains("inf\n"));
                }
                (Err(error), _) => assert_eq!(error.kind, Kind::TooLarge),
            }
        }
    }
    // What reaches beyond 1e20: the circle at 1e300, twice, and two shapes that are stretched by a thousand.
    assert_eq!(written, 2 * 11 - 4);
}

#[test]
fn laid_out_text_is_one_mtext_with_its_properties() {
    let mtext = |text: &str, options: &TextOptions| {
        let mut scene = Scene::new();
        scene.draw_text("t", text, 10.0, 20.0, 10.0, options, &Fonts::builtin()).unwrap();
        let file = file(&scene, TextMode::Text);
        assert_eq!((count(&file, 0, "HATCH"), count(&file, 0, "LWPOLYLINE")), (0, 0), "{text}");
        (count(&file, 0, "MTEXT"), count(&file, 0, "TEXT"), file)
    };
    let plain = TextOptions::default();
    assert_eq!(mtext("one", &plain).1, 1);
    let (paragraphs, texts, two) =
        mtext("one\ntwo {x} \\ ^ y", &TextOptions { align: Align::Center, ..plain.clone() });
    assert_eq!((paragraphs, texts), (1, 0));
    assert!(two.contains("one\\Ptwo \\{x\\} \\\\ ^  y"), "escaped");
    let last = &two[two.rfind("MTEXT").unwrap()..];
    let codes = last.split('\n').map(str::trim).collect::<Vec<_>>().join(" ");
    assert!(
        codes.contains(" 71 2 ") && codes.contains(" 73 2 "),
        "hangs from its middle, at exact distances: {codes}"
    );

    let boxed = TextOptions {
        text_box: Some(TextBox { width: 80.0, height: None }),
        angle: FRAC_PI_2,
        ..plain.clone()
    };
    let (paragraphs, _, boxed) = mtext("a text that is wrapped in a box of its own", &boxed);
    assert_eq!((paragraphs, count(&boxed, 41, "80.0")), (1, 1));
    assert!(boxed.contains("a text that is wrapped in a box of its own"), "the words flow");

    let markup = TextOptions { markup: true, ..plain.clone() };
    let (paragraphs, _, stacks) = mtext("Ø25{+0.021|0} m^{2} H_{2}O", &markup);
    assert_eq!(paragraphs, 1);
    for code in ["{\\H0.62x;\\S+0.021^ 0;}", "{\\H0.62x;\\S2^ ;}", "{\\H0.62x;\\S^ 2;}"] {
        assert!(stacks.contains(code), "{code}");
    }
    let engraved =
        TextOptions { font: Some("Hershey Simplex".into()), valign: Some(VerticalAlign::Middle), ..plain };
    let (_, texts, stroked) = mtext("AB", &engraved);
    assert_eq!((texts, count(&stroked, 3, "simplex.shx"), count(&stroked, 73, "2")), (1, 1, 1), "{stroked}");
}

#[test]
fn single_strokes_are_open_lines_in_dxf() {
    let mut scene = Scene::new();
    let options = TextOptions { font: Some("Hershey Simplex".into()), ..TextOptions::default() };
    scene.draw_text("t", "LT", 0.0, 0.0, 10.0, &options, &Fonts::builtin()).unwrap();
    let file = file(&scene, TextMode::Outlines);
    assert_eq!((count(&file, 0, "LINE"), count(&file, 0, "HATCH"), count(&file, 0, "LWPOLYLINE")), (4, 0, 0));
}

#[test]
fn vertices_have_only_the_bulges_that_are_not_zero() {
    let mut scene = Scene::new();
    scene.draw("straight", Shape::rect(0.0, 0.0, 4.0, 2.0).unwrap()).unwrap();
    scene.draw("slot", Shape::path("M 0 0 L 4 0 A 1 1 0 0 1 4 2 L 0 2 A 1 1 0 0 1 0 0 Z").unwrap()).unwrap();

    let file = file(&scene, TextMode::Text);

    let lines: Vec<&str> = file.split('\n').collect();
    let mut counts: Vec<[usize; 4]> = Vec::new();
    let mut in_polyline = false;
    for pair in lines.chunks_exact(2) {
        if pair[0] == "0" {
            in_polyline = pair[1] == "LWPOLYLINE";
            if in_polyline {
                counts.push([0; 4]);
            }
        }
        let at = ["10", "40", "41", "42"].iter().position(|code| *code == pair[0]);
        if let (true, Some(at), Some(last)) = (in_polyline, at, counts.last_mut()) {
            last[at] += 1;
        }
    }
    assert_eq!(counts, [[4, 0, 0, 0], [4, 0, 0, 2]]);
}
