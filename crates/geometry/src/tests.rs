mod arcs;
mod booleans;
mod curves;
mod hulls;
mod measures;
mod nearness;
mod outlines;
mod regions;
mod shallow;

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use proptest::prelude::*;

use super::*;
use curves::{Piece, pieces};

/// Returns points of the shape, the same number on every curve of it.
fn samples(shape: &Shape, transform: &Affine, count: usize) -> Vec<Point> {
    let points = |piece: Piece| {
        let count = if piece.is_straight() { 1 } else { count };
        (0..=count).map(move |index| piece.at(index as f64 / count as f64))
    };
    pieces(shape).into_iter().flat_map(points).map(|point| *transform * point).collect()
}

fn affine() -> impl Strategy<Value = Affine> {
    (-4.0..4.0, -4.0..4.0, -4.0..4.0, -4.0..4.0, -50.0..50.0, -50.0..50.0)
        .prop_map(|(a, b, c, d, e, f): (f64, f64, f64, f64, f64, f64)| Affine { a, b, c, d, e, f })
        .prop_filter("flattens the plane", |affine| affine.determinant().abs() > 1e-3)
}

fn shape() -> impl Strategy<Value = Shape> {
    let number = || -100.0..100.0_f64;
    let points = |least: usize| prop::collection::vec((number(), number()), least..8);
    let to_points =
        |list: Vec<(f64, f64)>| list.into_iter().map(|(x, y)| Point::new(x, y)).collect::<Vec<_>>();
    prop_oneof![
        (number(), number(), 0.01..50.0).prop_map(|(x, y, r)| Shape::circle(x, y, r).unwrap()),
        (number(), number(), 0.01..50.0, 0.01..50.0)
            .prop_map(|(x, y, w, h)| Shape::rect(x, y, w, h).unwrap()),
        (number(), number(), 0.01..50.0, 0.01..50.0, -7.0..7.0)
            .prop_map(|(x, y, rx, ry, turn)| Shape::ellipse(x, y, rx, ry, turn).unwrap()),
        points(2).prop_map(move |list| Shape::line(to_points(list)).unwrap()),
        points(3).prop_map(move |list| Shape::polygon(to_points(list), Vec::new()).unwrap()),
        (number(), number(), 0.01..50.0, -7.0..7.0, 0.01..6.25)
            .prop_map(|(x, y, r, start, sweep)| Shape::arc(x, y, r, start, start + sweep).unwrap()),
        prop::array::uniform12(number()).prop_map(|n| {
            Shape::path(&format!(
                "M{} {} C{} {} {} {} {} {} Q {} {} {} {}",
                n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11]
            ))
            .unwrap()
        }),
        (prop::array::uniform4(number()), 0.1..80.0, 0.1..80.0, -400.0..400.0, any::<bool>(), any::<bool>())
            .prop_map(|(n, rx, ry, rotation, large, positive)| {
                let (large, positive) = (u8::from(large), u8::from(positive));
                let data =
                    format!("M{} {} A{rx} {ry} {rotation} {large}{positive} {} {}", n[0], n[1], n[2], n[3]);
                Shape::path(&data).unwrap()
            }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn transformed_path_has_bounds_of_its_image(shape in shape(), transform in affine()) {
        let direct = shape.bounds(&transform);
        let image = shape.to_path().transformed(&transform).bounds(&Affine::IDENTITY).unwrap();
        let size = 1.0 + direct.width() + direct.height() + direct.max.x.abs() + direct.max.y.abs();
        for (left, right) in [
            (direct.min.x, image.min.x), (direct.min.y, image.min.y),
            (direct.max.x, image.max.x), (direct.max.y, image.max.y),
        ] {
            // The end point form of an arc loses half the digits near a half turn, by its nature.
            prop_assert!((left - right).abs() < 1e-6 * size, "{direct:?} {image:?}");
        }
    }

    #[test]
    fn cubics_stay_within_tolerance_of_their_arcs(shape in shape()) {
        let path = shape.to_path();
        let exact = path.bounds(&Affine::IDENTITY).unwrap();
        let flat = path.without_arcs(1e-3).bounds(&Affine::IDENTITY).unwrap();
        for (left, right) in [
            (exact.min.x, flat.min.x), (exact.min.y, flat.min.y),
            (exact.max.x, flat.max.x), (exact.max.y, flat.max.y),
        ] {
            prop_assert!((left - right).abs() < 2e-3, "{exact:?} {flat:?}");
        }
    }

    #[test]
    fn a_mirror_image_about_the_centre_keeps_the_bounds(shape in shape(), left_right in any::<bool>()) {
        let bounds = shape.bounds(&Affine::IDENTITY);
        let axis = if left_right { Axis::X } else { Axis::Y };
        let image = shape.mirrored(axis, bounds.center()).bounds(&Affine::IDENTITY);
        prop_assert!((bounds.min.x - image.min.x).abs() < 1e-9 && (bounds.max.y - image.max.y).abs() < 1e-9);
        let twice = shape.mirrored(axis, Point::ORIGIN).mirrored(axis, Point::ORIGIN);
        let again = twice.bounds(&Affine::IDENTITY);
        prop_assert!((bounds.min.y - again.min.y).abs() < 1e-9 && (bounds.max.x - again.max.x).abs() < 1e-9);
    }

    #[test]
    fn path_data_round_trips_exactly(shape in shape(), transform in affine()) {
        let path = shape.to_path().transformed(&transform);
        prop_assert_eq!(&Path::parse(&path.to_exact_data()).unwrap(), &path);
        let bytes = postcard::to_stdvec(&path).unwrap();
        prop_assert_eq!(&postcard::from_bytes::<Path>(&bytes).unwrap(), &path);
    }

    #[test]
    fn path_data_parser_never_panics(data in "[MmLlHhVvCcSsQqTtAaZz0-9 ,.eE+-]{0,40}") {
        if let Ok(path) = Path::parse(&data) {
            prop_assert!(path.bounds(&Affine::IDENTITY).is_some());
        }
    }

    #[test]
    fn decomposition_composes_to_its_transform(transform in affine()) {
        let parts = transform.decompose().unwrap();
        let shear = Affine { c: parts.shear, ..Affine::IDENTITY };
        let again = Affine::rotation(parts.rotation) * shear * Affine::scale(parts.scale[0], parts.scale[1]);
        for (left, right) in [(again.a, transform.a), (again.b, transform.b), (again.c, transform.c), (again.d, transform.d)] {
            prop_assert!((left - right).abs() < 1e-12);
        }
        let unit = transform * transform.inverse().unwrap();
        prop_assert!((unit.a - 1.0).abs() < 1e-9 && unit.c.abs() < 1e-9 && unit.e.abs() < 1e-7);
    }
}

fn bounds_text(shape: &Shape, transform: &Affine) -> String {
    let bounds = shape.bounds(transform);
    format!("{:?} {:?} {:?} {:?}", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y)
}

#[test]
fn bounds_of_plain_shapes_are_exact() {
    let cases = [
        (Shape::circle(1.0, 2.0, 3.0), Affine::IDENTITY, "-2.0 -1.0 4.0 5.0"),
        (Shape::circle(0.0, 0.0, 1.0), Affine::rotation(0.7), "-1.0 -1.0 1.0 1.0"),
        (Shape::rect(0.0, 0.0, 4.0, 2.0), Affine::rotation(FRAC_PI_2), "-1.0 -2.0 1.0 2.0"),
        (Shape::rect(-0.0, -0.0, 4.0, 2.0), Affine::scale(-1.0, -1.0), "-2.0 -1.0 2.0 1.0"),
        (Shape::arc(0.0, 0.0, 10.0, 0.0, FRAC_PI_2), Affine::IDENTITY, "0.0 0.0 10.0 10.0"),
        (Shape::arc(0.0, 0.0, 10.0, 0.0, PI), Affine::IDENTITY, "-10.0 0.0 10.0 10.0"),
        (Shape::arc(0.0, 0.0, 10.0, 3.0 * FRAC_PI_2, FRAC_PI_2), Affine::IDENTITY, "0.0 -10.0 10.0 10.0"),
        (
            Shape::line(vec![Point::ORIGIN, Point::new(-0.0, 0.0)]),
            Affine::scale(-1.0, 1.0),
            "0.0 0.0 0.0 0.0",
        ),
        (Shape::path("M 0 0 C 0 10 10 10 10 0"), Affine::IDENTITY, "0.0 0.0 10.0 7.5"),
        (Shape::path("M 0 0 Q 5 10 10 0"), Affine::IDENTITY, "0.0 0.0 10.0 5.0"),
        (Shape::path("M -1 0 A 1 1 0 1 0 1 0 A 1 1 0 1 0 -1 0 Z"), Affine::IDENTITY, "-1.0 -1.0 1.0 1.0"),
        (Shape::path("M -1 0 A 1 1 0 0 0 1 0"), Affine::IDENTITY, "-1.0 0.0 1.0 1.0"),
        (Shape::path("M 0 0 L 1 1 M 50 50"), Affine::IDENTITY, "0.0 0.0 1.0 1.0"),
    ];
    for (shape, transform, expected) in cases {
        let shape = shape.unwrap();
        assert_eq!(bounds_text(&shape, &transform), expected, "{shape:?}");
    }
}

#[test]
fn arc_is_always_the_counter_clockwise_one() {
    // From three o'clock down to a quarter before it is three quarters of a turn.
    let shape = Shape::arc(0.0, 0.0, 1.0, 0.0, -FRAC_PI_2).unwrap();
    assert_eq!(bounds_text(&shape, &Affine::IDENTITY), "-1.0 -1.0 1.0 1.0");
    for (start, end) in [(0.0, TAU), (1.0, 1.0 + TAU), (0.0, -TAU), (0.1 + 0.2, 0.3 + TAU), (0.0, 100.0)] {
        let shape = Shape::arc(0.0, 0.0, 1.0, start, end).unwrap();
        assert_eq!(shape.kind(), "circle", "{start} to {end}");
    }
}

#[test]
fn impossible_shape_is_refused_with_its_argument() {
    let at = Point::new;
    let cases = [
        (Shape::circle(0.0, 0.0, -3.0), "radius must be greater than 0, got -3"),
        (Shape::circle(0.0, 0.0, 0.0), "radius must be greater than 0, got 0"),
        (Shape::circle(f64::NAN, 0.0, 1.0), "x must be a finite number, got NaN"),
        (Shape::rect(0.0, f64::NEG_INFINITY, 1.0, 1.0), "y must be a finite number, got -Infinity"),
        (Shape::rect(0.0, 0.0, 1.0, -0.5), "height must be greater than 0, got -0.5"),
        (Shape::line(vec![at(0.0, 0.0)]), "points must hold at least 2 points, got 1"),
        (Shape::polygon(vec![at(0.0, 0.0); 2], vec![]), "points must hold at least 3 points, got 2"),
        (
            Shape::polygon(vec![at(0.0, 0.0); 3], vec![vec![at(0.0, 0.0); 3], vec![]]),
            "holes[1] must hold at least 3 points, got 0",
        ),
        (
            Shape::line(vec![at(0.0, 0.0), at(1.0, f64::INFINITY)]),
            "points[1].y must be a finite number, got Infinity",
        ),
        (Shape::arc(0.0, 0.0, 1.0, 0.5, 0.5), "startAngle and endAngle must differ, got 0.5 twice"),
        (Shape::arc(0.0, 0.0, 1.0, 0.0, f64::NAN), "endAngle must be a finite number, got NaN"),
    ];
    for (result, expected) in cases {
        assert_eq!(result.unwrap_err().message, expected);
    }
}

#[test]
fn path_data_parser_reads_whole_grammar() {
    let cases = [
        ("M1 2L3 4", "M 1 2 L 3 4"),
        ("m1 2 3 4 -1-1", "M 1 2 L 4 6 L 3 5"),
        ("M0,0H5V6h-1v-2", "M 0 0 L 5 0 L 5 6 L 4 6 L 4 4"),
        ("M0 0C1 1 2 1 3 0S5-1 6 0", "M 0 0 C 1 1 2 1 3 0 C 4 -1 5 -1 6 0"),
        ("M0 0S5-1 6 0", "M 0 0 C 0 0 5 -1 6 0"),
        ("M0 0Q1 1 2 0T4 0t2 0", "M 0 0 Q 1 1 2 0 Q 3 -1 4 0 Q 5 1 6 0"),
        ("M0 0T4 0", "M 0 0 Q 0 0 4 0"),
        ("M0 0a1 1 0 01 2 0", "M 0 0 A 1 1 0 0 1 2 0"),
        ("M0 0a1 1 0 012 0", "M 0 0 A 1 1 0 0 1 2 0"),
        ("M0 0a1 1 0 00.5.5", "M 0 0 A 1 1 0 0 0 0.5 0.5"),
        ("M0 0A-1-2 30 1,0 5 5", "M 0 0 A 1 2 30 1 0 5 5"),
        ("M0 0A0 2 30 1,0 5 5", "M 0 0 L 5 5"),
        ("M0 0A1 2 30 1,0 0 0L1 1", "M 0 0 L 1 1"),
        ("M0 0L1 0 1 1ZM5 5l1 0z", "M 0 0 L 1 0 L 1 1 Z M 5 5 L 6 5 Z"),
        ("M0 0L1 0 1 1Zl2 2", "M 0 0 L 1 0 L 1 1 Z M 0 0 L 2 2"),
        ("  M .5.5 1e1-1E-1\n,\t+2 3. ", "M 0.5 0.5 L 10 -0.1 L 2 3"),
        ("M-0-0L1 1", "M 0 0 L 1 1"),
        ("M0 0L1e300 1e-300", "M 0 0 L 1e300 1e-300"),
    ];
    for (data, expected) in cases {
        assert_eq!(Path::parse(data).unwrap().to_exact_data(), expected, "{data}");
    }
}

#[test]
fn bad_path_data_is_refused_with_its_offset() {
    let cases = [
        ("", "path is empty"),
        (" \n", "path is empty"),
        ("M 1 1", "path draws nothing: it only moves"),
        ("M 1 1 Z", "path draws nothing: it only moves"),
        ("L 1 1", "path needs M or m, as every path begins with a move at offset 0, got 'L'"),
        ("M 0 0 X", "path needs a command letter (one of M L H V C S Q T A Z) at offset 6, got 'X'"),
        ("M 0 0 é", "path needs a command letter (one of M L H V C S Q T A Z) at offset 6, got 'é'"),
        ("M 0", "path needs a number at offset 3, got the end"),
        ("M 0 0 L 1", "path needs a number at offset 9, got the end"),
        ("M 0 0 L 1,,2", "path needs a number at offset 10, got ','"),
        ("M 0 0 L 1 2,", "path needs a number after the comma at offset 12, got the end"),
        ("M 0 0 L 1 2,Z", "path needs a number after the comma at offset 12, got 'Z'"),
        ("M 0 0 A 1 1 0 2 0 1 1", "path needs an arc flag, 0 or 1 at offset 14, got '2'"),
        ("M 0 0 h 1e400", "path holds a number that is too large at offset 8: 1e400"),
        ("M 1e308 0 l 1e308 0", "path leaves the range of numbers at offset 11"),
        ("M 0 0 L NaN 1", "path needs a number at offset 8, got 'N'"),
        ("M 0 0 L . 1", "path needs a number at offset 8, got '.'"),
        ("M 0 0 a1 1 0 00.5", "path needs a number at offset 17, got the end"),
    ];
    for (data, expected) in cases {
        assert_eq!(Path::parse(data).unwrap_err().message, expected, "{data}");
    }
}

#[test]
fn truncated_path_data_is_read_or_refused() {
    let data = "M1.5-2e-1L3 4H5v-6h1V7c1 1 2 1 3 0s1-1 2 0q1 1 2 0t2 0a1 2 30 01 4 5A2 2 0 1 0 9 9zm1 1l2 2";
    let read = (0..=data.len()).filter(|cut| Path::parse(&data[..*cut]).is_ok()).count();
    assert!(Path::parse(data).is_ok() && read > 10, "{read} of {} were read", data.len());
}

#[test]
fn path_data_parser_reads_a_megabyte() {
    let steps = 250_000;
    let path = Path::parse(&format!("M0 0{}", "h1v1".repeat(steps))).unwrap();
    let bounds = path.bounds(&Affine::IDENTITY).unwrap();
    assert_eq!((bounds.min, bounds.max), ([0.0, 0.0].into(), [steps as f64, steps as f64].into()));
}

#[test]
fn a_damaged_path_from_another_process_is_refused() {
    let path = Path::parse("M 0 0 L 1 1").unwrap();
    let mut bytes = postcard::to_stdvec(&path).unwrap();
    assert_eq!(bytes.len(), 2 + 2 + 4 * 8, "one byte a verb and a count for each list");
    bytes[2] = 3;
    assert!(postcard::from_bytes::<Path>(&bytes).is_err());
}

#[test]
fn path_is_closed_when_every_drawn_sub_path_is() {
    for (data, closed) in [
        ("M0 0L1 0 1 1Z", true),
        ("M0 0L1 0 1 1", false),
        ("M0 0L1 0 1 1ZM2 2L3 3", false),
        ("M0 0L1 0M0 0L1 1Z", false),
        ("M0 0L1 0 1 1ZM2 2", true),
    ] {
        assert_eq!(Path::parse(data).unwrap().is_closed(), closed, "{data}");
    }
}

#[test]
fn decompose_separates_rotation_and_scale_from_shear() {
    let parts = (Affine::rotation(0.3) * Affine::scale(2.0, -3.0)).decompose().unwrap();
    assert!((parts.rotation - 0.3).abs() < 1e-15 && parts.shear == 0.0);
    assert!((parts.scale[0] - 2.0).abs() < 1e-15 && (parts.scale[1] + 3.0).abs() < 1e-15);
    assert!((Affine::scale(2.0, 1.0) * Affine::rotation(0.3)).decompose().unwrap().shear != 0.0);
    assert!(Affine::scale(0.0, 1.0).decompose().is_none());
    assert!(Affine::scale(0.0, 1.0).inverse().is_none());
}
