//! Unions and vectors of unions: verifies that there is a value if and only if there is a tag, and
//! that the value fits the tag.

use alloc::format;

use varvel_core::{Error, ErrorKind, Result};

use super::pass::{Fields, Pass, Then};
use super::stack::Frame;
use crate::layout::{Element, Field, MemberType, Scalar, Type};

impl Pass<'_> {
    /// Verifies the unions of a vector, from the current item on.
    pub(super) fn unions(&mut self, frame: &mut Frame) -> Result<Then> {
        let Frame::Unions {
            union,
            tags,
            values,
            index,
            len,
        } = frame
        else {
            return Ok(Then::Done);
        };
        let scalar = self.layout.unions()[*union as usize].tag;
        while *index < *len {
            let tag = self.read_tag(*tags + *index * scalar.size(), scalar);
            let at = *values + 4 * *index;
            if tag != 0 {
                let to = self.offset(at, false)?;
                if let Then::Enter = self.member(*union, tag, to)? {
                    *index += 1;
                    return Ok(Then::Enter);
                }
            }
            *index += 1;
        }
        Ok(Then::Done)
    }

    /// Verifies the value of a union.
    pub(super) fn member(&mut self, union: u32, tag: i64, to: usize) -> Result<Then> {
        let Some(member) = self.layout.member(union as usize, tag) else {
            return Ok(Then::Done);
        };
        match member.ty {
            MemberType::Table(object) => self.enter_table(object, to),
            MemberType::String => self.string(to).map(|()| Then::Done),
            MemberType::Struct(object) => {
                let (size, align) = self.layout.element(Element::Struct(object));
                self.aligned(to, align)?;
                self.inside(to, size)?;
                self.see(size)?;
                Ok(Then::Done)
            }
        }
    }

    /// Verifies a present tag: unless it is 0, its union must be present, too.
    pub(super) fn tag(
        &mut self,
        fields: &[Field],
        table: &Fields,
        at: usize,
        union: u32,
    ) -> Result {
        let next = table.field as usize + 1;
        let held = fields
            .get(next)
            .is_some_and(|next| next.ty == Type::Union(union));
        let scalar = self.layout.unions()[union as usize].tag;
        if held && self.read_tag(at, scalar) != 0 && self.slot(table, next) == 0 {
            return Err(self.invalid(at, "the value of a union whose tag is there"));
        }
        Ok(())
    }

    /// Verifies that the vector of unions is present whose tags are.
    pub(super) fn values(
        &mut self,
        fields: &[Field],
        table: &Fields,
        to: usize,
        union: u32,
    ) -> Result {
        let next = table.field as usize + 1;
        let held = fields
            .get(next)
            .is_some_and(|next| next.ty == Type::Vector(Element::Union(union)));
        if held && self.slot(table, next) == 0 {
            return Err(self.invalid(to, "the vector of unions whose tags are there"));
        }
        Ok(())
    }

    /// Returns the tag of the current union, which has a value.
    pub(super) fn tag_of(&mut self, table: &Fields, at: usize, union: u32) -> Result<i64> {
        let scalar = self.layout.unions()[union as usize].tag;
        // The field before has been verified. In any layout it is the tag.
        let tag = match self.slot(table, table.field as usize - 1) {
            0 => 0,
            offset => self.read_tag(table.at + usize::from(offset), scalar),
        };
        match tag {
            0 => Err(self.invalid(at, "the tag of a union whose value is there")),
            tag => Ok(tag),
        }
    }

    /// Verifies the tags of a vector of unions.
    pub(super) fn tags(
        &mut self,
        table: &Fields,
        union: u32,
        len: usize,
        at: usize,
    ) -> Result<usize> {
        let scalar = self.layout.unions()[union as usize].tag;
        let offset = self.slot(table, table.field as usize - 1);
        if offset == 0 {
            return Err(self.invalid(at, "the tags of a vector of unions"));
        }
        let to = self.offset(table.at + usize::from(offset), false)?;
        let count = self.u32(to)? as usize;
        if count != len {
            let wanted = format!("as many tags as values, {len}");
            return Err(Error::expected(ErrorKind::InvalidBuffer, wanted)
                .with_found(format!("{count}"))
                .with_offset(to));
        }
        self.inside(to + 4, count.saturating_mul(scalar.size()))?;
        Ok(to + 4)
    }

    /// Returns a tag as a signed number. The caller has checked that it is inside.
    pub(super) fn read_tag(&self, at: usize, scalar: Scalar) -> i64 {
        let bytes = &self.bytes[at..at + scalar.size()];
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(word);
        let unused = 64 - 8 * bytes.len() as u32;
        match scalar.is_signed() {
            true => ((bits << unused) as i64) >> unused,
            false => bits as i64,
        }
    }
}
