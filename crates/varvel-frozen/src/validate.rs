//! Validation: one linear pass over bytes from elsewhere, before anything reads them unchecked.
//!
//! # The walk
//! Nodes lie in the buffer in post-order: what a container holds lies right before it, in order.
//! So where the nodes of a container begin, and where its own node does, says what its slots must
//! refer to: the first to the beginning, each following one to the end of the one before, and the
//! last must end where the container's node begins. The end of a node follows from its header
//! alone, so this is known of a container before its own slots are gone through. Every byte is
//! proved to belong to exactly one node; ranges of containers are nested or apart, so hostile bytes
//! buy no more work than there are bytes, and nothing can contain itself.
//!
//! # What is proved, and read unchecked afterwards
//! * The file header is whole; the tree ends where it says, and at least 16 bytes of tables follow.
//! * The tables are whole: keys end in order at character boundaries of UTF-8 text, no two are the
//!   same; shapes end in order and are not empty; their key numbers are below the count of keys
//!   and differ inside a shape.
//! * Every slot is a literal, an integer, a short string that fits, or a reference to a node of the
//!   tag's kind before its container.
//! * Every header, length prefix, element and text is whole; shapes exist and have as many keys as
//!   their objects have slots; strings are UTF-8; the text of numbers is a number's;
//!   nanoseconds are below 10^9.
//! * The keys of an object with its own are strings; they and the keys of a map differ.
//!
//! Memory: 48 bytes for each open container, the first 32 in place; for each key of the tables 30
//! bytes, for each shape 4; for objects that carry their keys, and maps, 16 bytes a key while they
//! are checked.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_raw::simd::{self, Isa, Task};
use varvel_raw::utf8;

use crate::extent;
use crate::layout::{self, ALIGN_FROM, Element, HEADER_LEN, MAGIC, TABLES_HEADER_LEN, VERSION};
use crate::layout::{literal, other, tag};
use crate::stack::Stack;
use crate::view::raw::{Raw, Tables};
use crate::view::{self, View};

/// Up to this many keys are compared with each other; more go through a hash table.
const COMPARED: usize = 16;

/// Whether `bytes` are a valid buffer within `limits`.
pub fn validate(bytes: &[u8], limits: &Limits) -> Result {
    simd::dispatch(Validate { bytes, limits })
}

/// Bytes that are no valid buffer: `expected` is not at `at`.
#[cold]
#[inline(never)]
pub fn invalid(at: usize, expected: impl Into<Cow<'static, str>>) -> Error {
    Error::expected(ErrorKind::InvalidFrozen, expected)
        .at(at)
        .with_hint("the bytes were damaged, cut off, or never a frozen buffer")
}

fn no_memory<E>(_: E) -> Error {
    Error::out_of_memory()
}

struct Validate<'a> {
    bytes: &'a [u8],
    limits: &'a Limits,
}

impl Task for Validate<'_> {
    type Output = Result;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Result {
        let Self { bytes, limits } = self;
        let tree_end = header(bytes, limits)?;
        let members = tables(bytes, tree_end)?;
        let mut walk = Walk {
            isa,
            bytes,
            members,
            nodes: 0,
            limits,
            samples: [Sample::NONE; SAMPLES],
            maps: false,
        };
        walk.tree(tree_end)?;
        if walk.maps {
            // SAFETY: all is validated but for this last rule, which reading does not rely on.
            view::unique_map_keys(unsafe { View::root_unchecked(bytes) })?;
        }
        Ok(())
    }
}

