//! The state that all sessions of this process on one project folder share: the queues, the committed scene,
//! the runner.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, Weak};
use std::time::{Duration, Instant};

use bytes::Bytes;

use super::assets;
use super::late_writer::LateWriter;
use super::lint::LastLint;
use super::options::Options;
use super::parameters;
use super::snapshot::Snapshots;
use scenewright_call::{CancelToken, LogLine};
use scenewright_error::Result;
use scenewright_export::json::{self, JsonHeader};
use scenewright_export::live_view::ViewIndex;
use scenewright_fs::{
    AssetPath, ContentHash, FileName, OwnState, ProjectFolder, Stamp, WaitLimit, WorkspacePath,
};
use scenewright_journal::{Expected, Node, Settings, Transactions, new_commit_id};
use scenewright_runner::{RunRequest, Runner, SceneNumber};
use scenewright_scene::{GivenParameters, ParameterValue, Scene};
use scenewright_script::{
    BUILTIN_MODULES, Content, MAIN, Origin, RunFailure, RunOptions, RunOutcome, SourceFile, builtin_module,
};
use scenewright_text::Document;
use scenewright_tools::exec::{ParallelQueue, SerialQueue, lock};

/// The scene of the last commit, with its sources.
#[derive(Debug)]
pub(crate) struct Committed {
    pub scene: Arc<Scene>,
    /// The files that took part, each with the hash of its bytes.
    pub header: JsonHeader,
    pub transaction_id: String,
    /// The name of this state of the scene. A page compares it with the one that it shows: edits by hand, and runs that
    /// leave every file as it is, change the scene and not the last transaction.
    pub version: String,
    /// The scene before, for `highlight`; known only while this process lives.
    pub previous: Option<Arc<Scene>>,
    /// What a page was sent of the scene refers to; absent until one was.
    pub view_index: OnceLock<ViewIndex>,
}

/// A large scene that is not in the cache yet.
pub(crate) struct Unwritten {
    pub committed: Arc<Committed>,
    /// The scene that a commit replaced by it.
    pub before: Option<Arc<Committed>>,
}

/// A scene that no commit made: of a run that changed no file, or of files that were edited by hand.
#[derive(Clone, Debug)]
pub(crate) struct LooseScene {
    id: String,
    /// A hash of the files that it came of.
    files: String,
}

/// The commit that is nearest to a moment.
pub(crate) enum Nearest {
    Before(String),
    /// No commit is before it: this is the first one after it.
    After(String),
    None,
}

/// The files that a run may import, read once: the same bytes are run, hashed and, at the commit, compared.
pub(crate) struct Sources {
    pub files: Vec<SourceFile>,
    pub parameters: GivenParameters,
    /// The hashes of the user's files.
    hashes: HashMap<String, ContentHash>,
}

/// A callback for every event as JSON.
pub(crate) type Listener = dyn Fn(&str) + Send + Sync;

/// One project folder in this process.
pub(crate) struct Shared {
    pub folder: ProjectFolder,
    pub transactions: Arc<Transactions>,
    pub changes: SerialQueue,
    pub questions: ParallelQueue,
    pub texts: SerialQueue,
    /// Held while files and the scene in memory are replaced, and while a question compares the two. Locked before the journal.
    scene_gate: Mutex<()>,
    /// Held by the one question that runs main because no scene fits the files, so that others wait for its scene.
    making: Mutex<()>,
    /// The number of scenes that were adopted.
    generation: AtomicU64,
    is_swept: AtomicBool,
    /// The latest transactions of this process, which its listeners have been notified of.
    emitted: Mutex<VecDeque<String>>,
    /// The latest scenes of this process that no commit made.
    loose: Mutex<VecDeque<LooseScene>>,
    /// The scenes of earlier commits that were asked for last.
    earlier: Mutex<VecDeque<Arc<Committed>>>,
    /// The scene that a page was sent last.
    viewed: Mutex<Option<Arc<Committed>>>,
    pub(super) committed: Mutex<Option<Arc<Committed>>>,
    /// The values of parameters in the cache, as they were read before there was a scene in memory.
    pub(super) kept_parameters: Mutex<Option<BTreeMap<String, ParameterValue>>>,
    /// The stamp of the cache when this process last read or wrote it.
    pub(super) cache_stamp: Mutex<Option<Stamp>>,
    pub last_lint: LastLint,
    /// The last scene that a run made, with the number by which the runner knows it.
    numbered: Mutex<Option<(SceneNumber, Weak<Scene>)>>,
    /// The large scenes that are to be written to the cache.
    pub(super) cache_writer: LateWriter<Unwritten>,
    listeners: Mutex<Vec<Weak<Listener>>>,
    /// Lets a workspace that is opened on the folder meanwhile share the history, also before there is any.
    _own_state: OwnState,
}

