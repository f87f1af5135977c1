//! The tool `glob`.

use serde_json::{Value, json};

use crate::call::Call;
use scenewright_error::Result;
use scenewright_fs::NamePattern;
use scenewright_script::BUILTIN_MODULES;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let pattern = NamePattern::parse(arguments.optional_text("pattern").unwrap_or("*"))?;
    let entries = call.shared.folder.list()?;
    let mut files: Vec<Value> = Vec::new();
    for entry in entries.iter().filter(|entry| pattern.is_match(entry.name.as_str())) {
        files.push(json!({
            "name": entry.name.as_str(),
            "source": "user",
            "sizeBytes": entry.size,
            "modifiedMs": entry.modified_ms,
        }));
    }
    let user = |name: &str| entries.iter().any(|entry| entry.name.as_str() == name);
    let builtins = BUILTIN_MODULES.iter().filter(|_| call.options().builtins);
    for (name, text) in builtins.filter(|(name, _)| pattern.is_match(name) && !user(name)) {
        files.push(json!({ "name": name, "source": "builtin", "sizeBytes": text.len() }));
    }
    // main first, then by name, whatever their source.
    files.sort_by_key(|file| {
        let name = file["name"].as_str().unwrap_or_default().to_owned();
        (name != scenewright_script::MAIN, name)
    });
    let mut data = json!({ "total": files.len(), "files": files });
    let assets = call.shared.folder.assets()?;
    let assets: Vec<Value> = assets
        .iter()
        // The default pattern is for names of modules, and would leave out assets in folders.
        .filter(|entry| arguments.optional_text("pattern").is_none() || pattern.is_match(entry.path.inside()))
        .map(|entry| json!({ "path": entry.path.inside(), "sizeBytes": entry.size }))
        .collect();
    if !assets.is_empty() {
        data["assets"] = assets.into();
    }
    Ok(Answer::ok(data))
}
