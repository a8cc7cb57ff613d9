//! Numbers and truths, as the schema has them: exact or refused, but for floats, which are the nearest.

use alloc::vec::Vec;

use varvel_core::number::{is_integer, is_number};
use varvel_core::{Error, ErrorKind, Kind, Result};

use super::want::Want;
use super::{Builder, Value};
use crate::layout::{Field, Hash, Scalar};

/// The bits of an integer, if the scalar holds it.
fn integer(value: i128, scalar: Scalar) -> Option<u64> {
    let fits = |least: i128, most: i128| {
        (least..=most)
            .contains(&value)
            .then_some(value as u64 & (u64::MAX >> (64 - 8 * scalar.size())))
    };
    match scalar {
        Scalar::Bool => fits(0, 1),
        Scalar::I8 => fits(i8::MIN.into(), i8::MAX.into()),
        Scalar::U8 => fits(0, u8::MAX.into()),
        Scalar::I16 => fits(i16::MIN.into(), i16::MAX.into()),
        Scalar::U16 => fits(0, u16::MAX.into()),
        Scalar::I32 => fits(i32::MIN.into(), i32::MAX.into()),
        Scalar::U32 => fits(0, u32::MAX.into()),
        Scalar::I64 => fits(i64::MIN.into(), i64::MAX.into()),
        Scalar::U64 => fits(0, u64::MAX.into()),
        Scalar::F32 => {
            let near = value as f32;
            (near as i128 == value).then_some(near.to_bits().into())
        }
        Scalar::F64 => {
            let near = value as f64;
            (near as i128 == value).then_some(near.to_bits())
        }
    }
}

/// The bits of a float, unless it becomes infinite.
fn float(value: f64, scalar: Scalar) -> Option<u64> {
    match scalar {
        Scalar::F64 => Some(value.to_bits()),
        _ => {
            let near = value as f32;
            (near.is_finite() || !value.is_finite()).then_some(near.to_bits().into())
        }
    }
}

/// The bits of a float in digits: the nearest, unless that is infinite.
fn decimal(text: &str, scalar: Scalar) -> Option<u64> {
    match scalar {
        Scalar::F32 => {
            let near = text.parse::<f32>().ok().filter(|near| near.is_finite())?;
            Some(near.to_bits().into())
        }
        _ => {
            let near = text.parse::<f64>().ok().filter(|near| near.is_finite())?;
            Some(near.to_bits())
        }
    }
}

/// `inf` and `nan`, as texts for `flatc` have them.
fn special(text: &str, scalar: Scalar) -> Option<u64> {
    let (negative, word) = match text.strip_prefix('-') {
        Some(word) => (true, word),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match word {
        "inf" | "infinity" if negative => f64::NEG_INFINITY,
        "inf" | "infinity" => f64::INFINITY,
        // Its sign means nothing.
        "nan" => f64::NAN,
        _ => return None,
    };
    float(value, scalar)
}

/// The hash of a text, by Fowler, Noll and Vo; those of 16 bits are folded from 32.
fn hashed(text: &str, hash: Hash) -> Option<u64> {
    let narrow = |xor_first: bool| {
        let step = |hash: u32, byte: &u8| match xor_first {
            true => (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193),
            false => hash.wrapping_mul(0x0100_0193) ^ u32::from(*byte),
        };
        text.as_bytes().iter().fold(0x811C_9DC5, step)
    };
    let wide = |xor_first: bool| {
        let step = |hash: u64, byte: &u8| match xor_first {
            true => (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3),
            false => hash.wrapping_mul(0x100_0000_01B3) ^ u64::from(*byte),
        };
        text.as_bytes().iter().fold(0xCBF2_9CE4_8422_2325, step)
    };
    let folded = |hash: u32| u64::from((hash >> 16) ^ (hash & 0xFFFF));
    Some(match hash {
        Hash::None => return None,
        Hash::Fnv1x16 => folded(narrow(false)),
        Hash::Fnv1ax16 => folded(narrow(true)),
        Hash::Fnv1x32 => narrow(false).into(),
        Hash::Fnv1ax32 => narrow(true).into(),
        Hash::Fnv1x64 => wide(false),
        Hash::Fnv1ax64 => wide(true),
    })
}

/// What comes behind the name of a type and a dot, if `text` begins so; else all of it.
fn unqualified<'t>(text: &'t str, of: &str) -> &'t str {
    match text.rsplit_once('.') {
        Some((before, name)) if of == before || of.rsplit('.').next() == Some(before) => name,
        _ => text,
    }
}

