//! Single lines and paragraphs of text.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use scenewright_geometry::{Affine, Point, Shape};
use scenewright_scene::{Align, Color};

use super::colors::{indexed, true_color};
use super::formats::formatted;
use super::header::{File, TextStyle};
use super::record::Record;
use super::tags::Tag;
use super::words::barred;
use crate::import::drawing::{Fit, Raise, TextItem, Typeface};
use crate::import::paragraphs::{
    Columns, Level, Paragraph, Paragraphs, Run, RunContent, RunLook, USUAL_LEADING,
};

/// Returns the text of a line, in the plane of the entity; `None` for one with nothing to see.
pub(super) fn line(record: &Record<'_>, file: &File<'_>) -> Option<Words> {
    let value = record.find(1).map(|tag| file.decode(tag.raw()))?;
    line_of(record, file, &value)
}

/// Returns a text in the place of the one that an entity has.
pub(super) fn line_of(record: &Record<'_>, file: &File<'_>, value: &str) -> Option<Words> {
    const BACKWARD: i64 = 2;
    const UPSIDE_DOWN: i64 = 4;
    let parts = barred(value.trim_end());
    let text: String = parts.iter().map(|(part, _)| part.as_str()).collect();
    let up = record.whole(if record.kind == "ATTRIB" { 74 } else { 73 });
    // What follows of an attribute has other meanings for the same codes.
    let is_attribute = |tag: &Tag<'_>| tag.code == 100 && tag.raw().starts_with(b"AcDbAttribute");
    let end = record.tags.iter().position(is_attribute).unwrap_or(record.tags.len());
    let record = &Record { kind: record.kind.clone(), ..tagged(&record.tags[..end]) };
    let height = record.real(40).filter(|height| *height > 0.0)?;
    if text.trim().is_empty() {
        return None;
    }
    let across = record.whole(72);
    let first = record.point(10)?;
    let second = record.point(11).filter(|_| across != 0 || up != 0);
    let is_between = matches!(across, 3 | 5);
    let mut fit = None;
    let (at, align, rotation) = match second {
        // Between two points: the first is where it begins, and the second gives the direction.
        Some(second) if is_between => {
            let middle = Point::new(0.5 * (first.x + second.x), 0.5 * (first.y + second.y));
            // It fills the room between both: by its size, or by the widths of its letters alone.
            let room = Some(first.distance_to(second)).filter(|room| *room > 0.0);
            fit = room.map(if across == 3 { Fit::Scale } else { Fit::Stretch });
            (middle, Align::Center, (second.y - first.y).atan2(second.x - first.x))
        }
        Some(second) => {
            let align = match across {
                1 | 4 => Align::Center,
                2 => Align::Right,
                _ => Align::Left,
            };
            (second, align, record.real_or(50, 0.0).to_radians())
        }
        None => (first, Align::Left, record.real_or(50, 0.0).to_radians()),
    };
    let raise = match (across, up) {
        (4, _) | (_, 2) => Raise::Middle,
        (_, 1) => Raise::Bottom,
        (_, 3) => Raise::Top,
        _ => Raise::Baseline,
    };
    let flags = record.whole(71);
    let wide = record.real(41).filter(|factor| *factor > 0.0).unwrap_or(1.0);
    let across = if flags & BACKWARD != 0 { -wide } else { wide };
    let upward = if flags & UPSIDE_DOWN != 0 { -1.0 } else { 1.0 };
    let slant = record.real_or(51, 0.0).to_radians();
    let slant = if slant.abs() < FRAC_PI_2 * 0.95 { slant.tan() } else { 0.0 };
    let shear = Affine { c: slant, ..Affine::IDENTITY };
    // A text of which only a part has a line beneath it is drawn by its parts, but for one that fills a room as a whole.
    let paragraphs = (parts.len() > 1 && fit.is_none()).then(|| {
        let run = |(part, bars): &(String, [bool; 3])| Run {
            content: RunContent::Text(part.clone()),
            look: RunLook { bars: *bars, font: Typeface::of(font(record, file)), ..RunLook::plain(height) },
        };
        let runs = parts.iter().map(run).collect();
        let parts = vec![Paragraph { runs, height, ..Paragraph::default() }];
        Arc::new(Paragraphs { parts, spacing: 1.0, line_height: None, columns: None })
    });
    let bars = match parts.as_slice() {
        [(_, bars)] => *bars,
        _ => [false; 3],
    };
    let item = TextItem {
        align,
        raise,
        turn: Affine::rotation(rotation) * Affine::scale(across, upward) * shear,
        font: Typeface::of(font(record, file)),
        bars,
        fit,
        paragraphs,
        ..TextItem::plain(text, at, height)
    };
    Some(Words { item, color: None, has_tracking: false, back: None })
}

