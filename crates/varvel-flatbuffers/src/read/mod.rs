//! Reading in place what has been verified: no step can fail, nothing is allocated.
//!
//! A [`TableRef`] or [`StructRef`] comes into being by verification alone (or by `unsafe`), and
//! stands for this: the verifier, walking by the layout of its type's schema, has found a table or
//! struct of this object there. Each accessor takes the index of a field, asserts at compile time
//! that the layout holds a field of its kind there, and reads only what the verifier looks at for
//! such a field.
//!
//! Both are invariant in their type parameter: two types that differ in lifetimes alone can have
//! different implementations (`for<'a> fn(&'a u8)` and `fn(&'static u8)`), and none becomes the
//! other.

mod lookup;
mod position;
mod table;
mod unions;
mod vector;

pub use lookup::Key;
pub use table::{StructRef, TableRef};
pub use unions::{UnionIter, UnionVector};
pub use vector::{Enums, Iter, Kind, Scalars, Strings, Structs, Tables, Unions, Vector};

pub(crate) use position::Position;
pub(crate) use vector::assert_element;
