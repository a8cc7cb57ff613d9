//! Unions: the tag as an enum, the value in place, and the plain value.

use super::code::Code;
use super::enums::described;
use super::{Generator, scalar};
use crate::plan::{Kind, UnionPlan, formed};

impl Generator<'_> {
    pub(super) fn union(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let (name, definition) = (&self.names.unions[number], of.definition);
        let schema = &self.names.schema;
        let (none, tags) = &self.names.tags[number];
        let mut about = vec![format!(
            "{name} is the tag of the union {}.",
            definition.name
        )];
        about.extend(described(&definition.doc));
        code.about(&about);
        code.line(format!("type {name} {}", scalar(definition.tag)));
        code.about(&[format!("The tags of {name}.")]);
        code.block("const (", |code| {
            code.about(&[format!("{none} is no value.")]);
            code.line(format!("{none} {name} = 0"));
            for (variant, called) in of.variants.iter().zip(tags) {
                let mut about = vec![format!("{called} is {}.", variant.definition.name)];
                about.extend(described(&variant.definition.doc));
                code.about(&about);
                code.line(format!("{called} {name} = {}", variant.definition.tag));
            }
        });
        code.function(
            "String returns the name of the tag, or a text with its number.",
            &format!("(v {name}) String() string"),
            &[&format!("return {schema}.TagString({number}, int64(v))")],
        );
        self.union_view(of, code);
        self.union_plain(of, code);
        self.union_makers(of, code);
    }

    /// Adds the plain value of a union, and what builds it.
    fn union_plain(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let (name, definition) = (&self.names.unions[number], of.definition);
        let (value, plain) = (formed(name, "*Value"), formed(name, "*T"));
        let (none, tags) = &self.names.tags[number];
        code.about(&[format!(
            "{plain} is a plain value of the union {}.",
            definition.name
        )]);
        code.block(format!("type {plain} struct {{"), |code| {
            code.about(&["Tag says what Value is.".to_owned()]);
            code.line(format!("Tag {name}"));
            code.about(&["Value is what the tag says, or nil if it is no value.".to_owned()]);
            code.line("Value any");
        });
        code.about(&["Pack builds the value.".to_owned()]);
        code.block(
            format!(
                "func (o {plain}) Pack(b *flatbuffers.Builder) flatbuffers.UnionRef[{value}] {{"
            ),
            |code| {
                code.block("switch o.Tag {", |code| {
                    let makers = &self.names.makers[number];
                    for ((variant, tag), maker) in of.variants.iter().zip(tags).zip(makers) {
                        let (ty, made) = match Kind::of(self.plan.schema, variant.definition.of) {
                            Kind::Table(id) => {
                                let ty = formed(&self.names.objects[id.0 as usize], "*T");
                                (format!("*{ty}"), format!("{maker}(v.Pack(b))"))
                            }
                            Kind::Struct(id) => {
                                let ty = formed(&self.names.objects[id.0 as usize], "*T");
                                (format!("*{ty}"), format!("{maker}(b, *v)"))
                            }
                            _ => ("string".to_owned(), format!("{maker}(b.String(v))")),
                        };
                        let test = if ty == "string" {
                            "ok"
                        } else {
                            "ok && v != nil"
                        };
                        let test = format!("if v, ok := o.Value.({ty}); {test} {{");
                        code.case(&format!("case {tag}:"), |code| {
                            code.block(test, |code| code.line(format!("return {made}")));
                        });
                    }
                    code.case(&format!("case {none}:"), |code| {
                        code.block("if o.Value == nil {", |code| {
                            code.line(format!("return flatbuffers.UnionRef[{value}]{{}}"));
                        });
                    });
                });
                code.line(format!(
                    "b.Mismatch({:?}, int64(o.Tag), o.Value)",
                    definition.name.as_str()
                ));
                code.line(format!("return flatbuffers.UnionRef[{value}]{{}}"));
            },
        );
    }

    /// Adds the functions that make values of a union.
    fn union_makers(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let value = formed(&self.names.unions[number], "*Value");
        let (tags, makers) = (&self.names.tags[number].1, &self.names.makers[number]);
        let clone = formed(&self.names.unions[number], "Clone*");
        code.function(
            &format!(
                "{clone} builds a copy of a value of another buffer, with all that it contains."
            ),
            &format!("{clone}(b *flatbuffers.Builder, u {value}) flatbuffers.UnionRef[{value}]"),
            &[&format!(
                "return flatbuffers.CloneUnion(b, &{}, {number}, u)",
                self.names.schema
            )],
        );
        for ((variant, tag), maker) in of.variants.iter().zip(tags).zip(makers) {
            let head = format!("flatbuffers.UnionRef[{value}]");
            let about = format!(
                "{maker} makes the value of a union from {}.",
                variant.definition.name
            );
            match Kind::of(self.plan.schema, variant.definition.of) {
                Kind::Table(id) => {
                    let ty = &self.names.objects[id.0 as usize];
                    code.function(
                        &about,
                        &format!("{maker}(ref flatbuffers.Ref[{ty}]) {head}"),
                        &[&format!(
                            "return flatbuffers.UnionTable[{value}](int64({tag}), ref)"
                        )],
                    );
                }
                Kind::Struct(id) => {
                    let ty = formed(&self.names.objects[id.0 as usize], "*T");
                    let of = self.plan.schema.object(id);
                    code.function(
                        &about,
                        &format!("{maker}(b *flatbuffers.Builder, v {ty}) {head}"),
                        &[&format!(
                            "return flatbuffers.UnionStruct[{value}](b, int64({tag}), {}, {}, v.put)",
                            of.size, of.align
                        )],
                    );
                }
                _ => code.function(
                    &about,
                    &format!("{maker}(ref flatbuffers.Ref[string]) {head}"),
                    &[&format!(
                        "return flatbuffers.UnionString[{value}](int64({tag}), ref)"
                    )],
                ),
            }
        }
    }

    /// Adds the value of a union in place.
    fn union_view(&self, of: &UnionPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let name = &self.names.unions[number];
        let (value, plain) = (formed(name, "*Value"), formed(name, "*T"));
        let tags = &self.names.tags[number].1;
        code.about(&[format!(
            "{value} is a value of the union {} in place.",
            of.definition.name
        )]);
        code.line(format!("type {value} flatbuffers.UnionValue"));
        code.function(
            "Tag returns the tag. It may be one of a later schema.",
            &format!("(u {value}) Tag() {name}"),
            &[&format!("return {name}(flatbuffers.UnionValue(u).Tag())")],
        );
        for (variant, tag) in of.variants.iter().zip(tags) {
            let kind = Kind::of(self.plan.schema, variant.definition.of);
            let ty = self.names.of(kind);
            let method = &variant.name;
            let read = self.member(kind);
            let none = if ty == "string" {
                "\"\"".to_owned()
            } else {
                format!("{ty}{{}}")
            };
            code.about(&[format!("{method} returns the value if the tag is {tag}.")]);
            code.block(
                format!("func (u {value}) {method}() ({ty}, bool) {{"),
                |code| {
                    code.block(format!("if u.Tag() != {tag} {{"), |code| {
                        code.line(format!("return {none}, false"));
                    });
                    code.line(format!("return {read}, true"));
                },
            );
        }
        code.about(&[
            "Unpack returns the plain value. It has only the tag of a later schema.".to_owned(),
        ]);
        code.block(format!("func (u {value}) Unpack() {plain} {{"), |code| {
            code.block("switch tag := u.Tag(); tag {", |code| {
                for (variant, tag) in of.variants.iter().zip(tags) {
                    let kind = Kind::of(self.plan.schema, variant.definition.of);
                    let read = self.member(kind);
                    code.case(&format!("case {tag}:"), |code| match kind {
                        Kind::Table(_) => {
                            code.line(format!("return {plain}{{tag, {read}.Unpack()}}"))
                        }
                        Kind::Struct(_) => {
                            code.line(format!("v := {read}.Unpack()"));
                            code.line(format!("return {plain}{{tag, &v}}"));
                        }
                        _ => code.line(format!(
                            "return {plain}{{tag, flatbuffers.CloneText({read})}}"
                        )),
                    });
                }
                code.case("default:", |code| {
                    code.line(format!("return {plain}{{Tag: tag}}"))
                });
            });
        });
    }

    /// Returns the expression that reads the member of a union.
    fn member(&self, kind: Kind) -> String {
        let ty = self.names.of(kind);
        match kind {
            Kind::Table(_) => format!("flatbuffers.MemberTable[{ty}](flatbuffers.UnionValue(u))"),
            Kind::Struct(id) => {
                let size = self.plan.schema.object(id).size;
                format!("flatbuffers.MemberStruct[{ty}](flatbuffers.UnionValue(u), {size})")
            }
            _ => "flatbuffers.MemberString(flatbuffers.UnionValue(u))".to_owned(),
        }
    }
}
