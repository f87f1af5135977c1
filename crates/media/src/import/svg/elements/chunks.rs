//! The words of a text, a chunk for each place and each look.

use std::sync::Arc;

use roxmltree::{Node, NodeId};

use super::around::Around;
use super::names::is_foreign;
use super::{MAX_DEPTH, Walk};
use crate::import::drawing::{Fit, Track, Words};
use crate::import::svg::attributes::{Axis, length, numbers};
use crate::import::svg::style::{LetterCase, Style};
use scenewright_geometry::{Affine, Path, Point, Shape, Wire};

/// The turn from a line of text to one from the top down.
pub(super) const DOWNWARD: Affine = Affine { a: 0.0, b: 1.0, c: -1.0, d: 0.0, e: 0.0, f: 0.0 };

/// The places along x and y, and the steps along both, that an element gives to its letters.
struct Places([Vec<f64>; 4]);

impl Places {
    fn count(&self) -> usize {
        self.0.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn step(&self, index: usize) -> [Option<f64>; 4] {
        self.0.each_ref().map(|list| list.get(index).copied())
    }

    fn begins_line(&self, index: usize) -> bool {
        index < self.0[0].len()
    }
}

/// Adds the letters of a part of a text: a chunk for each of several places, and for each letter where they have gaps, or turn.
/// `letter` is the number of letters of the element before it.
fn push_letters(
    text: &str,
    style: &Style,
    places: &Places,
    letter: &mut usize,
    at: &mut TextAt,
    chunks: &mut Vec<Chunk>,
) {
    let count = places.count();
    let is_spread =
        style.letters.gap != 0.0 || matches!(at.fit, Some((_, Fit::Gaps(_)))) || at.track.is_some();
    // After a part that looks different, or stands elsewhere.
    if chunks.last().is_some_and(|last| !last.continues(style, at)) {
        chunks.push(Chunk::new(at, style, false));
    }
    for (number, own) in text.chars().enumerate() {
        let is_space = own.is_whitespace();
        if count > 1 && !is_space {
            if *letter > 0 && *letter < count {
                let begins_line = places.begins_line(*letter);
                at.step(places.step(*letter), begins_line);
                chunks.push(Chunk::new(at, style, begins_line));
            }
            *letter += 1;
        } else if count > 1 && number > 0 && *letter > 0 {
            // A space between two letters has a place of its own.
            *letter += 1;
        }
        let is_word =
            style.letters.word_gap != 0.0 && chunks.last().is_some_and(|last| last.text.ends_with(' '));
        // In a line from the top down, each letter that is not turned stands by itself.
        let last_stands = || chunks.last().is_some_and(|last| last.text.ends_with(is_upright));
        let is_standing = at.is_vertical && (is_upright(own) || last_stands());
        let is_alone = is_spread || is_word || is_standing || !at.spins.is_empty();
        if is_alone && chunks.last().is_some_and(|last| !last.text.is_empty()) {
            chunks.push(Chunk::new(at, style, false));
        }
        let Some(chunk) = chunks.last_mut() else { continue };
        if let Some(spin) = at.spins.last().copied().filter(|_| !is_space || !chunk.text.is_empty()) {
            chunk.spin = spin;
            // The last angle holds for all letters after it.
            if at.spins.len() > 1 {
                at.spins.pop();
            }
        }
        chunk.text.push(if is_space { ' ' } else { own });
    }
}

/// The number of texts that a chunk is on its line: the spaces at its ends move its neighbours, and are no part of it.
pub(super) const WORDS_OF_CHUNK: usize = 3;

/// Words that begin at a place of their own.
pub(super) struct Chunk {
    /// The place of its line, at its own height.
    pub at: Point,
    /// The gap that `dx` leaves after the previous words.
    pub before: f64,
    /// The angle in degrees by which its letters are turned.
    pub spin: f64,
    /// True where a place of its own begins a line, which is aligned as a whole.
    pub begins_line: bool,
    /// The element that says how wide it is, and the width.
    pub fit: Option<(NodeId, Fit)>,
    /// The path that it follows, and the length at which it begins there: `at` is then the further length, and the distance below.
    pub track: Option<(Arc<Track>, f64)>,
    pub text: String,
    pub style: Style,
}

impl Chunk {
    pub(super) fn new(at: &mut TextAt, style: &Style, begins_line: bool) -> Chunk {
        Chunk {
            at: at.point,
            before: std::mem::take(&mut at.gap),
            spin: 0.0,
            begins_line,
            fit: at.fit,
            track: at.track.clone(),
            text: String::new(),
            style: style.clone(),
        }
    }

