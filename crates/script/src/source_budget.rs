//! The limits on the sources of a run: bytes of one file, bytes in all, number of files.

use super::limits::{self, Limits, raise};
use super::source::SourceFile;
use scenewright_error::{Error, Kind};

/// The rest that the limits still allow while files are added.
#[derive(Debug, Default)]
pub(crate) struct SourceBudget {
    limits: Limits,
    bytes: usize,
}

impl SourceBudget {
    pub(crate) fn new(limits: &Limits) -> Self {
        SourceBudget { limits: limits.clone(), bytes: 0 }
    }

    /// Takes a file's share, or refuses the file.
    pub(crate) fn take(&mut self, file: &SourceFile, files_before: usize) -> Result<(), Error> {
        let text = file.text().map_err(|error| error.clone().in_file(&file.name))?;
        check_file_size(&file.name, text.len(), &self.limits)?;
        self.bytes += text.len();
        if self.bytes > self.limits.total_source_bytes {
            return Err(Error::new(
                Kind::SourceSize,
                format!(
                    "The files of this run are larger than {} in all (limit sourceBytes)",
                    limits::bytes(self.limits.total_source_bytes)
                ),
            )
            .with_hint(format!(
                "Compute data in the script instead of listing it, or {}.",
                raise("sourceBytes")
            ))
            .in_file(&file.name));
        }
        // The entry is among the files before and is no module, hence `>`.
        if files_before > self.limits.modules {
            return Err(Error::new(
                Kind::Modules,
                format!("The run imports more than {} modules (limit modules)", self.limits.modules),
            )
            .with_hint(format!("Join small modules, or {}.", raise("modules")))
            .in_file(&file.name));
        }
        Ok(())
    }
}

/// Refuses a file that is over the limit for one file.
pub fn check_file_size(name: &str, bytes: usize, limits: &Limits) -> Result<(), Error> {
    if bytes <= limits.source_bytes {
        return Ok(());
    }
    Err(Error::new(
        Kind::SourceSize,
        format!(
            "{name} has {bytes} bytes; a file may have {} (limit sourceBytes)",
            limits::bytes(limits.source_bytes)
        ),
    )
    .with_hint(format!("Split the file into modules, or {}.", raise("sourceBytes")))
    .in_file(name))
}
