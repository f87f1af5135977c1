//! Repairs of a DXF file that need no decision. Every byte outside of what is repaired stays as it is.

use std::collections::HashMap;
use std::ops::Range;

use scenewright_error::Result;
use scenewright_geometry::{Affine, Point};
use scenewright_lint::{Finding, Plan, Report};

use super::record::plane;
use super::tags::refused;
use crate::import::drawing::Drawing;
use crate::import::fixes::{Edits, Fixed, JoinedEnds, Purpose, Traces, is_one_point, polygons};

/// An entity in the bytes of a file.
#[derive(Debug)]
struct Entity {
    kind: String,
    /// The lines of the entity, including those of its vertices.
    bytes: Range<usize>,
    /// The codes with the places of their values.
    tags: Vec<(i32, Range<usize>)>,
}

/// Repairs what the findings of a report allow.
pub(in crate::import) fn fixed(
    drawing: &Drawing,
    bytes: &[u8],
    plan: &Plan,
    report: &Report,
    purpose: Purpose,
) -> Result<Fixed> {
    // Values of a binary file have fixed lengths, and no line ends to keep.
    if bytes.starts_with(b"AutoCAD Binary DXF") {
        return Err(refused("only text files can be repaired; save it as a text DXF"));
    }
    let entities = entities_of(bytes);
    let handles = Handles::of(bytes);
    let (edits, joined) = (Edits::default(), JoinedEnds::default());
    let mut repair = Repair { traces: Traces::of(drawing), bytes, entities, handles, edits, joined, purpose };
    let mut is_repaired = Vec::with_capacity(report.findings.len());
    for finding in &report.findings {
        let is_done = match finding.fix {
            Some("drop") => repair.drop_entity(plan, finding),
            Some("join") => repair.join(plan, finding),
            Some("outline") => repair.outline(plan, finding),
            _ => None,
        };
        is_repaired.push(is_done.is_some());
    }
    Ok(Fixed { bytes: repair.finish(), is_repaired })
}

struct Repair<'b> {
    traces: Traces<'b>,
    bytes: &'b [u8],
    entities: HashMap<String, Entity>,
    handles: Handles,
    edits: Edits,
    joined: JoinedEnds,
    purpose: Purpose,
}

