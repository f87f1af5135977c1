//! The pairs of group code and value that a DXF file consists of.

use scenewright_error::{Error, Kind, Result};

/// A group code with its value, as the file has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tag<'a> {
    pub code: i32,
    pub value: Value<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    /// A value in words, or a number in digits.
    Text(&'a [u8]),
    Real(f64),
    Whole(i64),
}

const BINARY: &[u8] = b"AutoCAD Binary DXF\r\n\x1a\0";

/// The mark of the end, or the reason why it is missing.
const END: &str = "EOF";
pub(super) const NO_END: &str = "it ends early, without the mark EOF";

/// The most tags of a file.
const MAX_TAGS: usize = 20_000_000;

/// The tags of a file, up to its mark of the end.
#[derive(Debug)]
pub(super) struct Tags<'a> {
    pub list: Vec<Tag<'a>>,
    /// The reason why something may be missing; `None` for a file with its mark of the end.
    pub cut_off: Option<String>,
}

/// Splits a file into its tags. Of what is after the end mark only further sections are read: some programs sign there.
pub(super) fn tags(bytes: &[u8]) -> Result<Tags<'_>> {
    if let Some(body) = bytes.strip_prefix(BINARY) {
        return binary_tags(body);
    }
    if bytes.starts_with(b"AC10") {
        return Err(refused("it is a DWG file; save it as DXF"));
    }
    text_tags(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes))
}

fn text_tags(bytes: &[u8]) -> Result<Tags<'_>> {
    let mut tags = Vec::new();
    let mut lines = Lines { rest: bytes, number: 0 };
    let mut ends = 0;
    while let Some(line) = lines.next() {
        let number = lines.number;
        let code = code_of(line);
        let Some(code) = code else {
            // Some programs begin with an empty line.
            if tags.is_empty() && line.trim_ascii().is_empty() {
                continue;
            }
            // The bytes after a mark of the end need not be a drawing.
            if ends > 0 {
                return Ok(Tags { list: tags, cut_off: None });
            }
            // Some programs leave empty lines, or a mark of the end of files, after the last tag.
            if line.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x1a) && lines.is_blank() {
                break;
            }
            let shown = String::from_utf8_lossy(&line[..line.len().min(30)]).trim().to_owned();
            return Err(refused(&format!("line {number} should be a group code, and is {shown:?}")));
        };
        let Some(value) = lines.next() else {
            let cut_off = format!("it ends after line {number}, in the middle of a tag");
            return Ok(Tags { list: tags, cut_off: Some(cut_off) });
        };
        if code == 999 {
            continue;
        }
        if tags.len() >= MAX_TAGS {
            return Err(refused("it is too long"));
        }
        let tag = Tag { code, value: Value::Text(value) };
        if tag.is(0, END) {
            ends += 1;
            if !lines.begins_section() {
                tags.push(tag);
                return Ok(Tags { list: tags, cut_off: None });
            }
            continue;
        }
        tags.push(tag);
    }
    let cut_off = (ends == 0).then(|| NO_END.to_owned());
    Ok(Tags { list: tags, cut_off })
}

/// Returns the group code on a line.
fn code_of(line: &[u8]) -> Option<i32> {
    // Nearly all are one to four digits, with spaces before them.
    let digits = line.trim_ascii_start();
    if matches!(digits.len(), 1..=4) && digits.iter().all(u8::is_ascii_digit) {
        return Some(digits.iter().fold(0, |code, digit| 10 * code + i32::from(digit - b'0')));
    }
    std::str::from_utf8(line).ok()?.trim().parse().ok()
}

/// Yields lines without their ends.
struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let Some(end) = end else { return Some(std::mem::take(&mut self.rest)) };
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix(b"\r\n").unwrap_or_else(|| &rest[1..]);
        Some(line)
    }

    /// Returns true where another section follows: files that were joined end to end are one drawing.
    fn begins_section(&self) -> bool {
        let mut ahead = Lines { rest: self.rest, number: 0 };
        let mut is_next =
            |word: &[u8]| ahead.next().is_some_and(|line| line.trim_ascii().eq_ignore_ascii_case(word));
        is_next(b"0") && is_next(b"SECTION")
    }

    fn is_blank(&self) -> bool {
        self.rest.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x1a)
    }
}

