//! The conversion of a given path to the file that it means.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::written_path::expand;
use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_fs::disk::{Disk, EntryKind, LastLink, OsDisk};
use scenewright_fs::{RootSet, SearchPlace, WorkspacePath, is_temporary, os_text, path_text};
use scenewright_text::is_equivalent;

/// The most links that are followed, as many as Linux itself follows.
pub(crate) const MAX_LINKS: usize = 40;

/// The roots of one session, by the names it uses.
pub(crate) struct Paths {
    root_set: Arc<RootSet>,
    /// The number of the root that relative paths are beneath.
    first: usize,
    /// The absolute paths of roots, as they were given and without links, with their numbers in the root set.
    roots: Vec<(PathBuf, usize)>,
    /// The state folder, in which nothing is for anybody to edit.
    state: PathBuf,
}

impl Paths {
    /// Makes the paths; the first of the given roots is the one that relative paths are beneath.
    pub(crate) fn new(root_set: Arc<RootSet>, given: &[PathBuf], state: PathBuf) -> Result<Paths> {
        let canonical: Vec<PathBuf> = root_set.root_paths().map(Path::to_path_buf).collect();
        let number_of = |root: &Path| -> Result<usize> {
            let path = OsDisk.canonical_path(root)?;
            canonical.iter().position(|it| *it == path).ok_or_else(|| outside(&path_text(root)))
        };
        let mut roots = Vec::new();
        for root in given {
            let absolute = std::path::absolute(root)
                .map_err(|cause| Error::io("find the folder", root.display(), &cause))?;
            // `absolute` follows no links: callers name files by the path that they gave, `/tmp/x`
            // on macOS and not `/private/tmp/x`.
            roots.push((absolute, number_of(root)?));
        }
        let first = roots.first().map_or(0, |(_, number)| *number);
        // The paths without links come second: answers of other programs use them.
        roots.extend(canonical.into_iter().enumerate().map(|(number, path)| (path, number)));
        Ok(Paths { root_set, first, roots, state })
    }

    pub(crate) fn root_set(&self) -> &RootSet {
        &self.root_set
    }