/// The most questions that are answered at once. Those that run or draw wait for a child besides, one per core; the others take
/// milliseconds, and must not queue behind checks that take seconds.
const MAX_QUESTIONS: usize = 8;

/// The most transactions of this process that are remembered.
const MAX_EMITTED: usize = 1_000;

/// The most commits in which the contents of a scene's files are looked for: as many as a history that was just opened decodes at
/// once.
const MAX_EXAMINED: usize = 100;

/// The most scenes of earlier commits that are kept.
const MAX_EARLIER: usize = 4;

/// The relation of a scene's files to the latest commits.
pub(crate) enum FilesOf {
    /// The latest commit left them.
    Commit(String),
    /// This file has other contents than the last commit gave it.
    EditedSince(String),
    /// The latest commits changed only some of them.
    Unknown,
}

impl Committed {
    /// Names a state of the scene, which is another one than all before.
    pub(crate) fn new(
        scene: Arc<Scene>,
        header: JsonHeader,
        transaction_id: String,
        previous: Option<Arc<Scene>>,
    ) -> Committed {
        let (version, view_index) = (new_commit_id(), OnceLock::new());
        Committed { scene, header, transaction_id, version, previous, view_index }
    }
}

impl LooseScene {
    /// Returns true if a run of these sources gives this scene.
    pub(crate) fn is_of(&self, header: &JsonHeader) -> bool {
        self.files == files_hash(header)
    }
}

impl Shared {
    /// Returns the one object of this process for a folder.
    pub(crate) fn of(options: &Options) -> Result<Arc<Shared>> {
        static ALL: OnceLock<Mutex<HashMap<PathBuf, Weak<Shared>>>> = OnceLock::new();
        let folder = ProjectFolder::open(&options.dir)?;
        let all = ALL.get_or_init(Mutex::default);
        let mut all = lock(all);
        all.retain(|_, shared| shared.strong_count() > 0);
        // The canonical path, so that two spellings of one folder share queue and scene.
        let path = folder.canonical_path().to_path_buf();
        if let Some(shared) = all.get(&path).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        let shared = Arc::new(Shared {
            transactions: Transactions::new(
                Arc::clone(folder.root_set()),
                Settings { history_bytes: options.history_bytes, ..Settings::default() },
            ),
            folder,
            changes: SerialQueue::new("scenewright-changes"),
            questions: ParallelQueue::new("scenewright-questions", MAX_QUESTIONS),
            texts: SerialQueue::new("scenewright-texts"),
            scene_gate: Mutex::default(),
            making: Mutex::default(),
            generation: AtomicU64::new(0),
            is_swept: AtomicBool::new(false),
            committed: Mutex::new(None),
            emitted: Mutex::default(),
            loose: Mutex::default(),
            earlier: Mutex::default(),
            viewed: Mutex::default(),
            kept_parameters: Mutex::default(),
            cache_stamp: Mutex::default(),
            last_lint: LastLint::default(),
            numbered: Mutex::default(),
            cache_writer: LateWriter::new("scenewright-cache"),
            listeners: Mutex::default(),
            _own_state: OwnState::hold(&path),
        });
        all.insert(path, Arc::downgrade(&shared));
        Ok(shared)
    }

