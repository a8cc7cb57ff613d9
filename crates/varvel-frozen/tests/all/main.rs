//! The tests of the public interface: one program, so that it is linked once.

mod alike;
mod backwards;
mod budget;
mod builder_order;
mod column;
mod freeze;
mod good;
mod hostile;
mod index;
mod lookup;
mod map_keys;
mod model;
mod part_reader;
mod parts;
mod paths;
mod predictions;
mod properties;
mod read_in_place;
mod splices;
mod stream;
mod stream_vectors;
mod thread;
mod usage;
mod vectors;
