//! Lengths, numbers and transforms in attributes.

use scenewright_geometry::{Affine, Point};

/// The length of a pixel, in millimetres.
pub(super) const PIXEL: f64 = 25.4 / 96.0;

/// A length as it is written: a sum of parts in units that depend on different things.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Length {
    pub pixels: f64,
    /// Sizes of the font, and of the font of the root element.
    font: f64,
    root_font: f64,
    percent: f64,
    /// Hundredths of the width, the height, the lesser and the greater of both, of the window that shows the document.
    window: [f64; 4],
}

/// The sizes that lengths of an element are multiples of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sizes {
    /// The size of its font.
    pub own: f64,
    /// The size of the font of the root element.
    pub root: f64,
    /// The width and the height of the window, which is as large as the document.
    pub window: [f64; 2],
}

/// The size of a document that gives none, in browsers.
pub(super) const WINDOW: [f64; 2] = [300.0, 150.0];

/// The usual size of fonts.
pub(super) const FONT_SIZE: f64 = 16.0;

impl Sizes {
    pub(super) const USUAL: Sizes = Sizes { own: FONT_SIZE, root: FONT_SIZE, window: WINDOW };
}

/// The extent that a length in per cent is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    X,
    Y,
    Diagonal,
}

impl Length {
    /// Returns the length in pixels, in the usual font; `None` for one that depends on what is around it.
    pub(super) fn in_pixels(self) -> Option<f64> {
        let found = self.pixels + (self.font + self.root_font) * FONT_SIZE;
        let is_alone = self.percent == 0.0 && self.window == [0.0; 4];
        (is_alone && found.is_finite()).then_some(found)
    }

    pub(super) fn in_user_units(self, sizes: Sizes, view: [f64; 2], axis: Axis) -> Option<f64> {
        let [wide, high] = view;
        let whole = match axis {
            Axis::X => wide,
            Axis::Y => high,
            Axis::Diagonal => (0.5 * (wide * wide + high * high)).sqrt(),
        };
        let [across, down] = sizes.window;
        let window = [across, down, across.min(down), across.max(down)];
        let of_window: f64 = self.window.iter().zip(window).map(|(share, size)| share * size).sum();
        let of_fonts = self.font * sizes.own + self.root_font * sizes.root;
        let found = self.pixels + of_fonts + (self.percent * whole + of_window) / 100.0;
        found.is_finite().then_some(found)
    }

    fn scaled(self, factor: f64) -> Length {
        let Length { pixels, font, root_font, percent, window } = self;
        Length {
            pixels: pixels * factor,
            font: font * factor,
            root_font: root_font * factor,
            percent: percent * factor,
            window: window.map(|share| share * factor),
        }
    }

    fn plus(self, other: Length) -> Length {
        Length {
            pixels: self.pixels + other.pixels,
            font: self.font + other.font,
            root_font: self.root_font + other.root_font,
            percent: self.percent + other.percent,
            window: [0, 1, 2, 3].map(|index| self.window[index] + other.window[index]),
        }
    }
}

/// Reads a length with its unit, or one that is computed from others.
pub(super) fn length(text: &str) -> Option<Length> {
    let text = text.trim();
    if text.len() > 5 && text.as_bytes()[..5].eq_ignore_ascii_case(b"calc(") {
        return calculated(text);
    }
    let number = number_length(text);
    let value: f64 = text[..number].parse().ok()?;
    let none = Length::default();
    let found = match text[number..].trim().to_ascii_lowercase().as_str() {
        "" | "px" => Length { pixels: value, ..none },
        "mm" => Length { pixels: value * (96.0 / 25.4), ..none },
        "cm" => Length { pixels: value * (960.0 / 25.4), ..none },
        "in" => Length { pixels: value * 96.0, ..none },
        "pt" => Length { pixels: value * (96.0 / 72.0), ..none },
        "pc" => Length { pixels: value * 16.0, ..none },
        "q" => Length { pixels: value * (24.0 / 25.4), ..none },
        "em" => Length { font: value, ..none },
        "rem" => Length { root_font: value, ..none },
        "ex" | "ch" => Length { font: 0.5 * value, ..none },
        "%" => Length { percent: value, ..none },
        unit => {
            // Small, large and dynamic windows are one where no bars of a browser come and go.
            let unit = unit.strip_prefix(['s', 'l', 'd']).unwrap_or(unit);
            let index = ["vw", "vh", "vmin", "vmax"].iter().position(|it| *it == unit);
            // A document runs from left to right and from the top down.
            let index = index.or_else(|| ["vi", "vb"].iter().position(|it| *it == unit))?;
            let mut window = [0.0; 4];
            window[index] = value;
            Length { window, ..none }
        }
    };
    value.is_finite().then_some(found)
}

