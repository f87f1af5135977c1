//! Tests of lines joined to paths, and of areas welded over slits.

use super::*;
use crate::ResultOptions;
use scenewright_geometry::Point;

fn line(points: &[[f64; 2]]) -> Shape {
    Shape::line(points.iter().copied().map(Point::from).collect()).unwrap()
}

fn arc(x: f64, y: f64, radius: f64, start: f64, end: f64) -> Shape {
    Shape::arc(x, y, radius, start.to_radians(), end.to_radians()).unwrap()
}

fn scene_of(shapes: &[Shape]) -> (Scene, Vec<String>) {
    let mut scene = Scene::new();
    let names: Vec<String> = (0..shapes.len()).map(|index| format!("l{index}")).collect();
    for (name, shape) in names.iter().zip(shapes) {
        scene.draw(name, shape.clone()).unwrap();
    }
    (scene, names)
}

#[test]
fn loose_lines_and_arcs_become_one_closed_path() {
    // Any order, any direction, and small gaps.
    let slot = [
        line(&[[0.0, 0.0], [40.0, 0.0]]),
        line(&[[40.0, 20.004], [0.0, 20.0]]),
        line(&[[0.0, 20.0], [0.0, 0.0]]),
        arc(40.0, 10.0, 10.0, 270.0, 90.0),
    ];
    for turn in 0..4 {
        let mut shapes = slot.to_vec();
        shapes.rotate_left(turn);
        let (mut scene, names) = scene_of(&shapes);
        let report = scene.join(&names, "outline", 0.01, false).unwrap();
        assert_eq!(report.paths.len(), 1, "{report:?}");
        assert!(report.paths[0].is_closed && report.gaps.is_empty() && report.branches.is_empty());
        assert_eq!(report.paths[0].parts.len(), 4);
        assert_eq!(scene.list(&Default::default()), ["outline"]);
        let area = 40.0 * 20.0 + 50.0 * std::f64::consts::PI;
        assert!((scene.area("outline").unwrap() - area).abs() < 0.1, "{}", scene.area("outline").unwrap());
    }
    let (mut scene, names) = scene_of(&slot);
    let report = scene.join(&names, "outline", 0.001, true).unwrap();
    assert!(!report.paths[0].is_closed, "{report:?}");
    assert_eq!((report.gaps.len(), scene.exists("l0")), (1, true));
    assert!((report.gaps[0].distance - 0.004).abs() < 1e-9 && report.gaps[0].from.x == 40.0, "{report:?}");
}

#[test]
fn several_paths_make_a_group_and_closed_ones_stay() {
    let shapes = [
        line(&[[0.0, 0.0], [10.0, 0.0]]),
        line(&[[10.0, 0.0], [10.0, 10.0]]),
        line(&[[10.0, 10.0], [0.0, 0.0]]),
        arc(50.0, 0.0, 5.0, 0.0, 180.0),
        arc(50.0, 0.0, 5.0, 180.0, 360.0),
        line(&[[80.0, 0.0], [90.0, 0.0]]),
        line(&[[10.0, 0.0], [0.0, 0.0]]),
        Shape::circle(100.0, 0.0, 3.0).unwrap(),
    ];
    let (mut scene, names) = scene_of(&shapes);
    let report = scene.join(&names, "all", 0.01, false).unwrap();
    let closed: Vec<bool> = report.paths.iter().map(|path| path.is_closed).collect();
    assert_eq!(closed, [true, true, false]);
    assert_eq!((report.doubled, report.untouched), (vec!["l6".to_owned()], vec!["l7".to_owned()]));
    assert!((scene.area("all_1").unwrap() - 25.0 * std::f64::consts::PI).abs() < 1e-9);
    assert!(scene.exists("l7") && !scene.exists("l0"));
    let error = scene.join(&["l7".to_owned()], "x", 0.01, false).unwrap_err();
    assert!(error.message.starts_with("there is nothing to join"), "{}", error.message);
}

#[test]
fn branches_go_straight_on_and_layers_stay_apart() {
    let shapes = [
        line(&[[0.0, 0.0], [10.0, 0.0]]),
        line(&[[10.0, 0.0], [20.0, 0.0]]),
        line(&[[10.0, 0.0], [10.0, 10.0]]),
        line(&[[20.0, 0.0], [30.0, 0.0]]),
    ];
    let (mut scene, names) = scene_of(&shapes);
    scene.set_layer("l3", "engrave", crate::Contents::Included).unwrap();
    let report = scene.join(&names, "path", 0.01, false).unwrap();
    let parts: Vec<Vec<String>> = report.paths.iter().map(|path| path.parts.clone()).collect();
    assert_eq!(parts, [vec!["l0".to_owned(), "l1".to_owned()], vec!["l2".to_owned()], vec!["l3".to_owned()]]);
    assert_eq!(report.branches.len(), 1);
    assert_eq!(report.branches[0].0, Point::new(10.0, 0.0));
    assert_eq!(scene.outline().iter().find(|it| it.name == "path_2").unwrap().layer, "engrave");
}