/// A text of paragraphs in one colour: its own, or the colour of its entity.
pub(super) struct Words {
    pub item: TextItem,
    pub color: Option<Color>,
    /// True where letters are further apart than usual, or nearer, which is not drawn.
    pub has_tracking: bool,
    pub back: Option<Back>,
}

/// The box behind a text.
pub(super) struct Back {
    pub shape: Shape,
    pub mask: Option<Mask>,
    pub is_framed: bool,
}

/// The look of the box behind a text.
pub(super) enum Mask {
    Color(Color),
    /// The ground of the drawing: it hides what is below it.
    OfDrawing,
}

/// Returns a text of paragraphs.
pub(super) fn paragraphs(record: &Record<'_>, file: &File<'_>) -> Option<Words> {
    // From release 2018 on, the columns follow under codes that mean other things before them.
    let embedded = record.tags.iter().position(|tag| tag.code == 101).unwrap_or(record.tags.len());
    let (own, columns) = record.tags.split_at(embedded);
    let (own, columns) = (tagged(own), columns_of(&tagged(columns)));
    // A long text comes in pieces, the last one under another code.
    let pieces = |code: i32| own.tags.iter().filter(move |tag| tag.code == code);
    let bytes: Vec<u8> =
        pieces(3).chain(pieces(1).take(1)).flat_map(|tag: &Tag<'_>| tag.raw().iter().copied()).collect();
    let height = own.real(40).filter(|height| *height > 0.0)?;
    let rotation = match own.point(11) {
        Some(along) if along.x != 0.0 || along.y != 0.0 => along.y.atan2(along.x),
        _ => own.real_or(50, 0.0).to_radians(),
    };
    let place = match own.whole(71) {
        place @ 1..=9 => place - 1,
        _ => 0,
    };
    const EXACT: i64 = 2;
    let spacing = own.real(44).filter(|factor| *factor > 0.0).unwrap_or(1.0);
    let set = Setting {
        at: own.point(10)?,
        align: [Align::Left, Align::Center, Align::Right][(place % 3) as usize],
        raise: [Raise::Top, Raise::Middle, Raise::Bottom][(place / 3) as usize],
        rotation,
        wrap: own.real(41).filter(|width| *width > 0.0),
        spacing,
        line_height: (own.whole(73) == EXACT).then_some(height),
        columns,
    };
    let back = if set.columns.is_none() { back_of(&own, &set, height) } else { None };
    let words = set.words(&file.decode(&bytes), look(&own, file, height))?;
    Some(Words { back, ..words })
}

/// Returns the box behind a text of paragraphs, where it has one and the file says how large the text is.
fn back_of(record: &Record<'_>, set: &Setting, height: f64) -> Option<Back> {
    const COLOR: i64 = 1;
    const OF_DRAWING: i64 = 2;
    const FRAME: i64 = 16;
    let flags = record.whole(90);
    let is_framed = flags & FRAME != 0;
    let color = || {
        let of_index = || record.find(63).and_then(Tag::whole).and_then(indexed);
        record.find(421).and_then(Tag::whole).map(true_color).or_else(of_index)
    };
    let mask = match () {
        () if flags & OF_DRAWING != 0 => Some(Mask::OfDrawing),
        () if flags & COLOR != 0 => color().map(Mask::Color),
        () => None,
    };
    let [wide, high] = [42, 43].map(|code| record.real_or(code, 0.0));
    if !(is_framed || mask.is_some()) || !(wide > 0.0 && high > 0.0) {
        return None;
    }
    // The factor is for the height of a letter: 1.5 leaves half of one on all sides.
    let margin = (record.real_or(45, 1.5) - 1.0).max(0.0) * height;
    let left = match set.align {
        Align::Left => 0.0,
        Align::Center => -0.5 * wide,
        Align::Right => -wide,
    };
    let top = match set.raise {
        Raise::Top => 0.0,
        Raise::Middle => 0.5 * high,
        _ => high,
    };
    let corners = [
        (left - margin, top - high - margin),
        (left + wide + margin, top - high - margin),
        (left + wide + margin, top + margin),
        (left - margin, top + margin),
    ];
    let turn = Affine::translation(set.at.x, set.at.y) * Affine::rotation(set.rotation);
    let points = corners.map(|(x, y)| turn * Point::new(x, y)).to_vec();
    Some(Back { shape: Shape::polygon(points, Vec::new()).ok()?, mask, is_framed })
}

/// Returns the paragraphs that an attribute of several lines brings besides its first line.
pub(super) fn embedded<'a>(record: &Record<'a>) -> Option<Record<'a>> {
    let at = record.tags.iter().position(|tag| tag.code == 101).filter(|_| record.kind == "ATTRIB")?;
    Some(Record { kind: "MTEXT".to_owned(), ..tagged(&record.tags[at + 1..]) })
}

