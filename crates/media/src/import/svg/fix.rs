//! Repairs of an SVG file that need no decision. Every byte outside of what is repaired stays as it is.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use roxmltree::Node;
use scenewright_error::Result;
use scenewright_lint::{Finding, Plan, Report};

use super::document::{parsed, refused};
use crate::import::drawing::Drawing;
use crate::import::fixes::Fixed;

/// Repairs what the findings of a report allow.
pub(in crate::import) fn fixed(
    drawing: &Drawing,
    bytes: &[u8],
    plan: &Plan,
    report: &Report,
) -> Result<Fixed> {
    // Places are counted in the bytes of the file, so it must be in the encoding that it is read in.
    let text = std::str::from_utf8(bytes).map_err(|_| refused("only files in UTF-8 can be repaired"))?;
    let document = parsed(text)?;
    let mut nodes: HashMap<String, Node<'_, '_>> = HashMap::new();
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for node in document.root_element().descendants().filter(Node::is_element) {
        let number = numbers.entry(node.tag_name().name()).or_default();
        *number += 1;
        let numbered = format!("{}#{number}", node.tag_name().name());
        let name = node.attribute("id").filter(|id| !id.is_empty()).map_or(numbered, str::to_owned);
        nodes.entry(name).or_insert(node);
    }
    let mut edits: BTreeMap<usize, (usize, String)> = BTreeMap::new();
    let mut count = 0;
    for finding in &report.findings {
        let Some((range, new)) = repair(drawing, plan, finding, &nodes, text) else { continue };
        let before = edits.range(..range.end).next_back();
        if before.is_some_and(|(start, (end, _))| *end > range.start || *start == range.start) {
            continue;
        }
        edits.insert(range.start, (range.end, new));
        count += 1;
    }
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (start, (end, new)) in edits {
        out.push_str(&text[at..start]);
        out.push_str(&new);
        at = end;
    }
    out.push_str(&text[at..]);
    Ok(Fixed { bytes: out.into_bytes(), count })
}

fn repair(
    drawing: &Drawing,
    plan: &Plan,
    finding: &Finding,
    nodes: &HashMap<String, Node<'_, '_>>,
    text: &str,
) -> Option<(Range<usize>, String)> {
    let names: Vec<&[String]> = finding.items.iter().map(|item| plan.items[*item].names.as_slice()).collect();
    let [first, others @ ..] = names.as_slice() else { return None };
    let node = nodes.get(&first[0])?;
    match finding.fix? {
        "drop" if others.iter().all(|other| other[1..] == first[1..]) => Some((node.range(), String::new())),
        "join" => join(finding, *node),
        "outline" => Some((node.range(), outlined(drawing, first, *node, text)?)),
        _ => None,
    }
}

/// Closes a path or a polyline whose own ends nearly meet.
fn join(finding: &Finding, node: Node<'_, '_>) -> Option<(Range<usize>, String)> {
    let [(one, _), (other, _)] = finding.ends.as_slice() else { return None };
    if one != other {
        return None;
    }
    let (name, is_path) = match node.tag_name().name() {
        "path" => ("d", true),
        "polyline" => ("points", false),
        _ => return None,
    };
    let attribute = node.attributes().find(|attribute| attribute.name() == name)?;
    let (value, end) = (attribute.value(), attribute.range_value().end);
    if is_path {
        let is_single = value.matches(['M', 'm']).count() == 1 && !value.contains(['Z', 'z']);
        return is_single.then(|| (end..end, " Z".to_owned()));
    }
    let mut numbers =
        value.split(|letter: char| letter == ',' || letter.is_whitespace()).filter(|part| !part.is_empty());
    Some((end..end, format!(" {},{}", numbers.next()?, numbers.next()?)))
}

/// Returns a path in place of a text, in its own coordinates.
fn outlined(drawing: &Drawing, names: &[String], node: Node<'_, '_>, text: &str) -> Option<String> {
    let path = drawing.text_outlines(names)?;
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
    Some(format!("<path {}{}d=\"{data}\"/>", kept.join(" "), if kept.is_empty() { "" } else { " " }))
}
