//! The commit that a change is made on: what `If-Match` is for HTTP.

use super::journal::HistoryEntry;
use scenewright_error::{Error, Kind, Result, quote_name};

/// The id of the latest commit where there is none, as a reference without a commit has zeros in git. Ids are in the order of time,
/// and this is before all.
pub const NO_COMMIT: &str = "0";

pub(super) fn latest(entries: &[HistoryEntry]) -> &str {
    entries.last().map_or(NO_COMMIT, |entry| &entry.intent.id)
}

pub(super) fn require_latest(entries: &[HistoryEntry], base: &str) -> Result<()> {
    if latest(entries) == base {
        return Ok(());
    }
    let shown = quote_name(base);
    let is_known = base == NO_COMMIT || entries.iter().rev().any(|entry| entry.intent.id == base);
    let Some(later) = entries.last().filter(|_| is_known) else {
        let message = format!("{shown} is not the latest commit: the history has no commit of that id.");
        return Err(Error::new(Kind::Conflict, message).with_hint("history lists the commits there are."));
    };
    let (id, message) = (&later.intent.id, &later.intent.message);
    let since =
        if base == NO_COMMIT { "since there was no commit".to_owned() } else { format!("since {shown}") };
    let message = format!("Something was changed {since}, by {id} ({message}). This call changed nothing.");
    Err(Error::new(Kind::Conflict, message)
        .with_hint(format!("Read the files again, and give {id} as base if you still want the change.")))
}
