//! What a search left out, and why.

use std::time::Instant;

use scenewright_error::{Error, Kind};

/// Troubles are counted, and so many of them are told one by one.
const MAX_TOLD: usize = 20;

/// How many entries were left out on purpose. An ignored or hidden folder counts once; files that would not have been
/// answered anyway, by their names, do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// By the ignore rules.
    pub ignored: u64,
    /// Names that begin with a dot.
    pub hidden: u64,
    /// Devices, FIFOs and sockets.
    pub special: u64,
    /// Links that lead out of the root, to folders or nowhere.
    pub links: u64,
    /// Files that are not text; only where contents are searched.
    pub binary: u64,
}

/// Why an answer may lack something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PartialReason {
    /// The time was over.
    Deadline,
    /// A folder or file could not be read.
    Unreadable,
    /// A line is longer than is searched; what follows it in its file was not searched.
    LineTooLong,
    /// The file is larger than is searched for matches of several lines.
    TooLarge,
    /// A file turned out to be binary after some text; what follows was not searched.
    BinaryAfterText,
}

/// One file or folder that an answer may lack something of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub reason: PartialReason,
    /// From the root.
    pub path: String,
    /// A sentence.
    pub message: String,
}

/// What an answer may lack. Nothing where there are no reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Partial {
    /// Each once, sorted.
    pub reasons: Vec<PartialReason>,
    /// How many files and folders are concerned.
    pub count: u64,
    /// The first of them.
    pub troubles: Vec<Trouble>,
}

/// What ends a search early.
#[derive(Clone, Copy)]
pub struct Interrupt<'a> {
    /// Asked from several threads, every few files.
    pub cancelled: &'a (dyn Fn() -> bool + Sync),
    pub deadline: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupted {
    Cancelled,
    Deadline,
}

impl Skipped {
    pub fn add(&mut self, other: &Skipped) {
        self.ignored += other.ignored;
        self.hidden += other.hidden;
        self.special += other.special;
        self.links += other.links;
        self.binary += other.binary;
    }
}

impl PartialReason {
    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            PartialReason::Deadline => "deadline",
            PartialReason::Unreadable => "unreadable",
            PartialReason::LineTooLong => "line_too_long",
            PartialReason::TooLarge => "too_large",
            PartialReason::BinaryAfterText => "binary_after_text",
        }
    }
}

impl Partial {
    /// Whether the answer has all that it should.
    pub fn is_empty(&self) -> bool {
        self.reasons.is_empty()
    }

    pub fn add_trouble(&mut self, reason: PartialReason, path: &str, message: String) {
        self.add_reason(reason);
        self.count += 1;
        if self.troubles.len() < MAX_TOLD {
            self.troubles.push(Trouble { reason, path: path.to_owned(), message });
        }
    }

    pub fn add_reason(&mut self, reason: PartialReason) {
        if let Err(at) = self.reasons.binary_search(&reason) {
            self.reasons.insert(at, reason);
        }
    }

    pub fn add(&mut self, other: Partial) {
        for reason in other.reasons {
            self.add_reason(reason);
        }
        self.count += other.count;
        self.troubles.extend(other.troubles);
        self.troubles.sort_by(|a, b| a.path.cmp(&b.path));
        self.troubles.truncate(MAX_TOLD);
    }
}

impl Interrupt<'_> {
    /// Nothing ends the search early.
    pub fn never() -> Interrupt<'static> {
        Interrupt { cancelled: &|| false, deadline: None }
    }

    pub fn check(&self) -> Option<Interrupted> {
        if (self.cancelled)() {
            Some(Interrupted::Cancelled)
        } else {
            let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            is_over.then_some(Interrupted::Deadline)
        }
    }
}

/// The error of a walk that was cancelled.
pub(super) fn cancelled() -> Error {
    Error::new(Kind::Cancelled, "The search was cancelled.")
}
