//! The tool `Glob`.

use serde_json::json;

use super::call::FileCall;
use super::other_forms::{GUESSING_TIME, other_patterns};
use super::outcome::{Done, Ending, Outcome, count, display};
use super::searching::{Search, TRUNCATED, notes_text, seconds};
use scenewright_error::{Kind, quote, show_name};
use scenewright_tools::search::{FoundFile, GlobOptions, glob as find};

const MAX_FILES: usize = 100;

pub(super) fn glob(call: &FileCall<'_>) -> Outcome {
    let search = Search::start(call);
    let places = [search.place()?];
    let given = call.arguments.text("pattern");
    let pattern = call.session.paths.expand(given).map_err(|error| call.failed(error))?;
    let permissions = search.permissions();
    let permits = |file: &FoundFile| permissions.grants(file.root, &file.path);
    let run = |pattern: &str| {
        search.interruptible(|interrupt| {
            let options = GlobOptions {
                places: &places,
                called: call.session.paths.called(),
                rules: Some(search.rules()),
                hidden: call.arguments.flag("hidden"),
                limit: MAX_FILES,
                permits: permissions.are_asked().then_some(&permits),
                interrupt,
            };
            find(&call.session.shared.root_set, pattern, &options)
        })
    };
    let mut notes = Vec::new();
    let mut found = run(&pattern);
    let has_none = match &found {
        Ok(found) => found.total == 0 && found.partial.is_empty(),
        Err(error) => matches!(error.kind, Kind::OutsideWorkspace | Kind::InvalidInput),
    };
    if has_none {
        for other in other_patterns(&pattern, &call.session.paths.root_name()) {
            if search.elapsed() > GUESSING_TIME {
                break;
            }
            if let Ok(guessed) = run(&other)
                && guessed.total > 0
            {
                notes.push(format!("Note: nothing fits `{}`; these fit `{}`.", quote(given), quote(&other)));
                found = Ok(guessed);
                break;
            }
        }
    }
    let mut found = found.map_err(|error| match error.kind {
        Kind::NotFound => call.search_failed(error, &places[0]),
        _ => call.path_failed(error, given),
    })?;
    search.hide_troubles(&mut found.partial);
    let names: Vec<String> = found.files.iter().map(|file| search.name_of(file)).collect();
    let rows: Vec<_> = names.iter().map(|name| show_name(name)).collect();
    let mut done = Done::new(
        Ending::Ok,
        json!({ "filenames": names, "numFiles": names.len(), "totalFiles": found.total }),
    );
    done.data.extend(search.notes(&found.skipped, &found.partial, found.truncated));
    done.assistant = match names.is_empty() {
        true if !found.partial.is_empty() => "No files were found so far.".to_owned(),
        true => "No files found".to_owned(),
        false => rows.join("\n"),
    };
    if found.truncated {
        done.assistant.push_str(&format!("\n{TRUNCATED}"));
    }
    done.assistant.push_str(&notes_text(&found.skipped, &found.partial));
    let headline = format!("Found {} in {}", count(names.len(), "file", "files"), seconds(search.elapsed()));
    done.display = display(&headline, names.len(), "file", rows.iter().map(AsRef::as_ref));
    done.notes = notes;
    Ok(done)
}
