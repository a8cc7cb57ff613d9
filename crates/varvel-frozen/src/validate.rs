//! Validation: one linear pass over bytes from elsewhere, before anything reads them unchecked.
//!
//! # The walk
//! Nodes lie in the buffer in post-order: what a container holds lies right before it, in order.
//! So the walk goes down from the root and keeps one *cursor*: the end of the last complete node.
//! A slot that refers to a scalar must refer to the cursor itself, which then moves past the
//! scalar; a container is entered, its slots are gone through, and when they are done it must
//! begin at the cursor, which moves past its slots. Every byte is so proved to belong to exactly
//! one node. Entering a container takes its end to be at or before the beginning of the one around
//! it: slots of open containers never overlap, so hostile bytes buy no more work than there are
//! bytes, and nothing can contain itself.
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
//! Memory: 32 open containers in place, 40 bytes for each one deeper; 12 bytes a key of the tables;
//! for objects that carry their keys, and maps, 16 bytes a key while they are checked.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;
use varvel_core::{Error, ErrorKind, Limits, Result};
use varvel_raw::simd::{self, Isa, Task};
use varvel_raw::utf8;

use crate::extent;
use crate::layout::{self, ALIGN_FROM, HEADER_LEN, MAGIC, TABLES_HEADER_LEN, VERSION};
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
        let (tables, shapes) = tables(bytes, tree_end)?;
        let mut walk = Walk {
            isa,
            bytes,
            tables,
            shapes,
            tree_end,
            cursor: HEADER_LEN,
            nodes: 0,
            limits,
            maps: false,
        };
        walk.tree()?;
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

