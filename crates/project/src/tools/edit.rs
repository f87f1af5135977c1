//! The tools `edit` and `multi_edit`.

use super::common::{file_name, not_found, refuse_builtin};
use crate::call::Call;
use crate::change::commit;
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use scenewright_error::{Error, Kind, Result, Warning, WarningCode};
use scenewright_fs::FileName;
use scenewright_text::Document;
use scenewright_text::edit::{EditError, Policy as EditPolicy, Replacement, replace, replace_many};
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::freshness::Freshness;
use scenewright_tools::options::Policy;

pub(super) fn answer_edit(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let replacement = replacement(arguments);
    let propose = |proposal: &mut Proposal<'_>| {
        let replaced = edit(proposal, &name, &replacement, "")?;
        proposal.message = format!("edit {name}: {}", count(replaced));
        Ok(())
    };
    let change = ChangeRequest { tool: "edit", file: Some(&name), propose: &propose, parameters: None };
    // Refused before anything runs, with the words that the file's owner knows from the tool.
    if replacement.old == replacement.new {
        return Ok(change.refused(EditError::NoChange.into()));
    }
    Ok(commit(call, &change))
}

pub(super) fn answer_multi_edit(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let edits: Vec<Replacement> = arguments.list("edits").iter().map(replacement).collect();
    let propose = |proposal: &mut Proposal<'_>| {
        let replaced = edit_many(proposal, &name, &edits)?;
        proposal.message = format!("multi_edit {name}: {}", count(replaced));
        Ok(())
    };
    Ok(commit(
        call,
        &ChangeRequest { tool: "multi_edit", file: Some(&name), propose: &propose, parameters: None },
    ))
}

/// The largest file that an edit makes, whatever limit for sources applies to a run.
const MAX_BYTES: u64 = 64 << 20;

/// Returns the replacement that an edit's arguments ask for.
pub(super) fn replacement(arguments: &Arguments) -> Replacement {
    Replacement {
        old: arguments.text("old_code").to_owned(),
        new: arguments.text("new_code").to_owned(),
        replace_all: arguments.flag("replace_all"),
        expected_replacements: arguments.whole("expected_replacements"),
        max_bytes: Some(MAX_BYTES),
        ..Replacement::default()
    }
}

/// Replaces text in a file, and returns in how many places. Warnings begin with the prefix.
pub(super) fn edit(
    proposal: &mut Proposal<'_>,
    name: &FileName,
    edit: &Replacement,
    prefix: &str,
) -> Result<usize> {
    let document = open(proposal, name, edit.old.is_empty())?;
    let applied = replace(&document, edit, EditPolicy::First)?;
    proposal.warnings.extend(first_of_several(
        edit,
        (&applied.lines, applied.found),
        applied.replaced,
        prefix,
    ));
    proposal.put(name, applied.bytes, applied.replaced)?;
    Ok(applied.replaced)
}

fn edit_many(proposal: &mut Proposal<'_>, name: &FileName, edits: &[Replacement]) -> Result<usize> {
    let creates = edits.first().is_some_and(|edit| edit.old.is_empty());
    let document = open(proposal, name, creates)?;
    let applied = replace_many(&document, edits, EditPolicy::First).map_err(Error::from)?;
    for (index, (edit, done)) in edits.iter().zip(&applied.edits).enumerate() {
        let prefix = format!("Edit {}: ", index + 1);
        proposal.warnings.extend(first_of_several(edit, (&done.lines, done.found), done.replaced, &prefix));
    }
    let replaced = applied.edits.iter().map(|it| it.replaced).sum();
    proposal.put(name, applied.bytes, replaced)?;
    Ok(replaced)
}

/// Opens the file as it is so far; a remark on the session's knowledge of it goes to the warnings.
fn open(proposal: &mut Proposal<'_>, name: &FileName, creates: bool) -> Result<Document> {
    let old = proposal.read(name)?;
    refuse_builtin(proposal.call, name, old.as_deref())?;
    let Some(bytes) = old else {
        return match creates {
            true => Document::from_text(""),
            false => Err(not_found(proposal.call, name)),
        };
    };
    let document = Document::decode(bytes.clone()).map_err(|error| error.in_file(name.as_str()))?;
    // After decoding: a file that is no text is refused as such, whether it was read or not.
    read_first(proposal, name, &bytes)?;
    Ok(document)
}

/// Applies the read-first rule: enforced, warned about, or off. It concerns the file on disk, not the result of a
/// step before.
pub(super) fn read_first(proposal: &mut Proposal<'_>, name: &FileName, bytes: &[u8]) -> Result<()> {
    let policy = proposal.call.options().policy;
    // An empty file holds nothing that an edit could destroy unseen.
    if policy == Policy::Off || bytes.is_empty() || !proposal.is_untouched(name) {
        return Ok(());
    }
    let which = if proposal.is_of_several { format!(" ({name})") } else { String::new() };
    let (code, words) = match (proposal.call.session.freshness(name, bytes), policy) {
        (Freshness::Fresh, _) => return Ok(()),
        (Freshness::NeverRead, Policy::Require) => {
            let message = "File has not been read yet. Read it first before writing to it.";
            return Err(Error::new(Kind::NotRead, message));
        }
        (Freshness::NeverRead, _) => {
            (WarningCode::NotRead, format!("Warning: Consider using read first{which}"))
        }
        (_, Policy::Require) => {
            return Err(Error::new(
                Kind::StaleRead,
                "File has been modified since read, either by the user or by a linter. Read it again before attempting \
                 to write it.",
            ));
        }
        (_, _) => (
            WarningCode::ChangedSinceRead,
            format!(
                "Warning: {name} changed on disk since it was read; old_code still matched. Read it again to see the change."
            ),
        ),
    };
    proposal.warnings.push(code.warning(words));
    Ok(())
}

fn count(replaced: usize) -> String {
    if replaced == 1 { "1 replacement".to_owned() } else { format!("{replaced} replacements") }
}

fn first_of_several(
    edit: &Replacement,
    (lines, found): (&[usize], usize),
    replaced: usize,
    prefix: &str,
) -> Option<Warning> {
    const SHOWN: usize = 20;
    if found <= replaced || edit.old.is_empty() {
        return None;
    }
    let mut list = lines.iter().take(SHOWN).map(usize::to_string).collect::<Vec<_>>().join(", ");
    if found > SHOWN {
        list.push_str(&format!(" and {} more", found - SHOWN));
    }
    Some(WarningCode::AmbiguousMatch.warning(format!(
        "Warning: {prefix}old_code occurs {found} times (lines {list}); only the first was replaced. Give more context to \
         choose another, or set replace_all."
    )))
}
