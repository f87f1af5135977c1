//! The contents of files at an earlier moment.

use super::node::Node;
use super::request::ValuesBase;
use super::store::Transactions;
use super::undo::{forgotten, unknown};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, WorkspacePath, path_text};
use serde_json::Value;

/// A moment in the history, named by a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment<'a> {
    /// The moment right before the transaction of this id.
    Before(&'a str),
    /// The moment right after the transaction of this id.
    After(&'a str),
}

impl Transactions {
    /// Returns the bytes that a file had at a step of the history; `None` where they are not kept, and the file has
    /// others since. Where there was no file there are no bytes.
    pub fn contents_of(&self, path: &WorkspacePath, node: &Node) -> Result<Option<Vec<u8>>> {
        let content = match node {
            Node::Absent => return Ok(Some(Vec::new())),
            Node::Link { target } => return Ok(Some(path_text(target).into_owned().into_bytes())),
            Node::File { content, .. } => *content,
        };
        if let Some(bytes) = self.kept_bytes(content)? {
            return Ok(Some(bytes));
        }
        // A file that cannot be read now has not those contents.
        let found = self.root_set().read(path, self.largest_file_bytes()).ok().flatten();
        let found = found.map(|contents| contents.bytes);
        Ok(found.filter(|bytes| ContentHash::of(bytes) == content))
    }

    /// Returns the values beside the files at a moment; `None` where no transaction recorded them. Those of the last transaction up
    /// to then count, else those that the first one after it found.
    pub fn values_at(&self, moment: Moment<'_>) -> Option<Value> {
        let (Moment::Before(id) | Moment::After(id)) = moment;
        self.with_history(|entries| {
            let position = entries.iter().position(|entry| entry.intent.id == id)?;
            // The transaction itself belongs to what was, or to what came, as the moment is after or before
            // it.
            let (until, since) = entries.split_at(position + usize::from(matches!(moment, Moment::After(_))));
            let last = until.iter().rev().find_map(|entry| Some(entry.intent.values.as_ref()?.after.clone()));
            last.or_else(|| since.iter().find_map(|entry| Some(entry.intent.values.as_ref()?.before.clone())))
        })
    }

    /// Returns the last transaction that changed values beside the files, and the values that it left.
    pub fn latest_values(&self) -> Option<(String, Value)> {
        self.with_history(|entries| {
            entries.iter().rev().find_map(|entry| {
                let step = entry.intent.values.as_ref()?;
                Some((entry.intent.id.clone(), step.after.clone()))
            })
        })
    }

    /// Returns the transaction that set the latest values, for a change that is computed with them from now on.
    pub fn values_base(&self) -> ValuesBase {
        self.with_history(ValuesBase::of)
    }

    /// Returns the files that transactions have changed since, each with its contents at the moment; `None` where
    /// there was none. Every other file is as it was, unless it was changed without a transaction.
    pub fn files_at(&self, moment: Moment<'_>) -> Result<Vec<(WorkspacePath, Option<Vec<u8>>)>> {
        self.try_recover()?;
        let (Moment::Before(id) | Moment::After(id)) = moment;
        let (mut files, mut transactions): (Vec<(WorkspacePath, Node)>, Vec<String>) = Default::default();
        self.with_history(|entries| {
            let found = entries.iter().position(|entry| entry.intent.id == id);
            let position = found.ok_or_else(|| unknown(id, entries))?;
            let skipped = position + usize::from(moment == Moment::After(id));
            for entry in &entries[skipped..] {
                for step in &entry.intent.files {
                    // The first transaction since then recorded what there was.
                    if !files.iter().any(|(path, _)| *path == step.path) {
                        files.push((step.path.clone(), step.before.clone()));
                        transactions.push(entry.intent.id.clone());
                    }
                }
            }
            Ok::<(), Error>(())
        })?;
        let contents = files.into_iter().zip(&transactions).map(|((path, node), later)| {
            let bytes = match node {
                Node::Absent => None,
                Node::File { content, .. } => {
                    Some(self.kept_bytes(content)?.ok_or_else(|| forgotten(later))?)
                }
                Node::Link { .. } => {
                    let shown = self.root_set().display_path(&path);
                    let message = format!("{shown} was a symbolic link then; its target is not known.");
                    return Err(Error::new(Kind::NotFound, message));
                }
            };
            Ok((path, bytes))
        });
        contents.collect()
    }
}
