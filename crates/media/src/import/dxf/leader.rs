//! Leaders: a line with an arrowhead to a text or a block.

use scenewright_geometry::{Point, Shape};
use scenewright_scene::Align;

use super::dimension_style::{DimensionStyle, codes};
use super::header::File;
use super::record::Record;
use super::spline::through;
use super::tags::Tag;
use super::text::{Setting, Words};
use crate::import::drawing::Raise;
use crate::import::images::plain_shape;
use crate::import::paragraphs::RunLook;

/// The size of arrowheads where neither the entity nor its style has one, in inches and in millimetres, as AutoCAD has them.
pub(super) const ARROW_SIZE: [f64; 2] = [0.18, 2.5];

/// The gap between a text and its line, alike.
pub(super) const TEXT_GAP: [f64; 2] = [0.09, 0.625];

/// The arrowheads that lines run through, by the names of their blocks without the underscore. From all others, the line begins at
/// their end.
const PASSED_THROUGH: [&str; 6] = ["ARCHTICK", "DOTSMALL", "INTEGRAL", "NONE", "OBLIQUE", "SMALL"];

/// An arrowhead.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrow {
    /// The block that shows it, whose tip is at its origin and points along x; the filled triangle without one.
    pub block: Option<String>,
    pub tip: Point,
    /// The angle of the direction that it points in.
    pub angle: f64,
    pub size: f64,
}

/// A line of a leader.
#[derive(Debug, PartialEq)]
pub(super) struct LeaderLine {
    pub shape: Option<Shape>,
    pub arrow: Option<Arrow>,
}

/// A block at the end of a leader, such as a balloon.
#[derive(Debug)]
pub(super) struct LeaderBlock {
    pub name: String,
    pub at: Point,
    pub scale: [f64; 2],
    pub angle: f64,
    /// The texts of its attributes, by the handles of their definitions.
    pub attributes: Vec<(String, String)>,
}

/// A leader of several lines with its text, as newer programs write them.
pub(super) struct MultiLeader {
    pub lines: Vec<LeaderLine>,
    pub text: Option<Words>,
    pub block: Option<LeaderBlock>,
}

/// Returns the line of a leader, and the index of its colour where its style has one.
pub(super) fn leader(record: &Record<'_>, file: &File<'_>) -> Option<(LeaderLine, Option<i64>)> {
    const SPLINE: i64 = 1;
    let style = DimensionStyle::of(record, file);
    let mut points: Vec<Point> = record.points(10).into_iter().map(|(point, _)| point).collect();
    if points.len() < 2 {
        return None;
    }
    // The line goes on beneath a text that stands above it.
    let width = record.real_or(41, 0.0);
    if record.whole(75) == 1 && width > 0.0 && style.whole(codes::TEXT_ABOVE).is_some_and(|it| it != 0) {
        let along = record.point(211).unwrap_or(Point::new(1.0, 0.0));
        let side = if record.whole(74) == 1 { -1.0 } else { 1.0 };
        let length = (style.size(codes::TEXT_GAP, TEXT_GAP) + width) * side;
        let last = points[points.len() - 1];
        points.push(Point::new(last.x + along.x * length, last.y + along.y * length));
    }
    let has_arrow = record.find(71).and_then(Tag::whole) != Some(0);
    let size = if has_arrow { style.size(codes::ARROW_SIZE, ARROW_SIZE) } else { 0.0 };
    let line = line(points, record.whole(72) == SPLINE, size, style.block(codes::LEADER_ARROW));
    Some((line, style.whole(codes::LINE_COLOR)))
}

/// Makes a line with an arrowhead at its first point.
fn line(mut points: Vec<Point>, is_spline: bool, size: f64, block: Option<String>) -> LeaderLine {
    points.dedup();
    let arrow = points.get(1).filter(|next| {
        // AutoCAD shows no arrowhead that is longer than half of its line.
        size > 0.0 && size <= 0.5 * points[0].distance_to(**next) * (1.0 + 1e-9)
    });
    let arrow = arrow.map(|next| {
        let angle = (points[0].y - next.y).atan2(points[0].x - next.x);
        Arrow { block, tip: points[0], angle, size }
    });
    let path = if is_spline { through(&points, false, [None, None]) } else { None };
    if let Some(path) = path {
        return LeaderLine { shape: plain_shape(path), arrow };
    }
    let is_passed = |arrow: &Arrow| {
        let name = arrow.block.as_deref().unwrap_or_default();
        PASSED_THROUGH.contains(&name.trim_start_matches('_'))
    };
    if let Some(Arrow { tip, angle, size, .. }) = arrow.as_ref().filter(|arrow| !is_passed(arrow)) {
        points[0] = Point::new(tip.x - angle.cos() * size, tip.y - angle.sin() * size);
    }
    LeaderLine { shape: Shape::line(points).ok(), arrow }
}

