//! Signs of drawings that fonts for text do not have: depths and seats of holes, geometrical characteristics, letters in
//! circles.
//!
//! They are drawn as lines, so that a sheet looks the same wherever it is read.

use std::f64::consts::PI;

use crate::drafting::parts::{push_arc, push_circle};
use crate::drafting::vectors::{ahead, left_of};
use scenewright_geometry::{Path, Point};

/// A stroke of a sign, in heights of capital letters from the beginning of its baseline.
enum Stroke {
    Chain(&'static [[f64; 2]]),
    Loop(&'static [[f64; 2]]),
    Circle([f64; 2], f64),
    /// The centre, the radius, the angle it begins at, and the one it turns through.
    Arc([f64; 2], f64, f64, f64),
    Fill(&'static [[f64; 2]]),
}

/// A sign with its width, in heights of capital letters.
pub(crate) struct Sign {
    pub(crate) width: f64,
    strokes: &'static [Stroke],
}

/// The width of a letter in a circle, and the height of that letter.
pub(crate) const CIRCLED_WIDTH: f64 = 1.6;
pub(crate) const CIRCLED_HEIGHT: f64 = 0.75;

const CIRCLED: &[Stroke] = &[Stroke::Circle([0.8, 0.5], 0.7)];

/// Returns the sign that a character stands for, where it is one.
pub(crate) fn sign_of(character: char) -> Option<Sign> {
    let (width, strokes): (f64, &'static [Stroke]) = match character {
        // Depth.
        '↧' => (
            1.0,
            &[
                Stroke::Chain(&[[0.15, 1.0], [0.85, 1.0]]),
                Stroke::Chain(&[[0.5, 1.0], [0.5, 0.3]]),
                Stroke::Fill(&[[0.5, 0.0], [0.36, 0.4], [0.64, 0.4]]),
            ],
        ),
        // Counterbore or spotface.
        '⌴' => (1.2, &[Stroke::Chain(&[[0.1, 0.85], [0.1, 0.1], [1.1, 0.1], [1.1, 0.85]])]),
        // Countersink.
        '⌵' => (1.2, &[Stroke::Chain(&[[0.1, 0.9], [0.6, 0.1], [1.1, 0.9]])]),
        // Diameter.
        '⌀' => (1.1, &[Stroke::Circle([0.55, 0.5], 0.4), Stroke::Chain(&[[0.2, -0.1], [0.9, 1.1]])]),
        // Straightness, flatness, roundness, cylindricity.
        '⏤' => (1.6, &[Stroke::Chain(&[[0.2, 0.5], [1.4, 0.5]])]),
        '⏥' => (1.6, &[Stroke::Loop(&[[0.15, 0.15], [1.1, 0.15], [1.45, 0.85], [0.5, 0.85]])]),
        '○' => (1.6, &[Stroke::Circle([0.8, 0.5], 0.5)]),
        '⌭' => (
            1.6,
            &[
                Stroke::Circle([0.8, 0.5], 0.36),
                Stroke::Chain(&[[0.15, 0.0], [0.65, 1.0]]),
                Stroke::Chain(&[[0.95, 0.0], [1.45, 1.0]]),
            ],
        ),
        // Profile of a line, of a surface.
        '⌒' => (1.6, &[Stroke::Arc([0.8, 0.2], 0.6, 0.0, PI)]),
        '⌓' => (1.6, &[Stroke::Arc([0.8, 0.2], 0.6, 0.0, PI), Stroke::Chain(&[[0.2, 0.2], [1.4, 0.2]])]),
        // Parallelism, perpendicularity, angularity.
        '∥' => (1.6, &[Stroke::Chain(&[[0.3, 0.0], [0.8, 1.0]]), Stroke::Chain(&[[0.8, 0.0], [1.3, 1.0]])]),
        '⟂' => {
            (1.6, &[Stroke::Chain(&[[0.2, 0.05], [1.4, 0.05]]), Stroke::Chain(&[[0.8, 0.05], [0.8, 1.0]])])
        }
        '∠' => (1.6, &[Stroke::Chain(&[[1.3, 0.9], [0.2, 0.1], [1.4, 0.1]])]),
        // Position, concentricity, symmetry.
        '⌖' => (
            1.6,
            &[
                Stroke::Circle([0.8, 0.5], 0.34),
                Stroke::Chain(&[[0.2, 0.5], [1.4, 0.5]]),
                Stroke::Chain(&[[0.8, -0.1], [0.8, 1.1]]),
            ],
        ),
        '◎' => (1.6, &[Stroke::Circle([0.8, 0.5], 0.27), Stroke::Circle([0.8, 0.5], 0.52)]),
        '⌯' => (
            1.6,
            &[
                Stroke::Chain(&[[0.45, 0.85], [1.15, 0.85]]),
                Stroke::Chain(&[[0.2, 0.5], [1.4, 0.5]]),
                Stroke::Chain(&[[0.45, 0.15], [1.15, 0.15]]),
            ],
        ),
        // Run-out, total run-out.
        '↗' => (
            1.6,
            &[
                Stroke::Chain(&[[0.35, 0.0], [1.1, 0.83]]),
                Stroke::Fill(&[[1.25, 1.0], [0.86, 0.78], [1.06, 0.6]]),
            ],
        ),
        '⌰' => (
            1.6,
            &[
                Stroke::Chain(&[[0.15, 0.0], [0.85, 0.0]]),
                Stroke::Chain(&[[0.15, 0.0], [0.7, 0.8]]),
                Stroke::Fill(&[[0.83, 1.0], [0.48, 0.75], [0.69, 0.58]]),
                Stroke::Chain(&[[0.85, 0.0], [1.3, 0.65]]),
                Stroke::Fill(&[[1.48, 0.92], [1.14, 0.66], [1.35, 0.5]]),
            ],
        ),
        _ if circled(character).is_some() => (CIRCLED_WIDTH, CIRCLED),
        _ => return None,
    };
    Some(Sign { width, strokes })
}

/// Returns the letter in a circle that a character is.
pub(crate) fn circled(character: char) -> Option<char> {
    let index = u32::from(character).checked_sub(u32::from('Ⓐ')).filter(|index| *index < 26)?;
    char::from_u32(u32::from('A') + index)
}

/// Returns the character for a letter in a circle.
pub(crate) fn circled_letter(letter: char) -> Option<char> {
    let index = u32::from(letter.to_ascii_uppercase()).checked_sub(u32::from('A'))?;
    if index < 26 { char::from_u32(u32::from('Ⓐ') + index) } else { None }
}

impl Sign {
    /// Appends the lines and areas of the sign, from the beginning of its baseline along a direction.
    pub(crate) fn draw(&self, lines: &mut Path, fills: &mut Path, begin: Point, along: Point, height: f64) {
        let up = left_of(along);
        let at = |[x, y]: [f64; 2]| ahead(ahead(begin, along, x * height), up, y * height);
        let angle = along.y.atan2(along.x);
        for stroke in self.strokes {
            match stroke {
                Stroke::Chain(points) => lines.push_chain(points.iter().copied().map(at), false),
                Stroke::Loop(points) => lines.push_chain(points.iter().copied().map(at), true),
                Stroke::Circle(center, radius) => push_circle(lines, at(*center), radius * height),
                Stroke::Arc(center, radius, start, sweep) => {
                    push_arc(lines, at(*center), radius * height, start + angle, *sweep);
                }
                Stroke::Fill(points) => fills.push_chain(points.iter().copied().map(at), true),
            }
        }
    }
}

/// A sign as lines and areas, for what is drawn without a scene.
pub struct DrawnSign {
    /// How far it reaches along its baseline.
    pub width: f64,
    /// Its lines.
    pub lines: Path,
    /// Its filled areas.
    pub fills: Path,
    /// The letter of a sign that is a letter in a circle, with its height. Both have the same middle.
    pub letter: Option<(char, f64)>,
}

impl DrawnSign {
    /// Draws the sign that a character stands for, from the beginning of its baseline along x, given the height of capital letters;
    /// `None` for a character that fonts have.
    pub fn of(character: char, begin: Point, height: f64) -> Option<DrawnSign> {
        let sign = sign_of(character)?;
        let (mut lines, mut fills) = (Path::new(), Path::new());
        sign.draw(&mut lines, &mut fills, begin, Point::new(1.0, 0.0), height);
        let letter = circled(character).map(|letter| (letter, height * CIRCLED_HEIGHT));
        Some(DrawnSign { width: sign.width * height, lines, fills, letter })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_circles_are_known_both_ways() {
        for letter in ['A', 'M', 'Z'] {
            assert_eq!(circled_letter(letter).and_then(circled), Some(letter));
        }
        assert_eq!(circled_letter('m'), Some('Ⓜ'));
        assert_eq!((circled('a'), circled('7'), circled_letter('é')), (None, None, None));
    }

    #[test]
    fn letters_and_digits_are_no_signs() {
        assert!("AzØ×°±0 µ".chars().all(|it| sign_of(it).is_none()));
        assert!("↧⌴⌵⌀⏤⏥○⌭⌒⌓∥⟂∠⌖◎⌯↗⌰Ⓜ".chars().all(|it| sign_of(it).is_some()));
    }
}
