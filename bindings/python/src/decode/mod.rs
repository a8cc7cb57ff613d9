//! `decode`: documents as objects of types of Python.
//!
//! | room | holds |
//! |---|---|
//! | here | the function and the class that users call |
//! | `plan` | a type as nodes, made once of its description in `varvel._types` |
//! | `read` | reading a node, and going on after an error |
//! | `scalars`, `texts` | numbers, choices, dates |
//! | `tags` | values behind tags of CBOR |
//! | `containers`, `keys` | lists, sets, tuples, dicts, and keys that are text |
//! | `classes`, `unions` | objects of classes, and values of one of several types |
//! | `nested` | how deep types are in each other |
//! | `order` | the order in which the members of a class come |
//! | `checks` | bounds |
//! | `place` | where a value is |

mod checks;
mod classes;
mod containers;
mod keys;
pub mod nested;
mod order;
mod place;
mod plan;
mod read;
mod scalars;
mod tags;
mod texts;
mod unions;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use varvel::format::Read;
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit};
use varvel::{Error, ErrorKind, Result, Source, records};

use crate::errors::{Located, keeping_digits, lone_surrogate, plain, several, several_located};
use crate::input::Input;
use crate::load::{Depth, OfYaml, Replay, duplicates_named, format_named, read_options};
use crate::stack::begin_call;
use plan::Plan;
use read::{Choices, Reading};

/// How many containers may be open at once at most, whatever a caller asks for: each one is a few
/// calls in each other.
const DEEPEST: usize = 1000;

/// How many errors a caller may ask for: the line of each is counted from the beginning.
const MOST_ERRORS: usize = 1000;

/// How many plans are kept.
const KEPT: usize = 1000;

/// A type as a plan, made once.
#[pyclass(frozen, module = "varvel._varvel", name = "_Plan")]
struct KeptPlan(Plan);

/// Returns the plan of a type, which is kept for the next time.
fn plan_of<'py>(of: &Bound<'py, PyAny>) -> PyResult<Bound<'py, KeptPlan>> {
    static PLANS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let py = of.py();
    nested::check_nested(of, "the type")?;
    let plans = PLANS.get_or_init(py, || PyDict::new(py).unbind()).bind(py);
    let is_hashable = match plans.get_item(of) {
        Ok(Some(plan)) => return Ok(plan.cast_into::<KeptPlan>()?),
        Ok(None) => true,
        // Marks of any kind may stand in a type.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => false,
        Err(error) => return Err(error),
    };
    let plan = Bound::new(py, KeptPlan(Plan::of(of)?))?;
    if is_hashable {
        if plans.len() >= KEPT {
            plans.clear();
        }
        plans.set_item(of, &plan)?;
    }
    Ok(plan)
}

/// Reads a document as a type.
///
/// `decode(data, Order)` reads `data` (`bytes`, `str`, or an object with a buffer) as an object of
/// the type: a dataclass, `TypedDict`, `NamedTuple`, enum, `Literal`, union, list, dict and so on,
/// with the bounds of `Annotated`. No value is changed to fit. Members that the type does not have
/// are passed over, or are errors with `forbid_unknown`. In YAML `merge_keys` resolves
/// `<<: *defaults`, `yaml_1_1` takes words as YAML 1.1 did (`yes` and `off` are booleans), and
/// `tolerant` is that of `loads`.
///
/// Raises `DecodeErrors`, a `ValueError` with all errors of the document, `max_errors` at most; and
/// `TypeError` for a type that documents have no values for.
#[pyfunction]
#[pyo3(signature = (data, r#type, *, format="json", forbid_unknown=false, duplicates="error", max_errors=100, max_depth=None, max_replay=None, merge_keys=false, yaml_1_1=false, tolerant=false))]
#[allow(
    clippy::too_many_arguments,
    reason = "they are the arguments in Python"
)]
pub fn decode<'py>(
    data: &Bound<'py, PyAny>,
    r#type: &Bound<'py, PyAny>,
    format: &str,
    forbid_unknown: bool,
    duplicates: &str,
    max_errors: usize,
    max_depth: Option<Depth>,
    max_replay: Option<Replay>,
    merge_keys: bool,
    yaml_1_1: bool,
    tolerant: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let plan = plan_of(r#type)?;
    let settings = Settings::of(format, forbid_unknown, duplicates, max_errors, max_depth)?;
    let settings = settings.with_yaml(OfYaml(merge_keys, yaml_1_1, tolerant), max_replay)?;
    settings.decode(data, &plan.get().0)
}

