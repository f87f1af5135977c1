//! Tests of areas bounded by curves: operations that keep them, held against worked numbers and against Clipper on
//! fine edges.

use clipper2_rust as clipper;
use clipper2_rust::{ClipType, PathsD, PointD};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const OPERATIONS: [(RegionOperation, ClipType); 4] = [
    (RegionOperation::Union, ClipType::Union),
    (RegionOperation::Difference, ClipType::Difference),
    (RegionOperation::Intersection, ClipType::Intersection),
    (RegionOperation::ExclusiveOr, ClipType::Xor),
];

/// The distance of edges from curves in what curves are compared with.
const FINE: f64 = 1e-3;

type Placed = (Shape, Affine);

fn borrowed(list: &[Placed]) -> Vec<(&Shape, Affine)> {
    list.iter().map(|(shape, at)| (shape, *at)).collect()
}

fn combined(operation: RegionOperation, first: &[Placed], second: &[Placed]) -> CurveRegion {
    CurveRegion::combined(operation, &borrowed(first), &borrowed(second)).unwrap().expect("curves are kept")
}

/// Generates a ring around a point whose corners are joined by lines, arcs of circles and ellipses, and Bézier curves.
fn mixed_ring() -> impl Strategy<Value = String> {
    let corner = (10.0..60.0_f64, -1.0..1.0_f64, -1.0..1.0_f64, 0..6_u8);
    (prop::collection::vec(corner, 3..9), -40.0..40.0_f64, -40.0..40.0_f64).prop_map(|(corners, x, y)| {
        let count = corners.len();
        let at = |index: usize| {
            let angle = TAU * (index % count) as f64 / count as f64;
            let radius = corners[index % count].0;
            (x + radius * angle.cos(), y + radius * angle.sin())
        };
        let mut data = format!("M{} {}", at(0).0, at(0).1);
        for (index, (_, one, other, kind)) in corners.iter().enumerate() {
            let ((ax, ay), (bx, by)) = (at(index), at(index + 1));
            let chord = (bx - ax).hypot(by - ay);
            let aside = |share: f64, height: f64| {
                (ax + (bx - ax) * share - (by - ay) * height, ay + (by - ay) * share + (bx - ax) * height)
            };
            data += &match kind {
                0 => format!("L{bx} {by}"),
                1 => {
                    let (cx, cy) = aside(0.5 + 0.3 * other, *one);
                    format!("Q{cx} {cy} {bx} {by}")
                }
                2 | 3 => {
                    let ((cx, cy), (dx, dy)) = (aside(0.3, *one), aside(0.7, *other));
                    format!("C{cx} {cy} {dx} {dy} {bx} {by}")
                }
                4 => {
                    let radius = chord * (0.51 + one.abs());
                    format!("A{radius} {radius} 0 0 {} {bx} {by}", u8::from(*one > 0.0))
                }
                _ => {
                    let (rx, ry) = (chord * (0.4 + one.abs()), chord * (0.4 + other.abs()));
                    format!("A{rx} {ry} {} 0 {} {bx} {by}", 180.0 * other, u8::from(*one > 0.0))
                }
            };
        }
        data + "Z"
    })
}

fn outline() -> impl Strategy<Value = Shape> {
    prop_oneof![
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..60.0_f64)
            .prop_map(|(x, y, r)| Shape::circle(x, y, r).unwrap()),
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..60.0_f64, 1.0..60.0_f64, -7.0..7.0_f64)
            .prop_map(|(x, y, rx, ry, turn)| Shape::ellipse(x, y, rx, ry, turn).unwrap()),
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..60.0_f64, -7.0..7.0_f64, 0.1..6.2_f64)
            .prop_map(|(x, y, r, start, sweep)| Shape::arc(x, y, r, start, start + sweep).unwrap()),
        1 => (-50.0..50.0_f64, -50.0..50.0_f64, 1.0..99.0_f64, 1.0..99.0_f64)
            .prop_map(|(x, y, w, h)| Shape::rect(x, y, w, h).unwrap()),
        3 => mixed_ring().prop_map(|data| Shape::path(&data).unwrap()),
        1 => (mixed_ring(), mixed_ring()).prop_map(|(a, b)| Shape::path(&(a + &b)).unwrap()),
    ]
}

