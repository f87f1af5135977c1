//! Fuzzing with generated scripts, run in the child process as every program is: whatever a script contains, the
//! host survives, the answer is a scene or a failure with a kind and a place of the script, and the next good run
//! works.
//!
//! By default it runs a fixed number of cases. `SCENEWRIGHT_FUZZ_SECONDS=600` runs new ones for that time, and
//! `SCENEWRIGHT_FUZZ_CASE=17` the one of that number, with its sources; add `--no-capture` to see what it prints.

mod calls;
mod case;
mod extremes;
mod javascript;
mod judge;
mod mutate;
mod shrink;
mod values;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::support::process::{alone, assert_no_child_is_left};
use case::{Case, Material};
use judge::{Judge, Judgement};
use scenewright_script::MAIN;
use shrink::shrink;

/// The default number of cases: about seven seconds of an unoptimised build, most of them spent on
/// scripts that do not end.
const USUAL_CASES: u64 = 250;

/// The most findings: further ones add nothing.
const MAX_FINDINGS: usize = 20;

#[test]
fn generated_scripts_never_harm_the_host() {
    let _alone = alone();
    let judge = Judge::new();
    let material = Material::collect(&judge);
    if let Some(number) = number_from("SCENEWRIGHT_FUZZ_CASE") {
        let case = Case::of(number, &material);
        println!("{case}");
        let judgement = judge.judge(&case);
        println!("{judgement:#?}");
        if let Some(problem) = judgement.problem {
            panic!("{problem}\nThe same of less: {}", shrink(case, &judge));
        }
        return;
    }
    let mut report = Report::default();
    let started = Instant::now();
    match number_from("SCENEWRIGHT_FUZZ_SECONDS") {
        Some(seconds) => {
            // Every long run tries others. The number of a case is all that it is made from.
            let mut number = fastrand::u64(..1 << 40);
            while started.elapsed() < Duration::from_secs(seconds) && report.findings.len() < MAX_FINDINGS {
                report.add(number, &judge, &material);
                number += 1;
            }
        }
        None => (0..USUAL_CASES).for_each(|number| report.add(number, &judge, &material)),
    }
    judge.close();
    assert_no_child_is_left();
    println!(
        "{} cases in {:?}, latest answer {:?} after its limit",
        report.cases,
        started.elapsed(),
        report.latest
    );
    println!("{:#?}", report.outcomes);
    assert!(report.findings.is_empty(), "{}", report.findings.join("\n\n"));
}

#[test]
fn generated_scripts_do_the_same_as_they_are_written() {
    let _alone = alone();
    let judge = Judge::new();
    let material = Material::collect(&judge);
    let seconds = number_from("SCENEWRIGHT_FUZZ_SECONDS");
    let started = Instant::now();
    let first = if seconds.is_some() { fastrand::u64(..1 << 40) } else { 1 << 20 };
    let is_over = |count| match seconds {
        Some(seconds) => started.elapsed() >= Duration::from_secs(seconds),
        None => count == USUAL_CASES,
    };
    let mut findings = Vec::new();
    let mut count = 0;
    while !is_over(count) && findings.len() < MAX_FINDINGS {
        let case = Case::of(first + count, &material);
        let problem = judge.compare_with_written(&case);
        findings.extend(problem.map(|it| format!("{it}\ncase {}: {case:.3000}", first + count)));
        count += 1;
    }
    judge.close();
    println!("{count} cases in {:?}", started.elapsed());
    assert!(findings.is_empty(), "{}", findings.join("\n\n"));
}

#[derive(Default)]
struct Report {
    cases: u64,
    /// The counts of each family's outcomes.
    outcomes: BTreeMap<&'static str, BTreeMap<String, u32>>,
    latest: Duration,
    findings: Vec<String>,
}

impl Report {
    fn add(&mut self, number: u64, judge: &Judge, material: &Material) {
        let case = Case::of(number, material);
        let Judgement { outcome, late, problem } = judge.judge(&case);
        self.cases += 1;
        self.latest = self.latest.max(late);
        *self.outcomes.entry(case.family).or_default().entry(outcome).or_default() += 1;
        if let Some(problem) = problem {
            let finding = format!("{problem}\nSCENEWRIGHT_FUZZ_CASE={number} runs it again: {case:.2000}");
            eprintln!("{finding}\n");
            self.findings.push(finding);
        }
    }
}

fn number_from(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {value:?}")))
}

fn pick<T: Copy>(rng: &mut fastrand::Rng, from: &[T]) -> T {
    from[rng.usize(..from.len())]
}

fn pick_word<'a>(rng: &mut fastrand::Rng, from: &'a str) -> &'a str {
    let words: Vec<&str> = from.split_whitespace().collect();
    pick(rng, &words)
}
