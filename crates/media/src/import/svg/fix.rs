//! Repairs of an SVG file that need no decision. Every byte outside of what is repaired stays as it is.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use roxmltree::Node;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Path, Point};
use scenewright_lint::{Finding, Plan, Report};

use super::document::{parsed, refused};
use super::ends::{LineEnd, line_ends, open_pieces};
use crate::import::drawing::Drawing;
use crate::import::fixes::{Change, Edits, Fixed, Proposal, Purpose, Traces, is_one_point, settle};

/// Repairs what the findings of a report allow.
pub(in crate::import) fn fixed(
    drawing: &Drawing,
    bytes: &[u8],
    plan: &Plan,
    report: &Report,
    purpose: Purpose,
) -> Result<Fixed> {
    // Places are counted in the bytes of the file, so it must be in the encoding that it is read in.
    let text = std::str::from_utf8(bytes).map_err(|_| refused("only files in UTF-8 can be repaired"))?;
    let document = parsed(text)?;
    let mut nodes: HashMap<String, Option<Node<'_, '_>>> = HashMap::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut referenced: HashSet<&str> = HashSet::new();
    for node in document.root_element().descendants().filter(Node::is_element) {
        let number = numbers.entry(node.tag_name().name()).or_default();
        *number += 1;
        let numbered = format!("{}#{number}", node.tag_name().name());
        let name = node.attribute("id").filter(|id| !id.is_empty()).map_or(numbered, str::to_owned);
        nodes.entry(name).and_modify(|known| *known = None).or_insert(Some(node));
        referenced.extend(node.attributes().filter_map(|attribute| reference(attribute.value())));
    }
    let repair = Repair { drawing, traces: Traces::of(drawing), plan, nodes, referenced, text, purpose };
    let proposals = report.findings.iter().map(|finding| repair.proposal(finding)).collect();
    let mut edits = Edits::default();
    let is_repaired = settle(proposals, &repair.traces, plan, &mut edits);
    Ok(Fixed { bytes: edits.applied(bytes), is_repaired })
}

/// Returns the id that an attribute refers to: `#part`, `url(#part)`.
fn reference(value: &str) -> Option<&str> {
    let value = value.trim();
    let value = value.strip_prefix("url(").map_or(value, |it| it.trim_start_matches([' ', '"', '\'']));
    let id = value.strip_prefix('#')?;
    Some(id.split([')', '"', '\'', ' ']).next().unwrap_or(id))
}

struct Repair<'d, 'a, 'i> {
    drawing: &'d Drawing,
    traces: Traces<'d>,
    plan: &'d Plan,
    /// The elements by their names; `None` for a name that several have, as a finding does not say which of them it is about.
    nodes: HashMap<String, Option<Node<'a, 'i>>>,
    /// The ids that attributes refer to.
    referenced: HashSet<&'a str>,
    text: &'d str,
    purpose: Purpose,
}

