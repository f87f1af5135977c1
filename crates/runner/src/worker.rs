//! The child's side, which takes one job at a time and answers it.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, BufReader};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use serde_bytes::ByteBuf;

use super::child_output::send;
use super::fonts::FontAnswer;
use super::heap::{self, live_bytes, set_limit, set_limit_of_script};
use super::kept_scenes::KeptScenes;
use super::parent_fonts::ParentFonts;
use super::protocol::{
    Answer, Delivered, Done, ExportFormat, Hello, Job, Order, PROTOCOL, PictureRequest, Report, Request,
    RunRequest,
};
use super::protocol::{decode, read_frame};
use super::{hardening, memory};
use scenewright_error::panic_message;
use scenewright_executable::Services;
use scenewright_export::{dxf, pdf, png, svg};
use scenewright_media::read_pdf_pages;
use scenewright_scene::Scene;
use scenewright_scene::typeset::{FontSource, Fonts};
use scenewright_script::{Engine, MAIN, RunFailure, RunOutcome, outline};

/// The address space for the stack of scripts; pages count only once they are touched. Sources nested 1,000 deep
/// and 10,000 open calls need a quarter of it.
pub(super) const STACK_BYTES: usize = 256 << 20;

/// The most characters of the message of a panic: it may quote a script or a scene.
const MAX_PANIC_WORDS: usize = 1_000;

/// The bytes that a job left behind, a scene among them, from which on garbage is collected before the next job: less is collected
/// by that job when its own is added, or never.
const MUCH_GARBAGE: u64 = 4 << 20;

/// The time after which an idle child ends by itself: longer than most pauses between the calls of a model, so that only an
/// idle project pays for another start, and it holds no memory.
const IDLE: Duration = Duration::from_mins(1);

/// Serves jobs from standard input until it closes, with the heap and the threads of the executable. The thread that reads
/// never waits for a job, so the end of the parent is noticed, and obeyed, in the middle of an endless loop.
pub fn serve(services: &'static Services) -> ! {
    heap::adopt(services);
    services.at_limit(memory::end);
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        LAST_PANIC.with(|last| *last.borrow_mut() = place);
    }));
    let (sender, jobs) = mpsc::channel::<Job>();
    let (font_sender, answers) = mpsc::channel();
    let hardening = hardening::harden(|| {
        if !services.spawn(STACK_BYTES, move || work(&jobs, answers)) {
            eprintln!("scenewright-runner: no memory for the stack of scripts");
            memory::exit_now(1);
        }
    });
    // No job is read before the greeting is sent, and so none runs before everything above is done.
    send(&Hello { protocol: PROTOCOL, version: env!("CARGO_PKG_VERSION").into(), hardening });
    let mut input = BufReader::new(io::stdin().lock());
    loop {
        let order = match read_frame(&mut input) {
            Ok(Some(body)) => decode::<Order<Job>>(&body),
            Ok(None) | Err(_) => memory::exit_now(0),
        };
        match order {
            Ok(Order::Job(job)) => drop(sender.send(job)),
            Ok(Order::Font(answer)) => drop(font_sender.send(answer)),
            Ok(Order::Where) => send(&Report::Where(memory::progress().last_call())),
            Err(error) => {
                eprintln!("scenewright-runner: the job could not be read: {error}");
                memory::exit_now(1);
            }
        }
    }
}

fn work(jobs: &mpsc::Receiver<Job>, answers: mpsc::Receiver<FontAnswer>) {
    let kept = Arc::new(ParentFonts::new(answers));
    memory::progress().on_print(Box::new(|line| send(&Report::Printed(line.clone()))));
    let fonts: Arc<dyn FontSource> = kept.clone();
    let mut engine = Engine::new(memory::progress(), &fonts);
    let mut scenes = KeptScenes::default();
    loop {
        prepare_guarded(&mut engine);
        let held = live_bytes();
        let job = match jobs.recv_timeout(IDLE) {
            Ok(job) => job,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => memory::exit_now(0),
        };
        send(&Report::Taken);
        // Memory from before the job does not count for it.
        set_limit_of_script(job.memory_bytes.saturating_add(held));
        let number = job.request.delivery().map(|delivery| delivery.number);
        let answer = answer_guarded(job.request, &mut engine, &fonts, &mut scenes, held);
        // The rest is our own work: writing the answer must not end the process at the script's limit.
        set_limit(u64::MAX);
        kept.trim();
        // What is left decides which scenes are kept, and in the parent whether the child is.
        if scenes.exceed() {
            engine.forget();
        }
        scenes.trim_excess();
        // Reported without the scenes that are dropped right after the answer, so that the parent does not
        // replace the child for them.
        let heap_bytes = live_bytes().saturating_sub(scenes.surplus_bytes());
        let report = Report::Done(Box::new(Done { answer, heap_bytes }));
        send(&report);
        // Dropped after the answer is sent: a large scene takes milliseconds that the caller should not wait
        // for, and so does garbage.
        if live_bytes() > held + MUCH_GARBAGE {
            engine.forget();
        }
        let has_room = scenes.trim();
        let whole = whole_scene(report);
        if let (Some(number), Some(scene), true) = (number, whole, has_room) {
            scenes.keep(number, scene, held);
            scenes.trim();
        }
    }
}

