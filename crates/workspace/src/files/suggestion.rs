//! The file that was probably meant by a path without one.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::target::Target;
use crate::session::Session;
use scenewright_error::near_name;
use scenewright_fs::{Interrupt, SearchPlace, WorkspacePath, os_text, path_text};
use scenewright_text::composed;
use scenewright_tools::search::{GlobOptions, glob};

/// The time that a search for the same name in other folders may take: the call has failed anyway.
const SEARCH_TIME: Duration = Duration::from_millis(300);

/// The most files of the same name that are compared.
const MAX_COMPARED: usize = 200;

/// Returns the path of the file that was probably meant, as the caller would write it: one in the same folder with the
/// same stem or a near name, else one of the same name in another folder. `may_show` is asked for its absolute path.
pub(super) fn suggestion(
    session: &Session,
    target: &Target,
    may_show: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let folder = target.path.as_str().rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |name: &String| {
        let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
        WorkspacePath::new(target.path.root(), Path::new(&os_text(&path))).ok()
    };
    let names: Vec<String> = session.paths.neighbours(&target.path);
    let names: Vec<String> = names
        .into_iter()
        .filter(|name| beside(name).is_some_and(|path| session.write_rules.require_readable(&path).is_ok()))
        .collect();
    let found = near_neighbour(target, &names).and_then(|name| beside(&name));
    let found = found.or_else(|| elsewhere(session, target))?;
    let root = session.paths.root_set().root_paths().nth(found.root())?;
    let absolute = path_text(&root.join(os_text(found.as_str()))).into_owned();
    if !may_show(&absolute) {
        return None;
    }
    Some(if Path::new(&target.given).is_absolute() { absolute } else { session.paths.display_path(&found) })
}

/// Returns the folder or file that was probably meant by the place of a search that is not there: name by name a near one of
/// the same folder, else a folder of the same name elsewhere.
pub(super) fn suggested_place(session: &Session, root: usize, path: &str) -> Option<WorkspacePath> {
    let names: Vec<&str> = path.split('/').filter(|name| !matches!(*name, "" | ".")).collect();
    let found = nearly(session, root, &names).or_else(|| folder_elsewhere(session, root, path))?;
    let is_new = found.iter().ne(names.iter().copied());
    is_new.then(|| WorkspacePath::new(root, &found).ok()).flatten()
}

fn nearly(session: &Session, root: usize, names: &[&str]) -> Option<PathBuf> {
    let root = session.paths.root_set().root(root).ok().flatten()?;
    let mut found = PathBuf::new();
    for name in names {
        let next = found.join(&*os_text(name));
        if matches!(root.metadata(&next), Ok(Some(_))) {
            found = next;
            continue;
        }
        let listed = root.list(&found).ok().flatten()?;
        let listed: Vec<_> = listed.iter().map(|own| path_text(own)).collect();
        found.push(&*os_text(near_name(name, listed.iter().map(|own| &**own))?));
    }
    Some(found)
}

fn folder_elsewhere(session: &Session, root: usize, path: &str) -> Option<PathBuf> {
    let name = path.rsplit('/').find(|name| !name.is_empty())?;
    // Only files are found: the folder is in the path of one that it holds.
    let inside = find_likest(session, root, &format!("**/{}/**/*", escaped(name)), path)?;
    let mut folder = PathBuf::new();
    for own in inside.split('/') {
        folder.push(&*os_text(own));
        if own == name {
            return Some(folder);
        }
    }
    None
}

fn near_neighbour(target: &Target, names: &[String]) -> Option<String> {
    let name = &*composed(target.path.as_str().rsplit('/').next().unwrap_or_default());
    // Decomposed letters would count several times.
    let composed_names: Vec<Cow<'_, str>> = names.iter().map(|own| composed(own)).collect();
    let all = || composed_names.iter().map(|own| &**own);
    let same_stem = || all().filter(|other| stem(other) == stem(name));
    // If several have the same stem, the nearest is taken.
    let by_name = || near_name(name, all()).filter(|near| shares_letters(stem(near), stem(name)));
    let near = near_name(name, same_stem()).or_else(|| same_stem().next()).or_else(by_name)?;
    let at = composed_names.iter().position(|own| *own == near)?;
    (near != name).then(|| names[at].clone())
}

