//! Tests of the incremental builder.

#[allow(dead_code, reason = "shared: nobody uses all of it")]
use crate::foobar;
#[allow(dead_code, reason = "shared: nobody uses all of it")]
use crate::monster;

use foobar::{FooBar, FooBarContainer, FooBarContainerT};
use monster::{Monster, Stat, Stats, Vec3T};
use varvel_core::ErrorKind;
use varvel_flatbuffers::read::{Scalars, Tables};
use varvel_flatbuffers::{Builder, root, size_prefixed_root};

fn build(builder: &mut Builder, value: &FooBarContainerT) -> Vec<u8> {
    let mut list = Vec::new();
    for each in value.list.iter().flatten() {
        let name = each
            .name
            .as_ref()
            .map(|name| builder.shared_string(name).unwrap());
        let mut table = builder.table::<FooBar>().unwrap();
        table.scalar::<f64, 2>(each.rating).unwrap();
        table.scalar::<u8, 3>(each.postfix).unwrap();
        if let Some(name) = name {
            table.string::<1>(name).unwrap();
        }
        if let Some(sibling) = &each.sibling {
            table.structure::<_, 0>(sibling).unwrap();
        }
        list.push(table.finish().unwrap());
    }
    let list = value.list.as_ref().map(|_| builder.tables(&list).unwrap());
    let location = value
        .location
        .as_ref()
        .map(|text| builder.string(text).unwrap());
    let mut table = builder.table::<FooBarContainer>().unwrap();
    if let Some(list) = list {
        table.vector::<Tables<FooBar>, 0>(list).unwrap();
    }
    table.scalar::<bool, 1>(value.initialized).unwrap();
    table.scalar::<i16, 2>(value.fruit).unwrap();
    if let Some(location) = location {
        table.string::<3>(location).unwrap();
    }
    let table = table.finish().unwrap();
    builder.finish(table).unwrap().to_vec()
}

#[test]
fn what_is_built_is_read() {
    let mut builder = Builder::new();
    let full = FooBarContainerT::example();
    let mut sparse = full.clone();
    sparse.list.as_mut().unwrap()[1] = Default::default();
    for value in [&full, &sparse, &FooBarContainerT::default(), &full] {
        let bytes = build(&mut builder, value);
        let view = root::<FooBarContainer>(&bytes).unwrap();
        assert_eq!(FooBarContainerT::of(view), *value);
        assert_eq!(foobar::official::read(&bytes).unwrap(), *value);
    }
    // There is one vtable for all three, and one string.
    assert!(build(&mut builder, &full).len() <= 344 - 2 * 20);
}

#[test]
fn defaults_are_written_if_they_are_forced() {
    let mut builder = Builder::new();
    let mut table = builder.table::<Stat>().unwrap();
    table.scalar::<i64, 1>(0).unwrap();
    let table = table.finish().unwrap();
    let bytes = builder.finish(table).unwrap();
    assert!(!root::<Stat>(bytes).unwrap().has_val());
    builder.force_defaults(true);
    let mut table = builder.table::<Stat>().unwrap();
    table.scalar::<i64, 1>(0).unwrap();
    let table = table.finish().unwrap();
    let bytes = builder.finish_size_prefixed(table).unwrap();
    assert!(size_prefixed_root::<Stat>(bytes).unwrap().has_val());
}

#[test]
fn wrong_use_is_an_error() {
    let mut builder = Builder::new();
    let old = builder.string("old").unwrap();
    builder.reset();
    let mut table = builder.table::<FooBar>().unwrap();
    let error = table.string::<1>(old).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEvents);
    table.scalar::<u8, 3>(1).unwrap();
    let error = table.scalar::<u8, 3>(2).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidEvents);
    let table = builder.table::<Monster>().unwrap();
    let error = table.finish().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::MissingField);
    assert!(error.to_string().contains("`name`"), "{error}");
    let other = Builder::new().string("other").unwrap();
    assert!(builder.strings(&[other]).is_err());
    assert!(builder.aligned_scalars(&[1_u8], 3).is_err());
}

#[test]
fn sorted_vectors_are_searched() {
    let mut builder = Builder::new();
    let names = ["Wilma", "Barney", "Fred", "", "Frodo"];
    let mut friends = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let name = builder.string(name).unwrap();
        let mut friend = builder.table::<Monster>().unwrap();
        friend.string::<3>(name).unwrap();
        friend.scalar::<i16, 2>(index as i16).unwrap();
        friends.push(friend.finish().unwrap());
    }
    let friends = builder.sorted_tables(&friends).unwrap();
    let inventory = builder.scalars::<u8>(&[1, 2, 3]).unwrap();
    let name = builder.string("Orc").unwrap();
    let mut orc = builder.table::<Monster>().unwrap();
    orc.string::<3>(name).unwrap();
    orc.vector::<Tables<Monster>, 11>(friends).unwrap();
    orc.vector::<Scalars<u8>, 5>(inventory).unwrap();
    orc.structure::<Vec3T, 0>(&Vec3T {
        x: 1.0,
        ..Vec3T::default()
    })
    .unwrap();
    let orc = orc.finish().unwrap();
    let bytes = builder.finish(orc).unwrap();
    let orc = root::<Monster>(bytes).unwrap();
    assert_eq!(orc.pos().unwrap().x(), 1.0);
    assert_eq!(orc.inventory(), Some(&[1, 2, 3][..]));
    let friends = orc.friends().unwrap();
    for (index, name) in names.iter().enumerate() {
        assert_eq!(friends.lookup(*name).unwrap().hp(), index as i16);
    }
    assert!(friends.lookup("Fre").is_none());
    assert!(friends.lookup("Z").is_none());

    let mut stats = Vec::new();
    for count in [700_u16, 0, 65535, 3, 256] {
        let mut stat = builder.table::<Stat>().unwrap();
        stat.scalar::<u16, 2>(count).unwrap();
        stat.scalar::<i64, 1>(i64::from(count) + 1).unwrap();
        stats.push(stat.finish().unwrap());
    }
    let stats = builder.sorted_tables(&stats).unwrap();
    let mut all = builder.table::<Stats>().unwrap();
    all.vector::<Tables<Stat>, 0>(stats).unwrap();
    let all = all.finish().unwrap();
    let bytes = builder.finish(all).unwrap();
    let stats = root::<Stats>(bytes).unwrap().stats().unwrap();
    assert_eq!(stats.lookup(700_u16).unwrap().val(), 701);
    assert_eq!(stats.lookup(0_u16).unwrap().val(), 1);
    assert!(stats.lookup(1_u16).is_none());
}
