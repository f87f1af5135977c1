//! `write`.

use super::{Arguments, Call, edit, file_name, refuse_builtin};
use crate::error::{Error, Kind, Result};
use crate::freshness::Freshness;
use crate::session::answer::{Answer, Status};
use crate::session::change::{Proposal, change_file};
use crate::session::options::Policy;
use crate::text::Document;
use crate::workspace::FileName;

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let code = arguments.text("code");
    let created = std::cell::Cell::new(false);
    let mut answer = change_file(call, &name, &|old| {
        created.set(old.is_none());
        propose(call, &name, code, old)
    });
    if answer.status == Status::Committed {
        answer.data["created"] = created.get().into();
    }
    Ok(answer)
}

fn propose(call: &Call<'_>, name: &FileName, code: &str, old: Option<&[u8]>) -> Result<Proposal> {
    refuse_builtin(call, name, old)?;
    let Some(bytes) = old else {
        let bytes = Document::from_text(code)?.into_bytes();
        return Ok(Proposal { bytes, warnings: Vec::new(), replaced: 1 });
    };
    // Nothing in the call proves that its author has seen the other's change, as old_code does for an edit.
    let changed = matches!(call.session.freshness(name, bytes), Freshness::Changed | Freshness::Deleted);
    if changed && call.options().policy != Policy::Off {
        return Err(Error::new(
            Kind::StaleRead,
            format!(
                "{name} has been modified since it was read. Read it again before writing it, or the other change \
                 would be lost."
            ),
        ));
    }
    let warnings = edit::read_first(call, name, bytes)?;
    let document = Document::decode(bytes.to_vec()).map_err(|error| error.in_file(name.as_str()))?;
    Ok(Proposal { bytes: document.rewrite(code)?, warnings, replaced: 1 })
}
