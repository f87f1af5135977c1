//! The history as callers see it.

use serde_json::{Map, Value, json};

use super::paths::Paths;
use crate::transaction::{FileStep, HistoryEntry, Node};

/// One transaction: its name, when, by which tool, what it did, and whether it still counts.
pub fn entry_json(entry: &HistoryEntry, paths: &Paths) -> Value {
    let intent = &entry.intent;
    let mut fields = Map::new();
    fields.insert("id".into(), intent.id.as_str().into());
    fields.insert("time".into(), iso_time(intent.at_ms).into());
    fields.insert("tool".into(), intent.tool.as_str().into());
    fields.insert("message".into(), intent.message.as_str().into());
    fields.insert("files".into(), intent.files.iter().map(|file| file_json(file, paths)).collect());
    fields.insert("undone".into(), entry.undone.into());
    if let Some(undoes) = &intent.undoes {
        fields.insert("undoes".into(), undoes.as_str().into());
    }
    Value::Object(fields)
}

fn file_json(file: &FileStep, paths: &Paths) -> Value {
    let change = match (&file.before, &file.after) {
        (Node::Absent, _) => "created",
        (_, Node::Absent) => "deleted",
        _ => "updated",
    };
    json!({ "path": paths.shown(&file.path), "change": change })
}

/// Milliseconds since 1970 as `2026-03-01T12:00:00.000Z`.
fn iso_time(at_ms: u64) -> String {
    let (days, ms) = (at_ms / 86_400_000, at_ms % 86_400_000);
    let (year, month, day) = civil_date(days);
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{year:04}-{month:02}-{day:02}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", ms % 1_000)
}

/// The Gregorian date of a day since 1970. Years begin in March here, so that the day of a leap year comes last.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_iso_8601() {
        let cases = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_704_067_199_000, "2023-12-31T23:59:59.000Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ];
        for (at_ms, expected) in cases {
            assert_eq!(iso_time(at_ms), expected);
        }
    }
}
