//! One call of a file tool, and the steps that every tool shares.

use std::sync::Arc;

use serde_json::{Value, json};

use super::super::in_flight::InFlightCall;
use super::host::Hook;
use super::refusal::Refusal;
use super::target::Target;
use crate::session::Session;
use scenewright_error::{Error, Kind, quote, quote_path};
use scenewright_tools::arguments::Arguments;

/// A call whose arguments passed the check of the tool table.
pub struct FileCall<'a> {
    pub session: &'a Arc<Session>,
    pub pending: &'a InFlightCall,
    pub tool: &'static str,
    pub arguments: &'a Arguments,
}

/// The access that a tool wants to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

pub type Refused<T> = Result<T, Box<Refusal>>;

impl FileCall<'_> {
    /// Makes a refusal in the words of the table.
    pub fn refuse(&self, kind: Kind, words: &[(&str, &str)]) -> Box<Refusal> {
        Box::new(Refusal::of(self.tool, kind, words))
    }

    /// Makes a refusal in the words of the part that failed.
    pub fn failed(&self, error: Error) -> Box<Refusal> {
        Box::new(Refusal::from_error(self.tool, error))
    }

    /// Finds the file, and asks the host whether the tool may touch it.
    pub fn locate(&self, given: &str, access: Access) -> Refused<Target> {
        let target = self.locate_again(given, access)?;
        self.permit(access, target.key())?;
        Ok(target)
    }

    /// Finds the file without asking the host, which was asked before.
    pub fn locate_again(&self, given: &str, access: Access) -> Refused<Target> {
        let find = || {
            let target = Target::locate(&self.session.paths, given)?;
            if access == Access::Write {
                let rules = &self.session.write_rules;
                rules
                    .require_writable(&target.path)
                    .and_then(|()| rules.require_writable(&target.written))
                    .map_err(|error| error.in_file(&target.shown))?;
            }
            Ok(target)
        };
        find().map_err(|error| self.failed(error))
    }

    pub fn permit(&self, access: Access, path: &str) -> Refused<()> {
        let host = &self.session.host;
        if !host.has(Hook::Permission) {
            return Ok(());
        }
        let access = if access == Access::Read { "read" } else { "write" };
        let request = json!({ "tool": self.tool, "path": path, "access": access });
        let answer = host.ask(Hook::Permission, request, self.pending.cancel_token());
        match answer.map_err(|error| self.failed(error))? {
            Value::Bool(true) => Ok(()),
            refused if refused == Value::Bool(false) || refused.get("reason").is_some() => {
                let reason = refused.get("reason").and_then(Value::as_str).map(|it| format!(" {it}"));
                let words = [
                    ("tool", self.tool),
                    ("access", access),
                    ("path", path),
                    ("reason", reason.as_deref().unwrap_or_default()),
                ];
                Err(self.refuse(Kind::NotPermitted, &words))
            }
            other => Err(self.hook_failed(Hook::Permission, &other, "true or false")),
        }
    }

    /// Makes the refusal for a host function whose answer means nothing.
    pub fn hook_failed(&self, hook: Hook, answer: &Value, expected: &str) -> Box<Refusal> {
        let answer = answer.to_string();
        let shown = quote(&answer);
        let reason = format!("it answered {shown}, and {expected} was expected");
        self.refuse(Kind::HookFailed, &[("hook", hook.as_str()), ("reason", &reason)])
    }

    /// Makes the refusal `File does not exist.`, and suggests what may have been meant.
    pub fn not_found(&self, target: &Target) -> Box<Refusal> {
        let mut help = String::new();
        if let Ok(current) = std::env::current_dir()
            && !self.session.paths.is_root(&current)
        {
            help.push_str(&format!(" Current working directory: {}", quote_path(&current)));
        }
        help.push_str(&target.did_you_mean(&self.session.paths).unwrap_or_default());
        let refusal = Refusal::of(self.tool, Kind::NotFound, &[("help", &help)]);
        Box::new(refusal.in_file(&target.shown))
    }

    pub fn require_wanted(&self) -> Refused<()> {
        match self.pending.cancel_token().is_cancelled() {
            true => Err(self.failed(scenewright_runner::cancelled())),
            false => Ok(()),
        }
    }
}
