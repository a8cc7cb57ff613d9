//! Unions, whose members are told apart by the kind of a value, and for objects by a tag or by
//! their members; and values of any type.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyString};
use varvel::{Error, ErrorKind, Kind, Limits, Result, Source, with_builder};

use super::place::Place;
use super::plan::{ByFields, KINDS, Node, Tagged};
use super::read::{Reading, Value, stays};
use crate::objects::{Hooks, object};

impl<'py> Reading<'_, 'py> {
    /// Reads a value of one of several types.
    pub fn union<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        by_kind: &[Option<usize>; KINDS],
        place: &Place<'_>,
    ) -> Value<'py> {
        let null = by_kind[Kind::Null as usize];
        if source.at_null()?
            && let Some(null) = null
        {
            return self.value(source, null, place);
        }
        // Where strings need no quotes, the type that is asked for decides.
        let mut others = by_kind.iter().flatten().filter(|one| Some(**one) != null);
        if let Some(first) = others.next()
            && others.all(|one| one == first)
        {
            return self.value(source, *first, place);
        }
        let found = source.peek()?;
        let mut member = by_kind[found as usize];
        if member.is_none() && found == Kind::Tagged && self.has_tags {
            member = self.member_of_tag(source, by_kind)?;
        }
        match member {
            Some(member) => self.value(source, member, place),
            None => self.wrong_kind(source, words_of(by_kind), found, place),
        }
    }

    /// Reads an object of the class that its tag names.
    pub fn tagged<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        tagged: &Tagged,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let start = source.mark();
        if let Err(error) = source.begin_map() {
            return self.wrong(source, error, place);
        }
        let mut node = None;
        let mut problem = None;
        while let Some(is_tag) = self.next_is(source, &tagged.name, place)? {
            if !is_tag {
                source.skip()?;
                continue;
            }
            let at = self.at(source)?;
            match self.tag(source, tagged)? {
                Ok(found) => node = Some(found),
                Err(error) => problem = Some(error.or_offset(at)),
            }
            break;
        }
        source.rewind(start)?;
        if let Some(node) = node {
            return self.value(source, node, place);
        }
        match problem {
            Some(error) => self.note(error, &place.member(&tagged.name))?,
            None => {
                let words = format!("a member `{}`", tagged.name);
                let error = Error::expected(ErrorKind::MissingField, words);
                self.note(error.or_offset(at), place)?;
            }
        }
        source.skip()?;
        Ok(None)
    }

    /// Passes the next key. Returns whether it has this name, and `None` at the end.
    fn next_is<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        name: &str,
        place: &Place<'_>,
    ) -> Result<Option<bool>> {
        loop {
            match source.next_name() {
                Ok(found) => return Ok(found.map(|found| *found == *name)),
                Err(error) => {
                    // The object is read again, and this noted then.
                    let forbid = std::mem::take(&mut self.choices.forbid_unknown);
                    let passed = self.skip_other_member(source, error, place);
                    self.choices.forbid_unknown = forbid;
                    if !passed? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Reads a tag. Returns the node of its class, or the error of a value that is no tag.
    fn tag<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        tagged: &Tagged,
    ) -> Result<Result<usize>> {
        let py = self.py;
        let table = tagged.table.bind(py);
        let value = match source.read_str() {
            Ok(text) => Ok(PyString::new(py, &text).into_any()),
            Err(error) => Err(error),
        };
        let value = match value {
            Ok(value) => value,
            Err(error) if !stays(&error) => return Err(error),
            Err(error) => match source.read_i64() {
                Ok(value) => {
                    let Ok(value) = value.into_pyobject(py);
                    value.into_any()
                }
                Err(_) => return Ok(Err(error)),
            },
        };
        // A string of YAML without quotes may be the number that is meant.
        let mut found = table.get_item(&value);
        if let Ok(None) = found
            && source.profile().plain
            && let Ok(number) = value.str().and_then(|text| text.extract::<String>())
            && let Ok(number) = number.parse::<i64>()
        {
            found = table.get_item(number);
        }
        let found = found.and_then(|found| found.map(|found| found.extract()).transpose());
        Ok(match self.made(found)? {
            Some(node) => Ok(node),
            None => {
                let names: Vec<&str> = tagged.names.iter().map(String::as_str).collect();
                let text = self.made(value.str())?;
                Err(Error::unknown_variant(&text.to_string_lossy(), &names))
            }
        })
    }

    /// Reads an object of the class that has its members.
    pub fn by_fields<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        classes: &ByFields,
        place: &Place<'_>,
    ) -> Value<'py> {
        let at = self.at(source)?;
        let start = source.mark();
        if let Err(error) = source.begin_map() {
            return self.wrong(source, error, place);
        }
        // How many members of each class are there, and how many of those that it must have.
        let mut counts = vec![(0_usize, 0_usize); classes.classes.len()];
        loop {
            match source.next_name() {
                Ok(None) => break,
                Ok(Some(name)) => {
                    for (class, required) in classes.by_name.get(&*name).into_iter().flatten() {
                        counts[*class].0 += 1;
                        counts[*class].1 += usize::from(*required);
                    }
                    source.skip()?;
                }
                Err(error) => {
                    let forbid = std::mem::take(&mut self.choices.forbid_unknown);
                    let passed = self.skip_other_member(source, error, place);
                    self.choices.forbid_unknown = forbid;
                    if !passed? {
                        break;
                    }
                }
            }
        }
        source.rewind(start)?;
        let all = classes.classes.iter().zip(&counts);
        let fitting = all.filter(|(class, (_, required))| *required >= class.required.len());
        let most = fitting.clone().map(|(_, (known, _))| *known).max();
        let mut best = fitting.filter(|(_, (known, _))| Some(*known) == most);
        match (best.next(), best.next()) {
            (Some((class, _)), None) => self.value(source, class.node, place),
            (Some((one, _)), Some((other, _))) => {
                let found = format!("one that has those of {} and {}", one.name, other.name);
                self.no_class(source, classes, found, at, place)
            }
            (None, _) => self.no_class(source, classes, "an object without".into(), at, place),
        }
    }

    /// Notes that an object is of no class, and passes over it.
    #[cold]
    fn no_class<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        classes: &ByFields,
        found: String,
        at: usize,
        place: &Place<'_>,
    ) -> Value<'py> {
        let words = classes.classes.iter().map(|class| {
            let members: Vec<_> = class
                .required
                .iter()
                .map(|name| format!("`{name}`"))
                .collect();
            format!("{} ({})", class.name, members.join(", "))
        });
        let words = words.collect::<Vec<_>>().join(" or ");
        let error = Error::expected(ErrorKind::TypeMismatch, format!("the members of {words}"));
        self.note(error.with_found(found).or_offset(at), place)?;
        source.skip()?;
        Ok(None)
    }

    /// Reads a value of any type, as `loads` does.
    pub fn any<'de, R: Source<'de>>(&mut self, source: &mut R, place: &Place<'_>) -> Value<'py> {
        let py = self.py;
        let kind = source.peek()?;
        let node = match kind {
            Kind::Null => Some(Node::None),
            Kind::Bool => Some(Node::Bool),
            Kind::String => Some(Node::Str),
            Kind::Integer => return self.integer(source, place),
            _ => None,
        };
        match node {
            Some(Node::None) => return source.read_null().map(|()| Some(self.none())),
            Some(Node::Bool) => {
                let value = source.read_bool()?;
                return Ok(Some(PyBool::new(py, value).to_owned().into_any()));
            }
            Some(_) => {
                let text = source.read_str()?;
                return Ok(Some(PyString::new(py, &text).into_any()));
            }
            None => {}
        }
        let (at, start) = (source.offset(), source.mark());
        let limits = Limits {
            bytes: usize::MAX,
            ..source.limits()
        };
        let frozen = with_builder(self.choices.duplicates, limits, |builder| {
            builder.start()?;
            source.drive(builder)?;
            builder.finish()
        });
        let frozen = match frozen {
            Ok(frozen) => frozen,
            Err(error) if error.kind() == ErrorKind::DuplicateKey => {
                self.note_inside(error.or_offset(at), place)?;
                source.rewind(start)?;
                source.skip()?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let mut hooks = Hooks::default();
        if self.plan.is_exact {
            // Only types that ask for decimals have them.
            static FLOAT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
            let float = FLOAT.import(py, "varvel._values", "float_of").cloned();
            hooks.parse_float = Some(self.made(float)?);
        }
        match object(py, frozen.view(), &hooks) {
            Ok(made) => Ok(Some(made)),
            Err(raised) => match error_of(py, &raised) {
                Some(error) => self.bad(error, at, place),
                None => self.accepted(Err(raised), at, place),
            },
        }
    }
}

/// Returns the error that an exception was made of, which has no place.
#[cold]
fn error_of(py: Python<'_>, raised: &PyErr) -> Option<Error> {
    let value = raised.value(py);
    let text = |name: &str| value.getattr(name).ok()?.extract::<String>().ok();
    let kind = match text("kind")?.as_str() {
        "duplicate_key" => ErrorKind::DuplicateKey,
        "number_out_of_range" => ErrorKind::NumberOutOfRange,
        _ => ErrorKind::Unrepresentable,
    };
    let mut error = Error::expected(kind, text("expected")?);
    if let Some(found) = text("found") {
        error = error.with_content(found);
    }
    Some(match text("hint") {
        Some(hint) => error.with_hint(hint),
        None => error,
    })
}

/// Returns the words for the kinds that a union takes.
#[cold]
fn words_of(by_kind: &[Option<usize>; KINDS]) -> String {
    const ALL: [Kind; KINDS] = [
        Kind::Null,
        Kind::Bool,
        Kind::Integer,
        Kind::Float,
        Kind::Decimal,
        Kind::String,
        Kind::Bytes,
        Kind::Timestamp,
        Kind::Tagged,
        Kind::Array,
        Kind::Object,
        Kind::Map,
    ];
    let taken = ALL.iter().zip(by_kind);
    let taken = taken.filter(|(kind, one)| one.is_some() && **kind != Kind::Map);
    let words: Vec<_> = taken.map(|(kind, _)| kind.name()).collect();
    words.join(" or ")
}