/// Returns the scene that went to the parent as it is.
fn whole_scene(report: Report) -> Option<Scene> {
    let Report::Done(done) = report else { return None };
    let Answer::Ran(ran) = done.answer else { return None };
    let Delivered { outcome, patch } = (*ran).ok()?;
    patch.is_none().then_some(outcome.scene)
}

thread_local! {
    /// The place of the last panic of this thread. The hook prints nothing: the parent reads the error stream
    /// only when a child has ended, and a full pipe would block.
    static LAST_PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Returns the message of a panic and its place.
fn message_with_place(panic: &(dyn Any + Send)) -> String {
    let words: String = panic_message(panic).chars().take(MAX_PANIC_WORDS).collect();
    match LAST_PANIC.with(|last| last.borrow_mut().take()) {
        Some(place) => format!("{words} (at {place})"),
        None => words,
    }
}

/// Sets the engine up for the next run. A panic leaves it as it is: that run meets it again, where it is answered.
fn prepare_guarded(engine: &mut Engine) {
    let _ = catch_unwind(AssertUnwindSafe(|| engine.prepare()));
}

/// Answers a request on this thread, whose heap holds this many bytes; a panic is also answered.
pub(super) fn answer_guarded(
    request: Request,
    engine: &mut Engine,
    fonts: &Arc<dyn FontSource>,
    scenes: &mut KeptScenes,
    held: u64,
) -> Answer {
    catch_unwind(AssertUnwindSafe(|| answer(request, engine, fonts, scenes, held)))
        .unwrap_or_else(|panic| Answer::Panicked(message_with_place(panic.as_ref())))
}

fn answer(
    request: Request,
    engine: &mut Engine,
    fonts: &Arc<dyn FontSource>,
    scenes: &mut KeptScenes,
    held: u64,
) -> Answer {
    match request {
        Request::Ping => Answer::Pong,
        Request::TryToEscape => Answer::SandboxProbes(hardening::try_to_escape()),
        Request::Run { run: request, delivery } => {
            let ran = run(request, engine).map(|outcome| scenes.deliver(outcome, delivery, held));
            Answer::Ran(Box::new(ran.map_err(|failure| *failure)))
        }
        Request::Outline { name, text } => Answer::Text(outline(&name, &text)),
        Request::Export { scene, format, previous } => {
            let file = match format {
                ExportFormat::Svg => Ok(match previous {
                    Some(previous) => svg::to_svg_with_changes(&scene, &previous),
                    None => svg::to_svg(&scene),
                }
                .into_bytes()),
                ExportFormat::Dxf(options) => dxf::to_dxf(&scene, options),
                ExportFormat::Pdf => pdf::to_pdf(&scene),
            };
            Answer::Bytes(file.map(ByteBuf::from))
        }
        Request::PdfPages { bytes, first, last } => {
            Answer::PdfPages(read_pdf_pages(bytes.into_vec(), first, last))
        }
        Request::Png { scene, picture } => Answer::Bytes(render(&scene, &picture, fonts).map(ByteBuf::from)),
        #[cfg(feature = "test-panics")]
        Request::Panic => panic!("a panic that a test asked for"),
    }
}

fn render(
    scene: &Scene,
    request: &PictureRequest,
    fonts: &Arc<dyn FontSource>,
) -> Result<Vec<u8>, scenewright_error::Error> {
    let fonts = Fonts::new(Arc::clone(fonts));
    png::render(scene, &request.picture(Some(&fonts))).map(|rendered| rendered.png)
}

/// Runs the entry, and then every changed file that took no part in it, each in a scene of its own.
fn run(request: RunRequest, engine: &mut Engine) -> Result<RunOutcome, Box<RunFailure>> {
    let RunRequest { sources, entry, changed, options } = request;
    let has_scene = entry.is_some();
    let mut outcome = match &entry {
        Some(entry) => engine.run(sources.clone(), entry, &options)?,
        None => RunOutcome {
            scene: Scene::new(),
            logs: Vec::new(),
            warnings: Vec::new(),
            files: Vec::new(),
            fonts: BTreeMap::new(),
            assets: BTreeMap::new(),
        },
    };
    for name in &changed {
        // It ran as a part of the entry.
        if outcome.files.contains(name) {
            continue;
        }
        match engine.run(sources.clone(), name, &options) {
            Ok(alone) => {
                outcome.logs.extend(alone.logs);
                outcome.warnings.extend(alone.warnings);
                if has_scene && name != MAIN {
                    outcome.warnings.push(format!("main does not import {name}: it was run by itself"));
                }
            }
            Err(failure) => {
                let logs = [outcome.logs, failure.logs].concat();
                return Err(Box::new(RunFailure { logs, rejected: None, ..*failure }));
            }
        }
    }
    Ok(outcome)
}
