//! Tests of layouts on sheets: no two parts come nearer to each other than the gap, all lie on a sheet, and none is left out that
//! has room.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use scenewright_geometry::{
    CurveTree, OffsetJoin, OffsetStyle, Region, RegionOperation, Wire, combined_shapes,
};

use super::*;

/// Draws shapes as p0, p1 and so on.
fn scene_of(shapes: &[Shape]) -> (Scene, Vec<String>) {
    let mut scene = Scene::new();
    let names: Vec<String> = (0..shapes.len()).map(|index| format!("p{index}")).collect();
    for (name, shape) in names.iter().zip(shapes) {
        scene.draw(name, shape.clone()).unwrap();
    }
    (scene, names)
}

fn options(gap: f64, rotations: &[f64]) -> NestOptions {
    NestOptions {
        gap,
        margin: gap,
        rotations: rotations.to_vec(),
        own_rotations: BTreeMap::new(),
        quantities: BTreeMap::new(),
        effort: NestEffort::Fast,
        seed: 0,
    }
}

/// The work of a test, which need not be the best layout.
const WORK: u64 = 200_000;

/// The work that a run of five seconds is allowed, which is the limit unless a host sets another.
const WORK_OF_DEFAULT_LIMIT: u64 = 3_000_000;

fn sheet(width: f64, height: f64) -> NestSheet {
    NestSheet::Box(Bounds { min: Point::ORIGIN, max: Point::new(width, height) })
}

/// Lays shapes out, and returns how many were placed.
fn laid(shapes: &[Shape], on: NestSheet, gap: f64, rotations: &[f64]) -> usize {
    let (mut scene, names) = scene_of(shapes);
    let found = nest(&mut scene, &names, &[on], &options(gap, rotations), WORK, &|_| {}).unwrap();
    assert_eq!(found.placed.len() + found.unplaced.len(), shapes.len());
    found.placed.len()
}

/// Asserts that parts overlap neither each other nor the edge of the sheet, and keep the gap.
fn assert_apart(scene: &Scene, placed: &[String], sheet: &Shape, gap: f64) {
    let placed: Vec<(&Shape, Affine)> =
        placed.iter().flat_map(|name| scene.world_shapes(name).unwrap()).collect();
    let tree = |(shape, place): &(&Shape, Affine)| CurveTree::new(&Wire::all_of(shape, place));
    let total: f64 = placed.iter().map(|part| covered_area(&[*part], 1e-4).unwrap()).sum();
    let together = covered_area(&placed, 1e-4).unwrap();
    assert!((total - together).abs() <= 1e-5 * total, "parts overlap: {total} and {together}");
    let on_sheet =
        combined_shapes(RegionOperation::Difference, &placed, &[(sheet, Affine::IDENTITY)], 1e-4).unwrap();
    let outside: f64 = on_sheet.iter().map(|it| covered_area(&[(it, Affine::IDENTITY)], 1e-4).unwrap()).sum();
    assert!(outside <= 1e-5 * total, "{outside} is beyond the sheet");
    if gap == 0.0 {
        return;
    }
    let edge = tree(&(sheet, Affine::IDENTITY));
    for (index, part) in placed.iter().enumerate() {
        let own = tree(part);
        assert!(own.nearest(&edge).unwrap().distance >= gap * (1.0 - 1e-6), "part {index} is near the edge");
        for (at, other) in placed[..index].iter().enumerate() {
            let distance = own.nearest(&tree(other)).unwrap().distance;
            assert!(distance >= gap * (1.0 - 1e-6), "parts {at} and {index} are {distance} apart, not {gap}");
        }
    }
}