/// Returns the lines of a leader, and its text or its block.
pub(super) fn multileader(record: &Record<'_>, file: &File<'_>) -> MultiLeader {
    const INVISIBLE: i64 = 0;
    const SPLINE: i64 = 2;
    let start = record.tags.iter().position(|tag| tag.is(300, "CONTEXT_DATA{")).map_or(0, |at| at + 1);
    let end = record.tags.iter().rposition(|tag| tag.is(301, "}")).unwrap_or(record.tags.len()).max(start);
    let (context, after) = record.tags.split_at(end);
    let after = Record { kind: String::new(), tags: after, parts: Vec::new() };
    let kind = after.find(170).and_then(Tag::whole);
    let leaders = context[start..].iter().position(|tag| tag.is(302, "LEADER{")).map_or(end, |at| start + at);
    let own = Record { kind: String::new(), tags: &context[start..leaders], parts: Vec::new() };
    let block_of = |record: &Record<'_>, code: i32| {
        let handle = record.find(code)?;
        file.block_name(&file.decode(handle.bytes()))
    };
    let usual = (own.real(140).or_else(|| after.real(42)).unwrap_or(0.0), block_of(&after, 342));
    let mut lines = Vec::new();
    for leader in context[leaders..].split(|tag| tag.is(302, "LEADER{")).skip(1) {
        if kind == Some(INVISIBLE) {
            break;
        }
        let tags: Vec<Tag<'_>> = leader.iter().take_while(|tag| tag.code != 304).copied().collect();
        let landing = landing(&Record { kind: String::new(), tags: &tags, parts: Vec::new() });
        for part in leader.split(|tag| tag.is(304, "LEADER_LINE{")).skip(1) {
            let tags: Vec<Tag<'_>> = part.iter().take_while(|tag| tag.code != 305).copied().collect();
            let part = Record { kind: String::new(), tags: &tags, parts: Vec::new() };
            let points = part.points(10).into_iter().map(|(point, _)| point);
            let points: Vec<Point> = points.chain(landing.iter().copied()).collect();
            if points.len() < 2 {
                continue;
            }
            // A line may have an arrowhead of its own.
            const OWN_SIZE: i64 = 16;
            const OWN_BLOCK: i64 = 32;
            let overrides = part.whole(93);
            let size = part.real(40).filter(|_| overrides & OWN_SIZE != 0).unwrap_or(usual.0);
            let block = if overrides & OWN_BLOCK != 0 { block_of(&part, 341) } else { usual.1.clone() };
            lines.push(line(points, kind == Some(SPLINE), size, block));
        }
    }
    MultiLeader { lines, text: text(own.tags, file), block: block(&own, &after, file) }
}

/// Returns the points where a line ends: at the landing, and beyond it at the text.
fn landing(leader: &Record<'_>) -> Vec<Point> {
    let Some(at) = leader.point(10) else { return Vec::new() };
    let beyond = || {
        let (way, length) = (leader.point(11)?, leader.real(40)?);
        (leader.whole(291) != 0 && length > 0.0)
            .then(|| Point::new(at.x + way.x * length, at.y + way.y * length))
    };
    [Some(at), beyond()].into_iter().flatten().collect()
}

/// Returns the block of a leader that has one.
fn block(own: &Record<'_>, after: &Record<'_>, file: &File<'_>) -> Option<LeaderBlock> {
    if own.whole(296) == 0 {
        return None;
    }
    let name = file.block_name(&file.decode(own.find(341)?.bytes()))?;
    let handles = after.tags.iter().enumerate().filter(|(_, tag)| tag.code == 330);
    let attribute = |(at, handle): (usize, &Tag<'_>)| {
        // Each definition is followed by its number, its width and its text.
        let text = after.tags[at + 1..].iter().take(3).find(|tag| tag.code == 302)?;
        Some((file.decode(handle.bytes()).to_uppercase(), file.decode(text.raw())))
    };
    let factor = |code: i32| own.real(code).filter(|it| *it != 0.0).unwrap_or(1.0);
    Some(LeaderBlock {
        name,
        at: own.point(15)?,
        scale: [factor(16), factor(26)],
        angle: own.real_or(46, 0.0),
        attributes: handles.filter_map(attribute).collect(),
    })
}

/// Returns the text of a leader that has one.
fn text(context: &[Tag<'_>], file: &File<'_>) -> Option<Words> {
    let value = context.iter().find(|tag| tag.code == 304)?;
    let own = Record { kind: String::new(), tags: context, parts: Vec::new() };
    let height = own.real(41).filter(|height| *height > 0.0)?;
    let along = own.point(13).filter(|along| along.x != 0.0 || along.y != 0.0);
    let setting = Setting {
        at: own.point(12)?,
        align: match own.whole(171) {
            2 => Align::Center,
            3 => Align::Right,
            _ => Align::Left,
        },
        raise: Raise::Top,
        rotation: along.map_or_else(|| own.real_or(42, 0.0), |along| along.y.atan2(along.x)),
        wrap: own.real(43).filter(|width| *width > 0.0),
        spacing: own.real(45).filter(|factor| *factor > 0.0).unwrap_or(1.0),
        line_height: None,
        columns: None,
    };
    let look = RunLook::plain(height);
    setting.words(&file.decode(value.raw()), look)
}
