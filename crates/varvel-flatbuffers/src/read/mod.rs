//! Reads verified buffers in place: no step can fail, and nothing is allocated.
//!
//! Only verification (or `unsafe` code) makes a [`TableRef`] or [`StructRef`]. Its invariant: the
//! verifier has found a table or struct of this object at its position, by the layout of the type's
//! schema. Each accessor takes the index of a field and asserts at compile time that the layout has
//! a field of the right kind there. It reads only the bytes that the verifier checks for such a
//! field.
//!
//! Both are invariant in their type parameter. Two types that differ in lifetimes alone can have
//! different implementations (`for<'a> fn(&'a u8)` and `fn(&'static u8)`), so that neither may
//! convert into the other.

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
