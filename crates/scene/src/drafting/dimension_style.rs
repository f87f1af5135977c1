//! The style of dimensions and notes: sizes on paper, arrows, the form of numbers.

use serde::{Deserialize, Serialize};

use crate::drafting::error::SceneError;
use crate::drafting::units::Units;
use scenewright_geometry::{not_negative, number_text, positive};

/// The end of a dimension line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrow {
    /// A filled triangle.
    Filled,
    /// Two strokes that meet at the tip.
    Open,
    /// An oblique stroke.
    Tick,
    /// A filled circle about the end.
    Dot,
    /// No mark.
    None,
}

/// The place of a text at its dimension line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPlace {
    /// Above the line as it is read.
    Above,
    /// In a gap of the line.
    Centered,
}

/// The form of lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberFormat {
    /// Decimals.
    #[default]
    Decimal,
    /// Inches with fractions of that denominator at most: 63 1/2.
    Fractional(u32),
    /// Feet and inches with such fractions: 5'-3 1/2".
    Architectural(u32),
}

/// The smallest fraction of an inch that is written, as a denominator.
const MAX_DENOMINATOR: u32 = 64;

/// The style of dimensions and notes. Lengths are millimetres on paper.
#[derive(Clone, Debug, PartialEq)]
pub struct DimensionStyle {
    /// The height of capital letters.
    pub text_height: f64,
    /// The place of the number; numbers that find no room there are moved out.
    pub text_place: TextPlace,
    /// True for text that is horizontal whatever the direction of its line.
    pub is_horizontal: bool,
    /// The mark at both ends of dimension lines; leaders use a filled triangle in place of a stroke.
    pub arrow: Arrow,
    /// The length of an arrow; 0 draws none.
    pub arrow_size: f64,
    /// The distance of an extension line from what is measured.
    pub extension_gap: f64,
    /// The length of an extension line beyond the dimension line.
    pub extension_beyond: f64,
    /// The distance of text from lines.
    pub text_gap: f64,
    /// The distance of the first dimension line from what is measured, and of the next from it.
    pub offset: f64,
    /// The distance from one dimension line to the next above it.
    pub step: f64,
    /// The most decimals of a number, from 0 to 8.
    pub decimals: usize,
    /// The decimals that the style has for millimetres; `None` where the script chose their number.
    pub usual_decimals: Option<usize>,
    /// True to write zeros at the end of decimals.
    pub trailing_zeros: bool,
    /// True to write the zero before the decimals of a length below 1, which ASME Y14.5 leaves out of inches.
    pub leading_zeros: bool,
    /// The character between whole numbers and decimals: a point or a comma.
    pub decimal_mark: char,
    /// The factor from the scene's unit to the one that is written: inches where these have fractions.
    pub factor: f64,
    /// The form of lengths.
    pub format: NumberFormat,
}

impl Default for DimensionStyle {
    fn default() -> Self {
        DimensionStyle::iso()
    }
}

/// The largest length of a style, in millimetres on paper.
const MAX_LENGTH: f64 = 1_000.0;

/// The least decimals of a style in a unit longer than a millimetre: 0.01 in is a quarter of a millimetre, and 3/8 in is 0.375.
const LEAST_IN_LONG_UNITS: usize = 3;

/// The part of the last decimal within which a number is half of it: measured values have rounding errors.
const HALF: f64 = 1e-9;

/// The most decimals of a dimension.
pub const MAX_DECIMALS: usize = 8;

impl DimensionStyle {
    /// Returns the style of ISO 129: text above the line, filled arrows.
    pub fn iso() -> DimensionStyle {
        DimensionStyle {
            text_height: 3.5,
            text_place: TextPlace::Above,
            is_horizontal: false,
            arrow: Arrow::Filled,
            arrow_size: 3.5,
            extension_gap: 1.0,
            extension_beyond: 2.0,
            text_gap: 1.0,
            offset: 10.0,
            step: 8.0,
            decimals: 2,
            usual_decimals: Some(2),
            trailing_zeros: false,
            leading_zeros: true,
            decimal_mark: '.',
            factor: 1.0,
            format: NumberFormat::Decimal,
        }
    }

    /// Returns the style of building plans: oblique strokes instead of arrows.
    pub fn architectural() -> DimensionStyle {
        DimensionStyle {
            text_height: 2.5,
            arrow: Arrow::Tick,
            arrow_size: 2.0,
            extension_gap: 2.0,
            decimals: 3,
            usual_decimals: Some(3),
            ..DimensionStyle::iso()
        }
    }

    /// Returns the style of ASME Y14.5: horizontal text in a gap of the line.
    pub fn asme() -> DimensionStyle {
        DimensionStyle {
            text_height: 3.0,
            text_place: TextPlace::Centered,
            is_horizontal: true,
            arrow_size: 3.0,
            extension_gap: 1.5,
            extension_beyond: 3.0,
            ..DimensionStyle::iso()
        }
    }

