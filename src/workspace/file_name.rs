//! The names that the tools call a project's files by.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Kind, Result};

const MAIN: &str = "main";
const LONGEST: usize = 100;

/// `main`, or the name of a module: 1 to 100 of `A-Z a-z 0-9 _ -`.
///
/// Invariant: a value of this type is valid, so a path made from it stays inside the project folder. Ordered
/// with `main` first, then by name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FileName(String);

impl FileName {
    /// Checks a name without touching the disk.
    pub fn parse(name: &str) -> Result<FileName> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        if (1..=LONGEST).contains(&name.len()) && name.bytes().all(allowed) {
            return Ok(FileName(name.to_owned()));
        }
        let shown: String = name.chars().take(LONGEST).flat_map(char::escape_debug).collect();
        let error = Error::new(
            Kind::InvalidName,
            format!("Invalid file name: {shown}. Only alphanumeric, underscore, and hyphen allowed."),
        );
        let bare = name.strip_prefix("modules/").unwrap_or(name);
        let bare = bare.strip_suffix(".js").unwrap_or(bare);
        Err(if name == "scene.code.js" {
            error.with_hint("The main file is called `main`.")
        } else if bare != name && FileName::parse(bare).is_ok() {
            error.with_hint(format!("Files are called by name alone: `{bare}`."))
        } else if name.len() > LONGEST {
            error.with_hint(format!("A name has at most {LONGEST} characters."))
        } else {
            error
        })
    }

    /// The main file.
    pub fn main() -> FileName {
        FileName(MAIN.to_owned())
    }

    pub fn is_main(&self) -> bool {
        self.0 == MAIN
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path in the project folder: `scene.code.js` or `modules/<name>.js`.
    pub fn relative_path(&self) -> PathBuf {
        if self.is_main() {
            PathBuf::from("scene.code.js")
        } else {
            PathBuf::from("modules").join(format!("{}.js", self.0))
        }
    }

    /// The module that a file in `modules/` is; `None` for a file that no name leads to.
    pub(super) fn of_module_file(file: &str) -> Option<FileName> {
        let name = FileName::parse(file.strip_suffix(".js")?).ok()?;
        (!name.is_main()).then_some(name)
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl PartialOrd for FileName {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for FileName {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (!self.is_main(), &self.0).cmp(&(!other.is_main(), &other.0))
    }
}

impl TryFrom<String> for FileName {
    type Error = Error;

    fn try_from(name: String) -> Result<Self> {
        FileName::parse(&name)
    }
}

impl From<FileName> for String {
    fn from(name: FileName) -> String {
        name.0
    }
}
