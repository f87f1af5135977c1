//! The functions that a scene script calls, in one table. Registration, `describe` and the TypeScript
//! declarations all come from it, so that they cannot disagree.

mod block_attributes;
mod blocks;
mod call;
mod corners;
mod declarations;
mod domain;
mod elements;
mod function;
mod groups;
mod making;
mod measures;
mod order;
mod pages;
mod parameter;
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
