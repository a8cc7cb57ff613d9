//! The tree: slots, and the nodes that they refer to.

use super::bytes::{Bytes, signed, utf8};
use super::tables::Tables;
use super::value::{Tag, Value, is_big_integer, is_number};
use super::{Fault, Read, index};

/// A tree while it is read.
pub struct Tree<'a> {
    /// The buffer, without its checksum.
    pub bytes: Bytes<'a>,
    /// The tables, which were read before.
    pub tables: Tables<'a>,
    /// The bytes of the strings of all slots with tag 3 so far.
    pub expanded: u64,
}

/// A slot.
#[derive(Clone, Copy)]
pub struct Slot {
    /// The position of the slot.
    pub at: usize,
    /// The width of the slot in bytes.
    pub width: usize,
    /// The position of the container that it is in.
    pub base: usize,
}

/// The slots of a container.
struct Slots {
    /// The position of the container.
    base: usize,
    width: usize,
    first: usize,
    count: usize,
}

impl Slots {
    fn slot(&self, i: usize) -> Slot {
        Slot {
            at: self.first + i * self.width,
            width: self.width,
            base: self.base,
        }
    }

    fn end(&self) -> usize {
        self.slot(self.count).at
    }
}

/// A value, and the place after its node. After a value in a slot that is where its node would
/// begin.
type Found<'a> = Read<(Value<'a>, usize)>;

const PLACE: Fault = "a node begins at the end of the one before";

impl<'a> Tree<'a> {
    /// Reads a slot. Its node and what that holds begin at `start`.
    pub fn slot(&mut self, slot: Slot, start: usize) -> Found<'a> {
        let bits = self.bytes.number(slot.at, slot.width)?;
        let (tag, payload) = (bits & 15, bits >> 4);
        let value = match tag {
            0 => match payload {
                0 => Value::Null,
                1 | 2 => Value::Bool(payload == 2),
                3 => Value::Array(Vec::new()),
                4 => Value::Members(Vec::new()),
                _ => return Err("a literal is one of five"),
            },
            1 => Value::Integer(signed(payload, 8 * slot.width as u32 - 4)),
            2 => Value::String(self.short(slot)?),
            3 => Value::String(self.shared(payload)?),
            4..=7 => return Err("tags from 4 to 7 do not occur"),
            _ => {
                let back = usize::try_from(payload).map_err(|_| PLACE)?;
                let at = slot.base.checked_sub(back).ok_or(PLACE)?;
                if back == 0 || at < start {
                    return Err(PLACE);
                }
                return self.node(tag, at, slot.base, start);
            }
        };
        Ok((value, start))
    }

    /// Returns the string in a slot.
    fn short(&self, slot: Slot) -> Read<&'a str> {
        let bytes = self.bytes.range(slot.at, slot.width as u64)?;
        let length = usize::from(bytes[0] >> 4);
        let bytes = &bytes[1..];
        if length > bytes.len() {
            return Err("a string in a slot is shorter than the slot");
        }
        let (text, rest) = bytes.split_at(length);
        match rest.iter().all(|byte| *byte == 0) {
            true => utf8(text),
            false => Err("zeros follow a string in a slot"),
        }
    }

    /// Returns a shared string.
    fn shared(&mut self, number: u64) -> Read<&'a str> {
        let text = usize::try_from(number)
            .ok()
            .and_then(|number| self.tables.shared.get(number));
        let text = text.ok_or("a shared string has a number that there is")?;
        self.expanded += text.len() as u64;
        match self.expanded > 64 * self.bytes.end() as u64 {
            true => Err("shared strings stand for at most 64 times the buffer"),
            false => Ok(text),
        }
    }

    /// Reads the node at `at`. It and what it holds lie between `start` and `base`.
    fn node(&mut self, tag: u64, at: usize, base: usize, start: usize) -> Found<'a> {
        let bytes = self.bytes.until(base);
        let (value, end) = match tag {
            8 => {
                let (text, end) = bytes.text(at)?;
                (Value::String(text), end)
            }
            9 => {
                let (slots, count) = self.head(at, at, base)?;
                return self.array(slots.with(count)?, base, start);
            }
            10 => return self.object(at, base, start),
            11 => {
                let float = f64::from_bits(bytes.number(at, 8)?);
                (Value::float(float), at + 8)
            }
            12 => (Value::Integer(signed(bytes.number(at, 4)?, 32)), at + 4),
            13 => (Value::Integer(signed(bytes.number(at, 8)?, 64)), at + 8),
            14 => return super::packed::read(bytes, at, start),
            _ => match bytes.byte(at)? {
                kind @ 0..=5 => scalar(bytes, kind, at + 1)?,
                kind => return self.other(kind, at, base, start),
            },
        };
        match at == start {
            true => Ok((value, end)),
            false => Err(PLACE),
        }
    }

    /// Reads widths and the number after them. Returns the slots, without their count, and that
    /// number.
    fn head(&self, node: usize, at: usize, base: usize) -> Read<(Slots, u64)> {
        let bytes = self.bytes.until(base);
        let widths = bytes.byte(at)?;
        if widths & 3 == 3 || widths >> 4 != 0 {
            return Err("widths are of a slot and a number");
        }
        let number_width = 1 << (widths >> 2);
        let slots = Slots {
            base: node,
            width: 2 << (widths & 3),
            first: at + 1 + number_width,
            count: 0,
        };
        Ok((slots, bytes.number(at + 1, number_width)?))
    }

    /// Reads all slots of a container, whose content must fill the bytes from `start` on.
    fn values(&mut self, slots: &Slots, base: usize, start: usize) -> Read<Vec<Value<'a>>> {
        if slots.count == 0 {
            return Err("a container with nothing in it is a literal");
        }
        let all = slots.count as u64 * slots.width as u64;
        self.bytes.until(base).range(slots.first, all)?;
        let mut values = Vec::with_capacity(slots.count);
        let mut end = start;
        for i in 0..slots.count {
            let (value, after) = self.slot(slots.slot(i), end)?;
            values.push(value);
            end = after;
        }
        match end == slots.base {
            true => Ok(values),
            false => Err(PLACE),
        }
    }

    fn array(&mut self, slots: Slots, base: usize, start: usize) -> Found<'a> {
        let values = self.values(&slots, base, start)?;
        Ok((Value::Array(values), slots.end()))
    }

    fn object(&mut self, at: usize, base: usize, start: usize) -> Found<'a> {
        let (slots, shape) = self.head(at, at, base)?;
        let keys = usize::try_from(shape)
            .ok()
            .and_then(|shape| self.tables.shapes.get(shape));
        let keys = keys.ok_or("a shape has a number that there is")?.clone();
        let slots = slots.with(keys.len() as u64)?;
        let values = self.values(&slots, base, start)?;
        let members = keys.into_iter().map(Value::String).zip(values).collect();
        let members = Value::members(members).ok_or("a shape has no key twice")?;
        Ok((members, slots.end()))
    }

    /// Reads a node of tag 15 that holds others.
    fn other(&mut self, kind: u8, at: usize, base: usize, start: usize) -> Found<'a> {
        let (slots, number) = self.head(at, at + 1, base)?;
        let byte = u8::try_from(number).map_err(|_| "a type is a byte");
        match kind {
            6 => self.tagged(Tag::Number(number), slots, base, start),
            7 => self.tagged(Tag::Extension(byte? as i8), slots, base, start),
            8 | 9 => self.pairs(kind == 9, slots, number, base, start),
            10 => self.tagged(Tag::Simple(byte?), slots, base, start),
            _ => Err("the byte of a node with tag 15 is one of eleven"),
        }
    }

    fn tagged(&mut self, tag: Tag, slots: Slots, base: usize, start: usize) -> Found<'a> {
        let slots = slots.with(1)?;
        let inner = self.values(&slots, base, start)?.pop();
        let inner = inner.ok_or("a tag has a value")?;
        Ok((Value::Tagged(tag, Box::new(inner)), slots.end()))
    }

    /// Reads a map, or an object with keys of its own.
    fn pairs(
        &mut self,
        is_object: bool,
        slots: Slots,
        count: u64,
        base: usize,
        start: usize,
    ) -> Found<'a> {
        let slots = slots.with(count.checked_mul(2).ok_or(FAR)?)?;
        let mut values = self.values(&slots, base, start)?.into_iter();
        let mut members = Vec::with_capacity(slots.count / 2);
        while let (Some(key), Some(value)) = (values.next(), values.next()) {
            members.push((key, value));
        }
        let keys: Option<Vec<&str>> = members.iter().map(|(key, _)| key.as_str()).collect();
        let end = match (keys, is_object) {
            (Some(_), false) => return Err("a map has a key that is no string"),
            (None, true) => return Err("the keys of an object are strings"),
            (Some(keys), true) if keys.len() > 16 => {
                index::check(self.bytes.until(base), slots.end(), &keys)?
            }
            _ => slots.end(),
        };
        let members = Value::members(members).ok_or("the keys of one map or object differ")?;
        Ok((members, end))
    }
}

