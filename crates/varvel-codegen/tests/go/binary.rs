//! Binary schemas: those of all schemas, and mutants of them, are read in Go as in Rust.
//!
//! A file of cases is a row of schemas: bytes with their length as u32 before them, a verdict, the
//! number of mutants as u32, and the mutants. A mutant is the number of its edits as u16, each with
//! a position as u32 and a byte, and a verdict. A verdict is the hash of what the schema says, or 0
//! if it is refused.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use varvel_fbs::Schema;
use varvel_flatbuffers::layout::{
    Element, Field, Layout, MemberType, Presence, Scalar, TableOrStruct, Type,
};
use varvel_flatbuffers::reflect::{SchemaLayout, bfbs};

use crate::Module;
use crate::languages::cases::{Random, hash};
use crate::languages::{files, number, schemas, suite};

#[test]
fn binary_schemas_say_what_they_say_in_rust() {
    let Some(module) = Module::new("binary") else {
        return;
    };
    let mut all: Vec<Vec<u8>> = schemas().iter().filter_map(written).collect();
    // Those of flatc, without the attributes of the language.
    let folders: Vec<PathBuf> = suite().into_iter().collect();
    all.extend(
        files(&folders, &[".bfbs"])
            .iter()
            .map(|path| fs::read(path).unwrap()),
    );
    assert!(all.len() > 10);
    let mut cases = Vec::new();
    let mutants = number("VARVEL_MUTANTS", 20_000) / all.len();
    let first = number("VARVEL_FIRST_MUTANT", 0);
    for (n, bytes) in all.iter().enumerate() {
        cases.extend((bytes.len() as u32).to_le_bytes());
        cases.extend(bytes);
        let verdict = verdict(bytes);
        assert_ne!(verdict, 0);
        cases.extend(verdict.to_le_bytes());
        // Reading takes linear time, and most that is found is found in small ones.
        let mutants = mutants.min(20_000_000 / bytes.len());
        cases.extend((mutants as u32).to_le_bytes());
        for mutant in first..first + mutants {
            let seed = (mutant as u64 + 1) ^ (n as u64) << 40;
            mutate(
                bytes,
                &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)),
                &mut cases,
            );
        }
    }
    fs::write(module.folder.join("binary.bin"), &cases).unwrap();
    let harness = include_str!("binary_test.go.txt");
    fs::write(module.folder.join("binary_test.go"), harness).unwrap();
    module.check();
    println!("{}", module.run("go", &["test", "-count=1", "-v", "."]));
}

/// Returns a schema as a binary one. Some hold what the format cannot.
pub fn written(schema: &Schema) -> Option<Vec<u8>> {
    bfbs::write(schema).ok()
}

/// Adds a mutant with its verdict.
fn mutate(bytes: &[u8], random: &mut Random, cases: &mut Vec<u8>) {
    let mut mutant = bytes.to_vec();
    let edits = 1 + random.below(2);
    cases.extend((edits as u16).to_le_bytes());
    for _ in 0..edits {
        let (at, byte) = random.edit(&mutant);
        cases.extend((at as u32).to_le_bytes());
        cases.push(byte);
        mutant[at] = byte;
    }
    cases.extend(verdict(&mutant).to_le_bytes());
}

fn verdict(bytes: &[u8]) -> u64 {
    let read = bfbs::read(bytes).and_then(|schema| SchemaLayout::new(&schema));
    match read {
        Ok(layout) => hash(said(&layout.layout()).as_bytes()),
        Err(_) => 0,
    }
}

