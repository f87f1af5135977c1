//! The writing of a new file: UTF-8, with the line end of its repository.

use super::call::{FileCall, Refused};
use super::target::Target;
use scenewright_error::Result;
use scenewright_fs::{EolAttribute, WorkspacePath, line_end_attribute, os_text};
use scenewright_text::{Document, LineEnd};

/// The most neighbours whose line ends are counted, and the most bytes of each.
const NEIGHBOURS: usize = 20;
const LOOKED_AT: usize = 64 << 10;

/// Returns a document without text, whose line end is the one for a new file: that of `.gitattributes`, else the
/// one that most of its neighbours have, else LF.
pub fn empty_document(call: &FileCall<'_>, target: &Target) -> Refused<Document> {
    let line_end = line_end_for(call, target).map_err(|error| call.failed(error))?;
    Document::from_text_with("", line_end).map_err(|error| call.failed(error))
}

fn line_end_for(call: &FileCall<'_>, target: &Target) -> Result<LineEnd> {
    let root_set = &call.session.shared.root_set;
    match line_end_attribute(root_set, &target.path)? {
        Some(EolAttribute::Lf) => return Ok(LineEnd::Lf),
        Some(EolAttribute::CrLf) => return Ok(LineEnd::CrLf),
        None => {}
    }
    let Some(root) = root_set.root(target.path.root())? else { return Ok(LineEnd::Lf) };
    let folder = target.path.relative().parent().map(std::path::Path::to_path_buf).unwrap_or_default();
    let mut names = call.session.paths.neighbours(&target.path);
    // Those of the same kind tell most.
    let ending = |name: &str| name.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let own = ending(target.path.as_str());
    names.sort_by_key(|name| ending(name) != own);
    let (mut lf, mut crlf) = (0_usize, 0_usize);
    for name in names.into_iter().take(NEIGHBOURS) {
        let Ok(path) = WorkspacePath::new(target.path.root(), &folder.join(os_text(&name))) else { continue };
        let head = head_of(root.as_ref(), &path);
        let all = head.iter().filter(|byte| **byte == b'\n').count();
        let with_cr = head.windows(2).filter(|pair| pair == b"\r\n").count();
        if head.contains(&0) || all == 0 {
            continue;
        }
        if 2 * with_cr > all {
            crlf += 1;
        } else {
            lf += 1;
        }
    }
    Ok(if crlf > lf { LineEnd::CrLf } else { LineEnd::Lf })
}

/// Returns the beginning of a file; empty where it cannot be read.
fn head_of(root: &dyn scenewright_fs::disk::Folder, path: &WorkspacePath) -> Vec<u8> {
    let relative = path.relative();
    let Ok(Some(place)) = root.resolve(&relative, scenewright_fs::disk::LastLink::Follow) else {
        return Vec::new();
    };
    let opened = place.folder.open_file(&place.name, scenewright_fs::disk::Access::Read);
    opened.ok().flatten().and_then(|file| file.read_at(0, LOOKED_AT).ok()).unwrap_or_default()
}
