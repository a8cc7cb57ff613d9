//! Tests of a struct as the root of a buffer, by types that are written by hand.

use varvel_core::{ErrorKind, Result};
use varvel_flatbuffers::layout::{
    Element, Field, Layout, List, Name, Object as Described, Parts, Scalar, Type,
};
use varvel_flatbuffers::{
    Builder, EncodeRoot, EncodeStruct, Encoder, Identifier, Object, Root, RootRef, Schema,
    StructFields, StructRef, Verified, Verify, VisitRoot, root, root_unchecked, size_prefixed_root,
};

/// Makes a schema whose root is `struct M { value: SCALAR; name: [char: 3]; }`.
macro_rules! root_struct {
    ($schema:ident, $view:ident, $plain:ident, $value:ty, $scalar:ident, $size:expr, $align:expr) => {
        enum $schema {}

        impl Schema for $schema {
            const LAYOUT: Layout<'static> = Layout::new(Parts {
                names: "Mvaluename",
                objects: &[Described::structure(
                    Name::new(0, 1),
                    $size,
                    $align,
                    List::new(0, 2),
                )],
                fields: &[
                    Field::new(Name::new(1, 5), Type::Scalar(Scalar::$scalar)),
                    Field::new(Name::new(6, 4), Type::Array(Element::Scalar(Scalar::U8), 3))
                        .at(size_of::<$value>() as u32)
                        .chars(),
                ],
                root: Some(0),
                file_identifier: Some(*b"MARK"),
                ..Parts::EMPTY
            });
        }

        #[derive(Clone, Copy, Debug)]
        struct $view<'a>(StructRef<'a, $view<'static>>);

        impl Object for $view<'static> {
            type Schema = $schema;
            const OBJECT: usize = 0;
        }

        impl Root for $view<'static> {
            type View<'a> = $view<'a>;

            fn root(root: RootRef<'_, Self>) -> $view<'_> {
                $view(root.structure())
            }
        }

        impl $view<'_> {
            fn parts(self) -> ($value, Result<String>) {
                (
                    self.0.scalar::<$value, 0>(),
                    self.0.text::<1>().map(String::from),
                )
            }
        }

        struct $plain($value, [u8; 3]);

        impl EncodeStruct for $plain {
            type Struct = $view<'static>;

            fn fields<F: StructFields<Self::Struct>>(&self, fields: &mut F) -> Result {
                fields.scalar::<$value, 0>(self.0)?;
                fields.scalars::<u8, _, 1>(&self.1[..])
            }
        }

        impl EncodeRoot for $plain {
            fn root<R: VisitRoot>(&self, root: &mut R) -> Result {
                root.structure(self)
            }
        }
    };
}

root_struct!(Small, SmallMark, SmallMarkT, u8, U8, 4, 1);
root_struct!(Odd, OddMark, OddMarkT, u16, U16, 6, 2);
root_struct!(Large, LargeMark, LargeMarkT, u64, U64, 128, 64);

/// Holds whatever builds a buffer to these bytes, and reads them.
macro_rules! goes_through {
    ($view:ident, $plain:ident, $value:expr, $at:expr, $prefixed_at:expr, $size:expr) => {
        let (plain, value) = ($plain($value, *b"a\0b"), ($value, Ok("a\0b".to_owned())));
        let (mut encoder, mut builder) = (Encoder::new(), Builder::new());
        let bytes = encoder.encode(&plain).unwrap().to_vec();
        assert_eq!((usize::from(bytes[0]), bytes.len()), ($at, $at + $size));
        assert_eq!(&bytes[4..8], b"MARK");
        let built = builder.structure(&plain).unwrap();
        assert_eq!(builder.finish(built).unwrap(), bytes);
        assert_eq!(root::<$view>(&bytes).unwrap().parts(), value);
        // SAFETY: the same call has verified these bytes.
        assert_eq!(unsafe { root_unchecked::<$view>(&bytes) }.parts(), value);
        let verify = Verify::new().identified();
        let kept = Verified::<$view>::by(verify, bytes.clone()).unwrap();
        assert_eq!(kept.clone().root().parts(), value);
        for end in 0..bytes.len() {
            let error = root::<$view>(&bytes[..end]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::UnexpectedEnd, "{end}");
        }

        let bytes = encoder.encode_size_prefixed(&plain).unwrap().to_vec();
        assert_eq!(usize::from(bytes[4]) + 4, $prefixed_at);
        assert_eq!(usize::from(bytes[0]) + 4, bytes.len());
        let built = builder.structure(&plain).unwrap();
        assert_eq!(builder.finish_size_prefixed(built).unwrap(), bytes);
        assert_eq!(size_prefixed_root::<$view>(&bytes).unwrap().parts(), value);

        encoder.identifier(Identifier::None);
        let bytes = encoder.encode(&plain).unwrap().to_vec();
        builder.identifier(Identifier::None);
        let built = builder.structure(&plain).unwrap();
        assert_eq!(builder.finish(built).unwrap(), bytes);
        let error = Verify::new()
            .identified()
            .root::<$view>(&bytes)
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidBuffer);
    };
}

#[test]
fn structs_of_all_alignments_are_roots() {
    goes_through!(SmallMark, SmallMarkT, 7, 8, 12, 4);
    goes_through!(OddMark, OddMarkT, 700, 10, 14, 6);
    goes_through!(LargeMark, LargeMarkT, u64::MAX - 7, 64, 64, 128);
}

#[test]
fn a_text_that_is_no_utf_8_is_an_error() {
    let plain = SmallMarkT(1, [0xC3, 0, 0]);
    let bytes = Encoder::new().encode(&plain).unwrap().to_vec();
    let (_, text) = root::<SmallMark>(&bytes).unwrap().parts();
    assert_eq!(text.unwrap_err().kind(), ErrorKind::InvalidUtf8);
}
