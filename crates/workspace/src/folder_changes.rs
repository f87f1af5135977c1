//! The folders that a change makes and removes, without the folders of its files.

use std::path::Path;

use super::files::permission::{Access, require};
use super::in_flight::InFlightCall;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::{WorkspacePath, os_text, path_text};
use scenewright_journal::FolderChanges;

/// Finds folders by paths as a caller gives them, and refuses those that it may not change.
pub(crate) fn folder_changes(
    call: &InFlightCall,
    tool: &str,
    made: &[String],
    removed: &[String],
) -> Result<FolderChanges> {
    let find = |paths: &[String]| -> Result<Vec<WorkspacePath>> {
        paths.iter().map(|given| changeable_folder(call, tool, given)).collect()
    };
    Ok(FolderChanges { made: find(made)?, removed: find(removed)? })
}

fn changeable_folder(call: &InFlightCall, tool: &str, given: &str) -> Result<WorkspacePath> {
    let session = &call.session;
    let (paths, rules) = (&session.paths, &session.write_rules);
    let written = paths.parse(given)?;
    let path = paths.locate(&written)?;
    let shown = paths.display_path(&path);
    for path in [&written, &path] {
        rules.require_readable(path).map_err(|error| error.in_file(shown.clone()))?;
        rules.require_writable(path).map_err(|error| error.in_file(shown.clone()))?;
    }
    if session.own_ignored.is_left_alone(&path) {
        let message = format!("{} is left alone by the option ignore of this workspace.", quote_name(&shown));
        return Err(Error::new(Kind::IgnoredPath, message).in_file(shown));
    }
    let root = session.shared.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
    let absolute = path_text(&root.join(os_text(path.as_str()))).into_owned();
    require(&session.host, tool, Access::Write, &absolute, call.cancel_token())?;
    Ok(path)
}
