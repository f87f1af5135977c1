//! The messages between parent and child: frames of a length (u32, little-endian) and a postcard body.
//!
//! ```text
//! parent → child   length │ Order::Job { memory_bytes, request }
//! parent → child   length │ Order::Where                            what is the job doing?
//! parent → child   length │ Order::Font(FontAnswer)                 one for each question
//! child  → parent  length │ Hello { protocol, version, … }          once, when it starts
//! child  → parent  length │ Report::Taken                           the job has begun
//! child  → parent  length │ Report::Where(LastCall)                 one for each question
//! child  → parent  length │ Report::Printed(LogLine)                a script prints a line
//! child  → parent  length │ Report::NeedsFont(FontQuestion)         the job waits for the answer
//! child  → parent  length │ Report::NeedsAsset(path)                as above; a FontAnswer::Asset comes back
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
use scenewright_call::LogLine;
use scenewright_error::Error;
use scenewright_export::dxf::DxfOptions;
use scenewright_export::png::{self, Fit, Grid, Labels};
use scenewright_media::PdfPages;
use scenewright_scene::{Color, Fonts, Scene, ScenePatch};
use scenewright_script::{LastCall, RunFailure, RunOptions, RunOutcome, SourceFile};

/// The version of the protocol, raised with every change of a message.
pub const PROTOCOL: u32 = 10;

/// The longest frame: a longer one is not ours. A length of random bytes is above this three times out of four.
const MAX_FRAME_BYTES: u32 = 1 << 30;

/// The most memory that is allocated for a frame before any of it has arrived.
const MAX_AT_ONCE: usize = 8 << 20;

/// An order of the parent. Generic so that the parent can send a job that it keeps.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Order<J = Job> {
    Job(J),
    Where,
    Font(FontAnswer),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The limit of the child's heap while it works on this.
    pub memory_bytes: u64,
    pub request: Request,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// Answers at once, to show that the child is alive and of our version.
    Ping,
    /// Tries everything that a script must not be able to do, in the place of one.
    TryToEscape,
    Run {
        run: RunRequest,
        delivery: Delivery,
    },
    /// Makes the text that `describe` returns for a file.
    Outline {
        name: String,
        text: String,
    },
    Export {
        scene: Arc<Scene>,
        format: ExportFormat,
        /// An earlier scene, to show what changed since; only an SVG does.
        previous: Option<Arc<Scene>>,
    },
    Png {
        scene: Arc<Scene>,
        picture: PictureRequest,
    },
    /// Reads pages of a PDF document, counted from 1.
    PdfPages {
        bytes: ByteBuf,
        first: usize,
        last: usize,
    },
    /// Panics, for the tests of the guards. The last, so that without it the others keep their numbers.
    #[cfg(feature = "test-panics")]
    Panic,
}

/// A request to run a project in memory.
#[derive(Debug, Serialize, Deserialize)]
pub struct RunRequest {
    /// All files that the run may import, the entry among them.
    pub sources: Vec<SourceFile>,
    /// The entry, `main`; `None` when the project has no main.
    pub entry: Option<String>,
    /// The changed files, which must run even where the entry does not import them.
    pub changed: Vec<String>,
    /// The seed, the clock, the limits and the parameters of the run.
    pub options: RunOptions,
}

/// The number by which parent and child know a scene that the child made.
pub type SceneNumber = u64;

/// The way in which the scene of a run comes to the parent.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Delivery {
    /// The number of the new scene. No other scene of the parent process has it.
    pub number: SceneNumber,
    /// A scene that the parent has. Where the child has it too, the difference from it is enough.
    pub base: Option<SceneNumber>,
}

/// A run that succeeded, on its way to the parent.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Delivered {
    /// The outcome, with an empty scene where there is a patch.
    pub outcome: RunOutcome,
    /// The way from the base to the scene.
    pub patch: Option<ScenePatch>,
}

/// The kind of work of a job, for messages.
#[derive(Clone, Copy, Debug)]
pub(super) enum Work<'a> {
    /// A script, with the files that it may be in.
    Script(&'a [SourceFile]),
    /// A document, said as what is done with it.
    Document(&'static str),
}

impl Request {
    /// Returns what the job works at, for explanations.
    pub(super) fn work(&self) -> Work<'_> {
        match self {
            Request::Export { .. } => Work::Document("Writing the file"),
            Request::Png { .. } => Work::Document("Drawing the picture"),
            Request::PdfPages { .. } => Work::Document("Reading the document"),
            Request::Run { run, .. } => Work::Script(&run.sources),
            _ => Work::Script(&[]),
        }
    }

    /// Returns how the scene of a run is to come back.
    pub(super) fn delivery(&self) -> Option<&Delivery> {
        match self {
            Request::Run { delivery, .. } => Some(delivery),
            _ => None,
        }
    }
}

