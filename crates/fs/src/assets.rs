//! Files of a project that are no code: drawings, pictures and tables beneath `assets/`, which scripts read by name.

use std::path::{Component, Path, PathBuf};

use super::project::ProjectFolder;
use super::root_set::has_exact_name;
use super::workspace_path::WorkspacePath;
use crate::disk::{EntryKind, FileContents, Folder, LastLink};
use scenewright_error::{Error, Kind, Result, quote_name};

/// The folder of the assets, which every path of one begins with where it stands beside names of sources.
const ASSETS: &str = "assets";

/// The largest asset. All assets of a run have twice as much together, within the memory of the child that reads them.
const MAX_ASSET_BYTES: u64 = 32 << 20;

/// The most assets that are listed, and how deep in folders they may be.
const MAX_LISTED: usize = 1_000;
const MAX_DEPTH: usize = 8;

/// The path of a file beneath `assets/`.
///
/// Invariant: it is `assets/` and names without `..`, so it leads out of that folder only through a link, which is refused
/// when the file is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssetPath(String);

/// An asset as listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetEntry {
    /// The path, by which scripts and [`ProjectFolder::read_asset`] name the file.
    pub path: AssetPath,
    /// The size, in bytes.
    pub size: u64,
}

impl AssetPath {
    /// Checks a path without touching the disk. It is relative to the project's `assets/`, which may be given or left
    /// out.
    pub fn parse(written: &str) -> Result<AssetPath> {
        if written.contains(['\\', ':', '\0']) {
            return Err(bad_path(written, "it holds a backslash, a colon or a NUL character"));
        }
        let mut names: Vec<&str> = Vec::new();
        for component in Path::new(written).components() {
            match component {
                Component::Normal(name) => names.extend(name.to_str()),
                Component::CurDir => {}
                Component::ParentDir => return Err(bad_path(written, "it has `..`")),
                Component::RootDir | Component::Prefix(_) => {
                    return Err(bad_path(written, "it is absolute"));
                }
            }
        }
        // Scripts may write the folder's name or leave it out. A file `assets/assets` is still reached by its
        // bare name.
        if names.len() > 1 && names.first() == Some(&ASSETS) {
            names.remove(0);
        }
        if names.is_empty() || written.ends_with('/') {
            return Err(bad_path(written, "it names no file"));
        }
        Ok(AssetPath(format!("{ASSETS}/{}", names.join("/"))))
    }

    /// Returns true if a name of a scene's inputs is the path of an asset: sources have no `/` in theirs.
    pub fn is_one(name: &str) -> bool {
        name.starts_with("assets/")
    }

    /// Returns the path in the project, such as `assets/part.dxf`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path within `assets/`, as scripts write it.
    pub fn inside(&self) -> &str {
        self.0.strip_prefix("assets/").unwrap_or(&self.0)
    }

    /// Returns the path as a path of the project.
    pub fn path(&self) -> WorkspacePath {
        WorkspacePath::in_first_root(self.0.clone())
    }
}

impl ProjectFolder {
    /// Returns the bytes of an asset; `None` when there is no such file. A link that leaves `assets/` is refused
    /// (`outside_workspace`), and a name in another letter case is another file on every disk.
    pub fn read_asset(&self, asset: &AssetPath) -> Result<Option<Vec<u8>>> {
        let Some(root) = self.root()? else { return Ok(None) };
        let path = asset.path().relative();
        let read = || -> Result<Option<Vec<u8>>> {
            let Some(folder) = root.resolve(Path::new(ASSETS), LastLink::Follow)? else { return Ok(None) };
            let Some(place) = root.resolve(&path, LastLink::Follow)? else { return Ok(None) };
            let assets = folder.path();
            if !place.path().starts_with(&assets) || assets == root.path() {
                return Err(bad_path(asset.inside(), "a link leads out of the assets folder"));
            }
            let Some(FileContents { bytes, .. }) = place.folder.read(place.as_path(), MAX_ASSET_BYTES)?
            else {
                return Ok(None);
            };
            Ok(has_exact_name(root.as_ref(), &path)?.then_some(bytes))
        };
        read().map_err(|error| error.in_file(asset.as_str()))
    }