impl Repair<'_> {
    /// Removes the first entity of a finding: the later one of two, or the one without a size.
    fn drop_entity(&mut self, plan: &Plan, finding: &Finding) -> Option<()> {
        let names: Vec<&[String]> =
            finding.items.iter().map(|item| plan.items[*item].names.as_slice()).collect();
        let [first, others @ ..] = names.as_slice() else { return None };
        // In a block, what is double there is double wherever it is shown.
        // The first name is the entity's, the others are the insertions that show it.
        let is_one_place = others.iter().all(|other| other[1..] == first[1..]);
        if !is_one_place || is_unnamed_in_block(first) {
            return None;
        }
        let entity = self.entities.get(&first[0])?;
        self.edits.add([(entity.bytes.clone(), Vec::new())])
    }

    /// Brings two ends together: closes a polyline, or moves the end of a line onto the other one.
    fn join(&mut self, plan: &Plan, finding: &Finding) -> Option<()> {
        let [(one, at), (other, other_at)] = finding.ends.as_slice() else { return None };
        if one == other && !is_unnamed_in_block(&plan.items[*one].names) {
            return self.close(&plan.items[*one].names[0]);
        }
        let [one, other] = [one, other].map(|item| plan.items[*item].names.as_slice());
        // Two entities of one block have a gap wherever it is shown.
        if one[1..] != other[1..] || is_unnamed_in_block(one) || is_unnamed_in_block(other) {
            return None;
        }
        let back = self.traces.place_of(one)?.inverse()? * plan.to_source;
        let point = |at: &[f64; 2]| back * Point::new(at[0], at[1]);
        let (at, other_at) = (point(at), point(other_at));
        // Either end may be moved; the first one that is a line or a polyline is.
        self.move_end(&one[0], at, &other[0], other_at)
            .or_else(|| self.move_end(&other[0], other_at, &one[0], at))
    }

    /// Replaces a text by its outlines.
    fn outline(&mut self, plan: &Plan, finding: &Finding) -> Option<()> {
        let [item] = finding.items.as_slice() else { return None };
        let names = plan.items[*item].names.as_slice();
        if is_unnamed_in_block(names) {
            return None;
        }
        let path = self.traces.text_outlines(names)?;
        let bounds = path.bounds(&Affine::IDENTITY)?;
        let entity = self.entities.get(&names[0])?;
        if !matches!(entity.kind.as_str(), "TEXT" | "MTEXT") {
            return None;
        }
        if self.purpose == Purpose::Offers {
            return self.edits.add([(entity.bytes.clone(), Vec::new())]);
        }
        let value = |code: i32| {
            // From the end: a text may have 330 in a group of application data first, and its owner after it.
            let found = entity.tags.iter().rev().find(|(own, _)| *own == code);
            found.map(|(_, range)| self.bytes[range.clone()].to_vec())
        };
        let layer = value(8).unwrap_or_else(|| b"0".to_vec());
        let (color, owner) = (value(62), value(330).filter(|_| self.handles.is_used));
        let range = entity.bytes.clone();
        let end = if self.bytes[range.clone()].contains(&b'\r') { "\r\n" } else { "\n" };
        let mut out: Vec<u8> = Vec::new();
        for polygon in polygons(&path, bounds.height().min(bounds.width())) {
            let mut tag = |code: i32, value: &[u8]| {
                out.extend_from_slice(format!("{code:>3}{end}").as_bytes());
                out.extend_from_slice(value);
                out.extend_from_slice(end.as_bytes());
            };
            let handle = self.handles.next();
            // Releases before 13 have no handles, and know no LWPOLYLINE.
            let is_light = self.handles.is_used;
            tag(0, if is_light { b"LWPOLYLINE" } else { b"POLYLINE" });
            if is_light {
                tag(5, handle.as_bytes());
            }
            if let Some(owner) = &owner {
                tag(330, owner);
            }
            if is_light {
                tag(100, b"AcDbEntity");
            }
            tag(8, &layer);
            if let Some(color) = &color {
                tag(62, color);
            }
            if is_light {
                tag(100, b"AcDbPolyline");
                tag(90, polygon.len().to_string().as_bytes());
            } else {
                tag(66, b"1");
            }
            tag(70, b"1");
            for point in &polygon {
                if !is_light {
                    tag(0, b"VERTEX");
                    tag(8, &layer);
                }
                tag(10, format!("{}", point.x).as_bytes());
                tag(20, format!("{}", point.y).as_bytes());
            }
            if !is_light {
                tag(0, b"SEQEND");
                tag(8, &layer);
            }
        }
        self.edits.add([(range, out)])
    }

    fn close(&mut self, name: &str) -> Option<()> {
        const CLOSED: i64 = 1;
        let entity = self.entities.get(name)?;
        if !matches!(entity.kind.as_str(), "LWPOLYLINE" | "POLYLINE") {
            return None;
        }
        let (_, range) = entity.tags.iter().find(|(code, _)| *code == 70)?;
        let flags: i64 = text(self.bytes, range).trim().parse().ok()?;
        let width = range.len();
        // As wide as the old value, as some programs align flags.
        let value = format!("{:>width$}", flags | CLOSED);
        self.edits.add([(range.clone(), value.into_bytes())])
    }

    /// Moves the end of a line or polyline onto a point, which keeps the digits that it has in the other entity.
    fn move_end(&mut self, name: &str, at: Point, onto: &str, target: Point) -> Option<()> {
        let entity = self.entities.get(name)?;
        let plane = self.plane(entity);
        let back = plane.inverse()?;
        let other = self.entities.get(onto).map(|it| (it, self.plane(it)));
        let codes = match entity.kind.as_str() {
            "LINE" => vec![10, 11],
            "LWPOLYLINE" | "POLYLINE" => vec![10],
            _ => return None,
        };
        let pairs = self.points(entity, &codes);
        let (x, y) = nearest(&pairs, back * at)?;
        let target_place = other
            .as_ref()
            .and_then(|(it, plane)| nearest(&self.points(it, &[10, 11]), plane.inverse()? * target));
        let onto = target_place.as_ref().map(|(x, _)| x.start);
        let start = x.start;
        if onto.is_some_and(|onto| self.joined.has(start, onto)) {
            return Some(());
        }
        let has_same_numbers = other.is_some_and(|(_, other)| other == plane);
        let target_text = target_place
            .filter(|_| has_same_numbers)
            .map(|(x, y)| [self.bytes[x].to_vec(), self.bytes[y].to_vec()]);
        let target = back * target;
        // The digits of the other entity are copied, so that both ends are equal as texts and not only as numbers.
        // Adding 0 turns -0 into 0.
        let [new_x, new_y] = target_text
            .unwrap_or_else(|| [target.x, target.y].map(|value| format!("{}", value + 0.0).into_bytes()));
        self.edits.add([(x, new_x), (y, new_y)])?;
        if let Some(onto) = onto {
            self.joined.add(start, onto);
        }
        Some(())
    }

    /// Returns the way from the coordinates of an entity to those of its block: a polyline may be seen from any side.
    fn plane(&self, entity: &Entity) -> Affine {
        if entity.kind == "LINE" {
            return Affine::IDENTITY;
        }
        let own = entity.tags.iter().take_while(|(code, _)| *code != 0);
        let own: Vec<&(i32, Range<usize>)> = own.collect();
        let real = |wanted: i32| {
            let (_, range) = own.iter().find(|(code, _)| *code == wanted)?;
            text(self.bytes, range).trim().parse::<f64>().ok()
        };
        let normal = [real(210).unwrap_or(0.0), real(220).unwrap_or(0.0), real(230).unwrap_or(1.0)];
        plane(normal, real(38).or_else(|| real(30)).unwrap_or(0.0))
    }

    /// Returns the places of points with their coordinates.
    fn points(&self, entity: &Entity, codes: &[i32]) -> Vec<(Point, Range<usize>, Range<usize>)> {
        let value = |range: &Range<usize>| text(self.bytes, range).trim().parse::<f64>().ok();
        // A polyline of vertices has a point of zeros of its own before them.
        let vertices = entity.tags.iter().position(|(code, _)| *code == 0);
        let first = vertices.filter(|_| entity.kind == "POLYLINE").unwrap_or(0);
        let mut points = Vec::new();
        for (index, (code, x)) in entity.tags.iter().enumerate().skip(first) {
            if !codes.contains(code) {
                continue;
            }
            let y = entity.tags[index + 1..].iter().find(|(other, _)| *other == code + 10);
            if let Some((_, y)) = y
                && let (Some(px), Some(py)) = (value(x), value(y))
            {
                points.push((Point::new(px, py), x.clone(), y.clone()));
            }
        }
        points
    }

    fn finish(mut self) -> Vec<u8> {
        // A file whose next handle is taken already is refused by some programs.
        if let Some((range, seed)) = self.handles.seed() {
            self.edits.add([(range, seed.into_bytes())]);
        }
        self.edits.applied(self.bytes)
    }
}

