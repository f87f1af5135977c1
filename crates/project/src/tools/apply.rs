//! The tools `apply` and `check`: changes to any number of files, as one.

use std::sync::Arc;

use serde_json::json;

use super::change_arguments::CHANGE;
use super::common::{file_name, not_found, refuse_builtin, with_transaction};
use super::{edit, render, write};
use crate::call::Call;
use crate::change::commit;
use crate::parameter_sets;
use crate::proposal::Proposal;
use crate::request::ChangeRequest;
use crate::summary::summary;
use crate::validation::{NotValid, Purpose, validate};
use scenewright_error::{Error, Kind, Result, WarningCode};
use scenewright_fs::FileName;
use scenewright_fs::disk::{EntryKind, LastLink};
use scenewright_text::edit::Replacement;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

/// The most characters of a message for the history.
const MAX_MESSAGE_LEN: usize = 1_000;
/// The most names of files in a message that was generated.
const MAX_NAMES: usize = 8;

pub(super) fn answer_apply(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let message = arguments.optional_text("message");
    if message.is_some_and(|text| text.chars().count() > MAX_MESSAGE_LEN) {
        let error = format!("apply: message must have at most {MAX_MESSAGE_LEN} characters");
        return Err(Error::new(Kind::InvalidInput, error));
    }
    let steps = steps(arguments);
    let propose = |proposal: &mut Proposal<'_>| {
        make(proposal, steps.as_deref().map_err(Clone::clone)?)?;
        proposal.message = message.map_or_else(|| default_message(proposal), str::to_owned);
        proposal.data.insert("files".into(), proposal.file_list().into());
        Ok(())
    };
    Ok(with_transaction(commit(
        call,
        &ChangeRequest { tool: "apply", file: None, propose: &propose, parameters: None },
    )))
}

pub(super) fn answer_check(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let steps = steps(arguments);
    let propose = |proposal: &mut Proposal<'_>| make(proposal, steps.as_deref().map_err(Clone::clone)?);
    let parameters = parameter_sets::given(&call.shared.folder, arguments)?;
    if parameters.is_none() && arguments.list("changes").is_empty() {
        let message =
            "check: changes is missing; expected an array of at least one { type, file, … }, or parameters";
        return Err(Error::new(Kind::InvalidInput, message));
    }
    let change = ChangeRequest { tool: "check", file: None, propose: &propose, parameters };
    let mut proven = match validate(call, &change, Purpose::Preview) {
        Ok(proven) => proven,
        Err(refused) => return Ok(with_picture_of_breach(call, arguments, *refused)),
    };
    let mut answer = Answer::ok(json!({ "files": proven.proposal.file_list() }));
    proven.take_notes(&mut answer);
    if let Some(changes) = proven.changes() {
        answer.data["scene"] = summary(&proven.outcome.scene, Some(&changes), None);
        let scene = Arc::new(proven.outcome.scene);
        if proven.base.is_none() && arguments.flag("before") {
            let words = "There is no scene before the changes to show";
            answer.warnings.push(WarningCode::NoPicture.warning(words));
        }
        let Some(mut picture) = render::picture_of_check(arguments, &scene, proven.base) else {
            return Ok(answer);
        };
        // Rules that only warn; one that refuses has ended the check already.
        let breaches = scene.declarations().rules.iter().filter_map(|rule| rule.breach.as_ref());
        picture.places = breaches.flat_map(|breach| breach.places.iter().copied()).collect();
        let extent = render::extent(&scene, &picture);
        let (width, height) = (picture.width, picture.height);
        match render::picture(call, scene, picture) {
            Ok(png) => {
                answer.image = Some(png);
                if let Some(mut extent) = extent {
                    extent["width"] = width.into();
                    extent["height"] = height.into();
                    answer.data["picture"] = extent;
                }
            }
            Err(error) if error.kind == Kind::Cancelled => return Err(error),
            // The answer to the question is the words; a picture that fails does not fail them.
            Err(error) => {
                let words = format!("There is no picture: {}", error.message);
                answer.warnings.push(WarningCode::NoPicture.warning(words));
            }
        }
    }
    Ok(answer)
}

/// Adds the picture of a scene that broke a rule to the answer, with marks at the places.
fn with_picture_of_breach(call: &Call<'_>, arguments: &Arguments, refused: NotValid) -> Answer {
    let NotValid { mut answer, rejected } = refused;
    let Some(rejected) = rejected else { return answer };
    let scene = Arc::new(rejected.scene);
    let Some(mut picture) = render::picture_of_check(arguments, &scene, None) else { return answer };
    picture.places = rejected.places;
    // The reason stands in words; a picture that cannot be made is not missed.
    answer.image = render::picture(call, scene, picture).ok();
    answer
}

