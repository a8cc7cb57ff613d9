//! Every type of `std`, and how its text looks.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::ffi::{CString, OsString};
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::{NonZero, Saturating, Wrapping};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU8, AtomicUsize};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, SystemTime};

use varvel::{Decode, Encode, Number, Sink, Source, Timestamp, json, msgpack};

use super::through::{all, binary, frozen_to_json, json as through_json};

#[test]
fn scalars() {
    assert_eq!(all(()), "null");
    assert_eq!(all(PhantomData::<str>), "null");
    assert_eq!(all(true), "true");
    assert_eq!(all('ß'), r#""ß""#);
    assert_eq!(all('"'), r#""\"""#);
    assert_eq!(all(1.5_f32), "1.5");
    assert_eq!(all(-0.0_f64), "-0.0");
    assert_eq!(all(Ordering::Less), r#""Less""#);
    assert_eq!(all(Wrapping(7_u8)), "7");
    assert_eq!(all(Saturating(-7_i16)), "-7");
    assert_eq!(all(Reverse(1_u32)), "1");
}

#[test]
fn integers_of_every_width() {
    assert_eq!(all((i8::MIN, i8::MAX, u8::MAX)), "[-128,127,255]");
    assert_eq!(
        all((i16::MIN, u16::MAX, i32::MIN, u32::MAX)),
        "[-32768,65535,-2147483648,4294967295]"
    );
    assert_eq!(
        all((i64::MIN, i64::MAX, u64::MAX)),
        "[-9223372036854775808,9223372036854775807,18446744073709551615]"
    );
    assert_eq!(
        all((isize::MIN, usize::MAX)).len(),
        if cfg!(target_pointer_width = "64") {
            43
        } else {
            24
        }
    );
    assert_eq!(
        all((NonZero::<u8>::MIN, NonZero::<i64>::MIN)),
        "[1,-9223372036854775808]"
    );
    assert_eq!(
        all((7_i128, u128::from(u64::MAX))),
        "[7,18446744073709551615]"
    );
}

#[test]
fn integers_beyond_64_bits_are_exact_where_the_format_has_them() {
    for value in [i128::MIN, i128::MAX, i128::from(i64::MIN) - 1, 1 << 64] {
        assert_eq!(through_json(&value), value.to_string());
        frozen_to_json(&value);
    }
    assert_eq!(through_json(&u128::MAX), u128::MAX.to_string());
    assert_eq!(through_json(&NonZero::<u128>::MAX), u128::MAX.to_string());
    frozen_to_json(&u128::MAX);
    // MessagePack has none: they take 16 bytes, as rmp-serde writes them, unless 64 bits are
    // enough.
    assert_eq!(
        msgpack::to_vec(&(1_i128 << 64)).unwrap()[..9],
        [0xc4, 16, 0, 0, 0, 0, 0, 0, 0]
    );
    assert_eq!(msgpack::to_vec(&1_i128).unwrap(), [1]);
    assert!(
        msgpack::from_slice::<u128>(&[0xc4, 1, 0])
            .unwrap_err()
            .to_string()
            .contains("16 bytes")
    );
}

#[test]
fn strings_of_every_kind() {
    assert_eq!(all(String::from("a\nb")), r#""a\nb""#);
    assert_eq!(all(Box::<str>::from("a")), r#""a""#);
    assert_eq!(all(Rc::<str>::from("a")), r#""a""#);
    assert_eq!(all(Arc::<str>::from("a")), r#""a""#);
    assert_eq!(all(PathBuf::from("/a/ä")), r#""/a/ä""#);
    assert_eq!(all(Box::<Path>::from(Path::new("a/b"))), r#""a/b""#);
    assert_eq!(all(OsString::from("a")), r#""a""#);
    assert_eq!(all(CString::new("a").unwrap()), r#""a""#);
    // Strings are borrowed if nothing had to be unescaped.
    let text = r#"["plain","es\u0063aped"]"#;
    let [plain, escaped] = json::from_str::<[Cow<'_, str>; 2]>(text).unwrap();
    assert!(matches!(plain, Cow::Borrowed("plain")));
    assert!(matches!(escaped, Cow::Owned(text) if text == "escaped"));
    assert_eq!(json::from_str::<&Path>(r#""a""#).unwrap(), Path::new("a"));
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_utf8_is_refused() {
    use std::os::unix::ffi::OsStringExt;
    let path = PathBuf::from(OsString::from_vec(vec![b'a', 0xFF]));
    let error = json::to_string(&path).unwrap_err();
    assert_eq!(
        error.to_string(),
        "value cannot be represented: expected text that is UTF-8"
    );
    assert!(json::to_string(&CString::new([0xFF]).unwrap()).is_err());
}

#[test]
fn what_holds_one_value_or_none() {
    assert_eq!(all((Some(1), None::<i32>)), "[1,null]");
    assert_eq!(all(Box::new(1)), "1");
    assert_eq!(all((Rc::new(1), Arc::new(String::from("a")))), r#"[1,"a"]"#);
    assert_eq!(all(Cow::<'_, u8>::Owned(1)), "1");
    assert_eq!(all(Cell::new(1)), "1");
    assert_eq!(all(RefCell::new(vec![1])), "[1]");
    assert_eq!(json::to_string(&&mut 1).unwrap(), "1");
    let result: Result<u8, String> = Err("no".into());
    assert_eq!(
        all((Ok::<u8, String>(1), result)),
        r#"[{"Ok":1},{"Err":"no"}]"#
    );
}

#[test]
fn a_missing_member_is_none_behind_every_pointer() {
    assert!(<Option<u8> as Decode>::missing("a").unwrap().is_none());
    assert_eq!(
        <Box<Option<u8>> as Decode>::missing("a").unwrap(),
        Box::new(None)
    );
    assert!(
        <RefCell<Option<u8>> as Decode>::missing("a")
            .unwrap()
            .take()
            .is_none()
    );
    assert!(<Box<u8> as Decode>::missing("a").is_err());
    assert!(Encode::<()>::is_none(&Box::new(None::<u8>)));
    assert!(Encode::<()>::is_none(&RefCell::new(None::<u8>)));
}

#[test]
fn locks_and_atomics() {
    let text = json::to_string(&(Mutex::new(vec![1]), RwLock::new("a"))).unwrap();
    assert_eq!(text, r#"[[1],"a"]"#);
    let (list, word) = json::from_str::<(Mutex<Vec<u8>>, RwLock<String>)>(&text).unwrap();
    assert_eq!(
        (list.into_inner().unwrap(), word.into_inner().unwrap()),
        (vec![1], "a".into())
    );
    let atomics = (
        AtomicBool::new(true),
        AtomicI64::new(-1),
        AtomicU8::new(1),
        AtomicUsize::new(2),
    );
    let text = json::to_string(&atomics).unwrap();
    assert_eq!(text, "[true,-1,1,2]");
    type Atomics = (AtomicBool, AtomicI64, AtomicU8, AtomicUsize);
    let (_, _, mut byte, _) = json::from_str::<Atomics>(&text).unwrap();
    assert_eq!(*byte.get_mut(), 1);
    let cell = RefCell::new(1);
    let _borrowed = cell.borrow_mut();
    assert_eq!(
        json::to_string(&cell).unwrap_err().to_string(),
        "value cannot be represented: expected a cell that is not borrowed mutably"
    );
}

/// A type that has itself behind a lock is compiled once, not for each depth.
#[derive(Debug, PartialEq)]
struct Node(Option<Rc<RefCell<Node>>>);

impl<C: ?Sized> Encode<C> for Node {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> varvel::Result {
        self.0.as_slice().encode(sink, context)
    }
}
impl<'de, C: ?Sized> Decode<'de, C> for Node {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> varvel::Result<Self> {
        Vec::decode(source, context).map(|mut inner| Self(inner.pop()))
    }
}

#[test]
fn a_type_with_itself_in_a_cell() {
    let deep = (0..20).fold(Node(None), |node, _| {
        Node(Some(Rc::new(RefCell::new(node))))
    });
    assert_eq!(all(deep), format!("{}{}", "[".repeat(21), "]".repeat(21)));
}

#[test]
fn lists() {
    assert_eq!(all(vec![1, 2]), "[1,2]");
    assert_eq!(all(vec![(); 3]), "[null,null,null]");
    assert_eq!(all(vec![1.5, -0.0]), "[1.5,-0.0]");
    assert_eq!(all(Vec::<f64>::new()), "[]");
    assert_eq!(all((0..200).collect::<Vec<u8>>()).len(), 691);
    assert_eq!(all((-100..100).collect::<VecDeque<i16>>()).len(), 683);
    assert_eq!(all(LinkedList::from([1, 2])), "[1,2]");
    assert_eq!(all(BTreeSet::from([2, 1])), "[1,2]");
    assert_eq!(all(HashSet::from([7])), "[7]");
    assert_eq!(all(Box::<[u8]>::from([1, 2])), "[1,2]");
    assert_eq!(all(Rc::<[String]>::from(["a".into()])), r#"["a"]"#);
    assert_eq!(all(Arc::<[u8]>::from([1])), "[1]");
    assert_eq!(all(Cow::<'_, [u8]>::Owned(vec![1])), "[1]");
    let heap = BinaryHeap::from([1, 3, 2]);
    let again: BinaryHeap<u8> = json::from_slice(&json::to_vec(&heap).unwrap()).unwrap();
    assert_eq!(again.into_sorted_vec(), [1, 2, 3]);
    // A deque that goes around the end of its memory.
    let mut around = VecDeque::from(vec![1, 2, 3, 4]);
    around.rotate_left(1);
    around.push_back(5);
    assert_eq!(all(around), "[2,3,4,1,5]");
}

#[test]
fn a_set_takes_a_value_that_comes_twice_once() {
    assert_eq!(json::from_str::<HashSet<u8>>("[1,1]").unwrap().len(), 1);
    assert_eq!(json::from_str::<BTreeSet<u8>>("[1,1]").unwrap().len(), 1);
}

#[test]
fn arrays_and_tuples() {
    assert_eq!(all([1.5, 2.5]), "[1.5,2.5]");
    assert_eq!(all([String::from("a"), String::from("b")]), r#"["a","b"]"#);
    assert_eq!(all([0_u8; 0]), "[]");
    assert_eq!(all([[1_u8; 3]; 2]), "[[1,1,1],[1,1,1]]");
    assert_eq!(all((1,)), "[1]");
    // The longest tuple that can be compared, and the longest that has a codec.
    let twelve = (
        1,
        'a',
        "b".to_owned(),
        2.5,
        true,
        (),
        [1],
        vec![2],
        3,
        4,
        5,
        6,
    );
    assert_eq!(all(twelve), r#"[1,"a","b",2.5,true,null,[1],[2],3,4,5,6]"#);
    let sixteen = "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]";
    type U = u8;
    type Sixteen = (U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U);
    let read: Sixteen = json::from_str(sixteen).unwrap();
    assert_eq!(json::to_string(&read).unwrap(), sixteen);
}

#[test]
fn ranges() {
    assert_eq!(all(1..3), r#"{"start":1,"end":3}"#);
    assert_eq!(all(1..=3), r#"{"start":1,"end":3}"#);
    assert_eq!(all(1..), r#"{"start":1}"#);
    assert_eq!(all(..3), r#"{"end":3}"#);
    assert_eq!(all(..=3), r#"{"end":3}"#);
    assert_eq!(
        all((
            Bound::Included(1),
            Bound::Excluded(2),
            Bound::<u8>::Unbounded
        )),
        r#"[{"Included":1},{"Excluded":2},"Unbounded"]"#
    );
    assert_eq!(
        json::from_str::<std::ops::Range<u8>>(r#"{"end":3,"start":1}"#).unwrap(),
        1..3
    );
}

#[test]
fn addresses() {
    assert_eq!(all(Ipv4Addr::LOCALHOST), r#""127.0.0.1""#);
    assert_eq!(all(IpAddr::from(Ipv6Addr::LOCALHOST)), r#""::1""#);
    assert_eq!(
        all("[::1]:80".parse::<SocketAddr>().unwrap()),
        r#""[::1]:80""#
    );
    let longest = "[1111:2222:3333:4444:5555:6666:7777:8888%4294967295]:65535";
    assert_eq!(
        all(longest.parse::<SocketAddr>().unwrap()),
        format!("{longest:?}")
    );
}

#[test]
fn durations() {
    assert_eq!(
        all(Duration::MAX),
        r#"{"secs":18446744073709551615,"nanos":999999999}"#
    );
    assert_eq!(
        all(Duration::from_millis(1500)),
        r#"{"secs":1,"nanos":500000000}"#
    );
}

#[test]
fn points_in_time() {
    let at = |seconds, nanos| Timestamp::new(seconds, nanos).unwrap();
    assert_eq!(all(at(0, 0)), r#""1970-01-01T00:00:00Z""#);
    assert_eq!(all(at(-1, 500_000_000)), r#""1969-12-31T23:59:59.5Z""#);
    // A format with timestamps has one for any year.
    assert_eq!(binary(&at(0, 0)), [0xD6, 0xFF, 0, 0, 0, 0]);
    binary(&at(i64::MIN, 0));
    assert_eq!(
        json::to_string(&at(i64::MAX, 0)).unwrap_err().to_string(),
        "value cannot be represented: expected a point in time in the years 0 to 9999"
    );
    for offset in [Duration::ZERO, Duration::from_nanos(1_500_000_000)] {
        all(SystemTime::UNIX_EPOCH + offset);
        all(SystemTime::UNIX_EPOCH - offset);
    }
    assert_eq!(
        all(SystemTime::UNIX_EPOCH - Duration::from_millis(1500)),
        r#""1969-12-31T23:59:58.5Z""#
    );
    // A text is accepted in place of a timestamp.
    let text = msgpack::to_vec("1970-01-01T01:00:00+01:00").unwrap();
    assert_eq!(msgpack::from_slice::<Timestamp>(&text).unwrap(), at(0, 0));
}

#[test]
fn our_own_numbers() {
    for (text, number) in [
        ("-1", Number::I64(-1)),
        ("18446744073709551615", Number::U64(u64::MAX)),
        ("1.5", Number::F64(1.5)),
    ] {
        assert_eq!(all(number), text);
    }
    assert_eq!(
        json::to_string(&Number::Big("18446744073709551616")).unwrap(),
        "18446744073709551616"
    );
    assert_eq!(json::to_string(&Number::Decimal("1.50")).unwrap(), "1.50");
}

#[test]
fn maps() {
    assert_eq!(
        all(BTreeMap::from([("b".to_owned(), 1), ("a".to_owned(), 2)])),
        r#"{"a":2,"b":1}"#
    );
    assert_eq!(
        all(HashMap::from([("a".to_owned(), vec![1])])),
        r#"{"a":[1]}"#
    );
    assert_eq!(all(BTreeMap::<u8, u8>::new()), "{}");
}

#[test]
fn memory_is_used_again() {
    let mut map = HashMap::with_capacity(100);
    map.insert(1_u8, 2_u8);
    let mut deque = VecDeque::<String>::with_capacity(100);
    deque.push_back(String::with_capacity(100));
    let reader = |text: &'static str| {
        json::Reader::new(text.as_bytes(), &json::ReadOptions::default()).unwrap()
    };
    map.decode_into(&mut reader(r#"{"7":8}"#), &()).unwrap();
    assert_eq!(map, HashMap::from([(7, 8)]));
    assert!(map.capacity() >= 100);
    Decode::<()>::decode_into(&mut deque, &mut reader(r#"["a"]"#), &()).unwrap();
    assert_eq!(deque, ["a"]);
    assert!(deque.capacity() >= 100 && deque[0].capacity() >= 100);
    let mut shared = Rc::new(String::with_capacity(100));
    Decode::<()>::decode_into(&mut shared, &mut reader(r#""b""#), &()).unwrap();
    assert!(*shared == "b" && shared.capacity() >= 100);
    // Another owner keeps the old value.
    let other = Rc::clone(&shared);
    Decode::<()>::decode_into(&mut shared, &mut reader(r#""c""#), &()).unwrap();
    assert_eq!((&**other, &**shared), ("b", "c"));
}
