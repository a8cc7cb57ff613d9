//! Tests of which buffers the verifier accepts and refuses, with its errors. The buffers are put
//! together by hand.

use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::layout::{Element, Field, Layout, List, Member, MemberType, Name, Object};
use varvel_flatbuffers::layout::{Parts, Scalar, Type, Union, Width};

const NAMES: &str = "leaf leaves nested wide bigs mores one_type one many_type many lone n name text pad Any Pair a b";

const fn name(name: &str) -> Name {
    Name::find(NAMES, name)
}

/// The objects, by number.
const ROOT: usize = 0;
const LEAF: u32 = 1;
const WIDE: u32 = 2;
const BIG: u32 = 3;
const MORE: u32 = 4;
const PAIR: u32 = 5;

/// The fields of the root, by number.
const LEAF_FIELD: usize = 0;
const LEAVES: usize = 1;
const NESTED: usize = 2;
const WIDE_FIELD: usize = 3;
const BIGS: usize = 4;
const MORES: usize = 5;
const ONE_TYPE: usize = 6;
const ONE: usize = 7;
const MANY_TYPE: usize = 8;
const MANY: usize = 9;
const LONE: usize = 10;

/// The number of fields of a table that has more fields than a word has bits, and the only one that
/// is not a byte.
const MANY_FIELDS: usize = 70;
const LAST: usize = 69;

const FIELDS: [Field; 16 + 2 * MANY_FIELDS] = {
    let byte = Field::new(name("pad"), Type::Scalar(Scalar::U8));
    let mut fields = [byte; 16 + 2 * MANY_FIELDS];
    fields[LEAF_FIELD] = Field::new(name("leaf"), Type::Table(LEAF));
    fields[LEAVES] = Field::new(name("leaves"), Type::Vector(Element::Table(LEAF)));
    fields[NESTED] = Field::new(name("nested"), Type::Nested(LEAF));
    fields[WIDE_FIELD] = Field::new(name("wide"), Type::Table(WIDE));
    fields[BIGS] = Field::new(name("bigs"), Type::Vector(Element::Table(BIG)));
    fields[MORES] = Field::new(name("mores"), Type::Vector(Element::Table(MORE)));
    fields[ONE_TYPE] = Field::new(name("one_type"), Type::Tag(0));
    fields[ONE] = Field::new(name("one"), Type::Union(0));
    fields[MANY_TYPE] = Field::new(name("many_type"), Type::Vector(Element::Tag(0)));
    fields[MANY] = Field::new(name("many"), Type::Vector(Element::Union(0)));
    fields[LONE] = Field::new(name("lone"), Type::Tag(0));
    fields[11] = Field::new(name("n"), Type::Scalar(Scalar::I32));
    fields[12] = Field::new(name("name"), Type::String);
    fields[13] = Field::new(name("text"), Type::String).width(Width::Offset);
    fields[14 + LAST] = Field::new(name("name"), Type::String);
    fields[14 + MANY_FIELDS + LAST] = Field::new(name("leaf"), Type::Table(LEAF));
    fields[14 + 2 * MANY_FIELDS] = Field::new(name("a"), Type::Scalar(Scalar::I16));
    fields[15 + 2 * MANY_FIELDS] = Field::new(name("b"), Type::Scalar(Scalar::I16)).at(2);
    fields
};

const fn member(of: &str, tag: i64, ty: MemberType) -> Member {
    Member {
        name: name(of),
        tag,
        ty,
    }
}

const PARTS: Parts<'static> = Parts {
    names: NAMES,
    objects: &[
        Object::table(name("one"), List::new(0, 11)),
        Object::table(name("leaf"), List::new(11, 2)),
        Object::table(name("wide"), List::new(13, 1)),
        Object::table(name("bigs"), List::new(14, MANY_FIELDS as u32)),
        Object::table(
            name("mores"),
            List::new(14 + MANY_FIELDS as u32, MANY_FIELDS as u32),
        ),
        Object::structure(
            name("Pair"),
            4,
            2,
            List::new(14 + 2 * MANY_FIELDS as u32, 2),
        ),
    ],
    fields: &FIELDS,
    unions: &[Union {
        name: name("Any"),
        tag: Scalar::U8,
        members: List::new(0, 3),
    }],
    members: &[
        member("leaf", 1, MemberType::Table(LEAF)),
        member("text", 2, MemberType::String),
        member("Pair", 3, MemberType::Struct(PAIR)),
    ],
    root: Some(ROOT as u32),
    file_identifier: Some(*b"VFYT"),
    ..Parts::EMPTY
};

const LAYOUT: Layout<'static> = Layout::new(PARTS);