fn placed() -> impl Strategy<Value = Placed> {
    let transform = prop_oneof![
        3 => Just(Affine::IDENTITY),
        1 => (-7.0..7.0_f64).prop_map(Affine::rotation),
        1 => (0.5..2.0_f64, 0.5..2.0_f64, -0.5..0.5_f64)
            .prop_map(|(a, d, c)| Affine { a: -a, b: 0.3 * c, c, d, e: 3.0, f: -5.0 }),
    ];
    (outline(), transform)
}

fn clipper_areas(first: &Placed, second: &Placed) -> [f64; 4] {
    let paths = |(shape, at): &Placed| -> PathsD {
        let outline = shape.area_outline(at, FINE).unwrap().unwrap();
        let point = |point: &Point| PointD { x: point.x, y: point.y };
        let paths = outline.rings.iter().map(|ring| ring.iter().map(point).collect()).collect();
        clipper::union_subjects_d(&paths, clipper::FillRule::NonZero, 8)
    };
    let (first, second) = (paths(first), paths(second));
    OPERATIONS.map(|(_, kind)| {
        let result = clipper::boolean_op_d(kind, clipper::FillRule::NonZero, &first, &second, 8);
        let twice = |path: &Vec<PointD>| -> f64 {
            (0..path.len())
                .map(|at| {
                    let (a, b) = (&path[at], &path[(at + 1) % path.len()]);
                    a.x * b.y - a.y * b.x
                })
                .sum()
        };
        result.iter().map(|path| 0.5 * twice(path)).sum()
    })
}

#[track_caller]
fn assert_sums(first: &Placed, second: &Placed) -> [f64; 4] {
    let alone = |one: &Placed| combined(RegionOperation::Union, std::slice::from_ref(one), &[]).area();
    let (one, other) = (alone(first), alone(second));
    let areas = OPERATIONS.map(|(operation, _)| {
        let region = combined(operation, std::slice::from_ref(first), std::slice::from_ref(second));
        let area = region.area();
        // What was drawn has the area that was computed, and stays itself.
        let shapes = region.into_shapes();
        let drawn: f64 =
            shapes.iter().map(|shape| covered_area(&[(shape, Affine::IDENTITY)], 0.01).unwrap()).sum();
        assert!(
            (drawn - area).abs() <= 1e-9 * (one + other),
            "{operation:?}: {drawn} is not {area}\n{first:?}\n{second:?}"
        );
        area
    });
    let [union, difference, both, either] = areas;
    let most = 1e-9 * (one + other);
    for (got, expected) in [(union + both, one + other), (difference, one - both), (either, union - both)] {
        assert!((got - expected).abs() <= most, "{got} is not {expected}: {areas:?}\n{first:?}\n{second:?}");
    }
    areas
}

/// Returns the number of random pairs that are tried: `SCENEWRIGHT_BOOLEAN_PAIRS=5000` tries more.
fn pairs() -> u32 {
    std::env::var("SCENEWRIGHT_BOOLEAN_PAIRS").map_or(1_000, |it| it.parse().expect("a number of pairs"))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: pairs(),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(14),
        ..ProptestConfig::default()
    })]

    #[test]
    fn areas_of_operations_add_up_and_agree_with_clipper(first in placed(), second in placed()) {
        let areas = assert_sums(&first, &second);
        let most = 1e-3 + FINE * (first.0.length(&first.1) + second.0.length(&second.1));
        for (area, expected) in areas.into_iter().zip(clipper_areas(&first, &second)) {
            prop_assert!((area - expected).abs() <= most, "{area} is not {expected}\n{first:?}\n{second:?}");
        }
    }
}

