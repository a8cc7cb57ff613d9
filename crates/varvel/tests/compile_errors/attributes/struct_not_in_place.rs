//! Types that cannot be fields of a struct in place.

use varvel_derive::Struct;

#[derive(Struct)]
struct Empty {}

#[derive(Struct)]
struct Pair(u8, u8);

#[derive(Struct)]
enum Size {
    Small,
    Large,
}

#[derive(Struct)]
struct Generic<T> {
    item: T,
}

#[derive(Struct)]
struct Late {
    there: u8,
    #[varvel(default)]
    later: u8,
}

fn main() {}