impl Slots {
    fn with(self, count: u64) -> Read<Self> {
        // Such a count of slots would be beyond any buffer.
        match count > 1 << 48 {
            true => Err(FAR),
            false => Ok(Self {
                count: count as usize,
                ..self
            }),
        }
    }
}

const FAR: Fault = "slots lie before the base of what holds them";

/// Reads a node of tag 15 that holds no others, after its first byte.
fn scalar<'a>(bytes: Bytes<'a>, kind: u8, at: usize) -> Found<'a> {
    Ok(match kind {
        0 => {
            let number = bytes.number(at, 8)?;
            if number < 1 << 63 {
                return Err("an unsigned integer is 2^63 or more");
            }
            (Value::Integer(number.into()), at + 8)
        }
        1 => {
            let float = f32::from_bits(bytes.number(at, 4)? as u32);
            (Value::float(float.into()), at + 4)
        }
        2 | 3 => {
            let (text, end) = bytes.counted(at)?;
            let (is_right, value): (bool, fn(&'a str) -> Value<'a>) = match kind {
                2 => (is_big_integer(text), Value::Big),
                _ => (is_number(text), Value::Decimal),
            };
            match is_right {
                true => (value(utf8(text)?), end),
                false => return Err("the text of a number is in its grammar"),
            }
        }
        4 => {
            let (content, end) = bytes.counted(at)?;
            (Value::Bytes(content), end)
        }
        _ => {
            let (seconds, nanos) = (bytes.number(at, 8)?, bytes.number(at + 8, 4)?);
            if nanos >= 1_000_000_000 {
                return Err("nanoseconds are below 10^9");
            }
            (Value::Timestamp(seconds as i64, nanos as u32), at + 12)
        }
    })
}
