//! The fonts that a host lets scripts use: those of the machine, and those in folders that it names.
//!
//! Fonts are listed at the first question, and read when one is selected. A file counts as unchanged while its
//! stamp is the same: reading twenty megabytes before every call would cost more than the stamp can miss.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::assets;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::ContentHash;
use scenewright_fs::disk::{Disk, FileContents, Folder, Metadata, OsDisk};
use scenewright_scene::AssetFile;
use scenewright_scene::typeset::{
    FontFile, FontPlace, FontQuery, FontSource, MAX_FONT_BYTES, SystemFonts, no_font_files,
};

/// The fonts that scripts may use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FontOptions {
    /// True when those that are installed on the machine are among them.
    pub system: bool,
    /// Folders with further fonts; the only ones in which scripts may name files.
    pub dirs: Vec<PathBuf>,
}

impl Default for FontOptions {
    fn default() -> Self {
        FontOptions { system: true, dirs: Vec::new() }
    }
}

/// The fonts of one project.
#[derive(Clone, Debug)]
pub(crate) struct ProjectFonts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The folder that relative paths of font files begin from.
    project: PathBuf,
    catalog: Arc<Catalog>,
}

/// The fonts that all projects of this process with the same options share.
struct Catalog {
    options: FontOptions,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    listing: Option<Listing>,
    /// The fonts that were read; those used last are at the end.
    read: Vec<ReadFont>,
}

/// The fonts as they were listed, with the queries since.
struct Listing {
    fonts: SystemFonts,
    /// The metadata of the host's folders: they change when a file is added or removed.
    folders: Vec<Option<Metadata>>,
    answers: HashMap<FontQuery, Option<FontPlace>>,
}

struct ReadFont {
    place: FontPlace,
    metadata: Metadata,
    file: Arc<FontFile>,
}

/// The most bytes of files, and of answers, that are kept: a script may ask for anything.
const MAX_KEPT: usize = 64 << 20;
const MAX_ANSWERS: usize = 10_000;

impl ProjectFonts {
    /// Makes the fonts of a project. Nothing is read yet.
    pub(crate) fn new(project: PathBuf, options: FontOptions) -> Self {
        ProjectFonts(Arc::new(Inner { project, catalog: Catalog::of(options) }))
    }

    pub(crate) fn source(&self) -> Arc<dyn FontSource> {
        Arc::clone(&self.0) as Arc<dyn FontSource>
    }

    /// Returns true if a font query that a scene was made with has the same answer today.
    pub(crate) fn still_answers(&self, question: &str, id: Option<&str>) -> bool {
        let Some(query) = FontQuery::parse(question) else { return false };
        self.0.find(&query).is_ok_and(|found| found.as_ref().map(|file| file.id.as_str()) == id)
    }

    /// Returns the families that are found by name.
    pub(crate) fn families(&self) -> Vec<String> {
        let mut state = self.0.catalog.lock();
        self.0.catalog.listing(&mut state).fonts.families()
    }
}

impl FontSource for Inner {
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>> {
        match query {
            FontQuery::File(path) => self.font_file(path).map(Some),
            FontQuery::Named(_) | FontQuery::Covering(_) => Ok(self.catalog.find(query)),
        }
    }

    fn asset(&self, path: &str) -> Result<AssetFile> {
        assets::read(&self.project, path)
    }
}

impl Inner {
    /// Returns a file that a script names. Files outside of the folders are refused alike, if they exist or not.
    fn font_file(&self, path: &str) -> Result<Arc<FontFile>> {
        let dirs = &self.catalog.options.dirs;
        if dirs.is_empty() {
            return Err(no_font_files());
        }
        // Links are resolved on both sides before they are compared: a link in a font folder may lead anywhere.
        let resolved = OsDisk.canonical_path(&self.project.join(path)).ok();
        for dir in dirs {
            // A missing file is refused in the same words as one elsewhere, so that a script cannot ask which files
            // exist.
            let Some(resolved) = &resolved else { break };
            let Ok(dir) = OsDisk.canonical_path(dir) else { continue };
            let Ok(inside) = resolved.strip_prefix(&dir) else { continue };
            let Some(folder) = OsDisk.open_folder(&dir)? else { continue };
            let place = FontPlace { path: resolved.clone(), index: 0, family: file_name(resolved) };
            let read = self.catalog.read(&mut self.catalog.lock(), folder.as_ref(), inside, place);
            return match read {
                Ok(Some(file)) => Ok(file),
                Ok(None) => Err(refused(format!("fontPath: there is no file {path:?}"))),
                Err(error) => Err(refused(format!("fontPath: {}", error.message))),
            };
        }
        let shown: Vec<String> = dirs.iter().map(|dir| dir.display().to_string()).collect();
        Err(refused(format!(
            "fontPath: {path:?} is not in a folder that fonts may be read from, which are: {}. The host's option \
             fonts.dirs decides",
            shown.join(", ")
        )))
    }
}