/// A buffer that is written from its front: offsets lead forward.
struct Buffer(Vec<u8>);

impl Buffer {
    /// Begins with the offset of a root, and an identifier.
    fn new() -> Self {
        Self(b"\0\0\0\0VFYT".to_vec())
    }

    fn align(&mut self, align: usize) {
        self.0.resize(self.0.len().next_multiple_of(align), 0);
    }

    fn set<const N: usize>(&mut self, at: usize, bytes: [u8; N]) {
        self.0[at..at + N].copy_from_slice(&bytes);
    }

    /// Makes the offset at `from` lead to `to`.
    fn point(&mut self, from: usize, to: usize) {
        self.set(from, (to as u32).wrapping_sub(from as u32).to_le_bytes());
    }

    /// Writes a table at a multiple of 8 with its vtable before it, and with this number of bytes
    /// for each of these fields. Returns its position, and those of the fields.
    fn table(&mut self, fields: &[(usize, usize)]) -> (usize, Vec<usize>) {
        let count = fields.iter().map(|(field, _)| field + 1).max().unwrap_or(0);
        let (vtable_len, mut len) = (4 + 2 * count, 4_usize);
        let mut slots = vec![0; count];
        let mut places = Vec::new();
        for &(field, size) in fields {
            len = len.next_multiple_of(size);
            slots[field] = len;
            places.push(len);
            len += size;
        }
        while !(self.0.len() + vtable_len).is_multiple_of(8) {
            self.0.push(0);
        }
        for word in [vtable_len, len].iter().chain(&slots) {
            self.0.extend((*word as u16).to_le_bytes());
        }
        let at = self.0.len();
        self.0.extend((vtable_len as u32).to_le_bytes());
        self.0.resize(at + len, 0);
        (at, places.iter().map(|place| at + place).collect())
    }

    /// Writes the root with these fields. Returns the positions of the fields.
    fn root(&mut self, fields: &[(usize, usize)]) -> Vec<usize> {
        let (at, places) = self.table(fields);
        self.point(0, at);
        places
    }

    fn string(&mut self, text: &str) -> usize {
        let at = self.elements(text.len(), text.as_bytes());
        self.0.push(0);
        at
    }

    /// Writes a vector of `len` elements that have these bytes.
    fn elements(&mut self, len: usize, bytes: &[u8]) -> usize {
        self.align(4);
        let at = self.0.len();
        self.0.extend((len as u32).to_le_bytes());
        self.0.extend(bytes);
        at
    }

    /// Writes a leaf with a name. Returns its position, and that of its offset.
    fn leaf(&mut self, text: &str) -> (usize, usize) {
        let (at, places) = self.table(&[(0, 4), (1, 4)]);
        let text = self.string(text);
        self.point(places[1], text);
        (at, places[1])
    }

    fn verified(&self) -> Result<usize> {
        Verify::new().check(&LAYOUT, ROOT, &self.0)
    }

    fn refused(&self) -> String {
        self.verified().unwrap_err().to_string()
    }
}

/// Builds a root with one leaf.
fn with_leaf() -> Buffer {
    let mut buffer = Buffer::new();
    let root = buffer.root(&[(LEAF_FIELD, 4)]);
    let (leaf, _) = buffer.leaf("a");
    buffer.point(root[0], leaf);
    buffer
}

#[test]
fn a_root_is_an_object_of_the_layout() {
    let buffer = with_leaf();
    assert!(buffer.verified().is_ok());
    for object in [6, usize::MAX] {
        let error = Verify::new().check(&LAYOUT, object, &buffer.0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Refused, "{object}");
    }
}

#[test]
fn the_size_of_a_buffer_is_limited_and_may_stand_before_it() {
    let bytes = with_leaf().0;
    let most = |bytes| Limits {
        bytes,
        ..Limits::DEFAULT
    };
    let kind = |result: Result<usize>| result.map(drop).map_err(|error: Error| error.kind());
    for (limit, expected) in [
        (bytes.len(), Ok(())),
        (bytes.len() - 1, Err(ErrorKind::SizeLimit)),
    ] {
        let verify = Verify::new().limits(most(limit));
        assert_eq!(kind(verify.check(&LAYOUT, ROOT, &bytes)), expected);
    }
    // If alignment is at most 4, a size before the buffer changes none.
    let verify = Verify::new().size_prefixed();
    let len = bytes.len();
    for (size, behind, expected) in [
        (len, 0, Ok(())),
        (len, 7, Ok(())),
        (len + 1, 0, Err(ErrorKind::UnexpectedEnd)),
        (len + 1, 1, Ok(())),
        (u32::MAX as usize, 0, Err(ErrorKind::UnexpectedEnd)),
        // The bytes are there, and do not belong to the buffer.
        (len - 1, 7, Err(ErrorKind::UnexpectedEnd)),
        (0, 0, Err(ErrorKind::UnexpectedEnd)),
    ] {
        let prefixed = [&(size as u32).to_le_bytes(), &bytes[..], &vec![0; behind]].concat();
        let found = kind(verify.check(&LAYOUT, ROOT, &prefixed));
        assert_eq!(found, expected, "{size} of {len}");
    }
    for cut in 0..4 {
        let found = kind(verify.check(&LAYOUT, ROOT, &bytes[..cut]));
        assert_eq!(found, Err(ErrorKind::UnexpectedEnd));
    }
}

