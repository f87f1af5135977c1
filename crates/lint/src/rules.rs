//! The rules by name, with their descriptions. The documentation pages are generated from this table.

use serde::Serialize;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The part can be made, but perhaps not as intended.
    Warning,
    /// A workshop sends it back.
    Error,
}

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// The name, which never changes.
    pub name: &'static str,
    /// The severity of its findings.
    pub severity: Severity,
    /// The names of the profiles that it belongs to.
    pub profiles: &'static [&'static str],
    /// The mistakes that the rule finds, in one sentence.
    pub finds: &'static str,
    /// The reason why it matters to a workshop, and the remedy.
    pub why: &'static str,
    /// The effect of `--fix`; `None` if a person must decide.
    pub fix: Option<&'static str>,
}

use Severity::{Error, Warning};

const CUTTING: &[&str] = &["laser", "cnc"];
const CNC: &[&str] = &["cnc"];
const PAPER: &[&str] = &["print", "drawing"];
const DRAWING: &[&str] = &["drawing"];
const ALL: &[&str] = &["laser", "cnc", "print", "drawing"];

const fn rule(
    name: &'static str,
    severity: Severity,
    profiles: &'static [&'static str],
    finds: &'static str,
    why: &'static str,
    fix: Option<&'static str>,
) -> Rule {
    Rule { name, severity, profiles, finds, why, fix }
}

