//! Tables field by field.

use super::code::Code;
use super::names::BIG;
use super::{Generator, const_bits, is_wide, wide};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed, type_hash};

impl Generator<'_> {
    pub(super) fn builder(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let builder = formed(name, "*Builder");
        let mark = mark_of(of.definition.name.as_str());
        let count = of.definition.fields.len() as u32;
        code.about(
            &format!(
                "Builds a {} field by field. All parts that it refers to are built before it.",
                of.definition.name
            ),
            &[],
        );
        code.block(
            format!("extension type {builder}._(fb.Builder _builder) {{"),
            |code| {
                code.about("Begins a table.", &[]);
                code.block(format!("{builder}(this._builder) {{"), |code| {
                    code.line(format!("_builder.startTable({:#x});", mark | count));
                });
                for field in &of.fields {
                    self.add_field(field, mark, code);
                }
                code.about("Ends the table.", &[]);
                code.block(format!("fb.Ref<{name}> finish() {{"), |code| {
                    for field in of.fields.iter().filter(|of| of.absence == Absence::Never) {
                        let id = mark | u32::from(field.field.slot);
                        let called = super::code::quoted(field.field.name.as_str());
                        code.line(format!("_builder.require({id:#x}, {called});"));
                    }
                    code.line(format!("return _builder.endTable({mark:#x});"));
                });
            },
        );
    }

    /// Adds the setter of a field.
    fn add_field(&self, field: &FieldPlan<'_>, mark: u32, code: &mut Code) {
        let id = format!("{:#x}", mark | u32::from(field.field.slot));
        let (name, ty) = (&field.name, self.set_type(field));
        code.about(
            &format!("Sets the field {}.", field.field.name),
            &field.field.doc,
        );
        let add = match field.shape {
            Shape::Nested(of) => {
                let width = wide(field.field).unwrap_or("fb.Width.narrow");
                format!(
                    "_builder.addNested({id}, {}, {}, {width}, value);",
                    self.names.schema, of.0
                )
            }
            _ => self.add(field, "_builder", &id, "value"),
        };
        let add = add.trim_end_matches(';');
        code.arrow(&format!("set {name}({ty} value)"), add);
        let Shape::One(Kind::Scalar(scalar)) = field.shape else {
            return;
        };
        if is_wide(scalar) {
            let big = &field.forms[BIG];
            let method = super::capitalized(super::called(scalar));
            let default = match field.absence {
                Absence::Nothing => "null".to_owned(),
                _ => const_bits(self.default_bits(field)),
            };
            code.about(
                &format!(
                    "Sets the field {} to a number of any size.",
                    field.field.name
                ),
                &[],
            );
            code.arrow(
                &format!("set {big}(BigInt value)"),
                &format!("_builder.add{method}Big({id}, value, {default})"),
            );
        }
    }

    /// Returns the type of the value that a field is set to.
    pub(super) fn set_type(&self, field: &FieldPlan<'_>) -> String {
        let kind = field.shape.kind();
        match field.shape {
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) => self.names.of(kind),
            Shape::One(Kind::Struct(_)) => self.names.plain(kind),
            Shape::One(Kind::Union(_)) => format!("fb.UnionRef<{}>", self.names.of(kind)),
            Shape::Vector(Kind::Union(_)) => {
                format!("fb.UnionVectorRef<{}>", self.names.of(kind))
            }
            Shape::One(_) => format!("fb.Ref<{}>", self.names.of(kind)),
            _ => format!("fb.Ref<{}>", self.built(kind)),
        }
    }
}

/// Returns the mark of a table, so that a builder refuses its fields in another one. Those of two
/// tables are most often different, also if they are of different schemas. With an id it has 30
/// bits, as integers have that no machine keeps apart.
fn mark_of(name: &str) -> u32 {
    (type_hash(name) % 0x3FFE + 1) << 16
}
