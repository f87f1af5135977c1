//! The parts that the searching tools share: where they search, when they stop, and what they say they left out.

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::super::paths::refuse_foreign;
use super::super::session::Session;
use super::call::{Access, FileCall, Refused};
use super::host::Hook;
use super::outcome::count;
use super::permission::{self, Permission};
use scenewright_call::CancelToken;
use scenewright_error::{Result, quote_name, show_name};
use scenewright_fs::{
    IgnoreRules, Interrupt, Partial, PartialReason, SearchPlace, Skipped, WorkspacePath, os_text, path_text,
};
use scenewright_tools::search::FoundFile;

pub(super) const TRUNCATED: &str = "(Results are truncated. Consider using a more specific path or pattern.)";

/// One search from its start.
pub(super) struct Search<'a, 'call> {
    call: &'a FileCall<'call>,
    started: Instant,
    /// The number of the root that is searched.
    root: Cell<usize>,
}

impl<'a, 'call> Search<'a, 'call> {
    pub(super) fn start(call: &'a FileCall<'call>) -> Search<'a, 'call> {
        Search { call, started: Instant::now(), root: Cell::new(call.session.paths.first()) }
    }

    /// Returns where to search: the path of the call, or the first root.
    pub(super) fn place(&self) -> Refused<SearchPlace> {
        let call = self.call;
        let (root_set, paths) = (&call.session.shared.root_set, &call.session.paths);
        let place = match call.arguments.optional_text("path") {
            None | Some("") => SearchPlace::top_of(paths.first()),
            Some(given) => refuse_foreign(given)
                .and_then(|()| paths.expand(given))
                .and_then(|given| SearchPlace::parse(root_set, paths.first(), paths.called(), &given))
                .map_err(|error| call.path_failed(error, given))?,
        };
        let place = match paths.equivalent(place.as_str(), place.root()) {
            Some(found) => {
                SearchPlace::top_of(place.root()).join(&found).map_err(|error| call.failed(error))?
            }
            None => place,
        };
        self.root.set(place.root());
        let root = root_set.root_paths().nth(place.root()).unwrap_or(Path::new(""));
        call.permit(Access::Read, &path_text(&root.join(os_text(place.as_str()))))?;
        Ok(place)
    }

    /// Returns the rules for the call. Files that the host's option leaves out stay out.
    pub(super) fn rules(&self) -> &'a IgnoreRules {
        match self.call.arguments.flag("no_ignore") {
            true => &self.call.session.own_ignored,
            false => &self.call.session.ignored,
        }
    }

    /// Runs `search` with the events that may end it early.
    pub(super) fn interruptible<T>(&self, search: impl FnOnce(Interrupt<'_>) -> T) -> T {
        let cancel = self.call.pending.cancel_token();
        let is_cancelled = || cancel.is_cancelled();
        let deadline = self.started.checked_add(self.call.session.options.search_time);
        search(Interrupt { cancelled: &is_cancelled, deadline })
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the name by which the other tools take the file.
    pub(super) fn name_of(&self, file: &FoundFile) -> String {
        match WorkspacePath::new(file.root, Path::new(&os_text(&file.path))) {
            Ok(path) => self.call.session.paths.display_path(&path),
            Err(_) => file.path.clone(),
        }
    }

    /// Returns the questions to the host about what is found.
    pub(super) fn permissions(&self) -> Permissions<'a> {
        let FileCall { session, pending, tool, .. } = *self.call;
        Permissions { session, cancel: pending.cancel_token(), tool }
    }

    /// Removes the troubles with files that the host does not let be shown.
    pub(super) fn hide_troubles(&self, partial: &mut Partial) {
        let permissions = self.permissions();
        let may_show = |path: &str| permissions.grants(self.root.get(), path).unwrap_or_default();
        partial.troubles.retain(|trouble| may_show(&trouble.path));
    }

    /// Returns the omissions and their reasons, for the answer.
    pub(super) fn notes(&self, skipped: &Skipped, partial: &Partial, truncated: bool) -> Map<String, Value> {
        let mut notes = Map::new();
        notes.insert("durationMs".to_owned(), json!(self.elapsed().as_secs_f64() * 1_000.0));
        notes.insert("truncated".to_owned(), truncated.into());
        let counts = counts_of(skipped).into_iter().filter(|(_, number, _)| *number > 0);
        let counts: Map<String, Value> =
            counts.map(|(name, number, _)| (name.to_owned(), number.into())).collect();
        notes.insert("skipped".to_owned(), counts.into());
        if !partial.is_empty() {
            let reasons: Vec<&str> = partial.reasons.iter().map(|reason| reason.as_str()).collect();
            notes.insert("partial".to_owned(), reasons.into());
            let troubles = partial.troubles.iter().map(|trouble| {
                json!({ "reason": trouble.reason.as_str(), "path": trouble.path, "message": trouble.message })
            });
            notes.insert("troubles".to_owned(), troubles.collect());
        }
        notes
    }
}

