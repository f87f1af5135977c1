//! The bytes of a file beside the view of it.

use bytes::Bytes;
use bytestring::ByteString;

/// The bytes of a file and the view of it.
#[derive(Clone, Debug)]
pub(super) enum Contents {
    /// UTF-8 without a mark and with LF line ends only: the file is its own view.
    Plain(ByteString),
    Mapped {
        bytes: Bytes,
        view: String,
    },
}

impl Contents {
    /// Returns the text with LF line ends and without a byte order mark.
    pub(super) fn view(&self) -> &str {
        match self {
            Contents::Plain(text) => text,
            Contents::Mapped { view, .. } => view,
        }
    }

    /// Returns the file as it is on disk.
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Contents::Plain(text) => text.as_bytes(),
            Contents::Mapped { bytes, .. } => bytes,
        }
    }

    /// Returns the bytes, shared and not copied.
    pub(super) fn shared_bytes(&self) -> Bytes {
        match self {
            Contents::Plain(text) => text.as_bytes().clone(),
            Contents::Mapped { bytes, .. } => bytes.clone(),
        }
    }
}
