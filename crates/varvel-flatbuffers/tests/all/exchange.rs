//! Tests that the official crate reads our buffers, and that we read its buffers.

#[allow(dead_code, reason = "shared: nobody uses all of it")]
use crate::foobar;

use foobar::{BarT, FooBarContainer, FooBarContainerT, FooBarT, FooT};
use proptest::prelude::*;
use varvel_flatbuffers::{Encoder, root};

prop_compose! {
    fn bar()(
        id in any::<u64>(), count in any::<i16>(), prefix in any::<i8>(), length in any::<u32>(),
        time in any::<i32>(), ratio in -1e9_f32..1e9, size in any::<u16>(),
    ) -> BarT {
        BarT { parent: FooT { id, count, prefix, length }, time, ratio, size }
    }
}

prop_compose! {
    fn foo_bar()(
        sibling in proptest::option::of(bar()), name in proptest::option::of(any::<String>()),
        rating in prop_oneof![Just(0.0), Just(-0.0), -1e300_f64..1e300], postfix in 0_u8..3,
    ) -> FooBarT {
        FooBarT { sibling, name, rating, postfix }
    }
}

prop_compose! {
    fn container()(
        list in proptest::option::of(proptest::collection::vec(foo_bar(), 0..5)),
        initialized in any::<bool>(), fruit in any::<i16>(),
        location in proptest::option::of(any::<String>()),
    ) -> FooBarContainerT {
        FooBarContainerT { list, initialized, fruit, location }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 8 } else { 256 }))]

    #[test]
    fn each_reads_the_other(values in proptest::collection::vec(container(), 1..4)) {
        let mut encoder = Encoder::new();
        let mut builder = flatbuffers::FlatBufferBuilder::new();
        for value in &values {
            let bytes = encoder.encode(value).unwrap();
            prop_assert_eq!(&foobar::official::read(bytes).unwrap(), value);
            // Where Rust aligns a double to 4, as on 32-bit x86, so does the official crate. The
            // format requires 8.
            if align_of::<f64>() < 8 {
                continue;
            }
            builder.reset();
            foobar::official::build(&mut builder, value);
            let view = root::<FooBarContainer>(builder.finished_data()).unwrap();
            prop_assert_eq!(&FooBarContainerT::of(view), value);
        }
    }
}
