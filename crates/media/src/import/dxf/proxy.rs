//! The graphics of proxies: entities of programs that are not here bring a picture of themselves as bytes.

use std::f64::consts::TAU;

use scenewright_geometry::vector::{cross, difference, length};
use scenewright_geometry::{Affine, Path, Point, Shape};

use super::curves::{Axes, arc};
use super::record::{Record, plane};
use super::tags::Value;
use crate::import::drawing::TextItem;
use crate::import::images::{image, plain_shape};

/// The bytes before the first record: the size of all, and the number of records.
const HEADER: usize = 8;

/// The most records of a picture.
const MAX_RECORDS: usize = 100_000;

/// A part of the picture of a proxy.
#[derive(Debug)]
pub(super) enum Graphic {
    Outline(Shape),
    Filled(Shape),
    Text(Box<TextItem>),
    /// Something of a kind that is not read here, by its number.
    Unknown(u32),
}

/// Returns the picture that an entity brings of itself; nothing where it brings none.
pub(super) fn graphics(record: &Record<'_>) -> Vec<Graphic> {
    let bytes = picture(record);
    let mut found = Vec::new();
    let mut places: Vec<Affine> = Vec::new();
    let mut is_filled = false;
    let mut rest = bytes.get(HEADER..).unwrap_or_default();
    while let (Some(size), Some(kind)) = (whole(rest, 0), whole(rest, 4)) {
        let size = size as usize;
        // A size below 8 would never advance.
        let Some(body) = rest.get(8..size).filter(|_| size >= 8 && found.len() < MAX_RECORDS) else { break };
        let body = Body { bytes: body };
        match kind {
            FILL => is_filled = whole(body.bytes, 0).is_some_and(|it| it != 0),
            PUSH_MATRIX | PUSH_MATRIX_2 => {
                let outer = places.last().copied().unwrap_or(Affine::IDENTITY);
                // Pushed even if it cannot be read, so that the pops stay in step.
                places.push(outer * body.matrix().unwrap_or(Affine::IDENTITY));
            }
            POP_MATRIX => drop(places.pop()),
            _ if is_trait(kind) => {}
            _ => {
                let place = places.last().copied().unwrap_or(Affine::IDENTITY);
                found.extend(body.graphic(kind, is_filled, &place));
                // The mark is for the next record alone.
                is_filled = false;
            }
        }
        rest = &rest[size..];
    }
    found
}

const EXTENTS: u32 = 1;
const CIRCLE: u32 = 2;
const CIRCLE_OF_POINTS: u32 = 3;
const ARC: u32 = 4;
const ARC_OF_POINTS: u32 = 5;
const POLYLINE: u32 = 6;
const POLYGON: u32 = 7;
const TEXT: u32 = 10;
const FILL: u32 = 20;
const PUSH_MATRIX: u32 = 29;
const PUSH_MATRIX_2: u32 = 30;
const POP_MATRIX: u32 = 31;
const POLYLINE_WITH_NORMAL: u32 = 32;
const UNICODE_TEXT: u32 = 36;
const ELLIPTIC_ARC: u32 = 44;

/// Returns true for a record that sets how the next ones look: colour, layer, line type, weight and the like.
fn is_trait(kind: u32) -> bool {
    kind == EXTENTS || (14..=28).contains(&kind) || matches!(kind, 34 | 35)
}

fn picture(record: &Record<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let own =
        record.tags.iter().skip_while(|tag| !matches!(tag.code, 92 | 160)).filter(|tag| tag.code == 310);
    for tag in own {
        let Value::Text(text) = tag.value else { continue };
        let digits = text.trim_ascii();
        let digit = |byte: &u8| char::from(*byte).to_digit(16).map(|it| it as u8);
        let pairs = digits.chunks_exact(2).map(|pair| Some(16 * digit(&pair[0])? + digit(&pair[1])?));
        // Binary files have the bytes as they are.
        match pairs.collect::<Option<Vec<u8>>>().filter(|_| digits.len().is_multiple_of(2)) {
            Some(chunk) => bytes.extend(chunk),
            None => bytes.extend_from_slice(text),
        }
    }
    bytes
}

fn whole(bytes: &[u8], at: usize) -> Option<u32> {
    let four = bytes.get(at..at + 4)?;
    Some(u32::from_le_bytes(four.try_into().ok()?))
}

struct Body<'b> {
    bytes: &'b [u8],
}