/// All rules, in the order of the documentation.
pub static RULES: &[Rule] = &[
    rule(
        "open-contour",
        Error,
        CUTTING,
        "An outline on a cut layer has an end that meets nothing.",
        "A part comes out of the sheet only if its outline is closed. Draw the missing edge, or move the line to `score` or \
         `engrave` if it is no cut through. Straight slits side by side, eight or more as in a living hinge, are taken to be meant.",
        None,
    ),
    rule(
        "gap",
        Error,
        CUTTING,
        "Two ends on a cut layer nearly meet: from 0.05 mm (`gap`) up to 3 mm apart.",
        "The part stays attached at the gap, or the program of the machine takes two open lines for no part at all. Let the \
         ends meet.",
        Some("moves one end onto the other, or closes the polyline"),
    ),
    rule(
        "duplicate-line",
        Error,
        ALL,
        "The same line, arc or outline is drawn twice on one layer.",
        "The machine cuts it twice: the edge burns, and the tool runs in air. On paper it is a warning only. Delete one.",
        Some("deletes the later one"),
    ),
    rule(
        "overlapping-line",
        Error,
        CUTTING,
        "Two lines or arcs on one layer cover each other in part.",
        "The common part is cut twice. Shorten one of them, or let parts share one edge.",
        None,
    ),
    rule(
        "zero-length",
        Warning,
        ALL,
        "An entity has no size: a line from a point to itself, a circle without radius.",
        "Some machines stop there and burn a hole; others refuse the file. Delete it.",
        Some("deletes it"),
    ),
    rule(
        "tiny-segment",
        Warning,
        CUTTING,
        "An edge is 0.01 mm (`edge`) or shorter.",
        "It is rarely meant, offsets for the kerf go wrong there, and the machine slows down. Remove it.",
        None,
    ),
    rule(
        "self-crossing",
        Error,
        CUTTING,
        "An outline on a cut layer crosses itself.",
        "What is inside and what is outside is not clear, and the part falls apart at the crossing. A loop within the width of the \
         cut does no harm and is not reported: programs that allow for the burn draw one at each inner corner.",
        None,
    ),
    rule(
        "crossing-contours",
        Error,
        CUTTING,
        "Two outlines on a cut layer cross each other.",
        "One of the parts is cut through. Move them apart, or unite them.",
        None,
    ),
    rule(
        "too-near",
        Error,
        CUTTING,
        "Two outlines are nearer than the cut is wide (`kerf`: 0.2 mm for a laser, the tool's 0.8 mm for a router), and do not touch.",
        "The cuts run into each other, and nothing is left between them. Move them apart, or let the parts share one edge.",
        None,
    ),
    rule(
        "thin-web",
        Warning,
        CUTTING,
        "A strip of material between two cuts is 0.5 mm wide (`web`) or less.",
        "It burns or breaks. Make it wider.",
        None,
    ),
    rule(
        "small-hole",
        Warning,
        CUTTING,
        "A hole is smaller than the tool, or than the material is thick (`hole`: 0.3 mm for a laser, 0.8 mm for a router).",
        "A laser melts it shut or burns it out, a router's tool does not fit. Make it larger, or mark its centre for a drill.",
        None,
    ),
    rule(
        "small-radius",
        Warning,
        CNC,
        "An inner radius is not larger than the tool's (`radius`: 0.4 mm).",
        "The tool leaves material in the corner. Make the radius larger than the tool's.",
        None,
    ),
    rule(
        "unreachable-corner",
        Warning,
        CNC,
        "An inner corner is sharp.",
        "A round tool cannot reach it. Round the corner, or relieve it (`dogbones` draws dog-bones).",
        None,
    ),
    rule(
        "text-not-outlined",
        Error,
        CUTTING,
        "A text for the machine is kept as text, and not as outlines.",
        "The workshop may not have the font, and many machines leave text out. Turn it into outlines.",
        Some("replaces it by outlines in the built-in font"),
    ),
    rule(
        "off-page",
        Error,
        PAPER,
        "Something leaves the page: the page of the drawing or of an SVG, or the outline on layer `sheet`.",
        "It is cut off when printed. Move it inside, or choose a larger page.",
        None,
    ),
    rule(
        "off-sheet",
        Error,
        CUTTING,
        "Something to be cut or engraved leaves the sheet: the outline on layer `sheet`, or the page of an SVG.",
        "There is no material. Move it inside, or choose a larger sheet.",
        None,
    ),
    rule(
        "unknown-layer",
        Warning,
        CUTTING,
        "Something is on a layer whose meaning the machine does not know.",
        "Layers that cutting profiles know are cut, engrave, score, sheet and 0. Move it there, hide the layer, or say in \
         lint.json what it means: `\"layers\": { \"outline\": \"cut\" }`. Until then its outlines are judged as cuts, with \
         warnings in place of errors.",
        None,
    ),
    rule(
        "suspicious-units",
        Error,
        &["laser", "cnc", "print"],
        "The drawing is 15 m (`plate`) or larger, or smaller than 1 mm; a DXF without a unit also where it seems to be in inches.",
        "Most often the file says metres where millimetres are meant, or nothing where inches are. Set the unit, or scale the drawing.",
        None,
    ),
    rule(
        "fill-in-cut-layer",
        Warning,
        CUTTING,
        "An area on a cut layer is filled or hatched.",
        "A laser engraves the whole area, and a router's program counts the hatch as cuts. Remove the fill.",
        None,
    ),
    rule(
        "open-text",
        Error,
        CUTTING,
        "A text of single strokes is on a cut layer.",
        "Its lines would be cut through the sheet. Move it to `engrave` or `score`.",
        None,
    ),
    rule(
        "text-on-text",
        Warning,
        PAPER,
        "Two texts cover each other.",
        "Neither can be read. Move one of them.",
        None,
    ),
    rule(
        "text-on-geometry",
        Warning,
        PAPER,
        "A text stands on lines of the drawing.",
        "It is hard to read. Move it, or add a leader.",
        None,
    ),
    rule(
        "small-text",
        Warning,
        PAPER,
        "A text on a page has capital letters of 1 mm or less on paper (`text`).",
        "Nobody can read it on a print. Make it larger, or the scale of the page or of the view that shows it.",
        None,
    ),
    rule(
        "dimension-mismatch",
        Error,
        PAPER,
        "The text of a dimension was overridden, and contradicts what it measures.",
        "The workshop makes what is written. Remove the override, or correct the drawing.",
        None,
    ),
    rule(
        "dimension-missing",
        Warning,
        DRAWING,
        "A hole of a part that has dimensions has none for its size, or an edge none for its place.",
        "Nobody can make it without measuring the drawing.",
        None,
    ),
    rule(
        "dimension-double",
        Warning,
        PAPER,
        "The same distance, radius or angle has two dimensions.",
        "After a change one of them is easily forgotten. Delete one.",
        None,
    ),
    rule(
        "line-through-text",
        Warning,
        PAPER,
        "A line runs through a text from one side to the other.",
        "It looks struck out. Move the text, or break the line.",
        None,
    ),
    rule(
        "missing-title",
        Warning,
        DRAWING,
        "A drawing on a page has no title block.",
        "Nobody knows what it is, at which scale, and which version.",
        None,
    ),
    rule(
        "low-contrast",
        Warning,
        PAPER,
        "A line or a text has nearly the colour of what is behind it (`contrast`: 1.5).",
        "It does not show on paper. Choose a darker colour.",
        None,
    ),
    rule(
        "thin-line",
        Warning,
        PAPER,
        "A line is 0.05 mm wide or less for a printer, 0.02 mm for a drawing (`line`).",
        "It prints with gaps or not at all. Give it at least 0.13 mm.",
        None,
    ),
];

/// Returns the rule of a name.
pub(crate) fn named(name: &str) -> &'static Rule {
    RULES.iter().find(|rule| rule.name == name).unwrap_or(&RULES[0])
}
