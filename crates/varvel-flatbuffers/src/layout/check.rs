//! Checks what everyone who uses a layout relies on. It can run in a `const`.

use varvel_core::{Error, ErrorKind};

use super::{
    Element, Field, List, MemberType, Name, Object, Parts, Presence, Scalar, TableOrStruct, Type,
};
use super::{Union, Width};

/// The most fields of a table: its vtable stores its own size in 16 bits.
const MOST_FIELDS: usize = (u16::MAX as usize - 4) / 2;

/// The most structs that may be the only content of one another. The limit ends the walk down a
/// struct that contains itself, which must be the only content of each struct on the way.
const MOST_WRAPPED: usize = 64;

/// The largest alignment, as in `flatc`.
const MOST_ALIGN: u16 = 256;

/// A fault of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The description of the fault.
    pub what: &'static str,
    /// The index of the object with the fault, or of the union or enum, if `what` says so.
    pub object: usize,
    /// The index of the field, member or symbol in that.
    pub field: Option<usize>,
}

impl Fault {
    /// Returns the fault as an error.
    ///
    /// There is no `From`: with a second conversion into [`Error`] the compiler could not infer the
    /// type in other code, such as derived code.
    #[cold]
    pub fn error(self) -> Error {
        let error = Error::expected(ErrorKind::Refused, "a schema that can be laid out");
        match self.field {
            Some(field) => error.with_found(alloc::format!(
                "{} (object {}, field {field})",
                self.what,
                self.object
            )),
            None => error.with_found(alloc::format!("{} (object {})", self.what, self.object)),
        }
    }
}

const fn fault(what: &'static str, object: usize, field: Option<usize>) -> Result<(), Fault> {
    Err(Fault {
        what,
        object,
        field,
    })
}

/// Checks all parts.
pub(super) const fn parts(parts: &Parts<'_>) -> Result<(), Fault> {
    let mut i = 0;
    while i < parts.objects.len() {
        if let Err(fault) = object(parts, i) {
            return Err(fault);
        }
        i += 1;
    }
    i = 0;
    while i < parts.unions.len() {
        if let Err(fault) = union(parts, &parts.unions[i], i) {
            return Err(fault);
        }
        i += 1;
    }
    i = 0;
    while i < parts.enums.len() {
        let all = parts.enums[i].symbols;
        if !named(parts, parts.enums[i].name) || !list(all, parts.symbols.len()) {
            return fault("an enum's name or list is outside of its pool", i, None);
        }
        let symbols = all.of(parts.symbols);
        let mut k = 0;
        while k < symbols.len() {
            if !named(parts, symbols[k].name) {
                return fault("an enum's name is outside of the pool", i, Some(k));
            }
            k += 1;
        }
        i += 1;
    }
    match parts.root {
        Some(root) if root as usize >= parts.objects.len() => {
            fault("the root is no table or struct", root as usize, None)
        }
        _ => Ok(()),
    }
}

const fn object(parts: &Parts<'_>, index: usize) -> Result<(), Fault> {
    let object = &parts.objects[index];
    if !named(parts, object.name) || !list(object.fields, parts.fields.len()) {
        return fault("a name or list is outside of its pool", index, None);
    }
    let fields = object.fields.of(parts.fields);
    if let Some(key) = object.key
        && (key as usize >= fields.len() || !can_be_key(&fields[key as usize]))
    {
        return fault("the key is no field that can be one", index, None);
    }
    match object.shape {
        TableOrStruct::Table => table(parts, fields, index),
        TableOrStruct::Struct { size, align } => {
            structure(parts, object, fields, size, align, index)
        }
    }
}

const fn can_be_key(field: &Field) -> bool {
    let kind = matches!(
        field.ty,
        Type::Scalar(_) | Type::String | Type::Struct(_) | Type::Array(_, _)
    );
    kind && !field.deprecated && matches!(field.width, Width::Narrow)
}

