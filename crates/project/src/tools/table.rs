//! The scene tools.

use scenewright_error::Result;
use scenewright_journal::Direction;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::table::ArgumentKind::{
    Choice, Flag, FlagOrNames, FlagOrNumber, NamesOrBox, Number, Points, Short, SizeOrOff, Texts, Values,
    Variants as OneOf, Whole,
};
use scenewright_tools::table::{
    Argument, Effect, Lane, MAX_MESSAGE, MAX_NAME, MAX_PATH, MAX_PATTERN, Tool, may, needs,
};

use super::change_arguments::{CHANGE, CODE, EDITS, EXPECTED, FILE, FORCE, NEW_CODE, OLD_CODE, REPLACE_ALL};
use super::{apply, describe, edit, export, glob, grep, history, inspect, read, render, undo, write};
use crate::call::Call;
use crate::change::run_main;
use crate::parameter_sets::given;

const PARAMETERS: Argument = may("parameters", Values, "As in run, once.");

/// A named set of values of parameters.
const SET_NAME: Argument = may("set_name", Short(MAX_NAME), "");

const FIT: &str = "Only these names or globs, a box [min_x, min_y, max_x, max_y], or `last_change`.";

/// A function that answers a tool.
pub(crate) type Handler = fn(&Call<'_>, &Arguments) -> Result<Answer>;

/// The commit whose scene a call is about.
const AT: Argument = may("at", Short(MAX_NAME), "Use the scene after this commit.");

const HIGHLIGHT: Argument =
    may("highlight", Short(MAX_NAME), "Colour the changes: `last_change`, or since this commit.");

/// The scene tools.
pub(crate) static TOOLS: &[Tool<Handler>] = &[
    Tool {
        name: "glob",
        title: "List files",
        description: "Lists the code files: main (scene.code.js) first, then modules. Built-in modules can be imported, \
                      not changed.",
        arguments: &[may("pattern", Short(MAX_PATTERN), "Glob on names, e.g. `{main,*_lib}`.")],
        output: include_str!("../../schemas/tools/glob.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: glob::answer,
    },
    Tool {
        name: "read",
        title: "Read code",
        description: "Returns the code of a file. Read it before you edit it.",
        arguments: &[
            FILE,
            may("offset", Whole(0, i64::MAX), "First line, from 1."),
            may("limit", Whole(1, i64::MAX), "Number of lines."),
            may("numbered", Flag, "Line numbers in front."),
        ],
        output: include_str!("../../schemas/tools/read.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: read::answer,
    },
    Tool {
        name: "edit",
        title: "Edit code and run",
        description: "Replaces text in a file and runs the scene before anything is saved. If the run fails, nothing is \
                      changed and the error names the line: fix it and send the edit again. old_code must match exactly, \
                      without line numbers; of several matches the first is replaced. 파일 부분 수정 → 자동 실행. \
                      ⚠️ read로 먼저 확인 필수.",
        arguments: &[FILE, OLD_CODE, NEW_CODE, REPLACE_ALL, EXPECTED],
        output: include_str!("../../schemas/tools/edit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: edit::answer_edit,
    },
    Tool {
        name: "multi_edit",
        title: "Edit several places and run",
        description: "Makes several edits of one file with one run, all or nothing: when the code runs only after all of \
                      them.",
        arguments: &[FILE, needs("edits", EDITS, "At least one, each as in edit.")],
        output: include_str!("../../schemas/tools/multi_edit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: edit::answer_multi_edit,
    },
    Tool {
        name: "write",
        title: "Write a whole file and run",
        description: "Creates or replaces a file, and runs the scene before anything is saved. For a small change use \
                      edit.",
        arguments: &[FILE, CODE],
        output: include_str!("../../schemas/tools/write.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: write::answer,
    },
    Tool {
        name: "apply",
        title: "Change several files and run",
        description: "Edits, writes, deletes and renames any number of files in one change with one run: all or nothing.",
        arguments: &[
            needs(
                "changes",
                OneOf(&CHANGE),
                "In order. edit: file, old_code, new_code, replace_all?, expected_replacements? write: file, code. \
                 delete: file. rename: file, to. Only delete needs its type.",
            ),
            may("message", Short(MAX_MESSAGE), "For the history."),
        ],
        output: include_str!("../../schemas/tools/apply.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: apply::answer_apply,
    },
    Tool {
        name: "check",
        title: "Try changes without saving",
        description: "Tries changes and saves nothing: returns the error, or what would change, marked in a picture.",
        arguments: &[
            may("changes", OneOf(&CHANGE), "As in apply."),
            PARAMETERS,
            SET_NAME,
            may("size", SizeOrOff(16, 4096), "[width, height] or `off`."),
            may("fit", NamesOrBox, "As in render."),
            may("before", Flag, "Previous scene beside it."),
        ],
        output: include_str!("../../schemas/tools/check.json"),
        effect: Effect::Reads,
        lane: Lane::Questions,
        handler: apply::answer_check,
    },
    Tool {
        name: "history",
        title: "List the changes",
        description: "Lists the commits, newest first: id, message, files, changes.",
        arguments: &[
            may("id", Short(MAX_NAME), "Only this one."),
            may("offset", Whole(0, i64::MAX), "How many to skip."),
            may("limit", Whole(1, 1_000), "How many. Default: 20."),
        ],
        output: include_str!("../../schemas/tools/history.json"),
        effect: Effect::Reads,
        lane: Lane::Questions,
        handler: history::answer,
    },
    Tool {
        name: "undo",
        title: "Undo a change",
        description: "Restores the files and the scene from before a change. Refused when a file was changed since.",
        arguments: &[may("id", Short(MAX_NAME), "From history. Default: the last."), FORCE],
        output: include_str!("../../schemas/tools/undo.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: |call, arguments| undo::answer(call, arguments, Direction::Undo),
    },
    Tool {
        name: "redo",
        title: "Redo an undone change",
        description: "Makes an undone change again.",
        arguments: &[may("id", Short(MAX_NAME), "From history."), FORCE],
        output: include_str!("../../schemas/tools/redo.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: |call, arguments| undo::answer(call, arguments, Direction::Redo),
    },
    Tool {
        name: "run",
        title: "Run the scene",
        description: "Runs main again and commits the scene: after outside changes, or with other parameters. Edits run \
                      by themselves.",
        arguments: &[
            may("parameters", Values, "Values of param(…), e.g. {\"width\": 80}."),
            may("set_name", Short(MAX_NAME), "A set of `parameter-sets.json`."),
        ],
        output: include_str!("../../schemas/tools/run.json"),
        effect: Effect::Writes,
        lane: Lane::Changes,
        handler: |call, arguments| {
            Ok(run_main(call, given(&call.shared.folder, arguments)?.unwrap_or_default()))
        },
    },
    Tool {
        name: "grep",
        title: "Search code",
        description: "Finds lines by a regular expression. A pattern without capitals ignores case.",
        arguments: &[
            needs("pattern", Short(MAX_PATTERN), "Regular expression (Rust syntax)."),
            may("file", Short(MAX_PATH), "Only this file."),
        ],
        output: include_str!("../../schemas/tools/grep.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: grep::answer,
    },
    Tool {
        name: "describe",
        title: "Describe the vocabulary or a file",
        description: "Without arguments: every function. domain: a chapter with signatures. name: \
                      one function with an example. file: what a file declares.",
        arguments: &[
            may(
                "domain",
                Choice(&[
                    "shapes",
                    "transforms",
                    "groups",
                    "style",
                    "order",
                    "queries",
                    "regions",
                    "scene",
                    "rules",
                    "assets",
                    "blocks",
                    "drafting",
                    "corners",
                    "making",
                ]),
                "A chapter.",
            ),
            may("name", Short(MAX_PATH), "A function, e.g. `drawCircle`."),
            may("file", Short(MAX_PATH), "`main` or a module."),
        ],
        output: include_str!("../../schemas/tools/describe.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: describe::answer,
    },
    Tool {
        name: "inspect",
        title: "Ask about the scene",
        description: "Asks the scene. info: counts, bounds, files. tree: groups and entities. measure: \
                      area, length and angle of one; distance and angle of two or of points. at: what is at a point. \
                      difference: between commits. lint: workshop faults. \
                      report: parts, cut length, time, mass, cost.",
        arguments: &[
            needs(
                "view",
                Choice(&[
                    "info",
                    "tree",
                    "entity",
                    "bounds",
                    "order",
                    "measure",
                    "at",
                    "difference",
                    "parameters",
                    "rules",
                    "lint",
                    "report",
                ]),
                "The question.",
            ),
            may("name", Short(MAX_PATH), "The entity, or group (tree, order)."),
            may("other", Short(MAX_PATH), "measure: a second one."),
            may("points", Points(2, 3), "measure: three for an angle."),
            may("depth", Whole(1, 100), "tree: levels. Default: 2."),
            may("offset", Whole(0, i64::MAX), "Rows to skip."),
            may("limit", Whole(1, 1_000), "Rows. Default: 100."),
            may("x", Number, ""),
            may("y", Number, ""),
            may("tolerance", Number, "at: default 0.01."),
            may("from", Short(MAX_NAME), "difference: default: the one before `to`."),
            may("to", Short(MAX_NAME), "Default: the last."),
            may("profile", Choice(&["laser", "cnc", "print", "drawing"]), "lint."),
            may("set", Values, "lint: limits, JSON."),
            AT,
        ],
        output: include_str!("../../schemas/tools/inspect.json"),
        effect: Effect::Reads,
        lane: Lane::Questions,
        handler: inspect::answer,
    },
    Tool {
        name: "render",
        title: "Picture of the scene",
        description: "Draws the committed scene as a PNG. Look at it after a change.",
        arguments: &[
            may("width", Whole(16, 4096), "Pixels. Default: 1600."),
            may("height", Whole(16, 4096), "Default: 1000."),
            may("fit", NamesOrBox, FIT),
            HIGHLIGHT,
            may("before", Flag, "Previous scene beside it."),
            may("grid", FlagOrNumber, "true, or a distance."),
            may("rulers", Flag, ""),
            may("labels", FlagOrNames, "Names beside entities: true, or which."),
            may("layers", Texts(MAX_NAME), "Only these."),
            may("hairlines", Flag, "Lines 1 px wide."),
            may("sheet", Short(MAX_NAME), ""),
            may("theme", Choice(&["light", "dark"]), "Default: light."),
            may("background", Short(MAX_NAME), "A CSS colour, or `transparent`."),
            AT,
            PARAMETERS,
            SET_NAME,
        ],
        output: include_str!("../../schemas/tools/render.json"),
        effect: Effect::Reads,
        lane: Lane::Questions,
        handler: render::answer,
    },
    Tool {
        name: "export",
        title: "Export the scene",
        description: "Writes the scene to the exports folder, or into a small answer.",
        arguments: &[
            needs("format", Choice(&["svg", "png", "dxf", "pdf", "json"]), ""),
            may("path", Short(MAX_PATH), "e.g. `plan.svg`."),
            may("text", Choice(&["outlines", "text"]), "dxf. Default: outlines."),
            may("fills", Flag, "dxf: false: no hatches."),
            may("dedupe", Flag, ""),
            may("sheet", Short(MAX_NAME), ""),
            may("highlight", Short(MAX_NAME), "svg, png."),
            AT,
            PARAMETERS,
            SET_NAME,
        ],
        output: include_str!("../../schemas/tools/export.json"),
        effect: Effect::Writes,
        lane: Lane::Questions,
        handler: export::answer,
    },
];

#[cfg(test)]
mod tests;
