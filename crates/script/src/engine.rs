//! Runs of programs, each in a fresh engine context.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use boa_engine::builtins::promise::{OperationType, Promise, PromiseState};
use boa_engine::context::time::{self, FixedClock, JsInstant, StdClock};
use boa_engine::context::{ContextBuilder, HostHooks};
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::gc::{HeapMeter, force_collect, set_heap_meter};
use boa_engine::module::{ModuleLoader, ModuleRequest, Referrer, SyntheticModuleInitializer};
use boa_engine::object::builtins::JsPromise;
use boa_engine::object::{FunctionObjectBuilder, JsObject};
use boa_engine::property::PropertyDescriptor;
use boa_engine::realm::Realm;
use boa_engine::{
    Context, JsError, JsNativeError, JsResult, JsString, JsValue, Module, NativeFunction, Script, Source,
    js_string,
};

use super::author_files::AuthorFiles;
use super::drawing_places::move_to_names;
use super::facts::{DeclaredAs, Form};
use super::failure::{Report, brief, message_when_caught, report, with_place};
use super::finishing::finish;
use super::host::{Host, host, keep_originals, provide};
use super::limits::Limits;
use super::loading::{load, resolve};
use super::log::Log;
use super::program::Program;
use super::progress::Progress;
use super::run::{Clock, RejectedScene, RuleFacts, RunFailure, RunOptions, RunOutcome};
use super::source::{Place, SourceFile};
use super::top_level::own_names;
use super::warnings::{nothing_called, remarks, unreached_names};
use super::{console, polyfills};
use scenewright_error::{Error, Kind, panic_message};
use scenewright_scene::typeset::{FontSource, Fonts};
use scenewright_scene::warning_of_boxes;
use scenewright_vocabulary::provide_parameters;

/// The instant of `Date` unless the host asks for the real one: 2026-01-01T00:00:00Z.
const FROZEN_MS: u64 = 1_767_225_600_000;

/// The clock of a run, whose kind is known when the run begins.
struct RunClock {
    kind: Cell<Clock>,
    frozen: FixedClock,
    real: StdClock,
}

impl Default for RunClock {
    fn default() -> Self {
        let frozen = FixedClock::from_millis(FROZEN_MS);
        RunClock { kind: Cell::new(Clock::Frozen), frozen, real: StdClock::new() }
    }
}

impl RunClock {
    fn of_kind(&self) -> &dyn time::Clock {
        match self.kind.get() {
            Clock::Frozen => &self.frozen,
            Clock::Real => &self.real,
        }
    }
}

impl time::Clock for RunClock {
    fn now(&self) -> JsInstant {
        self.of_kind().now()
    }

    fn system_time_millis(&self) -> i64 {
        self.of_kind().system_time_millis()
    }
}

/// The most calls of the script itself that may be open at once, a little more than the 10,000 that the sandbox promises.
const MAX_FRAMES: usize = 12_000;

/// The most values on the engine's own stack; reached only together with the limit on frames.
const MAX_STACK_VALUES: usize = 64 << 20;

/// The most failed imports that are remembered, so that the error of the run can show where they stand.
const MAX_REFUSED: usize = 100;

/// The bytes that the heap of a small script grows by between two collections. With less, contexts alone would be collected after every
/// few runs. With more, runs take memory that the system has to clear first: with 16 MiB that was half of the time of a script that
/// splits a text into 100,000 words.
const LEAST_GROWTH: usize = 8 << 20;

/// Lets this thread's engines collect garbage before the heap of the process holds this many bytes. `live_bytes` returns about how
/// many it holds; it is asked for every object that a script makes.
pub fn collect_garbage_below(live_bytes: fn() -> usize, limit_bytes: u64) {
    let limit_bytes = usize::try_from(limit_bytes).unwrap_or(usize::MAX);
    set_heap_meter(HeapMeter { live_bytes, limit_bytes, least_growth: LEAST_GROWTH });
}

