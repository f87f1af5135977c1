//! Tests of the child processes: their confinement, their cost, and their remains. Tests count the children and
//! the memory of this process, so they take turns.

mod engine;
mod fuzz;
mod hostile;
mod runner_costs;
mod sandbox;
mod support;
mod test262;
#[cfg(target_os = "linux")]
mod warm_children;
