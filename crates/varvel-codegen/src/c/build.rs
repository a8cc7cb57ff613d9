//! The functions that build a table.

use std::fmt::Write as _;

use varvel_fbs::{ObjectId, Scalar, Type};

use super::code::{default, short};
use super::{Generator, form};
use crate::plan::{Absence, FieldPlan, Kind, ObjectPlan, Shape, formed};

impl Generator<'_, '_> {
    pub(super) fn build(&self, of: &ObjectPlan<'_>, out: &mut String) {
        match of.definition.is_struct() {
            true => self.build_struct(of, out),
            false => self.build_table(of, out),
        }
        for (key, name) in self.keys(of) {
            self.sort(of, key, &name, out);
        }
        self.sort_vectors(of, out);
    }

    fn build_struct(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let (name, reference) = (&of.name.name, form(&of.name, "*_ref_t"));
        let (size, align) = (of.definition.size, of.definition.align);
        let (create, put) = (form(&of.name, "*_create"), form(&of.name, "*_store_to"));
        let _ = write!(
            out,
            "/** Writes a struct outside of a table, for a union. */\n\
             static inline {reference} {create}(vfb_builder *builder, const {name} *value)\n{{\n    \
             {reference} ref;\n    uint8_t *at = vfb__struct_reserve(builder, {size}, {align}, &ref.at);\n    \
             if (at != NULL) {put}(at, value);\n    return ref;\n}}\n\n"
        );
        let (view, number) = (form(&of.name, "*_t"), of.id.0);
        let (root, with, finish) = (
            form(&of.name, "*_as_root"),
            form(&of.name, "*_as_root_with"),
            form(&of.name, "*_finish_as_root"),
        );
        let own = &self.own;
        let _ = write!(
            out,
            "/** Finishes a buffer whose root is a struct, as flatcc makes them. `flags` are VFB_SIZE_PREFIXED,\n \
             *  VFB_NO_IDENTIFIER and VFB_TYPED. */\n\
             static inline void {finish}(vfb_builder *builder, {reference} root, unsigned flags)\n{{\n    \
             vfb__finish(builder, root.at, &{own}_objects[{number}], flags);\n}}\n\n\
             /** Returns the struct that is the root of a buffer. It is absent if the buffer is invalid; `error` says\n \
             *  why. `flags` are VFB_SIZE_PREFIXED, VFB_IDENTIFIED and VFB_TYPED. `error` may be NULL, and `limits`,\n \
             *  which no struct reaches. */\n\
             static inline {view} {with}(const void *bytes, size_t size, unsigned flags,\n    \
             const vfb_limits *limits, vfb_error *error)\n{{\n    \
             {view} root;\n    (void)limits;\n    \
             root.at = vfb__root_struct(&{own}_objects[{number}], bytes, size, flags, error);\n    \
             return root;\n}}\n\n\
             /** Returns the struct that is the root of a buffer. It is absent if the buffer is invalid. */\n\
             static inline {view} {root}(const void *bytes, size_t size, vfb_error *error)\n{{\n    \
             return {with}(bytes, size, 0, NULL, error);\n}}\n\n"
        );
        self.json(of, out);
        for (wide, vec, create, about) in [
            (false, "*_vec_ref_t", "*_vec_create", "Writes a vector."),
            (
                true,
                "*_vec64_ref_t",
                "*_vec64_create",
                "Writes a vector with a length of 64 bits, for fields that are `vector64`.",
            ),
        ] {
            let (vec, create) = (form(&of.name, vec), form(&of.name, create));
            let _ = write!(
                out,
                "/** {about} */\n\
                 static inline {vec} {create}(vfb_builder *builder, const {name} *items, size_t count)\n{{\n    \
                 {vec} ref;\n    size_t i;\n    uint8_t *first = vfb__vec_reserve(builder, count, {size}, \
                 {align}, {wide}, &ref.at);\n    if (first != NULL)\n        \
                 for (i = 0; i < count; i++) {put}(first + {size} * i, &items[i]);\n    return ref;\n}}\n\n"
            );
        }
    }