/// Returns all that a layout says, as lines.
fn said(layout: &Layout<'_>) -> String {
    let mut text = String::new();
    for (at, object) in layout.objects().iter().enumerate() {
        let (size, align) = match object.shape {
            TableOrStruct::Struct { size, align } => (size, align),
            TableOrStruct::Table => (0, 0),
        };
        let key = object.key.map_or(0, |key| key + 1);
        let name = layout.name(object.name);
        writeln!(text, "object {name} {size} {align} {key}").unwrap();
        for field in layout.fields(at) {
            say_field(layout, size != 0, field, &mut text);
        }
    }
    for (at, union) in layout.unions().iter().enumerate() {
        let (name, tag) = (layout.name(union.name), kind(union.tag));
        writeln!(text, "union {name} {tag}").unwrap();
        for member in layout.members(at) {
            let (kind, index) = match member.ty {
                MemberType::Table(index) => (TABLE, index),
                MemberType::Struct(index) => (STRUCT, index),
                MemberType::String => (STRING, 0),
            };
            let name = layout.name(member.name);
            writeln!(text, "member {name} {} {kind} {index}", member.tag).unwrap();
        }
    }
    for (at, of) in layout.enums().iter().enumerate() {
        let (name, kind, flags) = (layout.name(of.name), kind(of.scalar), of.bit_flags);
        writeln!(text, "enum {name} {kind} {flags}").unwrap();
        for symbol in layout.symbols(at) {
            writeln!(text, "symbol {} {}", layout.name(symbol.name), symbol.value).unwrap();
        }
    }
    let root = layout.root().map_or(0, |root| root + 1);
    let identifier = layout.file_identifier().unwrap_or_default();
    let identifier = String::from_utf8_lossy(&identifier);
    writeln!(text, "root {root} {}", identifier.trim_end_matches('\0')).unwrap();
    text
}

fn say_field(layout: &Layout<'_>, in_struct: bool, field: &Field, text: &mut String) {
    let (shape, (kind, index), len) = match field.ty {
        Type::Scalar(scalar) => (0, of(Element::Scalar(scalar)), 0),
        Type::Tag(union) => (0, of(Element::Tag(union)), 0),
        Type::String => (0, of(Element::String), 0),
        Type::Struct(object) => (0, of(Element::Struct(object)), 0),
        Type::Table(object) => (0, of(Element::Table(object)), 0),
        Type::Union(union) => (0, of(Element::Union(union)), 0),
        Type::Vector(element) => (1, of(element), 0),
        Type::Array(element, len) => (2, of(element), len),
        Type::Nested(object) => (3, (kind(Scalar::U8), object), 0),
        Type::Flex => (4, (kind(Scalar::U8), 0), 0),
    };
    let (presence, default, words) = match field.presence {
        _ if in_struct => (0, 0, ""),
        Presence::Optional => (0, 0, ""),
        Presence::Default(bits) => (1, bits, ""),
        Presence::Required => (2, 0, ""),
        Presence::Text(words) => (3, 0, layout.name(words)),
        Presence::Empty => (4, 0, ""),
    };
    let offset = if in_struct { field.offset } else { 0 };
    let symbols = field.symbols.map_or(0, |symbols| symbols + 1);
    let base64 = field.base64.map_or(0, |base64| base64 as u8 + 1);
    writeln!(
        text,
        "field {} {kind} {shape} {presence} {} {index} {symbols} {default} {}:{words} {offset} {len} {} {} {} {} {base64} {}",
        layout.name(field.name),
        field.width as u8,
        words.len(),
        field.force_align,
        field.deprecated,
        field.shared,
        field.hash as u8,
        field.chars,
    )
    .unwrap();
}

const TAG: u8 = 11;
const STRING: u8 = 12;
const STRUCT: u8 = 13;
const TABLE: u8 = 14;
const UNION: u8 = 15;

fn of(element: Element) -> (u8, u32) {
    match element {
        Element::Scalar(scalar) => (kind(scalar), 0),
        Element::Tag(union) => (TAG, union),
        Element::String => (STRING, 0),
        Element::Struct(object) => (STRUCT, object),
        Element::Table(object) => (TABLE, object),
        Element::Union(union) => (UNION, union),
    }
}

/// Returns the number of a scalar, which is its place in the list of all.
fn kind(scalar: Scalar) -> u8 {
    let all = [
        Scalar::Bool,
        Scalar::I8,
        Scalar::U8,
        Scalar::I16,
        Scalar::U16,
        Scalar::I32,
        Scalar::U32,
        Scalar::I64,
        Scalar::U64,
        Scalar::F32,
        Scalar::F64,
    ];
    all.iter().position(|one| *one == scalar).unwrap() as u8
}
