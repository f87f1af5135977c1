//! The state that a running script may touch: one scene, one console, one list of warnings, fonts.

use std::cell::{Cell, Ref, RefCell};
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::object::JsObject;
use boa_engine::vm::SourcePath;
use boa_engine::{Context, JsResult, JsValue, js_string};

use super::log::Log;
use super::progress::Progress;
use super::random::SplitMix64;
use super::source::Place;
use super::wrapping::Shift;
use scenewright_error::Error;
use scenewright_scene::typeset::Fonts;
use scenewright_scene::{Assets, Scene};

/// The state behind the host functions of one run.
#[derive(Debug)]
pub struct Host {
    pub scene: RefCell<Scene>,
    pub log: RefCell<Log>,
    pub warnings: RefCell<Vec<String>>,
    pub random: RefCell<SplitMix64>,
    pub fonts: Fonts,
    pub assets: Assets,
    /// The limit that was reached. The run fails with it even when the script catches the exception.
    fatal: RefCell<Option<Error>>,
    calls: Calls,
}

/// A report to the outside of the last host function that was called, and its place.
#[derive(Debug)]
struct Calls {
    progress: Arc<Progress>,
    /// The files of the run, in the order in which they were given.
    files: Vec<String>,
    /// The file of the last call: the next one is nearly always made from the same.
    file: RefCell<Option<Rc<Path>>>,
    index: Cell<u16>,
    /// The shift of that file, when it runs as a block.
    shift: Cell<Option<Shift>>,
    wrapped: RefCell<HashMap<String, Shift>>,
}

const MAX_WARNINGS: usize = 100;

impl Host {
    pub fn new(
        scene: Scene,
        log: Log,
        seed: u64,
        fonts: Fonts,
        files: Vec<String>,
        progress: Arc<Progress>,
    ) -> Self {
        progress.reset();
        Host {
            scene: RefCell::new(scene),
            log: RefCell::new(log),
            warnings: RefCell::new(Vec::new()),
            random: RefCell::new(SplitMix64::new(seed)),
            fonts,
            assets: Assets::default(),
            fatal: RefCell::new(None),
            calls: Calls {
                progress,
                files,
                file: RefCell::default(),
                index: Cell::default(),
                shift: Cell::default(),
                wrapped: RefCell::default(),
            },
        }
    }

    /// Records a call of a host function, made from the innermost code of the script that runs.
    pub fn note_call(&self, function: u16, context: &Context) {
        let Some(frame) = context.stack_trace().next() else { return };
        let at = frame.position();
        if let SourcePath::Path(path) = at.path {
            self.calls.set_file(path);
        }
        let place = at.position.map(|it| Place { line: it.line_number(), column: it.column_number() });
        let place = match self.calls.shift.get() {
            Some(shift) => place.map(|it| shift.place(it)),
            None => place,
        };
        self.calls.progress.note(function, self.calls.index.get(), place);
    }

    /// Returns the file, line and column of the innermost code of the script that runs, as the engine counts.
    pub fn call_place(&self, context: &Context) -> Option<(String, u32, u32)> {
        let frame = context.stack_trace().next()?;
        let at = frame.position();
        let SourcePath::Path(path) = at.path else { return None };
        let file = path.to_str()?.to_owned();
        let place = at.position.map(|it| Place { line: it.line_number(), column: it.column_number() })?;
        let place = match self.calls.wrapped.borrow().get(&file) {
            Some(shift) => shift.place(place),
            None => place,
        };
        Some((file, place.line, place.column))
    }

    /// Notes the scripts that run as a block.
    pub fn set_wrapped(&self, files: HashMap<String, Shift>) {
        self.calls.wrapped.replace(files);
    }

    /// Returns the scripts that run as a block.
    pub fn wrapped(&self) -> Ref<'_, HashMap<String, Shift>> {
        self.calls.wrapped.borrow()
    }

    /// Keeps the first limit that was reached.
    pub fn latch(&self, error: Error) {
        self.fatal.borrow_mut().get_or_insert(error);
    }

    pub fn fatal(&self) -> Option<Error> {
        self.fatal.borrow().clone()
    }

    /// Adds a warning once; after too many, further ones are dropped.
    pub fn warn(&self, warning: String) {
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < MAX_WARNINGS && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }
}

impl Calls {
    fn set_file(&self, path: Rc<Path>) {
        let mut file = self.file.borrow_mut();
        if file.as_ref().is_some_and(|known| Rc::ptr_eq(known, &path)) {
            return;
        }
        let index = self.files.iter().position(|name| Path::new(name) == &*path);
        self.index.set(index.and_then(|it| u16::try_from(it).ok()).unwrap_or(u16::MAX));
        self.shift.set(path.to_str().and_then(|name| self.wrapped.borrow().get(name).copied()));
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

/// Returns the prototype of the class `SceneError` as it was made.
pub(super) fn scene_error_prototype(context: &Context) -> Option<JsObject> {
    context.get_data::<Originals>().and_then(|it| it.scene_error_prototype.clone())
}

struct HostData(Rc<Host>);

/// The objects that the host relies on, taken before a script can change them.
struct Originals {
    stack_getter: Option<JsObject>,
    scene_error_prototype: Option<JsObject>,
}

/// Keeps the objects that the host relies on, before a script runs.
pub(super) fn keep_originals(context: &mut Context) -> JsResult<()> {
    let errors = context.intrinsics().constructors().error().prototype();
    let stack = errors.borrow().properties().get(&js_string!("stack").into());
    let class = context.global_object().get(js_string!("SceneError"), context)?;
    let prototype = match class.as_object() {
        Some(class) => class.get(js_string!("prototype"), context)?.as_object(),
        None => None,
    };
    context.insert_data(Originals {
        stack_getter: stack.and_then(|it| it.get().and_then(JsValue::as_object)),
        scene_error_prototype: prototype,
    });
    Ok(())
}