/// Checks the tables; where they are, and how many shapes there are.
fn tables(bytes: &[u8], at: usize) -> Result<(Tables, usize)> {
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
    shape_ends(bytes, &tables, shapes, ids)?;
    shape_keys(bytes, &tables, shapes, keys)?;
    Ok((tables, shapes))
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
        let end = extent::count(bytes, place, width).unwrap_or(0);
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

fn shape_ends(bytes: &[u8], tables: &Tables, shapes: usize, ids: usize) -> Result {
    let mut start = 0;
    for shape in 0..shapes {
        let (place, width) = tables.shape_end_at(shape);
        let end = extent::count(bytes, place, width).unwrap_or(0);
        if end <= start || end > ids {
            return Err(invalid(place, "the end of a shape behind the one before"));
        }
        start = end;
    }
    if start != ids {
        return Err(invalid(
            tables.id_at(start),
            "shapes that make up all key numbers",
        ));
    }
    Ok(())
}

/// Checks that the keys of each shape exist and differ.
fn shape_keys(bytes: &[u8], tables: &Tables, shapes: usize, keys: usize) -> Result {
    // The last shape, counted from one, that has each key.
    let mut last: Vec<u32> = Vec::new();
    last.try_reserve_exact(keys).map_err(no_memory)?;
    last.resize(keys, 0);
    let mut i = 0;
    for shape in 0..shapes {
        let (place, width) = tables.shape_end_at(shape);
        let end = extent::count(bytes, place, width).unwrap_or(0);
        while i < end {
            let place = tables.id_at(i);
            let key = extent::count(bytes, place, tables.id_width());
            match key.and_then(|key| last.get_mut(key)) {
                Some(last) if *last != shape as u32 + 1 => *last = shape as u32 + 1,
                Some(_) => return Err(invalid(place, "a key that the shape has not yet")),
                None => return Err(invalid(place, "the number of a key")),
            }
            i += 1;
        }
    }
    Ok(())
}

/// A container whose slots are being gone through.
#[derive(Clone, Copy)]
struct Frame {
    /// Where its node begins: what references count from.
    base: usize,
    first: usize,
    next: usize,
    end: usize,
    /// See [`view::raw::Slots::shift`].
    shift: u32,
    kind: Container,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Container {
    Document,
    /// An array, an object with a shape, a tagged node: nothing is left to check at the end.
    Plain,
    Pairs,
    Map,
}

struct Walk<'a, I> {
    isa: I,
    bytes: &'a [u8],
    tables: Tables,
    shapes: usize,
    tree_end: usize,
    /// The end of the last complete node. Invariant: at most `tree_end`.
    cursor: usize,
    nodes: usize,
    limits: &'a Limits,
    /// Whether there is a map.
    maps: bool,
}

impl<I: Isa> Walk<'_, I> {
    #[inline(always)]
    fn tree(&mut self) -> Result {
        let mut stack: Stack<Frame> = Stack::new();
        let mut frame = Frame {
            base: self.tree_end,
            first: layout::ROOT_AT,
            next: layout::ROOT_AT,
            end: layout::ROOT_AT + 8,
            shift: 0,
            kind: Container::Document,
        };
        loop {
            if frame.next == frame.end {
                if frame.kind == Container::Document {
                    break;
                }
                self.close(&frame)?;
                // The document itself lies below all other frames.
                let Some(outer) = stack.pop() else { break };
                frame = outer;
                continue;
            }
            let place = frame.next;
            // SAFETY: slots end at or before the end of the tree, and the 16 bytes of the tables'
            // header follow; the root slot has 8 bytes.
            let bits = unsafe { load(self.bytes, place) } << frame.shift >> frame.shift;
            frame.next += (64 - frame.shift as usize) / 8;
            let payload = bits >> 4;
            match bits as u8 & 15 {
                tag::LITERAL => self.literal(place, payload, stack.depth())?,
                tag::INT => {}
                tag::SHORT => self.short(place, payload, frame.shift)?,
                tag::STRING => {
                    self.at_cursor(place, frame.base, payload)?;
                    self.string(place)?;
                }
                tag::F64 | tag::I64 => {
                    self.at_cursor(place, frame.base, payload)?;
                    self.pass(place, 8)?;
                }
                tag::I32 => {
                    self.at_cursor(place, frame.base, payload)?;
                    self.pass(place, 4)?;
                }
                kind @ tag::REFERENCE.. => {
                    let at = (frame.base as u64)
                        .checked_sub(payload)
                        .map(|at| at as usize)
                        .filter(|&at| at >= self.cursor)
                        .ok_or_else(|| misplaced(place))?;
                    if let Some(inner) = self.node(place, kind, at, &frame, stack.depth())? {
                        stack.push(frame)?;
                        frame = inner;
                    }
                }
                _ => return Err(invalid(place, "a slot with one of the tags")),
            }
        }
        if self.cursor != self.tree_end {
            return Err(invalid(self.cursor, "the end of the tree"));
        }
        Ok(())
    }

    /// Whether a slot refers to the cursor.
    #[inline(always)]
    fn at_cursor(&self, place: usize, base: usize, payload: u64) -> Result {
        if (base as u64).wrapping_sub(payload) != self.cursor as u64 {
            return Err(misplaced(place));
        }
        Ok(())
    }

    /// Moves the cursor past `len` bytes.
    #[inline(always)]
    fn pass(&mut self, place: usize, len: usize) -> Result {
        if self.tree_end - self.cursor < len {
            return Err(cut_off(place));
        }
        self.cursor += len;
        Ok(())
    }

    #[inline(always)]
    fn literal(&self, place: usize, payload: u64, depth: usize) -> Result {
        if payload >= literal::EMPTY_ARRAY {
            if payload > literal::EMPTY_OBJECT {
                return Err(invalid(place, "a literal"));
            }
            self.depth(place, depth + 1)?;
        }
        Ok(())
    }

    /// A string inside its slot.
    #[inline(always)]
    fn short(&self, place: usize, payload: u64, shift: u32) -> Result {
        let len = payload as usize & 15;
        let text = payload >> 4;
        if len >= (64 - shift as usize) / 8 || text >> (8 * len) != 0 {
            return Err(invalid(
                place,
                "a short string that fits its slot, then zeros",
            ));
        }
        if text & 0x8080_8080_8080_8080 != 0
            && core::str::from_utf8(&text.to_le_bytes()[..len]).is_err()
        {
            return Err(invalid(place + 1, "UTF-8"));
        }
        Ok(())
    }

    /// A length prefix at the cursor, and the bytes after it: moves the cursor to their end.
    #[inline(always)]
    fn text(&mut self, place: usize) -> Result<&[u8]> {
        // The cursor is at most the end of the tree, and tables follow.
        let first = self.bytes[self.cursor];
        let (len, start) = match first {
            0..0x80 => (usize::from(first), self.cursor + 1),
            _ => extent::length(self.bytes, self.cursor)
                .ok_or_else(|| invalid(self.cursor, "a length in its shortest form"))?,
        };
        if start > self.tree_end || len > self.tree_end - start {
            return Err(cut_off(place));
        }
        self.cursor = start + len;
        Ok(&self.bytes[start..start + len])
    }

    #[inline(always)]
    fn string(&mut self, place: usize) -> Result {
        let isa = self.isa;
        let text = self.text(place)?;
        if !utf8::is_valid_with(isa, text) {
            let len = text.len();
            return Err(invalid(self.cursor - len, "UTF-8"));
        }
        Ok(())
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

    /// A node of any kind but the commonest scalars; a container is opened.
    #[inline(always)]
    fn node(
        &mut self,
        place: usize,
        kind: u8,
        at: usize,
        outer: &Frame,
        depth: usize,
    ) -> Result<Option<Frame>> {
        let (slots, container) = match kind {
            tag::ARRAY => (extent::array(self.bytes, at), Container::Plain),
            tag::OBJECT => {
                let (bytes, tables, shapes) = (self.bytes, &self.tables, self.shapes);
                let members = |shape| tables.members(bytes, shapes, shape);
                let object = extent::object(bytes, at, members);
                (object.map(|(_, slots)| slots), Container::Plain)
            }
            tag::PACKED => {
                self.packed(place, at, depth)?;
                return Ok(None);
            }
            _ => match self.other(place, at)? {
                Some(opened) => opened,
                None => return Ok(None),
            },
        };
        let slots = slots.filter(|slots| slots.count != 0);
        let (slots, end) = slots
            .and_then(|slots| Some((slots, slots.end()?)))
            .filter(|&(_, end)| end <= outer.base)
            .ok_or_else(|| invalid(at, "the header of a container and all its slots"))?;
        self.depth(at, depth + 1)?;
        self.count(at, slots.count)?;
        Ok(Some(Frame {
            base: at,
            first: slots.at,
            next: slots.at,
            end,
            shift: 64 - 8 * slots.width as u32,
            kind: container,
        }))
    }

    /// A container whose slots are done must begin at the cursor, which moves past it.
    #[inline(always)]
    fn close(&mut self, frame: &Frame) -> Result {
        if frame.base != self.cursor {
            return Err(invalid(
                self.cursor,
                "a container right behind what it holds",
            ));
        }
        self.cursor = frame.end;
        match frame.kind {
            Container::Pairs | Container::Map => self.close_pairs(frame),
            _ => Ok(()),
        }
    }

    /// A packed node, with zeros before it for the sake of alignment.
    #[inline(always)]
    fn packed(&mut self, place: usize, at: usize, depth: usize) -> Result {
        let header = || invalid(at, "the header of a packed node and all its numbers");
        let packed = extent::packed(self.bytes, at).ok_or_else(header)?;
        let elements = packed.elements().filter(|&n| n != 0).ok_or_else(header)?;
        let end = packed.end().filter(|&end| end <= self.tree_end);
        let end = end.ok_or_else(header)?;
        if at != self.cursor {
            let aligned = packed.element.width() == 8 && elements >= ALIGN_FROM;
            let padding = &self.bytes[self.cursor..at];
            if !aligned || padding.len() >= 8 || padding.iter().any(|&b| b != 0) {
                return Err(misplaced(place));
            }
        }
        let rows = packed.rows.unwrap_or(0);
        self.depth(at, depth + 1 + usize::from(rows != 0))?;
        self.count(at, elements.saturating_add(rows))?;
        self.cursor = end;
        Ok(())
    }

    /// A node of tag `OTHER`: opens a container, passes over anything else.
    #[cold]
    #[inline(never)]
    fn other(
        &mut self,
        place: usize,
        at: usize,
    ) -> Result<Option<(Option<extent::Slots>, Container)>> {
        let kind = self.bytes[at];
        let bytes = self.bytes;
        let opened = match kind {
            other::TAGGED => (extent::tagged(bytes, at), Container::Plain),
            other::EXTENSION => {
                if extent::uint(bytes, at + 2, 8).is_none_or(|kind| kind > 0xFF) {
                    return Err(invalid(at + 2, "an extension type of 8 bits"));
                }
                (extent::tagged(bytes, at), Container::Plain)
            }
            other::MAP => (extent::pairs(bytes, at), Container::Map),
            other::PAIRS => (extent::pairs(bytes, at), Container::Pairs),
            _ => {
                self.scalar(place, at, kind)?;
                return Ok(None);
            }
        };
        Ok(Some(opened))
    }

    fn scalar(&mut self, place: usize, at: usize, kind: u8) -> Result {
        if at != self.cursor {
            return Err(misplaced(place));
        }
        self.pass(place, 1)?;
        let start = self.cursor;
        match kind {
            other::U64 => {
                self.pass(place, 8)?;
                if extent::uint(self.bytes, start, 8).is_none_or(|value| value >> 63 == 0) {
                    return Err(invalid(start, "an integer from 2^63 on"));
                }
            }
            other::F32 => self.pass(place, 4)?,
            other::BIG => {
                if !is_big(self.text(place)?) {
                    return Err(invalid(
                        start,
                        "an integer beyond 64 bits in its shortest form",
                    ));
                }
            }
            other::DECIMAL => {
                if !is_decimal(self.text(place)?) {
                    return Err(invalid(start, "a number as JSON writes it"));
                }
            }
            other::BYTES => {
                self.text(place)?;
            }
            other::TIMESTAMP => {
                self.pass(place, 12)?;
                let nanos = extent::uint(self.bytes, start + 8, 4);
                if nanos.is_none_or(|nanos| nanos >= 1_000_000_000) {
                    return Err(invalid(start + 8, "nanoseconds below 10^9"));
                }
            }
            _ => return Err(invalid(at, "one of the kinds of a node")),
        }
        Ok(())
    }

    /// The keys of an object that carries its own are strings and differ; those of a map are not
    /// all strings (that they differ is checked when the whole tree can be read).
    #[cold]
    #[inline(never)]
    fn close_pairs(&mut self, frame: &Frame) -> Result {
        let width = (64 - frame.shift as usize) / 8;
        let first = frame.first;
        let keys = (frame.end - first) / width / 2;
        let place = |i: usize| first + 2 * i * width;
        // SAFETY: the container and all that it holds have been gone through.
        let key = |i: usize| unsafe {
            let raw = Raw::new(self.bytes);
            raw.text_at(place(i), frame.shift, frame.base)
        };
        if frame.kind == Container::Map {
            self.maps = true;
            return match (0..keys).all(|i| key(i).is_some()) {
                true => Err(invalid(frame.base, "a map with a key that is no string")),
                false => Ok(()),
            };
        }
        if let Some(i) = (0..keys).find(|&i| key(i).is_none()) {
            return Err(invalid(place(i), "a string as a key"));
        }
        match repeated(keys, |i| key(i).unwrap_or_default())? {
            Some(i) => Err(invalid(place(i), "a key that the object has not yet")),
            None => Ok(()),
        }
    }
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
