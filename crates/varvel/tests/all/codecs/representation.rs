//! JSON of types is the JSON that `serde_json` makes of them, if that is the usual form.
//!
//! Differences: `SystemTime` is RFC 3339 text (serde: seconds and nanoseconds), `OsString` and
//! `CString` are strings (serde: an enum by system, bytes), and `Ordering` has a codec at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZero, Wrapping};
use std::ops::Bound;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use varvel::{Decode, Encode, json};

fn same<T>(value: T)
where
    T: Encode + for<'de> Decode<'de> + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let theirs = serde_json::to_string(&value).unwrap();
    assert_eq!(json::to_string(&value).unwrap(), theirs);
    assert_eq!(json::from_str::<T>(&theirs).unwrap(), value);
}

#[test]
fn as_serde_json() {
    same(((), true, 'x', 1.5, -7_i8, u64::MAX, i128::MIN));
    same((
        String::from("a\"\n"),
        Some(1),
        None::<u8>,
        PathBuf::from("a"),
    ));
    same((Ok::<u8, String>(1), Err::<u8, String>("a".into())));
    same((vec![1, 2], [1.5, 2.5], BTreeSet::from([1]), Box::new(1)));
    same((1..3, 1..=3, 1.., ..3));
    same((
        Bound::Included(1),
        Bound::Excluded(1),
        Bound::<u8>::Unbounded,
    ));
    same((
        Duration::from_millis(1500),
        IpAddr::from(Ipv4Addr::LOCALHOST),
    ));
    same((
        NonZero::<u8>::MIN,
        Wrapping(7),
        std::marker::PhantomData::<u8>,
    ));
    same(BTreeMap::from([(7, "a".to_owned())]));
    same(BTreeMap::from([(true, 1)]));
    same(BTreeMap::from([('x', BTreeMap::from([(u128::MAX, 1)]))]));
}
