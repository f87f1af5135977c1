//! Paragraphs of texts that look different from each other, set line by line.

use scenewright_geometry::Point;
use scenewright_scene::{Align, Color};

use super::typeface::Typeface;

/// The distance of two baselines, as a multiple of the height of capitals: the 3-on-5 spacing of the DXF reference.
pub(crate) const USUAL_LEADING: f64 = 5.0 / 3.0;

/// The gap between the parts of a stack, as a share of their height: ezdxf makes a stack 1.2 times as high as its parts.
const STACK_GAP: f64 = 0.4;

/// The tabulator stops where a paragraph has none of its own, as a multiple of its height, as AutoCAD has them.
const TAB: f64 = 4.0;

/// The share by which a line may be wider than its box: a sum of measured widths is off by rounding.
const SLACK: f64 = 1e-6;

/// Several paragraphs. Lengths are in units of the drawing before it is turned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Paragraphs {
    pub parts: Vec<Paragraph>,
    /// The distance of the baselines, as a multiple of the usual one.
    pub spacing: f64,
    /// The height that all lines have; otherwise each is as high as its largest letters.
    pub line_height: Option<f64>,
    pub columns: Option<Columns>,
}

impl Paragraphs {
    /// Returns the number of letters of all parts.
    pub(crate) fn letter_count(&self) -> usize {
        let count = |run: &Run| match &run.content {
            RunContent::Text(text) => text.chars().count(),
            RunContent::Tab => 1,
            RunContent::Stack { upper, lower, .. } => upper.chars().count() + lower.chars().count(),
        };
        self.parts.iter().flat_map(|part| &part.runs).map(count).sum()
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Paragraph {
    pub runs: Vec<Run>,
    /// The alignment; the whole text's where it is missing.
    pub align: Option<Align>,
    /// The indents of the first line and of the others, and the room at the right.
    pub first: f64,
    pub left: f64,
    pub right: f64,
    /// The tabulator stops from the left side.
    pub tabs: Vec<f64>,
    /// The height of an empty line.
    pub height: f64,
    pub begins_column: bool,
}

/// A part of a paragraph that looks the same throughout.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub content: RunContent,
    pub look: RunLook,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RunContent {
    Text(String),
    Tab,
    /// Two texts, one above the other or before it.
    Stack {
        upper: String,
        lower: String,
        bar: Bar,
    },
}

/// The line between the parts of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bar {
    Absent,
    Level,
    /// The parts stand beside each other, with a slanted line between them.
    Slanted,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RunLook {
    /// The height of capitals.
    pub height: f64,
    /// The factor of the widths of letters.
    pub stretch: f64,
    /// The tangent of the angle by which letters are slanted.
    pub slant: f64,
    /// The colour; the whole text's where it is missing.
    pub color: Option<Color>,
    pub font: Typeface,
    /// Lines under, over and through its letters.
    pub bars: [bool; 3],
    pub level: Level,
}

/// The place of letters in a line with larger ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Level {
    #[default]
    Bottom,
    Middle,
    Top,
}

/// Columns beside each other.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    pub count: usize,
    pub width: f64,
    pub gutter: f64,
    /// The heights, of which the last counts for all further columns; without one, columns end where the text says so.
    pub heights: Vec<f64>,
}

/// A text or a line at its place. The first line begins at the height 0, and y points up.
#[derive(Debug)]
pub(crate) enum Piece<'p> {
    /// A text from the left end of its baseline.
    Text {
        text: String,
        look: &'p RunLook,
        at: Point,
    },
    Line {
        from: Point,
        to: Point,
        look: &'p RunLook,
    },
}

/// The pieces of paragraphs.
#[derive(Debug)]
pub(crate) struct Laid<'p> {
    pub pieces: Vec<Piece<'p>>,
    pub width: f64,
    /// The distance from the top of the first line to the last baseline.
    pub height: f64,
}

/// A part of a line that is not broken: a word, spaces, a tabulator or a stack.
#[derive(Debug)]
struct Atom<'p> {
    text: &'p str,
    run: &'p Run,
    width: f64,
    is_space: bool,
}

/// A line with its parts.
struct Line<'p> {
    atoms: Vec<Atom<'p>>,
    paragraph: &'p Paragraph,
    /// The indent on its left.
    indent: f64,
    is_first: bool,
}

impl RunLook {
    /// Makes the look of upright letters of a height in the built-in font.
    pub(crate) fn plain(height: f64) -> RunLook {
        RunLook {
            height,
            stretch: 1.0,
            slant: 0.0,
            color: None,
            font: Typeface::default(),
            bars: [false; 3],
            level: Level::Bottom,
        }
    }
}

