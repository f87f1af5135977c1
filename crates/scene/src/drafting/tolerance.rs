//! Tolerances of dimensions.

use crate::drafting::dimension_style::{DimensionStyle, MAX_DECIMALS};
use crate::drafting::error::SceneError;
use crate::drafting::iso286::{MAX_SIZE, limits, tolerance_class};
use scenewright_error::near_name;
use scenewright_geometry::number_text;

/// The tolerance of a dimension.
#[derive(Clone, Debug, PartialEq)]
pub enum Tolerance {
    /// The same deviation above and below.
    Symmetric(f64),
    /// The upper and the lower deviation.
    Limits([f64; 2]),
    /// A class of ISO 286 such as `H7`, with its limits or without them.
    Class {
        /// The class: letters for the place of the field, then its grade.
        class: String,
        /// True to write the deviations after the class.
        with_limits: bool,
    },
    /// A hole and a shaft, such as `H7/g6`.
    Fit(String),
}

/// The texts of a tolerance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToleranceText {
    /// The text after the number, in its size.
    pub after: String,
    /// The upper and the lower deviation, one above the other.
    pub stacked: Option<[String; 2]>,
}

/// The decimals of a given deviation that has no end, such as a third.
const ENDLESS_DECIMALS: usize = 4;

impl Tolerance {
    /// Reads a tolerance such as `±0.05`, `+0.021/0`, `H7` or `H7/g6`.
    pub fn parse(text: &str, with_limits: bool) -> Result<Tolerance, SceneError> {
        let trimmed = text.trim();
        if let Some(rest) = trimmed
            .strip_prefix('±')
            .or_else(|| trimmed.strip_prefix("+-"))
            .or_else(|| trimmed.strip_prefix("+/-"))
        {
            return match number(rest) {
                Some(deviation) if deviation > 0.0 => Ok(Tolerance::Symmetric(deviation)),
                _ => Err(unreadable(text)),
            };
        }
        if let Some((one, other)) = trimmed.split_once('/') {
            let (one, other) = (one.trim(), other.trim());
            if let (Some(upper), Some(lower)) = (number(one), number(other)) {
                return Tolerance::limits(upper, lower);
            }
            if tolerance_class(one).is_some() && tolerance_class(other).is_some() {
                return Ok(Tolerance::Fit(format!("{one}/{other}")));
            }
            return Err(unreadable(text));
        }
        if tolerance_class(trimmed).is_some() {
            return Ok(Tolerance::Class { class: trimmed.to_owned(), with_limits });
        }
        match number(trimmed) {
            Some(deviation) if trimmed.starts_with('+') => Tolerance::limits(deviation, 0.0),
            Some(deviation) if trimmed.starts_with('-') => Tolerance::limits(0.0, deviation),
            Some(deviation) if deviation > 0.0 => Ok(Tolerance::Symmetric(deviation)),
            _ => Err(unreadable(text)),
        }
    }

    /// Makes a tolerance from the upper and the lower deviation.
    pub fn limits(upper: f64, lower: f64) -> Result<Tolerance, SceneError> {
        if !upper.is_finite() || !lower.is_finite() || upper < lower {
            return Err(SceneError::range(format!(
                "option tolerance must have an upper deviation that is above the lower one, got {} and {}",
                number_text(upper),
                number_text(lower)
            )));
        }
        if upper == -lower && upper > 0.0 {
            return Ok(Tolerance::Symmetric(upper));
        }
        Ok(Tolerance::Limits([upper, lower]))
    }

