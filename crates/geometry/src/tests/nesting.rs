//! Tests of layouts on a sheet: no two parts come nearer to each other than the gap, and all lie on the sheet.

use proptest::test_runner::RngSeed;

use super::*;

fn sheet(width: f64, height: f64) -> Footprint {
    Footprint::of_box(Bounds { min: Point::ORIGIN, max: Point::new(width, height) })
}

fn turned(shape: &Shape, angles: &[f64]) -> Vec<Footprint> {
    let footprint = |angle: &f64| Footprint::of(&[(shape, Affine::rotation(*angle))], 1e-3).unwrap().unwrap();
    angles.iter().map(footprint).collect()
}

/// Returns the places of the parts, as transforms.
fn places(shapes: &[Shape], sheet: &Footprint, gap: f64, angles: &[f64]) -> Vec<Option<Affine>> {
    let parts: Vec<Vec<Footprint>> = shapes.iter().map(|shape| turned(shape, angles)).collect();
    let place =
        |place: NestPlace| Affine::translation(place.by.x, place.by.y) * Affine::rotation(angles[place.turn]);
    nested(&parts, sheet, gap).into_iter().map(|found| found.map(place)).collect()
}

/// Asserts that parts overlap neither each other nor the edge of the sheet, and keep the gap.
fn assert_apart(shapes: &[Shape], places: &[Option<Affine>], sheet: &Shape, gap: f64) {
    let placed: Vec<(&Shape, Affine)> =
        shapes.iter().zip(places).filter_map(|(shape, place)| Some((shape, (*place)?))).collect();
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
        cases: 24, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..ProptestConfig::default()
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
        let sheet = Footprint::of(&[(&shape, Affine::IDENTITY)], 1e-3).unwrap().unwrap();
        let found = places(&shapes, &sheet, gap, &angles);
        prop_assert!(found.iter().any(Option::is_some));
        assert_apart(&shapes, &found, &shape, gap);
    }
}

#[test]
fn parts_that_fit_exactly_are_all_placed() {
    let tiles = vec![Shape::rect(7.0, 7.0, 50.0, 25.0).unwrap(); 8];
    assert!(places(&tiles, &sheet(100.0, 100.0), 0.0, &[0.0]).iter().all(Option::is_some));
    let apart = places(&tiles, &sheet(106.0, 110.0), 2.0, &[0.0]);
    assert!(apart.iter().all(Option::is_some));
    assert!(places(&tiles, &sheet(105.9, 110.0), 2.0, &[0.0]).iter().any(Option::is_none));
}

#[test]
fn parts_go_into_bays_and_holes_of_others() {
    let frame = Shape::polygon(
        [[0.0, 0.0], [100.0, 0.0], [100.0, 100.0], [0.0, 100.0]].map(Point::from).to_vec(),
        vec![[[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0]].map(Point::from).to_vec()],
    )
    .unwrap();
    let disc = Shape::circle(0.0, 0.0, 37.99).unwrap();
    let found = places(&[frame, disc], &sheet(104.0, 104.0), 2.0, &[0.0]);
    assert!(found.iter().all(Option::is_some), "{found:?}");
    // Two angles of 10 and 40 lie in each other on a sheet that is too small for their boxes side by side.
    let angle = Shape::path("M 0 0 H 40 V 10 H 10 V 40 H 0 Z").unwrap();
    let found = places(&[angle.clone(), angle.clone()], &sheet(52.0, 52.0), 0.0, &[0.0]);
    assert!(found.iter().all(Option::is_some), "{found:?}");
    let box_of = sheet(39.0, 52.0);
    assert_eq!(places(&[angle], &box_of, 0.0, &[0.0]), [None]);
}
