//! `history`.

use super::{Arguments, Call};
use crate::error::Result;
use crate::session::answer::Answer;
use crate::session::history::{Naming, history};

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let transactions = &call.shared.transactions;
    let site = transactions.site();
    let naming = Naming { key: "file", shown: &|path| site.shown(path) };
    Ok(Answer::ok(history(transactions, arguments, &naming)?))
}