    /// Lists the assets by path, at most a thousand. Links, hidden files and names that are not text are left out.
    pub fn assets(&self) -> Result<Vec<AssetEntry>> {
        let Some(root) = self.root()? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let mut waiting = vec![(PathBuf::from(ASSETS), 0)];
        while let Some((folder, depth)) = waiting.pop() {
            for name in root.list(&folder)?.unwrap_or_default() {
                let Some(text) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
                let path = folder.join(text);
                match entry_of(root.as_ref(), &path)? {
                    Some((EntryKind::Folder, _)) if depth < MAX_DEPTH => waiting.push((path, depth + 1)),
                    Some((EntryKind::File, size)) if found.len() < MAX_LISTED => {
                        let written = path.to_string_lossy().replace('\\', "/");
                        found.extend(AssetPath::parse(&written).ok().map(|path| AssetEntry { path, size }));
                    }
                    _ => {}
                }
            }
        }
        found.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(found)
    }
}

/// Returns kind and size of an entry; `None` for a link.
fn entry_of(root: &dyn Folder, path: &Path) -> Result<Option<(EntryKind, u64)>> {
    let Some(place) = root.resolve(path, LastLink::Keep)? else { return Ok(None) };
    let entry = place.folder.entry(&place.name)?;
    Ok(entry
        .map(|metadata| (metadata.kind, metadata.stamp.size))
        .filter(|(kind, _)| *kind != EntryKind::Link))
}

fn bad_path(written: &str, reason: &str) -> Error {
    let message = format!("\"{}\" is not the path of an asset: {reason}", quote_name(written));
    Error::new(Kind::OutsideWorkspace, message)
        .with_hint("Name a file of the project's assets folder, such as part.dxf or logos/small.svg.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asset_path_stays_beneath_the_assets_folder() {
        for (written, expected) in [
            ("part.dxf", "assets/part.dxf"),
            ("assets/part.dxf", "assets/part.dxf"),
            ("./a//b.svg", "assets/a/b.svg"),
            ("assets", "assets/assets"),
            ("부품.dxf", "assets/부품.dxf"),
        ] {
            assert_eq!(AssetPath::parse(written).unwrap().as_str(), expected);
        }
        for written in
            ["", ".", "..", "a/../b", "../scene.code.js", "/etc/passwd", "a/", "c:x", "a\\b", "a\0"]
        {
            let error = AssetPath::parse(written).unwrap_err();
            assert_eq!(error.kind, Kind::OutsideWorkspace, "{written:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn asset_is_read_beneath_its_folder_and_never_through_a_link_out_of_it() {
        let dir = tempfile::tempdir().unwrap();
        let folder = ProjectFolder::open(dir.path()).unwrap();
        let read = |path: &str| folder.read_asset(&AssetPath::parse(path).unwrap());
        assert_eq!(read("a.csv").unwrap(), None);
        assert_eq!(folder.assets().unwrap(), []);
        let assets = dir.path().join("assets");
        std::fs::create_dir_all(assets.join("deep/er")).unwrap();
        std::fs::write(assets.join("a.csv"), "1,2").unwrap();
        std::fs::write(assets.join("deep/er/b.svg"), "<svg/>").unwrap();
        std::fs::write(dir.path().join("scene.code.js"), "secret").unwrap();
        std::os::unix::fs::symlink("a.csv", assets.join("same.csv")).unwrap();
        std::os::unix::fs::symlink("../scene.code.js", assets.join("out.csv")).unwrap();
        std::os::unix::fs::symlink("/etc", assets.join("etc")).unwrap();
        assert_eq!(read("a.csv").unwrap().as_deref(), Some(&b"1,2"[..]));
        assert_eq!(read("same.csv").unwrap().as_deref(), Some(&b"1,2"[..]));
        assert_eq!(read("A.csv").unwrap(), None);
        assert_eq!(read("deep").ok().flatten(), None);
        for outside in ["out.csv", "etc/passwd"] {
            assert_eq!(read(outside).unwrap_err().kind, Kind::OutsideWorkspace, "{outside}");
        }
        let listed: Vec<String> =
            folder.assets().unwrap().iter().map(|it| format!("{} {}", it.path.inside(), it.size)).collect();
        assert_eq!(listed, ["a.csv 3", "deep/er/b.svg 6"]);
    }
}
