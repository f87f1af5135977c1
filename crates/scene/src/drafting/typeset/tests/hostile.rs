//! Tests with files that are not fonts, or fonts that mean harm.

use super::*;

fn read(bytes: Vec<u8>) -> std::result::Result<Font, String> {
    Font::read(&FontFile { id: "x".into(), family: "x".into(), index: 0, bytes: bytes.into() })
}

/// Sets text in the font, whatever the result.
fn use_font(font: Font) {
    let line = Fonts::builtin().set_line(&Arc::new(font), "AVOé가나אב", 10.0).unwrap();
    assert!(line.width.is_finite());
    for glyph in &line.glyphs {
        assert!(glyph.x.is_finite() && glyph.y.is_finite());
    }
}

#[test]
fn font_read_refuses_other_files_with_reason() {
    for bytes in [&b""[..], b"hello", b"\x00\x01\x00\x00", &[0xff; 4096]] {
        let reason = read(bytes.to_vec()).unwrap_err();
        assert!(!reason.is_empty() && !reason.ends_with('.'), "{reason}");
    }
    assert_eq!(
        read(vec![0; (MAX_FONT_BYTES + 1) as usize]).unwrap_err(),
        "it has 67108865 bytes, and at most 67108864 are read"
    );
    let mut collection = file("ScenewrightTest.ttf");
    collection.index = 3;
    assert!(Font::read(&collection).is_err());
}

#[test]
fn a_truncated_font_is_refused_or_draws_less() {
    let whole = file("ScenewrightTest.ttf").bytes.to_vec();
    for part in 0..50 {
        let mut bytes = whole.clone();
        bytes.truncate(whole.len() * part / 50);
        if let Ok(font) = read(bytes) {
            use_font(font);
        }
    }
}

#[test]
fn a_font_of_broken_bytes_is_refused_or_draws_something() {
    let whole = file("ScenewrightTest.ttf").bytes.to_vec();
    let mut state = 1_u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..3_000 {
        let mut bytes = whole.clone();
        for _ in 0..=next(4) {
            let at = next(bytes.len());
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, next(256) as u8][next(6)];
        }
        if let Ok(font) = read(bytes) {
            use_font(font);
        }
    }
}

#[test]
fn recursive_glyph_terminates() {
    let mut bytes = file("ScenewrightTest.ttf").bytes.to_vec();
    let table = |tag: &[u8]| {
        let at = (12..).step_by(16).find(|at| &bytes[*at..at + 4] == tag).unwrap();
        u32::from_be_bytes(bytes[at + 8..at + 12].try_into().unwrap()) as usize
    };
    // The first glyph, which is the box for what is missing: put together of itself, twice.
    let glyf = table(b"glyf");
    let parts = [0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x22, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0];
    bytes[glyf..glyf + parts.len()].copy_from_slice(&parts);
    let font = Arc::new(read(bytes).unwrap());
    let line = Fonts::builtin().set_line(&font, "\u{10ffff}A", 10.0).unwrap();
    assert_eq!(line.missing, ['\u{10ffff}']);
    assert_eq!(line.glyphs.len(), 1);
}
