//! A report on this machine, for a person who wonders why something does not work.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::fonts::{FontOptions, ProjectFonts};
use scenewright_runner::{PROTOCOL, Probe, probe};
use scenewright_scene::typeset::{Font, FontQuery};
use scenewright_script::{ENGINE, Limits};

/// The most families that are listed; more are only counted.
const MAX_FAMILIES: usize = 20;

/// Starts a runner and reports the findings.
pub fn doctor(runner: &Path) -> Value {
    let probed = probe(runner);
    let mut report =
        json!({ "path": runner.display().to_string(), "ok": probed.is_ok(), "protocol": PROTOCOL });
    let mut isolation = json!({ "process": true, "deadlineByKill": true, "memoryLimit": true });
    match probed {
        Ok(Probe { start, layers, attempts }) => {
            report["startMs"] = ((start.as_secs_f64() * 1e4).round() / 10.0).into();
            isolation["layers"] = serde_json::to_value(layers).unwrap_or_default();
            isolation["attempts"] = serde_json::to_value(attempts).unwrap_or_default();
        }
        Err(error) => {
            report["error"] = error.message.into();
            if let Some(hint) = error.hint {
                report["hint"] = hint.into();
            }
        }
    }
    let limits = Limits::default();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "platform": { "os": std::env::consts::OS, "arch": std::env::consts::ARCH },
        "engine": ENGINE,
        "runner": report,
        "isolation": isolation,
        "limits": {
            "timeMs": limits.time_ms,
            "memoryBytes": limits.memory_bytes,
            "entities": limits.entities,
            "outputBytes": limits.output_bytes,
            "sourceBytes": limits.source_bytes,
            "modules": limits.modules,
        },
        "fonts": fonts(),
    })
}

/// Lists the fonts that texts can be set in: the one that is always there, and those of the machine.
fn fonts() -> Value {
    let installed = ProjectFonts::new(PathBuf::new(), FontOptions::default());
    let families = installed.families();
    // The built-in font has no Hangul, so a Korean text depends on the machine.
    let hangul = installed.source().find(&FontQuery::Covering("가나다한글".to_owned()));
    json!({
        "builtIn": Font::builtin().map(|font| font.name().to_owned()).unwrap_or_default(),
        "families": families.len(),
        "some": &families[..families.len().min(MAX_FAMILIES)],
        "hangul": hangul.ok().flatten().map(|font| font.family.clone()),
    })
}
