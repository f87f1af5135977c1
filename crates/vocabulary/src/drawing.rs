//! The state that the functions of the vocabulary work on: a scene, fonts, warnings.

use std::cell::RefCell;
use std::fmt::Debug;
use std::rc::Rc;

use boa_engine::Context;

use scenewright_scene::typeset::Fonts;
use scenewright_scene::{PlaceInFile, Scene};

const MAX_WARNINGS: usize = 100;

/// An observer of the calls of a run.
pub trait CallObserver: Debug {
    /// Hears that a function is called, given its row in the table, before it does anything. Returns the author's place of
    /// the call, which is that of what it draws.
    fn called(&self, row: u16, context: &Context) -> Option<PlaceInFile>;
}

/// The drawing of one run.
#[derive(Debug)]
pub struct Drawing {
    pub scene: RefCell<Scene>,
    pub fonts: Fonts,
    observer: Rc<dyn CallObserver>,
    warnings: RefCell<Vec<String>>,
    /// The message of the first call that would have drawn too many entities.
    entities_refused: RefCell<Option<String>>,
}

impl Drawing {
    pub fn new(scene: Scene, fonts: Fonts, observer: Rc<dyn CallObserver>) -> Self {
        Drawing {
            scene: RefCell::new(scene),
            fonts,
            observer,
            warnings: RefCell::default(),
            entities_refused: RefCell::default(),
        }
    }

    /// Tells who listens of a call, and the scene where what is drawn next was drawn.
    pub(crate) fn note_call(&self, row: u16, context: &Context) {
        let place = self.observer.called(row, context);
        // A getter of an argument may call while a function holds the scene; what that one draws has its place.
        if let Ok(mut scene) = self.scene.try_borrow_mut() {
            scene.set_source_place(place);
        }
    }

    /// Adds a warning once; after too many, further ones are dropped.
    pub(crate) fn warn(&self, warning: String) {
        let mut warnings = self.warnings.borrow_mut();
        if warnings.len() < MAX_WARNINGS && !warnings.contains(&warning) {
            warnings.push(warning);
        }
    }

    /// Takes the warnings out.
    pub fn take_warnings(&self) -> Vec<String> {
        self.warnings.take()
    }

    pub(crate) fn refuse_entities(&self, message: &str) {
        self.entities_refused.borrow_mut().get_or_insert_with(|| message.to_owned());
    }

    /// Returns the message of the first call that was refused because there would have been too many entities.
    pub fn entities_refused(&self) -> Option<String> {
        self.entities_refused.borrow().clone()
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
