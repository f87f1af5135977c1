//! One call of a file tool, and the steps that every tool shares.

use std::path::Path;
use std::sync::Arc;

use serde_json::Value;

use super::super::in_flight::InFlightCall;
use super::host::Hook;
pub(super) use super::permission::Access;
use super::permission::{self, Permission};
use super::refusal::Refusal;
use super::suggestion::{suggested_place, suggestion};
use super::target::Target;
use crate::session::Session;
use scenewright_error::{Error, Kind, quote, quote_path, show_name};
use scenewright_fs::{SearchPlace, WorkspacePath, path_text};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::freshness::Current;

/// A call whose arguments passed the check of the tool table.
pub(crate) struct FileCall<'a> {
    pub session: &'a Arc<Session>,
    pub pending: &'a InFlightCall,
    pub tool: &'static str,
    pub arguments: &'a Arguments,
    /// False where the text for the model is all that is wanted, unless there is a picture.
    pub is_data_wanted: bool,
}

pub(super) type Refused<T> = Result<T, Box<Refusal>>;

impl FileCall<'_> {
    /// Makes a refusal in the words of the table.
    pub(crate) fn refuse(&self, kind: Kind, words: &[(&str, &str)]) -> Box<Refusal> {
        Box::new(Refusal::of(self.tool, kind, words))
    }

    /// Makes a refusal in the words of the part that failed.
    pub(crate) fn failed(&self, error: Error) -> Box<Refusal> {
        Box::new(Refusal::from_error(self.tool, error))
    }

    /// Makes the refusal of a path. For one that leads out of the workspace it names the root, and the file that may be meant.
    pub(super) fn path_failed(&self, error: Error, given: &str) -> Box<Refusal> {
        if error.kind != Kind::OutsideWorkspace || error.hint.is_some() {
            return self.failed(error);
        }
        let paths = &self.session.paths;
        let mut hint = paths.name_roots();
        let near = paths.near(given).filter(|near| self.may_show(near));
        if let Some(near) = near {
            hint.push_str(&format!(" Did you mean {}?", show_name(&paths.display_path(&near))));
        }
        self.failed(error.with_hint(hint))
    }

    /// Makes the refusal of a search. For a place that is not there it offers the one that may be meant.
    pub(super) fn search_failed(&self, error: Error, place: &SearchPlace) -> Box<Refusal> {
        let mut refusal = self.failed(error);
        let given = self.arguments.optional_text("path").filter(|_| refusal.error.kind == Kind::NotFound);
        let Some(given) = given else { return refusal };
        let paths = &self.session.paths;
        let near = paths.near(given);
        let near = near.or_else(|| suggested_place(self.session, place.root(), place.as_str()));
        let Some(near) = near.filter(|near| self.may_show(near)) else { return refusal };
        let shown = match Path::new(given).is_absolute() {
            true => self.absolute(&near),
            false => paths.display_path(&near),
        };
        refusal.error.message.push_str(&format!(" Did you mean {}?", show_name(&shown)));
        refusal.error.hint = None;
        Box::new(refusal.with_offered_name())
    }

    fn absolute(&self, path: &WorkspacePath) -> String {
        let root = self.session.shared.root_set.root_paths().nth(path.root()).unwrap_or(Path::new(""));
        path_text(&root.join(path.relative())).into_owned()
    }

    /// Returns true if the model may learn that the file exists.
    pub(super) fn may_show(&self, path: &WorkspacePath) -> bool {
        let session = self.session;
        if session.write_rules.require_readable(path).is_err() {
            return false;
        }
        let answer = permission::ask(
            &session.host,
            self.tool,
            Access::Read,
            &self.absolute(path),
            self.pending.cancel_token(),
        );
        matches!(answer, Ok(Permission::Granted))
    }

    /// Finds the file, and asks the host whether the tool may touch it.
    pub(crate) fn locate(&self, given: &str, access: Access) -> Refused<Target> {
        let target = self.locate_again(given, access)?;
        self.permit(access, target.key())?;
        Ok(target)
    }

    /// Finds the file without asking the host, which was asked before.
    pub(crate) fn locate_again(&self, given: &str, access: Access) -> Refused<Target> {
        let find = || {
            let target = Target::locate(&self.session.paths, given)?;
            let rules = &self.session.write_rules;
            rules
                .require_readable(&target.path)
                .and_then(|()| rules.require_readable(&target.written))
                .map_err(|error| error.in_file(&target.shown))?;
            if access == Access::Write {
                rules
                    .require_writable(&target.path)
                    .and_then(|()| rules.require_writable(&target.written))
                    .map_err(|error| error.in_file(&target.shown))?;
            }
            Ok(target)
        };
        find().map_err(|error| self.path_failed(error, given))
    }

    pub(crate) fn permit(&self, access: Access, path: &str) -> Refused<()> {
        let (host, cancel) = (&self.session.host, self.pending.cancel_token());
        permission::require(host, self.tool, access, path, cancel).map_err(|error| self.failed(error))
    }

    /// Makes the refusal for a host function whose answer means nothing.
    pub(crate) fn hook_failed(&self, hook: Hook, answer: &Value, expected: &str) -> Box<Refusal> {
        let answer = answer.to_string();
        let shown = quote(&answer);
        let reason = format!("it answered {shown}, and {expected} was expected");
        self.refuse(Kind::HookFailed, &[("hook", hook.as_str()), ("reason", &reason)])
    }

    /// Makes the refusal `File does not exist.`, and suggests what may have been meant.
    pub(crate) fn not_found(&self, target: &Target) -> Box<Refusal> {
        let paths = &self.session.paths;
        let mut help = String::new();
        if !Path::new(&target.given).is_absolute() {
            help.push_str(&format!(" Current working directory: {}", quote_path(paths.first_root())));
        }
        let may_show = |path: &str| {
            let (host, cancel) = (&self.session.host, self.pending.cancel_token());
            let answer = permission::ask(host, self.tool, Access::Read, path, cancel);
            matches!(answer, Ok(Permission::Granted))
        };
        let near = match paths.near(&target.given).filter(|near| self.may_show(near)) {
            Some(near) if Path::new(&target.given).is_absolute() => Some(self.absolute(&near)),
            Some(near) => Some(paths.display_path(&near)),
            None => suggestion(self.session, target, &may_show),
        };
        if let Some(near) = &near {
            help.push_str(&format!(" Did you mean {}?", show_name(near)));
        }
        let refusal = Refusal::of(self.tool, Kind::NotFound, &[("help", &help)]).in_file(&target.shown);
        self.with_deletion(target, if near.is_some() { refusal.with_offered_name() } else { refusal })
    }

    /// Adds to the refusal of a missing file that it was there when it was read: otherwise its path would seem to be wrong.
    pub(crate) fn with_deletion(&self, target: &Target, refusal: Refusal) -> Box<Refusal> {
        let service = self.session.reads.service();
        let note = service.modification_reminder(target.key(), &target.shown, &Current::Missing);
        Box::new(match note {
            Some(note) => refusal.with_hint(note),
            None => refusal,
        })
    }

    pub(crate) fn require_wanted(&self) -> Refused<()> {
        match self.pending.cancel_token().is_cancelled() {
            true => Err(self.failed(scenewright_call::cancelled())),
            false => Ok(()),
        }
    }
}
