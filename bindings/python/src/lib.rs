//! The module `varvel._varvel`, which the package `varvel` calls. The documentation for users is in
//! the package.
#![forbid(unsafe_code)]

mod columns;
mod decode;
mod document;
mod dump;
mod edit;
mod errors;
mod input;
mod inspect;
mod interrupts;
mod layout;
mod load;
mod lock;
mod objects;
mod records;
mod replace;
mod stack;
mod tables;
mod write;
mod yaml_stream;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// The part of the package `varvel` that is written in Rust.
#[pymodule]
fn _varvel(module: &Bound<'_, PyModule>) -> PyResult<()> {
    refuse_other_interpreters(module.py())?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(load::loads, module)?)?;
    module.add_function(wrap_pyfunction!(load::loads_all, module)?)?;
    module.add_function(wrap_pyfunction!(dump::dumps, module)?)?;
    module.add_function(wrap_pyfunction!(decode::decode, module)?)?;
    module.add_class::<decode::Decoder>()?;
    module.add_function(wrap_pyfunction!(decode::nested::check_nested, module)?)?;
    module.add_class::<document::Document>()?;
    module.add_function(wrap_pyfunction!(tables::split::plan_file, module)?)?;
    module.add_function(wrap_pyfunction!(tables::split::expand_name, module)?)?;
    module.add_function(wrap_pyfunction!(tables::out::records_of_ipc, module)?)?;
    module.add_class::<tables::bad_lines::BadLines>()?;
    module.add_class::<tables::batch::Batch>()?;
    module.add_class::<tables::batch::Batches>()?;
    module.add_class::<tables::split::Split>()?;
    module.add_class::<tables::schema::TableSchema>()?;
    module.add_function(wrap_pyfunction!(inspect::check, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::check_records, module)?)?;
    module.add_class::<inspect::Schema>()?;
    module.add_function(wrap_pyfunction!(inspect::check_by_schema, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::check_records_by_schema, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::check_records_as, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::read_file, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::format_of, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::schema, module)?)?;
    module.add_function(wrap_pyfunction!(inspect::schema_of_records, module)?)?;
    module.add_class::<edit::Text>()?;
    module.add_function(wrap_pyfunction!(edit::replace_file, module)?)?;
    module.add_class::<records::Records>()
}

/// Fails in all interpreters of a process except the first one that imports the module. The classes
/// and functions that are looked up once belong to that one.
fn refuse_other_interpreters(py: Python<'_>) -> PyResult<()> {
    static SYS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let sys = py.import("sys")?;
    let first = SYS.get_or_init(py, || sys.clone().unbind());
    match first.is(&sys) {
        true => Ok(()),
        false => Err(PyImportError::new_err(
            "only one interpreter of a process can use varvel, and another one does",
        )),
    }
}
