//! Repairs of a DXF file that need no decision. Every byte outside of what is repaired stays as it is.

use std::collections::HashMap;
use std::ops::Range;

use scenewright_error::Result;
use scenewright_geometry::{Affine, Point};
use scenewright_lint::{Finding, Plan, Report};

use super::record::plane;
use super::tags::refused;
use crate::import::drawing::Drawing;
use crate::import::fixes::{Change, Edits, Fixed, Proposal, Purpose, Traces, is_one_point, polygons, settle};

/// An entity in the bytes of a file.
#[derive(Debug)]
struct Entity {
    kind: String,
    /// The lines of the entity, including those of its vertices.
    bytes: Range<usize>,
    /// The codes with the places of their values.
    tags: Vec<(i32, Range<usize>)>,
}

impl Entity {
    /// Returns the tags without those of its vertices.
    fn own_tags(&self) -> &[(i32, Range<usize>)] {
        let end = self.tags.iter().position(|(code, _)| *code == 0);
        &self.tags[..end.unwrap_or(self.tags.len())]
    }
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
    let mut repair = Repair { traces: Traces::of(drawing), bytes, plan, entities, handles, purpose };
    let proposals = report.findings.iter().map(|finding| repair.proposal(finding)).collect();
    let mut edits = Edits::default();
    let is_repaired = settle(proposals, &repair.traces, plan, &mut edits);
    Ok(Fixed { bytes: repair.finish(edits), is_repaired })
}

struct Repair<'b> {
    traces: Traces<'b>,
    bytes: &'b [u8],
    plan: &'b Plan,
    /// The entities by their names; `None` for a name that several have.
    entities: HashMap<String, Option<Entity>>,
    handles: Handles,
    purpose: Purpose,
}

