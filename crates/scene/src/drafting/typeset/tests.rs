use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use super::itemize::{clusters, visual_order};
use super::*;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Path, Point, Segment};

mod hostile;
mod system;

/// Sets a line in the built-in font.
fn layout(text: &str) -> Layout {
    Fonts::builtin().set_line(&Font::builtin().unwrap(), text, 100.0).unwrap()
}

fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fonts"))
}

fn file(name: &str) -> FontFile {
    let bytes = std::fs::read(folder().join(name)).unwrap();
    FontFile { id: name.into(), family: name.trim_end_matches(".ttf").into(), index: 0, bytes: bytes.into() }
}

/// The fonts of the tests, and the questions asked.
#[derive(Debug, Default)]
struct TestFonts {
    asked: Mutex<Vec<String>>,
}

impl FontSource for TestFonts {
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>> {
        self.asked.lock().unwrap().push(query.key());
        let fonts = SystemFonts::load(false, &[folder()]);
        let place = match query {
            FontQuery::Named(name) => fonts.named(name),
            FontQuery::Covering(characters) => fonts.covering(characters),
            FontQuery::File(path) => {
                Some(FontPlace { path: folder().join(path), index: 0, family: path.clone() })
            }
        };
        Ok(place.map(|place| Arc::new(file(place.path.file_name().unwrap().to_str().unwrap()))))
    }
}

fn test_fonts() -> (Fonts, Arc<TestFonts>) {
    let source = Arc::new(TestFonts::default());
    (Fonts::new(Arc::clone(&source) as Arc<dyn FontSource>), source)
}

/// Returns twice the area that each contour runs around, greater than zero where that is counter-clockwise.
fn areas(path: &Path) -> Vec<f64> {
    let mut areas = Vec::new();
    let cross = |a: Point, b: Point| a.x * b.y - b.x * a.y;
    let (mut current, mut start, mut area) = (Point::ORIGIN, None, 0.0);
    for segment in path.segments() {
        if segment == Segment::Close {
            areas.push(area + cross(current, start.unwrap()));
            (start, area) = (None, 0.0);
        } else if let Some(end) = segment.end() {
            area += start.map_or(0.0, |_| cross(current, end));
            start = start.or(Some(end));
            current = end;
        }
    }
    areas
}

fn left_edges(layout: &Layout) -> Vec<f64> {
    let left = |glyph: &Glyph| (glyph.outline.bounds(&Affine::IDENTITY).unwrap().min.x + glyph.x).round();
    layout.glyphs.iter().map(left).collect()
}

#[test]
fn kerning_narrows_a_pair() {
    assert!(layout("AV").width < layout("A").width + layout("V").width - 1.0);
    assert!((layout("HH").width - 2.0 * layout("H").width).abs() < 1e-9);
    // By the numbers of the font: A is 600 wide, V 640, and the pair is 90 closer.
    let (fonts, _) = test_fonts();
    let font = fonts.named("Scenewright Test").unwrap().unwrap();
    let width = |text| fonts.set_line(&font, text, 1000.0).unwrap().width;
    assert_eq!((width("A"), width("V"), width("AV"), width("VA")), (600.0, 640.0, 1150.0, 1240.0));
}

#[test]
fn text_lengths_are_proportional_to_size() {
    let font = Font::builtin().unwrap();
    let line = |size| Fonts::builtin().set_line(&font, "Scene", size).unwrap();
    assert!((line(1.0).width * 1000.0 - line(1000.0).width).abs() < 1e-9);
    assert!((font.ascent(1.0) * 1000.0 - font.ascent(1000.0)).abs() < 1e-9);
    assert!(font.ascent(1.0) > 0.0 && font.descent(1.0) > 0.0);
    assert!(font.line_height(1.0) >= font.ascent(1.0) + font.descent(1.0));
}

#[test]
fn letters_have_expected_contours_and_height() {
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
    let of_builtin = areas(&layout("O").glyphs[0].outline);
    assert_eq!(of_builtin.len(), 2);
    assert!(of_builtin[0] * of_builtin[1] < 0.0, "{of_builtin:?}");
    // A box of 800 by 800 with a hole of 400 by 400.
    let (fonts, _) = test_fonts();
    let line = fonts.set_line(&Font::builtin().unwrap(), "가나", 1000.0).unwrap();
    assert_eq!(areas(&line.glyphs[0].outline), [-1_280_000.0, 320_000.0]);
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
    for nothing in ["Äß€±Ω Ж\n\t", "a\u{fe0f}\u{200b}\u{200d}", "\u{e0101}\u{2066}b\u{2069}"] {
        assert!(self::layout(nothing).missing.is_empty(), "{nothing:?}");
    }
}