#[test]
fn a_line_that_ends_at_an_outline_leaves_it_closed() {
    let square = |x: f64| {
        [
            line(&[[x, 0.0], [x + 10.0, 0.0]]),
            line(&[[x + 10.0, 0.0], [x + 10.0, 10.0]]),
            line(&[[x + 10.0, 10.0], [x, 10.0]]),
            line(&[[x, 10.0], [x, 0.0]]),
        ]
    };
    // A spur of two lines that goes straight on from a side, and a line from one outline to the next, straight on at both ends.
    let spur = [line(&[[10.0, 10.0], [10.0, 14.0]]), line(&[[10.0, 14.0], [13.0, 14.0]])];
    let bridge = line(&[[10.0, 0.0], [20.0, 0.0]]);
    let shapes: Vec<Shape> =
        square(0.0).into_iter().chain(square(20.0)).chain(spur).chain([bridge]).collect();
    for turn in 0..shapes.len() {
        let mut shapes = shapes.clone();
        shapes.rotate_left(turn);
        let (mut scene, names) = scene_of(&shapes);
        let report = scene.join(&names, "all", 0.01, false).unwrap();
        let mut parts: Vec<(bool, usize)> =
            report.paths.iter().map(|path| (path.is_closed, path.parts.len())).collect();
        parts.sort_unstable();
        assert_eq!(parts, [(false, 1), (false, 2), (true, 4), (true, 4)], "{turn}: {report:?}");
        assert_eq!(report.branches.len(), 3);
    }
}

#[test]
fn join_in_a_group_stays_in_it() {
    let (mut scene, names) = scene_of(&[
        line(&[[0.0, 0.0], [1.0, 0.0]]),
        line(&[[1.0, 0.0], [1.0, 1.0]]),
        line(&[[1.0, 1.0], [0.0, 0.0]]),
    ]);
    scene.create_group("part", &names).unwrap();
    let error = scene.join(&["part".to_owned()], "part", 0.01, false).unwrap_err();
    assert!(error.message.contains("is the group that the lines are in"), "{}", error.message);
    scene.join(&["part".to_owned()], "l0", 0.01, false).unwrap();
    assert_eq!(scene.children_of("part").unwrap(), ["l0"]);
    assert!((scene.area("part").unwrap() - 0.5).abs() < 1e-12);
}

#[test]
fn slits_up_to_the_tolerance_are_welded_and_wider_ones_stay() {
    for (gap, is_one) in
        [(0.0, true), (1e-14, true), (1e-12, true), (1e-10, true), (1e-9, true), (1e-7, true), (1e-3, false)]
    {
        let one = Shape::polygon(
            [[0.0, 0.0], [0.3, 0.0], [0.3, 1.0], [0.0, 1.0]].map(Point::from).to_vec(),
            Vec::new(),
        );
        let other = Shape::polygon(
            [[0.3 + gap, 0.0], [1.0, 0.0], [1.0, 1.0], [0.3 + gap, 1.0]].map(Point::from).to_vec(),
            Vec::new(),
        );
        let (mut scene, names) = scene_of(&[one.unwrap(), other.unwrap()]);
        assert!(scene.weld(&names, "u", 1e-6, &ResultOptions::default()).unwrap());
        let (length, expected) = (scene.length("u").unwrap(), if is_one { 4.0 } else { 6.0 - 2.0 * gap });
        assert!((length - expected).abs() < 1e-5, "{gap}: {length}");
        assert_eq!(scene.exists("u_0"), !is_one, "{gap}");
    }
    // Half discs along their diameter, in millimetres, with a slit of a hundredth.
    let (mut scene, names) = scene_of(&[
        Shape::path("M 50 0 A 50 50 0 0 1 -50 0 Z").unwrap(),
        Shape::path("M 50 -0.01 A 50 50 0 0 0 -50 -0.01 Z").unwrap(),
    ]);
    assert!(scene.weld(&names, "disc", 0.02, &ResultOptions::default()).unwrap());
    assert!(
        (scene.length("disc").unwrap() - 100.0 * std::f64::consts::PI).abs() < 0.1,
        "{}",
        scene.length("disc").unwrap()
    );
    assert!(!scene.exists("disc_0"));
}
