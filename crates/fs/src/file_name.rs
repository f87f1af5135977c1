//! The names by which the tools refer to a project's files.

use std::ffi::OsStr;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::name_forms::{folded, is_device_name};
use super::workspace_path::WorkspacePath;
use scenewright_error::{Error, Kind, Result};

const MAIN: &str = "main";
const MAIN_FILE: &str = "scene.code.js";
/// The file of the named sets of values. It is no code, and tools call it by the name that it has.
const SETS_FILE: &str = "parameter-sets.json";
const MODULES: &str = "modules/";
const ENDING: &str = ".js";
/// Far below the 255 bytes that file systems allow, since temporary files carry the name with more before and after it.
const LONGEST: usize = 100;

/// The name of a source file: `main`, or the name of a module, of 1 to 100 of `A-Z a-z 0-9 _ -`; or `parameter-sets.json`, which
/// changes by the same tools.
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
        if name == SETS_FILE || ((1..=LONGEST).contains(&name.len()) && name.bytes().all(allowed)) {
            return Ok(FileName(name.to_owned()));
        }
        let shown: String = name.chars().take(LONGEST).flat_map(char::escape_debug).collect();
        let error = Error::new(
            Kind::InvalidName,
            format!("Invalid file name: {shown}. Only alphanumeric, underscore, and hyphen allowed."),
        );
        let bare = name.strip_prefix(MODULES).unwrap_or(name);
        let bare = bare.strip_suffix(ENDING).unwrap_or(bare);
        Err(if name == MAIN_FILE {
            error.with_hint("The main file is called `main`.")
        } else if bare != name && FileName::parse(bare).is_ok() {
            error.with_hint(format!("Files are called by name alone: `{bare}`."))
        } else if name.len() > LONGEST {
            error.with_hint(format!("A name has at most {LONGEST} characters."))
        } else {
            error
        })
    }

    /// Returns the name of the main file.
    pub fn main() -> FileName {
        FileName(MAIN.to_owned())
    }

    /// Returns the name of the file of the named sets of values.
    pub fn parameter_sets() -> FileName {
        FileName(SETS_FILE.to_owned())
    }

    /// Returns true for the file of the named sets of values, which is no code.
    pub fn is_parameter_sets(&self) -> bool {
        self.0 == SETS_FILE
    }

    /// Returns true for `main`, the name of `scene.code.js`.
    pub fn is_main(&self) -> bool {
        self.0 == MAIN
    }

    /// Returns the name without folder and ending, as tools and imports write it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Refuses a name that a new file should not have, because the project could not be copied to another machine:
    /// that of a device on Windows, or one that differs only in letter case from `main` or from one of `others`,
    /// which are files of the modules folder. A file that has such a name already is a file like any other.
    pub fn require_creatable<'a>(&self, others: impl IntoIterator<Item = &'a OsStr>) -> Result<()> {
        if self.is_main() || self.is_parameter_sets() {
            return Ok(());
        }
        let refused = |reason: String| {
            let error = Error::new(Kind::InvalidName, format!("Invalid file name: {self}. {reason}"));
            Err(error.with_hint("Choose another name."))
        };
        if is_device_name(&self.0) {
            return refused(
                "Windows takes it for the name of a device, and cannot have a file of that name.".to_owned(),
            );
        }
        let near = "file systems that ignore letter case would confuse the two.";
        let own = folded(&self.0);
        if own == MAIN {
            return refused(format!("It differs from `main` only in letter case, and {near}"));
        }
        let file = format!("{}{ENDING}", self.0);
        let folded_file = folded(&file);
        let other = others
            .into_iter()
            .filter_map(OsStr::to_str)
            .find(|other| *other != file && folded(other) == folded_file);
        match other {
            None => Ok(()),
            Some(other) => refused(format!("There is {MODULES}{other} already, and {near}")),
        }
    }

    /// Returns the path in the project folder: `scene.code.js` or `modules/<name>.js`.
    pub fn path(&self) -> WorkspacePath {
        let path = match self.as_str() {
            MAIN => MAIN_FILE.to_owned(),
            SETS_FILE => SETS_FILE.to_owned(),
            module => format!("{MODULES}{module}{ENDING}"),
        };
        WorkspacePath::in_first_root(path)
    }

    /// Returns the name of the file at a path of the project folder; `None` for one that no name leads to.
    pub fn of_path(path: &WorkspacePath) -> Option<FileName> {
        match path.as_str() {
            MAIN_FILE => Some(FileName::main()),
            SETS_FILE => Some(FileName::parameter_sets()),
            other => FileName::of_module_file(other.strip_prefix(MODULES)?),
        }
    }

    /// Returns the name of the module in a file of `modules/`; `None` for a file that no name leads to.
    pub(super) fn of_module_file(file: &str) -> Option<FileName> {
        let name = FileName::parse(file.strip_suffix(ENDING)?).ok()?;
        (!name.is_main() && !name.is_parameter_sets()).then_some(name)
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
