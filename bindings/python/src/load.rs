//! `loads` and `loads_all`: documents of any format as objects.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use varvel::formats::{AnyFormat, ReadOptions};
use varvel::{Duplicates, Limits, records};

use crate::errors::{Located, exception, plain};
use crate::input::{Input, unlocked};
use crate::objects::{Fault, Hooks, hooked_documents, hooked_objects, object, objects_of};
use crate::yaml_stream::each_view;

/// Returns the format with this name.
///
/// # Errors
/// `ValueError` with the names that there are.
pub fn format_named(name: &str) -> PyResult<AnyFormat> {
    let mut all = AnyFormat::ALL.iter().copied();
    all.find(|format| format.word() == name).ok_or_else(|| {
        let words: Vec<_> = AnyFormat::ALL.iter().map(|format| format.word()).collect();
        PyValueError::new_err(format!(
            "there is no format {name:?}: it is one of {}",
            words.join(", ")
        ))
    })
}

/// Returns the policy for duplicate keys with this name.
///
/// # Errors
/// `ValueError` with the names that there are.
pub fn duplicates_named(name: &str) -> PyResult<Duplicates> {
    match name {
        "error" => Ok(Duplicates::Error),
        "first" => Ok(Duplicates::First),
        "last" => Ok(Duplicates::Last),
        _ => Err(PyValueError::new_err(
            "duplicates is \"error\", \"first\" or \"last\"",
        )),
    }
}

/// The most containers inside each other, as `max_depth` gives it.
#[derive(Clone, Copy)]
pub struct Depth(pub usize);

impl<'py> FromPyObject<'_, 'py> for Depth {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(at_least_0(given, "max_depth")?))
    }
}

/// How often a document may be read again, as `max_replay` gives it.
#[derive(Clone, Copy)]
pub struct Replay(pub usize);

impl<'py> FromPyObject<'_, 'py> for Replay {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(at_least_0(given, "max_replay")?))
    }
}

/// Returns a limit; one that is more than any machine has is none.
fn at_least_0(given: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<usize> {
    let whole: Bound<'_, PyAny> = given
        .py()
        .import("operator")?
        .call_method1("index", (given,))?;
    match whole.lt(0)? {
        true => Err(PyValueError::new_err(format!("{name} is at least 0"))),
        false => Ok(whole.extract().unwrap_or(usize::MAX)),
    }
}

/// The options of a caller that are for YAML alone.
#[derive(Clone, Copy, Default, FromPyObject)]
pub struct OfYaml(pub bool, pub bool, pub bool);

impl OfYaml {
    /// Changes options as the caller chose it.
    ///
    /// # Errors
    /// `ValueError` if the documents are of another format, where they would mean nothing.
    pub fn choose(self, options: &mut ReadOptions, format: AnyFormat) -> PyResult<()> {
        let Self(merge_keys, yaml_1_1, tolerant) = self;
        let named = [
            ("merge_keys", merge_keys),
            ("yaml_1_1", yaml_1_1),
            ("tolerant", tolerant),
        ];
        for (name, is_chosen) in named {
            if is_chosen {
                need_yaml(name, format)?;
            }
        }
        options.yaml.merge_keys = merge_keys;
        options.yaml.yaml_1_1 = yaml_1_1;
        options.yaml.tolerant = tolerant;
        Ok(())
    }
}

/// # Errors
/// `ValueError` for an option that means nothing in a format.
fn need_yaml(name: &str, format: AnyFormat) -> PyResult<()> {
    match format {
        AnyFormat::Yaml => Ok(()),
        other => Err(PyValueError::new_err(format!(
            "{name} is an option of YAML, and the format is {:?}",
            other.word()
        ))),
    }
}

/// Returns the limits of a caller, who may choose how many containers may be open at once.
pub fn depth_limits(max_depth: Option<Depth>) -> Limits {
    let mut limits = Limits::DEFAULT;
    if let Some(Depth(depth)) = max_depth {
        limits.depth = depth;
    }
    limits
}

/// Returns the options for reading a document.
pub fn read_options(exact: bool, max_depth: Option<Depth>) -> ReadOptions {
    let mut options = ReadOptions::with_limits(depth_limits(max_depth));
    options.exact_decimals = exact;
    options
}

/// Reads a document (`bytes`, `str`, or an object with a buffer) as objects.
///
/// Integers are exact at any size. `parse_float=decimal.Decimal` keeps all digits of other numbers.
/// `duplicates` is "error", "first" or "last". Without it a key that comes twice is an error, but
/// an `object_pairs_hook` gets all pairs. `timestamp_hook` gets the seconds and nanoseconds of
/// points in time, which else are datetimes in UTC. In YAML `merge_keys` resolves `<<: *defaults`,
/// and `yaml_1_1` takes words as YAML 1.1 did: `yes` and `off` are booleans. `tolerant` takes two
/// forms that YAML forbids and many files have: a closing bracket in the column of the block around
/// it, and text in quotes that goes on in the column of its key. Aliases and merge keys may make a
/// document `max_replay` times as long, which is 8, and 1 MiB longer. These four are a `ValueError`
/// with another format.
///
/// Raises `Error`, a `ValueError`, with line, column and path.
#[pyfunction]
#[pyo3(signature = (data, *, format="json", object_hook=None, object_pairs_hook=None, parse_float=None, parse_int=None, timestamp_hook=None, duplicates=None, max_depth=None, max_replay=None, merge_keys=false, yaml_1_1=false, tolerant=false, cls=None))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn loads<'py>(
    data: &Bound<'py, PyAny>,
    format: &str,
    object_hook: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    timestamp_hook: Option<Bound<'py, PyAny>>,
    duplicates: Option<&str>,
    max_depth: Option<Depth>,
    max_replay: Option<Replay>,
    merge_keys: bool,
    yaml_1_1: bool,
    tolerant: bool,
    cls: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let hooks = Hooks {
        object_hook,
        object_pairs_hook,
        parse_float,
        parse_int,
        timestamp_hook,
    };
    refuse_class(
        cls.as_ref(),
        "object_hook, object_pairs_hook, parse_float and parse_int",
    )?;
    let mut loading = Loading::of(format, duplicates, hooks, max_depth)?;
    loading.choose_yaml(OfYaml(merge_keys, yaml_1_1, tolerant), max_replay)?;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    match loading.document(data.py(), bytes)? {
        Ok(value) => Ok(value),
        Err(error) => Err(exception(data.py(), error, bytes)),
    }
}