const fn table(parts: &Parts<'_>, fields: &[Field], index: usize) -> Result<(), Fault> {
    if fields.len() > MOST_FIELDS {
        return fault("a table of more than 32,765 fields", index, None);
    }
    let mut k = 0;
    while k < fields.len() {
        let field = &fields[k];
        let what = match field.ty {
            _ if !named(parts, field.name) => "a name is outside of the pool",
            _ if !refers(parts, field) => "a type refers to nothing, or to another shape",
            Type::Array(_, _) => "an array outside of a struct",
            Type::Union(union) if !tagged(fields, k, Type::Tag(union)) => {
                "a union without its tag before it"
            }
            Type::Vector(Element::Union(union))
                if !tagged(fields, k, Type::Vector(Element::Tag(union))) =>
            {
                "a vector of unions without their tags before it"
            }
            _ if !can_be_so(parts, field) => "a presence that its type does not have",
            _ if !can_be_wide(field) => "a width that its type does not have",
            _ if !can_align(field) => "an alignment that is no power of two up to 256",
            _ if field.chars => "an array outside of a struct",
            _ => {
                k += 1;
                continue;
            }
        };
        return fault(what, index, Some(k));
    }
    Ok(())
}

const fn tagged(fields: &[Field], union: usize, tag: Type) -> bool {
    if union == 0 {
        return false;
    }
    match (fields[union - 1].ty, tag) {
        (Type::Tag(found), Type::Tag(wanted)) => found == wanted,
        (Type::Vector(Element::Tag(found)), Type::Vector(Element::Tag(wanted))) => found == wanted,
        _ => false,
    }
}

/// Returns whether the targets of the field's type and symbols exist, and are of the right kind.
const fn refers(parts: &Parts<'_>, field: &Field) -> bool {
    if let Some(symbols) = field.symbols
        && symbols as usize >= parts.enums.len()
    {
        return false;
    }
    match field.ty {
        Type::Scalar(_) | Type::String | Type::Flex => true,
        Type::Struct(object) => is_struct(parts, object),
        Type::Table(object) | Type::Nested(object) => is_table(parts, object),
        Type::Tag(union) | Type::Union(union) => (union as usize) < parts.unions.len(),
        Type::Array(element, _) | Type::Vector(element) => match element {
            Element::Scalar(_) | Element::String => true,
            Element::Struct(object) => is_struct(parts, object),
            Element::Table(object) => is_table(parts, object),
            Element::Tag(union) | Element::Union(union) => (union as usize) < parts.unions.len(),
        },
    }
}

const fn can_be_so(parts: &Parts<'_>, field: &Field) -> bool {
    match (field.presence, field.ty) {
        (Presence::Default(_), Type::Scalar(_) | Type::Tag(_)) => true,
        (Presence::Default(_), _) => false,
        (Presence::Optional, Type::Tag(_)) => false,
        (Presence::Optional, _) => true,
        // The tag of a required union is required by the union.
        (Presence::Required, Type::Scalar(_) | Type::Tag(_)) => false,
        (Presence::Required, _) => true,
        (Presence::Text(name), Type::String) => named(parts, name),
        (Presence::Text(_), _) => false,
        (Presence::Empty, Type::Vector(_)) => true,
        (Presence::Empty, _) => false,
    }
}

const fn can_be_wide(field: &Field) -> bool {
    matches!(
        (field.width, field.ty),
        (Width::Narrow, _)
            | (_, Type::Vector(Element::Scalar(_) | Element::Struct(_)))
            | (_, Type::Nested(_) | Type::Flex)
            | (Width::Offset, Type::String)
    )
}

const fn can_align(field: &Field) -> bool {
    field.force_align == 0
        || (field.force_align.is_power_of_two() && field.force_align <= MOST_ALIGN)
}

const fn structure(
    parts: &Parts<'_>,
    object: &Object,
    fields: &[Field],
    size: u32,
    align: u16,
    index: usize,
) -> Result<(), Fault> {
    if !align.is_power_of_two() || align > MOST_ALIGN {
        return fault(
            "an alignment that is no power of two up to 256",
            index,
            None,
        );
    }
    if size == 0 || !size.is_multiple_of(align as u32) {
        return fault(
            "a struct's size that is no multiple of its alignment",
            index,
            None,
        );
    }
    let mut end = 0;
    let mut k = 0;
    while k < fields.len() {
        let field = &fields[k];
        let held = matches!(
            field.ty,
            Type::Scalar(_)
                | Type::Struct(_)
                | Type::Array(Element::Scalar(_) | Element::Struct(_), _)
        );
        let text = matches!(field.ty, Type::Array(Element::Scalar(Scalar::U8), _));
        if !named(parts, field.name) || !held || !refers(parts, field) || (field.chars && !text) {
            return fault("a struct holds what it cannot hold", index, Some(k));
        }
        let (field_size, field_align) = parts.inline(field.ty, Width::Narrow);
        let offset = field.offset as usize;
        if offset < end || !offset.is_multiple_of(field_align) || field_align > align as usize {
            return fault(
                "a struct's fields overlap or are not aligned",
                index,
                Some(k),
            );
        }
        // Sizes are below 2^32 · 2^16, so that 64 bits do not overflow. For 32 bits `checked_add`
        // notices it.
        end = match offset.checked_add(field_size) {
            Some(end) if end <= size as usize => end,
            _ => return fault("a struct's field passes its end", index, Some(k)),
        };
        k += 1;
    }
    if !ends(parts, object) {
        return fault(
            "structs that are each other's only content, more than 64 of them or in a ring",
            index,
            None,
        );
    }
    Ok(())
}