    /// Returns true where words of that style, at that place, are more of the same.
    pub(super) fn continues(&self, style: &Style, at: &TextAt) -> bool {
        let look = |style: &Style| {
            let paints = (style.fill.clone(), style.stroke.clone(), style.is_visible);
            (paints, style.font.clone(), style.letters, style.sizes.own.to_bits())
        };
        let is_there = self.at.y == at.point.y && at.gap == 0.0 && self.fit == at.fit;
        is_there && look(&self.style) == look(style)
    }
}

/// The place of the next words of a text.
#[derive(Default)]
pub(super) struct TextAt {
    pub point: Point,
    /// The part of its height that comes by `dy`.
    pub below: f64,
    /// The path that the words follow, and the length at which they begin there: the place is then the further length, and the
    /// distance below.
    pub track: Option<(Arc<Track>, f64)>,
    /// The gap before the next words.
    pub gap: f64,
    /// The angles in degrees of the next letters, the last one first.
    pub spins: Vec<f64>,
    /// The element that says how wide the words are, and the width.
    pub fit: Option<(NodeId, Fit)>,
    /// True for a line from the top down. Places are those before its turn.
    pub is_vertical: bool,
}

impl TextAt {
    pub(super) fn step(&mut self, [x, y, dx, dy]: [Option<f64>; 4], begins_line: bool) {
        // A path has its own heights.
        let y = y.filter(|_| self.track.is_none());
        self.below = if y.is_some() { 0.0 } else { self.below } + dy.unwrap_or(0.0);
        self.point = Point::new(x.unwrap_or(self.point.x), y.unwrap_or(self.point.y) + dy.unwrap_or(0.0));
        match begins_line {
            // The place itself is moved.
            true => self.point.x += dx.unwrap_or(0.0),
            false => self.gap += dx.unwrap_or(0.0),
        }
    }
}

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Collects the words of a text, a chunk for each place that it names, and for each other look.
    pub(super) fn chunks(
        &mut self,
        node: Node<'a, 'i>,
        around: &Around,
        at: &mut TextAt,
        chunks: &mut Vec<Chunk>,
    ) {
        let style = &around.style;
        let places = self.places(node, style, at.is_vertical);
        let known = (at.fit, at.spins.clone());
        let spins = numbers(node.attribute("rotate").unwrap_or_default());
        if !spins.is_empty() {
            at.spins = spins;
            at.spins.reverse();
        }
        let fitted = node.attribute("textLength").and_then(length);
        if let Some(wanted) = fitted.and_then(|it| it.in_user_units(style.sizes, self.view, Axis::X)) {
            let is_stretched = node.attribute("lengthAdjust") == Some("spacingAndGlyphs");
            let fit = if is_stretched { Fit::Stretch(wanted) } else { Fit::Gaps(wanted) };
            at.fit = Some((node.id(), fit)).filter(|_| wanted > 0.0);
        }
        // A place along the line begins another one; one across it is only higher or lower.
        let begins_line = chunks.is_empty() || places.begins_line(0);
        at.step(places.step(0), begins_line);
        if chunks.is_empty() || places.count() > 0 {
            chunks.push(Chunk::new(at, style, begins_line));
        }
        let mut letter = 0;
        for child in node.children() {
            if let Some(text) = child.text().filter(|_| child.is_text()) {
                push_letters(text, style, &places, &mut letter, at, chunks);
            } else if child.is_element() && is_foreign(child) {
                self.drawing.skip("in another namespace");
            } else if matches!(child.tag_name().name(), "tspan" | "a") && self.depth < MAX_DEPTH {
                let style = style.of(child, &self.sheet, self.view);
                if style.effects.clip_path.is_some() {
                    self.drawing.skip("clip-path of a part of a text");
                }
                if style.effects.mask.is_some() {
                    self.drawing.skip("mask of a part of a text");
                }
                if style.is_displayed {
                    self.depth += 1;
                    self.chunks(child, &Around { style, ..around.clone() }, at, chunks);
                    self.depth -= 1;
                }
            } else if child.tag_name().name() == "textPath" && at.track.is_none() {
                self.chunks_on_path(child, around, at, chunks);
            } else if child.is_element() && !matches!(child.tag_name().name(), "title" | "desc") {
                self.drawing.skip(child.tag_name().name());
            }
        }
        at.fit = known.0;
        if node.has_attribute("rotate") {
            at.spins = known.1;
        }
    }

    /// Reads the places and steps that an element gives to its letters.
    fn places(&self, node: Node<'a, 'i>, style: &Style, is_vertical: bool) -> Places {
        let lists = [("x", Axis::X), ("y", Axis::Y), ("dx", Axis::X), ("dy", Axis::Y)].map(|(name, axis)| {
            let words = node.attribute(name).unwrap_or_default().split([',', ' ', '\n', '\t']);
            let lengths = words
                .filter(|word| !word.is_empty())
                .map_while(|word| length(word)?.in_user_units(style.sizes, self.view, axis));
            lengths.collect::<Vec<f64>>()
        });
        Places(if is_vertical { downward(lists) } else { lists })
    }

