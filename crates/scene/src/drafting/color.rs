//! Colours: arrays of numbers, and CSS.
//!
//! `csscolorparser` has the names and the hexadecimal digits. The functions stay ours: it computes in 32 bits,
//! which would be seen in the files of a scene, and accepts more than CSS has.

use csscolorparser::NAMED_COLORS;
use serde::{Deserialize, Serialize};

use crate::drafting::color_spaces::{ColorSpace, mixed, of_hsl};
use crate::drafting::error::{SceneError, quoted};
use scenewright_error::near_name;
use scenewright_geometry::number_text;

/// A colour in sRGB, not premultiplied. Invariant of one that was checked: all four are in 0..=1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Color {
    /// The red part, from 0 to 1.
    pub r: f64,
    /// The green part, from 0 to 1.
    pub g: f64,
    /// The blue part, from 0 to 1.
    pub b: f64,
    /// The opacity, from 0, which cannot be seen, to 1.
    pub a: f64,
}

impl Color {
    /// Opaque black, the default colour of pens and texts.
    pub const BLACK: Color = Color { r: 0.0, g: 0.0, b: 0.0, a: 1.0 };

    /// Makes a colour from `[r, g, b]` or `[r, g, b, a]`.
    pub fn from_array(parts: &[f64]) -> Result<Color, SceneError> {
        let (r, g, b, a) = match *parts {
            [r, g, b] => (r, g, b, 1.0),
            [r, g, b, a] => (r, g, b, a),
            _ => {
                return Err(SceneError::of_type(format!(
                    "a colour is [r, g, b] or [r, g, b, a], got {} numbers",
                    parts.len()
                )));
            }
        };
        // Adding 0 turns -0 into 0.
        let color = Color { r: r + 0.0, g: g + 0.0, b: b + 0.0, a: a + 0.0 };
        color.check()?;
        Ok(color)
    }

    /// Returns `[r, g, b, a]`, as `from_array` reads it.
    pub fn to_array(self) -> [f64; 4] {
        [self.r, self.g, self.b, self.a]
    }

    /// Parses a CSS colour: a name, `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()` or
    /// `hsla()`, the functions with commas or in the newer form with spaces and a slash, `hwb()`, `lab()`, `lch()`,
    /// `oklab()`, `oklch()`, `color()` or `color-mix()`. Upper and lower case are the same. Colours outside of sRGB
    /// are brought into it.
    ///
    /// As CSS does it, numbers in functions are brought into their range, and alpha is 0..1 or a percentage.
    pub fn parse(text: &str) -> Result<Color, SceneError> {
        // The usual form is read without a copy: a scene gives colours to thousands of entities.
        if let Some(color) = from_six_digits(text) {
            return Ok(color);
        }
        let lower = text.trim().to_ascii_lowercase();
        from_text(&lower, 0).ok_or_else(|| {
            let names = NAMED_COLORS.keys().map(|name| name.as_str());
            let words = format!("{} is not a CSS colour", quoted(text));
            SceneError::range(match near_name(&lower, names) {
                Some(near) => format!("{words}; did you mean \"{near}\"?"),
                None => format!(
                    "{words}; write for example \"red\", \"#ff8800\", \"rgb(255 136 0)\" or [1, 0.5, 0]"
                ),
            })
        })
    }

    /// Returns the colour as a person writes it: the name that CSS has for it, or else `#rrggbb` with the opacity after it
    /// where there is one.
    pub(crate) fn css_text(&self) -> String {
        let byte = |part: f64| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
        let [r, g, b, a] = self.to_array().map(byte);
        let named = NAMED_COLORS.entries().filter(|(_, named)| **named == [r, g, b]);
        // A colour with several names gets the shortest, and of equally short ones the first in the alphabet.
        let name = named.map(|(name, _)| name.as_str()).min_by_key(|name| (name.len(), *name));
        match (a, name) {
            (255, Some(name)) => name.to_owned(),
            (255, None) => format!("#{r:02x}{g:02x}{b:02x}"),
            _ => format!("#{r:02x}{g:02x}{b:02x}{a:02x}"),
        }
    }

