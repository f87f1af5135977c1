//! Operations on areas: their areas add up as those of sets do, and their results can be computed on with.
//!
//! The input has coordinates of the rings of the first area, and of the second, and then circles of both, which keep
//! to being such. Each byte is a step on a lattice, so that edges that coincide, vertices on edges, and circles that
//! touch are the rule.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::inputs::{outline, parts};
use scenewright_geometry::{Affine, CurveRegion, Outline, Region, RegionOperation, Shape, covered_area};

fuzz_target!(|input: &[u8]| {
    let [first, second, circles, other_circles] = parts(input);
    let (first, second) = (outline(first), outline(second));
    check_curves(&curved(&first, circles), &curved(&second, other_circles));
    let area = |operation, one: &Outline, other: &Outline| {
        let region = Region::combined(operation, std::slice::from_ref(one), std::slice::from_ref(other));
        let region = region.expect("the coordinates are small");
        assert!(region.rings().flatten().all(|point| point.is_finite()));
        assert!(region.parts.iter().all(|part| part.area() > 0.0), "{region:?}");
        let again = Region::of(&[region.to_outline()]).expect("the coordinates are small");
        assert_near(again.area(), region.area());
        region.area()
    };
    let alone = |outline: &Outline| Region::of(std::slice::from_ref(outline)).expect("small").area();
    let (one, other) = (alone(&first), alone(&second));
    let union = area(RegionOperation::Union, &first, &second);
    let both = area(RegionOperation::Intersection, &first, &second);
    assert_near(union + both, one + other);
    assert_near(area(RegionOperation::Difference, &first, &second), one - both);
    assert_near(area(RegionOperation::Difference, &second, &first), other - both);
    assert_near(area(RegionOperation::ExclusiveOr, &first, &second), union - both);
    let points: Vec<_> = first.rings.iter().flatten().copied().collect();
    if let Some(hull) = Region::convex_hull(&points).expect("small") {
        assert!(hull.area() >= one - 1e-6);
    } else {
        assert_near(one, 0.0);
    }
});

/// Returns the rings as polygons, and circles.
fn curved(outline: &Outline, circles: &[u8]) -> Vec<Shape> {
    let circle =
        |it: &[u8]| Shape::circle((it[0] as i8).into(), (it[1] as i8).into(), f64::from(it[2]) * 0.5);
    let polygons = outline.rings.iter().filter_map(|ring| Shape::polygon(ring.clone(), Vec::new()).ok());
    polygons.chain(circles.chunks_exact(3).take(6).filter_map(|it| circle(it).ok())).collect()
}

fn borrowed(shapes: &[(Shape, Affine)]) -> Vec<(&Shape, Affine)> {
    shapes.iter().map(|(shape, at)| (shape, *at)).collect()
}

fn check_curves(first: &[Shape], second: &[Shape]) {
    let placed =
        |shapes: &[Shape]| shapes.iter().map(|shape| (shape.clone(), Affine::IDENTITY)).collect::<Vec<_>>();
    let (first, second) = (placed(first), placed(second));
    let (first, second) = (borrowed(&first), borrowed(&second));
    let area = |operation, one: &[(&Shape, Affine)], other: &[(&Shape, Affine)]| {
        let region = CurveRegion::combined(operation, one, other).expect("the coordinates are small")?;
        let shapes = placed(&region.clone().into_shapes());
        let drawn = covered_area(&borrowed(&shapes), 0.01).expect("small");
        assert_near(drawn, region.area());
        Some(region.area())
    };
    let alone = |list: &[(&Shape, Affine)]| area(RegionOperation::Union, list, &[]);
    let all = [RegionOperation::Union, RegionOperation::Intersection, RegionOperation::Difference]
        .map(|operation| area(operation, &first, &second));
    // Curves that cannot be told apart are straightened, which is not looked at here.
    let (Some(one), Some(other), [Some(union), Some(both), Some(difference)]) =
        (alone(&first), alone(&second), all)
    else {
        return;
    };
    assert_near(union + both, one + other);
    assert_near(difference, one - both);
}

fn assert_near(one: f64, other: f64) {
    // A crossing is off by a cell of the grid, and there are few edges, none longer than 400.
    assert!((one - other).abs() < 1e-6, "{one} is not {other}");
}
