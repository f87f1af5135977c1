//! Tests of random files and edits against a model that is too simple to be wrong: it works on characters with
//! their bytes.

use encoding_rs::Encoding as Codec;

use super::*;
use crate::{Encoding, normalize};

const CASES: usize = 20_000;

/// A file as a list of characters of the view, each with the bytes that it has in the file.
struct Model {
    mark: &'static [u8],
    characters: Vec<(char, Vec<u8>)>,
}

impl Model {
    fn of(text: &str, form: usize, codec: &'static Codec) -> Model {
        let encode = |text: &str| -> Vec<u8> {
            match form {
                0 | 1 => text.as_bytes().to_vec(),
                2 => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                3 => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
                _ => codec.encode(text).0.into_owned(),
            }
        };
        let mark: &[u8] = [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", b""][form];
        let mut characters = Vec::new();
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let (seen, length) = match character {
                '\r' if rest.starts_with("\r\n") => ('\n', 2),
                '\r' => ('\n', 1),
                other => (other, other.len_utf8()),
            };
            characters.push((seen, encode(&rest[..length])));
            rest = &rest[length..];
        }
        Model { mark, characters }
    }

    fn bytes(&self) -> Vec<u8> {
        let body = self.characters.iter().flat_map(|(_, bytes)| bytes.iter().copied());
        self.mark.iter().copied().chain(body).collect()
    }

    /// Returns the places of the text, from left to right and without overlaps.
    fn places(&self, wanted: &[char]) -> Vec<usize> {
        let mut places = Vec::new();
        let mut at = 0;
        while at + wanted.len() <= self.characters.len() {
            let here = &self.characters[at..at + wanted.len()];
            if here.iter().map(|(character, _)| character).eq(wanted) {
                places.push(at);
                at += wanted.len();
            } else {
                at += 1;
            }
        }
        places
    }

    /// Returns the bytes before the first place, between the places, and after the last.
    fn outside(&self, places: &[usize], length: usize) -> Vec<Vec<u8>> {
        let mut pieces = vec![self.mark.to_vec()];
        let mut from = 0;
        for &place in places.iter().chain([&self.characters.len()]) {
            let piece = self.characters[from..place].iter().flat_map(|(_, bytes)| bytes.iter().copied());
            pieces.last_mut().unwrap().extend(piece);
            pieces.push(Vec::new());
            from = place + length;
        }
        pieces.pop();
        pieces
    }
}

fn any_of(random: &mut fastrand::Rng, pieces: &[&str], most: usize) -> String {
    let count = random.usize(..=most);
    std::iter::repeat_with(|| *random.choice(pieces).unwrap()).take(count).collect()
}

