//! The line end of a new file, as its repository has it.

use crate::paths::Paths;
use scenewright_error::Result;
use scenewright_fs::{EolAttribute, RootSet, WorkspacePath, line_end_attribute, os_text};
use scenewright_text::LineEnd;

/// The most neighbours whose line ends are counted, and the most bytes of each.
const NEIGHBOURS: usize = 20;
const LOOKED_AT: usize = 64 << 10;

/// The reason for the line end of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Attribute,
    /// The text has it, and files of this kind want it.
    Kind,
    Neighbours,
    Default,
}

/// Returns true for a batch file of Windows.
pub(crate) fn is_batch_file(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["bat", "cmd"].iter().any(|it| ending.eq_ignore_ascii_case(it))
}

/// Returns the line end for a new file with this text: the one that `.gitattributes` sets; else CRLF if the text has CRLF and the file
/// is a batch file of Windows; else the one that most neighbours have; else LF.
pub(crate) fn line_end_of_new_file(
    root_set: &RootSet,
    paths: &Paths,
    path: &WorkspacePath,
    (text, is_batch_file): (&str, bool),
) -> Result<(LineEnd, Origin)> {
    match line_end_attribute(root_set, path)? {
        Some(EolAttribute::Lf) => return Ok((LineEnd::Lf, Origin::Attribute)),
        Some(EolAttribute::CrLf) => return Ok((LineEnd::CrLf, Origin::Attribute)),
        None => {}
    }
    // The command interpreter of Windows can miss the labels of a batch file that has LF alone.
    if is_batch_file && line_end_of(text) == Some(LineEnd::CrLf) {
        return Ok((LineEnd::CrLf, Origin::Kind));
    }
    let Some(root) = root_set.root(path.root())? else { return Ok((LineEnd::Lf, Origin::Default)) };
    let folder = path.relative().parent().map(std::path::Path::to_path_buf).unwrap_or_default();
    let mut names = paths.neighbours(path);
    // Files of the same kind are the best models.
    let ending = |name: &str| name.rsplit_once('.').map(|(_, ending)| ending.to_owned());
    let own = ending(path.as_str());
    names.sort_by_key(|name| ending(name) != own);
    let (mut lf, mut crlf) = (0_usize, 0_usize);
    for name in names.into_iter().take(NEIGHBOURS) {
        let Ok(neighbour) = WorkspacePath::new(path.root(), &folder.join(os_text(&name))) else { continue };
        let head = head_of(root.as_ref(), &neighbour);
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
    Ok(match (lf, crlf) {
        (0, 0) => (LineEnd::Lf, Origin::Default),
        _ if crlf > lf => (LineEnd::CrLf, Origin::Neighbours),
        _ => (LineEnd::Lf, Origin::Neighbours),
    })
}

/// Returns the line end that most lines of a text have; `None` where it has none.
pub(crate) fn line_end_of(text: &str) -> Option<LineEnd> {
    let all_lf = text.matches('\n').count();
    let crlf = text.matches("\r\n").count();
    let lone_cr = text.matches('\r').count() - crlf;
    let counts = [(LineEnd::Lf, all_lf - crlf), (LineEnd::CrLf, crlf), (LineEnd::Cr, lone_cr)];
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| *count > 0).map(|(line_end, _)| line_end)
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