/// The handles that a file has not used.
struct Handles {
    /// True for releases whose entities have handles and subclasses.
    is_used: bool,
    first: u64,
    next: u64,
    seed: Option<Range<usize>>,
}

impl Handles {
    fn of(bytes: &[u8]) -> Handles {
        let mut handles = Handles { is_used: false, first: 1, next: 1, seed: None };
        let (mut at, mut variable) = (0, String::new());
        while at < bytes.len() {
            let code = line(bytes, &mut at);
            let value = line(bytes, &mut at);
            let Ok(code) = text(bytes, &code).trim().parse::<i32>() else { break };
            let word = text(bytes, &value).trim();
            let number = || u64::from_str_radix(word, 16).ok();
            match (code, variable.as_str()) {
                (9, _) => variable = word.to_ascii_uppercase(),
                // AC1009 is release 12; the names of releases sort by age.
                (1, "$ACADVER") => handles.is_used = word.to_ascii_uppercase().as_str() > "AC1009",
                (5, "$HANDSEED") => {
                    handles.seed = Some(value.clone());
                    handles.first = handles.first.max(number().unwrap_or(1));
                }
                // 105 is the handle of a dimension style, whose 5 means something else.
                (5 | 105, _) => {
                    handles.first = handles.first.max(number().map_or(1, |used| used.saturating_add(1)));
                }
                (0, _) => variable.clear(),
                _ => {}
            }
        }
        handles.next = handles.first;
        handles
    }

