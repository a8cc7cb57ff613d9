//! The `varvel` command.
fn main() {}
