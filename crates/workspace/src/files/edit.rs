//! The tools `Edit` and `MultiEdit`.

use serde_json::{Map, Value, json};

use super::call::{FileCall, Refused};
use super::change::{ChangeOptions, Known, change, read_known};
use super::edit_words::refuse_edit;
use super::host::Hook;
use super::new_file::{document_for, line_end_note};
use super::new_text::{new_text_notes, placeholder_warning, seam_note};
use super::notebooks::{NOTEBOOK, refuse_notebook};
use super::outcome::{Outcome, fields};
use super::proposed::{Proposed, decode_new};
use super::put_text::PutText;
use super::refusal::{Refusal, absolute_path_meta, is_absolute};
use super::target::{Target, has_ending};
use scenewright_error::{Error, Kind, Warning, quote, show_name};
use scenewright_fs::path_text;
use scenewright_text::edit::{
    Applied, EditError, FlexibleMatch, Help, Matching, Policy, Replacement, Tier, replace,
};
use scenewright_text::{Document, normalize};
use scenewright_tools::arguments::Arguments;

/// The most characters of a text that was not found in the metadata.
const TOLD_IN_META: usize = 200;

pub(super) fn edit(call: &FileCall<'_>) -> Outcome {
    let arguments = call.arguments;
    let given = arguments.text("file_path");
    let replacement = replacement(call, arguments, matching(arguments));
    // Line ends are compared as the document stores them: two texts that differ only there would
    // change nothing.
    if normalize(&replacement.old) == normalize(&replacement.new) {
        let meta = json!({ "old_string": beginning_of(&replacement.old) });
        return Err(Box::new((*call.refuse(Kind::NoChange, &[])).with_meta(meta)));
    }
    require_one_choice(call, &replacement)?;
    let options = change_options(arguments);
    change(call, given, &options, &mut |target| {
        let (mut warnings, mut notes) = (Vec::new(), Vec::new());
        let (existed, document) = open_for_edit(call, target, &replacement, (&mut warnings, &mut notes))?;
        let made = apply(call, target, &document, &replacement, None, &mut notes);
        let (applied, mut data) = made.map_err(|refused| {
            refused.in_other_file(call, target, &replacement).into_refusal(call, target, &replacement, None)
        })?;
        data.insert("replacements".to_owned(), applied.replaced.into());
        if let Some(flexible) = &applied.flexible {
            data.insert("flexible".to_owned(), flexible_json(flexible));
        }
        let (old, new) = (&replacement.old, &replacement.new);
        warnings.extend(placeholder_warning(target, old, new, None));
        notes.extend(new_text_notes(target, &document, old, new, None));
        notes.extend(seam_note(document.view(), &applied.spans, (old, new), None));
        let new = decode_new(call, target, &document, applied.bytes)?;
        Ok(Proposed { document, existed, new, spans: Some(applied.spans), data, warnings, notes })
    })
}

