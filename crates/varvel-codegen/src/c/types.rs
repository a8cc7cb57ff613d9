//! Types: views, plain structs, enums and unions.

use std::fmt::Write as _;

use super::code::{comment, integer, primitive, short};
use super::{Generator, form};
use crate::plan::{EnumPlan, FieldPlan, Kind, ObjectPlan, Shape, UnionPlan};

impl Generator<'_, '_> {
    pub(super) fn enumeration(&self, of: &EnumPlan<'_>, out: &mut String) {
        let definition = of.definition;
        let (ty, scalar) = (form(&of.name, "*_t"), definition.underlying);
        out.push_str(&comment(
            &definition.doc,
            &format!("The enum `{}`.", definition.name),
        ));
        let _ = writeln!(out, "typedef {} {ty};", primitive(scalar));
        for value in &of.values {
            let about = comment(&value.definition.doc, "");
            let number = integer(scalar, value.definition.value);
            let _ = writeln!(out, "{about}#define {} (({ty}){number})", value.full);
        }
        let name = form(&of.name, "*_name_of");
        let _ = write!(
            out,
            "/** Returns the name of a value, or NULL if the schema has none. */\n\
             static inline const char *{name}({ty} value)\n{{\n    switch (value) {{\n"
        );
        for value in &of.values {
            let _ = writeln!(
                out,
                "    case {}: return \"{}\";",
                value.full, value.definition.name
            );
        }
        out.push_str("    default: return NULL;\n    }\n}\n\n");
    }

    pub(super) fn union(&self, of: &UnionPlan<'_>, out: &mut String) {
        let definition = of.definition;
        let about = comment(
            &definition.doc,
            &format!("The tags of the union `{}`.", definition.name),
        );
        out.push_str(&about);
        for variant in &of.variants {
            let tag = integer(varvel_fbs::Scalar::I64, variant.definition.tag);
            let _ = writeln!(out, "#define {} {tag}", variant.full);
        }
        out.push('\n');
    }

    /// Writes the functions that make a value of a union of what was written.
    pub(super) fn union_makers(&self, of: &UnionPlan<'_>, makers: &[String], out: &mut String) {
        for (variant, maker) in of.variants.iter().zip(makers) {
            let ty = match variant.definition.of {
                varvel_fbs::Element::Object(id) => form(&self.plan.object(id).name, "*_ref_t"),
                _ => "vfb_string_ref_t".to_owned(),
            };
            let _ = write!(
                out,
                "/** Makes a value of the union `{}`. */\n\
                 static inline vfb_union_ref_t {maker}({ty} value)\n{{\n    \
                 return vfb_union_of({}, value.at);\n}}\n\n",
                of.definition.name, variant.full
            );
        }
        for maker in makers.iter().skip(of.variants.len()) {
            let _ = write!(
                out,
                "/** Makes no value of the union `{}`, for a vector of them. */\n\
                 static inline vfb_union_ref_t {maker}(void)\n{{\n    \
                 return vfb_union_of(0, 0);\n}}\n\n",
                of.definition.name
            );
        }
    }

    /// Declares the view of a table or struct, and the vector of them.
    pub(super) fn view(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let definition = of.definition;
        let what = if definition.is_struct() {
            "struct"
        } else {
            "table"
        };
        let about = comment(
            &definition.doc,
            &format!("The {what} `{}`, in place.", definition.name),
        );
        let (view, vec) = (form(&of.name, "*_t"), form(&of.name, "*_vec_t"));
        let _ = write!(
            out,
            "{about}typedef struct {view} {{\n    const uint8_t *at;\n}} {view};\n\
             typedef struct {vec} {{\n    const uint8_t *at;\n    size_t size;\n}} {vec};\n"
        );
        let hash = crate::plan::type_hash(&definition.name.to_string());
        let _ = writeln!(
            out,
            "/** The hash of its full name. */\n#define {} UINT32_C(0x{hash:x})",
            form(&of.name, "*_type_hash")
        );
        let mut refs = vec!["*_ref_t", "*_vec_ref_t"];
        refs.extend(definition.is_struct().then_some("*_vec64_ref_t"));
        let _ = writeln!(out, "/** One that was written, and a vector of them. */");
        for name in refs {
            let name = form(&of.name, name);
            let _ = writeln!(out, "typedef struct {name} {{\n    size_t at;\n}} {name};");
        }
        out.push('\n');
    }

