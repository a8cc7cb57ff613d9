//! `validate` and `schema`: whether documents are right, and what they look like.

use std::fs::File;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use varvel::format::UniqueKeys;
use varvel::formats::AnyFormat;
use varvel::records::{self, BadRecord, Failure, Options, Watch};
use varvel::schema::{Inference, JsonSchema, Validator};
use varvel::yaml;
use varvel::{Discard, Duplicates, Encode as _, Error, json};
use varvel_files::Compression;

use crate::decode::{self, Settings};
use crate::errors::{Located, plain, several, several_located};
use crate::input::{Input, unlocked};
use crate::interrupts::Interrupts;
use crate::load::{Depth, OfYaml, duplicates_named, format_named, read_options};
use crate::stack::roomy;
use crate::tables::unit::unpacked;
use crate::yaml_stream;

/// Returns the word of the format that the ending of a file's name says, and whether such a file
/// has records one after the other.
#[pyfunction(name = "_format_of")]
pub fn format_of(path: PathBuf) -> Option<(&'static str, bool)> {
    // The name of a compressed file has two endings: `a.json.gz`.
    let path = match Compression::of_name(&path) {
        Some(_) => PathBuf::from(path.file_stem()?),
        None => path,
    };
    let ending = path.extension()?.to_str()?;
    match records::Format::of_extension(ending) {
        Some(format) => Some((format.word(), true)),
        None => AnyFormat::of_extension(ending).map(|format| (format.word(), false)),
    }
}

/// Checks a document, and that no key comes twice if duplicates are errors.
#[pyfunction(name = "_check")]
pub fn check(
    data: &Bound<'_, PyAny>,
    format: &str,
    duplicates: &str,
    max_depth: Option<Depth>,
    of_yaml: OfYaml,
) -> PyResult<()> {
    let py = data.py();
    let format = format_named(format)?;
    let unique = duplicates_named(duplicates)? == Duplicates::Error;
    // A number need not be a float to be right.
    let mut options = read_options(true, max_depth);
    of_yaml.choose(&mut options, format)?;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    let checked = unlocked(py, bytes, || match (format, unique) {
        (AnyFormat::Yaml, _) => check_yaml(bytes, unique, &options),
        (_, true) => {
            let mut keys = UniqueKeys::try_new(Discard)?;
            format.drive(bytes, &options, &mut keys)
        }
        (_, false) => format.drive(bytes, &options, &mut Discard),
    });
    checked.map_err(|error| Located::of_text(error, bytes).exception(py))
}

/// Checks all documents of a text.
fn check_yaml(
    bytes: &[u8],
    unique: bool,
    options: &varvel::formats::ReadOptions,
) -> varvel::Result {
    match unique {
        true => {
            let mut keys = UniqueKeys::try_new(Discard)?;
            let ended = |keys: &mut UniqueKeys<_>| {
                keys.replace(Discard);
                Ok(())
            };
            yaml_stream::each(bytes, options, &mut keys, |_| Ok(()), ended)
        }
        false => yaml_stream::each(bytes, options, &mut Discard, |_| Ok(()), |_| Ok(())),
    }
}

/// Returns the JSON Schema, as JSON, of a document.
#[pyfunction(name = "_schema")]
pub fn schema<'py>(
    data: &Bound<'py, PyAny>,
    format: &str,
    duplicates: &str,
    max_depth: Option<Depth>,
    of_yaml: OfYaml,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = data.py();
    let format = format_named(format)?;
    let duplicates = duplicates_named(duplicates)?;
    let mut options = read_options(true, max_depth);
    of_yaml.choose(&mut options, format)?;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    let folded = unlocked(py, bytes, || {
        let frozen = format.freeze(bytes, duplicates, &options)?;
        let mut inference = Inference::default();
        frozen.view().encode(&mut inference, &())?;
        inference.end_document();
        Ok(inference)
    });
    let folded = folded.map_err(|error| Located::of_text(error, bytes).exception(py))?;
    text(py, folded)
}