    /// Refuses a part that is not between 0 and 1.
    pub fn check(&self) -> Result<(), SceneError> {
        for (name, value) in [("r", self.r), ("g", self.g), ("b", self.b), ("a", self.a)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(SceneError::range(format!(
                    "a colour's {name} must be between 0 and 1, got {}",
                    number_text(value)
                )));
            }
        }
        Ok(())
    }
}

/// Reads `#rrggbb`.
fn from_six_digits(text: &str) -> Option<Color> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let digit = |at: usize| char::from(digits.as_bytes()[at]).to_digit(16);
    let part = |at: usize| Some(f64::from(16 * digit(at)? + digit(at + 1)?) / 255.0);
    Some(Color { r: part(0)?, g: part(2)?, b: part(4)?, a: 1.0 })
}

/// The most mixtures in mixtures.
const MAX_MIXTURES: usize = 8;

/// Parses any colour in small letters.
fn from_text(text: &str, depth: usize) -> Option<Color> {
    match split_function(text) {
        Some(("color-mix", arguments)) => from_mixture(arguments, depth),
        Some((function, arguments)) => from_function(function, arguments),
        None => from_word(text),
    }
}

/// Parses a name, or `#` and digits. Digits alone are not a colour of CSS.
fn from_word(word: &str) -> Option<Color> {
    if word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let [r, g, b, a] = csscolorparser::parse(word).ok()?.to_rgba8().map(|byte| f64::from(byte) / 255.0);
    Some(Color { r, g, b, a })
}

fn split_function(text: &str) -> Option<(&str, &str)> {
    let (function, rest) = text.split_once('(')?;
    Some((function, rest.strip_suffix(')')?))
}

fn from_function(function: &str, arguments: &str) -> Option<Color> {
    // The space of `color()` stands before its numbers.
    let (space, arguments) = match function {
        "color" => arguments.trim().split_once(' ')?,
        _ => ("", arguments),
    };
    let parts = split_arguments(arguments)?;
    let alpha = match parts.get(3) {
        Some(text) => percentage_or(text, 1.0)?.clamp(0.0, 1.0),
        None => 1.0,
    };
    match function {
        "rgb" | "rgba" => {
            let channel = |text: &str| Some(percentage_or(text, 255.0)?.clamp(0.0, 255.0) / 255.0);
            Some(Color { r: channel(parts[0])?, g: channel(parts[1])?, b: channel(parts[2])?, a: alpha })
        }
        "hsl" | "hsla" => {
            let part = |text: &str| {
                let digits = text.strip_suffix('%').unwrap_or(text);
                Some(number(digits)?.clamp(0.0, 100.0) / 100.0)
            };
            let [r, g, b] = of_hsl([hue_degrees(parts[0])?, part(parts[1])?, part(parts[2])?]);
            Some(Color { r, g, b, a: alpha })
        }
        "color" => {
            let space = ColorSpace::named(space).filter(|space| space.is_of_color_function())?;
            in_space(space, &parts, alpha)
        }
        _ => {
            let space = ColorSpace::named(function).filter(|space| !space.is_of_color_function())?;
            (!arguments.contains(',')).then(|| in_space(space, &parts, alpha))?
        }
    }
}

/// Parses the three parts of a colour in a space: numbers, or shares of what is usual there.
fn in_space(space: ColorSpace, parts: &[&str], alpha: f64) -> Option<Color> {
    let wholes = space.wholes();
    let mut own = [0.0; 3];
    for (index, text) in parts.iter().take(3).enumerate() {
        own[index] = match space.hue() {
            Some(hue) if hue == index => hue_degrees(text)?,
            // The old functions have their shares without the sign too.
            _ if space == ColorSpace::Hwb => percentage_or(text.trim_end_matches('%'), 1.0)? / 100.0,
            _ => percentage_or(text, wholes[index])?,
        };
    }
    // Neither darker than black nor brighter than white, nor less than grey.
    match space {
        ColorSpace::Lab | ColorSpace::Oklab => own[0] = own[0].clamp(0.0, wholes[0]),
        ColorSpace::Lch | ColorSpace::Oklch => {
            own = [own[0].clamp(0.0, wholes[0]), own[1].max(0.0), own[2]];
        }
        ColorSpace::Hwb => own = [own[0], own[1].clamp(0.0, 1.0), own[2].clamp(0.0, 1.0)],
        _ => {}
    }
    Some(in_range(space.to_srgb(own), alpha))
}

