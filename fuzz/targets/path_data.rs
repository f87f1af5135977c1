//! SVG path data: every number read is finite, and written data is read back unchanged.
//!
//! path data.
#![no_main]

use libfuzzer_sys::fuzz_target;
use scenewright_geometry::{Affine, Path, Shape};

fuzz_target!(|input: &[u8]| {
    let data = String::from_utf8_lossy(input);
    let Ok(path) = Path::parse(&data) else { return };
    let written = path.to_exact_data();
    let again = Path::parse(&written).expect("what it wrote");
    assert_eq!(again, path);
    assert_eq!(again.to_exact_data(), written);
    assert!(!path.is_empty());
    let bounds = path.bounds(&Affine::IDENTITY).expect("something is drawn");
    assert!(bounds.min.x <= bounds.max.x || !bounds.is_finite());
    let shape = Shape::Path(path.clone()).checked().expect("it was checked");
    assert_eq!(shape.area_path().is_some(), path.is_closed());
    if let Ok(chains) = shape.flattened(&Affine::IDENTITY, 0.1) {
        assert!(chains.iter().flat_map(|chain| &chain.points).all(|point| point.is_finite()));
    }
    let _ = shape.length(&Affine::IDENTITY);
});
