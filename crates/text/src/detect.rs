//! Detection of a file's legacy encoding, where it is sure enough.
//!
//! A guess is accepted when all of the following holds, and otherwise the file is refused:
//!
//! 1. The bytes are not broken UTF-8: no more of them is well-formed UTF-8 than chance would make.
//! 2. They hold no control characters but tab, line ends and form feed.
//! 3. The guess is an encoding in which a part can be replaced without a look at the rest.
//! 4. They are not one byte over and over, which rules and fillings are made of in any encoding.
//! 5. In an encoding of an alphabet, letters stand where letters stand: letters of another encoding, such as the one of
//!    the old Macintosh, decode to signs and capitals in the middle of words.
//! 6. Decoding them leaves no byte over, makes no control and no private character, and encoding the text again
//!    gives the same bytes.
//!
//! A guess can still be wrong, most of all for a few characters. The possible harm is kept small: bytes outside the
//! replaced spans are never written, ASCII is the same in all these encodings, and other new text is only written
//! when the file, read again from its new bytes, has the requested text.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{GB18030, GBK};

use super::encoding::{Density, LegacyEncoding};

/// The number of bytes, of lines that are not ASCII, that the guess is made from.
const LOOKED_AT: usize = 1 << 13;

/// The reason why bytes that are not UTF-8 are not taken for text of another encoding either.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// Most bytes that are not ASCII are UTF-8.
    BrokenUtf8,
    /// The byte at this offset is a control character.
    Control(usize),
    /// No encoding fits.
    Unknown,
}

/// Detects the encoding of bytes that are not valid UTF-8, and returns their text in it.
pub(super) fn detect(bytes: &[u8]) -> Result<(LegacyEncoding, String), Doubt> {
    let evidence = Evidence::of(bytes);
    if evidence.speaks_for_utf8() {
        return Err(Doubt::BrokenUtf8);
    }
    if let Some(offset) = bytes.iter().position(|byte| is_control(char::from(*byte)) && byte.is_ascii()) {
        return Err(Doubt::Control(offset));
    }
    if evidence.is_one_byte {
        return Err(Doubt::Unknown);
    }
    let guess = guess(bytes);
    // The encoder of GBK leaves out what the newer form of the same encoding can write.
    let candidates = [Some(guess), (guess == GBK).then_some(GB18030)];
    candidates
        .into_iter()
        .flatten()
        .filter_map(LegacyEncoding::known)
        .filter(|encoding| match encoding.density() {
            Density::Letters => evidence.leaves_room_for_letters() && !evidence.has_runs_only(),
            Density::Words => evidence.leaves_room_for_letters(),
            Density::Everything => true,
        })
        .find_map(|encoding| {
            let text = encoding.decode(bytes)?;
            let is_likely = encoding.density() == Density::Everything || has_letters_in_place(&text);
            (is_likely && text.chars().all(is_plain)).then_some((encoding, text))
        })
        .ok_or(if evidence.well_formed > 0 { Doubt::BrokenUtf8 } else { Doubt::Unknown })
}

/// Guesses from the lines that are not ASCII alone, and of these from as many as are enough: the guess takes far
/// longer than the reading.
fn guess(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut left = LOOKED_AT;
    for line in bytes.split_inclusive(|byte| *byte == b'\n').filter(|line| !line.is_ascii()) {
        // Only lines that hold anything to learn from: a long ASCII header must not use up the sample.
        let looked_at = &line[..line.len().min(left)];
        detector.feed(looked_at, false);
        left -= looked_at.len();
        if left == 0 {
            break;
        }
    }
    if left > 0 {
        // The detector hears of the end only when it was reached: a character cut in two there speaks against
        // an encoding, at the cut of a sample it does not.
        detector.feed(b"", true);
    }
    detector.guess(None, Utf8Detection::Deny)
}

/// The evidence for UTF-8 among bytes that are not ASCII.
struct Evidence {
    /// The number of characters of more than one byte.
    well_formed: usize,
    /// The number of beginnings of such characters, of at least two bytes, whose rest is missing.
    begun: usize,
    /// The number of bytes that are neither.
    stray: usize,
    /// The number of bytes that are in no character.
    invalid: usize,
    /// The number of bytes that are not ASCII, and of those among them that stand beside another.
    foreign: usize,
    paired: usize,
    /// True when all bytes that are not ASCII are the same, and come three or more in a row.
    is_one_byte: bool,
}