fn tagged<'a>(tags: &'a [Tag<'a>]) -> Record<'a> {
    Record { kind: String::new(), tags, parts: Vec::new() }
}

/// Returns the columns that follow an MTEXT.
fn columns_of(record: &Record<'_>) -> Option<Columns> {
    let count = usize::try_from(record.whole(72)).ok().filter(|count| *count > 1)?;
    let mut heights: Vec<f64> =
        record.tags.iter().filter(|tag| tag.code == 46).filter_map(Tag::real).collect();
    if heights.is_empty() {
        heights.extend(record.real(41));
    }
    let width = record.real(44).filter(|width| *width > 0.0)?;
    Some(Columns { count, width, gutter: record.real_or(45, 0.0), heights })
}

/// Returns the look that a text begins with.
pub(super) fn look(record: &Record<'_>, file: &File<'_>, height: f64) -> RunLook {
    let style = style(record, file);
    let slant = style.map_or(0.0, |style| style.slant.to_radians());
    RunLook {
        height,
        stretch: style.map_or(1.0, |style| style.stretch),
        slant: if slant.abs() < FRAC_PI_2 * 0.95 { slant.tan() } else { 0.0 },
        color: None,
        font: Typeface::of(style.and_then(|style| style.font.clone())),
        bars: [false; 3],
        level: Level::Bottom,
    }
}

/// The place of a text of paragraphs, and the way that its lines are set.
pub(super) struct Setting {
    pub at: Point,
    pub align: Align,
    pub raise: Raise,
    pub rotation: f64,
    pub wrap: Option<f64>,
    /// The distance of the baselines, as a multiple of the usual one.
    pub spacing: f64,
    /// The height that all lines have; otherwise each is as high as its largest letters.
    pub line_height: Option<f64>,
    pub columns: Option<Columns>,
}

impl Setting {
    /// Reads the words; `None` where there is nothing to see.
    pub(super) fn words(self, text: &str, look: RunLook) -> Option<Words> {
        let read = formatted(text, look.clone());
        let plain = read.plain().trim_end().to_owned();
        if plain.trim().is_empty() {
            return None;
        }
        let only = if self.columns.is_some() { None } else { read.only_look().cloned() };
        let has_tracking = read.has_tracking;
        let paragraphs = only.is_none().then(|| {
            Arc::new(Paragraphs {
                parts: read.paragraphs,
                spacing: self.spacing,
                line_height: self.line_height,
                columns: self.columns,
            })
        });
        let turn = Affine::rotation(self.rotation);
        // The pieces of paragraphs have their own stretch and slant.
        let look = only.unwrap_or(RunLook { stretch: 1.0, slant: 0.0, ..look });
        let item = TextItem {
            align: self.align,
            raise: self.raise,
            turn: turn * Affine::scale(look.stretch, 1.0) * Affine { c: look.slant, ..Affine::IDENTITY },
            font: look.font,
            bars: look.bars,
            wrap: self.wrap.map(|width| width / look.stretch),
            leading: Some(self.line_height.unwrap_or(look.height) * USUAL_LEADING * self.spacing),
            paragraphs,
            ..TextItem::plain(plain, self.at, look.height)
        };
        Some(Words { item, color: look.color, has_tracking, back: None })
    }
}

fn style<'f>(record: &Record<'_>, file: &'f File<'_>) -> Option<&'f TextStyle> {
    let name = record.text(7, file).unwrap_or_else(|| "STANDARD".to_owned()).to_uppercase();
    file.styles.get(&name)
}

pub(super) fn font(record: &Record<'_>, file: &File<'_>) -> Option<String> {
    style(record, file).and_then(|style| style.font.clone())
}
