//! Stops a build whose engine was made of other patches than the checkout has.

use std::fs;
use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let patches = root.join("patches/boa");
    let applied = root.join("vendor/boa/applied.patches");
    println!("cargo::rerun-if-changed={}", patches.display());
    println!("cargo::rerun-if-changed={}", applied.display());
    if fs::read_to_string(applied).ok().as_deref() != Some(patch_text(&patches).as_str()) {
        println!(
            "cargo::error=vendor/boa was not made of the patches in patches/boa: run `node scripts/engine.mjs`"
        );
    }
}

/// Names and contents of the patches, as `scripts/engine.mjs` writes them beside the crates that it patched.
fn patch_text(folder: &Path) -> String {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "patch"))
        .collect();
    names.sort();
    names.insert(0, "Cargo.lock".to_owned());
    let mut text = String::new();
    for name in names {
        let content = fs::read_to_string(folder.join(&name)).unwrap_or_default();
        text.push_str(&format!("{name}\n{}", content.replace("\r\n", "\n")));
    }
    text
}