fn part() -> impl Strategy<Value = Shape> {
    let size = 5.0..30.0_f64;
    prop_oneof![
        size.clone().prop_map(|radius| Shape::circle(3.0, 4.0, radius * 0.5).unwrap()),
        (size.clone(), size.clone()).prop_map(|(width, height)| {
            Shape::rect(0.0, 0.0, width, height).unwrap()
        }),
        // An angle, a ring cut open, and a star.
        (size.clone(), size.clone(), 1.0..4.0_f64).prop_map(|(width, height, thick)| {
            Shape::path(&format!("M 0 0 H {width} V {thick} H {thick} V {height} H 0 Z")).unwrap()
        }),
        size.clone().prop_map(|radius| {
            let inner = radius * 0.7;
            Shape::path(&format!("M {radius} 0 A {radius} {radius} 0 0 1 -{radius} 0 H -{inner} A {inner} {inner} 0 0 0 {inner} 0 Z"))
                .unwrap()
        }),
        (size, 3..8_usize).prop_map(|(radius, count)| {
            let at = |index: usize| {
                let (length, angle) = (if index.is_multiple_of(2) { radius } else { radius * 0.4 }, index as f64 * PI / count as f64);
                Point::new(length * angle.cos(), length * angle.sin())
            };
            Shape::polygon((0..2 * count).map(at).collect(), Vec::new()).unwrap()
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 16, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..ProptestConfig::default()
    })]

    #[test]
    fn nested_parts_keep_the_gap_on_any_sheet(
        shapes in prop::collection::vec(part(), 1..12),
        gap in prop_oneof![Just(0.0), 0.1..5.0_f64],
        is_round in any::<bool>(),
        angles in prop::sample::select(vec![vec![0.0], vec![0.0, FRAC_PI_2], vec![0.3, 2.0, 4.0]]),
    ) {
        let shape = match is_round {
            true => Shape::circle(60.0, 50.0, 60.0).unwrap(),
            false => Shape::rect(60.0, 40.0, 120.0, 80.0).unwrap(),
        };
        let (mut scene, names) = scene_of(&shapes);
        scene.draw("sheet", shape.clone()).unwrap();
        let on = [NestSheet::Entity("sheet".to_owned())];
        let found = nest(&mut scene, &names, &on, &options(gap, &angles), WORK, &|_| {}).unwrap();
        prop_assert!(!found.placed.is_empty());
        assert_apart(&scene, &found.placed, &shape, gap);
    }
}

#[test]
fn parts_that_fit_exactly_are_all_placed() {
    let tiles = vec![Shape::rect(7.0, 7.0, 50.0, 25.0).unwrap(); 8];
    assert_eq!(laid(&tiles, sheet(100.0, 100.0), 0.0, &[0.0]), 8);
    assert_eq!(laid(&tiles, sheet(106.0, 110.0), 2.0, &[0.0]), 8);
    assert!(laid(&tiles, sheet(105.9, 110.0), 2.0, &[0.0]) < 8);
    // Lengths that are no binary fractions, tight along one side or both, at two angles.
    let quarter = [0.0, std::f64::consts::FRAC_PI_2];
    for unit in [0.1, 1.0, 0.3, 25.4] {
        let tiles = vec![Shape::rect(0.0, 0.0, 20.0 * unit, 10.0 * unit).unwrap(); 12];
        for (wide, high) in [(65.0, 45.0), (64.0, 45.0), (45.0, 64.0)] {
            let on = sheet(wide * unit, high * unit);
            assert_eq!(laid(&tiles, on, unit, &quarter), 12, "{unit} {wide}x{high}");
        }
    }
}

#[test]
fn parts_go_into_bays_and_holes_of_others() {
    let frame = Shape::polygon(
        [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]].map(Point::from).to_vec(),
        vec![[[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0]].map(Point::from).to_vec()],
    )
    .unwrap();
    let disc = Shape::circle(0.0, 0.0, 37.9).unwrap();
    assert_eq!(laid(&[frame, disc], sheet(104.0, 104.0), 2.0, &[0.0]), 2);
    // Two angles of 10 and 40 lie in each other on a sheet that is too small for their boxes side by side.
    let angle = Shape::path("M 0 0 H 40 V 10 H 10 V 40 H 0 Z").unwrap();
    assert_eq!(laid(&[angle.clone(), angle.clone()], sheet(52.0, 52.0), 0.0, &[0.0]), 2);
    assert_eq!(laid(&[angle], sheet(39.0, 52.0), 0.0, &[0.0]), 0);
}

