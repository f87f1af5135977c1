//! What this machine offers, for a person who wonders why something does not work.

use std::path::Path;

use serde_json::{Value, json};

use crate::runner::{PROTOCOL, Probe, probe};
use crate::script::{ENGINE, Limits};

/// Starts a runner and tells what was found.
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
        "fonts": crate::typeset::Font::builtin().map(|font| vec![font.name()]).unwrap_or_default(),
    })
}
