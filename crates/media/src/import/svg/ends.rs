//! The ends of lines, polylines and straight pieces of paths, with the places of their numbers in the file.

use std::ops::Range;

use roxmltree::Node;
use scenewright_geometry::Point;

use super::attributes::number_length;
use crate::import::fixes::is_one_point;

/// An end of an element that can be moved without changing more than the line that it is the end of.
#[derive(Debug)]
pub(super) struct LineEnd {
    /// The end, in the coordinates of the element.
    pub at: Point,
    /// The point that its numbers are relative to.
    pub base: Point,
    /// The places of its numbers in the file; `None` for one that must stay, because an upright or level line ends or begins there.
    pub numbers: [Option<Range<usize>>; 2],
}

impl LineEnd {
    /// Returns the first place of a number, by which the end is known.
    pub(super) fn place(&self) -> Option<usize> {
        self.numbers.iter().flatten().next().map(|range| range.start)
    }

    /// Returns true if the end can be moved onto a point: a number that must stay is the point's.
    pub(super) fn reaches(&self, target: Point) -> bool {
        let [x, y] = self.numbers.each_ref().map(Option::is_some);
        // Along the numbers that can change it may be anywhere.
        let kept = Point::new(if x { self.at.x } else { target.x }, if y { self.at.y } else { target.y });
        is_one_point(kept, self.at)
    }
}

/// Returns the ends of an element that are ends of straight lines.
pub(super) fn line_ends(node: Node<'_, '_>) -> Vec<LineEnd> {
    let of_line = |x: &str, y: &str| {
        let [(x, x_start), (y, y_start)] = [attribute(node, x)?, attribute(node, y)?];
        // A length with a unit is not a number.
        let at = Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
        let numbers = [Some(x_start..x_start + x.len()), Some(y_start..y_start + y.len())];
        Some(LineEnd { at, base: Point::ORIGIN, numbers })
    };
    match node.tag_name().name() {
        "line" => [of_line("x1", "y1"), of_line("x2", "y2")].into_iter().flatten().collect(),
        "polyline" => {
            attribute(node, "points").map_or_else(Vec::new, |(points, start)| of_points(points, start))
        }
        "path" => open_pieces(node).into_iter().flat_map(|piece| piece.line_ends).collect(),
        _ => Vec::new(),
    }
}

/// Returns the open pieces of the element of a path.
pub(super) fn open_pieces(node: Node<'_, '_>) -> Vec<Piece> {
    attribute(node, "d").map_or_else(Vec::new, |(data, start)| pieces(data, start))
}

/// Returns an attribute with the place of its value in the file.
fn attribute<'n>(node: Node<'n, '_>, name: &str) -> Option<(&'n str, usize)> {
    let found = node.attributes().find(|attribute| attribute.name() == name)?;
    // With a reference to a character, places in the value are not those in the file.
    let is_plain = found.range_value().len() == found.value().len();
    is_plain.then(|| (found.value(), found.range_value().start))
}

fn of_points(points: &str, start: usize) -> Vec<LineEnd> {
    let mut scanner = Scanner { text: points, at: 0, start };
    let mut numbers = Vec::new();
    while let Some(number) = scanner.number() {
        numbers.push(number);
    }
    let pairs: Vec<&[Number]> = numbers.chunks_exact(2).collect();
    match pairs.as_slice() {
        [first, .., last] => vec![end(first, Point::ORIGIN), end(last, Point::ORIGIN)],
        _ => Vec::new(),
    }
}

/// A number with its place in the file.
type Number = (f64, Range<usize>);

fn end(pair: &[Number], base: Point) -> LineEnd {
    let numbers = [Some(pair[0].1.clone()), Some(pair[1].1.clone())];
    LineEnd { at: Point::new(base.x + pair[0].0, base.y + pair[1].0), base, numbers }
}

