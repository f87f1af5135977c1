//! `history`.

use serde_json::Value;

use super::{Arguments, Call, page};
use crate::error::{Error, Kind, Result};
use crate::session::answer::Answer;
use crate::session::history::{Detail, show_entry};

const DEFAULT_ROWS: usize = 20;

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let transactions = &call.shared.transactions;
    transactions.glance()?;
    let site = transactions.site();
    let shown = |path: &_| site.shown(path);
    if let Some(id) = arguments.optional_text("id") {
        let entry = transactions.with_history(|entries| {
            let entry = entries.iter().find(|entry| entry.intent.id == id)?;
            Some(show_entry(entry, Detail::Whole, "file", &shown))
        });
        let entry = entry.ok_or_else(|| {
            let id: String = id.chars().take(80).flat_map(char::escape_debug).collect();
            Error::new(Kind::NotFound, format!("There is no transaction {id} in the history."))
                .with_hint("history without an id lists those there are.")
        })?;
        return Ok(Answer::ok(page(vec![entry], 0, 1)));
    }
    let (offset, limit) =
        (arguments.whole("offset").unwrap_or(0), arguments.whole("limit").unwrap_or(DEFAULT_ROWS));
    // Only the rows of the page are written out: a history may be long.
    let rows: Vec<Value> = transactions.with_history(|entries| {
        let newest_first = entries.iter().rev().enumerate();
        let is_shown = |index: usize| (offset..offset.saturating_add(limit)).contains(&index);
        newest_first
            .map(|(index, entry)| match is_shown(index) {
                true => show_entry(entry, Detail::Cut, "file", &shown),
                false => Value::Null,
            })
            .collect()
    });
    Ok(Answer::ok(page(rows, offset, limit)))
}
