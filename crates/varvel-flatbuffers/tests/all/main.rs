//! The tests of the public interface: one program, so that it is linked once.

mod base64;
mod builder;
mod builder_drawn;
mod builder_long;
mod builder_unions;
mod derived_structs;
mod exchange;
mod flatcc;
mod foobar;
mod monster;
mod monster_data;
mod object;
mod rust_schema;
mod struct_root;
mod verify;
