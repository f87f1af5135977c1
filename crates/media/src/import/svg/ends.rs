//! The ends of lines, polylines and straight pieces of paths, with the places of their numbers in the file.

use std::ops::Range;

use roxmltree::Node;
use scenewright_geometry::Point;

use super::attributes::number_length;

/// An end of an element that can be moved without changing more than the line that it is the end of.
#[derive(Debug)]
pub(super) struct LineEnd {
    /// The end, in the coordinates of the element.
    pub at: Point,
    /// The point that its numbers are relative to.
    pub base: Point,
    /// The places of its numbers in the file.
    pub numbers: [Range<usize>; 2],
}

/// Returns the ends of an element that are ends of straight lines.
pub(super) fn line_ends(node: Node<'_, '_>) -> Vec<LineEnd> {
    let attribute = |name: &str| {
        let found = node.attributes().find(|attribute| attribute.name() == name)?;
        // With a reference to a character, places in the value are not those in the file.
        let is_plain = found.range_value().len() == found.value().len();
        is_plain.then(|| (found.value(), found.range_value().start))
    };
    let of_line = |x: &str, y: &str| {
        let [(x, x_start), (y, y_start)] = [attribute(x)?, attribute(y)?];
        // A length with a unit is not a number.
        let at = Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
        let numbers = [x_start..x_start + x.len(), y_start..y_start + y.len()];
        Some(LineEnd { at, base: Point::ORIGIN, numbers })
    };
    match node.tag_name().name() {
        "line" => [of_line("x1", "y1"), of_line("x2", "y2")].into_iter().flatten().collect(),
        "polyline" => attribute("points").map_or_else(Vec::new, |(points, start)| of_points(points, start)),
        "path" => attribute("d").map_or_else(Vec::new, |(data, start)| of_path(data, start)),
        _ => Vec::new(),
    }
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
    let numbers = [pair[0].1.clone(), pair[1].1.clone()];
    LineEnd { at: Point::new(base.x + pair[0].0, base.y + pair[1].0), base, numbers }
}

/// Returns the straight ends of a path of one open piece.
fn of_path(data: &str, start: usize) -> Vec<LineEnd> {
    let mut scanner = Scanner { text: data, at: 0, start };
    let mut current = Point::ORIGIN;
    let mut first: Option<LineEnd> = None;
    let mut last: Option<LineEnd> = None;
    let mut count = 0;
    while let Some(command) = scanner.command() {
        let is_relative = command.is_ascii_lowercase();
        let kind = command.to_ascii_uppercase();
        let size = match kind {
            b'M' | b'L' | b'T' => 2,
            b'H' | b'V' => 1,
            b'S' | b'Q' => 4,
            b'C' => 6,
            b'A' => 7,
            // A closed path has no ends.
            _ => return Vec::new(),
        };
        let mut group = 0;
        while let Some(numbers) = scanner.numbers(size, kind == b'A') {
            let base = if is_relative { current } else { Point::ORIGIN };
            match (kind, count) {
                (b'M', 0) => {
                    let own = end(&numbers, Point::ORIGIN);
                    current = own.at;
                    first = Some(own);
                }
                // Another piece.
                (b'M', _) if group == 0 => return Vec::new(),
                _ => {
                    let is_line = matches!(kind, b'M' | b'L');
                    // Where the next numbers are relative to the first point, or to one of its coordinates, more would move.
                    if is_relative || (count == 1 && !is_line) {
                        first = None;
                    }
                    let to = match kind {
                        b'H' => Point::new(base.x + numbers[0].0, current.y),
                        b'V' => Point::new(current.x, base.y + numbers[0].0),
                        _ => end(&numbers[size - 2..], base).at,
                    };
                    last = is_line.then(|| end(&numbers, base));
                    current = to;
                }
            }
            group += 1;
            count += 1;
        }
        if group == 0 {
            return Vec::new();
        }
    }
    // A path with an error is drawn up to there.
    if scanner.is_done() { first.into_iter().chain(last).collect() } else { Vec::new() }
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
        let texts = |end: &LineEnd| end.numbers.clone().map(|range| &element[range]).join("|");
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
        for none in
            ["<path d='M1 2L3 4M5 6L7 8'/>", "<path d='M1 2L3 4z'/>", "<path d='M1 2C3 4 5 6 7 8'/>", "<g/>"]
        {
            assert_eq!(ends_of(none), [], "{none}");
        }
    }
}