/// Returns true if the pieces stand in the bytes in order, the first at the beginning and the last at the end.
fn are_kept(bytes: &[u8], pieces: &[Vec<u8>]) -> bool {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else { return false };
    if pieces.len() == 1 {
        return bytes == first;
    }
    if !bytes.starts_with(first) || !bytes.ends_with(last) || bytes.len() < first.len() + last.len() {
        return false;
    }
    let mut rest = &bytes[first.len()..bytes.len() - last.len()];
    for piece in &pieces[1..pieces.len() - 1] {
        let Some(at) = (0..=rest.len().saturating_sub(piece.len())).find(|at| rest[*at..].starts_with(piece))
        else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    true
}

#[test]
fn edit_keeps_bytes_outside_matches_and_counts_exactly() {
    let unicode = ["a", "b", "aa", "é", "한", "😀", " ", "\t", "\n", "\r\n", "\r", "$&", "\\"];
    let korean = ["a", "b", "aa", "한글", "입니다", "주석을", " ", "\t", "\n", "\r\n", "\r", "$&", "\\"];
    let latin = ["a", "b", "aa", "é", "ü", "ça", " ", "\t", "\n", "\r\n", "\r", "$&", "\\"];
    let mut random = fastrand::Rng::with_seed(20_260);
    let (mut replaced, mut refused, mut legacy) = (0, 0, 0);
    for case in 0..CASES {
        let form = random.usize(..5);
        let (pieces, codec, before) = match (form, random.bool()) {
            (0..=3, _) => (&unicode, encoding_rs::UTF_8, ""),
            (_, true) => (&korean, encoding_rs::EUC_KR, "// 이 함수는 사용자의 입력을 검사한다.\n"),
            (_, false) => (&latin, encoding_rs::WINDOWS_1252, "// Größe naïve café est très grand.\n"),
        };
        let text = format!("{before}{}", any_of(&mut random, pieces, 24));
        let model = Model::of(&text, form, codec);
        let mut bytes = model.bytes();
        let is_invalid = random.u8(..) < 10 && form < 4;
        if is_invalid {
            let at = random.usize(model.mark.len()..=bytes.len());
            bytes.insert(at, 0xFF);
        }
        let old = if random.u8(..3) == 0 {
            any_of(&mut random, pieces, 2)
        } else {
            let from = random.usize(..=model.characters.len());
            let length = random.usize(1..4);
            model.characters[from..].iter().take(length).map(|(character, _)| *character).collect()
        };
        let new = any_of(&mut random, pieces, 3);
        let asked = Replacement {
            replace_all: random.bool(),
            expected_replacements: (random.u8(..6) == 0).then(|| random.usize(..4)),
            ..replacement(&old, &new)
        };
        let document = match Document::decode(bytes.clone()) {
            Ok(document) => document,
            Err(error) => {
                assert!(is_invalid, "case {case}: {text:?}: {error}");
                continue;
            }
        };
        if is_invalid {
            assert!(matches!(
                document.encoding(),
                Encoding::Legacy(_) | Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian
            ));
            continue;
        }
        let wanted: Vec<char> = normalize(&old).chars().collect();
        let places = if wanted.is_empty() { Vec::new() } else { model.places(&wanted) };
        let view: Vec<char> = document.view().chars().collect();
        let overlapping = if wanted.is_empty() {
            0
        } else {
            view.windows(wanted.len()).filter(|it| **it == *wanted).count()
        };
        let counted = if asked.replace_all { places.len() } else { overlapping };
        let outcome = replace(&document, &asked, Policy::Unique);
        assert_eq!(document.bytes(), bytes, "case {case}");
        let expected_kind = if normalize(&old) == normalize(&new) {
            Some(Kind::NoChange)
        } else if wanted.is_empty() {
            (!document.view().trim().is_empty()).then_some(Kind::AlreadyExists)
        } else if places.is_empty() {
            Some(Kind::NoMatch)
        } else if asked.expected_replacements.is_some_and(|expected| expected != counted) {
            Some(Kind::CountMismatch)
        } else if counted != places.len()
            || (counted > 1 && !asked.replace_all && asked.expected_replacements.is_none())
        {
            Some(Kind::AmbiguousMatch)
        } else {
            None
        };
        match (outcome, expected_kind) {
            (Err(error), Some(kind)) => {
                assert_eq!(error.kind(), kind, "case {case}: {text:?} {asked:?}");
                if let EditError::Ambiguous { count, lines, .. }
                | EditError::CountMismatch { found: count, lines, .. } = error
                {
                    assert_eq!((count, lines.len()), (counted, counted), "case {case}");
                }
                refused += 1;
            }
            // New text that would make the file look like another encoding.
            (Err(error), None) if form == 4 && error.kind() == Kind::UnsupportedEncoding => refused += 1,
            (Ok(applied), None) => {
                assert_eq!(applied.replaced, places.len().max(1), "case {case}");
                if !wanted.is_empty() {
                    let mut pieces = model.outside(&places, wanted.len());
                    // A deleted whole line takes its line end along, which the model does not know of.
                    if new.is_empty() {
                        pieces = vec![pieces.swap_remove(0), Vec::new()];
                    }
                    assert!(
                        are_kept(&applied.bytes, &pieces),
                        "case {case}: {text:?} {asked:?} {:?}",
                        applied.bytes
                    );
                }
                replaced += 1;
                legacy += usize::from(form == 4);
            }
            (outcome, expected) => {
                panic!("case {case}: {text:?} {asked:?}: {outcome:?}, expected {expected:?}")
            }
        }
    }
    assert!(replaced > 4_000 && refused > 4_000 && legacy > 800, "{replaced} {refused} {legacy}");
}
