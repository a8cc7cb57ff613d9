//! The texts of arrays of `char`, which are bytes otherwise.

use super::code::Code;
use super::{Generator, names};
use crate::plan::{FieldPlan, ObjectPlan, Shape};

impl Generator<'_> {
    /// Adds the methods that return and change the text of an array of `char`.
    pub(super) fn text(&self, receiver: &str, field: &FieldPlan<'_>, code: &mut Code) {
        let (Shape::Array(_, len), true) = (field.shape, field.field.chars) else {
            return;
        };
        let [text, set] = [names::TEXT, names::SET_TEXT].map(|form| &field.forms[form]);
        let (method, at) = (&field.name, field.field.offset);
        code.function(
            &format!("{text} returns the text in {method}, without the zeros at its end. Nothing has checked that it is UTF-8."),
            &format!("({receiver}) {text}() string"),
            &[&format!("return flatbuffers.Struct(s).Chars({at}, {len})")],
        );
        code.function(
            &format!("{set} changes the text in {method} in place. A text that the array cannot hold is an error. {}", super::AGAIN),
            &format!("({receiver}) {set}(v string) error"),
            &[&format!("return flatbuffers.Struct(s).SetChars({at}, {len}, v)")],
        );
    }

    /// Adds the methods that return and set the texts of arrays of `char`.
    pub(super) fn texts(&self, of: &ObjectPlan<'_>, plain: &str, code: &mut Code) {
        for field in of.fields.iter().filter(|field| field.field.chars) {
            let [text, set] = [names::TEXT, names::SET_TEXT].map(|form| &field.forms[form]);
            let called = &field.name;
            code.function(
                &format!(
                    "{text} returns a copy of the text in {called}, without the zeros at its end."
                ),
                &format!("(o *{plain}) {text}() string"),
                &[&format!("return flatbuffers.CharsOf(o.{called}[:])")],
            );
            code.function(
                &format!("{set} sets {called} to a text, with zeros behind it. A text that the array cannot hold is an error."),
                &format!("(o *{plain}) {set}(v string) error"),
                &[&format!("return flatbuffers.PutChars(o.{called}[:], v)")],
            );
        }
    }
}
