//! Compares the verdicts and the values of `varvel-frozen` with those of the second reader.

use std::cell::RefCell;

use varvel_core::{Kind, Limits, Number, Tag as CoreTag};
use varvel_frozen::{Frozen, View};

use super::Forms;
use crate::second::{self, Fault, Tag, Value};
use crate::walk;

thread_local! {
    static FORMS: RefCell<Forms> = RefCell::default();
}

/// Judges the case `number`. Returns the rule that it breaks, if there is one.
///
/// # Panics
/// If the two readers differ, or if a document that is not changed is not valid.
pub fn case(number: u64) -> Result<(), Fault> {
    FORMS.with_borrow_mut(|forms| {
        let bytes = forms.make(number);
        let verdict = buffer(&bytes);
        let whole = number.is_multiple_of(super::CHANGES) && forms.document(number).sure;
        assert!(verdict.is_ok() || !whole, "case {number}: {verdict:?}");
        verdict
    })
}

/// Judges a buffer. Returns the rule that it breaks, if there is one.
///
/// # Panics
/// If the two readers differ.
pub fn buffer(bytes: &[u8]) -> Result<(), Fault> {
    match (
        Frozen::validate_with(bytes, &Limits::NONE),
        second::read(bytes),
    ) {
        (Ok(view), Ok(value)) => {
            walk::every_member(view);
            assert!(of(view) == value, "the values differ: {view:?}, {value:?}");
            Ok(())
        }
        (Err(_), Err(fault)) => Err(fault),
        (Ok(_), Err(fault)) => panic!("taken by varvel-frozen, but {fault}"),
        (Err(error), Ok(_)) => panic!("refused by varvel-frozen alone: {error}"),
    }
}

/// Returns the value of a view, and looks each member up by its key.
fn of(view: View<'_>) -> Value<'_> {
    match view.kind() {
        Kind::Null => Value::Null,
        Kind::Bool => Value::Bool(view.bool_or(false)),
        Kind::String => Value::String(view.str_or("")),
        Kind::Bytes => Value::Bytes(view.bytes_or(&[])),
        Kind::Timestamp => {
            let time = view.as_timestamp().expect("a point in time");
            Value::Timestamp(time.seconds(), time.nanos())
        }
        Kind::Integer | Kind::Float | Kind::Decimal => match view.as_number() {
            Some(Number::I64(value)) => Value::Integer(value.into()),
            Some(Number::U64(value)) => Value::Integer(value.into()),
            Some(Number::F64(value)) => Value::float(value),
            Some(Number::Big(text)) => Value::Big(text),
            Some(Number::Decimal(text)) => Value::Decimal(text),
            other => unreachable!("{other:?} is a number of another kind"),
        },
        Kind::Tagged => {
            let (tag, inner) = view.tag().expect("a tagged node");
            let tag = match tag {
                CoreTag::Number(number) => Tag::Number(number),
                CoreTag::Extension(kind) => Tag::Extension(kind),
                CoreTag::Simple(number) => Tag::Simple(number),
            };
            Value::Tagged(tag, Box::new(of(inner)))
        }
        Kind::Array => Value::Array(view.items().map(of).collect()),
        Kind::Object => {
            let members = view.entries().map(|(key, value)| {
                let found = view.get(key).expect("a key that there is");
                assert!(found.address() == value.address(), "another member");
                (Value::String(key), of(value))
            });
            Value::members(members.collect()).expect("keys that differ")
        }
        Kind::Map => {
            let members = view.pairs().map(|(key, value)| (of(key), of(value)));
            Value::members(members.collect()).expect("keys that differ")
        }
        other => unreachable!("{other:?} is a kind that version 1 does not have"),
    }
}
