//! The table of refusals.

pub use super::row::Row;
use super::row::row;
use scenewright_error::Kind;

const READ_AGAIN: &str = "Read the file again, then repeat the call on what it holds now.";
const READ_FIRST: &str = "Use Read on the file, then repeat the call.";
const CONTEXT: &str = "Copy the text from the nearest place that the answer shows, or read the file again.";
const MORE_CONTEXT: &str =
    "Give more lines of context, or set replace_all, or expected_replacements to the number that is meant.";
const USE_NOTEBOOK_EDIT: &str = "Use NotebookEdit with the id or the number of the cell.";

/// Every refusal, by tool, and in the order in which a tool checks.
pub static ROWS: &[Row] = &[
    row(
        "Edit",
        1,
        Kind::NoChange,
        "old_string equals new_string",
        "No changes to make: old_string and new_string are exactly the same.",
        "Leave the call out, or give the text that is wanted.",
    ),
    row(
        "Edit",
        2,
        Kind::IgnoredPath,
        "the file is in an ignored directory, or the option `ignore` names it",
        "File is in a directory that is ignored by your project configuration.",
        "Leave the file alone: it is made by something else. The host can change the ignore rules.",
    ),
    row(
        "Edit",
        3,
        Kind::AlreadyExists,
        "old_string is empty and the file exists with text other than white space",
        "Cannot create new file - file already exists.",
        "Read the file, and give the text to replace; or use Write to replace all of it.",
    ),
    row(
        "Edit",
        4,
        Kind::NotFound,
        "the file does not exist",
        "File does not exist.{help}",
        "Use the name that is offered, or Glob to find the file. An empty old_string creates it.",
    ),
    row(
        "Edit",
        5,
        Kind::Notebook,
        "the file is a notebook (`.ipynb`)",
        "File is a Jupyter Notebook. Use the NotebookEdit to edit this file.",
        USE_NOTEBOOK_EDIT,
    ),
    row(
        "Edit",
        6,
        Kind::NotRead,
        "the file was not read in this session (policy `require`)",
        "File has not been read yet. Read it first before writing to it.",
        READ_FIRST,
    ),
    row(
        "Edit",
        7,
        Kind::StaleRead,
        "the bytes differ from those that were read",
        "File has been modified since read, either by the user or by a linter. Read it again before attempting to \
         write it.",
        READ_AGAIN,
    ),
    row(
        "Edit",
        8,
        Kind::NoMatch,
        "old_string does not occur",
        "String to replace not found in file.\nString: {old_string}",
        CONTEXT,
    ),
    row(
        "Edit",
        9,
        Kind::AmbiguousMatch,
        "it occurs more than once, and nothing says that all are meant",
        "Found {count} matches of the string to replace, but replace_all is false. To replace all occurrences, set \
         replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the \
         instance.\nString: {old_string}",
        MORE_CONTEXT,
    ),
    row(
        "Edit",
        0,
        Kind::CountMismatch,
        "expected_replacements differs from the count",
        "expected_replacements is {expected}, but old_string occurs {found} in the file ({lines}).",
        "Look at the lines, and correct the number or the text.",
    ),
    row(
        "MultiEdit",
        1,
        Kind::Notebook,
        "the file is a notebook (`.ipynb`)",
        "For Jupyter notebooks (.ipynb files), use the NotebookEdit tool instead.",
        USE_NOTEBOOK_EDIT,
    ),
    row(
        "MultiEdit",
        2,
        Kind::ParentMissing,
        "the file is new and its folder does not exist",
        "Parent directory does not exist: {parent}",
        "Correct the path, or create the file with Write, which makes folders.",
    ),
    row(
        "MultiEdit",
        3,
        Kind::NoChange,
        "an edit has the same old_string and new_string",
        "Edit {edit}: old_string and new_string cannot be the same",
        "Leave that edit out, or give the text that is wanted.",
    ),
    row(
        "MultiEdit",
        6,
        Kind::CreateNeedsEmpty,
        "the file is new and the first old_string is not empty",
        "For new files, the first edit must have an empty old_string to create the file content.",
        "Correct the path, or begin with an edit whose old_string is empty.",
    ),
    row(
        "MultiEdit",
        7,
        Kind::NotRead,
        "the file was not read in this session (policy `require`)",
        "File has not been read yet. Read it first before editing it.",
        READ_FIRST,
    ),
    row(
        "MultiEdit",
        8,
        Kind::StaleRead,
        "the bytes differ from those that were read",
        "File has been modified since read, either by the user or by a linter. Read it again before attempting to \
         edit it.",
        READ_AGAIN,
    ),
    row(
        "MultiEdit",
        9,
        Kind::BinaryFile,
        "the file is not text",
        "Cannot edit binary files.",
        "Leave the file alone, or use a tool that knows its format.",
    ),
    row(
        "MultiEdit",
        10,
        Kind::NoMatch,
        "an old_string does not occur",
        "Edit {edit}: String to replace not found in file: \"{beginning}...\"",
        CONTEXT,
    ),
    row(
        "MultiEdit",
        11,
        Kind::Unreadable,
        "the file could not be read",
        "Could not read file.",
        "Look at the reason behind the message: permissions, most often.",
    ),
    row(
        "MultiEdit",
        0,
        Kind::AmbiguousMatch,
        "an old_string occurs more than once, and nothing says that all are meant",
        "Edit {edit}: Found {count} matches of the string to replace, but replace_all is false. To replace all \
         occurrences, set replace_all to true. To replace only one occurrence, please provide more context to uniquely \
         identify the instance.\nString: {old_string}",
        MORE_CONTEXT,
    ),
    row(
        "MultiEdit",
        0,
        Kind::CountMismatch,
        "expected_replacements of an edit differs from the count",
        "Edit {edit}: expected_replacements is {expected}, but old_string occurs {found} in the file ({lines}).",
        "Look at the lines, and correct the number or the text.",
    ),
    row(
        "MultiEdit",
        0,
        Kind::AlreadyExists,
        "an old_string is empty and the file has text",
        "Edit {edit}: Cannot create new file - file already exists.",
        "Give the text to replace; or use Write to replace all of the file.",
    ),
    row(
        "Write",
        2,
        Kind::NotRead,
        "the file exists and was not read in this session (policy `require`)",
        "File has not been read yet. Read it first before writing to it.",
        READ_FIRST,
    ),
    row(
        "Write",
        0,
        Kind::StaleRead,
        "the bytes differ from those that were read",
        "File has been modified since read, either by the user or by a linter. Read it again before attempting to \
         write it.",
        READ_AGAIN,
    ),
    row(
        "Write",
        0,
        Kind::Notebook,
        "the file is to be a notebook (`.ipynb`) and content is none",
        "content is not a notebook: {reason} Nothing was written.",
        "Give the JSON of a notebook, of nbformat 4 with its cells; or choose another name for the file.",
    ),
    row(
        "Write",
        0,
        Kind::Placeholder,
        "content has a line that stands for code which was left out, the file does not have it, and \
         `allow_placeholders` is not set",
        "content has the line `{line}`, which stands for code that was left out. Nothing was written.",
        "Give the whole content, or change a part of the file with Edit. If the line is meant literally, set \
         allow_placeholders to true.",
    ),
    row(
        "Read",
        0,
        Kind::TooLarge,
        "a text of more than 256 KiB is asked for as a whole",
        "File content ({size}) exceeds maximum allowed size ({most}). Please use offset and limit parameters to read \
         specific portions of the file, or use the Grep tool to search for specific content.",
        "Give offset and limit, or find the place with Grep.",
    ),
    row(
        "Read",
        0,
        Kind::InvalidInput,
        "offset is past the end of the file",
        "The file has {lines}, and offset is {offset}.",
        "Give an offset within the file.",
    ),
    row(
        "Read",
        0,
        Kind::BinaryFile,
        "the file is neither text nor a picture, a notebook or a PDF document",
        "Could not read {path}: it is {what}, not text.",
        "Use a tool that knows the format.",
    ),
    row(
        "NotebookEdit",
        0,
        Kind::Notebook,
        "the file is not a notebook",
        "File is not a Jupyter notebook (.ipynb file). Use the Edit tool to edit this file.",
        "Use Edit.",
    ),
    row(
        "NotebookEdit",
        0,
        Kind::NoChange,
        "the cell is as the call would make it",
        "No changes to make: the cell is already as the call would make it.",
        "Go on: there is nothing to write.",
    ),
    row(
        "*",
        0,
        Kind::InvalidInput,
        "an argument is missing, unknown, or of the wrong type; a path means nothing",
        "Edit: old_string is missing; expected a string",
        "Correct the argument that the message names.",
    ),
    row(
        "*",
        0,
        Kind::NoChange,
        "the file already is, byte for byte, what the call would make of it; the edits of a MultiEdit cancel out",
        "No changes to make: the file would stay exactly as it is.",
        "Go on: there is nothing to write. If something was to change, read the file again.",
    ),
    row(
        "*",
        0,
        Kind::OutsideWorkspace,
        "the path leads out of the workspace, by `..`, by being absolute, or through a link",
        "../secret is outside the workspace.",
        "Use a path inside the workspace.",
    ),
    row(
        "*",
        0,
        Kind::NotPermitted,
        "the host's `permission` refused; a rule of the option `deny` names the file; the workspace is `readOnly`; or the \
         file is one of git's or scenewright's own, in a folder called `.git` or `.scenewright`, and the option `allowWrite` \
         does not name it",
        "Not permitted: {tool} may not {access} {path}.{reason}",
        "Ask the user, or do without.",
    ),
    row(
        "*",
        0,
        Kind::IgnoredPath,
        "the file is in an ignored directory",
        "File is in a directory that is ignored by your project configuration.",
        "Leave the file alone: it is made by something else. The host can change the ignore rules.",
    ),
    row(
        "*",
        0,
        Kind::NotFound,
        "the file or folder does not exist",
        "File does not exist.{help}",
        "Use the name that is offered, or Glob to find the file.",
    ),
    row(
        "*",
        0,
        Kind::Notebook,
        "the file is a notebook (`.ipynb`)",
        "File is a Jupyter Notebook. Use the NotebookEdit to edit this file.",
        USE_NOTEBOOK_EDIT,
    ),
    row(
        "*",
        0,
        Kind::NotRead,
        "the file was not read in this session (policy `require`)",
        "File has not been read yet. Read it first before writing to it.",
        READ_FIRST,
    ),
    row(
        "*",
        0,
        Kind::StaleRead,
        "the bytes differ from those that were read",
        "File has been modified since read, either by the user or by a linter. Read it again before attempting to \
         write it.",
        READ_AGAIN,
    ),
    row(
        "*",
        0,
        Kind::BinaryFile,
        "the file is not text",
        "The file is not text: it holds a NUL character at offset 12.",
        "Leave the file alone, or use a tool that knows its format.",
    ),
    row(
        "*",
        0,
        Kind::UnsupportedEncoding,
        "the file's encoding is not known for sure, or cannot hold the new text",
        "The file is not valid UTF-8: the byte 0xFF at offset 7 (line 1) begins no character.",
        "Save the file as UTF-8 and try again.",
    ),
    row(
        "*",
        0,
        Kind::TooLarge,
        "the file is or would be over the limit of the workspace",
        "Could not read big.log: it has 70000000 bytes, and at most 67108864 are read.",
        "Read a part with offset and limit; change such a file with another tool.",
    ),
    row(
        "*",
        0,
        Kind::Conflict,
        "somebody else changed the file between the last check and the commit",
        "a.ts was changed by another session or process while this change was being made. Nothing was written.",
        READ_AGAIN,
    ),
    row(
        "*",
        0,
        Kind::HookFailed,
        "a function of the host threw, or answered what makes no sense",
        "The host's {hook} failed: {reason}. Nothing was changed.",
        "Tell the user: the host needs a repair.",
    ),
    row(
        "*",
        0,
        Kind::Cancelled,
        "the caller cancelled, or the host's `confirm` said no",
        "The user did not confirm the change. Nothing was changed.{reason}",
        "Do not repeat the call unchanged; ask what is wanted.",
    ),
    row(
        "*",
        0,
        Kind::Io,
        "the disk refused",
        "Could not write /project/a.ts: No space left on device (os error 28)",
        "Repair the cause that the message names, then repeat the call.",
    ),
    row(
        "*",
        0,
        Kind::Closed,
        "the workspace was closed during the call",
        "The workspace is closed. Nothing was changed.",
        "Open it again.",
    ),
    row(
        "*",
        0,
        Kind::Internal,
        "a bug of scenewright was caught",
        "A bug of scenewright was caught; nothing was committed by it",
        "Report it with the call that caused it.",
    ),
];

/// Returns the row of a kind for a tool.
pub fn find(tool: &str, kind: Kind) -> &'static Row {
    const UNKNOWN: Row = row("*", 0, Kind::Internal, "", "", "");
    let of = |tool: &str| ROWS.iter().find(|row| row.tool == tool && row.kind == kind);
    of(tool).or_else(|| of("*")).unwrap_or(&UNKNOWN)
}