    fn next(&mut self) -> String {
        self.next += 1;
        format!("{:X}", self.next - 1)
    }

    /// Returns the new value of the header's next handle, where handles were taken.
    fn seed(&self) -> Option<(Range<usize>, String)> {
        let range = self.seed.clone().filter(|_| self.is_used && self.next > self.first)?;
        Some((range, format!("{:X}", self.next)))
    }
}

/// Returns true for an entity in a block that has no handle to find it by.
fn is_unnamed_in_block(names: &[String]) -> bool {
    names.len() > 1 && names[0].contains('#')
}

fn nearest(
    points: &[(Point, Range<usize>, Range<usize>)],
    at: Point,
) -> Option<(Range<usize>, Range<usize>)> {
    let found = points.iter().find(|(point, _, _)| is_one_point(*point, at));
    found.map(|(_, x, y)| (x.clone(), y.clone()))
}

fn text<'b>(bytes: &'b [u8], range: &Range<usize>) -> &'b str {
    std::str::from_utf8(&bytes[range.clone()]).unwrap_or_default()
}

/// Returns the entities with handles, and those of the model without one by kind and number.
fn entities_of(bytes: &[u8]) -> HashMap<String, Entity> {
    let mut entities: HashMap<String, Entity> = HashMap::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut section = String::new();
    let mut open: Option<Entity> = None;
    let mut expects_section = false;
    let mut close = |open: &mut Option<Entity>, section: &str, end: usize| {
        let Some(mut entity) = open.take() else { return };
        entity.bytes.end = end;
        let handle = entity
            .tags
            .iter()
            .find(|(code, _)| *code == 5)
            .map(|(_, range)| text(bytes, range).trim().to_owned());
        // The same names that the reader of the file gives: kind and number in the model, from 1.
        let number = if section == "ENTITIES" {
            let number = numbers.entry(entity.kind.clone()).or_default();
            *number += 1;
            Some(format!("{}#{number}", entity.kind))
        } else {
            None
        };
        if let Some(name) = handle.filter(|handle| !handle.is_empty()).or(number) {
            // Two entities with one handle are a mistake of the file; the first is the one that the reader shows.
            entities.entry(name).or_insert(entity);
        }
    };
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let code = line(bytes, &mut at);
        let value = line(bytes, &mut at);
        let Ok(code) = text(bytes, &code).trim().parse::<i32>() else { break };
        let word = text(bytes, &value).trim().to_ascii_uppercase();
        if code == 0 {
            // Vertices and attributes belong to what they follow.
            let goes_on = matches!(word.as_str(), "VERTEX" | "ATTRIB" | "SEQEND");
            if let (true, Some(entity)) = (goes_on, &mut open) {
                entity.tags.push((code, value));
                continue;
            }
            close(&mut open, &section, start);
            expects_section = word == "SECTION";
            if matches!(section.as_str(), "ENTITIES" | "BLOCKS")
                && !matches!(word.as_str(), "ENDSEC" | "SECTION" | "EOF")
            {
                open = Some(Entity { kind: word, bytes: start..start, tags: Vec::new() });
            }
        } else if expects_section && code == 2 {
            section = word;
            expects_section = false;
        } else if let Some(entity) = &mut open {
            entity.tags.push((code, value));
        }
    }
    close(&mut open, &section, at);
    entities
}

/// Returns the next line without its end.
fn line(bytes: &[u8], at: &mut usize) -> Range<usize> {
    let start = *at;
    let rest = &bytes[start..];
    let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
    *at = start + length;
    if bytes[*at..].starts_with(b"\r\n") {
        *at += 2;
    } else if *at < bytes.len() {
        *at += 1;
    }
    start..start + length
}
