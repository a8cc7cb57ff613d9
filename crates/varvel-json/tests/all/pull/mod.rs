//! Tests of pulling values from JSON: what is read, what is refused, and that driving gives the
//! same.

mod both_ways;
mod calls;
mod contexts;
mod tree;
mod values;