impl Body<'_> {
    /// Returns the real number after some others.
    fn real(&self, skip: usize, at: usize) -> Option<f64> {
        let eight = self.bytes.get(skip + 8 * at..skip + 8 * at + 8)?;
        Some(f64::from_le_bytes(eight.try_into().ok()?)).filter(|it| it.is_finite())
    }

    fn point(&self, skip: usize, at: usize) -> Option<Point> {
        self.real(skip, at + 2)?;
        Some(Point::new(self.real(skip, at)?, self.real(skip, at + 1)?))
    }

    /// Returns the part of a matrix of space that is in the plane.
    fn matrix(&self) -> Option<Affine> {
        let at = |index: usize| self.real(0, index);
        Some(Affine { a: at(0)?, b: at(4)?, c: at(1)?, d: at(5)?, e: at(3)?, f: at(7)? })
    }

    fn graphic(&self, kind: u32, is_filled: bool, place: &Affine) -> Option<Graphic> {
        let placed = |shape: Shape| image(&shape, place);
        let drawn = |shape: Shape| {
            if is_filled && shape.is_closed() {
                Graphic::Filled(placed(shape))
            } else {
                Graphic::Outline(placed(shape))
            }
        };
        match kind {
            CIRCLE => {
                let (center, radius) = (self.point(0, 0)?, self.real(0, 3)?);
                Shape::circle(center.x, center.y, radius).ok().map(drawn)
            }
            CIRCLE_OF_POINTS => {
                let (center, radius) = circle(self.point(0, 0)?, self.point(0, 3)?, self.point(0, 6)?)?;
                Shape::circle(center.x, center.y, radius).ok().map(drawn)
            }
            ARC => {
                let (center, radius, sweep) = (self.point(0, 0)?, self.real(0, 3)?, self.real(0, 10)?);
                let (normal, start) = (self.real(0, 6)?, self.point(0, 7)?);
                let start = start.y.atan2(start.x);
                // Seen from behind, it runs the other way.
                let sweep = if normal < 0.0 { -sweep } else { sweep };
                let (from, to) = if sweep < 0.0 { (start + sweep, start) } else { (start, start + sweep) };
                arc(center, radius, from.to_degrees(), to.to_degrees()).map(drawn)
            }
            ARC_OF_POINTS => {
                let points = [self.point(0, 0)?, self.point(0, 3)?, self.point(0, 6)?];
                let (center, radius) = circle(points[0], points[1], points[2])?;
                let angle = |point: Point| (point.y - center.y).atan2(point.x - center.x).to_degrees();
                let is_left = cross(difference(points[1], points[0]), difference(points[2], points[1])) > 0.0;
                let (from, to) = if is_left { (points[0], points[2]) } else { (points[2], points[0]) };
                arc(center, radius, angle(from), angle(to)).map(drawn)
            }
            ELLIPTIC_ARC => {
                let (center, normal) =
                    (self.point(0, 0)?, [self.real(0, 3)?, self.real(0, 4)?, self.real(0, 5)?]);
                let [long, short, start, end, turn] = [
                    self.real(0, 6)?,
                    self.real(0, 7)?,
                    self.real(0, 8)?,
                    self.real(0, 9)?,
                    self.real(0, 10)?,
                ];
                let along = plane(normal, 0.0).displace(Point::new(turn.cos() * long, turn.sin() * long));
                let side = if normal[2] < 0.0 { -1.0 } else { 1.0 };
                let axes = Axes { center, major: along, ratio: side * short / long };
                axes.shape(start, end.min(start + TAU)).map(drawn)
            }
            POLYLINE | POLYGON | POLYLINE_WITH_NORMAL => {
                let count = whole(self.bytes, 0)? as usize;
                // A point is three doubles: a larger count lies, and would only reserve memory.
                let count = count.min(self.bytes.len() / 24);
                let points =
                    (0..count).map(|index| self.point(4, 3 * index)).collect::<Option<Vec<Point>>>()?;
                let mut path = Path::new();
                path.push_chain(points, kind == POLYGON);
                plain_shape(path).filter(|_| count > 1).map(drawn)
            }
            TEXT | UNICODE_TEXT => {
                self.text(kind == UNICODE_TEXT, place).map(|text| Graphic::Text(Box::new(text)))
            }
            _ => Some(Graphic::Unknown(kind)),
        }
    }

    /// Reads a text: its place, the normal, the way that it runs, and its height, width and slant.
    fn text(&self, is_wide: bool, place: &Affine) -> Option<TextItem> {
        let (at, way) = (self.point(0, 0)?, self.point(0, 6)?);
        let height = self.real(0, 9).filter(|height| *height > 0.0)?;
        let across = self.real(0, 10).filter(|it| *it > 0.0).unwrap_or(1.0);
        let letters = self.bytes.get(96..)?;
        let text = if is_wide {
            let pairs = letters.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
            String::from_utf16_lossy(&pairs.take_while(|it| *it != 0).collect::<Vec<_>>())
        } else {
            let bytes: Vec<u8> = letters.iter().copied().take_while(|it| *it != 0).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        if text.trim().is_empty() {
            return None;
        }
        let turn = place.linear() * Affine::rotation(way.y.atan2(way.x)) * Affine::scale(across, 1.0);
        Some(TextItem { turn, ..TextItem::plain(super::words::plain_line(&text), *place * at, height) })
    }
}

/// Returns the circle through three points.
fn circle(a: Point, b: Point, c: Point) -> Option<(Point, f64)> {
    let (u, v) = (difference(b, a), difference(c, a));
    let twice = 2.0 * cross(u, v);
    let (uu, vv) = (u.x * u.x + u.y * u.y, v.x * v.x + v.y * v.y);
    let off = Point::new((v.y * uu - u.y * vv) / twice, (u.x * vv - v.x * uu) / twice);
    let radius = length(off);
    radius.is_finite().then_some((Point::new(a.x + off.x, a.y + off.y), radius))
}