    /// Declares the plain struct of a struct.
    pub(super) fn plain(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let name = &of.name.name;
        let about = comment(
            &of.definition.doc,
            &format!("The struct `{}` as a value.", of.definition.name),
        );
        let _ = writeln!(out, "{about}typedef struct {name} {{");
        for field in &of.fields {
            let (ty, member) = (self.value_type(field.shape.kind()), &field.name);
            let _ = match field.shape {
                Shape::Array(_, len) if field.field.chars => {
                    writeln!(out, "    char {member}[{len}];")
                }
                Shape::Array(_, len) => writeln!(out, "    {ty} {member}[{len}];"),
                _ => writeln!(out, "    {ty} {member};"),
            };
        }
        if of.fields.is_empty() {
            out.push_str("    char nothing;\n");
        }
        let _ = writeln!(out, "}} {name};\n");
    }

    /// Returns the type of a scalar, an enum or a struct as a value.
    pub(super) fn value_type(&self, kind: Kind) -> String {
        match kind {
            Kind::Scalar(scalar) => primitive(scalar).to_owned(),
            Kind::Enum(id) => form(&self.plan.enumeration(id).name, "*_t"),
            Kind::Struct(id) | Kind::Table(id) => self.plan.object(id).name.name.clone(),
            Kind::String => "vfb_string".to_owned(),
            Kind::Union(_) => "vfb_union".to_owned(),
        }
    }

    /// Returns the name in the runtime of the scalar that stores this.
    pub(super) fn short(&self, kind: Kind) -> &'static str {
        kind.scalar(self.plan.schema).map_or("u8", short)
    }

    /// Returns the keys of a table or struct, each with the beginning of its functions' names.
    /// Those of the primary key are of the vector, and those of others of the field.
    pub(super) fn keys<'o, 's>(
        &self,
        of: &'o ObjectPlan<'s>,
    ) -> impl Iterator<Item = (&'o FieldPlan<'s>, String)> {
        let primary = of.key.map(|key| of.fields[key].field.slot);
        let keys = of.fields.iter().filter(|field| field.field.key);
        keys.map(move |key| match primary == Some(key.field.slot) {
            true => (key, form(&of.name, "*_vec")),
            false => (key, key.full.clone()),
        })
    }

    /// Returns the expression that compares two keys `a` and `b`: those of two elements.
    pub(super) fn compared(
        &self,
        of: &ObjectPlan<'_>,
        key: &FieldPlan<'_>,
        a: &str,
        b: &str,
    ) -> String {
        match key.shape {
            Shape::One(kind @ (Kind::Scalar(_) | Kind::Enum(_))) => {
                format!("vfb_{}_compare({a}, {b})", self.short(kind))
            }
            Shape::One(Kind::String) => format!("vfb_string_compare({a}, {b})"),
            // Zeros at the end do not change the order.
            _ if key.field.chars => format!("vfb_string_compare({a}, {b})"),
            _ if of.definition.key().map(|primary| primary.slot) == Some(key.field.slot) => {
                format!(
                    "vfb__compare_key(&{}_objects[{}], {a}.at, {b}.at)",
                    self.own, of.id.0
                )
            }
            _ => {
                let parts = format!("{}_k{}_{}", self.own, of.id.0, key.field.slot);
                format!(
                    "vfb__compare_parts({parts}, sizeof {parts} / sizeof *{parts}, {a}.at, {b}.at)"
                )
            }
        }
    }

    /// Returns the comment of a field.
    pub(super) fn about(&self, field: &FieldPlan<'_>) -> String {
        comment(
            &field.field.doc,
            &format!("The field `{}`.", field.field.name),
        )
    }
}
