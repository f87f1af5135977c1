//! SVG path data: the whole grammar in, absolute commands out.
//!
//! This module is our own because `kurbo` makes Bézier curves of the arcs, and an error of `svgtypes` does not say
//! what was missing.

use std::fmt::Write;

use super::affine::Point;
use super::elliptic_arc::EllipticArc;
use super::path::{Path, Segment};
use super::shape_error::{ShapeError, number_text};

impl Path {
    /// Reads SVG path data. The numbers are in the scene's coordinates: y points up, and nothing is flipped.
    ///
    /// Errors name the place as an offset in characters from 0. Nothing is drawn up to the error, as a browser
    /// would do: bad data has no path.
    pub fn parse(data: &str) -> Result<Path, ShapeError> {
        match Path::parse_up_to_error(data) {
            (path, None) => Ok(path),
            (_, Some(error)) => Err(error),
        }
    }

    /// Reads SVG path data up to the first error, as a browser does, and returns what comes before it with the error.
    pub fn parse_up_to_error(data: &str) -> (Path, Option<ShapeError>) {
        let mut reader = Reader { bytes: data.as_bytes(), position: 0 };
        let mut pen = Pen::default();
        let error = run(&mut reader, &mut pen).err();
        (pen.path, error)
    }

    /// Returns the path as SVG path data. `write_number` decides how many digits a number gets.
    pub fn to_data(&self, write_number: impl Fn(f64) -> String) -> String {
        let mut data = String::new();
        let point = |point: Point| format!("{} {}", write_number(point.x), write_number(point.y));
        for segment in self.segments() {
            if !data.is_empty() {
                data.push(' ');
            }
            // Writing to a string cannot fail.
            let _ = match segment {
                Segment::Move(to) => write!(data, "M {}", point(to)),
                Segment::Line(to) => write!(data, "L {}", point(to)),
                Segment::Quadratic(control, to) => write!(data, "Q {} {}", point(control), point(to)),
                Segment::Cubic(first, second, to) => {
                    write!(data, "C {} {} {}", point(first), point(second), point(to))
                }
                Segment::Arc(arc) => write!(
                    data,
                    "A {} {} {} {} {}",
                    point(arc.radii.into()),
                    write_number(arc.rotation),
                    u8::from(arc.large),
                    u8::from(arc.positive),
                    point(arc.to)
                ),
                Segment::Close => write!(data, "Z"),
            };
        }
        data
    }

    /// Returns the path as path data that `parse` reads back to an equal path.
    pub fn to_exact_data(&self) -> String {
        self.to_data(number_text)
    }
}

fn run(reader: &mut Reader<'_>, pen: &mut Pen) -> Result<(), ShapeError> {
    reader.skip_space();
    if reader.at_end() {
        return Err(ShapeError::new("path is empty"));
    }
    while let Some(letter) = reader.peek() {
        if !is_command(letter) {
            return Err(reader.unexpected("a command letter (one of M L H V C S Q T A Z)"));
        }
        if pen.path.is_empty() && !pen.begun && !letter.eq_ignore_ascii_case(&b'm') {
            return Err(reader.unexpected("M or m, as every path begins with a move"));
        }
        reader.position += 1;
        pen.begun = true;
        run_command(reader, pen, letter)?;
        reader.skip_space();
    }
    if pen.path.is_empty() {
        return Err(ShapeError::new("path draws nothing: it only moves"));
    }
    Ok(())
}

/// The current point, and the control point that a smooth command reflects.
#[derive(Default)]
struct Pen {
    path: Path,
    begun: bool,
    current: Point,
    start: Point,
    /// The last control point, when the last command was a cubic or a quadratic.
    cubic_control: Option<Point>,
    quadratic_control: Option<Point>,
}

impl Pen {
    fn draw(&mut self, segment: Segment) {
        self.cubic_control = None;
        self.quadratic_control = None;
        match segment {
            Segment::Close => self.current = self.start,
            _ => self.current = segment.end().unwrap_or(self.current),
        }
        match segment {
            Segment::Move(to) => self.start = to,
            Segment::Cubic(_, control, _) => self.cubic_control = Some(control),
            Segment::Quadratic(control, _) => self.quadratic_control = Some(control),
            _ => {}
        }
        self.path.push(segment);
    }

    fn reflection_of(&self, control: Option<Point>) -> Point {
        match control {
            Some(control) => Point::new(2.0 * self.current.x - control.x, 2.0 * self.current.y - control.y),
            None => self.current,
        }
    }
}

fn is_command(letter: u8) -> bool {
    matches!(letter.to_ascii_lowercase(), b'm' | b'l' | b'h' | b'v' | b'c' | b's' | b'q' | b't' | b'a' | b'z')
}