    /// Sees what other processes committed, and finishes or undoes the transaction of one that died: called before
    /// files are read.
    pub(crate) fn see_others(&self, limit: &WaitLimit<'_>) -> Result<()> {
        self.transactions.recover(limit)?;
        // Only now: until its transaction is undone, a file that was set aside has the name of a leftover.
        // That is harmless: if it cannot be removed now, the next call tries again.
        // Swapped before the work, so that only one of several calls sweeps.
        if !self.is_swept.swap(true, Ordering::Relaxed) && self.folder.sweep(limit).is_err() {
            self.is_swept.store(false, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Adds a listener for commits; it is dropped with its session.
    pub(crate) fn listen(&self, listener: &Arc<Listener>) {
        let mut listeners = lock(&self.listeners);
        listeners.retain(|it| it.strong_count() > 0);
        listeners.push(Arc::downgrade(listener));
    }

    /// Notifies all listeners but one.
    pub(crate) fn emit_to_others(&self, own: Option<&Arc<Listener>>, event: &str) {
        let listeners: Vec<_> = lock(&self.listeners).iter().filter_map(Weak::upgrade).collect();
        let others = listeners.iter().filter(|it| own.is_none_or(|own| !Arc::ptr_eq(own, it)));
        others.for_each(|listener| listener(event));
    }

    /// Remembers a transaction of this process.
    pub(crate) fn note_reported(&self, transaction_id: &str) {
        remember(&self.emitted, transaction_id.to_owned(), MAX_EMITTED);
    }

    /// Returns true for a transaction of this process.
    pub(crate) fn was_reported(&self, transaction_id: &str) -> bool {
        lock(&self.emitted).iter().any(|id| id == transaction_id)
    }

    /// Returns true if the scene in memory has this id.
    pub(crate) fn is_scene_in_memory(&self, transaction_id: &str) -> bool {
        lock(&self.committed).as_ref().is_some_and(|held| held.transaction_id == transaction_id)
    }

    /// Remembers a scene that no commit made.
    pub(crate) fn note_loose(&self, committed: &Committed) {
        let scene = LooseScene { id: committed.transaction_id.clone(), files: files_hash(&committed.header) };
        remember(&self.loose, scene, MAX_EMITTED);
    }

    /// Returns what is known of a scene that no commit made: a run that changes no file, and an edit by hand, give a scene an id that
    /// no history knows.
    pub(crate) fn loose_scene(&self, id: &str) -> Option<LooseScene> {
        lock(&self.loose).iter().find(|scene| scene.id == id).cloned()
    }

    /// Returns the commit that left the files as they were when the scene of an id was made, as far as commits change files. Ids are in
    /// the order of time.
    pub(crate) fn commit_nearest(&self, scene_id: &str) -> Nearest {
        self.transactions.with_history(|entries| {
            // Ids begin with the time, so the texts compare as the moments do.
            let before = entries.iter().rev().find(|entry| entry.intent.id.as_str() <= scene_id);
            match (before, entries.first()) {
                (Some(before), _) => Nearest::Before(before.intent.id.clone()),
                (None, Some(first)) => Nearest::After(first.intent.id.clone()),
                (None, None) => Nearest::None,
            }
        })
    }

    /// Returns the latest commit if a scene came of the files that it left: each was changed last by one of the latest commits, and
    /// still has the contents from there. A file that none of them changed may have been edited by hand since.
    pub(crate) fn commit_of(&self, header: &JsonHeader, scene: &Scene) -> Option<String> {
        let set = self.transactions.latest_values().map(|(_, values)| parameters::from_json(&values));
        if set.unwrap_or_default() != scene.declarations().set_values() {
            return None;
        }
        match self.files_of(header) {
            FilesOf::Commit(latest) => Some(latest),
            FilesOf::EditedSince(_) | FilesOf::Unknown => None,
        }
    }

    /// Compares the files of a scene with what the latest commits left.
    pub(crate) fn files_of(&self, header: &JsonHeader) -> FilesOf {
        let is_own = |name: &String| builtin_module(name).is_none();
        let mut left: HashMap<_, _> = header.files.iter().filter(|(name, _)| is_own(name)).collect();
        self.transactions.with_latest(MAX_EXAMINED, |entries, _| {
            for step in entries.iter().rev().flat_map(|entry| entry.intent.files.iter().rev()) {
                let Some(name) = FileName::of_path(&step.path).map(|name| name.as_str().to_owned()) else {
                    continue;
                };
                let Some(hash) = left.remove(&name) else { continue };
                match &step.after {
                    Node::File { content, .. } if content.to_string() == *hash => {}
                    _ => return FilesOf::EditedSince(name),
                }
            }
            let latest = entries.last().filter(|_| left.is_empty());
            latest.map_or(FilesOf::Unknown, |latest| FilesOf::Commit(latest.intent.id.clone()))
        })
    }

    /// Returns the scene of a commit that is in memory: the last one, or one that was asked for lately. The scene of a run
    /// has an id too, which no history knows.
    pub(crate) fn scene_in_memory(&self, transaction_id: &str, options: &Options) -> Option<Arc<Committed>> {
        let key = run_key(&options.run);
        let fits = |it: &&Arc<Committed>| it.transaction_id == transaction_id && it.header.key == key;
        let held = lock(&self.committed).clone();
        held.filter(|it| fits(&it)).or_else(|| lock(&self.earlier).iter().find(fits).cloned())
    }

    /// Keeps the scene of the latest commit in memory when its files are edited by hand: the history does not have what the
    /// commit wrote.
    pub(crate) fn keep_scene_of_commit(&self) {
        let held = lock(&self.committed).clone();
        let newest = self.newest_transaction();
        if let Some(held) = held.filter(|held| newest.as_ref() == Some(&held.transaction_id)) {
            self.note_earlier(&held);
        }
    }

    /// Remembers the scene that a page was sent, for the patch to the next one.
    pub(crate) fn note_viewed(&self, committed: &Arc<Committed>) {
        *lock(&self.viewed) = Some(Arc::clone(committed));
    }

    /// Returns the scene that a page was sent last, if it is this version.
    pub(crate) fn viewed(&self, version: &str) -> Option<Arc<Committed>> {
        lock(&self.viewed).clone().filter(|it| it.version == version)
    }

    pub(crate) fn note_earlier(&self, committed: &Arc<Committed>) {
        remember(&self.earlier, Arc::clone(committed), MAX_EARLIER);
    }

    /// Returns the last scene that came of a run, whatever the files are now.
    pub(crate) fn last_good_scene(&self, options: &Options) -> Option<Arc<Committed>> {
        let held = lock(&self.committed).clone();
        // Another process may have run the project since.
        let cached = self.cached_header();
        // The header alone is enough to see that the scene in memory is the same, and reading a header is cheap.
        if let (Some(held), Some(cached)) = (&held, cached)
            && held.header.files == cached.files
        {
            return Some(Arc::clone(held));
        }
        let Some((mut scene, header)) = self.cached_scene() else { return held };
        if let Some(held) = held.filter(|held| held.header.files == header.files) {
            return Some(held);
        }
        scene.set_entity_limit(options.run.limits.entities);
        let transaction_id = self.newest_transaction().unwrap_or_else(new_commit_id);
        Some(Arc::new(Committed::new(Arc::new(scene), header, transaction_id, None)))
    }

    /// Waits until no commit is replacing files, and keeps the next one from doing so.
    pub(crate) fn gate(&self) -> MutexGuard<'_, ()> {
        lock(&self.scene_gate)
    }

    /// Waits for the question that runs main, if there is one.
    pub(crate) fn make_alone(&self) -> MutexGuard<'_, ()> {
        lock(&self.making)
    }

    /// Returns a number that is another one when a scene was adopted.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::SeqCst)
    }

