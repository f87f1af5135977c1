//! Text written as DXF text.

use std::f64::consts::FRAC_PI_2;

use acadrust::entities::{
    AttachmentPoint, EntityType, LineSpacingStyle, MText, Text, TextHorizontalAlignment,
    TextVerticalAlignment,
};

use super::entities::vector;
use super::names::one_line;
use scenewright_geometry::{Affine, Point};
use scenewright_scene::typeset::{Run, parse_markup};
use scenewright_scene::{Align, TextLine, TextSource, VerticalAlign};

/// The flag of a text that runs backward.
const BACKWARD: i16 = 2;

/// The largest slant: AutoCAD takes up to 85 degrees.
const MAX_SLANT: f64 = 85.0 * FRAC_PI_2 / 90.0;

/// The size of stacked parts in an MTEXT, as a share of the text's: as the scene sets them (`SCRIPT_SIZE` in `scene`).
const STACK_SIZE: &str = "0.62";

/// The distance of the baselines of an MTEXT with a spacing factor of 1, as a multiple of its height: the 3-on-5 spacing of the DXF
/// reference.
const USUAL_SPACING: f64 = 5.0 / 3.0;

/// The spacing factors that group 44 of an MTEXT may have, by the DXF reference.
const MIN_SPACING: f64 = 0.25;
const MAX_SPACING: f64 = 4.0;

/// Describes a text in the world as DXF does: as TEXT, or as MTEXT where it has several lines, a box or markup. `None`
/// where DXF cannot describe it and outlines must do.
pub(super) fn entities(source: &TextSource, world: &Affine, style: &str) -> Option<Vec<EntityType>> {
    let pose = Pose::of(world)?;
    // These would be read as the codes of characters.
    if source.text.contains("\\U+") || source.text.contains("\\M+") {
        return None;
    }
    if !source.lines.is_empty()
        && let Some(paragraphs) = paragraphs(source, world, &pose, style)
    {
        return Some(vec![EntityType::MText(Box::new(paragraphs))]);
    }
    if source.has_markup {
        return None;
    }
    let lines: Vec<(Point, &str)> = match &source.lines[..] {
        [] => {
            let place = |index: usize| Point::new(source.x, source.y - source.line_height * index as f64);
            source.text.split('\n').enumerate().map(|(index, line)| (place(index), line)).collect()
        }
        lines => lines.iter().map(|line| (aligned(line, source.align), &*line.text)).collect(),
    };
    let texts: Vec<EntityType> = lines
        .into_iter()
        .filter_map(|(place, words)| line(source, words, place, world, &pose, style))
        .collect();
    (!texts.is_empty()).then_some(texts)
}

/// Returns the point of a line's baseline by which it is aligned.
fn aligned(line: &TextLine, align: Align) -> Point {
    let share = match align {
        Align::Left => 0.0,
        Align::Center => 0.5,
        Align::Right => 1.0,
    };
    Point::new(line.x + line.width * share, line.y)
}

/// Returns one line as a TEXT; `None` for one with nothing to see.
fn line(
    source: &TextSource,
    words: &str,
    place: Point,
    world: &Affine,
    pose: &Pose,
    style: &str,
) -> Option<EntityType> {
    let words = words.strip_suffix('\r').unwrap_or(words);
    if words.trim().is_empty() {
        return None;
    }
    let mut text = Text::new();
    // `%%%` is a percent sign in DXF, so two of them need six.
    text.value = one_line(&words.replace('\t', " ").replace("%%", "%%%%%%"));
    // The height of a text in DXF is that of its capital letters.
    text.height = source.cap_height * pose.up;
    text.rotation = pose.rotation;
    text.width_factor = pose.width_factor();
    text.oblique_angle = pose.slant;
    text.style = style.to_owned();
    text.generation_flags = if pose.backward { BACKWARD } else { 0 };
    text.insertion_point = vector(*world * place);
    text.horizontal_alignment = match source.align {
        Align::Left => TextHorizontalAlignment::Left,
        Align::Center => TextHorizontalAlignment::Center,
        Align::Right => TextHorizontalAlignment::Right,
    };
    // With several lines, each stands on its own baseline. Readers disagree on the bottom of a text.
    let (vertical, above) = match source.valign {
        VerticalAlign::Top if source.lines.is_empty() => (TextVerticalAlignment::Top, 1.0),
        VerticalAlign::Middle if source.lines.is_empty() => (TextVerticalAlignment::Middle, 0.5),
        _ => (TextVerticalAlignment::Baseline, 0.0),
    };
    text.vertical_alignment = vertical;
    let anchor = Point::new(place.x, place.y + source.cap_height * above);
    let is_aligned = source.align != Align::Left || vertical != TextVerticalAlignment::Baseline;
    // Groups 11 and 21 decide for every alignment but the first, left on the baseline.
    text.alignment_point = is_aligned.then(|| vector(*world * anchor));
    Some(EntityType::Text(text))
}

