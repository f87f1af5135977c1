//! Growing and shrinking: more distance, more area; a part is a shape again; kept arcs bound the same area as edges
//! do.
//!
//! The input has coordinates of the rings, the distance, the join and the circles as bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_fuzz::inputs::{outline, parts};
use scenewright_geometry::{Affine, ArcRegion, OffsetJoin, OffsetStyle, Region, Shape, covered_area};

const TOLERANCE: f64 = 0.01;

fuzz_target!(|input: &[u8]| {
    let [rings, settings, circles] = parts(input);
    let outline = outline(rings);
    let setting = |at: usize| settings.get(at).copied().unwrap_or_default();
    let delta = f64::from(setting(0) as i8) * 0.25;
    let join = [OffsetJoin::Round, OffsetJoin::Square, OffsetJoin::Miter][usize::from(setting(1) % 3)];
    let style = OffsetStyle { join, miter_limit: 2.0, tolerance: TOLERANCE };
    let mut shapes: Vec<Shape> = circles
        .chunks_exact(3)
        .take(6)
        .filter_map(|it| {
            Shape::circle((it[0] as i8).into(), (it[1] as i8).into(), f64::from(it[2]) * 0.5).ok()
        })
        .collect();
    shapes.extend(outline.rings.iter().filter_map(|ring| Shape::polygon(ring.clone(), Vec::new()).ok()));
    let placed: Vec<(&Shape, Affine)> = shapes.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
    let outlines: Vec<_> = placed
        .iter()
        .map(|(shape, at)| shape.area_outline(at, TOLERANCE).expect("small").expect("closed"))
        .collect();
    let region = Region::of(&outlines).expect("small");
    let straight = region.offset(delta, &style).expect("small");
    assert!(straight.rings().flatten().all(|point| point.is_finite()));
    if delta > 0.0 {
        assert!(straight.area() >= region.area() - 1e-6);
    } else {
        assert!(straight.area() <= region.area() + 1e-6);
    }
    let Some(kept) = ArcRegion::of(&placed, TOLERANCE).expect("small") else { return };
    let Some(kept) = kept.offset(delta, &style).expect("small") else { return };
    let kept = kept.into_shapes();
    let (mut area, mut length) = (0.0, 0.0);
    for shape in &kept {
        let shape = shape.clone().checked().expect("a shape");
        assert!(shape.is_closed());
        area += covered_area(&[(&shape, Affine::IDENTITY)], TOLERANCE).expect("closed");
        length += shape.length(&Affine::IDENTITY);
    }
    // Arcs and their edges are apart by the tolerance, in the outline and in what it was made of. Drawn out, a corner
    // can go a little further.
    let perimeter = length + straight.rings().map(|ring| ring.len() as f64).sum::<f64>();
    if join == OffsetJoin::Round {
        assert!(
            (area - straight.area()).abs() <= 4.0 * TOLERANCE * (perimeter + 100.0),
            "{area} {}",
            straight.area()
        );
    }
});
