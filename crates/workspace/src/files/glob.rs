//! The tool `Glob`.

use serde_json::json;

use super::call::FileCall;
use super::other_forms::{GUESSING_TIME, in_any_case, literal_beginning, other_patterns};
use super::outcome::{Done, Ending, Outcome, count, display};
use super::searching::{Search, TRUNCATED, notes_text, seconds};
use super::suggestion::suggested_place;
use scenewright_error::{Kind, near_name, quote, show_name};
use scenewright_fs::SearchPlace;
use scenewright_tools::search::{FoundFile, GlobOptions, glob as find};

/// The most names of an answer, as hosts' own tools have it (`docs/other-names.md`).
const MAX_FILES: usize = 100;

/// Returns a pattern whose first folders are there, nearly as they were given; `None` where they are there already.
fn near_pattern(call: &FileCall<'_>, place: &SearchPlace, pattern: &str) -> Option<String> {
    let (folders, rest) = literal_beginning(pattern);
    if folders.is_empty() || folders.starts_with('/') {
        return None;
    }
    let beneath = match place.as_str() {
        "" => String::new(),
        folder => format!("{folder}/"),
    };
    let near = suggested_place(call.session, place.root(), &format!("{beneath}{folders}"))?;
    let shown = near.as_str().strip_prefix(&beneath).filter(|_| call.may_show(&near))?;
    Some(format!("{shown}{rest}"))
}

/// Returns the path of the file whose name is nearest to the one that a pattern asks for in any folder.
fn near_file(patterns: &[&str], list: impl Fn(&str) -> Option<Vec<String>>) -> Option<String> {
    let name = patterns.first().map(|it| it.strip_prefix("**/").unwrap_or(it))?;
    if name.contains(['/', '*', '?', '[', '{', '!']) {
        return None;
    }
    let of_kind = name.rsplit_once('.').map_or("**/*".to_owned(), |(_, ending)| format!("**/*.{ending}"));
    let listed = list(&of_kind)?;
    let name_of = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let names: Vec<String> = listed.iter().map(|path| name_of(path)).collect();
    let near = near_name(name, names.iter().map(String::as_str))?;
    let at = names.iter().position(|own| own == near)?;
    listed.into_iter().nth(at)
}

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
    // Every guess walks the tree again: they are made for an empty answer alone, and only while the time for them lasts.
    let has_none = match &found {
        Ok(found) => found.total == 0 && found.partial.is_empty(),
        Err(error) => matches!(error.kind, Kind::OutsideWorkspace | Kind::InvalidInput),
    };
    if has_none {
        let others = other_patterns(&pattern, &call.session.paths.root_name());
        let guess = |other: &str| (search.elapsed() <= GUESSING_TIME).then(|| run(other).ok()).flatten();
        let fits = |other: &str| guess(other).filter(|guessed| guessed.total > 0);
        let all: Vec<&str> = std::iter::once(&*pattern).chain(others.iter().map(String::as_str)).collect();
        let in_lower_case =
            all.iter().map(|it| it.to_lowercase()).filter(|lower| !all.contains(&lower.as_str()));
        let other = others.iter().cloned().chain(in_lower_case).find_map(|it| Some((fits(&it)?, it)));
        let in_other_case = || all.iter().find_map(|it| fits(&in_any_case(it)?));
        let near = || all.iter().take(2).find_map(|it| near_pattern(call, &places[0], it));
        let near = || near().filter(|near| near != given);
        let named = || {
            near_file(&all, |listed| Some(guess(listed)?.files.iter().map(|it| search.name_of(it)).collect()))
        };
        let near = || near().or_else(named);
        if let Some((guessed, other)) = other {
            notes.push(format!("Note: nothing fits `{}`; these fit `{}`.", quote(given), quote(&other)));
            found = Ok(guessed);
        } else if let Some(guessed) = in_other_case() {
            notes
                .push(format!("Note: nothing fits `{}`; these fit it in another letter case.", quote(given)));
            found = Ok(guessed);
        } else if let Some(near) = near() {
            notes.push(format!(
                "Note: nothing fits `{}`. Did you mean `{}`?",
                quote(given),
                show_name(&near)
            ));
        } else if pattern.starts_with('!') || pattern.contains("!(") {
            notes.push(
                "Note: a pattern says which files are found; it cannot exclude any. Give one that matches the files you want."
                    .to_owned(),
            );
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
