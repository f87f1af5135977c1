//! The child processes: what they cannot do, what they cost, what is left of them. Tests count the children and
//! the memory of this process, so they take turns.

mod fuzz;
mod hostile;
mod runner_costs;
mod sandbox;
mod support;