pub(super) fn multi_edit(call: &FileCall<'_>) -> Outcome {
    let arguments = call.arguments;
    let given = arguments.text("file_path");
    if has_ending(given, NOTEBOOK) {
        // A notebook is refused before the arguments are looked at, as its cells have another tool;
        // a path that leads nowhere is refused by its name alone.
        match Target::locate(&call.session.paths, given) {
            Ok(target) => refuse_notebook(call, &target)?,
            Err(_) => return Err(call.refuse(Kind::Notebook, &[])),
        }
    }
    let matching = matching(arguments);
    let edits: Vec<Replacement> =
        arguments.list("edits").iter().map(|edit| replacement(call, edit, matching)).collect();
    edits.iter().try_for_each(|edit| require_one_choice(call, edit))?;
    let options = change_options(arguments);
    change(call, given, &options, &mut |target| {
        let (mut warnings, mut notes) = (Vec::new(), Vec::new());
        let (existed, document) = open_for_edits(call, target, &edits, (&mut warnings, &mut notes))?;
        let mut data = Map::new();
        let mut made = Vec::new();
        let mut current: Option<Document> = None;
        let mut put = PutText::default();
        for (edit, number) in edits.iter().zip(1..) {
            call.require_wanted()?;
            // Each edit sees the result of those before it, as if they had been separate calls.
            let so_far = current.as_ref().unwrap_or(&document);
            let applied = apply(call, target, so_far, edit, Some(number), &mut notes);
            let (applied, entry_fields) = applied.map_err(|refused| {
                // A text that an earlier edit replaced is the commonest cause; the reader of the
                // diagnosis would look for it in the file in vain.
                let earlier = &edits[..number - 1];
                let taken = taken_by(&document, earlier, &edit.old);
                let repeated = earlier.iter().position(|other| other.old == edit.old && other.new == edit.new);
                let refused = match taken {
                    Some(_) if let Some(same) = repeated => repeated_edit(same + 1, number),
                    Some(taken) => refused.after_edits(taken, edit, number),
                    None => match put_by_later(&edits, number) {
                        Some(later) => refused.before_edit(later, number),
                        None => refused.in_other_file(call, target, edit),
                    },
                };
                let mut refusal = refused.into_refusal(call, target, edit, Some(number));
                let doubled = (refusal.error.kind == Kind::AmbiguousMatch)
                    .then(|| doubled_by(&document, earlier, &edit.old))
                    .flatten();
                if let Some((earlier, line)) = doubled {
                    refusal.error.message.push_str(&format!(
                        " Until edit {earlier} the text was there once, on line {line}: edit {earlier} put it there once more. \
                         Make edit {number} before it, or give it more lines of context."
                    ));
                }
                refusal
            })?;
            let mut entry = Map::new();
            entry.insert("replacements".to_owned(), applied.replaced.into());
            entry.insert("lines".to_owned(), json!(applied.lines));
            if applied.found > applied.lines.len() {
                entry.insert("truncated".to_owned(), true.into());
            }
            if let Some(flexible) = &applied.flexible {
                entry.insert("flexible".to_owned(), flexible_json(flexible));
            }
            entry.extend(entry_fields);
            made.push(Value::Object(entry));
            warnings.extend(placeholder_warning(target, &edit.old, &edit.new, Some(number)));
            notes.extend(new_text_notes(target, &document, &edit.old, &edit.new, Some(number)));
            notes.extend(seam_note(so_far.view(), &applied.spans, (&edit.old, &edit.new), Some(number)));
            notes.extend(put.only_of_earlier(so_far.view(), &applied.spans, number));
            put.record(so_far.view(), &applied.spans, &edit.old, &edit.new, number);
            // Read again it could pass for another encoding, when the edits took its foreign characters away.
            current = Some(decode_new(call, target, &document, applied.bytes)?);
        }
        let replaced: u64 = made.iter().filter_map(|entry| entry["replacements"].as_u64()).sum();
        data.insert("replacements".to_owned(), replaced.into());
        data.insert("edits".to_owned(), made.into());
        // Without edits the text is the old one, which is refused later as no difference.
        let new = current.unwrap_or_else(|| document.clone());
        Ok(Proposed { document, existed, new, spans: None, data, warnings, notes })
    })
}

fn change_options(arguments: &Arguments) -> ChangeOptions<'static> {
    ChangeOptions { verb: "edit", dry_run: arguments.flag("dry_run"), is_whole: false }
}

fn matching(arguments: &Arguments) -> Matching {
    if arguments.optional_text("match") == Some("flexible") {
        Matching::Flexible
    } else {
        Matching::ExactOrQuotes
    }
}

fn replacement(call: &FileCall<'_>, arguments: &Arguments, matching: Matching) -> Replacement {
    Replacement {
        old: arguments.text("old_string").to_owned(),
        new: arguments.text("new_string").to_owned(),
        replace_all: arguments.flag("replace_all"),
        expected_replacements: arguments.whole("expected_replacements"),
        line: arguments.whole("line"),
        matching,
        max_bytes: Some(call.session.options.file_bytes),
    }
}

/// Refuses to choose one match and to want several.
fn require_one_choice(call: &FileCall<'_>, edit: &Replacement) -> Refused<()> {
    let wants_several = edit.replace_all || edit.expected_replacements.is_some_and(|expected| expected > 1);
    if edit.line.is_none() || !wants_several {
        return Ok(());
    }
    let message = format!(
        "{}: line chooses a single match; leave out line, or replace_all and expected_replacements.",
        call.tool
    );
    Err(call.failed(Error::new(Kind::InvalidInput, message)))
}

