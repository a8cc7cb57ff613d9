//! Types of a binary schema: a kind, for vectors and arrays the kind of their items, and the number
//! of a definition.
//!
//! Enums and unions share one list, and so their numbers.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind, Result};
use varvel_fbs::{Element, EnumId, ObjectId, Scalar, Schema, Type, UnionId};

use super::format::{self, base, ty};
use crate::builder::{Builder, Offset};
use crate::read::TableRef;

/// An item of the list of enums and unions.
#[derive(Clone, Copy, Debug)]
pub enum Listed {
    Enum(EnumId),
    Union(UnionId),
}

/// The definitions that types can refer to.
#[derive(Debug, Default)]
pub struct Known {
    pub listed: Vec<Listed>,
    /// The integer types that store the enums.
    pub enums: Vec<Scalar>,
    // The most bytes that it takes to name each of them.
    pub object_names: Vec<usize>,
    pub enum_names: Vec<usize>,
    pub union_names: Vec<usize>,
}

impl Known {
    /// Reads a type.
    pub fn read(&self, said: TableRef<'_, format::Type>) -> Result<Type> {
        let several = said.scalar::<i8, { ty::ELEMENT }>();
        let index = said.scalar::<i32, { ty::INDEX }>();
        let of = |base, step: &str| {
            self.element(base, index)
                .map_err(|error| error.inside(Step::Key(step.into())))
        };
        match said.scalar::<i8, { ty::BASE_TYPE }>() {
            base::VECTOR => of(several, "element").map(Type::Vector),
            base::VECTOR64 => of(several, "element").map(Type::Vector64),
            base::ARRAY => {
                let len = said.scalar::<u16, { ty::FIXED_LENGTH }>();
                Ok(Type::Array(of(several, "element")?, len))
            }
            one => of(one, "base_type").map(Type::One),
        }
    }

    /// Returns the most bytes that it takes to name an element type.
    pub fn name_len(&self, element: Element) -> usize {
        let len = match element {
            Element::Scalar(_) | Element::String => return 8,
            Element::Enum(id) => self.enum_names.get(id.0 as usize),
            Element::Object(id) => self.object_names.get(id.0 as usize),
            Element::Tag(id) | Element::Union(id) => self.union_names.get(id.0 as usize),
        };
        len.copied().unwrap_or_default()
    }

    fn element(&self, base: i8, index: i32) -> Result<Element> {
        let listed = || {
            let at = usize::try_from(index).ok();
            at.and_then(|at| self.listed.get(at).copied())
        };
        let union = || match listed() {
            Some(Listed::Union(id)) => Ok(id),
            _ => Err(wrong("the index of a union", index)),
        };
        match base {
            base::TAG => Ok(Element::Tag(union()?)),
            base::UNION => Ok(Element::Union(union()?)),
            base::STRING => Ok(Element::String),
            base::OBJECT => match u32::try_from(index) {
                Ok(at) if (at as usize) < self.object_names.len() => {
                    Ok(Element::Object(ObjectId(at)))
                }
                _ => Err(wrong("the index of an object", index)),
            },
            _ => match (base::scalar(base), index) {
                (Some(scalar), -1) => Ok(Element::Scalar(scalar)),
                (Some(scalar), _) => match listed() {
                    Some(Listed::Enum(id)) if self.enums.get(id.0 as usize) == Some(&scalar) => {
                        Ok(Element::Enum(id))
                    }
                    _ => Err(wrong("the index of an enum that is stored so", index)),
                },
                (None, _) => Err(wrong("a type that can stand here", base)),
            },
        }
    }
}

#[cold]
fn wrong(expected: &'static str, found: impl Into<i32>) -> Error {
    Error::expected(ErrorKind::InvalidBuffer, expected).with_content(found.into())
}

/// The numbers of enums and unions in their common list.
#[derive(Debug, Default)]
pub struct Numbers {
    pub enums: Vec<i32>,
    pub unions: Vec<i32>,
}

/// Writes a type.
pub fn write(
    builder: &mut Builder,
    schema: &Schema,
    numbers: &Numbers,
    of: Type,
) -> Result<Offset<format::Type>> {
    let element = of.element();
    let (kind, index) = match element {
        Element::Scalar(scalar) => (base::of(scalar), -1),
        Element::String => (base::STRING, -1),
        Element::Enum(id) => (
            base::of(schema.enumeration(id).underlying),
            numbers.enums[id.0 as usize],
        ),
        Element::Object(id) => (base::OBJECT, id.0 as i32),
        Element::Tag(id) => (base::TAG, numbers.unions[id.0 as usize]),
        Element::Union(id) => (base::UNION, numbers.unions[id.0 as usize]),
    };
    let size = schema.element_size(element);
    // For a single struct, which is stored in place, the format has the size of an offset.
    let alone = if kind == base::OBJECT { 4 } else { size };
    let mut table = builder.table::<format::Type>()?;
    table.scalar::<i32, { ty::INDEX }>(index)?;
    let several = match of {
        Type::One(_) => {
            table.scalar::<i8, { ty::BASE_TYPE }>(kind)?;
            table.scalar::<u32, { ty::BASE_SIZE }>(alone)?;
            return table.finish();
        }
        Type::Vector(_) => (base::VECTOR, 4),
        Type::Vector64(_) => (base::VECTOR64, 8),
        Type::Array(_, len) => {
            table.scalar::<u16, { ty::FIXED_LENGTH }>(len)?;
            (base::ARRAY, 4)
        }
    };
    table.scalar::<i8, { ty::BASE_TYPE }>(several.0)?;
    table.scalar::<i8, { ty::ELEMENT }>(kind)?;
    table.scalar::<u32, { ty::BASE_SIZE }>(several.1)?;
    table.scalar::<u32, { ty::ELEMENT_SIZE }>(size)?;
    table.finish()
}

/// Writes the type of `NONE`, which holds no value.
pub fn write_none(builder: &mut Builder) -> Result<Offset<format::Type>> {
    let mut table = builder.table::<format::Type>()?;
    table.scalar::<u32, { ty::BASE_SIZE }>(1)?;
    table.finish()
}