/// Generates shapes on a coarse lattice: touches, shared arcs and sides, and common centres are the rule.
fn lattice_shape() -> impl Strategy<Value = Shape> {
    let at = || (-4..5_i32).prop_map(f64::from);
    let size = || (1..5_i32).prop_map(f64::from);
    prop_oneof![
        3 => (at(), at(), size()).prop_map(|(x, y, r)| Shape::circle(x, y, r).unwrap()),
        1 => (at(), at(), size(), size()).prop_map(|(x, y, rx, ry)| Shape::ellipse(x, y, rx, ry, 0.0).unwrap()),
        2 => (at(), at(), size(), size()).prop_map(|(x, y, w, h)| Shape::rect(x, y, 2.0 * w, 2.0 * h).unwrap()),
        1 => (at(), at(), size(), 0..8_i32, 1..8_i32).prop_map(|(x, y, r, start, sweep)| {
            let start = f64::from(start) * FRAC_PI_2 * 0.5;
            Shape::arc(x, y, r, start, start + f64::from(sweep) * FRAC_PI_2 * 0.5).unwrap()
        }),
        // A slot, and one whose ends are curved as a leaf.
        1 => (at(), at(), size(), size()).prop_map(|(x, y, w, r)| path(&format!(
            "M{} {} h{} a{r} {r} 0 0 1 0 {} h{} a{r} {r} 0 0 1 0 {} Z", x - w, y - r, 2.0 * w, 2.0 * r, -2.0 * w, -2.0 * r
        ))),
        1 => (at(), at(), size(), size()).prop_map(|(x, y, w, h)| path(&format!(
            "M{} {y} q{w} {h} {} 0 c{w} {h} {w} {} 0 {} Q{x} {} {} {y} Z",
            x - w, 2.0 * w, -h, -h, y - 2.0 * h, x - w
        ))),
    ]
}

fn path(data: &str) -> Shape {
    Shape::path(data).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: pairs(),
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(15),
        ..ProptestConfig::default()
    })]

    #[test]
    fn touching_and_coincident_curves_have_areas_that_add_up(
        first in prop::collection::vec(lattice_shape(), 1..4),
        second in prop::collection::vec(lattice_shape(), 1..4),
        turn in 0..3_i32,
    ) {
        // Turned, what coincides does so only but for rounding.
        let at = Affine::translation(0.1, 0.7) * Affine::rotation(f64::from(turn) * 0.3);
        let placed = |list: Vec<Shape>| list.into_iter().map(|shape| (shape, at)).collect::<Vec<_>>();
        let (first, second) = (placed(first), placed(second));
        let alone = |list: &[Placed]| combined(RegionOperation::Union, list, &[]).area();
        let (one, other) = (alone(&first), alone(&second));
        let [union, difference, both, either] =
            OPERATIONS.map(|(operation, _)| combined(operation, &first, &second).area());
        for (got, expected) in [(union + both, one + other), (difference, one - both), (either, union - both)] {
            prop_assert!((got - expected).abs() <= 1e-9 * (one + other), "{got} is not {expected}\n{first:?}\n{second:?}");
        }
        let outlines = |list: &[Placed]| -> Vec<Outline> {
            list.iter().map(|(shape, at)| shape.area_outline(at, FINE).unwrap().unwrap()).collect()
        };
        for ((operation, _), area) in OPERATIONS.into_iter().zip([union, difference, both, either]) {
            let straight = Region::combined(operation, &outlines(&first), &outlines(&second)).unwrap().area();
            prop_assert!((area - straight).abs() <= 0.2, "{operation:?}: {area} is not {straight}\n{first:?}\n{second:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(16),
        ..ProptestConfig::default()
    })]

    #[test]
    fn results_are_operands_without_drift(first in placed(), second in placed()) {
        let (first, second) = (vec![first], vec![second]);
        let again = |region: CurveRegion| -> Vec<Placed> {
            region.into_shapes().into_iter().map(|shape| (shape, Affine::IDENTITY)).collect()
        };
        let whole = combined(RegionOperation::Union, &first, &[]).area();
        let other = combined(RegionOperation::Union, &second, &[]).area();
        let most = 1e-9 * (whole + other);
        let (mut rest, mut both) = (
            again(combined(RegionOperation::Difference, &first, &second)),
            again(combined(RegionOperation::Intersection, &first, &second)),
        );
        // Put together and cut again, it is the same every time.
        for _ in 0..5 {
            let sum = again(combined(RegionOperation::Union, &rest, &both));
            let area = combined(RegionOperation::Union, &sum, &[]).area();
            prop_assert!((area - whole).abs() <= most, "{area} is not {whole}\n{first:?}\n{second:?}");
            rest = again(combined(RegionOperation::Difference, &sum, &second));
            both = again(combined(RegionOperation::Intersection, &sum, &second));
        }
        let nothing = combined(RegionOperation::Intersection, &rest, &second).area();
        prop_assert!(nothing <= most, "{nothing}\n{first:?}\n{second:?}");
    }
}

