//! Changes in words, a row each: what the drawing was made of before and after, and the lines that a person reads.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use super::*;
use scenewright_geometry::Point;

type Draw = fn(&mut Scene);

#[track_caller]
fn assert_lines(case: &str, before: Draw, after: Draw, expected: &[&str]) {
    let mut scenes = [Scene::new(), Scene::new()];
    before(&mut scenes[0]);
    after(&mut scenes[1]);
    let [old, new] = scenes;
    assert_eq!(scene_changes(Some(&old), &new).drawing, expected, "{case}");
    assert_eq!(scene_changes(Some(&old), &old).drawing, Vec::<String>::new(), "{case}: nothing changed");
}

fn line(scene: &mut Scene, name: &str, points: &[[f64; 2]]) {
    scene.draw(name, Shape::line(points.iter().copied().map(Point::from).collect()).unwrap()).unwrap();
}

fn polygon(scene: &mut Scene, name: &str, points: &[[f64; 2]], hole: &[[f64; 2]]) {
    let ring = |points: &[[f64; 2]]| points.iter().copied().map(Point::from).collect::<Vec<_>>();
    let holes = if hole.is_empty() { Vec::new() } else { vec![ring(hole)] };
    scene.draw(name, Shape::polygon(ring(points), holes).unwrap()).unwrap();
}

fn path(scene: &mut Scene, name: &str, data: &str) {
    scene.draw(name, Shape::path(data).unwrap()).unwrap();
}

fn text(scene: &mut Scene, name: &str, words: &str, x: f64, size: f64) {
    scene.draw_text(name, words, x, 0.0, size, &TextOptions::default(), &Fonts::builtin()).unwrap();
}

fn red() -> Option<Color> {
    Some(Color { r: 1.0, g: 0.0, b: 0.0, a: 1.0 })
}

fn pen(color: &str, width: f64, dash: &[f64]) -> Option<Stroke> {
    let color = Color::parse(color).unwrap();
    Some(Stroke { color, width, dash: dash.to_vec(), cap: Cap::Butt, join: Join::Miter })
}

fn four(scene: &mut Scene, radius: f64, dx: f64) {
    for at in 0..4 {
        circle(scene, &format!("hole_{}", at + 1), dx + 20.0 * f64::from(at), 0.0, radius);
    }
}