/// Returns whether the walk down structs that fill their whole holder ends.
const fn ends(parts: &Parts<'_>, object: &Object) -> bool {
    let mut object = *object;
    let mut left = MOST_WRAPPED;
    while left > 0 {
        let Some(inner) = whole(parts, &object) else {
            return true;
        };
        object = parts.objects[inner];
        left -= 1;
    }
    false
}

/// Returns the struct that fills the whole of this one.
const fn whole(parts: &Parts<'_>, object: &Object) -> Option<usize> {
    if object.fields.is_empty() || !list(object.fields, parts.fields.len()) {
        return None;
    }
    let (inner, count) = match object.fields.of(parts.fields)[0].ty {
        Type::Struct(inner) => (inner, 1),
        Type::Array(Element::Struct(inner), count) => (inner, count),
        _ => return None,
    };
    if !is_struct(parts, inner) || count != 1 {
        return None;
    }
    match (object.shape, parts.objects[inner as usize].shape) {
        (TableOrStruct::Struct { size, .. }, TableOrStruct::Struct { size: inside, .. })
            if size == inside =>
        {
            Some(inner as usize)
        }
        _ => None,
    }
}

const fn union(parts: &Parts<'_>, union: &Union, index: usize) -> Result<(), Fault> {
    if !named(parts, union.name) || !list(union.members, parts.members.len()) {
        return fault("a union's name or list is outside of its pool", index, None);
    }
    if !union.tag.is_integer() {
        return fault("a union's tag that is no integer", index, None);
    }
    let members = union.members.of(parts.members);
    let mut k = 0;
    while k < members.len() {
        let member = &members[k];
        let there = match member.ty {
            MemberType::Table(object) => is_table(parts, object),
            MemberType::Struct(object) => is_struct(parts, object),
            MemberType::String => true,
        };
        if !there || !named(parts, member.name) {
            return fault("a union's member refers to nothing", index, Some(k));
        }
        if member.tag == 0 || !fits(union.tag, member.tag) {
            return fault("a union's tag that is 0 or too large", index, Some(k));
        }
        if k > 0 && members[k - 1].tag >= member.tag {
            return fault("a union's tags do not increase", index, Some(k));
        }
        k += 1;
    }
    Ok(())
}

const fn fits(scalar: Scalar, tag: i64) -> bool {
    let bits = 8 * scalar.size() as u32;
    match (scalar.is_signed(), bits) {
        (_, 64) => true,
        (true, _) => -(1 << (bits - 1)) <= tag && tag < 1 << (bits - 1),
        (false, _) => 0 <= tag && tag < 1 << bits,
    }
}

const fn named(parts: &Parts<'_>, name: Name) -> bool {
    let (start, len) = (name.start as usize, name.len as usize);
    match start.checked_add(len) {
        Some(end) => {
            end <= parts.names.len()
                && parts.names.is_char_boundary(start)
                && parts.names.is_char_boundary(end)
        }
        None => false,
    }
}

const fn list(list: List, len: usize) -> bool {
    match (list.first as usize).checked_add(list.len as usize) {
        Some(end) => end <= len,
        None => false,
    }
}

const fn is_table(parts: &Parts<'_>, object: u32) -> bool {
    let object = object as usize;
    object < parts.objects.len() && matches!(parts.objects[object].shape, TableOrStruct::Table)
}

const fn is_struct(parts: &Parts<'_>, object: u32) -> bool {
    let object = object as usize;
    object < parts.objects.len()
        && matches!(parts.objects[object].shape, TableOrStruct::Struct { .. })
}

