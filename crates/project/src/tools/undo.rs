//! The tools `undo` and `redo`.

use super::common::with_transaction;
use crate::call::Call;
use crate::change::commit;
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::FileName;
use scenewright_journal::Direction;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

pub fn answer(call: &Call<'_>, arguments: &Arguments, direction: Direction) -> Result<Answer> {
    let (tool, answered) = match direction {
        Direction::Undo => ("undo", "undone"),
        Direction::Redo => ("redo", "redone"),
    };
    let propose = |proposal: &mut Proposal<'_>| {
        let transactions = &call.shared.transactions;
        let plan = transactions.plan(direction, arguments.optional_text("id"), arguments.flag("force"))?;
        let original = &plan.original.intent;
        for change in &plan.changes {
            let name = FileName::of_path(&change.path).ok_or_else(|| {
                let message = format!("{} is not a file of the project any more.", change.path);
                Error::new(Kind::NotFound, message)
            })?;
            proposal.take_over(&name, change)?;
        }
        for path in &plan.overwritten {
            proposal.warnings.push(format!(
                "Warning: {} was changed since by somebody else; what it held is in the history now.",
                transactions.root_set().display_path(path)
            ));
        }
        proposal.message = format!("{tool} {}: {}", original.id, original.message);
        proposal.undoes = Some(plan.id);
        proposal.data.insert(answered.into(), original.id.as_str().into());
        proposal.data.insert("files".into(), proposal.file_list().into());
        Ok(())
    };
    Ok(with_transaction(commit(
        call,
        &ChangeRequest { tool, file: None, propose: &propose, parameters: None },
    )))
}
