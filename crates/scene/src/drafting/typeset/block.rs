//! A block of lines: wrapping, and the raised, lowered and stacked parts of a line.

use std::ops::Range;

use super::face::Face;
use super::fonts::Fonts;
use super::itemize::clusters;
use super::layout::{Glyph, Layout};
use super::markup::{Run, Span, plain_text, spans};
use scenewright_error::Result;
use scenewright_geometry::Affine;

/// The size of raised, lowered and stacked parts, as a share of the text's.
const SCRIPT_SIZE: f64 = 0.62;

/// The heights of their baselines, as shares of the height of capitals.
const RAISED: f64 = 0.52;
const LOWERED: f64 = -0.22;
const UPPER: f64 = 0.56;
const LOWER: f64 = -0.2;

/// The room on both sides of a stack, as a share of the text's size.
const STACK_GAP: f64 = 0.08;

/// The share by which a line may be wider than its box: shaping a line whole can move its letters by a hair.
const SLACK: f64 = 1e-6;

/// A way to set a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BlockStyle {
    /// The height of the font's em square, in the unit of the result.
    pub size: f64,
    /// The width at which lines are broken.
    pub width: Option<f64>,
    /// True where `^{}`, `_{}` and `{|}` are read as raised, lowered and stacked parts.
    pub has_markup: bool,
}

/// One line of a block: its source, what a reader sees of it, and its glyphs from the left end of the baseline.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SetLine {
    /// The part of the text that the line was set from, with its markup.
    pub source: String,
    /// The glyphs, from the left end of the baseline.
    pub glyphs: Vec<Glyph>,
    /// The distance that the pen has moved, spaces included.
    pub width: f64,
    /// The characters that no font has, each once.
    pub missing: Vec<char>,
}

/// The failure of setting a text.
#[derive(Debug)]
pub(crate) enum BlockError {
    /// The markup is wrong, in words.
    Markup(String),
    /// A font that was needed cannot be read, or may not be.
    Font(scenewright_error::Error),
}

impl From<scenewright_error::Error> for BlockError {
    fn from(error: scenewright_error::Error) -> Self {
        BlockError::Font(error)
    }
}

/// Sets a text of any number of lines. An empty text is one empty line.
pub(crate) fn set_block(
    face: &Face,
    fonts: &Fonts,
    text: &str,
    style: BlockStyle,
) -> std::result::Result<Vec<SetLine>, BlockError> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        // A text that was read from a file may have Windows line ends.
        let paragraph = paragraph.strip_suffix('\r').unwrap_or(paragraph);
        match style.width {
            None => lines.push(set_line(face, fonts, paragraph, style)?),
            Some(width) => {
                let atoms = atoms(paragraph, style.has_markup)?;
                let measure = |range: Range<usize>| -> std::result::Result<f64, BlockError> {
                    // Each piece is shaped by itself, as kerning and ligatures depend on the neighbours; the
                    // slack covers the difference to the whole line.
                    Ok(set_line(face, fonts, &paragraph[range], style)?.width)
                };
                for range in wrap(paragraph, &atoms, width * (1.0 + SLACK), measure)? {
                    lines.push(set_line(face, fonts, &paragraph[range], style)?);
                }
            }
        }
    }
    Ok(lines)
}

fn set_line(
    face: &Face,
    fonts: &Fonts,
    source: &str,
    style: BlockStyle,
) -> std::result::Result<SetLine, BlockError> {
    let mut line = SetLine { source: source.to_owned(), glyphs: Vec::new(), width: 0.0, missing: Vec::new() };
    let size = style.size;
    // The usual case needs no parsing, and braces are braces.
    if !style.has_markup {
        let layout = face.set_line(fonts, source, size)?;
        line.width = line.add(layout, 0.0, 0.0);
        return Ok(line);
    }
    let (cap, small) = (face.cap_height(size), size * SCRIPT_SIZE);
    let set = |text: &str, size: f64| -> Result<Layout> { face.set_line(fonts, text, size) };
    for Span { run, .. } in spans(source).map_err(BlockError::Markup)? {
        let x = line.width;
        line.width += match &run {
            Run::Plain(text) => line.add(set(text, size)?, x, 0.0),
            Run::Raised(text) => line.add(set(text, small)?, x, cap * RAISED),
            Run::Lowered(text) => line.add(set(text, small)?, x, cap * LOWERED),
            Run::Stacked { upper, lower } => {
                let gap = size * STACK_GAP;
                let above = line.add(set(upper, small)?, x + gap, cap * UPPER);
                let below = line.add(set(lower, small)?, x + gap, cap * LOWER);
                // Both parts begin at the same place, so the wider one is the width.
                above.max(below) + 2.0 * gap
            }
        };
    }
    Ok(line)
}

