//! The decoders: all functions that make something from bytes.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::num::NonZeroUsize;

use conformance::alloc::is_failing;
use conformance::walk::every_member;
use varvel::format::{self, Read, RecordReader};
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::records::{self, Failure, Format, Options, Watch};
use varvel::{
    Discard, Duplicates, Error, ErrorKind, Freeze, Frozen, Result, SegmentReader, Source, Stream,
    StreamReader, Value, View, freeze_with, json, yaml,
};

use crate::formats::{Forms, JSON, YAML, documents, samples};

/// Decodes bytes, and walks through the result.
pub type Decode = Box<dyn Fn(&[u8]) -> Result<()>>;

/// One way to decode bytes.
pub struct Decoder {
    pub name: String,
    /// The format, if it is one of the table and the input has no special form.
    pub format: Option<AnyFormat>,
    /// The format of the records, if the decoder reads records.
    pub records: Option<Format>,
    /// Inputs that it accepts.
    pub inputs: Vec<Vec<u8>>,
    /// Decodes an input, and walks through the result.
    pub decode: Decode,
    /// Whether it refuses every truncated input.
    pub needs_its_end: bool,
}

/// Returns all decoders: those of each format in the tables of documents and of records, and the
/// others.
pub fn decoders() -> impl Iterator<Item = Decoder> {
    let formats = AnyFormat::ALL.iter();
    formats
        .flat_map(|format| format.visit(OfFormat(*format)))
        .chain(Format::ALL.iter().flat_map(|from| of_records(*from)))
        .chain(others())
}

struct OfFormat(AnyFormat);

impl Visit for OfFormat {
    type Output = Vec<Decoder>;

    fn visit<F: Row>(self) -> Vec<Decoder> {
        let forms = Forms::of(self.0);
        let decoder = |into: &str, inputs: Vec<Vec<u8>>, decode: fn(&[u8]) -> Result<()>| Decoder {
            name: format!("{} {into}", F::NAME),
            format: Some(self.0),
            records: None,
            inputs,
            decode: Box::new(decode),
            needs_its_end: forms.needs_its_end,
        };
        let all = || [documents::<F>(), (forms.documents)()].concat();
        let typed = F::to_vec(&types(), &F::write_options(&WriteOptions::default()));
        vec![
            decoder("into Frozen", all(), into_frozen::<F>),
            decoder("into a Value", all(), |bytes| into::<F, Value>(bytes)),
            decoder("into std's types", typed.into_iter().collect(), |bytes| {
                into::<F, Types>(bytes)
            }),
            decoder("skipped", all(), |bytes| {
                F::read(bytes, &read_options::<F>(), Skip)
            }),
            decoder("read and dropped", all(), |bytes| {
                drive::<F, _>(bytes, &mut Discard)
            }),
            decoder("into itself", all(), into_itself::<F>),
            decoder("into every format", all(), into_every::<F>),
        ]
    }
}

type Types = BTreeMap<String, Vec<Option<f64>>>;

fn types() -> Types {
    BTreeMap::from([
        ("one".to_owned(), vec![Some(1.0), Some(-2.5), Some(3e300)]),
        ("t\two".to_owned(), vec![]),
        ("3".to_owned(), vec![None, Some(4_503_599_627_370_496.0)]),
    ])
}

fn read_options<F: Row>() -> F::ReadOptions {
    F::read_options(&ReadOptions::default())
}

fn into<F: Row, T: for<'de> varvel::Decode<'de>>(bytes: &[u8]) -> Result<()> {
    format::decode::<F, T, ()>(bytes, &read_options::<F>(), &()).map(drop)
}

fn into_frozen<F: Row>(bytes: &[u8]) -> Result<()> {
    let frozen = freeze_with::<F>(bytes, Duplicates::Error, read_options::<F>())?;
    every_member(frozen.view());
    held(F::to_vec(
        &frozen.view(),
        &F::write_options(&WriteOptions::default()),
    ))
}

