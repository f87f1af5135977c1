//! Suggestion of the name that a wrong one was probably meant to be.

/// The most names that are compared: an error must not cost more than the work it ends.
const MAX_COMPARED: usize = 10_000;

/// The longest name that is compared, in bytes: no one expects help with a longer one.
const MAX_COMPARED_LEN: usize = 64;

/// Returns the candidate nearest to a name that does not exist, when it is near enough to be a slip; the first of
/// equals. Letter case does not count. One letter in three may differ, at most three, and two neighbours that
/// changed places are one difference. Of a name of one or two letters nearly everything would be near, so there
/// nothing is.
pub fn near_name<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.len() > MAX_COMPARED_LEN {
        return None;
    }
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    let allowed = if length < 3 { 0 } else { (length / 3).min(3) };
    let letters = Letters::of(&wanted);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MAX_COMPARED) {
        if candidate.is_empty()
            || candidate.len() > MAX_COMPARED_LEN
            || candidate.len().abs_diff(wanted.len()) > 4 * allowed
            || letters.differ_more(&Letters::of(candidate), allowed)
        {
            continue;
        }
        let distance = strsim::osa_distance(&wanted, &candidate.to_lowercase());
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// The letters of a name, to see quickly that it is far from another: a script may catch thousands of errors
/// in a scene of thousands of names.
struct Letters {
    /// One bit for each letter that occurs; several letters may share one.
    set: u64,
    length: usize,
    is_ascii: bool,
}

impl Letters {
    fn of(name: &str) -> Self {
        let bit = |byte: u8| 1_u64 << (byte.to_ascii_lowercase() & 63);
        let set = name.bytes().fold(0, |set, byte| set | bit(byte));
        Letters { set, length: name.len(), is_ascii: name.is_ascii() }
    }

    /// Returns true if more than `allowed` changes lie between the names: one change of a letter adds at most one
    /// letter and takes at most one away. Returns false for names with letters of more than one byte.
    fn differ_more(&self, other: &Letters, allowed: usize) -> bool {
        let missing = |set: u64| set.count_ones() as usize > allowed;
        self.is_ascii
            && other.is_ascii
            && (self.length.abs_diff(other.length) > allowed
                || missing(self.set & !other.set)
                || missing(other.set & !self.set))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_name_finds_misspelled_name_and_no_unrelated_one() {
        let names = ["drawCircle", "setFill", "house", "wheel_left", "wheel_right", "a", "b", "Säule"];
        let cases = [
            ("drawCirle", Some("drawCircle")),
            ("drawcircle", Some("drawCircle")),
            ("setFil", Some("setFill")),
            ("hous", Some("house")),
            ("huose", Some("house")),
            ("HOUSE", Some("house")),
            ("wheel_rihgt", Some("wheel_right")),
            ("saule", Some("Säule")),
            ("A", Some("a")),
            ("wheel", None),
            ("c", None),
            ("zebra", None),
            ("", None),
        ];
        for (wrong, expected) in cases {
            assert_eq!(near_name(wrong, names), expected, "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn quick_comparison_never_rules_out_near_name(one in "[a-cA-C_1é]{0,9}", other in "[a-cA-C_1é]{0,9}") {
            let distance = strsim::osa_distance(&one.to_lowercase(), &other.to_lowercase());
            let (one, other) = (Letters::of(&one), Letters::of(&other));
            for allowed in 0..4 {
                assert!(!one.differ_more(&other, allowed) || distance > allowed);
            }
        }
    }
}