    /// Returns true if this is the scene in memory.
    pub(crate) fn is_current(&self, committed: &Arc<Committed>) -> bool {
        lock(&self.committed).as_ref().is_some_and(|current| Arc::ptr_eq(current, committed))
    }

    /// Returns the committed scene in memory or in the cache, when it matches the files on disk. The caller holds the gate.
    pub(crate) fn known_scene(
        &self,
        files: &Snapshots<'_>,
        options: &Options,
    ) -> Result<Option<Arc<Committed>>> {
        let key = run_key(&options.run);
        let held = lock(&self.committed).clone().filter(|held| held.header.key == key);
        if let Some(held) = held {
            if self.fits(files, &held.header, options)? {
                return self.with_latest_values(held, files, options);
            }
            if let Some(next) = self.adopt_patched(&held, files, options)? {
                return Ok(Some(next));
            }
        }
        let Some(bytes) = self.read_scene_cache() else { return Ok(None) };
        let Ok(text) = String::from_utf8(bytes) else { return Ok(None) };
        // Most caches that are out of date show it in their first lines. Reading the scene of 100,000 entities takes seconds in a build
        // without optimisation, and no run may take longer than its limit.
        if let Some(header) = json::header_from_json(&text)
            && (header.key != key || !self.fits(files, &header, options)?)
        {
            return Ok(None);
        }
        // A cache that cannot be read is no cache: main is run instead.
        let Ok((scene, header)) = json::from_json(&text) else { return Ok(None) };
        // Again with the header that was parsed: the first lines were only looked at.
        if header.key != key || !self.fits(files, &header, options)? {
            return Ok(None);
        }
        if !self.has_latest_values(&scene) {
            return Ok(None);
        }
        let found = self.adopt_of_others(scene, header, None, options);
        if self.newest_transaction().is_none() {
            self.note_loose(&found);
        }
        Ok(Some(found))
    }