/// Makes the checks of Edit from code 3 to code 7, in their order.
fn open_for_edit(
    call: &FileCall<'_>,
    target: &Target,
    replacement: &Replacement,
    (warnings, notes): (&mut Vec<Warning>, &mut Vec<String>),
) -> Refused<(bool, Document)> {
    if replacement.old.is_empty() {
        return open_for_creation(call, target, &replacement.new, notes);
    }
    if !target.exists() {
        return Err(call.not_found(target));
    }
    refuse_notebook(call, target)?;
    let meta = |refusal: Box<Refusal>| match refusal.error.kind {
        Kind::NotRead => Box::new(refusal.with_meta(absolute_path_meta(&target.given))),
        _ => refusal,
    };
    let Known { bytes, .. } = read_known(call, target, warnings).map_err(meta)?;
    let document = Document::decode(bytes).map_err(|error| call.failed(error.in_file(&target.shown)))?;
    Ok((true, document))
}

/// Opens a file for an empty old text, which must be missing, empty or white space. A file that is no text
/// is none of these.
fn open_for_creation(
    call: &FileCall<'_>,
    target: &Target,
    text: &str,
    notes: &mut Vec<String>,
) -> Refused<(bool, Document)> {
    let found = match target.read(call.session.options.file_bytes) {
        Ok(found) => found.map(|contents| contents.bytes),
        // A file too large to be read is certainly not empty.
        Err(error) if error.kind == Kind::TooLarge => {
            return Err(call.refuse(Kind::AlreadyExists, &[("edit", "1")]));
        }
        Err(error) => return Err(call.failed(error)),
    };
    let Some(bytes) = found else {
        let (document, origin) = document_for(call, target, text)?;
        notes.extend(line_end_note(text, document.line_end(), origin));
        return Ok((false, document));
    };
    match Document::decode(bytes) {
        Ok(document) if document.view().trim().is_empty() => Ok((true, document)),
        _ => Err(call.refuse(Kind::AlreadyExists, &[("edit", "1")])),
    }
}

/// Makes the checks of MultiEdit from code 2 to code 11, in their order.
fn open_for_edits(
    call: &FileCall<'_>,
    target: &Target,
    edits: &[Replacement],
    (warnings, notes): (&mut Vec<Warning>, &mut Vec<String>),
) -> Refused<(bool, Document)> {
    if !target.exists() && !target.parent_exists() {
        let parent = path_text(target.parent()).into_owned();
        return Err(call.refuse(Kind::ParentMissing, &[("parent", &parent)]));
    }
    refuse_notebook(call, target)?;
    let same = |edit: &Replacement| normalize(&edit.old) == normalize(&edit.new);
    if let Some((_, number)) = edits.iter().zip(1..).find(|(edit, _)| same(edit)) {
        return Err(call.refuse(Kind::NoChange, &[("edit", &number.to_string())]));
    }
    let begins_empty = edits.first().is_some_and(|edit| edit.old.is_empty());
    if !target.exists() && !begins_empty {
        return Err(call.with_deletion(target, *call.refuse(Kind::CreateNeedsEmpty, &[])));
    }
    if let Some(first) = edits.first().filter(|_| begins_empty) {
        return open_for_creation(call, target, &first.new, notes);
    }
    let Known { bytes, .. } =
        read_known(call, target, warnings).map_err(|refusal| for_multi_edit(call, target, *refusal))?;
    let document = Document::decode(bytes)
        .map_err(|error| for_multi_edit(call, target, *call.failed(error.in_file(&target.shown))))?;
    Ok((true, document))
}

/// Adds MultiEdit's own words to a refusal, or replaces the message by them.
fn for_multi_edit(call: &FileCall<'_>, target: &Target, refusal: Refusal) -> Box<Refusal> {
    let given = target.given.as_str();
    Box::new(match refusal.error.kind {
        Kind::NotRead => {
            refusal.with_meta(json!({ "filePath": given, "isFilePathAbsolute": is_absolute(given) }))
        }
        Kind::StaleRead => {
            let read = call.session.reads.last_read_ms(target);
            let written = target.metadata.as_ref().map(|it| it.stamp.modified_ns / 1_000_000);
            refusal.with_meta(json!({ "filePath": given, "lastWriteTime": written, "readTimestamp": read }))
        }
        Kind::BinaryFile => {
            let reason = refusal.error.message;
            Refusal::of(call.tool, Kind::BinaryFile, &[]).with_hint(reason).in_file(&target.shown)
        }
        Kind::Io => {
            let reason = refusal.error.message;
            Refusal::of(call.tool, Kind::Unreadable, &[]).with_hint(reason).in_file(&target.shown)
        }
        _ => refusal,
    })
}

