//! What parent and child say to each other: frames of a length (u32, little-endian) and a postcard body.
//!
//! ```text
//! parent → child   length │ Order::Job { memory_bytes, request }
//! parent → child   length │ Order::Where                            what is the job doing?
//! parent → child   length │ Order::Font(FontAnswer)                 one for each question
//! child  → parent  length │ Hello { protocol, version, … }          once, when it starts
//! child  → parent  length │ Report::Taken                           the job has begun
//! child  → parent  length │ Report::Where(LastCall)                 one for each question
//! child  → parent  length │ Report::NeedsFont(FontQuestion)         the job waits for the answer
//! child  → parent  length │ Report::Done { answer, heap_bytes }     one for each job, in order
//! ```
//!
//! A child that ends before it has taken a job did not end because of it: another child may have the job.

use std::io::{self, Read, Write};
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use super::fonts::{FontAnswer, FontQuestion};
use super::hardening::{Layer, SandboxProbe};
use scenewright_error::Error;
use scenewright_export::dxf::TextMode;
use scenewright_export::png::Fit;
use scenewright_scene::{Color, Scene};
use scenewright_script::{LastCall, RunFailure, RunOptions, RunOutcome, SourceFile};

/// Raised with every change of a message.
pub const PROTOCOL: u32 = 6;

/// A frame longer than this is not one of ours.
const MAX_FRAME_BYTES: u32 = 1 << 30;

/// A frame is given so much memory before any of it has come.
const MAX_AT_ONCE: usize = 8 << 20;

/// Generic so that the parent can send a job that it keeps.
#[derive(Debug, Serialize, Deserialize)]
pub enum Order<J = Job> {
    Job(J),
    Where,
    Font(FontAnswer),
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Job {
    /// What the heap of the child may hold while it works on this.
    pub memory_bytes: u64,
    pub request: Request,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// Answers at once: is the child alive and of our version?
    Ping,
    /// Tries everything that a script must not be able to do, in the place of one.
    TryToEscape,
    Run(RunRequest),
    /// The text that `describe` answers for a file.
    Outline {
        name: String,
        text: String,
    },
    Export {
        scene: Arc<Scene>,
        format: ExportFormat,
    },
    Png {
        scene: Arc<Scene>,
        picture: PictureRequest,
    },
    /// Panics, for the tests of the guards.
    Panic,
}

/// Runs a project in memory.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunRequest {
    pub sources: Vec<SourceFile>,
    /// `main`, or nothing when the project has no main.
    pub entry: Option<String>,
    /// Changed files, which must run even where the entry does not import them.
    pub changed: Vec<String>,
    pub options: RunOptions,
}

impl Request {
    /// The files that a script may be in.
    pub(super) fn sources(&self) -> &[SourceFile] {
        match self {
            Request::Run(run) => &run.sources,
            _ => &[],
        }
    }
}

/// The files that a scene alone decides; a picture is a request of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportFormat {
    Svg,
    Dxf(TextMode),
    Pdf,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PictureRequest {
    pub width: u32,
    pub height: u32,
    pub fit: Fit,
    pub dark: bool,
    /// Instead of the theme's background.
    pub background: Option<Color>,
    /// The scene before the last change, to colour what it changed.
    pub previous: Option<Arc<Scene>>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    pub protocol: u32,
    pub version: String,
    pub hardening: Vec<Layer>,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    Taken,
    Where(LastCall),
    NeedsFont(FontQuestion),
    Done(Box<Done>),
}

#[derive(Debug, Serialize, Deserialize)]
pub struct Done {
    pub answer: Answer,
    /// What the child still holds after the job besides fonts.
    pub heap_bytes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub enum Answer {
    Pong,
    SandboxProbes(Vec<SandboxProbe>),
    /// The scene is empty when there was no entry and the changed files were run by themselves.
    Ran(Result<RunOutcome, RunFailure>),
    Text(Result<String, Error>),
    Bytes(Result<ByteBuf, Error>),
    /// A bug of ours that the child survived.
    Panicked(String),
}

/// A message as the bytes of its frame.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, postcard::Error> {
    let mut frame = postcard::to_extend(message, vec![0; 4])?;
    let length = u32::try_from(frame.len() - 4).map_err(|_| postcard::Error::SerializeBufferFull)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

pub fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(body)
}

/// The body of the next frame, or nothing at the end of the stream.
pub fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the frame is too long"));
    }
    // What is claimed to come is not taken at its word beyond this.
    let mut body = Vec::with_capacity((length as usize).min(MAX_AT_ONCE));
    from.take(u64::from(length)).read_to_end(&mut body)?;
    if body.len() < length as usize {
        return Ok(None);
    }
    Ok(Some(body))
}

pub fn write_frame(to: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    to.write_all(frame)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_survives_the_way_and_a_torn_one_is_the_end() {
        let frame = encode(&Hello { protocol: 7, version: "1.2.3".into(), hardening: Vec::new() }).unwrap();
        let body = read_frame(&mut frame.as_slice()).unwrap().unwrap();
        assert_eq!(decode::<Hello>(&body).unwrap().protocol, 7);
        assert!(read_frame(&mut &frame[..frame.len() - 1]).unwrap().is_none());
        assert!(read_frame(&mut [255u8; 4].as_slice()).is_err());
    }
}
