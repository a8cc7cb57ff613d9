//! Finds all faults of a document, instead of only the first.
//!
//! The document is read along a schema. A node of a wrong kind is noted and skipped, and reading
//! goes on behind it. A document that is malformed in its format ends the check. Each container
//! takes a call, as in a typed read, which the limits of the source bound.
//!
//! | room | holds |
//! |---|---|
//! | `objects` | members |
//! | `unions` | unions |

mod objects;
pub(crate) mod unions;

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Decode, Error, ErrorKind, Kind, Number, Result, Source, Timestamp, codec};

use crate::described::Described;
use crate::schema::{NodeId, Schema, StringFormat, Type};

impl Schema {
    /// Returns up to `most` errors of the node that stands at `source`, in their order, each with
    /// its place. The list is empty if the node fits, as far as a schema can tell.
    ///
    /// Checking takes as long as a typed read.
    ///
    /// ```
    /// use varvel::schema::{Recording, Schema};
    /// let document = Recording::of(&(1, "two", -3))?;
    /// let errors = Schema::of::<Vec<u8>>().check(&mut document.source(), 10);
    /// let paths: Vec<String> = errors.iter().map(|error| error.path().unwrap().to_string()).collect();
    /// assert_eq!(paths, ["$[1]", "$[2]"]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn check<'de, R: Source<'de>>(&self, source: &mut R, most: usize) -> Vec<Error> {
        let mut check = Check::new(self, most);
        let result = check.node(self.root, source);
        if let Err(error) = result
            && !check.full
            && most > 0
        {
            check.errors.push(error);
        }
        check.errors
    }

    /// Returns whether the node at `source` fits the node `id`.
    pub(crate) fn fits<'de, R: Source<'de>>(&self, id: NodeId, source: &mut R) -> bool {
        let mut check = Check::new(self, 1);
        check.node(id, source).is_ok() && check.errors.is_empty()
    }
}

/// Reads a node as `T`, or returns all its errors: up to `most`, at least one.
///
/// A good document takes no longer than without this. A bad one is read twice, and the second
/// reading counts in the limits of its source.
///
/// # Errors
/// Returns the errors of [`Schema::check`]; if the schema finds none, the error of the typed read.
pub fn decode_or_errors<'de, T, R>(
    source: &mut R,
    most: usize,
) -> core::result::Result<T, Vec<Error>>
where
    T: Described + Decode<'de>,
    R: Source<'de>,
{
    let start = source.mark();
    let first = match T::decode(source, &()) {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    if source.rewind(start).is_err() {
        return Err(alloc::vec![first]);
    }
    let errors = Schema::of::<T>().check(source, most);
    match errors.is_empty() {
        true => Err(alloc::vec![first]),
        false => Err(errors),
    }
}

/// A check of a document along a schema.
struct Check<'s> {
    schema: &'s Schema,
    path: Vec<Step>,
    errors: Vec<Error>,
    most: usize,
    /// Whether there are as many errors as the caller asked for.
    full: bool,
    /// The offset of a node of the document, and the number of nested schema nodes that were
    /// entered for it.
    same: (usize, usize),
}

impl<'s> Check<'s> {
    fn new(schema: &'s Schema, most: usize) -> Self {
        Self {
            schema,
            path: Vec::new(),
            errors: Vec::new(),
            most,
            full: most == 0,
            same: (usize::MAX, 0),
        }
    }

    /// Notes an error. Returns an error when there are enough.
    fn note(&mut self, error: Error, at: usize) -> Result {
        if !self.full {
            let path = &self.path;
            self.errors
                .push(error.or_offset(at).or_path(|| path.clone()));
            self.full = self.errors.len() >= self.most;
        }
        match self.full {
            true => Err(Error::new(ErrorKind::Refused)),
            false => Ok(()),
        }
    }

    /// Notes that the node here is of a wrong kind, and skips it.
    fn wrong<'de, R: Source<'de>>(&mut self, expected: &'static str, source: &mut R) -> Result {
        let (at, found) = (source.offset(), source.peek()?);
        source.skip()?;
        self.note(Error::wrong_kind(expected, found), at)
    }

