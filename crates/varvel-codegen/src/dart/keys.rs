//! Functions that find tables and structs by their key, and sort them.

use super::code::Code;
use super::{Generator, is_wide};
use crate::plan::{Kind, ObjectPlan, Shape, formed};

impl Generator<'_> {
    pub(super) fn keyed(&self, of: &ObjectPlan<'_>, code: &mut Code) {
        let Some(key) = of.key.map(|at| &of.fields[at]) else {
            return;
        };
        let name = &self.names.objects[of.id.0 as usize];
        let (schema, number) = (&self.names.schema, of.id.0);
        let (what, list) = match of.definition.is_struct() {
            true => ("Struct", format!("fb.Structs<{name}>")),
            false => ("Table", format!("fb.Tables<{name}>")),
        };
        let field = &key.field.name;
        let again = "Verify a stranger's buffer again after it.";
        let in_place = formed(name, "sort*InPlace");
        if of.definition.is_struct() {
            code.about(
                &format!("Sorts a vector by its key, {field}, in place. {again}"),
                &[],
            );
            code.arrow(
                &format!("void {in_place}({list} list)"),
                &format!("fb.sortStructsInPlace(list, {schema}, {number})"),
            );
        } else {
            code.about(
                &format!("Sorts tables that have been built by their key, {field}."),
                &[],
            );
            code.arrow(
                &format!(
                    "void {}(fb.Builder builder, List<fb.Ref<{name}>> parts)",
                    formed(name, "sort*")
                ),
                &format!("builder.sortTables({schema}, {number}, parts)"),
            );
            code.about(
                &format!("Sorts a vector by its key, {field}, in place. Returns false if it overlaps its tables: then nothing has changed. {again}"),
                &[],
            );
            code.arrow(
                &format!("bool {in_place}({list} list)"),
                &format!("fb.sortTablesInPlace(list, {schema}, {number})"),
            );
        }
        let kind = key.shape.kind();
        let (ty, value) = match (key.shape, kind) {
            (Shape::Array(_, len), _) => (
                self.plain_type(key),
                format!(
                    "(ByteData to, int at) => {}",
                    self.put_array(kind, len, "at", "key")
                ),
            ),
            (_, Kind::Struct(_)) => (self.names.plain(kind), "key.put".to_owned()),
            // An `int` or a `BigInt`.
            (_, Kind::Scalar(scalar)) if is_wide(scalar) => {
                ("fb.Long".to_owned(), "key".to_owned())
            }
            _ => (self.names.of(kind), "key".to_owned()),
        };
        code.about(
            &format!(
                "Finds the {} with this key in a sorted vector, or returns null.",
                what.to_ascii_lowercase()
            ),
            &[],
        );
        code.arrow(
            &format!("{name}? {}({list} list, {ty} key)", formed(name, "find*")),
            &format!("fb.find{what}(list, {schema}, {number}, {value})"),
        );
    }
}
