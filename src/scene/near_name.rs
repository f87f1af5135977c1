//! The name that a wrong one was probably meant to be.

/// More names than this are not looked at: an error must not cost more than the work it ends.
const MOST_COMPARED: usize = 10_000;

/// No one expects help with a name longer than this, in bytes.
const LONGEST_COMPARED: usize = 64;

/// The nearest name that is near enough to be a slip: the first of equals.
pub(super) fn near_name<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.is_empty() || wrong.len() > LONGEST_COMPARED {
        return None;
    }
    let wrong = wrong.to_lowercase();
    let tolerated = (wrong.chars().count() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    let candidates = names
        .take(MOST_COMPARED)
        .filter(|name| !name.is_empty() && name.len().abs_diff(wrong.len()) <= 4 * tolerated);
    for name in candidates.filter(|name| name.len() <= LONGEST_COMPARED) {
        let distance = strsim::osa_distance(&wrong, &name.to_lowercase());
        // A name of one letter is as far from any other as can be.
        let near = distance <= tolerated && distance < name.chars().count();
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_none() {
        let names = ["house", "wheel_left", "wheel_right", "a", "b", "Säule"];
        let cases = [
            ("hous", Some("house")),
            ("huose", Some("house")),
            ("HOUSE", Some("house")),
            ("wheel_rihgt", Some("wheel_right")),
            ("wheel", None),
            ("c", None),
            ("saule", Some("Säule")),
            ("zebra", None),
            ("", None),
        ];
        for (wrong, expected) in cases {
            assert_eq!(near_name(wrong, names.into_iter()), expected, "{wrong}");
        }
    }
}
