//! The tool `Read`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

use super::call::{Access, FileCall};
use super::outcome::{
    Counts, Done, Ending, MAX_SHOWN_LEN, Operation, Outcome, Picture, count, display, fields, utf16_len,
};
use super::pdf::read_pdf;
use super::target::Target;
use scenewright_error::{Error, Kind, Result, WarningCode};
use scenewright_fs::ContentHasher;
use scenewright_fs::disk::{Metadata, OpenFile};
use scenewright_media::{Cell, FileType, Notebook, SNIFFED_BYTES, prepare_picture, sniff};
use scenewright_text::{
    Document, LINE_CHARACTERS, LineSlice, SliceOptions, SlicedLine, nul_in_text, push_numbered_cut_line,
    slice_lines, utf16_without_mark,
};
use scenewright_tools::freshness::FileState;

/// The largest text file that is read as a whole, and the most of it that is read at once.
const WHOLE_BYTES: u64 = 256 << 10;
/// The largest file that is loaded; a larger one is read as a stream, of which only the wanted lines are kept.
const LOADED_BYTES: u64 = 4 << 20;
/// The bytes between two looks at whether the call was cancelled.
const CHUNK: usize = 1 << 20;
/// The lines of a call that asks for no other number, as hosts' own tools give them (`docs/other-names.md`).
const DEFAULT_LINES: usize = 2_000;
/// The largest picture that is loaded and scaled: as large as a file may be by default.
const PICTURE_BYTES: u64 = 64 << 20;

pub(super) fn read(call: &FileCall<'_>) -> Outcome {
    let target = call.locate(call.arguments.text("file_path"), Access::Read)?;
    target.require_file().map_err(|error| call.failed(error))?;
    let Some(file) = target.open().map_err(|error| call.failed(error))? else {
        return Err(call.not_found(&target));
    };
    // The contents decide on the type, and the name only where they cannot. The file stays open, so
    // that what is read is what was recognized.
    let head = file.read_at(0, SNIFFED_BYTES).map_err(|error| call.failed(error))?;
    let file_type = sniff(&head, target.path.as_str());
    let mut done = match file_type {
        FileType::Image(_) => read_picture(call, &target)?,
        FileType::Notebook => read_notebook(call, &target, file.as_ref())?,
        FileType::Pdf => read_pdf(call, &target)?,
        FileType::Text => read_text(call, &target, file.as_ref(), head)?,
        FileType::Binary(what) => {
            let words = [("path", target.given.as_str()), ("what", what)];
            let mut refusal = call.refuse(Kind::BinaryFile, &words);
            refusal.error.file = Some(target.shown.clone());
            if let Some(form) = utf16_without_mark(&head) {
                refusal.error.hint = Some(format!("{form} Save it with the mark, or as UTF-8."));
            } else {
                refusal.error.hint = nul_in_text(&head);
            }
            return Err(refusal);
        }
    };
    // A warning only: the pages of a text are a misunderstanding, not a mistake in the file.
    if file_type != FileType::Pdf && call.arguments.optional_text("pages").is_some() {
        let words = "Warning: pages is for PDF documents; it was left out.";
        done.warnings.push(WarningCode::IgnoredArgument.warning(words));
    }
    done.path = Some(target.key().to_owned());
    done.operation = Operation::Read;
    Ok(done)
}

/// Lines of a text file, and facts about the whole.
struct Text {
    slice: LineSlice,
    state: FileState,
}

/// Reads a text of which the beginning may have been read already.
fn read_text(call: &FileCall<'_>, target: &Target, file: &dyn OpenFile, head: Vec<u8>) -> Outcome {
    let fail = |error| call.failed(error);
    let metadata = file.metadata().map_err(fail)?;
    let size = metadata.stamp.size;
    let (offset, limit) = (call.arguments.whole("offset"), call.arguments.whole("limit"));
    // Refused only where no part was asked for: the model then learns to ask for lines, instead of
    // receiving the first few as if they were all.
    if offset.is_none() && limit.is_none() && size > WHOLE_BYTES {
        let kilobytes = |bytes: u64| format!("{}KB", (bytes + 512) / 1024);
        let words = [("size", kilobytes(size)), ("most", kilobytes(WHOLE_BYTES))];
        let refusal =
            call.refuse(Kind::TooLarge, &words.each_ref().map(|(name, word)| (*name, word.as_str())));
        return Err(Box::new((*refusal).with_meta(json!({ "fileSize": size }))));
    }
    let options = SliceOptions {
        first_line: offset.unwrap_or(1).max(1),
        line_count: limit.unwrap_or(DEFAULT_LINES),
        longest_line: LINE_CHARACTERS,
        most_bytes: WHOLE_BYTES as usize,
    };
    let text = match size <= LOADED_BYTES {
        true => slice_loaded(file, &metadata, head, &options),
        false => slice_streamed(call, file, &options),
    };
    let Text { mut slice, state } = text.map_err(|error| call.failed(error.in_file(&target.shown)))?;
    // Line 1 of an empty file is no mistake: it is what reading it from the start means.
    if options.first_line > slice.total_lines.max(1) {
        let words = [
            ("lines", count(slice.total_lines, "line", "lines")),
            ("offset", options.first_line.to_string()),
        ];
        return Err(
            call.refuse(Kind::InvalidInput, &words.each_ref().map(|(name, word)| (*name, word.as_str())))
        );
    }
    slice.lines.truncate(lines_within(&slice));
    let shown = slice.lines.len();
    let last = slice.first_line + shown - 1;
    let is_partial = slice.first_line > 1 || last < slice.total_lines;
    // After the slice was made, and with the state of those very bytes: a change during the read is
    // noticed by the next check.
    let reminder = call.session.reads.read(target, state, is_partial);
    Ok(build_answer(call, target, &slice, size, reminder))
}

