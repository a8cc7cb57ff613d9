//! Whole buffers and JSON, of tables and of structs that are roots.

use super::Generator;
use super::code::{Code, quoted};
use crate::plan::{ObjectPlan, formed};

impl Generator<'_> {
    /// Adds what reads a buffer whose root is this table or struct.
    pub(super) fn root(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let (schema, number) = (&self.names.schema, of.id.0);
        code.about("Verifies a buffer in one pass, and returns its root.", &[]);
        code.closed(&format!("factory {name}.read("), "]) =>", |code| {
            code.line("Uint8List bytes, [");
            code.line("fb.Verify verify = const fb.Verify(),");
        });
        code.deeper(|code| {
            code.call(
                &format!("{name}.at"),
                &[
                    "bytes",
                    "fb.dataOf(bytes)",
                    &format!("verify.root({schema}, {number}, bytes)"),
                ],
                ";",
            );
        });
        code.about(
            "Returns the root of a buffer that was verified before, or that comes from a builder.",
            &[],
        );
        code.block(
            format!("factory {name}.unverified(Uint8List bytes, {{bool sizePrefixed = false}}) {{"),
            |code| {
                code.line("final data = fb.dataOf(bytes);");
                code.line(format!(
                    "return {name}.at(bytes, data, fb.rootAt(data, sizePrefixed));"
                ));
            },
        );
    }

    /// Adds what makes JSON of a table or struct in place: text for people, and the whole if it may
    /// be a root.
    pub(super) fn json(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let (schema, number) = (&self.names.schema, of.id.0);
        let (what, base) = match of.definition.is_struct() {
            true => ("struct", "Struct"),
            false => ("table", "Table"),
        };
        if self.is_root(of) {
            self.json_text(of, what, base, code);
        }
        code.about(
            &format!("Returns the {what} as JSON for people, or an error about it."),
            &[],
        );
        code.line("@override");
        code.line(format!(
            "String toString() => fbjson.shown{base}({schema}, {number}, this);"
        ));
    }

    fn json_text(&self, of: &ObjectPlan<'_>, what: &str, base: &str, code: &mut Code) {
        let (schema, number) = (&self.names.schema, of.id.0);
        code.about(&format!("Returns the {what} as JSON."), &[]);
        code.line("String toJsonString([");
        code.line("  fbjson.JsonOptions options = const fbjson.JsonOptions(),");
        code.line("]) =>");
        code.line(format!(
            "    fbjson.text{base}({schema}, {number}, this, options);"
        ));
    }

    /// Adds the text of a plain object for people.
    pub(super) fn plain_text(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let (schema, number) = (&self.names.schema, of.id.0);
        let (method, write) = match of.definition.is_struct() {
            true => ("shownPlainStruct", "put"),
            false => ("shownPlain", "pack"),
        };
        code.about(
            "Returns the object as JSON for people, or an error about it.",
            &[],
        );
        code.line("@override");
        code.arrow(
            "String toString()",
            &format!("fbjson.{method}({schema}, {number}, {write})"),
        );
    }

    /// Adds the constructor of a plain object from JSON.
    pub(super) fn json_to_plain(&self, of: &ObjectPlan<'_>, plain: &str, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        code.about("Makes the object from JSON.", &[]);
        code.closed(
            &format!("factory {plain}.fromJsonString("),
            "]) =>",
            |code| {
                code.line("String text, [");
                code.line("fbjson.JsonOptions options = const fbjson.JsonOptions(),");
            },
        );
        let build = formed(name, "build*FromJson");
        code.deeper(|code| {
            code.call(
                &format!("{name}.unverified"),
                &[
                    &format!("{build}(text, options)"),
                    "sizePrefixed: options.sizePrefixed",
                ],
                ".unpack();",
            );
        });
    }

    /// Adds the methods of a plain object that make a whole buffer, and JSON.
    pub(super) fn plain_root(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let (schema, number) = (&self.names.schema, of.id.0);
        if of.definition.is_struct() {
            code.about("Builds the struct as a root.", &[]);
            code.arrow(
                &format!("fb.Ref<{name}> pack(fb.Builder builder)"),
                &format!("builder.packStruct({schema}, {number}, put)"),
            );
        }
        code.about("Returns a buffer whose root is the object.", &[]);
        code.line("Uint8List toBytes({bool sizePrefixed = false}) =>");
        code.line(format!(
            "    fb.packed({schema}, {number}, pack, sizePrefixed: sizePrefixed);"
        ));
        if !self.json {
            return;
        }
        code.about("Returns the object as JSON.", &[]);
        code.line("String toJsonString([");
        code.line("  fbjson.JsonOptions options = const fbjson.JsonOptions(),");
        code.line("]) =>");
        code.line(format!(
            "    {name}.unverified(toBytes()).toJsonString(options);"
        ));
    }

    /// Adds the functions of whole buffers.
    pub(super) fn whole(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        if !self.is_root(of) {
            return;
        }
        let name = &self.names.objects[of.id.0 as usize];
        let (schema, number) = (&self.names.schema, of.id.0);
        let identifier = match self.plan.identifier(of.id) {
            Some(identifier) => {
                format!(
                    "identifier: {}, ",
                    quoted(&String::from_utf8_lossy(&identifier))
                )
            }
            None => String::new(),
        };
        code.about(
            &format!("Ends a buffer with its root, a {name}, and returns its bytes. They are valid until the builder builds the next part."),
            &[],
        );
        code.line("@pragma('vm:prefer-inline')");
        code.line(format!("Uint8List {}(", formed(name, "finish*")));
        code.line("  fb.Builder builder,");
        code.line(format!("  fb.Ref<{name}> root, {{"));
        code.line("  bool sizePrefixed = false,");
        code.line("}) =>");
        code.line(format!(
            "    builder.finish(root, {identifier}sizePrefixed: sizePrefixed);"
        ));
        if !self.json {
            return;
        }
        code.about(
            &format!("Makes a buffer of JSON, whose root is a {name}."),
            &[],
        );
        code.line(format!("Uint8List {}(", formed(name, "build*FromJson")));
        code.line("  String text, [");
        code.line("  fbjson.JsonOptions options = const fbjson.JsonOptions(),");
        code.line("]) =>");
        code.line(format!(
            "    fbjson.build({schema}, {number}, text, options);"
        ));
    }
}
