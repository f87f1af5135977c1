//! Lengths, numbers and transforms in attributes.

use scenewright_geometry::{Affine, Point};

/// The length of a pixel, in millimetres.
pub(super) const PIXEL: f64 = 25.4 / 96.0;

/// A length as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Length {
    pub value: f64,
    pub unit: Option<Unit>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unit {
    /// A unit of a fixed length in pixels.
    Fixed(f64),
    /// The size of the font, or a part of it.
    Font(f64),
    Percent,
}

/// The extent that a length in per cent is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    X,
    Y,
    Diagonal,
}

impl Unit {
    pub(super) fn in_pixels(self, font_size: f64) -> Option<f64> {
        match self {
            Unit::Fixed(pixels) => Some(pixels),
            Unit::Font(share) => Some(share * font_size),
            Unit::Percent => None,
        }
    }
}

impl Length {
    pub(super) fn in_user_units(self, font_size: f64, view: [f64; 2], axis: Axis) -> Option<f64> {
        let found = match self.unit {
            None => self.value,
            Some(Unit::Percent) => {
                let [wide, high] = view;
                let whole = match axis {
                    Axis::X => wide,
                    Axis::Y => high,
                    Axis::Diagonal => (0.5 * (wide * wide + high * high)).sqrt(),
                };
                self.value * whole / 100.0
            }
            Some(unit) => self.value * unit.in_pixels(font_size)?,
        };
        found.is_finite().then_some(found)
    }
}

/// Reads a length with its unit.
pub(super) fn length(text: &str) -> Option<Length> {
    let text = text.trim();
    let number = number_length(text);
    let value: f64 = text[..number].parse().ok()?;
    let unit = match text[number..].trim().to_ascii_lowercase().as_str() {
        "" => None,
        "px" => Some(Unit::Fixed(1.0)),
        "mm" => Some(Unit::Fixed(96.0 / 25.4)),
        "cm" => Some(Unit::Fixed(960.0 / 25.4)),
        "in" => Some(Unit::Fixed(96.0)),
        "pt" => Some(Unit::Fixed(96.0 / 72.0)),
        "pc" => Some(Unit::Fixed(16.0)),
        "q" => Some(Unit::Fixed(24.0 / 25.4)),
        "em" | "rem" => Some(Unit::Font(1.0)),
        "ex" | "ch" => Some(Unit::Font(0.5)),
        "%" => Some(Unit::Percent),
        _ => return None,
    };
    value.is_finite().then_some(Length { value, unit })
}

/// Returns how much of a text is a number.
pub(super) fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    at += digits(at);
    if bytes.get(at) == Some(&b'.') {
        at += 1 + digits(at + 1);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits((at + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            at += 1 + sign + exponent;
        }
    }
    at
}

/// Reads numbers with white space or commas between them, until something else comes.
pub(super) fn numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
        let length = number_length(rest);
        match rest[..length].parse::<f64>() {
            Ok(number) if number.is_finite() => found.push(number),
            _ => return found,
        }
        rest = &rest[length..];
    }
}

/// Reads pairs of numbers.
pub(super) fn points(text: &str) -> Vec<Point> {
    numbers(text).chunks_exact(2).map(|pair| Point::new(pair[0], pair[1])).collect()
}

/// Reads a list of transforms; `None` where it is not one.
pub(super) fn transform(text: &str) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (arguments, after) = after.split_once(')')?;
        let values = numbers(arguments);
        let one = match (name.trim().to_ascii_lowercase().as_str(), values.as_slice()) {
            ("matrix", &[a, b, c, d, e, f]) => Affine { a, b, c, d, e, f },
            ("translate", &[x]) => Affine::translation(x, 0.0),
            ("translate", &[x, y]) => Affine::translation(x, y),
            ("scale", &[factor]) => Affine::scale(factor, factor),
            ("scale", &[x, y]) => Affine::scale(x, y),
            ("rotate", &[angle]) => Affine::rotation(angle.to_radians()),
            ("rotate", &[angle, x, y]) => {
                Affine::translation(x, y) * Affine::rotation(angle.to_radians()) * Affine::translation(-x, -y)
            }
            ("skewx", &[angle]) => Affine { c: angle.to_radians().tan(), ..Affine::IDENTITY },
            ("skewy", &[angle]) => Affine { b: angle.to_radians().tan(), ..Affine::IDENTITY },
            _ => return None,
        };
        all = all * one;
        rest = after.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
    }
    all.is_finite().then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_transforms_are_read() {
        let pixels = |text: &str| length(text).and_then(|it| it.in_user_units(10.0, [200.0, 100.0], Axis::Y));
        for (text, expected) in [
            ("12", Some(12.0)),
            (" 1e1px ", Some(10.0)),
            ("25.4mm", Some(96.0)),
            ("-.5in", Some(-48.0)),
            ("72pt", Some(96.0)),
            ("2em", Some(20.0)),
            ("50%", Some(50.0)),
            ("10furlongs", None),
            ("", None),
        ] {
            assert_eq!(pixels(text), expected, "{text}");
        }
        assert_eq!(numbers("1,2-3.5.5e1 x"), [1.0, 2.0, -3.5, 5.0]);
        let moved = transform("translate(10 20), rotate(90) scale(2)").unwrap() * Point::new(1.0, 0.0);
        assert!((moved.x - 10.0).abs() < 1e-12 && (moved.y - 22.0).abs() < 1e-12, "{moved:?}");
        assert_eq!(transform("translate(1"), None);
        assert_eq!(transform("turn(3)"), None);
    }
}
