//! Processes whose system calls are made to fail, or to be their last.

use std::collections::BTreeMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::Output;

use super::play::player;

/// The calls that change the disk, or on which a change depends.
const CALLS: &str = "open,openat,openat2,write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlinkat,mkdirat,\
                     ftruncate,fchmod,fchown,symlinkat,flock,fsetxattr";

/// Lets the kernel pass over the calls that are not named. Otherwise every call stops the process twice, which takes
/// most of the time of these tests.
const STOP_AT_NAMED: &str = "--seccomp-bpf";

/// The failure to inject into the call of that name and number.
pub(crate) struct Injection<'a> {
    pub call: &'a str,
    /// The number, from 1.
    pub number: usize,
    /// The failure as strace takes it: `signal=KILL` or `error=ENOSPC`.
    pub what: &'a str,
}

/// Returns the reason why nothing can be injected here, if so.
pub(crate) fn problem() -> Option<String> {
    let arguments = ["-f", STOP_AT_NAMED, "-o", "/dev/null", "-e", "trace=renameat", "true"];
    let tried = std::process::Command::new("strace").args(arguments).output();
    match tried {
        Ok(output) if output.status.success() => None,
        Ok(output) => Some(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
        Err(cause) => Some(format!("strace: {cause}")),
    }
}

/// Returns the numbers of the calls that a process makes from the moment when it begins to play the part. strace
/// counts by thread, and one thread does it all.
pub(crate) fn count_calls(part: &str, folder: &Path, log: &Path) -> BTreeMap<String, RangeInclusive<usize>> {
    let log_path = log.display().to_string();
    let output = traced(&["-o", &log_path, "-e", &format!("trace={CALLS}")], part, folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let log = fs::read_to_string(log).unwrap();
    let lines: Vec<(&str, &str)> =
        log.lines().filter_map(|line| line.split_once(char::is_whitespace)).collect();
    let begun = lines.iter().position(|(_, call)| call.contains("\"begun")).unwrap();
    let player = lines[begun].0;
    // Before it began, and in all.
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (number, (_, call)) in lines.iter().enumerate().filter(|(_, (thread, _))| *thread == player) {
        let Some((name, _)) = call.trim_start().split_once('(') else { continue };
        let (before, all) = counts.entry(name.to_owned()).or_default();
        *all += 1;
        *before += usize::from(number <= begun);
    }
    counts.into_iter().map(|(name, (before, all))| (name, before + 1..=all)).collect()
}

/// Runs a process that plays the part, with one of its calls tampered with.
pub(crate) fn inject(injection: &Injection<'_>, part: &str, folder: &Path) -> Output {
    let Injection { call, number, what } = injection;
    let (named, rule) = (format!("trace={call}"), format!("inject={call}:{what}:when={number}"));
    traced(&["-o", "/dev/null", "-e", &named, "-e", &rule], part, folder)
}

fn traced(arguments: &[&str], part: &str, folder: &Path) -> Output {
    let mut beneath = vec!["strace".to_owned(), "-f".to_owned(), STOP_AT_NAMED.to_owned()];
    beneath.extend(arguments.iter().map(|argument| (*argument).to_owned()));
    player(&beneath, part, folder).output().unwrap()
}