impl<'b> Repair<'b> {
    /// Returns the repair of a finding; `None` where that needs a decision.
    fn proposal(&mut self, finding: &Finding) -> Option<Proposal<'b>> {
        match finding.fix? {
            "drop" => self.drop_entity(finding),
            "join" => self.join(finding),
            "outline" => self.outline(finding),
            _ => None,
        }
    }

    /// Returns the entity of a name, unless several have it.
    fn entity(&self, name: &str) -> Option<&Entity> {
        self.entities.get(name)?.as_ref()
    }

    /// Returns the names of an item: its entity's, and those of the insertions that show it.
    fn names(&self, item: usize) -> &'b [String] {
        &self.plan.items[item].names
    }

    /// Removes the first entity of a finding: the later one of two, or the one without a size.
    fn drop_entity(&self, finding: &Finding) -> Option<Proposal<'b>> {
        let names: Vec<&'b [String]> = finding.items.iter().map(|item| self.names(*item)).collect();
        let [first, others @ ..] = names.as_slice() else { return None };
        // In a block, what is double there is double wherever it is shown.
        // The first name is the entity's, the others are the insertions that show it.
        let is_one_place = others.iter().all(|other| other[1..] == first[1..]);
        if !is_one_place || is_unnamed_in_block(first) {
            return None;
        }
        let range = self.entity(&first[0])?.bytes.clone();
        Some(Proposal {
            change: Change::Drop(range.start),
            entities: vec![&first[0]],
            edits: vec![(range, Vec::new())],
        })
    }

    /// Brings two ends together: closes a polyline, or moves the end of a line onto the other one.
    fn join(&self, finding: &Finding) -> Option<Proposal<'b>> {
        let [(one, at), (other, other_at)] = finding.ends.as_slice() else { return None };
        let [names, other_names] = [one, other].map(|item| self.names(*item));
        if is_unnamed_in_block(names) || is_unnamed_in_block(other_names) {
            return None;
        }
        if one == other {
            return self.close(&names[0]);
        }
        // Two entities of one block have a gap wherever it is shown.
        if names[1..] != other_names[1..] {
            return None;
        }
        let back = self.traces.place_of(names)?.inverse()? * self.plan.to_source;
        let point = |at: &[f64; 2]| back * Point::new(at[0], at[1]);
        let (at, other_at) = (point(at), point(other_at));
        // Either end may be moved; the first one that is an end of a straight line is.
        self.move_end(&names[0], at, &other_names[0], other_at)
            .or_else(|| self.move_end(&other_names[0], other_at, &names[0], at))
    }

    /// Replaces a text by its outlines.
    fn outline(&mut self, finding: &Finding) -> Option<Proposal<'b>> {
        let [item] = finding.items.as_slice() else { return None };
        let names = self.names(*item);
        if is_unnamed_in_block(names) {
            return None;
        }
        let path = self.traces.text_outlines(names)?;
        let bounds = path.bounds(&Affine::IDENTITY)?;
        let entity = self.entity(&names[0]).filter(|it| matches!(it.kind.as_str(), "TEXT" | "MTEXT"))?;
        // Wherever the text is shown, it looks as before: no copy of it must have the fault.
        let proposal = |range: Range<usize>, new: Vec<u8>| Proposal {
            change: Change::Outline(range.start),
            entities: Vec::new(),
            edits: vec![(range, new)],
        };
        if self.purpose == Purpose::Offers {
            return Some(proposal(entity.bytes.clone(), Vec::new()));
        }
        let value = |code: i32| {
            // From the end: a text may have 330 in a group of application data first, and its owner after it.
            let found = entity.tags.iter().rev().find(|(own, _)| *own == code);
            found.map(|(_, range)| self.bytes[range.clone()].to_vec())
        };
        let layer = value(8).unwrap_or_else(|| b"0".to_vec());
        let looks: Vec<(i32, Vec<u8>)> =
            LOOKS.into_iter().filter_map(|code| Some((code, value(code)?))).collect();
        let owner = value(330).filter(|_| self.handles.is_used);
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
            for (code, value) in &looks {
                tag(*code, value);
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
        Some(proposal(range, out))
    }

    /// Closes a polyline by its flag.
    fn close(&self, name: &'b str) -> Option<Proposal<'b>> {
        const CLOSED: i64 = 1;
        let entity = self.entity(name)?;
        // Flags come before the vertices, which have their own.
        let own = entity.own_tags();
        let flag = own.iter().find(|(code, _)| *code == 70);
        let mut edits = match (flag, entity.kind.as_str()) {
            (Some((_, range)), "LWPOLYLINE" | "POLYLINE") => {
                let flags: i64 = text(self.bytes, range).trim().parse().ok()?;
                let width = range.len();
                // As wide as the old value, as some programs align flags.
                let value = format!("{:>width$}", flags | CLOSED);
                vec![(range.clone(), value.into_bytes())]
            }
            // Without flags a polyline is open. They stand after the number of its vertices, or after what says that some follow.
            (None, kind @ ("LWPOLYLINE" | "POLYLINE")) => {
                let before = if kind == "LWPOLYLINE" { 90 } else { 66 };
                let (_, range) = own.iter().find(|(code, _)| *code == before)?;
                let mut end = range.start;
                line(self.bytes, &mut end);
                let line_end = text(self.bytes, &(range.end..end));
                vec![(end..end, format!(" 70{line_end}{CLOSED}{line_end}").into_bytes())]
            }
            _ => return None,
        };
        // The last vertex may have a bulge that only a closed polyline draws.
        let last = entity.tags.iter().rposition(|(code, _)| *code == 10)?;
        let bulge = entity.tags[last..].iter().find(|(code, _)| *code == 42);
        if let Some((_, range)) = bulge.filter(|(_, range)| self.number(range) != Some(0.0)) {
            edits.push((range.clone(), b"0.0".to_vec()));
        }
        Some(Proposal { change: Change::Close(entity.bytes.start), entities: vec![name], edits })
    }

    /// Moves the end of a line or polyline onto a point, which keeps the digits that it has in the other entity.
    fn move_end(&self, name: &'b str, at: Point, onto: &'b str, target: Point) -> Option<Proposal<'b>> {
        let entity = self.entity(name)?;
        let plane = self.plane(entity);
        let back = plane.inverse()?;
        let other = self.entity(onto).map(|it| (it, self.plane(it)));
        let end = nearest(self.ends(entity), back * at).filter(|end| end.is_straight)?;
        let target_end =
            other.as_ref().and_then(|(it, plane)| nearest(self.ends(it), plane.inverse()? * target));
        let start = end.numbers[0].start;
        // The end of a curve has no numbers of its own.
        let change = match &target_end {
            Some(target) => Change::join(start, target.numbers[0].start),
            None => Change::join(start, start),
        };
        let has_same_numbers = other.is_some_and(|(_, other)| other == plane);
        let target_text = target_end
            .filter(|_| has_same_numbers)
            .map(|target| target.numbers.map(|range| self.bytes[range].to_vec()));
        let target = back * target;
        // The digits of the other entity are copied, so that both ends are equal as texts and not only as numbers.
        // Adding 0 turns -0 into 0.
        let new = target_text
            .unwrap_or_else(|| [target.x, target.y].map(|value| format!("{}", value + 0.0).into_bytes()));
        let edits = end.numbers.into_iter().zip(new).collect();
        Some(Proposal { change, entities: vec![name, onto], edits })
    }

    /// Returns the way from the coordinates of an entity to those of its block: a polyline may be seen from any side.
    fn plane(&self, entity: &Entity) -> Affine {
        if entity.kind == "LINE" {
            return Affine::IDENTITY;
        }
        let own = entity.own_tags();
        let real = |wanted: i32| self.number(&own.iter().find(|(code, _)| *code == wanted)?.1);
        let normal = [real(210).unwrap_or(0.0), real(220).unwrap_or(0.0), real(230).unwrap_or(1.0)];
        plane(normal, real(38).or_else(|| real(30)).unwrap_or(0.0))
    }

    fn number(&self, range: &Range<usize>) -> Option<f64> {
        text(self.bytes, range).trim().parse().ok()
    }

    /// Returns the two ends of a line or polyline.
    fn ends(&self, entity: &Entity) -> Vec<End> {
        let codes: &[i32] = match entity.kind.as_str() {
            "LINE" => &[10, 11],
            "LWPOLYLINE" | "POLYLINE" => &[10],
            _ => return Vec::new(),
        };
        // A polyline of vertices has a point of zeros of its own before them.
        let own = entity.own_tags();
        let first = if entity.kind == "POLYLINE" { own.len() } else { 0 };
        // A smoothed one is drawn through other points than its vertices.
        let flags = own.iter().find(|(code, _)| *code == 70).and_then(|(_, range)| self.number(range));
        let is_smooth = entity.kind == "POLYLINE" && flags.is_some_and(|flags| flags as i64 & SMOOTHED != 0);
        let mut ends: Vec<End> = Vec::new();
        // A bulge belongs to the way from its vertex to the next one.
        let mut bulges: Vec<bool> = Vec::new();
        for (index, (code, x)) in entity.tags.iter().enumerate().skip(first) {
            if *code == 42
                && entity.kind != "LINE"
                && let Some(bulge) = bulges.last_mut()
            {
                *bulge = self.number(x) != Some(0.0);
            }
            if !codes.contains(code) {
                continue;
            }
            let y = entity.tags[index + 1..].iter().find(|(other, _)| *other == code + 10);
            if let Some((_, y)) = y
                && let (Some(px), Some(py)) = (self.number(x), self.number(y))
            {
                let numbers = [x.clone(), y.clone()];
                ends.push(End { at: Point::new(px, py), numbers, is_straight: !is_smooth });
                bulges.push(false);
            }
        }
        let (Some(is_first_bent), Some(last)) = (bulges.first(), ends.len().checked_sub(1)) else {
            return Vec::new();
        };
        ends[0].is_straight &= !is_first_bent;
        ends[last].is_straight &= last > 0 && !bulges[last - 1];
        ends.drain(1..last.max(1));
        ends
    }

    fn finish(self, mut edits: Edits) -> Vec<u8> {
        // A file whose next handle is taken already is refused by some programs.
        if let Some((range, seed)) = self.handles.seed() {
            edits.add(vec![(range, seed.into_bytes())]);
        }
        edits.applied(self.bytes)
    }
}

/// An end of a line or polyline.
struct End {
    at: Point,
    /// The places of its numbers in the file.
    numbers: [Range<usize>; 2],
    /// True where it can be moved, and only turns a straight line.
    is_straight: bool,
}

/// The flags of a polyline whose curve is fitted, or drawn as a spline.
const SMOOTHED: i64 = 2 | 4;

/// The codes of how an entity looks, which the outlines of a text keep: visibility, colours, line weight and transparency.
const LOOKS: [i32; 6] = [60, 62, 370, 420, 430, 440];

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

fn nearest(ends: Vec<End>, at: Point) -> Option<End> {
    ends.into_iter().find(|end| is_one_point(end.at, at))
}

fn text<'b>(bytes: &'b [u8], range: &Range<usize>) -> &'b str {
    std::str::from_utf8(&bytes[range.clone()]).unwrap_or_default()
}

/// Returns the entities with handles, and those of the model without one by kind and number; `None` for a name that several have,
/// as a finding does not say which of them it is about.
fn entities_of(bytes: &[u8]) -> HashMap<String, Option<Entity>> {
    let mut entities: HashMap<String, Option<Entity>> = HashMap::new();
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
            entities.entry(name).and_modify(|known| *known = None).or_insert(Some(entity));
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
