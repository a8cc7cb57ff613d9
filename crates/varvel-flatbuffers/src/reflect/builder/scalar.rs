//! Numbers and booleans by the schema: an integer is exact or refused, a float is the nearest one.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Kind, Result};

use super::expected::Expected;
use super::{Builder, Value};
use crate::events::number_text::{self, decimal, float, integer, out_of_range, unqualified};
use crate::layout::{Field, Scalar};

impl Builder<'_> {
    /// Takes an integer.
    pub(super) fn integer(&mut self, value: i128) -> Result {
        let want = self.want("a number")?;
        let scalar = match want {
            Expected::Scalar(_, scalar) => scalar,
            Expected::Tag(union) => self.layout.unions()[union as usize].tag,
            _ => return Err(self.wrong(want, Kind::Integer)),
        };
        let bits = match scalar {
            Scalar::F32 => Some((value as f32).to_bits().into()),
            Scalar::F64 => Some((value as f64).to_bits()),
            _ => integer(value, scalar),
        };
        let Some(bits) = bits else {
            let error = match scalar {
                Scalar::Bool => Error::wrong_kind("a boolean", Kind::Integer),
                _ => out_of_range(scalar).with_content(value),
            };
            return Err(self.fail(error));
        };
        match want {
            Expected::Tag(union) => self.tag(union, bits),
            _ => self.placed(Value::Bits(bits)),
        }
    }

    /// Takes a tag. One that the schema does not have is refused, since its value could not be
    /// built.
    fn tag(&mut self, union: u32, bits: u64) -> Result {
        let tag = self.layout.unions()[union as usize].tag.signed(bits);
        if tag != 0 && self.layout.member(union as usize, tag).is_none() {
            let expected = "a tag that the union has";
            let error = Error::expected(ErrorKind::UnknownVariant, expected).with_content(tag);
            return Err(self.fail(error));
        }
        self.placed(Value::Bits(bits))
    }

    /// Takes a float.
    pub(super) fn float(&mut self, value: f64) -> Result {
        let want = self.want("a number")?;
        let Expected::Scalar(_, scalar @ (Scalar::F32 | Scalar::F64)) = want else {
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

    /// Takes a number as text.
    pub(super) fn digits(&mut self, text: &str, kind: Kind) -> Result {
        let want = self.want("a number")?;
        let scalar = match (want, kind) {
            (Expected::Scalar(_, scalar @ (Scalar::F32 | Scalar::F64)), _) => scalar,
            (Expected::Scalar(_, scalar), Kind::Integer) if scalar != Scalar::Bool => scalar,
            // A tag has no more than 64 bits, and this has.
            (Expected::Tag(union), Kind::Integer) => {
                let scalar = self.layout.unions()[union as usize].tag;
                return Err(self.fail(out_of_range(scalar).with_content(text)));
            }
            _ => return Err(self.wrong(want, kind)),
        };
        let bits = match scalar {
            Scalar::F32 | Scalar::F64 => decimal(text, scalar),
            _ => text
                .parse()
                .ok()
                .and_then(|value: i128| integer(value, scalar)),
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
            Expected::Scalar(_, Scalar::Bool) => self.placed(Value::Bits(value.into())),
            want => Err(self.wrong(want, Kind::Bool)),
        }
    }

    /// Takes a string in place of a scalar.
    pub(super) fn text_of(&mut self, text: &str, field: &Field, scalar: Scalar) -> Result {
        let (layout, names) = (self.layout, &self.names);
        let find = |name: &str, of| names.symbol(layout, of, name);
        let bits = number_text::bits(&layout, field, scalar, text, find);
        let bits = bits.map_err(|error| self.fail(error))?;
        match bits {
            Some(bits) => self.placed(Value::Bits(bits)),
            None => {
                let error = out_of_range(scalar).with_content(text);
                Err(self.fail(error))
            }
        }
    }

    /// Takes the tag of a union by its name.
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