#[test]
fn an_identifier_is_looked_at_where_it_is_asked_for() {
    let good = with_leaf().0;
    let mut other = good.clone();
    other[4..8].copy_from_slice(b"ELSE");
    // The root begins in place of an identifier, or at the end.
    let mut none = Buffer(vec![0; 4]);
    none.root(&[]);
    let short = [4, 0, 0, 0, 0, 0];
    for (bytes, found) in [
        (&good[..], None),
        (&other, Some("found `ELSE`")),
        (&none.0, Some("found `\\x04\\x00\\x04\\x00`")),
        (&short, Some("")),
    ] {
        let identified = Verify::new().identified();
        let result = identified.check(&LAYOUT, ROOT, bytes);
        match found {
            None => assert!(result.is_ok()),
            Some(found) => {
                let error = result.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::InvalidBuffer);
                let text = error.to_string();
                assert!(
                    text.contains("expected the file identifier `VFYT`"),
                    "{text}"
                );
                assert!(text.contains(found), "{text}");
            }
        }
        let prefixed = [&(bytes.len() as u32).to_le_bytes(), bytes].concat();
        let result = identified.size_prefixed().check(&LAYOUT, ROOT, &prefixed);
        assert_eq!(result.is_ok(), found.is_none());
    }
    assert!(Verify::new().check(&LAYOUT, ROOT, &other).is_ok());
    let anonymous = Layout::new(Parts {
        file_identifier: None,
        ..PARTS
    });
    assert!(
        Verify::new()
            .identified()
            .check(&anonymous, ROOT, &other)
            .is_ok()
    );
}

#[test]
fn tables_and_vtables_stand_aligned() {
    for (by, aligned) in [(0, true), (1, false), (2, false), (4, true), (6, false)] {
        let mut buffer = Buffer::new();
        let root = buffer.root(&[(LEAF_FIELD, 4)]);
        let leaf = buffer.leaf("a").0;
        // The same table is copied to another place.
        let copy = buffer.0[leaf..leaf + 12].to_vec();
        buffer.align(8);
        let at = buffer.0.len() + by;
        buffer.0.resize(at, 0);
        buffer.0.extend(copy);
        let vtable = leaf - 8;
        buffer.set(at, ((at - vtable) as i32).to_le_bytes());
        let text = buffer.string("b");
        buffer.point(at + 8, text);
        buffer.point(root[0], at);
        let found = buffer.verified().map(drop);
        match aligned {
            true => found.unwrap(),
            false => {
                let error = found.unwrap_err();
                assert_eq!(error.kind(), ErrorKind::InvalidBuffer, "{by}");
                let text = error.to_string();
                assert!(
                    text.contains("a position that is a multiple of 4"),
                    "{text}"
                );
                assert_eq!(error.offset(), Some(at));
            }
        }
    }
    // A vtable at an odd position.
    let mut buffer = with_leaf();
    let leaf = buffer.verified().unwrap();
    let vtable = buffer.0[leaf - 6..leaf].to_vec();
    assert_eq!(vtable[..2], [6, 0]);
    buffer.align(8);
    let odd = buffer.0.len() + 1;
    buffer.0.resize(odd, 0);
    buffer.0.extend(vtable);
    buffer.set(leaf, (leaf as i32 - odd as i32).to_le_bytes());
    assert!(
        buffer
            .refused()
            .contains("a position that is a multiple of 2")
    );
}