/// Checks the file header; the end of the tree.
fn header(bytes: &[u8], limits: &Limits) -> Result<usize> {
    if bytes.len() > limits.bytes {
        let most = alloc::format!("at most {} bytes", limits.bytes);
        return Err(Error::expected(ErrorKind::SizeLimit, most)
            .at(limits.bytes)
            .with_hint("raise Limits::bytes if the input is trusted"));
    }
    if bytes.get(..4) != Some(&MAGIC) {
        return Err(invalid(0, "the bytes \"VRVL\"").with_hint("this is no frozen buffer"));
    }
    match bytes.get(4) {
        Some(&VERSION) => {}
        Some(version) => {
            return Err(Error::expected(ErrorKind::UnsupportedVersion, "version 0")
                .at(4)
                .with_found(alloc::format!("version {version}"))
                .with_hint("read it with a release that writes this version"));
        }
        None => return Err(invalid(4, "a version")),
    }
    if bytes.get(5..8) != Some(&[0; 3]) {
        return Err(invalid(5, "three zero bytes"));
    }
    let total = extent::uint(bytes, layout::TOTAL_AT, 8);
    if total != Some(bytes.len() as u64) {
        return Err(invalid(layout::TOTAL_AT, "the length of the buffer"));
    }
    let last = bytes.len().checked_sub(TABLES_HEADER_LEN);
    let tree_end = extent::count(bytes, layout::TREE_END_AT, 8);
    match (tree_end, last) {
        (Some(end), Some(last)) if (HEADER_LEN..=last).contains(&end) => Ok(end),
        _ => Err(invalid(
            layout::TREE_END_AT,
            "the end of the tree inside the buffer",
        )),
    }
}

/// Checks the tables; how many keys each shape has.
fn tables(bytes: &[u8], at: usize) -> Result<Vec<u32>> {
    let counts = [0, 4, 8, 12].map(|i| extent::count(bytes, at + i, 4).unwrap_or(0));
    let [keys, shapes, ids, text_len] = counts;
    let wide = |n: usize| n as u64;
    // Each product is below 2^34, so the sum does not overflow.
    let size = wide(keys) * wide(layout::table_width(text_len + 1))
        + wide(shapes) * wide(layout::table_width(ids + 1))
        + wide(ids) * wide(layout::table_width(keys))
        + wide(text_len);
    if size != wide(bytes.len() - at - TABLES_HEADER_LEN) {
        return Err(invalid(at, "tables that fill the buffer to its end"));
    }
    let tables = Tables::locate(at, counts);
    let names = key_names(bytes, &tables, keys, text_len)?;
    unique_names(&names, &tables)?;
    let members = shape_members(bytes, &tables, shapes, ids)?;
    shape_keys(bytes, &tables, &members, keys)?;
    Ok(members)
}

/// An entry of the tables; they are whole, so that zero stands for nothing.
#[inline(always)]
fn entry(bytes: &[u8], at: usize, width: usize) -> usize {
    let bytes = bytes.get(at..).unwrap_or_default();
    match (width, bytes) {
        (1, &[a, ..]) => a.into(),
        (2, &[a, b, ..]) => u16::from_le_bytes([a, b]).into(),
        (4, &[a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]) as usize,
        _ => 0,
    }
}

/// The text of each key.
fn key_names<'a>(
    bytes: &'a [u8],
    tables: &Tables,
    keys: usize,
    text_len: usize,
) -> Result<Vec<&'a str>> {
    let at = tables.text_at();
    let all = bytes
        .get(at..at + text_len)
        .filter(|text| utf8::is_valid(text))
        .and_then(|text| core::str::from_utf8(text).ok())
        .ok_or_else(|| invalid(at, "keys in UTF-8"))?;
    let mut names = Vec::new();
    names.try_reserve_exact(keys).map_err(no_memory)?;
    let mut start = 0;
    for key in 0..keys {
        let (place, width) = tables.key_end_at(key);
        let end = entry(bytes, place, width);
        let name = all.get(start..end);
        names.push(name.ok_or_else(|| invalid(place, "the end of a key behind the one before"))?);
        start = end;
    }
    if start != text_len {
        return Err(invalid(at, "keys that make up all of the text"));
    }
    Ok(names)
}

fn unique_names(names: &[&str], tables: &Tables) -> Result {
    match repeated(names.len(), |i| names[i])? {
        Some(key) => Err(invalid(
            tables.key_end_at(key).0,
            "a key that is not there twice",
        )),
        None => Ok(()),
    }
}

