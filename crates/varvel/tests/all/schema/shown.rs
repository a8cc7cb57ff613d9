//! Schemas printed for people.

use varvel::schema::Schema;

use crate::schema::types::*;

#[test]
fn a_struct_with_all_that_can_be_said_of_fields() {
    assert_eq!(
        Schema::of::<Order>().to_string(),
        "\
Order

Order: object, of nothing else
  orderId: integer, 0 to 4294967295
  boughtBy (or customer): string
  note?: string or null
  tags?: array of string = []
  count?: integer, 0 to 255 = 1
  gift?: boolean
  paid: boolean or null
  digest: bytes
  ratio: string
  proof?: bytes or null
"
    );
}

#[test]
fn what_is_in_each_other_and_in_itself() {
    assert_eq!(
        Schema::of::<(Tree, Page<Point>)>().to_string(),
        "\
array of 2
  0: Tree
  1: Page_Point

Tree: object  # A tree, which has itself in it.
  value: integer
  children?: array of Tree = []
  left?: Tree or null

Page_Point: object
  items: array of Point
  next?: Maybe

Point: object  # A point of a map.
  lat: number  # North of the equator.
  lon: number

Maybe: integer, 0 to 255 or null
"
    );
}

#[test]
fn enums_in_all_ways() {
    assert_eq!(
        Schema::of::<(Shape, Event, Message, Id, Code, Colour)>().to_string(),
        "\
array of 6
  0: Shape
  1: Event
  2: Message
  3: Id
  4: Code
  5: Colour

Shape: one of
  Empty  # Nothing.
  Circle: Meters
  Line: array of 2
    0: integer, -128 to 127
    1: integer, -128 to 127
  Box: object
    w: integer, 0 to 65535
    h?: integer, 0 to 65535 = 0

Meters: number

Event: object, by kind
  Start
  Move: object, of nothing else
    by: integer, -2147483648 to 2147483647
  At: Point

Point: object  # A point of a map.
  lat: number  # North of the equator.
  lon: number

Message: object, by t, with c
  Ping
  Text: string
  Pair: array of 2
    0: boolean
    1: Level

Level: one of
  low
  in-between

Id: one of
  Number: integer, 0 to 18446744073709551615
  Name: string
  Nothing

Code: integer, one of
  0 Fine
  -5 Broken  # It broke.

Colour: one of
  Red
  Other (all others): string
"
    );
}

#[test]
fn names_that_are_taken_have_a_number() {
    mod other {
        #[derive(varvel::Schema)]
        #[allow(dead_code)]
        pub struct Point(bool);
    }
    let schema = Schema::of::<(Point, other::Point)>();
    assert!(schema.named("Point").is_some() && schema.named("Point2").is_some());
}
