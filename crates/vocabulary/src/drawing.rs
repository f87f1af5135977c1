//! The state that the functions of the vocabulary work on: a scene, fonts, warnings.

use std::cell::{Cell, RefCell};
use std::fmt::Debug;
use std::rc::Rc;

use boa_engine::Context;

use super::reports::{ReportTable, settings};
use scenewright_error::Error;
use scenewright_report::Missing;
use scenewright_scene::typeset::Fonts;
use scenewright_scene::{Assets, PlaceInFile, Scene};

/// A script may warn in every round of a loop, and an answer lists all warnings.
const MAX_WARNINGS: usize = 100;

/// An observer of the calls of a run.
pub trait CallObserver: Debug {
    /// Hears that a function is called, given its row in the table, before it does anything. Returns the author's place of
    /// the call, which is that of what it draws.
    fn called(&self, row: u16, context: &Context) -> Option<PlaceInFile>;

    /// Returns the file, line and column of the innermost code of the script that runs, as the engine counts.
    fn call_place(&self, context: &Context) -> Option<(String, u32, u32)>;

    /// Hears in a few words what a function is doing that takes long.
    fn working(&self, words: &str);
}

/// The drawing of one run.
#[derive(Debug)]
pub struct Drawing {
    /// The scene that the run draws. A function borrows it for as long as it works on it.
    pub scene: RefCell<Scene>,
    /// The fonts that texts of this run may use.
    pub fonts: Fonts,
    /// The assets that this run has read so far, each once.
    pub assets: Assets,
    /// The tables that show the report of the finished drawing.
    pub(crate) report_tables: RefCell<Vec<ReportTable>>,
    /// The time that the run may take, in milliseconds.
    time_ms: Cell<u64>,
    observer: Rc<dyn CallObserver>,
    warnings: RefCell<Vec<String>>,
    /// The limit that was reached. The run fails with it even when the script catches the exception.
    fatal: RefCell<Option<Error>>,
}

impl Drawing {
    /// Makes the drawing of a run that begins with this scene; the observer hears of every call.
    pub fn new(scene: Scene, fonts: Fonts, observer: Rc<dyn CallObserver>) -> Self {
        Drawing {
            scene: RefCell::new(scene),
            fonts,
            assets: Assets::default(),
            report_tables: RefCell::default(),
            time_ms: Cell::new(u64::MAX),
            observer,
            warnings: RefCell::default(),
            fatal: RefCell::default(),
        }
    }

    /// Sets the time that the run may take, by which long searches limit their steps.
    pub fn set_time_limit(&self, ms: u64) {
        self.time_ms.set(ms);
    }

    pub(crate) fn time_ms(&self) -> u64 {
        self.time_ms.get()
    }

    /// Reports a call to the listener, and to the scene the place of what is drawn next.
    pub(crate) fn note_call(&self, row: u16, context: &Context) {
        let place = self.observer.called(row, context);
        // A getter of an argument may call while a function holds the scene; what that one draws has its place.
        if let Ok(mut scene) = self.scene.try_borrow_mut() {
            scene.set_source_place(place);
        }
    }

    /// Reports in a few words what a function is doing that takes long.
    pub(crate) fn working(&self, words: &str) {
        self.observer.working(words);
    }

    /// Adds a warning once; after too many, further ones are dropped.
    pub fn warn(&self, warning: String) {
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < MAX_WARNINGS && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    /// Fills the tables of the report for the finished drawing, which they are no part of.
    pub fn update_reports(&self) {
        let tables = self.report_tables.take();
        if tables.is_empty() {
            return;
        }
        let settings = match settings(&self.assets, self.fonts.source().as_ref()) {
            Ok(settings) => settings,
            Err(error) => return self.warn(error.message),
        };
        let report = scenewright_report::report(&self.scene.borrow(), &settings);
        for table in &tables {
            self.scene.borrow_mut().set_table_rows(&table.name, table.rows(&report));
        }
        let is_shown = |missing: &&Missing| tables.iter().any(|table| missing.is_of(table.section));
        let missing: Vec<&Missing> = report.missing.iter().filter(is_shown).collect();
        if let Some((missing, others)) = missing.split_first() {
            let more = match others.len() {
                0 => String::new(),
                1 => " One more is missing.".to_owned(),
                count => format!(" {count} more are missing."),
            };
            self.warn(format!("reportTable: {}{more}", missing.message));
        }
    }

    /// Takes the warnings out.
    pub fn take_warnings(&self) -> Vec<String> {
        self.warnings.take()
    }

    /// Keeps the first limit that was reached.
    pub(crate) fn latch(&self, error: Error) {
        self.fatal.borrow_mut().get_or_insert(error);
    }

    /// Returns the limit that was reached. The run fails with it even when the script catches the exception.
    pub fn fatal(&self) -> Option<Error> {
        self.fatal.borrow().clone()
    }

    /// Returns the place of the innermost code of the script that runs.
    pub(crate) fn call_place(&self, context: &Context) -> Option<(String, u32, u32)> {
        self.observer.call_place(context)
    }
}

struct DrawingData(Rc<Drawing>);

/// Provides a context with the drawing that its functions work on.
pub(crate) fn provide(drawing: &Rc<Drawing>, context: &mut Context) {
    context.insert_data(DrawingData(Rc::clone(drawing)));
}

/// Returns the drawing of the run that a context belongs to.
pub(crate) fn drawing(context: &Context) -> Rc<Drawing> {
    let data = context.get_data::<DrawingData>();
    Rc::clone(&data.expect("the context of a run carries its drawing").0)
}
