//! Tests of buffers that are no schema, and of the facts that a binary schema loses.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Result};
use varvel_fbs::{DefaultValue, parse_text};

use super::format::{self, enumeration, field, object, ty};
use super::{read, write};
use crate::builder::{Builder, Offset};
use crate::read::Tables;

/// The facts of a field: name, id, offset, kind and index.
type Said<'s> = (&'s str, u16, u16, i8, i32);

fn fields(builder: &mut Builder, said: &[Said<'_>]) -> Result<Offset<Tables<format::Field>>> {
    let mut fields = Vec::new();
    for (name, id, offset, kind, index) in said {
        let mut of = builder.table::<format::Type>()?;
        of.scalar::<i8, { ty::BASE_TYPE }>(*kind)?;
        of.scalar::<i32, { ty::INDEX }>(*index)?;
        let of = of.finish()?;
        let name = builder.string(name)?;
        let mut table = builder.table::<format::Field>()?;
        table
            .string::<{ field::NAME }>(name)?
            .table::<format::Type, { field::TYPE }>(of)?
            .scalar::<u16, { field::ID }>(*id)?
            .scalar::<u16, { field::OFFSET }>(*offset)?;
        fields.push(table.finish()?);
    }
    builder.tables(&fields)
}

/// Builds a binary schema of tables, or of structs with this size. All of them have the same
/// fields. The schema also has an enum `Color` of `ubyte`.
fn schema(names: &[String], said: &[Said<'_>], size: Option<i32>) -> Result<Vec<u8>> {
    let mut builder = Builder::new();
    let fields = fields(&mut builder, said)?;
    let mut objects = Vec::new();
    for name in names {
        let name = builder.string(name)?;
        let mut table = builder.table::<format::Object>()?;
        table
            .string::<{ object::NAME }>(name)?
            .vector::<Tables<format::Field>, { object::FIELDS }>(fields)?
            .scalar::<bool, { object::IS_STRUCT }>(size.is_some())?
            .scalar::<i32, { object::MINALIGN }>(4)?
            .scalar::<i32, { object::BYTESIZE }>(size.unwrap_or_default())?;
        objects.push(table.finish()?);
    }
    let objects = builder.tables(&objects)?;
    let mut of = builder.table::<format::Type>()?;
    of.scalar::<i8, { ty::BASE_TYPE }>(4)?;
    let of = of.finish()?;
    let name = builder.string("Color")?;
    let values = builder.tables::<format::EnumVal>(&[])?;
    let mut table = builder.table::<format::Enum>()?;
    table
        .string::<{ enumeration::NAME }>(name)?
        .vector::<Tables<format::EnumVal>, { enumeration::VALUES }>(values)?
        .table::<format::Type, { enumeration::UNDERLYING_TYPE }>(of)?;
    let listed = [table.finish()?];
    let listed = builder.tables(&listed)?;
    let mut table = builder.table::<format::Schema>()?;
    table
        .vector::<Tables<format::Object>, { format::schema::OBJECTS }>(objects)?
        .vector::<Tables<format::Enum>, { format::schema::ENUMS }>(listed)?;
    let root = table.finish()?;
    Ok(builder.finish(root)?.to_vec())
}

fn refused(name: &str, said: &[Said<'_>], size: Option<i32>) -> Error {
    read(&schema(&[name.into()], said, size).unwrap()).unwrap_err()
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let cases: [(&str, &[Said<'_>], Option<i32>, &str); 9] = [
        (
            "T",
            &[("a", 0, 4, 15, 7)],
            None,
            "invalid buffer: expected the index of an object, found 7, at $.objects[0].fields.a.type.base_type",
        ),
        (
            "T",
            &[("a", 0, 4, 5, 0)],
            None,
            "invalid buffer: expected the index of an enum that is stored so, found 0, at $.objects[0].fields.a.type.base_type",
        ),
        (
            "T",
            &[("a", 0, 4, 19, -1)],
            None,
            "invalid buffer: expected a type that can stand here, found 19, at $.objects[0].fields.a.type.base_type",
        ),
        (
            "T",
            &[("a", 0, 4, 7, -1), ("b", 2, 8, 7, -1)],
            None,
            "invalid buffer: expected a field with the id 1, found `b` with 2, at $.objects[0]",
        ),
        (
            "T",
            &[("a", 0, 6, 7, -1)],
            None,
            "invalid buffer: expected `T` laid out as its fields and values are, found `a` at 6, which belongs at 4",
        ),
        (
            "S",
            &[("a", 0, 0, 7, -1)],
            Some(8),
            "invalid buffer: expected `S` laid out as its fields and values are, found 8 bytes, aligned to 4, where its fields need 4 and 4",
        ),
        (
            "S",
            &[("a", 0, 0, 15, 0)],
            Some(4),
            "invalid buffer: expected a schema that can be, found the struct `S` is inside of itself here, in `struct S`",
        ),
        (
            "T { x: int; } table U",
            &[],
            None,
            "invalid buffer: expected a name of letters, digits and `_`, found `T { x: int; } table U`, at $.objects[0]",
        ),
        (
            "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.T",
            &[],
            None,
            "invalid buffer: expected a name of at most 16 parts, found a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.T, at $.objects[0]",
        ),
    ];
    for (name, said, size, text) in cases {
        let found = refused(name, said, size).to_string();
        assert!(found.starts_with(text), "{found}");
    }
    // The offset is the place of the object's name.
    let error = refused("T", &[("a", 0, 4, 15, 7)], None);
    assert!(error.offset().is_some());
    let error = read(b"table T { n: int; }").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidBuffer);
}

#[test]
#[cfg_attr(miri, ignore = "thousands of tables")]
fn what_says_the_same_again_and_again_is_refused() {
    let names: Vec<String> = (0..3000).map(|n| format!("T{n}")).collect();
    let fields: Vec<String> = (0..3000).map(|n| format!("f{n}")).collect();
    let said: Vec<Said<'_>> = (0..3000_u16)
        .zip(&fields)
        .map(|(n, name)| (name.as_str(), n, 4 + 2 * n, 7, -1))
        .collect();
    let bytes = schema(&names, &said, None).unwrap();
    assert_eq!(read(&bytes).unwrap_err().kind(), ErrorKind::ReplayLimit);

    // A long name takes four bytes wherever it is used.
    let name = "T".repeat(60_000);
    let said: Vec<Said<'_>> = (0..3000_u16)
        .zip(&fields)
        .map(|(n, name)| (name.as_str(), n, 4 + 2 * n, 15, 0))
        .collect();
    let bytes = schema(&[name], &said, None).unwrap();
    assert_eq!(read(&bytes).unwrap_err().kind(), ErrorKind::ReplayLimit);
}

#[test]
fn defaults_of_strings_stay() {
    for text in ["", "0", "12", "some \"words\"\n"] {
        let schema = parse_text("table T { s: string = \"x\"; }");
        let mut schema = schema.unwrap();
        schema.objects[0].fields[0].default = DefaultValue::Text(text.into());
        let again = read(&write(&schema).unwrap()).unwrap();
        assert_eq!(again.without_places(), schema.without_places());
    }
}

#[test]
fn a_key_keeps_its_default() {
    let schema = parse_text(r#"table T { s: string = "x" (key); }"#).unwrap();
    assert_eq!(
        schema.objects[0].fields[0].default,
        DefaultValue::Text("x".into())
    );
    let again = read(&write(&schema).unwrap()).unwrap();
    assert_eq!(again.without_places(), schema.without_places());
}

#[test]
fn what_is_of_flatcc_stays() {
    let text = "struct S {\n  name: [char:8];\n  bytes: [ubyte:8];\n}\n\nroot_type S;\n";
    let bytes = write(&parse_text(text).unwrap()).unwrap();
    let schema = read(&bytes).unwrap();
    assert_eq!(schema.to_string(), text);
    assert_eq!(schema.attributes, Vec::<String>::new());
}

#[test]
fn bit_flags_are_seen_by_defaults_that_are_no_value() {
    let text = "enum Color: ubyte (bit_flags) { Red, Green, Blue } table T { c: Color; }";
    let mut schema = parse_text(text).unwrap();
    // This is what `flatc` writes unless it is asked for all attributes.
    let mut bytes = write(&schema).unwrap();
    let at = bytes
        .windows(9)
        .position(|bytes| bytes == b"bit_flags")
        .unwrap();
    bytes[at..at + 9].copy_from_slice(b"bit_flogs");
    let again = read(&bytes).unwrap();
    assert!(again.enums[0].bit_flags);
    assert_eq!(
        again.enums[0].values,
        schema.clone().without_places().enums[0].values
    );
    // The default alone would be an error in a schema.
    schema.enums[0].bit_flags = false;
    schema.enums[0].attributes.0.clear();
    assert_eq!(write(&schema).unwrap_err().kind(), ErrorKind::InvalidBuffer);
}

#[test]
fn a_type_that_another_hides_is_not_taken_for_it() {
    // Both are renamed in place, so that a type outside of all namespaces has the name of one in
    // the namespace of what refers to it. The language has no name for it there.
    let text = "table In { a: int; } namespace n; table On { b: int; } ";
    for user in [
        "union U { In }",
        "struct S { s: int; } table T { t: In; }",
        "rpc_service R { call(In): In; }",
    ] {
        let bytes = write(&parse_text(&[text, user].concat()).unwrap()).unwrap();
        let mut hidden = bytes.clone();
        let at = bytes.windows(4).position(|bytes| bytes == b"n.On").unwrap();
        hidden[at + 2] = b'I';
        assert!(read(&bytes).is_ok());
        let error = read(&hidden).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidBuffer, "{user}");
    }
}
