//! The state that a running script may touch: one drawing, one console, random numbers.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::object::JsObject;
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsValue, js_string};

use super::author_files::AuthorFiles;
use super::caught::CaughtMessages;
use super::limits::{Limits, raise};
use super::log::Log;
use super::progress::Progress;
use super::random::SplitMix64;
use super::run::RunOptions;
use super::source::Place;
use scenewright_call::{Level, LogLine};
use scenewright_error::{Error, Kind};
use scenewright_scene::typeset::Fonts;
use scenewright_scene::{PlaceInFile, Scene};
use scenewright_vocabulary::{CallObserver, Drawing};

/// The state behind the host functions of one run.
#[derive(Debug)]
pub(crate) struct Host {
    pub drawing: Rc<Drawing>,
    pub log: RefCell<Log>,
    pub random: RefCell<SplitMix64>,
    pub caught: CaughtMessages,
    calls: Rc<Calls>,
}

/// A report to the outside of the last host function that was called, and its place.
#[derive(Debug)]
struct Calls {
    progress: Arc<Progress>,
    /// The files of the run, in the order in which they were given.
    files: RefCell<Vec<String>>,
    /// The file of the last call: the next one is nearly always made from the same.
    file: RefCell<Option<Rc<Path>>>,
    index: Cell<u16>,
    /// True when that file is the author's, so that the place of the call is the place of the drawing.
    is_authors: Cell<bool>,
    author_files: RefCell<AuthorFiles>,
}

impl Host {
    /// Makes the host of a run that is not known yet.
    pub(crate) fn new(fonts: Fonts, progress: Arc<Progress>) -> Self {
        let calls = Rc::new(Calls {
            progress,
            files: RefCell::default(),
            file: RefCell::default(),
            index: Cell::default(),
            is_authors: Cell::default(),
            author_files: RefCell::default(),
        });
        Host {
            drawing: Rc::new(Drawing::new(Scene::new(), fonts, calls.clone())),
            log: RefCell::new(Log::new(&Limits::default())),
            random: RefCell::new(SplitMix64::new(0)),
            caught: CaughtMessages::default(),
            calls,
        }
    }

    /// Makes room for this many entities, so that the tables of their names and of their order need not grow while they are drawn.
    pub(super) fn expect(&self, entities: usize) {
        self.drawing.scene.borrow_mut().reserve(entities);
    }

    /// Begins the run of a program with these files.
    pub(super) fn begin(&self, options: &RunOptions, files: Vec<String>, authors: AuthorFiles) {
        self.calls.progress.reset();
        let mut scene = self.drawing.scene.borrow_mut();
        scene.set_entity_limit(options.limits.entities);
        scene.note_source_places(files.iter().map(|name| name.as_str().into()).collect());
        // The layout of parts takes no more steps than fit into the time, so that the author gets its own error and not
        // a killed child.
        self.drawing.set_time_limit(options.limits.time_ms);
        self.log.replace(Log::new(&options.limits));
        self.random.replace(SplitMix64::new(options.seed));
        self.calls.files.replace(files);
        self.calls.author_files.replace(authors);
    }

    /// Records a call of a function of the host.
    pub(crate) fn note_call(&self, function: u16, context: &Context) {
        let _ = self.calls.called(function, context);
    }

    /// Adds a line to the log, and reports it to the outside.
    pub(crate) fn print(&self, level: Level, text: &str) {
        let mut log = self.log.borrow_mut();
        log.push(level, text);
        if let Some(line) = log.last() {
            self.calls.progress.print(line);
        }
    }

    /// Returns the limit that was reached. The run fails with it even when the script catches the exception.
    pub(crate) fn fatal(&self) -> Option<Error> {
        self.drawing.fatal().map(|error| match error.kind {
            Kind::Entities => error.with_hint(format!("Draw fewer entities, or {}.", raise("entities"))),
            _ => error,
        })
    }
}

impl CallObserver for Calls {
    fn working(&self, words: &str) {
        self.progress.print(&LogLine { level: Level::Progress, text: words.to_owned() });
    }

    fn call_place(&self, context: &Context) -> Option<(String, u32, u32)> {
        let frame = context.stack_trace().next()?;
        let at = frame.position();
        let SourcePath::Path(path) = at.path else { return None };
        let file = path.to_str()?.to_owned();
        let position = at.position?;
        Some((file, position.line_number(), position.column_number()))
    }

    /// Records a call of a function of the host, made from the innermost code of the script that runs.
    fn called(&self, function: u16, context: &Context) -> Option<PlaceInFile> {
        let frame = context.stack_trace().next()?;
        let at = frame.position();
        if let SourcePath::Path(path) = at.path {
            self.set_file(path, &self.author_files.borrow());
        }
        let place = at.position.map(|it| Place { line: it.line_number(), column: it.column_number() });
        self.progress.note(function, self.index.get(), place);
        match place {
            Some(Place { line, column }) if self.is_authors.get() => {
                Some(PlaceInFile { file: self.index.get(), line, column })
            }
            // A built-in module draws for the line that called it, so the stack is searched for one of the
            // author's.
            _ => self.author_files.borrow().place(context.stack_trace()),
        }
    }
}

impl Calls {
    fn set_file(&self, path: Rc<Path>, author_files: &AuthorFiles) {
        let mut file = self.file.borrow_mut();
        // The engine shares one path among all code of a file, so comparing pointers is enough and costs nothing
        // per call.
        if file.as_ref().is_some_and(|known| Rc::ptr_eq(known, &path)) {
            return;
        }
        let index = self.files.borrow().iter().position(|name| Path::new(name) == &*path);
        self.index.set(index.and_then(|it| u16::try_from(it).ok()).unwrap_or(u16::MAX));
        self.is_authors.set(author_files.has(&path));
        *file = Some(path);
    }
}

/// Provides a context with the host that its functions work on.
pub(super) fn provide(context: &mut Context, host: &Rc<Host>) {
    context.insert_data(HostData(Rc::clone(host)));
}

/// Returns the state behind the host functions of the run that a context belongs to.
pub(super) fn host(context: &Context) -> Rc<Host> {
    let data = context.get_data::<HostData>();
    Rc::clone(&data.expect("the context of a run carries its host").0)
}

/// Returns the getter of `Error.prototype.stack` as the engine made it, whatever a script does to it later.
pub(super) fn stack_getter(context: &Context) -> Option<JsObject> {
    context.get_data::<Originals>().and_then(|it| it.stack_getter.clone())
}

struct HostData(Rc<Host>);

/// The objects that the host relies on, taken before a script can change them.
struct Originals {
    stack_getter: Option<JsObject>,
}

/// Keeps the objects that the host relies on, before a script runs.
pub(super) fn keep_originals(context: &mut Context) {
    let errors = context.intrinsics().constructors().error().prototype();
    let stack = errors.borrow().properties().get(&js_string!("stack").into());
    let stack_getter = stack.and_then(|it| it.get().and_then(JsValue::as_object));
    context.insert_data(Originals { stack_getter });
}
