//! The functions that a scene script calls, in one table. Registration, `describe` and the TypeScript
//! declarations all come from it, so that they cannot disagree.

mod assets;
mod call;
mod check;
mod declaration_book;
mod declarations;
mod domain;
mod elements;
mod function;
mod groups;
mod measures;
mod order;
mod pages;
mod parameter;
mod queries;
mod regions;
mod registration;
mod rules;
mod scene;
mod scene_parameters;
mod shapes;
mod style;
mod table;
mod transforms;

pub(super) use declaration_book::provide_parameters;
pub use declarations::declarations;
pub use domain::Domain;
pub use function::Function;
pub use pages::{chapter, overview};
pub use parameter::Parameter;
pub(super) use registration::define;
pub(super) use rules::{BrokenBy, BrokenRule, NotKept, RunJobs, finish};
pub use table::{FUNCTIONS, find, function_name, is_global};
