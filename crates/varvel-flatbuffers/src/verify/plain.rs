//! The fast path for tables that only contain scalars, structs and strings: each is verified at
//! once, without a frame or an error, all in registers.
//!
//! The functions here either succeed, or return `None` and have counted nothing. In any
//! doubt they return `None`. Then the slow path verifies the same table, and reports the error if
//! there is one.

use super::pass::{Fields, Pass};
use super::string::right_string;
use crate::layout::{Field, Layout, Presence, TableOrStruct, Type, Width};

/// The result of verifying the fields of a table.
struct Found {
    align: usize,
    /// The set of those of the first 64 fields that are strings.
    strings: u64,
    /// The number of bytes to the end of the last field, or the size of the table if that is more.
    extent: usize,
    /// The number of bytes that may still be visited.
    left: usize,
}

impl Pass<'_> {
    /// Verifies the tables of a vector, up to the first that is more than plain. Returns how many
    /// were verified.
    pub(super) fn plain_tables(&mut self, object: u32, first: usize, len: usize) -> usize {
        let bytes = self.bytes;
        let offsets = bytes[first..first + 4 * len].as_chunks::<4>().0;
        for (index, offset) in offsets.iter().enumerate() {
            let offset = u32::from_le_bytes(*offset) as usize;
            let at = (first + 4 * index).checked_add(offset);
            let done = at
                .filter(|_| offset != 0)
                .and_then(|at| self.plain_table(object, at));
            if done.is_none() {
                return index;
            }
        }
        len
    }

    /// Verifies a whole table.
    #[inline(always)]
    pub(super) fn plain_table(&mut self, object: u32, at: usize) -> Option<()> {
        if object == self.more_than_plain {
            return None;
        }
        let bytes = &self.bytes[..self.end];
        let table = bytes.get(at..)?;
        let back = i32::from_le_bytes(*table.first_chunk()?);
        let vtable = at.wrapping_sub(back as usize);
        let seen = &self.seen;
        if vtable == seen.vtable && seen.plain && seen.is_like(object, at) {
            return self.plain_again(at);
        }
        let (sizes, slots) = bytes.get(vtable..)?.split_first_chunk::<4>()?;
        let [slots_size, size] =
            [[sizes[0], sizes[1]], [sizes[2], sizes[3]]].map(u16::from_le_bytes);
        let slots = slots.get(..usize::from(slots_size).checked_sub(4)?)?;
        let aligned = size >= 4
            && vtable >= self.start
            && (at - self.start).is_multiple_of(4)
            && (vtable - self.start).is_multiple_of(2);
        let tables = self.tables.checked_sub(1)?;
        let (slots, []) = slots.as_chunks() else {
            return None;
        };
        if !aligned {
            return None;
        }
        let fields = self.layout.fields(object as usize);
        let there = fields.len().min(slots.len());
        let (known, absent) = fields.split_at(there);
        let found = self.plain_fields(object, at, size.into(), known, &slots[..there])?;
        if absent
            .iter()
            .any(|field| field.presence == Presence::Required)
        {
            return None;
        }
        (self.left, self.tables) = (found.left, tables);
        if fields.len() <= 64 {
            self.seen = Fields {
                object,
                field: fields.len() as u32,
                at,
                vtable,
                slots: slots_size,
                extent: found.extent as u32,
                align: found.align as u16,
                known: false,
                plain: true,
                follow: found.strings,
            };
        }
        Some(())
    }

    /// Verifies the fields of a table that has this size and these slots.
    #[inline(always)]
    fn plain_fields(
        &mut self,
        object: u32,
        at: usize,
        size: usize,
        fields: &[Field],
        slots: &[[u8; 2]],
    ) -> Option<Found> {
        let objects = self.layout.objects();
        let bytes = &self.bytes[..self.end];
        let from = at - self.start;
        let room = bytes.len() - at;
        let mut found = Found {
            align: 4,
            strings: 0,
            extent: size,
            left: self.left,
        };
        for (index, (field, slot)) in fields.iter().zip(slots).enumerate() {
            let offset = usize::from(u16::from_le_bytes(*slot));
            if offset == 0 {
                if field.presence == Presence::Required {
                    return None;
                }
                continue;
            }
            let (size, align) = match field.ty {
                Type::Scalar(scalar) => (scalar.size(), scalar.size()),
                Type::Struct(object) => match objects[object as usize].shape {
                    TableOrStruct::Struct { size, align } => (size as usize, usize::from(align)),
                    TableOrStruct::Table => return None,
                },
                Type::String if field.width == Width::Narrow => {
                    let len = right_string(bytes, self.start, at + offset)?;
                    found.left = found.left.checked_sub(len)?;
                    found.strings |= 1_u64.unbounded_shl(index as u32);
                    (4, 4)
                }
                _ => {
                    self.more_than_plain = object;
                    return None;
                }
            };
            if offset < 4 || offset + size > room || (from + offset) & (align - 1) != 0 {
                return None;
            }
            found.align = found.align.max(align);
            found.extent = found.extent.max(offset + size);
        }
        found.left = found.left.checked_sub(found.extent)?;
        Some(found)
    }

    /// Verifies a table like the last one, whose fields are in the same places.
    #[inline(always)]
    fn plain_again(&mut self, at: usize) -> Option<()> {
        let seen = &self.seen;
        let bytes = &self.bytes[..self.end];
        let tables = self.tables.checked_sub(1)?;
        let extent = seen.extent as usize;
        let mut left = self.left.checked_sub(extent)?;
        let slots = &bytes[seen.vtable..][..usize::from(seen.slots)];
        bytes.get(at..)?.get(..extent)?;
        let mut strings = seen.follow;
        while strings != 0 {
            let slot = Layout::slot(strings.trailing_zeros() as usize);
            let offset = u16::from_le_bytes(*slots.get(slot..)?.first_chunk()?);
            left = left.checked_sub(right_string(bytes, self.start, at + usize::from(offset))?)?;
            strings &= strings - 1;
        }
        (self.left, self.tables) = (left, tables);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use varvel_core::Limits;

    use crate::layout::{self, Element, Field, Layout, List, Name, Parts, Scalar, Type};
    use crate::read::Tables;
    use crate::verify::pass::Pass;
    use crate::{Builder, Object, Schema, Table, TableRef};

    const LEAF: u32 = 1;

    enum Trees {}

    const ANY: Name = Name::new(0, 1);

    impl Schema for Trees {
        const LAYOUT: Layout<'static> = Layout::new(Parts {
            names: "_",
            objects: &[
                layout::Object::table(ANY, List::new(0, 2)),
                layout::Object::table(ANY, List::new(2, 4)),
            ],
            fields: &[
                Field::new(ANY, Type::Vector(Element::Table(LEAF))),
                Field::new(ANY, Type::Table(LEAF)),
                Field::new(ANY, Type::Scalar(Scalar::F64)),
                Field::new(ANY, Type::String).required(),
                Field::new(ANY, Type::Scalar(Scalar::U8)),
                Field::new(ANY, Type::String),
            ],
            root: Some(0),
            ..Parts::EMPTY
        });
    }

    enum Tree {}

    impl Object for Tree {
        type Schema = Trees;
        const OBJECT: usize = 0;
    }

    enum Leaf {}

    impl Object for Leaf {
        type Schema = Trees;
        const OBJECT: usize = LEAF as usize;
    }

    impl Table for Leaf {
        type View<'a> = ();

        fn view(_: TableRef<'_, Self>) {}
    }

    /// Builds a tree with leaves that are alike, and leaves that are not.
    fn tree() -> Vec<u8> {
        let mut builder = Builder::new();
        let mut leaves = Vec::new();
        for kind in [3_u8, 3, 1, 3, 0] {
            let name = builder.string("n\u{e4}me").unwrap();
            let mut leaf = builder.table::<Leaf>().unwrap();
            leaf.scalar::<f64, 0>(f64::from(kind & 1)).unwrap();
            leaf.string::<1>(name).unwrap();
            leaf.scalar::<u8, 2>(kind).unwrap();
            if kind == 3 {
                leaf.string::<3>(name).unwrap();
            }
            leaves.push(leaf.finish().unwrap());
        }
        let vector = builder.tables(&leaves).unwrap();
        let mut tree = builder.table::<Tree>().unwrap();
        tree.vector::<Tables<Leaf>, 0>(vector).unwrap();
        tree.table::<Leaf, 1>(leaves[2]).unwrap();
        let tree = tree.finish().unwrap();
        builder.finish(tree).unwrap().to_vec()
    }

    /// Returns the verdict of the verifier, and its counts unless it refuses.
    fn verdict(bytes: &[u8], limits: Limits, more_than_plain: u32) -> Result<[usize; 2], String> {
        let mut pass = Pass::new(&Trees::LAYOUT, bytes, limits);
        pass.more_than_plain = more_than_plain;
        let root = pass.offset(0, false);
        match root.and_then(|root| pass.run(0, root)) {
            Ok(()) => Ok([pass.left, pass.tables]),
            Err(error) => Err(format!("{error:?}")),
        }
    }

    fn agree(bytes: &[u8], limits: Limits) -> bool {
        let short = verdict(bytes, limits, u32::MAX);
        assert_eq!(short, verdict(bytes, limits, LEAF), "{bytes:?}");
        short.is_ok()
    }

    #[test]
    fn the_short_way_says_what_the_long_way_says() {
        let bytes = tree();
        assert!(agree(&bytes, Limits::DEFAULT));
        let step = if cfg!(miri) { 37 } else { 1 };
        let (mut right, mut wrong) = (0, 0);
        for at in (0..bytes.len()).step_by(step) {
            let mut changed = bytes.clone();
            for value in (0..=255).step_by(step) {
                changed[at] = value;
                match agree(&changed, Limits::DEFAULT) {
                    true => right += 1,
                    false => wrong += 1,
                }
            }
            agree(&bytes[..at], Limits::DEFAULT);
        }
        assert!(right > 0 && wrong > 0, "{right} right, {wrong} wrong");
    }

    #[test]
    fn the_short_way_keeps_the_limits_of_the_long_way() {
        let bytes = tree();
        for most in 0..8 {
            let depth = Limits {
                depth: most,
                ..Limits::DEFAULT
            };
            assert_eq!(agree(&bytes, depth), most >= 1);
            let nodes = Limits {
                nodes: most,
                ..Limits::DEFAULT
            };
            assert_eq!(agree(&bytes, nodes), most >= 7);
        }
    }
}
