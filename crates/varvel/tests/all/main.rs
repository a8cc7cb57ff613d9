//! The tests of the public interface: one program, so that it is linked once.

mod as_text;
mod codecs;
mod derive;
mod doubled_keys;
mod formats;
mod pipe;
mod places;
mod records;
mod reports;
mod round_trips;
mod schema;
mod serde;
mod yaml;