/// Returns true if at least half of the letters of a name are in the other: an ending in common makes no near name.
fn shares_letters(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let shared = other.chars().filter(|letter| one.contains(*letter)).count();
    2 * shared >= other.chars().count()
}

/// Finds a file of the same name, or else the same stem, in another folder: the one whose folders are most like those
/// that were given.
fn elsewhere(session: &Session, target: &Target) -> Option<WorkspacePath> {
    let wanted = target.path.as_str();
    let name = wanted.rsplit('/').next().unwrap_or_default();
    let find = |pattern: &str| find_likest(session, target.path.root(), pattern, wanted);
    let in_any_case = || find(&format!("**/{}", in_any_case(name)));
    let path = find(&format!("**/{}", escaped(name))).or_else(in_any_case).or_else(|| {
        let stem = stem(name);
        // Many files share a short stem.
        let is_telling =
            stem.len() > 3 && stem != name && !matches!(stem, "index" | "main" | "test" | "README");
        is_telling.then(|| find(&format!("**/{}.*", escaped(stem)))).flatten()
    })?;
    WorkspacePath::new(target.path.root(), Path::new(&os_text(&path))).ok()
}

/// Returns the file that matches a pattern and whose folders are most like those of a path.
fn find_likest(session: &Session, root: usize, pattern: &str, wanted: &str) -> Option<String> {
    let options = GlobOptions {
        places: &[SearchPlace::top_of(root)],
        rules: Some(&session.ignored),
        limit: MAX_COMPARED,
        interrupt: Interrupt { cancelled: &|| false, deadline: Instant::now().checked_add(SEARCH_TIME) },
        ..GlobOptions::default()
    };
    let found = glob(&session.shared.root_set, pattern, &options).ok()?.files;
    found
        .into_iter()
        .map(|file| file.path)
        .min_by_key(|path| (Reverse(likeness(wanted, path)), path.matches('/').count(), path.clone()))
}

/// Returns how many folders at either end of two paths are the same, or nearly so.
fn likeness(wanted: &str, found: &str) -> usize {
    let folders = |path: &str| -> Vec<String> {
        let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
        folders.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    let (wanted, found) = (folders(wanted), folders(found));
    let alike = |(a, b): (&String, &String)| match a == b {
        true => 3,
        false if near_name(a, [b.as_str()]).is_some() => 2,
        false => 0,
    };
    let from_top: usize = wanted.iter().zip(&found).map(alike).sum();
    let from_end: usize = wanted.iter().rev().zip(found.iter().rev()).map(alike).sum();
    from_top.max(from_end)
}

/// Returns a name as a pattern that matches it alone.
fn escaped(name: &str) -> String {
    let mut pattern = String::with_capacity(name.len());
    for character in name.chars() {
        if matches!(character, '*' | '?' | '[' | ']' | '{' | '}' | ',') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern
}

/// Returns a name as a pattern that matches it in any letter case.
fn in_any_case(name: &str) -> String {
    let each = name.chars().map(|it| match it.is_ascii_alphabetic() {
        true => format!("[{}{}]", it.to_ascii_lowercase(), it.to_ascii_uppercase()),
        false => escaped(it.encode_utf8(&mut [0; 4])),
    });
    each.collect()
}

fn stem(name: &str) -> &str {
    match name.trim_start_matches('.').split_once('.') {
        Some((stem, _)) => stem,
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stem_ends_at_first_dot() {
        assert_eq!(
            (stem("a.test.ts"), stem(".env"), stem(".env.local"), stem("Makefile")),
            ("a", ".env", "env", "Makefile")
        );
    }

    #[test]
    fn likeness_prefers_nearly_same_folders() {
        let wanted = "src/util/x.ts";
        let found = ["test/x.ts", "src/utils/x.ts", "lib/util/y/x.ts", "x.ts"];
        let best = found.iter().max_by_key(|path| likeness(wanted, path));
        assert_eq!(best, Some(&"src/utils/x.ts"));
    }
}