impl SetLine {
    /// Adds glyphs at a place, and returns their width.
    fn add(&mut self, layout: Layout, x: f64, y: f64) -> f64 {
        self.glyphs.extend(layout.glyphs.into_iter().map(|glyph| Glyph {
            x: glyph.x + x,
            y: glyph.y + y,
            ..glyph
        }));
        for character in layout.missing {
            if !self.missing.contains(&character) {
                self.missing.push(character);
            }
        }
        layout.width
    }
}

impl Glyph {
    /// Returns the outline at its place in the line, with the line's beginning at a point.
    pub fn placed(&self, x: f64, y: f64) -> scenewright_geometry::Path {
        self.outline.transformed(&Affine::translation(x + self.x, y + self.y))
    }
}

/// Returns the text of a line as a reader sees it.
pub(crate) fn line_text(source: &str, has_markup: bool) -> String {
    match spans(source) {
        Ok(spans) if has_markup => plain_text(&spans.into_iter().map(|span| span.run).collect::<Vec<_>>()),
        _ => source.to_owned(),
    }
}

/// A part of a paragraph that no line break may cut.
struct Atom {
    range: Range<usize>,
    is_space: bool,
    /// True where a line may end after it.
    ends_word: bool,
}

fn atoms(paragraph: &str, has_markup: bool) -> std::result::Result<Vec<Atom>, BlockError> {
    let marked: Vec<Range<usize>> = match has_markup {
        false => Vec::new(),
        true => {
            let spans = spans(paragraph).map_err(BlockError::Markup)?;
            let whole = spans.iter().filter(|span| !matches!(span.run, Run::Plain(_)));
            let escapes = paragraph.match_indices('\\').map(|(at, _)| at..at + 1);
            whole.map(|span| span.start..span.end).chain(escapes).collect()
        }
    };
    // A backslash holds on to the character after it.
    let holds = |end: usize| {
        let is_escape = |range: &Range<usize>| paragraph.as_bytes()[range.start] == b'\\';
        marked.iter().any(|range| {
            range.start < end
                && (end < range.end || end == range.end && is_escape(range))
                && end < paragraph.len()
        })
    };
    let mut atoms: Vec<Atom> = Vec::new();
    let mut open: Option<usize> = None;
    for cluster in clusters(paragraph) {
        let start = open.unwrap_or(cluster.range.start);
        if holds(cluster.range.end) {
            open = Some(start);
            continue;
        }
        open = None;
        let text = &paragraph[start..cluster.range.end];
        atoms.push(Atom {
            is_space: matches!(text, " " | "\t" | "\u{2003}" | "\u{2002}" | "\u{3000}"),
            ends_word: matches!(text, "-" | "\u{2010}" | "\u{2013}" | "\u{2014}" | "\u{ad}" | "\u{200b}")
                || text.chars().next().is_some_and(is_ideograph),
            range: start..cluster.range.end,
        });
    }
    if let Some(start) = open {
        atoms.push(Atom { range: start..paragraph.len(), is_space: false, ends_word: false });
    }
    Ok(atoms)
}

