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
const OLD_STRING: Argument = needs(
    "old_string",
    Text,
    "The exact text to replace, without line numbers, with about 3 lines of context before and after. Empty creates a \
     new file.",
);
const NEW_STRING: Argument =
    needs("new_string", Text, "The text to put there, taken literally. Empty deletes.");
const REPLACE_ALL: Argument = may("replace_all", Flag, "Replace every occurrence. Default: false.");
const EXPECTED: Argument = may(
    "expected_replacements",
    Whole(1, 1_000_000),
    "Refuse unless it occurs exactly so often; then replace all.",
);
const MATCH: Argument = may(
    "match",
    Choice(&["exact", "flexible"]),
    "flexible: where the exact text is not found, tolerate trailing white space, indentation, runs of white space or \
     typographic punctuation, if only one place fits. Default: exact.",
);
const DRY_RUN: Argument = may("dry_run", Flag, "Check and show the patch, and write nothing.");
const EDITS: ArgumentKind =
    Objects(&[OLD_STRING, NEW_STRING, REPLACE_ALL, EXPECTED], "{ old_string, new_string }");
const PATH: Argument = may("path", Short(MAX_PATH), "The folder to search in. Default: the first root.");

pub(crate) static TOOLS: &[Tool<Handler>] = &[
    Tool {
        name: "Read",
        title: "Read a file",
        description: "Reads a file: text with line numbers in front (`cat -n` style; they are not part of the file), \
                      pictures, notebooks as cells, and PDF documents as text by page, one page alone as a picture too. Up to 2,000 lines, lines cut at 2,000 characters. A file over 256 \
                      KB needs offset and limit; Grep finds the place. Read a file before you edit or overwrite it.",
        arguments: &[
            FILE_PATH,
            may("offset", Whole(0, i64::MAX), "First line, from 1."),
            may("limit", Whole(1, i64::MAX), "Number of lines."),
            may(
                "pages",
                Short(MAX_NAME),
                "Pages of a PDF document, at most 20: \"3\" or \"2-5\". Default: the first 10.",
            ),
        ],
        output: include_str!("../../schemas/tools/Read.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: read::read,
    },
    Tool {
        name: "Write",
        title: "Write a whole file",
        description: "Creates a file with its folders, or replaces all of an old one, which must have been read with Read \
                      in this session and not have changed since (refused: read it again). For a part of a file use Edit. \
                      Notebooks are for NotebookEdit.",
        arguments: &[
            FILE_PATH,
            needs("content", Text, "The whole new content, at most 10 MiB."),
            may("allow_placeholders", Flag, "Write lines such as `// ... rest of code ...` literally."),
        ],
        output: include_str!("../../schemas/tools/Write.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: write::write,
    },
    Tool {
        name: "Edit",
        title: "Replace text in a file",
        description: "Replaces one exact text in a file. Read must have been used on the file in this session. old_string \
                      must match the file exactly, white space included and line numbers left out, and be unique: carry \
                      about 3 lines of context before and after. All other bytes stay as they are. When it is refused, \
                      nothing was changed: not read or modified since: Read it again. Not found: the answer shows the nearest \
                      place and what differs; copy the text from there. Several matches: give more context, or set \
                      replace_all, or expected_replacements. An empty old_string creates a file. For several places of \
                      one file use MultiEdit, for most of a file Write, for .ipynb NotebookEdit.",
        arguments: &[FILE_PATH, OLD_STRING, NEW_STRING, REPLACE_ALL, EXPECTED, MATCH, DRY_RUN],
        output: include_str!("../../schemas/tools/Edit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: edit::edit,
    },
    Tool {
        name: "MultiEdit",
        title: "Replace text in several places of a file",
        description: "Several edits of one file in one step, in order, each on the result of those before: all or nothing. \
                      Read must have been used on the file in this session. Every old_string must be exact and unique at \
                      its turn, with about 3 lines of context, as in Edit; a refusal names the edit. An earlier edit may \
                      change what a later one looks for. A new file: the first edit has an empty old_string.",
        arguments: &[FILE_PATH, needs("edits", EDITS, "At least one, each as in Edit."), MATCH, DRY_RUN],
        output: include_str!("../../schemas/tools/MultiEdit.json"),
        effect: Effect::Changes,
        lane: Lane::Changes,
        handler: edit::multi_edit,
    },
    Tool {
        name: "Glob",
        title: "Find files by name",
        description: "Finds files by a glob pattern such as `**/*.ts` or `src/{a,b}/*.[jt]s`, newest modified first, at most \
                      100. Hidden files and those of .gitignore are left out unless asked for; the answer counts them. To \
                      search in contents use Grep.",
        arguments: &[
            needs(
                "pattern",
                Short(MAX_PATTERN),
                "`*`, `**`, `?`, `[a-z]`, `[!x]`, `{a,b}`. Without `/`: at any depth.",
            ),
            PATH,
            may("hidden", Flag, "Also hidden files. Default: false."),
            may("no_ignore", Flag, "Also what .gitignore leaves out. Default: false."),
        ],
        output: include_str!("../../schemas/tools/Glob.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: glob::glob,
    },
    Tool {
        name: "Grep",
        title: "Search in files",
        description: "Searches file contents by regular expression (ripgrep). A pattern without capitals ignores case \
                      unless -i is given. Files come newest first. Begin with files_with_matches, then content with -n and \
                      context, then Read.",
        arguments: &[
            needs(
                "pattern",
                Short(MAX_PATTERN),
                "Regular expression, Rust syntax: escape literal braces and parentheses.",
            ),
            may("path", Short(MAX_PATH), "A folder or a file. Default: the first root."),
            may(
                "include",
                Short(MAX_PATTERN),
                "Only files that fit one of these globs, e.g. `*.{ts,tsx}` or `*.ts,*.js`.",
            ),
            may("glob", Short(MAX_PATTERN), "The same as include."),
            may("type", Short(MAX_NAME), "Only files of a type, e.g. `js`, `py`, `rust`."),
            may(
                "output_mode",
                Choice(&["files_with_matches", "content", "count"]),
                "Default: files_with_matches.",
            ),
            may("-A", Whole(0, 1_000), "content: lines after each match."),
            may("-B", Whole(0, 1_000), "content: lines before each match."),
            may("-C", Whole(0, 1_000), "content: lines before and after."),
            may("context", Whole(0, 1_000), "The same as -C."),
            may("-o", Flag, "content, count: the parts that match, not their lines."),
            may("-n", Flag, "content: line numbers. Default: true."),
            may("-i", Flag, "true ignores case, false does not."),
            may("multiline", Flag, "The pattern may span lines. Default: false."),
            may(
                "head_limit",
                Whole(0, 100_000),
                "How many files (content: lines) to answer; 0: as many as fit. Default: 100 files, 1,000 lines.",
            ),
            may("offset", Whole(0, i64::MAX), "How many of them to skip; the answer names the next."),
            may("sort", Choice(&["modified", "path"]), "Default: modified, newest first."),
            may("hidden", Flag, "Also hidden files. Default: false."),
            may("no_ignore", Flag, "Also what .gitignore leaves out. Default: false."),
        ],
        output: include_str!("../../schemas/tools/Grep.json"),
        effect: Effect::Reads,
        lane: Lane::Texts,
        handler: grep::grep,
    },
    Tool {
        name: "LS",
        title: "List a folder",
        description: "Lists files and folders as a tree, at most 1,000, without hidden ones. To find files by name use Glob, \
                      by content Grep.",
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
        description: "Replaces, inserts or deletes one cell of a Jupyter notebook, which must have been read with Read in \
                      this session. insert puts the new cell behind the named one, or first without one.",
        arguments: &[
            needs("notebook_path", Short(MAX_PATH), "The .ipynb file."),
            may("cell_id", Short(MAX_NAME), "The cell, by id."),
            may("cell_number", Whole(0, i64::MAX), "The cell, counted from 0."),
            needs("new_source", Text, "The new source. Ignored by delete."),
            may("cell_type", Choice(&["code", "markdown", "raw"]), "Needed to insert. Default: as it is."),
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
        description: "Lists the changes that were made by these tools, newest first, with ids for Undo. With an id it shows that \
                      change as a diff.",
        arguments: &[
            may("id", Short(MAX_NAME), "Only this change, with its diff."),
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
        title: "Take a change back",
        description: "Takes back the last change that was made by these tools, or the one of an id from History: bytes, modes and \
                      existence of all its files. Refused when one of them was changed since, unless force is set.",
        arguments: &[
            may("id", Short(MAX_NAME), "From History. Default: the last change."),
            may("redo", Flag, "Make an undone change again. Default: false."),
            may("force", Flag, "Replace what was changed since. Default: false."),
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
        assert!(text.len() < 12_000, "{} bytes", text.len());
    }

    #[test]
    fn every_file_tool_has_output_schema_of_its_name() {
        for tool in TOOLS {
            let path = format!("{}/schemas/tools/{}.json", env!("CARGO_MANIFEST_DIR"), tool.name);
            assert_eq!(tool.output, std::fs::read_to_string(path).unwrap(), "{}", tool.name);
        }
    }
}