fn drive<'de, F: Row, S: varvel::Sink<'de>>(bytes: &'de [u8], sink: &mut S) -> Result<()> {
    F::drive(
        bytes,
        &read_options::<F>(),
        &mut F::Scratch::default(),
        sink,
    )
}

fn into_itself<F: Row>(bytes: &[u8]) -> Result<()> {
    let mut writer = F::writer(&F::write_options(&WriteOptions::default()), Vec::new());
    drive::<F, _>(bytes, &mut writer)?;
    F::finish(writer).map(drop)
}

/// Drives a document into the sink of each format. No sink is boxed, since a box cannot report a
/// lack of memory.
fn into_every<F: Row>(bytes: &[u8]) -> Result<()> {
    struct To<'b, F>(&'b [u8], core::marker::PhantomData<F>);
    impl<F: Row> Visit for To<'_, F> {
        type Output = Result<()>;
        fn visit<G: Row>(self) -> Result<()> {
            let mut writer = G::writer(&G::write_options(&WriteOptions::default()), Vec::new());
            let mut sink: &mut dyn varvel::Sink<'_> = &mut writer;
            drive::<F, _>(self.0, &mut sink)?;
            G::finish(writer).map(drop)
        }
    }
    for to in AnyFormat::ALL {
        held(to.visit(To::<F>(bytes, core::marker::PhantomData)))?;
    }
    Ok(())
}

/// Ignores an error of a format that has no kind for a value of another.
fn held<T>(written: Result<T>) -> Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::Unrepresentable => Ok(()),
        outcome => outcome.map(drop),
    }
}

struct Skip;

impl<'de> Read<'de> for Skip {
    type Output = ();

    fn read<R: Source<'de>>(self, source: &mut R) -> Result<()> {
        source.skip()
    }
}

/// Returns decoders that read the records of a format one by one, and into each format.
fn of_records(from: Format) -> Vec<Decoder> {
    /// Reads records one by one. Frozen streams have none here, since [`others`] has their readers.
    struct OneByOne;
    impl records::Visit for OneByOne {
        type Output = Option<fn(&[u8]) -> Result<()>>;
        fn documents<F: records::Row>(self) -> Self::Output {
            Some(|bytes| {
                let mut records = RecordReader::<_, F>::new(bytes, &varvel::Limits::DEFAULT);
                while let Some(record) = records.next()? {
                    freeze_with::<F>(record.document, Duplicates::Error, read_options::<F>())?;
                }
                Ok(())
            })
        }
        fn frozen(self) -> Self::Output {
            None
        }
    }
    let decoder = |into: &str, inputs: Vec<Vec<u8>>, decode| Decoder {
        name: format!("{} {into}", from.stream()),
        format: None,
        records: Some(from),
        inputs,
        decode,
        // Successive documents may end behind any of them.
        needs_its_end: from == Format::Frozen,
    };
    let inputs = record_inputs(from);
    let one_by_one = from.visit(OneByOne);
    let one_by_one =
        one_by_one.map(|decode| decoder("one by one", inputs.clone(), Box::new(decode)));
    let into_each = Format::ALL.iter().map(|&to| {
        // A format may have no kind for a value of another.
        let held = inputs
            .iter()
            .filter(|input| convert(input, from, to).is_ok());
        let decode = move |bytes: &[u8]| convert(bytes, from, to);
        decoder(
            &format!("into {}", to.stream()),
            held.cloned().collect(),
            Box::new(decode),
        )
    });
    one_by_one.into_iter().chain(into_each).collect()
}

/// Returns records as each format writes them, then records in forms that its writer does not
/// choose.
fn record_inputs(format: Format) -> Vec<Vec<u8>> {
    struct Row(AnyFormat);
    impl records::Visit for Row {
        type Output = Vec<u8>;
        fn documents<F: records::Row>(self) -> Vec<u8> {
            let documents = (Forms::of(self.0).documents)().into_iter();
            let records = documents.map(|document| [&document, F::BEHIND].concat());
            records.collect::<Vec<_>>().concat()
        }
        fn frozen(self) -> Vec<u8> {
            Vec::new()
        }
    }
    let own = format
        .document()
        .map(|document| format.visit(Row(document)));
    [records_of(format)].into_iter().chain(own).collect()
}