/// The parts of five kinds that a workshop left out in part.
fn workshop_parts(count: usize) -> Vec<Shape> {
    let part = |index: usize| {
        let at = index as f64;
        let bar = |path: String| Shape::path(&path).unwrap();
        match index % 5 {
            0 => bar(format!("M 0 0 H 60 V 15 H 15 V {0} H 0 Z", 40.0 + at)),
            1 => {
                let (outer, inner) = (20.0 + at / 2.0, 12.0 + at / 3.0);
                bar(format!(
                    "M {outer} 0 A {outer} {outer} 0 1 1 -{outer} 0 A {outer} {outer} 0 1 1 {outer} 0 Z \
                     M {inner} 0 A {inner} {inner} 0 1 0 -{inner} 0 A {inner} {inner} 0 1 0 {inner} 0 Z"
                ))
            }
            2 => Shape::rect(0.0, 0.0, 30.0 + at, 20.0).unwrap(),
            3 => {
                let (corners, radius) = (3 + index % 4, 10.0 + at / 3.0);
                let corner = |it: usize| {
                    let angle = it as f64 * TAU / corners as f64;
                    Point::new(radius * angle.cos(), radius * angle.sin())
                };
                Shape::polygon((0..corners).map(corner).collect(), Vec::new()).unwrap()
            }
            _ => bar(format!(
                "M -{0} -5 H {0} A 5 5 0 0 1 {0} 5 H -{0} A 5 5 0 0 1 -{0} -5 Z",
                f64::midpoint(40.0, at) - 5.0
            )),
        }
    };
    (0..count).map(part).collect()
}

#[test]
fn one_part_more_never_places_fewer_and_every_run_gives_the_same() {
    let turns = [0.0, FRAC_PI_2, PI, -FRAC_PI_2];
    let run = |count: usize| {
        let (mut scene, names) = scene_of(&workshop_parts(count));
        let found = nest(
            &mut scene,
            &names,
            &[sheet(220.0, 180.0)],
            &options(3.0, &turns),
            WORK_OF_DEFAULT_LIMIT,
            &|_| {},
        )
        .unwrap();
        assert_apart(&scene, &found.placed, &Shape::rect(110.0, 90.0, 220.0, 180.0).unwrap(), 3.0);
        (found, scene)
    };
    let mut before = 0;
    for count in [22, 24, 26, 38] {
        let (found, scene) = run(count);
        assert!(
            found.placed.len() >= before,
            "{count} parts: {} placed, {before} before",
            found.placed.len()
        );
        before = found.placed.len();
        if count == 24 {
            let (again, other) = run(count);
            assert_eq!(found, again);
            assert_eq!(scene, other);
        }
        if count == 38 {
            assert_no_room(&scene, &found.unplaced, [220.0, 180.0], 3.0, &turns);
        }
    }
    assert!(before >= 23, "{before}");
}

#[test]
fn parts_added_to_a_full_sheet_do_not_displace_others() {
    let turns = [0.0, FRAC_PI_2, PI, -FRAC_PI_2];
    let mut before = 0;
    for count in [39, 41, 43, 45] {
        let (mut scene, names) = scene_of(&workshop_parts(count));
        let found = nest(
            &mut scene,
            &names,
            &[sheet(300.0, 250.0)],
            &options(3.0, &turns),
            WORK_OF_DEFAULT_LIMIT,
            &|_| {},
        )
        .unwrap();
        assert!(
            found.placed.len() >= before,
            "{count} parts: {} placed, {before} before",
            found.placed.len()
        );
        before = found.placed.len();
        if count == 45 {
            assert_no_room(&scene, &found.unplaced, [300.0, 250.0], 3.0, &turns);
        }
    }
}