    /// Refuses a style that cannot be drawn.
    pub fn check(&self) -> Result<(), SceneError> {
        positive("option textHeight", self.text_height)?;
        for (option, value) in [
            ("option arrowSize", self.arrow_size),
            ("option extensionGap", self.extension_gap),
            ("option extensionBeyond", self.extension_beyond),
            ("option textGap", self.text_gap),
            ("option offset", self.offset),
            ("option step", self.step),
        ] {
            not_negative(option, value)?;
        }
        let lengths = [self.text_height, self.arrow_size, self.extension_gap, self.extension_beyond];
        let lengths = lengths.into_iter().chain([self.text_gap, self.offset, self.step]);
        if let Some(length) = lengths.into_iter().find(|length| *length > MAX_LENGTH) {
            return Err(SceneError::range(format!(
                "lengths are in millimetres on paper and at most {MAX_LENGTH}, got {}",
                number_text(length)
            )));
        }
        positive("option factor", self.factor)?;
        if let NumberFormat::Fractional(denominator) | NumberFormat::Architectural(denominator) = self.format
            && !(denominator.is_power_of_two() && denominator <= MAX_DENOMINATOR)
        {
            return Err(SceneError::range(format!(
                "option denominator must be 1, 2, 4, 8, 16, 32 or {MAX_DENOMINATOR}, got {denominator}"
            )));
        }
        if self.decimals > MAX_DECIMALS {
            return Err(SceneError::range(format!(
                "option decimals must be between 0 and {MAX_DECIMALS}, got {}",
                self.decimals
            )));
        }
        Ok(())
    }

    /// Adapts what the script did not choose to the unit of the scene: the factor of a style that has fractions, as these are of
    /// inches, and the decimals.
    pub(crate) fn adapt_to(&mut self, units: Units) {
        if self.format != NumberFormat::Decimal {
            self.factor = units.in_inches();
        }
        if let Some(usual) = self.usual_decimals {
            let is_long = units.in_millimeters() / self.factor > 1.0 + HALF;
            self.decimals = if is_long { usual.max(LEAST_IN_LONG_UNITS) } else { usual };
        }
    }

    /// Formats a length, rounded to the decimals or to the fraction of the style.
    pub fn length(&self, value: f64, decimals: usize) -> String {
        match self.format {
            NumberFormat::Decimal => self.decimal_length(value, decimals),
            NumberFormat::Fractional(denominator) => fractional(value, denominator),
            NumberFormat::Architectural(denominator) => architectural(value, denominator),
        }
    }

    /// Formats a length that is not rounded to a fraction: one that is none has decimals.
    pub(crate) fn exact_length(&self, value: f64, decimals: usize) -> String {
        let parts = value * f64::from(MAX_DENOMINATOR);
        let is_fraction = (parts - parts.round()).abs() <= 1e-6;
        match self.format {
            NumberFormat::Fractional(_) if is_fraction => fractional(value, MAX_DENOMINATOR),
            NumberFormat::Architectural(_) if is_fraction => architectural(value, MAX_DENOMINATOR),
            _ => self.decimal_length(value, decimals),
        }
    }

    /// Formats a length with decimals.
    pub(crate) fn decimal_length(&self, value: f64, decimals: usize) -> String {
        let text = self.number(value, decimals);
        let digits = text.strip_prefix('-').unwrap_or(&text);
        match digits.strip_prefix('0').filter(|rest| !self.leading_zeros && rest.len() > 1) {
            Some(rest) => format!("{}{rest}", &text[..text.len() - digits.len()]),
            None => text,
        }
    }

    /// Formats a number; half of the last decimal is rounded away from zero.
    pub fn number(&self, value: f64, decimals: usize) -> String {
        let value = rounded_half_up(value, decimals);
        let text = format!("{value:.decimals$}");
        let text = match text.contains('.') && !self.trailing_zeros {
            true => text.trim_end_matches('0').trim_end_matches('.'),
            false => &text,
        };
        let text = if text.trim_start_matches('-').chars().all(|it| it == '0' || it == '.') {
            text.trim_start_matches('-')
        } else {
            text
        };
        text.replace('.', self.decimal_mark.encode_utf8(&mut [0; 4]))
    }
}

/// Rounds a number whose next decimal is a 5 away from zero, as drafters and CAD programs do; others stay as they are.
fn rounded_half_up(value: f64, decimals: usize) -> f64 {
    // At most 8 decimals.
    let power = 10_f64.powi(decimals as i32);
    let steps = value.abs() * power;
    let is_half = (steps.fract() - 0.5).abs() <= HALF + steps * f64::EPSILON * 4.0;
    if is_half { value.signum() * (steps.floor() + 1.0) / power } else { value }
}

/// Writes inches with a fraction.
fn fractional(inches: f64, denominator: u32) -> String {
    let (sign, whole, fraction) = parts_of(inches, denominator);
    match (whole == 0.0, fraction) {
        (_, None) => format!("{sign}{whole}"),
        (true, Some(fraction)) => format!("{sign}{fraction}"),
        (false, Some(fraction)) => format!("{sign}{whole} {fraction}"),
    }
}

