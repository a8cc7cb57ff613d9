//! The module `varvel._varvel`: what the package `varvel` calls. Its pages are in the package.
#![forbid(unsafe_code)]

mod document;
mod dump;
mod errors;
mod files;
mod input;
mod layout;
mod load;
mod members;
mod objects;
mod raw;
mod records;
mod rows;
mod write;

use pyo3::prelude::*;

/// The part of the package `varvel` that is written in Rust.
#[pymodule]
fn _varvel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(load::loads, module)?)?;
    module.add_function(wrap_pyfunction!(dump::dumps, module)?)?;
    module.add_class::<document::Document>()?;
    module.add_class::<records::Records>()
}
