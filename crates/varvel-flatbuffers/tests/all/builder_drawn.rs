//! Drawn calls of the builder, in any order and with parts of other buffers: what is finished is
//! verified.

use crate::monster;

use monster::{Monster, Simple, Stat, Test, TestT, Vec3T};
use varvel_core::Result;
use varvel_flatbuffers::read::{Scalars, Strings, Structs, Tables};
use varvel_flatbuffers::{Builder, Offset, Text, Verify};

/// Pseudorandom numbers (Marsaglia, "Xorshift RNGs").
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % end.max(1) as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> Option<T> {
        choices.get(self.below(choices.len())).copied()
    }

    fn some<T: Copy>(&mut self, choices: &[T]) -> Vec<T> {
        let count = self.below(4);
        (0..count).filter_map(|_| self.of(choices)).collect()
    }
}

/// The parts that were built, of this buffer and of others.
#[derive(Default)]
struct Parts {
    texts: Vec<Offset<Text>>,
    monsters: Vec<Offset<Monster<'static>>>,
    stats: Vec<Offset<Stat<'static>>>,
    simple: Vec<Offset<Simple<'static>>>,
    bytes: Vec<Offset<Scalars<u8>>>,
    strings: Vec<Offset<Strings>>,
    tests: Vec<Offset<Structs<Test<'static>>>>,
    tables: Vec<Offset<Tables<Monster<'static>>>>,
}

/// Sets some fields of a table, and keeps it if it can be finished. Errors of fields are ignored.
fn monster(builder: &mut Builder, draw: &mut Draw, parts: &mut Parts) -> Result {
    let mut table = builder.table::<Monster>()?;
    for _ in 0..draw.below(10) {
        let _ = match draw.below(12) {
            0 => table.scalar::<i16, 1>(draw.below(200) as i16).map(drop),
            1 => table.scalar::<u8, 6>(draw.below(9) as u8).map(drop),
            2 => table.structure::<_, 0>(&Vec3T::default()).map(drop),
            3 => draw.of(&parts.bytes).map_or(Ok(()), |part| {
                table.vector::<Scalars<u8>, 5>(part).map(drop)
            }),
            4 => draw.of(&parts.tests).map_or(Ok(()), |part| {
                table.vector::<Structs<Test>, 9>(part).map(drop)
            }),
            5 => draw
                .of(&parts.strings)
                .map_or(Ok(()), |part| table.vector::<Strings, 10>(part).map(drop)),
            6 => draw.of(&parts.tables).map_or(Ok(()), |part| {
                table.vector::<Tables<Monster>, 11>(part).map(drop)
            }),
            7 => draw
                .of(&parts.monsters)
                .map_or(Ok(()), |part| table.table::<Monster, 12>(part).map(drop)),
            8 => draw
                .of(&parts.stats)
                .map_or(Ok(()), |part| table.table::<Stat, 14>(part).map(drop)),
            9 => draw.of(&parts.monsters).map_or(Ok(()), |part| {
                table.member_table::<Monster, 8, 1>(part).map(drop)
            }),
            10 => draw.of(&parts.simple).map_or(Ok(()), |part| {
                table.member_table::<Simple, 8, 2>(part).map(drop)
            }),
            _ => draw
                .of(&parts.texts)
                .map_or(Ok(()), |part| table.string::<3>(part).map(drop)),
        };
    }
    if draw.below(8) == 0 {
        // Dropped half-way.
        return Ok(());
    }
    if let Some(text) = draw.of(&parts.texts) {
        let _ = table.string::<3>(text);
    }
    parts.monsters.push(table.finish()?);
    Ok(())
}

/// Makes one drawn call.
fn call(builder: &mut Builder, draw: &mut Draw, parts: &mut Parts) -> Result {
    match draw.below(16) {
        0 => parts
            .texts
            .push(builder.string(["", "a", "a longer text"][draw.below(3)])?),
        1 => parts
            .texts
            .push(builder.shared_string(["b", "c"][draw.below(2)])?),
        2 => {
            let values = vec![7; draw.below(20)];
            let align = [1, 2, 8, 256, 3, 512][draw.below(6)];
            parts
                .bytes
                .push(builder.aligned_scalars::<u8>(&values, align)?);
        }
        3 => parts
            .strings
            .push(builder.strings(&draw.some(&parts.texts))?),
        4 => {
            let values = vec![TestT::default(); draw.below(5)];
            parts.tests.push(builder.structs(&values)?);
        }
        5 => parts
            .tables
            .push(builder.tables(&draw.some(&parts.monsters))?),
        6 => parts
            .tables
            .push(builder.sorted_tables(&draw.some(&parts.monsters))?),
        7 => {
            let mut table = builder.table::<Stat>()?;
            let _ = table.scalar::<i64, 1>(draw.below(9) as i64);
            if let Some(text) = draw.of(&parts.texts) {
                let _ = table.string::<0>(text);
            }
            parts.stats.push(table.finish()?);
        }
        8 => {
            let mut table = builder.table::<Simple>()?;
            let _ = table.scalar::<u8, 0>(3);
            parts.simple.push(table.finish()?);
        }
        9 if draw.below(8) == 0 => builder.reset(),
        10 => drop(builder.force_defaults(draw.below(2) == 0)),
        _ => monster(builder, draw, parts)?,
    }
    Ok(())
}

#[test]
#[cfg_attr(miri, ignore = "many cases")]
fn what_is_finished_is_verified() {
    let (mut calls, mut finished) = (0, 0);
    for number in 0..100_000_u64 {
        let mut draw = Draw((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut builders = [Builder::new(), Builder::new()];
        let mut parts = Parts::default();
        for _ in 0..2 + draw.below(30) {
            let other = usize::from(draw.below(10) == 0);
            let _ = call(&mut builders[other], &mut draw, &mut parts);
            calls += 1;
            if draw.below(8) != 0 {
                continue;
            }
            let Some(root) = draw.of(&parts.monsters) else {
                continue;
            };
            let prefixed = draw.below(2) == 0;
            let bytes = match prefixed {
                true => builders[other].finish_size_prefixed(root),
                false => builders[other].finish(root),
            };
            if let Ok(bytes) = bytes {
                let verify = match prefixed {
                    true => Verify::new().size_prefixed(),
                    false => Verify::new(),
                };
                let verified = verify.root::<Monster>(bytes);
                assert!(verified.is_ok(), "case {number}: {:?}", verified.err());
                finished += 1;
            }
        }
    }
    println!("Builder, TableBuilder: {calls} calls, {finished} buffers");
    assert!(finished > 20_000, "{finished}");
}
