//! The lines that a script prints, within limits. Past them the output is cut and the run continues.

use super::limits::Limits;
use scenewright_call::{Level, LogLine};

/// The lines of one run.
#[derive(Debug)]
pub(crate) struct Log {
    lines: Vec<LogLine>,
    bytes: usize,
    most_bytes: usize,
    most_lines: usize,
    dropped: u64,
}

impl Log {
    pub(crate) fn new(limits: &Limits) -> Self {
        Log {
            lines: Vec::new(),
            bytes: 0,
            most_bytes: limits.output_bytes,
            most_lines: limits.output_lines,
            dropped: 0,
        }
    }

    /// Returns true if a further line would be dropped anyway, so that it need not be formatted.
    pub(crate) fn is_full(&self) -> bool {
        self.lines.len() >= self.most_lines || self.bytes >= self.most_bytes
    }

    /// Returns the bytes that are left, and one more so that a cut shows.
    pub(crate) fn room(&self) -> usize {
        self.most_bytes.saturating_sub(self.bytes) + 1
    }

    /// Counts a line that is not formatted because the log is full.
    pub(crate) fn drop_line(&mut self) {
        self.dropped += 1;
    }

    /// Adds a line, or as much of it as fits.
    pub(crate) fn push(&mut self, level: Level, text: &str) {
        if self.is_full() {
            self.drop_line();
            return;
        }
        let mut end = text.len().min(self.most_bytes - self.bytes);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        // One for the line end, which the limit counts.
        self.bytes += end + 1;
        let mut text = text[..end].to_owned() + if end < text.len() { "… (cut)" } else { "" };
        text.shrink_to_fit();
        self.lines.push(LogLine { level, text });
    }

    /// Returns the line that was added last.
    pub(crate) fn last(&self) -> Option<&LogLine> {
        self.lines.last()
    }

    /// Returns the lines, with a note at the end when some were left out.
    pub(crate) fn finish(mut self) -> Vec<LogLine> {
        if self.dropped > 0 {
            let text = format!(
                "… {} more line{} not shown: console output is limited to {} and {} lines",
                self.dropped,
                if self.dropped == 1 { "" } else { "s" },
                super::limits::bytes(self.most_bytes),
                self.most_lines
            );
            self.lines.push(LogLine { level: Level::Warn, text });
        }
        self.lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(bytes: usize, lines: usize) -> Log {
        Log::new(&Limits { output_bytes: bytes, output_lines: lines, ..Limits::default() })
    }

    #[test]
    fn lines_past_the_limit_are_counted_not_kept() {
        let mut it = log(1000, 2);
        for n in 0..5 {
            it.push(Level::Log, &n.to_string());
        }
        let lines = it.finish();
        assert_eq!(lines.len(), 3);
        assert!(lines[2].text.starts_with("… 3 more lines not shown"), "{}", lines[2].text);
    }

    #[test]
    fn a_long_line_is_cut_at_a_character() {
        let mut it = log(5, 10);
        it.push(Level::Log, "ab😀cd");
        assert_eq!(it.finish()[0].text, "ab… (cut)");
    }
}