/// The first of `n` texts that one before it is equal to.
fn repeated<'a>(n: usize, text: impl Fn(usize) -> &'a str) -> Result<Option<usize>> {
    if n <= COMPARED {
        return Ok((1..n).find(|&i| (0..i).any(|j| text(i) == text(j))));
    }
    let hasher = RandomState::default();
    let hash = |&i: &usize| hasher.hash_one(text(i));
    let mut seen: HashTable<usize> = HashTable::new();
    seen.try_reserve(n, hash).map_err(no_memory)?;
    for i in 0..n {
        let hashed = hash(&i);
        if seen.find(hashed, |&j| text(i) == text(j)).is_some() {
            return Ok(Some(i));
        }
        seen.insert_unique(hashed, i, hash);
    }
    Ok(None)
}

fn shape_members(bytes: &[u8], tables: &Tables, shapes: usize, ids: usize) -> Result<Vec<u32>> {
    let mut members = Vec::new();
    members.try_reserve_exact(shapes).map_err(no_memory)?;
    let mut start = 0;
    for shape in 0..shapes {
        let (place, width) = tables.shape_end_at(shape);
        let end = entry(bytes, place, width);
        if end <= start || end > ids {
            return Err(invalid(place, "the end of a shape behind the one before"));
        }
        members.push((end - start) as u32);
        start = end;
    }
    if start != ids {
        return Err(invalid(
            tables.id_at(start),
            "shapes that make up all key numbers",
        ));
    }
    Ok(members)
}

/// Checks that the keys of each shape exist and differ.
fn shape_keys(bytes: &[u8], tables: &Tables, members: &[u32], keys: usize) -> Result {
    // The last shape, counted from one, that has each key.
    let mut last: Vec<u32> = Vec::new();
    last.try_reserve_exact(keys).map_err(no_memory)?;
    last.resize(keys, 0);
    let mut place = tables.id_at(0);
    for (shape, &count) in (1..).zip(members) {
        for _ in 0..count {
            match last.get_mut(entry(bytes, place, tables.id_width())) {
                Some(last) if *last != shape => *last = shape,
                Some(_) => return Err(invalid(place, "a key that the shape has not yet")),
                None => return Err(invalid(place, "the number of a key")),
            }
            place += tables.id_width();
        }
    }
    Ok(())
}

/// A container whose slots are being gone through. Its header is read and whole.
#[derive(Clone, Copy)]
struct Open {
    /// The next slot.
    place: usize,
    /// Where its slots end.
    end: usize,
    /// Where its own node begins: what references count from, and where the last node in it must
    /// end.
    base: usize,
    /// Where the container in it ends that is gone through at the time.
    end_of_inner: usize,
    /// Not zero when a scalar did not begin at the cursor. Looked at only in the end: so nothing
    /// waits for the lengths of texts, and the loads of many run at a time.
    apart: usize,
    /// Bytes a slot.
    width: u8,
    keys: Keys,
}

/// What is to be checked of the slots of a container beyond each for itself.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Nothing.
    None,
    /// Every other slot is the key of an object.
    Object,
    /// Every other slot is the key of a map.
    Map,
}

/// A reference, and what is known of where it stands.
#[derive(Clone, Copy)]
struct Spot {
    /// Where the slot is.
    place: usize,
    /// What it refers to. Before `base`.
    at: usize,
    /// The cursor and the base of the container.
    cursor: usize,
    base: usize,
    /// How many containers are around the one that it stands in.
    depth: usize,
}

/// The slots of a container.
struct Slots {
    first: usize,
    end: usize,
    width: usize,
    keys: Keys,
}

/// What a reference leads to.
enum Found {
    /// A node that is checked, and ends there.
    Leaf(usize),
    Container(Slots),
}

/// The bytes of a small object, header and slots, that was found valid and holds nothing but
/// scalars of a fixed size whose every value is valid: integers, floats, what stands in the slots.
///
/// An object whose own bytes are the same, and before which as many bytes are free for what it
/// holds, is laid out the same way, so it is valid too. Records of numbers are mostly like that.
#[derive(Clone, Copy)]
struct Sample {
    node: u128,
    /// Bytes of what the object holds.
    inside: usize,
    /// How many containers were around it: for the limit.
    depth: usize,
}

impl Sample {
    const BYTES: usize = 16;
    /// Like nothing: no object holds so much.
    const NONE: Self = Self {
        node: 0,
        inside: usize::MAX,
        depth: 0,
    };
}

/// How many samples are kept, by the low bits of the number of the shape.
const SAMPLES: usize = 8;

