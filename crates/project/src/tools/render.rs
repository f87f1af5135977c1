//! The tool `render`.

use std::sync::Arc;

use serde_json::{Value, json};

use super::sheet::{with_same_sheet, with_sheet_asked_for};
use crate::call::Call;
use crate::parameter_sets;
use crate::past::{LAST_CHANGE, scene_asked_for, scene_to_compare};
use scenewright_error::{Error, Kind, Result, WarningCode};
use scenewright_export::png::{self, Extent, Fit, Grid, Labels};
use scenewright_runner::PictureRequest;
use scenewright_scene::{Color, Scene};
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::{Arguments, OFF};

const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1000;

/// The largest picture that fits into a message to a client.
const MAX_BYTES: usize = 5 << 20;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let committed = call.with_parameters(
        scene_asked_for(call, arguments)?,
        parameter_sets::given(&call.shared.folder, arguments)?,
    )?;
    let scene = with_sheet_asked_for(&committed.scene, arguments)?;
    let side = |name: &str, default: u32| {
        arguments.whole(name).map_or(default, |side| u32::try_from(side).unwrap_or(u32::MAX))
    };
    let mut picture = PictureRequest {
        width: side("width", WIDTH),
        height: side("height", HEIGHT),
        fit: fit(arguments, &scene),
        dark: arguments.optional_text("theme") == Some("dark"),
        background: arguments.optional_text("background").map(background).transpose()?,
        highlight: arguments.optional_text("highlight").is_some(),
        before: arguments.flag("before"),
        grid: grid(arguments),
        rulers: arguments.flag("rulers"),
        labels: labels(arguments),
        layers: arguments.has("layers").then(|| arguments.texts("layers")),
        hairlines: arguments.flag("hairlines"),
        previous: None,
        places: Vec::new(),
    };
    let mut warnings = Vec::new();
    if let Some(missing) = without_previous(&picture) {
        match scene_to_compare(call, &committed, arguments) {
            Ok(previous) => picture.previous = Some(with_same_sheet(previous, arguments)),
            // A commit that was requested by id has no alternative.
            Err(error) if error.kind == Kind::Cancelled || names_other_commit(arguments) => {
                return Err(error);
            }
            Err(error) => {
                let words = format!("{missing}: {}", error.message);
                warnings.push(WarningCode::NoPicture.warning(words));
            }
        }
    }
    let (width, height) = (picture.width, picture.height);
    call.emit_progress("draw", "drawing the picture");
    let extent = extent(&scene, &picture);
    let png = self::picture(call, scene, picture)?;
    let mut data = json!({
        "width": width,
        "height": height,
        "bytes": png.len(),
        "transactionId": committed.transaction_id,
    });
    if let (Some(data), Some(Value::Object(extent))) = (data.as_object_mut(), extent) {
        data.extend(extent);
    }
    Ok(Answer { image: Some(png), warnings, ..Answer::ok(data) })
}

/// Returns what a picture shows, in numbers; `None` for one that cannot be drawn.
pub(super) fn extent(scene: &Scene, picture: &PictureRequest) -> Option<Value> {
    let Extent { shown, scale, marked } = png::extent(scene, &picture.picture(None)).ok()?;
    let mut data = json!({
        "scale": scale,
        "units": scene.units().as_str(),
        "shown": { "min": [shown.min.x, shown.min.y], "max": [shown.max.x, shown.max.y] },
    });
    if let Some([added, changed, removed]) = marked {
        data["marked"] = json!({ "added": added, "changed": changed, "removed": removed });
    }
    Some(data)
}

/// Returns the words for a picture that lacks the scene before the last change; `None` where it needs none.
fn without_previous(picture: &PictureRequest) -> Option<&'static str> {
    if picture.highlight {
        Some("Nothing is highlighted")
    } else if picture.before {
        Some("There is no scene before to show")
    } else if picture.fit == Fit::LastChange {
        Some("All of the scene is shown")
    } else {
        None
    }
}

/// Returns the picture of a change that is tried: what it changes is highlighted. `None` where none is wanted.
pub(super) fn picture_of_check(
    arguments: &Arguments,
    scene: &Scene,
    base: Option<Arc<Scene>>,
) -> Option<PictureRequest> {
    if arguments.optional_text("size") == Some(OFF) {
        return None;
    }
    let [width, height] = arguments.numbers("size").unwrap_or([f64::from(WIDTH), f64::from(HEIGHT)]);
    Some(PictureRequest {
        width: width as u32,
        height: height as u32,
        fit: fit(arguments, scene),
        highlight: base.is_some(),
        before: arguments.flag("before"),
        previous: base,
        ..default_picture()
    })
}

/// Returns the picture for a call that asks for none in particular.
pub(crate) fn default_picture() -> PictureRequest {
    PictureRequest { width: WIDTH, height: HEIGHT, ..PictureRequest::default() }
}

fn fit(arguments: &Arguments, scene: &Scene) -> Fit {
    match (arguments.names("fit"), arguments.numbers("fit")) {
        (_, Some(bounds)) => Fit::Box(bounds),
        (Some(names), None) => match &names[..] {
            // An entity of that name comes first.
            [one] if one == LAST_CHANGE && !scene.exists(LAST_CHANGE) => Fit::LastChange,
            _ => Fit::Entities(names),
        },
        (None, None) => Fit::Scene,
    }
}

fn grid(arguments: &Arguments) -> Option<Grid> {
    match arguments.number("grid") {
        Some(step) => Some(Grid::Step(step)),
        None => arguments.flag("grid").then_some(Grid::Auto),
    }
}

fn labels(arguments: &Arguments) -> Labels {
    match arguments.names("labels") {
        Some(names) => Labels::Named(names),
        None if arguments.flag("labels") => Labels::Outermost,
        None => Labels::None,
    }
}

/// Returns true if the call compares with the scene after a commit that it names.
fn names_other_commit(arguments: &Arguments) -> bool {
    arguments.optional_text("highlight").is_some_and(|it| it != LAST_CHANGE)
}

fn background(text: &str) -> Result<Color> {
    Color::parse(text)
        .map_err(|error| Error::new(Kind::InvalidInput, format!("render: background: {}", error.message)))
}

/// Renders a PNG that fits into a message to a client.
pub(super) fn picture(call: &Call<'_>, scene: Arc<Scene>, picture: PictureRequest) -> Result<Vec<u8>> {
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
