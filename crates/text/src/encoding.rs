//! The encodings of files, and new text in them.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, GB18030, GBK, ISO_8859_2, ISO_8859_3, ISO_8859_4, ISO_8859_10, ISO_8859_13,
    ISO_8859_14, ISO_8859_15, ISO_8859_16, MACINTOSH, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1252,
    WINDOWS_1254, WINDOWS_1257,
};

use scenewright_error::{Error, Kind, Result};

/// The encoding of a file, found from its bytes and kept when the file is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8 without a byte order mark, the encoding of new files.
    Utf8,
    /// UTF-8 with a byte order mark, which is kept.
    Utf8WithMark,
    /// UTF-16, least significant byte first, with a byte order mark.
    Utf16LittleEndian,
    /// UTF-16, most significant byte first, with a byte order mark.
    Utf16BigEndian,
    /// An encoding from before Unicode, in which ASCII is ASCII.
    Legacy(LegacyEncoding),
}

/// An encoding in which every character stands for itself, whatever comes before it, and a line end is the ASCII
/// byte, which is part of no other character. So a part of a file can be replaced without a look at the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LegacyEncoding(&'static encoding_rs::Encoding);

/// The amount of text in an encoding that is not ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Density {
    /// Single letters among plain ones: the Latin alphabets.
    Letters,
    /// Whole words: other alphabets.
    Words,
    /// Whole sentences, in which chance makes much that looks like UTF-8: Thai, and all characters of two bytes.
    Everything,
}

impl Encoding {
    /// Returns the name by which people and other programs know it, such as `UTF-8 with BOM` or `windows-1252`.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Utf8WithMark => "UTF-8 with BOM",
            Encoding::Utf16LittleEndian => "UTF-16LE",
            Encoding::Utf16BigEndian => "UTF-16BE",
            Encoding::Legacy(LegacyEncoding(encoding)) => encoding.name(),
        }
    }

    /// Returns the bytes that a file in this encoding begins with.
    pub fn mark(self) -> &'static [u8] {
        match self {
            Encoding::Utf8 | Encoding::Legacy(_) => b"",
            Encoding::Utf8WithMark => b"\xEF\xBB\xBF",
            Encoding::Utf16LittleEndian => b"\xFF\xFE",
            Encoding::Utf16BigEndian => b"\xFE\xFF",
        }
    }

    /// Returns the number of bytes that text takes in the file; for a legacy encoding, of text that was
    /// decoded from it.
    pub(super) fn length_of(self, text: &str) -> usize {
        match self {
            Encoding::Utf8 | Encoding::Utf8WithMark => text.len(),
            Encoding::Utf16LittleEndian | Encoding::Utf16BigEndian => 2 * text.encode_utf16().count(),
            Encoding::Legacy(_) if text.is_ascii() => text.len(),
            Encoding::Legacy(LegacyEncoding(encoding)) if encoding.is_single_byte() => text.chars().count(),
            Encoding::Legacy(LegacyEncoding(encoding)) => encoding.encode(text).0.len(),
        }
    }

    /// Appends the text in this encoding, without a mark. Refused where the encoding has no such character.
    pub(super) fn encode_onto(self, text: &str, bytes: &mut Vec<u8>) -> Result<()> {
        match self {
            Encoding::Utf8 | Encoding::Utf8WithMark => bytes.extend_from_slice(text.as_bytes()),
            Encoding::Utf16LittleEndian => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Encoding::Utf16BigEndian => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
            Encoding::Legacy(_) if text.is_ascii() => bytes.extend_from_slice(text.as_bytes()),
            Encoding::Legacy(legacy) => {
                bytes.extend_from_slice(&legacy.encode(text).ok_or_else(|| legacy.cannot_hold(text))?);
            }
        }
        Ok(())
    }
}

impl LegacyEncoding {
    /// Returns an encoding whose characters do not depend on each other; all others are not known here.
    pub(super) fn known(encoding: &'static encoding_rs::Encoding) -> Option<LegacyEncoding> {
        let is_known =
            encoding.is_single_byte() || [EUC_KR, SHIFT_JIS, GBK, GB18030, BIG5, EUC_JP].contains(&encoding);
        is_known.then_some(LegacyEncoding(encoding))
    }

    pub(super) fn density(self) -> Density {
        let latin = [
            WINDOWS_1252,
            WINDOWS_1250,
            WINDOWS_1254,
            WINDOWS_1257,
            ISO_8859_2,
            ISO_8859_3,
            ISO_8859_4,
            ISO_8859_10,
            ISO_8859_13,
            ISO_8859_14,
            ISO_8859_15,
            ISO_8859_16,
            MACINTOSH,
        ];
        if !self.0.is_single_byte() || self.0 == WINDOWS_874 {
            Density::Everything
        } else if latin.contains(&self.0) {
            Density::Letters
        } else {
            Density::Words
        }
    }

    /// Decodes the bytes, where encoding the text again gives these very bytes. Only then is the length of
    /// each character in the file known, and only then can the rest of a file stay as it is.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<String> {
        let text = self.0.decode_without_bom_handling_and_without_replacement(bytes)?;
        // Encodings have bytes that decode to the same character as others; the file would be written
        // differently then.
        let (encoded, _, failed) = self.0.encode(&text);
        (!failed && *encoded == *bytes).then(|| text.into_owned())
    }

    /// Encodes the text, where decoding the bytes gives this very text: some encodings write a yen sign as
    /// a backslash.
    fn encode(self, text: &str) -> Option<Vec<u8>> {
        let (encoded, _, failed) = self.0.encode(text);
        // Encoders may put a similar character in the place of one that is missing.
        let is_same = || self.0.decode_without_bom_handling(&encoded).0 == text;
        (!failed && is_same()).then(|| encoded.into_owned())
    }

    fn cannot_hold(self, text: &str) -> Error {
        let mut buffer = [0; 4];
        let first = text.chars().find(|character| self.encode(character.encode_utf8(&mut buffer)).is_none());
        let name = first.map_or_else(String::new, |character| {
            if character.is_control() || character.is_whitespace() {
                format!(" U+{:04X}", u32::from(character))
            } else {
                format!(" `{character}` (U+{:04X})", u32::from(character))
            }
        });
        Error::new(
            Kind::UnsupportedEncoding,
            format!(
                "The file is encoded in {}, which has no character{name} of the new text. Nothing was changed.",
                self.0.name()
            ),
        )
        .with_hint("Convert the file to UTF-8 first, or write the text without this character.")
    }
}
