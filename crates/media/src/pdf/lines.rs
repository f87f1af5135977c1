//! Lines of text from placed characters.
//!
//! A PDF page has no lines, no words and often no spaces: it has characters at places. They are taken in the order of the
//! document, which is the order of reading for nearly every program that writes one, columns included. Text on the
//! same baseline a little further on is the same line, with a space where the gap is wider than between letters, and
//! several where it is as wide as between the columns of a table.

use hayro::kurbo::{Point, Vec2};

/// A character, or several of a ligature, at its place on the page; y points down.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub text: String,
    /// The beginning on the baseline.
    pub start: Point,
    /// The place where the next character would follow.
    pub end: Point,
    /// The size of the font on the page.
    pub size: f64,
}

/// The gap that is a space, in sizes of the font.
const WORD_GAP: f64 = 0.17;
/// The gap that separates columns of a table.
const COLUMN_GAP: f64 = 1.5;
/// The greatest distance from the baseline, up or down, of a character on the line, such as an exponent.
const BASELINE_SHIFT: f64 = 0.45;
/// The greatest step back of a character on the line, such as an accent.
const STEP_BACK: f64 = 0.6;
/// The distance of baselines from which on there is an empty line between them.
const PARAGRAPH_GAP: f64 = 1.9;

/// Returns the text of the characters, lines separated by a line feed.
pub(super) fn text_of(glyphs: &[Placed]) -> String {
    let mut out = String::new();
    let mut last: Option<&Placed> = None;
    for glyph in glyphs {
        if let Some(before) = last {
            match step(before, glyph) {
                Step::Same => {}
                Step::Word => push_space(&mut out, 1),
                Step::Column => push_space(&mut out, 3),
                Step::Line => end_line(&mut out, 1),
                Step::Paragraph => end_line(&mut out, 2),
            }
        }
        out.extend(glyph.text.chars().map(|character| if character.is_control() { ' ' } else { character }));
        last = Some(glyph);
    }
    end_line(&mut out, 0);
    out
}

enum Step {
    Same,
    Word,
    Column,
    Line,
    Paragraph,
}

/// Returns the step from one character to the next, seen along the baseline of the first.
fn step(before: &Placed, next: &Placed) -> Step {
    let size = before.size.max(next.size).max(f64::MIN_POSITIVE);
    let along = match before.end - before.start {
        advance if advance.hypot() > 0.0 => advance / advance.hypot(),
        _ => Vec2::new(1.0, 0.0),
    };
    let gap = next.start - before.end;
    let forward = gap.dot(along) / size;
    let down = gap.cross(along).abs() / size;
    if down > BASELINE_SHIFT || forward < -STEP_BACK {
        return if down > PARAGRAPH_GAP { Step::Paragraph } else { Step::Line };
    }
    match forward {
        _ if forward > COLUMN_GAP => Step::Column,
        _ if forward > WORD_GAP => Step::Word,
        _ => Step::Same,
    }
}

fn push_space(out: &mut String, count: usize) {
    let have = out.chars().rev().take_while(|character| *character == ' ').count();
    out.extend(std::iter::repeat_n(' ', count.saturating_sub(have)));
}

/// Ends the line, so that `feeds` line feeds stand at the end; no more than two are ever in a row.
fn end_line(out: &mut String, feeds: usize) {
    out.truncate(out.trim_end().len());
    if !out.is_empty() {
        out.extend(std::iter::repeat_n('\n', feeds));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type PlacedWord = (&'static str, f64, f64);

    /// Characters of 10 points, each 5 wide, from a place to the right.
    fn word(text: &str, x: f64, y: f64) -> Vec<Placed> {
        let at = |index: usize| Point::new(x + 5.0 * index as f64, y);
        text.chars()
            .enumerate()
            .map(|(index, character)| Placed {
                text: character.to_string(),
                start: at(index),
                end: at(index + 1),
                size: 10.0,
            })
            .collect()
    }

    #[test]
    fn gaps_become_spaces_columns_lines_and_paragraphs() {
        // (words with their places, text)
        let cases: &[(&[PlacedWord], &str)] = &[
            (&[("one", 0.0, 0.0), ("two", 15.0, 0.0)], "onetwo"),
            (&[("one", 0.0, 0.0), ("two", 18.0, 0.0)], "one two"),
            (&[("one ", 0.0, 0.0), ("two", 22.0, 0.0)], "one two"),
            (&[("qty", 0.0, 0.0), ("7", 100.0, 0.0)], "qty   7"),
            (&[("x", 0.0, 0.0), ("2", 5.0, -4.0), ("y", 10.0, 0.0)], "x2y"),
            (&[("one", 0.0, 0.0), ("two", 0.0, 12.0)], "one\ntwo"),
            (&[("one", 0.0, 0.0), ("two", 0.0, 30.0)], "one\n\ntwo"),
            // The second column begins at the top again.
            (&[("left", 0.0, 700.0), ("right", 300.0, 0.0)], "left\n\nright"),
            (&[], ""),
        ];
        for (words, expected) in cases {
            let glyphs: Vec<Placed> = words.iter().flat_map(|(text, x, y)| word(text, *x, *y)).collect();
            assert_eq!(text_of(&glyphs), *expected, "{words:?}");
        }
    }

    #[test]
    fn turned_text_is_read_along_its_baseline() {
        let turned: Vec<Placed> = word("up we go", 0.0, 0.0)
            .into_iter()
            .map(|it| Placed {
                start: Point::new(it.start.y, -it.start.x),
                end: Point::new(it.end.y, -it.end.x),
                ..it
            })
            .collect();
        assert_eq!(text_of(&turned), "up we go");
    }
}