    /// Parses a given path, without looking at the disk. An absolute path may lead into a root through links.
    pub(crate) fn parse(&self, given: &str) -> Result<WorkspacePath> {
        if given.is_empty() {
            return Err(Error::new(Kind::InvalidInput, "The path of a file must not be empty."));
        }
        refuse_foreign(given)?;
        let expanded = self.expand(given)?;
        let path = os_text(&expanded);
        let path = Path::new(&path);
        if !path.is_absolute() {
            // A relative path with `..` that fails did so because it leads out; any other failure
            // has words of its own.
            let leads_up = path.components().any(|component| component == Component::ParentDir);
            return WorkspacePath::new(self.first, path)
                .map_err(|error| if leads_up { outside(given) } else { error });
        }
        // The disk would refuse it with an error about an invalid argument, which helps no one.
        if given.contains('\0') {
            return Err(outside(given));
        }
        // A path that leaves a root by its name may come back through a link.
        if let Some(Ok(found)) = self.beneath_a_root(path) {
            return Ok(found);
        }
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(outside(given));
        };
        // Only the folder: the entry itself may be missing, or be a link that is meant as such.
        let parent = OsDisk.canonical_path(parent).map_err(|_| outside(given))?;
        self.beneath_a_root(&parent.join(name)).unwrap_or_else(|| Err(outside(given)))
    }

    /// Returns the path that was meant by one as people write it.
    pub(crate) fn expand<'a>(&self, given: &'a str) -> Result<Cow<'a, str>> {
        let exists = |name: &str| {
            let root = self.root_set.root(self.first);
            matches!(root, Ok(Some(root)) if matches!(root.entry(&os_text(name)), Ok(Some(_))))
        };
        expand(given, &exists)
    }

    /// Returns true if a path means a root itself.
    pub(crate) fn means_root(&self, given: &str) -> bool {
        let Ok(expanded) = self.expand(given) else { return false };
        let place = SearchPlace::parse(&self.root_set, self.first, &self.roots, &expanded);
        !given.is_empty() && place.is_ok_and(|place| place.as_str().is_empty())
    }

    /// Returns the absolute path of the root that relative paths are beneath.
    pub(crate) fn first_root(&self) -> &Path {
        self.root_set.root_paths().nth(self.first).unwrap_or(Path::new(""))
    }

    /// Returns the name of the first root's folder.
    pub(crate) fn root_name(&self) -> String {
        self.first_root().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Locates the entry that a path means: links on the way are followed, one at the end is not. The path need
    /// not exist.
    pub(crate) fn locate(&self, path: &WorkspacePath) -> Result<WorkspacePath> {
        self.locate_beside(path, &|_| false)
    }

    /// Locates an entry as [`locate`](Paths::locate) does, for a change that takes away the files for which `is_gone` returns true:
    /// their places are free for folders.
    pub(crate) fn locate_beside(
        &self,
        path: &WorkspacePath,
        is_gone: &dyn Fn(&WorkspacePath) -> bool,
    ) -> Result<WorkspacePath> {
        // A link that is gone leads nowhere.
        if path.folders().any(|folder| is_gone(&folder)) {
            return self.require_allowed(path.clone());
        }
        let root = self
            .root_set
            .root(path.root())?
            .ok_or_else(|| Error::new(Kind::NotFound, "The root of the workspace no longer exists."))?;
        let relative = path.relative();
        let names: Vec<_> = relative.iter().collect();
        // From the longest way that exists; what follows it is taken as it is written.
        for length in (0..names.len()).rev() {
            let way: PathBuf = names[..=length].iter().collect();
            let Some(place) = root.resolve(&way, LastLink::Keep)? else { continue };
            let folder = place.folder.path().strip_prefix(root.path()).unwrap_or(Path::new(""));
            let is_on_the_way = length + 1 < names.len();
            let is_in_the_way = || -> Result<bool> {
                let own = WorkspacePath::new(path.root(), &folder.join(&place.name))?;
                Ok(place.folder.entry(&place.name)?.is_some() && !is_gone(&own))
            };
            if is_on_the_way && is_in_the_way()? {
                let what = format!("{} is not a folder", quote_name(&way.to_string_lossy()));
                return Err(Error::new(Kind::InvalidInput, format!("There can be no file {path}: {what}.")));
            }
            let rest: PathBuf = names[length..].iter().collect();
            let located = WorkspacePath::new(path.root(), &folder.join(rest))?;
            return self.require_allowed(located);
        }
        Err(Error::new(Kind::Io, format!("Could not find the folder of {path}.")))
    }

    /// Returns where a link at a located path leads, links on the way and further links followed.
    pub(crate) fn follow(&self, link: &WorkspacePath, target: &Path) -> Result<WorkspacePath> {
        let written = match target.is_absolute() {
            true => self.beneath_a_root(target).unwrap_or_else(|| Err(leads_out(link))),
            false => {
                let folder = link.relative().parent().map(Path::to_path_buf).unwrap_or_default();
                WorkspacePath::new(link.root(), &folder.join(target))
            }
        };
        self.locate(&written.map_err(|_| leads_out(link))?)
    }

    /// Returns where the disk says that a link at a located path leads; the file there may be missing.
    pub(crate) fn follow_on_disk(&self, link: &WorkspacePath) -> Result<WorkspacePath> {
        let root = self.root_set.root(link.root())?;
        let place = root.as_ref().map(|root| root.resolve(&link.relative(), LastLink::Follow)).transpose()?;
        let (Some(root), Some(place)) = (root, place.flatten()) else {
            return Err(Error::new(
                Kind::NotFound,
                format!("The link {link} leads to a folder that is missing."),
            ));
        };
        let relative = place.path().strip_prefix(root.path()).map(Path::to_path_buf).unwrap_or_default();
        self.require_allowed(WorkspacePath::new(link.root(), &relative).map_err(|_| {
            Error::new(Kind::InvalidInput, format!("The link {link} leads to a folder, not to a file."))
        })?)
    }

    /// Returns the root that relative paths are beneath.
    pub(crate) fn first(&self) -> usize {
        self.first
    }

    /// Returns the absolute paths that stand for roots, with their numbers in the root set.
    pub(crate) fn called(&self) -> &[(PathBuf, usize)] {
        &self.roots
    }

    /// Returns the display path of a file: relative to the first root, or absolute.
    pub(crate) fn display_path(&self, path: &WorkspacePath) -> String {
        if path.root() == self.first {
            return path.as_str().to_owned();
        }
        let root = self.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
        path_text(&root.join(path.relative())).into_owned()
    }

    /// Returns the names in the folder that a file is in or would be in.
    pub(crate) fn neighbours(&self, path: &WorkspacePath) -> Vec<String> {
        let folder = path.relative().parent().map(Path::to_path_buf).unwrap_or_default();
        let Ok(Some(root)) = self.root_set.root(path.root()) else { return Vec::new() };
        let Ok(Some(names)) = root.list(&folder) else { return Vec::new() };
        let is_file = |name: &OsString| {
            let found = root.metadata(&folder.join(name));
            matches!(found, Ok(Some(metadata)) if metadata.kind == EntryKind::File)
        };
        names.iter().filter(|name| is_file(name)).map(|name| path_text(name).into_owned()).collect()
    }

    /// Returns the path with the names that the disk has for it, where they look the same and are canonically equivalent
    /// (composed and decomposed letters); `None` where that changes nothing.
    pub(crate) fn equivalent(&self, path: &str, root: usize) -> Option<PathBuf> {
        // ASCII has only one form, and nearly all names are ASCII: the folder need not be listed.
        if path.is_ascii() {
            return None;
        }
        let root = self.root_set.root(root).ok().flatten()?;
        let mut found = PathBuf::new();
        let mut names = path.split('/').peekable();
        let mut has_changed = false;
        while let Some(name) = names.peek() {
            let next = found.join(&*os_text(name));
            if matches!(root.metadata(&next), Ok(Some(_))) {
                found = next;
            } else {
                // Only for a name that is not there as it is written, so an exact name always wins.
                let listed = root.list(&found).ok().flatten().unwrap_or_default();
                let Some(own) = listed.iter().find(|own| is_equivalent(&path_text(own), name)) else { break };
                found.push(own);
                has_changed = true;
            }
            names.next();
        }
        // The missing part is used as it is written.
        found.extend(names.map(|name| os_text(name).into_owned()));
        has_changed.then_some(found)
    }

    /// Returns the file that a path may mean which leads out of the workspace or is written in another way: with
    /// backslashes, in quotes, from another root. It exists.
    pub(crate) fn near(&self, given: &str) -> Option<WorkspacePath> {
        let root = self.root_set.root(self.first).ok().flatten()?;
        let names: Vec<String> = plain_names(given);
        // The longest end of the path that is in the workspace.
        (0..names.len()).find_map(|from| {
            let path = names[from..].join("/");
            let path = match self.equivalent(&path, self.first) {
                Some(found) => path_text(&found).into_owned(),
                None => path,
            };
            // The path itself was tried already, and refused or not found.
            let is_new = from > 0 || path != given;
            let metadata = root.metadata(Path::new(&os_text(&path))).ok().flatten()?;
            let is_file = matches!(metadata.kind, EntryKind::File | EntryKind::Folder);
            let found = WorkspacePath::new(self.first, Path::new(&os_text(&path))).ok()?;
            (is_new && is_file).then(|| self.require_allowed(found).ok()).flatten()
        })
    }

    /// Refuses a path for a new file that means another one: without its quotes, its backslashes, or a line number after it, it is
    /// the path of a file that is there, or is in a folder that is there. Such a new file would not be found again. Any other name
    /// may be meant.
    pub(crate) fn require_meant(&self, given: &str) -> Result<()> {
        let own: Vec<&str> = given.split('/').filter(|name| !matches!(*name, "" | ".")).collect();
        // These lead out of folders, and a plain path has none.
        if own.contains(&"..") {
            return Ok(());
        }
        let names = plain_names(given);
        let start = if given.trim_start().starts_with('/') { "/" } else { "" };
        let plain = format!("{start}{}", names.join("/"));
        let kind_of = |text: &str| {
            let path = self.parse(text).ok()?;
            let root = self.root_set.root(path.root()).ok().flatten()?;
            Some(root.metadata(&path.relative()).ok().flatten()?.kind)
        };
        let is_there = plain != given && kind_of(&plain) == Some(EntryKind::File);
        let folder = names.split_last().map(|(_, folder)| folder).unwrap_or_default();
        let is_in_known_folder = || {
            let is_other = own.split_last().is_none_or(|(_, own)| own != folder);
            is_other
                && !folder.is_empty()
                && kind_of(&format!("{start}{}", folder.join("/"))) == Some(EntryKind::Folder)
        };
        let what = match oddity_of(given) {
            Some(what) if is_there || given.ends_with('/') || is_in_known_folder() => what,
            None if is_there => "more than the path of a file that is there",
            _ => return Ok(()),
        };
        let shown = quote_name(given);
        let message = format!("There is no file {shown}, and the path of a new one would have {what}.");
        let hint = match is_there {
            true => format!("Did you mean {}?", quote_name(&plain)),
            false => format!("Give the path alone, such as {}.", quote_name(&plain)),
        };
        Err(Error::new(Kind::InvalidInput, message).with_hint(hint))
    }

    /// Names the root, or the roots.
    pub(crate) fn name_roots(&self) -> String {
        let roots: Vec<String> =
            self.root_set.root_paths().map(|root| quote_name(&path_text(root)).into_owned()).collect();
        match roots.as_slice() {
            [one] => format!("The root of the workspace is {one}."),
            _ => format!("The roots of the workspace are {}.", roots.join(", ")),
        }
    }

    fn beneath_a_root(&self, path: &Path) -> Option<Result<WorkspacePath>> {
        self.roots.iter().find_map(|(root, number)| {
            let relative = path.strip_prefix(root).ok()?;
            Some(WorkspacePath::new(*number, relative))
        })
    }

    pub(crate) fn require_allowed(&self, path: WorkspacePath) -> Result<WorkspacePath> {
        let relative = path.relative();
        let root = self.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
        // A change of the journal's own files would break the record that could undo it.
        let reason = if root.join(&relative).starts_with(&self.state) {
            "it belongs to the history of the workspace"
        // A recovery removes files of such names as left over from an interrupted commit.
        } else if relative.iter().any(is_temporary) {
            "the name is one of those that temporary files have while a transaction is made"
        } else {
            return Ok(path);
        };
        Err(Error::new(
            Kind::InvalidInput,
            format!("{} cannot be changed: {reason}.", quote_name(&self.display_path(&path))),
        ))
    }
}

