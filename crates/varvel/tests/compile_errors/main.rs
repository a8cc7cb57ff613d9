//! What the compiler says of attributes that cannot be. The goldens are of the compiler that the
//! repository names.
//!
//! A program of its own that runs only when it is asked for, since it builds the library once more:
//! `cargo test -p varvel --all-features --test compile_errors`.
#![cfg(feature = "derive")]

#[test]
fn attributes_that_cannot_be_are_refused() {
    trybuild::TestCases::new().compile_fail("tests/compile_errors/attributes/*.rs");
}