    /// Adopts the scene that the latest commit of another process made of this one, if that left the way to it and no file has
    /// been changed since.
    fn adopt_patched(
        &self,
        held: &Committed,
        files: &Snapshots<'_>,
        options: &Options,
    ) -> Result<Option<Arc<Committed>>> {
        let Some((scene, header)) = self.patched(held) else { return Ok(None) };
        if header.key != held.header.key
            || !self.fits(files, &header, options)?
            || !self.has_latest_values(&scene)
        {
            return Ok(None);
        }
        Ok(Some(self.adopt_of_others(scene, header, Some(held), options)))
    }

    /// Adopts a scene that another process has made.
    fn adopt_of_others(
        &self,
        mut scene: Scene,
        header: JsonHeader,
        before: Option<&Committed>,
        options: &Options,
    ) -> Arc<Committed> {
        scene.set_entity_limit(options.run.limits.entities);
        let transaction_id = self.newest_transaction().unwrap_or_else(new_commit_id);
        let previous = before.map(|before| Arc::clone(&before.scene));
        self.adopt(Committed::new(Arc::new(scene), header, transaction_id, previous))
    }

    /// Returns true if a scene has the values of parameters that were set last.
    fn has_latest_values(&self, scene: &Scene) -> bool {
        let set = self.transactions.latest_values().map(|(_, values)| parameters::from_json(&values));
        set.is_none_or(|set| set == scene.declarations().set_values())
    }

    /// Returns the scene of the files that this one came of. Values of parameters are in no file: another process may have run
    /// the files with other ones.
    fn with_latest_values(
        &self,
        held: Arc<Committed>,
        files: &Snapshots<'_>,
        options: &Options,
    ) -> Result<Option<Arc<Committed>>> {
        let other = self.cached_variant(&held);
        let scene = other.as_ref().map_or(held.scene.as_ref(), |(scene, _)| scene);
        // The history has the values of a run before the cache has its scene.
        let set = self.values_set_since(&held.transaction_id);
        if set.is_some_and(|set| set != scene.declarations().set_values()) {
            return self.adopt_patched(&held, files, options);
        }
        Ok(Some(match other {
            None => self.with_newest_transaction(held),
            Some((scene, header)) => self.adopt_of_others(scene, header, Some(&held), options),
        }))
    }

    /// Returns the same scene under the name of a later commit, which another process made and which left it as
    /// it was.
    fn with_newest_transaction(&self, held: Arc<Committed>) -> Arc<Committed> {
        match self.newest_transaction().filter(|id| *id > held.transaction_id) {
            None => held,
            Some(transaction_id) => {
                let (scene, header) = (Arc::clone(&held.scene), held.header.clone());
                self.adopt(Committed {
                    // The same version: a page that shows the scene need not load it again.
                    version: held.version.clone(),
                    ..Committed::new(scene, header, transaction_id, None)
                })
            }
        }
    }

    /// Returns the values of parameters that a later transaction than this one has set.
    fn values_set_since(&self, transaction_id: &str) -> Option<parameters::GivenValues> {
        let latest = self.transactions.latest_values();
        latest
            .filter(|(id, _)| id.as_str() > transaction_id)
            .map(|(_, values)| parameters::from_json(&values))
    }

    pub(crate) fn newest_transaction(&self) -> Option<String> {
        self.transactions.with_latest(1, |entries, _| entries.last().map(|entry| entry.intent.id.clone()))
    }