/// An edit that was not made: the refusal itself, or what it is made of.
enum NotMade {
    Edit(EditError),
    Refused(Box<Refusal>),
}

impl From<EditError> for NotMade {
    fn from(error: EditError) -> NotMade {
        NotMade::Edit(error)
    }
}

impl NotMade {
    /// Names the earlier edit that took the text, and the line where it was.
    fn after_edits(self, (earlier, line): (usize, usize), edit: &Replacement, number: usize) -> NotMade {
        let NotMade::Edit(EditError::NotFound { help }) = self else { return self };
        let mut sentence = format!(
            "Until edit {earlier} the text was there, on line {line}: edit {earlier} replaced it. Each edit sees the result of those \
             before it; give edit {number} the text as it is then, or make one edit of the two."
        );
        let help = help.map(|help| *help).unwrap_or_default();
        let is_undone = help.corrected.as_deref().is_some_and(|there| brings_back(edit, there));
        let help = match is_undone {
            true => {
                sentence.push_str(&format!(
                    " The new text of edit {number} has lines as they were before edit {earlier}, and would bring them back: give it \
                     these lines as they are then as well."
                ));
                help.without_correction()
            }
            false => help,
        };
        // The nearest place is one in the text that the earlier edits made.
        NotMade::Edit(EditError::NotFound { help: Some(Box::new(with_sentence(help, &sentence))) })
    }

    /// Names the later edit that puts the text there.
    fn before_edit(self, later: usize, number: usize) -> NotMade {
        let NotMade::Edit(EditError::NotFound { help }) = &self else { return self };
        let sentence = format!(
            "Edit {later} puts this text there, and comes later. Each edit sees the result of those before it alone: make edit \
             {number} after edit {later}."
        );
        let help = help.as_deref().cloned().unwrap_or_default().without_correction();
        NotMade::Edit(EditError::NotFound { help: Some(Box::new(with_sentence(help, &sentence))) })
    }

    /// Names the files of the session that have the text, where this one does not.
    fn in_other_file(self, call: &FileCall<'_>, target: &Target, edit: &Replacement) -> NotMade {
        let NotMade::Edit(EditError::NotFound { help }) = self else { return self };
        let help = match named_files_with(call, target, &edit.old) {
            None => help,
            Some(files) => {
                let sentence = format!("The text is in {files}: if you mean that file, give its path.");
                Some(Box::new(with_sentence(help.map(|help| *help).unwrap_or_default(), &sentence)))
            }
        };
        NotMade::Edit(EditError::NotFound { help })
    }

    fn into_refusal(
        self,
        call: &FileCall<'_>,
        target: &Target,
        edit: &Replacement,
        number: Option<usize>,
    ) -> Box<Refusal> {
        match self {
            NotMade::Edit(error) => edit_refused(call, target, error, &edit.old, number),
            NotMade::Refused(refusal) => refusal,
        }
    }
}

/// Refuses an edit that an earlier one of the call has made already.
fn repeated_edit(earlier: usize, number: usize) -> NotMade {
    let message = format!(
        "Edit {number} is the same as edit {earlier}, which makes this change: leave edit {number} out."
    );
    NotMade::Edit(EditError::NotFound { help: Some(Box::new(Help { message, ..Help::default() })) })
}

/// The most files that are named, and the fewest characters but white space of a text that is looked for in them: a shorter
/// one is in most files.
const MAX_NAMED_FILES: usize = 3;
const MIN_LOOKED_FOR: usize = 12;

