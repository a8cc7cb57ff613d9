//! Attributes of enums on structs, and the like.
#[derive(varvel::Encode)]
#[varvel(tag = "type")]
struct NoEnum {
    a: u8,
}
#[derive(varvel::Encode)]
#[varvel(transparent)]
struct Two {
    a: u8,
    b: u8,
}
#[derive(varvel::Encode)]
#[varvel(content = "c")]
enum NoTag {
    A,
}
#[derive(varvel::Encode)]
struct Tuple(#[varvel(rename = "a")] u8, u8);
fn main() {}
