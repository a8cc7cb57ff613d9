//! Unions: sealed classes, in place and plain, with a class for each variant.

use super::code::{Code, quoted};
use super::{Generator, kind_of};
use crate::plan::{Kind, UnionPlan, formed};

impl Generator<'_> {
    pub(super) fn union(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let names = &self.names.unions[of.id.0 as usize];
        let (name, plain) = (&names.name, formed(&names.name, "*T"));
        let definition = of.definition;
        code.about(
            &format!("A value of the union {}, in place.", definition.name),
            &definition.doc,
        );
        code.block(format!("sealed class {name} {{"), |code| {
            code.line(format!("const {name}();"));
            code.about(
                "Makes the value with this tag; generated code calls it.",
                &[],
            );
            code.line(format!("factory {name}.at("));
            code.line("        Uint8List bytes, ByteData data, int at, int tag) =>");
            self.by_tag(of, code);
            code.about("The tag. It may be one of a later schema.", &[]);
            code.line("int get tag;");
            code.about(
                "Returns the plain value, with copies of all that it contains.",
                &[],
            );
            code.line(format!("{plain} unpack();"));
            let tags = self.tag_kind(of.id);
            code.about("Builds a vector of values. Null is no value.", &[]);
            code.line(format!("static fb.UnionVectorRef<{name}> vector("));
            code.line("  fb.Builder builder,");
            code.line(format!("  List<fb.UnionRef<{name}>?> values,"));
            code.line(") =>");
            code.line(format!("    builder.unionVector({tags}, values);"));
            for (variant, _) in of.variants.iter().zip(&names.views) {
                self.maker(name, variant.definition.tag, of, &variant.name, code);
            }
        });
        self.variants(of, code);
        code.about(
            &format!("A plain value of the union {}.", definition.name),
            &[],
        );
        code.block(format!("sealed class {plain} {{"), |code| {
            code.line(format!("const {plain}();"));
            code.about("The tag.", &[]);
            code.line("int get tag;");
            code.about("Builds the value.", &[]);
            code.line(format!("fb.UnionRef<{name}> pack(fb.Builder builder);"));
        });
        self.plain_variants(of, code);
    }

    /// Adds the switch that makes a value by its tag.
    fn by_tag(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let names = &self.names.unions[of.id.0 as usize];
        code.line("    switch (tag) {");
        for (variant, class) in of.variants.iter().zip(&names.views) {
            let kind = Kind::of(self.plan.schema, variant.definition.of);
            let read = match kind {
                Kind::String => "fb.unionString".to_owned(),
                _ => format!("{}.at", self.names.of(kind)),
            };
            let tag = variant.definition.tag;
            code.line(format!("      {tag} => {class}({read}(bytes, data, at)),"));
        }
        code.line(format!(
            "      _ => {}(tag),",
            names.views[of.variants.len()]
        ));
        code.line("    };");
    }

    /// Adds the function that makes a value to be built.
    fn maker(&self, name: &str, tag: i128, of: &UnionPlan<'_>, variant: &str, code: &mut Code) {
        let Some(found) = of.variants.iter().find(|of| of.name == variant) else {
            return;
        };
        let kind = Kind::of(self.plan.schema, found.definition.of);
        let about = format!(
            "Makes a value to be built, of the variant {}.",
            found.definition.name
        );
        code.about(&about, &[]);
        let (parameters, value) = match kind {
            Kind::Struct(id) => {
                let (plain, schema) = (self.names.plain(kind), &self.names.schema);
                let value = format!("builder.packStruct({schema}, {}, value.put)", id.0);
                (format!("fb.Builder builder, {plain} value"), value)
            }
            _ => (
                format!("fb.Ref<{}> value", self.names.of(kind)),
                "value".to_owned(),
            ),
        };
        let head = format!("static fb.UnionRef<{name}> of{variant}({parameters})");
        code.arrow(&head, &format!("fb.UnionRef({tag}, {value})"));
    }

    /// Adds the classes of the variants in place.
    fn variants(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let names = &self.names.unions[of.id.0 as usize];
        let name = &names.name;
        for ((variant, class), plain) in of.variants.iter().zip(&names.views).zip(&names.plain) {
            let kind = Kind::of(self.plan.schema, variant.definition.of);
            let ty = self.names.of(kind);
            let sentence = format!("The variant {} of {name}.", variant.definition.name);
            code.about(&sentence, &variant.definition.doc);
            code.block(format!("final class {class} extends {name} {{"), |code| {
                code.about("Makes the variant.", &[]);
                code.line(format!("const {class}(this.value);"));
                code.about("The value.", &[]);
                code.line(format!("final {ty} value;"));
                tag(&variant.definition.tag.to_string(), code);
                let value = match kind {
                    Kind::String => "value",
                    _ => "value.unpack()",
                };
                code.gap();
                code.line("@override");
                code.arrow(&format!("{plain} unpack()"), &format!("{plain}({value})"));
                shown(class, "value", code);
            });
        }
        let at = of.variants.len();
        let (class, plain) = (&names.views[at], &names.plain[at]);
        unknown(class, name, code, |code| {
            code.gap();
            code.line("@override");
            code.arrow(&format!("{plain} unpack()"), &format!("{plain}(tag)"));
        });
    }

    /// Adds the classes of the plain variants.
    fn plain_variants(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let names = &self.names.unions[of.id.0 as usize];
        let (name, base) = (&names.name, formed(&names.name, "*T"));
        for (variant, class) in of.variants.iter().zip(&names.plain) {
            let kind = Kind::of(self.plan.schema, variant.definition.of);
            let ty = self.names.plain(kind);
            let sentence = format!("The variant {} of {base}.", variant.definition.name);
            code.about(&sentence, &[]);
            code.block(format!("final class {class} extends {base} {{"), |code| {
                code.about("Makes the variant.", &[]);
                code.line(format!("{class}(this.value);"));
                code.about("The value.", &[]);
                code.line(format!("{ty} value;"));
                tag(&variant.definition.tag.to_string(), code);
                let value = match kind {
                    Kind::String => "builder.string(value)",
                    Kind::Struct(_) => "builder, value",
                    _ => "value.pack(builder)",
                };
                code.gap();
                code.line("@override");
                code.arrow(
                    &format!("fb.UnionRef<{name}> pack(fb.Builder builder)"),
                    &format!("{name}.of{}({value})", variant.name),
                );
                shown(class, "value", code);
            });
        }
        let union = quoted(of.definition.name.as_str());
        unknown(&names.plain[of.variants.len()], &base, code, |code| {
            code.gap();
            code.line("@override");
            code.arrow(
                &format!("fb.UnionRef<{name}> pack(fb.Builder builder)"),
                &format!("builder.unknownUnion({union}, tag)"),
            );
        });
    }

    /// Returns the kind of a union's tag.
    pub(super) fn tag_kind(&self, id: varvel_fbs::UnionId) -> String {
        kind_of(self.plan.schema.union(id).tag)
    }
}

/// Adds the class of a value that the schema does not have.
fn unknown(class: &str, base: &str, code: &mut Code, inner: impl FnOnce(&mut Code)) {
    code.about("A value whose tag this schema does not have.", &[]);
    code.block(format!("final class {class} extends {base} {{"), |code| {
        code.about("Makes the value, which has only its tag.", &[]);
        code.line(format!("const {class}(this.tag);"));
        code.gap();
        code.line("@override");
        code.line("final int tag;");
        inner(code);
        shown(class, "tag", code);
    });
}

/// Adds the text of a variant for people.
fn shown(class: &str, held: &str, code: &mut Code) {
    code.gap();
    code.line("@override");
    code.arrow("String toString()", &format!("'{class}(${held})'"));
}

/// Adds the tag of a variant.
fn tag(number: &str, code: &mut Code) {
    code.gap();
    code.line("@override");
    code.line(format!("int get tag => {number};"));
}