/// The bytes of a run's limit for each entity that room is made for before the run: it takes 80 at most, so that the room is a 25th of
/// the limit and no run fails for what another one drew.
const LIMIT_PER_EXPECTED: u64 = 2_048;

/// Runs programs one after another on one thread, each in a context of its own. The caller provides the stack and the clock:
/// nothing here ends an infinite loop.
pub struct Engine {
    progress: Arc<Progress>,
    fonts: Arc<dyn FontSource>,
    prepared: Option<Prepared>,
    /// The context of the last run, which takes as long to drop as a small script to run.
    spent: Option<Context>,
    /// The entities of the last scene: the next run is most often of the same project, and as large.
    last_count: usize,
}

impl Engine {
    /// Makes an engine that reports its progress to another thread, and takes its fonts from a source.
    pub fn new(progress: &Arc<Progress>, fonts: &Arc<dyn FontSource>) -> Self {
        Engine {
            progress: Arc::clone(progress),
            fonts: Arc::clone(fonts),
            prepared: None,
            spent: None,
            last_count: 0,
        }
    }

    /// Forgets the last run, and sets a context up for the next: both take time that the next caller need not wait for.
    pub fn prepare(&mut self) {
        self.spent = None;
        if self.prepared.is_none() {
            // What fails here fails again where the error can be reported.
            self.prepared = Prepared::new(&self.progress, &self.fonts).ok();
        }
    }

    /// Forgets the last run, and collects the garbage of all.
    pub fn forget(&mut self) {
        self.spent = None;
        force_collect();
    }

    /// Runs the program that begins at `entry`, in a fresh context, on this thread.
    pub fn run(
        &mut self,
        sources: Vec<SourceFile>,
        entry: &str,
        options: &RunOptions,
    ) -> Result<RunOutcome, Box<RunFailure>> {
        let files = sources.iter().map(|it| it.name.clone()).collect();
        let outcome = load(sources, entry, &options.limits)
            .map_err(|error| Box::new(RunFailure::of(error)))
            .and_then(|program| self.execute(program, options, files));
        outcome.map_err(|failure| Box::new(RunFailure { error: brief(failure.error), ..*failure }))
    }

    /// Runs a loaded program.
    fn execute(
        &mut self,
        program: Program,
        options: &RunOptions,
        files: Vec<String>,
    ) -> Result<RunOutcome, Box<RunFailure>> {
        self.spent = None;
        let prepared = match self.prepared.take() {
            Some(prepared) => prepared,
            None => Prepared::new(&self.progress, &self.fonts).map_err(|error| {
                let words = format!("The engine could not be set up: {error}");
                Box::new(RunFailure::of(Error::new(Kind::Runner, words)))
            })?,
        };
        let affordable =
            usize::try_from(options.limits.memory_bytes / LIMIT_PER_EXPECTED).unwrap_or(usize::MAX);
        prepared.host.expect(self.last_count.min(affordable));
        let (outcome, context) = prepared.execute(program, options, files);
        self.spent = Some(context);
        if let Ok(outcome) = &outcome {
            self.last_count = outcome.scene.entity_count();
        }
        outcome
    }
}

/// A context in which nothing has run yet, with what its functions work on.
struct Prepared {
    context: Context,
    host: Rc<Host>,
    hooks: Rc<Hooks>,
    loader: Rc<Loader>,
    clock: Rc<RunClock>,
}

