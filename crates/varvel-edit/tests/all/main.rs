//! The tests of the public interface: one program, so that it is linked once.

mod aliases;
mod comments;
mod hostile;
mod json;
mod layout;
mod properties;
mod scattered;
mod second_reader;
mod yaml;
