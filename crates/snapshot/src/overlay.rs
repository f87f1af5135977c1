//! Overlays: a command that runs above the roots and changes nothing in them. Its changes are in the upper layers of a file system of
//! the kernel (overlayfs), which only the command and its children see; they are read from there when the command has ended.
//!
//! ```text
//! overlay-ID/N/upper   what was changed, made and deleted in root N
//! overlay-ID/N/work    the kernel's own
//! ```
//!
//! In an upper layer a deleted name is a device with the number 0, and a folder that replaces another one has an attribute that says
//! so. A file is there as a whole as soon as it was opened for writing.

use std::ffi::{CStr, CString, OsStr, OsString};
use std::fs::{self, DirBuilder, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, exit};
use std::ptr;
use std::sync::Arc;

use rustix::fs::{AtFlags, FileType, Mode, OFlags, fgetxattr};
use rustix::io::Errno;
use rustix::thread::{UnshareFlags, unshare_unsafe};
use serde::{Deserialize, Serialize};

use super::area::Layer;
use super::attributes::Attributes;
use super::fork::remove_tree;
use super::place::{FOLDER, Limits, Roots, capture, kind_of, open_child, open_to_enter, stat_at, stat_of};
use super::restore::{mode_of, times};
use super::store::Store;
use super::tree::{Entry, Node, Spot, Tree};
use super::walk::{STATE_FOLDER, names_in};
use scenewright_error::{Error, Result};
use scenewright_fs::{is_temporary, os_text, path_text};

/// The word by which the executable knows that it is to run a command in an overlay. It stands after the program and the path of the
/// addon.
const OVERLAY: &str = "overlay";
const OVERLAY_AT: usize = 2;

/// The descriptor on which the parent reads that the overlay is there, or why it is not.
const STATUS: i32 = 3;

/// The exit codes of a shell for a missing command, and for one that cannot be run.
const NOT_FOUND: i32 = 127;
const NOT_RUNNABLE: i32 = 126;

/// The attribute of a folder that hides the one below it. Those of the user work without privileges, and with them.
const OPAQUE: &str = "user.overlay.opaque";

/// Returns the layers above roots, in a folder of their own.
pub fn layers_in(dir: &Path, roots: &[PathBuf]) -> Vec<Layer> {
    let text = |path: &Path| path_text(path).into_owned();
    let layer = |(number, root): (usize, &PathBuf)| {
        let home = dir.join(number.to_string());
        Layer { root: text(root), upper: text(&home.join("upper")), work: text(&home.join("work")) }
    };
    roots.iter().enumerate().map(layer).collect()
}

/// Makes the folders of layers.
pub fn make_layers(layers: &[Layer]) -> Result<()> {
    let path_of = |text: &str| PathBuf::from(os_text(text).into_owned());
    for layer in layers {
        let (root, upper, work) = (path_of(&layer.root), path_of(&layer.upper), path_of(&layer.work));
        for path in [&upper, &work] {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(path)
                .map_err(|cause| Error::io("make the folder", path.display(), &cause))?;
        }
        // The command sees the upper folder's attributes as the root's.
        copy_attributes(&root, &upper)
            .map_err(|cause| Error::io("set the attributes of", upper.display(), &cause.into()))?;
    }
    Ok(())
}

fn copy_attributes(from: &Path, to: &Path) -> rustix::io::Result<()> {
    let open = |path: &Path| rustix::fs::open(path, FOLDER, Mode::empty());
    let (from, to) = (open(from)?, open(to)?);
    let stat = stat_of(&rustix::fs::fstat(&from)?);
    Attributes::read(&from).set(&to);
    rustix::fs::fchmod(&to, mode_of(stat.mode))?;
    rustix::fs::futimens(&to, &times(&stat))
}

/// Removes the layers.
pub fn remove_layers(dir: &Path) -> Result<()> {
    remove_tree(dir).map_err(|cause| Error::io("remove", dir.display(), &cause))
}

