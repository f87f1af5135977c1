//! The calls of the library about what a session has read.

use serde_json::{Value, json};

use super::super::Workspace;
use super::target::Target;
use scenewright_error::{Error, Kind, Result};
use scenewright_freshness::{Current, EditOperation, Edited, FileState, SeenFile, WatchedFile};
use scenewright_fs::ContentHasher;
use scenewright_tools::answer::{Answer, error_info};
use scenewright_tools::arguments::Arguments;

pub fn important_files(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let max = arguments.whole("max").unwrap_or(5);
    let files = workspace.reads.service().important_files(max);
    Ok(Answer::ok(json!({ "files": files.iter().map(|file| file.key.as_str()).collect::<Vec<_>>() })))
}

pub fn reset(workspace: &Workspace, _: &Arguments) -> Result<Answer> {
    workspace.reads.service().reset();
    done()
}

pub fn watch(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let target = located(workspace, arguments)?;
    let watched = WatchedFile { path: &target.absolute, key: target.key(), shown: &target.shown };
    workspace.reads.service().watch(&watched, arguments.text("id"))?;
    done()
}

pub fn unwatch(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let target = located(workspace, arguments)?;
    let watched = workspace.reads.service().unwatch(target.key(), arguments.optional_text("id"));
    Ok(Answer::ok(json!({ "watched": watched })))
}

pub fn check(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let target = located(workspace, arguments)?;
    let service = workspace.reads.service();
    Ok(Answer::ok(match current(workspace, &target) {
        Ok(current) => service.check(target.key(), &target.shown, &current).to_json(),
        Err(error) => json!({ "isFresh": false, "conflict": false, "error": error_info(&error) }),
    }))
}

pub fn modification_reminder(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let target = located(workspace, arguments)?;
    let current = current(workspace, &target)?;
    let reminder = workspace.reads.service().modification_reminder(target.key(), &target.shown, &current);
    Ok(Answer::ok(json!({ "reminder": reminder })))
}

pub fn record_read(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let target = located(workspace, arguments)?;
    workspace.reads.service().record_read(&seen(workspace, &target)?, false);
    done()
}

pub fn record_edit(workspace: &Workspace, arguments: &Arguments) -> Result<Answer> {
    let target = located(workspace, arguments)?;
    let seen = seen(workspace, &target)?;
    let edited = Edited {
        operation: EditOperation::Update,
        content_length: seen.state.stamp.size,
        content: None,
        old_content: None,
    };
    workspace.reads.service().record_edit(&seen, &edited);
    done()
}

fn done() -> Result<Answer> {
    Ok(Answer::ok(Value::Object(serde_json::Map::new())))
}

fn located(workspace: &Workspace, arguments: &Arguments) -> Result<Target> {
    Target::locate(workspace, arguments.text("path"))
}

/// The file as the session has seen it by now.
fn seen<'a>(workspace: &Workspace, target: &'a Target) -> Result<SeenFile<'a>> {
    let Current::Present(state) = current(workspace, target)? else {
        return Err(Error::new(Kind::NotFound, "File does not exist.").in_file(&target.shown));
    };
    Ok(SeenFile { key: target.key(), shown: &target.shown, state })
}

/// The file as it is now, by its contents.
fn current(workspace: &Workspace, target: &Target) -> Result<Current> {
    target.require_file()?;
    if !target.exists() {
        return Ok(Current::Missing);
    }
    let state = hash_file(target, &|| workspace.is_closed())?;
    Ok(state.map_or(Current::Missing, Current::Present))
}

/// Hashes a file of any size in constant memory; `None` when it is missing.
fn hash_file(target: &Target, cancelled: &dyn Fn() -> bool) -> Result<Option<FileState>> {
    const CHUNK: usize = 1 << 20;
    let Some(file) = target.open()? else { return Ok(None) };
    let metadata = file.metadata()?;
    let mut hasher = ContentHasher::default();
    let mut offset = 0;
    loop {
        let chunk = file.read_at(offset, CHUNK)?;
        if chunk.is_empty() {
            break;
        }
        if cancelled() {
            return Err(scenewright_runner::cancelled());
        }
        offset += chunk.len() as u64;
        hasher.update(&chunk);
    }
    Ok(Some(FileState { identity: metadata.identity, stamp: metadata.stamp, content: hasher.finish() }))
}