struct Walk<'a, I> {
    isa: I,
    bytes: &'a [u8],
    /// How many keys each shape has.
    members: Vec<u32>,
    nodes: usize,
    limits: &'a Limits,
    samples: [Sample; SAMPLES],
    /// Whether there is a map.
    maps: bool,
}

impl<I: Isa> Walk<'_, I> {
    /// Goes through the slots of every container: what they refer to must fill the bytes up to its
    /// base.
    #[inline(always)]
    fn tree(&mut self, tree_end: usize) -> Result {
        // The containers around the current one. The first is the document itself, whose one slot
        // is in the file header. The current one is in variables: copied as a whole right after
        // its fields were stored one by one, it would make the processor wait.
        let mut around: Stack<Open> = Stack::new();
        let (mut place, mut end, mut width) = (layout::ROOT_AT, layout::ROOT_AT + 8, 8);
        let (mut base, mut cursor, mut apart) = (tree_end, HEADER_LEN, 0);
        let mut keys = Keys::None;
        // Strings from here to the cursor are not yet checked for UTF-8; see `texts`.
        let mut run = cursor;
        // Where the bytes of an object begin that may serve as a sample; see `Sample`.
        let mut sample = None;
        loop {
            if place == end {
                self.texts(run, cursor)?;
                if apart | (cursor ^ base) != 0 {
                    return Err(loose(base));
                }
                if keys != Keys::None {
                    self.keys(base, end, width, keys)?;
                }
                if let Some(start) = sample.take() {
                    self.keep_sample(base, end, start, around.depth());
                }
                let Some(outer) = around.pop() else {
                    return Ok(());
                };
                (place, end, width) = (outer.place, outer.end, usize::from(outer.width));
                (base, cursor, apart) = (outer.base, outer.end_of_inner, outer.apart);
                keys = outer.keys;
                run = cursor;
                continue;
            }
            let slot = place;
            let unused = 64 - 8 * width as u32;
            // SAFETY: slots end at or before the end of the tree, and the 16 bytes of the tables'
            // header follow; the root slot has 8 bytes.
            let bits = unsafe { load(self.bytes, slot) } << unused >> unused;
            place += width;
            let payload = bits >> 4;
            let kind = bits as u8 & 15;
            if kind & tag::REFERENCE == 0 {
                self.inline(kind, slot, payload, width, around.depth())?;
                continue;
            }
            // Wraps around for a payload that is too large.
            let at = (base as u64).wrapping_sub(payload) as usize;
            if at >= base {
                return Err(misplaced(slot));
            }
            if kind == tag::STRING {
                apart |= at ^ cursor;
                sample = None;
                let first = self.bytes[at];
                if first < 0x80 {
                    cursor = at + 1 + usize::from(first);
                } else {
                    self.texts(run, at)?;
                    (run, cursor) = self.text(at, base)?;
                }
                if cursor > base {
                    return Err(cut_off(slot));
                }
                continue;
            }
            self.texts(run, cursor)?;
            let spot = Spot {
                place: slot,
                at,
                cursor,
                base,
                depth: around.depth(),
            };
            let gap = at ^ cursor;
            let found = match kind {
                tag::I32 => {
                    apart |= gap;
                    Found::Leaf(at + 4)
                }
                tag::F64 | tag::I64 => {
                    apart |= gap;
                    Found::Leaf(at + 8)
                }
                _ => {
                    sample = None;
                    match kind {
                        tag::ARRAY => self.array(spot)?,
                        tag::OBJECT => self.object(spot)?,
                        tag::PACKED => Found::Leaf(self.packed(spot)?),
                        _ => self.other(spot)?,
                    }
                }
            };
            match found {
                Found::Leaf(end) if end <= base => {
                    cursor = end;
                    run = end;
                }
                Found::Leaf(_) => return Err(cut_off(slot)),
                Found::Container(slots) => {
                    around.push(Open {
                        place,
                        end,
                        base,
                        end_of_inner: slots.end,
                        apart,
                        width: width as u8,
                        keys,
                    })?;
                    (place, end, width) = (slots.first, slots.end, slots.width);
                    (base, apart, run) = (at, 0, cursor);
                    let short = kind == tag::OBJECT && end - at <= Sample::BYTES;
                    sample = short.then_some(cursor);
                    keys = slots.keys;
                }
            }
        }
    }

    /// A slot that refers to nothing.
    #[inline(always)]
    fn inline(&self, kind: u8, place: usize, payload: u64, width: usize, depth: usize) -> Result {
        match kind {
            tag::INT => Ok(()),
            tag::LITERAL if payload < literal::EMPTY_ARRAY => Ok(()),
            tag::LITERAL if payload <= literal::EMPTY_OBJECT => self.depth(place, depth + 1),
            tag::SHORT => short(place, payload, width),
            _ => Err(invalid(
                place,
                "a slot with one of the tags and its payload",
            )),
        }
    }

    /// Checks the strings in `[run, end)`, all at once: of each but the first, the length before it
    /// is one byte below 0x80, and so is that of the first if it is in there. Since such a byte is a
    /// character of its own, the whole is UTF-8 exactly when each string is.
    #[inline(always)]
    fn texts(&self, run: usize, end: usize) -> Result {
        if run == end {
            return Ok(());
        }
        if end.wrapping_sub(run) <= SHORT_TEXT
            && let Some(window) = self.bytes.get(run..run + SHORT_TEXT)
            && let Some(window) = window.first_chunk()
            && is_ascii(window, end - run)
        {
            return Ok(());
        }
        // Not a range when a string was not where it should be.
        let text = self.bytes.get(run..end).ok_or_else(|| loose(end))?;
        match utf8::is_valid_with(self.isa, text) {
            true => Ok(()),
            false => Err(not_utf8(run, text)),
        }
    }

    /// A length prefix at `at`, and the bytes after it, which end at or before `base`: where they
    /// begin and end.
    #[inline(always)]
    fn text(&self, at: usize, base: usize) -> Result<(usize, usize)> {
        // Two bytes are enough for most.
        let (len, start) = match self.bytes.get(at..at + 2) {
            Some(&[low @ 0x80..=0xFF, high @ 1..0x80]) => {
                (usize::from(low & 0x7F) | usize::from(high) << 7, at + 2)
            }
            _ => extent::length(self.bytes, at)
                .ok_or_else(|| invalid(at, "a length in its shortest form"))?,
        };
        match base.checked_sub(start) {
            Some(rest) if len <= rest => Ok((start, start + len)),
            _ => Err(cut_off(at)),
        }
    }

    #[inline(always)]
    fn depth(&self, place: usize, depth: usize) -> Result {
        if depth > self.limits.depth {
            return Err(too_deep(place, self.limits.depth));
        }
        Ok(())
    }

    #[inline(always)]
    fn count(&mut self, place: usize, nodes: usize) -> Result {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > self.limits.nodes {
            return Err(too_many(place, self.limits.nodes));
        }
        Ok(())
    }

    /// The header of a container at `at`, whose widths byte comes `skip` bytes later: where its
    /// slots begin, how wide they are, and the count or shape.
    #[inline(always)]
    fn header(&self, spot: Spot, skip: usize) -> Result<(usize, usize, u64)> {
        let Spot { at, .. } = spot;
        if at < spot.cursor {
            return Err(misplaced(spot.place));
        }
        // SAFETY: `at` is before the end of the tree, and the 16 bytes of the tables' header
        // follow: `skip` is at most 1, and the number's 8 bytes begin one byte later.
        let (codes, number) = unsafe {
            let codes = *self.bytes.get_unchecked(at + skip);
            (codes, load(self.bytes, at + skip + 1))
        };
        if codes & 3 == 3 || codes > 15 {
            return Err(invalid(at + skip, "the widths of slots and of a count"));
        }
        let width = layout::count_width(codes >> 2);
        let unused = 64 - 8 * width as u32;
        let number = number << unused >> unused;
        Ok((at + skip + 1 + width, layout::slot_width(codes), number))
    }

    /// A container at `at` with `count` slots, all before the base of the one around it.
    #[inline(always)]
    fn open(
        &mut self,
        spot: Spot,
        (first, width, count): (usize, usize, u64),
        keys: Keys,
    ) -> Result<Found> {
        // Compared with the bytes that there are first, so that the product cannot overflow.
        if count == 0 || count > (spot.base - spot.at) as u64 {
            return Err(no_container(spot.at));
        }
        let end = first + count as usize * width;
        if end > spot.base {
            return Err(no_container(spot.at));
        }
        self.depth(spot.at, spot.depth + 1)?;
        self.count(spot.at, count as usize)?;
        Ok(Found::Container(Slots {
            first,
            end,
            width,
            keys,
        }))
    }

    #[inline(always)]
    fn array(&mut self, spot: Spot) -> Result<Found> {
        let slots = self.header(spot, 0)?;
        self.open(spot, slots, Keys::None)
    }

    #[inline(always)]
    fn object(&mut self, spot: Spot) -> Result<Found> {
        let (first, width, shape) = self.header(spot, 0)?;
        let shape = usize::try_from(shape).unwrap_or(usize::MAX);
        let Some(&count) = self.members.get(shape) else {
            return Err(invalid(spot.at, "the number of a shape"));
        };
        let found = self.open(spot, (first, width, count.into()), Keys::None)?;
        match found {
            Found::Container(slots) if self.like_sample(spot, slots.end) => {
                Ok(Found::Leaf(slots.end))
            }
            found => Ok(found),
        }
    }

    /// Whether the object at `spot` is laid out like the last one of its shape that became a
    /// sample.
    #[inline(always)]
    fn like_sample(&self, spot: Spot, end: usize) -> bool {
        let len = end - spot.at;
        let sample = &self.samples[usize::from(self.bytes[spot.at + 1]) % SAMPLES];
        len <= Sample::BYTES
            && sample.node == self.node_bytes(spot.at, len)
            && sample.inside == spot.at - spot.cursor
            && sample.depth >= spot.depth
    }

    /// Makes the object at `base`, just gone through, the sample for those to come.
    #[inline(always)]
    fn keep_sample(&mut self, base: usize, end: usize, start: usize, depth: usize) {
        let node = self.node_bytes(base, end - base);
        self.samples[usize::from(self.bytes[base + 1]) % SAMPLES] = Sample {
            node,
            inside: base - start,
            // Of the containers around this one, it is itself the last.
            depth: depth - 1,
        };
    }

    /// The `len <= 16` bytes at `at`, a position in the tree, then zeros.
    #[inline(always)]
    fn node_bytes(&self, at: usize, len: usize) -> u128 {
        match self
            .bytes
            .get(at..at + Sample::BYTES)
            .and_then(|bytes| bytes.first_chunk())
        {
            Some(&bytes) if len != 0 => {
                let unused = 128 - 8 * len as u32;
                u128::from_le_bytes(bytes) << unused >> unused
            }
            _ => 0,
        }
    }

    /// A packed node, with zeros before it for the sake of alignment: where it ends.
    #[inline(always)]
    fn packed(&mut self, spot: Spot) -> Result<usize> {
        let header = || invalid(spot.at, "the header of a packed node and all its numbers");
        if spot.at < spot.cursor {
            return Err(misplaced(spot.place));
        }
        // Rows of few numbers.
        if let Some(&[byte @ 0..7, count @ 1..=0xFF]) = self.bytes.get(spot.at..spot.at + 2)
            && spot.at == spot.cursor
            && let Some(element) = Element::from_code(byte)
        {
            self.depth(spot.at, spot.depth + 1)?;
            self.count(spot.at, count.into())?;
            return Ok(spot.at + 2 + usize::from(count) * element.width());
        }
        let packed = extent::packed(self.bytes, spot.at).ok_or_else(header)?;
        let elements = packed.elements().filter(|&n| n != 0).ok_or_else(header)?;
        let end = packed.end().filter(|&end| end <= spot.base);
        let end = end.ok_or_else(header)?;
        if spot.at != spot.cursor {
            let aligned = packed.element.width() == 8 && elements >= ALIGN_FROM;
            let padding = &self.bytes[spot.cursor..spot.at];
            if !aligned || padding.len() >= 8 || padding.iter().any(|&b| b != 0) {
                return Err(misplaced(spot.place));
            }
        }
        let rows = packed.rows.unwrap_or(0);
        self.depth(spot.at, spot.depth + 1 + usize::from(rows != 0))?;
        self.count(spot.at, elements.saturating_add(rows))?;
        Ok(end)
    }

    /// A node of tag `OTHER`.
    #[cold]
    #[inline(never)]
    fn other(&mut self, spot: Spot) -> Result<Found> {
        let Spot { at, .. } = spot;
        if at < spot.cursor {
            return Err(misplaced(spot.place));
        }
        let kind = self.bytes[at];
        match kind {
            other::TAGGED | other::EXTENSION => {
                let slots = extent::tagged(self.bytes, at);
                let slots = slots.ok_or_else(|| invalid(at, "a tag and a slot"))?;
                let tag = extent::uint(self.bytes, at + 2, 8);
                if kind == other::EXTENSION && tag.is_none_or(|kind| kind > 0xFF) {
                    return Err(invalid(at + 2, "an extension type of 8 bits"));
                }
                self.open(spot, (slots.at, slots.width, 1), Keys::None)
            }
            other::MAP | other::PAIRS => {
                let (first, width, count) = self.header(spot, 1)?;
                let keys = match kind {
                    other::MAP => Keys::Map,
                    _ => Keys::Object,
                };
                self.open(spot, (first, width, count.saturating_mul(2)), keys)
            }
            _ if at != spot.cursor => Err(misplaced(spot.place)),
            _ => self.scalar(at, kind, spot.base).map(Found::Leaf),
        }
    }

    /// Any other node of tag `OTHER`: where it ends.
    fn scalar(&self, at: usize, kind: u8, base: usize) -> Result<usize> {
        let start = at + 1;
        match kind {
            other::U64 => match extent::uint(self.bytes, start, 8) {
                Some(value) if value >> 63 != 0 => Ok(start + 8),
                _ => Err(invalid(start, "an integer from 2^63 on")),
            },
            other::F32 => Ok(start + 4),
            other::TIMESTAMP => match extent::uint(self.bytes, start + 8, 4) {
                Some(0..1_000_000_000) => Ok(start + 12),
                _ => Err(invalid(start + 8, "nanoseconds below 10^9")),
            },
            other::BIG | other::DECIMAL | other::BYTES => {
                let (start, end) = self.text(start, base)?;
                let text = &self.bytes[start..end];
                match kind {
                    other::BIG if !is_big(text) => Err(invalid(
                        start,
                        "an integer beyond 64 bits in its shortest form",
                    )),
                    other::DECIMAL if !is_decimal(text) => {
                        Err(invalid(start, "a number as JSON writes it"))
                    }
                    _ => Ok(end),
                }
            }
            _ => Err(invalid(at, "one of the kinds of a node")),
        }
    }

    /// The keys of an object that carries its own are strings and differ; those of a map are not
    /// all strings (that they differ is checked when the whole tree can be read).
    #[cold]
    #[inline(never)]
    fn keys(&mut self, base: usize, end: usize, width: usize, keys: Keys) -> Result {
        // The header has been read before.
        let spot = Spot {
            place: base,
            at: base,
            cursor: base,
            base: end,
            depth: 0,
        };
        let (first, ..) = self.header(spot, 1)?;
        let members = (end - first) / width / 2;
        let place = |i: usize| first + 2 * i * width;
        let key = |i: usize| {
            matches!(self.bytes[place(i)] & 15, tag::SHORT | tag::STRING).then(|| {
                // SAFETY: the slots of the container have been gone through, and with them the
                // strings that they hold and refer to.
                unsafe { Raw::new(self.bytes).text_at(place(i), 64 - 8 * width as u32, base) }
            })?
        };
        if keys == Keys::Map {
            self.maps = true;
            return match (0..members).all(|i| key(i).is_some()) {
                true => Err(invalid(base, "a map with a key that is no string")),
                false => Ok(()),
            };
        }
        if let Some(i) = (0..members).find(|&i| key(i).is_none()) {
            return Err(invalid(place(i), "a string as a key"));
        }
        match repeated(members, |i| key(i).unwrap_or_default())? {
            Some(i) => Err(invalid(place(i), "a key that the object has not yet")),
            None => Ok(()),
        }
    }
}

