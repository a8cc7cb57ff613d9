//! The field table of the schema as a variable. It prints, as Go, the layout that a program in Rust
//! holds when it reads the schema at run time.

use varvel_flatbuffers::layout::{
    Base64, Element, Enum, Field, Hash, Layout, MemberType, Object, Presence, Scalar,
    TableOrStruct, Type, Union, Width,
};

use super::Generator;
use super::code::{Code, quoted};

impl Generator<'_> {
    /// Adds the variable.
    pub(super) fn schema(&self, code: &mut Code) {
        let layout = self.plan.layout.layout();
        let name = &self.names.schema;
        code.about(&[format!(
            "{name} is the field table of the schema: verifier, JSON and reflection work by it."
        )]);
        code.block(format!("var {name} = flatbuffers.Schema{{"), |code| {
            list(
                code,
                "Objects: []flatbuffers.Object{",
                layout.objects(),
                |code, at, of| {
                    self.object_row(code, &layout, at, of);
                },
            );
            list(
                code,
                "Unions: []flatbuffers.Union{",
                layout.unions(),
                |code, at, of| {
                    union_row(code, &layout, at, of);
                },
            );
            list(
                code,
                "Enums: []flatbuffers.Enum{",
                layout.enums(),
                |code, at, of| {
                    enum_row(code, &layout, at, of);
                },
            );
            // An empty line keeps gofmt from aligning the values.
            if let Some(root) = layout.root() {
                code.line(format!("Root: {},", root + 1));
            }
            if let Some(identifier) = layout.file_identifier() {
                if layout.root().is_some() {
                    code.line("");
                }
                code.line(format!("Identifier: {},", bytes(identifier)));
            }
        });
    }

    fn object_row(&self, code: &mut Code, layout: &Layout<'_>, at: usize, object: &Object) {
        let mut head = format!("{{Name: {}", quoted(layout.name(object.name)));
        if let TableOrStruct::Struct { size, align } = object.shape {
            head += &format!(", Size: {size}, Align: {align}");
        }
        if let Some(key) = object.key {
            head += &format!(", Key: {}", key + 1);
        }
        let id = varvel_fbs::ObjectId(u32::try_from(at).unwrap_or(u32::MAX));
        if let (true, Some(identifier)) = (self.plan.is_joined, self.plan.identifier(id)) {
            head += &format!(", Identifier: {}", bytes(identifier));
        }
        let fields = layout.fields(at);
        if fields.is_empty() {
            return code.line(format!("{head}}},"));
        }
        let in_struct = matches!(object.shape, TableOrStruct::Struct { .. });
        code.closed(
            &format!("{head}, Fields: []flatbuffers.Field{{"),
            "}},",
            |code| {
                for field in fields {
                    code.line(format!("{{{}}},", field_row(layout, in_struct, field)));
                }
            },
        );
    }
}

fn list<T>(code: &mut Code, head: &str, items: &[T], each: impl Fn(&mut Code, usize, &T)) {
    if !items.is_empty() {
        code.closed(head, "},", |code| {
            items
                .iter()
                .enumerate()
                .for_each(|(at, item)| each(code, at, item));
        });
    }
}

fn union_row(code: &mut Code, layout: &Layout<'_>, at: usize, union: &Union) {
    let (name, tag) = (quoted(layout.name(union.name)), kind_of(union.tag));
    let head = format!("{{Name: {name}, Tag: flatbuffers.{tag}");
    let members = layout.members(at);
    if members.is_empty() {
        return code.line(format!("{head}}},"));
    }
    code.closed(
        &format!("{head}, Members: []flatbuffers.Member{{"),
        "}},",
        |code| {
            for member in members {
                let (kind, index) = match member.ty {
                    MemberType::Table(index) => ("KindTable", index),
                    MemberType::Struct(index) => ("KindStruct", index),
                    MemberType::String => ("KindString", 0),
                };
                let name = quoted(layout.name(member.name));
                let tag = member.tag;
                let mut row = format!("Name: {name}, Tag: {tag}, Kind: flatbuffers.{kind}");
                if index != 0 {
                    row += &format!(", Index: {index}");
                }
                code.line(format!("{{{row}}},"));
            }
        },
    );
}

fn enum_row(code: &mut Code, layout: &Layout<'_>, at: usize, of: &Enum) {
    let (name, kind) = (quoted(layout.name(of.name)), kind_of(of.scalar));
    let flags = if of.bit_flags { ", Flags: true" } else { "" };
    let head = format!("{{Name: {name}, Kind: flatbuffers.{kind}{flags}");
    let symbols = layout.symbols(at);
    if symbols.is_empty() {
        return code.line(format!("{head}}},"));
    }
    code.closed(
        &format!("{head}, Symbols: []flatbuffers.Symbol{{"),
        "}},",
        |code| {
            for symbol in symbols {
                let (name, value) = (quoted(layout.name(symbol.name)), symbol.value);
                code.line(format!("{{Name: {name}, Value: {value}}},"));
            }
        },
    );
}

