//! The text of a dimension: the number with its symbol and its tolerance.

use crate::drafting::dimension_source::DimensionOptions;
use crate::drafting::dimension_style::DimensionStyle;
use crate::drafting::error::SceneError;
use crate::drafting::lettering::width;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::occupancy::TextBox;
use crate::drafting::parts::Lettering;
use crate::drafting::shapes::Shapes;
use crate::drafting::signs::{CIRCLED_HEIGHT, CIRCLED_WIDTH, circled, sign_of};
use crate::drafting::text_source::Align;
use crate::drafting::tolerance::ToleranceText;
use crate::drafting::typeset::Fonts;
use crate::drafting::vectors::{ahead, left_of};
use scenewright_geometry::{Point, Segment};

/// The size of deviations above each other, as a share of the size of the number.
const STACKED: f64 = 0.7;

/// The heights of the baselines of deviations above each other, as shares of the height of the number.
const UPPER: f64 = 0.6;
const LOWER: f64 = -0.3;

/// The text of a dimension. Lengths are millimetres on paper.
#[derive(Clone, Debug, Default)]
pub(crate) struct Label {
    /// Texts with their heights and the places of their baselines.
    pieces: Vec<(String, f64, Point)>,
    /// Signs that fonts do not have, as the pieces.
    signs: Vec<(char, f64, Point)>,
    /// The length of its box along the baseline.
    pub width: f64,
    /// The height above and the depth below the baseline.
    pub ascent: f64,
    /// The depth below the baseline, as a positive length; 0 where no letter goes below it.
    pub descent: f64,
    /// True for the symbol of an arc's length in front.
    has_arc: bool,
    /// The text as it is read.
    pub text: String,
    /// The text as DXF has it, with `<>` for the number; `None` where the number says all.
    pub written: Option<String>,
}

/// The number of a dimension.
pub(crate) struct NumberText<'a> {
    /// The symbol in front of the number: R, Ø or nothing.
    pub symbol: &'a str,
    /// The number as the style formats it, without its symbol.
    pub number: String,
    /// True for the length of an arc, which has the symbol of an arc in front.
    pub has_arc: bool,
    /// True where programs that measure again would write the same number.
    pub is_plain: bool,
}

impl Label {
    pub(crate) fn new(
        number: &NumberText<'_>,
        tolerance: &ToleranceText,
        options: &DimensionOptions,
        style: &DimensionStyle,
        fonts: &Fonts,
    ) -> Result<Label, SceneError> {
        let height = style.text_height;
        let shown = format!("{}{}", number.symbol, number.number);
        let (main, is_measured) = match &options.text {
            None => (format!("{}{shown}", options.prefix), true),
            Some(text) => (format!("{}{}", options.prefix, text.replace("<>", &shown)), text.contains("<>")),
        };
        let nothing = ToleranceText::default();
        let tolerance = if is_measured { tolerance } else { &nothing };
        let main = format!("{main}{}", tolerance.after);
        let mut label = Label { has_arc: number.has_arc && is_measured, ..Label::default() };
        label.width = if label.has_arc { height * 1.2 } else { 0.0 };
        let before =
            if tolerance.stacked.is_some() { main.clone() } else { format!("{main}{}", options.suffix) };
        label.push(&before, height, 0.0, fonts)?;
        label.ascent = height;
        if let Some([upper, lower]) = &tolerance.stacked {
            let start = label.width + height * 0.25;
            let mut widest: f64 = 0.0;
            for (text, baseline) in [(upper, UPPER), (lower, LOWER)] {
                label.pieces.push((text.clone(), height * STACKED, Point::new(start, baseline * height)));
                widest = widest.max(width(text, height * STACKED, fonts)?);
            }
            label.width = start + widest;
            label.ascent = height * (UPPER + STACKED);
            label.descent = -height * LOWER;
            if !options.suffix.is_empty() {
                label.push(&options.suffix, height, 0.0, fonts)?;
            }
        }
        let has_descenders =
            main.chars().chain(options.suffix.chars()).any(|it| "gjpqyQ,;()[]_µ".contains(it));
        label.descent = label.descent.max(if has_descenders { height * 0.3 } else { 0.0 });
        let mut parts: Vec<&str> = Vec::new();
        if number.has_arc && is_measured {
            parts.push("⌒");
        }
        parts.push(&main);
        let stacked: Option<String> = tolerance.stacked.as_ref().map(|it| format!(" {}/{}", it[0], it[1]));
        parts.extend(stacked.as_deref());
        parts.push(&options.suffix);
        label.text = parts.concat();
        label.written = written(number, tolerance, options, is_measured);
        Ok(label)
    }

    /// Makes the label of a note.
    pub(crate) fn of_text(text: &str, height: f64, fonts: &Fonts) -> Result<Label, SceneError> {
        let mut label = Label { ascent: height, text: text.to_owned(), ..Label::default() };
        label.push(text, height, 0.0, fonts)?;
        label.descent =
            if text.chars().any(|it| "gjpqyQ,;()[]_µ".contains(it)) { height * 0.3 } else { 0.0 };
        Ok(label)
    }

