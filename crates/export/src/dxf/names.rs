//! Names that DXF takes, and the scene's own names beside them.

use std::collections::BTreeSet;

use acadrust::xdata::{ExtendedDataRecord, XDataValue};

/// The application that the scene's names are kept under, as extended data.
pub(super) const APPLICATION: &str = "SCENEWRIGHT";

/// The most bytes in a string of extended data, by the DXF reference (group 1000).
const MAX_STRING_BYTES: usize = 255;

/// Below the 255 characters of a symbol's name, so that a number can be added where two become equal.
const MAX_NAME_CHARACTERS: usize = 200;

/// Returns the name with every character replaced that a table of DXF refuses, and with a number where another name
/// differs only in case.
pub(super) fn legal_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let is_illegal = |it: char| it.is_control() || "<>/\\\":;?*|=`,^".contains(it);
    let mapped: String = name
        .chars()
        .take(MAX_NAME_CHARACTERS)
        .map(|it| if is_illegal(it) || it.is_whitespace() && it != ' ' { '_' } else { it })
        .collect();
    // Blanks at the ends are lost on the way through many readers.
    let trimmed = mapped.trim();
    let base = if trimmed.is_empty() { "_" } else { trimmed };
    let mut legal = base.to_owned();
    let mut number = 2;
    // Names in the tables of DXF ignore letter case.
    while !taken.insert(legal.to_lowercase()) {
        legal = format!("{base}_{number}");
        number += 1;
    }
    legal
}

/// Returns the text on one line: a line end would end the value, and other controls have no place in it.
pub(super) fn one_line(text: &str) -> String {
    // A caret is written with a blank after it, unless one follows already.
    text.chars()
        .map(|it| if it.is_control() { '\u{fffd}' } else { it })
        .collect::<String>()
        .replace("^ ", "^  ")
}

/// The number in extended data after the name of a dimension, leader or note, of which an entity is a part.
const ANNOTATION: i16 = 1;

/// Returns the name of a dimension, leader or note as extended data that says so.
pub(super) fn annotation_record(name: &str) -> ExtendedDataRecord {
    let mut record = name_record(name);
    record.add_value(XDataValue::Integer16(ANNOTATION));
    record
}

/// Returns a name of the scene as extended data, in as many strings as it takes.
pub(super) fn name_record(name: &str) -> ExtendedDataRecord {
    let mut record = ExtendedDataRecord::new(APPLICATION);
    let mut part = String::new();
    for character in one_line(name).chars() {
        // A string of extended data has 255 bytes at most; it is cut between characters.
        if part.len() + character.len_utf8() > MAX_STRING_BYTES {
            record.add_value(XDataValue::String(std::mem::take(&mut part)));
        }
        part.push(character);
    }
    record.add_value(XDataValue::String(part));
    record
}
