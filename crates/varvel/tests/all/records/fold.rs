//! Records are folded into a value in their order, whatever the blocks and the threads.

use std::panic::{AssertUnwindSafe, catch_unwind};

use varvel::records::{BadRecord, Events, Reduce, check, fold};
use varvel::{Builder, Duplicates, Error, ErrorKind};

use super::*;

/// The records as lines, in their order, which shows whether they were merged in order.
#[derive(Default)]
struct Lines {
    builder: Builder,
    text: String,
    /// The number of values that were merged.
    parts: usize,
    /// Refuses a record with this text, and merging records that come behind it.
    refuses: &'static str,
}

impl Reduce for Lines {
    fn record<E: Events>(&mut self, record: &mut E) -> varvel::Result {
        self.builder.start()?;
        record.drive(&mut self.builder)?;
        let line = json::to_string(&self.builder.finish_view()?)?;
        if line == self.refuses {
            return Err(Error::new(ErrorKind::Refused));
        }
        self.text += &line;
        self.text.push('\n');
        Ok(())
    }

    fn merge(&mut self, later: Self) -> varvel::Result {
        if !self.refuses.is_empty() && later.text.contains("refused") {
            return Err(Error::new(ErrorKind::Refused));
        }
        self.text += &later.text;
        self.parts += 1 + later.parts;
        Ok(())
    }

    fn held(&self) -> usize {
        self.text.len()
    }
}

fn folded(input: &[u8], from: Format, options: &Options) -> Result<(Lines, Progress), Failure> {
    fold(input, from, Lines::default, options, Watch::default())
}

#[test]
fn all_formats_in_order() {
    let text = lines(700);
    let plain = plainly_written(text.as_bytes(), Format::Ndjson);
    let plain = String::from_utf8(plain).unwrap();
    for from in formats() {
        let all = options(1, 2000);
        let input = bytes(text.as_bytes(), Format::Ndjson, from, &all);
        for threads in [1, 2, 8] {
            for block in [1, 13, 5000, 128 << 10] {
                let options = options(threads, block);
                let (lines, done) = folded(&input, from, &options).unwrap();
                assert_eq!(lines.text, plain, "{from:?}, {threads} threads, {block}");
                let checked = check(&input[..], from, &options, Watch::default()).unwrap();
                assert_eq!(done, checked);
            }
        }
    }
}

#[test]
fn the_items_of_an_array_and_none_at_all() {
    let array = Options {
        array: true,
        ..options(2, 1)
    };
    let (lines, done) = folded(b"[1, [2],\n\n{\"a\": 3}]", Format::Ndjson, &array).unwrap();
    assert_eq!((&lines.text[..], done.records), ("1\n[2]\n{\"a\":3}\n", 3));
    for from in documents() {
        let (lines, done) = folded(b"", from, &Options::DEFAULT).unwrap();
        assert_eq!((&lines.text[..], done.records), ("", 0));
    }
}

#[test]
fn a_value_that_grows_is_merged_before_its_block_is_done() {
    let text = format!("\"{}\"\n", "long ".repeat(10_000)).repeat(80);
    for threads in [1, 4] {
        let options = options(threads, text.len());
        let (lines, _) = folded(text.as_bytes(), Format::Ndjson, &options).unwrap();
        assert_eq!(lines.text, text);
        assert_eq!(lines.parts, text.len() >> 20);
    }
}

#[test]
fn keys_that_come_twice() {
    let text = "{\"a\": 1}\n{\"a\": 1, \"b\": 2, \"a\": 3}\n{\"a\": 4}\n";
    let by = |duplicates| {
        let options = Options {
            duplicates,
            ..options(2, 20)
        };
        folded(text.as_bytes(), Format::Ndjson, &options)
    };
    let Err(Failure::Bad(bad)) = by(Duplicates::Error) else {
        panic!("a key that comes twice");
    };
    assert_eq!(
        (bad.number, bad.offset, bad.error.offset()),
        (2, 9, Some(17))
    );
    assert_eq!(bad.error.kind(), ErrorKind::DuplicateKey);
    let (first, _) = by(Duplicates::First).unwrap();
    assert_eq!(first.text, "{\"a\":1}\n{\"a\":1,\"b\":2}\n{\"a\":4}\n");
    let (last, _) = by(Duplicates::Last).unwrap();
    assert!(last.text.contains("\"a\":3"), "{}", last.text);
}

#[test]
fn the_first_bad_record_stops_as_when_it_is_checked() {
    for at in [0, 1, 50, 99] {
        let line = |i| match i == at || i == 70 {
            true => format!("[{i}, {{\"a\": tru}}]\n"),
            false => format!("[{i}]\n"),
        };
        let text: String = (0..100).map(line).collect();
        for threads in [1, 2, 8] {
            for block in [1, 40, 128 << 10] {
                let options = options(threads, block);
                let input = text.as_bytes();
                let checked = check(input, Format::Ndjson, &options, Watch::default());
                let failure = folded(input, Format::Ndjson, &options).err().unwrap();
                assert_eq!(failure.to_string(), checked.unwrap_err().to_string());
            }
        }
    }
}