impl Run {
    /// Returns the height from the lowest baseline to the top.
    fn height(&self) -> f64 {
        match &self.content {
            RunContent::Stack { bar: Bar::Absent | Bar::Level, .. } => self.look.height * (2.0 + STACK_GAP),
            _ => self.look.height,
        }
    }
}

/// Sets paragraphs in a width, given how wide a text is in a look.
pub(crate) fn lay_out<'p, E>(
    paragraphs: &'p Paragraphs,
    wrap: Option<f64>,
    align: Align,
    mut measure: impl FnMut(&str, &RunLook) -> Result<f64, E>,
) -> Result<Laid<'p>, E> {
    let columns = paragraphs.columns.as_ref().filter(|it| it.count > 0 && it.width > 0.0);
    let wrap = columns.map(|it| it.width).or(wrap);
    let mut lines: Vec<Line<'p>> = Vec::new();
    for paragraph in &paragraphs.parts {
        let atoms = atoms(paragraph, &mut measure)?;
        break_lines(paragraph, atoms, wrap, &mut lines);
    }
    let widest = lines.iter().map(Line::reach).fold(0.0, f64::max);
    let width = wrap.unwrap_or(widest);
    let mut laid = Laid { pieces: Vec::new(), width, height: 0.0 };
    let (mut column, mut top, mut is_empty) = (0, 0.0, true);
    for line in lines {
        let own = line.atoms.iter().map(|atom| atom.run.height()).fold(0.0, f64::max);
        let own = if own > 0.0 { own } else { line.paragraph.height };
        let height = paragraphs.line_height.unwrap_or(own);
        if let Some(columns) = columns.filter(|it| column + 1 < it.count && !is_empty) {
            let room = columns.heights.get(column).or(columns.heights.last()).copied().unwrap_or(0.0);
            let is_full = room > 0.0 && height - top > room * (1.0 + SLACK);
            if is_full || (line.paragraph.begins_column && line.is_first) {
                (column, top) = (column + 1, 0.0);
            }
        }
        let left = columns.map_or(0.0, |it| column as f64 * (it.width + it.gutter));
        let baseline = top - height;
        line.place(Point::new(left, baseline), (width, align), own, &mut laid.pieces, &mut measure)?;
        laid.height = laid.height.max(-baseline);
        top -= height * USUAL_LEADING * paragraphs.spacing;
        is_empty = false;
    }
    if let Some(columns) = columns {
        laid.width = columns.count as f64 * (columns.width + columns.gutter) - columns.gutter;
    }
    Ok(laid)
}

/// Cuts a paragraph where lines may be broken, and where looks change.
fn atoms<'p, E>(
    paragraph: &'p Paragraph,
    measure: &mut impl FnMut(&str, &RunLook) -> Result<f64, E>,
) -> Result<Vec<Atom<'p>>, E> {
    let mut atoms = Vec::new();
    for run in &paragraph.runs {
        match &run.content {
            RunContent::Text(text) => {
                let mut rest = text.as_str();
                while !rest.is_empty() {
                    let is_space = rest.starts_with(' ');
                    let end = rest.find(|it| (it == ' ') != is_space).unwrap_or(rest.len());
                    let (text, after) = rest.split_at(end);
                    atoms.push(Atom { text, run, width: measure(text, &run.look)?, is_space });
                    rest = after;
                }
            }
            // It ends at a stop, which depends on the place in the line.
            RunContent::Tab => atoms.push(Atom { text: "", run, width: 0.0, is_space: true }),
            RunContent::Stack { upper, lower, bar } => {
                let widths = [measure(upper, &run.look)?, measure(lower, &run.look)?];
                let width = match bar {
                    Bar::Slanted => widths[0] + widths[1] + run.look.height * 0.5,
                    Bar::Absent | Bar::Level => widths[0].max(widths[1]),
                };
                atoms.push(Atom { text: "", run, width, is_space: false });
            }
        }
    }
    Ok(atoms)
}

