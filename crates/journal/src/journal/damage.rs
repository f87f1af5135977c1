//! The losses of a damaged journal, and their description in words.

/// The damage of a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Damage {
    /// The offset of its first record that cannot be read.
    pub at: u64,
    /// Transactions of which something is left.
    pub lost: Vec<Lost>,
    /// The number of places where the number of lost transactions is unknown.
    pub gaps: usize,
    /// The number of transactions of which only the existence is known.
    pub nameless: usize,
    /// The number of old contents that are lost. Their transactions are there and cannot be undone.
    pub contents: usize,
    pub unreadable_bytes: u64,
    /// The number of bytes that are missing at the end.
    pub missing_bytes: u64,
    /// The number of transactions that are whole.
    pub whole: usize,
}

/// A transaction that is no longer in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lost {
    pub id: String,
    /// The message, known where the transaction's intent is whole; then the outcome is not known.
    pub message: Option<String>,
}

/// The most lost transactions that are named: the message is for a person, who looks at the first ones.
const MAX_NAMED: usize = 10;

impl Damage {
    pub(super) fn lose(&mut self, id: &str, message: Option<&str>) {
        if !self.lost.iter().any(|lost| lost.id == id) {
            self.lost.push(Lost { id: id.to_owned(), message: message.map(str::to_owned) });
        }
    }

    /// Returns a warning for callers that ask for the history or change something.
    pub(crate) fn warning(&self) -> String {
        let mut words = format!("Warning: The journal of the history is damaged from byte {} on", self.at);
        if self.unreadable_bytes > 0 {
            words.push_str(&format!("; {} bytes of it are unreadable", self.unreadable_bytes));
        }
        if self.missing_bytes > 0 {
            words.push_str(&format!("; its last {} bytes are missing", self.missing_bytes));
        }
        let whole = match self.whole {
            1 => "1 transaction is whole and stays in the history".to_owned(),
            count => format!("{count} transactions are whole and stay in the history"),
        };
        words.push_str(&format!(". {whole}."));
        for lost in self.lost.iter().take(MAX_NAMED) {
            match &lost.message {
                Some(message) => words.push_str(&format!(
                    " Lost: {} ({message}); whether it was committed is not known.",
                    lost.id
                )),
                None => words.push_str(&format!(" Lost: {}.", lost.id)),
            }
        }
        if self.lost.len() > MAX_NAMED {
            words.push_str(&format!(" Also lost: {} others.", self.lost.len() - MAX_NAMED));
        }
        match self.nameless {
            0 => {}
            1 => words.push_str(" One record is lost, of unknown contents."),
            count => words.push_str(&format!(" {count} records are lost, of unknown contents.")),
        }
        if self.gaps > 0 || self.missing_bytes > 0 {
            words.push_str(" The number of other lost records is unknown.");
        }
        match self.contents {
            0 => {}
            1 => words.push_str(" One old content of a file is lost, so that its change cannot be undone."),
            count => words.push_str(&format!(
                " {count} old contents of files are lost, so that their changes cannot be undone."
            )),
        }
        if self.lost.is_empty() && self.nameless + self.gaps + self.contents == 0 && self.missing_bytes == 0 {
            words.push_str(" Nothing is lost.");
        }
        words.push_str(" No file was changed by this.");
        words
    }
}
