//! Landlock and seccomp: no path, no network, and only the system calls that computing needs.

use std::collections::BTreeMap;

use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::layer::Layer;

/// The newest set of rights that is requested; an older kernel grants those that it knows.
const NEWEST_RIGHTS: ABI = ABI::V6;

/// Removes every right on paths, TCP ports and other processes from this thread and those that it will start.
pub(super) fn restrict_paths_and_network() -> Layer {
    let result = match landlock() {
        Ok(RulesetStatus::FullyEnforced) => Ok("no path, no TCP port, no signal to others"),
        Ok(RulesetStatus::PartiallyEnforced) => Ok("no path; the kernel is too old for some rights"),
        Ok(RulesetStatus::NotEnforced) => Err("the kernel lacks it or has it switched off".to_owned()),
        Err(error) => Err(error.to_string()),
    };
    Layer::new("landlock", result)
}

fn landlock() -> Result<RulesetStatus, RulesetError> {
    let ruleset = Ruleset::default()
        .handle_access(AccessFs::from_all(NEWEST_RIGHTS))?
        .handle_access(AccessNet::from_all(NEWEST_RIGHTS))?
        .scope(Scope::from_all(NEWEST_RIGHTS))?;
    // A ruleset without a rule allows nothing.
    Ok(ruleset.create()?.restrict_self()?.ruleset)
}

pub(super) fn forbid_new_privileges() -> Layer {
    let result = rustix::thread::set_no_new_privs(true);
    Layer::new("no_new_privs", result.map(|()| "for good").map_err(|error| error.to_string()))
}

/// Leaves all threads only the system calls for memory, time, locks and the three pipes. Any other fails with
/// EPERM, which libraries can handle.
pub(super) fn restrict_system_calls() -> Layer {
    let result = filter().and_then(|program| {
        seccompiler::apply_filter_all_threads(&program).map_err(|error| error.to_string())
    });
    Layer::new("seccomp", result.map(|()| "only memory, time, locks and its own pipes"))
}

const ALLOWED: [libc::c_long; 28] = [
    // The pipes.
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_close,
    // Memory, besides mmap and mprotect below.
    libc::SYS_brk,
    libc::SYS_madvise,
    libc::SYS_mremap,
    libc::SYS_munmap,
    // Locks, threads that exist, and time.
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_futex,
    libc::SYS_getpid,
    libc::SYS_getrandom,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    // Signals of its own, for the message about a stack that overflowed.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    // The end.
    libc::SYS_exit,
    libc::SYS_exit_group,
];

fn filter() -> Result<BpfProgram, String> {
    let words = |error: seccompiler::BackendError| error.to_string();
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        ALLOWED.into_iter().map(|call| (call, Vec::new())).collect();
    // Memory that can be executed is what injected code needs, and nothing here compiles at run time.
    let no_code = only(2, SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64), 0).map_err(words)?;
    rules.insert(libc::SYS_mmap, vec![no_code.clone()]);
    rules.insert(libc::SYS_mprotect, vec![no_code]);
    // `abort` raises its signal by tgkill.
    let own_threads = only(0, SeccompCmpOp::Eq, u64::from(std::process::id())).map_err(words)?;
    rules.insert(libc::SYS_tgkill, vec![own_threads]);
    // Threads name themselves when they begin, which may be after the filter.
    let set_name = only(0, SeccompCmpOp::Eq, libc::PR_SET_NAME as u64).map_err(words)?;
    rules.insert(libc::SYS_prctl, vec![set_name]);
    let arch = std::env::consts::ARCH.try_into().map_err(words)?;
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules, refuse, SeccompAction::Allow, arch).map_err(words)?;
    filter.try_into().map_err(words)
}

/// Makes a rule for one argument of a system call.
fn only(argument: u8, operator: SeccompCmpOp, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(vec![SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)?])
}
