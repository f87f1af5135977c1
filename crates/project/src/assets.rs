//! The assets of a project: files beneath `assets/` that scripts read by name.

use std::path::Path;

use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_fs::{AssetEntry, AssetPath, ContentHash, ProjectFolder};
use scenewright_scene::AssetFile;

/// The most names in the error for a file that is not there.
const MAX_SHOWN: usize = 12;

/// The files at the top of a project that functions of scripts read, and scripts do not.
const SETTINGS: [&str; 3] = ["lint.json", "rates.json", "report.json"];

/// The beginning of the names by which the child asks for them. No path of an asset has a colon.
const OF_PROJECT: &str = "project:";

/// Returns true for a file of a scene's header that is one of the settings.
pub(crate) fn is_settings(name: &str) -> bool {
    SETTINGS.contains(&name)
}

/// Reads one of the settings; one that the project does not have is empty, and has no hash.
fn read_settings(folder: &ProjectFolder, name: &str) -> Result<AssetFile> {
    let bytes = folder.read_settings(name)?;
    let hash = bytes.as_ref().map(|bytes| ContentHash::of(bytes).to_string()).unwrap_or_default();
    Ok(AssetFile { path: name.to_owned(), hash, bytes: bytes.unwrap_or_default().into() })
}

/// Reads an asset for a script. Where it is missing the error names those that are there.
pub(crate) fn read(project: &Path, path: &str) -> Result<AssetFile> {
    let folder = ProjectFolder::open(project)?;
    // Settings come the same way as assets, so that the scene's header records their hashes and a changed rate runs
    // main again.
    if let Some(name) = path.strip_prefix(OF_PROJECT).filter(|name| is_settings(name)) {
        return read_settings(&folder, name);
    }
    let asset = AssetPath::parse(path).map_err(of_scene)?;
    match folder.read_asset(&asset).map_err(of_scene)? {
        Some(bytes) => Ok(AssetFile {
            path: asset.as_str().to_owned(),
            hash: ContentHash::of(&bytes).to_string(),
            bytes: bytes.into(),
        }),
        None => Err(missing(&asset, &folder.assets().unwrap_or_default())),
    }
}

/// Returns the hash of an asset as a scene's header has it; empty where there is no such file.
pub(crate) fn hash(folder: &ProjectFolder, path: &str) -> Result<String> {
    if is_settings(path) {
        return Ok(read_settings(folder, path)?.hash);
    }
    let bytes = folder.read_asset(&AssetPath::parse(path)?)?;
    Ok(bytes.map(|bytes| ContentHash::of(&bytes).to_string()).unwrap_or_default())
}

/// Returns an error as one of the scene: it is the script that named the file.
fn of_scene(error: Error) -> Error {
    Error { kind: Kind::Scene, file: None, ..error }
}

fn missing(asset: &AssetPath, there: &[AssetEntry]) -> Error {
    let names = || there.iter().map(|entry| entry.path.inside());
    let near = near_name(asset.inside(), names());
    let guess = near.map(|near| format!("; did you mean \"{}\"?", quote_name(near))).unwrap_or_default();
    let shown: Vec<_> = names().take(MAX_SHOWN).map(quote_name).collect();
    let more = if there.len() > shown.len() { ", …" } else { "" };
    let others = match shown.is_empty() {
        true => "; the project has no files there".to_owned(),
        // A near name is enough; the list is for a name that is like none.
        false if guess.is_empty() => format!("; there are {}{more}", shown.join(", ")),
        false => String::new(),
    };
    let message = format!("there is no file \"{}\" in assets/{guess}{others}", quote_name(asset.inside()));
    Error::new(Kind::Scene, message)
}