impl<'d, 'a, 'i> Repair<'d, 'a, 'i> {
    /// Returns the repair of a finding; `None` where that needs a decision.
    fn proposal(&self, finding: &Finding) -> Option<Proposal<'d>> {
        let names: Vec<&'d [String]> = finding.items.iter().map(|item| self.names(*item)).collect();
        let [first, others @ ..] = names.as_slice() else { return None };
        match finding.fix? {
            "drop" if others.iter().all(|other| other[1..] == first[1..]) => {
                let node = self.node(first)?;
                // What refers to it, such as a text along it, would lose it too.
                let mut ids = node.descendants().filter_map(|it| it.attribute("id"));
                if ids.any(|id| self.referenced.contains(id)) {
                    return None;
                }
                Some(Proposal {
                    change: Change::Drop(node.range().start),
                    entities: vec![&first[0]],
                    edits: vec![(node.range(), Vec::new())],
                })
            }
            "join" => self.join(finding),
            "outline" => {
                let node = self.node(first)?;
                let path = self.traces.text_outlines(first)?;
                let outlines = match self.purpose {
                    Purpose::File => outlined(&path, node, self.text),
                    Purpose::Offers => String::new(),
                };
                // Wherever the text is shown, it looks as before: no copy of it must have the fault.
                Some(Proposal {
                    change: Change::Outline(node.range().start),
                    entities: Vec::new(),
                    edits: vec![(node.range(), outlines.into_bytes())],
                })
            }
            _ => None,
        }
    }

    /// Returns the names of an item: its element's, and those of the uses that show it.
    fn names(&self, item: usize) -> &'d [String] {
        &self.plan.items[item].names
    }

    /// Returns the element of names, unless several have its own.
    fn node(&self, names: &[String]) -> Option<Node<'a, 'i>> {
        *self.nodes.get(&names[0])?
    }

    /// Closes an element whose own ends nearly meet, or moves an end of one of two elements onto the other one's.
    fn join(&self, finding: &Finding) -> Option<Proposal<'d>> {
        let [(one, at), (other, other_at)] = finding.ends.as_slice() else { return None };
        let [names, other_names] = [one, other].map(|item| self.names(*item));
        if one == other
            && let Some((end, closing)) = self.closing(names, [*at, *other_at])
        {
            return Some(Proposal {
                change: Change::Close(end),
                entities: vec![&names[0]],
                edits: vec![(end..end, closing.into_bytes())],
            });
        }
        // Two elements that are shown together have a gap wherever they are shown.
        if names[1..] != other_names[1..] {
            return None;
        }
        // Either end may be moved; the first one that is an end of a straight line, and reaches the other, is.
        let ends = [self.end(names, *at), self.end(other_names, *other_at)];
        let targets = [*other_at, *at];
        let reaches = |moved: usize| {
            let (end, place) = ends[moved].as_ref()?;
            let target = place.inverse()? * self.in_units(targets[moved]);
            end.reaches(target).then_some((end, place, target, ends[1 - moved].as_ref()))
        };
        let (end, place, target, onto) = reaches(0).or_else(|| reaches(1))?;
        let start = end.place()?;
        let onto_start = onto.and_then(|(onto, _)| onto.place()).unwrap_or(start);
        let has_same_numbers =
            |(onto, onto_place): &&(LineEnd, Affine)| onto_place == place && onto.base == end.base;
        let onto_numbers = onto.filter(has_same_numbers).map(|(onto, _)| &onto.numbers);
        let mut edits = Vec::new();
        for (axis, value) in [target.x - end.base.x, target.y - end.base.y].into_iter().enumerate() {
            let Some(range) = &end.numbers[axis] else { continue };
            let new = match onto_numbers.and_then(|numbers| numbers[axis].as_ref()) {
                // The digits of the other one are copied, so that both ends are equal as texts and not only as numbers.
                Some(digits) => self.text[digits.clone()].trim().to_owned(),
                None => written(value),
            };
            edits.push((range.clone(), apart(self.text, range, &new).into_bytes()));
        }
        Some(Proposal {
            change: Change::join(start, onto_start),
            entities: vec![&names[0], &other_names[0]],
            edits,
        })
    }

    /// Returns the place in an element at which its piece with these ends can be closed, and what closes it.
    fn closing(&self, names: &[String], ends: [[f64; 2]; 2]) -> Option<(usize, String)> {
        let node = self.node(names)?;
        if node.tag_name().name() == "polyline" {
            let mut ends = line_ends(node).into_iter();
            let (first, last) = (ends.next()?, ends.next_back()?);
            let ([Some(x), Some(y)], [_, Some(end)]) = (first.numbers, last.numbers) else { return None };
            return Some((end.end, format!(" {},{}", &self.text[x], &self.text[y])));
        }
        let back = self.traces.place_of(names)?.inverse()?;
        let [one, other] = ends.map(|at| back * self.in_units(at));
        let is_between = |from: Point, to: Point| {
            (is_one_point(from, one) && is_one_point(to, other))
                || (is_one_point(from, other) && is_one_point(to, one))
        };
        let piece = open_pieces(node).into_iter().find(|piece| is_between(piece.start, piece.end))?;
        // A closed piece ends where it began; the next one begins relative to where this one ended.
        let back_to_end = match piece.is_followed {
            true => format!("M{},{}", written(piece.end.x), written(piece.end.y)),
            false => String::new(),
        };
        Some((piece.closing, format!(" Z{back_to_end}")))
    }

    /// Returns the end of a straight line at a point in millimetres, with the transform of its element.
    fn end(&self, names: &[String], at: [f64; 2]) -> Option<(LineEnd, Affine)> {
        let place = self.traces.place_of(names)?;
        let at = place.inverse()? * self.in_units(at);
        let ends = line_ends(self.node(names)?);
        ends.into_iter().find(|end| is_one_point(end.at, at)).map(|end| (end, place))
    }

    /// Returns a point of the plan, which is in millimetres, in the units of the drawing.
    fn in_units(&self, at: [f64; 2]) -> Point {
        let unit = self.drawing.unit.unwrap_or(1.0);
        Point::new(at[0] / unit, at[1] / unit)
    }
}

