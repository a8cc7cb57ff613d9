//! Programs written for `rmp-serde`, with one line changed: the names they use exist, and give the
//! same bytes and values.

use std::collections::BTreeMap;
use std::io::{self, Cursor};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use varvel::msgpack::serde as rmp_serde;

use rmp_serde::{Deserializer, Serializer, decode, encode};

use super::address::Address;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Packet {
    id: u64,
    name: String,
    to: Vec<Address>,
    body: ByteBuf,
    at: Option<(i64, f32)>,
    by_number: BTreeMap<u16, bool>,
    unit: (),
    marks: (Mark, Option<Mark>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Mark;

fn packets() -> Vec<Packet> {
    let packet = |id, at| Packet {
        id,
        name: "n".repeat(id as usize % 40),
        to: Address::each(),
        body: ByteBuf::from(vec![0, 255]),
        at,
        by_number: [(1, true), (500, false)].into(),
        unit: (),
        marks: (Mark, Some(Mark)),
    };
    vec![packet(1, None), packet(300, Some((-1, 0.5)))]
}

#[test]
fn bytes_are_those_of_theirs_with_names_and_without() {
    for packet in packets() {
        let bytes = rmp_serde::to_vec(&packet).unwrap();
        let named = rmp_serde::to_vec_named(&packet).unwrap();
        assert_eq!(bytes, ::rmp_serde::to_vec(&packet).unwrap());
        assert_eq!(named, ::rmp_serde::to_vec_named(&packet).unwrap());
        for bytes in [&bytes, &named] {
            assert_eq!(rmp_serde::from_slice::<Packet>(bytes).unwrap(), packet);
            assert_eq!(
                rmp_serde::from_read_ref::<_, Packet>(bytes).unwrap(),
                packet
            );
            assert_eq!(
                rmp_serde::from_read::<_, Packet>(&bytes[..]).unwrap(),
                packet
            );
            assert_eq!(decode::from_slice::<Packet>(bytes).unwrap(), packet);
            assert_eq!(
                decode::from_read::<_, Packet>(Cursor::new(bytes)).unwrap(),
                packet
            );
        }
        let (mut written, mut with_names) = (Vec::new(), Vec::new());
        encode::write(&mut written, &packet).unwrap();
        encode::write_named(&mut with_names, &packet).unwrap();
        assert_eq!((written, with_names), (bytes, named));
    }
}

#[test]
fn a_serializer_writes_values_in_a_row_as_theirs() {
    let (mut bytes, mut theirs) = (Vec::new(), Vec::new());
    let mut serializer = Serializer::new(&mut bytes);
    let mut other = ::rmp_serde::Serializer::new(&mut theirs);
    for packet in packets() {
        packet.serialize(&mut serializer).unwrap();
        packet.serialize(&mut other).unwrap();
    }
    serializer.get_mut().push(7);
    other.get_mut().push(7);
    ("a", [(); 0], Some(1_u8))
        .serialize(&mut serializer)
        .unwrap();
    ("a", [(); 0], Some(1_u8)).serialize(&mut other).unwrap();
    assert_eq!(serializer.get_ref(), other.get_ref());
    assert_eq!(bytes, theirs);

    // With options.
    let packet = &packets()[1];
    let mut configured = Serializer::new(Vec::new())
        .with_struct_map()
        .with_human_readable();
    let mut other = ::rmp_serde::Serializer::new(Vec::new())
        .with_struct_map()
        .with_human_readable();
    packet.serialize(&mut configured).unwrap();
    packet.serialize(&mut other).unwrap();
    assert_eq!(configured.into_inner(), other.into_inner());
    let mut configured = Serializer::new(Vec::new())
        .with_struct_map()
        .with_human_readable()
        .with_struct_tuple()
        .with_binary();
    packet.serialize(&mut configured).unwrap();
    assert_eq!(configured.into_inner(), rmp_serde::to_vec(packet).unwrap());
}

#[test]
fn nothing_is_written_of_a_value_that_fails() {
    struct Broken;
    impl Serialize for Broken {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("broken"))
        }
    }
    let mut serializer = Serializer::new(Vec::new());
    let error: encode::Error = (1, [Some(Broken)]).serialize(&mut serializer).unwrap_err();
    assert!(error.to_string().contains("broken"), "{error}");
    (2, "after").serialize(&mut serializer).unwrap();
    assert_eq!(
        serializer.into_inner(),
        rmp_serde::to_vec(&(2, "after")).unwrap()
    );

    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = 1.serialize(&mut Serializer::new(Full)).unwrap_err();
    assert_eq!(error.io_error_kind(), Some(io::ErrorKind::StorageFull));
    assert!(encode::write(&mut Full, &1).unwrap_err().is_io());
}