/// Names the files that the session read and that have a text, such as `src/b.ts, on line 12`.
fn named_files_with(call: &FileCall<'_>, target: &Target, old: &str) -> Option<String> {
    if old.chars().filter(|character| !character.is_whitespace()).count() < MIN_LOOKED_FOR {
        return None;
    }
    let session = call.session;
    let found = session.reads.files_with(&normalize(old), target.key(), MAX_NAMED_FILES);
    let shown = found.iter().filter(|(path, _)| call.may_show(path)).map(|(path, line)| {
        let name = session.paths.display_path(path);
        format!("{}, on line {line}", show_name(&name))
    });
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty()).then(|| shown.join("; in "))
}

/// Returns the help with a sentence before it.
fn with_sentence(help: Help, sentence: &str) -> Help {
    let message = match help.message.is_empty() {
        true => sentence.to_owned(),
        false => format!("{sentence}\n\n{}", help.message),
    };
    Help { message, ..help }
}

/// Returns true if the new text of an edit keeps a line of its old text that an earlier edit has changed in that place.
fn brings_back(edit: &Replacement, there: &str) -> bool {
    let (old, new) = (normalize(&edit.old), normalize(&edit.new));
    let has = |text: &str, line: &str| text.split('\n').any(|own| own == line);
    old.split('\n').any(|line| !line.trim().is_empty() && has(&new, line) && !has(there, line))
}

/// Returns the number, from 1, of the first edit after this one that inserts the text that this one looks for.
fn put_by_later(edits: &[Replacement], number: usize) -> Option<usize> {
    let old = normalize(&edits[number - 1].old);
    let puts =
        |edit: &Replacement| normalize(&edit.new).contains(&*old) && !normalize(&edit.old).contains(&*old);
    edits.iter().zip(1..).skip(number).find(|(edit, _)| puts(edit)).map(|(_, later)| later)
}

/// Returns the edit, from 1, before which a text was still there, and the line where it was.
fn taken_by(document: &Document, edits: &[Replacement], old: &str) -> Option<(usize, usize)> {
    let old = normalize(old);
    let line_in = |document: &Document| document.view().find(&*old).map(|at| document.line_of(at));
    let mut current = document.clone();
    let mut last_line = line_in(&current);
    let mut taken = None;
    for (edit, number) in edits.iter().zip(1..) {
        // These were made before; one that the host corrected is not named.
        // The edits are made once more: the texts in between were not kept.
        let bytes = replace(&current, edit, Policy::Unique).ok()?.bytes;
        current = current.changed(bytes).ok()?;
        let line = line_in(&current);
        if let (Some(before), None) = (last_line, line) {
            taken = Some((number, before));
        }
        last_line = line;
    }
    taken
}

/// Returns the edit, from 1, before which a text was there once, and the line where it was.
fn doubled_by(document: &Document, edits: &[Replacement], old: &str) -> Option<(usize, usize)> {
    let old = normalize(old);
    let mut current = document.clone();
    for (edit, number) in edits.iter().zip(1..) {
        let mut places = current.view().match_indices(&*old);
        let only = places.next().filter(|_| places.next().is_none()).map(|(at, _)| current.line_of(at));
        let bytes = replace(&current, edit, Policy::Unique).ok()?.bytes;
        current = current.changed(bytes).ok()?;
        if let (Some(line), true) = (only, current.view().matches(&*old).nth(1).is_some()) {
            return Some((number, line));
        }
    }
    None
}