/// Makes the answer about some lines.
fn build_answer(
    call: &FileCall<'_>,
    target: &Target,
    slice: &LineSlice,
    size: u64,
    reminder: Option<String>,
) -> Done {
    let mut done = Done::new(Ending::Ok, Value::Null);
    if call.is_data_wanted {
        add_data(&mut done, target, slice, size);
    }
    done.assistant = listing(slice, size);
    if let Some(reminder) = &reminder {
        done.assistant = format!("{reminder}\n\n{}", done.assistant);
        done.data.insert("reminder".to_owned(), reminder.as_str().into());
    }
    if slice.is_lossy {
        let words =
            "Warning: some bytes are not valid text and are shown as U+FFFD. Such lines cannot be edited.";
        done.warnings.push(WarningCode::Undecodable.warning(words));
    }
    done.counts = Counts {
        bytes: slice.lines.iter().map(|line| line.text.len() as u64 + 1).sum(),
        ..Counts::default()
    };
    done
}

/// Adds the lines and the facts about them for programs, and the first of them for a person.
fn add_data(done: &mut Done, target: &Target, slice: &LineSlice, size: u64) {
    let shown = slice.lines.len();
    let last = slice.first_line + shown - 1;
    let truncated = last < slice.total_lines;
    done.data = fields(json!({
        "type": "text",
        "file_path": target.given,
        "content": content_of(slice, truncated),
        "startLine": slice.first_line,
        "numLines": shown,
        "totalLines": slice.total_lines,
        "truncated": truncated,
        "encoding": slice.encoding.name(),
    }));
    done.display = if size == 0 || slice.total_lines == 0 {
        "(No content)".to_owned()
    } else {
        let lines = slice.lines.iter().map(|line| line.text.as_str()).filter(|line| !line.trim().is_empty());
        let lines: Vec<&str> = lines.collect();
        display(&format!("Read {}", count(shown, "line", "lines")), lines.len(), "line", lines.into_iter())
    };
}

/// Returns how many of the lines a model is shown, at least one where there is one.
fn lines_within(slice: &LineSlice) -> usize {
    let mut length = 0;
    let fits = |line: &&SlicedLine| {
        // The number before a line, the arrow, the line end, and how much was cut.
        length += utf16_len(&line.text) + if line.cut_characters > 0 { 40 } else { 10 };
        length <= MAX_SHOWN_LEN
    };
    // One line is shown even where it is too long, or the reader could never get past it.
    slice.lines.iter().take_while(fits).count().max(slice.lines.len().min(1))
}

fn content_of(slice: &LineSlice, truncated: bool) -> String {
    let mut content = String::new();
    for (index, line) in slice.lines.iter().enumerate() {
        if index > 0 {
            content.push('\n');
        }
        content.push_str(&format_line(line));
    }
    // The last line of a part is followed by others, and so ends with a line end in any case.
    if !slice.lines.is_empty() && (truncated || slice.ends_with_line_end) {
        content.push('\n');
    }
    content
}

fn format_line(line: &SlicedLine) -> std::borrow::Cow<'_, str> {
    match line.cut_characters {
        0 => line.text.as_str().into(),
        cut => format!("{}... (+{})", line.text, count(cut, "character", "characters")).into(),
    }
}

