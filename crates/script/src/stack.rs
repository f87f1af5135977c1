//! The calls that were open when a run failed, as the engine reports them.

use super::program::Program;
use super::source::Place;

/// The most calls that an error shows, the innermost ones: of an endless recursion there are 10,000.
const MAX_FRAMES: usize = 20;

/// A call of the stack that lies in a file of the program.
pub(super) struct Frame {
    pub(super) function: String,
    pub(super) file: String,
    pub(super) place: Option<Place>,
}

impl Frame {
    fn show(&self) -> String {
        match self.place {
            Some(place) => format!("at {} ({}:{}:{})", self.function, self.file, place.line, place.column),
            None => format!("at {} ({})", self.function, self.file),
        }
    }
}

/// Formats the stack, one call per line; a call that repeats is one line.
pub(super) fn show_stack(stack: &[Frame]) -> String {
    let lines: Vec<String> = stack.iter().take(MAX_FRAMES).map(Frame::show).collect();
    let runs = lines.chunk_by(|a, b| a == b);
    let shown = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        count => format!("{} … {count} times or more", run[0]),
    });
    shown.collect::<Vec<_>>().join("\n")
}

/// Returns the frames of the engine's text that lie in files of the program, innermost first. Host functions
/// have no file; their caller comes next.
pub(super) fn frames(shown: &str, program: &Program) -> Vec<Frame> {
    shown
        .lines()
        .filter_map(|line| line.strip_prefix("    at "))
        .filter_map(|line| parse_frame(line, program))
        .collect()
}

fn parse_frame(line: &str, program: &Program) -> Option<Frame> {
    let (function, rest) = line.rsplit_once(" (")?;
    let inner = rest.strip_suffix(')')?;
    // From the end, because the name of a file may have colons.
    let mut parts = inner.rsplitn(3, ':');
    let (column, row, file) = (parts.next()?, parts.next()?, parts.next()?);
    // A message of the script may look like a frame; only files of the run count.
    program.source_named(file)?;
    let place = match (row.parse(), column.parse()) {
        (Ok(line), Ok(column)) => Some(Place { line, column }),
        _ => None,
    };
    Some(Frame { function: function.to_owned(), file: file.to_owned(), place })
}