/// Returns all lines as an MTEXT; `None` where one cannot have their pose or their contents.
fn paragraphs(source: &TextSource, world: &Affine, pose: &Pose, style: &str) -> Option<MText> {
    let spacing = source.line_height / (source.cap_height * USUAL_SPACING);
    // An MTEXT can be turned, but not be slanted, mirrored or stretched.
    let is_upright = !pose.backward && pose.slant == 0.0 && pose.width_factor() == 1.0;
    if !is_upright || !(MIN_SPACING..=MAX_SPACING).contains(&spacing) || source.text.contains("%%") {
        return None;
    }
    let lines: Vec<String> = source
        .text
        .split('\n')
        .map(|line| formatted(line.strip_suffix('\r').unwrap_or(line), source.has_markup))
        .collect();
    let mut text = MText::with_value(
        lines.join("\\P"),
        // Its first line hangs from the top of the capitals.
        vector(*world * Point::new(source.x, source.y + source.cap_height)),
    );
    text.height = source.cap_height * pose.up;
    text.rotation = pose.rotation;
    text.rectangle_width = source.box_width.map_or(0.0, |width| width * pose.along);
    text.style = style.to_owned();
    text.attachment_point = match source.align {
        Align::Left => AttachmentPoint::TopLeft,
        Align::Center => AttachmentPoint::TopCenter,
        Align::Right => AttachmentPoint::TopRight,
    };
    text.line_spacing_factor = spacing;
    // Otherwise readers move lines apart for tall characters.
    text.line_spacing_style = LineSpacingStyle::Exactly;
    Some(text)
}

/// Returns a line in the codes of MTEXT.
fn formatted(line: &str, has_markup: bool) -> String {
    let runs = match parse_markup(line) {
        Ok(runs) if has_markup => runs,
        _ => vec![Run::Plain(line.to_owned())],
    };
    let stack = |upper: &str, lower: &str| {
        // The space after the caret is a part of the code.
        format!("{{\\H{STACK_SIZE}x;\\S{}^ {};}}", stacked(upper), stacked(lower))
    };
    let parts = runs.iter().map(|run| match run {
        Run::Plain(text) => escaped(text),
        Run::Raised(text) => stack(text, ""),
        Run::Lowered(text) => stack("", text),
        Run::Stacked { upper, lower } => stack(upper, lower),
    });
    parts.collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in one_line(&text.replace('\t', " ")).chars() {
        match character {
            '\\' | '{' | '}' => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
    out
}

/// Escapes the characters as well that end a stack or its upper part.
fn stacked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in escaped(text).chars() {
        if matches!(character, ';' | '/' | '#' | '^') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// The rotation, stretch and slant that a matrix gives to letters.
struct Pose {
    rotation: f64,
    along: f64,
    up: f64,
    slant: f64,
    backward: bool,
}

impl Pose {
    /// Returns the factor of the widths of letters: exactly 1 for those that only rounding makes wider.
    fn width_factor(&self) -> f64 {
        let factor = self.along / self.up;
        if (factor - 1.0).abs() < 1e-9 { 1.0 } else { factor }
    }

    fn of(world: &Affine) -> Option<Pose> {
        let backward = world.determinant() < 0.0;
        // A mirrored text runs backward along an axis that is turned round.
        let side = if backward { -1.0 } else { 1.0 };
        let (x, y) = (world.a * side, world.b * side);
        let along = x.hypot(y);
        let up = world.determinant().abs() / along;
        let slant = ((world.c * x + world.d * y) / along).atan2(up);
        let slant = if slant.abs() < 1e-12 { 0.0 } else { slant };
        // Readers disagree on the slant of a text that runs backward.
        let is_clear = slant.abs() <= MAX_SLANT && !(backward && slant != 0.0);
        let is_finite = along.is_finite() && up.is_finite() && up > 0.0;
        (is_clear && is_finite).then_some(Pose {
            rotation: super::curves::turn(y.atan2(x)),
            along,
            up,
            slant,
            backward,
        })
    }
}
