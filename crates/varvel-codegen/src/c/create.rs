//! The function that writes a table at once, of the values of all its fields.

use std::fmt::Write as _;

use varvel_fbs::Scalar;

use super::code::{default, primitive, short};
use super::macros::is_like_macro;
use super::{Generator, form};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

/// The most parameters, which C promises.
const MOST: usize = 127;

/// The names in the body of the function, and macros of headers that programs may include before.
const OWN: &[&str] = &[
    "at",
    "bits",
    "builder",
    "complex",
    "far",
    "imaginary",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "interface",
    "near",
    "noreturn",
    "ref",
    "size_t",
    "small",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
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
    /// Whether it can only be added: it is written in two parts.
    is_added: bool,
}

impl Generator<'_, '_> {
    /// Writes the function, unless it has too many parameters. A table of all its fields is stored
    /// at known places, if its vtable and the set of its fields are known.
    pub(super) fn create(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let image = &self.images[of.id.0 as usize];
        let parts: Vec<Part> = of.fields.iter().map(|field| self.part(of, field)).collect();
        let commas = parts.iter().map(|part| 1 + part.takes.matches(',').count());
        if parts.is_empty() || 1 + commas.sum::<usize>() > MOST {
            return;
        }
        let (create, reference) = (form(&of.name, "*_create"), form(&of.name, "*_ref_t"));
        let (start, end) = (
            form(&of.name, "*_start_table"),
            form(&of.name, "*_end_table"),
        );
        let joined = |of: fn(&Part) -> &str, between: &str| {
            parts.iter().map(of).collect::<Vec<_>>().join(between)
        };
        let (takes, adds) = (
            joined(|part| &part.takes, ",\n    "),
            joined(|part| &part.add, ""),
        );
        let at_once = match image.vtable().is_empty() || parts.iter().any(|part| part.is_added) {
            true => String::new(),
            false => {
                let (all, object) = (image.all(), format!("&{}_objects[{}]", self.own, of.id.0));
                let bits = joined(|part| &part.bits, "\n        | ");
                let stores = joined(|part| &part.store, "");
                format!(
                    "    {reference} ref;\n    const uint64_t bits = {bits};\n    \
                     if (bits == UINT64_C(0x{all:x})) {{\n        \
                     uint8_t *at = vfb__create(builder, {object}, &ref.at);\n        \
                     if (at == NULL) return ref;\n{stores}        return ref;\n    }}\n"
                )
            }
        };
        let _ = write!(
            out,
            "/** Writes a table of all its fields. Those that are optional may be NULL or have no place. */\n\
             static inline {reference} {create}(vfb_builder *builder,\n    {takes})\n{{\n{at_once}    \
             {start}(builder);\n{adds}    return {end}(builder);\n}}\n\n"
        );
    }

    /// Returns the part of a field.
    fn part(&self, of: &ObjectPlan<'_>, field: &FieldPlan<'_>) -> Part {
        let (number, kind) = (field.field.slot, field.shape.kind());
        let name = self.parameter(of, &field.name, &field.name);
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
            is_added: false,
        };
        match (field.shape, kind) {
            (Shape::One(_), Kind::Scalar(_) | Kind::Enum(_)) => {
                let scalar = kind.scalar(self.plan.schema).unwrap_or(Scalar::U8);
                let (short, ty) = (short(scalar), self.value_type(kind));
                if field.absence != Absence::Default {
                    return Part {
                        takes: format!("const {ty} *{name}"),
                        bits: format!("(uint64_t)({name} != NULL) << {number}"),
                        store: format!("        vfb__store_{short}(at + {at}, *{name});\n"),
                        add: format!("    if ({name} != NULL) {add}(builder, *{name});\n"),
                        is_added: false,
                    };
                }
                let otherwise = default(scalar, &field.field.default);
                Part {
                    takes: format!("{ty} {name}"),
                    bits: format!("vfb__bit_{short}(builder, {number}, {name}, {otherwise})"),
                    store: format!("        vfb__store_{short}(at + {at}, {name});\n"),
                    add: usual,
                    is_added: false,
                }
            }
            (Shape::One(_), Kind::Struct(id)) => {
                let of = &self.plan.object(id).name;
                Part {
                    takes: format!("const {} *{name}", of.name),
                    bits: format!("(uint64_t)({name} != NULL) << {number}"),
                    store: format!("        {}(at + {at}, {name});\n", form(of, "*_store_to")),
                    add: format!("    if ({name} != NULL) {add}(builder, {name});\n"),
                    is_added: false,
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
                    is_added: false,
                }
            }
            (_, Kind::Union(_)) => {
                let count = self.parameter(of, &format!("{}_count", field.name), "");
                Part {
                    takes: format!("const vfb_union_ref_t *{name}, size_t {count}"),
                    bits: String::new(),
                    store: String::new(),
                    add: format!("    if ({name} != NULL) {add}(builder, {name}, {count});\n"),
                    is_added: true,
                }
            }
            _ => reference(self.written_type(field)),
        }
    }

    /// Returns the name of a parameter, which hides no other name, and is that of no field but
    /// `own`.
    fn parameter(&self, of: &ObjectPlan<'_>, wanted: &str, own: &str) -> String {
        let mut name = match wanted.starts_with("vfb_") {
            true => format!("x_{wanted}"),
            false => wanted.to_owned(),
        };
        let is_other = |name: &str| name != own && of.fields.iter().any(|field| field.name == name);
        while OWN.contains(&name.as_str())
            || is_like_macro(&name) && !name.ends_with('_')
            || self.names.contains(&name)
            || is_other(&name)
        {
            name.push('_');
        }
        name
    }
}
