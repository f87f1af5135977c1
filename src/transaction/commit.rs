//! The commit.

use super::commit_id::new_commit_id;
use super::refusal::CommitError;
use crate::disk::{LastLink, Place};
use crate::error::{Error, Kind};
use crate::workspace::{ContentHash, FileName, ProjectFolder, ProjectLock, WaitLimit};

/// What to commit.
#[derive(Clone, Copy, Debug)]
pub struct CommitRequest<'a> {
    /// For now exactly one.
    pub changes: &'a [FileChange],
    /// Files that the change does not touch but was proven with: they must still be what they were then.
    pub unchanged: &'a [(FileName, Expected)],
    pub durability: Durability,
    /// How long to wait for the lock, and who may call the commit off. Once the new file is in place, nobody.
    pub limit: WaitLimit<'a>,
}

/// One file's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    pub name: FileName,
    /// What the file held when the change was computed.
    pub expected: Expected,
    /// The new contents; `None` removes the file.
    pub new: Option<Vec<u8>>,
}

/// What a file is to hold for a change to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// There is no such file.
    Absent,
    Content(ContentHash),
}

/// Whether a commit survives a power cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// It does, once it is answered.
    #[default]
    Fsync,
    /// It is there whole or not at all for every process, and may be gone after a power cut.
    Fast,
}

/// A commit that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// See [`new_commit_id`].
    pub id: String,
    /// What the caller should tell its user.
    pub warnings: Vec<String>,
}

impl Expected {
    /// What a file holds now.
    pub fn of(bytes: Option<&[u8]>) -> Expected {
        bytes.map_or(Expected::Absent, |bytes| Expected::Content(ContentHash::of(bytes)))
    }
}

/// Makes the changes, all or none. The module describes the steps.
pub fn commit(project: &ProjectFolder, request: &CommitRequest<'_>) -> Result<Committed, CommitError> {
    let change = match request.changes {
        [change] => change,
        [] => return Err(CommitError::Invalid("There is nothing to commit.".to_owned())),
        many => {
            let message = format!("A commit can change one file for now, not {}.", many.len());
            return Err(CommitError::Invalid(message));
        }
    };
    if change.new.is_none() && change.expected == Expected::Absent {
        return Err(CommitError::Invalid(format!("{} does not exist and cannot be removed.", change.name)));
    }
    request.limit.require_wanted()?;
    let lock = project.lock(&request.limit)?;
    let last = if change.new.is_some() { LastLink::Follow } else { LastLink::Keep };
    let place = lock.place(&change.name, last)?;
    lock.remove_stale_temporaries(&place)?;
    let old = require_expected(&lock, &change.name, change.expected)?;
    for (name, expected) in request.unchanged {
        require_expected(&lock, name, *expected)?;
    }

    let mut warnings = Vec::new();
    if change.new.is_some() && lock.link_count(&change.name)? > 1 {
        warnings.push(format!(
            "{} has several hard links. Only the one in this project was changed; the others keep the old \
             contents.",
            change.name
        ));
    }
    let id = new_commit_id();
    let made = match &change.new {
        Some(new) => publish(&lock, &place, old.is_some(), new, change, request),
        None => remove(&lock, &place, change, request),
    };
    made.map_err(|error| match error {
        CommitError::Failed(error) => CommitError::Failed(error.in_file(change.name.as_str())),
        other => other,
    })?;
    if request.durability == Durability::Fsync
        && let Err(error) = place.folder.sync()
    {
        return Err(put_back(&lock, &place, old.as_deref(), change, error));
    }
    Ok(Committed { id, warnings })
}

fn publish(
    lock: &ProjectLock,
    place: &Place,
    exists: bool,
    new: &[u8],
    change: &FileChange,
    request: &CommitRequest<'_>,
) -> Result<(), CommitError> {
    let temporary = lock.write_beside(place, new, exists, request.durability == Durability::Fsync)?;
    require_expected(lock, &change.name, change.expected)?;
    request.limit.settle()?;
    Ok(temporary.publish()?)
}

fn remove(
    lock: &ProjectLock,
    place: &Place,
    change: &FileChange,
    request: &CommitRequest<'_>,
) -> Result<(), CommitError> {
    require_expected(lock, &change.name, change.expected)?;
    request.limit.settle()?;
    place.folder.remove(&place.name)?;
    Ok(())
}

/// The file's bytes, if they are those that the change was computed from.
fn require_expected(
    lock: &ProjectLock,
    name: &FileName,
    expected: Expected,
) -> Result<Option<Vec<u8>>, CommitError> {
    let current = lock.read_file(name)?.map(|file| file.bytes);
    if Expected::of(current.as_deref()) != expected {
        return Err(CommitError::Conflict { file: name.clone() });
    }
    Ok(current)
}

/// Undoes a change that is in place but may not survive, and answers the error to report.
fn put_back(
    lock: &ProjectLock,
    place: &Place,
    old: Option<&[u8]>,
    change: &FileChange,
    cause: Error,
) -> CommitError {
    let restored = match old {
        Some(old) => lock
            .write_beside(place, old, change.new.is_some(), false)
            .and_then(|temporary| temporary.publish()),
        None => place.folder.remove(&place.name).map(drop),
    };
    let error = match restored {
        Ok(()) => cause,
        Err(second) => Error::new(
            Kind::Io,
            format!(
                "{cause} The change is in the file, but may not survive a power cut; putting the old contents \
                 back failed too: {second}"
            ),
        ),
    };
    CommitError::Failed(error.in_file(change.name.as_str()))
}
