//! Types that are read in place, written by hand: some of them wrong, which must be harmless.

use varvel_core::{Result, Sink};
use varvel_frozen::typed::{self, FieldsOf, Member, ReadInPlace, Seen, Uniform};
use varvel_frozen::{Builder, Frozen, HashedKey, List, View};

/// `{"x": _, "y": _}` as a derive would have it; with `LIE` its check makes a false claim.
struct Point<const LIE: bool>;

#[derive(Clone, Copy)]
struct PointView<'a>(FieldsOf<'a, 2>);

const MEMBERS: &[Member; 2] = &[
    Member {
        key: HashedKey::new("x"),
        aliases: &[],
        may_miss: false,
    },
    Member {
        key: HashedKey::new("y"),
        aliases: &[],
        may_miss: true,
    },
];

impl PointView<'_> {
    fn x(&self) -> f32 {
        self.0.read::<f32>(0, None)
    }
    fn y(&self) -> Option<u64> {
        self.0.read::<Option<u64>>(1, None)
    }
}

impl<const LIE: bool> ReadInPlace for Point<LIE> {
    type View<'a> = PointView<'a>;
    type Seen = Seen<2>;

    fn check(view: View<'_>, depth: usize, layout: &mut Seen<2>) -> Result<Uniform> {
        if LIE {
            return Ok(Uniform::ALL);
        }
        FieldsOf::check(
            view,
            depth,
            MEMBERS,
            layout,
            false,
            |i, member, depth| match i {
                0 => f32::check(member, depth, &mut ()),
                _ => <Option<u64>>::check(member, depth, &mut ()),
            },
        )
    }

    fn read<'a>(view: View<'a>, uniform: Uniform, layout: &mut Seen<2>) -> PointView<'a> {
        PointView(FieldsOf::new(view, uniform, MEMBERS, layout))
    }
}

/// `[{"x": 0.5, "y": 1}, {"y": 2, "x": 1.5}, {"x": 2.5}, {"y": 3, "x": 3.5}]`
fn points() -> Frozen {
    let build = || -> Result<Frozen> {
        let mut builder = Builder::new();
        builder.start()?;
        builder.begin_array(None)?;
        for (x, y, turned) in [
            (0.5, 1, false),
            (1.5, 2, true),
            (2.5, 0, false),
            (3.5, 3, true),
        ] {
            builder.begin_map(None)?;
            if turned {
                builder.key("y".into())?;
                builder.i64(y)?;
            }
            builder.key("x".into())?;
            builder.f32(x)?;
            if !turned && y > 0 {
                builder.key("y".into())?;
                builder.i64(y)?;
            }
            builder.end_map()?;
        }
        builder.end_array()?;
        builder.finish()
    };
    build().unwrap()
}

#[test]
fn records_of_several_layouts() {
    let frozen = points();
    let list: List<'_, Point<false>> = typed::view::<Vec<Point<false>>>(&frozen).unwrap();
    let read: Vec<(f32, Option<u64>)> = list.iter().map(|p| (p.x(), p.y())).collect();
    assert_eq!(
        read,
        [(0.5, Some(1)), (1.5, Some(2)), (2.5, None), (3.5, Some(3))]
    );
    let mut sum = 0.0;
    list.iter().for_each(|point| sum += point.x());
    assert_eq!(sum, 8.0);
    assert_eq!(list.get(1).map(|point| point.x()), Some(1.5));
}

#[test]
fn items_are_gone_through_again_whatever_they_are() {
    let frozen = points();
    let points = typed::view::<Vec<Point<false>>>(&frozen).unwrap();
    // `Point` itself is not `Clone`.
    let mut items = points.iter();
    items.next();
    let again: Vec<f32> = items.clone().map(|point| point.x()).collect();
    assert_eq!(again.len() + 1, points.len());
    assert_eq!(again, items.map(|point| point.x()).collect::<Vec<f32>>());
}

#[test]
fn what_was_not_checked_is_nothing_and_in_the_buffer() {
    let frozen = points();
    let list = typed::view::<Vec<Point<true>>>(&frozen).unwrap();
    for point in list.iter() {
        let _ = (point.x(), point.y());
    }
    let numbers = Frozen::from_typed(&(7, "text", [1.5; 9], [[1_u8; 3]; 3])).unwrap();
    let list = typed::view::<Vec<Point<true>>>(&numbers).unwrap();
    assert!(list.iter().all(|point| point.y().is_none()));
    // A layout learned from another buffer.
    let mut layout = Seen::default();
    let first = points();
    <Point<false>>::check(first.view().at(0).unwrap(), 9, &mut layout).unwrap();
    let other = Frozen::from_typed(&[("a", 1)]).unwrap();
    for view in [other.view(), other.view().at(0).unwrap()] {
        for uniform in [Uniform::NONE, Uniform::ALL] {
            let point = <Point<false>>::read(view, uniform, &mut layout.clone());
            let _ = (point.x(), point.y());
        }
    }
}