/// A string inside its slot of `width` bytes.
#[inline(always)]
fn short(place: usize, payload: u64, width: usize) -> Result {
    let len = payload as usize & 15;
    let text = payload >> 4;
    if len >= width || text >> (8 * len) != 0 {
        return Err(invalid(
            place,
            "a short string that fits its slot, then zeros",
        ));
    }
    let bytes = text.to_le_bytes();
    if text & 0x8080_8080_8080_8080 != 0 && core::str::from_utf8(&bytes[..len]).is_err() {
        return Err(not_utf8(place + 1, &bytes[..len]));
    }
    Ok(())
}

/// Strings up to this length are checked for ASCII in one step.
const SHORT_TEXT: usize = 32;

/// Whether the first `len` bytes of `window`, at least one, are ASCII.
#[inline(always)]
fn is_ascii(window: &[u8; SHORT_TEXT], len: usize) -> bool {
    // The highest bit of each byte, as 8 bits of a word: the product moves them all to the top.
    let high = |word: &[u8; 8]| {
        let high = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        high.wrapping_mul(0x0002_0408_1020_4081) >> 56
    };
    let (words, _) = window.as_chunks();
    let bits =
        (words.iter().zip([0, 8, 16, 24])).fold(0, |bits, (word, at)| bits | high(word) << at);
    bits << (64 - len) == 0
}

