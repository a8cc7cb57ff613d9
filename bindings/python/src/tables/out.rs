//! Rows of Arrow as records of a stream.

use std::io::Cursor;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use varvel::AsText;
use varvel::formats::{AnyFormat, WriteOptions};
use varvel::records::Format;
use varvel_arrow::{FileLimits, FileReader, RowOptions, Rows};

use super::unit::How;
use crate::errors::plain;
use crate::stack::roomy;

/// Returns the rows of a stream of Arrow IPC as records of a stream of this format.
#[pyfunction]
pub fn records_of_ipc<'py>(
    py: Python<'py>,
    data: Vec<u8>,
    format: &str,
    as_text: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (how, each) = match How::named(format)? {
        How::Records(Format::Ndjson) => (Format::Ndjson, AnyFormat::Json),
        How::Records(how) if how != Format::Frozen => match how.document() {
            Some(each) => (how, each),
            None => return Err(unwritten(format)),
        },
        _ => return Err(unwritten(format)),
    };
    let written = py.detach(|| roomy(|| records(data, how, each, as_text)));
    let written = written?.map_err(|error| plain(py, error))?;
    Ok(PyBytes::new(py, &written))
}

fn unwritten(format: &str) -> PyErr {
    PyValueError::new_err(format!("rows are not written as {format}"))
}

fn records(data: Vec<u8>, how: Format, each: AnyFormat, as_text: bool) -> varvel::Result<Vec<u8>> {
    let mut reader = FileReader::open(Cursor::new(data), FileLimits::default())?;
    let options = RowOptions {
        exact_decimals: each.profile().text,
        ..RowOptions::default()
    };
    let mut writing = WriteOptions::default();
    if as_text {
        writing.as_text = AsText::ALL;
    }
    let mut out = Vec::new();
    while let Some(batch) = reader.next_batch()? {
        let rows = Rows::new(&batch, options)?;
        for index in 0..rows.len() {
            out.extend_from_slice(&each.to_vec(&rows.row(index), &writing)?);
            if how == Format::Ndjson {
                out.push(b'\n');
            }
        }
    }
    Ok(out)
}
