//! Single lines and paragraphs of text.

use std::f64::consts::FRAC_PI_2;

use scenewright_geometry::{Affine, Point};
use scenewright_scene::Align;

use super::header::File;
use super::record::Record;
use super::tags::Tag;
use super::words::{plain_line, plain_paragraphs};
use crate::import::drawing::{Fit, Raise, TextHeight, TextItem, Typeface};

/// Returns the text of a line, in the plane of the entity; `None` for one with nothing to see.
pub(super) fn line(record: &Record<'_>, file: &File<'_>) -> Option<TextItem> {
    const BACKWARD: i64 = 2;
    const UPSIDE_DOWN: i64 = 4;
    let value = record.find(1).map(|tag| file.decode(tag.raw()))?;
    let text = plain_line(value.trim_end());
    let height = record.real(40).filter(|height| *height > 0.0)?;
    if text.trim().is_empty() {
        return None;
    }
    let (across, up) = (record.whole(72), record.whole(if record.kind == "ATTRIB" { 74 } else { 73 }));
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
    Some(TextItem {
        text,
        at,
        height,
        measure: TextHeight::Capitals,
        align,
        raise,
        turn: Affine::rotation(rotation) * Affine::scale(across, upward) * shear,
        font: Typeface::of(font(record, file)),
        spin: 0.0,
        bars: [false; 3],
        clips: Vec::new(),
        wrap: None,
        line: None,
        fit,
    })
}

/// Returns a text of paragraphs.
pub(super) fn paragraphs(record: &Record<'_>, file: &File<'_>) -> Option<TextItem> {
    // A long text comes in pieces, the last one under another code.
    let pieces = |code: i32| record.tags.iter().filter(move |tag| tag.code == code);
    let bytes: Vec<u8> =
        pieces(3).chain(pieces(1).take(1)).flat_map(|tag: &Tag<'_>| tag.raw().iter().copied()).collect();
    let text = plain_paragraphs(&file.decode(&bytes));
    let text = text.trim_end().to_owned();
    let height = record.real(40).filter(|height| *height > 0.0)?;
    if text.trim().is_empty() {
        return None;
    }
    let rotation = match record.point(11) {
        Some(along) if along.x != 0.0 || along.y != 0.0 => along.y.atan2(along.x),
        _ => record.real_or(50, 0.0).to_radians(),
    };
    let place = match record.whole(71) {
        place @ 1..=9 => place - 1,
        _ => 0,
    };
    Some(TextItem {
        text,
        at: record.point(10)?,
        height,
        measure: TextHeight::Capitals,
        align: [Align::Left, Align::Center, Align::Right][(place % 3) as usize],
        raise: [Raise::Top, Raise::Middle, Raise::Bottom][(place / 3) as usize],
        turn: Affine::rotation(rotation),
        font: Typeface::of(font(record, file)),
        spin: 0.0,
        bars: [false; 3],
        clips: Vec::new(),
        wrap: record.real(41).filter(|width| *width > 0.0),
        line: None,
        fit: None,
    })
}

pub(super) fn font(record: &Record<'_>, file: &File<'_>) -> Option<String> {
    let style = record.text(7, file).unwrap_or_else(|| "STANDARD".to_owned()).to_uppercase();
    file.styles.get(&style).and_then(|style| style.font.clone())
}
