//! Variants that the representation of their enum has no room for.
#[derive(varvel::Decode)]
#[varvel(tag = "type")]
enum List {
    Pair(u8, u8),
}
#[derive(varvel::Decode)]
#[varvel(tag = "type")]
enum Taken {
    A {
        #[varvel(rename = "type")]
        kind: u8,
    },
}
#[derive(varvel::Decode)]
#[varvel(integer)]
enum Number {
    A(u8),
}
#[derive(varvel::Decode)]
enum Others {
    #[varvel(other)]
    A,
    #[varvel(other)]
    B,
}
#[derive(varvel::Decode)]
#[varvel(tag = "type")]
enum Alias {
    A {
        #[varvel(alias = "type")]
        kind: u8,
    },
}
fn main() {}
