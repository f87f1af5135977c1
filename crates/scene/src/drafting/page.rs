//! The page that a drawing is shown on.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::drafting::error::{SceneError, quoted};
use scenewright_error::near_name;
use scenewright_geometry::{Affine, Bounds, Point, number_text};

/// The length in millimetres within which everything on a sheet is: an A0 is 1,189 mm long.
pub(crate) const LARGEST_SHEET: f64 = 1_200.0;

/// A page. Lengths are millimetres on paper, but the corner is a point of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Page {
    /// The name of the size, such as A3; empty for a size of its own.
    pub size: String,
    /// The width of the page as it lies, from 10 to 10,000.
    pub width: f64,
    /// The height of the page as it lies, from 10 to 10,000.
    pub height: f64,
    /// The distances of the frame from the edges: left, right, and above and below.
    pub margins: [f64; 3],
    /// The lower left corner of the page in the scene.
    pub corner: Point,
    /// The point of the scene in the middle of the frame; `None` where the drawing is centred.
    pub center: Option<Point>,
    /// True where the scale follows from the drawing.
    pub fits: bool,
}

/// A sheet of a drawing: a page with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedPage {
    /// The name, which no other sheet of the drawing has.
    pub name: Arc<str>,
    /// The page itself, whose size, frame and place are the sheet's own.
    pub page: Arc<Page>,
}

/// The name of the first sheet where none was given.
pub const FIRST_SHEET: &str = "Sheet";

/// The most sheets of a drawing: a PDF has a page for each, with all that the page shows.
pub const MAX_SHEETS: usize = 100;

/// The most characters in the name of a sheet: it is a tab of the browser and of CAD programs.
const MAX_SHEET_NAME: usize = 60;

/// The sizes of paper, upright, in millimetres.
const SIZES: &[(&str, f64, f64)] = &[
    ("A0", 841.0, 1189.0),
    ("A1", 594.0, 841.0),
    ("A2", 420.0, 594.0),
    ("A3", 297.0, 420.0),
    ("A4", 210.0, 297.0),
    ("A5", 148.0, 210.0),
    ("A6", 105.0, 148.0),
    ("B1", 707.0, 1000.0),
    ("B2", 500.0, 707.0),
    ("B3", 353.0, 500.0),
    ("B4", 250.0, 353.0),
    ("B5", 176.0, 250.0),
    ("Letter", 215.9, 279.4),
    ("Legal", 215.9, 355.6),
    ("Tabloid", 279.4, 431.8),
    ("ANSI C", 431.8, 558.8),
    ("ANSI D", 558.8, 863.6),
    ("ANSI E", 863.6, 1117.6),
    ("Arch C", 457.2, 609.6),
    ("Arch D", 609.6, 914.4),
    ("Arch E", 914.4, 1219.2),
];

/// The margins of ISO 5457: 20 at the left, where a sheet is bound, and 10 elsewhere.
const MARGINS: [f64; 3] = [20.0, 10.0, 10.0];

/// The bounds of a side, in millimetres.
const MIN_SIDE: f64 = 10.0;
const MAX_SIDE: f64 = 10_000.0;

/// The way in which a page lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// The longer side is horizontal.
    Landscape,
    /// The longer side is upright.
    Portrait,
}

impl Page {
    /// Returns a page of a size with a name; sizes up to A4 are upright and larger ones wide unless the orientation says
    /// otherwise.
    pub fn named(name: &str, orientation: Option<Orientation>) -> Result<Page, SceneError> {
        let Some((known, width, height)) = size_named(name.trim()) else {
            let names = || SIZES.iter().map(|(known, ..)| *known);
            let near =
                || near_name(name.trim(), names()).map(|near| format!("did you mean {}?", quoted(near)));
            let offer = size_and_orientation(name).or_else(near).unwrap_or_else(|| {
                let all = names().collect::<Vec<_>>().join(", ");
                format!("there are {all}, or give [width, height] in millimetres")
            });
            return Err(SceneError::range(format!("there is no page size {}; {offer}", quoted(name))));
        };
        let is_small = *height <= 300.0;
        let usual = if is_small { Orientation::Portrait } else { Orientation::Landscape };
        let (width, height) = match orientation.unwrap_or(usual) {
            Orientation::Portrait => (*width, *height),
            Orientation::Landscape => (*height, *width),
        };
        Ok(Page::of_size((*known).to_owned(), width, height))
    }

    /// Returns a page of any size, turned as the orientation says.
    pub fn custom(width: f64, height: f64, orientation: Option<Orientation>) -> Result<Page, SceneError> {
        for (side, length) in [("width", width), ("height", height)] {
            if !(MIN_SIDE..=MAX_SIDE).contains(&length) {
                return Err(SceneError::range(format!(
                    "the {side} of the page must be between {MIN_SIDE} and {MAX_SIDE} mm, got {}",
                    number_text(length)
                )));
            }
        }
        let (small, large) = (width.min(height), width.max(height));
        let (width, height) = match orientation {
            None => (width, height),
            Some(Orientation::Portrait) => (small, large),
            Some(Orientation::Landscape) => (large, small),
        };
        Ok(Page::of_size(String::new(), width, height))
    }