    /// Returns true if every file, and every font, still has the bytes that a scene came from.
    fn fits(&self, files: &Snapshots<'_>, header: &JsonHeader, options: &Options) -> Result<bool> {
        // A scene without main came of no run.
        if !header.files.contains_key(MAIN) {
            return Ok(false);
        }
        for (name, hash) in &header.files {
            if AssetPath::is_one(name) || assets::is_settings(name) {
                // A missing asset has an empty hash, both in the header and now.
                if assets::hash(&self.folder, name).unwrap_or_default() != *hash {
                    return Ok(false);
                }
                continue;
            }
            let found = match FileName::parse(name) {
                Ok(name) => files.read(&name)?,
                Err(_) => return Ok(false),
            };
            let current = match found {
                Some(snapshot) => snapshot.hash.to_string(),
                None => match builtin_module(name).filter(|_| options.builtins) {
                    Some(text) => content_hash(text.as_bytes()),
                    None => return Ok(false),
                },
            };
            if current != *hash {
                return Ok(false);
            }
        }
        Ok(header.fonts.iter().all(|(question, id)| options.fonts.still_answers(question, id.as_deref())))
    }

    /// Remembers the number by which the runner knows a scene.
    pub(crate) fn note_number(&self, scene: &Arc<Scene>, number: Option<SceneNumber>) {
        // Weak: the number is of use only while the scene itself is kept, and a pointer alone could be reused.
        *lock(&self.numbered) = number.map(|number| (number, Arc::downgrade(scene)));
    }

    /// Returns a scene with the number by which the runner knows it, if it is the last that a run made: a child that has it
    /// still sends only what is different in the next.
    pub(crate) fn base_of<'a>(&self, scene: &'a Arc<Scene>) -> Option<(SceneNumber, &'a Scene)> {
        let numbered = lock(&self.numbered);
        let (number, _) = numbered.as_ref().filter(|(_, known)| known.as_ptr() == Arc::as_ptr(scene))?;
        Some((*number, scene.as_ref()))
    }

    /// Swaps the scene in memory.
    pub(crate) fn adopt(&self, committed: Committed) -> Arc<Committed> {
        let committed = Arc::new(committed);
        *lock(&self.committed) = Some(Arc::clone(&committed));
        self.generation.fetch_add(1, Ordering::SeqCst);
        committed
    }

    /// Returns every file that a run may import, with the changed contents of some; `None` is a file that
    /// the change removes.
    pub(crate) fn sources(
        &self,
        snapshots: &Snapshots<'_>,
        overrides: &BTreeMap<FileName, Option<Bytes>>,
        options: &Options,
    ) -> Result<Sources> {
        let mut files = Vec::new();
        let mut hashes = HashMap::new();
        if options.builtins {
            files.extend(BUILTIN_MODULES.iter().map(|(name, _)| SourceFile::builtin(name)));
        }
        for entry in self.folder.list()? {
            if overrides.contains_key(&entry.name) {
                continue;
            }
            let name = entry.name.as_str().to_owned();
            let content = match snapshots.read(&entry.name) {
                Ok(Some(snapshot)) => {
                    hashes.insert(name.clone(), snapshot.hash);
                    content(snapshot.bytes)
                }
                Ok(None) => continue,
                Err(error) => Content::Unusable(error),
            };
            files.push(SourceFile { name, origin: Origin::User, content });
        }
        for (name, bytes) in overrides {
            // The sets are a file of the project, but no source that a script can import.
            let Some(bytes) = bytes.as_ref().filter(|_| !name.is_parameter_sets()) else { continue };
            let name = name.as_str().to_owned();
            hashes.insert(name.clone(), ContentHash::of(bytes));
            files.push(SourceFile { name, origin: Origin::User, content: content(bytes.clone()) });
        }
        let parameters = GivenParameters { kept: self.kept_parameters(), ..GivenParameters::default() };
        Ok(Sources { files, parameters, hashes })
    }
}

impl Sources {
    /// Returns a hash of all files of the project, whether a run imports them or not.
    pub(crate) fn digest(&self) -> String {
        let mut all: Vec<String> =
            self.hashes.iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        // The hashes are in a map without an order.
        all.sort();
        content_hash(all.concat().as_bytes())
    }

    pub(crate) fn has_main(&self) -> bool {
        self.files.iter().any(|it| it.name == MAIN)
    }

