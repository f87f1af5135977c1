//! Files that are not plain text to their reader: detection of file types, pictures made fit for a model, notebooks
//! by cells, PDF documents by pages; in [`import`], drawings and tables for a scene.
//!
//! Everything here is a pure function of a file's bytes.
//!
//! Invariant: content decides what a file is, before its name. A picture that needs no change is passed on as it
//! is, and an edit of a notebook changes no byte outside the cell it names.

pub mod import;

mod notebook;
mod pdf;
mod picture;
mod sniff;

pub use notebook::{
    Cell, CellRef, CellType, EditMode, EditedNotebook, Notebook, NotebookEdit, Output, OutputImage,
    edit_notebook,
};
pub use pdf::{PagePicture, PdfPage, PdfPages, read_pdf_pages};
pub use picture::{Picture, PictureChange, prepare_picture};
pub use sniff::{FileType, ImageType, SNIFFED_BYTES, sniff};

#[cfg(test)]
mod tests;
