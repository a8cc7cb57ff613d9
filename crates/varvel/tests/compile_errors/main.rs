//! Compiler errors for attributes that are wrong. The golden files are those of the compiler
//! version that the repository names.
//!
//! It is a program of its own that runs only on request, since it builds the library once more:
//! `cargo test -p varvel --all-features --test compile_errors`.
#![cfg(feature = "derive")]

#[test]
fn attributes_that_cannot_be_are_refused() {
    trybuild::TestCases::new().compile_fail("tests/compile_errors/attributes/*.rs");
}
