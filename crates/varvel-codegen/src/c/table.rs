//! The table of the schema as constants.

use std::fmt::Write as _;

use varvel_fbs::ObjectId;
use varvel_flatbuffers::layout::{
    Base64, Element, Field, Hash, Layout, MemberType, Presence, Scalar, TableOrStruct, Type, Width,
};

use super::code::text;
use super::image::{Image, Slot, inline};
use crate::plan::{Plan, type_hash};

/// Returns the table of a schema as a constant called `own`, and its parts.
pub(super) fn constant(own: &str, plan: &Plan<'_>, images: &[Image]) -> String {
    let layout = &plan.layout.layout();
    let mut out = String::new();
    let name = |name| text(layout.name(name));
    for (n, image) in images.iter().enumerate() {
        let rows = layout.fields(n).iter().enumerate().map(|(number, field)| {
            let sorted = plan.schema.objects[n].fields[number].sorted;
            row(layout, field, image.offsets[number], sorted)
        });
        list(&mut out, "vfb_field", own, &format!("f{n}"), rows);
        let rows = image.slots.iter().map(Slot::row);
        list(&mut out, "vfb_slot", own, &format!("p{n}"), rows);
        numbers(&mut out, "uint16_t", own, &format!("v{n}"), &image.vtable());
        let names = layout.fields(n).iter().map(|field| layout.name(field.name));
        let by_name = by_name(names);
        numbers(&mut out, "uint16_t", own, &format!("n{n}"), &by_name);
        for key in plan.schema.objects[n].keys() {
            let name = match layout.objects()[n].key == Some(key.slot) {
                true => format!("k{n}"),
                false if has_parts(&layout.fields(n)[usize::from(key.slot)]) => {
                    format!("k{n}_{}", key.slot)
                }
                // It is compared as a whole.
                false => continue,
            };
            let parts = key_parts(layout, n, key.slot);
            let rows = parts
                .iter()
                .map(|(offset, scalar)| format!("{{{offset}, {}}}", schema_scalar(*scalar)));
            list(&mut out, "vfb_key_part", own, &name, rows);
        }
    }
    list(&mut out, "vfb_object", own, "objects", layout.objects().iter().enumerate().map(|(n, object)| {
        let image = &images[n];
        let (size, align) = (image.size, image.align);
        let count = layout.fields(n).len();
        let (slots, slot_count) = (part(own, "p", n, image.slots.len()), image.slots.len());
        let vtable = part(own, "v", n, image.vtable().len());
        let (first_ref, end_ref) = image.refs();
        let (image_at, frame) = image.frame();
        let (all, required) = (image.all(), image.required);
        let (fields, by_name) = (part(own, "f", n, count), part(own, "n", n, count));
        let part_count = object.key.map_or(0, |key| key_parts(layout, n, key).len());
        let parts = part(own, "k", n, part_count);
        let key = object.key.map_or("VFB_NONE".to_owned(), |key| key.to_string());
        let (has, bytes) = match plan.identifier(ObjectId(n as u32)) {
            Some(bytes) => (true, bytes.map(|byte| (byte as i8).to_string()).join(", ")),
            None => (false, "0, 0, 0, 0".to_owned()),
        };
        let hash = type_hash(layout.name(object.name));
        let name = name(object.name);
        let is_struct = object.shape != TableOrStruct::Table;
        let is_plain = !is_struct && layout.fields(n).iter().all(is_plain);
        format!(
            "{{{name}, {fields}, {by_name}, {parts}, {part_count}, {slots}, {vtable}, {count}, {slot_count}, \
             {first_ref}, {end_ref}, {image_at}, {frame}, {size}, {align}, {key}, UINT32_C(0x{hash:x}), UINT64_C(0x{all:x}), UINT64_C(0x{required:x}), {is_struct}, {is_plain}, {has}, {{{bytes}}}}}"
        )
    }));
    for n in 0..layout.unions().len() {
        let members = layout.members(n);
        let by_name = by_name(members.iter().map(|member| layout.name(member.name)));
        numbers(&mut out, "uint32_t", own, &format!("l{n}"), &by_name);
        list(
            &mut out,
            "vfb_member",
            own,
            &format!("m{n}"),
            members.iter().map(|member| {
                let (ty, index) = match member.ty {
                    MemberType::Table(index) => ("VFB_TABLE", index.to_string()),
                    MemberType::Struct(index) => ("VFB_STRUCT", index.to_string()),
                    MemberType::String => ("VFB_STRING", "VFB_NONE".to_owned()),
                };
                let (name, size, tag) = (
                    name(member.name),
                    member.name.range().len(),
                    int64(member.tag),
                );
                format!("{{{name}, {size}, {ty}, {index}, {tag}}}")
            }),
        );
    }
    list(
        &mut out,
        "vfb_union_type",
        own,
        "unions",
        layout.unions().iter().enumerate().map(|(n, union)| {
            let count = layout.members(n).len();
            format!(
                "{{{}, {}, {}, {count}, {}}}",
                name(union.name),
                part(own, "m", n, count),
                part(own, "l", n, count),
                schema_scalar(union.tag)
            )
        }),
    );
    for n in 0..layout.enums().len() {
        let names = layout
            .symbols(n)
            .iter()
            .map(|symbol| layout.name(symbol.name));
        let by_name = by_name(names);
        numbers(&mut out, "uint32_t", own, &format!("a{n}"), &by_name);
        list(
            &mut out,
            "vfb_symbol",
            own,
            &format!("s{n}"),
            layout.symbols(n).iter().map(|symbol| {
                format!(
                    "{{{}, {}, {}}}",
                    name(symbol.name),
                    symbol.name.range().len(),
                    int64(symbol.value)
                )
            }),
        );
    }
    list(
        &mut out,
        "vfb_enum_type",
        own,
        "enums",
        layout.enums().iter().enumerate().map(|(n, of)| {
            let count = layout.symbols(n).len();
            let (symbols, flags) = (part(own, "s", n, count), of.bit_flags);
            format!(
                "{{{}, {symbols}, {}, {count}, {}, {flags}}}",
                name(of.name),
                part(own, "a", n, count),
                schema_scalar(of.scalar)
            )
        }),
    );
    let lists = [
        ("objects", layout.objects().len()),
        ("unions", layout.unions().len()),
        ("enums", layout.enums().len()),
    ];
    let lists_of = lists.map(|(list, count)| match count {
        0 => "NULL".to_owned(),
        _ => format!("{own}_{list}"),
    });
    let root = layout
        .root()
        .map_or("VFB_NONE".to_owned(), |root| root.to_string());
    let counts = lists.map(|(_, count)| count.to_string());
    let _ = writeln!(
        out,
        "/** The table of the schema. */\nstatic const vfb_schema {own} = {{{}, {}, {root}}};\n",
        lists_of.join(", "),
        counts.join(", ")
    );
    out
}

