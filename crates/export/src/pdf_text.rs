//! The words of a page: text that is found and copied, and not seen.
//!
//! Letters are painted as outlines, exactly as everywhere else. Over them lies the same text in a font without pictures
//! (one empty glyph for all characters, each with the width that it has in the built-in font), stretched to the width of
//! its line. A map to Unicode says what the characters are.

use std::collections::HashMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, TextRenderingMode, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};

use scenewright_geometry::{Affine, Bounds, Point};
use scenewright_scene::typeset::Font;
use scenewright_scene::{Leaf, TextSource, Visit};

/// A font of one empty glyph: text in it can be found and copied, and is not seen.
static GLYPHLESS: &[u8] = include_bytes!("../../../assets/fonts/glyphless.ttf");

const FONT_NAME: &[u8] = b"Glyphless";

/// The name of the font among the resources of the page.
pub(super) const RESOURCE: &[u8] = b"T";

/// The objects of the font: itself, its descendant with descriptor and file, and the maps to Unicode and to glyphs.
const FONT_OBJECTS: i32 = 6;

/// The step of the numbers in a matrix, and the smallest size of letters that it can hold.
const STEP: f64 = 1e-5;
const MIN_SIZE: f64 = 1e-2;

/// The largest number on a page, as in `pdf`.
const MAX_NUMBER: f64 = 1e6;

/// The widths of characters that the built-in font lacks: those of scripts with wide letters, and others.
const WIDE: f64 = 1.0;
const NARROW: f64 = 0.55;

/// The words of the texts that were visited.
#[derive(Default)]
pub(super) struct Words<'a> {
    numbers: HashMap<char, u16>,
    characters: Vec<char>,
    /// The text whose glyphs are visited, or that is yet to be written.
    open: Option<OpenText<'a>>,
}

struct OpenText<'a> {
    source: &'a TextSource,
    world: Affine,
    /// The depth of the group of its glyphs; `None` where there is no more to come.
    depth: Option<usize>,
    /// The extent of its glyphs in its own coordinates.
    extent: Option<Bounds>,
}

impl<'a> Words<'a> {
    /// Follows an exporter on its way. The words of a text are written after its last glyph, so that they are on the
    /// layer of that.
    pub(crate) fn visit(&mut self, visit: &Visit<'a>, content: &mut Content, view: &Affine) {
        if self.open.as_ref().is_some_and(|open| open.depth.is_none()) {
            // The text before has ended, and this visit may be on another layer.
            self.flush(content, view);
        }
        match visit {
            Visit::GroupStart { text: Some(source), world, depth, .. } => {
                self.open = Some(OpenText { source, world: *world, depth: Some(*depth), extent: None });
            }
            Visit::GroupEnd { depth, .. } => {
                if let Some(open) = &mut self.open
                    && open.depth == Some(*depth)
                {
                    open.depth = None;
                }
            }
            Visit::Leaf(leaf) => self.add_leaf(leaf),
            Visit::GroupStart { .. } => {}
        }
    }

    fn add_leaf(&mut self, leaf: &Leaf<'a>) {
        if let Some(source) = leaf.text {
            self.open = Some(OpenText { source, world: leaf.world, depth: None, extent: None });
        }
        let Some(open) = &mut self.open else { return };
        // In the coordinates of the text, because the box of a turned text in the world is wider than its line.
        let Some(inverse) = open.world.inverse() else { return };
        let bounds = leaf.shape.bounds(&(inverse * leaf.world));
        open.extent = Some(open.extent.map_or(bounds, |extent| extent.union(bounds)));
    }

    /// Writes the text that waits.
    pub(crate) fn flush(&mut self, content: &mut Content, view: &Affine) {
        let Some(OpenText { source, world, extent, .. }) = self.open.take() else { return };
        let Some(extent) = extent.filter(Bounds::is_finite) else { return };
        let place = *view * world;
        if source.lines.is_empty() {
            let start = Point::new(extent.min.x, source.y);
            self.write_line(source, &source.text, start, extent.width(), &place, content);
        }
        for line in &source.lines {
            let start = Point::new(line.x, line.y);
            self.write_line(source, &line.text, start, line.width, &place, content);
        }
    }