/// Asserts that parts have no room on a sheet: wherever the box of one fits, it is nearer to others than the gap.
fn assert_no_room(scene: &Scene, parts: &[String], [wide, high]: [f64; 2], gap: f64, turns: &[f64]) {
    const STEP: f64 = 1.0;
    let area = |name: &str, turn: f64| {
        let shapes = scene.world_shapes(name).unwrap();
        let turned = shapes.iter().map(|(shape, place)| {
            shape.area_outline(&(Affine::rotation(turn) * *place), 0.01).unwrap().unwrap()
        });
        Region::of(&turned.collect::<Vec<_>>()).unwrap()
    };
    let holds = |region: &Region, point: Point| {
        let edges = region.rings().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
        let crossed = edges.filter(|(from, to)| {
            (from.y > point.y) != (to.y > point.y)
                && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
        });
        crossed.count() % 2 == 1
    };
    let mut placed = scene.list(&scenewright_scene::ListFilter::default());
    placed.retain(|name| !parts.contains(name));
    let areas: Vec<Region> = placed.iter().map(|name| area(name, 0.0)).collect();
    let edges =
        || areas.iter().flat_map(Region::rings).flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    let along = edges().flat_map(|(from, to)| {
        let count = (from.distance_to(*to) / (0.5 * gap)).ceil();
        (0..count as usize).map(move |step| {
            let share = step as f64 / count;
            Point::new(from.x + share * (to.x - from.x), from.y + share * (to.y - from.y))
        })
    });
    let points: Vec<Point> = along.collect();
    for name in parts {
        for turn in turns {
            // The area within most of the gap of the part would have to be free of the others' outlines.
            let style = OffsetStyle { join: OffsetJoin::Round, miter_limit: 2.0, tolerance: 0.01 };
            let room = area(name, *turn).offset(0.99 * gap, &style).unwrap();
            let own = Bounds::of_points(room.rings().flatten().copied()).unwrap();
            let corner = room.parts[0].outline[0];
            let columns = ((wide - own.width()) / STEP).max(0.0) as usize;
            let rows = ((high - own.height()) / STEP).max(0.0) as usize;
            for at in 0..columns * rows {
                let by = Point::new(
                    STEP * (at % columns) as f64 - own.min.x,
                    STEP * (at / columns) as f64 - own.min.y,
                );
                let is_met = points.iter().any(|it| {
                    let at = Point::new(it.x - by.x, it.y - by.y);
                    own.holds(at) && holds(&room, at)
                });
                let moved = Point::new(corner.x + by.x, corner.y + by.y);
                assert!(
                    is_met || areas.iter().any(|it| holds(it, moved)),
                    "{name} has room at {by:?}, turned by {turn}"
                );
            }
        }
    }
}

#[test]
fn each_ring_takes_a_disc_of_many() {
    let ring =
        "M 30 0 A 30 30 0 1 1 -30 0 A 30 30 0 1 1 30 0 Z M 20 0 A 20 20 0 1 0 -20 0 A 20 20 0 1 0 20 0 Z";
    for count in [30, 40] {
        let mut shapes = vec![Shape::path(ring).unwrap(); count];
        shapes.extend(vec![Shape::circle(0.0, 0.0, 15.0).unwrap(); count]);
        let (mut scene, names) = scene_of(&shapes);
        let found = nest(
            &mut scene,
            &names,
            &[sheet(400.0, 300.0)],
            &options(2.0, &[0.0]),
            WORK_OF_DEFAULT_LIMIT,
            &|_| {},
        )
        .unwrap();
        let is_ring = |name: &&String| name[1..].parse::<usize>().unwrap() < count;
        let rings = found.placed.iter().filter(is_ring).count();
        assert!(rings >= 28 && found.placed.len() - rings >= 28, "{rings} rings of {}", found.placed.len());
        assert_apart(&scene, &found.placed, &Shape::rect(200.0, 150.0, 400.0, 300.0).unwrap(), 2.0);
    }
}

