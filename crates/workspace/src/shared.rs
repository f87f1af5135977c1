//! The state that all sessions of this process on the same folders share.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use super::options::{MAX_FILE_BYTES, Options};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::disk::{Disk, OsDisk};
use scenewright_fs::{ContentHash, FileName, OwnState, RootSet, STATE_FOLDER};
use scenewright_journal::{Settings, Transactions};
use scenewright_tools::exec::AsyncMutex;

/// One set of roots in this process.
pub(crate) struct Shared {
    pub root_set: Arc<RootSet>,
    pub transactions: Arc<Transactions>,
    pub change_lock: Arc<AsyncMutex>,
    /// The folder of the journal.
    pub state: PathBuf,
    /// The latest snapshot and its name, as this process took or read it: parsing it again takes as long as a guard may.
    #[cfg(unix)]
    pub latest_tree: Mutex<Option<(String, Arc<scenewright_snapshot::Tree>)>>,
    /// The transactions whose files are in place and are being verified.
    verifying: Mutex<HashSet<String>>,
}

impl Shared {
    /// Returns the one object of this process for the folders. Nothing is created on disk.
    pub(crate) fn of(options: &Options) -> Result<Arc<Shared>> {
        type Key = (PathBuf, u64);
        static ALL: OnceLock<Mutex<HashMap<Key, Weak<Shared>>>> = OnceLock::new();
        let roots = canonical_roots(&options.roots)?;
        let own = project_state(&roots).filter(|_| !options.is_state_chosen);
        let state = match own {
            Some(own) => own,
            None => OsDisk.canonical_path(&options.state_dir)?.join(name_of(&roots)),
        };
        // Sessions with different limits of the history have different settings of the journal; its
        // lock on disk keeps them apart.
        let key = (state.clone(), options.history_bytes);
        let mut all = ALL.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        // The map holds no session alive, and forgets those that ended.
        all.retain(|_, shared| shared.strong_count() > 0);
        if let Some(shared) = all.get(&key).and_then(Weak::upgrade) {
            return Ok(shared);
        }
        let root_set = Arc::new(RootSet::with_state_at(&roots, &state)?);
        // Each session has a limit of its own. Commits and recoveries read files up to the largest possible
        // limit.
        let settings = Settings { history_bytes: options.history_bytes, largest_file_bytes: MAX_FILE_BYTES };
        let shared = Arc::new(Shared {
            transactions: Transactions::new(Arc::clone(&root_set), settings),
            root_set,
            change_lock: AsyncMutex::new("scenewright-changes"),
            state,
            #[cfg(unix)]
            latest_tree: Mutex::default(),
            verifying: Mutex::default(),
        });
        all.insert(key, Arc::downgrade(&shared));
        Ok(shared)
    }

    pub(crate) fn verifying(&self) -> MutexGuard<'_, HashSet<String>> {
        self.verifying.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // A hold that is being dropped in the thread of the lock may outlive this.
        self.change_lock.end();
    }
}

/// Returns the roots sorted, so that the same folders in any order have one journal, whose records
/// name them by number.
fn canonical_roots(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut roots = given.iter().map(|root| OsDisk.canonical_path(root)).collect::<Result<Vec<_>>>()?;
    roots.sort();
    roots.dedup();
    // A file in both would have two names, and the lock of neither would protect it.
    let inner = roots.iter().find_map(|inner| {
        let outer = roots.iter().find(|outer| inner != *outer && inner.starts_with(outer))?;
        Some((inner, outer))
    });
    match inner {
        None => Ok(roots),
        Some((inner, outer)) => Err(Error::new(
            Kind::InvalidInput,
            format!(
                "The root {} is inside the root {}; give the outer one alone.",
                inner.display(),
                outer.display()
            ),
        )),
    }
}

/// Returns the folder of the history of the only root, where that is a scene project or one is open on it: its commits and those of
/// the workspace are one history then, so that each can undo what the other did.
fn project_state(roots: &[PathBuf]) -> Option<PathBuf> {
    let [root] = roots else { return None };
    let is_project = root.join(FileName::main().path().relative()).is_file()
        || root.join(STATE_FOLDER).join("journal").is_file()
        || OwnState::is_held(root);
    is_project.then(|| root.join(STATE_FOLDER))
}

/// Returns the name of the journal's folder.
pub(crate) fn name_of(roots: &[PathBuf]) -> String {
    let parts: Vec<&[u8]> = roots.iter().map(|root| root.as_path()).map(path_bytes).collect();
    // A path holds no NUL, so no two lists of roots join to the same bytes.
    ContentHash::of(&parts.join(&0)).to_string()
}

fn path_bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_encoded_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_of_the_only_root_is_its_own_where_it_is_a_project() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().to_path_buf();
        assert_eq!(project_state(std::slice::from_ref(&root)), None);
        std::fs::write(root.join("scene.code.js"), "").unwrap();
        assert_eq!(project_state(std::slice::from_ref(&root)), Some(root.join(".scenewright")));
        assert_eq!(
            project_state(&[root.clone(), root]),
            None,
            "of several roots none has the history of all"
        );
    }

    #[test]
    fn same_folders_in_any_order_share_one_workspace() {
        let outer = tempfile::tempdir().unwrap();
        let path = |name: &str| outer.path().join(name);
        for name in ["a", "b", "ab"] {
            std::fs::create_dir(path(name)).unwrap();
        }
        let roots = canonical_roots(&[path("b"), path("a"), path("b")]).unwrap();
        assert_eq!(roots.len(), 2);
        assert_eq!(name_of(&roots), name_of(&canonical_roots(&[path("a"), path("b")]).unwrap()));
        assert!(canonical_roots(&[path("a"), path("ab")]).is_ok(), "one name begins like the other");
        std::fs::create_dir(path("a/inner")).unwrap();
        let error = canonical_roots(&[path("a/inner"), path("a")]).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput);
    }
}