#[test]
fn a_field_may_be_behind_the_size_of_its_table() {
    // Three leaves share a vtable that has the size of a table without fields.
    let leaves = |last_len: usize| {
        let mut buffer = Buffer::new();
        let root = buffer.root(&[(LEAVES, 4)]);
        let list = buffer.elements(3, &[0; 12]);
        buffer.point(root[0], list);
        buffer.align(4);
        let vtable = buffer.0.len();
        buffer.0.extend([6, 0, 4, 0, 4, 0, 0, 0]);
        for (index, len) in [8, 8, last_len].into_iter().enumerate() {
            let at = buffer.0.len();
            buffer.0.extend(((at - vtable) as u32).to_le_bytes());
            buffer.0.resize(at + len, 7);
            buffer.point(list + 4 + 4 * index, at);
        }
        buffer
    };
    assert_eq!(leaves(8).verified().map(drop), Ok(()));
    // The last ends where the buffer ends, and no byte earlier.
    for len in 4..8 {
        let error = leaves(len).verified().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{len}");
        assert_eq!(error.path().unwrap().to_string(), "$.leaves[2].n");
    }
}

#[test]
fn a_nested_buffer_has_its_vtables_inside() {
    for outside in [false, true] {
        let mut buffer = Buffer::new();
        let root = buffer.root(&[(LEAF_FIELD, 4), (NESTED, 4)]);
        let (leaf, _) = buffer.leaf("a");
        buffer.point(root[0], leaf);
        let mut inner = Buffer(vec![0; 8]);
        let (at, _) = inner.leaf("b");
        inner.point(0, at);
        buffer.align(8);
        buffer.0.extend([0; 4]);
        let bytes = buffer.elements(inner.0.len(), &inner.0);
        buffer.point(root[1], bytes);
        let nested = bytes + 4 + at;
        if outside {
            // The vtable of the leaf outside is valid, but not within the nested buffer.
            let vtable = leaf - 8;
            buffer.set(nested, ((nested - vtable) as i32).to_le_bytes());
            let error = buffer.verified().unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "invalid buffer: expected the offset of a vtable inside of the buffer, at $.nested (byte {nested})"
                )
            );
        } else {
            buffer.verified().unwrap();
        }
    }
}

