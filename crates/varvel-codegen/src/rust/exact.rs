//! Which plain types can have `Eq`, `Ord` and `Hash`: those that lead to no float.

use varvel_fbs::{Element, Field, ObjectId, Schema, UnionId};

/// Which objects and unions lead to no float.
#[derive(Debug)]
pub(super) struct Exact {
    objects: Vec<bool>,
    unions: Vec<bool>,
}

/// What may hold another.
#[derive(Clone, Copy)]
enum Holder {
    Object(usize),
    Union(usize),
}

impl Exact {
    /// Linear: who holds what is followed backwards from the floats.
    pub fn new(schema: &Schema) -> Self {
        let mut exact = Self {
            objects: vec![true; schema.objects.len()],
            unions: vec![true; schema.unions.len()],
        };
        // Those that hold each object, and each union.
        let mut of_objects = vec![Vec::new(); schema.objects.len()];
        let mut of_unions = vec![Vec::new(); schema.unions.len()];
        let mut left = Vec::new();
        for (at, object) in schema.objects.iter().enumerate() {
            // Deprecated fields have no place in plain structs.
            let seen = |field: &&Field| !field.deprecated;
            for field in object.fields.iter().filter(seen) {
                match field.ty.element() {
                    Element::Object(id) => of_objects[id.0 as usize].push(Holder::Object(at)),
                    Element::Union(id) => of_unions[id.0 as usize].push(Holder::Object(at)),
                    Element::Scalar(scalar) if scalar.is_float() => left.push(Holder::Object(at)),
                    _ => {}
                }
            }
        }
        for (at, union) in schema.unions.iter().enumerate() {
            for variant in &union.variants {
                if let Element::Object(id) = variant.of {
                    of_objects[id.0 as usize].push(Holder::Union(at));
                }
            }
        }
        while let Some(holder) = left.pop() {
            let (known, holders) = match holder {
                Holder::Object(at) => (&mut exact.objects[at], &of_objects[at]),
                Holder::Union(at) => (&mut exact.unions[at], &of_unions[at]),
            };
            if core::mem::replace(known, false) {
                left.extend(holders);
            }
        }
        exact
    }

    /// Whether a plain struct of this object can be compared for order.
    pub fn object(&self, id: ObjectId) -> bool {
        self.objects[id.0 as usize]
    }

    /// Whether a plain union can be.
    pub fn union(&self, id: UnionId) -> bool {
        self.unions[id.0 as usize]
    }
}
