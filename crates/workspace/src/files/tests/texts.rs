//! The full texts of refusals whose message is the failing part's own, by kind.

use scenewright_error::Kind;

pub(super) static TEXTS: &[(Kind, &[&str])] = &[
    (
        Kind::InvalidInput,
        &[
            "{tool}: {argument} is missing; expected {what}",
            "{tool}: {argument} must be {what}, got {value}",
            "{tool}: {argument} must have at most {most} bytes, got {length}",
            "{tool}: {argument} must have at most {most} entries, got {count}",
            "{tool}: there is no argument {argument}. Did you mean {near}?",
            "{tool}: there is no argument {argument}. It takes: {names}.",
            "{tool}: there are no arguments {arguments}. Did you mean {near} for {argument}? It takes: {names}.",
            "{tool}: the arguments are not JSON: {reason}",
            "There is no tool {name}.",
            "There is no tool {name}. Did you mean {near}?",
            "A change that is made in a hook of another change would wait for it for ever.",
            "The path of a file must not be empty.",
            "The path {path} has {length} bytes; no program could open it. At most {most} are taken.",
            "The name {name} has {length} bytes; a file system takes at most {most}.",
            "{path} is a folder, not a file.",
            "{path} is a link that leads nowhere, not a file.",
            "{path} is a device, a FIFO or a socket, not a file.",
            "There can be no file {path}: {folder} is not a folder.",
            "The link {path} leads to a folder, not to a file.",
            "{path} cannot be changed: it belongs to the history of the workspace.",
            "{path} cannot be changed: the name is one of those that temporary files have while a transaction is made.",
            "Could not search {path}: it is neither a folder nor a regular file.",
            "The pattern `{pattern}` is not valid: {reason}.",
            "The pattern is not a valid regular expression: {reason}",
            "The new text holds a NUL character (in its line {line}), which a text file cannot have.",
            "No cell was named: to replace or delete a cell, its id or number is needed.",
        ],
    ),
    (
        Kind::OutsideWorkspace,
        &[
            "{path} is outside the workspace.",
            "{path} is not the path of a file in the workspace: {reason}.",
            "The link {path} leads out of the workspace.",
            "{path} leads out of {root}, by a link, by `..` or by being absolute.",
            "{path} is the name of a device on Windows, not of a file.",
        ],
    ),
    (Kind::NotPermitted, &["Not permitted: {path} may not be written: it is {whose}."]),
    (
        Kind::NotFound,
        &[
            "The root of the workspace no longer exists.",
            "The link {path} leads to a folder that is missing.",
            "There is no cell with the id \"{id}\": {has}.",
            "There is no cell number {number}: {has}.",
            "There is nothing to undo.",
            "There is nothing to redo: {reason}.",
        ],
    ),
    (
        Kind::AmbiguousMatch,
        &["Two cells of the notebook have the id \"{id}\": number {first} and number {second}."],
    ),
    (
        Kind::BinaryFile,
        &[
            "The file is not text: it holds a NUL character at offset {offset}.",
            "The file is not text: it is not UTF-8, and holds the control character {byte} at offset {offset}.",
        ],
    ),
    (
        Kind::UnsupportedEncoding,
        &[
            "The file is not valid UTF-8: the byte {byte} at offset {offset} (line {line}) begins no character.",
            "The file is not valid UTF-8: the byte {byte} at offset {offset} (line {line}) begins no character. It is not \
             surely in any other encoding that can be kept, either.",
            "The file is encoded in UTF-32.",
            "The file seems to be encoded in ISO-2022-JP.",
            "The file is encoded in {encoding}, which has no character {character} of the new text. Nothing was changed.",
            "The file seems to be encoded in {encoding}, but with the new text it would no longer be read as that. Nothing \
             was changed.",
        ],
    ),
    (
        Kind::TooLarge,
        &[
            "Could not read {path}: it has {length} bytes, and at most {most} are read.",
            "{path} would have {length} bytes; the most is {most}. Nothing was changed.",
            "With {count} replacements the file would have about {length} bytes; the most is {most}. Nothing was changed.",
        ],
    ),
    (
        Kind::Conflict,
        &[
            "{path} was changed by another session or process while this change was being made. Nothing was written.",
            "{path} was changed by another session or process while this change was being made. Nothing was written. The \
             other change is at {lines}.",
        ],
    ),
    (Kind::HookFailed, &["The host's {hook} failed: {reason}. Nothing was changed."]),
    (
        Kind::Cancelled,
        &[
            "The call was cancelled.",
            "The search was cancelled.",
            "The user did not confirm the change. Nothing was changed.",
        ],
    ),
    (Kind::Io, &["Could not {action} {path}: {reason}", "Could not open {path}: its links go in a circle."]),
];
