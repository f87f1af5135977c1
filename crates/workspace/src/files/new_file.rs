//! The writing of a new file: UTF-8, with the line end of its repository.

use super::call::{FileCall, Refused};
use super::target::Target;
use scenewright_error::Result;
use scenewright_fs::{EolAttribute, WorkspacePath, line_end_attribute, os_text};
use scenewright_text::{Document, LineEnd};

/// The most neighbours whose line ends are counted, and the most bytes of each.
const NEIGHBOURS: usize = 20;
const LOOKED_AT: usize = 64 << 10;

/// The reason for the line end of a new file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Attribute,
    /// The text has it, and files of this kind want it.
    Kind,
    Neighbours,
    Default,
}

/// Returns a document without text, whose line end is the one for a new file with this text: that of
/// `.gitattributes`; else CRLF where the text has it and the file is a batch file of Windows; else the one that most of
/// its neighbours have; else LF.
pub(super) fn document_for(call: &FileCall<'_>, target: &Target, text: &str) -> Refused<(Document, Origin)> {
    let (line_end, origin) = line_end_for(call, target, text).map_err(|error| call.failed(error))?;
    let document = Document::from_text_with("", line_end).map_err(|error| call.failed(error))?;
    Ok((document, origin))
}

/// Returns the words about line ends of the text that were not written as they were given.
pub(super) fn line_end_note(text: &str, written: LineEnd, origin: Origin) -> Option<String> {
    let given = line_end_of(text)?;
    if given == written {
        return None;
    }
    let name = |line_end: LineEnd| match line_end {
        LineEnd::Lf => "LF",
        LineEnd::CrLf => "CRLF",
        LineEnd::Cr => "CR",
    };
    let reason = match origin {
        Origin::Attribute => "as .gitattributes says",
        Origin::Kind => "as files of this kind have them",
        Origin::Neighbours => "as most files beside it have them",
        Origin::Default => "as new files have them",
    };
    Some(format!(
        "Note: the line ends of the text ({}) were written as {}, {reason}.",
        name(given),
        name(written)
    ))
}

/// Returns the line end that most lines of a text have; `None` where it has none.
fn line_end_of(text: &str) -> Option<LineEnd> {
    let all_lf = text.matches('\n').count();
    let crlf = text.matches("\r\n").count();
    let lone_cr = text.matches('\r').count() - crlf;
    let counts = [(LineEnd::Lf, all_lf - crlf), (LineEnd::CrLf, crlf), (LineEnd::Cr, lone_cr)];
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    most.filter(|(_, count)| *count > 0).map(|(line_end, _)| line_end)
}

fn line_end_for(call: &FileCall<'_>, target: &Target, text: &str) -> Result<(LineEnd, Origin)> {
    let root_set = &call.session.shared.root_set;
    match line_end_attribute(root_set, &target.path)? {
        Some(EolAttribute::Lf) => return Ok((LineEnd::Lf, Origin::Attribute)),
        Some(EolAttribute::CrLf) => return Ok((LineEnd::CrLf, Origin::Attribute)),
        None => {}
    }
    // The command interpreter of Windows can miss the labels of a batch file that has LF alone.
    let is_batch_file = [".bat", ".cmd"].iter().any(|ending| target.has_ending(ending));
    if is_batch_file && line_end_of(text) == Some(LineEnd::CrLf) {
        return Ok((LineEnd::CrLf, Origin::Kind));
    }
    let Some(root) = root_set.root(target.path.root())? else { return Ok((LineEnd::Lf, Origin::Default)) };
    let folder = target.path.relative().parent().map(std::path::Path::to_path_buf).unwrap_or_default();
    let mut names = call.session.paths.neighbours(&target.path);
    // Files of the same kind are the best models.
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
    Ok(match (lf, crlf) {
        (0, 0) => (LineEnd::Lf, Origin::Default),
        _ if crlf > lf => (LineEnd::CrLf, Origin::Neighbours),
        _ => (LineEnd::Lf, Origin::Neighbours),
    })
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
