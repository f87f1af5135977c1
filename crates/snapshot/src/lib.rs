//! Snapshots of whole trees of files, whatever program changes them: the present contents, the earlier contents, and how they are restored.
//!
//! A snapshot walks the roots once. A file with the size, times and identity of the last snapshot is not read
//! again; every other one is read, hashed, and kept in the store. Two snapshots give the changes between them, and a
//! change can be restored in either direction.
//!
//! ```text
//! guard/                   in the state folder of a workspace
//! ├── lock                 locked with flock while one of the files below is written
//! ├── tree                 the latest snapshot, which is also the stat cache
//! ├── changes/ID           what one command changed: each path before and after it
//! ├── open-ID              a guard or snapshot that is under way; a guard's is locked by its process
//! ├── restoring            the restore that is under way
//! └── store/
//!     ├── pack-ID.pack     contents of small files, in compressed blocks, one after the other
//!     ├── pack-ID.index    where each of them is
//!     ├── HASH.z           the contents of a large file, as one zstd stream
//!     └── HASH.raw         the same as a clone of the file's blocks, where the file system shares them
//! forks/NAME/              beside it
//! ├── fork.json            where the fork is, and what it was made of
//! ├── base-N               the tree that it began with, and the tree of each merge
//! ├── cache                the latest snapshot of the fork
//! └── files/               its roots, unless they are elsewhere
//! ```
//!
//! Invariant: a restore removes and overwrites only what is as the change left it, unless its caller has kept what is
//! there. Nothing is opened through a link.
#![cfg(unix)]

mod area;
mod attributes;
mod closed;
mod codec;
mod fork;
mod merge;
#[cfg(target_os = "linux")]
mod overlay;
mod place;
mod restore;
mod store;
#[cfg(target_os = "linux")]
mod subvolume;
mod tree;
mod walk;

pub use area::{Area, AreaLock, EncodedTree, Layer, Marker, MarkerKind, OpenMarker, Restoring};
pub use attributes::Attributes;
pub use fork::{
    CACHE, Copied, CopyRequest, Fork, ForkBase, ForkState, copy_tree, is_fork_name, new_fork_folder,
    relocate_links, remove_tree,
};
pub use merge::{
    Clash, ClashReason, Combination, IsAlike, MergePlan, Preference, Sides, plan_merge, settle_merge,
};
#[cfg(target_os = "linux")]
pub use overlay::{layered, layers_in, make_layers, remove_layers, run_if_in_overlay, touched, upper_roots};
pub use place::{Limits, MissingRoots, Roots, state_of};
pub use restore::{Restored, restore};
pub use store::Store;
#[cfg(target_os = "linux")]
pub use subvolume::{clone_subvolumes, finish_subvolumes, remove_copies, remove_subvolume};
pub use tree::{
    Change, Entry, FileStat, Listing, Node, NotCovered, Spot, TWO_TICKS_NS, Tree, compare, has_any_change,
};
pub use walk::{Snapshot, WalkRequest, take};

#[cfg(test)]
mod merge_tests;
#[cfg(test)]
mod tests;
