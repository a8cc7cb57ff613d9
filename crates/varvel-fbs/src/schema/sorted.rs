//! Sorts a schema by its names, for uses where the order of declarations is unknown or means
//! nothing.

use alloc::vec::Vec;

use super::{Element, EnumId, Field, Name, Nested, ObjectId, Schema, Type, UnionId};

impl Schema {
    /// Returns the schema with objects, enums, unions, services, their calls and all attributes
    /// sorted by name.
    ///
    /// A binary schema has this order. So the result equals one that was declared in another order.
    /// Fields, values and variants stay sorted by their numbers.
    ///
    /// ```
    /// use varvel::schema::fbs::parse_text;
    /// let one = parse_text("table B { a: A; } table A { n: int (key, deprecated); }")?;
    /// let other = parse_text("table A { n: int (deprecated, key); } table B { a: A; }")?;
    /// assert_eq!(one.sorted().without_places(), other.sorted().without_places());
    /// # Ok::<(), varvel::schema::fbs::Problems>(())
    /// ```
    pub fn sorted(mut self) -> Self {
        let objects = sort(&mut self.objects, |object| &object.name);
        let enums = sort(&mut self.enums, |of| &of.name);
        let unions = sort(&mut self.unions, |union| &union.name);
        sort(&mut self.services, |service| &service.name);
        let moved = Moved {
            objects,
            enums,
            unions,
        };
        self.attributes.sort();
        self.root = self.root.map(|root| moved.object(root));
        for object in &mut self.objects {
            object.attributes.sort();
            object
                .fields
                .iter_mut()
                .for_each(|field| moved.field(field));
        }
        for of in &mut self.enums {
            of.attributes.sort();
            of.values
                .iter_mut()
                .for_each(|value| value.attributes.sort());
        }
        for union in &mut self.unions {
            union.attributes.sort();
            for variant in &mut union.variants {
                variant.attributes.sort();
                variant.of = moved.element(variant.of);
            }
        }
        for service in &mut self.services {
            service.attributes.sort();
            service.calls.sort_by(|a, b| a.name.cmp(&b.name));
            for call in &mut service.calls {
                call.attributes.sort();
                call.request = moved.object(call.request);
                call.response = moved.object(call.response);
            }
        }
        self
    }
}

impl super::Attributes {
    fn sort(&mut self) {
        self.0.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

/// Sorts definitions by their names. Returns the new position of each.
fn sort<T>(items: &mut Vec<T>, name: impl Fn(&T) -> &Name) -> Vec<u32> {
    let mut numbered: Vec<(usize, T)> = core::mem::take(items).into_iter().enumerate().collect();
    numbered.sort_by(|(_, a), (_, b)| name(a).as_str().cmp(name(b).as_str()));
    let mut moved = alloc::vec![0; numbered.len()];
    for (to, (from, item)) in (0..).zip(numbered) {
        moved[from] = to;
        items.push(item);
    }
    moved
}

/// The new position of each definition.
struct Moved {
    objects: Vec<u32>,
    enums: Vec<u32>,
    unions: Vec<u32>,
}

impl Moved {
    fn object(&self, id: ObjectId) -> ObjectId {
        ObjectId(self.objects[id.0 as usize])
    }

    fn element(&self, element: Element) -> Element {
        let union = |id: UnionId| UnionId(self.unions[id.0 as usize]);
        match element {
            Element::Scalar(_) | Element::String => element,
            Element::Enum(id) => Element::Enum(EnumId(self.enums[id.0 as usize])),
            Element::Object(id) => Element::Object(self.object(id)),
            Element::Tag(id) => Element::Tag(union(id)),
            Element::Union(id) => Element::Union(union(id)),
        }
    }

    fn field(&self, field: &mut Field) {
        field.attributes.sort();
        field.ty = match field.ty {
            Type::One(element) => Type::One(self.element(element)),
            Type::Vector(element) => Type::Vector(self.element(element)),
            Type::Vector64(element) => Type::Vector64(self.element(element)),
            Type::Array(element, len) => Type::Array(self.element(element), len),
        };
        if let Some(Nested::Table(id)) = &mut field.nested {
            *id = self.object(*id);
        }
    }
}
