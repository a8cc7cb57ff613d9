//! What a schema says of a tree: any document is one.

use varvel_schema::{Described, Describer, NodeId, Properties, Type};

use crate::Value;

impl Described for Value {
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|_| Type::Any)
    }
}

impl Properties for Value {}
