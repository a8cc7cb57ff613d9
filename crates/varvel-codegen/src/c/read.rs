//! The functions that read a table or a struct in place.

use std::fmt::Write as _;

use varvel_fbs::{DefaultValue, Type, UnionId};

use super::code::{default, short, text};
use super::{Generator, form};
use crate::plan::{FieldPlan, Kind, ObjectPlan, Shape, formed};

impl Generator<'_, '_> {
    pub(super) fn read(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let (view, vec) = (form(&of.name, "*_t"), form(&of.name, "*_vec_t"));
        let item = match of.definition.is_struct() {
            true => format!("v.at + {} * index", of.definition.size),
            false => "vfb__follow(v.at + 4 * index)".to_owned(),
        };
        let _ = write!(
            out,
            "/** Returns an element, or an absent one if there is none at this index. */\n\
             static inline {view} {}({vec} v, size_t index)\n{{\n    \
             {view} item;\n    item.at = index < v.size ? {item} : NULL;\n    return item;\n}}\n\n",
            form(&of.name, "*_vec_at")
        );
        let _ = write!(
            out,
            "/** Returns what a union holds. The caller has seen that its tag is that of this type. */\n\
             static inline {view} {}(vfb_union of)\n{{\n    \
             {view} inner;\n    inner.at = of.at;\n    return inner;\n}}\n\n",
            form(&of.name, "*_in_union")
        );
        for field in &of.fields {
            match of.definition.is_struct() {
                true => self.struct_field(&view, field, out),
                false => self.table_field(&view, field, out),
            }
        }
        match of.definition.is_struct() {
            true => self.plain_functions(of, out),
            false => self.roots(of, out),
        }
        for (key, name) in self.keys(of) {
            self.find(of, key, &name, out);
        }
    }

    fn struct_field(&self, view: &str, field: &FieldPlan<'_>, out: &mut String) {
        let (about, name, offset) = (self.about(field), &field.full, field.field.offset);
        let kind = field.shape.kind();
        let (ty, body) = match (field.shape, kind) {
            (Shape::Array(_, len), _) if field.field.chars => (
                "vfb_string".to_owned(),
                format!(
                    "    return vfb_chars(of.at ? (const char *)(of.at + {offset}) : NULL, {len});"
                ),
            ),
            (Shape::Array(_, len), _) => {
                let ty = self.vector_type(kind);
                let made = format!(
                    "    vfb__vec v;\n    v.at = of.at ? of.at + {offset} : NULL;\n    v.size = of.at ? {len} : 0;\n    {}",
                    self.vector_of(kind)
                );
                (ty, made)
            }
            (_, Kind::Struct(id)) => {
                let ty = form(&self.plan.object(id).name, "*_t");
                let made = format!(
                    "    {ty} inner;\n    inner.at = of.at ? of.at + {offset} : NULL;\n    return inner;"
                );
                (ty, made)
            }
            _ => (
                self.value_type(kind),
                format!(
                    "    return vfb__get_{}(of.at ? of.at + {offset} : NULL, 0);",
                    self.short(kind)
                ),
            ),
        };
        let _ = write!(
            out,
            "{about}static inline {ty} {name}({view} of)\n{{\n{body}\n}}\n\n"
        );
        self.setter(
            view,
            field,
            &format!("of.at ? of.at + {offset} : NULL"),
            out,
        );
    }

