use crate::geometry::Affine;

use super::*;

fn layout(text: &str) -> Layout {
    Font::builtin().unwrap().shape_text(text, 100.0)
}

#[test]
fn kerning_brings_a_pair_together() {
    assert!(layout("AV").width < layout("A").width + layout("V").width - 1.0);
    assert!((layout("HH").width - 2.0 * layout("H").width).abs() < 1e-9);
}

#[test]
fn lengths_are_in_proportion_to_the_size() {
    let font = Font::builtin().unwrap();
    let (small, large) = (font.shape_text("Scene", 1.0), font.shape_text("Scene", 1000.0));
    assert!((small.width * 1000.0 - large.width).abs() < 1e-9);
    assert!((small.height * 1000.0 - large.height).abs() < 1e-9);
    assert!((small.ascent + small.descent - small.height).abs() < 1e-12);
    assert!(font.line_height(1.0) >= small.height);
}

#[test]
fn letters_have_the_contours_and_the_height_they_should() {
    for (letter, contours) in [("I", 1), ("O", 2), ("B", 3), ("i", 2), ("8", 3)] {
        let layout = layout(letter);
        let outline = &layout.glyphs[0].outline;
        let data = outline.to_exact_data();
        assert_eq!(data.matches('M').count(), contours, "{letter}");
        assert!(outline.is_closed());
    }
    let bounds = layout("H").glyphs[0].outline.bounds(&Affine::IDENTITY).unwrap();
    assert!(bounds.min.y == 0.0 && bounds.max.y > 65.0 && bounds.max.y < 75.0, "{bounds:?}");
}

#[test]
fn a_hole_runs_against_its_outline() {
    let path = &layout("O").glyphs[0].outline;
    let mut areas = Vec::new();
    let (mut current, mut start, mut area) = (crate::geometry::Point::ORIGIN, None, 0.0);
    for segment in path.segments() {
        if segment == crate::geometry::Segment::Close {
            areas.push(area);
            area = 0.0;
            start = None;
        } else if let Some(end) = segment.end() {
            if start.is_some() {
                area += current.x * end.y - end.x * current.y;
            }
            start = start.or(Some(end));
            current = end;
        }
    }
    assert_eq!(areas.len(), 2);
    assert!(areas[0] * areas[1] < 0.0, "{areas:?}");
}

#[test]
fn spaces_move_the_pen_and_draw_nothing() {
    let spaced = layout("a b");
    assert_eq!(spaced.glyphs.len(), 2);
    assert!(spaced.glyphs[1].x > layout("a").width + 20.0);
    assert!(layout("   ").glyphs.is_empty() && layout("   ").width > 0.0);
    assert!(layout("").glyphs.is_empty() && layout("").width == 0.0);
}

#[test]
fn missing_characters_are_listed_once_and_drawn_as_boxes() {
    let layout = layout("a한글한\u{200d}b");
    assert_eq!(layout.missing, ['한', '글']);
    assert!(layout.glyphs.len() >= 5);
    assert!(self::layout("Äß€±Ω Ж\n\t").missing.is_empty());
}