fn list(out: &mut String, ty: &str, own: &str, list: &str, rows: impl Iterator<Item = String>) {
    let rows: Vec<String> = rows.map(|row| format!("    {row},\n")).collect();
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "static const {ty} {own}_{list}[] = {{\n{}}};",
            rows.concat()
        );
    }
}

/// Writes an array of numbers.
fn numbers(out: &mut String, ty: &str, own: &str, list: &str, numbers: &[u32]) {
    if numbers.is_empty() {
        return;
    }
    let _ = write!(out, "static const {ty} {own}_{list}[] = {{");
    for (n, number) in numbers.iter().enumerate() {
        let between = match n {
            0 => "",
            n if n % 20 == 0 => ",\n    ",
            _ => ", ",
        };
        let _ = write!(out, "{between}{number}");
    }
    out.push_str("};\n");
}

/// Returns the numbers of names in ascending order.
fn by_name<'n>(names: impl Iterator<Item = &'n str>) -> Vec<u32> {
    let names: Vec<&str> = names.collect();
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_by_key(|number| names[*number as usize]);
    order
}

/// Returns whether a key that is not the primary one is compared by the numbers in it.
fn has_parts(key: &Field) -> bool {
    matches!(key.ty, Type::Struct(_) | Type::Array(..)) && !key.chars
}

/// Returns the numbers in a key of an object, with their places in it. A string has none.
fn key_parts(layout: &Layout<'_>, n: usize, key: u16) -> Vec<(u32, Scalar)> {
    let mut parts = Vec::new();
    in_place(layout, layout.fields(n)[usize::from(key)].ty, 0, &mut parts);
    parts
}

/// Adds the numbers of a value in place.
fn in_place(layout: &Layout<'_>, ty: Type, at: u32, parts: &mut Vec<(u32, Scalar)>) {
    match ty {
        Type::Scalar(scalar) => parts.push((at, scalar)),
        Type::Struct(index) => {
            for field in layout.fields(index as usize) {
                in_place(layout, field.ty, at + field.offset, parts);
            }
        }
        Type::Array(Element::Scalar(scalar), length) => {
            let each = 0..u32::from(length);
            parts.extend(each.map(|n| (at + n * scalar.size() as u32, scalar)));
        }
        Type::Array(Element::Struct(index), length) => {
            let TableOrStruct::Struct { size, .. } = layout.objects()[index as usize].shape else {
                return;
            };
            for n in 0..u32::from(length) {
                in_place(layout, Type::Struct(index), at + n * size, parts);
            }
        }
        _ => {}
    }
}

fn part(own: &str, letter: &str, n: usize, count: usize) -> String {
    match count {
        0 => "NULL".to_owned(),
        _ => format!("{own}_{letter}{n}"),
    }
}

fn int64(value: i64) -> String {
    match value {
        i64::MIN => "INT64_MIN".to_owned(),
        value => format!("INT64_C({value})"),
    }
}