/// Makes one edit. Where its text has no place, the host may repair it, once.
fn apply(
    call: &FileCall<'_>,
    target: &Target,
    document: &Document,
    edit: &Replacement,
    number: Option<usize>,
    notes: &mut Vec<String>,
) -> Result<(Applied, Map<String, Value>), NotMade> {
    let error = match replace(document, edit, Policy::Unique) {
        Ok(applied) => {
            notes.extend(flexible_note(&applied, number));
            return Ok((applied, Map::new()));
        }
        Err(error) => error,
    };
    let EditError::NotFound { help } = &error else { return Err(error.into()) };
    let host = &call.session.host;
    if !host.has(Hook::Correct) {
        return Err(error.into());
    }
    let attempt = json!({
        "tool": call.tool,
        "filePath": target.key(),
        "oldString": edit.old,
        "newString": edit.new,
        "content": document.view(),
        "diagnosis": help.as_ref().map(|help| help.message.as_str()),
        "edit": number,
        "replaceAll": edit.replace_all,
        "expectedReplacements": edit.expected_replacements,
    });
    let answer = host.ask(Hook::Correct, attempt, call.pending.cancel_token());
    let answer = answer.map_err(|error| NotMade::Refused(call.failed(error)))?;
    // Both mean that the host has no correction; then the diagnosis is the answer.
    if answer.is_null() || answer == Value::Bool(false) {
        return Err(error.into());
    }
    let text = |name: &str| answer.get(name).and_then(Value::as_str).map(str::to_owned);
    let (Some(old), Some(new)) = (text("oldString"), text("newString")) else {
        let refusal = call.hook_failed(Hook::Correct, &answer, "{ oldText, newText } or nothing");
        return Err(NotMade::Refused(refusal));
    };
    // Exact: a correction that is itself only nearly right would put a guess on top of a guess.
    let repaired = Replacement { old, new, matching: Matching::Exact, ..edit.clone() };
    // An empty old text creates a file; a correction must not turn an edit into that.
    if repaired.old.is_empty() {
        return Err(error.into());
    }
    let applied = replace(document, &repaired, Policy::Unique).map_err(|_| {
        let mut refusal = edit_refused(call, target, error.clone(), &edit.old, number);
        refusal.error.hint =
            Some("The host offered a correction, which did not match exactly and once either.".to_owned());
        if repaired.replace_all || repaired.expected_replacements.is_some() {
            refusal.error.hint = Some(
                "The host offered a correction, which did not match as often as was asked either.".to_owned(),
            );
        }
        NotMade::Refused(refusal)
    })?;
    notes.push(correction_note(edit, &repaired, number));
    let entry_fields = fields(json!({
        "corrected": true,
        "correction": {
            "given": { "oldString": edit.old, "newString": edit.new },
            "used": { "oldString": repaired.old, "newString": repaired.new },
        },
    }));
    Ok((applied, entry_fields))
}

/// Makes the refusal with the facts known about the file.
fn edit_refused(
    call: &FileCall<'_>,
    target: &Target,
    error: EditError,
    old: &str,
    number: Option<usize>,
) -> Box<Refusal> {
    let refusal = refuse_edit(call.tool, error, old, number).in_file(&target.shown);
    let meta = match (number, refusal.error.kind) {
        (Some(number), Kind::NoMatch) => {
            json!({ "editIndex": number, "oldString": beginning_of(old) })
        }
        (None, Kind::NoMatch | Kind::AmbiguousMatch) => absolute_path_meta(&target.given),
        _ => return Box::new(refusal),
    };
    Box::new(refusal.with_meta(meta))
}

fn beginning_of(old: &str) -> String {
    old.chars().take(TOLD_IN_META).collect()
}

/// Names the edit among several.
fn named(number: Option<usize>) -> String {
    number.map(|number| format!("edit {number}: ")).unwrap_or_default()
}

/// Returns the words about a match that was not exact: its lines, and what differed.
fn flexible_note(applied: &Applied, number: Option<usize>) -> Option<String> {
    let FlexibleMatch { tier, first_line, last_line } = applied.flexible?;
    let lines = match first_line == last_line {
        true => format!("line {first_line}"),
        false => format!("lines {first_line} to {last_line}"),
    };
    let kept = if tier == Tier::Quotes { " The file's own quotes were kept." } else { "" };
    let difference = applied.difference.as_deref().map(|it| format!(" {it}")).unwrap_or_default();
    Some(format!(
        "Note: {}old_string matched {lines} flexibly: {} differed.{difference}{kept}",
        named(number),
        tier.description()
    ))
}

/// Returns the words about the texts that the host put in place of the given ones.
fn correction_note(given: &Replacement, used: &Replacement, number: Option<usize>) -> String {
    let changed = [("old_string", &given.old, &used.old), ("new_string", &given.new, &used.new)];
    let texts: Vec<String> = changed
        .iter()
        .filter(|(_, given, used)| given != used)
        .map(|(name, _, used)| format!("{name} was `{}`", quote(used)))
        .collect();
    format!("Note: {}the host corrected the edit: {}.", named(number), texts.join(", for "))
}

fn flexible_json(flexible: &FlexibleMatch) -> Value {
    json!({ "tier": flexible.tier.as_str(), "firstLine": flexible.first_line, "lastLine": flexible.last_line })
}