/// The format of a file that depends on the scene alone; a picture is a request of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ExportFormat {
    /// SVG, at true scale.
    Svg,
    /// DXF, with these options.
    Dxf(DxfOptions),
    /// PDF, a page at true scale.
    Pdf,
}

/// A request for a picture of a scene. The default has no size, so width and height must be set.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PictureRequest {
    /// The width in pixels, from 16 to 4096.
    pub width: u32,
    /// The height in pixels, from 16 to 4096.
    pub height: u32,
    /// The part of the scene that fills the picture.
    pub fit: Fit,
    /// True for the dark theme; the light one otherwise.
    pub dark: bool,
    /// The background instead of the theme's.
    pub background: Option<Color>,
    /// The scene before the last change, for all that compares with it.
    pub previous: Option<Arc<Scene>>,
    /// True to highlight what the last change changed.
    pub highlight: bool,
    /// True to also show the scene before the last change.
    pub before: bool,
    /// The grid; `None` for none.
    pub grid: Option<Grid>,
    /// True for rulers along the upper and the left edge.
    pub rulers: bool,
    /// The entities whose names are shown beside them.
    pub labels: Labels,
    /// The layers that are shown, also those that are off; `None` for all that are not off.
    pub layers: Option<Vec<String>>,
    /// True for lines one pixel wide, whatever their line weight.
    pub hairlines: bool,
    /// The places in the world that are marked, such as those where a rule is broken.
    pub places: Vec<[f64; 2]>,
}

impl PictureRequest {
    /// Returns the picture that is asked for, with these fonts for its labels.
    pub fn picture<'a>(&'a self, fonts: Option<&'a Fonts>) -> png::Picture<'a> {
        png::Picture {
            width: self.width,
            height: self.height,
            fit: self.fit.clone(),
            theme: if self.dark { png::Theme::Dark } else { png::Theme::Light },
            background: self.background,
            previous: self.previous.as_deref(),
            highlight: self.highlight,
            before: self.before,
            grid: self.grid,
            rulers: self.rulers,
            labels: self.labels.clone(),
            layers: self.layers.clone(),
            hairlines: self.hairlines,
            places: self.places.clone(),
            fonts,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    pub protocol: u32,
    pub version: String,
    pub hardening: Vec<Layer>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Report {
    Taken,
    Where(LastCall),
    Printed(LogLine),
    NeedsFont(FontQuestion),
    /// The path of a file of the project.
    NeedsAsset(String),
    Done(Box<Done>),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Done {
    pub answer: Answer,
    /// The bytes that the child still holds after the job, besides fonts.
    pub heap_bytes: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Answer {
    Pong,
    SandboxProbes(Vec<SandboxProbe>),
    /// The result of a run. The scene is empty when there was no entry and the changed files were
    /// run by themselves.
    Ran(Box<Result<Delivered, RunFailure>>),
    Text(Result<String, Error>),
    Bytes(Result<ByteBuf, Error>),
    PdfPages(Result<PdfPages, Error>),
    /// A bug of ours that the child survived.
    Panicked(String),
}

/// Encodes a message as the bytes of its frame.
pub(crate) fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, postcard::Error> {
    // Room for the length, which is known afterwards: the message is not copied to prepend it.
    let mut frame = postcard::to_extend(message, vec![0; 4])?;
    let length = u32::try_from(frame.len() - 4).map_err(|_| postcard::Error::SerializeBufferFull)?;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

pub(crate) fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(body)
}

/// Writes a value as the messages between parent and child are written, for a cache that another process of this version reads.
pub fn to_compact_bytes<T: Serialize>(value: &T) -> Option<Vec<u8>> {
    postcard::to_stdvec(value).ok()
}

/// Reads what [`to_compact_bytes`] has written; also the first field of it alone. `None` where the bytes are not of that type.
pub fn from_compact_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    postcard::take_from_bytes(bytes).ok().map(|(value, _)| value)
}

/// Reads the body of the next frame; `None` at the end of the stream.
pub(crate) fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
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
    // A claimed length beyond this is not trusted.
    let mut body = Vec::with_capacity((length as usize).min(MAX_AT_ONCE));
    from.take(u64::from(length)).read_to_end(&mut body)?;
    // The other side died in the middle of a frame, which is an end like any other.
    if body.len() < length as usize {
        return Ok(None);
    }
    Ok(Some(body))
}

pub(crate) fn write_frame(to: &mut impl Write, frame: &[u8]) -> io::Result<()> {
    to.write_all(frame)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_round_trips_and_torn_one_ends_the_stream() {
        let frame = encode(&Hello { protocol: 7, version: "1.2.3".into(), hardening: Vec::new() }).unwrap();
        let body = read_frame(&mut frame.as_slice()).unwrap().unwrap();
        assert_eq!(decode::<Hello>(&body).unwrap().protocol, 7);
        assert!(read_frame(&mut &frame[..frame.len() - 1]).unwrap().is_none());
        assert!(read_frame(&mut [255u8; 4].as_slice()).is_err());
    }
}