/// Reads all documents that follow one another (of YAML behind `---`, lines of JSON, values of
/// MessagePack and CBOR), and returns them as a list.
///
/// The arguments are those of `loads`.
///
/// Raises `Error`, a `ValueError`, with line, column and path.
#[pyfunction]
#[pyo3(signature = (data, *, format="json", object_hook=None, object_pairs_hook=None, parse_float=None, parse_int=None, timestamp_hook=None, duplicates=None, max_depth=None, max_replay=None, merge_keys=false, yaml_1_1=false, tolerant=false, cls=None))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn loads_all<'py>(
    data: &Bound<'py, PyAny>,
    format: &str,
    object_hook: Option<Bound<'py, PyAny>>,
    object_pairs_hook: Option<Bound<'py, PyAny>>,
    parse_float: Option<Bound<'py, PyAny>>,
    parse_int: Option<Bound<'py, PyAny>>,
    timestamp_hook: Option<Bound<'py, PyAny>>,
    duplicates: Option<&str>,
    max_depth: Option<Depth>,
    max_replay: Option<Replay>,
    merge_keys: bool,
    yaml_1_1: bool,
    tolerant: bool,
    cls: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let py = data.py();
    let hooks = Hooks {
        object_hook,
        object_pairs_hook,
        parse_float,
        parse_int,
        timestamp_hook,
    };
    refuse_class(
        cls.as_ref(),
        "object_hook, object_pairs_hook, parse_float and parse_int",
    )?;
    let mut loading = Loading::of(format, duplicates, hooks, max_depth)?;
    loading.choose_yaml(OfYaml(merge_keys, yaml_1_1, tolerant), max_replay)?;
    let input = Input::of(data)?;
    let bytes = input.bytes()?;
    match loading.format {
        AnyFormat::Yaml => loading.yaml(py, bytes),
        _ => loading.records(py, bytes),
    }
}

