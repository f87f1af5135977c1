//! The end of a run: the finished scene is held to its rules.

use std::cell::RefCell;

use boa_engine::Context;

use super::failure::{Report, broken_rule, place_of_call};
use super::host::host;
use super::program::{MAIN, Program};
use super::source::Place;
use scenewright_error::{WarningCode, coded_warning};
use scenewright_scene::RuleBreach;
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
    let warned = vocabulary::finish(context, run_jobs).map_err(|reason| match reason {
        NotKept::Refused(error) => Report::Refused(error),
        NotKept::Failed(error) => Report::Thrown(error),
        NotKept::Rules(broken) => Report::Broken(broken),
    })?;
    let host = host(context);
    // Only the rules of a scene that is kept are shown to people, so their places are moved to the names now.
    let mut declarations = host.drawing.scene.borrow().declarations().clone();
    for rule in &mut declarations.rules {
        let place = Place { line: rule.line, column: rule.column };
        let place = place_of_call(&rule.file, place, &program.borrow());
        (rule.line, rule.column) = (place.line, place.column);
    }
    for (index, broken) in warned {
        let (places, entities, measured) = (broken.places.clone(), broken.entities.clone(), broken.measured);
        let error = broken_rule(broken, &program.borrow(), context);
        let at = error.file.as_ref().zip(error.line).map(|(file, line)| format!("{file}:{line}: "));
        let words = format!("{}{}", at.unwrap_or_default(), error.message);
        host.drawing.warn(coded_warning(WarningCode::RuleBroken, &words));
        if let Some(rule) = declarations.rules.get_mut(index) {
            rule.breach = Some(RuleBreach { message: error.message, places, entities, measured });
        }
    }
    host.drawing.scene.borrow_mut().set_declarations(declarations);
    Ok(())
}
