//! The entries that a search left out, with reasons.

use std::time::Instant;

use scenewright_error::{Error, Kind};

/// The most troubles that are reported one by one; all are counted. A model or person reads the first few, and a disk that fails
/// has as many as files.
const MAX_TOLD: usize = 20;

/// The counts of entries that were left out on purpose. An ignored or hidden folder counts once; files whose names
/// would have excluded them anyway do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Entries left out by the ignore rules.
    pub ignored: u64,
    /// Entries whose names begin with a dot.
    pub hidden: u64,
    /// Devices, FIFOs and sockets.
    pub special: u64,
    /// Links that lead out of the root, to folders or nowhere.
    pub links: u64,
    /// Files that are not text; counted only where contents are searched.
    pub binary: u64,
    /// Entries that the host does not let be shown.
    pub not_permitted: u64,
}

/// A reason why an answer may lack something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartialReason {
    /// The deadline passed.
    Deadline,
    /// A folder or file could not be read.
    Unreadable,
    /// A line is longer than the limit; the text after it in its file was not searched.
    LineTooLong,
    /// The file is larger than the limit for matches of several lines.
    TooLarge,
    /// A file turned out to be binary after some text; the rest was not searched.
    BinaryAfterText,
    /// A file is not UTF-8 and its encoding is not sure; its bytes were searched as they are.
    UnknownEncoding,
}

/// One file or folder of which an answer may lack something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// The reason, which is also in [`Partial::reasons`].
    pub reason: PartialReason,
    /// The path from the root.
    pub path: String,
    /// The message, a sentence.
    pub message: String,
}

/// The parts that an answer may lack; empty where there are no reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partial {
    /// The reasons, each once, sorted.
    pub reasons: Vec<PartialReason>,
    /// The number of files and folders concerned.
    pub count: u64,
    /// The first of the troubles.
    pub troubles: Vec<Trouble>,
}

/// The events that end a search early.
#[derive(Clone, Copy)]
pub struct Interrupt<'a> {
    /// The cancellation, asked from several threads, every few files.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
    /// The end of the time for the search, for a partial result; `None` for as long as it takes.
    pub deadline: Option<Instant>,
}

/// The event that ended a search early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    /// The caller cancelled: there is no result.
    Cancelled,
    /// The deadline passed: the result is partial.
    Deadline,
}

impl Skipped {
    /// Adds the counts of another thread or search to these.
    pub fn add(&mut self, other: &Skipped) {
        self.ignored += other.ignored;
        self.hidden += other.hidden;
        self.special += other.special;
        self.links += other.links;
        self.binary += other.binary;
        self.not_permitted += other.not_permitted;
    }
}

impl PartialReason {
    /// Returns the name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            PartialReason::Deadline => "deadline",
            PartialReason::Unreadable => "unreadable",
            PartialReason::LineTooLong => "line_too_long",
            PartialReason::TooLarge => "too_large",
            PartialReason::BinaryAfterText => "binary_after_text",
            PartialReason::UnknownEncoding => "unknown_encoding",
        }
    }
}

impl Partial {
    /// Returns true if the answer lacks nothing.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Adds a reason and a file or folder to which it applies. Past the first 20 only the count grows.
    pub fn add_trouble(&mut self, reason: PartialReason, path: &str, message: String) {
        self.add_reason(reason);
        self.count += 1;
        if self.troubles.len() < MAX_TOLD {
            self.troubles.push(Trouble { reason, path: path.to_owned(), message });
        }
    }

    /// Adds a reason that applies to no file in particular.
    pub fn add_reason(&mut self, reason: PartialReason) {
        if let Err(at) = self.reasons.binary_search(&reason) {
            self.reasons.insert(at, reason);
        }
    }

    /// Adds the whole of another report, such as another thread's. Troubles are sorted by path, and the first 20 kept.
    pub fn add(&mut self, other: Partial) {
        for reason in other.reasons {
            self.add_reason(reason);
        }
        self.count += other.count;
        self.troubles.extend(other.troubles);
        self.troubles.sort_by(|a, b| a.path.cmp(&b.path));
        // Sorted before it is cut, so that the same search reports the same files, whichever thread met them.
        self.troubles.truncate(MAX_TOLD);
    }
}

impl Interrupt<'_> {
    /// Returns an interrupt that never ends the search early.
    pub fn never() -> Interrupt<'static> {
        Interrupt { cancelled: &|| false, deadline: None }
    }

    /// Returns the event that ends the search now; `None` to continue. Cancellation counts before the deadline.
    pub fn check(&self) -> Option<Interrupted> {
        if (self.cancelled)() {
            Some(Interrupted::Cancelled)
        } else {
            let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            is_over.then_some(Interrupted::Deadline)
        }
    }
}

/// Returns the error of a cancelled walk.
pub(super) fn cancelled() -> Error {
    Error::new(Kind::Cancelled, "The search was cancelled.")
}