fn place(shapes: &[Shape]) -> Vec<Placed> {
    shapes.iter().map(|shape| (shape.clone(), Affine::IDENTITY)).collect()
}

fn circle(x: f64, y: f64, radius: f64) -> Shape {
    Shape::circle(x, y, radius).unwrap()
}

#[track_caller]
fn assert_near(got: f64, expected: f64) {
    assert!((got - expected).abs() <= 1e-9 * expected.abs().max(1.0), "{got} is not {expected}");
}

/// Returns the kinds of curves of a shape, one letter for each as in path data, and the rings apart.
fn letters(shape: &Shape) -> String {
    shape.to_path().to_exact_data().chars().filter(|it| it.is_ascii_uppercase()).collect()
}

#[test]
fn bore_stays_whole_circle() {
    let plate = Shape::rect(0.0, 0.0, 100.0, 60.0).unwrap();
    let bore = circle(10.0, 5.0, 12.5);
    let region = combined(
        RegionOperation::Difference,
        &place(std::slice::from_ref(&plate)),
        &place(std::slice::from_ref(&bore)),
    );
    assert_near(region.area(), 6000.0 - PI * 156.25);
    let [bored] = region.into_shapes().try_into().unwrap();
    assert_eq!((bored.kind(), letters(&bored).as_str()), ("path", "MLLLZMAAAAZ"));
    assert_near(bored.length(&Affine::IDENTITY), 320.0 + 25.0 * PI);
    // What was cut out is the circle itself.
    let [core] = combined(RegionOperation::Difference, &place(&[plate]), &place(&[bored]))
        .into_shapes()
        .try_into()
        .unwrap();
    assert_eq!(core, bore);
}

