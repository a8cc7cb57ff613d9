//! The function that writes a table at once, of the values of all its fields.

use std::fmt::Write as _;

use varvel_fbs::Scalar;

use super::code::{default, primitive, short};
use super::{Generator, form};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

/// The most fields of such a table. C promises 127 parameters.
const MOST: usize = 60;

/// The names in the body of the function.
const OWN: &[&str] = &[
    "at", "bits", "builder", "int16_t", "int32_t", "int64_t", "int8_t", "ref", "size_t",
    "uint16_t", "uint32_t", "uint64_t", "uint8_t",
];

/// How one field takes part in the function.
struct Part {
    /// The parameters.
    takes: String,
    /// The expression of the bits of the fields that are given.
    bits: String,
    /// The statements that store it in a table with all fields.
    store: String,
    /// The statement that adds it to an open table.
    add: String,
}

impl Generator<'_, '_> {
    /// Writes the function, unless there are too many fields.
    pub(super) fn create(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let image = &self.images[of.id.0 as usize];
        if of.fields.is_empty() || of.fields.len() > MOST || image.vtable().is_empty() {
            return;
        }
        let Some(parts) = (of.fields.iter())
            .map(|field| self.part(of, field))
            .collect::<Option<Vec<_>>>()
        else {
            return;
        };
        let (create, reference) = (form(&of.name, "*_create"), form(&of.name, "*_ref_t"));
        let (start, end) = (
            form(&of.name, "*_start_table"),
            form(&of.name, "*_end_table"),
        );
        let (all, object) = (image.all(), format!("&{}_objects[{}]", self.own, of.id.0));
        let joined = |of: fn(&Part) -> &str, between: &str| {
            parts.iter().map(of).collect::<Vec<_>>().join(between)
        };
        let takes = joined(|part| &part.takes, ",\n    ");
        let bits = joined(|part| &part.bits, "\n        | ");
        let (stores, adds) = (joined(|part| &part.store, ""), joined(|part| &part.add, ""));
        let _ = write!(
            out,
            "/** Writes a table of all its fields. Those that are optional may be NULL or have no place. */\n\
             static inline {reference} {create}(vfb_builder *builder,\n    {takes})\n{{\n    \
             {reference} ref;\n    const uint64_t bits = {bits};\n    \
             if (bits == UINT64_C(0x{all:x})) {{\n        \
             uint8_t *at = vfb__create(builder, {object}, &ref.at);\n        \
             if (at == NULL) return ref;\n{stores}        return ref;\n    }}\n    \
             {start}(builder);\n{adds}    return {end}(builder);\n}}\n\n"
        );
    }

    /// Returns the part of a field. A vector of unions has none.
    fn part(&self, of: &ObjectPlan<'_>, field: &FieldPlan<'_>) -> Option<Part> {
        let (number, kind) = (field.field.slot, field.shape.kind());
        let name = self.parameter(&field.name);
        let at = self.offset(of.id, number);
        let add = formed(&field.full, "*_add");
        let usual = format!("    {add}(builder, {name});\n");
        let there = format!("(uint64_t)({name}.at != 0) << {number}");
        let store_ref = match field.is_wide() {
            true => "vfb__store_ref64",
            false => "vfb__store_ref",
        };
        let reference = |ty: String| Part {
            takes: format!("{ty} {name}"),
            bits: there.clone(),
            store: format!("        {store_ref}(builder, at + {at}, ref.at - {at}, {name}.at);\n"),
            add: usual.clone(),
        };
        Some(match (field.shape, kind) {
            (Shape::One(_), Kind::Scalar(_) | Kind::Enum(_)) => {
                let scalar = kind.scalar(self.plan.schema).unwrap_or(Scalar::U8);
                let (short, ty) = (short(scalar), self.value_type(kind));
                if field.absence != Absence::Default {
                    return Some(Part {
                        takes: format!("const {ty} *{name}"),
                        bits: format!("(uint64_t)({name} != NULL) << {number}"),
                        store: format!("        vfb__store_{short}(at + {at}, *{name});\n"),
                        add: format!("    if ({name} != NULL) {add}(builder, *{name});\n"),
                    });
                }
                let otherwise = default(scalar, &field.field.default);
                Part {
                    takes: format!("{ty} {name}"),
                    bits: format!("vfb__bit_{short}(builder, {number}, {name}, {otherwise})"),
                    store: format!("        vfb__store_{short}(at + {at}, {name});\n"),
                    add: usual,
                }
            }
            (Shape::One(_), Kind::Struct(id)) => {
                let of = &self.plan.object(id).name;
                Part {
                    takes: format!("const {} *{name}", of.name),
                    bits: format!("(uint64_t)({name} != NULL) << {number}"),
                    store: format!("        {}(at + {at}, {name});\n", form(of, "*_store_to")),
                    add: format!("    if ({name} != NULL) {add}(builder, {name});\n"),
                }
            }
            (Shape::One(_), Kind::Union(id)) => {
                let tag = self.plan.union(id).definition.tag;
                let before = number.saturating_sub(1);
                let (short, ty, tag_at) = (short(tag), primitive(tag), self.offset(of.id, before));
                Part {
                    takes: format!("vfb_union_ref_t {name}"),
                    bits: format!(
                        "(uint64_t)({name}.tag != 0 && {name}.at != 0 ? 3 : 0) << {before}"
                    ),
                    store: format!(
                        "        vfb__store_{short}(at + {tag_at}, ({ty}){name}.tag);\n        \
                         {store_ref}(builder, at + {at}, ref.at - {at}, {name}.at);\n"
                    ),
                    add: usual,
                }
            }
            (_, Kind::Union(_)) => return None,
            _ => reference(self.written_type(field.shape)),
        })
    }

    /// Returns the name of a parameter, which hides no other name.
    fn parameter(&self, name: &str) -> String {
        let mut name = match name.starts_with("vfb_") {
            true => format!("x_{name}"),
            false => name.to_owned(),
        };
        while OWN.contains(&name.as_str()) || self.names.contains(&name) {
            name.push('_');
        }
        name
    }
}