    /// Returns the texts for a nominal size in millimetres, beside a number in a unit that is so many millimetres long.
    ///
    /// Given deviations are in the unit of the number; deviations of a class are converted to it.
    pub fn texts(&self, size: f64, unit: f64, style: &DimensionStyle) -> Result<ToleranceText, SceneError> {
        let given = given_decimals(self, style);
        let plain = |value: f64| style.exact_length(value, given);
        let signed_by = |value: f64, plain: &dyn Fn(f64) -> String| match value {
            0.0 => "0".to_owned(),
            value if value > 0.0 => format!("+{}", plain(value)),
            value => format!("−{}", plain(-value)),
        };
        let signed = |value: f64| signed_by(value, &plain);
        let converted = |deviation: f64| style.decimal_length(deviation / unit, decimals_of(deviation, unit));
        match self {
            Tolerance::Symmetric(deviation) => {
                Ok(ToleranceText { after: format!("±{}", plain(*deviation)), stacked: None })
            }
            Tolerance::Limits([upper, lower]) => {
                Ok(ToleranceText { after: String::new(), stacked: Some([signed(*upper), signed(*lower)]) })
            }
            Tolerance::Fit(fit) => Ok(ToleranceText { after: format!(" {fit}"), stacked: None }),
            Tolerance::Class { class, with_limits } => {
                let after = format!(" {class}");
                if !with_limits {
                    return Ok(ToleranceText { after, stacked: None });
                }
                let Some([upper, lower]) = limits(size, class) else {
                    return Err(SceneError::range(format!(
                        "ISO 286 has no limits of {class} for {} mm{}; give them as '+0.02/0', or set limits to false",
                        style.number(size, 3),
                        if size > MAX_SIZE {
                            format!(", and they are known up to {MAX_SIZE} mm")
                        } else {
                            String::new()
                        }
                    )));
                };
                let stacked = (upper != -lower).then(|| [upper, lower].map(|it| signed_by(it, &converted)));
                let after = if stacked.is_none() { format!("{after} ±{}", converted(upper)) } else { after };
                Ok(ToleranceText { after, stacked })
            }
        }
    }
}

/// Returns the decimals with which given deviations are written: all that they have, and both as many. With zeros at the end they
/// have no fewer than the size beside them.
fn given_decimals(tolerance: &Tolerance, style: &DimensionStyle) -> usize {
    let deviations = match tolerance {
        Tolerance::Symmetric(deviation) => [*deviation; 2],
        Tolerance::Limits(deviations) => *deviations,
        Tolerance::Class { .. } | Tolerance::Fit(_) => return 0,
    };
    let own = |deviation: f64| {
        let digits = |decimals: usize| deviation.abs() * 10.0_f64.powi(decimals as i32);
        // What is left after the last digit is the rounding of the number.
        let is_exact = |decimals: &usize| (digits(*decimals) - digits(*decimals).round()).abs() <= 1e-6;
        let is_seen = |decimals: &usize| digits(*decimals) >= 0.5;
        let seen = (ENDLESS_DECIMALS..=MAX_DECIMALS).find(is_seen).unwrap_or(MAX_DECIMALS);
        (0..=MAX_DECIMALS).find(|it| is_exact(it) && (deviation == 0.0 || is_seen(it))).unwrap_or(seen)
    };
    let least = if style.trailing_zeros { style.decimals } else { 0 };
    deviations.into_iter().map(own).fold(least, usize::max)
}

/// The decimals of a deviation of a class beside millimetres, which is a micrometre.
const MICROMETER_DECIMALS: i32 = 3;

/// Returns the decimals of a deviation in millimetres that is written in a unit of so many millimetres: a few micrometres are
/// the last of them, one more where that has the last digit of it, and more where nothing would be left.
fn decimals_of(deviation: f64, unit: f64) -> usize {
    let most = MAX_DECIMALS as i32;
    let usual = (MICROMETER_DECIMALS + unit.log10().floor() as i32).clamp(0, most);
    let is_exact = |decimals: i32| {
        let digits = deviation / unit * 10.0_f64.powi(decimals);
        (digits - digits.round()).abs() <= 1e-6
    };
    let is_seen = |decimals: i32| (deviation / unit * 10.0_f64.powi(decimals)).abs() >= 0.5;
    if !is_exact(usual) && is_exact(usual + 1) {
        return (usual + 1) as usize;
    }
    (usual..most).find(|decimals| is_seen(*decimals)).unwrap_or(most) as usize
}

fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace(['−', '–'], "-").replace(',', ".");
    text.parse::<f64>().ok().filter(|it| it.is_finite())
}

