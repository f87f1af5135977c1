//! The end of a run: the finished scene is held to its rules.

use std::cell::RefCell;

use boa_engine::Context;

use super::failure::{Report, place_of_call};
use super::host::host;
use super::program::{MAIN, Program};
use super::source::Place;
use scenewright_vocabulary::{self as vocabulary, NotKept, RunJobs};

/// Holds the scene of a finished program to its rules. A file that runs by itself has no finished scene, and its rules
/// wait for main.
pub(super) fn finish(
    program: &RefCell<Program>,
    run_jobs: RunJobs<'_>,
    context: &mut Context,
) -> Result<(), Report> {
    let is_main = {
        let program = program.borrow();
        program.name(program.entry()) == MAIN
    };
    if !is_main {
        return Ok(());
    }
    vocabulary::finish(context, run_jobs).map_err(|reason| match reason {
        NotKept::Refused(error) => Report::Refused(error),
        NotKept::Failed(error) => Report::Thrown(error),
        NotKept::Rules(broken) => Report::Broken(broken),
    })?;
    let host = host(context);
    let mut declarations = host.drawing.scene.borrow().declarations().clone();
    for rule in &mut declarations.rules {
        let place = Place { line: rule.line, column: rule.column };
        let place = place_of_call(&rule.file, place, &program.borrow());
        (rule.line, rule.column) = (place.line, place.column);
    }
    host.drawing.scene.borrow_mut().set_declarations(declarations);
    Ok(())
}