fn in_range(parts: [f64; 3], alpha: f64) -> Color {
    let [r, g, b] = parts.map(|part| part.clamp(0.0, 1.0));
    Color { r, g, b, a: alpha.clamp(0.0, 1.0) }
}

/// Parses `in SPACE, COLOR SHARE, COLOR SHARE`, where the space and the shares may be missing.
fn from_mixture(arguments: &str, depth: usize) -> Option<Color> {
    let parts = split_at_commas(arguments);
    let (space, colors) = match parts.first()?.strip_prefix("in ") {
        Some(name) => (ColorSpace::named(name.trim())?, &parts[1..]),
        None => (ColorSpace::Oklab, &parts[..]),
    };
    let [first, second] = colors else { return None };
    let one = |text: &str| {
        let (color, share) = split_share(text);
        let share = share.map(|it| percentage_or(it, 1.0)).map_or(Some(None), |it| it.map(Some))?;
        let color = (depth < MAX_MIXTURES).then(|| from_text(color, depth + 1))??;
        Some((color, share.map(|it| it.clamp(0.0, 1.0))))
    };
    let ((first, one_share), (second, other_share)) = (one(first)?, one(second)?);
    let shares = match (one_share, other_share) {
        (None, None) => [0.5, 0.5],
        (Some(share), None) => [share, 1.0 - share],
        (None, Some(share)) => [1.0 - share, share],
        (Some(share), Some(other)) => [share, other],
    };
    let whole = shares[0] + shares[1];
    if whole <= 0.0 {
        return None;
    }
    let colors = [first, second].map(|it| ([it.r, it.g, it.b], it.a));
    let (parts, alpha) = mixed(space, colors, shares[1] / whole);
    // Shares that are less than all leave the rest to be seen through.
    Some(in_range(parts, alpha * whole.min(1.0)))
}

/// Splits a colour of a mixture from its share, which may stand before or after it.
fn split_share(text: &str) -> (&str, Option<&str>) {
    if let Some((color, share)) = text.rsplit_once(' ').filter(|(_, share)| share.ends_with('%')) {
        return (color.trim(), Some(share));
    }
    match text.split_once(' ').filter(|(share, _)| share.ends_with('%')) {
        Some((share, color)) => (color.trim(), Some(share)),
        None => (text, None),
    }
}

/// Splits a text at the commas that are in no brackets.
fn split_at_commas(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let is_comma = |letter: char| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return letter == ',' && depth == 0,
        }
        false
    };
    text.split(is_comma).map(str::trim).collect()
}

/// Splits three or four arguments: all divided by commas, or by spaces with a slash before the fourth.
fn split_arguments(arguments: &str) -> Option<Vec<&str>> {
    let parts: Vec<&str> = if arguments.contains(',') {
        arguments.split(',').map(str::trim).collect()
    } else {
        let (channels, alpha) = match arguments.split_once('/') {
            Some((channels, alpha)) => (channels, Some(alpha.trim())),
            None => (arguments, None),
        };
        let channels: Vec<&str> = channels.split_ascii_whitespace().collect();
        if channels.len() != 3 {
            return None;
        }
        channels.into_iter().chain(alpha).collect()
    };
    matches!(parts.len(), 3 | 4).then_some(parts)
}

/// Parses a plain number, a percentage of `whole`, or `none`, which counts as 0.
fn percentage_or(text: &str, whole: f64) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(digits) => Some(number(digits)? / 100.0 * whole),
        None if text == "none" => Some(0.0),
        None => number(text),
    }
}

fn hue_degrees(text: &str) -> Option<f64> {
    let units = [("deg", 1.0), ("grad", 0.9), ("rad", 180.0 / std::f64::consts::PI), ("turn", 360.0)];
    for (suffix, degrees) in units {
        if let Some(digits) = text.strip_suffix(suffix) {
            return Some(number(digits)? * degrees);
        }
    }
    if text == "none" { Some(0.0) } else { number(text) }
}

/// Parses a CSS number: Rust's own parser would also accept `inf` and `nan`.
fn number(text: &str) -> Option<f64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e'));
    let value: f64 = text.parse().ok()?;
    (plain && value.is_finite()).then_some(value)
}