#[cold]
#[inline(never)]
fn not_utf8(at: usize, text: &[u8]) -> Error {
    let good = core::str::from_utf8(text).map_or_else(|error| error.valid_up_to(), str::len);
    invalid(at + good, "UTF-8")
}

/// Eight bytes.
///
/// # Safety
/// `at + 8 <= bytes.len()`.
#[inline(always)]
unsafe fn load(bytes: &[u8], at: usize) -> u64 {
    debug_assert!(at + 8 <= bytes.len());
    // SAFETY: in range by the caller's contract; a byte array needs no alignment.
    let bytes = unsafe { bytes.as_ptr().add(at).cast::<[u8; 8]>().read_unaligned() };
    u64::from_le_bytes(bytes)
}

#[cold]
#[inline(never)]
fn misplaced(place: usize) -> Error {
    invalid(
        place,
        "a slot that refers to the node right behind the one before",
    )
}

#[cold]
#[inline(never)]
fn cut_off(place: usize) -> Error {
    invalid(place, "a slot that refers to a whole node")
}

#[cold]
#[inline(never)]
fn loose(base: usize) -> Error {
    invalid(base, "a container right behind what it holds, with no gaps")
}

#[cold]
#[inline(never)]
fn no_container(at: usize) -> Error {
    invalid(at, "a container with members, all before the one around it")
}