impl Catalog {
    fn of(options: FontOptions) -> Arc<Catalog> {
        static ALL: OnceLock<Mutex<HashMap<FontOptions, Weak<Catalog>>>> = OnceLock::new();
        let all = ALL.get_or_init(Mutex::default);
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|_, catalog| catalog.strong_count() > 0);
        if let Some(catalog) = all.get(&options).and_then(Weak::upgrade) {
            return catalog;
        }
        let catalog = Arc::new(Catalog { options: options.clone(), state: Mutex::default() });
        all.insert(options, Arc::downgrade(&catalog));
        catalog
    }

    /// Returns the font for a query. If its file is gone or cannot be read, the fonts are listed again, once.
    fn find(&self, query: &FontQuery) -> Option<Arc<FontFile>> {
        let mut state = self.lock();
        // A font that was uninstalled since the listing is looked for once more in a new one.
        for _ in 0..2 {
            let listing = self.listing(&mut state);
            let place = match listing.answers.get(query) {
                Some(known) => known.clone(),
                None => {
                    let found = match query {
                        FontQuery::Named(name) => listing.fonts.named(name),
                        FontQuery::Covering(characters) => listing.fonts.covering(characters),
                        FontQuery::File(_) => None,
                    };
                    // All at once rather than the oldest: only a script that asks for endless characters gets here.
                    if listing.answers.len() >= MAX_ANSWERS {
                        listing.answers.clear();
                    }
                    listing.answers.insert(query.clone(), found.clone());
                    found
                }
            }?;
            if let Ok(Some(file)) = self.read_at(&mut state, place) {
                return Some(file);
            }
            state.listing = None;
        }
        None
    }

    fn listing<'a>(&self, state: &'a mut State) -> &'a mut Listing {
        let FontOptions { system, dirs } = &self.options;
        let folders: Vec<_> = dirs.iter().map(|dir| metadata_of(dir)).collect();
        if state.listing.as_ref().is_some_and(|listing| listing.folders != folders) {
            state.listing = None;
        }
        state.listing.get_or_insert_with(|| Listing {
            fonts: SystemFonts::load(*system, dirs),
            folders,
            answers: HashMap::new(),
        })
    }

    fn read_at(&self, state: &mut State, place: FontPlace) -> Result<Option<Arc<FontFile>>> {
        // Systems link fonts from folder to folder; what a listing names is theirs, not a script's.
        let path = OsDisk.canonical_path(&place.path)?;
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else { return Ok(None) };
        match OsDisk.open_folder(folder)? {
            Some(folder) => self.read(state, folder.as_ref(), Path::new(name), place),
            None => Ok(None),
        }
    }

    /// Reads a font beneath a folder, unless it was read before and has the same stamp.
    fn read(
        &self,
        state: &mut State,
        folder: &dyn Folder,
        path: &Path,
        place: FontPlace,
    ) -> Result<Option<Arc<FontFile>>> {
        let Some(metadata) = folder.metadata(path)? else { return Ok(None) };
        if let Some(at) = state.read.iter().position(|font| font.place == place) {
            let known = state.read.remove(at);
            if known.metadata == metadata {
                let file = Arc::clone(&known.file);
                state.read.push(known);
                return Ok(Some(file));
            }
            // It may have another name and other characters now.
            state.listing = None;
        }
        let Some(FileContents { bytes, metadata }) = folder.read(path, MAX_FONT_BYTES)? else {
            return Ok(None);
        };
        let hash = ContentHash::of(&bytes);
        // A collection has several faces in one file, with one hash.
        let id = if place.index == 0 { hash.to_string() } else { format!("{hash}#{}", place.index) };
        let FontPlace { family, index, .. } = place.clone();
        let file = Arc::new(FontFile { id, family, index, bytes: bytes.into() });
        state.read.push(ReadFont { place, metadata, file: Arc::clone(&file) });
        let mut kept: usize = state.read.iter().map(|font| font.file.bytes.len()).sum();
        // The list is ordered by use: the first font has not been used for longest.
        while kept > MAX_KEPT {
            kept -= state.read.remove(0).file.bytes.len();
        }
        Ok(Some(file))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Catalog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalog").field("options", &self.options).finish_non_exhaustive()
    }
}

fn metadata_of(dir: &Path) -> Option<Metadata> {
    OsDisk.open_folder(dir).ok().flatten()?.own_metadata().ok()
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

fn refused(message: String) -> Error {
    Error::new(Kind::Scene, message)
}
