//! Colours: arrays of numbers, and CSS.
//!
//! `csscolorparser` has the names and the hexadecimal digits. The functions stay ours: it computes in 32 bits,
//! which would be seen in the files of a scene, and accepts more than CSS has.

use csscolorparser::NAMED_COLORS;
use serde::{Deserialize, Serialize};

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
    /// `hsla()`, the functions with commas or in the newer form with spaces and a slash. Upper and lower case are
    /// the same.
    ///
    /// As CSS does it, numbers in functions are brought into their range, and alpha is 0..1 or a percentage.
    pub fn parse(text: &str) -> Result<Color, SceneError> {
        // The usual form is read without a copy: a scene gives colours to thousands of entities.
        if let Some(color) = from_six_digits(text) {
            return Ok(color);
        }
        let lower = text.trim().to_ascii_lowercase();
        let color = match split_function(&lower) {
            Some((function, arguments)) => from_function(function, arguments),
            None => from_word(&lower),
        };
        color.ok_or_else(|| {
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
    pub fn css_text(&self) -> String {
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
            let [r, g, b] = from_hsl(hue_degrees(parts[0])?, part(parts[1])?, part(parts[2])?);
            Some(Color { r, g, b, a: alpha })
        }
        _ => None,
    }
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

fn from_hsl(hue: f64, saturation: f64, lightness: f64) -> [f64; 3] {
    let reach = saturation * lightness.min(1.0 - lightness);
    [0.0, 8.0, 4.0].map(|offset| {
        let k = (offset + hue / 30.0).rem_euclid(12.0);
        (lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0)).clamp(0.0, 1.0)
    })
}
