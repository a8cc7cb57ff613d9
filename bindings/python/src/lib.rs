//! The module `varvel._varvel`, which the package `varvel` calls. The documentation for users is in
//! the package.
#![forbid(unsafe_code)]

mod decode;
mod document;
mod dump;
mod edit;
mod errors;
mod files;
mod input;
mod inspect;
mod keys;
mod layout;
mod load;
mod members;
mod objects;
mod records;
mod replace;
mod rows;
mod write;

use pyo3::prelude::*;

/// The part of the package `varvel` that is written in Rust.
#[pymodule]
fn _varvel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(load::loads, module)?)?;
    module.add_function(wrap_pyfunction!(dump::dumps, module)?)?;
    module.add_function(wrap_pyfunction!(decode::decode, module)?)?;
    module.add_class::<decode::Decoder>()?;
    module.add_class::<document::Document>()?;
    module.add_function(wrap_pyfunction!(inspect::check, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::check_records, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::faults, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::format_of, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::schema, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::schema_of_records, module)?)?;
    module.add_class::<edit::Text>()?;
    module.add_function(wrap_pyfunction!(edit::replace_file, module)?)?;
    module.add_class::<records::Records>()
}