    /// Returns the label itself, or a smaller one that is no wider than the room.
    pub(crate) fn fitting(&self, room: f64, fonts: &Fonts) -> Result<Label, SceneError> {
        if self.width <= room || room <= 0.0 {
            return Ok(self.clone());
        }
        Label::of_text(&self.text, self.ascent * room / self.width, fonts)
    }

    /// Appends a text at the end, signs that fonts do not have as lines.
    fn push(&mut self, text: &str, height: f64, y: f64, fonts: &Fonts) -> Result<(), SceneError> {
        let mut rest = text;
        while let Some((at, character)) = rest.char_indices().find(|(_, it)| sign_of(*it).is_some()) {
            self.push_letters(&rest[..at], height, y, fonts)?;
            rest = &rest[at + character.len_utf8()..];
            let Some(sign) = sign_of(character) else { continue };
            self.signs.push((character, height, Point::new(self.width, y)));
            if let Some(letter) = circled(character) {
                let (letter, size) = (letter.to_string(), height * CIRCLED_HEIGHT);
                let own = width(&letter, size, fonts)?;
                let start =
                    Point::new(self.width + (CIRCLED_WIDTH * height - own) * 0.5, y + (height - size) * 0.5);
                self.pieces.push((letter, size, start));
            }
            self.width += sign.width * height;
        }
        self.push_letters(rest, height, y, fonts)
    }

    fn push_letters(&mut self, text: &str, height: f64, y: f64, fonts: &Fonts) -> Result<(), SceneError> {
        if text.is_empty() {
            return Ok(());
        }
        let start = Point::new(self.width, y);
        self.width += width(text, height, fonts)?;
        self.pieces.push((text.to_owned(), height, start));
        Ok(())
    }

    pub(crate) fn height(&self) -> f64 {
        self.ascent + self.descent
    }

    /// Draws the label with the middle of its box at a point, along a direction; returns the angle.
    pub(crate) fn draw(&self, shapes: &mut Shapes, middle: Point, along: Point) -> f64 {
        let up = left_of(along);
        let begin = ahead(ahead(middle, along, -self.width * 0.5), up, (self.descent - self.ascent) * 0.5);
        let angle = along.y.atan2(along.x);
        shapes.take(TextBox { center: middle, along, half: [self.width * 0.5, self.height() * 0.5] });
        if !shapes.is_whole() {
            return angle;
        }
        for (text, height, place) in &self.pieces {
            shapes.texts.push(Lettering {
                text: text.clone(),
                at: ahead(ahead(begin, along, place.x), up, place.y),
                angle,
                height: *height,
                align: Align::Left,
            });
        }
        for (character, height, place) in &self.signs {
            let start = ahead(ahead(begin, along, place.x), up, place.y);
            if let Some(sign) = sign_of(*character) {
                sign.draw(&mut shapes.lines, &mut shapes.fills, start, along, *height);
            }
        }
        if self.has_arc {
            let size = self.ascent.min(self.pieces.first().map_or(self.ascent, |(_, height, _)| *height));
            let at = |x: f64, y: f64| ahead(ahead(begin, along, x * size), up, y * size);
            shapes.lines.push(Segment::Move(at(0.1, 0.4)));
            shapes.lines.push(Segment::Cubic(at(0.3, 0.95), at(0.7, 0.95), at(0.9, 0.4)));
        }
        angle
    }

    /// Returns shapes that the label was drawn with, in the middle of its box and at an angle, and what they measure: without its texts
    /// where only the footprint is wanted.
    pub(crate) fn measured(
        &self,
        shapes: Shapes,
        kind: MeasureKind,
        middle: Point,
        angle: f64,
    ) -> (Shapes, Measure) {
        let (text, written) =
            if shapes.is_whole() { (self.text.clone(), self.written.clone()) } else { (String::new(), None) };
        (shapes, Measure::new(kind, text, written, middle, angle))
    }
}

/// Returns the text as DXF writes it, in the codes of its longer texts.
fn written(
    number: &NumberText<'_>,
    tolerance: &ToleranceText,
    options: &DimensionOptions,
    is_measured: bool,
) -> Option<String> {
    let escaped = |text: &str| {
        // Two signs begin a code, and three stand for one.
        let text = if text.contains("%%") { text.replace('%', "%%%") } else { text.to_owned() };
        text.replace('\\', "\\\\").replace('{', "\\{").replace('}', "\\}").replace('Ø', "%%c")
    };
    let measured = match number.is_plain {
        true => "<>".to_owned(),
        false if number.has_arc => format!("⌒{}", escaped(&number.number)),
        false => escaped(&format!("{}{}", number.symbol, number.number)),
    };
    let main = match &options.text {
        None => measured,
        Some(text) => escaped(text).replace("<>", &measured),
    };
    let stacked = match &tolerance.stacked {
        Some([upper, lower]) if is_measured => format!("{{\\H{STACKED}x;\\S{upper}^ {lower};}}"),
        _ => String::new(),
    };
    let text = format!(
        "{}{main}{}{stacked}{}",
        escaped(&options.prefix),
        escaped(&tolerance.after),
        escaped(&options.suffix)
    );
    // An empty text means the number.
    let text = if text.is_empty() { " ".to_owned() } else { text };
    (text != "<>").then_some(text)
}
