//! The patterns of hatches, in millimetres on paper.
//!
//! The ANSI and ISO patterns are the ones that CAD programs have under these names (`acadiso.pat`).

use scenewright_error::near_name;
use scenewright_geometry::number_text;

use crate::drafting::error::SceneError;

/// A pattern of parallel lines.
#[derive(Clone, Debug, PartialEq)]
pub struct HatchPattern {
    /// The name that formats write: one of CAD programs, `USER` or `CUSTOM`.
    pub name: String,
    /// The lines; none where the area is filled.
    pub families: Vec<LineFamily>,
}

/// Lines that are parallel and equally far apart.
#[derive(Clone, Debug, PartialEq)]
pub struct LineFamily {
    /// The direction of the lines, in radians.
    pub angle: f64,
    /// A point of the first line, where its dashes begin.
    pub base: [f64; 2],
    /// The displacement to the next line, along the lines and across them.
    pub step: [f64; 2],
    /// Dashes greater than zero, dots of zero, gaps less than zero; none for solid lines.
    pub dashes: Vec<f64>,
}

/// A line of a table of patterns: the angle in degrees, the base, the step, the dashes.
type Row = (f64, [f64; 2], [f64; 2], &'static [f64]);

/// The distance of lines in a pattern of parallel lines, in millimetres.
const USUAL_GAP: f64 = 3.0;

/// The most lines and dashes of a custom pattern.
const MAX_FAMILIES: usize = 64;
const MAX_DASHES: usize = 32;

/// The way along x between lines at 45° that are an eighth of an inch apart: 3.175 mm × √2, rounded as in the common pattern files.
const SHIFT: f64 = 4.490_128_053;

const TABLE: &[(&str, &[Row])] = &[
    ("SOLID", &[]),
    ("ANSI31", &[(45.0, [0.0, 0.0], [0.0, 3.175], &[])]),
    ("ANSI32", &[(45.0, [0.0, 0.0], [0.0, 9.525], &[]), (45.0, [SHIFT, 0.0], [0.0, 9.525], &[])]),
    ("ANSI33", &[(45.0, [0.0, 0.0], [0.0, 6.35], &[]), (45.0, [SHIFT, 0.0], [0.0, 6.35], &[3.175, -1.5875])]),
    (
        "ANSI34",
        &[
            (45.0, [0.0, 0.0], [0.0, 19.05], &[]),
            (45.0, [SHIFT, 0.0], [0.0, 19.05], &[]),
            (45.0, [2.0 * SHIFT, 0.0], [0.0, 19.05], &[]),
            (45.0, [3.0 * SHIFT, 0.0], [0.0, 19.05], &[]),
        ],
    ),
    (
        "ANSI35",
        &[
            (45.0, [0.0, 0.0], [0.0, 6.35], &[]),
            (45.0, [SHIFT, 0.0], [0.0, 6.35], &[7.9375, -1.5875, 0.0, -1.5875]),
        ],
    ),
    ("ANSI36", &[(45.0, [0.0, 0.0], [5.55625, 3.175], &[7.9375, -1.5875, 0.0, -1.5875])]),
    ("ANSI37", &[(45.0, [0.0, 0.0], [0.0, 3.175], &[]), (135.0, [0.0, 0.0], [0.0, 3.175], &[])]),
    (
        "ANSI38",
        &[(45.0, [0.0, 0.0], [0.0, 3.175], &[]), (135.0, [0.0, 0.0], [6.35, 3.175], &[7.9375, -4.7625])],
    ),
    // The names end in W100: they are drawn for a pen of 1 mm, whose multiples the dashes are.
    ("ISO02W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0])]),
    ("ISO03W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -18.0])]),
    ("ISO04W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[24.0, -3.0, 0.5, -3.0])]),
    ("ISO05W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[24.0, -3.0, 0.5, -3.0, 0.5, -3.0])]),
    (
        "ISO06W100",
        &[
            (0.0, [0.0, 0.0], [0.0, 5.0], &[24.0, -3.0, 0.5, -3.0, 0.5, -6.5]),
            (0.0, [0.0, 0.0], [0.0, 5.0], &[-34.0, 0.5, -3.0]),
        ],
    ),
    ("ISO07W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[0.5, -3.0])]),
    ("ISO08W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[24.0, -3.0, 6.0, -3.0])]),
    ("ISO09W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[24.0, -3.0, 6.0, -3.0, 6.0, -3.0])]),
    ("ISO10W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0, 0.5, -3.0])]),
    ("ISO11W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0, 12.0, -3.0, 0.5, -3.0])]),
    ("ISO12W100", &[(0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0, 0.5, -3.0, 0.5, -3.0])]),
    (
        "ISO13W100",
        &[
            (0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0, 12.0, -3.0, 0.5, -6.5]),
            (0.0, [0.0, 0.0], [0.0, 5.0], &[-33.5, 0.5, -3.0]),
        ],
    ),
    (
        "ISO14W100",
        &[
            (0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0, 0.5, -3.0, 0.5, -6.5]),
            (0.0, [0.0, 0.0], [0.0, 5.0], &[-22.0, 0.5, -3.0]),
        ],
    ),
    (
        "ISO15W100",
        &[
            (0.0, [0.0, 0.0], [0.0, 5.0], &[12.0, -3.0, 12.0, -3.0, 0.5, -10.0]),
            (0.0, [0.0, 0.0], [0.0, 5.0], &[-33.5, 0.5, -3.0, 0.5, -3.0]),
        ],
    ),
    ("LINE", &[(0.0, [0.0, 0.0], [0.0, 3.175], &[])]),
    ("NET", &[(0.0, [0.0, 0.0], [0.0, 3.175], &[]), (90.0, [0.0, 0.0], [0.0, 3.175], &[])]),
    (
        "NET3",
        &[
            (0.0, [0.0, 0.0], [0.0, 3.175], &[]),
            (60.0, [0.0, 0.0], [0.0, 3.175], &[]),
            (120.0, [0.0, 0.0], [0.0, 3.175], &[]),
        ],
    ),
    ("DASH", &[(0.0, [0.0, 0.0], [3.175, 3.175], &[3.175, -3.175])]),
    ("DOTS", &[(0.0, [0.0, 0.0], [0.793_75, 1.5875], &[0.0, -1.5875])]),
    (
        "BRICK",
        &[
            (0.0, [0.0, 0.0], [0.0, 6.35], &[]),
            (90.0, [0.0, 0.0], [0.0, 12.7], &[6.35, -6.35]),
            (90.0, [6.35, 0.0], [0.0, 12.7], &[-6.35, 6.35]),
        ],
    ),
    (
        "EARTH",
        &[
            (0.0, [0.0, 0.0], [6.35, 6.35], &[6.35, -6.35]),
            (0.0, [0.0, 2.381_25], [6.35, 6.35], &[6.35, -6.35]),
            (0.0, [0.0, 4.7625], [6.35, 6.35], &[6.35, -6.35]),
            (90.0, [0.793_75, 5.556_25], [6.35, 6.35], &[6.35, -6.35]),
            (90.0, [3.175, 5.556_25], [6.35, 6.35], &[6.35, -6.35]),
            (90.0, [5.556_25, 5.556_25], [6.35, 6.35], &[6.35, -6.35]),
        ],
    ),
    (
        "INSUL",
        &[
            (0.0, [0.0, 0.0], [0.0, 9.525], &[]),
            (0.0, [0.0, 3.175], [0.0, 9.525], &[3.175, -3.175]),
            (0.0, [0.0, 6.35], [0.0, 9.525], &[3.175, -3.175]),
        ],
    ),
    (
        "SQUARE",
        &[
            (0.0, [0.0, 0.0], [0.0, 3.175], &[3.175, -3.175]),
            (90.0, [0.0, 0.0], [0.0, 3.175], &[3.175, -3.175]),
        ],
    ),
];

impl HatchPattern {
    /// Returns the pattern of a name: one of the table in any case, with `ACAD_` in front or without, or `USER`.
    pub fn named(name: &str) -> Result<HatchPattern, SceneError> {
        let upper = name.trim().to_uppercase();
        if upper == "USER" {
            return Ok(HatchPattern::user(false));
        }
        let wanted = upper.strip_prefix("ACAD_").unwrap_or(&upper);
        if let Some((known, rows)) = TABLE.iter().find(|(known, _)| *known == wanted) {
            let family = |(angle, base, step, dashes): &Row| LineFamily {
                angle: angle.to_radians(),
                base: *base,
                step: *step,
                dashes: dashes.to_vec(),
            };
            // In CAD programs, these are known with a prefix.
            let name = if known.starts_with("ISO") { format!("ACAD_{known}") } else { (*known).to_owned() };
            let families = rows.iter().map(family).collect();
            return Ok(HatchPattern { name, families });
        }
        let names = || TABLE.iter().map(|(known, _)| *known).chain(["USER"]);
        let shown: String = name.chars().take(60).collect();
        Err(SceneError::range(match near_name(&upper, names()) {
            Some(near) => format!("there is no pattern \"{shown}\"; did you mean \"{near}\"?"),
            None => format!(
                "there is no pattern \"{shown}\"; there are ANSI31 to ANSI38, ISO02W100 to ISO15W100, {} and USER, or \
                 give a list of {{ angle, base, step, dashes }}",
                names()
                    .filter(|it| !it.starts_with("ANSI") && !it.starts_with("ISO") && *it != "USER")
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        }))
    }

    /// Makes the pattern of parallel lines, or of two such that cross.
    pub fn user(is_double: bool) -> HatchPattern {
        let family =
            |angle: f64| LineFamily { angle, base: [0.0, 0.0], step: [0.0, USUAL_GAP], dashes: Vec::new() };
        let mut families = vec![family(0.0)];
        if is_double {
            families.push(family(std::f64::consts::FRAC_PI_2));
        }
        HatchPattern { name: "USER".to_owned(), families }
    }

    /// Makes a pattern of the script's own.
    pub fn custom(families: Vec<LineFamily>) -> Result<HatchPattern, SceneError> {
        if families.is_empty() || families.len() > MAX_FAMILIES {
            return Err(SceneError::range(format!(
                "pattern must have between 1 and {MAX_FAMILIES} families of lines, got {}",
                families.len()
            )));
        }
        for (index, family) in families.iter().enumerate() {
            let numbers = family.base.iter().chain(&family.step).chain(&family.dashes).chain([&family.angle]);
            if let Some(wrong) = numbers.into_iter().find(|number| !number.is_finite()) {
                return Err(SceneError::range(format!(
                    "pattern[{index}] must hold finite numbers, got {}",
                    number_text(*wrong)
                )));
            }
            if family.step[1] == 0.0 {
                return Err(SceneError::range(format!(
                    "pattern[{index}].step must lead across the lines: its second number must not be 0"
                )));
            }
            if family.dashes.len() > MAX_DASHES {
                return Err(SceneError::range(format!(
                    "pattern[{index}].dashes must hold at most {MAX_DASHES} lengths, got {}",
                    family.dashes.len()
                )));
            }
            if !family.dashes.is_empty() && family.dashes.iter().map(|dash| dash.abs()).sum::<f64>() <= 0.0 {
                return Err(SceneError::range(format!("pattern[{index}].dashes must not all be 0")));
            }
        }
        Ok(HatchPattern { name: "CUSTOM".to_owned(), families })
    }

    /// Returns true for a pattern that fills the area.
    pub fn is_solid(&self) -> bool {
        self.families.is_empty()
    }

    /// Returns the least distance between lines of a family.
    pub fn gap(&self) -> f64 {
        self.families.iter().map(|family| family.step[1].abs()).fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_names_are_found_in_any_case_and_misspelt_ones_suggested() {
        assert_eq!(HatchPattern::named("ansi31").unwrap().gap(), 3.175);
        assert_eq!(HatchPattern::named("ACAD_ISO02W100").unwrap(), HatchPattern::named("iso02w100").unwrap());
        assert!(HatchPattern::named("Solid").unwrap().is_solid());
        let message = |name: &str| HatchPattern::named(name).unwrap_err().message;
        assert_eq!(message("ANSI3l"), "there is no pattern \"ANSI3l\"; did you mean \"ANSI31\"?");
        assert!(
            message("polka").contains("ANSI31 to ANSI38, ISO02W100 to ISO15W100, SOLID, LINE"),
            "{}",
            message("polka")
        );
    }

    #[test]
    fn custom_pattern_without_way_across_is_refused() {
        let family = LineFamily { angle: 0.0, base: [0.0; 2], step: [0.0, 2.0], dashes: vec![1.0, -1.0] };
        assert!(HatchPattern::custom(vec![family.clone()]).is_ok());
        let flat = LineFamily { step: [1.0, 0.0], ..family.clone() };
        let empty = LineFamily { dashes: vec![0.0, 0.0], ..family };
        for (families, reason) in
            [(vec![], "between 1 and 64"), (vec![flat], "step"), (vec![empty], "not all be 0")]
        {
            let error = HatchPattern::custom(families).unwrap_err();
            assert!(error.message.contains(reason), "{}", error.message);
        }
    }
}
