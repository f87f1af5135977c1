//! The words after a family that request a style: `Bold`, `Condensed Light Italic`, `ExtraBold`.

/// The aspects of a style that can be requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits {
    pub weight: u16,
    pub slanted: bool,
    /// The width as OpenType counts it: 5 is normal, less is narrower.
    pub width: u16,
}

/// The style that the words request; aspects they leave out may be anything, the more regular the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct StyleWords {
    weight: Option<u16>,
    slanted: Option<bool>,
    width: Option<u16>,
}

/// The difference within which weights are the same: an extra light is 200 in some fonts and 250 in others.
const SAME_WEIGHT: u16 = 50;
/// The difference within which widths are the same: a condensed font is 3 or 4.
const SAME_WIDTH: u16 = 1;

impl StyleWords {
    /// Parses lower-case words; `None` when one is not a word of style.
    pub(crate) fn parse(words: &[&str]) -> Option<StyleWords> {
        let mut style = StyleWords::default();
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let joined;
            let word = match word {
                "extra" | "ultra" | "semi" | "demi" => {
                    joined = format!("{word}{}", words.next()?);
                    &joined
                }
                word => word,
            };
            match word {
                "italic" | "oblique" | "slanted" => style.slanted = Some(true),
                _ => match (weight_of(word), width_of(word)) {
                    (Some(weight), _) => style.weight = Some(weight),
                    (None, width) => style.width = Some(width?),
                },
            }
        }
        if style.weight.is_some() && style.slanted.is_none() {
            style.slanted = Some(false);
        }
        Some(style)
    }

    /// Returns the distance of a font from the requested style; `None` when it is something else.
    pub(crate) fn distance(&self, font: &Traits) -> Option<(bool, u16, u16)> {
        let weight = font.weight.abs_diff(self.weight.unwrap_or(400));
        let width = font.width.abs_diff(self.width.unwrap_or(5));
        let is_other = self.weight.is_some() && weight > SAME_WEIGHT
            || self.width.is_some() && width > SAME_WIDTH
            || self.slanted.is_some_and(|slanted| slanted != font.slanted);
        (!is_other).then_some((font.slanted && self.slanted.is_none(), width, weight))
    }
}

fn weight_of(word: &str) -> Option<u16> {
    Some(match word {
        "thin" | "hairline" => 100,
        "extralight" | "ultralight" => 200,
        "light" => 300,
        "regular" | "normal" | "book" | "roman" => 400,
        "medium" => 500,
        "semibold" | "demibold" => 600,
        "bold" => 700,
        "extrabold" | "ultrabold" => 800,
        "black" | "heavy" => 900,
        _ => return None,
    })
}

fn width_of(word: &str) -> Option<u16> {
    Some(match word {
        "ultracondensed" => 1,
        "extracondensed" => 2,
        "condensed" | "narrow" => 3,
        "semicondensed" => 4,
        "semiexpanded" => 6,
        "expanded" | "wide" => 7,
        "extraexpanded" => 8,
        "ultraexpanded" => 9,
        _ => return None,
    })
}