/// Does work on an input of records: a file, or bytes.
fn records_of<T>(
    source: &Bound<'_, PyAny>,
    work: impl FnOnce(&mut (dyn Read + Send), Watch<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T>
where
    T: Send,
{
    let py = source.py();
    let interrupts = Interrupts::new();
    let failed = |failure: Failure, file: Option<&Path>| located(&failure, file).exception(py);
    let watched = |input: &mut (dyn Read + Send)| {
        // Also for a short input, since `Interrupts` asks Python meanwhile, on any thread.
        py.detach(|| {
            roomy(|| {
                let mut progress = |_: &records::Progress| interrupts.poll();
                let watch = Watch {
                    progress: Some(&mut progress),
                    ..Watch::default()
                };
                work(input, watch)
            })
        })
    };
    if let Some(path) = path_of(source) {
        let file = File::open(&path).and_then(unpacked);
        let mut file = file.map_err(|error| Located::system(&error, &path).exception(py))?;
        let done = watched(&mut file)?;
        return interrupts.end(done.map_err(|failure| failed(failure, Some(&path))));
    }
    let input = Input::of(source)?;
    let done = watched(&mut input.bytes()?)?;
    interrupts.end(done.map_err(|failure| failed(failure, None)))
}

/// Returns the path, if the input is one and not a document.
fn path_of(source: &Bound<'_, PyAny>) -> Option<PathBuf> {
    let is_document =
        source.is_instance_of::<PyBytes>() || source.is_instance_of::<pyo3::types::PyString>();
    match is_document {
        true => None,
        false => source.extract().ok(),
    }
}

fn located(failure: &Failure, file: Option<&Path>) -> Located {
    let path = file.unwrap_or(Path::new(""));
    match failure {
        Failure::Bad(record) => {
            let file = file.map(|file| file.display().to_string());
            Located::of_record(record, file.as_deref())
        }
        Failure::Read(error) | Failure::Write(error) | Failure::SetAside(error) => {
            Located::system(error, path)
        }
        Failure::Input(error) => Located::nowhere(error.clone()),
        other => Located::nowhere(Error::refused(other)),
    }
}

fn format_of_records(word: &str) -> PyResult<records::Format> {
    let mut all = records::Format::ALL.iter().copied();
    let found = all.find(|format| format.word() == word);
    found.ok_or_else(|| {
        pyo3::exceptions::PyValueError::new_err(format!("there are no records of {word:?}"))
    })
}

fn options_of(duplicates: &str, max_depth: Option<Depth>) -> PyResult<Options> {
    Ok(Options {
        limits: read_options(true, max_depth).limits,
        duplicates: duplicates_named(duplicates)?,
        // A number need not be a float to be looked at.
        exact_decimals: true,
        ..Options::DEFAULT
    })
}

/// Checks records, and returns their number.
#[pyfunction(name = "_check_records")]
pub fn check_records(
    source: &Bound<'_, PyAny>,
    format: &str,
    duplicates: &str,
    max_depth: Option<Depth>,
) -> PyResult<u64> {
    let (from, options) = (
        format_of_records(format)?,
        options_of(duplicates, max_depth)?,
    );
    records_of(source, |input, watch| {
        records::check(input, from, &options, watch).map(|done| done.records)
    })
}

/// Returns the JSON Schema, as JSON, that all records fit.
#[pyfunction(name = "_schema_of_records")]
pub fn schema_of_records<'py>(
    source: &Bound<'py, PyAny>,
    format: &str,
    duplicates: &str,
    max_depth: Option<Depth>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (from, options) = (
        format_of_records(format)?,
        options_of(duplicates, max_depth)?,
    );
    let folded = records_of(source, |input, watch| {
        let folded = records::fold(input, from, Inference::default, &options, watch);
        folded.map(|(folded, _)| folded)
    })?;
    text(source.py(), folded)
}

/// Checks a document by a JSON Schema.
#[pyfunction(name = "_check_by_schema")]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn check_by_schema(
    data: &Bound<'_, PyAny>,
    format: &str,
    schema: &Bound<'_, Schema>,
    duplicates: &str,
    most: usize,
    max_depth: Option<Depth>,
    of_yaml: OfYaml,
) -> PyResult<()> {
    let py = data.py();
    let (schema, format) = (&schema.get().0, format_named(format)?);
    let duplicates = duplicates_named(duplicates)?;
    let mut options = read_options(true, max_depth);
    of_yaml.choose(&mut options, format)?;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    let most = most.max(1);
    let found = unlocked(py, bytes, || {
        roomy(|| format.faults(schema, bytes, duplicates, &options, most))
    });
    let found = found?.map_err(|error| Located::of_text(error, bytes).exception(py))?;
    if found.is_empty() {
        return Ok(());
    }
    let is_full = found.len() >= most;
    Err(several(py, found.into_iter(), bytes, is_full))
}

