//! The functions that a scene script calls, in one table. Registration, `describe` and the TypeScript
//! declarations all come from it, so that they cannot disagree.

mod call;
mod declarations;
mod dimensions;
mod domain;
mod elements;
mod function;
mod groups;
mod hatching;
mod measures;
mod nested;
mod notes;
mod order;
mod page;
mod pages;
mod parameter;
mod point_refs;
mod queries;
mod regions;
mod registration;
mod scene;
mod shapes;
mod style;
mod table;
mod transforms;

pub use declarations::declarations;
pub use domain::Domain;
pub use function::Function;
pub use pages::{chapter, overview};
pub use parameter::Parameter;
pub(super) use registration::define;
pub use table::{FUNCTIONS, find, function_name};
