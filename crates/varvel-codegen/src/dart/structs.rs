//! Plain objects of structs: what stores them.

use varvel_fbs::Scalar;

use super::code::Code;
use super::{Generator, called, capitalized, is_wide, kind_of};
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
        let stored = self.plan.stored(kind);
        if let Shape::Array(_, len) = field.shape {
            return code.line(format!("{};", self.put_array(kind, len, &at, &name)));
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
                format!("fb.putLong(to, {at}, _{}, isSigned: {signed});", field.name)
            }
            (_, Some(scalar @ (Scalar::F32 | Scalar::F64))) => {
                format!("fb.put{}(to, {at}, {name});", capitalized(called(scalar)))
            }
            (_, stored) => {
                let stored = kind_of(stored.unwrap_or(Scalar::U8));
                format!("fb.putSmall(to, {at}, {stored}, {name});")
            }
        });
    }

    /// Returns the call that stores a list as an array of a struct, at a position of `to`.
    pub(super) fn put_array(&self, kind: Kind, len: u16, at: &str, list: &str) -> String {
        if let Kind::Struct(id) = kind {
            let size = self.plan.schema.object(id).size;
            return format!("fb.putStructs(to, {at}, {size}, {list}, {len}, (of) => of.put)");
        }
        let stored = kind_of(self.plan.stored(kind).unwrap_or(Scalar::U8));
        let method = match kind {
            Kind::Scalar(Scalar::Bool) => "putBools",
            Kind::Scalar(Scalar::F32 | Scalar::F64) => "putFloats",
            Kind::Scalar(_) => "putInts",
            _ => "putEnums",
        };
        format!("fb.{method}(to, {at}, {stored}, {list}, {len})")
    }
}