/// Returns the open upper folders of the layers, one for each root.
pub fn upper_roots(layers: &[Layer]) -> Result<Roots> {
    Roots::open(layers.iter().map(|layer| PathBuf::from(os_text(&layer.upper).into_owned())).collect())
}

/// The arguments that the executable is started with.
#[derive(Serialize, Deserialize)]
struct Run {
    layers: Vec<Layer>,
    /// The folder in which the command runs, as text of a path.
    cwd: String,
}

/// Runs a command in an overlay, in the place of this process, where its arguments say so. It must have one thread.
pub fn run_if_in_overlay() {
    // From the system: a library does not have the arguments of its process with every C library.
    let line = fs::read("/proc/self/cmdline").unwrap_or_default();
    let line = line.strip_suffix(b"\0").unwrap_or(&line);
    let words = line.split(|byte| *byte == 0).map(|word| OsString::from_vec(word.to_vec()));
    let mut arguments = words.skip(OVERLAY_AT);
    if arguments.next().is_some_and(|word| word == OVERLAY) {
        run_in_overlay(arguments);
    }
}

/// Runs a command. The arguments are the layers and the folder as JSON, and the command.
fn run_in_overlay(mut arguments: impl Iterator<Item = OsString>) -> ! {
    // SAFETY: the parent has opened this descriptor for this purpose, and nothing else here uses it.
    let mut status = File::from(unsafe { OwnedFd::from_raw_fd(STATUS) });
    // The command must not hold it open.
    let _ = rustix::io::fcntl_setfd(&status, rustix::io::FdFlags::CLOEXEC);
    let given = arguments.next().unwrap_or_default();
    let entered = serde_json::from_slice::<Run>(given.as_bytes())
        .map_err(|cause| cause.to_string())
        .and_then(|run| enter(&run));
    if let Err(reason) = entered {
        let _ = status.write_all(reason.as_bytes());
        exit(NOT_RUNNABLE);
    }
    let _ = status.write_all(b"ok");
    let program = arguments.next().unwrap_or_default();
    let cause = Command::new(&program).args(arguments).exec();
    eprintln!("scenewright: could not run {}: {cause}", program.display());
    exit(if cause.kind() == io::ErrorKind::NotFound { NOT_FOUND } else { NOT_RUNNABLE });
}

/// Brings this process into a view of its own, in which the layers lie above the roots.
fn enter(run: &Run) -> std::result::Result<(), String> {
    let failed = |what: &str, cause: Errno| format!("{what}: {}", io::Error::from(cause));
    let path_of = |text: &str| PathBuf::from(os_text(text).into_owned());
    let (uid, gid) = (rustix::process::getuid(), rustix::process::getgid());
    // SAFETY: this process has one thread, and shares its view of the file system with no other part of it.
    let own = unsafe { unshare_unsafe(UnshareFlags::NEWNS) };
    if own.is_err() {
        // SAFETY: as above.
        unsafe { unshare_unsafe(UnshareFlags::NEWUSER | UnshareFlags::NEWNS) }.map_err(|cause| {
            failed("this system does not let unprivileged users create namespaces", cause)
        })?;
        let write = |name: &str, text: String| {
            fs::write(Path::new("/proc/self").join(name), text)
                .map_err(|cause| format!("the user could not be mapped into the namespace: {cause}"))
        };
        // The command is the same user as before.
        write("setgroups", "deny".to_owned())?;
        write("uid_map", format!("{0} {0} 1", uid.as_raw()))?;
        write("gid_map", format!("{0} {0} 1", gid.as_raw()))?;
    }
    mount(c"none", c"/", None, libc::MS_REC | libc::MS_PRIVATE, None)
        .map_err(|cause| format!("mounts could not be made private: {cause}"))?;
    for layer in &run.layers {
        let open = |text: &str| {
            let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
            rustix::fs::open(path_of(text), flags, Mode::empty())
                .map_err(|cause| failed(&format!("{text} could not be opened"), cause))
        };
        let (lower, upper, work) = (open(&layer.root)?, open(&layer.upper)?, open(&layer.work)?);
        // By their numbers: a path may hold what separates options.
        let place = |folder: &OwnedFd| format!("/proc/self/fd/{}", folder.as_raw_fd());
        let options = format!(
            "lowerdir={},upperdir={},workdir={},userxattr",
            place(&lower),
            place(&upper),
            place(&work)
        );
        let options = CString::new(options).map_err(|cause| cause.to_string())?;
        let root = CString::new(path_of(&layer.root).into_os_string().into_vec());
        let root = root.map_err(|cause| cause.to_string())?;
        mount(c"overlay", &root, Some(c"overlay"), 0, Some(&options))
            .map_err(|cause| format!("no overlay could be mounted above {}: {cause}", layer.root))?;
    }
    rustix::process::chdir(path_of(&run.cwd))
        .map_err(|cause| failed(&format!("{} could not be entered", run.cwd), cause))
}

