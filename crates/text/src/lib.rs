//! Bytes to text and back: encodings, line ends, and the map between the two.
//!
//! A file is never decoded and encoded again as a whole. Tools match on a *view* (no byte order mark, every
//! line end a single LF) and return spans of that view; only the bytes of those spans are rewritten.
//!
//! Invariant: bytes outside the spans given to [`Document::splice`] never change, whatever the file holds.

pub mod edit;

mod code_page;
mod contents;
mod cursor;
mod decode;
mod detect;
mod document;
mod encoding;
mod letters;
mod line_end;
mod lines;
mod listing;
mod slice;

pub use code_page::decode_code_page;
pub use decode::{nul_in_text, utf16_without_mark};
pub use document::Document;
pub use encoding::{Encoding, LegacyEncoding};
pub use letters::{composed, is_equivalent, pattern_of_both_forms};
pub use line_end::{LineEnd, normalize};
pub use listing::{LINE_CHARACTERS, push_numbered_cut_line};
pub use slice::{LineSlice, SliceOptions, SlicedLine, slice_lines};

#[cfg(test)]
mod tests;
