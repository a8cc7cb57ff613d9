//! The field table of the schema as a constant. It prints, as Dart, the layout that a program in
//! Rust holds when it reads the schema at run time.

use varvel_flatbuffers::layout::{
    Base64, Element, Enum, Field, Hash, Layout, MemberType, Object, Presence, Scalar,
    TableOrStruct, Type, Union, Width,
};

use super::code::{Code, quoted};
use super::{Generator, bits};

impl Generator<'_> {
    /// Adds the constant.
    pub(super) fn schema(&self, code: &mut Code) {
        let layout = self.plan.layout.layout();
        let name = &self.names.schema;
        code.about(
            "The field table of the schema: verifier, builder and JSON work by it.",
            &[],
        );
        code.closed(
            &format!("const fb.Schema {name} = fb.Schema("),
            ");",
            |code| {
                list(code, "objects: [", layout.objects(), |code, at, of| {
                    self.object_row(code, &layout, at, of);
                });
                list(code, "unions: [", layout.unions(), |code, at, of| {
                    union_row(code, &layout, at, of);
                });
                list(code, "enums: [", layout.enums(), |code, at, of| {
                    enum_row(code, &layout, at, of);
                });
                if let Some(root) = layout.root() {
                    code.line(format!("root: {root},"));
                }
                if let Some(identifier) = layout.file_identifier() {
                    code.line(format!("identifier: {},", bytes(identifier)));
                }
            },
        );
    }

    fn object_row(&self, code: &mut Code, layout: &Layout<'_>, at: usize, object: &Object) {
        let in_struct = matches!(object.shape, TableOrStruct::Struct { .. });
        code.closed("fb.SchemaObject(", "),", |code| {
            code.line(format!("{},", quoted(layout.name(object.name))));
            if let TableOrStruct::Struct { size, align } = object.shape {
                code.line(format!("size: {size},"));
                code.line(format!("align: {align},"));
            }
            if let Some(key) = object.key {
                code.line(format!("key: {key},"));
            }
            let id = varvel_fbs::ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
            if let (true, Some(identifier)) = (self.plan.is_joined, self.plan.identifier(id)) {
                code.line(format!("identifier: {},", bytes(identifier)));
            }
            list(code, "fields: [", layout.fields(at), |code, _, field| {
                let row = field_row(layout, in_struct, field);
                let row: Vec<&str> = row.iter().map(String::as_str).collect();
                code.call("fb.SchemaField", &row, ",");
            });
        });
    }
}

fn list<T>(code: &mut Code, head: &str, items: &[T], each: impl Fn(&mut Code, usize, &T)) {
    if !items.is_empty() {
        code.closed(head, "],", |code| {
            items
                .iter()
                .enumerate()
                .for_each(|(at, item)| each(code, at, item));
        });
    }
}

fn union_row(code: &mut Code, layout: &Layout<'_>, at: usize, union: &Union) {
    let (name, tag) = (quoted(layout.name(union.name)), kind_of(union.tag));
    code.closed(&format!("fb.SchemaUnion({name}, {tag}, ["), "]),", |code| {
        for member in layout.members(at) {
            let (kind, index) = match member.ty {
                MemberType::Table(index) => ("fb.FieldKind.table", index),
                MemberType::Struct(index) => ("fb.FieldKind.struct", index),
                MemberType::String => ("fb.FieldKind.string", 0),
            };
            let (name, tag) = (quoted(layout.name(member.name)), member.tag.to_string());
            let index = index.to_string();
            let mut row = vec![name.as_str(), &tag, kind];
            if index != "0" {
                row.push(&index);
            }
            code.call("fb.SchemaMember", &row, ",");
        }
    });
}

fn enum_row(code: &mut Code, layout: &Layout<'_>, at: usize, of: &Enum) {
    code.closed("fb.SchemaEnum(", "),", |code| {
        code.line(format!("{},", quoted(layout.name(of.name))));
        code.line(format!("{},", kind_of(of.scalar)));
        if of.bit_flags {
            code.line("isFlags: true,");
        }
        list(code, "symbols: [", layout.symbols(at), |code, _, symbol| {
            let (name, value) = (quoted(layout.name(symbol.name)), bits(symbol.value as u64));
            code.call("fb.SchemaSymbol", &[&name, &value], ",");
        });
    });
}