/// Breaks a paragraph at spaces where its lines are too wide.
fn break_lines<'p>(
    paragraph: &'p Paragraph,
    atoms: Vec<Atom<'p>>,
    wrap: Option<f64>,
    lines: &mut Vec<Line<'p>>,
) {
    let new_line = |is_first: bool| {
        let indent = if is_first { paragraph.first } else { paragraph.left };
        Line { atoms: Vec::new(), paragraph, indent, is_first }
    };
    let limit = wrap.map_or(f64::INFINITY, |width| (width - paragraph.right) * (1.0 + SLACK));
    let mut line = new_line(true);
    let mut atoms = atoms.into_iter().peekable();
    while atoms.peek().is_some() {
        // Spaces with the word after them, which may be of several looks.
        let mut next: Vec<Atom<'p>> = Vec::new();
        while let Some(atom) = atoms.next_if(|atom| next.iter().all(|it| it.is_space) || !atom.is_space) {
            next.push(atom);
        }
        let before = line.atoms.len();
        line.atoms.extend(next);
        let has_word = line.atoms[..before].iter().any(|atom| !atom.is_space);
        if line.reach_of_letters() > limit && has_word {
            let mut next = line.atoms.split_off(before);
            // The spaces at which a line is broken are not seen.
            let spaces = next.iter().take_while(|atom| atom.is_space && !atom.text.is_empty()).count();
            next.drain(..spaces);
            lines.push(std::mem::replace(&mut line, new_line(false)));
            line.atoms = next;
        }
    }
    lines.push(line);
}

impl<'p> Line<'p> {
    /// Returns the ends of the parts from the left side.
    fn ends(&self) -> Vec<f64> {
        let mut at = self.indent;
        let mut ends = Vec::with_capacity(self.atoms.len());
        for atom in &self.atoms {
            at = match atom.run.content {
                RunContent::Tab => self.next_stop(at),
                _ => at + atom.width,
            };
            ends.push(at);
        }
        ends
    }

    fn next_stop(&self, at: f64) -> f64 {
        let beyond = at + 1e-9 * self.paragraph.height;
        let own = self.paragraph.tabs.iter().copied().find(|stop| *stop > beyond);
        let step = TAB * self.paragraph.height;
        own.unwrap_or_else(|| ((beyond / step).floor() + 1.0) * step)
    }

    /// Returns the right end of the line with the indent beyond it.
    fn reach(&self) -> f64 {
        self.reach_of_letters() + self.paragraph.right
    }

    /// Returns the right end of the last word.
    fn reach_of_letters(&self) -> f64 {
        let last = self.atoms.iter().rposition(|atom| !atom.is_space);
        last.map_or(self.indent, |last| self.ends()[last])
    }

    /// Adds the pieces of the line, whose baseline begins at a point, and whose letters reach up to a height.
    fn place<E>(
        &self,
        at: Point,
        (width, align): (f64, Align),
        height: f64,
        pieces: &mut Vec<Piece<'p>>,
        measure: &mut impl FnMut(&str, &RunLook) -> Result<f64, E>,
    ) -> Result<(), E> {
        let share = match self.paragraph.align.unwrap_or(align) {
            Align::Left => 0.0,
            Align::Center => 0.5,
            Align::Right => 1.0,
        };
        let x = at.x + (width - self.reach()) * share;
        let ends = self.ends();
        let mut start = self.indent;
        for (index, atom) in self.atoms.iter().enumerate() {
            let own_start = std::mem::replace(&mut start, ends[index]);
            let rise = match atom.run.look.level {
                Level::Bottom => 0.0,
                Level::Middle => (height - atom.run.height()) * 0.5,
                Level::Top => height - atom.run.height(),
            };
            let place = Point::new(x + own_start, at.y + rise);
            match &atom.run.content {
                RunContent::Tab => {}
                RunContent::Text(_) => match pieces.last_mut() {
                    // Words of one look are one text, so that the spaces between them are underlined too.
                    Some(Piece::Text { text, look, .. })
                        if index > 0
                            && std::ptr::eq(*look, &raw const atom.run.look)
                            && matches!(self.atoms[index - 1].run.content, RunContent::Text(_)) =>
                    {
                        text.push_str(atom.text);
                    }
                    _ => pieces.push(Piece::Text {
                        text: atom.text.to_owned(),
                        look: &atom.run.look,
                        at: place,
                    }),
                },
                RunContent::Stack { .. } => atom.place_stack(place, pieces, measure)?,
            }
        }
        Ok(())
    }
}

