//! Any stream of events, written in any layout, reads back as the same events. Strings also do so
//! in YAML 1.1.

use crate::model;

use model::{Event, Recorder, document, text, write};
use proptest::prelude::*;
use varvel_core::Sink;
use varvel_yaml::decode;
use varvel_yaml::{ReadOptions, Schema, WriteOptions, Writer, drive, to_string_with};

/// Returns fewer rounds under Miri, where each takes long.
fn rounds(count: u32) -> ProptestConfig {
    ProptestConfig::with_cases(if cfg!(miri) { 2 } else { count })
}

fn options() -> impl Strategy<Value = WriteOptions> {
    let width = prop::option::of(prop_oneof![0_u16..40, Just(80)]);
    (0_u8..11, width, any::<bool>()).prop_map(|(indent, width, start)| {
        let mut options = WriteOptions::default().with_indent(indent);
        options.width = width;
        options.start = start;
        options
    })
}

proptest! {
    #![proptest_config(rounds(512))]

    #[test]
    fn written_documents_read_back(events in document(), options in options()) {
        let yaml = write(&events, options)?;
        let mut read = Recorder::default();
        drive(&yaml, &ReadOptions::default(), &mut read)
            .map_err(|error| TestCaseError::fail(error.report(&yaml).to_string()))?;
        prop_assert_eq!(&read.0, &events, "{}", String::from_utf8_lossy(&yaml));
        // Driven directly from the reader into the writer, the bytes are the same.
        let mut writer = Writer::new(options);
        drive(&yaml, &ReadOptions::default(), &mut writer)?;
        prop_assert_eq!(writer.finish()?, yaml);
    }

    #[test]
    fn strings_are_strings_in_yaml_1_1(strings in prop::collection::vec(prop_oneof![
        text(),
        "[-+]?[0-9_.:xobeE+-]{1,12}",
        "[yYnN]|yes|No|ON|off|~|null|true|False|=|<<|[.]inf|[.]NaN",
        "[12][0-9]{3}-[01][0-9]-[0-3][0-9]([Tt ][0-9]:[0-5][0-9]:[0-5][0-9](Z| [+]1)?)?",
    ], 0..20), options in options()) {
        let yaml = to_string_with(&strings, &options)?;
        for schema in [Schema::Yaml11, Schema::Core, Schema::Failsafe] {
            let read: Vec<String> = decode(yaml.as_bytes(), &ReadOptions::with_schema(schema), &())
                .map_err(|error| TestCaseError::fail(error.report(yaml.as_bytes()).to_string()))?;
            prop_assert_eq!(&read, &strings, "{}", &yaml);
        }
    }

    #[test]
    fn no_order_of_events_panics(calls in prop::collection::vec(0_u8..12, 0..40), options in options()) {
        let mut writer = Writer::new(options);
        let mut failed = false;
        for call in calls {
            let result = match call {
                0 => writer.null(),
                1 => writer.i64(-7),
                2 => writer.f64s(&[1.0, 2.0]),
                3 => writer.str("x".into()),
                4 => writer.str("x\ny".into()),
                5 => writer.bytes((&[1_u8][..]).into()),
                6 => writer.begin_array(None),
                7 => writer.end_array(),
                8 => writer.begin_map(None),
                9 => writer.key("k".into()),
                10 => writer.any_key(),
                _ => writer.end_map(),
            };
            // After an error the writer takes no events.
            prop_assert!(!failed || result.is_err());
            failed |= result.is_err();
        }
        if let Ok(yaml) = writer.finish() {
            drive(&yaml, &ReadOptions::default(), &mut varvel_core::Discard)
                .map_err(|error| TestCaseError::fail(error.report(&yaml).to_string()))?;
        }
    }
}

/// Keys of any kind, nested, and long ones.
#[test]
fn unusual_keys_read_back() {
    use Event::*;
    let long = "k".repeat(3000);
    let events = vec![
        BeginMap,
        AnyKey,
        BeginArray,
        BeginMap,
        EndMap,
        BeginArray,
        EndArray,
        EndArray,
        BeginMap,
        Key(long.clone()),
        BeginArray,
        Str(long),
        EndArray,
        Key("a\nb".into()),
        Str("a\nb".into()),
        EndMap,
        AnyKey,
        Null,
        Null,
        AnyKey,
        BeginMap,
        EndMap,
        Str("\n".into()),
        EndMap,
    ];
    let yaml = write(&events, WriteOptions::default()).unwrap();
    let mut read = Recorder::default();
    drive(&yaml, &ReadOptions::default(), &mut read)
        .unwrap_or_else(|error| panic!("{}", error.report(&yaml)));
    assert_eq!(read.0, events);
}