/// Reads `calc()` with sums, differences, products and quotients; `None` where it is no length.
fn calculated(text: &str) -> Option<Length> {
    /// The deepest brackets.
    const MAX_DEPTH: usize = 16;

    /// A length, and true for a number without a unit, which may also be a factor.
    struct Term(Length, bool);

    fn sum(rest: &mut &str, depth: usize) -> Option<Term> {
        let Term(mut all, mut is_number) = product(rest, depth)?;
        loop {
            let spaced = rest.trim_start();
            let sign = match spaced.chars().next() {
                Some('+') => 1.0,
                Some('-') => -1.0,
                _ => return Some(Term(all, is_number)),
            };
            *rest = &spaced[1..];
            let Term(other, is_other_number) = product(rest, depth)?;
            all = all.plus(other.scaled(sign));
            is_number &= is_other_number;
        }
    }

    fn product(rest: &mut &str, depth: usize) -> Option<Term> {
        let Term(mut all, mut is_number) = term(rest, depth)?;
        loop {
            let spaced = rest.trim_start();
            let is_quotient = match spaced.chars().next() {
                Some('*') => false,
                Some('/') => true,
                _ => return Some(Term(all, is_number)),
            };
            *rest = &spaced[1..];
            let Term(other, is_other_number) = term(rest, depth)?;
            (all, is_number) = match (is_quotient, is_number, is_other_number) {
                (true, _, true) => (all.scaled(1.0 / other.pixels), is_number),
                (false, _, true) => (all.scaled(other.pixels), is_number),
                (false, true, false) => (other.scaled(all.pixels), false),
                _ => return None,
            };
        }
    }

    fn term(rest: &mut &str, depth: usize) -> Option<Term> {
        let spaced = rest.trim_start();
        let lower = spaced.get(..5).map(str::to_ascii_lowercase);
        let inner = match lower.as_deref() {
            Some("calc(") => Some(&spaced[5..]),
            _ => spaced.strip_prefix('('),
        };
        if let Some(inner) = inner {
            *rest = inner;
            let found = (depth < MAX_DEPTH).then(|| sum(rest, depth + 1))??;
            *rest = rest.trim_start().strip_prefix(')')?;
            return Some(found);
        }
        let number = number_length(spaced);
        let unit = spaced[number..].find(|letter: char| !(letter.is_ascii_alphabetic() || letter == '%'));
        let (own, after) = spaced.split_at(unit.map_or(spaced.len(), |unit| number + unit));
        *rest = after;
        Some(Term(length(own)?, own.len() == number))
    }

    let mut rest = text;
    let Term(found, _) = term(&mut rest, 0)?;
    rest.trim().is_empty().then_some(found)
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

/// Reads a list of transforms, as attributes and style sheets have them; `None` where it is not one. Lengths in per cent are of
/// a box of that size.
pub(super) fn transform(text: &str, sizes: Sizes, of: [f64; 2]) -> Option<Affine> {
    let mut all = Affine::IDENTITY;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('(')?;
        let (arguments, after) = closing(after)?;
        all = all * one_transform(&name.trim().to_ascii_lowercase(), arguments, sizes, of)?;
        rest = after.trim_start_matches(|letter: char| letter.is_whitespace() || letter == ',');
    }
    all.is_finite().then_some(all)
}