#[test]
fn sizes_are_reported_before_and_after() {
    let cases: &[(&str, Draw, Draw, &[&str])] = &[
        (
            "a circle",
            |s| circle(s, "hole", 5.0, 5.0, 3.0),
            |s| circle(s, "hole", 5.0, 5.0, 5.0),
            &["hole: Ø6 → Ø10"],
        ),
        (
            "a part of 1e-7 is not read",
            |s| circle(s, "hole", 0.0, 0.0, 0.1 + 0.2),
            |s| circle(s, "hole", 0.0, 0.0, 1.0 / 3.0),
            &["hole: Ø0.6 → Ø0.666667"],
        ),
        (
            "a rectangle about its centre",
            |s| rect(s, "part", 0.0, 0.0, 120.0, 80.0),
            |s| rect(s, "part", 0.0, 0.0, 150.0, 80.0),
            &["part: 120 × 80 → 150 × 80"],
        ),
        (
            "a rectangle from its corner",
            |s| rect(s, "part", 60.0, 40.0, 120.0, 80.0),
            |s| rect(s, "part", 75.0, 40.0, 150.0, 80.0),
            &["part: 120 × 80 → 150 × 80"],
        ),
        (
            "a rectangle that grew and went away",
            |s| rect(s, "part", 60.0, 40.0, 120.0, 80.0),
            |s| rect(s, "part", 200.0, 40.0, 150.0, 80.0),
            &["part: 120 × 80 → 150 × 80, moved by (140, 0)"],
        ),
        (
            "a rectangle of polygons, as a boolean leaves it",
            |s| polygon(s, "part", &[[0.0, 0.0], [120.0, 0.0], [120.0, 80.0], [0.0, 80.0]], &[]),
            |s| polygon(s, "part", &[[0.0, 0.0], [150.0, 0.0], [150.0, 80.0], [0.0, 80.0]], &[]),
            &["part: 120 × 80 → 150 × 80"],
        ),
        (
            "a scaled circle is as large as it is seen",
            |s| circle(s, "hole", 5.0, 5.0, 3.0),
            |s| {
                circle(s, "hole", 5.0, 5.0, 3.0);
                s.scale("hole", 2.0, 2.0, Space::Local, Around::Origin).unwrap();
            },
            &["hole: Ø6 → Ø12"],
        ),
        (
            "an arc",
            |s| s.draw("a", Shape::arc(0.0, 0.0, 5.0, 0.0, FRAC_PI_2).unwrap()).unwrap(),
            |s| s.draw("a", Shape::arc(0.0, 0.0, 8.0, 0.0, FRAC_PI_4).unwrap()).unwrap(),
            &["a: R5 → R8, 0° to 90° → 0° to 45°"],
        ),
        (
            "an ellipse",
            |s| s.draw("e", Shape::ellipse(0.0, 0.0, 10.0, 5.0, 0.0).unwrap()).unwrap(),
            |s| s.draw("e", Shape::ellipse(0.0, 0.0, 10.0, 6.0, FRAC_PI_2).unwrap()).unwrap(),
            &["e: 20 × 10 → 20 × 12, rotated by 90°"],
        ),
        (
            "a line",
            |s| line(s, "axis", &[[0.0, 0.0], [10.0, 0.0]]),
            |s| line(s, "axis", &[[0.0, 0.0], [25.0, 0.0]]),
            &["axis: length 10 → 25"],
        ),
        (
            "corners and holes",
            |s| polygon(s, "p", &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]], &[]),
            |s| {
                let outline = [[0.0, 0.0], [10.0, 0.0], [10.0, 8.0], [8.0, 10.0], [0.0, 10.0]];
                polygon(s, "p", &outline, &[[2.0, 2.0], [4.0, 2.0], [4.0, 4.0]]);
            },
            &["p: 4 → 5 corners, 0 → 1 hole"],
        ),
        (
            "an outline of the same size",
            |s| polygon(s, "p", &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]], &[]),
            |s| polygon(s, "p", &[[0.0, 0.0], [10.0, 0.0], [7.0, 10.0], [0.0, 10.0]], &[]),
            &["p: outline length 40 → 37.440307"],
        ),
        (
            "a path",
            |s| path(s, "p", "M0 0H10V5H0Z"),
            |s| path(s, "p", "M0 0H10V7H0ZM2 2H4V4H2Z"),
            &["p: 10 × 5 → 10 × 7, 1 → 2 outlines"],
        ),
        (
            "a type",
            |s| circle(s, "a", 0.0, 0.0, 3.0),
            |s| rect(s, "a", 0.0, 0.0, 5.0, 4.0),
            &["a: circle Ø6 → rectangle 5 × 4"],
        ),
    ];
    for (case, before, after, expected) in cases {
        assert_lines(case, *before, *after, expected);
    }
}

#[test]
fn moves_are_reported_by_their_distance() {
    let cases: &[(&str, Draw, Draw, &[&str])] = &[
        (
            "drawn elsewhere",
            |s| circle(s, "a", 0.0, 0.0, 3.0),
            |s| circle(s, "a", 10.0, -2.5, 3.0),
            &["a: moved by (10, -2.5)"],
        ),
        (
            "translated",
            |s| rect(s, "a", 0.0, 0.0, 3.0, 4.0),
            |s| {
                rect(s, "a", 0.0, 0.0, 3.0, 4.0);
                s.translate("a", 1.0, 0.0, Space::World).unwrap();
            },
            &["a: moved by (1, 0)"],
        ),
        (
            "a polygon with its points elsewhere",
            |s| polygon(s, "a", &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[]),
            |s| polygon(s, "a", &[[5.0, 5.0], [6.0, 5.0], [5.0, 6.0]], &[]),
            &["a: moved by (5, 5)"],
        ),
        (
            "rotated about its middle",
            |s| rect(s, "a", 7.0, 7.0, 3.0, 4.0),
            |s| {
                rect(s, "a", 7.0, 7.0, 3.0, 4.0);
                s.rotate("a", FRAC_PI_2, Space::Local, Around::Origin).unwrap();
            },
            &["a: rotated by 90°"],
        ),
        (
            "rotated about the origin",
            |s| rect(s, "a", 10.0, 0.0, 3.0, 4.0),
            |s| {
                rect(s, "a", 10.0, 0.0, 3.0, 4.0);
                s.rotate("a", -FRAC_PI_2, Space::World, Around::Point(Point::ORIGIN)).unwrap();
            },
            &["a: rotated by -90°, moved by (-10, -10)"],
        ),
        (
            "a group, and nothing of what is in it",
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.create_group("g", &names(&["a"])).unwrap();
            },
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.create_group("g", &names(&["a"])).unwrap();
                s.translate("g", 4.0, 5.0, Space::World).unwrap();
                s.scale("g", 2.0, 2.0, Space::Local, Around::Origin).unwrap();
            },
            &["g: scaled by 2, moved by (4, 5)"],
        ),
        (
            "the order",
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                circle(s, "b", 0.0, 0.0, 2.0);
                circle(s, "c", 0.0, 0.0, 1.0);
            },
            |s| {
                circle(s, "b", 0.0, 0.0, 2.0);
                circle(s, "c", 0.0, 0.0, 1.0);
                circle(s, "a", 0.0, 0.0, 3.0);
            },
            &["a: drawn at another place in the order"],
        ),
    ];
    for (case, before, after, expected) in cases {
        assert_lines(case, *before, *after, expected);
    }
}