impl Parts<'_> {
    /// Returns the size and the alignment of the bytes that a field of this type takes in place.
    pub(super) const fn inline(&self, ty: Type, width: Width) -> (usize, usize) {
        match ty {
            Type::Scalar(scalar) => (scalar.size(), scalar.size()),
            Type::Tag(union) => self.element(Element::Tag(union)),
            Type::Struct(object) => self.element(Element::Struct(object)),
            Type::Array(element, count) => {
                let (size, align) = self.element(element);
                (size.saturating_mul(count as usize), align)
            }
            _ if matches!(width, Width::Narrow) => (4, 4),
            _ => (8, 8),
        }
    }

    /// Returns the size and the alignment of an element.
    pub(super) const fn element(&self, element: Element) -> (usize, usize) {
        match element {
            Element::Scalar(scalar) => (scalar.size(), scalar.size()),
            Element::Tag(union) => {
                let size = self.unions[union as usize].tag.size();
                (size, size)
            }
            Element::Struct(object) => match self.objects[object as usize].shape {
                TableOrStruct::Struct { size, align } => (size as usize, align as usize),
                TableOrStruct::Table => (4, 4),
            },
            Element::String | Element::Table(_) | Element::Union(_) => (4, 4),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Enum, Layout, Member};
    use super::*;

    const N: Name = Name::new(0, 0);

    fn fault_of(objects: &[Object], fields: &[Field]) -> &'static str {
        let parts = Parts {
            objects,
            fields,
            ..Parts::EMPTY
        };
        Layout::try_new(parts).unwrap_err().what
    }

    fn structure_of(size: u32, align: u16, fields: &[Field]) -> Result<(), &'static str> {
        let objects = [Object::structure(
            N,
            size,
            align,
            List::new(0, fields.len() as u32),
        )];
        let parts = Parts {
            objects: &objects,
            fields,
            ..Parts::EMPTY
        };
        Layout::try_new(parts).map(drop).map_err(|fault| fault.what)
    }

    fn scalar(scalar: Scalar) -> Field {
        Field::new(N, Type::Scalar(scalar))
    }

    #[test]
    fn names_and_lists_outside_of_their_pools() {
        let outside = "a name or list is outside of its pool";
        assert_eq!(
            fault_of(&[Object::table(Name::new(0, 1), List::EMPTY)], &[]),
            outside
        );
        assert_eq!(fault_of(&[Object::table(N, List::new(0, 1))], &[]), outside);
        assert_eq!(
            fault_of(&[Object::table(N, List::new(u32::MAX, u32::MAX))], &[]),
            outside
        );
        let parts = Parts {
            names: "ä",
            objects: &[Object::table(Name::new(1, 1), List::EMPTY)],
            ..Parts::EMPTY
        };
        assert_eq!(Layout::try_new(parts).unwrap_err().what, outside);
        let parts = Parts {
            enums: &[Enum {
                name: N,
                scalar: Scalar::U8,
                bit_flags: false,
                symbols: List::new(0, 1),
            }],
            ..Parts::EMPTY
        };
        assert!(Layout::try_new(parts).is_err());
    }

    #[test]
    fn fields_of_structs_stand_inside_apart_and_aligned() {
        let (byte, int) = (scalar(Scalar::U8), scalar(Scalar::I32));
        assert_eq!(structure_of(8, 4, &[byte, int.at(4)]), Ok(()));
        assert!(structure_of(8, 4, &[byte, int.at(2)]).is_err());
        assert!(structure_of(8, 4, &[int, byte.at(3)]).is_err());
        assert!(structure_of(4, 4, &[byte, int.at(4)]).is_err());
        assert!(structure_of(4, 2, &[int]).is_err());
        assert!(structure_of(6, 4, &[int]).is_err());
        assert!(structure_of(0, 4, &[]).is_err());
        assert!(structure_of(512, 512, &[byte]).is_err());
        assert!(structure_of(8, 4, &[Field::new(N, Type::String)]).is_err());
        let array = Field::new(N, Type::Array(Element::Scalar(Scalar::F64), 3));
        assert_eq!(structure_of(24, 8, &[array]), Ok(()));
        assert!(structure_of(16, 8, &[array]).is_err());
    }

    #[test]
    fn no_struct_holds_itself() {
        let itself = Field::new(N, Type::Struct(0));
        assert_eq!(
            structure_of(4, 4, &[itself]),
            Err("structs that are each other's only content, more than 64 of them or in a ring")
        );
        let objects = [
            Object::structure(N, 4, 4, List::new(0, 1)),
            Object::structure(N, 4, 4, List::new(1, 1)),
        ];
        let array = Field::new(N, Type::Array(Element::Struct(0), 1));
        let fields = [Field::new(N, Type::Struct(1)), array];
        assert_eq!(
            fault_of(&objects, &fields),
            "structs that are each other's only content, more than 64 of them or in a ring"
        );
    }

    #[test]
    fn references_have_the_right_shape() {
        let tables = [Object::table(N, List::new(0, 1))];
        for ty in [
            Type::Table(1),
            Type::Struct(0),
            Type::Union(0),
            Type::Tag(0),
            Type::Vector(Element::Struct(0)),
            Type::Vector(Element::Table(7)),
            Type::Nested(9),
        ] {
            let what = fault_of(&tables, &[Field::new(N, ty)]);
            assert_eq!(
                what, "a type refers to nothing, or to another shape",
                "{ty:?}"
            );
        }
        let symbols = scalar(Scalar::U8).symbols(0);
        assert!(fault_of(&tables, &[symbols]).starts_with("a type refers"));
        let root = Parts {
            root: Some(0),
            ..Parts::EMPTY
        };
        assert_eq!(
            Layout::try_new(root).unwrap_err().what,
            "the root is no table or struct"
        );
    }

    #[test]
    fn a_union_has_its_tag_before_it() {
        let member = |tag| Member {
            name: N,
            tag,
            ty: MemberType::String,
        };
        let check = |fields: &[Field], members: &[Member]| {
            let parts = Parts {
                objects: &[Object::table(N, List::new(0, fields.len() as u32))],
                fields,
                unions: &[Union {
                    name: N,
                    tag: Scalar::U8,
                    members: List::new(0, members.len() as u32),
                }],
                members,
                ..Parts::EMPTY
            };
            Layout::try_new(parts).map(drop).map_err(|fault| fault.what)
        };
        let (tag, union) = (Field::new(N, Type::Tag(0)), Field::new(N, Type::Union(0)));
        assert_eq!(check(&[tag, union], &[member(1), member(255)]), Ok(()));
        assert!(check(&[union, tag], &[]).is_err());
        let vector = Field::new(N, Type::Vector(Element::Union(0)));
        assert!(check(&[tag, vector], &[]).is_err());
        assert!(check(&[tag, union], &[member(0)]).is_err());
        assert!(check(&[tag, union], &[member(256)]).is_err());
        assert!(check(&[tag, union], &[member(2), member(2)]).is_err());
        assert!(check(&[tag, union], &[member(-1)]).is_err());
    }

    #[test]
    fn presences_and_widths_fit_types() {
        let tables = [Object::table(N, List::new(0, 1))];
        for field in [
            scalar(Scalar::I8).required(),
            Field::new(N, Type::String).default_bits(0),
            Field::new(N, Type::String).presence(Presence::Empty),
            Field::new(N, Type::Flex).presence(Presence::Text(N)),
            scalar(Scalar::I8).width(Width::Offset),
            Field::new(N, Type::String).width(Width::Vector),
            Field::new(N, Type::Vector(Element::String)).width(Width::Offset),
            Field::new(N, Type::String).force_align(3),
            Field::new(N, Type::Array(Element::Scalar(Scalar::U8), 2)),
        ] {
            fault_of(&tables, &[field]);
        }
        let wide = Field::new(N, Type::Vector(Element::Scalar(Scalar::U8))).width(Width::Vector);
        let parts = Parts {
            objects: &tables,
            fields: &[wide],
            ..Parts::EMPTY
        };
        assert!(Layout::try_new(parts).is_ok());
    }

    #[test]
    fn a_member_is_found_by_its_tag() {
        let member = |tag| Member {
            name: N,
            tag,
            ty: MemberType::String,
        };
        let (dense, sparse) = ([1, 2, 3].map(member), [-5, 7, 90].map(member));
        for members in [dense, sparse] {
            let parts = Parts {
                unions: &[Union {
                    name: N,
                    tag: Scalar::I8,
                    members: List::new(0, 3),
                }],
                members: &members,
                ..Parts::EMPTY
            };
            let layout = Layout::new(parts);
            for tag in -128..128 {
                let found = layout.member(0, tag).map(|member| member.tag);
                assert_eq!(found, members.iter().map(|m| m.tag).find(|&t| t == tag));
            }
        }
    }
}