    /// Reads a node as some type does. An error is noted, and the node is skipped.
    fn read<'de, T, R: Source<'de>>(
        &mut self,
        source: &mut R,
        read: impl FnOnce(&mut R) -> Result<T>,
    ) -> Result {
        let (at, mark) = (source.offset(), source.mark());
        match read(source) {
            Ok(_) => Ok(()),
            Err(error) if is_of_types(error.kind()) => {
                source.rewind(mark)?;
                source.skip()?;
                self.note(error, at)
            }
            Err(error) => Err(error),
        }
    }

    /// Calls `inside` with one step more in the path.
    fn within(&mut self, step: Step, inside: impl FnOnce(&mut Self) -> Result) -> Result {
        self.path.push(step);
        let result = inside(self);
        self.path.pop();
        result
    }

    /// Reads a node along `id`.
    fn node<'de, R: Source<'de>>(&mut self, id: NodeId, source: &mut R) -> Result {
        let (at, before) = (source.offset(), self.same);
        let count = if before.0 == at { before.1 + 1 } else { 0 };
        if count > self.schema.nodes.len() {
            let expected = "a type that is something besides itself";
            return Err(Error::expected(ErrorKind::Refused, expected).or_offset(at));
        }
        self.same = (at, count);
        let result = self.node_here(id, source);
        self.same = before;
        result
    }

    fn node_here<'de, R: Source<'de>>(&mut self, id: NodeId, source: &mut R) -> Result {
        let id = self.schema.resolved(id);
        match &self.schema.node(id).ty {
            Type::Any | Type::Alias(_) => source.skip(),
            Type::Null => self.read(source, Source::read_null),
            Type::Bool => self.read(source, Source::read_bool),
            Type::Integer { min, max, zero } => {
                self.read(source, |source| integer(source, *min, *max, *zero))
            }
            Type::Float { bits: 32 } => self.read(source, Source::read_f32),
            Type::Float { .. } => self.read(source, Source::read_f64),
            Type::Number => self.read(source, |source| source.read_number().map(|_| ())),
            Type::String { format } => self.read(source, |source| string(source, *format)),
            Type::Bytes { len: _ } => self.read(source, |source| {
                codec::bytes::decode::<Vec<u8>, _, ()>(source, &())
            }),
            Type::Timestamp { .. } => self.read(source, |source| {
                <Timestamp as Decode<'_, ()>>::decode(source, &())
            }),
            Type::Array { items, len } => self.array(source, *len, |_| Some(*items)),
            Type::Tuple { items } => {
                self.array(source, Some(items.len()), |index| items.get(index).copied())
            }
            Type::Map { keys, values } => self.map(*keys, *values, source),
            Type::Record(_) => self.record(id, source),
            Type::Union(union) => self.union(union, source),
            Type::Optional(inner) => match source.at_null()? {
                true => source.read_null(),
                false => self.node(*inner, source),
            },
        }
    }

