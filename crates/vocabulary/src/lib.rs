//! The functions that a scene script calls, in one table. Registration, `describe` and the TypeScript
//! declarations all come from it, so that they cannot disagree. Of the engine it knows values and contexts, nothing of
//! programs and modules.

mod arranging;
mod assets;
mod block_attributes;
mod blocks;
mod call;
mod check;
mod contours;
mod coordinates;
mod corners;
mod declaration_book;
mod declarations;
mod dimensions;
mod domain;
mod drawing;
mod elements;
mod figures;
mod function;
mod groups;
mod hatching;
mod making;
mod measured_checks;
mod measures;
mod nested;
mod nesting;
mod notes;
mod order;
mod page;
mod pages;
mod parameter;
mod point_refs;
mod queries;
mod ready_check;
mod regions;
mod registration;
mod rules;
mod scene;
mod scene_error;
mod scene_parameters;
mod shapes;
mod splines;
mod style;
mod table;
mod texts;
mod transforms;

pub use declaration_book::provide_parameters;
pub use declarations::declarations;
pub use domain::Domain;
pub use drawing::{CallObserver, Drawing};
pub use function::Function;
pub use pages::{chapter, overview};
pub use parameter::Parameter;
pub use registration::define;
pub use rules::{BrokenBy, BrokenRule, NotKept, RunJobs, finish};
pub use table::{FUNCTIONS, find, function_name, is_global};