/// An open piece of a path, which is drawn without lifting the pen.
#[derive(Debug)]
pub(super) struct Piece {
    /// The place where it begins, in the coordinates of the element.
    pub start: Point,
    /// The place where it ends.
    pub end: Point,
    /// The place in the file after its last number, at which it can be closed.
    pub closing: usize,
    /// True where another piece follows that begins relative to the end of this one.
    pub is_followed: bool,
    /// The ends that can be moved.
    line_ends: Vec<LineEnd>,
}

/// Returns the open pieces of the data of a path that begins at a place in the file. A path with an error has none: it is drawn
/// up to there.
fn pieces(data: &str, start: usize) -> Vec<Piece> {
    read_pieces(data, start).unwrap_or_default()
}

fn read_pieces(data: &str, start: usize) -> Option<Vec<Piece>> {
    let mut scanner = Scanner { text: data, at: 0, start };
    let mut found: Vec<Piece> = Vec::new();
    let mut open: Option<OpenPiece> = None;
    let mut current = Point::ORIGIN;
    while let Some(command) = scanner.command() {
        let is_relative = command.is_ascii_lowercase();
        let kind = command.to_ascii_uppercase();
        let size = match kind {
            b'M' | b'L' | b'T' => 2,
            b'H' | b'V' => 1,
            b'S' | b'Q' => 4,
            b'C' => 6,
            b'A' => 7,
            b'Z' => {
                // What goes on without a move begins where the closed piece began.
                current = open.as_ref()?.start;
                open = Some(OpenPiece::at(current));
                continue;
            }
            _ => return None,
        };
        let mut group = 0;
        while let Some(numbers) = scanner.numbers(size, kind == b'A') {
            let base = if is_relative { current } else { Point::ORIGIN };
            if kind == b'M' && group == 0 {
                let own = end(&numbers, base);
                found.extend(open.take().and_then(|piece| piece.finish(is_relative)));
                current = own.at;
                open = Some(OpenPiece { first: Some(own), ..OpenPiece::at(current) });
            } else {
                let piece = open.as_mut()?;
                if is_relative {
                    // What follows would move along.
                    piece.first = None;
                } else if let Some(first) = piece.first.as_mut().filter(|_| piece.last.is_none()) {
                    match kind {
                        b'M' | b'L' => {}
                        // Both ends of a level line share its y, and both ends of an upright one its x.
                        b'H' => first.numbers[1] = None,
                        b'V' => first.numbers[0] = None,
                        _ => piece.first = None,
                    }
                }
                current = match kind {
                    b'H' => Point::new(base.x + numbers[0].0, current.y),
                    b'V' => Point::new(current.x, base.y + numbers[0].0),
                    _ => end(&numbers[size - 2..], base).at,
                };
                let number = |at: usize| Some(numbers[at].1.clone());
                let line_end = match kind {
                    b'M' | b'L' => Some(end(&numbers, base)),
                    b'H' => Some(LineEnd { at: current, base, numbers: [number(0), None] }),
                    b'V' => Some(LineEnd { at: current, base, numbers: [None, number(0)] }),
                    _ => None,
                };
                piece.last = Some(Last { at: current, closing: scanner.start + scanner.at, line_end });
            }
            group += 1;
        }
        if group == 0 {
            return None;
        }
    }
    found.extend(open.and_then(|piece| piece.finish(false)));
    scanner.is_done().then_some(found)
}

/// A piece that is being read.
struct OpenPiece {
    start: Point,
    first: Option<LineEnd>,
    last: Option<Last>,
}

/// The end of what was read of a piece.
struct Last {
    at: Point,
    closing: usize,
    line_end: Option<LineEnd>,
}

impl OpenPiece {
    fn at(start: Point) -> Self {
        Self { start, first: None, last: None }
    }

    /// Returns the piece; `None` for a mere move.
    fn finish(self, is_followed: bool) -> Option<Piece> {
        let Last { at, closing, line_end } = self.last?;
        // The next piece would move along.
        let last = line_end.filter(|_| !is_followed);
        let line_ends = self.first.into_iter().chain(last).collect();
        Some(Piece { start: self.start, end: at, closing, is_followed, line_ends })
    }
}

