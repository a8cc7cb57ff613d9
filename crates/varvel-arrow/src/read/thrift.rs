//! [`walk`]: a look at Thrift's compact protocol, before another crate decodes it.
//!
//! That crate takes memory by the lengths that lists have in the file. So all of them are checked
//! against the bytes first.
//!
//! Source: `thrift-compact-protocol.md` of apache/thrift.

/// Why bytes are no structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// They end in it.
    Cut,
    /// They are not of this protocol.
    Broken,
}

/// The most structures and lists inside of each other. Parquet's have less than ten.
const DEPTH: usize = 24;

/// Calls `each` with all integers and booleans of the structure at the beginning of `bytes`, and
/// with the lengths of its strings: first the numbers of the fields that lead there, from the
/// outermost on. At the end of each structure the value is `None`. Items of lists have no number of
/// their own. Returns the bytes of the structure.
pub(super) fn walk(
    bytes: &[u8],
    each: &mut dyn FnMut(&[i16], Option<i64>),
) -> Result<usize, Fault> {
    let mut walker = Walker {
        bytes,
        at: 0,
        fields: Vec::new(),
        each,
    };
    walker.structure(0)?;
    Ok(walker.at)
}

struct Walker<'b, 'e> {
    bytes: &'b [u8],
    at: usize,
    fields: Vec<i16>,
    each: &'e mut dyn FnMut(&[i16], Option<i64>),
}

/// The types of fields.
mod ty {
    pub const TRUE: u8 = 1;
    pub const FALSE: u8 = 2;
    pub const BYTE: u8 = 3;
    pub const I16: u8 = 4;
    pub const I64: u8 = 6;
    pub const DOUBLE: u8 = 7;
    pub const BINARY: u8 = 8;
    pub const LIST: u8 = 9;
    pub const SET: u8 = 10;
    pub const MAP: u8 = 11;
    pub const STRUCT: u8 = 12;
    pub const UUID: u8 = 13;
}

impl Walker<'_, '_> {
    fn byte(&mut self) -> Result<u8, Fault> {
        let byte = self.bytes.get(self.at).copied().ok_or(Fault::Cut)?;
        self.at += 1;
        Ok(byte)
    }

    fn varint(&mut self) -> Result<u64, Fault> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(Fault::Broken)
    }

    fn integer(&mut self) -> Result<i64, Fault> {
        let bits = self.varint()?;
        Ok((bits >> 1) as i64 ^ -((bits & 1) as i64))
    }

    /// Reads a number of parts or bytes, each of which takes at least one byte here.
    fn len(&mut self) -> Result<usize, Fault> {
        let len = self.varint()?;
        match usize::try_from(len) {
            Ok(len) if len <= self.bytes.len() - self.at => Ok(len),
            // With more bytes it may be right.
            Ok(len) if len <= i32::MAX as usize => Err(Fault::Cut),
            _ => Err(Fault::Broken),
        }
    }

    fn skip(&mut self, len: usize) -> Result<(), Fault> {
        let left = self.bytes.len() - self.at;
        if len > left {
            return Err(Fault::Cut);
        }
        self.at += len;
        Ok(())
    }

    fn give(&mut self, value: Option<i64>) {
        (self.each)(&self.fields, value);
    }

    /// Walks over a structure. This recurses by its depth.
    fn structure(&mut self, depth: usize) -> Result<(), Fault> {
        let mut number: i16 = 0;
        loop {
            let header = self.byte()?;
            if header == 0 {
                self.give(None);
                return Ok(());
            }
            number = match header >> 4 {
                0 => i16::try_from(self.integer()?).map_err(|_| Fault::Broken)?,
                step => number.checked_add(step.into()).ok_or(Fault::Broken)?,
            };
            self.fields.push(number);
            match header & 0xF {
                ty::TRUE => self.give(Some(1)),
                ty::FALSE => self.give(Some(0)),
                ty => self.value(ty, depth)?,
            }
            self.fields.pop();
        }
    }

    /// Walks over a value.
    fn value(&mut self, ty: u8, depth: usize) -> Result<(), Fault> {
        if depth > DEPTH {
            return Err(Fault::Broken);
        }
        match ty {
            // In lists.
            ty::TRUE | ty::FALSE => self.skip(1)?,
            ty::BYTE => {
                let value = self.byte()?;
                self.give(Some(i64::from(value as i8)));
            }
            ty::I16..=ty::I64 => {
                let value = self.integer()?;
                self.give(Some(value));
            }
            ty::DOUBLE => self.skip(8)?,
            ty::BINARY => {
                let len = self.len()?;
                self.give(Some(len as i64));
                self.skip(len)?;
            }
            ty::LIST | ty::SET => {
                let header = self.byte()?;
                let len = match header >> 4 {
                    15 => self.len()?,
                    len => len.into(),
                };
                for _ in 0..len {
                    self.value(header & 0xF, depth + 1)?;
                }
            }
            ty::MAP => {
                let len = self.len()?;
                let types = if len == 0 { 0 } else { self.byte()? };
                for _ in 0..len {
                    self.value(types >> 4, depth + 1)?;
                    self.value(types & 0xF, depth + 1)?;
                }
            }
            ty::STRUCT => self.structure(depth + 1)?,
            ty::UUID => self.skip(16)?,
            _ => return Err(Fault::Broken),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_named_by_their_numbers() {
        // 1: i32 -1, 2: list of two structures with 5: true, 4: "ab"; field 21: double
        let bytes = [
            0x15, 1, 0x19, 0x2C, 0x51, 0, 0x51, 0, 0x28, 2, b'a', b'b', 0x07, 42, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 9,
        ];
        let mut seen = Vec::new();
        let mut each = |fields: &[i16], value| seen.push((fields.to_vec(), value));
        assert_eq!(walk(&bytes, &mut each), Ok(23));
        let expected = [
            (vec![1], Some(-1)),
            (vec![2, 5], Some(1)),
            (vec![2], None),
            (vec![2, 5], Some(1)),
            (vec![2], None),
            (vec![4], Some(2)),
            (vec![], None),
        ];
        assert_eq!(seen, expected);
        for len in 0..23 {
            assert_eq!(
                walk(&bytes[..len], &mut |_, _| {}),
                Err(Fault::Cut),
                "{len}"
            );
        }
    }

    #[test]
    fn lengths_beyond_the_bytes_are_faults() {
        // A list of 2^31 - 1 and one of 2^32 structures.
        let list = |len: &[u8]| [&[0x19, 0xFC], len, &[0, 0]].concat();
        let walked = |bytes: &[u8]| walk(bytes, &mut |_, _| {});
        assert_eq!(
            walked(&list(&[0xFF, 0xFF, 0xFF, 0xFF, 0x07])),
            Err(Fault::Cut)
        );
        assert_eq!(
            walked(&list(&[0x80, 0x80, 0x80, 0x80, 0x10])),
            Err(Fault::Broken)
        );
        assert_eq!(walked(&[0x1C; 100]), Err(Fault::Broken));
    }
}