/// Refuses the argument `cls` of `json`.
///
/// # Errors
/// `TypeError` with the arguments that there are in its place.
pub fn refuse_class(cls: Option<&Bound<'_, PyAny>>, others: &str) -> PyResult<()> {
    match cls {
        None => Ok(()),
        Some(_) => Err(PyTypeError::new_err(format!(
            "cls is no argument here: {others} change what is made"
        ))),
    }
}

/// How documents are read.
struct Loading<'py> {
    format: AnyFormat,
    duplicates: Duplicates,
    /// Whether a hook gets all pairs of an object, also those with the same key.
    has_all_pairs: bool,
    options: ReadOptions,
    hooks: Hooks<'py>,
}

impl<'py> Loading<'py> {
    fn of(
        format: &str,
        duplicates: Option<&str>,
        hooks: Hooks<'py>,
        max_depth: Option<Depth>,
    ) -> PyResult<Self> {
        Ok(Self {
            format: format_named(format)?,
            has_all_pairs: duplicates.is_none() && hooks.object_pairs_hook.is_some(),
            duplicates: duplicates_named(duplicates.unwrap_or("error"))?,
            options: read_options(hooks.parse_float.is_some(), max_depth),
            hooks,
        })
    }

    fn choose_yaml(&mut self, of_yaml: OfYaml, max_replay: Option<Replay>) -> PyResult<()> {
        of_yaml.choose(&mut self.options, self.format)?;
        if let Some(Replay(replay)) = max_replay {
            need_yaml("max_replay", self.format)?;
            self.options.limits.replay = replay;
        }
        Ok(())
    }

    /// Reads a document. Returns its own error apart from what hooks raise.
    fn document(
        &self,
        py: Python<'py>,
        bytes: &[u8],
    ) -> PyResult<varvel::Result<Bound<'py, PyAny>>> {
        if self.hooks.is_empty()
            && self.duplicates == Duplicates::Error
            && let Some(value) = objects_of(py, self.format, bytes, &self.options)
        {
            return Ok(Ok(value));
        }
        let (format, duplicates, options) = (self.format, self.duplicates, &self.options);
        if self.has_all_pairs {
            return hooked_objects(py, format, bytes, options, &self.hooks);
        }
        let frozen = unlocked(py, bytes, || format.freeze(bytes, duplicates, options));
        match frozen {
            Ok(frozen) => object(py, frozen.view(), &self.hooks).map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Reads the documents of a text of YAML.
    fn yaml(&self, py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyList>> {
        if self.has_all_pairs {
            return match hooked_documents(py, text, &self.options, &self.hooks) {
                Ok(all) => PyList::new(py, all),
                Err(Fault::Raised(raised)) => Err(raised),
                Err(Fault::Value(error)) => Err(exception(py, error, text)),
            };
        }
        let all = PyList::empty(py);
        let done = each_view(text, &self.options, self.duplicates, |document| {
            let made = object(py, document, &self.hooks)?;
            all.append(made).map_err(Fault::Raised)
        });
        match done {
            Ok(()) => Ok(all),
            Err(Fault::Raised(raised)) => Err(raised),
            Err(Fault::Value(error)) => Err(exception(py, error, text)),
        }
    }

    /// Reads the documents of a format whose records are documents.
    fn records(&self, py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyList>> {
        let mut formats = records::Format::ALL.iter().copied();
        let format = match self.format {
            AnyFormat::Json5 => Some(records::Format::Json5),
            one => formats.find(|stream| stream.document() == Some(one)),
        };
        let limits = &self.options.limits;
        let documents =
            format.and_then(|format| records::Reader::new(bytes, format, false, limits));
        let Some(mut documents) = documents else {
            let text = format!(
                "documents of {} do not follow one another",
                self.format.name()
            );
            return Err(PyValueError::new_err(text));
        };
        let all = PyList::empty(py);
        loop {
            match documents.next() {
                Ok(None) => return Ok(all),
                Ok(Some(record)) => match self.document(py, record.document)? {
                    Ok(value) => all.append(value)?,
                    Err(error) => {
                        let bad = documents.bad(&self.options, error.clone());
                        return Err(bad.map_or_else(
                            || plain(py, error),
                            |bad| Located::of_record(&bad, None).exception(py),
                        ));
                    }
                },
                Err(error) => {
                    let lost = documents.lost(error);
                    return Err(Located::of_record(&lost, None).exception(py));
                }
            }
        }
    }
}
