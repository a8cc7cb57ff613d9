//! Enums: integers with names. Numbers without a name are values, too.

use super::code::{Code, comment};
use super::{Generator, scalar};
use crate::plan::{EnumPlan, formed};

impl Generator<'_> {
    pub(super) fn enumeration(&self, of: &EnumPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let (name, definition) = (&self.names.enums[number], of.definition);
        let schema = &self.names.schema;
        let mut about = vec![format!("{name} is the enum {}.", definition.name)];
        about.extend(described(&definition.doc));
        code.about(&about);
        let underlying = self.plan.underlying(of.id);
        code.line(format!("type {name} {}", scalar(underlying)));
        if !of.values.is_empty() {
            code.about(&[format!("The values of {name}.")]);
            code.block("const (", |code| {
                for (value, called) in of.values.iter().zip(&self.names.values[number]) {
                    let mut about = vec![format!("{called} is {}.", value.definition.name)];
                    about.extend(described(&value.definition.doc));
                    code.about(&about);
                    code.line(format!("{called} {name} = {}", value.definition.value));
                }
            });
        }
        code.function(
            "String returns the name of the value, or a text with its number.",
            &format!("(v {name}) String() string"),
            &[&format!("return {schema}.EnumString({number}, int64(v))")],
        );
        let [parse, all] = ["Parse*", "All*"].map(|form| formed(name, form));
        let names = match of.definition.bit_flags {
            true => "this name in the schema, or of several with spaces between",
            false => "this name in the schema",
        };
        code.function(
            &format!("{parse} returns the value with {names}, or false if there is none."),
            &format!("{parse}(name string) ({name}, bool)"),
            &[
                &format!("n, ok := {schema}.EnumNumber({number}, name)"),
                &format!("return {name}(n), ok"),
            ],
        );
        code.function(
            &format!("{all} returns all values that the schema names, by increasing number."),
            &format!("{all}() []{name}"),
            &[&format!(
                "return flatbuffers.EnumValues[{name}](&{schema}, {number})"
            )],
        );
    }
}

/// Returns the lines of a comment behind the first sentence.
pub(super) fn described(doc: &[String]) -> Vec<String> {
    let mut lines = comment(doc);
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines
}
