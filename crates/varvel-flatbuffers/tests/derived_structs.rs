//! `#[derive(Struct)]`: plain structs as structs in place, without a schema file.
#![cfg(feature = "derive")]

use proptest::prelude::*;
use varvel_core::ErrorKind;
use varvel_flatbuffers::layout::{Element, Scalar, Shape, Type};
use varvel_flatbuffers::{Encoder, Schema, Struct, Table, decode, root};

#[derive(Clone, Debug, PartialEq, Table)]
struct Scene {
    name: String,
    origin: Point,
    camera: Option<Camera>,
    points: Vec<Point>,
    cameras: Option<Vec<Camera>>,
    boxed: Box<Tiny>,
    marks: Vec<Mark>,
    mark: Option<Mark>,
}

#[derive(Clone, Debug, PartialEq, Struct)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

/// With room between its fields, and behind them.
#[derive(Clone, Debug, PartialEq, Struct)]
#[varvel(rename_all = "camelCase")]
struct Camera {
    on: bool,
    at: Point,
    focal_length: f64,
    color: Color,
    corners: [Point; 2],
    colors: [Color; 3],
    #[varvel(rename = "matrix")]
    numbers: [i16; 5],
    tiny: Tiny,
}

#[derive(Clone, Debug, PartialEq, Struct)]
struct Tiny {
    byte: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Table)]
#[repr(u8)]
enum Color {
    Red = 1,
    Blue = 8,
}

#[derive(Clone, Debug, PartialEq, Table)]
enum Mark {
    Point(Point),
    Text(String),
    Camera(Box<Camera>),
}

varvel_flatbuffers::schema! {
    enum World {
        tables: Scene;
        structs: Point, Camera, Tiny;
        enums: Color;
        unions: Mark;
        file_identifier: *b"SCEN";
    }
}

fn point(x: f32) -> Point {
    Point { x, y: -x, z: 0.5 }
}

fn camera() -> Camera {
    Camera {
        on: true,
        at: point(1.0),
        focal_length: 0.035,
        color: Color::Blue,
        corners: [point(2.0), point(3.0)],
        colors: [Color::Red, Color::Blue, Color::Red],
        numbers: [1, -2, 3, -4, i16::MIN],
        tiny: Tiny { byte: 7 },
    }
}

fn scene() -> Scene {
    Scene {
        name: "a".into(),
        origin: point(0.0),
        camera: Some(camera()),
        points: vec![point(4.0), point(5.0)],
        cameras: Some(vec![camera(), camera()]),
        boxed: Box::new(Tiny { byte: 9 }),
        marks: vec![
            Mark::Point(point(6.0)),
            Mark::Text("t".into()),
            Mark::Camera(Box::new(camera())),
        ],
        mark: Some(Mark::Point(point(7.0))),
    }
}

#[test]
fn the_layout_is_that_of_the_format() {
    let layout = World::LAYOUT;
    let shape = |n: usize| layout.objects()[n].shape;
    assert_eq!(shape(0), Shape::Table);
    assert_eq!(shape(1), Shape::Struct { size: 12, align: 4 });
    assert_eq!(shape(2), Shape::Struct { size: 72, align: 8 });
    assert_eq!(shape(3), Shape::Struct { size: 1, align: 1 });
    let fields: Vec<_> = layout
        .fields(2)
        .iter()
        .map(|field| (layout.name(field.name), field.offset, field.ty))
        .collect();
    let scalar = |scalar| Type::Scalar(scalar);
    assert_eq!(
        fields,
        [
            ("on", 0, scalar(Scalar::Bool)),
            ("at", 4, Type::Struct(1)),
            ("focalLength", 16, scalar(Scalar::F64)),
            ("color", 24, scalar(Scalar::U8)),
            ("corners", 28, Type::Array(Element::Struct(1), 2)),
            ("colors", 52, Type::Array(Element::Scalar(Scalar::U8), 3)),
            ("matrix", 56, Type::Array(Element::Scalar(Scalar::I16), 5)),
            ("tiny", 66, Type::Struct(3)),
        ]
    );
    assert_eq!(layout.fields(2)[5].symbols, Some(0));
    assert_eq!(layout.fields(0)[1].ty, Type::Struct(1));
    assert_eq!(layout.fields(0)[3].ty, Type::Vector(Element::Struct(1)));
}

#[test]
fn structs_go_through_buffers_in_place() {
    let scene = scene();
    let mut encoder = Encoder::new();
    let bytes = encoder.encode(&scene).unwrap().to_vec();
    assert_eq!(decode::<Scene>(&bytes).unwrap(), scene);
    // In place: read where it stands.
    let view = root::<Scene>(&bytes).unwrap();
    let camera = view.structure_opt::<Camera, 2>().unwrap();
    assert_eq!(camera.scalar::<f64, 2>(), 0.035);
    let less = Scene {
        camera: None,
        cameras: None,
        points: vec![],
        marks: vec![],
        mark: None,
        ..scene
    };
    let bytes = encoder.encode(&less).unwrap().to_vec();
    assert_eq!(decode::<Scene>(&bytes).unwrap(), less);
}

#[test]
fn what_lies_between_fields_is_zero() {
    let bytes = Encoder::new().encode(&scene()).unwrap().to_vec();
    let view = root::<Scene>(&bytes).unwrap();
    let cameras = view.vector_opt::<varvel_flatbuffers::read::Structs<Camera>, 4>();
    let mut seen = 0;
    for window in bytes.windows(72) {
        // on, three bytes of nothing, and the x of a point
        if window[0] == 1 && window[4..8] == 1.0_f32.to_le_bytes() && window[66] == 7 {
            assert_eq!((&window[1..4], &window[25..28]), (&[0; 3][..], &[0; 3][..]));
            assert_eq!(
                (&window[55..56], &window[67..72]),
                (&[0; 1][..], &[0; 5][..])
            );
            seen += 1;
        }
    }
    assert_eq!((seen, cameras.unwrap().len()), (4, 2));
}

#[test]
fn a_number_that_is_no_variant_is_refused_with_its_path() {
    let scene = scene();
    let bytes = Encoder::new().encode(&scene).unwrap().to_vec();
    let mut wrong = 0;
    for at in 0..bytes.len() {
        let mut bytes = bytes.clone();
        bytes[at] = bytes[at].wrapping_add(3);
        // Whatever it is: no fault, and no color that there is not.
        match decode::<Scene>(&bytes) {
            Err(error) if error.kind() == ErrorKind::UnknownVariant => {
                wrong += usize::from(error.to_string().contains("color"));
            }
            _ => {}
        }
    }
    // A color and three in each of four cameras.
    assert_eq!(wrong, 16);
}

proptest! {
    #[test]
    fn any_scene_comes_back(
        xs in prop::collection::vec(any::<f32>().prop_filter("equal to itself", |x| !x.is_nan()), 1..8),
        numbers: [i16; 5],
        on: bool,
    ) {
        let points: Vec<Point> = xs.iter().map(|x| point(*x)).collect();
        let camera = Camera { on, at: points[0].clone(), numbers, ..camera() };
        let marks = points.iter().cloned().map(Mark::Point).collect();
        let scene = Scene { camera: Some(camera), points, marks, ..scene() };
        let bytes = Encoder::new().encode(&scene).unwrap().to_vec();
        prop_assert_eq!(decode::<Scene>(&bytes).unwrap(), scene);
    }

    #[test]
    fn changed_buffers_are_read_or_refused(at: prop::sample::Index, byte: u8) {
        let mut bytes = Encoder::new().encode(&scene()).unwrap().to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = decode::<Scene>(&bytes);
    }
}