/// Returns the arguments of a field.
fn field_row(layout: &Layout<'_>, in_struct: bool, field: &Field) -> Vec<String> {
    let (shape, kind, index, len) = match field.ty {
        Type::Scalar(scalar) => (None, kind_of(scalar), 0, 0),
        Type::Tag(union) => (None, "fb.FieldKind.tag", union, 0),
        Type::String => (None, "fb.FieldKind.string", 0, 0),
        Type::Struct(object) => (None, "fb.FieldKind.struct", object, 0),
        Type::Table(object) => (None, "fb.FieldKind.table", object, 0),
        Type::Union(union) => (None, "fb.FieldKind.union", union, 0),
        Type::Array(element, len) => {
            let (kind, index) = element_of(element);
            (Some("array"), kind, index, len)
        }
        Type::Vector(element) => {
            let (kind, index) = element_of(element);
            (Some("vector"), kind, index, 0)
        }
        Type::Nested(object) => (Some("nested"), "fb.FieldKind.uint8", object, 0),
        Type::Flex => (Some("flex"), "fb.FieldKind.uint8", 0, 0),
    };
    let mut row = vec![quoted(layout.name(field.name)), kind.to_owned()];
    let mut add = |name: &str, value: &str| row.push(format!("{name}: {value}"));
    if let Some(shape) = shape {
        add("shape", &format!("fb.Shape.{shape}"));
    }
    if index != 0 {
        add("index", &index.to_string());
    }
    if len != 0 {
        add("length", &len.to_string());
    }
    if let Some(symbols) = field.symbols {
        add("enumeration", &symbols.to_string());
    }
    match field.presence {
        _ if in_struct => {}
        Presence::Default(value) => {
            add("presence", "fb.Presence.byDefault");
            if value != 0 {
                add("fallback", &bits(value));
            }
        }
        Presence::Optional => {}
        Presence::Required => add("presence", "fb.Presence.required"),
        Presence::Text(text) => {
            add("presence", "fb.Presence.defaultText");
            add("text", &quoted(layout.name(text)));
        }
        Presence::Empty => add("presence", "fb.Presence.defaultEmpty"),
    }
    if in_struct && field.offset != 0 {
        add("offset", &field.offset.to_string());
    }
    match field.width {
        Width::Narrow => {}
        Width::Offset => add("width", "fb.Width.offset"),
        Width::Vector => add("width", "fb.Width.vector"),
    }
    if field.force_align != 0 {
        add("align", &field.force_align.to_string());
    }
    for (is, name) in [
        (field.deprecated, "isDeprecated"),
        (field.shared, "isShared"),
        (field.chars, "isChars"),
    ] {
        if is {
            add(name, "true");
        }
    }
    match field.hash {
        Hash::None => {}
        Hash::Fnv1x16 => add("hash", "fb.Hash.fnv1x16"),
        Hash::Fnv1ax16 => add("hash", "fb.Hash.fnv1ax16"),
        Hash::Fnv1x32 => add("hash", "fb.Hash.fnv1x32"),
        Hash::Fnv1ax32 => add("hash", "fb.Hash.fnv1ax32"),
        Hash::Fnv1x64 => add("hash", "fb.Hash.fnv1x64"),
        Hash::Fnv1ax64 => add("hash", "fb.Hash.fnv1ax64"),
    }
    match field.base64 {
        None => {}
        Some(Base64::Standard) => add("base64", "fb.Base64Form.standard"),
        Some(Base64::Url) => add("base64", "fb.Base64Form.url"),
    }
    row
}

fn element_of(element: Element) -> (&'static str, u32) {
    match element {
        Element::Scalar(scalar) => (kind_of(scalar), 0),
        Element::Tag(union) => ("fb.FieldKind.tag", union),
        Element::String => ("fb.FieldKind.string", 0),
        Element::Struct(object) => ("fb.FieldKind.struct", object),
        Element::Table(object) => ("fb.FieldKind.table", object),
        Element::Union(union) => ("fb.FieldKind.union", union),
    }
}

/// Returns the kind of a scalar.
fn kind_of(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "fb.FieldKind.boolean",
        Scalar::I8 => "fb.FieldKind.int8",
        Scalar::U8 => "fb.FieldKind.uint8",
        Scalar::I16 => "fb.FieldKind.int16",
        Scalar::U16 => "fb.FieldKind.uint16",
        Scalar::I32 => "fb.FieldKind.int32",
        Scalar::U32 => "fb.FieldKind.uint32",
        Scalar::I64 => "fb.FieldKind.int64",
        Scalar::U64 => "fb.FieldKind.uint64",
        Scalar::F32 => "fb.FieldKind.float32",
        Scalar::F64 => "fb.FieldKind.float64",
    }
}

fn bytes(identifier: [u8; 4]) -> String {
    quoted(&String::from_utf8_lossy(&identifier))
}