impl Builder<'_> {
    /// An integer.
    pub(super) fn integer(&mut self, value: i128) -> Result {
        let want = self.want("a number")?;
        let scalar = match want {
            Want::Scalar(_, scalar) => scalar,
            Want::Tag(union) => self.layout.unions()[union as usize].tag,
            _ => return Err(self.wrong(want, Kind::Integer)),
        };
        let Some(bits) = integer(value, scalar) else {
            let error = match scalar {
                Scalar::Bool => Error::wrong_kind("a boolean", Kind::Integer),
                _ => out_of_range(scalar).with_content(value),
            };
            return Err(self.fail(error));
        };
        match want {
            Want::Tag(union) => self.tag(union, bits),
            _ => self.placed(Value::Bits(bits)),
        }
    }

    /// A tag; one that the schema does not have has no value that could be built.
    fn tag(&mut self, union: u32, bits: u64) -> Result {
        let tag = self.layout.unions()[union as usize].tag.signed(bits);
        if tag != 0 && self.layout.member(union as usize, tag).is_none() {
            let expected = "a tag that the union has";
            let error = Error::expected(ErrorKind::UnknownVariant, expected).with_content(tag);
            return Err(self.fail(error));
        }
        self.placed(Value::Bits(bits))
    }

    /// A float.
    pub(super) fn float(&mut self, value: f64) -> Result {
        let want = self.want("a number")?;
        let Want::Scalar(_, scalar @ (Scalar::F32 | Scalar::F64)) = want else {
            return Err(self.wrong(want, Kind::Float));
        };
        match float(value, scalar) {
            Some(bits) => self.placed(Value::Bits(bits)),
            None => {
                let error = out_of_range(scalar).with_content(value);
                Err(self.fail(error))
            }
        }
    }

    /// A number as text.
    pub(super) fn digits(&mut self, text: &str, kind: Kind) -> Result {
        let want = self.want("a number")?;
        let scalar = match (want, kind) {
            (Want::Scalar(_, scalar @ (Scalar::F32 | Scalar::F64)), _) => scalar,
            (Want::Scalar(_, scalar), Kind::Integer) if scalar != Scalar::Bool => scalar,
            _ => return Err(self.wrong(want, kind)),
        };
        let bits = match kind {
            // Beyond 64 bits: a float may hold it exactly.
            Kind::Integer => text
                .parse()
                .ok()
                .and_then(|value: i128| integer(value, scalar)),
            _ => decimal(text, scalar),
        };
        match bits {
            Some(bits) => self.placed(Value::Bits(bits)),
            None => {
                let error = out_of_range(scalar).with_content(text);
                Err(self.fail(error))
            }
        }
    }

    pub(super) fn boolean(&mut self, value: bool) -> Result {
        match self.want("a boolean")? {
            Want::Scalar(_, Scalar::Bool) => self.placed(Value::Bits(value.into())),
            want => Err(self.wrong(want, Kind::Bool)),
        }
    }

    /// A string where a scalar has to be.
    pub(super) fn text_of(&mut self, text: &str, field: &Field, scalar: Scalar) -> Result {
        if let Some(hash) = hashed(text, field.hash) {
            return self.placed(Value::Bits(hash));
        }
        let bits = match (field.symbols, scalar) {
            (Some(of), _) if !is_number(text.as_bytes()) => self.symbols(text, of)?,
            (_, Scalar::F32 | Scalar::F64) if is_number(text.as_bytes()) => decimal(text, scalar),
            (_, Scalar::F32 | Scalar::F64) => match special(text, scalar) {
                Some(bits) => Some(bits),
                None => return Err(self.wrong(Want::Scalar(field, scalar), Kind::String)),
            },
            (_, Scalar::Bool) if matches!(text, "true" | "false") => Some((text == "true").into()),
            _ if is_integer(text.as_bytes()) => text
                .parse()
                .ok()
                .and_then(|value: i128| integer(value, scalar)),
            _ => return Err(self.wrong(Want::Scalar(field, scalar), Kind::String)),
        };
        match bits {
            Some(bits) => self.placed(Value::Bits(bits)),
            None => {
                let error = out_of_range(scalar).with_content(text);
                Err(self.fail(error))
            }
        }
    }

    /// The bits of a name of an enum, or of the names of bit flags.
    fn symbols(&mut self, text: &str, of: u32) -> Result<Option<u64>> {
        let layout = self.layout;
        let described = &layout.enums()[of as usize];
        let full = layout.name(described.name);
        let (mut bits, mut count) = (0, 0);
        for name in text.split_ascii_whitespace() {
            let symbol = self.names.symbol(layout, of, unqualified(name, full));
            let symbol = symbol.and_then(|at| layout.symbols(of as usize).get(at));
            match symbol {
                Some(symbol) => bits |= symbol.value as u64,
                None => return Err(self.unknown_symbol(name, of)),
            }
            count += 1;
        }
        if count == 0 || count > 1 && !described.bit_flags {
            return Err(self.unknown_symbol(text, of));
        }
        Ok(Some(
            bits & (u64::MAX >> (64 - 8 * described.scalar.size())),
        ))
    }

    #[cold]
    fn unknown_symbol(&mut self, name: &str, of: u32) -> Error {
        let symbols = self.layout.symbols(of as usize).iter();
        let names: Vec<&str> = symbols.map(|each| self.layout.name(each.name)).collect();
        let error = Error::unknown_variant(name, &names);
        self.fail(error)
    }

    /// The name of what a union is.
    pub(super) fn tag_named(&mut self, text: &str, union: u32) -> Result {
        let layout = self.layout;
        let described = &layout.unions()[union as usize];
        let name = unqualified(text, layout.name(described.name));
        let members = layout.members(union as usize);
        let found = self
            .names
            .member(layout, union, name)
            .and_then(|at| members.get(at));
        let tag = match found {
            Some(member) => member.tag,
            None if name == "NONE" => 0,
            None => {
                let names: Vec<&str> = members.iter().map(|each| layout.name(each.name)).collect();
                let error = Error::unknown_variant(text, &names);
                return Err(self.fail(error));
            }
        };
        let bits = tag as u64 & (u64::MAX >> (64 - 8 * described.tag.size()));
        self.placed(Value::Bits(bits))
    }
}

#[cold]
fn out_of_range(scalar: Scalar) -> Error {
    let expected = match scalar {
        Scalar::Bool => "0 or 1",
        Scalar::I8 => "an integer that fits `byte`",
        Scalar::U8 => "an integer that fits `ubyte`",
        Scalar::I16 => "an integer that fits `short`",
        Scalar::U16 => "an integer that fits `ushort`",
        Scalar::I32 => "an integer that fits `int`",
        Scalar::U32 => "an integer that fits `uint`",
        Scalar::I64 => "an integer that fits `long`",
        Scalar::U64 => "an integer that fits `ulong`",
        Scalar::F32 => "a number that `float` can hold",
        Scalar::F64 => "a number that `double` can hold",
    };
    Error::expected(ErrorKind::NumberOutOfRange, expected)
}
