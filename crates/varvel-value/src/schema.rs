//! What a schema says of a tree: any document is one.

use varvel_schema::{Described, Describer, NodeId, Properties, Shape};

use crate::Value;

impl Described for Value {
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|_| Shape::Any)
    }
}

impl Properties for Value {}