    fn table_field(&self, view: &str, field: &FieldPlan<'_>, out: &mut String) {
        let (about, name) = (self.about(field), &field.full);
        let slot = crate::plan::vtable_slot(field.field.slot);
        let at = format!("vfb__field(of.at, {slot})");
        let target = match field.is_wide() {
            true => format!("vfb__follow64({at})"),
            false => format!("vfb__follow({at})"),
        };
        let vector = match field.field.ty {
            Type::Vector64(_) => format!("vfb__vec64_at({target})"),
            _ => format!("vfb__vec_at({target})"),
        };
        let kind = field.shape.kind();
        let (ty, body) = match (field.shape, kind) {
            (Shape::One(_), Kind::Scalar(_) | Kind::Enum(_)) => {
                let scalar = kind
                    .scalar(self.plan.schema)
                    .unwrap_or(varvel_fbs::Scalar::U8);
                let otherwise = default(scalar, &field.field.default);
                (
                    self.value_type(kind),
                    format!("    return vfb__get_{}({at}, {otherwise});", short(scalar)),
                )
            }
            (Shape::One(_), Kind::String) => {
                let read = format!("vfb__string_at({target})");
                let read = match &field.field.default {
                    DefaultValue::Text(of) => {
                        format!("vfb__string_or({read}, {}, {})", text(of), of.len())
                    }
                    _ => read,
                };
                ("vfb_string".to_owned(), format!("    return {read};"))
            }
            (Shape::One(_), Kind::Struct(id) | Kind::Table(id)) => {
                let ty = form(&self.plan.object(id).name, "*_t");
                let place = match kind {
                    Kind::Struct(_) => at.clone(),
                    _ => target,
                };
                let made = format!("    {ty} inner;\n    inner.at = {place};\n    return inner;");
                (ty, made)
            }
            (Shape::One(_), Kind::Union(id)) => {
                let tag = self.tag(id);
                let before = slot - 2;
                (
                    "vfb_union".to_owned(),
                    format!("    return vfb__union_{tag}(vfb__field(of.at, {before}), {at});"),
                )
            }
            (_, Kind::Union(id)) => {
                self.union_vector(view, field, id, out);
                return self.is_present(view, field, &at, out);
            }
            _ => {
                let ty = self.vector_type(kind);
                let made = format!(
                    "    const vfb__vec v = {vector};\n    {}",
                    self.vector_of(kind)
                );
                (ty, made)
            }
        };
        let _ = write!(
            out,
            "{about}static inline {ty} {name}({view} of)\n{{\n{body}\n}}\n\n"
        );
        self.setter(view, field, &at, out);
        if let Shape::Nested(id) = field.shape {
            let ty = form(&self.plan.object(id).name, "*_t");
            let root = formed(name, "*_as_root");
            let _ = write!(
                out,
                "/** The root of the buffer in `{}`. */\nstatic inline {ty} {root}({view} of)\n{{\n    \
                 {ty} inner;\n    inner.at = vfb__follow({vector}.at);\n    return inner;\n}}\n\n",
                field.field.name
            );
        }
        self.is_present(view, field, &at, out);
    }

    /// A vector of unions is read item by item.
    fn union_vector(&self, view: &str, field: &FieldPlan<'_>, id: UnionId, out: &mut String) {
        let (about, name, tag) = (self.about(field), &field.full, self.tag(id));
        let slot = crate::plan::vtable_slot(field.field.slot);
        let vector = |slot| format!("vfb__vec_at(vfb__follow(vfb__field(of.at, {slot})))");
        let (tags, values) = (vector(slot - 2), vector(slot));
        let _ = write!(
            out,
            "{about}static inline vfb_union {name}({view} of, size_t index)\n{{\n    \
             return vfb__union_item_{tag}({tags},\n                                {values}, index);\n}}\n\n"
        );
        let size = formed(name, "*_size");
        let _ = write!(
            out,
            "/** Returns the number of elements of `{}`. */\n\
             static inline size_t {size}({view} of)\n{{\n    return {values}.size;\n}}\n\n",
            field.field.name
        );
    }

    fn is_present(&self, view: &str, field: &FieldPlan<'_>, at: &str, out: &mut String) {
        let name = formed(&field.full, "*_is_present");
        let _ = write!(
            out,
            "/** Returns whether `{}` is in the buffer. */\n\
             static inline bool {name}({view} of)\n{{\n    return {at} != NULL;\n}}\n\n",
            field.field.name
        );
    }

    /// Returns the type of a vector of these.
    fn vector_type(&self, kind: Kind) -> String {
        match kind {
            Kind::String => "vfb_string_vec_t".to_owned(),
            Kind::Struct(id) | Kind::Table(id) => form(&self.plan.object(id).name, "*_vec_t"),
            _ => format!("vfb_{}_vec_t", self.short(kind)),
        }
    }

    /// Returns the statements that make such a vector of `v`.
    fn vector_of(&self, kind: Kind) -> String {
        match kind {
            Kind::String => "return vfb__string_vec_of(v);".to_owned(),
            Kind::Struct(_) | Kind::Table(_) => {
                let ty = self.vector_type(kind);
                format!(
                    "{ty} made;\n    made.at = v.at;\n    made.size = v.size;\n    return made;"
                )
            }
            _ => format!("return vfb__{}_vec_of(v);", self.short(kind)),
        }
    }

