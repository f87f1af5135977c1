//! Recognition of a file that was being overwritten in place when its process died.

/// A disk writes whole sectors, so what a power cut mixes changes hands here.
const SECTOR_BYTES: usize = 512;

/// Whether a file may be what is left of overwriting `old` with `new`, or of undoing that. Its length lies between theirs. After
/// a kill it begins as the one and goes on as the other; after a power cut each of its sectors is of one of the two, of the
/// shorter one with the other's end behind it, which is cut off last, or zeros. Anything else was written by somebody else
/// since.
pub(super) fn is_half_write(found: &[u8], old: &[u8], new: &[u8]) -> bool {
    let (shorter, longer) = if old.len() < new.len() { (old, new) } else { (new, old) };
    if found.len() < shorter.len() || found.len() > longer.len() {
        return false;
    }
    begins_and_goes_on(found, old, new)
        || begins_and_goes_on(found, new, old)
        || is_of_sectors(found, shorter, longer)
}

fn begins_and_goes_on(found: &[u8], first: &[u8], second: &[u8]) -> bool {
    let begun = found.iter().zip(first).take_while(|(found, first)| found == first).count();
    second.get(begun..).unwrap_or_default().starts_with(&found[begun..])
}

fn is_of_sectors(found: &[u8], shorter: &[u8], longer: &[u8]) -> bool {
    let rest = &longer[shorter.len()..];
    let uncut = [shorter, rest].concat();
    let blank = [vec![0; shorter.len()].as_slice(), rest].concat();
    found.chunks(SECTOR_BYTES).enumerate().all(|(number, sector)| {
        let is_of = |image: &[u8]| {
            let rest = image.get(number * SECTOR_BYTES..).unwrap_or_default();
            let (same, beyond) = sector.split_at(rest.len().min(sector.len()));
            rest.starts_with(same) && is_zero(beyond)
        };
        is_zero(sector) || [shorter, longer, &uncut, &blank].into_iter().any(is_of)
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
            mixed(&[(b'n', 100), (b'o', 1_200)]),
            old.to_vec(),
            new.to_vec(),
        ] {
            assert!(is_half_write(&half, &old, &new), "{half:?}");
        }
        let mut edited = mixed(&[(b'n', 512), (b'o', 788)]);
        edited[700] = b'!';
        for other in [edited, mixed(&[(b'o', 1_301)]), mixed(&[(b'n', 1_000)])] {
            assert!(!is_half_write(&other, &old, &new), "{other:?}");
        }
    }
}
