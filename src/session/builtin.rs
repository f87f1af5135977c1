//! Modules shipped with the package: they can be read and imported, and not changed.

/// Each by its name, with its text.
pub const ALL: &[(&str, &str)] = &[("isometric", include_str!("../../assets/modules/isometric.js"))];

pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(it, _)| *it == name).map(|(_, text)| *text)
}