#[test]
fn circles_that_touch_hold_or_share_are_distinguished() {
    // The second circle, and the areas of union, difference, intersection and exclusive or in units of π, with the parts
    // of each.
    type Case = (&'static str, Shape, [f64; 4], [usize; 4]);
    let cases: [Case; 8] = [
        ("the same", circle(0.0, 0.0, 5.0), [25.0, 0.0, 25.0, 0.0], [1, 0, 1, 0]),
        ("concentric", circle(0.0, 0.0, 3.0), [25.0, 16.0, 9.0, 16.0], [1, 1, 1, 1]),
        ("within", circle(1.0, 0.5, 3.0), [25.0, 16.0, 9.0, 16.0], [1, 1, 1, 1]),
        ("touching from within", circle(3.0, 0.0, 2.0), [25.0, 21.0, 4.0, 21.0], [1, 1, 1, 1]),
        ("touching from outside", circle(4.8, 6.4, 3.0), [34.0, 25.0, 0.0, 34.0], [2, 1, 0, 2]),
        ("apart", circle(9.0, 0.0, 3.0), [34.0, 25.0, 0.0, 34.0], [2, 1, 0, 2]),
        ("almost touching", circle(8.0 + 1e-9, 0.0, 3.0), [34.0, 25.0, 0.0, 34.0], [2, 1, 0, 2]),
        ("much larger", circle(995.0, 0.0, 1000.0), [1e6, 0.0, 25.0, 999_975.0], [1, 0, 1, 1]),
    ];
    for (name, second, areas, parts) in cases {
        let (first, second) = (place(&[circle(0.0, 0.0, 5.0)]), place(&[second]));
        for (index, (operation, _)) in OPERATIONS.into_iter().enumerate() {
            let region = combined(operation, &first, &second);
            let expected = areas[index] * PI;
            assert!(
                (region.area() - expected).abs() <= 1e-9 * expected.max(1.0),
                "{name} {operation:?}: {}",
                region.area()
            );
            assert_eq!(region.into_shapes().len(), parts[index], "{name} {operation:?}");
        }
    }
}

#[test]
fn circles_crossing_in_thin_lens_are_exact() {
    for depth in [1e-3, 1e-6, 1e-9] {
        let (first, second) = (place(&[circle(0.0, 0.0, 5.0)]), place(&[circle(10.0 - depth, 0.0, 5.0)]));
        let both = combined(RegionOperation::Intersection, &first, &second);
        // The area of a lens of that depth; its half height is the root of 5 times the depth.
        let half = (5.0 * depth - 0.25 * depth * depth).sqrt();
        let angle = (half / 5.0).asin();
        let lens = 50.0 * (angle - angle.sin() * angle.cos());
        assert!((both.area() - lens).abs() <= 1e-12 + 1e-6 * lens, "{depth}: {} is not {lens}", both.area());
        let [lens] = both.into_shapes().try_into().unwrap();
        assert_eq!(letters(&lens), "MAAZ");
        assert_eq!(combined(RegionOperation::Union, &first, &second).into_shapes().len(), 1);
    }
}

#[test]
fn tangent_lines_and_arcs_leave_no_slivers() {
    // A slot is a rect and two discs whose ends are tangent to its sides.
    for turn in [0.0, 0.3, 1.1, 2.5] {
        let at = Affine::translation(3.0, -7.0) * Affine::rotation(turn);
        let parts =
            [Shape::rect(0.0, 0.0, 40.0, 10.0).unwrap(), circle(-20.0, 0.0, 5.0), circle(20.0, 0.0, 5.0)];
        let parts: Vec<Placed> = parts.into_iter().map(|shape| (shape, at)).collect();
        let region = combined(RegionOperation::Union, &parts, &[]);
        assert_near(region.area(), 400.0 + 25.0 * PI);
        let [slot] = region.into_shapes().try_into().unwrap();
        let rings = crate::boundary::rings_of(&slot, &Affine::IDENTITY).unwrap();
        assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [4], "{slot:?}");
        assert_near(slot.length(&Affine::IDENTITY), 80.0 + 10.0 * PI);
        // A rect in a circle through its corners, and a circle in a square that it touches on all sides.
        let inscribed: Vec<Placed> = vec![(Shape::rect(1.0, 2.0, 6.0, 8.0).unwrap(), at)];
        let around: Vec<Placed> = vec![(circle(1.0, 2.0, 5.0), at)];
        let caps = combined(RegionOperation::Difference, &around, &inscribed);
        assert_near(caps.area(), 25.0 * PI - 48.0);
        assert_eq!(caps.into_shapes().len(), 4);
        let square: Vec<Placed> = vec![(Shape::rect(1.0, 2.0, 10.0, 10.0).unwrap(), at)];
        let corners = combined(RegionOperation::Difference, &square, &around);
        assert_near(corners.area(), 100.0 - 25.0 * PI);
        assert_eq!(corners.into_shapes().len(), 4);
    }
}

