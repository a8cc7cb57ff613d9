//! Rust code of the schemas of the generator's tests, which its build script generates. That it
//! compiles without a warning is a test by itself.
#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "schemas without comments are among them")]

/// Defines a module for each schema.
macro_rules! modules {
    ($($(#[$about:meta])* $name:ident;)*) => {$(
        $(#[$about])*
        pub mod $name {
            include!(concat!(env!("OUT_DIR"), "/", stringify!($name), ".rs"));
        }
    )*};
}

modules! {
    /// The schema that documents are drawn for.
    drawn;
    /// Two schemas that include a third.
    joined;
    /// Keys of all kinds.
    keys;
    /// Vectors of enums and unions, keys, and shared strings.
    kinds;
    /// A game.
    monster;
    /// Names that collide with those of the generated code.
    names;
    /// A few of them, whose code is kept.
    odd;
    /// A struct as the root of a buffer.
    reading;
    /// One example of every construct of the schema language.
    shop;
    /// A root that needs no alignment, with arrays of `char`.
    stamp;
}