    /// Returns the description of a run's sources.
    pub(crate) fn header(&self, outcome: &RunOutcome, options: &Options) -> JsonHeader {
        let hash = |name: &String| match self.hashes.get(name) {
            Some(hash) => hash.to_string(),
            None => content_hash(builtin_module(name).unwrap_or_default().as_bytes()),
        };
        let files = outcome.files.iter().map(|name| (name.clone(), hash(name)));
        let files = files.chain(outcome.assets.clone()).collect();
        JsonHeader { key: run_key(&options.run), files, fonts: outcome.fonts.clone() }
    }

    /// Returns the contents of the other files that took part, for the comparison at the commit.
    pub(crate) fn others(
        &self,
        outcome: &RunOutcome,
        is_changed: impl Fn(&str) -> bool,
    ) -> Result<Vec<(WorkspacePath, Expected)>> {
        let others = outcome.files.iter().filter(|name| !is_changed(name));
        let asset = |(path, hash): (&String, &String)| {
            // An invalid path was refused to the script, and settings are no part of a change.
            let path = AssetPath::parse(path).ok().filter(|_| !assets::is_settings(path))?.path();
            let expected = hash.parse().map_or(Expected::Absent, Expected::Content);
            Some(Ok((path, expected)))
        };
        let assets = outcome.assets.iter().filter_map(asset);
        others
            .map(|name| {
                let expected =
                    self.hashes.get(name).map_or(Expected::Absent, |hash| Expected::Content(*hash));
                Ok((FileName::parse(name)?.path(), expected))
            })
            .chain(assets)
            .collect()
    }
}

/// A finished run, with its output, or the reason why it failed.
pub(crate) struct Ran {
    pub outcome: std::result::Result<RunOutcome, RunFailure>,
    /// The number of the scene, by which the runner may know it later.
    pub number: Option<SceneNumber>,
    pub has_scene: bool,
    pub took: Duration,
}

/// Runs sources in a child; changed files are run even where main does not import them. An error that is not the
/// script's own is also returned as a failed run: whatever went wrong, nothing was committed. The base is a scene that
/// the new one is likely to have much in common with.
pub(crate) fn run(
    sources: &Sources,
    changed: Vec<String>,
    options: &Options,
    time_ms: u64,
    base: Option<(SceneNumber, &Scene)>,
    cancel: &CancelToken,
    printed: &dyn Fn(&LogLine),
) -> Ran {
    let started = Instant::now();
    let has_main = sources.has_main();
    let mut run_options = options.run.clone();
    run_options.limits.time_ms = time_ms;
    run_options.parameters = sources.parameters.clone();
    let request = RunRequest {
        sources: sources.files.clone(),
        entry: has_main.then(|| MAIN.to_owned()),
        changed,
        options: run_options.clone(),
    };
    let (limits, fonts) = (&run_options.limits, options.fonts.source());
    let runner = Runner { isolation: &options.isolation, limits, fonts, cancel, printed };
    let (outcome, number) = match runner.run_from(request, base) {
        Ok(ran) => (Ok(ran.outcome), Some(ran.number)),
        Err(failure) => (Err(*failure), None),
    };
    Ran { outcome, number, has_scene: has_main, took: started.elapsed() }
}

/// Adds something to those that are kept, and forgets the oldest where there are too many.
fn remember<T>(kept: &Mutex<VecDeque<T>>, new: T, most: usize) {
    let mut kept = lock(kept);
    kept.push_back(new);
    if kept.len() > most {
        kept.pop_front();
    }
}

fn content(bytes: Bytes) -> Content {
    match Document::decode(bytes) {
        Ok(document) => Content::Text(document.view().to_owned()),
        Err(error) => Content::Unusable(error),
    }
}

/// Returns a hash of the files that a scene came of.
fn files_hash(header: &JsonHeader) -> String {
    content_hash(format!("{:?}", header.files).as_bytes())
}

fn content_hash(bytes: &[u8]) -> String {
    ContentHash::of(bytes).to_string()
}

/// Returns a key of everything besides files and fonts that a scene depends on: seed, clock, engine.
fn run_key(options: &RunOptions) -> String {
    let key = format!(
        "scenewright {} / {} / seed {} / clock {:?}",
        env!("CARGO_PKG_VERSION"),
        scenewright_script::ENGINE,
        options.seed,
        options.clock
    );
    content_hash(key.as_bytes())
}