    fn array<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        len: Option<usize>,
        item: impl Fn(usize) -> Option<NodeId>,
    ) -> Result {
        if !is(Kind::Array, source)? {
            return self.wrong("an array", source);
        }
        let at = source.offset();
        source.begin_array()?;
        let mut count = 0;
        while source.next_item()? {
            match item(count).filter(|_| len.is_none_or(|len| count < len)) {
                Some(id) => self.within(Step::Index(count), |check| check.node(id, source))?,
                None => source.skip()?,
            }
            count += 1;
        }
        match len {
            Some(len) if len != count => {
                let expected = format!("an array of {len} items");
                let error = Error::expected(ErrorKind::TypeMismatch, expected);
                self.note(error.with_found(format!("{count}")), at)
            }
            _ => Ok(()),
        }
    }

    fn map<'de, R: Source<'de>>(&mut self, keys: NodeId, values: NodeId, source: &mut R) -> Result {
        match source.peek()? {
            Kind::Object => {}
            Kind::Null if source.profile().plain => {}
            Kind::Map => {
                source.begin_map()?;
                while source.next_entry()? {
                    self.node(keys, source)?;
                    self.node(values, source)?;
                }
                return Ok(());
            }
            _ => return self.wrong("an object", source),
        }
        source.begin_map()?;
        let mut seen = BTreeSet::new();
        while let Some(key) = source.next_name()? {
            let key = String::from(&*key);
            let at = source.key_offset();
            let wrong = self.not_a_key(keys, &key).map(|expected| {
                let error = Error::expected(ErrorKind::TypeMismatch, expected);
                error.with_content(varvel_core::path::Quoted(&key))
            });
            let again = (!seen.insert(key.clone())).then(|| Error::duplicate_key(&key));
            self.within(Step::Key(key), |check| {
                for error in wrong.into_iter().chain(again) {
                    check.note(error, at)?;
                }
                check.node(values, source)
            })?;
        }
        Ok(())
    }

    /// Returns what the key should be, if it is something else.
    fn not_a_key(&self, keys: NodeId, key: &str) -> Option<&'static str> {
        match &self.schema.node(self.schema.resolved(keys)).ty {
            Type::Integer { min, max, zero } => {
                let value = key.parse::<i128>().ok();
                let is = value.is_some_and(|value| {
                    value.to_string() == key && fits(value, *min, *max, *zero)
                });
                (!is).then_some("a key that is an integer of this range")
            }
            Type::Bool => {
                (!matches!(key, "true" | "false")).then_some("a key that is true or false")
            }
            Type::String {
                format: Some(StringFormat::Char),
            } => (key.chars().count() != 1).then_some("a key of one character"),
            Type::Union(union) => unions::find(union, key)
                .is_none()
                .then_some("a key that is the name of a variant"),
            _ => None,
        }
    }
}

/// Returns whether the node here is of this kind, or is read as one.
fn is<'de, R: Source<'de>>(kind: Kind, source: &mut R) -> Result<bool> {
    let found = source.peek()?;
    let read_as = match found {
        Kind::Null => matches!(kind, Kind::Array | Kind::Object),
        Kind::Map => kind == Kind::Object,
        _ => false,
    };
    Ok(found == kind || read_as && source.profile().plain)
}

/// Returns whether an error is about the content of a document, and not about its form.
pub(crate) const fn is_of_types(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::TypeMismatch
            | ErrorKind::NumberOutOfRange
            | ErrorKind::Refused
            | ErrorKind::UnknownVariant
    )
}

fn fits(value: i128, min: Option<i128>, max: Option<i128>, zero: bool) -> bool {
    min.is_none_or(|min| value >= min) && max.is_none_or(|max| value <= max) && (zero || value != 0)
}

fn integer<'de, R: Source<'de>>(
    source: &mut R,
    min: Option<i128>,
    max: Option<i128>,
    zero: bool,
) -> Result {
    if source.peek()? != Kind::Integer {
        return Err(Error::wrong_kind("an integer", source.peek()?));
    }
    let number = source.read_number()?;
    let value = match number {
        Number::I64(value) => Some(value.into()),
        Number::U64(value) => Some(value.into()),
        Number::Big(digits) => digits.parse().ok(),
        _ => None,
    };
    let fits = match value {
        Some(value) => fits(value, min, max, zero),
        // The number is beyond all bounds.
        None => max.is_none(),
    };
    if fits {
        return Ok(());
    }
    let expected = match (min, max) {
        (Some(min), Some(max)) => format!("an integer from {min} to {max}"),
        (Some(min), None) => format!("an integer of {min} or more"),
        _ => "another integer".into(),
    };
    Err(Error::out_of_range(expected, number))
}

fn string<'de, R: Source<'de>>(source: &mut R, format: Option<StringFormat>) -> Result {
    let text = source.read_str()?;
    match format {
        Some(StringFormat::Char) if text.chars().count() != 1 => Err(Error::expected(
            ErrorKind::TypeMismatch,
            "a string of one character",
        )),
        _ => Ok(()),
    }
}

/// Returns the error of a required member that is missing.
fn missing(name: &str) -> Error {
    Error::expected(ErrorKind::MissingField, format!("a member `{name}`"))
}
