//! The tests of the public interface: one program, so that it is linked once.

mod changed;
mod deep;
mod display;
mod model;
mod operations;
mod paths;
mod thin_slice;
mod threads;
mod typed;