#[cold]
#[inline(never)]
fn too_deep(at: usize, limit: usize) -> Error {
    let most = alloc::format!("at most {limit} containers inside each other");
    Error::expected(ErrorKind::DepthLimit, most)
        .at(at)
        .with_hint("raise Limits::depth if the input is trusted")
}

#[cold]
#[inline(never)]
fn too_many(at: usize, limit: usize) -> Error {
    let most = alloc::format!("at most {limit} nodes");
    Error::expected(ErrorKind::NodeLimit, most)
        .at(at)
        .with_hint("raise Limits::nodes if the input is trusted")
}

/// Whether `text` is an integer that neither `i64` nor `u64` holds, without leading zeros.
fn is_big(text: &[u8]) -> bool {
    let (digits, bound) = match text {
        [b'-', digits @ ..] => (digits, &b"9223372036854775808"[..]),
        _ => (text, &b"18446744073709551615"[..]),
    };
    digits.iter().all(u8::is_ascii_digit)
        && digits.first().is_some_and(|&first| first != b'0')
        && (digits.len() > bound.len() || digits.len() == bound.len() && digits > bound)
}

/// Whether `text` is a number as JSON writes it.
fn is_decimal(text: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let rest = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || whole > 1 && rest[0] == b'0' {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let places = digits(fraction);
        if places == 0 {
            return false;
        }
        rest = &fraction[places..];
    }
    match rest {
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
        _ => rest.is_empty(),
    }
}