#[test]
fn looks_texts_and_groups_are_reported() {
    let cases: &[(&str, Draw, Draw, &[&str])] = &[
        (
            "a fill",
            |s| circle(s, "a", 0.0, 0.0, 3.0),
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.set_fill("a", red()).unwrap();
            },
            &["a: fill inherited → red"],
        ),
        (
            "a pen",
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.set_stroke("a", pen("black", 0.25, &[])).unwrap();
            },
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.set_stroke("a", pen("#123456", 0.5, &[3.0, 1.0])).unwrap();
            },
            &["a: line colour black → #123456, line width 0.25 → 0.5, dashes solid → 3 1"],
        ),
        (
            "a layer of an entity, and the layer itself",
            |s| circle(s, "a", 0.0, 0.0, 3.0),
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.set_layer("a", "cut", Contents::Included).unwrap();
            },
            &["a: layer 0 → cut"],
        ),
        (
            "what a layer looks like",
            |s| s.define_layer("cut", &LayerChange::default()).unwrap(),
            |s| {
                let color = PropertyChange::Set(Color::parse("red").unwrap());
                let change = LayerChange { color, visible: Some(false), ..LayerChange::default() };
                s.define_layer("cut", &change).unwrap();
            },
            &["layer cut: colour black → red, hidden"],
        ),
        (
            "the words of a text",
            |s| text(s, "t", "A", 0.0, 5.0),
            |s| text(s, "t", "Base plate\n2 ×", 0.0, 5.0),
            &["t: \"A\" → \"Base plate\\n2 ×\""],
        ),
        (
            "the size and the place of a text",
            |s| text(s, "t", "AB", 0.0, 5.0),
            |s| text(s, "t", "AB", 3.0, 7.0),
            &["t: size 5 → 7, moved by (3, 0)"],
        ),
        (
            "the colour of a text of several glyphs",
            |s| text(s, "t", "AB", 0.0, 5.0),
            |s| {
                text(s, "t", "AB", 0.0, 5.0);
                s.set_fill("t", red()).unwrap();
            },
            &["t: fill by layer → red"],
        ),
        (
            "a group that was made about what was there",
            |s| circle(s, "a", 0.0, 0.0, 3.0),
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.create_group("g", &names(&["a"])).unwrap();
            },
            &["a: into group g", "g added (group of 1)"],
        ),
        (
            "units and scale",
            |s| s.set_units(Units::Millimeters),
            |s| {
                s.set_units(Units::Inches);
                s.set_drawing_scale(50.0).unwrap();
            },
            &["units: mm → in", "drawing scale: 1:1 → 1:50"],
        ),
    ];
    for (case, before, after, expected) in cases {
        assert_lines(case, *before, *after, expected);
    }
}

#[test]
fn added_and_removed_entities_are_counted() {
    let cases: &[(&str, Draw, Draw, &[&str])] = &[
        ("four holes", |_| {}, |s| four(s, 3.0, 0.0), &["4 holes added (Ø6)"]),
        ("one", |_| {}, |s| rect(s, "part", 0.0, 0.0, 120.0, 80.0), &["part added (120 × 80)"]),
        ("went", |s| four(s, 3.0, 0.0), |_| {}, &["4 holes removed (Ø6)"]),
        (
            "of several sizes",
            |_| {},
            |s| {
                circle(s, "hole_1", 0.0, 0.0, 3.0);
                circle(s, "hole_2", 9.0, 0.0, 4.0);
            },
            &["2 holes added"],
        ),
        (
            "a group, and not what is in it",
            |_| {},
            |s| {
                four(s, 3.0, 0.0);
                s.create_group("pattern", &names(&["hole_1", "hole_2", "hole_3", "hole_4"])).unwrap();
            },
            &["pattern added (group of 4)"],
        ),
        ("all larger", |s| four(s, 3.0, 0.0), |s| four(s, 5.0, 0.0), &["4 holes: Ø6 → Ø10"]),
        ("all moved", |s| four(s, 3.0, 0.0), |s| four(s, 3.0, 1.0), &["4 holes: moved by (1, 0)"]),
        (
            "two of four by name",
            |s| four(s, 3.0, 0.0),
            |s| {
                four(s, 3.0, 0.0);
                circle(s, "hole_2", 20.0, 0.0, 5.0);
                circle(s, "hole_4", 60.0, 0.0, 5.0);
            },
            &["hole_2, hole_4: Ø6 → Ø10"],
        ),
        (
            "each by another way",
            |s| (0..30).for_each(|at| circle(s, &format!("house {at}"), f64::from(at), 0.0, 1.0)),
            |s| (0..30).for_each(|at| circle(s, &format!("house {at}"), 2.0 * f64::from(at) + 1.0, 0.0, 1.0)),
            &["30 houses: moved"],
        ),
        (
            "many of other names",
            |_| {},
            |s| ('a'..='z').for_each(|name| circle(s, &name.to_string(), 0.0, 0.0, 1.0)),
            &["26 circles added"],
        ),
    ];
    for (case, before, after, expected) in cases {
        assert_lines(case, *before, *after, expected);
    }
    let mut scene = Scene::new();
    four(&mut scene, 3.0, 0.0);
    assert_eq!(scene_changes(None, &scene).drawing, ["4 holes added (Ø6)"]);
}

