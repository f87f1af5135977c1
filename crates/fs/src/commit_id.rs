//! Identifiers of commits and of intermediate files.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Returns a new name: 32 hexadecimal digits, of which the first half is the time in 1/65,536 of a millisecond
/// and the second belongs to the process.
///
/// Invariant: names made by one process sort in the order in which they were made, also when the clock is set
/// back; names of several processes sort by their clocks and are never the same.
pub fn new_commit_id() -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    static PROCESS: OnceLock<u64> = OnceLock::new();

    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = u64::try_from(since.as_millis()).unwrap_or(u64::MAX >> 16) << 16;
    let after = |last: u64| now.max(last.wrapping_add(1));
    let last = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| Some(after(last)));
    let time = after(last.unwrap_or_else(|last| last));
    // The standard library seeds its hash tables at random; the id and the start time keep forks apart.
    let process =
        *PROCESS.get_or_init(|| RandomState::new().hash_one((std::process::id(), since.as_nanos())));
    format!("{time:016x}{process:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commit_ids_sort_by_time_and_never_repeat() {
        let threads: Vec<_> = (0..4)
            .map(|_| std::thread::spawn(|| (0..1_000).map(|_| new_commit_id()).collect::<Vec<String>>()))
            .collect();
        let mut all = Vec::new();
        for thread in threads {
            let ids = thread.join().unwrap();
            assert!(ids.is_sorted());
            all.extend(ids);
        }
        assert!(all.iter().all(|id| id.len() == 32));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 4_000);
    }
}