impl<'p> Atom<'p> {
    fn place_stack<E>(
        &self,
        at: Point,
        pieces: &mut Vec<Piece<'p>>,
        measure: &mut impl FnMut(&str, &RunLook) -> Result<f64, E>,
    ) -> Result<(), E> {
        let RunContent::Stack { upper, lower, bar } = &self.run.content else { return Ok(()) };
        let look = &self.run.look;
        let widths = [measure(upper, look)?, measure(lower, look)?];
        let high = look.height;
        let lift = high * (1.0 + STACK_GAP);
        // Limits begin at the same place, and a fraction has its parts in the middle.
        let beside = |width: f64| if *bar == Bar::Level { (self.width - width) * 0.5 } else { 0.0 };
        let places = match bar {
            Bar::Slanted => [at, Point::new(at.x + self.width - widths[1], at.y)],
            Bar::Absent | Bar::Level => [
                Point::new(at.x + beside(widths[0]), at.y + lift),
                Point::new(at.x + beside(widths[1]), at.y),
            ],
        };
        for (text, at) in [upper, lower].into_iter().zip(places) {
            if !text.trim().is_empty() {
                pieces.push(Piece::Text { text: text.clone(), look, at });
            }
        }
        let line = match bar {
            Bar::Absent => return Ok(()),
            Bar::Level => {
                let y = at.y + high * (1.0 + 0.5 * STACK_GAP);
                [Point::new(at.x, y), Point::new(at.x + self.width, y)]
            }
            Bar::Slanted => {
                let x = at.x + widths[0];
                [Point::new(x, at.y), Point::new(x + high * 0.5, at.y + high)]
            }
        };
        pieces.push(Piece::Line { from: line[0], to: line[1], look });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, height: f64) -> Run {
        Run { content: RunContent::Text(text.to_owned()), look: RunLook::plain(height) }
    }

    /// Sets paragraphs in letters that are as wide as they are high, and shows the pieces.
    fn set(paragraphs: &Paragraphs, wrap: Option<f64>, align: Align) -> Vec<String> {
        let measure = |text: &str, look: &RunLook| Ok::<f64, ()>(text.chars().count() as f64 * look.height);
        let laid = lay_out(paragraphs, wrap, align, measure).unwrap();
        let shown = |piece: &Piece<'_>| match piece {
            Piece::Text { text, at, .. } => format!("{text}@{},{:.2}", at.x, at.y),
            Piece::Line { from, to, .. } => format!("line {},{:.2} {},{:.2}", from.x, from.y, to.x, to.y),
        };
        laid.pieces.iter().map(shown).collect()
    }

    fn of(parts: Vec<Paragraph>) -> Paragraphs {
        Paragraphs { parts, spacing: 1.0, line_height: None, columns: None }
    }

    fn paragraph(runs: Vec<Run>) -> Paragraph {
        Paragraph { runs, height: 1.0, ..Paragraph::default() }
    }

    #[test]
    fn words_of_several_looks_fill_lines() {
        let text = of(vec![paragraph(vec![run("ab c", 1.0), run("D", 2.0), run(" ef", 1.0)])]);
        assert_eq!(set(&text, None, Align::Left), ["ab c@0,-2.00", "D@4,-2.00", " ef@6,-2.00"]);
        // "cD" is one word: it is not broken where its look changes.
        assert_eq!(
            set(&text, Some(4.0), Align::Left),
            ["ab@0,-1.00", "c@0,-3.67", "D@1,-3.67", "ef@0,-6.00"]
        );
        assert_eq!(set(&text, Some(5.0), Align::Right)[0], "ab@3,-1.00");
        let exact = Paragraphs { line_height: Some(1.0), spacing: 0.6, ..text };
        assert_eq!(set(&exact, Some(4.0), Align::Left)[1], "c@0,-2.00");
    }

    #[test]
    fn stacks_stand_above_each_other() {
        let stack = |bar| {
            let content = RunContent::Stack { upper: "1".into(), lower: "22".into(), bar };
            set(&of(vec![paragraph(vec![Run { content, look: RunLook::plain(1.0) }])]), None, Align::Left)
        };
        assert_eq!(stack(Bar::Absent), ["1@0,-1.00", "22@0,-2.40"]);
        assert_eq!(stack(Bar::Level), ["1@0.5,-1.00", "22@0,-2.40", "line 0,-1.20 2,-1.20"]);
        assert_eq!(stack(Bar::Slanted), ["1@0,-1.00", "22@1.5,-1.00", "line 1,-1.00 1.5,0.00"]);
    }

    #[test]
    fn indents_stops_and_columns_move_lines() {
        let tab = Run { content: RunContent::Tab, look: RunLook::plain(1.0) };
        let first = Paragraph {
            first: 1.0,
            left: 2.0,
            tabs: vec![5.0],
            ..paragraph(vec![run("a", 1.0), tab.clone(), run("b", 1.0), tab, run("c d", 1.0)])
        };
        assert_eq!(
            set(&of(vec![first]), Some(9.0), Align::Left),
            ["a@1,-1.00", "b@5,-1.00", "c@8,-1.00", "d@2,-2.67"]
        );
        let columns = Columns { count: 2, width: 3.0, gutter: 1.0, heights: vec![3.0] };
        let text = Paragraphs { columns: Some(columns), ..of(vec![paragraph(vec![run("a b c d e", 1.0)])]) };
        assert_eq!(set(&text, None, Align::Left), ["a b@0,-1.00", "c d@0,-2.67", "e@4,-1.00"]);
    }
}