#[test]
fn rings_take_discs_into_their_holes() {
    let ring =
        "M 30 0 A 30 30 0 1 1 -30 0 A 30 30 0 1 1 30 0 Z M 20 0 A 20 20 0 1 0 -20 0 A 20 20 0 1 0 20 0 Z";
    let mut shapes = vec![Shape::path(ring).unwrap(); 3];
    shapes.extend(vec![Shape::circle(0.0, 0.0, 15.0).unwrap(); 3]);
    // One row of 62 each and a gap; there is no room beside the rings.
    assert_eq!(laid(&shapes, sheet(188.5, 64.5), 2.0, &[0.0]), 6);
}

#[test]
fn sheets_are_filled_one_after_the_other_with_copies_and_angles_of_parts() {
    let (mut scene, names) =
        scene_of(&[Shape::rect(0.0, 0.0, 40.0, 10.0).unwrap(), Shape::circle(0.0, 0.0, 4.0).unwrap()]);
    let mut choices = options(1.0, &[0.0, FRAC_PI_2]);
    choices.quantities.insert("p0".to_owned(), 7);
    choices.own_rotations.insert("p0".to_owned(), vec![FRAC_PI_2]);
    let hole = Shape::polygon(
        [[100.0, 0.0], [160.0, 0.0], [160.0, 50.0], [100.0, 50.0]].map(Point::from).to_vec(),
        vec![[[120.0, 5.0], [155.0, 5.0], [155.0, 45.0], [120.0, 45.0]].map(Point::from).to_vec()],
    );
    scene.draw("rest", hole.unwrap()).unwrap();
    let sheets = [NestSheet::Entity("rest".to_owned()), sheet(45.0, 42.0), sheet(30.0, 42.0)];
    let found = nest(&mut scene, &names, &sheets, &choices, WORK, &|_| {}).unwrap();
    assert_eq!(
        found.unplaced,
        ["p0_6"].iter().filter(|name| !scene.exists(name)).map(|it| (*it).to_owned()).collect::<Vec<_>>()
    );
    assert_eq!(found.sheets.len(), 3);
    assert!(found.sheets.iter().all(|sheet| !sheet.placed.is_empty()), "{found:?}");
    assert!(found.sheets[1].remnant.is_some_and(|rest| rest.min.x > 40.0), "{found:?}");
    for name in found.placed.iter().filter(|name| name.starts_with("p0")) {
        let bounds = scene.world_bounds(name).unwrap();
        assert!((bounds.height() - 40.0).abs() < 1e-9, "{name} is not upright");
    }
    let error = nest(&mut scene, &names, &sheets[1..], &choices, WORK, &|_| {}).unwrap_err();
    assert!(error.message.contains("exists already"), "{}", error.message);
}

#[test]
fn nested_parts_keep_gap_and_those_without_room_stay() {
    let shapes: Vec<Shape> = (0..24)
        .map(|index| {
            let (width, height) = (8.0 + f64::from(index * 7 % 13), 4.0 + f64::from(index * 5 % 9));
            Shape::rect(500.0, 500.0, width, height).unwrap()
        })
        .collect();
    let (mut scene, names) = scene_of(&shapes);
    let nested =
        nest(&mut scene, &names, &[sheet(100.0, 80.0)], &options(2.0, &[0.0, FRAC_PI_2]), WORK, &|_| {})
            .unwrap();
    assert!(nested.placed.len() >= 20, "{nested:?}");
    assert_apart(&scene, &nested.placed, &Shape::rect(50.0, 40.0, 100.0, 80.0).unwrap(), 2.0);
    for name in &nested.unplaced {
        assert!(scene.world_bounds(name).unwrap().min.x > 400.0);
    }
}
