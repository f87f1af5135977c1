//! The process that the tests run in: its children and its memory.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Keeps other tests of this process from starting children in the meantime.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The longest wait for children that end. On a machine that stalls they end late.
#[cfg(target_os = "linux")]
const GONE_WITHIN: Duration = Duration::from_mins(1);

/// Waits until this process has no child, as it must after the last session was closed.
#[cfg(target_os = "linux")]
pub(crate) fn assert_no_child_is_left() {
    let deadline = Instant::now() + GONE_WITHIN;
    while !children().is_empty() {
        assert!(Instant::now() < deadline, "children are left: {:?}", children());
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[cfg(not(target_os = "linux"))]
pub fn assert_no_child_is_left() {}

#[cfg(target_os = "linux")]
pub(crate) fn children() -> Vec<u32> {
    let own = std::process::id();
    let processes = std::fs::read_dir("/proc").expect("/proc is there").flatten();
    let is_child = |pid: &u32| {
        // The parent is the second field after the name, which is in brackets and may hold anything.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let fields = stat.rsplit_once(')').map(|(_, fields)| fields.split_whitespace());
        fields.and_then(|mut it| it.nth(1)).is_some_and(|parent| parent == own.to_string())
    };
    processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(is_child).collect()
}

/// Returns the bytes of its heap that this process has in use. Resident memory would also reflect the
/// allocator's habits.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn heap_bytes() -> usize {
    // SAFETY: it may be called at any time, from any thread; it only counts.
    let heap = unsafe { libc::mallinfo2() };
    heap.uordblks + heap.hblkhd
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn heap_bytes() -> usize {
    0
}

#[cfg(target_os = "linux")]
pub(crate) fn resident_bytes() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("/proc is there");
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:")).expect("Linux reports it");
    line.split_whitespace().next().and_then(|it| it.parse::<usize>().ok()).expect("a number of KiB") << 10
}
