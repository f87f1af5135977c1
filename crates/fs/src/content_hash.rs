//! The 128-bit hash of a file's contents.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::disk::OpenFile;
use scenewright_error::{self as error, Error, Kind};

/// The first 128 bits of the BLAKE3 hash of a file's bytes. Written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ContentHash([u8; 16]);

/// An incremental hasher for bytes that come in parts.
#[derive(Clone, Debug, Default)]
pub struct ContentHasher(blake3::Hasher);

impl ContentHasher {
    /// Adds the next bytes; the hash does not depend on how they are divided.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Returns the hash of the bytes so far. More may be added afterwards.
    pub fn finish(&self) -> ContentHash {
        ContentHash::first_half(&self.0.finalize())
    }
}

impl ContentHash {
    /// Hashes bytes that are in memory.
    pub fn of(bytes: &[u8]) -> ContentHash {
        ContentHash::first_half(&blake3::hash(bytes))
    }

    /// Hashes a file of any size in constant memory. `before_each` may stop it before any piece is hashed.
    pub fn of_file(
        file: &dyn OpenFile,
        mut before_each: impl FnMut() -> error::Result<()>,
    ) -> error::Result<ContentHash> {
        /// The bytes between two calls of `before_each`, in which a caller may cancel.
        const PIECE: usize = 1 << 20;
        let mut hasher = ContentHasher::default();
        let mut offset = 0;
        loop {
            let piece = file.read_at(offset, PIECE)?;
            if piece.is_empty() {
                return Ok(hasher.finish());
            }
            before_each()?;
            offset += piece.len() as u64;
            hasher.update(&piece);
        }
    }

    fn first_half(hash: &blake3::Hash) -> ContentHash {
        let mut half = [0; 16];
        half.copy_from_slice(&hash.as_bytes()[..16]);
        ContentHash(half)
    }

    /// Makes a hash of the bytes that [`as_bytes`](ContentHash::as_bytes) gave; nothing is hashed.
    pub fn from_bytes(bytes: [u8; 16]) -> ContentHash {
        ContentHash(bytes)
    }

    /// Returns the hash as it is stored in the journal, in the order of its digits.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

impl From<ContentHash> for String {
    fn from(hash: ContentHash) -> String {
        hash.to_string()
    }
}

impl FromStr for ContentHash {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u128::from_str_radix(text, 16) {
            Ok(number) if digits => Ok(ContentHash(number.to_be_bytes())),
            _ => Err(Error::new(
                Kind::InvalidInput,
                format!("A content hash has 32 hexadecimal digits, not {text:?}."),
            )),
        }
    }
}

impl TryFrom<String> for ContentHash {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.parse()
    }
}
