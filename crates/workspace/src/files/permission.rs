//! The host's `permission`.

use serde_json::{Value, json};

use super::host::{Hook, Host};
use super::refusal::Refusal;
use scenewright_call::CancelToken;
use scenewright_error::{Kind, Result, quote};

/// The access that a tool wants to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

/// The host's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    Granted,
    /// Refused, perhaps with a reason.
    Refused(Option<String>),
}

impl Access {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
        }
    }
}

/// Asks the host whether a tool may touch a path, which is absolute. One without the function permits everything.
pub(crate) fn ask(
    host: &Host,
    tool: &str,
    access: Access,
    path: &str,
    cancel: &CancelToken,
) -> Result<Permission> {
    if !host.has(Hook::Permission) {
        return Ok(Permission::Granted);
    }
    let request = json!({ "tool": tool, "path": path, "access": access.as_str() });
    match host.ask(Hook::Permission, request, cancel)? {
        Value::Bool(true) => Ok(Permission::Granted),
        Value::Bool(false) => Ok(Permission::Refused(None)),
        answer => match answer.get("reason") {
            Some(reason) => Ok(Permission::Refused(reason.as_str().map(str::to_owned))),
            None => {
                let answer = answer.to_string();
                let reason = format!("it answered {}, and true or false was expected", quote(&answer));
                let words = [("hook", Hook::Permission.as_str()), ("reason", reason.as_str())];
                Err(Refusal::of(tool, Kind::HookFailed, &words).error)
            }
        },
    }
}

/// Asks as [`ask`] does, and refuses in the words of the table.
pub(crate) fn require(
    host: &Host,
    tool: &str,
    access: Access,
    path: &str,
    cancel: &CancelToken,
) -> Result<()> {
    match ask(host, tool, access, path, cancel)? {
        Permission::Granted => Ok(()),
        Permission::Refused(reason) => {
            let reason = reason.map(|it| format!(" {it}")).unwrap_or_default();
            let words =
                [("tool", tool), ("access", access.as_str()), ("path", path), ("reason", reason.as_str())];
            Err(Refusal::of(tool, Kind::NotPermitted, &words).error)
        }
    }
}
