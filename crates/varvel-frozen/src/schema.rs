//! The schema of a frozen buffer: any document fits it.

use varvel_schema::{Described, Describer, NodeId, Properties, Type};

use crate::Frozen;

impl Described for Frozen {
    fn describe(schema: &mut Describer) -> NodeId {
        schema.define::<Self>(|_| Type::Any)
    }
}

impl Properties for Frozen {}
