//! The name that a wrong one was probably meant to be.

/// More names than this are not looked at: an error must not cost more than the work it ends.
const MOST_COMPARED: usize = 10_000;

/// No one expects help with a name longer than this, in bytes.
const LONGEST_COMPARED: usize = 64;

/// The candidate nearest to a name that does not exist, when it is near enough to be a slip; the first of equals.
/// Letter case does not count. One letter in three may differ, at most three, and two neighbours that changed
/// places are one difference. Of a name of one or two letters nearly everything would be near, so there nothing is.
pub fn near_name<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.len() > LONGEST_COMPARED {
        return None;
    }
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    let allowed = if length < 3 { 0 } else { (length / 3).min(3) };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates.into_iter().take(MOST_COMPARED) {
        if candidate.is_empty()
            || candidate.len() > LONGEST_COMPARED
            || candidate.len().abs_diff(wanted.len()) > 4 * allowed
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_finds_its_name_and_a_stranger_none() {
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
}
