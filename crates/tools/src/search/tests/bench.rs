//! A benchmark of searches on a folder of your own: `SEARCH_BENCH=/path cargo test --lib search_bench --
//! --ignored --nocapture`.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::search::*;
use scenewright_fs::disk::OsDisk;
use scenewright_fs::{IgnoreRules, RootSet, SearchPlace};

#[test]
#[ignore = "measures, and asserts nothing"]
fn search_bench() {
    let Ok(root) = std::env::var("SEARCH_BENCH") else { return };
    let pattern = std::env::var("SEARCH_PATTERN").unwrap_or_else(|_| "needle".to_owned());
    let only = std::env::var("SEARCH_ONLY").unwrap_or_default();
    let root_set = Arc::new(RootSet::with_own_state(Arc::new(OsDisk), Path::new(&root)).unwrap());
    let rules = IgnoreRules::new(Arc::clone(&root_set), &[], true).unwrap();
    let places = [SearchPlace::top_of(0)];
    let measure = |name: &str, work: &dyn Fn() -> String| {
        if !only.is_empty() && only != name {
            return;
        }
        let mut times: Vec<f64> = Vec::new();
        let mut answer = String::new();
        for _ in 0..7 {
            let begun = Instant::now();
            answer = work();
            times.push(begun.elapsed().as_secs_f64() * 1_000.0);
        }
        times.sort_by(f64::total_cmp);
        eprintln!("{name:>8}: best {:.1} ms, median {:.1} ms ({answer})", times[0], times[3]);
    };
    let rules = Some(&rules);
    measure("glob", &|| {
        let found = glob(&root_set, "**/*.ts", &GlobOptions { places: &places, rules, ..Default::default() });
        format!("{} files", found.unwrap().total)
    });
    measure("glob-all", &|| {
        let found = glob(&root_set, "**/*.ts", &GlobOptions { places: &places, ..Default::default() });
        format!("{} files", found.unwrap().total)
    });
    measure("list", &|| {
        let found =
            list(&root_set, &places[0], &ListOptions { rules, limit: usize::MAX, ..Default::default() });
        format!("{} entries", found.unwrap().entries.len())
    });
    for (name, output) in [
        ("files", GrepOutput::FilesWithMatches),
        ("content", GrepOutput::Content),
        ("count", GrepOutput::Count),
    ] {
        measure(name, &|| {
            let options = GrepFilesOptions { places: &places, rules, output, ..Default::default() };
            let found = grep_files(&root_set, &pattern, &options).unwrap();
            format!("{} files", found.total_files)
        });
    }
}