/// Returns the names of a path that was not written in this platform's way: in quotes, with backslashes, a drive, escapes
/// of a web address or an entity, or with a line number after it.
fn plain_names(given: &str) -> Vec<String> {
    let mut path = without_wrapping(given);
    for (entity, character) in
        [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", "\""), ("&nbsp;", " ")]
    {
        path = path.replace(entity, character);
    }
    if let Some(rest) = path.strip_prefix('@') {
        path = rest.to_owned();
    }
    // A line number, and perhaps a column, as compilers write them.
    // Twice, for `main.rs:12:5`.
    for _ in 0..2 {
        if let Some((before, number)) = path.rsplit_once(':')
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            path = before.to_owned();
        }
    }
    let path = without_percents(&path).replace('\\', "/");
    let names = path.split('/').map(str::trim).filter(|name| !matches!(*name, "" | "." | ".."));
    names.map(str::to_owned).collect()
}

/// Returns what is written in a path or around it that belongs to none.
fn oddity_of(given: &str) -> Option<&'static str> {
    const PAIRS: [(char, char); 7] =
        [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’'), ('<', '>'), ('*', '*')];
    let edges = given.chars().next().zip(given.chars().next_back());
    if given.len() > 1 && edges.is_some_and(|edges| PAIRS.contains(&edges)) {
        return Some("quotes or marks around it");
    }
    if given.trim() != given {
        return Some("white space at its beginning or end");
    }
    if given.ends_with('/') {
        return Some("a slash at its end, as a folder");
    }
    if ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"].iter().any(|entity| given.contains(entity)) {
        return Some("an HTML entity in it");
    }
    (!cfg!(windows) && given.contains('\\')).then_some("backslashes in it")
}

