//! Tables built of plain objects in one pass, and plain objects of tables and structs.

use varvel_fbs::{Scalar, Type};

use super::code::Code;
use super::vectors::copied;
use super::{
    Generator, added, bits, called, capitalized, const_bits, is_signed, is_wide, kind_of, literal,
    wide,
};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape};

impl Generator<'_> {
    /// Adds the method that builds a table.
    pub(super) fn pack(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        code.about("Builds the table with all that it contains.", &[]);
        code.block(
            format!("fb.Ref<{name}> pack(fb.Builder builder) {{"),
            |code| {
                code.line(format!(
                    "builder.enter({}, {});",
                    self.names.schema, of.id.0
                ));
                for field in &of.fields {
                    self.pack_part(field, code);
                }
                self.create_plain(of, code);
            },
        );
    }

    /// Adds the lines that build the part which a field refers to, into a variable.
    fn pack_part(&self, field: &FieldPlan<'_>, code: &mut Code) {
        if self.is_in_place(field) {
            return;
        }
        code.line(format!("builder.step({});", field.field.slot));
        let (var, name) = (part(field), format!("this.{}", field.name));
        let head = format!("final {var} = ");
        match field.absence {
            Absence::Nothing => {
                let build = self.build(field, "value");
                code.line(format!("{head}switch ({name}) {{"));
                code.line("  null => null,");
                code.indented(|code| code.expression("final value => ", &build, ","));
                code.line("};");
            }
            _ => code.expression(&head, &self.build(field, &name), ";"),
        }
    }

    /// Returns whether a field stands in its table, and is no part of its own.
    fn is_in_place(&self, field: &FieldPlan<'_>) -> bool {
        matches!(
            field.shape,
            Shape::One(Kind::Scalar(_) | Kind::Enum(_) | Kind::Struct(_))
        )
    }

    /// Returns the expression that builds a part.
    fn build(&self, field: &FieldPlan<'_>, value: &str) -> String {
        let shared = field.field.shared;
        let options = options(field);
        let schema = &self.names.schema;
        match field.shape {
            Shape::One(Kind::String) if shared => format!("builder.sharedString({value})"),
            Shape::One(Kind::String) => format!("builder.string({value})"),
            Shape::One(_) | Shape::Array(..) => format!("{value}.pack(builder)"),
            Shape::Vector(kind) if !field.shape.is_bytes() => {
                let plain = self.names.plain(kind);
                match kind {
                    Kind::Scalar(Scalar::Bool) => format!("builder.boolVector({value}{options})"),
                    Kind::Scalar(scalar) => {
                        format!("builder.{}Vector({value}{options})", called(scalar))
                    }
                    Kind::Enum(id) => match self.plan.underlying(id) {
                        scalar if is_wide(scalar) => {
                            format!("builder.wideEnumVector({value}{options})")
                        }
                        scalar => {
                            format!("builder.enumVector({value}, {}{options})", kind_of(scalar))
                        }
                    },
                    Kind::String if shared => {
                        format!("builder.stringVector({value}, shared: true)")
                    }
                    Kind::String => format!("builder.stringVector({value})"),
                    Kind::Struct(id) => {
                        let of = self.names.of(kind);
                        format!(
                            "builder.packStructs<{of}, {plain}>({schema}, {}, {value}, \
                             (of, to, at) => of.put(to, at){options})",
                            id.0
                        )
                    }
                    Kind::Table(id) => format!(
                        "builder.packTables({schema}, {}, {value}, ({plain} of) => of.pack(builder))",
                        id.0
                    ),
                    Kind::Union(id) => format!(
                        "builder.packUnions({}, {value}, ({plain} of) => of.pack(builder))",
                        self.tag_kind(id)
                    ),
                }
            }
            Shape::Nested(id) => {
                format!("builder.packNested({schema}, {}, {value}{options})", id.0)
            }
            _ => format!("builder.bytes({value}{options})"),
        }
    }

    /// Returns the line that adds a value to the open table, as the field that the code names `id`.
    pub(super) fn add(
        &self,
        field: &FieldPlan<'_>,
        builder: &str,
        id: &str,
        value: &str,
    ) -> String {
        match field.shape {
            Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) => {
                self.add_scalar(field, kind, builder, (id, value))
            }
            Shape::One(Kind::Struct(of)) => {
                let of = self.plan.schema.object(of);
                format!(
                    "{builder}.addStructWith({id}, {}, {}, {value}.put);",
                    of.size, of.align
                )
            }
            Shape::One(Kind::Union(of)) => {
                format!("{builder}.addUnion({id}, {}, {value});", self.tag_kind(of))
            }
            Shape::Vector(Kind::Union(_)) => format!("{builder}.addUnions({id}, {value});"),
            _ => match wide(field.field) {
                Some(width) => format!("{builder}.addRefWide({id}, {width}, {value});"),
                None => format!("{builder}.addRef({id}, {value});"),
            },
        }
    }

    fn add_scalar(
        &self,
        field: &FieldPlan<'_>,
        kind: Kind,
        builder: &str,
        (id, value): (&str, &str),
    ) -> String {
        let lacks = field.absence == Absence::Nothing;
        let stored = self.plan.stored(kind).unwrap_or(Scalar::U8);
        let signed = is_signed(stored);
        let held = const_bits(self.default_bits(field));
        let null = "null".to_owned();
        if is_wide(stored) {
            let default = match (lacks, literal(self.default_bits(field), signed)) {
                (true, _) => Some(null.clone()),
                (false, default) => default,
            };
            let held = if lacks { null } else { held };
            return match (kind, default) {
                (Kind::Enum(_), _) => format!("{builder}.addBits({id}, {value}.bits, {held});"),
                (_, Some(default)) => {
                    let method = capitalized(called(stored));
                    format!("{builder}.add{method}({id}, {value}, {default});")
                }
                (_, None) => format!(
                    "{builder}.addBits({id}, fb.wideBits({value}, isSigned: {signed}), {held});"
                ),
            };
        }
        let default = if lacks { null } else { self.default(field) };
        let value = match kind {
            Kind::Enum(_) => format!("{value}.value"),
            _ => value.to_owned(),
        };
        let method = added(stored);
        format!("{builder}.add{method}({id}, {value}, {default});")
    }

    /// Adds the method that makes a plain object.
    pub(super) fn unpack(&self, of: &ObjectPlan<'_>, plain: &str, code: &mut Code) {
        if of.fields.is_empty() {
            return code.line(format!("{plain} unpack() => {plain}();"));
        }
        let is_long = |field: &FieldPlan<'_>| match field.shape {
            Shape::One(Kind::Scalar(scalar)) => is_wide(scalar),
            _ => false,
        };
        let in_struct = of.definition.is_struct();
        // A number of 64 bits that no `int` holds is set after the others.
        let tail = if of.fields.iter().any(is_long) {
            ")"
        } else {
            ");"
        };
        let head = format!("{plain} unpack() => {plain}(");
        code.line(head);
        code.deeper(|code| {
            for field in of.fields.iter().filter(|field| !is_long(field)) {
                let value = self.unpacked(in_struct, field);
                code.line(format!("  {}: {value},", field.name));
            }
        });
        code.line(format!("    {tail}"));
        let longs: Vec<&FieldPlan<'_>> = of.fields.iter().filter(|field| is_long(field)).collect();
        for (at, field) in longs.iter().enumerate() {
            let end = if at + 1 == longs.len() { ";" } else { "" };
            let read = self.long_of(in_struct, field);
            code.line(format!("      .._{} = {read}{end}", field.name));
        }
    }

    /// Returns the expression that reads a number of 64 bits for a plain object.
    fn long_of(&self, in_struct: bool, field: &FieldPlan<'_>) -> String {
        let stored = self.plan.stored(field.shape.kind()).unwrap_or(Scalar::I64);
        let signed = is_signed(stored);
        let (at, default) = (super::slot(field.field), bits(self.default_bits(field)));
        match (in_struct, field.absence) {
            (true, _) => format!(
                "fb.longOfBits(fb.Struct.bits(this, {}), isSigned: {signed})",
                field.field.offset
            ),
            (false, Absence::Nothing) => {
                format!("fb.longOfBitsOrNull(fb.Table.bits(this, {at}), isSigned: {signed})")
            }
            (false, _) => match literal(self.default_bits(field), signed) {
                Some(default) => format!("fb.Table.{}Long(this, {at}, {default})", called(stored)),
                None => format!(
                    "fb.longOfBits(fb.Table.bits(this, {at}) ?? const {default}, isSigned: {signed})"
                ),
            },
        }
    }

    /// Returns the expression that reads a field for a plain object.
    fn unpacked(&self, in_struct: bool, field: &FieldPlan<'_>) -> String {
        let name = &field.name;
        let lacks = !in_struct && field.absence == Absence::Nothing;
        match field.shape {
            Shape::One(Kind::Scalar(_) | Kind::Enum(_) | Kind::String) => name.clone(),
            Shape::One(_) if lacks => format!("{name}?.unpack()"),
            Shape::One(_) => format!("{name}.unpack()"),
            shape => format!(
                "{name}{}.{}",
                if lacks { "?" } else { "" },
                copied(shape.kind())
            ),
        }
    }
}

/// Returns the variable of the part that a field refers to. No field begins so.
fn part(field: &FieldPlan<'_>) -> String {
    format!("${}", field.name)
}

/// Returns the options of a field's vector.
fn options(field: &FieldPlan<'_>) -> String {
    let mut options = String::new();
    if let (true, Some(align)) = (field.field.ty.is_vector(), field.field.force_align) {
        options += &format!(", align: {align}");
    }
    if matches!(field.field.ty, Type::Vector64(_)) {
        options += ", width: fb.Width.vector";
    }
    options
}
