//! Leaders of several lines with their text, as newer programs write them.

use scenewright_geometry::{Affine, Path, Point, Segment, Shape};
use scenewright_scene::Align;

use super::header::File;
use super::record::Record;
use super::tags::Tag;
use super::words::plain_paragraphs;
use crate::import::drawing::{Raise, TextHeight, TextItem, Typeface};

/// Returns the lines of a leader, and its text.
pub(super) fn multileader(record: &Record<'_>, file: &File<'_>) -> (Option<Shape>, Option<TextItem>) {
    const INVISIBLE: i64 = 0;
    let start = record.tags.iter().position(|tag| tag.is(300, "CONTEXT_DATA{")).map_or(0, |at| at + 1);
    let end = record.tags.iter().rposition(|tag| tag.is(301, "}")).unwrap_or(record.tags.len()).max(start);
    let (context, after) = record.tags.split_at(end);
    let kind = after.iter().find(|tag| tag.code == 170).and_then(Tag::whole);
    let leaders = context[start..].iter().position(|tag| tag.is(302, "LEADER{")).map_or(end, |at| start + at);
    let lines = if kind == Some(INVISIBLE) { None } else { lines(&context[leaders..]) };
    (lines, text(&context[start..leaders], file))
}

/// Returns the lines of all leaders, each with its landing.
fn lines(tags: &[Tag<'_>]) -> Option<Shape> {
    let mut path = Path::new();
    for leader in tags.split(|tag| tag.is(302, "LEADER{")).skip(1) {
        let own = leader.iter().take_while(|tag| tag.code != 304);
        let own: Vec<Tag<'_>> = own.copied().collect();
        let own = Record { kind: String::new(), tags: &own, parts: Vec::new() };
        let landing = own.point(10);
        let after_landing = landing.and_then(|at| {
            let (way, length) = (own.point(11)?, own.real(40)?);
            (own.whole(291) != 0 && length > 0.0)
                .then(|| Point::new(at.x + way.x * length, at.y + way.y * length))
        });
        for line in leader.split(|tag| tag.is(304, "LEADER_LINE{")).skip(1) {
            let tags: Vec<Tag<'_>> = line.iter().take_while(|tag| tag.code != 305).copied().collect();
            let line = Record { kind: String::new(), tags: &tags, parts: Vec::new() };
            let points = line.points(10).into_iter().map(|(point, _)| point);
            let points: Vec<Point> = points.chain(landing).chain(after_landing).collect();
            let Some((first, rest)) = points.split_first().filter(|(_, rest)| !rest.is_empty()) else {
                continue;
            };
            path.push(Segment::Move(*first));
            rest.iter().for_each(|point| path.push(Segment::Line(*point)));
        }
    }
    (!path.is_empty()).then_some(Shape::Path(path))
}

/// Returns the text of a leader that has one.
fn text(context: &[Tag<'_>], file: &File<'_>) -> Option<TextItem> {
    let value = context.iter().find(|tag| tag.code == 304)?;
    let text = plain_paragraphs(&file.decode(value.raw())).trim_end().to_owned();
    let own = Record { kind: String::new(), tags: context, parts: Vec::new() };
    let height = own.real(41).filter(|height| *height > 0.0)?;
    if text.trim().is_empty() {
        return None;
    }
    let along = own.point(13).filter(|along| along.x != 0.0 || along.y != 0.0);
    let rotation = along.map_or_else(|| own.real_or(42, 0.0), |along| along.y.atan2(along.x));
    Some(TextItem {
        text,
        at: own.point(12)?,
        height,
        measure: TextHeight::Capitals,
        align: match own.whole(171) {
            2 => Align::Center,
            3 => Align::Right,
            _ => Align::Left,
        },
        raise: Raise::Top,
        turn: Affine::rotation(rotation),
        font: Typeface::default(),
        spin: 0.0,
        bars: [false; 3],
        clips: Vec::new(),
        wrap: own.real(43).filter(|width| *width > 0.0),
        line: None,
        fit: None,
    })
}
