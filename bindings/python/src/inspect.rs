//! `validate` and `schema`: whether documents are right, and what they look like.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use varvel::format::UniqueKeys;
use varvel::formats::{AnyFormat, Row, Visit};
use varvel::path::{Step, enter};
use varvel::records::{self, Failure, Options, Watch};
use varvel::schema::{Inference, JsonSchema};
use varvel::{Discard, Duplicates, Encode as _, Error, ErrorKind, Source, json, yaml};

use crate::errors::{Located, plain, several};
use crate::input::{Input, unlocked};
use crate::interrupts::Interrupts;
use crate::load::{duplicates_named, format_named, read_options};

/// Returns the word of the format that the ending of a file's name says, and whether such a file
/// has records one after the other.
#[pyfunction(name = "_format_of")]
pub fn format_of(path: PathBuf) -> Option<(&'static str, bool)> {
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
    max_depth: Option<usize>,
) -> PyResult<()> {
    let py = data.py();
    let format = format_named(format)?;
    let unique = duplicates_named(duplicates)? == Duplicates::Error;
    // A number need not be a float to be right.
    let options = read_options(true, max_depth);
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
    let mut own = yaml::ReadOptions::with_limits(options.limits);
    own.exact_decimals = true;
    let mut documents = yaml::Documents::new(bytes, &own)?;
    let mut keys = UniqueKeys::try_new(Discard)?;
    while match unique {
        true => documents.drive_next(&mut keys)?,
        false => documents.drive_next(&mut Discard)?,
    } {
        keys.replace(Discard);
    }
    Ok(())
}

/// Returns the JSON Schema, as JSON, of a document.
#[pyfunction(name = "_schema")]
pub fn schema<'py>(
    data: &Bound<'py, PyAny>,
    format: &str,
    duplicates: &str,
    max_depth: Option<usize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = data.py();
    let format = format_named(format)?;
    let duplicates = duplicates_named(duplicates)?;
    let options = read_options(true, max_depth);
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

/// An input of records: a file, or bytes.
fn records_of<T>(
    source: &Bound<'_, PyAny>,
    work: impl FnOnce(&mut (dyn Read + Send), Watch<'_>) -> Result<T, Failure> + Send,
) -> PyResult<T>
where
    T: Send,
{
    let py = source.py();
    let interrupts = Interrupts::new();
    let mut progress = |_: &records::Progress| interrupts.poll();
    let watch = Watch {
        progress: Some(&mut progress),
        ..Watch::default()
    };
    let failed = |failure: Failure, file: Option<&Path>| located(&failure, file).exception(py);
    if let Ok(path) = source.extract::<PathBuf>()
        && !source.is_instance_of::<PyBytes>()
        && !source.is_instance_of::<pyo3::types::PyString>()
    {
        let file = File::open(&path);
        let mut file = file.map_err(|error| Located::system(&error, &path).exception(py))?;
        let done = py.detach(|| work(&mut file, watch));
        return interrupts.end(done.map_err(|failure| failed(failure, Some(&path))));
    }
    let input = Input::of(source)?;
    let mut bytes = input.bytes()?;
    let done = py.detach(|| work(&mut bytes, watch));
    interrupts.end(done.map_err(|failure| failed(failure, None)))
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

fn options_of(duplicates: &str, max_depth: Option<usize>) -> PyResult<Options> {
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
    max_depth: Option<usize>,
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
    max_depth: Option<usize>,
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

/// A fault that was found in the objects of a document: the way to it, the word of its kind, and
/// the words for what should have come and what came.
type Fault<'py> = (Vec<Bound<'py, PyAny>>, String, String, String);

/// Returns the exception for faults of a document, each with its place.
#[pyfunction(name = "_faults")]
pub fn faults<'py>(
    data: &Bound<'py, PyAny>,
    format: &str,
    faults: Vec<Fault<'py>>,
    is_full: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    let format = format_named(format)?;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    let mut errors = Vec::new();
    for (way, kind, expected, found) in faults {
        let steps = way.iter().map(|step| match step.extract::<usize>() {
            Ok(index) => Ok(Step::Index(index)),
            Err(_) => step.extract().map(Step::Key),
        });
        let steps: Vec<Step> = steps.collect::<PyResult<_>>()?;
        let (kind, about_key) = match kind.as_str() {
            "type_mismatch" => (ErrorKind::TypeMismatch, false),
            "missing_field" => (ErrorKind::MissingField, false),
            "unknown_member" => (ErrorKind::UnknownMember, true),
            "unknown_variant" => (ErrorKind::UnknownVariant, false),
            "number_out_of_range" => (ErrorKind::NumberOutOfRange, false),
            _ => (ErrorKind::Refused, false),
        };
        let error = Error::expected(kind, expected).with_content(found);
        errors.push(format.visit(Find {
            bytes,
            error: error.with_path(steps.clone()),
            steps: &steps,
            about_key,
        }));
    }
    let raised = several(py, errors.into_iter(), bytes, is_full);
    Ok(raised.into_value(py).into_bound(py).into_any())
}

/// Gives an error the place of the node that steps lead to.
struct Find<'a> {
    bytes: &'a [u8],
    error: Error,
    steps: &'a [Step],
    about_key: bool,
}

impl Visit for Find<'_> {
    type Output = Error;

    fn visit<F: Row>(self) -> Error {
        let options = F::read_options(&read_options(true, Some(usize::MAX)));
        match F::read(self.bytes, &options, self) {
            Ok(never) => match never {},
            Err(error) => error,
        }
    }
}

/// Nothing: a search ends with its error.
enum Never {}

impl<'de> varvel::format::Read<'de> for Find<'_> {
    type Output = Never;

    fn read<R: Source<'de>>(self, source: &mut R) -> varvel::Result<Never> {
        for step in self.steps {
            // An error without a place is better than none.
            if !matches!(enter(source, step, Duplicates::First), Ok(true)) {
                return Err(self.error);
            }
        }
        let key = source.key_offset();
        // The source passes the white space before the node.
        let _ = source.at_null();
        let at = match self.about_key {
            true => key,
            false => source.offset(),
        };
        Err(self.error.with_offset(at))
    }
}

fn text(py: Python<'_>, inference: Inference) -> PyResult<Bound<'_, PyBytes>> {
    let schema = inference.finish();
    let text = json::to_vec(&JsonSchema(&schema)).map_err(|error| plain(py, error))?;
    Ok(PyBytes::new(py, &text))
}
