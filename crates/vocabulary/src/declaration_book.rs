//! The parameters and rules that a run declares, and the phase that the run is in.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use boa_engine::Context;
use boa_engine::object::JsObject;

use super::breach::Breach;
use super::drawing::Drawing;
use super::ready_check::Check;
use scenewright_scene::{Declarations, GivenParameters, LaidSheet, MAX_LAID_SHEETS, Scene, SceneParameter};

/// The declarations of one run.
#[derive(Debug, Default)]
pub(crate) struct DeclarationBook {
    pub(crate) given: GivenParameters,
    pub(crate) parameters: RefCell<Vec<SceneParameter>>,
    pub(crate) rules: RefCell<Vec<DeclaredRule>>,
    /// The sheets that parts were laid out on.
    pub(crate) sheets: RefCell<Vec<LaidSheet>>,
    is_checking: Cell<bool>,
    /// The finished scene, kept from the first change that the test of a rule makes.
    finished: RefCell<Option<Scene>>,
    /// True once a ready check was made since the last question.
    has_checked: Cell<bool>,
    /// The breach that the last ready check of a test found.
    breach: RefCell<Option<Breach>>,
}

/// A rule as it was declared.
#[derive(Clone, Debug)]
pub(crate) struct DeclaredRule {
    pub(crate) name: String,
    pub(crate) message: Option<String>,
    /// The file, line and column of the declaration, as the engine counts.
    pub(crate) place: Option<(String, u32, u32)>,
    pub(crate) test: RuleTest,
    /// True for a rule that warns, and does not refuse the change.
    pub(crate) only_warns: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum RuleTest {
    Function(JsObject),
    /// A ready check, with the function that stands for it in the script.
    Ready(Check, JsObject),
}

impl RuleTest {
    /// Returns the ready check, where it is one.
    pub(crate) fn ready(&self) -> Option<&Check> {
        match self {
            RuleTest::Ready(check, _) => Some(check),
            RuleTest::Function(_) => None,
        }
    }
}

struct BookData(Rc<DeclarationBook>);

/// Provides a context with the values that the host set for parameters.
pub fn provide_parameters(context: &mut Context, given: GivenParameters) {
    context.insert_data(BookData(Rc::new(DeclarationBook { given, ..DeclarationBook::default() })));
}

/// Returns the declarations of the run that a context belongs to.
pub(crate) fn book(context: &Context) -> Rc<DeclarationBook> {
    context.get_data::<BookData>().map(|data| Rc::clone(&data.0)).unwrap_or_default()
}

impl DeclarationBook {
    /// Returns true while the finished scene is held to its rules.
    pub(crate) fn is_checking(&self) -> bool {
        self.is_checking.get()
    }

    pub(crate) fn start_checking(&self) {
        self.is_checking.set(true);
    }

    /// Remembers a sheet that parts were laid out on. The same one is remembered once.
    pub(crate) fn note_sheet(&self, sheet: LaidSheet) {
        let mut sheets = self.sheets.borrow_mut();
        if sheets.len() < MAX_LAID_SHEETS && !sheets.contains(&sheet) {
            sheets.push(sheet);
        }
    }

    /// Returns what was declared so far, without the rules, which are not tested yet.
    pub(crate) fn so_far(&self) -> Declarations {
        Declarations {
            parameters: self.parameters.borrow().clone(),
            rules: Vec::new(),
            sheets: self.sheets.borrow().clone(),
        }
    }

    /// Keeps the finished scene before the test of a rule changes it: a rule measures, and leaves no trace.
    pub(crate) fn before_change(&self, drawing: &Drawing) {
        if self.is_checking.get() {
            self.finished.borrow_mut().get_or_insert_with(|| drawing.scene.borrow().clone());
        }
    }

    /// Brings back the finished scene after the test of a rule.
    pub(crate) fn restore(&self, drawing: &Drawing) {
        if let Some(finished) = self.finished.take() {
            drawing.scene.replace(finished);
        }
    }

    /// Keeps what a check found for the test that made it: an exception carries no more than words.
    pub(crate) fn note_breach(&self, breach: Breach) {
        *self.breach.borrow_mut() = Some(breach);
    }

    /// Returns what the last check found broken, once.
    pub(crate) fn take_breach(&self) -> Option<Breach> {
        self.breach.take()
    }

    pub(crate) fn note_check(&self) {
        self.has_checked.set(true);
    }

    /// Returns true if a ready check was made since the last question.
    pub(crate) fn take_checked(&self) -> bool {
        self.has_checked.replace(false)
    }
}