#[test]
fn a_deserializer_reads_values_in_a_row_as_theirs() {
    let mut bytes = Vec::new();
    for packet in packets() {
        encode::write_named(&mut bytes, &packet).unwrap();
        encode::write(&mut bytes, &"text").unwrap();
    }
    let mut ours = Deserializer::new(&bytes[..]);
    let mut theirs = ::rmp_serde::Deserializer::new(&bytes[..]);
    let mut borrowed = Deserializer::from_read_ref(&bytes);
    for packet in packets() {
        assert_eq!(Packet::deserialize(&mut ours).unwrap(), packet);
        assert_eq!(Packet::deserialize(&mut theirs).unwrap(), packet);
        assert_eq!(Packet::deserialize(&mut borrowed).unwrap(), packet);
        assert_eq!(String::deserialize(&mut ours).unwrap(), "text");
        assert_eq!(String::deserialize(&mut theirs).unwrap(), "text");
        let text = <&str>::deserialize(&mut borrowed).unwrap();
        assert!(bytes.as_ptr_range().contains(&text.as_ptr()));
    }
    let mut counted = Deserializer::new(Cursor::new(&bytes));
    Packet::deserialize(&mut counted).unwrap();
    let mut other = ::rmp_serde::Deserializer::new(Cursor::new(&bytes));
    Packet::deserialize(&mut other).unwrap();
    assert_eq!(counted.position(), other.position());
    assert_eq!(ours.get_ref(), theirs.get_ref());
    for error in [
        IgnoredAny::deserialize(&mut ours).unwrap_err(),
        IgnoredAny::deserialize(&mut borrowed).unwrap_err(),
    ] {
        assert!(error.is_eof(), "{error}");
    }
    // Borrowed data cannot be read from an input, as in `rmp-serde`.
    let text = rmp_serde::to_vec("text").unwrap();
    assert!(<&str>::deserialize(&mut Deserializer::new(&text[..])).is_err());
    assert!(<&str>::deserialize(&mut ::rmp_serde::Deserializer::new(&text[..])).is_err());
}

#[test]
fn errors_have_their_place() {
    let mut bytes = vec![7];
    encode::write_named(&mut bytes, &BTreeMap::from([("id", [1, 2, -3])])).unwrap();
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "never read")]
    struct Ids {
        id: Vec<u8>,
    }
    let mut values = Deserializer::from_read_ref(&bytes);
    assert_eq!(u8::deserialize(&mut values).unwrap(), 7);
    let borrowed = Ids::deserialize(&mut values).unwrap_err();
    let mut values = Deserializer::new(&bytes[..]);
    assert_eq!(u8::deserialize(&mut values).unwrap(), 7);
    let error: decode::Error = Ids::deserialize(&mut values).unwrap_err();
    for error in [error, borrowed] {
        assert_eq!(error.path().unwrap().to_string(), "$.id[2]");
        assert!(error.is_data());
    }
}

#[test]
fn extensions_have_their_name() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct _ExtStruct((i8, ByteBuf));
    assert_eq!(
        rmp_serde::MSGPACK_EXT_STRUCT_NAME,
        ::rmp_serde::MSGPACK_EXT_STRUCT_NAME
    );
    let extension = _ExtStruct((5, ByteBuf::from(vec![1, 2, 3])));
    let bytes = rmp_serde::to_vec(&extension).unwrap();
    assert_eq!(bytes, ::rmp_serde::to_vec(&extension).unwrap());
    assert_eq!(
        rmp_serde::from_slice::<_ExtStruct>(&bytes).unwrap(),
        extension
    );
}