/// Splits a text at the bracket that closes the one before it.
pub(super) fn closing(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn one_transform(name: &str, arguments: &str, sizes: Sizes, of: [f64; 2]) -> Option<Affine> {
    if name == "matrix" {
        let &[a, b, c, d, e, f] = numbers(arguments).as_slice() else { return None };
        return Some(Affine { a, b, c, d, e, f });
    }
    let all: Vec<f64> = if arguments.trim().is_empty() { Vec::new() } else { numbers(arguments) };
    // With units, each argument is read on its own.
    let mut depth = 0_i32;
    let is_gap = |letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0 && (letter == ',' || letter.is_whitespace())
    };
    let words: Vec<&str> = arguments.split(is_gap).filter(|word| !word.is_empty()).collect();
    let along =
        |index: usize, axis: Axis| length(words.get(index)?).and_then(|it| it.in_user_units(sizes, of, axis));
    let turned = |index: usize| words.get(index).and_then(|word| angle(word));
    let skewed = |x: f64, y: f64| Affine { b: y.tan(), c: x.tan(), ..Affine::IDENTITY };
    Some(match (name, words.len().max(all.len())) {
        ("translate" | "translatex", 1) => Affine::translation(along(0, Axis::X)?, 0.0),
        ("translatey", 1) => Affine::translation(0.0, along(0, Axis::Y)?),
        ("translate", 2) | ("translate3d", 3) if words.len() >= 2 => {
            Affine::translation(along(0, Axis::X)?, along(1, Axis::Y)?)
        }
        ("translate", 2) => Affine::translation(all[0], all[1]),
        ("scale", 1) => Affine::scale(share(words[0])?, share(words[0])?),
        ("scalex", 1) => Affine::scale(share(words[0])?, 1.0),
        ("scaley", 1) => Affine::scale(1.0, share(words[0])?),
        ("scale", 2) | ("scale3d", 3) if words.len() >= 2 => {
            Affine::scale(share(words[0])?, share(words[1])?)
        }
        ("scale", 2) => Affine::scale(all[0], all[1]),
        ("rotate" | "rotatez", 1) => Affine::rotation(turned(0)?),
        ("rotate3d", 4) if numbers(arguments).starts_with(&[0.0, 0.0]) => {
            Affine::rotation(turned(3)? * all[2].signum())
        }
        ("rotate", 3) => {
            let &[angle, x, y] = all.as_slice() else { return None };
            Affine::translation(x, y) * Affine::rotation(angle.to_radians()) * Affine::translation(-x, -y)
        }
        ("skewx" | "skew", 1) => skewed(turned(0)?, 0.0),
        ("skewy", 1) => skewed(0.0, turned(0)?),
        ("skew", 2) => skewed(turned(0)?, turned(1)?),
        _ => return None,
    })
}

/// Reads a number, or a share in per cent.
pub(super) fn share(text: &str) -> Option<f64> {
    let (text, whole) = text.trim().strip_suffix('%').map_or((text, 1.0), |text| (text, 100.0));
    text.trim().parse::<f64>().ok().filter(|it| it.is_finite()).map(|it| it / whole)
}

/// Reads an angle with its unit, degrees unless it has one, in radians.
pub(super) fn angle(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 4] = [
        ("deg", std::f64::consts::PI / 180.0),
        ("grad", std::f64::consts::PI / 200.0),
        ("rad", 1.0),
        ("turn", std::f64::consts::TAU),
    ];
    let text = text.trim().to_ascii_lowercase();
    let known = UNITS.iter().find_map(|(unit, size)| Some((text.strip_suffix(unit)?, *size)));
    let (number, size) = known.unwrap_or((&text, UNITS[0].1));
    number.trim().parse::<f64>().ok().filter(|it| it.is_finite()).map(|it| it * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_transforms_are_read() {
        let sizes = Sizes { own: 10.0, root: 8.0, window: [500.0, 400.0] };
        let pixels =
            |text: &str| length(text).and_then(|it| it.in_user_units(sizes, [200.0, 100.0], Axis::Y));
        for (text, expected) in [
            ("12", Some(12.0)),
            (" 1e1px ", Some(10.0)),
            ("25.4mm", Some(96.0)),
            ("-.5in", Some(-48.0)),
            ("72pt", Some(96.0)),
            ("2em", Some(20.0)),
            ("50%", Some(50.0)),
            ("2rem", Some(16.0)),
            ("2vw", Some(10.0)),
            ("1.5vh", Some(6.0)),
            ("1vmin", Some(4.0)),
            ("calc(1vmax + 1dvh)", Some(9.0)),
            ("calc(50% - 10px)", Some(40.0)),
            ("calc(2 * (1em + 3px) / 2)", Some(13.0)),
            ("calc(1px * 2px)", None),
            ("calc(1px", None),
            ("10furlongs", None),
            ("", None),
        ] {
            assert_eq!(pixels(text), expected, "{text}");
        }
        assert_eq!(numbers("1,2-3.5.5e1 x"), [1.0, 2.0, -3.5, 5.0]);
        let moved = |text: &str| {
            transform(text, sizes, [200.0, 100.0]).map(|it| {
                let at = it * Point::new(1.0, 0.0);
                [at.x, at.y].map(|it| (it * 1e9).round() / 1e9)
            })
        };
        for (text, expected) in [
            ("translate(10 20), rotate(90) scale(2)", Some([10.0, 22.0])),
            ("translate(1em, 10%) rotate(.25turn)", Some([10.0, 11.0])),
            ("translate(10-20)", Some([11.0, -20.0])),
            ("translateX(5px)translateY(calc(1px + 1px))", Some([6.0, 2.0])),
            ("rotate3d(0, 0, 1, 90deg) scaleX(300%)", Some([0.0, 3.0])),
            ("skew(0, 45deg)", Some([1.0, 1.0])),
            ("translate(1", None),
            ("turn(3)", None),
        ] {
            assert_eq!(moved(text), expected, "{text}");
        }
    }
}
