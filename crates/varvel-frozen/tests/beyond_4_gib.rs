//! Buffers of more than 4 GiB, and containers whose slots are 8 bytes wide.
//!
//! The large buffer is made in memory that the system provides as zeros and that is hardly touched:
//! a node of 5 GiB of bytes, which nobody reads, and behind it the nodes under test. So it takes
//! some pages, not 5 GiB. The test is skipped if so much memory cannot be addressed or allocated.

#[path = "all/model/mod.rs"]
mod model;

use std::alloc::{Layout, alloc_zeroed};

use model::*;
use varvel_core::{ErrorKind, Result, Sink};
use varvel_frozen::{Builder, Frozen, View};

fn main() {
    if cfg!(miri) {
        println!("skipped: half a gigabyte takes Miri too long");
        return;
    }
    slots_of_8_bytes().unwrap();
    println!("beyond 256 MiB: ok");
    match zeros(LARGE + (1 << 16)) {
        Some(memory) => {
            beyond_4_gib(memory).unwrap();
            println!("beyond 4 GiB: ok");
        }
        None => println!("skipped: no memory of 5 GiB to be had, not even untouched"),
    }
}

/// The length of the node of bytes.
const LARGE: u64 = 5 << 30;

/// Memory of this many zeros, none of them touched.
fn zeros(len: u64) -> Option<Vec<u8>> {
    let len = usize::try_from(len).ok()?;
    let layout = Layout::array::<u8>(len).ok()?;
    // SAFETY: the size is not zero.
    let memory = unsafe { alloc_zeroed(layout) };
    // SAFETY: allocated by the global allocator with the layout of `len` bytes, all initialised.
    (!memory.is_null()).then(|| unsafe { Vec::from_raw_parts(memory, len, len) })
}

/// Every kind of node with a layout of its own: shapes, an object that carries its keys, packed
/// numbers, a matrix, strings in the slot and outside. No map, since validation reads every byte of
/// a document with one.
fn part() -> Tree {
    let record = |i: i64| object([("id", I64(i * 70_000)), ("name", text("a name"))]);
    let floats = |n: i32| Array((0..n).map(|i| F64(f64::from(i) / 4.0)).collect());
    let many = (0..900).map(|i| (format!("key {i}"), I64(i))).collect();
    Array(vec![
        record(1),
        record(2),
        floats(9),
        Array(vec![floats(2), floats(2)]),
        object([("", text("")), ("x", text("y"))]),
        Object(many),
    ])
}

/// The builder's own 8-byte slots, beyond 256 MiB.
fn slots_of_8_bytes() -> Result {
    let part = part();
    let large = vec![0; (1 << 28) + 1];
    let mut builder = Builder::new();
    builder.start()?;
    builder.begin_map(None)?;
    builder.key("large".into())?;
    builder.bytes(large.as_slice().into())?;
    builder.key("part".into())?;
    part.drive(&mut builder)?;
    builder.key("n".into())?;
    builder.i64(-7)?;
    builder.end_map()?;
    let frozen = builder.finish()?;
    let view = Frozen::validate(frozen.as_bytes())?;
    look(view, &part, large.len())
}

/// Asserts that `view` is `{"large": bytes, "part": part, "n": -7}`.
fn look(view: View<'_>, part: &Tree, large: usize) -> Result {
    assert_eq!(view.field("large")?.bytes()?.len(), large);
    assert_eq!(view.field("n")?.i64()?, -7);
    assert!(view.keys().eq(["large", "part", "n"]));
    let found = view.field("part")?;
    part.check(
        found,
        &mut vec![varvel_core::path::Step::Key("part".into())],
    );
    let ids = found.column("id").take(2).flatten();
    assert_eq!(ids.map(|id| id.i64_or(0)).sum::<i64>(), 210_000);

    // Extracted by a copy of its bytes and by building it anew.
    let mut builder = Builder::new();
    let mut splice = builder.splice(found)?;
    splice.begin_array(None)?;
    splice.node(found)?;
    splice.items(found, 1..5)?;
    splice.end_array()?;
    let spliced = splice.finish()?;
    assert!(spliced.as_bytes().len() < 1 << 20);
    let spliced = Frozen::validate(spliced.as_bytes())?;
    assert!(spliced.item(0)? == found);
    assert!(spliced.items().skip(1).eq(found.items().take(5).skip(1)));
    let whole = Frozen::from_bytes(view.buffer())?;
    let item = whole.part(found.item(1)?).unwrap();
    assert!(item.view() == found.item(1)?);
    assert!(item.detach()?.view() == found.item(1)?);
    Ok(())
}

/// `{"large": bytes, "part": part, "n": -7}`; the bytes are zeros that exist already.
fn beyond_4_gib(mut memory: Vec<u8>) -> Result {
    let part = part();
    // The document with null in the place of the bytes: the nodes of the part, then that of the
    // root.
    let with = |part: &Tree| object([("large", Null), ("part", part.clone()), ("n", I64(-7))]);
    // The root has a shape if its keys come before those of the part use up the budget.
    let mut builder = Builder::new();
    with(&Null).freeze_with(&mut builder)?;
    let small = with(&part).freeze_with(&mut builder)?;
    let small = small.as_bytes();
    let number = |at: usize| u64::from_le_bytes(small[at..at + 8].try_into().unwrap());
    let (tree_end, slot) = (number(16) as usize, number(24));
    let root = tree_end - (slot >> 4) as usize;
    let nodes = &small[32..root];
    let header = &small[root..root + 2];
    // An object with slots of 4 bytes and a shape number of one byte.
    assert_eq!((slot & 15, header[0]), (10, 1));
    let part_slot = u32::from_le_bytes(small[root + 6..root + 10].try_into().unwrap());
    let (part_tag, part_at) = (
        u64::from(part_slot & 15),
        root - (part_slot >> 4) as usize - 32,
    );

    // The node of bytes: its kind, its length, the zeros.
    memory[32] = 4;
    for i in 0..5 {
        memory[33 + i] = (LARGE >> (7 * i)) as u8 & 0x7F | if i < 4 { 0x80 } else { 0 };
    }
    let behind = 38 + LARGE as usize;
    let base = behind + nodes.len();
    let mut rest = nodes.to_vec();
    rest.extend([2, header[1]]);
    let reference = |tag: u64, at: usize| ((base - at) as u64) << 4 | tag;
    let slots = [
        reference(15, 32),
        reference(part_tag, behind + part_at),
        (-7_i64 << 4) as u64 | 1,
    ];
    rest.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
    let end = behind + rest.len();
    rest.extend(&small[tree_end..]);
    memory.truncate(behind + rest.len());
    memory[behind..].copy_from_slice(&rest);
    memory[..8].copy_from_slice(b"VRVL\x01\0\0\0");
    let fields = [memory.len(), end, (end - base) << 4 | 10];
    for (i, field) in fields.into_iter().enumerate() {
        memory[8 + 8 * i..][..8].copy_from_slice(&(field as u64).to_le_bytes());
    }

    look(Frozen::validate(&memory)?, &part, LARGE as usize)?;
    // The places of errors are beyond 4 GiB, too.
    for at in [base, base + 2, base + 6, base + 12] {
        memory[at] ^= 1;
        let error = Frozen::validate(&memory).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidFrozen);
        assert!(
            error.offset().is_some_and(|at| at as u64 > LARGE),
            "{error}"
        );
        memory[at] ^= 1;
    }
    Ok(())
}
