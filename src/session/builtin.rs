//! Modules shipped with the package: they can be read and imported, and not changed.

/// Each by its name, with its text.
pub const ALL: &[(&str, &str)] = &[
    ("gears", include_str!("../../assets/modules/gears.js")),
    ("holes", include_str!("../../assets/modules/holes.js")),
    ("isometric", include_str!("../../assets/modules/isometric.js")),
    ("joints", include_str!("../../assets/modules/joints.js")),
];

pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(it, _)| *it == name).map(|(_, text)| *text)
}