/// Runs one command letter with all its repeated argument sets.
fn run_command(reader: &mut Reader<'_>, pen: &mut Pen, letter: u8) -> Result<(), ShapeError> {
    let relative = letter.is_ascii_lowercase();
    let mut kind = letter.to_ascii_uppercase();
    if kind == b'Z' {
        pen.draw(Segment::Close);
        return Ok(());
    }
    loop {
        let origin = if relative { pen.current } else { Point::ORIGIN };
        let begin = reader.position;
        let segment = match kind {
            b'M' => Some(Segment::Move(reader.point(origin)?)),
            b'L' => Some(Segment::Line(reader.point(origin)?)),
            b'H' => Some(Segment::Line(Point::new(origin.x + reader.number()?, pen.current.y))),
            b'V' => Some(Segment::Line(Point::new(pen.current.x, origin.y + reader.number()?))),
            b'C' => Some(Segment::Cubic(reader.point(origin)?, reader.point(origin)?, reader.point(origin)?)),
            b'S' => {
                let first = pen.reflection_of(pen.cubic_control);
                Some(Segment::Cubic(first, reader.point(origin)?, reader.point(origin)?))
            }
            b'Q' => Some(Segment::Quadratic(reader.point(origin)?, reader.point(origin)?)),
            b'T' => {
                let control = pen.reflection_of(pen.quadratic_control);
                Some(Segment::Quadratic(control, reader.point(origin)?))
            }
            _ => reader.arc(origin, pen.current)?,
        };
        if let Some(segment) = segment {
            // A sum of finite numbers, or the reflection of a control point, can leave the range.
            if !is_finite(&segment) {
                return Err(ShapeError::new(format!("path leaves the range of numbers at offset {begin}")));
            }
            pen.draw(segment);
        } else {
            pen.cubic_control = None;
            pen.quadratic_control = None;
        }
        // More pairs after a move are lines to those points (SVG 2, 9.3.3).
        if kind == b'M' {
            kind = b'L';
        }
        if !reader.another_argument()? {
            return Ok(());
        }
    }
}

fn is_finite(segment: &Segment) -> bool {
    match segment {
        Segment::Move(to) | Segment::Line(to) => to.is_finite(),
        Segment::Quadratic(control, to) => control.is_finite() && to.is_finite(),
        Segment::Cubic(first, second, to) => first.is_finite() && second.is_finite() && to.is_finite(),
        Segment::Arc(arc) => arc.to.is_finite(),
        Segment::Close => true,
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.position).copied()
    }

    fn at_end(&self) -> bool {
        self.position >= self.bytes.len()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)) {
            self.position += 1;
        }
    }

    /// Skips space with at most one comma in it; returns true if there was a comma.
    fn skip_separator(&mut self) -> bool {
        self.skip_space();
        let comma = self.peek() == Some(b',');
        if comma {
            self.position += 1;
            self.skip_space();
        }
        comma
    }

    /// Returns true if another set of arguments for the same command follows.
    fn another_argument(&mut self) -> Result<bool, ShapeError> {
        let comma = self.skip_separator();
        match self.peek() {
            Some(byte) if byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.') => Ok(true),
            // A comma promises an argument.
            _ if comma => Err(self.unexpected("a number after the comma")),
            _ => Ok(false),
        }
    }

    fn point(&mut self, origin: Point) -> Result<Point, ShapeError> {
        let x = self.number()?;
        let y = self.number()?;
        Ok(Point::new(origin.x + x, origin.y + y))
    }

    /// Reads one number, with the separator before it.
    fn number(&mut self) -> Result<f64, ShapeError> {
        self.skip_separator();
        let begin = self.position;
        if matches!(self.peek(), Some(b'+' | b'-')) {
            self.position += 1;
        }
        let mut digits = self.skip_digits();
        if self.peek() == Some(b'.') {
            self.position += 1;
            digits += self.skip_digits();
        }
        if digits == 0 {
            self.position = begin;
            return Err(self.unexpected("a number"));
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            let mark = self.position;
            self.position += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.position += 1;
            }
            // An `e` without digits is not a part of the number; what follows then fails as a command.
            if self.skip_digits() == 0 {
                self.position = mark;
            }
        }
        // The skipped bytes are ASCII, so the slice is text.
        let text = std::str::from_utf8(&self.bytes[begin..self.position]).unwrap_or_default();
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(value),
            _ => Err(ShapeError::new(format!(
                "path holds a number that is too large at offset {begin}: {}",
                shortened(text)
            ))),
        }
    }

    fn skip_digits(&mut self) -> usize {
        let begin = self.position;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        self.position - begin
    }

    /// Reads a flag, which is one digit; the next number may follow it without a separator.
    fn flag(&mut self) -> Result<bool, ShapeError> {
        self.skip_separator();
        let value = match self.peek() {
            Some(b'0') => false,
            Some(b'1') => true,
            _ => return Err(self.unexpected("an arc flag, 0 or 1")),
        };
        self.position += 1;
        Ok(value)
    }

    /// Reads an arc. As the SVG specification demands, an arc without a radius is a line, and one that ends where
    /// it begins is nothing.
    fn arc(&mut self, origin: Point, from: Point) -> Result<Option<Segment>, ShapeError> {
        let radii = [self.number()?.abs(), self.number()?.abs()];
        let rotation = self.number()?;
        let (large, positive) = (self.flag()?, self.flag()?);
        let to = self.point(origin)?;
        if to == from {
            return Ok(None);
        }
        if radii.contains(&0.0) {
            return Ok(Some(Segment::Line(to)));
        }
        Ok(Some(Segment::Arc(EllipticArc { radii, rotation: rotation % 360.0, large, positive, to })))
    }

    fn unexpected(&self, wanted: &str) -> ShapeError {
        // Everything before the position was ASCII, so the bytes that follow begin a character.
        let found = std::str::from_utf8(&self.bytes[self.position..])
            .ok()
            .and_then(|rest| rest.chars().next())
            .map_or_else(|| "the end".to_owned(), |found| format!("{found:?}"));
        ShapeError::new(format!("path needs {wanted} at offset {}, got {found}", self.position))
    }
}

/// Returns the text itself when it is short, or else its beginning.
fn shortened(text: &str) -> String {
    match text.get(..24) {
        Some(beginning) if text.len() > 24 => format!("{beginning}…"),
        _ => text.to_owned(),
    }
}
