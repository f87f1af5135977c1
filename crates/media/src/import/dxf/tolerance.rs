//! The frames of geometrical tolerances.

use scenewright_geometry::{Affine, Path, Point};
use scenewright_scene::{Align, DrawnSign};

use super::dimension_style::{DimensionStyle, codes};
use super::formats::formatted;
use super::header::File;
use super::leader::TEXT_GAP;
use super::plain_dimension::TEXT_HEIGHT;
use super::record::Record;
use super::text::Words;
use crate::import::drawing::{Raise, TextItem};
use crate::import::paragraphs::RunLook;

/// The height of a row, in heights of its text.
const ROW: f64 = 2.0;

/// A frame of rows of cells.
#[derive(Default)]
pub(super) struct Frame {
    pub lines: Path,
    /// The lines of the signs in it, and their areas, which have the colour of the texts.
    pub signs: [Path; 2],
    pub texts: Vec<Words>,
    /// The indices of the colours of its lines and of its texts, where its style has them.
    pub colors: [Option<i64>; 2],
}

/// What stands in a cell.
enum Piece {
    Sign(char),
    Text(String),
}

/// Returns the frame of a TOLERANCE with the way from its own plane to the drawing's; `None` for one without words.
pub(super) fn frame(record: &Record<'_>, file: &File<'_>) -> Option<(Frame, Affine)> {
    let style = DimensionStyle::of(record, file);
    let at = record.point(10)?;
    let along = record.point(11).filter(|along| along.x != 0.0 || along.y != 0.0);
    let angle = along.map_or(0.0, |along| along.y.atan2(along.x));
    let height = style.size(codes::TEXT_HEIGHT, TEXT_HEIGHT);
    let gap = style.size(codes::TEXT_GAP, TEXT_GAP).abs();
    let text = file.decode(record.find(1)?.raw());
    let mut frame = Frame {
        colors: [style.whole(codes::LINE_COLOR), style.whole(codes::TEXT_COLOR)],
        ..Frame::default()
    };
    let mut middle = 0.0;
    for row in rows(&text) {
        frame.row(&row, middle, height, gap);
        middle -= ROW * height;
    }
    if frame.lines.is_empty() {
        return None;
    }
    // Its place is the middle of the left side of the first row.
    Some((frame, Affine::translation(at.x, at.y) * Affine::rotation(angle)))
}

impl Frame {
    /// Adds a row of cells, the first of which begins at x = 0.
    fn row(&mut self, cells: &[Vec<Piece>], middle: f64, height: f64, gap: f64) {
        let half = 0.5 * ROW * height;
        let mut x = 0.0;
        for cell in cells {
            let own = width(cell, height);
            // A cell is no narrower than it is high.
            let room = (own + 2.0 * gap).max(2.0 * half);
            let corners = [(x, -half), (x + room, -half), (x + room, half), (x, half)];
            // Neighbours share the line between them.
            let chain: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, middle + y)).collect();
            let chain = if x == 0.0 { [&chain[..], &chain[..1]].concat() } else { chain };
            self.lines.push_chain(chain, false);
            self.cell(cell, Point::new(x + 0.5 * (room - own), middle - 0.5 * height), height);
            x += room;
        }
    }

    fn cell(&mut self, cell: &[Piece], begin: Point, height: f64) {
        let mut at = begin;
        for piece in cell {
            let own = piece.width(height);
            let mut word = |text: String, x: f64, height: f64, y: f64| {
                let item = TextItem {
                    align: Align::Center,
                    raise: Raise::Baseline,
                    ..TextItem::plain(text, Point::new(x, y), height)
                };
                self.texts.push(Words { item, color: None, has_tracking: false, back: None });
            };
            match piece {
                Piece::Text(text) => word(text.clone(), at.x + 0.5 * own, height, at.y),
                Piece::Sign(character) => {
                    if let Some(sign) = DrawnSign::of(*character, at, height) {
                        if let Some((letter, size)) = sign.letter {
                            word(letter.to_string(), at.x + 0.5 * own, size, at.y + 0.5 * (height - size));
                        }
                        for (all, own) in self.signs.iter_mut().zip([sign.lines, sign.fills]) {
                            all.extend(&own);
                        }
                    }
                }
            }
            at.x += own;
        }
    }
}

impl Piece {
    fn width(&self, height: f64) -> f64 {
        match self {
            Piece::Sign(character) => {
                DrawnSign::of(*character, Point::default(), height).map_or(0.0, |it| it.width)
            }
            Piece::Text(text) => text.chars().map(letter_width).sum::<f64>() * height,
        }
    }
}

fn width(cell: &[Piece], height: f64) -> f64 {
    cell.iter().map(|piece| piece.width(height)).sum()
}

/// Returns the width of a letter in heights of capitals, as sans-serif fonts have it: a frame is drawn before its texts have fonts,
/// and these stand in the middle of their cells.
fn letter_width(letter: char) -> f64 {
    match letter {
        ' ' | '.' | ',' | ':' | 'I' | 'i' | 'l' | '/' => 0.4,
        'M' | 'W' | 'm' | 'w' => 1.2,
        letter if letter.is_ascii_uppercase() => 0.95,
        _ => 0.78,
    }
}

/// Reads the rows of a text, with the cells that hold something: `{\Fgdt;j}%%v{\Fgdt;n}0.05{\Fgdt;m}%%vA^J`.
fn rows(text: &str) -> Vec<Vec<Vec<Piece>>> {
    let lines = text.split("^J").flat_map(|line| line.split("\\P")).flat_map(|line| line.split('\n'));
    let cells = |line: &str| -> Vec<Vec<Piece>> {
        line.replace("%%V", "%%v").split("%%v").map(cell).filter(|cell| !cell.is_empty()).collect()
    };
    lines.map(cells).filter(|cells: &Vec<Vec<Piece>>| !cells.is_empty()).collect()
}

/// Reads what stands in a cell: words, and the signs that letters of the font GDT are.
fn cell(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    for letter in formatted(text, RunLook::plain(1.0)).plain().chars() {
        if DrawnSign::of(letter, Point::default(), 1.0).is_some() {
            push_words(&mut pieces, &mut words);
            pieces.push(Piece::Sign(letter));
        } else {
            words.push(letter);
        }
    }
    push_words(&mut pieces, &mut words);
    pieces
}

fn push_words(pieces: &mut Vec<Piece>, words: &mut String) {
    let text = std::mem::take(words);
    if !text.trim().is_empty() {
        pieces.push(Piece::Text(text.trim().to_owned()));
    }
}
