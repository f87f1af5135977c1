//! The limits of a run that the runner itself enforces; time and memory are the parent's and the allocator's.

use serde::{Deserialize, Serialize};

/// Limits with the defaults of the sandbox.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// The wall time of one run.
    pub time_ms: u64,
    /// The heap of the child.
    pub memory_bytes: u64,
    /// The number of entities of the scene at any moment.
    pub entities: usize,
    /// The bytes of all lines that are printed, line ends among them. Past them the output is cut.
    pub output_bytes: usize,
    /// The number of lines that are printed. Later ones are counted and dropped.
    pub output_lines: usize,
    /// The size of one file.
    pub source_bytes: usize,
    /// The size of all files of a run.
    pub total_source_bytes: usize,
    /// The number of files of a run besides the entry.
    pub modules: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time_ms: 5_000,
            memory_bytes: 512 << 20,
            entities: 200_000,
            output_bytes: 64 << 10,
            output_lines: 1_000,
            source_bytes: 1 << 20,
            total_source_bytes: 8 << 20,
            modules: 256,
        }
    }
}

/// Returns how a limit is raised at each door: the option, the flag, the environment.
pub fn raise(limit: &str) -> String {
    let (flag, variable) = match limit {
        "timeMs" => ("time-ms", "TIME_MS"),
        "memoryBytes" => ("memory-mb", "MEMORY_BYTES"),
        "entities" => ("entities", "ENTITIES"),
        "sourceBytes" => ("source-bytes", "SOURCE_BYTES"),
        "modules" => ("modules", "MODULES"),
        _ => return format!("raise limits.{limit}"),
    };
    format!("raise limits.{limit} (--{flag}, SCENEWRIGHT_{variable})")
}

/// Formats a number of bytes for a person: `512 MiB`, `1.5 KiB`, `17 bytes`.
pub fn bytes(count: usize) -> String {
    const UNITS: [(&str, usize); 3] = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)];
    match UNITS.iter().find(|(_, size)| count >= *size) {
        Some((unit, size)) if count.is_multiple_of(*size) => format!("{} {unit}", count / size),
        Some((unit, size)) => format!("{:.1} {unit}", count as f64 / *size as f64),
        None => format!("{count} bytes"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn byte_counts_are_formatted_for_people() {
        let shown = [17, 1 << 10, 1536, 512 << 20, 3 << 30].map(super::bytes);
        assert_eq!(shown, ["17 bytes", "1 KiB", "1.5 KiB", "512 MiB", "3 GiB"]);
    }
}
