//! Tests of the promises to the tools: recognition of text, changes, and above all the bytes that stay.

use std::ops::Range;

use proptest::prelude::*;

use super::*;
use scenewright_error::Kind;

mod legacy;

fn utf16(text: &str, big_endian: bool) -> Vec<u8> {
    let unit = if big_endian { u16::to_be_bytes } else { u16::to_le_bytes };
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(unit).collect()
}

fn document(bytes: impl Into<Vec<u8>>) -> Document {
    Document::decode(bytes.into()).unwrap()
}

#[test]
fn view_has_no_byte_order_mark_and_only_lf() {
    let cases: [(Vec<u8>, Encoding); 4] = [
        ("é\r\nb\rc\n".into(), Encoding::Utf8),
        ("\u{FEFF}é\r\nb\rc\n".into(), Encoding::Utf8WithMark),
        (utf16("é\r\nb\rc\n", false), Encoding::Utf16LittleEndian),
        (utf16("é\r\nb\rc\n", true), Encoding::Utf16BigEndian),
    ];
    for (bytes, encoding) in cases {
        let document = document(bytes.clone());
        assert_eq!(document.view(), "é\nb\nc\n");
        assert_eq!(document.encoding(), encoding);
        assert_eq!(document.bytes(), bytes);
        assert_eq!(document.splice(&[]).unwrap(), bytes);
    }
    let names =
        [Encoding::Utf8, Encoding::Utf8WithMark, Encoding::Utf16LittleEndian, Encoding::Utf16BigEndian];
    assert_eq!(names.map(Encoding::name), ["UTF-8", "UTF-8 with BOM", "UTF-16LE", "UTF-16BE"]);
}

#[test]
fn decode_refuses_bytes_that_are_not_text_with_offset() {
    let cases: [(&[u8], Kind, &str); 8] = [
        (b"PNG\0data", Kind::BinaryFile, "offset 3"),
        (b"a\0b\0", Kind::BinaryFile, "offset 1"),
        (b"\xEF\xBB\xBFa\0", Kind::BinaryFile, "offset 4"),
        (b"\xFF\xFEa\0\0\0", Kind::BinaryFile, "offset 4"),
        (b"\xC3\xA9\ntw\xE9o", Kind::UnsupportedEncoding, "0xE9 at offset 5 (line 2)"),
        (b"\xFF\xFEa\0b", Kind::UnsupportedEncoding, "offset 4, is half"),
        (b"\xFE\xFF\xD8\x00\x00a", Kind::UnsupportedEncoding, "0xD800 at offset 2"),
        (b"\xFF\xFE\0\0a\0\0\0", Kind::UnsupportedEncoding, "UTF-32"),
    ];
    for (bytes, kind, part) in cases {
        let error = Document::decode(bytes.to_vec()).unwrap_err();
        assert_eq!(error.kind, kind, "{bytes:?}");
        assert!(error.message.contains(part), "{} should contain {part}", error.message);
        assert!(error.hint.is_some());
    }
}

#[test]
fn lines_are_counted_from_one() {
    let cases: [(&str, &[&str]); 6] = [
        ("", &[]),
        ("a", &["a"]),
        ("a\n", &["a"]),
        ("a\nb", &["a", "b"]),
        ("a\r\n\r\nb\r", &["a", "", "b"]),
        ("\n", &[""]),
    ];
    for (text, expected) in cases {
        let document = document(text);
        assert_eq!(document.lines().collect::<Vec<_>>(), expected, "{text:?}");
        assert_eq!(document.line_count(), expected.len(), "{text:?}");
        assert_eq!(document.line(0), None);
        assert_eq!(document.line(expected.len() + 1), None);
        for number in 1..=expected.len() + 1 {
            assert_eq!(document.lines_from(number).collect::<Vec<_>>(), expected[number - 1..], "{text:?}");
        }
    }
    let document = document("a\nbc\n");
    let numbers: Vec<usize> = (0..=5).map(|offset| document.line_of(offset)).collect();
    assert_eq!(numbers, [1, 1, 2, 2, 2, 3]);
}

#[test]
fn byte_offset_maps_view_offset_to_file() {
    let utf8 = document("\u{FEFF}é\r\n😀b\n");
    assert_eq!(utf8.view(), "é\n😀b\n");
    for (offset, expected) in [(0, 3), (2, 5), (3, 7), (7, 11), (8, 12), (9, 13)] {
        assert_eq!(utf8.byte_offset(offset).unwrap(), expected, "{offset}");
    }
    let wide = document(utf16("é\r\n😀b", false));
    for (offset, expected) in [(0, 2), (2, 4), (3, 8), (7, 12), (8, 14)] {
        assert_eq!(wide.byte_offset(offset).unwrap(), expected, "{offset}");
    }
    assert_eq!(utf8.byte_offset(1).unwrap_err().kind, Kind::Internal);
    assert_eq!(utf8.byte_offset(100).unwrap_err().kind, Kind::Internal);
}