/// Writes feet, and inches with a fraction; feet alone have `0"`, as a drafter leaves no doubt.
fn architectural(inches: f64, denominator: u32) -> String {
    let (sign, whole, fraction) = parts_of(inches, denominator);
    let feet = (whole / 12.0).floor();
    let whole = whole - feet * 12.0;
    let rest = match (feet == 0.0 && whole == 0.0, fraction) {
        (_, None) => format!("{whole}\""),
        (true, Some(fraction)) => format!("{fraction}\""),
        (false, Some(fraction)) => format!("{whole} {fraction}\""),
    };
    if feet == 0.0 { format!("{sign}{rest}") } else { format!("{sign}{feet}'-{rest}") }
}

/// Returns the sign, the whole inches, and the fraction in its lowest terms.
fn parts_of(inches: f64, denominator: u32) -> (&'static str, f64, Option<String>) {
    let steps = (inches.abs() * f64::from(denominator)).round();
    let whole = (steps / f64::from(denominator)).floor();
    // Less than the denominator.
    let rest = (steps - whole * f64::from(denominator)) as u32;
    let shared = 1 << rest.trailing_zeros().min(denominator.trailing_zeros());
    let fraction = (rest > 0).then(|| format!("{}/{}", rest / shared, denominator / shared));
    (if inches < 0.0 && steps > 0.0 { "-" } else { "" }, whole, fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_decimals_of_style() {
        let mut style = DimensionStyle::iso();
        let cases =
            [(40.0, "40"), (40.5, "40.5"), (40.126, "40.13"), (-0.001, "0"), (0.3, "0.3"), (1000.0, "1000")];
        for (value, text) in cases {
            assert_eq!(style.number(value, 2), text);
        }
        (style.trailing_zeros, style.decimal_mark) = (true, ',');
        assert_eq!(style.number(40.5, 2), "40,50");
        assert_eq!(style.number(-0.001, 2), "0,00");
        assert_eq!(style.number(40.5, 0), "41");
        style.leading_zeros = false;
        let lengths = [0.5, -0.5, 0.0, 10.5].map(|length| style.decimal_length(length, 2));
        assert_eq!(lengths, [",50", "-,50", ",00", "10,50"]);
        style.trailing_zeros = false;
        assert_eq!(style.decimal_length(0.0, 2), "0");
    }

    #[test]
    fn half_of_the_last_decimal_is_rounded_away_from_zero() {
        let style = DimensionStyle::iso();
        let cases = [
            (0.125, 2, "0.13"),
            (0.375, 2, "0.38"),
            (1.005, 2, "1.01"),
            (-2.675, 2, "-2.68"),
            (2.5, 0, "3"),
            (0.1 * 3.0 + 0.005, 2, "0.31"),
            (0.124_999_9, 2, "0.12"),
            (9.995, 2, "10"),
        ];
        for (value, decimals, text) in cases {
            assert_eq!(style.number(value, decimals), text, "{value}");
        }
    }

    #[test]
    fn decimals_that_are_not_chosen_follow_the_unit() {
        let cases = [
            (Units::Millimeters, 1.0, 2),
            (Units::Inches, 1.0, 3),
            (Units::Centimeters, 1.0, 3),
            (Units::Millimeters, 1.0 / 25.4, 3),
            (Units::Inches, 25.4, 2),
        ];
        for (units, factor, decimals) in cases {
            let mut style = DimensionStyle { factor, ..DimensionStyle::asme() };
            style.adapt_to(units);
            assert_eq!(style.decimals, decimals, "{units:?} {factor}");
            style = DimensionStyle { decimals: 1, usual_decimals: None, ..style };
            style.adapt_to(units);
            assert_eq!(style.decimals, 1, "chosen decimals stay");
        }
    }

    #[test]
    fn inches_have_fractions_in_lowest_terms() {
        let style = DimensionStyle { format: NumberFormat::Architectural(16), ..DimensionStyle::iso() };
        let cases = [
            (63.5, "5'-3 1/2\""),
            (144.0, "12'-0\""),
            (12.5, "1'-0 1/2\""),
            (6.0, "6\""),
            (0.0625, "1/16\""),
            (0.0, "0\""),
            (11.99, "1'-0\""),
            (-30.25, "-2'-6 1/4\""),
            (-0.01, "0\""),
        ];
        for (inches, text) in cases {
            assert_eq!(style.length(inches, 2), text);
        }
        let style = DimensionStyle { format: NumberFormat::Fractional(8), ..DimensionStyle::iso() };
        for (inches, text) in [(63.5, "63 1/2"), (2.0, "2"), (0.8, "3/4"), (0.96, "1")] {
            assert_eq!(style.length(inches, 2), text);
        }
        // What must not be rounded has decimals where it is no fraction.
        assert_eq!(style.exact_length(0.015625, 4), "1/64");
        assert_eq!(style.exact_length(0.201, 4), "0.201");
    }
}