fn mount(
    source: &CStr,
    target: &CStr,
    kind: Option<&CStr>,
    flags: libc::c_ulong,
    options: Option<&CStr>,
) -> io::Result<()> {
    let kind = kind.map_or(ptr::null(), CStr::as_ptr);
    let options = options.map_or(ptr::null(), |options| options.as_ptr().cast());
    // SAFETY: each pointer is null, where the system allows that, or leads to a text that ends with a zero.
    match unsafe { libc::mount(source.as_ptr(), target.as_ptr(), kind, flags, options) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Returns the paths that upper layers change: whiteouts, files, and folders but for those that only hold them.
pub fn touched(upper: &Roots) -> Result<Vec<Spot>> {
    let mut spots = Vec::new();
    walk_upper(upper, &mut |found| {
        spots.push(found.spot.clone());
        Ok(())
    })?;
    Ok(spots)
}

/// Returns the tree of the roots with the upper layers above it. The contents are in the store, which the caller finishes.
pub fn layered(tree: &Tree, upper: &Roots, store: &Store) -> Result<Tree> {
    // The files that the command wrote are on the disk already, whatever their size is.
    let limits = Limits { file_bytes: u64::MAX };
    let mut after = tree.clone();
    walk_upper(upper, &mut |found| {
        let Found { spot, folder, name, stat, is_opaque } = found;
        let facts = stat_of(stat);
        if spot.path.is_empty() {
            if let Some(root) = after.roots.get_mut(spot.root) {
                root.stat.mode = facts.mode;
                root.attributes = Attributes::read(folder);
                // Copied up with its time where nothing but its contents changed.
                root.stat.modified_ns = facts.modified_ns;
            }
            return Ok(());
        }
        let before = after.get(spot).cloned();
        let is_folder = |entry: &Option<Entry>| entry.as_ref().is_some_and(|it| it.node == Node::Folder);
        if kind_of(stat) == FileType::Directory {
            let attributes =
                open_child(folder, name).map_or_else(|_| Attributes::default(), Attributes::read);
            if *is_opaque || !is_folder(&before) {
                take_out(&mut after, spot);
            }
            put_in(&mut after, spot, Entry { node: Node::Folder, stat: facts, attributes });
            after.folders.entry((*spot).clone()).or_default();
            return Ok(());
        }
        if is_whiteout(stat) {
            take_out(&mut after, spot);
            return Ok(());
        }
        let captured = capture(folder, name, stat, Some(store), &limits)
            .map_err(|cause| upper.failed("keep", spot, cause))?;
        let Some(captured) = captured else { return Ok(()) };
        // A file that was opened for writing and left as it was is still the one below, with its other names.
        if let Some(before) = before
            && before.same_state(&captured.entry)
            && before.stat.modified_ns == facts.modified_ns
        {
            return Ok(());
        }
        take_out(&mut after, spot);
        put_in(&mut after, spot, captured.entry);
        Ok(())
    })?;
    Ok(after)
}

fn is_whiteout(stat: &rustix::fs::Stat) -> bool {
    kind_of(stat) == FileType::CharacterDevice && stat.st_rdev == 0
}

/// Removes a path and everything beneath it from a tree.
fn take_out(tree: &mut Tree, spot: &Spot) {
    let beneath: Vec<Spot> = tree
        .folders
        .range(spot.clone()..)
        .take_while(|(it, _)| it.root == spot.root && it.path.starts_with(&spot.path))
        .filter(|(it, _)| spot.holds(it))
        .map(|(it, _)| it.clone())
        .collect();
    for folder in beneath {
        tree.folders.remove(&folder);
    }
    if let Some((folder, name)) = spot.split()
        && let Some(entries) = tree.folders.get_mut(&folder)
        && let Ok(at) = entries.binary_search_by(|(known, _)| known.as_slice().cmp(name))
    {
        Arc::make_mut(entries).remove(at);
    }
}

fn put_in(tree: &mut Tree, spot: &Spot, entry: Entry) {
    let Some((folder, name)) = spot.split() else { return };
    let entries = Arc::make_mut(tree.folders.entry(folder).or_default());
    match entries.binary_search_by(|(known, _)| known.as_slice().cmp(name)) {
        Ok(at) => entries[at].1 = entry,
        Err(at) => entries.insert(at, (name.to_vec(), entry)),
    }
}

/// An entry of an upper layer.
struct Found<'a> {
    spot: &'a Spot,
    /// The folder that it is in; for a root the folder itself.
    folder: &'a Arc<OwnedFd>,
    name: &'a [u8],
    stat: &'a rustix::fs::Stat,
    /// True for a folder that hides the one below it.
    is_opaque: bool,
}

/// Goes through the upper layers, each folder before what is in it.
fn walk_upper(upper: &Roots, visit: &mut dyn FnMut(&Found<'_>) -> Result<()>) -> Result<()> {
    for root in 0..upper.paths().len() {
        let spot = Spot { root, path: Vec::new() };
        // A handle of its own: a listing continues where the last one of the same handle ended.
        let handle =
            open_child(upper.handle(root)?, b".").map_err(|cause| upper.failed("open", &spot, cause))?;
        let handle = Arc::new(handle);
        let stat = rustix::fs::fstat(&handle).map_err(|cause| upper.failed("examine", &spot, cause))?;
        visit(&Found { spot: &spot, folder: &handle, name: b".", stat: &stat, is_opaque: false })?;
        let mut waiting = vec![(spot, handle)];
        while let Some((spot, folder)) = waiting.pop() {
            let names = names_in(&folder).map_err(|cause| upper.failed("list", &spot, cause))?;
            for name in names.iter() {
                if name == STATE_FOLDER || is_temporary(OsStr::from_bytes(name)) {
                    continue;
                }
                let child = spot.child(name);
                let failed = |cause: Errno| upper.failed("examine", &child, cause);
                let Some(stat) = stat_at(&*folder, name).map_err(failed)? else { continue };
                let mut is_opaque = false;
                if kind_of(&stat) == FileType::Directory {
                    // A mode that keeps the owner out does not keep the overlay out.
                    let opened = open_to_enter(&*folder, name).or_else(|_| {
                        let mode = mode_of(stat_of(&stat).mode | 0o700);
                        rustix::fs::chmodat(&*folder, OsStr::from_bytes(name), mode, AtFlags::empty())?;
                        open_child(&*folder, name)
                    });
                    let opened = Arc::new(opened.map_err(failed)?);
                    is_opaque = is_marked(&opened);
                    waiting.push((child.clone(), opened));
                }
                visit(&Found { spot: &child, folder: &folder, name, stat: &stat, is_opaque })?;
            }
        }
    }
    Ok(())
}

fn is_marked(folder: impl AsFd) -> bool {
    let mut value = [0; 8];
    fgetxattr(folder, OPAQUE, &mut value[..]).is_ok_and(|count| value[..count] == *b"y")
}