impl Evidence {
    fn of(bytes: &[u8]) -> Evidence {
        let mut evidence = Evidence {
            well_formed: 0,
            begun: 0,
            stray: 0,
            invalid: 0,
            foreign: 0,
            paired: 0,
            is_one_byte: false,
        };
        let mut foreign = bytes.iter().filter(|byte| !byte.is_ascii());
        let is_same = foreign.next().is_some_and(|first| foreign.all(|byte| byte == first));
        for run in bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii()).filter(|run| !run[0].is_ascii()) {
            evidence.foreign += run.len();
            evidence.paired += if run.len() > 1 { run.len() } else { 0 };
            evidence.is_one_byte |= is_same && run.len() > 2;
        }
        for chunk in bytes.utf8_chunks() {
            if !chunk.valid().is_ascii() {
                evidence.well_formed +=
                    chunk.valid().chars().filter(|character| !character.is_ascii()).count();
            }
            evidence.invalid += chunk.invalid().len();
            match chunk.invalid().len() {
                0 => {}
                1 => evidence.stray += 1,
                _ => evidence.begun += 1,
            }
        }
        evidence
    }

    /// Returns true if the evidence is for UTF-8. In the East Asian encodings a third of the byte pairs may
    /// look like UTF-8 by chance, never most of them.
    fn speaks_for_utf8(&self) -> bool {
        // Chance makes well-formed sequences seldom in another encoding; a few broken bytes in UTF-8 are
        // damage.
        self.well_formed >= self.invalid
    }

    /// Returns true if the evidence may be accented letters. One before a symbol looks like UTF-8, and is rare.
    fn leaves_room_for_letters(&self) -> bool {
        4 * (self.well_formed + self.begun) <= self.stray
    }

    /// Returns true if letters come only in runs. Accented letters are few among plain ones. Where they only
    /// come in runs, the file is one of byte pairs in which something is broken.
    fn has_runs_only(&self) -> bool {
        self.foreign >= 6 && 4 * self.paired > 3 * self.foreign
    }
}

/// Returns true if few foreign characters are signs between letters, or capitals within words of small letters.
fn has_letters_in_place(text: &str) -> bool {
    let characters: Vec<char> = text.chars().collect();
    let (mut within_words, mut out_of_place) = (0_usize, 0_usize);
    for (index, character) in characters.iter().enumerate().filter(|(_, it)| !it.is_ascii()) {
        let before = index.checked_sub(1).map(|before| characters[before]);
        let after = characters.get(index + 1).copied();
        let is_letter = |neighbour: Option<char>| neighbour.is_some_and(char::is_alphabetic);
        let is_small = |neighbour: Option<char>| neighbour.is_some_and(char::is_lowercase);
        // At the beginning of a word a capital is in place, and a sign is too.
        if !is_letter(before) {
            continue;
        }
        let is_sign = !character.is_alphabetic() && !is_joint(*character) && is_letter(after);
        let is_capital = character.is_uppercase() && (is_small(before) || is_small(after));
        within_words += usize::from(character.is_alphabetic() || is_sign);
        out_of_place += usize::from(is_sign || is_capital);
    }
    3 * out_of_place <= within_words
}

/// Returns true for signs that stand between letters: apostrophes, dashes, a dot in the middle, a soft hyphen.
fn is_joint(character: char) -> bool {
    matches!(
        character,
        '\u{2018}' | '\u{2019}' | '\u{2013}' | '\u{2014}' | '\u{B7}' | '\u{AD}' | '\u{A0}' | '\u{2026}'
    )
}

/// Returns true for control characters that no text has: escape sequences are left to UTF-8.
fn is_control(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r' | '\u{C}')
}

fn is_plain(character: char) -> bool {
    !is_control(character) && !matches!(character, '\u{E000}'..='\u{F8FF}' | '\u{FFFD}')
}