impl Prepared {
    fn new(progress: &Arc<Progress>, fonts: &Arc<dyn FontSource>) -> JsResult<Self> {
        let host = Rc::new(Host::new(Fonts::new(Arc::clone(fonts)), Arc::clone(progress)));
        let loader = Rc::new(Loader::default());
        let hooks = Rc::new(Hooks {
            host: Rc::clone(&host),
            loader: Rc::clone(&loader),
            rejected: RefCell::default(),
        });
        let clock = Rc::new(RunClock::default());
        let mut context = ContextBuilder::new()
            .host_hooks(Rc::clone(&hooks))
            .module_loader(Rc::clone(&loader))
            .clock(Rc::clone(&clock))
            // Atomics.wait would block the only thread for ever.
            .can_block(false)
            .build()?;
        let limits = context.runtime_limits_mut();
        limits.set_recursion_limit(MAX_FRAMES);
        limits.set_stack_size_limit(MAX_STACK_VALUES);
        provide(&mut context, &host);
        // Before anything is replaced: what is kept is as the engine made it.
        keep_originals(&mut context);
        define_random(&mut context)?;
        console::define(&mut context)?;
        polyfills::define(&mut context)?;
        scenewright_vocabulary::define(&host.drawing, &mut context)?;
        Ok(Prepared { context, host, hooks, loader, clock })
    }

    /// Runs a loaded program, and returns the context that is left.
    fn execute(
        self,
        program: Program,
        options: &RunOptions,
        files: Vec<String>,
    ) -> (Result<RunOutcome, Box<RunFailure>>, Context) {
        let Prepared { mut context, host, hooks, loader, clock } = self;
        let authors = AuthorFiles::new(&files, |name| program.is_builtin(name));
        host.begin(options, files, authors);
        clock.kind.set(options.clock);
        provide_parameters(&mut context, options.parameters.clone());
        if !options.as_written {
            // After the vocabulary is defined, because a name that is a global already may not be taken out of the
            // shared scope.
            loader.own_names.replace(own_names(&program, &context));
        }
        loader.program.replace(program);
        let (mut places, mut broken) = (None, Vec::new());
        let result = evaluate(&loader, &hooks, &mut context)
            .and_then(|()| finish(&loader.program, &mut run_jobs, &mut context))
            .and_then(|()| hooks.no_rejection());
        // While the context lives: a thrown value can only be read with it.
        let result = result.map_err(|failed| {
            places = failed.broken_places();
            let program = loader.program.borrow();
            broken = failed.broken_facts(&program);
            report(failed, &program, &loader.refused.borrow(), &mut context)
        });
        // A latched limit outlives a catch of the script's.
        let result = match host.fatal() {
            Some(fatal) => Err(fatal_error(fatal, result.err())),
            None => result.and_then(|()| settle(&host, &loader.program.borrow())),
        };
        let program = loader.program.take();
        (outcome_of(result, &host, &program, places, broken), context)
    }
}

/// Makes the outcome of a run that has ended.
fn outcome_of(
    result: Result<(), Error>,
    host: &Host,
    program: &Program,
    places: Option<Vec<[f64; 2]>>,
    broken: Vec<RuleFacts>,
) -> Result<RunOutcome, Box<RunFailure>> {
    let mut warnings = host.drawing.take_warnings();
    let logs = host.log.replace(Log::new(&Limits::default())).finish();
    match result {
        Ok(()) => {
            if host.drawing.scene.borrow().entity_count() == 0 {
                // An empty scene is valid, but nearly always a forgotten call.
                warnings.extend(nothing_called(program));
            }
            warnings.extend(unreached_names(program));
            warnings.extend(remarks(program));
            let files = program.file_names().into_iter().map(str::to_owned).collect();
            let (mut scene, fonts) = (host.drawing.scene.take(), host.drawing.fonts.used());
            move_to_names(&mut scene, program);
            Ok(RunOutcome { scene, logs, warnings, files, fonts, assets: host.drawing.assets.used() })
        }
        Err(error) => {
            // The remark may be about the cause of the failure.
            warnings.extend(remarks(program));
            let rejected = places.filter(|_| error.kind == Kind::Invariant);
            let rejected = rejected.and_then(|places| rejected_scene(host, places));
            let broken = if error.kind == Kind::Invariant { broken } else { Vec::new() };
            Err(Box::new(RunFailure { error, logs, warnings, rejected, broken }))
        }
    }
}

/// The most entities of a scene that is handed on only to be shown: a larger one takes longer on its way than its picture is
/// worth.
const MAX_REJECTED_ENTITIES: usize = 10_000;