/// Returns a path without the quotes, brackets, marks of emphasis or the link of Markdown around it.
fn without_wrapping(given: &str) -> String {
    let mut path = given.trim();
    // `[text](path)`
    if let Some((_, link)) = path.strip_suffix(')').and_then(|rest| rest.split_once("](")) {
        path = link;
    }
    let trimmed =
        path.trim_matches(['"', '\'', '`', '“', '”', '‘', '’', '<', '>', '*']).trim_end_matches([';', ',']);
    let inner = trimmed.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(trimmed);
    inner.trim().to_owned()
}

/// Returns a path with the escapes of a web address read, where they are text.
fn without_percents(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        // A sign is no digit, though numbers are read with one.
        let digits = after.get(..2).filter(|it| *first == b'%' && it.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

/// Refuses paths that are absolute on another platform: here they would name a file by mistake.
pub(crate) fn refuse_foreign(given: &str) -> Result<()> {
    let bytes = given.as_bytes();
    // With a separator after it: `a:b` is a good name on Linux.
    let has_drive = matches!(bytes, [drive, b':', b'\\' | b'/', ..] if drive.is_ascii_alphabetic());
    let is_foreign = given.starts_with("\\\\") || (!cfg!(windows) && has_drive);
    if !is_foreign {
        return Ok(());
    }
    Err(outside(given))
}

fn outside(given: &str) -> Error {
    let shown = quote_name(given);
    Error::new(Kind::OutsideWorkspace, format!("{shown} is outside the workspace."))
}

fn leads_out(link: &WorkspacePath) -> Error {
    Error::new(Kind::OutsideWorkspace, format!("The link {link} leads out of the workspace."))
        .with_hint("Links are followed only where they stay inside.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_written_in_another_way_have_plain_names() {
        for given in [
            "src\\x.ts",
            "\"src/x.ts\"",
            "`src/x.ts`",
            "src/x.ts:12",
            "src/x.ts:12:7",
            "@src/x.ts",
            "./src//x.ts",
            " src/x.ts ",
            "(src/x.ts)",
            "**src/x.ts**",
            "[x](src/x.ts)",
            "src%2Fx.ts",
        ] {
            assert_eq!(plain_names(given), ["src", "x.ts"], "{given}");
        }
        assert_eq!(plain_names("C:\\a\\src\\x.ts").len(), 4);
    }

    #[test]
    fn paths_of_other_platforms_are_refused_everywhere() {
        for given in ["\\\\server\\share\\x", "\\\\?\\C:\\x", "\\\\.\\PhysicalDrive0", "C:\\x", "c:/x"] {
            assert_eq!(
                refuse_foreign(given).map_err(|error| error.kind),
                Err(Kind::OutsideWorkspace),
                "{given}"
            );
        }
        for given in ["a:b", "a\\b", "C:", "src/c:/x"] {
            assert_eq!(refuse_foreign(given), Ok(()), "{given}");
        }
    }
}
