//! The lines and columns of errors in records of text, and several documents on a line.

use varvel::format::Passed;
use varvel::formats::ReadOptions;
use varvel::records::{BadRecord, Format, Options, Reader, Watch, convert};
use varvel::{Discard, Limits};

use super::options;

/// The number, line, column and offset of a bad record.
type Place = (u64, Option<(usize, usize)>, u64);

fn place(bad: &BadRecord<'_>) -> Place {
    (bad.number, bad.line_column(), bad.error_offset())
}

/// Converts records into NDJSON. Returns that and the places of bad ones.
fn converted(input: &str, from: Format, options: &Options) -> (String, Vec<Place>) {
    let (mut output, mut places) = (Vec::new(), Vec::new());
    let mut bad = |record: &BadRecord<'_>| {
        places.push(place(record));
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut bad),
        ..Watch::default()
    };
    convert(
        input.as_bytes(),
        from,
        &mut output,
        Format::Ndjson,
        options,
        watch,
    )
    .unwrap();
    (String::from_utf8(output).unwrap(), places)
}

/// Reads records one by one, and returns the places of bad ones.
fn one_by_one(input: &str, from: Format, array: bool) -> Vec<Place> {
    let mut reader = Reader::new(input.as_bytes(), from, array, &Limits::DEFAULT).unwrap();
    let (each, options) = (reader.each(), ReadOptions::default());
    let mut places = Vec::new();
    while let Some(record) = reader.next().unwrap() {
        if let Err(error) = each.drive(record.document, &options, &mut Discard) {
            places.push(place(&reader.bad(&options, error).unwrap()));
        }
    }
    places
}

/// Returns the line and the column of each `?` in a text.
fn marks(text: &str) -> Vec<Place> {
    let found = text.match_indices('?').zip(0..);
    let places = found.map(|((at, _), _)| {
        let mut before = Passed::default();
        before.pass(&text.as_bytes()[..at]);
        let (line, column) = before.place();
        (Some((line as usize, column as usize)), at as u64)
    });
    let number = |at: u64| text[..at as usize].matches('#').count() as u64;
    places.map(|(place, at)| (number(at), place, at)).collect()
}

#[test]
fn items_that_are_bad_have_the_line_and_the_column_of_the_input() {
    let mut text = String::from("[\n \"\u{e4}\u{20ac}\"");
    for i in 0..50 {
        // Each item but the first holds one `#`.
        text.push_str(&format!(
            ",{}[\"#\u{e4}\", {i}]",
            ["", "\n", "  ", "\n\n\t"][i % 4]
        ));
        text.push_str(&format!(", \n{{\"#\":{}?}}", ["", "\n", " "][i % 3]));
    }
    text.push_str("\n]\n");
    let bad = marks(&text);
    assert_eq!(bad.len(), 50);
    assert_eq!(one_by_one(&text, Format::Ndjson, true), bad);
    assert_eq!(one_by_one(&text, Format::Json5, true), bad);
    for (threads, block) in [(1, 1), (1, 1 << 20), (3, 1), (3, 40), (2, 300)] {
        let options = Options {
            array: true,
            ..options(threads, block)
        };
        assert_eq!(converted(&text, Format::Ndjson, &options).1, bad);
        assert_eq!(converted(&text, Format::Json5, &options).1, bad);
    }
}

#[test]
fn a_byte_order_mark_has_no_column() {
    for (text, from, array, place) in [
        ("{\"a\": ?}\n", Format::Ndjson, false, (1, 7)),
        ("1\n{\"a\": ?}\n", Format::Ndjson, false, (2, 7)),
        ("{a: ?}\n", Format::Json5, false, (1, 5)),
        ("[1] {a: ?}\n", Format::Json5, false, (1, 9)),
        ("[1, ?]", Format::Ndjson, true, (1, 5)),
        ("[1, ?]", Format::Json5, true, (1, 5)),
        ("[\n1,\n ?]", Format::Ndjson, true, (3, 2)),
    ] {
        let marked = format!("\u{FEFF}{text}");
        let at = marked.find('?').unwrap() as u64;
        let places = one_by_one(&marked, from, array);
        let found: Vec<_> = places.iter().map(|&(_, place, at)| (place, at)).collect();
        assert_eq!(found, [(Some(place), at)], "{text}");
        for (threads, block) in [(1, 1), (2, 1000)] {
            let options = Options {
                array,
                ..options(threads, block)
            };
            assert_eq!(converted(&marked, from, &options).1, places, "{text}");
        }
    }
}

#[test]
fn a_line_may_hold_several_documents_where_that_is_asked_for() {
    let text = "{\"a\":1} {\"a\":2}\n[3]4 \"\u{e4}\" x 5\n6\n78true\n";
    let strict = converted(text, Format::Ndjson, &options(1, 10));
    assert_eq!(strict.0, "6\n");
    for (threads, block) in [(1, 1), (2, 20), (2, 1000)] {
        let several = Options {
            several: true,
            ..options(threads, block)
        };
        let (output, bad) = converted(text, Format::Ndjson, &several);
        assert_eq!(output, "{\"a\":1}\n{\"a\":2}\n[3]\n4\n\"\u{e4}\"\n6\n");
        let places = [(2, Some((2, 10)), 26), (4, Some((4, 3)), 34)];
        assert_eq!(bad, places);
    }
}

#[test]
fn documents_of_json5_follow_one_another_on_any_lines() {
    let text = "// one\n{a: 1}\n\n{b:\n  'two',} [+3,] // three\n'four'";
    for (threads, block) in [(1, 1), (2, 20), (2, 1000)] {
        let (output, bad) = converted(text, Format::Json5, &options(threads, block));
        assert_eq!(output, "{\"a\":1}\n{\"b\":\"two\"}\n[3]\n\"four\"\n");
        assert!(bad.is_empty());
    }
}