/// A type and options, to read many documents.
#[pyclass(frozen, module = "varvel")]
pub struct Decoder {
    plan: Py<KeptPlan>,
    settings: Settings,
    #[pyo3(get)]
    r#type: Py<PyAny>,
}

#[pymethods]
impl Decoder {
    #[new]
    #[pyo3(signature = (r#type, *, format="json", forbid_unknown=false, duplicates="error", max_errors=100, max_depth=None, max_replay=None, merge_keys=false, yaml_1_1=false, tolerant=false))]
    #[allow(
        clippy::too_many_arguments,
        reason = "they are the arguments in Python"
    )]
    fn new(
        r#type: &Bound<'_, PyAny>,
        format: &str,
        forbid_unknown: bool,
        duplicates: &str,
        max_errors: usize,
        max_depth: Option<Depth>,
        max_replay: Option<Replay>,
        merge_keys: bool,
        yaml_1_1: bool,
        tolerant: bool,
    ) -> PyResult<Self> {
        let settings = Settings::of(format, forbid_unknown, duplicates, max_errors, max_depth)?;
        Ok(Self {
            plan: plan_of(r#type)?.unbind(),
            settings: settings.with_yaml(OfYaml(merge_keys, yaml_1_1, tolerant), max_replay)?,
            r#type: r#type.clone().unbind(),
        })
    }

    /// Reads a document as the type, like the function `decode`.
    fn decode<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.settings.decode(data, &self.plan.get().0)
    }

    /// Returns the class: what is in brackets is for type checkers.
    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        _of: &Bound<'py, PyAny>,
    ) -> Bound<'py, PyType> {
        class.clone()
    }
}

/// Reads all records of an input as a type, and returns how many there are. `file` is its name.
///
/// # Errors
/// `DecodeErrors` with the errors of all records, `max_errors` at most; and `TypeError` for a type
/// that documents have no values for.
pub fn check_records(
    r#type: &Bound<'_, PyAny>,
    input: impl std::io::Read,
    from: records::Format,
    settings: &Settings,
    file: Option<&str>,
) -> PyResult<u64> {
    begin_call()?;
    let plan = plan_of(r#type)?;
    match records::Reader::new(input, from, false, &settings.options.limits) {
        Some(records) => settings.check_records(r#type.py(), records, &plan.get().0, file),
        None => Err(PyTypeError::new_err(
            "frozen records are not read as a type",
        )),
    }
}

/// Returns an error with the type that keeps the digits of a number.
fn naming_decimal(error: Error) -> Error {
    keeping_digits(error, "the type `decimal.Decimal` keeps its digits")
}

/// The choices of a caller for reading.
pub struct Settings {
    format: AnyFormat,
    options: ReadOptions,
    choices: Choices,
}

impl Settings {
    pub fn of(
        format: &str,
        forbid_unknown: bool,
        duplicates: &str,
        max_errors: usize,
        max_depth: Option<Depth>,
    ) -> PyResult<Self> {
        if !(1..=MOST_ERRORS).contains(&max_errors) {
            let message = format!("max_errors is from 1 to {MOST_ERRORS}");
            return Err(PyValueError::new_err(message));
        }
        if max_depth.is_some_and(|depth| depth.0 > DEEPEST) {
            let message = format!("max_depth is at most {DEEPEST} where a type is read");
            return Err(PyValueError::new_err(message));
        }
        Ok(Self {
            format: format_named(format)?,
            options: read_options(false, max_depth),
            choices: Choices {
                duplicates: duplicates_named(duplicates)?,
                forbid_unknown,
                max_errors,
            },
        })
    }

    fn with_yaml(mut self, of_yaml: OfYaml, max_replay: Option<Replay>) -> PyResult<Self> {
        of_yaml.choose(&mut self.options, self.format)?;
        // Unions read parts again in every format.
        if let Some(Replay(replay)) = max_replay {
            self.options.limits.replay = replay;
        }
        Ok(self)
    }

    fn decode<'py>(&self, data: &Bound<'py, PyAny>, plan: &Plan) -> PyResult<Bound<'py, PyAny>> {
        let input = Input::of(data)?;
        let Ok(bytes) = input.bytes() else {
            let error = std::iter::once(lone_surrogate());
            return Err(several(data.py(), error, &[], false));
        };
        match self.read(data.py(), bytes, plan, self.choices) {
            Ok(made) => Ok(made),
            Err(Wrong::Raised(raised)) => Err(raised),
            Err(Wrong::Errors(errors, is_full)) => {
                let errors = errors.into_iter().map(naming_decimal);
                Err(several(data.py(), errors, bytes, is_full))
            }
        }
    }

    fn read<'py>(
        &self,
        py: Python<'py>,
        bytes: &[u8],
        plan: &Plan,
        choices: Choices,
    ) -> std::result::Result<Bound<'py, PyAny>, Wrong> {
        let mut options = self.options;
        options.exact_decimals = plan.is_exact;
        let mut reading = Reading::new(py, plan, choices, bytes.len());
        reading.is_yaml = self.format == AnyFormat::Yaml;
        reading.has_tags = self.format == AnyFormat::Cbor;
        self.format.visit(Decode {
            bytes,
            options: &options,
            reading,
        })
    }

    /// Reads all records of an input as a type, and returns how many there are.
    fn check_records(
        &self,
        py: Python<'_>,
        mut records: records::Reader<'_>,
        plan: &Plan,
        file: Option<&str>,
    ) -> PyResult<u64> {
        let most = self.choices.max_errors;
        let (mut found, mut count) = (Vec::new(), 0);
        while found.len() < most {
            if count % 1024 == 0 {
                py.check_signals()?;
            }
            let record = match records.next() {
                Ok(Some(record)) => record,
                Ok(None) => break,
                Err(error) if error.kind() == ErrorKind::Io => return Err(plain(py, error)),
                Err(error) => {
                    found.push(Located::of_record(&records.lost(error), file));
                    break;
                }
            };
            count += 1;
            let choices = Choices {
                max_errors: most - found.len(),
                ..self.choices
            };
            match self.read(py, record.document, plan, choices) {
                Ok(_) => {}
                Err(Wrong::Raised(raised)) => return Err(raised),
                Err(Wrong::Errors(errors, _)) => {
                    found.extend(errors.into_iter().filter_map(|error| {
                        let bad = records.bad(&self.options, naming_decimal(error))?;
                        Some(Located::of_record(&bad, file))
                    }))
                }
            }
        }
        match found.len() {
            0 => Ok(count),
            some => Err(several_located(py, &found, some >= most)),
        }
    }
}

