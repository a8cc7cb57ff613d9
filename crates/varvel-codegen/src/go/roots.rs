//! Whole buffers and JSON, of tables and of structs that are roots.

use super::Generator;
use super::code::Code;
use crate::plan::{ObjectPlan, formed};

impl Generator<'_> {
    /// Returns whether an object may be the root of a buffer.
    pub(super) fn is_root(&self, of: &ObjectPlan<'_>) -> bool {
        !of.definition.is_struct() || self.plan.struct_roots.contains(&of.id)
    }

    /// Adds the functions of a buffer whose root is this table or struct.
    pub(super) fn root(&self, of: &ObjectPlan<'_>, name: &str, code: &mut Code) {
        let (number, schema) = (of.id.0, &self.names.schema);
        let (what, var, suffix) = match of.definition.is_struct() {
            true => ("struct", "s", "Struct"),
            false => ("table", "t", ""),
        };
        let [read, with] = ["Read*", "Read*With"].map(|form| formed(name, form));
        code.function(
            &format!("{read} verifies a buffer in one pass, and returns its root."),
            &format!("{read}(b []byte) ({name}, error)"),
            &[&format!("return {with}(b, flatbuffers.Verify{{}})")],
        );
        code.function(
            &format!("{with} verifies a buffer with options, and returns its root."),
            &format!("{with}(b []byte, verify flatbuffers.Verify) ({name}, error)"),
            &[
                &format!("{var}, err := verify.Root{suffix}(&{schema}, {number}, b)"),
                &format!("return {name}({var}), err"),
            ],
        );
        let clone = formed(name, "Clone*");
        code.function(
            &format!(
                "{clone} builds a copy of a {what} of another buffer, with all that it contains."
            ),
            &format!("{clone}(b *flatbuffers.Builder, {var} {name}) flatbuffers.Ref[{name}]"),
            &[&format!(
                "return flatbuffers.Clone{suffix}(b, &{schema}, {number}, {var})"
            )],
        );
        if self.json {
            self.json(of, name, code);
        }
    }

    /// Adds what makes JSON of a table or a struct in place, and a buffer of JSON.
    fn json(&self, of: &ObjectPlan<'_>, name: &str, code: &mut Code) {
        let (number, schema) = (of.id.0, &self.names.schema);
        let (what, var, part, suffix) = match of.definition.is_struct() {
            true => ("struct", "s", "Struct", "Struct"),
            false => ("table", "t", "Table", ""),
        };
        let build = formed(name, "Build*");
        code.function(
            &format!("{build} makes a buffer of JSON."),
            &format!("{build}(text []byte, options fbjson.Options) ([]byte, error)"),
            &[&format!("return options.Build(&{schema}, {number}, text)")],
        );
        code.function(
            &format!("AppendJSON appends the {what} as JSON."),
            &format!(
                "({var} {name}) AppendJSON(to []byte, options fbjson.Options) ([]byte, error)"
            ),
            &[&format!(
                "return options.Append{suffix}(to, &{schema}, {number}, flatbuffers.{part}({var}))"
            )],
        );
        code.function(
            &format!("MarshalJSON returns the {what} as JSON."),
            &format!("({var} {name}) MarshalJSON() ([]byte, error)"),
            &[&format!("return {var}.AppendJSON(nil, fbjson.Options{{}})")],
        );
        // A field of this name is read by it.
        if of.fields.iter().any(|field| field.name == "String") {
            return;
        }
        code.function(
            &format!("String returns the {what} as JSON for people, or what is wrong with it."),
            &format!("({var} {name}) String() string"),
            &[&format!(
                "return fbjson.Text({var}.AppendJSON(nil, fbjson.Options{{SkipUnknown: true}}))"
            )],
        );
    }

    /// Adds the method that builds a struct outside of tables.
    pub(super) fn pack_struct(
        &self,
        of: &ObjectPlan<'_>,
        name: &str,
        plain: &str,
        code: &mut Code,
    ) {
        let (schema, number) = (&self.names.schema, of.id.0);
        code.about(&["Pack builds the struct as a root. Of nil it builds nothing.".to_owned()]);
        code.block(
            format!("func (o *{plain}) Pack(b *flatbuffers.Builder) flatbuffers.Ref[{name}] {{"),
            |code| {
                code.block("if o == nil {", |code| {
                    code.line(format!("return flatbuffers.Ref[{name}]{{}}"));
                });
                code.line(format!(
                    "return flatbuffers.PackStruct[{name}](b, &{schema}, {number}, o.put)"
                ));
            },
        );
    }

    /// Adds what makes whole buffers of a plain struct, and its JSON.
    pub(super) fn whole(&self, of: &ObjectPlan<'_>, name: &str, plain: &str, code: &mut Code) {
        let (schema, number) = (&self.names.schema, of.id.0);
        let what = match of.definition.is_struct() {
            true => "struct",
            false => "table",
        };
        let finish = formed(name, "Finish*");
        code.function(
            &format!("{finish} ends a buffer with its root. The bytes are valid until the builder builds the next part."),
            &format!("{finish}(b *flatbuffers.Builder, root flatbuffers.Ref[{name}]) ([]byte, error)"),
            &[&format!("return flatbuffers.FinishRoot(b, &{schema}, {number}, root)")],
        );
        code.function(
            &format!("Marshal returns a buffer whose root is the {what}."),
            &format!("(o *{plain}) Marshal() ([]byte, error)"),
            &[&format!(
                "return flatbuffers.Marshal(&{schema}, {number}, o.Pack)"
            )],
        );
        if self.json {
            self.plain_json(of, name, plain, code);
        }
    }

    /// Adds what makes JSON of a plain struct, and back.
    fn plain_json(&self, of: &ObjectPlan<'_>, name: &str, plain: &str, code: &mut Code) {
        let (schema, number) = (&self.names.schema, of.id.0);
        let (what, var, read, pointer) = match of.definition.is_struct() {
            true => ("struct", "s", "Struct", ""),
            false => ("table", "t", "Table", "*"),
        };
        code.function(
            &format!("MarshalJSON returns the {what} as JSON."),
            &format!("(o {plain}) MarshalJSON() ([]byte, error)"),
            &[&format!(
                "return fbjson.Marshal(&{schema}, {number}, o.Pack)"
            )],
        );
        code.about(&[format!(
            "UnmarshalJSON sets the {what} from JSON. It leaves the {what} alone if that is null."
        )]);
        code.block(
            format!("func (o *{plain}) UnmarshalJSON(text []byte) error {{"),
            |code| {
                code.block("if string(text) == \"null\" {", |code| {
                    code.line("return nil");
                });
                code.line(format!(
                    "{var}, err := fbjson.{read}(&{schema}, {number}, text)"
                ));
                code.block("if err == nil {", |code| {
                    code.line(format!("*o = {pointer}{name}({var}).Unpack()"))
                });
                code.line("return err");
            },
        );
    }
}
