//! PDF documents in the tool `Read`: the text of some pages, and one page as a picture.

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::json;

use super::call::FileCall;
use super::outcome::{Done, Ending, MAX_SHOWN_LEN, Outcome, Picture, count, cut_to_limit, utf16_len};
use super::target::Target;
use scenewright_error::{Error, Kind, Result, quote};
use scenewright_media::{PdfPage, PdfPages};
use scenewright_runner::PdfRequest;

/// The largest document that is read.
const MAX_BYTES: u64 = 64 << 20;
/// The most pages of one call, and the pages of a call that names none.
const MAX_PAGES: usize = 20;
const DEFAULT_PAGES: usize = 10;

pub(super) fn read_pdf(call: &FileCall<'_>, target: &Target) -> Outcome {
    let failed = |error: Error| call.failed(error.in_file(&target.shown));
    let (first, last) = match call.arguments.optional_text("pages") {
        Some(pages) => parse_pages(pages).map_err(failed)?,
        None => (1, DEFAULT_PAGES),
    };
    let contents = target.read(MAX_BYTES).map_err(|error| call.failed(error))?;
    let Some(contents) = contents else { return Err(call.not_found(target)) };
    let state = super::reads::state_of(&contents.metadata, &contents.bytes);
    let size = contents.bytes.len() as u64;
    let mut read = pages_of(call, contents.bytes, first, last).map_err(failed)?;
    if read.total == 0 {
        return Err(call.refuse(Kind::Unreadable, &[]));
    }
    if first > read.total {
        let held = count(read.total, "page", "pages");
        let error = Error::new(
            Kind::InvalidInput,
            format!("The document has {held}, and page {first} was asked for."),
        );
        return Err(failed(error.with_hint("Give pages within the document.")));
    }
    let shown = pages_within(&read.pages);
    read.pages.truncate(shown);
    let reminder = call.session.reads.read(target, state, false);
    Ok(build_answer(target, read, size, reminder))
}

/// Reads the pages in a child that may be killed: a document can hold anything.
fn pages_of(call: &FileCall<'_>, bytes: Vec<u8>, first: usize, last: usize) -> Result<PdfPages> {
    let Some(isolation) = &call.session.options.isolation else {
        let message = "Could not read the PDF document: the executable that reads it was not found.";
        return Err(Error::new(Kind::Runner, message).with_hint("Run `scenewright doctor`."));
    };
    let request = PdfRequest { bytes, first, last };
    request.read(isolation, call.pending.cancel_token()).map_err(|error| match error.kind {
        Kind::Timeout => unreadable("it takes too long to read".to_owned()),
        Kind::Memory | Kind::Stack => unreadable("it needs more memory than one document may".to_owned()),
        Kind::Runner => unreadable(format!("it cannot be parsed: {}", error.message)),
        _ => error,
    })
}

fn unreadable(reason: String) -> Error {
    Error::new(Kind::Unreadable, format!("Could not read the PDF document: {reason}."))
        .with_hint("Read fewer pages, or use a program made for PDF documents.")
}

/// Reads `3`, `2-5` or `7-`: the first and the last page.
fn parse_pages(text: &str) -> Result<(usize, usize)> {
    let wrong = || {
        let message =
            format!("pages must be a page or a range such as \"3\", \"2-5\" or \"7-\", got {}.", quote(text));
        Error::new(Kind::InvalidInput, message)
    };
    let page = |text: &str| text.trim().parse::<usize>().ok().filter(|page| *page > 0).ok_or_else(wrong);
    let (first, last) = match text.split_once(['-', '–']) {
        None => (page(text)?, page(text)?),
        Some((first, last)) if last.trim().is_empty() => {
            let first = page(first)?;
            (first, first.saturating_add(MAX_PAGES - 1))
        }
        Some((first, last)) => (page(first)?, page(last)?),
    };
    if last < first {
        return Err(wrong());
    }
    if last - first >= MAX_PAGES {
        let message = format!("pages asks for more than {MAX_PAGES} pages at once.");
        return Err(Error::new(Kind::InvalidInput, message)
            .with_hint(format!("Read them in several calls, \"{first}-{}\" first.", first + MAX_PAGES - 1)));
    }
    Ok((first, last))
}

/// Returns how many of the pages a model is shown, at least one where there is one.
fn pages_within(pages: &[PdfPage]) -> usize {
    let mut length = 0;
    let fits = |page: &&PdfPage| {
        length += utf16_len(&page.text) + 20;
        length <= MAX_SHOWN_LEN
    };
    pages.iter().take_while(fits).count().max(pages.len().min(1))
}

fn build_answer(target: &Target, read: PdfPages, size: u64, reminder: Option<String>) -> Done {
    let PdfPages { total, pages, picture } = read;
    let listed: Vec<_> = pages
        .iter()
        .map(|page| {
            json!({ "page": page.number, "width": page.width, "height": page.height, "text": cut_to_limit(&page.text) })
        })
        .collect();
    let mut done = Done::new(
        Ending::Ok,
        json!({ "type": "pdf", "file_path": target.given, "totalPages": total, "pages": listed }),
    );
    done.assistant = listing(&pages, total, picture.is_some());
    if let Some(reminder) = reminder {
        done.assistant = format!("{reminder}\n\n{}", done.assistant);
        done.data.insert("reminder".to_owned(), reminder.into());
    }
    done.display = format!("Read PDF ({} of {total})", count(pages.len(), "page", "pages"));
    done.counts.bytes = size;
    done.picture = picture.map(|it| Picture { base64: BASE64.encode(&it.png), media_type: "image/png" });
    done
}

/// Formats the text of the pages, and how to continue.
fn listing(pages: &[PdfPage], total: usize, is_drawn: bool) -> String {
    let mut text = String::new();
    for page in pages {
        let words = match page.text.is_empty() {
            true => "(no text on this page)",
            false => cut_to_limit(&page.text),
        };
        text.push_str(&format!("--- Page {} of {total} ---\n{words}\n\n", page.number));
    }
    let last = pages.last().map_or(0, |page| page.number);
    if last < total {
        let next = last + 1;
        text.push_str(&format!(
            "(To continue, read with pages \"{next}-{}\".) ",
            (last + DEFAULT_PAGES).min(total)
        ));
    }
    if !is_drawn {
        text.push_str("(To see a page as a picture, read it alone, such as with pages \"1\".)");
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_a_number_or_a_range() {
        assert_eq!(parse_pages("3").unwrap(), (3, 3));
        assert_eq!(parse_pages(" 2 - 5 ").unwrap(), (2, 5));
        assert_eq!(parse_pages("7-").unwrap(), (7, 26));
        assert_eq!(parse_pages("1–20").unwrap(), (1, 20));
        for wrong in ["", "0", "a", "-3", "5-2", "1,2", "1-2-3", "1-21", "-"] {
            assert_eq!(parse_pages(wrong).unwrap_err().kind, Kind::InvalidInput, "{wrong}");
        }
    }
}
