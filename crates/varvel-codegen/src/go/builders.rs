//! Tables field by field.

use super::Generator;
use super::code::Code;
use crate::plan::{FieldPlan, Kind, ObjectPlan, Shape, formed};

/// The builder of the runtime, which the receiver of each method is by another type. So all methods
/// have pointers as receivers, and Go makes none of them twice.
const BUILDER: &str = "(*flatbuffers.Builder)(t)";

impl Generator<'_> {
    pub(super) fn builder(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let (builder, start) = (formed(name, "*Builder"), formed(name, "Start*"));
        code.about(&[format!(
            "{builder} builds a {} field by field. All other parts are built before it.",
            of.definition.name
        )]);
        code.line(format!("type {builder} flatbuffers.Builder"));
        code.function(
            &format!("{start} begins a table."),
            &format!("{start}(b *flatbuffers.Builder) *{builder}"),
            &[
                &format!("b.StartTable({})", of.definition.fields.len()),
                &format!("return (*{builder})(b)"),
            ],
        );
        for field in &of.fields {
            let called = &field.name;
            code.about(&[format!("Set{called} sets the field {}.", field.field.name)]);
            let ty = self.set_type(field);
            code.block(
                format!("func (t *{builder}) Set{called}(v {ty}) {{"),
                |code| {
                    let Shape::One(Kind::Struct(id)) = field.shape else {
                        return code.line(self.add(field, BUILDER, "v"));
                    };
                    let of = self.plan.schema.object(id);
                    let add = format!(
                        "if to := {BUILDER}.AddStruct({}, {}, {}); to != nil {{",
                        field.field.slot, of.size, of.align
                    );
                    code.block(add, |code| code.line("v.put(to)"));
                },
            );
        }
        code.about(&["Finish ends the table.".to_owned()]);
        code.block(
            format!("func (t *{builder}) Finish() flatbuffers.Ref[{name}] {{"),
            |code| {
                self.require(of, BUILDER, code);
                code.line(format!("return flatbuffers.EndTable[{name}]({BUILDER})"));
            },
        );
    }

    /// Returns the type of the value that a field is set to.
    fn set_type(&self, field: &FieldPlan<'_>) -> String {
        let of = self.names.of(field.shape.kind());
        match field.shape {
            Shape::One(Kind::Scalar(_) | Kind::Enum(_)) => of,
            Shape::One(Kind::Struct(id)) => formed(&self.names.objects[id.0 as usize], "*T"),
            Shape::One(Kind::Union(_)) => format!("flatbuffers.UnionRef[{of}]"),
            Shape::Vector(Kind::Union(_)) => format!("flatbuffers.UnionVectorRef[{of}]"),
            Shape::One(_) => format!("flatbuffers.Ref[{of}]"),
            Shape::Vector(kind) if !field.shape.is_bytes() => {
                format!("flatbuffers.Ref[{}]", self.vector(kind))
            }
            _ => "flatbuffers.Ref[[]byte]".to_owned(),
        }
    }
}
