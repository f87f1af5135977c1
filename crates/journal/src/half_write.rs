//! Recognition of a file that was being overwritten in place when its process died.

/// Returns true if a file may be the remains of overwriting `old` with `new`, or of undoing that: its length lies
/// between theirs, and each byte comes from one of the two at its place, or is zero. So every mixture that a kill or a
/// power cut makes is recognised, and a later change by another program is not: text that was inserted or removed
/// moves all that follows.
pub(super) fn is_half_write(found: &[u8], old: &[u8], new: &[u8]) -> bool {
    let is_between = found.len() >= old.len().min(new.len()) && found.len() <= old.len().max(new.len());
    let is_of = |source: &[u8], at: usize, byte: u8| source.get(at) == Some(&byte);
    is_between
        && found
            .iter()
            .enumerate()
            // Zero: a file that was lengthened may have blocks whose bytes had not reached the disk when the
            // power failed.
            .all(|(at, byte)| *byte == 0 || is_of(old, at, *byte) || is_of(new, at, *byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_write_is_distinguished_from_foreign_change() {
        let (old, new) = (b"one two three four", b"one and twenty");
        let mixed =
            ["one and twree four", "one and twentyfour", "one\0\0\0\0\0\0\0\0nty", "one two three \0\0\0\0"];
        for half in mixed.into_iter().chain(["one two three four", "one and twenty"]) {
            assert!(is_half_write(half.as_bytes(), old, new), "{half:?}");
        }
        for other in
            ["one, two three four", "one two three", "one two three four five", "one two 3hree four", ""]
        {
            assert!(!is_half_write(other.as_bytes(), old, new), "{other:?}");
        }
    }
}