/// Returns whether the verifier need not look at the value of a field but for its offset.
fn is_plain(field: &Field) -> bool {
    let has_tag = |element| matches!(element, Element::Tag(_) | Element::Union(_));
    !field.deprecated
        && match field.ty {
            Type::Tag(_) | Type::Union(_) => false,
            Type::Vector(of) => !has_tag(of),
            _ => true,
        }
}

/// Returns the row of a field.
fn row(layout: &Layout<'_>, field: &Field, offset: u32, sorted: bool) -> String {
    let name = format!("VFB__NAME({})", text(layout.name(field.name)));
    let size = field.name.range().len();
    let none = || "VFB_NONE".to_owned();
    let (ty, of, length) = match field.ty {
        Type::Scalar(of) => ("VFB_SCALAR", Some(Element::Scalar(of)), 0),
        Type::Tag(index) => ("VFB_TAG", Some(Element::Tag(index)), 0),
        Type::String => ("VFB_STRING", Some(Element::String), 0),
        Type::Struct(index) => ("VFB_STRUCT", Some(Element::Struct(index)), 0),
        Type::Table(index) => ("VFB_TABLE", Some(Element::Table(index)), 0),
        Type::Union(index) => ("VFB_UNION", Some(Element::Union(index)), 0),
        Type::Array(of, length) => ("VFB_ARRAY", Some(of), length),
        Type::Vector(of) => ("VFB_VECTOR", Some(of), 0),
        Type::Nested(index) => ("VFB_NESTED", Some(Element::Table(index)), 0),
        Type::Flex => ("VFB_FLEX", None, 0),
    };
    let (element, kind, index) = match of {
        Some(Element::Scalar(of)) => ("VFB_SCALAR", schema_scalar(of), none()),
        Some(Element::Tag(index)) => (
            "VFB_TAG",
            schema_scalar(layout.unions()[index as usize].tag),
            index.to_string(),
        ),
        Some(Element::String) => ("VFB_STRING", "VFB_U8", none()),
        Some(Element::Struct(index)) => ("VFB_STRUCT", "VFB_U8", index.to_string()),
        Some(Element::Table(index)) => ("VFB_TABLE", "VFB_U8", index.to_string()),
        Some(Element::Union(index)) => ("VFB_UNION", "VFB_U8", index.to_string()),
        None => ("VFB_SCALAR", "VFB_U8", none()),
    };
    let (presence, bits, default, default_size) = match field.presence {
        Presence::Default(bits) => ("VFB_DEFAULT", bits, "NULL".to_owned(), 0),
        Presence::Optional => ("VFB_OPTIONAL", 0, "NULL".to_owned(), 0),
        Presence::Required => ("VFB_REQUIRED", 0, "NULL".to_owned(), 0),
        Presence::Text(of) => ("VFB_TEXT", 0, text(layout.name(of)), of.range().len()),
        Presence::Empty => ("VFB_EMPTY", 0, "NULL".to_owned(), 0),
    };
    let width = match field.width {
        Width::Narrow => "VFB_NARROW",
        Width::Offset => "VFB_WIDE_OFFSET",
        Width::Vector => "VFB_WIDE_VECTOR",
    };
    let flags = u8::from(field.deprecated)
        | u8::from(field.shared) << 1
        | u8::from(field.base64 == Some(Base64::Standard)) << 2
        | u8::from(field.base64 == Some(Base64::Url)) << 3
        | u8::from(field.chars) << 4
        | u8::from(sorted) << 5;
    let hash = match field.hash {
        Hash::None => 0,
        Hash::Fnv1x16 => 1,
        Hash::Fnv1ax16 => 2,
        Hash::Fnv1x32 => 3,
        Hash::Fnv1ax32 => 4,
        Hash::Fnv1x64 => 5,
        Hash::Fnv1ax64 => 6,
    };
    let symbols = field.symbols.map_or_else(none, |index| index.to_string());
    let align = field.force_align;
    let (place, fit, _) = inline(layout, field);
    format!(
        "{{{name}, {size}, {ty}, {element}, {kind}, {presence}, {width}, {flags}, {hash}, {align}, \
         {length}, {fit}, {place}, {offset}, {index}, {symbols}, UINT64_C({bits}), {default}, {default_size}}}"
    )
}

/// Returns the name of a scalar in the table.
pub(super) fn schema_scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "VFB_BOOL",
        Scalar::I8 => "VFB_I8",
        Scalar::U8 => "VFB_U8",
        Scalar::I16 => "VFB_I16",
        Scalar::U16 => "VFB_U16",
        Scalar::I32 => "VFB_I32",
        Scalar::U32 => "VFB_U32",
        Scalar::I64 => "VFB_I64",
        Scalar::U64 => "VFB_U64",
        Scalar::F32 => "VFB_F32",
        Scalar::F64 => "VFB_F64",
    }
}

#[cfg(test)]
mod tests {
    use super::type_hash;

    #[test]
    fn hashes_are_those_of_flatcc() {
        assert_eq!(type_hash("MyGame.Example.Monster"), 0x330E_F481);
    }
}