/// Returns decoders of forms, shapes and ways of reading that are not in the table.
fn others() -> Vec<Decoder> {
    let decoder = |name: &str, inputs, needs_its_end, decode: fn(&[u8]) -> Result<()>| Decoder {
        name: name.to_owned(),
        format: None,
        records: None,
        inputs,
        decode: Box::new(decode),
        needs_its_end,
    };
    vec![
        decoder(
            "a text relaxed",
            (Forms::of(AnyFormat::Json5).documents)(),
            true,
            |bytes| {
                let options = json::ReadOptions::default().with_non_finite();
                let relaxed = json::Relaxed::with_non_finite(bytes)?;
                relaxed.read(|text| json::from_slice_with::<Value>(text, &options))?;
                relaxed.read(|text| json::drive(text, &options, &mut Discard))
            },
        ),
        decoder(
            "YAML with merge keys",
            vec![MERGING.as_bytes().to_vec()],
            false,
            |bytes| {
                let options = yaml::ReadOptions::default().with_merge_keys();
                let frozen = yaml::freeze_with(bytes, Duplicates::Error, options)?;
                every_member(frozen.view());
                let mut reader = yaml::Reader::new(bytes, &options)?;
                reader.skip()?;
                reader.finish()
            },
        ),
        decoder("YAML in UTF-16", vec![utf16()], false, |bytes| {
            yaml::from_slice::<BTreeMap<String, Value>>(bytes)?;
            every_member(yaml::freeze(bytes)?.view());
            Ok(())
        }),
        decoder("YAML into YAML, folded", yaml_documents(), false, |bytes| {
            let mut writer = yaml::Writer::new(yaml::WriteOptions::folded(20));
            yaml::drive(bytes, &yaml::ReadOptions::default(), &mut writer)?;
            writer.finish().map(drop)
        }),
        decoder(
            "YAML documents in a row",
            vec![yaml_documents().join(&b"\n---\n"[..])],
            false,
            |bytes| {
                let mut documents = yaml::Documents::new(bytes, &yaml::ReadOptions::default())?;
                while documents.drive_next(&mut Discard)? {}
                Ok(())
            },
        ),
        decoder("a frozen buffer", frozen_documents(), true, |bytes| {
            let view = Frozen::validate(bytes)?;
            all_of(view)
        }),
        decoder(
            "a frozen buffer of any nodes",
            frozen_nodes(),
            true,
            |bytes| {
                every_member(Frozen::validate(bytes)?);
                Ok(())
            },
        ),
        decoder(
            "a frozen buffer of any nodes into every format",
            frozen_nodes(),
            true,
            |bytes| {
                let view = Frozen::validate(bytes)?;
                let mut formats = AnyFormat::ALL.iter();
                formats.try_for_each(|to| held(to.to_vec(&view, &WriteOptions::default())))
            },
        ),
        decoder("a frozen stream in memory", streams(), true, |bytes| {
            let stream = Stream::open(bytes, varvel::Limits::DEFAULT)?;
            stream.records().try_for_each(|record| all_of(record?))
        }),
        decoder("a frozen stream from its front", streams(), true, |bytes| {
            let mut segments = SegmentReader::new(bytes, varvel::Limits::DEFAULT);
            while let Some(segment) = segments.next()? {
                all_of(segment)?;
            }
            Ok(())
        }),
        decoder("a frozen stream recovered", streams(), false, |bytes| {
            let mut stream = StreamReader::recover(Cursor::new(bytes), varvel::Limits::DEFAULT)?;
            (0..stream.len()).try_for_each(|i| all_of(stream.record(i)?))
        }),
    ]
}

