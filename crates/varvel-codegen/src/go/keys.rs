//! Functions that find tables and structs by their key, and sort them.

use varvel_fbs::Scalar;

use super::Generator;
use super::code::Code;
use crate::plan::{FieldPlan, Kind, ObjectPlan, Shape, formed};

impl Generator<'_> {
    pub(super) fn keyed(&self, of: &ObjectPlan<'_>, name: &str, code: &mut Code) {
        let Some(key) = of.key.map(|at| &of.fields[at]) else {
            return;
        };
        let (number, schema) = (of.id.0, &self.names.schema);
        let [sort, in_place] = ["Sort*", "Sort*InPlace"].map(|form| formed(name, form));
        let field = &key.field.name;
        let list = match of.definition.is_struct() {
            true => {
                let list = format!("flatbuffers.Structs[{name}]");
                code.function(
                    &format!(
                        "{in_place} sorts a vector by its key, {field}, in place. {}",
                        super::AGAIN
                    ),
                    &format!("{in_place}(list {list})"),
                    &[&format!(
                        "flatbuffers.SortStructsInPlace(list, &{schema}, {number})"
                    )],
                );
                list
            }
            false => {
                let list = format!("flatbuffers.Tables[{name}]");
                code.function(
                    &format!("{sort} sorts tables that have been built by their key, {field}."),
                    &format!("{sort}(b *flatbuffers.Builder, refs []flatbuffers.Ref[{name}])"),
                    &[&format!(
                        "flatbuffers.SortTables(b, &{schema}, {number}, refs)"
                    )],
                );
                code.function(
                    &format!("{in_place} sorts a vector by its key, {field}, in place. It returns false if it overlaps its tables: then nothing has changed. {}", super::AGAIN),
                    &format!("{in_place}(list {list}) bool"),
                    &[&format!(
                        "return flatbuffers.SortTablesInPlace(list, &{schema}, {number})"
                    )],
                );
                list
            }
        };
        self.find(of, name, (key, &list), code);
    }

    /// Adds the function that finds a table or a struct by its key.
    fn find(
        &self,
        of: &ObjectPlan<'_>,
        name: &str,
        (key, list): (&FieldPlan<'_>, &str),
        code: &mut Code,
    ) {
        let find = formed(name, "Find*");
        let what = match of.definition.is_struct() {
            true => "struct",
            false => "table",
        };
        let kind = key.shape.kind();
        let ty = match (key.shape, kind) {
            (Shape::Array(..), _) | (_, Kind::Struct(_)) => self.plain_value(key),
            _ => self.names.of(kind),
        };
        code.about(&[format!(
            "{find} finds the {what} with this key in a sorted vector."
        )]);
        let head = format!("func {find}(list {list}, key {ty}) ({name}, bool) {{");
        code.block(head, |code| match (key.shape, kind) {
            (Shape::Array(..), _) | (_, Kind::Struct(_)) => self.find_bytes(of, key, code),
            _ => self.find_one(name, key, code),
        });
    }

    /// Adds the search for a scalar or a string.
    fn find_one(&self, name: &str, key: &FieldPlan<'_>, code: &mut Code) {
        let kind = key.shape.kind();
        let compare = match kind {
            Kind::Scalar(Scalar::Bool) => "CompareBools",
            _ => "Compare",
        };
        let search = format!("at, ok := flatbuffers.Search(list, func(of {name}) int {{");
        code.closed(&search, "})", |code| {
            code.line(format!(
                "return flatbuffers.{compare}(of.{}(), key)",
                key.name
            ));
        });
        code.block("if !ok {", |code| {
            code.line(format!("return {name}{{}}, false"));
        });
        code.line("return list.At(at), true");
    }

    /// Adds the search for a struct or an array, by its bytes.
    fn find_bytes(&self, of: &ObjectPlan<'_>, key: &FieldPlan<'_>, code: &mut Code) {
        let schema = &self.plan.schema;
        let size = schema.element_size(key.field.ty.element());
        match key.shape {
            Shape::Array(kind, len) => {
                code.line(format!("var held [{}]byte", size * u32::from(len)));
                code.block("for i := range key {", |code| {
                    code.line(match kind {
                        Kind::Scalar(Scalar::Bool) => {
                            "flatbuffers.PutBool(held[:], uint(i), key[i])".to_owned()
                        }
                        Kind::Struct(_) => format!("key[i].put(held[{size}*i:])"),
                        _ => format!("flatbuffers.Put(held[:], uint({size}*i), key[i])"),
                    });
                });
            }
            _ => {
                code.line(format!("var held [{size}]byte"));
                code.line("key.put(held[:])");
            }
        }
        let find = match of.definition.is_struct() {
            true => "FindStruct",
            false => "FindTable",
        };
        code.line(format!(
            "return flatbuffers.{find}(list, &{}, {}, held[:])",
            self.names.schema, of.id.0
        ));
    }
}