#[test]
fn splice_gives_new_text_the_replaced_line_ends() {
    // (file, span of the view, new text, expected file)
    let cases: [(&str, Range<usize>, &str, &str); 12] = [
        ("a\nb\n", 0..1, "x\ny", "x\ny\nb\n"),
        ("a\r\nb\r\n", 0..1, "x\ny", "x\r\ny\r\nb\r\n"),
        ("a\rb\r", 0..1, "x\ny", "x\ry\rb\r"),
        ("a\r\nb\nc\r\n", 2..3, "x\ny", "a\r\nx\ny\nc\r\n"),
        ("a\r\nb\nc\n", 0..1, "x\ny", "x\r\ny\r\nb\nc\n"),
        ("a\r\nb\r\nc", 4..5, "x\ny", "a\r\nb\r\nx\r\ny"),
        ("a\r\nb\nc\n", 0..4, "x\ny\nz\n", "x\r\ny\nz\nc\n"),
        ("a\r\nb", 3..3, "\n", "a\r\nb\r\n"),
        ("", 0..0, "x\ny\n", "x\ny\n"),
        ("a", 0..1, "x\r\ny", "x\ny"),
        ("a\r\nb\r\n", 0..4, "", ""),
        ("a\r\nb\r\n", 1..2, "", "ab\r\n"),
    ];
    for (file, span, new, expected) in cases {
        let spliced = document(file).splice(&[(span, new)]).unwrap();
        assert_eq!(String::from_utf8(spliced).unwrap(), expected, "{file:?} with {new:?}");
    }
}

#[test]
fn splice_keeps_line_ends_of_context_lines() {
    let spliced = document("a\nb\r\nc\rd\n").splice(&[(0..7, "a\nB\nnew\nc\nd")]).unwrap();
    assert_eq!(String::from_utf8(spliced).unwrap(), "a\nB\r\nnew\r\nc\rd\n");
}

#[test]
fn utf16_is_spliced_in_its_own_encoding() {
    for big_endian in [false, true] {
        let document = document(utf16("é\r\n한 😀\r\n", big_endian));
        let start = document.view().find('한').unwrap();
        let spliced = document.splice(&[(start..start + 3, "글\n🙂")]).unwrap();
        assert_eq!(spliced, utf16("é\r\n글\r\n🙂 😀\r\n", big_endian));
    }
}

#[test]
fn a_whole_file_is_rewritten_in_its_encoding_and_line_end() {
    assert_eq!(document("\u{FEFF}a\r\nb").rewrite("x\ny\n").unwrap(), "\u{FEFF}x\r\ny\r\n".as_bytes());
    assert_eq!(document(utf16("a\rb", true)).rewrite("x\r\ny").unwrap(), utf16("x\ry", true));
    assert_eq!(document("").rewrite("x\r\ny").unwrap(), b"x\ny");
    assert_eq!(document("\u{FEFF}a").rewrite("\u{FEFF}x").unwrap(), "\u{FEFF}x".as_bytes());
    assert_eq!(Document::from_text("x\r\ny\r").unwrap().bytes(), b"x\ny\n");
    let windows = Document::from_text_with("x\ny\r\n", LineEnd::CrLf).unwrap();
    assert_eq!((windows.bytes(), windows.line_end()), (&b"x\r\ny\r\n"[..], LineEnd::CrLf));
    assert_eq!(Document::from_text_with("x", LineEnd::Cr).unwrap().rewrite("a\nb").unwrap(), b"a\rb");
}

#[test]
fn a_nul_in_new_text_is_refused() {
    for error in [
        Document::from_text("a\n\0").unwrap_err(),
        document("a").rewrite("a\n\0").unwrap_err(),
        document("a").splice(&[(0..1, "a\n\0")]).unwrap_err(),
    ] {
        assert_eq!(error.kind, Kind::InvalidInput);
        assert!(error.message.contains("line 2"), "{}", error.message);
    }
}

#[test]
#[expect(clippy::reversed_empty_ranges, reason = "a reversed span is one of the mistakes to be refused")]
fn splice_refuses_invalid_spans() {
    let document = document("aé\nb");
    let cases: [&[(Range<usize>, &str)]; 5] =
        [&[(0..9, "")], &[(3..1, "")], &[(2..3, "")], &[(3..4, ""), (0..1, "")], &[(0..3, "x"), (1..4, "y")]];
    for spans in cases {
        assert_eq!(document.splice(spans).unwrap_err().kind, Kind::Internal, "{spans:?}");
    }
}

/// Generates text of mixed line ends, with characters of every width.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\n"),
        Just("\r\n"),
        Just("\r"),
        Just("a"),
        Just("b "),
        Just("é"),
        Just("한"),
        Just("😀"),
        Just("\t")
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn splice_keeps_bytes_outside_spans(
        text in any_text(),
        new in any_text(),
        form in 0..4_u8,
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 4),
    ) {
        let bytes = match form {
            0 => text.into_bytes(),
            1 => format!("\u{FEFF}{text}").into_bytes(),
            2 => utf16(&text, false),
            _ => utf16(&text, true),
        };
        let document = document(bytes.clone());
        let view = document.view();
        let places: Vec<usize> =
            view.char_indices().map(|(offset, _)| offset).chain([view.len()]).collect();
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| *cut.get(&places)).collect();
        cuts.sort_unstable();
        let spliced = document.splice(&[(cuts[0]..cuts[1], &new), (cuts[2]..cuts[3], &new)]).unwrap();

        let place = |offset| document.byte_offset(offset).unwrap();
        prop_assert!(spliced.starts_with(&bytes[..place(cuts[0])]));
        prop_assert!(spliced.ends_with(&bytes[place(cuts[3])..]));
        let middle = &bytes[place(cuts[1])..place(cuts[2])];
        prop_assert!(spliced.windows(middle.len().max(1)).any(|window| window == middle) || middle.is_empty());

        // What is read back is what was asked for, up to a CR and an LF that now stand side by side.
        let expected = [&view[..cuts[0]], &normalize(&new), &view[cuts[1]..cuts[2]], &normalize(&new), &view[cuts[3]..]];
        let without_line_ends = |text: &str| text.replace('\n', "");
        let read_back = Document::decode(spliced).unwrap();
        prop_assert_eq!(without_line_ends(read_back.view()), without_line_ends(&expected.concat()));
        if !bytes.contains(&b'\r') {
            prop_assert_eq!(read_back.view(), expected.concat());
        }
    }
}