    fn build_table(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let (reference, vec) = (form(&of.name, "*_ref_t"), form(&of.name, "*_vec_ref_t"));
        let (start, end) = (
            form(&of.name, "*_start_table"),
            form(&of.name, "*_end_table"),
        );
        let (create, finish) = (
            form(&of.name, "*_vec_create"),
            form(&of.name, "*_finish_as_root"),
        );
        let (own, number) = (&self.own, of.id.0);
        let _ = write!(
            out,
            "/** Begins a table. Its fields may be given in any order, and other parts written between. */\n\
             static inline void {start}(vfb_builder *builder)\n{{\n    \
             vfb__start(builder, &{own}_objects[{number}]);\n}}\n\n"
        );
        for field in &of.fields {
            self.add(of, field, out);
        }
        let _ = write!(
            out,
            "/** Ends the table that was begun last. */\n\
             static inline {reference} {end}(vfb_builder *builder)\n{{\n    {reference} ref;\n    \
             ref.at = vfb__end(builder, &{own}_objects[{number}]);\n    return ref;\n}}\n\n\
             /** Writes a vector. */\n\
             static inline {vec} {create}(vfb_builder *builder, const {reference} *items, size_t count)\n{{\n    \
             {vec} ref;\n    ref.at = vfb__refs_create(builder, items, count, sizeof *items);\n    \
             return ref;\n}}\n\n\
             /** Finishes a buffer with this root, and with the file identifier of the table if it has \
             one.\n *  `flags` are VFB_SIZE_PREFIXED, VFB_NO_IDENTIFIER and VFB_TYPED. */\n\
             static inline void {finish}(vfb_builder *builder, {reference} root, unsigned flags)\n{{\n    \
             vfb__finish(builder, root.at, &{own}_objects[{number}], flags);\n}}\n\n"
        );
        self.create(of, out);
        let (view, clone) = (form(&of.name, "*_t"), form(&of.name, "*_clone"));
        let _ = write!(
            out,
            "/** Copies a table of another buffer, which is verified, with all that it refers to. */\n\
             static inline {reference} {clone}(vfb_builder *builder, {view} of)\n{{\n    {reference} ref;\n    \
             ref.at = vfb__clone(builder, &{own}, {number}, of.at);\n    return ref;\n}}\n\n"
        );
        for field in &of.fields {
            let (pick, slot) = (formed(&field.full, "*_pick"), field.field.slot);
            let _ = write!(
                out,
                "/** Gives the table a copy of the `{}` of one in another buffer, unless that is absent. */\n\
                 static inline void {pick}(vfb_builder *builder, {view} of)\n{{\n    \
                 vfb__pick(builder, &{own}, {number}, of.at, {slot});\n}}\n\n",
                field.field.name
            );
        }
    }

    /// Writes the function that gives a table a field.
    fn add(&self, of: &ObjectPlan<'_>, field: &FieldPlan<'_>, out: &mut String) {
        let (number, kind) = (field.field.slot, field.shape.kind());
        let object = format!("&{}_objects[{}]", self.own, of.id.0);
        let at = self.offset(of.id, number);
        let reference = format!("    vfb__add_ref(builder, {object}, {number}, value.at);");
        let (takes, body) = match (field.shape, kind) {
            (Shape::One(_), Kind::Scalar(_) | Kind::Enum(_)) => {
                let scalar = kind.scalar(self.plan.schema).unwrap_or(Scalar::U8);
                let otherwise = default(scalar, &field.field.default);
                let optional = field.absence != Absence::Default;
                let name = short(scalar);
                (
                    format!("{} value", self.value_type(kind)),
                    format!(
                        "    vfb__add_{name}(builder, {object}, {number}, {at}, value, {otherwise}, {optional});"
                    ),
                )
            }
            (Shape::One(_), Kind::Struct(id)) => {
                let of = self.plan.object(id);
                let put = form(&of.name, "*_store_to");
                (
                    format!("const {} *value", of.name.name),
                    format!(
                        "    uint8_t *at = vfb__place(builder, {object}, {number}, {at});\n    \
                         if (at != NULL) {put}(at, value);"
                    ),
                )
            }
            (Shape::One(_), Kind::Union(id)) => {
                let tag = short(self.plan.union(id).definition.tag).to_ascii_uppercase();
                let tag_at = self.offset(of.id, number.saturating_sub(1));
                (
                    "vfb_union_ref_t value".to_owned(),
                    format!(
                        "    vfb__add_union(builder, {object}, {number}, {tag_at}, value, VFB_{tag});"
                    ),
                )
            }
            (_, Kind::Union(id)) => {
                let tag = short(self.plan.union(id).definition.tag).to_ascii_uppercase();
                (
                    "const vfb_union_ref_t *items, size_t count".to_owned(),
                    format!(
                        "    vfb__add_unions(builder, {object}, {number}, items, count, VFB_{tag});"
                    ),
                )
            }
            _ => (format!("{} value", self.written_type(field)), reference),
        };
        let name = formed(&field.full, "*_add");
        let _ = write!(
            out,
            "/** Gives the table its `{}`. */\n\
             static inline void {name}(vfb_builder *builder, {takes})\n{{\n{body}\n}}\n\n",
            field.field.name
        );
    }

