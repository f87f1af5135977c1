//! Tests that a slice agrees with a document of the same bytes, however the bytes come.

use proptest::prelude::*;

use super::*;
use crate::Document;

const PLAIN: SliceOptions =
    SliceOptions { first_line: 1, line_count: 2_000, longest_line: 2_000, most_bytes: 1 << 20 };

/// Slices the bytes, given in chunks of these sizes, over and over.
fn slice(bytes: &[u8], sizes: &[usize], options: &SliceOptions) -> Result<LineSlice> {
    let mut rest = bytes;
    let mut sizes = sizes.iter().cycle();
    let mut source = move || {
        let (chunk, tail) = rest.split_at(rest.len().min(*sizes.next().unwrap()));
        rest = tail;
        Ok((!chunk.is_empty() || !rest.is_empty()).then(|| chunk.to_vec()))
    };
    slice_lines(&mut source, options)
}

fn texts(slice: &LineSlice) -> Vec<&str> {
    slice.lines.iter().map(|line| line.text.as_str()).collect()
}

fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
    let unit = if big_endian { u16::to_be_bytes } else { u16::to_le_bytes };
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
}

#[test]
fn slice_returns_requested_lines_and_counts_all() {
    /// Bytes, first line and count; the lines returned, the number of all lines, and true if the last
    /// has a line end.
    type Case = (&'static [u8], usize, usize, &'static [&'static str], usize, bool);
    let cases: [Case; 12] = [
        (b"", 1, 10, &[], 0, false),
        (b"a", 1, 10, &["a"], 1, false),
        (b"a\n", 1, 10, &["a"], 1, true),
        (b"a\r\nb\rc\n\nd", 2, 3, &["b", "c", ""], 5, false),
        (b"a\r\nb\rc\n\nd", 5, 3, &["d"], 5, false),
        (b"a\r\nb\r", 0, 1, &["a"], 2, true),
        (b"\r\r\n\n\r", 1, 10, &["", "", "", ""], 4, true),
        (b"a\nb\n", 3, 10, &[], 2, true),
        (b"a\nb\n", 9, 10, &[], 2, true),
        (b"a\nb\n", 1, 0, &[], 2, true),
        (b"a\nb\n", usize::MAX, usize::MAX, &[], 2, true),
        (b"\xEF\xBB\xBF\xC3\xA9\nb", 1, 1, &["\u{e9}"], 2, false),
    ];
    for (bytes, first_line, line_count, lines, total, ends) in cases {
        for size in 1..=bytes.len().max(1) {
            let options = SliceOptions { first_line, line_count, ..PLAIN };
            let slice = slice(bytes, &[size], &options).unwrap();
            assert_eq!(texts(&slice), lines, "{bytes:?} by {size}");
            assert_eq!((slice.total_lines, slice.ends_with_line_end), (total, ends), "{bytes:?} by {size}");
            assert_eq!(slice.total_bytes, bytes.len() as u64);
            assert!(!slice.was_cut && !slice.is_lossy);
        }
    }
}

#[test]
fn slice_cuts_long_lines_at_a_character_and_counts_the_rest() {
    // (text, longest line, most bytes, what is left, how many characters are not)
    let cases = [
        ("abcdef\nx", 3, 1000, "abc", 3),
        ("abc\nx", 3, 1000, "abc", 0),
        ("äöü€😀é\nx", 4, 1000, "äöü€", 2),
        ("äöü€😀é\nx", 0, 1000, "", 6),
        ("😀😀😀😀\nx", 100, 10, "😀😀", 2),
        ("abcdefgh\nx", 100, 0, "abcd", 4),
    ];
    for (text, longest_line, most_bytes, shown, cut) in cases {
        for bytes in [text.as_bytes().to_vec(), utf16(text, false), utf16(text, true)] {
            for size in 1..=bytes.len() {
                let options = SliceOptions { longest_line, most_bytes, line_count: 1, ..PLAIN };
                let slice = slice(&bytes, &[size], &options).unwrap();
                let expected = SlicedLine { text: shown.to_owned(), cut_characters: cut };
                assert_eq!(slice.lines, [expected], "{text:?} by {size}");
                assert_eq!(slice.total_lines, 2);
                assert!(!slice.is_lossy);
            }
        }
    }
}

#[test]
fn slice_of_long_line_uses_constant_memory() {
    let mut reader = LineReader::new(&PLAIN);
    for _ in 0..1_000 {
        reader.take(&vec![b'x'; 100_000]).unwrap();
        assert!(reader.kept.capacity() < 20_000);
    }
    reader.finish();
    assert_eq!(reader.lines[0].text.len(), 2_000);
    assert_eq!(reader.lines[0].cut_characters, 100_000_000 - 2_000);
}

#[test]
fn slice_ends_at_whole_line_when_bytes_run_out() {
    let options = SliceOptions { most_bytes: 8, ..PLAIN };
    let cut = slice(b"abc\ndef\nghi\njkl", &[5], &options).unwrap();
    assert_eq!(texts(&cut), ["abc", "def"]);
    assert!(cut.was_cut);
    assert_eq!(cut.total_lines, 4);
    let whole = slice(b"abc\ndef\n", &[5], &options).unwrap();
    assert_eq!(texts(&whole), ["abc", "def"]);
    assert!(!whole.was_cut);
}

#[test]
fn slice_refuses_or_marks_bytes_that_are_not_text() {
    // (bytes, kind and a part of the message)
    let refused: [(&[u8], Kind, &str); 5] = [
        (b"a\nb\0c", Kind::BinaryFile, "line 2"),
        (b"a\r\n\0", Kind::BinaryFile, "line 2"),
        (b"\xFF\xFEa\0\n\0\0\0", Kind::BinaryFile, "line 2"),
        (b"\xFF\xFE\0\0a\0\0\0", Kind::UnsupportedEncoding, "UTF-32"),
        (b"\0\0\xFE\xFF", Kind::UnsupportedEncoding, "UTF-32"),
    ];
    for (bytes, kind, part) in refused {
        for size in 1..=bytes.len() {
            let error = slice(bytes, &[size], &SliceOptions { line_count: 1, ..PLAIN }).unwrap_err();
            assert_eq!(error.kind, kind, "{bytes:?} by {size}");
            assert!(error.message.contains(part), "{}", error.message);
        }
    }
    // (bytes, the wanted line, its text, whether it is lossy)
    let lossy: [(&[u8], usize, &str, bool); 6] = [
        (b"caf\xE9\nb", 1, "caf\u{FFFD}", true),
        (b"caf\xE9\nb", 2, "b", false),
        (b"a\xC3\nb", 1, "a\u{FFFD}", true),
        (b"a\xC3", 1, "a\u{FFFD}", true),
        (b"\xFE\xFF\xD8\x00\x00a", 1, "\u{FFFD}a", true),
        (b"\xFF\xFEa\0b", 1, "a\u{FFFD}", true),
    ];
    for (bytes, first_line, text, is_lossy) in lossy {
        for size in 1..=bytes.len() {
            let options = SliceOptions { first_line, line_count: 1, ..PLAIN };
            let slice = slice(bytes, &[size], &options).unwrap();
            assert_eq!((texts(&slice), slice.is_lossy), (vec![text], is_lossy), "{bytes:?} by {size}");
        }
    }
}

#[test]
fn slice_passes_on_source_failure() {
    let mut chunks = vec![Err(Error::new(Kind::Io, "the disk is gone")), Ok(Some(b"abcdef".to_vec()))];
    let error = slice_lines(&mut || chunks.pop().unwrap(), &PLAIN).unwrap_err();
    assert_eq!(error.kind, Kind::Io);
}

proptest! {
    #[test]
    fn slice_agrees_with_document(
        text in "([a-c\u{e9}\u{20ac}\u{1f600}]{0,3}(\n|\r\n|\r)?){0,12}",
        form in 0..4,
        sizes in prop::collection::vec(1_usize..9, 1..5),
        first_line in 0_usize..15,
        line_count in 0_usize..15,
        longest_line in 0_usize..6,
    ) {
        let bytes = match form {
            0 => text.clone().into_bytes(),
            1 => format!("\u{FEFF}{text}").into_bytes(),
            other => utf16(&text, other == 3),
        };
        let document = Document::decode(bytes.clone()).unwrap();
        let options = SliceOptions { first_line, line_count, longest_line, ..PLAIN };
        let slice = slice(&bytes, &sizes, &options).unwrap();
        let expected: Vec<SlicedLine> = document
            .lines()
            .skip(first_line.max(1) - 1)
            .take(line_count)
            .map(|line| SlicedLine {
                text: line.chars().take(longest_line).collect(),
                cut_characters: line.chars().count().saturating_sub(longest_line),
            })
            .collect();
        prop_assert_eq!(&slice.lines, &expected);
        prop_assert_eq!(slice.total_lines, document.line_count());
        prop_assert_eq!(slice.encoding, document.encoding());
        prop_assert_eq!(slice.ends_with_line_end, text.ends_with(['\n', '\r']));
        prop_assert!(!slice.is_lossy && !slice.was_cut);
    }

    #[test]
    fn slice_of_any_bytes_is_independent_of_chunks(
        bytes in prop::collection::vec(prop_oneof![Just(b'\n'), Just(b'\r'), any::<u8>()], 0..60),
        sizes in prop::collection::vec(1_usize..9, 1..5),
        longest_line in 0_usize..6,
        most_bytes in 0_usize..40,
    ) {
        let options = SliceOptions { longest_line, most_bytes, ..PLAIN };
        prop_assert_eq!(slice(&bytes, &sizes, &options), slice(&bytes, &[1_000], &options));
    }
}