#[test]
fn each_table_of_more_fields_than_a_word_has_bits_is_looked_at() {
    for field in [BIGS, MORES] {
        // Two tables of the same vtable are in a vector. The target of the last field of one of
        // them is invalid.
        for wrong in [None, Some(0), Some(1)] {
            let mut buffer = Buffer::new();
            let root = buffer.root(&[(field, 4)]);
            let vector = buffer.elements(2, &[0; 8]);
            buffer.point(root[0], vector);
            let (first, places) = buffer.table(&[(0, 1), (LAST, 4)]);
            let len = 12;
            let vtable = first - (4 + 2 * MANY_FIELDS);
            buffer.align(8);
            let second = buffer.0.len();
            buffer.0.resize(second + len, 0);
            buffer.set(second, ((second - vtable) as i32).to_le_bytes());
            for (i, table) in [first, second].into_iter().enumerate() {
                buffer.point(vector + 4 + 4 * i, table);
                let to = match field {
                    BIGS => buffer.string("a"),
                    _ => buffer.leaf("a").0,
                };
                let offset = table + (places[1] - first);
                buffer.point(offset, to);
                if wrong == Some(i) {
                    buffer.set(offset, u32::MAX.to_le_bytes());
                }
            }
            match wrong {
                None => {
                    buffer.verified().unwrap();
                }
                Some(i) => {
                    let text = buffer.refused();
                    let path = match field {
                        BIGS => format!("$.bigs[{i}].name"),
                        _ => format!("$.mores[{i}].leaf"),
                    };
                    assert!(text.contains("what an offset leads to"), "{text}");
                    assert!(text.contains(&path), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_string_behind_a_wide_offset_is_looked_at() {
    for (change, expected) in [
        (None, None),
        (Some(0), Some("an offset that leads forward")),
        (Some(u64::MAX), Some("what an offset leads to")),
        (Some(1 << 32), Some("what an offset leads to")),
        (Some(1000), Some("what an offset leads to")),
    ] {
        let mut buffer = Buffer::new();
        let root = buffer.root(&[(WIDE_FIELD, 4)]);
        let (wide, places) = buffer.table(&[(0, 8)]);
        buffer.point(root[0], wide);
        let text = buffer.string("far");
        let offset = change.unwrap_or((text - places[0]) as u64);
        buffer.set(places[0], offset.to_le_bytes());
        match expected {
            None => {
                buffer.verified().unwrap();
                buffer.set(text + 4 + 3, [1]);
                assert!(buffer.refused().contains("a zero after a string"));
            }
            Some(expected) => {
                let text = buffer.refused();
                assert!(text.contains(expected), "{text}");
                assert!(text.contains("$.wide.text"), "{text}");
            }
        }
    }
}

#[test]
fn a_union_has_a_value_if_it_has_a_tag() {
    for (tag, value, expected) in [
        (Some(1), true, None),
        (Some(0), false, None),
        (None, false, None),
        (
            Some(1),
            false,
            Some("the value of a union whose tag is there"),
        ),
        (
            Some(0),
            true,
            Some("the tag of a union whose value is there"),
        ),
        (None, true, Some("the tag of a union whose value is there")),
        // This tag is of a later schema.
        (Some(9), true, None),
    ] {
        let mut buffer = Buffer::new();
        let mut fields = Vec::new();
        if value {
            fields.push((ONE, 4));
        }
        if tag.is_some() {
            fields.push((ONE_TYPE, 1));
        }
        let places = buffer.root(&fields);
        if let Some(tag) = tag {
            buffer.set(places[usize::from(value)], [tag]);
        }
        if value {
            let (leaf, _) = buffer.leaf("a");
            buffer.point(places[0], leaf);
        }
        match expected {
            None => drop(buffer.verified().unwrap()),
            Some(expected) => {
                let text = buffer.refused();
                assert!(text.contains(expected), "{tag:?} {value}: {text}");
            }
        }
    }
    // A tag without a union behind it is a number.
    let mut buffer = Buffer::new();
    let places = buffer.root(&[(LONE, 1)]);
    buffer.set(places[0], [1]);
    buffer.verified().unwrap();
}

#[test]
fn a_vector_of_unions_has_a_tag_for_each() {
    // The tags, if there are any, and a part of the error.
    for (tags, expected) in [
        (Some(&[1, 2, 3, 0, 9][..]), None),
        (None, Some("the tags of a vector of unions")),
        (Some(&[1, 2, 3, 0]), Some("as many tags as values, 5")),
        (Some(&[1, 2, 3, 0, 9, 0]), Some("as many tags as values, 5")),
        (Some(&[]), Some("as many tags as values, 5")),
        // The tag is of another kind than the value: a string is too long, or a table's vtable is
        // far away.
        (Some(&[2, 2, 3, 0, 9]), Some("$.many[0]")),
        (Some(&[1, 1, 3, 0, 9]), Some("$.many[1]")),
        // There is no value for a tag.
        (
            Some(&[1, 2, 3, 1, 9]),
            Some("an offset that leads forward, at $.many[3]"),
        ),
    ] {
        let mut buffer = Buffer::new();
        let fields = match tags {
            Some(_) => &[(MANY, 4), (MANY_TYPE, 4)][..],
            None => &[(MANY, 4)],
        };
        let root = buffer.root(fields);
        if let Some(tags) = tags {
            let at = buffer.elements(tags.len(), tags);
            buffer.point(root[1], at);
        }
        let values = buffer.elements(5, &[0; 20]);
        buffer.point(root[0], values);
        let (leaf, _) = buffer.leaf("a");
        let text = buffer.string("text");
        buffer.align(4);
        let pair = buffer.0.len();
        buffer.0.extend([1, 0, 2, 0]);
        for (i, to) in [(0, leaf), (1, text), (2, pair), (4, text)] {
            buffer.point(values + 4 + 4 * i, to);
        }
        match expected {
            None => drop(buffer.verified().unwrap()),
            Some(expected) => {
                let text = buffer.refused();
                assert!(text.contains(expected), "{tags:?}: {text}");
            }
        }
    }
}

#[test]
fn tags_stand_beside_their_vector_of_unions() {
    for tags in [&[][..], &[0], &[1, 2]] {
        let mut buffer = Buffer::new();
        let root = buffer.root(&[(MANY_TYPE, 4)]);
        let at = buffer.elements(tags.len(), tags);
        buffer.point(root[0], at);
        let text = buffer.refused();
        let expected = "the vector of unions whose tags are there, at $.many_type";
        assert!(text.contains(expected), "{tags:?}: {text}");
    }
}

#[test]
fn what_is_too_deep_is_named() {
    let refused = |buffer: &Buffer| {
        let verify = Verify::new().limits(Limits {
            depth: 0,
            ..Limits::DEFAULT
        });
        let error = verify.check(&LAYOUT, ROOT, &buffer.0).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit);
        (error.path().map(|path| path.to_string()), error.offset())
    };
    let mut buffer = Buffer::new();
    let root = buffer.root(&[(MORES, 4)]);
    let at = buffer.elements(1, &[0; 4]);
    buffer.point(root[0], at);
    let (more, more_places) = buffer.table(&[(LAST, 4)]);
    buffer.point(at + 4, more);
    let (leaf, _) = buffer.leaf("a");
    buffer.point(more_places[0], leaf);
    assert_eq!(refused(&buffer), (Some("$.mores".to_owned()), Some(at + 4)));
}
