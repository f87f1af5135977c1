//! Pages of PDF documents, read in a child: a document can hold anything.

use std::sync::Arc;

use serde_bytes::ByteBuf;

use super::protocol::{Answer, Request};
use super::runner::{Isolation, Runner};
use scenewright_call::CancelToken;
use scenewright_error::Result;
use scenewright_media::PdfPages;
use scenewright_scene::typeset::NoFonts;
use scenewright_script::Limits;

/// The time and the memory for one request.
const MAX_MS: u64 = 30_000;
const MAX_MEMORY: u64 = 1 << 30;

/// A request for the pages from `first` to `last`, counted from 1.
#[derive(Clone, Debug)]
pub struct PdfRequest {
    /// The bytes of the document.
    pub bytes: Vec<u8>,
    /// The number of the first page, from 1.
    pub first: usize,
    /// The number of the last page; the document may end before it.
    pub last: usize,
}

impl PdfRequest {
    /// Reads the pages. A document that takes too long or too much memory is an error of that kind.
    pub fn read(self, isolation: &Isolation, cancel: &CancelToken) -> Result<PdfPages> {
        let limits = Limits { time_ms: MAX_MS, memory_bytes: MAX_MEMORY, ..Limits::default() };
        let runner =
            Runner { isolation, limits: &limits, fonts: Arc::new(NoFonts), cancel, printed: &|_| {} };
        let PdfRequest { bytes, first, last } = self;
        runner.ask(Request::PdfPages { bytes: ByteBuf::from(bytes), first, last }, |answer| match answer {
            Answer::PdfPages(pages) => Some(pages),
            _ => None,
        })?
    }
}
