//! Files as fonts: text is set in every file that can be read as one.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use scenewright_geometry::Affine;
use scenewright_scene::typeset::{Font, FontFile, Fonts};

/// Latin, a letter with its accent as a mark, Hangul, letters from the right, and a character that few fonts have.
const TEXTS: [&str; 4] = ["Aé한", "AVe\u{301} ffi", "가나 אב 12", "\u{10ffff}"];

fuzz_target!(|input: &[u8]| {
    let file = FontFile { id: "fuzz".into(), family: "fuzz".into(), index: 0, bytes: input.into() };
    let Ok(font) = Font::read(&file).map(Arc::new) else { return };
    for text in TEXTS {
        let line = Fonts::builtin().set_line(&font, text, 10.0).expect("no question is refused");
        assert!(line.width.is_finite());
        assert!(line.glyphs.iter().all(|glyph| glyph.x.is_finite() && glyph.y.is_finite()));
        for number in line.glyphs.iter().filter_map(|glyph| glyph.outline.bounds(&Affine::IDENTITY)) {
            assert!(number.is_finite(), "an outline has finite numbers");
        }
    }
});