fn unreadable(text: &str) -> SceneError {
    let shown: String = text.chars().take(40).collect();
    let known = [
        "H7", "H8", "H6", "G7", "F8", "JS7", "K7", "N7", "P7", "g6", "f7", "h6", "h9", "js6", "k6", "m6",
        "n6", "p6",
    ];
    let near =
        near_name(text.trim(), known).map(|near| format!("; did you mean '{near}'?")).unwrap_or_default();
    SceneError::range(format!(
        "option tolerance must be like '±0.05', '+0.021/0', 'H7' or 'H7/g6', or a number, got \"{shown}\"{near}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances_are_read_as_drafters_write_them() {
        let class = |class: &str| Tolerance::Class { class: class.to_owned(), with_limits: true };
        let cases = [
            ("±0.05", Tolerance::Symmetric(0.05)),
            ("+-0,1", Tolerance::Symmetric(0.1)),
            ("+0.021/0", Tolerance::Limits([0.021, 0.0])),
            ("+0.2/-0.1", Tolerance::Limits([0.2, -0.1])),
            ("-0.1/−0.3", Tolerance::Limits([-0.1, -0.3])),
            ("+0.1/-0.1", Tolerance::Symmetric(0.1)),
            ("+0.3", Tolerance::Limits([0.3, 0.0])),
            ("-0.3", Tolerance::Limits([0.0, -0.3])),
            ("0.3", Tolerance::Symmetric(0.3)),
            ("H7", class("H7")),
            ("H7/g6", Tolerance::Fit("H7/g6".to_owned())),
        ];
        for (text, expected) in cases {
            assert_eq!(Tolerance::parse(text, true).unwrap(), expected, "{text}");
        }
        for text in ["", "tight", "±", "±-1", "0/+0.1", "H77", "H7/", "0", "Hh7"] {
            assert!(Tolerance::parse(text, true).is_err(), "{text}");
        }
    }

    #[test]
    fn tolerance_text_has_limits_of_class() {
        let text = |tolerance: &str, size: f64| {
            let text =
                Tolerance::parse(tolerance, true).unwrap().texts(size, 1.0, &DimensionStyle::iso()).unwrap();
            (text.after, text.stacked.map(|it| it.join(" ")))
        };
        assert_eq!(text("H7", 25.0), (" H7".to_owned(), Some("+0.021 0".to_owned())));
        assert_eq!(text("g6", 25.0), (" g6".to_owned(), Some("−0.007 −0.02".to_owned())));
        assert_eq!(text("js6", 25.0), (" js6 ±0.0065".to_owned(), None));
        assert_eq!(text("+0.2/-0.1", 1.0), (String::new(), Some("+0.2 −0.1".to_owned())));
        let error =
            Tolerance::parse("H7", true).unwrap().texts(3200.0, 1.0, &DimensionStyle::iso()).unwrap_err();
        assert!(error.message.contains("known up to 3150 mm"), "{}", error.message);
    }
    #[test]
    fn limits_of_class_are_in_unit_of_number() {
        let text = |tolerance: &str, size: f64, unit: f64| {
            let text = Tolerance::parse(tolerance, true).unwrap();
            let text = text.texts(size, unit, &DimensionStyle::iso()).unwrap();
            format!("{} {}", text.after, text.stacked.map(|it| it.join(" ")).unwrap_or_default())
        };
        assert_eq!(text("H7", 12.7, 25.4), " H7 +0.0007 0");
        assert_eq!(text("H7", 25.0, 10.0), " H7 +0.0021 0");
        assert_eq!(text("js6", 25.0, 10.0), " js6 ±0.00065 ");
        assert_eq!(text("g6", 25.0, 1000.0), " g6 −0.000007 −0.00002");
        assert_eq!(text("f7", 25.4, 304.8), " f7 −0.00007 −0.00013");
        assert_eq!(text("h6", 25.4, 25.4), " h6 0 −0.0005");
        // Too little for the usual decimals, it has more.
        assert_eq!(text("h1", 10.0, 25.4), " h1 0 −0.00004");
        // A given text is written as it is.
        assert_eq!(text("+0.021/0", 25.4, 25.4), " +0.021 0");
    }

    #[test]
    fn given_deviations_keep_their_digits() {
        let text = |tolerance: Tolerance, style: &DimensionStyle| {
            let text = tolerance.texts(25.4, 25.4, style).unwrap();
            format!("{}{}", text.after, text.stacked.map(|it| it.join(" ")).unwrap_or_default())
        };
        let mut style = DimensionStyle::iso();
        assert_eq!(text(Tolerance::Symmetric(0.000_25), &style), "±0.00025");
        assert_eq!(text(Tolerance::Symmetric(1e-5), &style), "±0.00001");
        assert_eq!(text(Tolerance::Symmetric(1.0 / 3.0), &style), "±0.3333");
        assert_eq!(text(Tolerance::Symmetric(0.1 + 0.2), &style), "±0.3");
        assert_eq!(text(Tolerance::Limits([0.1, 0.000_04]), &style), "+0.1 +0.00004");
        // With zeros at the end, as many as the size has, and both deviations alike.
        (style.decimals, style.trailing_zeros) = (3, true);
        assert_eq!(text(Tolerance::Symmetric(0.005), &style), "±0.005");
        assert_eq!(text(Tolerance::Limits([0.005, -0.0005]), &style), "+0.0050 −0.0005");
    }
}
