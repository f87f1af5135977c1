//! Recognition of a file that was being overwritten in place when its process died.

/// A disk writes whole sectors, and a process that is killed has written whole pages: so what is mixed changes hands here.
const SECTOR_BYTES: usize = 512;

/// Whether a file may be what is left of overwriting `old` with `new`, or of undoing that: its length lies between theirs, and
/// each of its sectors is of one of the two, of the one with the other's end behind it, which is cut off last, or zeros.
/// Anything else was written by somebody else since.
pub(super) fn is_half_write(found: &[u8], old: &[u8], new: &[u8]) -> bool {
    let (shorter, longer) = if old.len() < new.len() { (old, new) } else { (new, old) };
    if found.len() < shorter.len() || found.len() > longer.len() {
        return false;
    }
    let uncut = [shorter, &longer[shorter.len()..]].concat();
    found.chunks(SECTOR_BYTES).enumerate().all(|(number, sector)| {
        let is_of = |image: &[u8]| {
            let rest = image.get(number * SECTOR_BYTES..).unwrap_or_default();
            let (same, beyond) = sector.split_at(rest.len().min(sector.len()));
            rest.starts_with(same) && is_zero(beyond)
        };
        is_zero(sector) || is_of(old) || is_of(new) || is_of(&uncut)
    })
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_write_is_told_from_a_change_by_somebody_else() {
        let old = [b'o'; 1_300];
        let new = [b'n'; 1_100];
        let mixed = |parts: &[(u8, usize)]| -> Vec<u8> {
            parts.iter().flat_map(|(byte, count)| vec![*byte; *count]).collect()
        };
        for half in [
            mixed(&[(b'n', 512), (b'o', 788)]),
            mixed(&[(b'o', 512), (b'n', 512), (b'o', 276)]),
            mixed(&[(b'n', 1_024), (0, 276)]),
            mixed(&[(b'n', 1_100), (0, 200)]),
            mixed(&[(b'o', 512), (b'n', 588), (b'o', 200)]),
            old.to_vec(),
            new.to_vec(),
        ] {
            assert!(is_half_write(&half, &old, &new), "{half:?}");
        }
        let mut edited = mixed(&[(b'n', 512), (b'o', 788)]);
        edited[700] = b'!';
        for other in
            [edited, mixed(&[(b'o', 1_301)]), mixed(&[(b'n', 1_000)]), mixed(&[(b'n', 100), (b'o', 1_200)])]
        {
            assert!(!is_half_write(&other, &old, &new), "{other:?}");
        }
    }
}
