//! The tests of the public interface: one program, so that it is linked once.

mod kernels;
mod number_suites;
mod number_text;
