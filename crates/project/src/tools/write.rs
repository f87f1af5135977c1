//! The tool `write`.

use std::cell::Cell;

use super::common::{file_name, refuse_builtin};
use super::edit;
use crate::call::Call;
use crate::change::commit;
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::FileName;
use scenewright_text::Document;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::freshness::Freshness;
use scenewright_tools::options::Policy;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let created = Cell::new(false);
    let propose = |proposal: &mut Proposal<'_>| {
        write(proposal, &name, arguments.text("code"))?;
        created.set(!proposal.had(&name));
        proposal.message = format!("write {name}");
        Ok(())
    };
    let mut answer = commit(
        call,
        &ChangeRequest { tool: "write", file: Some(&name), propose: &propose, parameters: None },
    );
    if answer.status == Status::Committed {
        answer.data["created"] = created.get().into();
    }
    Ok(answer)
}

/// Creates a file, or replaces all of it.
pub(super) fn write(proposal: &mut Proposal<'_>, name: &FileName, code: &str) -> Result<()> {
    let old = proposal.read(name)?;
    refuse_builtin(proposal.call, name, old.as_deref())?;
    let bytes = match &old {
        None => Document::from_text(code)?.shared_bytes(),
        Some(old) => {
            require_seen(proposal, name, old)?;
            let document = Document::decode(old.clone()).map_err(|error| error.in_file(name.as_str()))?;
            // Keeps the encoding, the byte order mark and the line ends of the file.
            document.rewrite(code)?.into()
        }
    };
    proposal.put(name, bytes, 1)
}

/// Applies the read-first rule where nothing in the call proves that its author has seen the other's change, as
/// `old_code` does for an edit.
pub(super) fn require_seen(proposal: &mut Proposal<'_>, name: &FileName, bytes: &[u8]) -> Result<()> {
    let freshness = proposal.call.session.freshness(name, bytes);
    let changed = matches!(freshness, Freshness::Changed | Freshness::Deleted);
    if changed && proposal.is_untouched(name) && proposal.call.options().policy != Policy::Off {
        return Err(Error::new(
            Kind::StaleRead,
            format!(
                "{name} has been modified since it was read. Read it again before writing it, or the other change \
                 would be lost."
            ),
        ));
    }
    edit::read_first(proposal, name, bytes)
}
