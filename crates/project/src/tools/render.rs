//! The tool `render`.

use std::sync::Arc;

use serde_json::json;

use crate::call::Call;
use crate::parameters;
use crate::past::previous;
use scenewright_error::{Error, Kind, Result};
use scenewright_export::png::Fit;
use scenewright_runner::PictureRequest;
use scenewright_scene::{Color, Scene};
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1000;

/// The largest picture that fits into a message to a client.
const MAX_BYTES: usize = 5 << 20;

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let committed = call.committed_with(parameters::given(arguments))?;
    let side = |name: &str, default: u32| {
        arguments.whole(name).map_or(default, |side| u32::try_from(side).unwrap_or(u32::MAX))
    };
    let mut warnings = Vec::new();
    let previous = match arguments.optional_text("highlight").map(|_| previous(call, &committed)) {
        None => None,
        Some(Ok(previous)) => Some(previous),
        Some(Err(error)) if error.kind == Kind::Cancelled => return Err(error),
        Some(Err(error)) => {
            warnings.push(format!("Nothing is highlighted: {}", error.message));
            None
        }
    };
    let picture = PictureRequest {
        width: side("width", WIDTH),
        height: side("height", HEIGHT),
        fit: match (arguments.optional_text("fit"), arguments.numbers("fit")) {
            (Some(name), _) => Fit::Entity(name.to_owned()),
            (None, Some(bounds)) => Fit::Box(bounds),
            (None, None) => Fit::Scene,
        },
        dark: arguments.optional_text("theme") == Some("dark"),
        background: arguments.optional_text("background").map(background).transpose()?,
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

/// Returns the picture for a call that asks for none in particular.
pub fn default_picture() -> PictureRequest {
    PictureRequest {
        width: WIDTH,
        height: HEIGHT,
        fit: Fit::Scene,
        dark: false,
        background: None,
        previous: None,
    }
}

fn background(text: &str) -> Result<Color> {
    Color::parse(text)
        .map_err(|error| Error::new(Kind::InvalidInput, format!("render: background: {}", error.message)))
}

/// Renders a PNG that fits into a message to a client.
pub fn picture(call: &Call<'_>, scene: Arc<Scene>, picture: PictureRequest) -> Result<Vec<u8>> {
    let png = call.runner().picture(scene, picture)?;
    if png.len() > MAX_BYTES {
        return Err(Error::new(
            Kind::TooLarge,
            format!("The picture has {} bytes; at most {MAX_BYTES} fit", png.len()),
        )
        .with_hint("Ask for a smaller width and height."));
    }
    Ok(png)
}