fn binary_tags(body: &[u8]) -> Result<Tags<'_>> {
    // Codes are of one byte until release 12, and of two since.
    let is_wide = body.get(1) == Some(&0);
    let mut rest = body;
    let mut tags = Vec::new();
    while !rest.is_empty() {
        let tag = binary_tag(&mut rest, is_wide);
        let Some(tag) = tag else {
            let at = body.len() - rest.len() + BINARY.len();
            let cut_off = format!("it ends in the middle of a tag, at byte {at}");
            return Ok(Tags { list: tags, cut_off: Some(cut_off) });
        };
        if tags.len() >= MAX_TAGS {
            return Err(refused("it is too long"));
        }
        tags.push(tag);
        if tag.is(0, END) {
            return Ok(Tags { list: tags, cut_off: None });
        }
    }
    Ok(Tags { list: tags, cut_off: Some(NO_END.to_owned()) })
}

fn binary_tag<'a>(rest: &mut &'a [u8], is_wide: bool) -> Option<Tag<'a>> {
    let code = if is_wide {
        i32::from(i16::from_le_bytes(take(rest)?))
    } else {
        match take::<1>(rest)?[0] {
            255 => i32::from(i16::from_le_bytes(take(rest)?)),
            code => i32::from(code),
        }
    };
    let value = match code {
        10..=59 | 110..=149 | 210..=239 | 460..=469 | 1010..=1059 => {
            Value::Real(f64::from_le_bytes(take(rest)?))
        }
        60..=79 | 170..=179 | 270..=289 | 370..=389 | 400..=409 | 1060..=1070 => {
            Value::Whole(i64::from(i16::from_le_bytes(take(rest)?)))
        }
        90..=99 | 420..=429 | 440..=459 | 1071 => Value::Whole(i64::from(i32::from_le_bytes(take(rest)?))),
        160..=169 => Value::Whole(i64::from_le_bytes(take(rest)?)),
        290..=299 => Value::Whole(i64::from(take::<1>(rest)?[0])),
        310..=319 | 1004 => {
            let length = usize::from(take::<1>(rest)?[0]);
            let (chunk, after) = rest.split_at_checked(length)?;
            *rest = after;
            Value::Text(chunk)
        }
        _ => {
            let end = rest.iter().position(|byte| *byte == 0)?;
            let text = &rest[..end];
            *rest = &rest[end + 1..];
            Value::Text(text)
        }
    };
    Some(Tag { code, value })
}

fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    Some(*head)
}

impl<'a> Tag<'a> {
    pub(super) fn is(&self, code: i32, word: &str) -> bool {
        self.code == code && self.bytes().eq_ignore_ascii_case(word.as_bytes())
    }

    /// Returns the value in words, without white space around it; empty for a number of a binary file.
    pub(super) fn bytes(&self) -> &'a [u8] {
        match self.value {
            Value::Text(text) => text.trim_ascii(),
            Value::Real(_) | Value::Whole(_) => b"",
        }
    }

    /// Returns the value as it stands, white space included.
    pub(super) fn raw(&self) -> &'a [u8] {
        match self.value {
            Value::Text(text) => text,
            Value::Real(_) | Value::Whole(_) => b"",
        }
    }

    /// Returns a finite number.
    pub(super) fn real(&self) -> Option<f64> {
        let number = match self.value {
            Value::Real(number) => number,
            Value::Whole(number) => number as f64,
            Value::Text(_) => {
                let text = std::str::from_utf8(self.bytes()).ok()?;
                // Programs in Fortran write exponents so.
                text.parse().ok().or_else(|| text.replace(['d', 'D'], "e").parse().ok())?
            }
        };
        number.is_finite().then_some(number)
    }

    pub(super) fn whole(&self) -> Option<i64> {
        match self.value {
            Value::Whole(number) => Some(number),
            Value::Real(number) => Some(number as i64),
            Value::Text(_) => {
                let text = std::str::from_utf8(self.bytes()).ok()?;
                text.parse().ok().or_else(|| text.parse::<f64>().ok().map(|it| it as i64))
            }
        }
    }
}

/// Makes the error for a file that cannot be read.
pub(super) fn refused(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("the file cannot be read as DXF: {reason}"))
}