/// Takes the finished scene that broke a rule.
fn rejected_scene(host: &Host, places: Vec<[f64; 2]>) -> Option<Box<RejectedScene>> {
    if host.drawing.scene.borrow().entity_count() > MAX_REJECTED_ENTITIES {
        return None;
    }
    // Where annotations cannot be drawn, the picture shows the rest.
    let _ = host.drawing.scene.borrow_mut().settle(&host.drawing.fonts);
    Some(Box::new(RejectedScene { scene: host.drawing.scene.take(), places }))
}

/// Redraws the reports, dimensions, notes and hatches of the finished scene.
fn settle(host: &Host, program: &Program) -> Result<(), Error> {
    host.drawing.update_reports();
    let settled = host.drawing.scene.borrow_mut().settle(&host.drawing.fonts);
    let warnings = settled.map_err(|refusal| {
        let error = Error::new(Kind::Scene, format!("SceneError: {}", refusal.message))
            .with_hint("Annotations are redrawn from the final scene after the script ends.");
        let drawn_at = refusal.entity.and_then(|entity| host.drawing.scene.borrow().source_place(&entity));
        match drawn_at {
            Some(at) => with_place(error, &at.file, Place { line: at.line, column: at.column }, program),
            None => error,
        }
    })?;
    let boxes = warning_of_boxes("texts of annotations: there is", &host.drawing.fonts.boxes());
    warnings.into_iter().chain(boxes).for_each(|warning| host.drawing.warn(warning));
    Ok(())
}

/// Returns the error of the limit that was reached, at the place of the exception.
fn fatal_error(fatal: Error, thrown: Option<Error>) -> Error {
    match thrown {
        Some(thrown) => Error { kind: fatal.kind, hint: fatal.hint, ..thrown },
        None => fatal,
    }
}

fn define_random(context: &mut Context) -> JsResult<()> {
    let random = NativeFunction::from_fn_ptr(|_, _, context| {
        let next = host(context).random.borrow_mut().next_f64();
        Ok(JsValue::from(next))
    });
    let math = context.global_object().get(js_string!("Math"), context)?;
    if let Some(math) = math.as_object() {
        let function = FunctionObjectBuilder::new(context.realm(), random).name(js_string!("random")).build();
        let property =
            PropertyDescriptor::builder().value(function).writable(true).configurable(true).enumerable(false);
        math.define_property_or_throw(js_string!("random"), property, context)?;
    }
    Ok(())
}

/// Evaluates the classic scripts first, depth first; then the modules they import for effect; then the entry
/// when it is one.
fn evaluate(loader: &Rc<Loader>, hooks: &Hooks, context: &mut Context) -> Result<(), Report> {
    let (classic, mut modules, entry, form) = {
        let program = loader.program.borrow();
        let entry = program.entry();
        // Copied, because a dynamic import borrows the program for writing while the scripts run.
        (program.classic_order.clone(), program.bare_modules.clone(), entry, program.facts(entry).form)
    };
    // A function of one classic script may use what a later one declares, so the engine must know all their names
    // before it compiles the first.
    for &index in &classic {
        loader.parse_classic(index, context).map_err(|error| loader.report(index, error))?;
    }
    for index in classic {
        loader.run_classic(index, context).map_err(|error| loader.report(index, error))?;
        // Promises of one script settle before the next begins, as between two script elements of a page.
        run_jobs(context).map_err(Report::Thrown)?;
    }
    if form == Form::Module {
        modules.push(entry);
    }
    for index in modules {
        let module = loader.module(index, context).map_err(|error| loader.report(index, error))?;
        let promise = module.load_link_evaluate(context);
        run_jobs(context).map_err(|error| loader.report(index, error))?;
        match promise.state() {
            PromiseState::Fulfilled(_) => {}
            PromiseState::Rejected(reason) => return Err(loader.report(index, JsError::from_opaque(reason))),
            // The queue of jobs is empty and there are no timers, so nothing can settle it later.
            PromiseState::Pending => return Err(Report::NeverSettled { file: loader.name(index) }),
        }
    }
    hooks.no_rejection()
}