fn field_row(layout: &Layout<'_>, in_struct: bool, field: &Field) -> String {
    let (shape, kind, index, len) = match field.ty {
        Type::Scalar(scalar) => (None, kind_of(scalar), 0, 0),
        Type::Tag(union) => (None, "KindTag", union, 0),
        Type::String => (None, "KindString", 0, 0),
        Type::Struct(object) => (None, "KindStruct", object, 0),
        Type::Table(object) => (None, "KindTable", object, 0),
        Type::Union(union) => (None, "KindUnion", union, 0),
        Type::Array(element, len) => {
            let (kind, index) = element_of(element);
            (Some("ShapeArray"), kind, index, len)
        }
        Type::Vector(element) => {
            let (kind, index) = element_of(element);
            (Some("ShapeVector"), kind, index, 0)
        }
        Type::Nested(object) => (Some("ShapeNested"), "KindUint8", object, 0),
        Type::Flex => (Some("ShapeFlex"), "KindUint8", 0, 0),
    };
    let mut row = format!(
        "Name: {}, Kind: flatbuffers.{kind}",
        quoted(layout.name(field.name))
    );
    let mut add = |name: &str, value: &str| row += &format!(", {name}: {value}");
    if let Some(shape) = shape {
        add("Shape", &format!("flatbuffers.{shape}"));
    }
    if index != 0 {
        add("Index", &index.to_string());
    }
    if len != 0 {
        add("Len", &len.to_string());
    }
    if let Some(symbols) = field.symbols {
        add("Enum", &(symbols + 1).to_string());
    }
    match field.presence {
        _ if in_struct => {}
        Presence::Default(bits) => {
            add("Presence", "flatbuffers.Default");
            if bits != 0 {
                add("Default", &format!("{bits:#x}"));
            }
        }
        Presence::Optional => {}
        Presence::Required => add("Presence", "flatbuffers.Required"),
        Presence::Text(text) => {
            add("Presence", "flatbuffers.DefaultText");
            add("Text", &quoted(layout.name(text)));
        }
        Presence::Empty => add("Presence", "flatbuffers.DefaultEmpty"),
    }
    if in_struct && field.offset != 0 {
        add("Offset", &field.offset.to_string());
    }
    match field.width {
        Width::Narrow => {}
        Width::Offset => add("Width", "flatbuffers.WideOffset"),
        Width::Vector => add("Width", "flatbuffers.WideVector"),
    }
    if field.force_align != 0 {
        add("Align", &field.force_align.to_string());
    }
    if field.deprecated {
        add("Deprecated", "true");
    }
    if field.shared {
        add("Shared", "true");
    }
    match field.hash {
        Hash::None => {}
        Hash::Fnv1x16 => add("Hash", "flatbuffers.Fnv1x16"),
        Hash::Fnv1ax16 => add("Hash", "flatbuffers.Fnv1ax16"),
        Hash::Fnv1x32 => add("Hash", "flatbuffers.Fnv1x32"),
        Hash::Fnv1ax32 => add("Hash", "flatbuffers.Fnv1ax32"),
        Hash::Fnv1x64 => add("Hash", "flatbuffers.Fnv1x64"),
        Hash::Fnv1ax64 => add("Hash", "flatbuffers.Fnv1ax64"),
    }
    match field.base64 {
        None => {}
        Some(Base64::Standard) => add("Base64", "flatbuffers.StandardBase64"),
        Some(Base64::Url) => add("Base64", "flatbuffers.URLBase64"),
    }
    if field.chars {
        add("Chars", "true");
    }
    row
}

fn element_of(element: Element) -> (&'static str, u32) {
    match element {
        Element::Scalar(scalar) => (kind_of(scalar), 0),
        Element::Tag(union) => ("KindTag", union),
        Element::String => ("KindString", 0),
        Element::Struct(object) => ("KindStruct", object),
        Element::Table(object) => ("KindTable", object),
        Element::Union(union) => ("KindUnion", union),
    }
}

fn kind_of(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "KindBool",
        Scalar::I8 => "KindInt8",
        Scalar::U8 => "KindUint8",
        Scalar::I16 => "KindInt16",
        Scalar::U16 => "KindUint16",
        Scalar::I32 => "KindInt32",
        Scalar::U32 => "KindUint32",
        Scalar::I64 => "KindInt64",
        Scalar::U64 => "KindUint64",
        Scalar::F32 => "KindFloat32",
        Scalar::F64 => "KindFloat64",
    }
}

fn bytes(identifier: [u8; 4]) -> String {
    quoted(&String::from_utf8_lossy(&identifier))
}
