//! Tables and structs in place: a method for each field.

use varvel_fbs::Scalar;

use super::code::Code;
use super::enums::described;
use super::{Generator, capitalized, may_be_empty, scalar, slot, wide};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape};

/// The lines of a method that reads a field: its results, and its body.
struct Read {
    results: String,
    body: Vec<String>,
}

impl Read {
    fn one(results: impl Into<String>, value: String) -> Self {
        Self {
            results: results.into(),
            body: vec![format!("return {value}")],
        }
    }
}

impl Generator<'_> {
    pub(super) fn view(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let number = of.id.0 as usize;
        let (name, definition) = (&self.names.objects[number], of.definition);
        let (what, base) = match definition.is_struct() {
            true => ("struct", "Struct"),
            false => ("table", "Table"),
        };
        let mut about = vec![format!(
            "{name} is the {what} {}, in place.",
            definition.name
        )];
        about.extend(described(&definition.doc));
        code.about(&about);
        code.line(format!("type {name} flatbuffers.{base}"));
        if self.is_root(of) {
            self.root(of, name, code);
        }
        for field in &of.fields {
            self.field(of, name, field, code);
        }
        if definition.is_struct() {
            self.unpack_struct(of, code);
        } else {
            self.unpack_table(of, code);
        }
        self.keyed(of, name, code);
    }

    fn field(&self, of: &ObjectPlan<'_>, name: &str, field: &FieldPlan<'_>, code: &mut Code) {
        let in_struct = of.definition.is_struct();
        let (receiver, read) = match in_struct {
            true => (format!("s {name}"), self.read_struct(field)),
            false => (format!("t {name}"), self.read_table(field)),
        };
        let method = &field.name;
        let mut about = vec![format!("{method} returns the field {}.", field.field.name)];
        about.extend(described(&field.field.doc));
        code.about(&about);
        code.block(
            format!("func ({receiver}) {method}() {} {{", read.results),
            |code| {
                read.body.iter().for_each(|line| code.line(line));
            },
        );
        if !in_struct && may_be_empty(field) {
            code.function(
                &format!("Has{method} returns whether the field is present."),
                &format!("({receiver}) Has{method}() bool"),
                &[&format!(
                    "return flatbuffers.Table(t).Has({})",
                    slot(field.field)
                )],
            );
        }
        if let (Shape::Nested(id), false) = (field.shape, in_struct) {
            let ty = &self.names.objects[id.0 as usize];
            let width = wide(field.field).unwrap_or("flatbuffers.Narrow");
            code.function(
                &format!("{method}Root returns the root of the buffer in the field, or false if there is none."),
                &format!("({receiver}) {method}Root() ({ty}, bool)"),
                &[&format!(
                    "return flatbuffers.NestedIn[{ty}](flatbuffers.Table(t), {}, {width})",
                    slot(field.field)
                )],
            );
        }
        self.setter(&receiver, in_struct, field, code);
        self.text(&receiver, field, code);
    }

    /// Adds the method that changes a scalar in place.
    fn setter(&self, receiver: &str, in_struct: bool, field: &FieldPlan<'_>, code: &mut Code) {
        let Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) = field.shape else {
            return;
        };
        let (method, ty) = (&field.name, self.names.of(kind));
        let is_bool = ty == "bool";
        match in_struct {
            true => {
                let at = field.field.offset;
                let body = match is_bool {
                    true => format!("flatbuffers.Struct(s).SetBool({at}, v)"),
                    false => format!("flatbuffers.Set(flatbuffers.Struct(s), {at}, v)"),
                };
                code.function(
                    &format!("Set{method} changes the field in place. {}", super::AGAIN),
                    &format!("({receiver}) Set{method}(v {ty})"),
                    &[&body],
                );
            }
            false => {
                let at = slot(field.field);
                let body = match is_bool {
                    true => format!("return flatbuffers.Table(t).SetBool({at}, v)"),
                    false => format!("return flatbuffers.SetIn(flatbuffers.Table(t), {at}, v)"),
                };
                code.function(
                    &format!(
                        "Set{method} changes the field in place, or returns false if it is absent. {}",
                        super::AGAIN
                    ),
                    &format!("({receiver}) Set{method}(v {ty}) bool"),
                    &[&body],
                );
            }
        }
    }

    fn read_table(&self, field: &FieldPlan<'_>) -> Read {
        let at = slot(field.field);
        let width = wide(field.field);
        let t = "flatbuffers.Table(t)";
        let may_lack = field.absence == Absence::Nothing;
        match field.shape {
            Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) => {
                let ty = self.names.of(kind);
                let stored = scalar(self.plan.stored(kind).unwrap_or(Scalar::U8));
                match (may_lack, stored) {
                    (true, "bool") => {
                        Read::one("(bool, bool)", format!("flatbuffers.BoolIn({t}, {at})"))
                    }
                    (true, _) => Read::one(
                        format!("({ty}, bool)"),
                        format!("flatbuffers.NumberIn[{ty}]({t}, {at})"),
                    ),
                    (false, _) => {
                        let value =
                            format!("{t}.{}({at}, {})", capitalized(stored), self.default(field));
                        let value = match kind {
                            Kind::Enum(_) => format!("{ty}({value})"),
                            _ => value,
                        };
                        Read::one(ty, value)
                    }
                }
            }
            Shape::One(Kind::String) => {
                let method = if width.is_some() {
                    "StringWide"
                } else {
                    "String"
                };
                Read::one(
                    "string",
                    format!("{t}.{method}({at}, {})", self.default(field)),
                )
            }
            Shape::One(Kind::Struct(id)) => {
                let ty = &self.names.objects[id.0 as usize];
                let size = self.plan.schema.object(id).size;
                self.child(
                    ty,
                    may_lack,
                    format!("flatbuffers.StructIn[{ty}]({t}, {at}, {size})"),
                )
            }
            Shape::One(Kind::Table(id)) => {
                let ty = &self.names.objects[id.0 as usize];
                self.child(
                    ty,
                    may_lack,
                    format!("flatbuffers.ChildOf[{ty}]({t}, {at})"),
                )
            }
            Shape::One(Kind::Union(id)) => {
                let ty = self.names.of(Kind::Union(id));
                let kind = self.tag_kind(id);
                Read::one(&ty, format!("flatbuffers.UnionIn[{ty}]({t}, {at}, {kind})"))
            }
            Shape::Vector(kind) if !field.shape.is_bytes() => {
                let of = self.names.of(kind);
                let (stem, ty, more) = match kind {
                    Kind::Scalar(Scalar::Bool) => ("Bools", String::new(), String::new()),
                    Kind::Scalar(_) | Kind::Enum(_) => {
                        ("Scalars", format!("[{of}]"), String::new())
                    }
                    Kind::String => ("Strings", String::new(), String::new()),
                    Kind::Table(_) => ("Tables", format!("[{of}]"), String::new()),
                    Kind::Struct(id) => {
                        let size = self.plan.schema.object(id).size;
                        ("Structs", format!("[{of}]"), format!(", {size}"))
                    }
                    Kind::Union(id) => (
                        "Unions",
                        format!("[{of}]"),
                        format!(", {}", self.tag_kind(id)),
                    ),
                };
                let is_in_place = matches!(kind, Kind::Scalar(_) | Kind::Enum(_) | Kind::Struct(_));
                let call = match width {
                    None => format!("flatbuffers.{stem}In{ty}({t}, {at}{more})"),
                    Some(width) if is_in_place => {
                        format!("flatbuffers.{stem}Wide{ty}({t}, {at}{more}, {width})")
                    }
                    Some(_) => format!("flatbuffers.{stem}Wide{ty}({t}, {at})"),
                };
                Read::one(self.vector(kind), call)
            }
            _ => {
                let call = match width {
                    None => format!("{t}.Bytes({at})"),
                    Some(width) => format!("{t}.BytesWide({at}, {width})"),
                };
                Read::one("[]byte", call)
            }
        }
    }

    /// Returns the method of a table or struct in a table.
    fn child(&self, ty: &str, may_lack: bool, call: String) -> Read {
        match may_lack {
            true => Read::one(format!("({ty}, bool)"), call),
            false => Read {
                results: ty.to_owned(),
                body: vec![format!("v, _ := {call}"), "return v".to_owned()],
            },
        }
    }

    fn read_struct(&self, field: &FieldPlan<'_>) -> Read {
        let at = field.field.offset;
        let s = "flatbuffers.Struct(s)";
        let kind = field.shape.kind();
        let of = self.names.of(kind);
        match (field.shape, kind) {
            (Shape::Array(_, len), Kind::Scalar(Scalar::Bool)) => Read::one(
                self.vector(kind),
                format!("flatbuffers.BoolArray({s}, {at}, {len})"),
            ),
            (Shape::Array(_, len), Kind::Struct(id)) => {
                let size = self.plan.schema.object(id).size;
                Read::one(
                    self.vector(kind),
                    format!("flatbuffers.StructArray[{of}]({s}, {at}, {len}, {size})"),
                )
            }
            (Shape::Array(_, len), _) => Read::one(
                self.vector(kind),
                format!("flatbuffers.ScalarArray[{of}]({s}, {at}, {len})"),
            ),
            (_, Kind::Struct(id)) => {
                let size = self.plan.schema.object(id).size;
                Read::one(&of, format!("{of}({s}.Part({at}, {size}))"))
            }
            _ => {
                let stored = scalar(self.plan.stored(kind).unwrap_or(Scalar::U8));
                let value = format!("{s}.{}({at})", capitalized(stored));
                let value = match kind {
                    Kind::Enum(_) => format!("{of}({value})"),
                    _ => value,
                };
                Read::one(of, value)
            }
        }
    }
}