    /// Collects the words of a text that follow a path.
    fn chunks_on_path(
        &mut self,
        node: Node<'a, 'i>,
        around: &Around,
        at: &mut TextAt,
        chunks: &mut Vec<Chunk>,
    ) {
        let style = around.style.of(node, &self.sheet, self.view);
        if !style.is_displayed || self.depth >= MAX_DEPTH {
            return;
        }
        let Some((track, start)) = self.track(node, &style, around) else {
            self.drawing.skip("textPath without a path");
            return;
        };
        // The first words of a text are moved along the path by its `x`, and across it by its `dy`.
        let is_first = chunks.iter().all(|chunk| chunk.text.trim().is_empty());
        let (along, across) = if is_first { (at.point.x, at.below) } else { (0.0, 0.0) };
        at.point = Point::new(along, across);
        at.track = Some((track.clone(), start));
        chunks.push(Chunk::new(at, &style, true));
        self.depth += 1;
        self.chunks(node, &Around { style, ..around.clone() }, at, chunks);
        self.depth -= 1;
        // What follows goes on straight from the end of the path.
        at.track = None;
        at.below = 0.0;
        at.point = track.end().map_or(Point::ORIGIN, |end| Point::new(end.x, -end.y));
        chunks.push(Chunk::new(at, &around.style, true));
    }

    /// Returns the path that a text follows, and the length along it at which the text begins.
    fn track(&mut self, node: Node<'a, 'i>, style: &Style, around: &Around) -> Option<(Arc<Track>, f64)> {
        let (path, own, named) = match node.attribute("path") {
            // Its own `path` goes before the path of the element that it links to.
            Some(data) => (Path::parse_up_to_error(data).0, Affine::IDENTITY, None),
            None => self.path_of_link(node, around)?,
        };
        let track = Track::new(Wire::all_of(&Shape::Path(path), &(Affine::scale(1.0, -1.0) * own)));
        let whole = track.length();
        let offset = node.attribute("startOffset").map_or("", str::trim);
        let start = match offset.strip_suffix('%') {
            Some(share) => share.trim().parse::<f64>().map_or(0.0, |share| 0.01 * share * whole),
            None => {
                let start = length(offset)
                    .and_then(|it| it.in_user_units(style.sizes, self.view, Axis::X))
                    .unwrap_or(0.0);
                start * named.map_or(1.0, |named| whole / named)
            }
        };
        (whole > 0.0).then(|| (Arc::new(track), start))
    }

    /// Returns the path of the element that a text refers to, with its transform, and the length that it is said to have.
    fn path_of_link(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Affine, Option<f64>)> {
        const SHAPES: [&str; 7] = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
        let target = self.linked(node)?;
        if !SHAPES.contains(&target.tag_name().name()) {
            return None;
        }
        let own = Around { style: self.style_at(target), ..around.clone() };
        let (path, _) = self.shape_of(target, &own)?;
        let named = target.attribute("pathLength").and_then(|text| text.trim().parse::<f64>().ok());
        Some((path, self.own_transform(target, &own.style)?, named.filter(|named| *named > 0.0)))
    }
}

/// Returns the places and steps of letters along x and y as they are before the turn of a line that goes down.
fn downward([xs, ys, dxs, dys]: [Vec<f64>; 4]) -> [Vec<f64>; 4] {
    let back = |list: Vec<f64>| list.into_iter().map(|it| -it).collect();
    [ys, back(xs), dys, back(dxs)]
}

/// Returns true for letters of scripts that are not turned in a line from the top down: Chinese, Japanese and Korean, whose blocks
/// begin with radicals and end before private letters, and the wide forms of others.
pub(super) fn is_upright(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the spaces before a text, the text, and the spaces after it.
pub(super) fn words_of((chunk, text): (&Chunk, String)) -> [Words; WORDS_OF_CHUNK] {
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    let parts =
        if start <= end { [&text[..start], &text[start..end], &text[end..]] } else { [&text, "", ""] };
    let letters = &chunk.style.letters;
    let mut words = parts.map(|part| {
        let spaces = part.chars().filter(|letter| *letter == ' ').count();
        Words {
            text: part.to_owned(),
            size: chunk.style.sizes.own,
            font: chunk.style.font.clone(),
            before: 0.0,
            after: letters.gap * part.chars().count() as f64 + letters.word_gap * spaces as f64,
        }
    });
    words[0].before = chunk.before;
    words
}

/// Returns the words of a line. Unless spaces are kept, there is one between words, none before the first and none after the last.
pub(super) fn spaced(line: &[Chunk]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::with_capacity(line.len());
    let (mut ends_with_space, mut begins_word) = (true, true);
    for chunk in line {
        let letters = &chunk.style.letters;
        let mut text = String::new();
        for letter in chunk.text.chars() {
            if letter != ' ' || !ends_with_space || letters.keeps_spaces {
                match letters.case {
                    LetterCase::Upper => text.extend(letter.to_uppercase()),
                    LetterCase::Lower => text.extend(letter.to_lowercase()),
                    LetterCase::Capitalized if begins_word => text.extend(letter.to_uppercase()),
                    _ => text.push(letter),
                }
            }
            ends_with_space = letter == ' ';
            begins_word = !letter.is_alphanumeric();
        }
        texts.push(text);
    }
    for (text, chunk) in texts.iter_mut().zip(line).rev() {
        if !chunk.style.letters.keeps_spaces {
            text.truncate(text.trim_end().len());
        }
        if !text.is_empty() {
            break;
        }
    }
    texts
}
