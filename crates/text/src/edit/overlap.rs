//! Occurrences of a text that overlap each other, such as the two of `aa` in `aaa`.

use memchr::memmem;

use super::places::MAX_LINES;

/// All occurrences of a text, those that overlap others among them.
pub(super) struct Overlaps {
    pub(super) count: usize,
    /// The offsets where the first [`MAX_LINES`] of them begin.
    pub(super) starts: Vec<usize>,
}

/// Finds all occurrences of a text that can overlap itself; `None` for one that cannot.
pub(super) fn overlaps(view: &str, text: &str) -> Option<Overlaps> {
    let (view, text) = (view.as_bytes(), text.as_bytes());
    let borders = borders_of(text);
    let border = *borders.last()? as usize;
    // A text that no beginning of it ends cannot overlap itself: most texts end here.
    if border == 0 {
        return None;
    }
    let finder = memmem::Finder::new(text);
    let mut found = Overlaps { count: 0, starts: Vec::new() };
    let mut at = 0;
    while let Some(offset) = finder.find(&view[at..]) {
        at += offset + text.len();
        found.push(at - text.len());
        // As in the algorithm of Knuth, Morris and Pratt: after a match, this much of the next one is matched
        // already.
        let mut matched = border;
        // While the end of an occurrence may begin the next one.
        while matched > 0
            && let Some(byte) = view.get(at)
        {
            while matched > 0 && text[matched] != *byte {
                matched = borders[matched - 1] as usize;
            }
            matched += usize::from(text[matched] == *byte);
            at += 1;
            if matched == text.len() {
                found.push(at - text.len());
                matched = border;
            }
        }
    }
    Some(found)
}

impl Overlaps {
    fn push(&mut self, start: usize) {
        self.count += 1;
        if self.starts.len() < MAX_LINES {
            self.starts.push(start);
        }
    }
}

/// Returns for each beginning of the text the length of its longest border: the longest text other than itself that
/// it both begins and ends with. No file has as many bytes as would not fit.
fn borders_of(text: &[u8]) -> Vec<u32> {
    let mut borders = vec![0_u32; text.len()];
    let mut length = 0_usize;
    for index in 1..text.len() {
        while length > 0 && text[index] != text[length] {
            length = borders[length - 1] as usize;
        }
        length += usize::from(text[index] == text[length]);
        borders[index] = u32::try_from(length).unwrap_or(u32::MAX);
    }
    borders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_occurrences_equal_a_search_at_every_offset() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..3_000 {
            let mut text = |most: usize| -> String {
                (0..random.usize(1..=most)).map(|_| if random.bool() { 'a' } else { 'é' }).collect()
            };
            let (view, wanted) = (text(24), text(5));
            let expected: Vec<usize> =
                (0..view.len()).filter(|at| view.as_bytes()[*at..].starts_with(wanted.as_bytes())).collect();
            if let Some(found) = overlaps(&view, &wanted) {
                assert_eq!((found.count, &found.starts), (expected.len(), &expected), "{wanted} in {view}");
            } else {
                let apart = view.matches(&wanted).count();
                assert_eq!(apart, expected.len(), "{wanted} in {view}");
            }
        }
    }

    #[test]
    fn very_long_repetitive_text_is_counted_in_linear_time() {
        let view = "a".repeat(2_000_000);
        let found = overlaps(&view, &view[..1_000_000]).expect("the text overlaps itself");
        assert_eq!((found.count, found.starts.len()), (1_000_001, MAX_LINES));
    }
}
