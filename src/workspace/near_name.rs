//! Which name was probably meant.

/// The candidate nearest to a name that does not exist, when one is near enough to be worth a question. Letter
/// case does not count; a third of the letters may differ, two neighbours that changed places being one
/// difference.
pub fn near_name<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let name = candidate.to_lowercase();
            let shorter = length.min(name.chars().count());
            let distance = strsim::damerau_levenshtein(&wanted, &name);
            // A long common beginning is a hint of its own: `bracket` for `bracket_left`.
            let begins = shorter >= 4 && (wanted.starts_with(&name) || name.starts_with(&wanted));
            (distance <= allowed(shorter) || begins).then_some((distance, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

fn allowed(length: usize) -> usize {
    if length < 3 { 0 } else { length.div_ceil(3) }
}
