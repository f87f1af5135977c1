//! Operations on areas: their areas add up as those of sets do, and their results can be computed on with.
//!
//! The input has coordinates of the rings of the first area, and of the second. Each byte is a step on a lattice,
//! so that edges that coincide and vertices on edges are the rule.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::inputs::{outline, parts};
use scenewright_geometry::{Outline, Region, RegionOperation};

fuzz_target!(|input: &[u8]| {
    let [first, second] = parts(input).map(outline);
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

fn assert_near(one: f64, other: f64) {
    // A crossing is off by a cell of the grid, and there are few edges, none longer than 400.
    assert!((one - other).abs() < 1e-6, "{one} is not {other}");
}
