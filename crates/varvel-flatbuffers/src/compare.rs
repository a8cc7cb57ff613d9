//! The order of keys, in which vectors are sorted and searched.

use alloc::vec::Vec;
use core::cmp::Ordering;

use varvel_core::{Error, Result};

use crate::layout::{Element, Field, Layout, Presence, Scalar, Type};
use crate::primitive::{Primitive, numbers};

/// Compares two tables by this key field, which is no string. An absent scalar counts as its
/// default. An absent key of another type comes before all present ones.
pub fn of_tables(
    layout: Layout<'_>,
    field: &Field,
    a: Option<&[u8]>,
    b: Option<&[u8]>,
) -> Ordering {
    let absent = match field.presence {
        Presence::Default(bits) => bits.to_le_bytes(),
        _ => [0; 8],
    };
    match (field.ty, a, b) {
        (_, Some(a), Some(b)) => in_place(layout, field.ty, a, b),
        (Type::Scalar(_), a, b) => {
            in_place(layout, field.ty, a.unwrap_or(&absent), b.unwrap_or(&absent))
        }
        (_, a, b) => a.is_some().cmp(&b.is_some()),
    }
}

/// Compares two values of a key's type, which begin at `a` and `b`: structs and arrays part by
/// part. The recursion is as deep as structs are nested in the schema. Missing bytes count as
/// zeros.
pub fn in_place(layout: Layout<'_>, ty: Type, a: &[u8], b: &[u8]) -> Ordering {
    fn on(bytes: &[u8], at: usize) -> &[u8] {
        bytes.get(at..).unwrap_or_default()
    }
    match ty {
        Type::Scalar(scalar) => scalars(scalar, a, b),
        Type::Struct(object) => layout
            .fields(object as usize)
            .iter()
            .map(|field| {
                let at = field.offset as usize;
                in_place(layout, field.ty, on(a, at), on(b, at))
            })
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal),
        Type::Array(of, len) => {
            let (size, _) = layout.element(of);
            let one = match of {
                Element::Scalar(scalar) => Type::Scalar(scalar),
                Element::Struct(object) => Type::Struct(object),
                _ => return Ordering::Equal,
            };
            (0..usize::from(len))
                .map(|i| in_place(layout, one, on(a, i * size), on(b, i * size)))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        }
        _ => Ordering::Equal,
    }
}

/// Sorts a row of structs by their key, if they have one. Structs of equal keys keep their order.
pub fn sort_structs(layout: Layout<'_>, object: u32, structs: &mut [u8]) -> Result {
    let Some((_, field)) = key(layout, object) else {
        return Ok(());
    };
    let (size, _) = layout.element(Element::Struct(object));
    let offset = field.offset as usize;
    let order = |a: &[u8], b: &[u8]| in_place(layout, field.ty, &a[offset..], &b[offset..]);
    let rows = || structs.chunks_exact(size);
    if rows().zip(rows().skip(1)).all(|(a, b)| order(a, b).is_le()) {
        return Ok(());
    }
    let mut each: Vec<&[u8]> = Vec::new();
    let mut moved: Vec<u8> = Vec::new();
    each.try_reserve_exact(structs.len() / size)
        .and_then(|()| moved.try_reserve_exact(structs.len()))
        .map_err(|_| Error::out_of_memory())?;
    each.extend(rows());
    each.sort_by(|a, b| order(a, b));
    each.iter().for_each(|one| moved.extend_from_slice(one));
    structs.copy_from_slice(&moved);
    Ok(())
}

/// Returns the field by which vectors of an object are sorted, with its number.
pub fn key<'s>(layout: Layout<'s>, object: u32) -> Option<(usize, &'s Field)> {
    let number = usize::from(layout.objects()[object as usize].key?);
    Some((number, layout.fields(object as usize).get(number)?))
}

fn scalars(scalar: Scalar, a: &[u8], b: &[u8]) -> Ordering {
    fn read<V: Primitive>(bytes: &[u8]) -> V {
        let mut word = [0; 8];
        let size = V::SCALAR.size();
        if let Some(bytes) = bytes.get(..size) {
            word[..size].copy_from_slice(bytes);
        }
        V::from_bits(u64::from_le_bytes(word))
    }
    fn of<V: Primitive>(a: &[u8], b: &[u8]) -> Ordering {
        numbers(read::<V>(a), read::<V>(b))
    }
    match scalar {
        Scalar::Bool => of::<bool>(a, b),
        Scalar::U8 => of::<u8>(a, b),
        Scalar::I8 => of::<i8>(a, b),
        Scalar::U16 => of::<u16>(a, b),
        Scalar::I16 => of::<i16>(a, b),
        Scalar::U32 => of::<u32>(a, b),
        Scalar::I32 => of::<i32>(a, b),
        Scalar::U64 => of::<u64>(a, b),
        Scalar::I64 => of::<i64>(a, b),
        Scalar::F32 => of::<f32>(a, b),
        Scalar::F64 => of::<f64>(a, b),
    }
}