/// Formats the lines with their numbers, and how to continue.
fn listing(slice: &LineSlice, size: u64) -> String {
    if size == 0 || slice.total_lines == 0 {
        return "The file exists and is empty.".to_owned();
    }
    let mut text = String::new();
    for (line, number) in slice.lines.iter().zip(slice.first_line..) {
        push_numbered_cut_line(&mut text, number, &line.text, line.cut_characters);
    }
    let shown = slice.lines.len();
    let last = slice.first_line + shown - 1;
    if last < slice.total_lines {
        text.push_str(&format!(
            "\n\n(Lines {} to {last} of {} are shown. To continue, read with offset {}.)",
            slice.first_line,
            slice.total_lines,
            last + 1
        ));
    }
    text
}

/// Reads lines of a file of moderate size, in any known encoding.
fn slice_loaded(
    file: &dyn OpenFile,
    metadata: &Metadata,
    head: Vec<u8>,
    options: &SliceOptions,
) -> Result<Text> {
    let size = metadata.stamp.size;
    // Fewer bytes than were asked for are the whole file, which then need not be read twice.
    let bytes = match head.len() as u64 == size && head.len() < SNIFFED_BYTES {
        true => head,
        false => read_whole(file, size)?,
    };
    let state = super::reads::state_of(metadata, &bytes);
    // Only for UTF-8: other encodings are found by a look at the whole, which the document takes.
    if bytes.len() as u64 > WHOLE_BYTES && std::str::from_utf8(&bytes).is_ok() {
        // A few lines of it need no index of all.
        let mut whole = Some(bytes);
        let slice = slice_lines(&mut || Ok(whole.take()), options)?;
        return Ok(Text { slice, state });
    }
    let document = Document::decode(bytes)?;
    let mut lines = Vec::new();
    let (mut bytes, mut was_cut) = (0, false);
    for line in document.lines_from(options.first_line).take(options.line_count) {
        bytes += line.len() + 1;
        // The first line is taken however long it is.
        if bytes > options.most_bytes && !lines.is_empty() {
            was_cut = true;
            break;
        }
        lines.push(cut_line(line, options.longest_line));
    }
    let slice = LineSlice {
        first_line: options.first_line,
        lines,
        total_lines: document.line_count(),
        total_bytes: document.bytes().len() as u64,
        ends_with_line_end: document.view().ends_with('\n'),
        encoding: document.encoding(),
        was_cut,
        is_lossy: false,
    };
    Ok(Text { slice, state })
}

/// Reads a file that may have grown since it was examined.
fn read_whole(file: &dyn OpenFile, size: u64) -> Result<Vec<u8>> {
    const MOST: usize = 2 * LOADED_BYTES as usize;
    // One byte more than expected: a full buffer shows that the file has grown. It is read once
    // more with ample room, and then given up, as a log that grows faster than it is read would
    // never end.
    for room in [size as usize + 1, MOST + 1] {
        let bytes = file.read_at(0, room)?;
        if bytes.len() < room {
            return Ok(bytes);
        }
    }
    let message = format!("Could not read the file: it grows, and has more than {MOST} bytes already.");
    Err(Error::new(Kind::TooLarge, message))
}

fn cut_line(line: &str, longest: usize) -> SlicedLine {
    // Of a line of so few bytes no character need be counted.
    let end = if line.len() > longest { line.char_indices().nth(longest) } else { None };
    match end {
        None => SlicedLine { text: line.to_owned(), cut_characters: 0 },
        Some((end, _)) => {
            SlicedLine { text: line[..end].to_owned(), cut_characters: line[end..].chars().count() }
        }
    }
}

/// Reads lines of a large file, in constant memory. It is hashed on the way, so that the session can say later
/// if it changed.
fn slice_streamed(call: &FileCall<'_>, file: &dyn OpenFile, options: &SliceOptions) -> Result<Text> {
    let metadata = file.metadata()?;
    let mut hasher = ContentHasher::default();
    let mut offset = 0;
    let cancel = call.pending.cancel_token();
    let slice = slice_lines(
        &mut || {
            if cancel.is_cancelled() {
                return Err(scenewright_call::cancelled());
            }
            let chunk = file.read_at(offset, CHUNK)?;
            offset += chunk.len() as u64;
            hasher.update(&chunk);
            Ok((!chunk.is_empty()).then_some(chunk))
        },
        options,
    )?;
    let state = FileState { identity: metadata.identity, stamp: metadata.stamp, content: hasher.finish() };
    Ok(Text { slice, state })
}

