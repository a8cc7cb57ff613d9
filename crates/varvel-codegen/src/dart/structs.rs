//! Plain objects of structs: what stores them.

use varvel_fbs::Scalar;

use super::code::Code;
use super::{Generator, called, capital, is_wide, kind_of};
use crate::plan::{FieldPlan, Kind, ObjectPlan, Shape};

impl Generator<'_> {
    /// Adds the method that stores a struct.
    pub(super) fn put(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        code.about("Stores the struct at a position of these bytes.", &[]);
        code.block("void put(ByteData to, int at) {", |code| {
            for field in &of.fields {
                self.put_field(field, code);
            }
        });
    }

    fn put_field(&self, field: &FieldPlan<'_>, code: &mut Code) {
        let (name, kind) = (format!("this.{}", field.name), field.shape.kind());
        let at = match field.field.offset {
            0 => "at".to_owned(),
            offset => format!("at + {offset}"),
        };
        let stored = self.stored(kind);
        if let Shape::Array(_, len) = field.shape {
            let Kind::Struct(id) = kind else {
                let stored = kind_of(stored.unwrap_or(Scalar::U8));
                let method = match kind {
                    Kind::Scalar(Scalar::Bool) => "putBools",
                    Kind::Scalar(Scalar::F32 | Scalar::F64) => "putFloats",
                    Kind::Scalar(_) => "putInts",
                    _ => "putEnums",
                };
                return code.line(format!("fb.{method}(to, {at}, {stored}, {name}, {len});"));
            };
            let size = self.plan.schema.object(id).size;
            return code.line(format!(
                "fb.putStructs(to, {at}, {size}, {name}, {len}, (of) => of.put);"
            ));
        }
        code.line(match (kind, stored) {
            (Kind::Struct(_), _) => format!("{name}.put(to, {at});"),
            (Kind::Enum(_), Some(scalar)) if is_wide(scalar) => {
                format!("fb.putBits(to, {at}, {name}.bits);")
            }
            (Kind::Enum(_), Some(scalar)) => {
                format!("fb.putSmall(to, {at}, {}, {name}.value);", kind_of(scalar))
            }
            (_, Some(Scalar::Bool)) => format!("fb.putBool(to, {at}, {name});"),
            (_, Some(scalar @ (Scalar::I64 | Scalar::U64))) => {
                let signed = scalar == Scalar::I64;
                format!(
                    "fb.putBits(to, {at}, fb.longBits(_{}, isSigned: {signed}));",
                    field.name
                )
            }
            (_, Some(scalar @ (Scalar::F32 | Scalar::F64))) => {
                format!("fb.put{}(to, {at}, {name});", capital(called(scalar)))
            }
            (_, stored) => {
                let stored = kind_of(stored.unwrap_or(Scalar::U8));
                format!("fb.putSmall(to, {at}, {stored}, {name});")
            }
        });
    }
}
