//! Functions that build a table in one call. The fields of most tables are written from back to
//! front, without a builder that keeps their places.

use std::cmp::Reverse;

use varvel_fbs::Scalar;

use super::code::Code;
use super::names::BIG;
use super::{
    Generator, added, called, capitalized, const_bits, is_signed, is_wide, kind_of, literal, wide,
};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

/// The largest number of fields of a table whose fields are written so. Those of larger tables are
/// mostly absent.
const FIELDS: usize = 32;

/// The largest number of fields of a function that is compiled into its callers.
const INLINE: usize = 8;

/// The largest alignment of a field that is written so.
const ALIGN: u32 = 8;

impl Generator<'_> {
    /// Adds the function.
    pub(super) fn create(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let align = |field: &FieldPlan<'_>| self.plan.schema.field_align(field.field);
        let is_row = of.definition.fields.len() <= FIELDS
            && of.fields.iter().all(|field| align(field) <= ALIGN);
        let name = &self.names.objects[of.id.0 as usize];
        let create = formed(name, "create*");
        code.about(
            &format!("Builds a {name} of values, and of parts that were built before it."),
            &[],
        );
        if of.fields.len() <= INLINE {
            code.line("@pragma('vm:prefer-inline')");
        }
        if of.fields.is_empty() {
            code.line(format!("fb.Ref<{name}> {create}(fb.Builder builder$) {{"));
        } else {
            code.line(format!("fb.Ref<{name}> {create}("));
            code.line("  fb.Builder builder$, {");
            for field in &of.fields {
                self.parameters(field, code);
            }
            code.line("}) {");
        }
        code.closed_here(|code| match is_row {
            true => self.row(of, code),
            false => self.by_builder(of, code),
        });
    }

    /// Adds the body of a table whose places the builder keeps.
    fn by_builder(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let count = of.definition.fields.len();
        code.line(format!("builder$.startTable({count});"));
        for field in self.by_align(of) {
            let add = |code: &mut Code| {
                let (id, name) = (field.field.slot.to_string(), &field.name);
                if let Shape::Nested(of) = field.shape {
                    let width = wide(field.field).unwrap_or("fb.Width.narrow");
                    let schema = &self.names.schema;
                    let to = format!("{schema}, {}, {width}, {name}", of.0);
                    return code.line(format!("builder$.addNested({id}, {to});"));
                }
                let Shape::One(Kind::Scalar(scalar)) = field.shape else {
                    return code.line(self.add(field, "builder$", &id, name));
                };
                if !is_wide(scalar) {
                    return code.line(self.add(field, "builder$", &id, name));
                }
                let (big, method) = (&field.forms[BIG], capitalized(called(scalar)));
                code.closed(&format!("if ({big} != null) {{"), "} else {", |code| {
                    code.line(format!("builder$.add{method}Big({id}, {big}, null);"));
                });
                let is_null = self.is_null_long(field, scalar);
                code.closed_here(|code| {
                    code.line(format!(
                        "builder$.add{method}({id}, {name}{is_null}, null);"
                    ));
                });
            };
            match self.is_written(field) {
                Some(test) => code.block(format!("if ({test}) {{"), add),
                None => add(code),
            }
        }
        code.line("return builder$.endTable();");
    }

    /// Returns the fields by decreasing alignment, so that there are no gaps.
    fn by_align<'o>(&self, of: &'o ObjectPlan<'_>) -> Vec<&'o FieldPlan<'o>> {
        let mut order: Vec<&FieldPlan<'_>> = of.fields.iter().collect();
        order.sort_by_key(|field| Reverse(self.plan.schema.field_align(field.field)));
        order
    }

    /// Returns `!` if the parameter of a number of 64 bits may be null.
    fn is_null_long(&self, field: &FieldPlan<'_>, scalar: Scalar) -> &'static str {
        let literal = literal(self.default_bits(field), is_signed(scalar));
        match (field.absence, literal) {
            (Absence::Default, Some(_)) | (Absence::Never, _) => "",
            _ => "!",
        }
    }

    fn parameters(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let (name, ty) = (&field.name, self.set_type(field));
        let is_scalar = matches!(field.shape, Shape::One(Kind::Scalar(_) | Kind::Enum(_)));
        let long = match field.shape {
            Shape::One(Kind::Scalar(scalar)) if is_wide(scalar) => Some(scalar),
            _ => None,
        };
        let is_literal = |scalar| literal(self.default_bits(field), is_signed(scalar)).is_some();
        match (field.absence, long) {
            (Absence::Never, _) => code.line(format!("  required {ty} {name},")),
            (Absence::Default, None) if is_scalar => {
                code.line(format!("  {ty} {name} = {},", self.constant(field)));
            }
            (Absence::Default, Some(scalar)) if is_literal(scalar) => {
                code.line(format!("  {ty} {name} = {},", self.default(field)));
            }
            _ => code.line(format!("  {ty}? {name},")),
        }
        if long.is_some() {
            code.line(format!("  BigInt? {},", field.forms[BIG]));
        }
    }

    /// Adds the body.
    fn row(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let count = of.definition.fields.len();
        let order = self.by_align(of);
        let sizes: u32 = order.iter().map(|field| self.row_size(field)).sum();
        let room = 24 + sizes + 2 * count as u32;
        if order.is_empty() {
            code.line(format!("final place$ = builder$.openRow({room});"));
        } else {
            code.line(format!("var place$ = builder$.openRow({room});"));
        }
        for field in &order {
            self.row_field(field, code);
        }
        code.line("final table$ = (place$ - 4) & -4;");
        let mut slots: Vec<(u16, String)> = Vec::new();
        for field in &of.fields {
            let slot = field.field.slot;
            if let Shape::One(Kind::Union(_)) | Shape::Vector(Kind::Union(_)) = field.shape {
                slots.push((slot - 1, format!("{}$", place(field))));
            }
            slots.push((slot, place(field)));
        }
        slots.sort();
        let Some((last, others)) = slots.split_last() else {
            return code.line("return builder$.closeRow(table$, table$ - 4);");
        };
        let size = |slot: u16| 2 * u32::from(slot) + 2;
        if others.is_empty() {
            code.line(format!(
                "final size$ = {} == 0 ? 0 : {};",
                last.1,
                size(last.0)
            ));
        } else {
            code.line(format!("final size$ = {} != 0", last.1));
            code.line(format!("    ? {}", size(last.0)));
            for (slot, place) in others.iter().rev() {
                code.line(format!("    : {place} != 0"));
                code.line(format!("        ? {}", size(*slot)));
            }
            code.line("        : 0;");
        }
        code.line("final vtable$ = table$ - 4 - size$;");
        for slot in 0..=last.0 {
            let at = crate::plan::vtable_slot(slot);
            let found = slots.iter().find(|(of, _)| *of == slot);
            let place = found.map_or("0", |(_, place)| place.as_str());
            code.block(format!("if (size$ > {}) {{", 2 * slot), |code| {
                code.line(format!(
                    "builder$.putSlot(vtable$ + {at}, table$, {place});"
                ));
            });
        }
        code.line("return builder$.closeRow(table$, vtable$);");
    }

    /// Returns the bytes that a field takes at most, with a gap.
    fn row_size(&self, field: &FieldPlan<'_>) -> u32 {
        let schema = &self.plan.schema;
        let tag = match field.shape {
            Shape::One(Kind::Union(_)) | Shape::Vector(Kind::Union(_)) => 16,
            _ => 0,
        };
        let size = match field.shape {
            Shape::One(Kind::Struct(id)) => schema.object(id).size,
            _ => 8,
        };
        size + ALIGN + tag
    }

    /// Adds the lines that write a field, if it is present.
    fn row_field(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let (var, name) = (place(field), &field.name);
        let is_union = matches!(
            field.shape,
            Shape::One(Kind::Union(_)) | Shape::Vector(Kind::Union(_))
        );
        let test = self.is_written(field);
        let declare = |code: &mut Code| {
            code.line(format!("var {var} = 0;"));
            if is_union {
                code.line(format!("var {var}$ = 0;"));
            }
        };
        declare(code);
        match test {
            Some(test) => code.block(format!("if ({test}) {{"), |code| {
                self.row_value(field, &var, name, code);
            }),
            None => self.row_value(field, &var, name, code),
        }
    }

    /// Returns the condition under which a field is written.
    fn is_written(&self, field: &FieldPlan<'_>) -> Option<String> {
        let name = &field.name;
        let forced = "builder$.forceDefaults";
        let Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) = field.shape else {
            return match field.absence {
                Absence::Never => None,
                _ => Some(format!("{name} != null")),
            };
        };
        let stored = self.plan.stored(kind).unwrap_or(Scalar::U8);
        if let (Kind::Scalar(scalar), true) = (kind, is_wide(stored)) {
            let big = &field.forms[BIG];
            let literal = literal(self.default_bits(field), is_signed(scalar));
            return Some(match (field.absence, literal) {
                (Absence::Default, Some(default)) => {
                    format!("{name} != {default} || {big} != null || {forced}")
                }
                _ => format!("{name} != null || {big} != null"),
            });
        }
        match (field.absence, kind, stored) {
            (Absence::Never, ..) => None,
            (Absence::Nothing, ..) => Some(format!("{name} != null")),
            (_, Kind::Enum(_), stored) if is_wide(stored) => {
                let constant = const_bits(self.default_bits(field));
                Some(format!("{name}.bits != {constant} || {forced}"))
            }
            (_, Kind::Enum(_), _) => Some(format!(
                "{name}.value != {} || {forced}",
                self.default(field)
            )),
            (_, _, Scalar::F32 | Scalar::F64) => Some(match self.default(field).as_str() {
                // Zero has a sign.
                "0" => format!("{name} != 0 || {name}.isNegative || {forced}"),
                default => format!("!fb.isSameFloat({name}, {default}) || {forced}"),
            }),
            _ => Some(format!("{name} != {} || {forced}", self.default(field))),
        }
    }

    /// Adds the lines that write a field.
    fn row_value(&self, field: &FieldPlan<'_>, var: &str, name: &str, code: &mut Code) {
        let step = |size: u32, align: u32| match align {
            1 => format!("{var} = place$ = place$ - {size};"),
            _ => format!("{var} = place$ = (place$ - {size}) & -{align};"),
        };
        match field.shape {
            Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) => {
                let stored = self.plan.stored(kind).unwrap_or(Scalar::U8);
                let size = scalar_size(stored);
                code.line(step(size, size));
                self.row_scalar(field, kind, stored, (var, name), code);
            }
            Shape::One(Kind::Struct(id)) => {
                let of = self.plan.schema.object(id);
                code.line(step(of.size, of.align));
                code.line(format!(
                    "builder$.putStruct({var}, {}, {}, {name}.put, {});",
                    of.size, of.align, field.field.slot
                ));
            }
            Shape::One(Kind::Union(id)) => {
                let tag = self.plan.schema.union(id).tag;
                let size = scalar_size(tag);
                code.line(step(4, 4));
                code.line(format!("builder$.putRef({var}, {name}.value);"));
                code.line(step(size, size).replacen(var, &format!("{var}$"), 1));
                code.line(format!(
                    "builder$.putTag({var}$, {}, {name}.tag);",
                    kind_of(tag)
                ));
            }
            Shape::Vector(Kind::Union(_)) => {
                code.line(step(4, 4));
                code.line(format!("builder$.putRef({var}, {name}.values);"));
                code.line(step(4, 4).replacen(var, &format!("{var}$"), 1));
                code.line(format!("builder$.putRef({var}$, {name}.tags);"));
            }
            _ => {
                if let Shape::Nested(id) = field.shape {
                    let width = wide(field.field).unwrap_or("fb.Width.narrow");
                    let schema = &self.names.schema;
                    code.line(format!(
                        "builder$.checkNestedPart({schema}, {}, {width}, {name});",
                        id.0
                    ));
                }
                match wide(field.field) {
                    Some(width) => {
                        code.line(step(8, 8));
                        code.line(format!("builder$.putRefWide({var}, {width}, {name});"));
                    }
                    None => {
                        code.line(step(4, 4));
                        code.line(format!("builder$.putRef({var}, {name});"));
                    }
                }
            }
        }
    }

    fn row_scalar(
        &self,
        field: &FieldPlan<'_>,
        kind: Kind,
        stored: Scalar,
        (var, name): (&str, &str),
        code: &mut Code,
    ) {
        let (method, id) = (added(stored), field.field.slot);
        // Each boolean, double and number of an enum of 64 bits fits.
        let argument = match stored {
            Scalar::Bool | Scalar::F64 => String::new(),
            _ => format!(", {id}"),
        };
        match (kind, is_wide(stored)) {
            (Kind::Enum(_), true) => code.line(format!("builder$.putBits({var}, {name}.bits);")),
            (Kind::Enum(_), false) => {
                code.line(format!(
                    "builder$.put{method}({var}, {name}.value{argument});"
                ));
            }
            (_, true) => {
                let (big, signed) = (&field.forms[BIG], is_signed(stored));
                let is_null = self.is_null_long(field, stored);
                code.closed(&format!("if ({big} != null) {{"), "} else {", |code| {
                    code.line(format!(
                        "builder$.putBig({var}, {big}, isSigned: {signed}, id: {id});"
                    ));
                });
                code.closed_here(|code| {
                    code.line(format!(
                        "builder$.put{method}({var}, {name}{is_null}{argument});"
                    ));
                });
            }
            _ => code.line(format!("builder$.put{method}({var}, {name}{argument});")),
        }
    }

    /// Adds the call of the function for a plain object, whose parts are in variables.
    pub(super) fn create_plain(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let create = formed(&self.names.objects[of.id.0 as usize], "create*");
        code.line("builder.step(-1);");
        code.line(format!("final made = {create}("));
        code.line("  builder,");
        for field in &of.fields {
            let name = &field.name;
            match field.shape {
                Shape::One(Kind::Scalar(scalar)) if is_wide(scalar) => {
                    let default = literal(self.default_bits(field), is_signed(scalar));
                    let otherwise = match (field.absence, default) {
                        (Absence::Default, Some(default)) => default,
                        (Absence::Never, _) => "0".to_owned(),
                        _ => "null".to_owned(),
                    };
                    code.line(format!(
                        "  {name}: _{name} is int ? _{name} as int : {otherwise},"
                    ));
                    code.line(format!(
                        "  {}: _{name} is BigInt ? _{name} as BigInt : null,",
                        field.forms[BIG]
                    ));
                }
                Shape::One(Kind::Scalar(_) | Kind::Enum(_) | Kind::Struct(_)) => {
                    code.line(format!("  {name}: this.{name},"));
                }
                _ => code.line(format!("  {name}: ${name},")),
            }
        }
        code.line(");");
        code.line("builder.leave();");
        code.line("return made;");
    }
}

/// Returns the variable of the place of a field. No field begins so.
fn place(field: &FieldPlan<'_>) -> String {
    format!("${}", field.name)
}

fn scalar_size(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
        Scalar::I16 | Scalar::U16 => 2,
        Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
        Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
    }
}