/// Returns a number as the file has it, with nine decimals at most. Adding 0 turns -0 into 0.
fn written(value: f64) -> String {
    format!("{}", (value * 1e9).round() / 1e9 + 0.0)
}

/// Returns a number with spaces where it would else run into what is beside it: numbers may stand side by side without any.
fn apart(text: &str, range: &Range<usize>, new: &str) -> String {
    let is_of_number = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.');
    let bytes = text.as_bytes();
    let before = range.start.checked_sub(1).and_then(|at| bytes.get(at));
    let space = |is_needed: bool| if is_needed { " " } else { "" };
    format!("{}{new}{}", space(is_of_number(before)), space(is_of_number(bytes.get(range.end))))
}

/// Returns the element of a path in place of a text.
fn outlined(path: &Path, node: Node<'_, '_>, text: &str) -> String {
    const TEXT_ONLY: [&str; 11] = [
        "x",
        "y",
        "dx",
        "dy",
        "rotate",
        "textLength",
        "lengthAdjust",
        "font-size",
        "font-family",
        "text-anchor",
        "font-weight",
    ];
    let kept: Vec<&str> = node
        .attributes()
        .filter(|attribute| !TEXT_ONLY.contains(&attribute.name()))
        .map(|attribute| &text[attribute.range()])
        .collect();
    let data = path.to_data(|value| format!("{}", (value * 1e6).round() / 1e6 + 0.0));
    format!("<path {}{}d=\"{data}\"/>", kept.join(" "), if kept.is_empty() { "" } else { " " })
}

#[cfg(test)]
mod tests {
    use scenewright_lint::{Profile, Settings, check};

    use crate::import::svg::{SvgSelection, read};