    fn of_size(size: String, width: f64, height: f64) -> Page {
        Page { size, width, height, margins: MARGINS, corner: Point::ORIGIN, center: None, fits: true }
    }

    /// Returns the page with the same margin on all sides.
    pub fn with_margin(self, margin: f64) -> Result<Page, SceneError> {
        if !margin.is_finite() || margin < 0.0 || margin * 2.0 >= self.width.min(self.height) {
            return Err(SceneError::range(format!(
                "option margin must be at least 0 and less than half of the shorter side, got {}",
                number_text(margin)
            )));
        }
        Ok(Page { margins: [margin; 3], ..self })
    }

    /// Returns the size in words, such as `A4 portrait` or `200 × 100`.
    pub fn size_text(&self) -> String {
        match self.size.as_str() {
            "" => format!("{} × {}", number_text(self.width), number_text(self.height)),
            size if self.width > self.height => format!("{size} landscape"),
            size => format!("{size} portrait"),
        }
    }

    /// Returns the frame on paper.
    pub fn frame(&self) -> Bounds {
        let [left, right, across] = self.margins;
        Bounds { min: Point::new(left, across), max: Point::new(self.width - right, self.height - across) }
    }

    /// Returns the page in the scene, for the length there of a millimetre on paper.
    pub fn bounds(&self, millimeter: f64) -> Bounds {
        let max =
            Point::new(self.corner.x + self.width * millimeter, self.corner.y + self.height * millimeter);
        Bounds { min: self.corner, max }
    }

    /// Returns the transform from millimetres on paper, from the lower left corner, to the scene.
    pub fn to_scene(&self, millimeter: f64) -> Affine {
        Affine { e: self.corner.x, f: self.corner.y, ..Affine::scale(millimeter, millimeter) }
    }

    /// Checks a page that came from a file or another process.
    pub fn check(&self) -> Result<(), SceneError> {
        let page = Page::custom(self.width, self.height, None)?;
        let [left, right, across] = self.margins;
        let is_whole = self.margins.iter().all(|margin| *margin >= 0.0)
            && left + right < page.width
            && across * 2.0 < page.height;
        if !is_whole || !self.corner.is_finite() || !self.center.is_none_or(|center| center.is_finite()) {
            return Err(SceneError::range(
                "the page must have margins that leave room, and finite numbers only",
            ));
        }
        Ok(())
    }
}

impl NamedPage {
    /// Checks the name of a sheet.
    pub(crate) fn check_name(name: &str) -> Result<(), SceneError> {
        let length = name.chars().count();
        if name.trim().is_empty() || length > MAX_SHEET_NAME || name.chars().any(char::is_control) {
            return Err(SceneError::range(format!(
                "the name of a sheet must have 1 to {MAX_SHEET_NAME} characters, and none that breaks the line, got {}",
                quoted(name)
            )));
        }
        Ok(())
    }
}

fn size_named(name: &str) -> Option<&'static (&'static str, f64, f64)> {
    SIZES.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name))
}

/// Returns how a size is written whose name also says how the page lies, as in style sheets: `A4 landscape`.
fn size_and_orientation(name: &str) -> Option<String> {
    let words = name.split([' ', '-', '_']).filter(|word| !word.is_empty());
    let is_orientation =
        |word: &&str| ["landscape", "portrait"].contains(&word.to_ascii_lowercase().as_str());
    let (orientation, size): (Vec<_>, Vec<_>) = words.partition(is_orientation);
    let (&[orientation], size) = (&orientation[..], size.join(" ")) else { return None };
    let (known, ..) = size_named(&size)?;
    Some(format!("write '{known}' with the option orientation: '{}'", orientation.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_sizes_are_known_in_any_case() {
        let size =
            |name: &str, orientation| Page::named(name, orientation).map(|page| [page.width, page.height]);
        assert_eq!(size("a3", None).unwrap(), [420.0, 297.0]);
        assert_eq!(size("A3", Some(Orientation::Portrait)).unwrap(), [297.0, 420.0]);
        assert_eq!(size("A4", None).unwrap(), [210.0, 297.0]);
        assert_eq!(size("letter", Some(Orientation::Landscape)).unwrap(), [279.4, 215.9]);
        assert!(
            size("A33", None).unwrap_err().message.starts_with("there is no page size \"A33\"; did you mean")
        );
        let refused = size("A4-Landscape", None).unwrap_err().message;
        assert!(refused.ends_with("; write 'A4' with the option orientation: 'landscape'"), "{refused}");
        assert!(Page::custom(5.0, 100.0, None).is_err());
        assert!(Page::named("A4", None).unwrap().with_margin(105.0).is_err());
    }
}
