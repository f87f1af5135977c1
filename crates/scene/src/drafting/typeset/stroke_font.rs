//! Single-stroke fonts, for engraving and plotting: a letter is a few lines, not an outline.
//!
//! ```text
//! 41 18 ZgRR ZgbR UYaY       a glyph: its code point, its advance, and a word for each stroke
//! ```
//!
//! A stroke is a row of points, each of two letters: x and y as their distance from `R`, y upwards from the baseline.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::itemize::is_invisible;
use super::layout::{Glyph, Layout};
use scenewright_geometry::{Path, Point};

/// The size of the em square, in units of the files, with the heights of capitals, of the highest and of the lowest letters in the
/// fonts of Hershey. With 30, capitals have 0.7 of the size, as in most fonts ([`super::font`]).
const UNITS_PER_EM: f64 = 30.0;
const CAP_HEIGHT: f64 = 21.0;
const ASCENT: f64 = 27.0;
const DESCENT: f64 = 8.0;

/// The letter that stands for 0.
const ZERO: u8 = b'R';

/// A font whose glyphs are open lines.
#[derive(Debug)]
pub struct StrokeFont {
    name: &'static str,
    /// The font of CAD programs that looks the same.
    shape_file: &'static str,
    /// Other names of the font.
    aliases: &'static [&'static str],
    glyphs: LazyLock<BTreeMap<char, StrokeGlyph>>,
}

#[derive(Debug)]
struct StrokeGlyph {
    advance: f64,
    /// The strokes in units of the file, with the origin at the beginning of the baseline.
    strokes: Vec<Vec<Point>>,
}

/// The Hershey fonts; their licence is beside their files.
static FONTS: [StrokeFont; 2] = [
    StrokeFont {
        name: "Hershey Simplex",
        shape_file: "simplex.shx",
        aliases: &["Hershey", "Hershey Sans", "Hershey Sans 1-stroke", "Hershey Roman Simplex"],
        glyphs: LazyLock::new(|| parse(include_str!("../../../../../assets/fonts/hershey/simplex.txt"))),
    },
    StrokeFont {
        name: "Hershey Script",
        shape_file: "scripts.shx",
        aliases: &["Hershey Script Simplex", "Hershey Script 1-stroke"],
        glyphs: LazyLock::new(|| parse(include_str!("../../../../../assets/fonts/hershey/script.txt"))),
    },
];

impl StrokeFont {
    /// Finds a built-in font by its name, in capitals or not.
    pub fn named(name: &str) -> Option<&'static StrokeFont> {
        let is_meant = |font: &&StrokeFont| {
            font.aliases.iter().chain([&font.name]).any(|known| known.eq_ignore_ascii_case(name))
        };
        FONTS.iter().find(is_meant)
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the file name of the font that CAD programs have for this one.
    pub fn shape_file(&self) -> &'static str {
        self.shape_file
    }

    /// Sets one line of text: the origin is the beginning of the baseline, and y points up. A character that the font
    /// lacks is drawn as a box.
    pub(super) fn set_line(&self, line: &str, size: f64) -> Layout {
        let scale = size / UNITS_PER_EM;
        let mut layout = Layout { glyphs: Vec::new(), width: 0.0, missing: Vec::new() };
        let unknown = StrokeGlyph::missing();
        for character in line.chars().filter(|it| !is_invisible(*it)) {
            let glyph = self.glyphs.get(&character).unwrap_or_else(|| {
                if !layout.missing.contains(&character) {
                    layout.missing.push(character);
                }
                &unknown
            });
            let outline = glyph.path(scale);
            if !outline.is_empty() {
                layout.glyphs.push(Glyph { outline, x: layout.width, y: 0.0 });
            }
            layout.width += glyph.advance * scale;
        }
        layout
    }

    pub(super) fn cap_height(size: f64) -> f64 {
        CAP_HEIGHT / UNITS_PER_EM * size
    }

    pub(super) fn ascent(size: f64) -> f64 {
        ASCENT / UNITS_PER_EM * size
    }

    pub(super) fn descent(size: f64) -> f64 {
        DESCENT / UNITS_PER_EM * size
    }
}

impl StrokeGlyph {
    /// Returns the box that is drawn for a character that a font lacks.
    fn missing() -> StrokeGlyph {
        let corners = [(2.0, 0.0), (14.0, 0.0), (14.0, CAP_HEIGHT), (2.0, CAP_HEIGHT), (2.0, 0.0)];
        StrokeGlyph { advance: 16.0, strokes: vec![corners.map(|(x, y)| Point::new(x, y)).to_vec()] }
    }

    fn path(&self, scale: f64) -> Path {
        let mut path = Path::new();
        for stroke in &self.strokes {
            path.push_chain(stroke.iter().map(|point| Point::new(point.x * scale, point.y * scale)), false);
        }
        path
    }
}

/// Reads a file of glyphs; other lines are passed over.
fn parse(text: &str) -> BTreeMap<char, StrokeGlyph> {
    text.lines().filter_map(parse_glyph).collect()
}

fn parse_glyph(line: &str) -> Option<(char, StrokeGlyph)> {
    let mut words = line.split(' ');
    let character = char::from_u32(u32::from_str_radix(words.next()?, 16).ok()?)?;
    let advance = words.next()?.parse().ok()?;
    let distance = |letter: u8| f64::from(letter) - f64::from(ZERO);
    let points = |stroke: &str| {
        stroke
            .as_bytes()
            .chunks_exact(2)
            .map(|pair| Point::new(distance(pair[0]), distance(pair[1])))
            .collect()
    };
    Some((character, StrokeGlyph { advance, strokes: words.map(points).collect() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stroke_font_has_latin_greek_and_signs_of_drawings() {
        for font in &FONTS {
            let line = ('!'..='~').collect::<String>() + "ÄÖÜäöüßéñçøØÅ°±µ×²³ΑΩαωł";
            let layout = font.set_line(&line, 10.0);
            assert_eq!(layout.missing, Vec::<char>::new(), "{}", font.name);
            assert_eq!(layout.glyphs.len(), line.chars().count(), "{}", font.name);
            assert!(layout.glyphs.iter().all(|glyph| !glyph.outline.is_closed()));
        }
    }

    #[test]
    fn stroke_font_measures_capitals_and_advances() {
        let font = StrokeFont::named("hershey simplex").unwrap();
        let layout = font.set_line("H H", 30.0);
        let bounds = layout.glyphs[0].outline.bounds(&scenewright_geometry::Affine::IDENTITY).unwrap();
        assert_eq!((bounds.min.y, bounds.max.y), (0.0, 21.0));
        assert_eq!(layout.width, 2.0 * 22.0 + 16.0);
        assert_eq!(layout.glyphs[1].x, 38.0);
        let lacking = font.set_line("한a한", 30.0);
        assert_eq!((lacking.missing, lacking.glyphs.len()), (vec!['한'], 3));
        assert!(StrokeFont::named("Hershey").is_some() && StrokeFont::named("Arial").is_none());
    }
}