#[test]
fn bad_records_are_set_aside() {
    let text = "[1]\n[2\n\"refused\"\n[3]\n";
    let mut aside = Vec::new();
    let mut on_bad = |record: &BadRecord<'_>| {
        aside.push((record.number, record.bytes.to_vec()));
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut on_bad),
        ..Watch::default()
    };
    let new = || Lines {
        refuses: "\"refused\"",
        ..Lines::default()
    };
    let (lines, done) = fold(text.as_bytes(), Format::Ndjson, new, &options(2, 5), watch).unwrap();
    assert_eq!(
        (&lines.text[..], done.records, done.bad),
        ("[1]\n[3]\n", 2, 2)
    );
    let wrong = [(2, b"[2\n".to_vec()), (3, b"\"refused\"\n".to_vec())];
    assert_eq!(aside, wrong);
}

#[test]
fn a_merge_that_fails_or_panics_ends_it() {
    let text = "[1]\n".repeat(50) + "[\"refused\"]\n" + &"[2]\n".repeat(50);
    let new = || Lines {
        refuses: "nothing",
        ..Lines::default()
    };
    for threads in [1, 2, 8] {
        let options = options(threads, 20);
        let input = text.as_bytes();
        let failure = fold(input, Format::Ndjson, new, &options, Watch::default());
        assert!(
            matches!(failure, Err(Failure::Input(error)) if error.kind() == ErrorKind::Refused)
        );
    }

    struct Panics;
    impl Reduce for Panics {
        fn record<E: Events>(&mut self, _: &mut E) -> varvel::Result {
            Ok(())
        }
        fn merge(&mut self, _: Self) -> varvel::Result {
            panic!("merged");
        }
    }
    let fold = || {
        let options = options(4, 20);
        let new = || Panics;
        fold(
            text.as_bytes(),
            Format::Ndjson,
            new,
            &options,
            Watch::default(),
        )
        .is_ok()
    };
    assert!(catch_unwind(AssertUnwindSafe(fold)).is_err());
}

#[cfg(feature = "schema")]
mod schemas {
    use varvel::schema::{Inference, Schema};

    use super::*;

    fn schema(input: &[u8], from: Format, options: &Options) -> Schema {
        let (inference, done) =
            fold(input, from, Inference::default, options, Watch::default()).unwrap();
        assert_eq!(inference.documents(), done.records);
        inference.finish()
    }

    #[test]
    fn do_not_depend_on_the_threads_and_the_blocks() {
        let text = lines(3000);
        let mut plain = Inference::default();
        for (_, record) in super::plain(text.as_bytes()) {
            varvel::Encode::encode(&record.unwrap(), &mut plain, &()).unwrap();
            plain.end_document();
        }
        let plain = plain.finish();
        assert!(plain.to_string().contains("map of "), "{plain}");
        for from in formats() {
            let input = bytes(text.as_bytes(), Format::Ndjson, from, &options(1, 2000));
            for threads in [1, 2, 8] {
                for block in [1, 100, 3000, 128 << 10] {
                    let schema = schema(&input, from, &options(threads, block));
                    assert_eq!(schema, plain, "{from:?}, {threads} threads, {block}");
                }
            }
        }
    }

    #[test]
    fn tell_the_line_where_a_kind_came_first() {
        let line = |n| match n {
            300 => "{\"a\": 1.5}\n",
            410 => "{\"a\": \"1\"}\n",
            _ if n % 3 == 0 => "{\"a\": ]\n",
            _ if n % 5 == 0 => "\n",
            _ => "{\"a\": 1}\n",
        };
        let text: String = (1..=500).map(line).collect();
        for threads in [1, 2, 8] {
            for block in [1, 100, 3000, 128 << 10] {
                let mut ignored = |_: &BadRecord<'_>| Ok(());
                let watch = Watch {
                    bad: Some(&mut ignored),
                    ..Watch::default()
                };
                let (input, options) = (text.as_bytes(), options(threads, block));
                let inferred = fold(input, Format::Ndjson, Inference::default, &options, watch);
                let (inference, done) = inferred.unwrap();
                assert!(done.bad > 128, "{done:?}");
                let mixed = inference.mixed();
                assert_eq!(mixed.len(), 1);
                let kinds = "an integer in 1, a float in 300, a string in 410";
                assert_eq!((&*mixed[0].path(), &*mixed[0].to_string()), ("a", kinds));
            }
        }
    }

    #[test]
    fn tell_the_record_where_a_kind_came_first() {
        let lines: String = (0..500)
            .map(|n| match n {
                300 => "{\"a\": 1.5}\n",
                _ => "{\"a\": 1}\n",
            })
            .collect();
        for from in formats() {
            let input = bytes(lines.as_bytes(), Format::Ndjson, from, &options(1, 2000));
            for block in [1, 100, 3000, 128 << 10] {
                let options = options(2, block);
                let (inference, _) = fold(
                    &input[..],
                    from,
                    Inference::default,
                    &options,
                    Watch::default(),
                )
                .unwrap();
                let first = u64::from(from == Format::Ndjson);
                let kinds = format!("an integer in {first}, a float in {}", first + 300);
                assert_eq!(inference.mixed()[0].to_string(), kinds, "{from:?}");
            }
        }
    }

    #[test]
    fn do_not_depend_on_the_threads_where_there_is_no_more_room() {
        let line = |n| {
            format!(
                "{{\"a{}\": {{\"b{}\": [{{\"c{n}\": 1}}]}}}}\n",
                n % 250,
                n % 255
            )
        };
        let text: String = (0..80_000).map(line).collect();
        let all = |threads| schema(text.as_bytes(), Format::Ndjson, &options(threads, 64 << 10));
        let one = all(1);
        assert!(one.nodes().count() > 60_000);
        assert_eq!(all(2), one);
        assert_eq!(all(8), one);
    }
}