/// Reads the numbers of an attribute.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The place of the text in the file.
    start: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &[u8] {
        &self.text.as_bytes()[self.at..]
    }

    fn skip_separators(&mut self) {
        let separators = self.rest().iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',');
        self.at += separators.count();
    }

    fn is_done(&mut self) -> bool {
        self.skip_separators();
        self.rest().is_empty()
    }

    fn command(&mut self) -> Option<u8> {
        self.skip_separators();
        let command = self.rest().first().copied().filter(u8::is_ascii_alphabetic)?;
        self.at += 1;
        Some(command)
    }

    fn numbers(&mut self, size: usize, is_arc: bool) -> Option<Vec<Number>> {
        // The flags of an arc are single digits, which need nothing between them.
        let is_flag = |index: usize| is_arc && (3..5).contains(&index);
        (0..size).map(|index| if is_flag(index) { self.flag() } else { self.number() }).collect()
    }

    fn flag(&mut self) -> Option<Number> {
        self.skip_separators();
        let value = match self.rest().first()? {
            b'0' => 0.0,
            b'1' => 1.0,
            _ => return None,
        };
        self.at += 1;
        Some((value, self.start + self.at - 1..self.start + self.at))
    }

    fn number(&mut self) -> Option<Number> {
        self.skip_separators();
        let length = number_length(&self.text[self.at..]);
        let value = self.text[self.at..self.at + length].parse().ok()?;
        let from = self.start + self.at;
        self.at += length;
        Some((value, from..from + length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends_of(element: &str) -> Vec<(f64, f64, String)> {
        let document = roxmltree::Document::parse(element).unwrap();
        let text = |range: Option<Range<usize>>| range.map_or("", |range| &element[range]);
        let texts = |end: &LineEnd| end.numbers.clone().map(text).join("|");
        line_ends(document.root_element()).iter().map(|end| (end.at.x, end.at.y, texts(end))).collect()
    }

    #[test]
    fn straight_ends_are_found_with_the_places_of_their_numbers() {
        let both = |a: (f64, f64, &str), b: (f64, f64, &str)| {
            [a, b].map(|(x, y, text)| (x, y, text.to_owned())).to_vec()
        };
        let expected = both((1.0, -2.0, "1|-2"), (30.0, 40.5, "30|40.5"));
        assert_eq!(ends_of("<line x1='1' y1='-2' x2='30' y2='40.5'/>"), expected);
        assert_eq!(ends_of("<polyline points='1-2,7 8 30,40.5'/>"), expected);
        assert_eq!(ends_of("<path d='M1-2L7 8 30 40.5'/>"), expected);
        assert_eq!(ends_of("<path d='M1-2 7 8 30 40.5'/>"), expected);
        // The end of a relative line is where it leads; its start would take the end along.
        assert_eq!(ends_of("<path d='M1 2h4l.5.5'/>"), [(5.5, 2.5, ".5|.5".to_owned())]);
        assert_eq!(ends_of("<path d='M1 2A5 5 0 01 9 9L3 4'/>"), [(3.0, 4.0, "3|4".to_owned())]);
        // Closed pieces have no ends. A piece that begins relative to the end of another one would move along with it.
        assert_eq!(ends_of("<path d='M1 2H4V9zm1 1L5 5L7 8'/>"), both((2.0, 3.0, "1|1"), (7.0, 8.0, "7|8")));
        assert_eq!(ends_of("<path d='M1 2L3 4m2 2h1'/>"), both((1.0, 2.0, "1|2"), (6.0, 6.0, "1|")));
        // The number that a level or an upright line shares with its other end stays.
        assert_eq!(ends_of("<path d='M1 2H4V9'/>"), both((1.0, 2.0, "1|"), (4.0, 9.0, "|9")));
        assert_eq!(ends_of("<path d='M1 2v4h-5'/>"), [(-4.0, 6.0, "-5|".to_owned())]);
        for none in ["<path d='M1 2L3 4z'/>", "<path d='M1 2C3 4 5 6 7 8'/>", "<path d='M1 2L3 4Q'/>", "<g/>"]
        {
            assert_eq!(ends_of(none), [], "{none}");
        }
    }
}
