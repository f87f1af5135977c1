//! Names that are read from another process, each put into one block of memory at once.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

use serde::Deserializer;
use serde::de::{Error, Visitor};

/// Reads a text.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    deserializer.deserialize_str(TextVisitor(|text: &str| Arc::from(text)))
}

/// Reads a text that is most often the previous entity's, and then shares its memory.
pub(super) fn read_repeated<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
    thread_local! {
        static LAST: RefCell<Arc<str>> = RefCell::new("".into());
    }
    deserializer.deserialize_str(TextVisitor(|text: &str| {
        LAST.with_borrow_mut(|last| {
            if **last != *text {
                *last = Arc::from(text);
            }
            Arc::clone(last)
        })
    }))
}

struct TextVisitor<F>(F);

impl<F: FnOnce(&str) -> Arc<str>> Visitor<'_> for TextVisitor<F> {
    type Value = Arc<str>;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Arc<str>, E> {
        Ok((self.0)(text))
    }
}