    /// Returns the type of a table, string or vector that was written.
    pub(super) fn written_type(&self, field: &FieldPlan<'_>) -> String {
        let vec = match field.field.ty {
            Type::Vector64(_) => "vec64_ref_t",
            _ => "vec_ref_t",
        };
        match (field.shape, field.shape.kind()) {
            (Shape::One(_), Kind::Table(id)) => form(&self.plan.object(id).name, "*_ref_t"),
            (Shape::One(_), _) => "vfb_string_ref_t".to_owned(),
            (_, Kind::String) => "vfb_string_vec_ref_t".to_owned(),
            (_, Kind::Struct(id) | Kind::Table(id)) => {
                form(&self.plan.object(id).name, &format!("*_{vec}"))
            }
            (_, kind) => format!("vfb_{}_{vec}", self.short(kind)),
        }
    }

    /// Returns the offset of a field in a table that has all fields.
    pub(super) fn offset(&self, id: ObjectId, number: u16) -> u32 {
        self.images[id.0 as usize].offsets[usize::from(number)]
    }

    /// Writes the function that sorts the vectors that the schema marks, in the table and in all
    /// that it leads to, as flatcc does.
    fn sort_vectors(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let is_there = self
            .plan
            .schema
            .objects
            .iter()
            .flat_map(|object| &object.fields);
        if of.definition.is_struct() || !is_there.into_iter().any(|field| field.sorted) {
            return;
        }
        let (view, sort) = (form(&of.name, "*_t"), form(&of.name, "*_sort_vectors"));
        let _ = write!(
            out,
            "/** Sorts all vectors that are `sorted` in a table of a verified buffer, which begins at `bytes`, and in\n \
             *  the tables that it leads to, which stay verified. Returns `false`, and changes nothing, if one of them\n \
             *  overlaps another part, as in no buffer of a builder, or if there is no memory. */\n\
             static inline bool {sort}(void *bytes, {view} of)\n{{\n    \
             return vfb__sort_vectors(&{}, {}, bytes, of.at);\n}}\n\n",
            self.own, of.id.0
        );
    }

    /// Writes the functions that sort vectors by a key.
    fn sort(&self, of: &ObjectPlan<'_>, key: &FieldPlan<'_>, name: &str, out: &mut String) {
        let (view, order) = (form(&of.name, "*_t"), formed(name, "*_compare"));
        let (written, sort) = (form(&of.name, "*_vec_ref_t"), formed(name, "*_sort"));
        let (vec, sort_in) = (form(&of.name, "*_vec_t"), formed(name, "*_sort_in"));
        let (size, is_offset, place) = match of.definition.is_struct() {
            true => (of.definition.size, false, ["a", "b"]),
            false => (4, true, ["vfb__follow(a)", "vfb__follow(b)"]),
        };
        let ([a, b], getter, field) = (place, &key.full, &key.field.name);
        let (own, number, slot) = (&self.own, of.id.0, key.field.slot);
        let (first, second) = (format!("{getter}(first)"), format!("{getter}(second)"));
        let compared = self.compared(of, key, &first, &second);
        let _ = write!(
            out,
            "/** Compares two elements of a vector by their `{field}`. */\n\
             static inline int {order}(const uint8_t *a, const uint8_t *b)\n{{\n    \
             {view} first, second;\n    first.at = {a};\n    second.at = {b};\n    \
             return {compared};\n}}\n\n\
             /** Sorts a vector that was written, by `{field}`. */\n\
             static inline void {sort}(vfb_builder *builder, {written} vec)\n{{\n    \
             uint8_t *at = vec.at && builder->status == VFB_OK ? builder->bytes + builder->room - vec.at : NULL;\n    \
             if (at != NULL) vfb__sort(at + 4, vfb__load_u32(at), {size}, {is_offset}, {order});\n}}\n\n\
             /** Sorts a vector in a verified buffer, which begins at `bytes`, by `{field}`. Returns `false`, and\n \
             *  changes nothing, if its elements overlap it. Verify a stranger's buffer again before you read on. */\n\
             static inline bool {sort_in}(void *bytes, {vec} vec)\n{{\n    \
             return vec.size < 2\n           || vfb__sort_in(&{own}_objects[{number}], {slot}, vfb__mutable(bytes, vec.at), \
             vec.size, {order});\n}}\n\n"
        );
    }
}