/// Does everything that can be done with a valid document.
fn all_of(view: View<'_>) -> Result<()> {
    every_member(view);
    for to in AnyFormat::ALL {
        held(to.to_vec(&view, &WriteOptions::default()))?;
    }
    let canonical = Freeze::canonical().freeze_view(view)?;
    // A comparison cannot report a lack of memory.
    assert!(is_failing() || canonical.view() == view);
    let mut value = Value::from(canonical);
    // An edit cannot, either.
    if !is_failing() {
        value.thaw();
    }
    let again = value.freeze()?;
    assert!(is_failing() || again.view() == view);
    Ok(())
}

/// Converts records on one thread, since only the allocations of this thread are made to fail.
fn convert(bytes: &[u8], from: Format, to: Format) -> Result<()> {
    let options = Options {
        threads: NonZeroUsize::new(1),
        ..Options::DEFAULT
    };
    match records::convert(bytes, from, std::io::sink(), to, &options, Watch::default()) {
        Ok(_) => Ok(()),
        Err(Failure::Bad(record)) => Err(record.error),
        Err(Failure::Input(error)) => Err(error),
        Err(other) => panic!("no reader and no writer fails here: {other}"),
    }
}

/// Mappings that merge others, in every possible way.
const MERGING: &str = "a: &a {x: 1, 'y': \"\\t\", 3: &k [z, {}]}\nb: &b\n  <<: *a\n  x: *k\nc: {<<: [*b, {w: !!str }], 3: ~}\nd: *b\n";

fn yaml_documents() -> Vec<Vec<u8>> {
    YAML.map(|text| text.as_bytes().to_vec()).to_vec()
}

fn utf16() -> Vec<u8> {
    let text = "a: [1, \u{E9}]\n\"\u{1F600}\": x\n";
    yaml::Encoding::Utf16Le.encode(text).expect("memory")
}

/// Returns the documents that MessagePack can hold: it has no integers beyond 64 bits.
fn plain_json() -> Vec<Vec<u8>> {
    [JSON[0], JSON[2]]
        .map(|text| text.as_bytes().to_vec())
        .to_vec()
}

/// Returns frozen nodes of each kind, as writers make them and as readers of binary formats do.
fn frozen_nodes() -> Vec<Vec<u8>> {
    let binary = AnyFormat::ALL
        .iter()
        .filter(|format| !format.profile().text);
    let read = binary.flat_map(|format| {
        let documents = (Forms::of(*format).documents)().into_iter();
        documents
            .map(|document| format.freeze(&document, Duplicates::Error, &ReadOptions::default()))
    });
    let frozen = samples()
        .into_iter()
        .chain(read.map(|frozen| frozen.expect("a document")));
    frozen.map(Frozen::into_bytes).collect()
}

fn frozen_documents() -> Vec<Vec<u8>> {
    let mut documents = Vec::new();
    for text in plain_json() {
        let frozen = json::freeze(&text).expect("a document");
        let checked = Freeze::new().with_checksum().freeze_view(frozen.view());
        let shared = Freeze::sharing_strings().freeze_view(frozen.view());
        documents.extend([frozen, checked.expect("memory"), shared.expect("memory")]);
    }
    documents.into_iter().map(Frozen::into_bytes).collect()
}

fn streams() -> Vec<Vec<u8>> {
    vec![records_of(Format::Frozen)]
}

/// Returns records that every format holds; in a frozen stream each is a segment.
fn records_of(format: Format) -> Vec<u8> {
    let lines = plain_json().join(&b'\n');
    let mut written = Vec::new();
    let options = Options {
        block_bytes: 1,
        ..Options::DEFAULT
    };
    let from = Format::Ndjson;
    records::convert(
        lines.as_slice(),
        from,
        &mut written,
        format,
        &options,
        Watch::default(),
    )
    .expect("lines of JSON");
    written
}

/// Returns the fault of an error of `decode` for `input`, if its offset is outside.
pub fn flaw(error: &Error, input: &[u8]) -> Option<String> {
    let offset = error.offset()?;
    (offset > input.len()).then(|| format!("offset {offset} of {}: {error}", input.len()))
}