fn read_picture(call: &FileCall<'_>, target: &Target) -> Outcome {
    let contents = target.read(PICTURE_BYTES).map_err(|error| call.failed(error))?;
    let Some(contents) = contents else { return Err(call.not_found(target)) };
    let state = super::reads::state_of(&contents.metadata, &contents.bytes);
    let size = contents.bytes.len();
    let picture = prepare_picture(&target.given, contents.bytes);
    let picture = picture.map_err(|error| call.failed(error.in_file(&target.shown)))?;
    let reminder = call.session.reads.read(target, state, false);
    let mut done = Done::new(
        Ending::Ok,
        json!({
            "type": "image",
            "file_path": target.given,
            "width": picture.width,
            "height": picture.height,
            "originalWidth": picture.original_width,
            "originalHeight": picture.original_height,
        }),
    );
    let scaled = match (picture.width, picture.height) == (picture.original_width, picture.original_height) {
        true => String::new(),
        false => format!(", scaled from {} × {}", picture.original_width, picture.original_height),
    };
    done.assistant = format!(
        "Picture {} ({}, {} × {} px{scaled})",
        target.given, picture.media_type, picture.width, picture.height
    );
    done.display = format!("Read image ({})", kilobytes(size));
    if let Some(reminder) = reminder {
        done.data.insert("reminder".to_owned(), reminder.into());
    }
    done.counts.bytes = size as u64;
    done.picture = Some(Picture { base64: BASE64.encode(&picture.bytes), media_type: picture.media_type });
    Ok(done)
}

fn kilobytes(size: usize) -> String {
    if size < 1024 { count(size, "byte", "bytes") } else { format!("{:.1}KB", size as f64 / 1024.0) }
}

fn read_notebook(call: &FileCall<'_>, target: &Target, file: &dyn OpenFile) -> Outcome {
    let contents = target.read(call.session.options.file_bytes).map_err(|error| call.failed(error))?;
    let Some(contents) = contents else { return Err(call.not_found(target)) };
    let state = super::reads::state_of(&contents.metadata, &contents.bytes);
    let bytes = contents.bytes.len() as u64;
    let in_file = |error: Error| call.failed(error.in_file(&target.shown));
    let document = Document::decode(contents.bytes).map_err(in_file)?;
    let notebook = match Notebook::parse(document.view()) {
        Ok(notebook) => notebook,
        Err(error) => {
            let mut done = read_text(call, target, file, Vec::new())?;
            done.notes.push(format!(
                "Note: this cannot be read as a notebook, so it is shown as text. {} Edit can fix it, and Write replace \
                 it.",
                error.message
            ));
            return Ok(done);
        }
    };
    let reminder = call.session.reads.read(target, state, false);
    let cells = notebook.cells();
    let shown: Vec<Value> = cells.iter().map(cell_json).collect();
    let mut data = json!({ "type": "notebook", "file_path": target.given, "cells": shown });
    if let Some(language) = notebook.language() {
        data["language"] = language.into();
    }
    let mut done = Done::new(Ending::Ok, data);
    done.assistant = notebook_text(&cells);
    if let Some(reminder) = reminder {
        done.assistant = format!("{reminder}\n\n{}", done.assistant);
        done.data.insert("reminder".to_owned(), reminder.into());
    }
    done.display = format!("Read {}", count(cells.len(), "cell", "cells"));
    done.counts.bytes = bytes;
    Ok(done)
}

fn cell_json(cell: &Cell) -> Value {
    let outputs = cell.outputs.iter().map(|output| {
        let images = output.images.iter();
        let images = images.map(|image| json!({ "mediaType": image.media_type, "base64": image.base64 }));
        json!({ "outputType": output.output_type, "text": output.text, "images": images.collect::<Vec<_>>() })
    });
    let mut json = json!({
        "index": cell.index,
        "id": cell.id,
        "cellType": cell.cell_type,
        "source": cell.source,
    });
    if let Some(count) = cell.execution_count {
        json["executionCount"] = count.into();
    }
    if !cell.outputs.is_empty() {
        json["outputs"] = outputs.collect();
    }
    json
}

/// Formats the cells as JSON, without pictures, which would be of no use as text; a long notebook is cut
/// between cells.
fn notebook_text(cells: &[Cell]) -> String {
    let mut text = String::from("[");
    let mut length = text.len();
    for (index, cell) in cells.iter().enumerate() {
        let mut json = cell_json(cell);
        if let Some(outputs) = json.get_mut("outputs").and_then(Value::as_array_mut) {
            for output in outputs {
                let pictures = output["images"].as_array().map_or(0, Vec::len);
                output["images"] = json!(pictures);
            }
        } else if cell.cell_type == "code" {
            // A cell that was not run has none, as in the file.
            json["outputs"] = json!([]);
        }
        let shown = json.to_string();
        let own = utf16_len(&shown);
        if index > 0 && length + own > MAX_SHOWN_LEN {
            let left = count(cells.len() - index, "cell", "cells");
            return format!("{text}\n]\n({left} more. Use Grep to find a place in them.)");
        }
        let before = if index == 0 { "\n" } else { ",\n" };
        text.push_str(before);
        text.push_str(&shown);
        length += before.len() + own;
    }
    format!("{text}\n]")
}
