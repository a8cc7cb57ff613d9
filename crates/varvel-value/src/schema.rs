//! The schema of a tree: any document fits it.

use varvel_schema::{Described, Describer, NodeId, Properties, Type};

use crate::Value;

impl Described for Value {
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|_| Type::Any)
    }
}

impl Properties for Value {}