    fn tag(&self, id: UnionId) -> &'static str {
        short(self.plan.union(id).definition.tag)
    }

    /// Writes the functions between a struct in place and the plain one.
    fn plain_functions(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let (name, view) = (&of.name.name, form(&of.name, "*_t"));
        let read = form(&of.name, "*_value_of");
        let put = form(&of.name, "*_store_to");
        let (mut reads, mut puts) = (String::new(), String::new());
        let mut indexed = false;
        for field in &of.fields {
            let (member, offset, kind) = (&field.name, field.field.offset, field.shape.kind());
            let getter = &field.full;
            // An inner struct is read by a function, and stored from its address.
            let (of_item, end, put_item, address) = match kind {
                Kind::Struct(id) => {
                    let inner = &self.plan.object(id).name;
                    let of_item = format!("{}(", form(inner, "*_value_of"));
                    (of_item, ")", form(inner, "*_store_to"), "&")
                }
                _ => (
                    String::new(),
                    "",
                    format!("vfb__store_{}", self.short(kind)),
                    "",
                ),
            };
            match field.shape {
                Shape::Array(_, len) if field.field.chars => {
                    let _ = writeln!(
                        reads,
                        "    if (of.at != NULL) memcpy(value.{member}, of.at + {offset}, {len});"
                    );
                    let _ = writeln!(puts, "    memcpy(at + {offset}, value->{member}, {len});");
                }
                Shape::Array(_, len) => {
                    indexed = true;
                    let at = match kind {
                        Kind::Struct(id) => form(&self.plan.object(id).name, "*_vec_at"),
                        _ => format!("vfb_{}_vec_at", self.short(kind)),
                    };
                    let size = self.plan.schema.element_size(field.field.ty.element());
                    let _ = writeln!(
                        reads,
                        "    for (i = 0; i < {len}; i++) value.{member}[i] = {of_item}{at}({getter}(of), i){end};"
                    );
                    let _ = writeln!(
                        puts,
                        "    for (i = 0; i < {len}; i++) {put_item}(at + {offset} + {size} * i, {address}value->{member}[i]);"
                    );
                }
                _ => {
                    let _ = writeln!(reads, "    value.{member} = {of_item}{getter}(of){end};");
                    let _ = writeln!(
                        puts,
                        "    {put_item}(at + {offset}, {address}value->{member});"
                    );
                }
            }
        }
        let index = if indexed { "    size_t i;\n" } else { "" };
        let (size, none) = (of.definition.size, of.fields.is_empty());
        let unused = if none { "    (void)of;\n" } else { "" };
        let unused_value = if none { "    (void)value;\n" } else { "" };
        let _ = write!(
            out,
            "/** Returns a struct as a value; all is 0 if it is absent. */\n\
             static inline {name} {read}({view} of)\n{{\n    {name} value;\n{index}\
             {unused}    memset(&value, 0, sizeof value);\n{reads}    return value;\n}}\n\n\
             /** Stores a struct in {size} bytes. */\n\
             static inline void {put}(uint8_t *at, const {name} *value)\n{{\n{index}\
             {unused_value}    memset(at, 0, {size});\n{puts}}}\n\n"
        );
    }

    /// Writes the functions that verify a buffer whose root is this table.
    fn roots(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let (view, own, number) = (form(&of.name, "*_t"), &self.own, of.id.0);
        let (root, with) = (
            form(&of.name, "*_as_root"),
            form(&of.name, "*_as_root_with"),
        );
        let _ = write!(
            out,
            "/** Verifies a buffer, and returns its root. It is absent if the buffer is invalid; `error`\n \
             *  says why. `flags` are VFB_SIZE_PREFIXED, VFB_IDENTIFIED and VFB_TYPED. `limits` and `error` may be\n \
             *  NULL. */\n\
             static inline {view} {with}(const void *bytes, size_t size, unsigned flags,\n    \
             const vfb_limits *limits, vfb_error *error)\n{{\n    \
             {view} root;\n    root.at = vfb__root(&{own}, {number}, bytes, size, flags, limits, error);\n    \
             return root;\n}}\n\n\
             /** Verifies a buffer, and returns its root. It is absent if the buffer is invalid. */\n\
             static inline {view} {root}(const void *bytes, size_t size, vfb_error *error)\n{{\n    \
             return {with}(bytes, size, 0, NULL, error);\n}}\n\n"
        );
        self.json(of, out);
    }

    /// Writes the functions that print a table or struct as JSON, and read it as a root.
    pub(super) fn json(&self, of: &ObjectPlan<'_>, out: &mut String) {
        let (view, own, number) = (form(&of.name, "*_t"), &self.own, of.id.0);
        let what = if of.definition.is_struct() {
            "struct"
        } else {
            "table"
        };
        let print = form(&of.name, "*_print_json");
        let _ = write!(
            out,
            "/** Writes a {what} as JSON; `flags` are VFB_DEFAULTS, VFB_NUMBERS and VFB_SKIP_UNKNOWN. `error` may\n \
             *  be NULL. */\n\
             static inline bool {print}({view} of, unsigned flags, vfb_write *write, void *context,\n    \
             vfb_error *error)\n{{\n    \
             return vfb_print_json(&{own}, {number}, of.at, flags, write, context, error);\n}}\n\n"
        );
        let (parse, with) = (
            form(&of.name, "*_parse_json"),
            form(&of.name, "*_parse_json_with"),
        );
        let _ = write!(
            out,
            "/** Builds a buffer of JSON with this root; see vfb_parse_json(). The builder has it then. */\n\
             static inline bool {with}(vfb_builder *builder, const char *text, size_t size, unsigned flags,\n    \
             const vfb_limits *limits, vfb_error *error)\n{{\n    \
             return vfb_parse_json(builder, &{own}, {number}, text, size, flags, limits, error);\n}}\n\n\
             /** Builds a buffer of JSON with this root and the usual limits. The builder has it then. */\n\
             static inline bool {parse}(vfb_builder *builder, const char *text, size_t size, unsigned flags,\n    \
             vfb_error *error)\n{{\n    \
             return {with}(builder, text, size, flags, NULL, error);\n}}\n\n"
        );
    }

    /// Writes the look-up of a vector's elements by a key.
    fn find(&self, of: &ObjectPlan<'_>, key: &FieldPlan<'_>, find: &str, out: &mut String) {
        let kind = key.shape.kind();
        let (vec, name) = (form(&of.name, "*_vec_t"), formed(find, "*_order"));
        let (at, getter) = (form(&of.name, "*_vec_at"), &key.full);
        let own = format!("{getter}({at}(v, index))");
        // A struct is compared as the bytes that it would have in a buffer.
        let size = self.plan.schema.element_size(key.field.ty.element());
        let store = |place: &str, value: &str| match kind {
            Kind::Struct(id) => {
                let put = form(&self.plan.object(id).name, "*_store_to");
                format!("{put}({place}, &{value});")
            }
            _ => format!("vfb__store_{}({place}, {value});", self.short(kind)),
        };
        let (wanted, body) = match key.shape {
            Shape::Array(..) if key.field.chars => ("vfb_string".to_owned(), "    ".to_owned()),
            Shape::Array(_, len) => (
                format!("const {} *", self.value_type(kind)),
                format!(
                    "    uint8_t bytes[{}];\n    vfb_u8_vec_t other;\n    size_t i;\n    \
                     for (i = 0; i < {len}; i++) {}\n    other.at = bytes;\n    other.size = {len};\n    ",
                    (u32::from(len) * size).max(1),
                    store(&format!("bytes + {size} * i"), "wanted[i]")
                ),
            ),
            Shape::One(Kind::Struct(_)) => (
                format!("const {} *", self.value_type(kind)),
                format!(
                    "    uint8_t bytes[{}];\n    vfb_u8_vec_t other;\n    {}\n    \
                     other.at = bytes;\n    other.size = 1;\n    ",
                    size.max(1),
                    store("bytes", "*wanted")
                ),
            ),
            _ => (self.value_type(kind), "    ".to_owned()),
        };
        let other = if body.len() > 4 { "other" } else { "wanted" };
        let compared = self.compared(of, key, &own, other);
        let space = if wanted.ends_with('*') { "" } else { " " };
        let _ = write!(
            out,
            "/** Compares the key of an element, `{}`, with another. */\n\
             static inline int {name}({vec} v, size_t index, {wanted}{space}wanted)\n{{\n{body}\
             return {compared};\n}}\n\
             VFB__FIND({find}, {vec}, {wanted}, {name})\n\n",
            key.field.name
        );
    }

    /// Writes the function that changes a field in place. `place` is where it is.
    fn setter(&self, view: &str, field: &FieldPlan<'_>, place: &str, out: &mut String) {
        let kind = field.shape.kind();
        let (takes, store) = match (field.shape, kind) {
            (Shape::One(_), Kind::Scalar(_) | Kind::Enum(_)) => (
                format!("{} value", self.value_type(kind)),
                format!(
                    "    return vfb__set_{}(bytes, {place}, value);",
                    self.short(kind)
                ),
            ),
            (Shape::One(_), Kind::Struct(id)) => {
                let of = &self.plan.object(id).name;
                (
                    format!("const {} *value", of.name),
                    format!(
                        "    const uint8_t *at = {place};\n    \
                         if (at != NULL) {}(vfb__mutable(bytes, at), value);\n    return at != NULL;",
                        form(of, "*_store_to")
                    ),
                )
            }
            _ => return,
        };
        let name = formed(&field.full, "*_set");
        let _ = write!(
            out,
            "/** Changes `{}` in a verified buffer, which begins at `bytes`. Returns `false` if it is absent. Verify a\n \
             *  stranger's buffer again before you read on. */\n\
             static inline bool {name}(void *bytes, {view} of, {takes})\n{{\n{store}\n}}\n\n",
            field.field.name
        );
    }
}