/// Returns true for characters that are words by themselves: Chinese and Japanese are written without spaces.
fn is_ideograph(character: char) -> bool {
    matches!(character, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the lines of a paragraph: as many words on each as fit. A word that is wider than a line is cut.
fn wrap<E>(
    paragraph: &str,
    atoms: &[Atom],
    limit: f64,
    measure: impl Fn(Range<usize>) -> std::result::Result<f64, E>,
) -> std::result::Result<Vec<Range<usize>>, E> {
    let mut lines: Vec<Range<usize>> = Vec::new();
    // The line in the making: where it begins, where its last word ends, and its width up to there.
    let (mut start, mut end, mut width) = (0, 0, 0.0);
    let mut is_empty = true;
    let mut at = 0;
    while at < atoms.len() {
        // The spaces before a word belong to it, and are left out where a line is broken.
        let spaces = atoms[at..].iter().take_while(|atom| atom.is_space).count();
        let mut last = at + spaces;
        while last < atoms.len() && !atoms[last].is_space && !atoms[last].ends_word {
            last += 1;
        }
        if last < atoms.len() && atoms[last].ends_word {
            last += 1;
        }
        // Only spaces are left. They stay out, as at every end of a line.
        if last == at + spaces {
            break;
        }
        let word = atoms[at + spaces].range.start..atoms[last - 1].range.end;
        let gap = measure(atoms[at].range.start..word.start)?;
        let own = measure(word.clone())?;
        if !is_empty && width + gap + own > limit {
            lines.push(start..end);
            (start, end, width, is_empty) = (word.start, word.start, 0.0, true);
        }
        let lead = if is_empty && start == word.start { 0.0 } else { gap };
        // A word that is not the first on its line has been measured to fit above.
        if lead + own <= limit || !is_empty {
            width += lead + own;
            end = word.end;
        } else {
            // Too wide even for a line of its own.
            width = lead;
            for atom in &atoms[at + spaces..last] {
                let own = measure(atom.range.clone())?;
                // Each line takes at least one cluster, however narrow the box is, so that this ends.
                if width + own > limit && end > start {
                    lines.push(start..end);
                    (start, width) = (atom.range.start, 0.0);
                }
                width += own;
                end = atom.range.end;
            }
        }
        is_empty = false;
        at = last;
    }
    if !is_empty || lines.is_empty() {
        lines.push(start..end);
    }
    debug_assert!(lines.iter().all(|line| line.end <= paragraph.len()));
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drafting::typeset::Font;

    /// Wraps with letters that are all one wide, and shows the lines.
    fn wrapped(text: &str, limit: f64, has_markup: bool) -> Vec<&str> {
        let atoms = atoms(text, has_markup).unwrap();
        let measure = |range: Range<usize>| Ok::<f64, ()>(text[range].chars().count() as f64);
        wrap(text, &atoms, limit, measure).unwrap().into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn words_fill_lines_and_long_ones_are_cut() {
        assert_eq!(wrapped("the quick brown fox", 10.0, false), ["the quick", "brown fox"]);
        assert_eq!(wrapped("the quick", 9.0, false), ["the quick"]);
        assert_eq!(wrapped("a  b", 3.0, false), ["a", "b"]);
        assert_eq!(wrapped("  indented line", 10.0, false), ["  indented", "line"]);
        assert_eq!(wrapped("trailing   ", 8.0, false), ["trailing"]);
        assert_eq!(wrapped("", 5.0, false), [""]);
        assert_eq!(wrapped("   ", 2.0, false), [""]);
        assert_eq!(wrapped("abcdefgh ij", 3.0, false), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("x abcdefgh", 3.0, false), ["x", "abc", "def", "gh"]);
        assert_eq!(wrapped("wide", 0.1, false), ["w", "i", "d", "e"]);
        assert_eq!(wrapped("cross-section view", 8.0, false), ["cross-", "section", "view"]);
        assert_eq!(wrapped("図面の寸法", 2.0, false), ["図面", "の寸", "法"]);
        assert_eq!(wrapped("e\u{301}e\u{301}", 2.0, false), ["e\u{301}", "e\u{301}"]);
    }

    #[test]
    fn line_breaks_do_not_cut_markup() {
        assert_eq!(wrapped("ab^{x y} c", 5.0, true), ["ab", "^{x y}", "c"]);
        assert_eq!(wrapped(r"abc\{d", 4.0, true), ["abc", r"\{d"]);
        assert_eq!(wrapped("{+1|-1} {+2|-2}", 8.0, true), ["{+1|-1}", "{+2|-2}"]);
    }

    #[test]
    fn raised_lowered_and_stacked_parts_stand_where_they_belong() {
        let face = Face::Outlines(Font::builtin().unwrap());
        let style = BlockStyle { size: 10.0, width: None, has_markup: true };
        let fonts = Fonts::builtin();
        let set = |text: &str| set_block(&face, &fonts, text, style).unwrap().remove(0);
        let line = set("m^{2}_{3}");
        assert!(line.glyphs[1].y > 0.0 && line.glyphs[2].y < 0.0);
        assert!(line.glyphs[1].x > 0.0 && line.glyphs[2].x > line.glyphs[1].x);
        let stack = set("{+1|-22}");
        assert_eq!(stack.glyphs[0].x, stack.glyphs[2].x);
        assert!(stack.glyphs[0].y > stack.glyphs[2].y);
        assert!(stack.width > set("-22").width * SCRIPT_SIZE);
        assert!(matches!(
            set_block(&face, &fonts, "{a", style),
            Err(BlockError::Markup(words)) if words.contains("not closed")
        ));
        assert_eq!(line_text("m^{2}", true), "m2");
        assert_eq!(line_text("m^{2}", false), "m^{2}");
    }
}
