//! The tool `Write`.

use serde_json::{Map, json};

use super::call::FileCall;
use super::change::{ChangeOptions, Known, Proposed, change, decode_new, read_known};
use super::new_file::empty_document;
use super::outcome::Outcome;
use scenewright_error::Kind;
use scenewright_text::Document;

pub fn write(call: &FileCall<'_>) -> Outcome {
    let given = call.arguments.text("file_path");
    let content = call.arguments.text("content");
    let options = ChangeOptions { verb: "write", dry_run: false, is_whole: true };
    change(call, given, &options, &mut |target| {
        if target.has_ending(".ipynb") {
            return Err(call.refuse(Kind::Notebook, &[]));
        }
        let mut warnings = Vec::new();
        let (existed, document) = match target.exists() {
            false => (false, empty_document(call, target)?),
            true => {
                let Known { bytes, has_changed } = read_known(call, target, &mut warnings)?;
                // Nothing in the call proves that its author has seen the other's change.
                if has_changed {
                    return Err(call.refuse(Kind::StaleRead, &[]));
                }
                let document = Document::decode(bytes);
                (true, document.map_err(|error| call.failed(error.in_file(&target.shown)))?)
            }
        };
        let new = document.rewrite(content).map_err(|error| call.failed(error.in_file(&target.shown)))?;
        let new = decode_new(call, target, &document, new)?;
        let kind = if existed { "update" } else { "create" };
        let mut data = Map::new();
        data.insert("type".to_owned(), json!(kind));
        data.insert("content".to_owned(), json!(content));
        Ok(Proposed { document, existed, new, spans: None, data, warnings })
    })
}
