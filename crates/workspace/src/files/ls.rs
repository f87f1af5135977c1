//! The tool `LS`.

use serde_json::json;

use super::call::FileCall;
use super::outcome::{Done, Ending, Outcome, count, display};
use super::searching::{Search, notes_text, seconds};
use scenewright_tools::search::{ListOptions, list};

const MAX_ENTRIES: usize = 1_000;

pub(super) fn ls(call: &FileCall<'_>) -> Outcome {
    let search = Search::start(call);
    let place = search.place()?;
    let ignore = call.arguments.texts("ignore");
    let permissions = search.permissions();
    let listed = search.interruptible(|interrupt| {
        // Files in .gitignore are listed: a person who lists a folder wants to see its contents.
        let options = ListOptions {
            ignore: &ignore,
            rules: Some(&call.session.own_ignored),
            hidden: false,
            limit: MAX_ENTRIES,
            permits: &|root, path| permissions.grants(root, path),
            interrupt,
        };
        list(&call.session.shared.root_set, &place, &options)
    });
    let mut listed = listed.map_err(|error| call.search_failed(error, &place))?;
    search.hide_troubles(&mut listed.partial);
    let tree = listed.text();
    let mut done = Done::new(Ending::Ok, json!({ "tree": tree, "numEntries": listed.entries.len() }));
    done.data.extend(search.notes(&listed.skipped, &listed.partial, listed.truncated));
    done.assistant = format!("{}{}", tree.trim_end(), notes_text(&listed.skipped, &listed.partial));
    let headline =
        format!("Listed {} in {}", count(listed.entries.len(), "path", "paths"), seconds(search.elapsed()));
    let lines: Vec<&str> = tree.lines().filter(|line| line.trim_start().starts_with("- ")).collect();
    done.display = display(&headline, lines.len(), "item", lines.into_iter());
    Ok(done)
}