    fn write_line(
        &mut self,
        source: &TextSource,
        line: &str,
        start: Point,
        width: f64,
        place: &Affine,
        content: &mut Content,
    ) {
        let text: String =
            source.plain(line).chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
        let text = text.trim();
        let natural: f64 = text.chars().map(width_of).sum();
        if text.is_empty() || natural <= 0.0 {
            return;
        }
        let stretch = if width > 0.0 { width / natural } else { source.size };
        let matrix = *place * Affine::translation(start.x, start.y) * Affine::scale(stretch, source.size);
        let size = matrix.c.hypot(matrix.d);
        let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f];
        if size < MIN_SIZE || !numbers.iter().all(|it| it.abs() < MAX_NUMBER) {
            return;
        }
        let codes: Vec<u8> =
            text.chars().filter_map(|it| self.number(it)).flat_map(u16::to_be_bytes).collect();
        content.begin_text();
        content.set_text_rendering_mode(TextRenderingMode::Invisible);
        content.set_font(Name(RESOURCE), 1.0);
        // Rounded, so that the last digits, which differ between machines, do not change the file; nor does the sign of a zero.
        content.set_text_matrix(numbers.map(|it| ((it / STEP).round() * STEP + 0.0) as f32));
        content.show(Str(&codes));
        content.end_text();
    }

    /// Returns the number of a character in the font.
    fn number(&mut self, character: char) -> Option<u16> {
        if let Some(number) = self.numbers.get(&character) {
            return Some(*number);
        }
        // From 1, as number 0 means no glyph. Beyond 65,535 different characters a text loses those that are too
        // many.
        let number = u16::try_from(self.characters.len() + 1).ok()?;
        self.characters.push(character);
        self.numbers.insert(character, number);
        Some(number)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    /// Returns the number of objects that the font takes.
    pub(crate) fn object_count(&self) -> i32 {
        if self.is_empty() { 0 } else { FONT_OBJECTS }
    }

    /// Writes the font as six objects, of which the first has that reference.
    pub(crate) fn write(&self, pdf: &mut Pdf, first: i32) {
        if self.is_empty() {
            return;
        }
        let [font, descendant, descriptor, file, unicode, glyphs] =
            [0, 1, 2, 3, 4, 5].map(|offset| Ref::new(first + offset));
        let information = |ordering| SystemInfo { registry: Str(b"Adobe"), ordering, supplement: 0 };
        pdf.type0_font(font)
            .base_font(Name(FONT_NAME))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(descendant)
            .to_unicode(unicode);
        let mut cid_font = pdf.cid_font(descendant);
        cid_font.subtype(CidFontType::Type2).base_font(Name(FONT_NAME));
        cid_font.system_info(information(Str(b"Identity"))).font_descriptor(descriptor);
        cid_font.default_width(500.0).cid_to_gid_map_stream(glyphs);
        let widths = self.characters.iter().map(|it| (width_of(*it) * 1000.0).round() as f32);
        cid_font.widths().consecutive(1, widths);
        cid_font.finish();
        pdf.font_descriptor(descriptor)
            .name(Name(FONT_NAME))
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(0.0, -200.0, 1000.0, 800.0))
            .italic_angle(0.0)
            .ascent(800.0)
            .descent(-200.0)
            .cap_height(700.0)
            .stem_v(80.0)
            .font_file2(file);
        let packed = |bytes: &[u8]| miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6);
        let mut stream = pdf.stream(file, GLYPHLESS);
        stream.pair(Name(b"Length1"), GLYPHLESS.len() as i32);
        stream.finish();
        let mut map = UnicodeCmap::<u16>::new(Name(b"Scenewright-UCS"), information(Str(b"UCS")));
        for (index, character) in self.characters.iter().enumerate() {
            map.pair((index + 1) as u16, *character);
        }
        pdf.stream(unicode, &packed(map.finish().as_slice())).filter(Filter::FlateDecode);
        // Every character is the only glyph; number 0 means no glyph.
        let all: Vec<u8> = [0, 0].into_iter().chain([0, 1].repeat(self.characters.len())).collect();
        pdf.stream(glyphs, &packed(&all)).filter(Filter::FlateDecode);
    }
}

/// Returns the width of a character as a share of its size: that in the built-in font where it has it.
fn width_of(character: char) -> f64 {
    let known = Font::builtin().ok().and_then(|font| font.advance(character));
    known.unwrap_or(if character >= '\u{1100}' { WIDE } else { NARROW })
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_scene::{Fonts, Scene, TextOptions};

    /// Returns the operators of the words of a scene, and the characters in them.
    fn written_text(scene: &Scene) -> (String, String) {
        let (mut content, mut words) = (Content::new(), Words::default());
        for visit in scene.walk_back_to_front() {
            words.visit(&visit, &mut content, &Affine::IDENTITY);
        }
        words.flush(&mut content, &Affine::IDENTITY);
        let operators = String::from_utf8_lossy(content.finish().as_slice()).into_owned();
        (operators, words.characters.iter().collect())
    }

    #[test]
    fn every_line_of_a_text_is_words_of_its_width() {
        let mut scene = Scene::new();
        let fonts = Fonts::builtin();
        let draw = |scene: &mut Scene, name: &str, text: &str, options: &TextOptions| {
            scene.draw_text(name, text, 10.0, 20.0, 10.0, options, &fonts).unwrap();
        };
        assert_eq!(written_text(&scene), (String::new(), String::new()));
        draw(&mut scene, "t", "I", &TextOptions::default());
        let (operators, characters) = written_text(&scene);
        assert_eq!((operators.matches("Tj").count(), &*characters), (1, "I"));
        assert!(operators.contains("3 Tr") && operators.contains(" 20 Tm"), "{operators}");
        draw(&mut scene, "t", "ab\n\ncb", &TextOptions::default());
        let (operators, characters) = written_text(&scene);
        assert_eq!((operators.matches("Tj").count(), &*characters), (2, "abc"));
        assert!(
            operators.contains("10 0 0 10 10 20 Tm"),
            "the width of the built-in font is not stretched: {operators}"
        );
        draw(&mut scene, "t", "m^{2}", &TextOptions { markup: true, ..TextOptions::default() });
        assert_eq!(written_text(&scene).1, "m2");
        scene.draw("box", scenewright_geometry::Shape::rect(0.0, 0.0, 1.0, 1.0).unwrap()).unwrap();
        assert_eq!(written_text(&scene).1, "m2");
    }
}
