//! Finds the plain types that can have `Eq`, `Ord` and `Hash`: those that lead to no float.

use varvel_fbs::{Element, Field, ObjectId, Schema, UnionId};

/// The objects and unions that lead to no float.
#[derive(Debug)]
pub(super) struct Exact {
    objects: Vec<bool>,
    unions: Vec<bool>,
}

/// A type that can hold another.
#[derive(Clone, Copy)]
enum Holder {
    Object(usize),
    Union(usize),
}

impl Exact {
    /// Follows the types backwards from the floats to all that hold them. This takes linear time.
    pub fn new(schema: &Schema) -> Self {
        let mut exact = Self {
            objects: vec![true; schema.objects.len()],
            unions: vec![true; schema.unions.len()],
        };
        // The holders of each object, and of each union.
        let mut of_objects = vec![Vec::new(); schema.objects.len()];
        let mut of_unions = vec![Vec::new(); schema.unions.len()];
        let mut left = Vec::new();
        for (at, object) in schema.objects.iter().enumerate() {
            // Plain structs leave out deprecated fields.
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

    /// Returns whether a plain struct of this object can have `Eq`, `Ord` and `Hash`.
    pub fn object(&self, id: ObjectId) -> bool {
        self.objects[id.0 as usize]
    }

    /// Returns whether a plain union can have `Eq`, `Ord` and `Hash`.
    pub fn union(&self, id: UnionId) -> bool {
        self.unions[id.0 as usize]
    }
}
