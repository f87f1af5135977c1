//! Lookups and refusals that several tools share.

use crate::call::Call;
use scenewright_error::{Error, Kind, Result, near_name};
use scenewright_fs::FileName;
use scenewright_tools::answer::{Answer, Status};
use scenewright_tools::arguments::Arguments;

/// Returns the file that a call names, or a refusal before the disk is touched.
pub(super) fn file_name(arguments: &Arguments) -> Result<FileName> {
    FileName::parse(arguments.text("file"))
}

/// Returns the text of a file that must be there: the user's, else a built-in module's.
pub(super) fn text_of(call: &Call<'_>, name: &FileName) -> Result<(Vec<u8>, bool)> {
    if let Some(bytes) = call.shared.folder.read(name)? {
        return Ok((bytes, false));
    }
    match scenewright_script::builtin_module(name.as_str()).filter(|_| call.options().builtins) {
        Some(text) => Ok((text.as_bytes().to_vec(), true)),
        None => Err(not_found(call, name)),
    }
}

/// Returns the error `File not found: X`, with a near name.
pub(super) fn not_found(call: &Call<'_>, name: &FileName) -> Error {
    let error = Error::new(Kind::NotFound, format!("File not found: {name}")).in_file(name.as_str());
    let entries = call.shared.folder.list().unwrap_or_default();
    let builtins =
        scenewright_script::BUILTIN_MODULES.iter().map(|(name, _)| *name).filter(|_| call.options().builtins);
    match near_name(name.as_str(), entries.iter().map(|it| it.name.as_str()).chain(builtins)) {
        Some(near) => Error { message: format!("{}. Did you mean {near}?", error.message), ..error },
        None => error.with_hint("glob lists the files there are."),
    }
}

/// Refuses to change a built-in module, unless the user has one of the same name.
pub(super) fn refuse_builtin(call: &Call<'_>, name: &FileName, old: Option<&[u8]>) -> Result<()> {
    // A file of the user's hides the built-in module of its name, in runs as here.
    if old.is_some()
        || !call.options().builtins
        || scenewright_script::builtin_module(name.as_str()).is_none()
    {
        return Ok(());
    }
    Err(Error::new(Kind::BuiltinModule, format!("{name} is a built-in module and cannot be changed"))
        .in_file(name.as_str())
        .with_hint(format!("Write your own under another name: read {name}, then write it as a new module.")))
}

/// Names the transaction of a committed change in the same place, with a scene and without.
pub(super) fn with_transaction(mut answer: Answer) -> Answer {
    if answer.status == Status::Committed
        && let Some(id) = answer.data["scene"].get("transactionId").cloned()
    {
        answer.data["transactionId"] = id;
    }
    answer
}