#[test]
fn every_kind_of_curve_is_kept() {
    let band = place(&[Shape::rect(0.0, 0.0, 200.0, 4.0).unwrap()]);
    for (shape, at, expected) in [
        (circle(0.0, 0.0, 5.0), Affine::rotation(0.4), "A"),
        (Shape::ellipse(0.0, 0.0, 9.0, 5.0, 0.3).unwrap(), Affine::IDENTITY, "A"),
        (circle(0.0, 0.0, 5.0), Affine { c: 0.5, ..Affine::IDENTITY }, "A"),
        (path("M-9 -5 Q20 0 -9 5 Z"), Affine::IDENTITY, "Q"),
        (path("M-9 -5 C9 -9 9 9 -9 5 Z"), Affine::scale(-1.0, 1.0), "C"),
    ] {
        let region = combined(RegionOperation::Intersection, &[(shape.clone(), at)], &band);
        let rest = combined(RegionOperation::Difference, &[(shape.clone(), at)], &band);
        assert_near(region.area() + rest.area(), area_of(&shape, &at));
        let shapes = region.into_shapes();
        assert!(
            shapes.iter().all(|shape| shape.kind() == "path" && letters(shape).contains(expected)),
            "{shapes:?}"
        );
        // Every end is on both of the curves that meet there.
        for point in shapes
            .iter()
            .flat_map(|shape| shape.to_path().segments().filter_map(|it| it.end()).collect::<Vec<_>>())
        {
            let off = samples(&shape, &at, 20_000)
                .into_iter()
                .map(|it| it.distance_to(point))
                .fold(f64::INFINITY, f64::min);
            assert!(off < 2e-3 || (point.y.abs() - 2.0).abs() < 1e-12, "{point:?} is {off} off");
        }
    }
    // What is whole stays of its kind.
    let ellipse = Shape::ellipse(3.0, 4.0, 9.0, 5.0, 0.3).unwrap();
    let [whole] = combined(RegionOperation::Union, &place(std::slice::from_ref(&ellipse)), &[])
        .into_shapes()
        .try_into()
        .unwrap();
    assert_eq!(whole.kind(), "ellipse");
    assert_near(area_of(&whole, &Affine::IDENTITY), area_of(&ellipse, &Affine::IDENTITY));
    let mirrored = [(circle(3.0, 4.0, 5.0), Affine::scale(-2.0, 2.0))];
    assert_eq!(combined(RegionOperation::Union, &mirrored, &[]).into_shapes(), [circle(-6.0, 8.0, 10.0)]);
    let sheared = [(circle(0.0, 0.0, 5.0), Affine { c: 0.5, ..Affine::IDENTITY })];
    assert_eq!(combined(RegionOperation::Union, &sheared, &[]).into_shapes()[0].kind(), "ellipse");
}

fn area_of(shape: &Shape, at: &Affine) -> f64 {
    covered_area(&[(shape, *at)], 0.01).unwrap()
}

#[test]
fn shared_arcs_go_both_ways() {
    // A disc in two halves, of which one is turned over, is whole again.
    let left = path("M0 -5 A5 5 0 0 0 0 5 Z");
    let right = Shape::arc(0.0, 0.0, 5.0, -FRAC_PI_2, FRAC_PI_2).unwrap();
    let both = combined(RegionOperation::Union, &place(&[left.clone(), right.clone()]), &[]);
    assert_eq!(both.into_shapes(), [circle(0.0, 0.0, 5.0)]);
    assert!(
        combined(RegionOperation::Intersection, &place(std::slice::from_ref(&left)), &place(&[right]))
            .is_empty()
    );
    // A washer that the half of its bore fills.
    let washer = combined(
        RegionOperation::Difference,
        &place(&[circle(0.0, 0.0, 9.0)]),
        &place(&[circle(0.0, 0.0, 5.0)]),
    );
    let washer = place(&washer.into_shapes());
    let filled = combined(RegionOperation::Union, &washer, &place(&[left]));
    assert_near(filled.area(), PI * (81.0 - 12.5));
    let [filled] = filled.into_shapes().try_into().unwrap();
    assert_eq!(letters(&filled), "MAAAAZMAAZ");
}

#[test]
fn parts_of_curve_become_it_again() {
    for data in [
        "M-9 -5 C9 -9 9 9 -9 5 Z",
        "M-9 -5 Q20 0 -9 5 Z",
        "M-9 -5 A12 7 30 0 1 -9 5 Z",
        "M-9 -5 A12 12 0 0 1 -9 5 Z",
    ] {
        let whole = place(&[path(data)]);
        let band =
            place(&[Shape::rect(0.0, 0.3, 200.0, 1.0).unwrap(), Shape::rect(0.0, 0.0, 0.1, 99.0).unwrap()]);
        let inside = combined(RegionOperation::Intersection, &whole, &band).into_shapes();
        let outside = combined(RegionOperation::Difference, &whole, &band).into_shapes();
        assert!(outside.len() >= 2);
        let parts = place(&[inside, outside].concat());
        let [again] = combined(RegionOperation::Union, &parts, &[]).into_shapes().try_into().unwrap();
        let rings = crate::boundary::rings_of(&again, &Affine::IDENTITY).unwrap();
        assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [2], "{again:?}");
        assert_near(area_of(&again, &Affine::IDENTITY), area_of(&whole[0].0, &Affine::IDENTITY));
    }
}

