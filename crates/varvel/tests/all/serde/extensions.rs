//! Extensions of MessagePack in the form of `rmp-serde`, also of the type that timestamps have.

use std::collections::BTreeMap;

use serde::de::{DeserializeSeed, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use varvel::serde::{from_view, to_frozen};
use varvel::value::TreeBuilder;
use varvel::{Timestamp, Value, json, msgpack};

/// The type that `rmp-serde` documents for extensions.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "_ExtStruct")]
struct Extension((i8, Blob));

/// Bytes, as `serde_bytes` has them.
#[derive(Debug, PartialEq)]
struct Blob(Vec<u8>);

impl Serialize for Blob {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Blob {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfBytes;
        impl Visitor<'_> for OfBytes {
            type Value = Blob;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Blob, E> {
                Ok(Blob(bytes.to_vec()))
            }
        }
        deserializer.deserialize_bytes(OfBytes)
    }
}

/// Returns the node of an extension of type -1.
fn node(bytes: &[u8]) -> Vec<u8> {
    let head = match bytes.len() {
        4 => vec![0xD6, 0xFF],
        8 => vec![0xD7, 0xFF],
        len => vec![0xC7, len as u8, 0xFF],
    };
    [head, bytes.to_vec()].concat()
}

/// The three forms, in the shortest encoding and in longer ones.
const FORMS: [&[u8]; 5] = [
    &[0, 0, 0, 7],
    &[0, 0, 0, 4, 0, 0, 0, 7],
    &[0, 0, 0, 0, 0, 0, 0, 7],
    &[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7],
    &[0, 0, 0, 1, 255, 255, 255, 255, 255, 255, 255, 7],
];

#[test]
fn an_extension_of_the_type_of_timestamps_goes_both_ways_with_its_bytes() {
    for bytes in FORMS {
        let extension = Extension((-1, Blob(bytes.to_vec())));
        let document = node(bytes);
        assert_eq!(msgpack::serde::to_vec(&extension).unwrap(), document);
        assert_eq!(
            msgpack::serde::from_slice::<Extension>(&document).unwrap(),
            extension
        );
        // `rmp-serde` writes the same bytes.
        assert_eq!(rmp_serde::to_vec(&extension).unwrap(), document);
        // A tree and a type keep the kind.
        let at = Timestamp::of_extension(bytes).unwrap();
        assert_eq!(
            msgpack::serde::from_slice::<Timestamp>(&document).unwrap(),
            at
        );
        let frozen = to_frozen(&extension).unwrap();
        assert_eq!(frozen.view().as_timestamp(), Some(at));
        // A tree does not keep the encoding: it gives the shortest.
        let Extension((kind, Blob(shortest))) = from_view(frozen.view()).unwrap();
        assert_eq!((kind, Timestamp::of_extension(&shortest)), (-1, Some(at)));
        assert!(shortest.len() <= bytes.len());
    }
}

#[test]
fn a_long_head_has_the_same_bytes_and_what_is_no_timestamp_is_refused() {
    let blob = [0, 0, 0, 7];
    for head in [
        &[0xC7, 4, 0xFF][..],
        &[0xC8, 0, 4, 0xFF],
        &[0xC9, 0, 0, 0, 4, 0xFF],
    ] {
        let Extension((kind, Blob(bytes))) =
            msgpack::serde::from_slice(&[head, &blob].concat()).unwrap();
        assert_eq!((kind, &bytes[..]), (-1, &blob[..]));
    }
    let five = Extension((-1, Blob(vec![0; 5])));
    assert!(msgpack::serde::to_vec(&five).is_err());
    assert!(msgpack::serde::from_slice::<Extension>(&node(&[0; 5])).is_err());
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Buffered<T> {
    id: u8,
    #[serde(flatten)]
    rest: BTreeMap<String, T>,
}

#[test]
fn what_serde_buffers_has_timestamps_and_extensions_alike() {
    let document = [
        &[0x82, 0xA2, b'i', b'd', 1, 0xA1, b'a'][..],
        &node(FORMS[0]),
    ]
    .concat();
    let at = Timestamp::new(7, 0).unwrap();
    let extensions: Buffered<Extension> = msgpack::serde::from_slice(&document).unwrap();
    assert_eq!(
        extensions.rest["a"],
        Extension((-1, Blob(FORMS[0].to_vec())))
    );
    assert_eq!(msgpack::serde::to_vec_named(&extensions).unwrap(), document);
    let times: Buffered<Timestamp> = msgpack::serde::from_slice(&document).unwrap();
    assert_eq!(times.rest["a"], at);
    let trees: Buffered<Value> = msgpack::serde::from_slice(&document).unwrap();
    assert_eq!(trees.rest["a"].as_timestamp(), Some(at));
    let frozen = msgpack::freeze(&document).unwrap();
    assert_eq!(
        from_view::<Buffered<Extension>>(frozen.view()).unwrap(),
        extensions
    );
    // JSON has no extensions: its writer refuses this one.
    let text = json::serde::to_string(&Extension((5, Blob(vec![1])))).unwrap_err();
    assert_eq!(text.kind(), varvel::ErrorKind::Unrepresentable);
}

/// The type and the bytes of an extension, read in the way that trees of other libraries read.
#[derive(Debug, PartialEq)]
struct Theirs(i8, Vec<u8>);

impl<'de> Deserialize<'de> for Theirs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Theirs;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("any MessagePack value")
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(
                self,
                deserializer: D,
            ) -> Result<Theirs, D::Error> {
                deserializer.deserialize_tuple(2, self)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Theirs, A::Error> {
                let (kind, blob) = (parts.next_element()?, parts.next_element::<Blob>()?);
                assert!(parts.next_element::<IgnoredAny>()?.is_none());
                Ok(Theirs(kind.unwrap(), blob.unwrap().0))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

#[test]
fn trees_of_others_get_an_extension_where_ours_have_a_timestamp() {
    let document = node(FORMS[1]);
    let theirs = Theirs(-1, FORMS[1].to_vec());
    assert_eq!(
        msgpack::serde::from_slice::<Theirs>(&document).unwrap(),
        theirs
    );
    let frozen = msgpack::freeze(&document).unwrap();
    assert_eq!(from_view::<Theirs>(frozen.view()).unwrap(), theirs);
    assert_eq!(rmp_serde::from_slice::<Theirs>(&document).unwrap(), theirs);
    // Another library's deserializer reads into a tree of ours.
    let mut tree = TreeBuilder::new();
    varvel::serde::Drive::new(&mut tree)
        .deserialize(&mut rmp_serde::Deserializer::new(&document[..]))
        .unwrap();
    assert_eq!(Some(tree.finish().unwrap()), Some(Value::from(frozen)));
}