/// A JSON Schema that was read.
#[pyclass(frozen, module = "varvel._varvel", name = "_JsonSchema")]
pub struct Schema(Validator);

#[pymethods]
impl Schema {
    /// Reads a JSON Schema.
    #[new]
    fn new(data: &Bound<'_, PyAny>, format: &str) -> PyResult<Self> {
        let format = format_named(format)?;
        let input = Input::of(data)?;
        let bytes = input.bytes()?;
        let schema = unlocked(data.py(), bytes, || {
            roomy(|| match format {
                AnyFormat::Yaml => {
                    let options = yaml::ReadOptions::default().with_exact_decimals();
                    yaml::from_slice_with(bytes, &options)
                }
                _ => {
                    let options = json::ReadOptions::default().with_exact_decimals();
                    json::from_slice_with(bytes, &options)
                }
            })
        });
        let schema = schema?.map_err(|error| Located::of_text(error, bytes).exception(data.py()));
        Ok(Self(schema?))
    }
}

/// Checks records by a JSON Schema, and returns their number.
#[pyfunction(name = "_check_records_by_schema")]
pub fn check_records_by_schema(
    source: &Bound<'_, PyAny>,
    format: &str,
    schema: &Bound<'_, Schema>,
    duplicates: &str,
    most: usize,
    max_depth: Option<Depth>,
) -> PyResult<u64> {
    let py = source.py();
    let (schema, from) = (&schema.get().0, format_of_records(format)?);
    let options = options_of(duplicates, max_depth)?;
    let file = path_of(source).map(|path| path.display().to_string());
    let most = most.max(1);
    let mut found: Vec<Located> = Vec::new();
    let done = records_of(source, |input, watch| {
        let mut bad = |record: &BadRecord<'_>| {
            let faults = records::Fitting::faults(schema, record, from, &options, most);
            found.extend(Located::of_records(record, faults, file.as_deref()));
            match found.len() >= most {
                true => Err(std::io::Error::other("there are enough faults")),
                false => Ok(()),
            }
        };
        let mut outer = watch.progress;
        let mut progress = |done: &records::Progress| match &mut outer {
            Some(outer) => outer(done),
            None => ControlFlow::Continue(()),
        };
        let watch = Watch {
            bad: Some(&mut bad),
            progress: Some(&mut progress),
        };
        let new = || records::Fitting::new(schema);
        records::fold(input, from, new, &options, watch).map(|(_, done)| done.records)
    });
    let is_full = found.len() >= most;
    // An interrupt, or a file that cannot be read, comes before faults that are not all.
    if found.is_empty() || (done.is_err() && !is_full) {
        return done;
    }
    found.truncate(most);
    Err(several_located(py, &found, is_full))
}

/// Reads records as a type, and returns their number.
#[pyfunction(name = "_check_records_as")]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn check_records_as(
    source: &Bound<'_, PyAny>,
    format: &str,
    r#type: &Bound<'_, PyAny>,
    forbid_unknown: bool,
    duplicates: &str,
    max_errors: usize,
    max_depth: Option<Depth>,
) -> PyResult<u64> {
    let from = format_of_records(format)?;
    let document = from.document().unwrap_or(AnyFormat::Json).word();
    let settings = Settings::of(document, forbid_unknown, duplicates, max_errors, max_depth)?;
    if let Some(path) = path_of(source) {
        let file = File::open(&path).and_then(unpacked);
        let file = file.map_err(|error| Located::system(&error, &path).exception(source.py()))?;
        let name = path.display().to_string();
        return decode::check_records(r#type, file, from, &settings, Some(&name));
    }
    let input = Input::of(source)?;
    decode::check_records(r#type, input.bytes()?, from, &settings, None)
}

/// Returns the content of a file, unpacked if it is compressed.
#[pyfunction(name = "_read_file")]
pub fn read_file(py: Python<'_>, path: PathBuf) -> PyResult<Bound<'_, PyBytes>> {
    let read = py.detach(|| {
        let mut bytes = Vec::new();
        unpacked(File::open(&path)?)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    match read {
        Ok(bytes) => Ok(PyBytes::new(py, &bytes)),
        Err(error) => Err(Located::system(&error, &path).exception(py)),
    }
}

fn text(py: Python<'_>, inference: Inference) -> PyResult<Bound<'_, PyBytes>> {
    let schema = inference.finish();
    let text = json::to_vec(&JsonSchema(&schema)).map_err(|error| plain(py, error))?;
    Ok(PyBytes::new(py, &text))
}
