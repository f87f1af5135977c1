//! `render`.

use std::sync::Arc;

use serde_json::json;

use super::{Arguments, Call};
use crate::error::{Error, Kind, Result};
use crate::runner::{Answer as Answered, PictureRequest, Request};
use crate::session::answer::Answer;

const WIDTH: usize = 1600;
const HEIGHT: usize = 1000;

/// A picture over this size does not fit a message to a client.
const MOST_BYTES: usize = 5 << 20;

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let committed = call.committed()?;
    let side = |name: &str, default: usize| {
        u32::try_from(arguments.whole(name).unwrap_or(default)).unwrap_or(u32::MAX)
    };
    let mut warnings = Vec::new();
    let previous = match (arguments.optional_text("highlight"), &committed.previous) {
        (None, _) => None,
        (Some(_), Some(previous)) => Some(Arc::clone(previous)),
        (Some(_), None) => {
            warnings.push(
                "The scene before the last change is not known here; nothing is highlighted.".to_owned(),
            );
            None
        }
    };
    let picture = PictureRequest {
        width: side("width", WIDTH),
        height: side("height", HEIGHT),
        fit: arguments.optional_text("fit").map(str::to_owned),
        dark: arguments.optional_text("theme") == Some("dark"),
        previous,
    };
    let (width, height) = (picture.width, picture.height);
    let request = Request::Png { scene: Arc::clone(&committed.scene), picture };
    let Answered::Bytes(png) = call.ask_runner(request)? else {
        return Err(Error::new(Kind::Runner, "The runner answered something else"));
    };
    let png = png?;
    if png.len() > MOST_BYTES {
        return Err(Error::new(
            Kind::TooLarge,
            format!("The picture has {} bytes; at most {MOST_BYTES} fit", png.len()),
        )
        .with_hint("Ask for a smaller width and height."));
    }
    let data = json!({
        "width": width,
        "height": height,
        "bytes": png.len(),
        "transactionId": committed.transaction_id,
    });
    Ok(Answer { image: Some(png), warnings, ..Answer::ok(data) })
}