#[test]
fn holes_belong_to_innermost_outline() {
    let rings: Vec<Shape> = (1..7).map(|radius| circle(0.0, 0.0, f64::from(radius))).collect();
    let (odd, even): (Vec<Shape>, Vec<Shape>) = rings
        .into_iter()
        .partition(|ring| matches!(ring, Shape::Circle { radius, .. } if radius % 2.0 != 0.0));
    // From outside: 6 less 5, 4 less 3, 2 less 1, all of them by exclusive or in pairs.
    let mut sum = place(&even[2..]);
    for ring in [&odd[2], &even[1], &odd[1], &even[0], &odd[0]] {
        let next = combined(RegionOperation::ExclusiveOr, &sum, &place(std::slice::from_ref(ring)));
        sum = place(&next.into_shapes());
    }
    assert_eq!(sum.len(), 3);
    assert!(sum.iter().all(|(ring, _)| letters(ring) == "MAAAAZMAAAAZ"), "{sum:?}");
    let total: f64 = sum.iter().map(|(shape, at)| area_of(shape, at)).sum();
    assert_near(total, PI * (36.0 - 25.0 + 16.0 - 9.0 + 4.0 - 1.0));
}

#[test]
fn bounds_and_lengths_of_results_are_exact() {
    let lens = combined(
        RegionOperation::Intersection,
        &place(&[circle(0.0, 0.0, 5.0)]),
        &place(&[circle(6.0, 0.0, 5.0)]),
    );
    let [lens] = lens.into_shapes().try_into().unwrap();
    let bounds = lens.bounds(&Affine::IDENTITY);
    for (got, expected) in
        [(bounds.min.x, 1.0), (bounds.max.x, 5.0), (bounds.min.y, -4.0), (bounds.max.y, 4.0)]
    {
        assert_near(got, expected);
    }
    assert_near(lens.length(&Affine::IDENTITY), 20.0 * 0.8_f64.asin());
}

#[test]
fn thousands_of_equal_or_nested_circles_are_one_computation() {
    let equal: Vec<Placed> = vec![(circle(3.0, 4.0, 5.0), Affine::IDENTITY); 20_000];
    assert_eq!(combined(RegionOperation::Union, &equal, &[]).into_shapes(), [circle(3.0, 4.0, 5.0)]);
    let (odd, even): (Vec<u32>, Vec<u32>) = (1..=400).partition(|radius| radius % 2 == 1);
    let circles =
        |list: Vec<u32>| place(&list.iter().map(|it| circle(0.0, 0.0, (*it).into())).collect::<Vec<_>>());
    assert_near(
        combined(RegionOperation::Difference, &circles(even), &circles(odd)).area(),
        PI * (160_000.0 - 159_201.0),
    );
}

#[test]
fn region_of_curves_refuses_uncomputable_input() {
    let line = Shape::line(vec![Point::ORIGIN, Point::new(1.0, 1.0)]).unwrap();
    let of = |shape: &Shape| CurveRegion::combined(RegionOperation::Union, &[(shape, Affine::IDENTITY)], &[]);
    assert!(of(&line).unwrap_err().message.contains("not closed"));
    for radius in [1e200, 1e-200] {
        assert!(of(&circle(0.0, 0.0, radius)).unwrap_err().message.contains("too large or too small"));
    }
    assert!(of(&circle(1e308, 0.0, 1e308)).unwrap_err().message.contains("finite"));
    assert!(combined(RegionOperation::Union, &[], &[]).is_empty());
}
