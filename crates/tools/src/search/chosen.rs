//! The files that are searched: by patterns and by type.

use scenewright_error::Result;
use scenewright_fs::{FileType, PathPattern};
use scenewright_text::composed;

/// The selection of files to search.
pub(super) struct Chosen {
    included: Vec<PathPattern>,
    excluded: Vec<PathPattern>,
    file_type: Option<FileType>,
}

impl Chosen {
    pub(super) fn parse(include: &[String], file_type: Option<&str>) -> Result<Chosen> {
        let mut chosen = Chosen {
            included: Vec::new(),
            excluded: Vec::new(),
            file_type: file_type.map(FileType::named).transpose()?,
        };
        for pattern in include {
            match pattern.strip_prefix('!') {
                Some(pattern) => chosen.excluded.push(PathPattern::parse(&composed(pattern))?),
                None => chosen.included.push(PathPattern::parse(&composed(pattern))?),
            }
        }
        Ok(chosen)
    }

    pub(super) fn has(&self, path: &str) -> bool {
        let path = &*composed(path);
        let name = path.rsplit('/').next().unwrap_or_default();
        (self.included.is_empty() || self.included.iter().any(|pattern| pattern.is_match(path, false)))
            && !self.excluded.iter().any(|pattern| pattern.is_match(path, false))
            && self.file_type.as_ref().is_none_or(|file_type| file_type.is_match(name))
    }

    pub(super) fn names_hidden(&self, name: &str) -> bool {
        self.included.iter().any(|pattern| pattern.names_hidden(name))
    }
}
