//! `edit` and `multi_edit`.

use super::{Arguments, Call, file_name, not_found, refuse_builtin};
use crate::edit::{EditError, Policy as EditPolicy, Replacement, replace, replace_many};
use crate::error::{Error, Kind, Result};
use crate::freshness::Freshness;
use crate::session::answer::Answer;
use crate::session::change::{Proposal, change_file, refused};
use crate::session::options::Policy;
use crate::text::Document;
use crate::workspace::FileName;

pub fn answer_edit(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let replacement = replacement(arguments);
    if replacement.old == replacement.new {
        return Ok(refused(&name, EditError::NoChange.into()));
    }
    Ok(change_file(call, &name, &|old| propose_edit(call, &name, &replacement, old)))
}

pub fn answer_multi_edit(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let edits: Vec<Replacement> = arguments.edits("edits").iter().map(replacement).collect();
    Ok(change_file(call, &name, &|old| propose_edits(call, &name, &edits, old)))
}

fn replacement(arguments: &Arguments) -> Replacement {
    Replacement {
        old: arguments.text("old_code").to_owned(),
        new: arguments.text("new_code").to_owned(),
        replace_all: arguments.flag("replace_all"),
        expected_replacements: arguments.whole("expected_replacements"),
    }
}

fn propose_edit(
    call: &Call<'_>,
    name: &FileName,
    edit: &Replacement,
    old: Option<&[u8]>,
) -> Result<Proposal> {
    let (document, mut warnings) = open(call, name, old, edit.old.is_empty())?;
    let applied = replace(&document, edit, EditPolicy::First)?;
    warnings.extend(first_of_several(edit, &applied.lines, applied.replaced, ""));
    Ok(Proposal { bytes: applied.bytes, warnings, replaced: applied.replaced })
}

fn propose_edits(
    call: &Call<'_>,
    name: &FileName,
    edits: &[Replacement],
    old: Option<&[u8]>,
) -> Result<Proposal> {
    let creates = edits.first().is_some_and(|edit| edit.old.is_empty());
    let (document, mut warnings) = open(call, name, old, creates)?;
    let applied = replace_many(&document, edits, EditPolicy::First).map_err(Error::from)?;
    for (index, (edit, done)) in edits.iter().zip(&applied.edits).enumerate() {
        let prefix = format!("Edit {}: ", index + 1);
        warnings.extend(first_of_several(edit, &done.lines, done.replaced, &prefix));
    }
    let replaced = applied.edits.iter().map(|it| it.replaced).sum();
    Ok(Proposal { bytes: applied.bytes, warnings, replaced })
}

/// The file as it is now, and what is to be said about how the session knows it.
fn open(
    call: &Call<'_>,
    name: &FileName,
    old: Option<&[u8]>,
    creates: bool,
) -> Result<(Document, Vec<String>)> {
    refuse_builtin(call, name, old)?;
    let Some(bytes) = old else {
        return match creates {
            true => Ok((Document::from_text("")?, Vec::new())),
            false => Err(not_found(call, name)),
        };
    };
    let document = Document::decode(bytes.to_vec()).map_err(|error| error.in_file(name.as_str()))?;
    Ok((document, read_first(call, name, bytes)?))
}

/// The read-first rule: enforced, warned about, or off.
pub fn read_first(call: &Call<'_>, name: &FileName, bytes: &[u8]) -> Result<Vec<String>> {
    let policy = call.options().policy;
    if policy == Policy::Off || bytes.is_empty() {
        return Ok(Vec::new());
    }
    match (call.session.freshness(name, bytes), policy) {
        (Freshness::Fresh, _) => Ok(Vec::new()),
        (Freshness::NeverRead, Policy::Require) => {
            Err(Error::new(Kind::NotRead, "File has not been read yet. Read it first before writing to it."))
        }
        (Freshness::NeverRead, _) => Ok(vec!["Warning: Consider using read first".to_owned()]),
        (_, Policy::Require) => Err(Error::new(
            Kind::StaleRead,
            "File has been modified since read, either by the user or by a linter. Read it again before attempting \
             to write it.",
        )),
        (_, _) => Ok(vec![format!(
            "Warning: {name} changed on disk since it was read; old_code still matched. Read it again to see the change."
        )]),
    }
}

fn first_of_several(edit: &Replacement, lines: &[usize], replaced: usize, prefix: &str) -> Option<String> {
    const SHOWN: usize = 20;
    if lines.len() <= replaced || edit.old.is_empty() {
        return None;
    }
    let mut list = lines.iter().take(SHOWN).map(usize::to_string).collect::<Vec<_>>().join(", ");
    if lines.len() > SHOWN {
        list.push_str(&format!(" and {} more", lines.len() - SHOWN));
    }
    Some(format!(
        "Warning: {prefix}old_code occurs {} times (lines {list}); only the first was replaced. Give more context to \
         choose another, or set replace_all.",
        lines.len()
    ))
}
