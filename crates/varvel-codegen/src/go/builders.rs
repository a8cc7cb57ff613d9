//! Tables field by field.

use super::code::Code;
use super::{Generator, wide};
use crate::plan::{FieldPlan, Kind, ObjectPlan, Shape, formed, type_hash};

/// The builder of the runtime, which the receiver of each method is by another type. So all methods
/// have pointers as receivers, and Go makes none of them twice.
const BUILDER: &str = "(*flatbuffers.Builder)(t)";

impl Generator<'_> {
    pub(super) fn builder(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let name = &self.names.objects[of.id.0 as usize];
        let (builder, start) = (formed(name, "*Builder"), formed(name, "Start*"));
        let mark = mark_of(name);
        code.about(&[format!(
            "{mark} marks the fields of {name}, so that a builder refuses them in another table."
        )]);
        let number = number_of(of.definition.name.as_str());
        code.line(format!("const {mark} = {number} << 16"));
        code.about(&[format!(
            "{builder} builds a {} field by field. All other parts are built before it.",
            of.definition.name
        )]);
        code.line(format!("type {builder} flatbuffers.Builder"));
        code.function(
            &format!("{start} begins a table."),
            &format!("{start}(b *flatbuffers.Builder) *{builder}"),
            &[
                &format!(
                    "b.StartTable({})",
                    marked(&mark, of.definition.fields.len() as u16, " ")
                ),
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
                    let slot = marked(&mark, field.field.slot, "");
                    if let Shape::Nested(id) = field.shape {
                        let width = wide(field.field).unwrap_or("flatbuffers.Narrow");
                        let (schema, object) = (&self.names.schema, id.0);
                        return code.line(format!(
                            "flatbuffers.AddNested({BUILDER}, {slot}, &{schema}, {object}, {width}, v)"
                        ));
                    }
                    let Shape::One(Kind::Struct(id)) = field.shape else {
                        return code.line(self.add(field, BUILDER, &slot, "v"));
                    };
                    let of = self.plan.schema.object(id);
                    let add = format!(
                        "if to := {BUILDER}.AddStruct({slot}, {}, {}); to != nil {{",
                        of.size, of.align
                    );
                    code.block(add, |code| code.line("v.put(to)"));
                },
            );
        }
        code.about(&["Finish ends the table.".to_owned()]);
        code.block(
            format!("func (t *{builder}) Finish() flatbuffers.Ref[{name}] {{"),
            |code| {
                self.require(of, BUILDER, |slot| marked(&mark, slot, ""), code);
                code.line(format!(
                    "return flatbuffers.EndTableOf[{name}]({BUILDER}, {mark})"
                ));
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

/// Returns the constant that marks the fields of a table. No other name begins so.
fn mark_of(name: &str) -> String {
    format!("markOf{name}")
}

/// Returns a number from 1 to 32,767 for a table: those of two tables are most often different,
/// also if they are of different schemas.
fn number_of(name: &str) -> u32 {
    type_hash(name) % 0x7FFF + 1
}

/// Returns a number with the mark of a table before it. Spaces stand where gofmt has them.
fn marked(mark: &str, number: u16, space: &str) -> String {
    match number {
        0 => mark.to_owned(),
        _ => format!("{mark}{space}|{space}{number}"),
    }
}
