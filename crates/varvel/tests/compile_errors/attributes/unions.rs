//! A type that is neither a struct nor an enum.
#[derive(varvel::Encode)]
union Bits {
    a: u32,
    b: f32,
}
fn main() {}