    /// Repairs a file as the lint does, once, and returns it with the rules that it breaks before and after.
    fn repaired(contents: &str) -> (String, Vec<&'static str>, Vec<&'static str>) {
        let file = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200mm\" height=\"200mm\" viewBox=\"0 0 100 100\" \
             fill=\"none\" stroke=\"black\">{contents}</svg>"
        );
        let selection = SvgSelection { is_traced: true, ..SvgSelection::default() };
        let settings = Settings::new(Profile::Laser);
        let drawing = read(&file, selection).unwrap();
        let plan = drawing.lint_plan();
        let report = check(&plan, &settings);
        let fixed = drawing.fixed(file.as_bytes(), &plan, &report).unwrap();
        let fixed = String::from_utf8(fixed.bytes).unwrap();
        let after = check(&read(&fixed, selection).unwrap().lint_plan(), &settings);
        let [before, after] =
            [report, after].map(|report| report.findings.iter().map(|finding| finding.rule).collect());
        (fixed, before, after)
    }

    #[test]
    fn gap_between_two_elements_is_closed_in_the_coordinates_of_the_one_that_moves() {
        let rest = "<polyline transform=\"translate(5 5) scale(.5)\" points=\"90,70 50,90-10,10.6\"/>";
        let right = "<path d=\"M50 10.4 50 40\"/>";
        let (fixed, before, after) =
            repaired(&format!("<line x1=\"0\" y1=\"10\" x2=\"50\" y2=\"10\"/>{right}{rest}"));
        assert_eq!(before, ["gap", "gap"], "{fixed}");
        assert_eq!(after, [""; 0], "{fixed}");
        // The path and the polyline keep their bytes: only the line moves, to (0, 10.3) and (50, 10.4).
        assert!(fixed.contains("<line x1=\"0\" y1=\"10.3\" x2=\"50\" y2=\"10.4\"/>"), "{fixed}");
        assert!(fixed.contains(right) && fixed.contains(rest), "{fixed}");
    }

    #[test]
    fn gap_in_a_symbol_is_closed_once_and_numbers_stay_apart() {
        let symbol =
            "<defs><g id=\"part\"><path d=\"M0 0L20.5-.4\"/><path d=\"M20.5.1A9 9 0 01 0 0\"/></g></defs>";
        let uses = "<use href=\"#part\" x=\"10\" y=\"30\"/><use href=\"#part\" transform=\"rotate(40 60 60) translate(60 60)\"/>";
        let (fixed, before, after) = repaired(&format!("{symbol}{uses}"));
        assert_eq!(before, ["gap", "gap"], "{fixed}");
        assert_eq!(after, [""; 0], "{fixed}");
        assert!(fixed.contains("<path d=\"M0 0L20.5 0.1\"/><path d=\"M20.5.1A9 9 0 01 0 0\"/>"), "{fixed}");
    }

    #[test]
    fn each_piece_of_a_path_is_closed_where_it_ends() {
        // A hole and three outlines: the second begins relative to the first, and the last one is a curve.
        let path = "<path d=\"M20 20h10v10h-10z M10 10H40V40H10V10.3m50 -.3h20v20h-20v-19.8M10 60a9 9 0 1 1 .1 .2\"/>";
        let (fixed, before, after) = repaired(path);
        assert_eq!(before, ["gap"; 3], "{fixed}");
        assert_eq!(after, [""; 0], "{fixed}");
        let closed = "M20 20h10v10h-10z M10 10H40V40H10V10.3 ZM10,10.3m50 -.3h20v20h-20v-19.8 ZM10 60a9 9 0 1 1 .1 .2 Z";
        assert!(fixed.contains(closed), "{fixed}");
    }

    #[test]
    fn gap_between_two_pieces_of_a_path_is_closed() {
        let (fixed, before, after) = repaired("<path d=\"M10 10L40 10L40 40M39.8 40L10 40L10 10.3\"/>");
        assert_eq!(before, ["gap", "gap"], "{fixed}");
        assert_eq!(after, [""; 0], "{fixed}");
        assert!(fixed.contains("<path d=\"M10 10.3L40 10L39.8 40M39.8 40L10 40L10 10.3\"/>"), "{fixed}");
    }

    #[test]
    fn level_or_upright_line_is_moved_along_itself() {
        let first = "<path d=\"M10 10H40V30\"/>";
        // The gap is level with the end, which cannot be moved up or down.
        let (fixed, before, after) = repaired(&format!("{first}<path d=\"M39.7 30H10V10\"/>"));
        assert_eq!((before, after), (vec!["gap"], vec![]), "{fixed}");
        assert!(fixed.contains(&format!("{first}<path d=\"M40 30H10V10\"/>")), "{fixed}");
        let second = "<path d=\"M40 30.4L10 31V10\"/>";
        let (fixed, before, after) = repaired(&format!("{first}{second}"));
        assert_eq!((before, after), (vec!["gap"], vec![]), "{fixed}");
        assert!(fixed.contains(&format!("<path d=\"M10 10H40V30.4\"/>{second}")), "{fixed}");
        // Both are level there, at different heights.
        let apart = "<path d=\"M10 10V30H40\"/><path d=\"M40 30.4H60V10H10\"/>";
        let (fixed, before, after) = repaired(apart);
        assert_eq!((before, after), (vec!["gap"], vec!["gap"]), "{fixed}");
        assert!(fixed.contains(apart), "{fixed}");
    }

    #[test]
    fn end_that_goes_beyond_the_beginning_is_left() {
        // Closed, the last edge would run back over itself.
        for path in ["<path d=\"M10 10H40V40H10V9.7\"/>", "<path d=\"M10.3 10V40H40V10H10\"/>"] {
            let (fixed, before, after) = repaired(path);
            assert_eq!((before.as_slice(), after.as_slice()), (["gap"].as_slice(), ["gap"].as_slice()));
            assert!(fixed.contains(path), "{fixed}");
        }
    }

    #[test]
    fn gap_between_two_curves_is_left() {
        let curves = "<path d=\"M10 50A20 20 0 0 1 50 50\"/><path d=\"M50 50.4A20 20 0 0 1 10 50\"/>";
        let (fixed, before, after) = repaired(curves);
        assert_eq!((before.as_slice(), after.as_slice()), (["gap"].as_slice(), ["gap"].as_slice()));
        assert!(fixed.contains(curves), "{fixed}");
    }
}