/// Questions to the host's `permission` about the files that a search or listing would show.
#[derive(Clone, Copy)]
pub(super) struct Permissions<'a> {
    session: &'a Session,
    cancel: &'a CancelToken,
    tool: &'static str,
}

impl Permissions<'_> {
    /// Returns true if the host answers such questions at all.
    pub(super) fn are_asked(&self) -> bool {
        self.session.host.has(Hook::Permission)
    }

    /// Returns true if a found file or folder may be answered.
    pub(super) fn grants(&self, root: usize, path: &str) -> Result<bool> {
        let session = self.session;
        if !self.are_asked() {
            return Ok(true);
        }
        let Ok(path) = WorkspacePath::new(root, Path::new(&os_text(path))) else { return Ok(true) };
        // Links are followed, as for reading.
        let real = session.paths.follow_on_disk(&path).unwrap_or(path);
        let root = session.shared.root_set.root_paths().nth(real.root()).unwrap_or(Path::new(""));
        let absolute = path_text(&root.join(os_text(real.as_str()))).into_owned();
        let answer = permission::ask(&session.host, self.tool, Access::Read, &absolute, self.cancel)?;
        Ok(answer == Permission::Granted)
    }
}

/// Returns the text about omissions for a model; empty where there were none.
pub(super) fn notes_text(skipped: &Skipped, partial: &Partial) -> String {
    let mut text = String::new();
    if !partial.is_empty() {
        let reasons: Vec<&str> = partial.reasons.iter().map(|reason| describe_reason(*reason)).collect();
        text.push_str(&format!("\n(Not everything was searched: {}.", reasons.join("; ")));
        for trouble in partial.troubles.iter().take(5) {
            text.push_str(&format!(" {}: {}", quote_name(&trouble.path), show_name(&trouble.message)));
        }
        text.push(')');
    }
    let left_out: Vec<String> = counts_of(skipped)
        .into_iter()
        .filter(|(_, number, _)| *number > 0)
        .map(|(_, number, (one, several))| count(usize::try_from(number).unwrap_or(usize::MAX), one, several))
        .collect();
    if !left_out.is_empty() {
        text.push_str(&format!("\n(Left out: {}.)", left_out.join(", ")));
    }
    text
}

fn counts_of(skipped: &Skipped) -> [(&'static str, u64, (&'static str, &'static str)); 6] {
    [
        ("ignored", skipped.ignored, ("ignored entry", "ignored entries")),
        ("hidden", skipped.hidden, ("hidden entry", "hidden entries")),
        ("special", skipped.special, ("device or socket", "devices or sockets")),
        (
            "links",
            skipped.links,
            ("link to a folder or out of the workspace", "links to folders or out of the workspace"),
        ),
        ("binary", skipped.binary, ("binary file", "binary files")),
        (
            "not_permitted",
            skipped.not_permitted,
            ("entry that is not permitted", "entries that are not permitted"),
        ),
    ]
}

fn describe_reason(reason: PartialReason) -> &'static str {
    match reason {
        PartialReason::Deadline => "the time was over",
        PartialReason::Unreadable => "some could not be read",
        PartialReason::LineTooLong => "a line is too long",
        PartialReason::TooLarge => "a file is too large for matches of several lines",
        PartialReason::BinaryAfterText => "a file turned out to be binary",
        PartialReason::UnknownEncoding => "the encoding of a file is not sure",
    }
}

/// Formats a duration for people: `found 3 files in 0.01s`.
pub(super) fn seconds(duration: Duration) -> String {
    if duration < Duration::from_secs(1) {
        format!("{}ms", duration.as_millis())
    } else {
        format!("{:.1}s", duration.as_secs_f64())
    }
}
