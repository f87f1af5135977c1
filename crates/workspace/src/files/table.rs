//! The file tools. Their names and arguments are those that models and clients already know.

use scenewright_tools::table::ArgumentKind::{Choice, Flag, Objects, Short, Text, Texts, Whole};
use scenewright_tools::table::{
    Argument, ArgumentKind, Effect, Lane, MAX_NAME, MAX_PATH, MAX_PATTERN, Tool, may, needs,
};

use super::call::FileCall;
use super::outcome::Outcome;
use super::{edit, glob, grep, history, ls, notebook_edit, read, write};

/// A function that answers a tool.
pub(super) type Handler = fn(&FileCall<'_>) -> Outcome;

const FILE_PATH: Argument = needs("file_path", Short(MAX_PATH), "Absolute, or relative to the first root.");
const OLD_STRING: Argument =
    needs("old_string", Text, "The exact text to replace, without line numbers. Empty creates a file.");
const NEW_STRING: Argument = needs("new_string", Text, "The replacement, literally. Empty deletes.");
const REPLACE_ALL: Argument = may("replace_all", Flag, "");
const EXPECTED: Argument =
    may("expected_replacements", Whole(1, 1_000_000), "Refuse any other number of matches.");
const LINE: Argument = may("line", Whole(1, i64::MAX), "The line on which the intended match begins.");
const MATCH: Argument = may(
    "match",
    Choice(&["exact", "flexible"]),
    "flexible: tolerate other white space, indentation, punctuation and composed letters where one place fits.",
);
const MATCH_AS_IN_EDIT: Argument = may("match", Choice(&["exact", "flexible"]), "As in Edit.");
const DRY_RUN: Argument = may("dry_run", Flag, "Show the patch only.");
const EDITS: ArgumentKind =
    Objects(&[OLD_STRING, NEW_STRING, REPLACE_ALL, EXPECTED, LINE], "{ old_string, new_string }");
const PATH: Argument = may("path", Short(MAX_PATH), "A folder. Default: the first root.");

pub(crate) static TOOLS: &[Tool<Handler>] = &[
    Tool {
        name: "Read",
        title: "Read a file",
        description: "Reads a file: text with line numbers in front (not part of the file), pictures, notebooks as cells, \
                      PDF documents by page. Up to 2,000 lines of 2,000 \
                      characters; a file over 256 KB needs offset and limit. Read a file before you edit or overwrite it.",
        arguments: &[
            FILE_PATH,
            may("offset", Whole(0, i64::MAX), "First line, from 1."),
            may("limit", Whole(1, i64::MAX), "Number of lines."),
            may("pages", Short(MAX_NAME), "PDF: \"3\" or \"2-5\", at most 20. Default: the first 10."),
        ],
        output: include_str!("../../schemas/tools/Read.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: read::read,
    },
    Tool {
        name: "Write",
        title: "Write a whole file",
        description: "Creates a file and its folders, or replaces all of a file that was read with Read in this session \
                      and has not changed since. For a part of a file use Edit; for notebooks NotebookEdit.",
        arguments: &[
            FILE_PATH,
            needs("content", Text, "The whole new content."),
            may("allow_placeholders", Flag, "Allow lines such as `// ... rest of code ...`."),
        ],
        output: include_str!("../../schemas/tools/Write.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: write::write,
    },
    Tool {
        name: "Edit",
        title: "Replace text in a file",
        description: "Replaces one exact text in a file. Read must have been used on the file in this session. old_string must match \
                      exactly, white space included, and be unique: give about 3 lines of context before and after. A \
                      refusal changes nothing. Not read, or modified since: Read it again. Not found: the answer shows \
                      old_string as it should be. Several matches: give more context or line, or set replace_all \
                      or expected_replacements. Several places: MultiEdit. Notebooks: NotebookEdit.",
        arguments: &[FILE_PATH, OLD_STRING, NEW_STRING, REPLACE_ALL, EXPECTED, LINE, MATCH, DRY_RUN],
        output: include_str!("../../schemas/tools/Edit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: edit::edit,
    },
    Tool {
        name: "MultiEdit",
        title: "Replace text in several places of a file",
        description: "Makes several edits of one file, in order, each on the result of those before: all or nothing. Read must have been used on the file in this session. Each old_string is unique, with about 3 lines of context, as in Edit; a refusal names the edit. A new file: the first edit has an empty \
                      old_string.",
        arguments: &[FILE_PATH, needs("edits", EDITS, "Each as in Edit."), MATCH_AS_IN_EDIT, DRY_RUN],
        output: include_str!("../../schemas/tools/MultiEdit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: edit::multi_edit,
    },
    Tool {
        name: "Glob",
        title: "Find files by name",
        description: "Finds files by a glob pattern, e.g. `src/**/*.{ts,tsx}`, newest first, at most 100. Hidden and \
                      ignored files are left out and counted. To search in contents use Grep.",
        arguments: &[
            needs("pattern", Short(MAX_PATTERN), "Without `/`: at any depth."),
            PATH,
            may("hidden", Flag, "Also hidden files."),
            may("no_ignore", Flag, "Also ignored files."),
        ],
        output: include_str!("../../schemas/tools/Glob.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: glob::glob,
    },
    Tool {
        name: "Grep",
        title: "Search in files",
        description: "Searches file contents by regular expression (ripgrep), newest files first. A pattern without \
                      capitals ignores case unless -i is given. To see the lines use output_mode content.",
        arguments: &[
            needs("pattern", Short(MAX_PATTERN), "Rust syntax: escape literal braces and parentheses."),
            may("path", Short(MAX_PATH), "A folder or a file."),
            may("include", Short(MAX_PATTERN), "Only files that match, e.g. `*.{ts,tsx}`."),
            may("glob", Short(MAX_PATTERN), "As include."),
            may("type", Short(MAX_NAME), "A type of files, e.g. `js`, `rust`."),
            may(
                "output_mode",
                Choice(&["files_with_matches", "content", "count"]),
                "Default: files_with_matches.",
            ),
            may("-A", Whole(0, 1_000), "Lines after."),
            may("-B", Whole(0, 1_000), "Lines before."),
            may("-C", Whole(0, 1_000), "Both."),
            may("context", Whole(0, 1_000), "As -C."),
            may("-o", Flag, "Only the parts that match."),
            may("-n", Flag, "Line numbers. Default: true."),
            may("-i", Flag, "Ignore case."),
            may("multiline", Flag, ""),
            may(
                "head_limit",
                Whole(0, 100_000),
                "Files or lines at most. Default: 100 or 1,000; 0: as many as fit.",
            ),
            may("offset", Whole(0, i64::MAX), "How many to skip."),
            may("sort", Choice(&["modified", "path"]), "Default: modified."),
            may("hidden", Flag, "Also hidden files."),
            may("no_ignore", Flag, "Also ignored files."),
        ],
        output: include_str!("../../schemas/tools/Grep.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: grep::grep,
    },
    Tool {
        name: "LS",
        title: "List a folder",
        description: "Lists files and folders as a tree, at most 1,000, without hidden ones. To find files use Glob or Grep.",
        arguments: &[
            needs("path", Short(MAX_PATH), "Absolute, or relative to the first root."),
            may("ignore", Texts(MAX_PATTERN), "Globs to leave out."),
        ],
        output: include_str!("../../schemas/tools/LS.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: ls::ls,
    },
    Tool {
        name: "NotebookEdit",
        title: "Edit a notebook cell",
        description: "Replaces, inserts or deletes one cell of a Jupyter notebook that was read with Read in this session. \
                      insert puts the new cell after the named one, or first.",
        arguments: &[
            needs("notebook_path", Short(MAX_PATH), "The .ipynb file."),
            may("cell_id", Short(MAX_NAME), "The cell, by id."),
            may("cell_number", Whole(0, i64::MAX), "The cell, counted from 0."),
            needs("new_source", Text, "The new source. Ignored by delete."),
            may("cell_type", Choice(&["code", "markdown", "raw"]), "Needed to insert. Default: unchanged."),
            may("edit_mode", Choice(&["replace", "insert", "delete"]), "Default: replace."),
        ],
        output: include_str!("../../schemas/tools/NotebookEdit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: notebook_edit::notebook_edit,
    },
    Tool {
        name: "History",
        title: "List changes",
        description: "Lists the changes made by these tools, newest first, with ids for Undo; with an id, its diff.",
        arguments: &[
            may("id", Short(MAX_NAME), "Only this change."),
            may("offset", Whole(0, i64::MAX), "How many to skip."),
            may("limit", Whole(1, 1_000), "How many to list. Default: 20."),
        ],
        output: include_str!("../../schemas/tools/History.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: history::history,
    },
    Tool {
        name: "Undo",
        title: "Undo a change",
        description: "Undoes the last change made by these tools, or the one of an id from History, in all its files. Refused \
                      when one of them was changed since, unless force is set.",
        arguments: &[
            may("id", Short(MAX_NAME), "From History. Default: the last change."),
            may("redo", Flag, "Redo an undone change."),
            may("force", Flag, "Overwrite later changes."),
        ],
        output: include_str!("../../schemas/tools/Undo.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: history::undo,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_fit_into_a_context_window() {
        let text = scenewright_tools::table::definitions(TOOLS).to_string();
        assert!(text.len() < 9_000, "{} bytes", text.len());
    }

    #[test]
    fn every_file_tool_has_output_schema_of_its_name() {
        for tool in TOOLS {
            let path = format!("{}/schemas/tools/{}.json", env!("CARGO_MANIFEST_DIR"), tool.name);
            assert_eq!(tool.output, std::fs::read_to_string(path).unwrap(), "{}", tool.name);
        }
    }
}
