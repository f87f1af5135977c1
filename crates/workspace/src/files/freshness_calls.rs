//! The calls of the library about what a session has read.

use serde_json::{Value, json};

use super::target::Target;
use crate::session::Session;
use scenewright_call::cancelled;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::ContentHash;
use scenewright_tools::answer::{Answer, error_info};
use scenewright_tools::arguments::Arguments;
use scenewright_tools::freshness::{Current, EditOperation, Edited, FileState, SeenFile, WatchedFile};

pub(crate) fn important_files(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let max = arguments.whole("max").unwrap_or(5);
    let files = session.reads.important_files(max);
    let rows: Vec<Value> = files
        .iter()
        .map(|(file, size)| json!({ "path": file.key, "readAt": file.used_ms, "size": size }))
        .collect();
    Ok(Answer::ok(json!({ "files": rows })))
}

pub(crate) fn reset(session: &Session, _: &Arguments) -> Result<Answer> {
    session.reads.service().reset();
    done()
}

pub(crate) fn watch(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let target = located(session, arguments)?;
    let watched = WatchedFile { path: &target.absolute, key: target.key(), shown: &target.shown };
    session.reads.service().watch(&watched, arguments.text("id"))?;
    done()
}

pub(crate) fn unwatch(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let target = located(session, arguments)?;
    let watched = session.reads.service().unwatch(target.key(), arguments.optional_text("id"));
    Ok(Answer::ok(json!({ "watched": watched })))
}

pub(crate) fn check(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let target = located(session, arguments)?;
    let service = session.reads.service();
    Ok(Answer::ok(match current(session, &target) {
        Ok(current) => service.check(target.key(), &target.shown, &current).to_json(),
        Err(error) => json!({ "isFresh": false, "conflict": false, "error": error_info(&error) }),
    }))
}

pub(crate) fn modification_reminder(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let target = located(session, arguments)?;
    let current = current(session, &target)?;
    let reminder = session.reads.service().modification_reminder(target.key(), &target.shown, &current);
    Ok(Answer::ok(json!({ "reminder": reminder })))
}

pub(crate) fn record_read(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let target = located(session, arguments)?;
    session.reads.service().record_read(&seen(session, &target)?, false);
    done()
}

pub(crate) fn record_edit(session: &Session, arguments: &Arguments) -> Result<Answer> {
    let target = located(session, arguments)?;
    let seen = seen(session, &target)?;
    let edited = Edited {
        operation: EditOperation::Update,
        content_length: seen.state.stamp.size,
        content: None,
        old_content: None,
    };
    session.reads.service().record_edit(&seen, &edited);
    done()
}

fn done() -> Result<Answer> {
    Ok(Answer::ok(Value::Object(serde_json::Map::new())))
}

fn located(session: &Session, arguments: &Arguments) -> Result<Target> {
    Target::locate(&session.paths, arguments.text("path"))
}

/// Returns the file as the session last saw it.
fn seen<'a>(session: &Session, target: &'a Target) -> Result<SeenFile<'a>> {
    let Current::Present(state) = current(session, target)? else {
        return Err(Error::new(Kind::NotFound, "File does not exist.").in_file(&target.shown));
    };
    Ok(SeenFile { key: target.key(), shown: &target.shown, state })
}

/// Returns the file as it is now, by its contents.
fn current(session: &Session, target: &Target) -> Result<Current> {
    target.require_file()?;
    if !target.exists() {
        return Ok(Current::Missing);
    }
    let Some(file) = target.open()? else { return Ok(Current::Missing) };
    let metadata = file.metadata()?;
    let content = ContentHash::of_file(file.as_ref(), || match session.is_closed() {
        true => Err(cancelled()),
        false => Ok(()),
    })?;
    Ok(Current::Present(FileState { identity: metadata.identity, stamp: metadata.stamp, content }))
}