#[test]
fn renamed_entities_are_neither_added_nor_removed() {
    let cases: &[(&str, Draw, Draw, &[&str])] = &[
        (
            "one",
            |s| circle(s, "hole", 0.0, 0.0, 3.0),
            |s| circle(s, "bore", 0.0, 0.0, 3.0),
            &["hole renamed to bore"],
        ),
        (
            "many",
            |s| four(s, 3.0, 0.0),
            |s| (0..4).for_each(|at| circle(s, &format!("bore_{at}"), 20.0 * f64::from(at), 0.0, 3.0)),
            &[
                "hole_1 renamed to bore_0",
                "hole_2 renamed to bore_1",
                "hole_3 renamed to bore_2",
                "hole_4 renamed to bore_3",
            ],
        ),
        (
            "very many",
            |s| (0..9).for_each(|at| circle(s, &format!("hole_{at}"), 20.0 * f64::from(at), 0.0, 3.0)),
            |s| (0..9).for_each(|at| circle(s, &format!("bore_{at}"), 20.0 * f64::from(at), 0.0, 3.0)),
            &["9 holes renamed (hole_0 to bore_0, …)"],
        ),
        (
            "a group with what is in it",
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.create_group("g", &names(&["a"])).unwrap();
            },
            |s| {
                circle(s, "a", 0.0, 0.0, 3.0);
                s.create_group("h", &names(&["a"])).unwrap();
            },
            &["g renamed to h"],
        ),
        (
            "another size is another thing",
            |s| circle(s, "hole", 0.0, 0.0, 3.0),
            |s| circle(s, "bore", 0.0, 0.0, 4.0),
            &["bore added (Ø8)", "hole removed (Ø6)"],
        ),
    ];
    for (case, before, after, expected) in cases {
        assert_lines(case, *before, *after, expected);
    }
}

#[test]
fn dimensions_hatches_and_blocks_are_reported() {
    fn dimensioned(scene: &mut Scene, width: f64) {
        rect(scene, "plate", 0.0, 0.0, width, 50.0);
        let target = DimensionTarget::Extent { name: "plate".into(), direction: Direction::Angle(0.0) };
        let source = DimensionSource { target, options: DimensionOptions::default() };
        scene.draw_dimension("width", source, None, &Fonts::builtin()).unwrap();
    }
    fn block(scene: &mut Scene, radius: f64, x: f64) {
        circle(scene, "crown", 0.0, 0.0, radius);
        scene.define_block("tree", &names(&["crown"]), &BlockOptions::default()).unwrap();
        scene.insert_block("tree", "oak", x, 0.0, &InsertOptions::default(), &Fonts::builtin()).unwrap();
    }
    let cases: &[(&str, Draw, Draw, &[&str])] = &[
        (
            "a dimension that follows",
            |s| dimensioned(s, 120.0),
            |s| dimensioned(s, 150.0),
            &["plate: 120 × 50 → 150 × 50", "width: 120 → 150"],
        ),
        ("a block", |s| block(s, 12.0, 0.0), |s| block(s, 15.0, 0.0), &["block tree: crown: Ø24 → Ø30"]),
        ("an instance", |s| block(s, 12.0, 0.0), |s| block(s, 12.0, 7.0), &["oak: moved by (7, 0)"]),
        ("a new block", |_| {}, |s| block(s, 12.0, 0.0), &["oak added (block tree)", "block tree added"]),
    ];
    for (case, before, after, expected) in cases {
        assert_lines(case, *before, *after, expected);
    }
}