#[test]
fn character_missing_from_font_comes_from_another() {
    let (fonts, source) = test_fonts();
    let builtin = Font::builtin().unwrap();
    let width = |text| fonts.set_line(&builtin, text, 1000.0).unwrap().width;
    let mixed = fonts.set_line(&builtin, "No. 가나 a", 1000.0).unwrap();
    assert!(mixed.missing.is_empty());
    // A line is as wide as its pieces: 가 is 1000 wide and 나 900.
    let expected = width("No. ") + 1900.0 + width(" a");
    assert!((mixed.width - expected).abs() < 1e-6, "{} {expected}", mixed.width);
    // 다 is in the font that was found, 라 in another one, 마 in none.
    assert_eq!(width("가나다"), 2700.0);
    assert_eq!(width("라"), 1200.0);
    assert_eq!(fonts.set_line(&builtin, "가마마", 1000.0).unwrap().missing, ['마']);
    assert_eq!(fonts.set_line(&builtin, "마", 1000.0).unwrap().missing, ['마']);
    assert_eq!(*source.asked.lock().unwrap(), ["text 가나", "text 라", "text 마"]);
    let used = fonts.used();
    assert_eq!(used["text 가나"].as_deref(), Some("ScenewrightTest.ttf"));
    assert_eq!(used["text 라"].as_deref(), Some("ScenewrightOther.ttf"));
    assert_eq!(used["text 마"], None);
}

#[test]
fn mark_is_set_in_font_of_its_letter() {
    let (fonts, _) = test_fonts();
    let marked = fonts.set_line(&Font::builtin().unwrap(), "가\u{301}나", 1000.0).unwrap();
    // 750 above the baseline in the font of the tests, and nowhere near in the built-in one.
    let bounds = marked.glyphs[1].outline.bounds(&Affine::IDENTITY).unwrap();
    assert_eq!((bounds.min.y, bounds.max.y, marked.width), (750.0, 800.0, 1900.0));
    assert_eq!(clusters("e\u{301}가\u{302}\u{fe0f}a\u{200d}b").len(), 3);
}

#[test]
fn right_to_left_runs_are_in_visual_order() {
    let (fonts, _) = test_fonts();
    let font = fonts.named("scenewright test").unwrap().unwrap();
    let edges = |text| left_edges(&fonts.set_line(&font, text, 1000.0).unwrap());
    // א is 500 wide and ב 400; the box of each begins 50 into it, that of A 50 and that of O 50.
    assert_eq!(edges("אב"), [50.0, 450.0]);
    assert_eq!(edges("ב"), [50.0]);
    // A line that begins from the left: A at 0, then ב at 600, then א at 1000.
    assert_eq!(edges("Aאב"), [50.0, 650.0, 1050.0]);
    // One that begins from the right: A comes last, left of all.
    assert_eq!(edges("אבA"), [50.0, 650.0, 1050.0]);
    assert_eq!(edges("אA"), [50.0, 650.0]);
}

#[test]
fn text_directions_follow_bidirectional_algorithm() {
    let shown = |text: &str| -> String {
        let clusters = clusters(text);
        let levels: Vec<u8> = clusters.iter().map(|it| it.level).collect();
        visual_order(&levels).iter().map(|at| &text[clusters[*at].range.clone()]).collect()
    };
    // Worked out by hand with the rules W7, N1, N2, I1, I2 and L2 of UAX #9.
    for (read, seen) in [
        ("abc", "abc"),
        ("a 12 b", "a 12 b"),
        ("אבג", "גבא"),
        ("a אב ג b", "a ג בא b"),
        ("a אב 12", "a 12 בא"),
        ("אב 12", "12 בא"),
        ("אב cd ג", "ג cd בא"),
        ("12 אב", "בא 12"),
        ("- אב!", "!בא -"),
        ("", ""),
    ] {
        assert_eq!(shown(read), seen, "{read}");
    }
}

#[test]
fn font_question_is_asked_once_and_its_key_is_parsed() {
    let (fonts, source) = test_fonts();
    for _ in 0..3 {
        assert!(fonts.named("Nowhere Sans").unwrap().is_none());
        assert_eq!(fonts.named("Scenewright Test").unwrap().unwrap().name(), "ScenewrightTest");
        assert_eq!(fonts.named("LIBERATION SANS").unwrap().unwrap().name(), "Liberation Sans");
    }
    assert_eq!(*source.asked.lock().unwrap(), ["name Nowhere Sans", "name Scenewright Test"]);
    for query in [
        FontQuery::Named("a  b".into()),
        FontQuery::File("../x y.ttf".into()),
        FontQuery::Covering("가 나".into()),
        FontQuery::Named(String::new()),
    ] {
        assert_eq!(FontQuery::parse(&query.key()), Some(query));
    }
    assert_eq!(FontQuery::parse("names x"), None);
    for number in 0..998 {
        fonts.named(&format!("font {number}")).unwrap();
    }
    assert_eq!(fonts.named("one more").unwrap_err().message, "the run asks for more than 1000 fonts");
}

#[test]
fn missing_font_source_leaves_built_in_font_alone() {
    let fonts = Fonts::builtin();
    assert!(fonts.named("Arial").unwrap().is_none());
    assert_eq!(
        fonts.file("/etc/x.ttf").unwrap_err().message,
        "fontPath: this host does not allow font files; leave it out to use the built-in font"
    );
}