/// One of the changes.
enum Step {
    Edit(FileName, Replacement),
    Write(FileName, String),
    Delete(FileName),
    Rename(FileName, FileName),
}

/// Returns the changes as they were given, names checked.
fn steps(arguments: &Arguments) -> Result<Vec<Step>> {
    let given = arguments.list("changes");
    given.iter().enumerate().map(|(index, change)| numbered(index, None, step(change))).collect()
}

fn step(change: &Arguments) -> Result<Step> {
    let name = file_name(change)?;
    Ok(match change.type_among(&CHANGE) {
        Some("edit") => Step::Edit(name, edit::replacement(change)),
        Some("write") => Step::Write(name, change.text("code").to_owned()),
        Some("delete") => Step::Delete(name),
        _ => Step::Rename(name, FileName::parse(change.text("to"))?),
    })
}

/// Makes every step on the result of the ones before it.
fn make(proposal: &mut Proposal<'_>, steps: &[Step]) -> Result<()> {
    proposal.is_of_several = true;
    for (index, step) in steps.iter().enumerate() {
        let (name, made) = match step {
            Step::Edit(name, replacement) => {
                let prefix = format!("Change {}: ", index + 1);
                (name, edit::edit(proposal, name, replacement, &prefix).map(drop))
            }
            Step::Write(name, code) => (name, write::write(proposal, name, code)),
            Step::Delete(name) => (name, delete(proposal, name)),
            Step::Rename(name, to) => (name, rename(proposal, name, to)),
        };
        numbered(index, Some(name), made)?;
    }
    Ok(())
}

fn delete(proposal: &mut Proposal<'_>, name: &FileName) -> Result<()> {
    require_movable(proposal, name)?;
    proposal.remove(name)
}

fn rename(proposal: &mut Proposal<'_>, name: &FileName, to: &FileName) -> Result<()> {
    if name.is_main() {
        return Err(Error::new(
            Kind::InvalidInput,
            "main cannot be renamed: it is the file that draws the scene.",
        )
        .with_hint("Write its code to a module and write a new main; all of it can be in one apply."));
    }
    require_movable(proposal, name)?;
    let target = proposal.read(to)?;
    refuse_builtin(proposal.call, to, target.as_deref())?;
    if target.is_some() {
        let message = format!("{name} cannot be renamed to {to}: there is a file of that name already.");
        return Err(Error::new(Kind::AlreadyExists, message)
            .with_hint("Choose another name, or delete that file in a change before this one."));
    }
    proposal.rename(name, to)
}

/// Refuses a file that is missing, not the user's, not known to the session, or a link.
fn require_movable(proposal: &mut Proposal<'_>, name: &FileName) -> Result<()> {
    let old = proposal.read(name)?;
    refuse_builtin(proposal.call, name, old.as_deref())?;
    let Some(bytes) = old else { return Err(not_found(proposal.call, name)) };
    write::require_seen(proposal, name, &bytes)?;
    // A file that an earlier step of the change made is in memory alone.
    if proposal.is_untouched(name) && is_link(proposal.call, name)? {
        let message = format!("{name} is a symbolic link, which cannot be deleted or renamed here.");
        return Err(Error::new(Kind::InvalidInput, message));
    }
    Ok(())
}

/// Returns true if the file is a link itself: removing it would not remove its target.
fn is_link(call: &Call<'_>, name: &FileName) -> Result<bool> {
    let path = name.path();
    let Some(root) = call.shared.folder.root_set().root(path.root())? else { return Ok(false) };
    let Some(place) = root.resolve(&path.relative(), LastLink::Keep)? else { return Ok(false) };
    Ok(place.folder.entry(&place.name)?.is_some_and(|entry| entry.kind == EntryKind::Link))
}

fn numbered<T>(index: usize, name: Option<&FileName>, made: Result<T>) -> Result<T> {
    made.map_err(|error| Error {
        message: format!("Change {}: {}", index + 1, error.message),
        file: error.file.or_else(|| name.map(|name| name.as_str().to_owned())),
        ..error
    })
}

fn default_message(proposal: &Proposal<'_>) -> String {
    let names = proposal.names();
    let mut shown = names.iter().take(MAX_NAMES).map(FileName::as_str).collect::<Vec<_>>().join(", ");
    if names.len() > MAX_NAMES {
        shown.push_str(&format!(" and {} more", names.len() - MAX_NAMES));
    }
    let files = if names.len() == 1 { "1 file".to_owned() } else { format!("{} files", names.len()) };
    format!("apply: {files}: {shown}")
}
