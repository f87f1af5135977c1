//! Text written as DXF text.

use std::f64::consts::FRAC_PI_2;

use acadrust::entities::{Text, TextHorizontalAlignment};

use super::entities::vector;
use super::names::one_line;
use scenewright_geometry::{Affine, Point};
use scenewright_scene::{Align, TextSource};

/// The flag of a text that runs backward.
const BACKWARD: i16 = 2;

/// The largest slant, which readers take up to 85 degrees.
const MAX_SLANT: f64 = 85.0 * FRAC_PI_2 / 90.0;

/// Describes a text in the world as DXF does, one entity per line; `None` where DXF cannot describe it and outlines
/// must do.
pub(super) fn lines(source: &TextSource, world: &Affine, style: &str) -> Option<Vec<Text>> {
    let pose = Pose::of(world)?;
    // These would be read as the codes of characters.
    if source.text.contains("\\U+") || source.text.contains("\\M+") {
        return None;
    }
    let mut texts = Vec::new();
    for (index, line) in source.text.split('\n').enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim().is_empty() {
            continue;
        }
        let place = vector(*world * Point::new(source.x, source.y - source.line_height * index as f64));
        let mut text = Text::new();
        text.value = one_line(&line.replace('\t', " ").replace("%%", "%%%%%%"));
        // What DXF calls the height of a text is that of its capital letters.
        text.height = source.cap_height * pose.up;
        text.rotation = pose.rotation;
        text.width_factor = pose.along / pose.up;
        text.oblique_angle = pose.slant;
        text.style = style.to_owned();
        text.generation_flags = if pose.backward { BACKWARD } else { 0 };
        text.insertion_point = place;
        text.horizontal_alignment = match source.align {
            Align::Left => TextHorizontalAlignment::Left,
            Align::Center => TextHorizontalAlignment::Center,
            Align::Right => TextHorizontalAlignment::Right,
        };
        text.alignment_point = (source.align != Align::Left).then_some(place);
        texts.push(text);
    }
    (!texts.is_empty()).then_some(texts)
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
    fn of(world: &Affine) -> Option<Pose> {
        let backward = world.determinant() < 0.0;
        // A mirrored text runs backward along an axis that is turned round.
        let side = if backward { -1.0 } else { 1.0 };
        let (x, y) = (world.a * side, world.b * side);
        let along = x.hypot(y);
        let up = world.determinant().abs() / along;
        let slant = ((world.c * x + world.d * y) / along).atan2(up);
        let slant = if slant.abs() < 1e-12 { 0.0 } else { slant };
        // What a slant means to a text that runs backward, readers do not agree on.
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
