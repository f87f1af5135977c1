//! `render`.

use std::sync::Arc;

use serde_json::json;

use super::{Arguments, Call};
use crate::error::{Error, Kind, Result};
use crate::runner::{Answer as Answered, PictureRequest, Request};
use crate::scene::Scene;
use crate::session::answer::Answer;

const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1000;

/// A picture over this size does not fit a message to a client.
const MOST_BYTES: usize = 5 << 20;

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let committed = call.committed()?;
    let side = |name: &str, default: u32| {
        arguments.whole(name).map_or(default, |side| u32::try_from(side).unwrap_or(u32::MAX))
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
    let png = self::picture(call, Arc::clone(&committed.scene), picture)?;
    let data = json!({
        "width": width,
        "height": height,
        "bytes": png.len(),
        "transactionId": committed.transaction_id,
    });
    Ok(Answer { image: Some(png), warnings, ..Answer::ok(data) })
}

/// The picture of a call that asks for none in particular.
pub fn default_picture() -> PictureRequest {
    PictureRequest { width: WIDTH, height: HEIGHT, fit: None, dark: false, previous: None }
}

/// A PNG that fits a message to a client.
pub fn picture(call: &Call<'_>, scene: Arc<Scene>, picture: PictureRequest) -> Result<Vec<u8>> {
    let Answered::Bytes(png) = call.ask_runner(Request::Png { scene, picture })? else {
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
    Ok(png)
}
