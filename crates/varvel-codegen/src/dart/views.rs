//! Tables and structs in place: a getter for each field, and a setter for each scalar.

use varvel_fbs::Scalar;

use super::code::{Code, quoted};
use super::names::{BIG, ROOT, TEXT};
use super::vectors::Vector;
use super::{
    Generator, bits, called, capitalized, const_bits, is_signed, is_wide, literal, slot, wide,
};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

impl Generator<'_> {
    pub(super) fn view(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let (name, definition) = (&self.names.objects[of.id.0 as usize], of.definition);
        let (what, base) = match definition.is_struct() {
            true => ("struct", "Struct"),
            false => ("table", "Table"),
        };
        code.about(
            &format!("The {what} {}, in place.", definition.name),
            &definition.doc,
        );
        code.block(format!("final class {name} extends fb.{base} {{"), |code| {
            code.about(
                &format!("Makes the {what} at a position; generated code calls it."),
                &[],
            );
            code.line(format!(
                "{name}.at(super.bytes, super.data, super.at) : super.at();"
            ));
            if self.is_root(of) {
                self.root(of, code);
            }
            for field in &of.fields {
                self.field(of, field, code);
            }
            let plain = formed(name, "*T");
            code.about(
                &format!(
                    "Returns the {what} as a plain object, with copies of all that it contains."
                ),
                &[],
            );
            self.unpack(of, &plain, code);
            if self.json {
                self.json(of, code);
            }
        });
    }

    fn field(&self, of: &ObjectPlan<'_>, field: &FieldPlan<'_>, code: &mut Code) {
        let in_struct = of.definition.is_struct();
        let sentence = format!("The field {}.", field.field.name);
        let kind = field.shape.kind();
        let scalar = match (field.shape, self.plan.stored(kind)) {
            (Shape::One(_), Some(scalar)) => Some(scalar),
            _ => None,
        };
        let doc = &field.field.doc;
        match scalar {
            Some(scalar) if is_wide(scalar) && matches!(kind, Kind::Scalar(_)) => {
                let big = &field.forms[BIG];
                code.about(
                    &format!("{sentence} One that no `int` holds is an error."),
                    doc,
                );
                self.scalar(field, in_struct, scalar, code);
                code.about(&format!("The field {} at any size.", field.field.name), &[]);
                self.big(field, in_struct, scalar, big, code);
            }
            Some(scalar) => {
                code.about(&sentence, doc);
                self.scalar(field, in_struct, scalar, code);
            }
            None => {
                code.about(&sentence, doc);
                let (ty, value) = match in_struct {
                    true => self.read_struct(field),
                    false => self.read_table(field),
                };
                code.arrow(&format!("{ty} get {}", field.name), &value);
            }
        }
        if let (Shape::Nested(id), false) = (field.shape, in_struct) {
            let ty = &self.names.objects[id.0 as usize];
            let (root, at) = (&field.forms[ROOT], slot(field.field));
            code.about(
                "The root of the buffer in the field, or null if there is none.",
                &[],
            );
            let width = wide(field.field).map_or(String::new(), |width| format!(", {width}"));
            let value = format!("fb.Table.nested(this, {at}, {ty}.at{width})");
            code.arrow(&format!("{ty}? get {root}"), &value);
        }
        if let (Shape::Array(_, len), true) = (field.shape, field.field.chars) {
            let (text, at) = (&field.forms[TEXT], field.field.offset);
            code.about(
                "The text in the array, without the zeros at its end. Bytes that are not UTF-8 are an error.",
                &[],
            );
            code.arrow(
                &format!("String get {text}"),
                &format!("fb.Struct.chars(this, {at}, {len})"),
            );
            code.gap();
            code.arrow(
                &format!("set {text}(String value)"),
                &format!("fb.Struct.setChars(this, {at}, {len}, value)"),
            );
        }
    }

    /// Adds the getter and the setter of a scalar or an enum.
    fn scalar(&self, field: &FieldPlan<'_>, in_struct: bool, scalar: Scalar, code: &mut Code) {
        let kind = field.shape.kind();
        let lacks = !in_struct && field.absence == Absence::Nothing;
        let (name, ty) = (&field.name, self.names.of(kind));
        let is_wide_enum = is_wide(scalar) && matches!(kind, Kind::Enum(_));
        let at = match in_struct {
            true => field.field.offset,
            false => slot(field.field),
        };
        let value = match (in_struct, is_wide_enum) {
            (true, true) => format!("{ty}(fb.Struct.bits(this, {at}))"),
            (true, false) => {
                let big = self.big_argument(field, scalar);
                let read = format!("fb.Struct.{}(this, {at}{big})", called(scalar));
                wrapped(kind, &ty, read)
            }
            (false, true) if lacks => {
                format!("fb.made(fb.Table.bits(this, {at}), {ty}.new)")
            }
            (false, true) => {
                let default = const_bits(self.default_bits(field));
                format!("{ty}(fb.Table.bits(this, {at}) ?? {default})")
            }
            (false, false) => self.table_scalar(field, scalar, lacks),
        };
        let question = if lacks { "?" } else { "" };
        code.arrow(&format!("{ty}{question} get {name}"), &value);
        let argument = match (lacks, kind) {
            (true, Kind::Enum(_)) => format!("fb.present(value, {}).", quoted(name)),
            (true, _) => format!("fb.present(value, {})", quoted(name)),
            (false, Kind::Enum(_)) => "value.".to_owned(),
            _ => "value".to_owned(),
        };
        let argument = match (kind, is_wide_enum) {
            (Kind::Enum(_), true) => argument + "bits",
            (Kind::Enum(_), false) => argument + "value",
            _ => argument,
        };
        let method = match is_wide_enum {
            true => "setBits".to_owned(),
            false => format!("set{}", capitalized(called(scalar))),
        };
        code.gap();
        let head = format!("set {name}({ty}{question} value)");
        code.arrow(
            &head,
            &match in_struct {
                true => format!("fb.Struct.{method}(this, {at}, {argument})"),
                false => format!(
                    "fb.Table.{method}(this, {at}, {argument}, {})",
                    quoted(name)
                ),
            },
        );
    }

    /// Returns the argument that names the sibling of a number of 64 bits.
    fn big_argument(&self, field: &FieldPlan<'_>, scalar: Scalar) -> String {
        match is_wide(scalar) {
            true => format!(", {}", quoted(&field.forms[BIG])),
            false => String::new(),
        }
    }

    /// Returns the expression that reads a scalar of a table, except an enum of 64 bits.
    fn table_scalar(&self, field: &FieldPlan<'_>, scalar: Scalar, lacks: bool) -> String {
        let kind = field.shape.kind();
        let (at, ty) = (slot(field.field), self.names.of(kind));
        let big = self.big_argument(field, scalar);
        if lacks {
            let read = format!("fb.Table.{}OrNull(this, {at}{big})", called(scalar));
            return match kind {
                Kind::Enum(_) => format!("fb.made({read}, {ty}.new)"),
                _ => read,
            };
        }
        let signed = is_signed(scalar);
        let default = match is_wide(scalar) {
            false => self.default(field),
            true => match literal(self.default_bits(field), signed) {
                Some(default) => default,
                None => {
                    let default = bits(self.default_bits(field));
                    let sibling = quoted(&field.forms[BIG]);
                    return format!(
                        "fb.intOf(fb.Table.bits(this, {at}) ?? const {default}, {sibling}, isSigned: {signed})"
                    );
                }
            },
        };
        wrapped(
            kind,
            &ty,
            format!("fb.Table.{}(this, {at}, {default}{big})", called(scalar)),
        )
    }

    /// Adds the getter and the setter of a number of 64 bits at any size.
    fn big(
        &self,
        field: &FieldPlan<'_>,
        in_struct: bool,
        scalar: Scalar,
        big: &str,
        code: &mut Code,
    ) {
        let lacks = !in_struct && field.absence == Absence::Nothing;
        let method = called(scalar);
        let value = match in_struct {
            true => format!("fb.Struct.{method}Big(this, {})", field.field.offset),
            false => {
                let read = format!("fb.Table.{method}Big(this, {})", slot(field.field));
                match (lacks, self.default_bits(field)) {
                    (true, _) => read,
                    (false, 0) => format!("{read} ?? BigInt.zero"),
                    (false, default) => {
                        let number = if is_signed(scalar) {
                            "signed"
                        } else {
                            "unsigned"
                        };
                        format!("{read} ?? const {}.{number}", bits(default))
                    }
                }
            }
        };
        let question = if lacks { "?" } else { "" };
        code.arrow(&format!("BigInt{question} get {big}"), &value);
        code.gap();
        let name = quoted(&field.name);
        let argument = match lacks {
            true => format!("fb.present(value, {name})"),
            false => "value".to_owned(),
        };
        let method = capitalized(method);
        code.arrow(
            &format!("set {big}(BigInt{question} value)"),
            &match in_struct {
                true => format!(
                    "fb.Struct.set{method}Big(this, {}, {argument})",
                    field.field.offset
                ),
                false => {
                    format!(
                        "fb.Table.set{method}Big(this, {}, {argument}, {name})",
                        slot(field.field)
                    )
                }
            },
        );
    }

    /// Returns the type and the value of a field of a table that is no scalar.
    fn read_table(&self, field: &FieldPlan<'_>) -> (String, String) {
        let at = slot(field.field);
        let kind = field.shape.kind();
        let width = wide(field.field).map_or(String::new(), |width| format!(", {width}"));
        let (ty, value) = match field.shape {
            Shape::One(Kind::String) => {
                let method = if width.is_empty() {
                    "string"
                } else {
                    "stringWide"
                };
                (
                    "String".to_owned(),
                    format!("fb.Table.{method}(this, {at})"),
                )
            }
            Shape::One(Kind::Struct(_) | Kind::Table(_)) => {
                let method = if matches!(kind, Kind::Table(_)) {
                    "table"
                } else {
                    "struct"
                };
                let ty = self.names.of(kind);
                let value = format!("fb.Table.{method}(this, {at}, {ty}.at)");
                (ty, value)
            }
            Shape::One(Kind::Union(id)) => {
                let (ty, tag) = (self.names.of(kind), self.tag_kind(id));
                let value = format!("fb.Table.union(this, {at}, {tag}, {ty}.at)");
                (ty, value)
            }
            Shape::Vector(Kind::Scalar(Scalar::I8)) => (
                "Int8List".to_owned(),
                format!("fb.Table.int8List(this, {at}{width})"),
            ),
            Shape::Vector(_) if !field.shape.is_bytes() => {
                let Vector {
                    ty,
                    method,
                    arguments,
                    ..
                } = self.vector(kind);
                let value = format!("fb.Table.{method}(this, {at}, {arguments}{width})");
                (ty, value)
            }
            _ => (
                "Uint8List".to_owned(),
                format!("fb.Table.bytes(this, {at}{width})"),
            ),
        };
        match field.absence {
            Absence::Nothing => (ty + "?", value),
            Absence::Never => (ty, value + "!"),
            Absence::Default => {
                let default = match field.shape {
                    Shape::One(_) => self.default(field),
                    Shape::Vector(Kind::Scalar(Scalar::I8)) => "Int8List(0)".to_owned(),
                    Shape::Vector(_) if !field.shape.is_bytes() => self.vector(kind).empty,
                    _ => "Uint8List(0)".to_owned(),
                };
                (ty, format!("{value} ?? {default}"))
            }
        }
    }

    /// Returns the type and the value of a field of a struct that is no scalar.
    fn read_struct(&self, field: &FieldPlan<'_>) -> (String, String) {
        let at = field.field.offset;
        let kind = field.shape.kind();
        match field.shape {
            Shape::Array(Kind::Scalar(Scalar::U8), len) => (
                "Uint8List".to_owned(),
                format!("fb.Struct.bytes(this, {at}, {len})"),
            ),
            Shape::Array(Kind::Scalar(Scalar::I8), len) => (
                "Int8List".to_owned(),
                format!("fb.Struct.int8List(this, {at}, {len})"),
            ),
            Shape::Array(_, len) => {
                let Vector {
                    ty,
                    method,
                    arguments,
                    ..
                } = self.vector(kind);
                let value = format!("fb.Struct.{method}(this, {at}, {len}, {arguments})");
                (ty, value)
            }
            _ => {
                let ty = self.names.of(kind);
                let value = format!("fb.Struct.part(this, {at}, {ty}.at)");
                (ty, value)
            }
        }
    }
}

/// Returns the expression of an enum of this number, or of the number itself.
fn wrapped(kind: Kind, ty: &str, number: String) -> String {
    match kind {
        Kind::Enum(_) => format!("{ty}({number})"),
        _ => number,
    }
}
