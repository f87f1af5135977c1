//! The tool `history`, and the removal of the history.

use super::undo::is_of_project;
use crate::call::Call;
use crate::call::LOCK_WAIT;
use scenewright_error::Result;
use scenewright_fs::WaitLimit;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::history::{Naming, history, purged};

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let transactions = &call.shared.transactions;
    let root_set = transactions.root_set();
    let naming = Naming {
        key: "file",
        shown: &|path| root_set.display_path(path),
        permits: &|_| Ok(true),
        is_of_folder: &|entry| !is_of_project(entry),
    };
    history(transactions, arguments, &naming)
}

/// Removes the history for good.
pub(super) fn purge(call: &Call<'_>) -> Result<Answer> {
    let is_cancelled = || call.cancel.is_cancelled();
    let settle = || call.settle().is_ok();
    let limit = WaitLimit::until_elapsed(LOCK_WAIT).or_cancelled(&is_cancelled).settled_by(&settle);
    Ok(purged(call.shared.transactions.purge(&limit)?))
}
