//! Annotations of entities: dimensions, notes, hatches, and the page they are drawn for.
//!
//! Each is a group of ordinary shapes with an annotation that says what the group really is. Its shapes are redrawn when
//! a script has ended: a dimension measures the finished scene, and its text and arrows have the size that the finished
//! scale gives them.

mod connector_labels;
mod dimension;
mod hatch;
mod in_blocks;
mod note;
mod note_layout;
mod note_warnings;
mod occupied;
mod page_layout;
mod parts_list;
mod resolve;
mod settle;
mod settle_error;
mod shown_detail;
mod views;

pub(super) use resolve::side_of;
pub use shown_detail::ShownDetail;