/// A record that claims to be a tile of `BYTES` that begins at `AT`.
struct Tile<const BYTES: usize, const AT: usize>;

impl<const BYTES: usize, const AT: usize> ReadInPlace for Tile<BYTES, AT> {
    type View<'a> = (f32, f64, View<'a>);
    type Seen = ();

    fn check(_: View<'_>, _: usize, (): &mut ()) -> Result<Uniform> {
        Ok(Uniform::ALL)
    }

    fn read<'a>(view: View<'a>, _: Uniform, (): &mut ()) -> Self::View<'a> {
        (-1.0, -1.0, view)
    }

    const TILE: usize = BYTES;

    fn tile(_: View<'_>) -> Option<usize> {
        Some(AT)
    }

    fn is_tile_at(_: View<'_>, _: usize) -> bool {
        true
    }

    fn is_like(_: &[u8], _: &[u8]) -> bool {
        true
    }

    fn read_tile<'a>(tile: &'a [u8], outer: View<'a>) -> Self::View<'a> {
        let record = FieldsOf::<2>::of_tile(tile, outer);
        let (near, far) = (record.read::<f32>(0, Some(0)), usize::MAX - 1);
        let (wide, none) = (
            record.read::<f64>(1, Some(5)),
            record.read::<f32>(1, Some(far)),
        );
        assert_eq!(none, 0.0);
        (near, wide, record.node())
    }
}

#[test]
fn a_tile_of_no_buffer_is_the_node_around_it() {
    let frozen = points();
    let outer = frozen.view().at(1).unwrap();
    static ELSEWHERE: [u8; 64] = [0; 64];
    for tile in [&[], &ELSEWHERE[..]] {
        let record = FieldsOf::<2>::of_tile(tile, outer);
        assert_eq!(record.read::<f32>(0, Some(0)), 0.0);
        assert_eq!(record.node(), outer);
    }
}

#[test]
fn tiles_that_are_none_are_in_the_buffer() {
    fn read<const BYTES: usize, const AT: usize>(frozen: &Frozen) {
        let list = typed::view::<Vec<Tile<BYTES, AT>>>(frozen).unwrap();
        assert_eq!(list.iter().count(), list.len());
        let mut count = 0;
        list.iter().for_each(|(_, _, node)| {
            let _ = format!("{node:?}");
            count += 1;
        });
        assert_eq!(count, list.len());
    }
    let numbers = Frozen::from_typed(&(7, "text", [1.5; 9], [[1_u8; 3]; 3])).unwrap();
    for frozen in [points(), numbers] {
        read::<1, 0>(&frozen);
        read::<5, 32>(&frozen);
        read::<13, 40>(&frozen);
        read::<40, 90>(&frozen);
        read::<{ usize::MAX }, 32>(&frozen);
        read::<8, { usize::MAX }>(&frozen);
        read::<{ usize::MAX / 4 }, { usize::MAX }>(&frozen);
    }
}

#[test]
fn numbers_in_a_row_are_lent_aligned() {
    let frozen = Frozen::from_typed(&[[0.5; 16], [1.5; 16]]).unwrap();
    let rows = typed::view::<Vec<Vec<f64>>>(&frozen).unwrap();
    for row in rows.iter() {
        assert_eq!(row.len(), 16);
        if let Some(slice) = row.as_slice() {
            assert!(slice.iter().copied().eq(row.iter()));
        }
    }
    // From 8 numbers on they stand on multiples of their width, whatever stands before them.
    let parts = (1000_i16, [0.5_f32; 8], [70_000_i32; 9], [300_i16; 10]);
    let frozen = Frozen::from_typed(&parts).unwrap();
    let view = frozen.view();
    if view.buffer().as_ptr().addr().is_multiple_of(8) {
        assert_eq!(view.item(1).unwrap().as_f32_slice(), Some(&parts.1[..]));
        assert_eq!(view.item(2).unwrap().as_i32_slice(), Some(&parts.2[..]));
        assert_eq!(view.item(3).unwrap().as_i16_slice(), Some(&parts.3[..]));
    }
    let narrow = Frozen::from_typed(&[1_i8, 2, 3]).unwrap();
    let list = typed::view::<Vec<i64>>(&narrow).unwrap();
    assert!(list.as_slice().is_none());
    assert_eq!(list.iter().sum::<i64>(), 6);
}
