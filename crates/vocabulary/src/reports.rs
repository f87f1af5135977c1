//! Tables of a drawing that show its own report.

use scenewright_error::Result;
use scenewright_report::{Files, Report, Settings, rows};
use scenewright_scene::typeset::FontSource;
use scenewright_scene::{AssetFile, Assets};

/// A table that shows a report.
#[derive(Clone, Debug)]
pub(crate) struct ReportTable {
    /// The name of its group.
    pub name: String,
    /// The part of the report; `None` for a summary of all.
    pub section: Option<&'static str>,
}

impl ReportTable {
    /// Returns the rows of the table. Where there is nothing to report, the head stands alone.
    pub(crate) fn rows(&self, report: &Report) -> Vec<Vec<String>> {
        let rows = rows(report, self.section);
        if rows.is_empty() { vec![vec!["–".to_owned()]] } else { rows }
    }
}

/// Reads the files of the project that reports take their data from.
pub(crate) fn settings(assets: &Assets, source: &dyn FontSource) -> Result<Settings> {
    // The parent knows these names; what the project does not have is empty, and a host without a project has none.
    let file = |name: &str| assets.file(&format!("project:{name}"), source).ok();
    let (report, rates, lint) = (file("report.json"), file("rates.json"), file("lint.json"));
    let bytes = |file: &Option<AssetFile>| {
        file.as_ref().map(|file| file.bytes.to_vec()).filter(|bytes| !bytes.is_empty())
    };
    let (report, rates, lint) = (bytes(&report), bytes(&rates), bytes(&lint));
    Settings::read(Files { report: report.as_deref(), rates: rates.as_deref(), lint: lint.as_deref() })
}
