//! A project in a folder of its own, and a session on it.

#![expect(dead_code, reason = "every test file uses a part of it")]

pub(crate) mod process;
pub(crate) mod script;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use scenewright_project::{Author, Ends, HostCall, OnReply, Project, Reply};
use serde_json::{Value, json};

/// Returns true in a run on a quiet machine that holds answers to their deadlines (docs/maintaining.md). Elsewhere tests
/// assert order and outcome alone: a machine that stalls says nothing about the code.
pub(crate) fn holds_deadlines() -> bool {
    std::env::var_os("SCENEWRIGHT_DEADLINES").is_some_and(|value| value == "1")
}

/// The longest wait for an answer. How soon one comes is not asserted: on a machine that stalls it comes late.
const ANSWERED_WITHIN: Duration = Duration::from_mins(5);

/// The time limit of a script whose test gives none: on a loaded machine, without optimization, a good one may take
/// longer than the usual limit.
const SCRIPT_MS: u64 = 20_000;

pub(crate) struct TestProject {
    folder: Arc<tempfile::TempDir>,
    session: Arc<Project>,
    next: AtomicU32,
}

/// A call in progress.
pub(crate) struct Started {
    id: u32,
    reply: Receiver<Reply>,
}

impl Started {
    pub(crate) fn wait(&self) -> Value {
        self.wait_with_picture().0
    }

    pub(crate) fn wait_with_picture(&self) -> (Value, Option<Vec<u8>>) {
        let reply = self.reply.recv_timeout(ANSWERED_WITHIN).expect("every call is answered");
        (serde_json::from_str(&reply.envelope).expect("an envelope is JSON"), reply.picture)
    }
}

impl TestProject {
    pub(crate) fn empty() -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        Self::open(folder, json!({}))
    }

    pub(crate) fn with_main(main: &str) -> Self {
        Self::with_main_and(main, json!({}))
    }

    pub(crate) fn with_main_and(main: &str, options: Value) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        std::fs::create_dir(folder.path().join("modules")).expect("a folder");
        std::fs::write(folder.path().join("scene.code.js"), main).expect("a file");
        Self::open(folder, options)
    }

    /// Makes a copy of one of the projects under `examples/`.
    pub(crate) fn of_example(name: &str) -> Self {
        let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
        copy(
            &Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("examples").join(name),
            folder.path(),
        );
        Self::open(folder, json!({}))
    }

    /// Opens another session on the same folder.
    pub(crate) fn reopen(&self, options: Value) -> Self {
        Self::open(Arc::clone(&self.folder), options)
    }

    /// Reopens the same folder after a restart: everything that only memory knew is gone.
    pub(crate) fn reopened(self, options: Value) -> Self {
        self.close();
        let folder = Arc::clone(&self.folder);
        drop(self);
        Self::open(folder, options)
    }

    fn open(folder: Arc<tempfile::TempDir>, mut options: Value) -> Self {
        options["dir"] = folder.path().to_str().expect("a path in UTF-8").into();
        if options["limits"]["timeMs"].is_null() {
            options["limits"]["timeMs"] = SCRIPT_MS.into();
        }
        options["runnerPath"] = env!("CARGO_BIN_EXE_scenewright-test-runner").into();
        let session = Project::open(&options.to_string()).expect("the options are right");
        TestProject { folder, session: Arc::new(session), next: AtomicU32::new(1) }
    }

    pub(crate) fn start(&self, tool: &str, arguments: Value) -> Started {
        self.begin(|id, send| self.session.call(tool, &arguments.to_string(), id, (Author::Tool, None), send))
    }

    fn begin(&self, call: impl FnOnce(u32, OnReply)) -> Started {
        let id = self.next.fetch_add(1, Ordering::SeqCst);
        let (sender, reply) = mpsc::channel();
        call(id, Box::new(move |reply| drop(sender.send(reply))));
        Started { id, reply }
    }

    pub(crate) fn call(&self, tool: &str, arguments: Value) -> Value {
        self.start(tool, arguments).wait()
    }

    /// The answer of a call in which the runner panics.
    pub(crate) fn panic_in_runner(&self) -> Value {
        self.call_host(HostCall::Panic)
    }

    /// The summary of the scene, as the library asks for it.
    pub(crate) fn summary(&self) -> Value {
        self.call_host(HostCall::Summary)
    }

    fn call_host(&self, call: HostCall) -> Value {
        self.begin(|id, send| self.session.call_host(call, id, send)).wait()
    }

    pub(crate) fn cancel(&self, call: &Started) {
        self.session.cancel(call.id);
    }

    pub(crate) fn state(&self) -> Value {
        self.session.export_state().expect("the state can be exported")
    }

    pub(crate) fn main(&self) -> String {
        self.read_file("scene.code.js")
    }

    pub(crate) fn read_file(&self, path: &str) -> String {
        self.flush();
        std::fs::read_to_string(self.path(path)).expect("the file is there")
    }

    /// Waits for files that may be written right after an answer, as the cache is.
    fn flush(&self) {
        let (sender, done) = mpsc::channel();
        self.session.flush(Box::new(move || sender.send(()).unwrap_or_default()));
        done.recv_timeout(ANSWERED_WITHIN).expect("a flush ends");
    }

    pub(crate) fn write_file(&self, path: &str, text: &str) {
        std::fs::write(self.path(path), text).expect("the file can be written");
    }

    /// Returns the files that a person sees in the folder.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("the folder is there");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.filter(|name| name != ".scenewright").collect();
        names.sort();
        names
    }

    /// Returns the names in a folder of the project.
    pub(crate) fn files_in(&self, folder: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.path(folder)).expect("the folder is there");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    /// Returns every file of the project with its bytes, except those of scenewright itself.
    pub(crate) fn snapshot(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        self.flush();
        let mut files = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder can be read") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let bytes = std::fs::read(&path).expect("a file can be read");
                    files.insert(path, bytes);
                }
            }
        }
        files.retain(|path, _| path.components().all(|part| part.as_os_str() != ".scenewright"));
        files
    }

    /// Returns where a font file of the project's own may be put.
    pub(crate) fn font_in_project(&self) -> PathBuf {
        self.path("font.ttf")
    }

    /// Closes the session and waits until it is closed.
    pub(crate) fn close(&self) {
        let (sender, done) = mpsc::channel();
        Arc::clone(&self.session).end(Box::new(move |_thread| sender.send(()).unwrap_or_default()));
        done.recv_timeout(ANSWERED_WITHIN).expect("a session closes");
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }
}

pub(crate) fn error_of(answer: &Value) -> &Value {
    &answer["answer"]["errorInfo"]
}

pub(crate) fn warnings_of(answer: &Value) -> Vec<String> {
    let list = answer["answer"]["warnings"].as_array().cloned().unwrap_or_default();
    list.iter().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("the example is there") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            std::fs::create_dir(&target).expect("a folder");
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("a copy");
        }
    }
}
