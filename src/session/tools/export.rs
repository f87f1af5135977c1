//! `export`.

use std::sync::Arc;

use serde_json::json;

use super::{Arguments, Call, render};
use crate::error::{Error, Kind, Result};
use crate::runner::{Answer as Answered, Request};
use crate::session::answer::Answer;
use crate::session::call::LOCK_WAIT;
use crate::session::shared::{Committed, Shared};
use crate::workspace::WaitLimit;

/// A larger text belongs into a file.
const MOST_INLINE: usize = 64 << 10;
const MOST_INLINE_PNG: usize = 5 << 20;

pub fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let committed = call.committed()?;
    let format = arguments.text("format");
    let bytes = export(call, &committed, format)?;
    let mut data =
        json!({ "format": format, "bytes": bytes.len(), "transactionId": committed.transaction_id });
    if let Some(path) = arguments.optional_text("path") {
        call.settle()?;
        let is_cancelled = || call.cancel.is_cancelled();
        let limit = WaitLimit::until_elapsed(LOCK_WAIT).or_cancelled(&is_cancelled);
        data["path"] = call.shared.folder.write_export(path, &bytes, &limit)?.display().to_string().into();
        return Ok(Answer::ok(data));
    }
    let most = if format == "png" { MOST_INLINE_PNG } else { MOST_INLINE };
    if bytes.len() > most {
        return Err(Error::new(
            Kind::TooLarge,
            format!("The {format} has {} bytes, too many for an answer (at most {most})", bytes.len()),
        )
        .with_hint(format!(
            "Give a path, e.g. \"scene.{format}\": it is written to the project's exports folder."
        )));
    }
    if format == "png" {
        return Ok(Answer { image: Some(bytes), ..Answer::ok(data) });
    }
    data["content"] = String::from_utf8_lossy(&bytes).into();
    Ok(Answer::ok(data))
}

/// An export of any size, in the answer.
pub fn whole(call: &Call<'_>, format: &str) -> Result<Answer> {
    let committed = call.committed()?;
    let bytes = export(call, &committed, format)?;
    let data = json!({ "format": format, "bytes": bytes.len() });
    if format == "png" {
        return Ok(Answer { image: Some(bytes), ..Answer::ok(data) });
    }
    let mut answer = Answer::ok(data);
    answer.data["content"] = String::from_utf8_lossy(&bytes).into();
    Ok(answer)
}

fn export(call: &Call<'_>, committed: &Committed, format: &str) -> Result<Vec<u8>> {
    let request = match format {
        "json" => return Ok(Shared::cache_text(committed).into_bytes()),
        "svg" => Request::Svg { scene: Arc::clone(&committed.scene) },
        "png" => Request::Png { scene: Arc::clone(&committed.scene), picture: render::default_picture() },
        other => {
            return Err(Error::new(
                Kind::InvalidInput,
                format!("export: format must be \"svg\", \"png\" or \"json\", got \"{other}\""),
            ));
        }
    };
    match call.ask_runner(request)? {
        Answered::Text(text) => text.map(String::into_bytes),
        Answered::Bytes(bytes) => bytes,
        _ => Err(Error::new(Kind::Runner, "The runner answered something else")),
    }
}
