//! Types that cannot be tables.

use varvel_derive::Table;

#[derive(Table)]
enum Size {
    Small,
    Large,
}

#[derive(Table)]
enum Shape {
    Circle(Inner),
    Point,
    Line { from: f64, to: f64 },
}

#[derive(Table)]
struct Pair(u8, u8);

#[derive(Table)]
struct Borrowed<'a> {
    name: &'a str,
}

#[derive(Table)]
struct Flat {
    #[varvel(flatten)]
    inner: Inner,
}

struct Inner;

fn main() {}