/// Runs the jobs in the queue. When the body of a module that awaits at its top level recurses too deep, the
/// engine panics: it does not expect that error there. Nothing but the report follows it.
fn run_jobs(context: &mut Context) -> JsResult<()> {
    catch_unwind(AssertUnwindSafe(|| context.run_jobs())).unwrap_or_else(|panic| {
        if panic_message(panic.as_ref()).contains("RuntimeLimit(Recursion)") {
            return Err(EngineError::from(RuntimeLimitError::Recursion).into());
        }
        resume_unwind(panic)
    })
}

/// A module loader that finds the files of the program for the engine.
#[derive(Default)]
struct Loader {
    program: RefCell<Program>,
    scripts: RefCell<HashMap<usize, Script>>,
    /// The names of each script that nothing outside of it reaches.
    own_names: RefCell<HashMap<usize, Vec<JsString>>>,
    modules: RefCell<HashMap<usize, Module>>,
    ran: RefCell<HashSet<usize>>,
    /// The imports that failed while the program ran, each with its specifier and error.
    refused: RefCell<Vec<(String, Error)>>,
}

impl Loader {
    fn name(&self, index: usize) -> String {
        self.program.borrow().name(index).to_owned()
    }

    fn code(&self, index: usize) -> (String, String) {
        let program = self.program.borrow();
        (program.name(index).to_owned(), program.facts(index).code.clone())
    }

    fn report(&self, index: usize, error: JsError) -> Report {
        Report::In { file: self.name(index), error }
    }

    fn run_classic(&self, index: usize, context: &mut Context) -> JsResult<()> {
        // Marked before it runs: a script that imports itself by import() would otherwise run twice.
        if !self.ran.borrow_mut().insert(index) {
            return Ok(());
        }
        self.parse_classic(index, context)?.evaluate(context)?;
        Ok(())
    }

    /// Returns the engine's script of a file, made once.
    fn parse_classic(&self, index: usize, context: &mut Context) -> JsResult<Script> {
        if let Some(script) = self.scripts.borrow().get(&index) {
            return Ok(script.clone());
        }
        let (name, code) = self.code(index);
        let source = Source::from_bytes(&code).with_path(Path::new(&name));
        let own_names = self.own_names.borrow_mut().remove(&index).unwrap_or_default();
        let script = Script::parse_with_own_names(source, None, own_names, context)?;
        self.scripts.borrow_mut().insert(index, script.clone());
        Ok(script)
    }

    /// Returns the engine's module of a file, made once.
    fn module(&self, index: usize, context: &mut Context) -> JsResult<Module> {
        if let Some(module) = self.modules.borrow().get(&index) {
            return Ok(module.clone());
        }
        let form = self.program.borrow().facts(index).form;
        let module = match form {
            Form::Module => {
                let (name, code) = self.code(index);
                Module::parse(Source::from_bytes(&code).with_path(Path::new(&name)), None, context)?
            }
            Form::Classic => {
                self.run_classic(index, context)?;
                self.module_of_classic(index, context)?
            }
        };
        self.modules.borrow_mut().insert(index, module.clone());
        Ok(module)
    }