/// Reading a document of a format.
struct Decode<'d, 'p, 'py> {
    bytes: &'d [u8],
    options: &'d ReadOptions,
    reading: Reading<'p, 'py>,
}

/// Why a document is not read as a type.
enum Wrong {
    /// The errors in the document, and whether there are as many as were asked for.
    Errors(Vec<Error>, bool),
    /// An exception that has nothing to do with the document.
    Raised(PyErr),
}

impl<'py> Visit for Decode<'_, '_, 'py> {
    type Output = std::result::Result<Bound<'py, PyAny>, Wrong>;

    fn visit<F: Row>(mut self) -> Self::Output {
        let options = F::read_options(self.options);
        let done = F::read(self.bytes, &options, &mut self.reading);
        let reading = self.reading;
        if let Some(raised) = reading.raised {
            return Err(Wrong::Raised(raised));
        }
        let last = match done {
            Ok(Some(made)) if reading.errors.is_empty() => return Ok(made),
            // A number that is out of range may have ended the reading.
            Err(error) if !reading.is_full => {
                let is_same = |noted: &Error| {
                    noted.kind() == error.kind() && noted.offset() == error.offset()
                };
                let is_noted = reading.errors.last().is_some_and(is_same);
                (!is_noted).then_some(error)
            }
            _ => None,
        };
        // A document may have been rewritten to be read: the format translates the places.
        let errors = reading.errors.into_iter().map(|error| {
            match F::read(self.bytes, &options, Fail(error)) {
                Ok(never) => match never {},
                Err(error) => error,
            }
        });
        // The last one has its place in the document already.
        let errors = errors.chain(last).collect();
        Err(Wrong::Errors(errors, reading.is_full))
    }
}

/// Fails with an error that has its place.
struct Fail(Error);

/// Nothing.
enum Never {}

impl<'de> Read<'de> for Fail {
    type Output = Never;

    fn read<R: Source<'de>>(self, _: &mut R) -> Result<Never> {
        Err(self.0)
    }
}