    /// Returns a module that exports the declarations of a classic script, which has run, in the shared scope.
    fn module_of_classic(&self, index: usize, context: &mut Context) -> JsResult<Module> {
        let (file, names, lexical) = {
            let program = self.program.borrow();
            let facts = program.facts(index);
            let is_lexical = |name: &&String| {
                facts.declarations.iter().any(|it| it.kind == DeclaredAs::Lexical && it.name.text == **name)
            };
            // let, const and class are in the shared scope but are no properties of the global object, so each kind
            // is read where it is.
            let lexical: HashSet<String> = facts.top_names.iter().filter(is_lexical).cloned().collect();
            (program.name(index).to_owned(), facts.top_names.clone(), lexical)
        };
        let mut exports: Vec<(JsString, JsValue)> = Vec::with_capacity(names.len());
        for name in names {
            let key = JsString::from(name.as_str());
            let value = if lexical.contains(&name) {
                // A lexical binding is no property; the name alone, run as a script, reads it.
                Script::parse(Source::from_bytes(&name), None, context)?.evaluate(context)?
            } else {
                context.global_object().get(key.clone(), context)?
            };
            exports.push((key, value));
        }
        let keys: Vec<JsString> = exports.iter().map(|(key, _)| key.clone()).collect();
        let initializer = SyntheticModuleInitializer::from_copy_closure_with_captures(
            |module, exports: &Vec<(JsString, JsValue)>, _| {
                exports.iter().try_for_each(|(key, value)| module.set_export(key, value.clone()))
            },
            exports,
        );
        Ok(Module::synthetic(&keys, initializer, Some(Path::new(&file).to_path_buf()), None, context))
    }
}

impl ModuleLoader for Loader {
    async fn load_imported_module(
        self: Rc<Self>,
        _referrer: Referrer,
        request: ModuleRequest,
        context: &RefCell<&mut Context>,
    ) -> JsResult<Module> {
        let specifier = request.specifier().to_std_string_lossy();
        let found = resolve(&mut self.program.borrow_mut(), &specifier);
        let index = found.map_err(|error| {
            let message = match (&error.file, error.line) {
                (Some(file), Some(line)) => format!("{} ({file}, line {line})", error.message),
                _ => error.message.clone(),
            };
            // The engine keeps only the message of the exception. The whole error, with its place, waits here until
            // the run fails.
            let mut refused = self.refused.borrow_mut();
            if refused.len() < MAX_REFUSED {
                refused.push((specifier, Error { message: message.clone(), ..error }));
            }
            JsNativeError::typ().with_message(message)
        })?;
        self.module(index, &mut context.borrow_mut())
    }
}

/// The host hooks of the engine.
struct Hooks {
    host: Rc<Host>,
    loader: Rc<Loader>,
    rejected: RefCell<Vec<JsObject<Promise>>>,
}

impl Hooks {
    /// Fails with the first rejection that nothing handles.
    fn no_rejection(&self) -> Result<(), Report> {
        self.unhandled().map_or(Ok(()), |reason| Err(Report::Unhandled(reason)))
    }

    /// Returns the reason of the first rejection that nothing handles.
    fn unhandled(&self) -> Option<JsValue> {
        let rejected = self.rejected.borrow();
        rejected.iter().find_map(|promise| {
            let promise = JsPromise::from_object(promise.clone().upcast()).ok()?;
            match promise.state() {
                PromiseState::Rejected(reason) => Some(reason),
                _ => None,
            }
        })
    }
}

impl HostHooks for Hooks {
    fn native_error_message(&self, error: &JsError) -> Option<String> {
        // The program is being changed while a file of it is loaded.
        let program = self.loader.program.try_borrow().ok()?;
        message_when_caught(error, &program, &self.host.caught)
    }

    fn promise_rejection_tracker(
        &self,
        promise: &JsObject<Promise>,
        operation: OperationType,
        _context: &mut Context,
    ) {
        let mut rejected = self.rejected.borrow_mut();
        match operation {
            OperationType::Reject => rejected.push(promise.clone()),
            // A handler that is attached later in the same run still counts, as in other hosts.
            OperationType::Handle => rejected.retain(|it| it != promise),
        }
    }

    fn ensure_can_compile_strings(
        &self,
        _realm: Realm,
        _parameters: &[JsString],
        _body: &JsString,
        _direct: bool,
        _context: &mut Context,
    ) -> JsResult<()> {
        Err(JsNativeError::typ()
            .with_message(
                "code from strings (eval, Function) is not available in scene scripts; write it in a module",
            )
            .into())
    }

    // Local time is UTC on every machine, so that the same script gives the same drawing.
    fn local_timezone_offset_seconds(&self, _unix_time_seconds: i64) -> i32 {
        0
    }
}
