//! All splits of a file together are the file: the same records, bad ones too, at the same places.

use std::fs;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use flate2::write::GzEncoder;
use varvel::records::{self, BadRecord, Format, Options, Watch};
use varvel_files::{Compression, MAX_EXPANSION, Part, Split, plan, unpack};

/// Lines of many lengths with both ends, blank and bad ones, and a byte order mark before the first
/// and alone on another.
fn lines() -> Vec<u8> {
    let mut text = b"\xEF\xBB\xBF{\"first\":1}\n".to_vec();
    for n in 0..60_usize {
        match n % 7 {
            0 => text.extend(format!("{{\"n\":{n}}}\r\n").bytes()),
            1 => text.extend(b"\n"),
            2 => text.extend(format!("[{n}, \n").bytes()),
            3 => text.extend(format!("\"{}\"\n", "x".repeat(n * 3)).bytes()),
            4 => text.extend(b"\xEF\xBB\xBF\n"),
            _ => text.extend(format!("{n}\n").bytes()),
        }
    }
    text.extend(b"\"no line end\"");
    text
}

/// The records as NDJSON, and each bad record: its text with its place, its line and column, its
/// offset, its bytes.
type Outcome = (Vec<u8>, Vec<(String, Option<(usize, usize)>, u64, Vec<u8>)>);

fn told(bad: &BadRecord<'_>) -> (String, Option<(usize, usize)>, u64, Vec<u8>) {
    let place = (bad.line_column(), bad.error_offset());
    (bad.to_string(), place.0, place.1, bad.bytes.to_vec())
}

fn whole(bytes: &[u8], from: Format) -> Outcome {
    let (mut output, mut bads) = (Vec::new(), Vec::new());
    let mut bad = |record: &BadRecord<'_>| {
        bads.push(told(record));
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut bad),
        progress: None,
    };
    let options = Options::default();
    records::convert(bytes, from, &mut output, Format::Ndjson, &options, watch).unwrap();
    (output, bads)
}

fn of_split(split: &Split, from: Format) -> Outcome {
    let part = Part::open(split, MAX_EXPANSION).unwrap();
    let origin = part.origin();
    let before = origin.before().unwrap();
    let (mut output, mut bads) = (Vec::new(), Vec::new());
    let mut bad = |record: &BadRecord<'_>| {
        bads.push(told(&origin.locate(before, record)));
        Ok(())
    };
    let watch = Watch {
        bad: Some(&mut bad),
        progress: None,
    };
    let options = Options {
        part: Some(origin.place()),
        ..Options::default()
    };
    records::convert(part, from, &mut output, Format::Ndjson, &options, watch).unwrap();
    (output, bads)
}

fn together(splits: &[Split], from: Format) -> Outcome {
    let mut all = Outcome::default();
    for split in splits {
        let (output, bads) = of_split(split, from);
        all.0.extend(output);
        all.1.extend(bads);
    }
    all
}

fn planned(path: &Path, format: &str, size: u64) -> Vec<Split> {
    let splits = plan(path, format, NonZeroU64::new(size).unwrap()).unwrap();
    let splits: Vec<Split> = splits.map(Result::unwrap).collect();
    let length = fs::metadata(path).unwrap().len();
    assert!(splits.iter().all(|split| split.length == length));
    if format == "ndjson" {
        // The ranges are the file, without gaps.
        assert_eq!((splits[0].start, splits[splits.len() - 1].end), (0, length));
        assert!(splits.windows(2).all(|two| two[0].end == two[1].start));
    }
    splits
}

/// Compresses bytes.
type Pack = fn(&[u8]) -> Vec<u8>;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// A member of BGZF, which has its length in its head.
fn bgzf(bytes: &[u8]) -> Vec<u8> {
    let mut builder = flate2::GzBuilder::new().extra(b"BC\x02\0\0\0".to_vec());
    builder = builder.operating_system(255);
    let mut encoder = builder.write(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    let mut member = encoder.finish().unwrap();
    let len = u16::try_from(member.len() - 1).unwrap();
    member[16..18].copy_from_slice(&len.to_le_bytes());
    member
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder
        .include_checksum(bytes.len().is_multiple_of(2))
        .unwrap();
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Frames with a seek table after them.
fn seekable(pieces: &[&[u8]], change: impl Fn(&mut Vec<u8>)) -> Vec<u8> {
    let (mut file, mut table) = (Vec::new(), Vec::new());
    for piece in pieces {
        let frame = zstd(piece);
        table.extend((frame.len() as u32).to_le_bytes());
        table.extend((piece.len() as u32).to_le_bytes());
        file.extend(frame);
    }
    change(&mut table);
    table.extend((pieces.len() as u32).to_le_bytes());
    table.push(0);
    table.extend(0x8F92_EAB1_u32.to_le_bytes());
    file.extend(0x184D_2A5E_u32.to_le_bytes());
    file.extend((table.len() as u32).to_le_bytes());
    file.extend(table);
    file
}

fn at(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn lines_are_whole_in_splits_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let crlf = b"1\r\n2\r\n\r\n3".to_vec();
    for text in [lines(), crlf, b"\n\n\n".to_vec(), b"1".to_vec(), Vec::new()] {
        let path = at(&folder, "a.ndjson", &text);
        let whole = whole(&text, Format::Ndjson);
        let length = text.len() as u64;
        for size in (1..40).chain([100, 1000, length.max(2) - 1, length + 1, 1 << 40]) {
            let splits = planned(&path, "ndjson", size);
            assert_eq!(together(&splits, Format::Ndjson), whole, "{size}");
        }
        assert_eq!(planned(&path, "ndjson", length.max(1)).len(), 1);
    }
}

#[test]
fn lines_are_whole_in_splits_that_are_cut_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines();
    let path = at(&folder, "a.ndjson", &text);
    let whole = whole(&text, Format::Ndjson);
    let one = &planned(&path, "ndjson", 1 << 40)[0];
    for size in [1, 2, 3, 5, 8, 50, 333] {
        let starts = (0..one.length).step_by(size);
        let splits: Vec<Split> = starts
            .map(|start| Split {
                start,
                end: (start + size as u64).min(one.length),
                ..one.clone()
            })
            .collect();
        assert_eq!(together(&splits, Format::Ndjson), whole, "{size}");
    }
}

#[test]
fn a_line_longer_than_what_is_searched_is_in_one_split() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("1\n\"{}\"\n2\n", "x".repeat(300_000));
    let path = at(&folder, "a.ndjson", long.as_bytes());
    let splits = planned(&path, "ndjson", 10);
    assert!(splits.len() > 3 && splits.len() < 9, "{}", splits.len());
    let whole = whole(long.as_bytes(), Format::Ndjson);
    assert_eq!(together(&splits, Format::Ndjson), whole);
}

#[test]
fn compressed_lines_are_whole_in_splits_of_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines();
    let whole = whole(&text, Format::Ndjson);
    let pack: [(&str, Pack); 3] = [("a.gz", gzip), ("b.gz", bgzf), ("a.zst", zstd)];
    for piece in [1, 7, 100, 999, text.len()] {
        for (name, pack) in pack {
            let mut packed: Vec<u8> = text.chunks(piece).flat_map(pack).collect();
            match name {
                "b.gz" => packed.extend(bgzf(b"")),
                "a.gz" => packed.extend([0; 700]),
                _ => packed.extend(b"\x5B\x2A\x4D\x18\x03\0\0\0abc"),
            }
            let path = at(&folder, name, &packed);
            let sizes: &[u64] = match piece {
                1 => &[500, 4000],
                _ => &[1, 20, 333, 1 << 30],
            };
            for &size in sizes {
                let splits = planned(&path, "ndjson", size);
                let compression = Compression::of_name(&path);
                assert!(splits.iter().all(|split| split.compression == compression));
                assert_eq!(
                    together(&splits, Format::Ndjson),
                    whole,
                    "{name} {piece} {size}"
                );
            }
            let most = planned(&path, "ndjson", 1).len();
            let members = text.len().div_ceil(piece);
            assert!(
                (members..=members + 1).contains(&most),
                "{name} {piece}: {most}"
            );
        }
    }
}

#[test]
fn a_seek_table_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines();
    let pieces: Vec<&[u8]> = text.chunks(100).collect();
    let whole = whole(&text, Format::Ndjson);
    // The last two changes add up as before, so that only the frames show them.
    let changes: [fn(&mut Vec<u8>); 4] = [
        |_| {},
        |table| table[0] ^= 1,
        |table| (table[0], table[8]) = (table[0] + 1, table[8] - 1),
        |table| (table[16], table[24]) = (table[16] - 1, table[24] + 1),
    ];
    for change in changes {
        let file = seekable(&pieces, change);
        let path = at(&folder, "a.zst", &file);
        for size in [1, 50, 300] {
            let splits = planned(&path, "ndjson", size);
            assert_eq!(together(&splits, Format::Ndjson), whole, "{size}");
        }
        let most = planned(&path, "ndjson", 1).len();
        assert!((pieces.len()..=pieces.len() + 1).contains(&most));
    }
}

#[test]
fn a_length_in_the_head_of_a_member_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines();
    let whole = whole(&text, Format::Ndjson);
    for wrong in [0, 1, 30, u16::MAX] {
        let members = text.chunks(300).enumerate().flat_map(|(number, piece)| {
            let mut member = bgzf(piece);
            if number == 1 {
                member[16..18].copy_from_slice(&wrong.to_le_bytes());
            }
            member
        });
        let path = at(&folder, "a.gz", &members.collect::<Vec<u8>>());
        let splits = planned(&path, "ndjson", 1);
        assert_eq!(splits.len(), text.len().div_ceil(300));
        assert_eq!(together(&splits, Format::Ndjson), whole);
    }
}

#[test]
fn mutated_files_are_planned_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text = lines();
    let pieces: Vec<&[u8]> = text.chunks(500).collect();
    let files = [
        ("a.gz", pieces.iter().copied().flat_map(bgzf).collect()),
        ("b.gz", pieces.iter().copied().flat_map(gzip).collect()),
        ("a.zst", seekable(&pieces, |_| {})),
        (
            "b.zst",
            pieces.iter().copied().flat_map(zstd).collect::<Vec<u8>>(),
        ),
    ];
    let mut planned = 0;
    for (name, good) in files {
        for round in 0..300_usize {
            let mut bytes = good.clone();
            let place = round * 7919 % bytes.len();
            bytes[place] = bytes[place].wrapping_add(1 + (round % 255) as u8);
            let path = at(&folder, name, &bytes);
            // Another first byte makes it a plain file.
            let splits = plan(&path, "ndjson", NonZeroU64::new(400).unwrap());
            for split in splits.into_iter().flatten().map_while(Result::ok) {
                let part = Part::open(&split, MAX_EXPANSION);
                let _ = part.and_then(|mut part| part.read_to_end(&mut Vec::new()));
                planned += 1;
            }
        }
    }
    assert!(planned > 1000);
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_has_no_plan() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder
        .path()
        .join(std::ffi::OsStr::from_bytes(b"\xFF.ndjson"));
    fs::write(&path, "1\n").unwrap();
    let why = plan(&path, "ndjson", NonZeroU64::MIN)
        .unwrap_err()
        .to_string();
    assert_eq!(why, "its name is not UTF-8, so no plan can hold it");
}

#[test]
fn a_frozen_stream_is_split_between_segments() {
    let folder = tempfile::tempdir().unwrap();
    let text: String = (0..500).map(|n| format!("{{\"n\":{n}}}\n")).collect();
    let options = Options {
        block_bytes: 100,
        ..Options::default()
    };
    let mut stream = Vec::new();
    let (from, to) = (Format::Ndjson, Format::Frozen);
    records::convert(
        text.as_bytes(),
        from,
        &mut stream,
        to,
        &options,
        Watch::default(),
    )
    .unwrap();
    // A second index, and segments after it.
    let mut file = std::io::Cursor::new(stream);
    let mut writer =
        varvel::StreamWriter::append(&mut file, varvel::StreamOptions::DEFAULT).unwrap();
    records::append(
        text.as_bytes(),
        from,
        &mut writer,
        &options,
        Watch::default(),
    )
    .unwrap();
    drop(writer);
    let stream = file.into_inner();
    let path = at(&folder, "a.varvels", &stream);
    let whole = whole(&stream, Format::Frozen);
    assert_eq!(whole.0, text.repeat(2).into_bytes());
    for size in [1, 100, 1000, 5000, 1 << 30] {
        let splits = planned(&path, "frozen-stream", size);
        assert_eq!(together(&splits, Format::Frozen), whole, "{size}");
    }
    let splits = planned(&path, "frozen-stream", 1);
    assert!(splits.len() > 50);
    let numbers = splits.iter().map(|split| split.segment.unwrap());
    assert!(numbers.eq(0..splits.len() as u64));
    let empty = varvel::StreamWriter::new(Vec::new(), varvel::StreamOptions::DEFAULT);
    let path = at(&folder, "empty.varvels", &empty.finish().unwrap());
    let splits = planned(&path, "frozen-stream", 1);
    assert_eq!(
        (splits.len(), of_split(&splits[0], Format::Frozen)),
        (1, Outcome::default())
    );
}

#[test]
fn other_files_are_one_split() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, bytes) in [
        ("a.json", "json", &b"[1,\n2]\n"[..]),
        ("a.yaml", "yaml", b"a: |\n  x\n---\nb: 1\n"),
        ("a.msgpacks", "msgpack-stream", b"\x01\x02\x03"),
        ("a.varvels.zst", "frozen-stream", &zstd(b"VRVI")),
    ] {
        let path = at(&folder, name, bytes);
        let splits = planned(&path, format, 1);
        let range = (splits[0].start, splits[0].end);
        assert_eq!((splits.len(), range), (1, (0, bytes.len() as u64)));
        assert!(splits[0].is_whole() && splits[0].open().is_ok());
        let cut = Split {
            start: 1,
            ..splits[0].clone()
        };
        let why = cut.open().unwrap_err().to_string();
        assert_eq!(
            why,
            format!("the format {format} has no splits but the whole file")
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_has_no_splits_and_nothing_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ndjson");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let words = "it is no file, and only files have splits";
    let error = plan(&path, "ndjson", NonZeroU64::MIN).err();
    assert_eq!(error.unwrap().to_string(), words);
    let file = at(&folder, "b.ndjson", b"1\n2\n");
    let split = Split {
        file: path.to_str().unwrap().to_owned(),
        ..planned(&file, "ndjson", 2)[0].clone()
    };
    assert_eq!(split.open().unwrap_err().to_string(), words);
}

/// Returns why a split is refused, in being opened or read.
fn refusal(split: &Split) -> Option<String> {
    let read =
        Part::open(split, MAX_EXPANSION).and_then(|mut part| part.read_to_end(&mut Vec::new()));
    read.err().map(|error| error.to_string())
}

#[test]
fn splits_that_do_not_fit_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = at(&folder, "a.ndjson", b"1\n2\n3\n");
    let good = planned(&path, "ndjson", 2)[1].clone();
    assert_eq!(refusal(&good), None);
    let change = |change: fn(&mut Split)| {
        let mut split = good.clone();
        change(&mut split);
        refusal(&split).unwrap()
    };
    let longer = change(|split| split.length += 1);
    assert_eq!(
        longer,
        "it has 6 bytes, and had 7 when the split was planned"
    );
    let older = change(|split| split.modified = Some(7));
    assert_eq!(older, "it was changed after the split was planned");
    let beyond = change(|split| split.end = 7);
    assert_eq!(beyond, "the split from 2 to 7 is no range of its 6 bytes");
    let reversed = change(|split| (split.start, split.end) = (4, 2));
    assert_eq!(reversed, "the split from 4 to 2 is no range of its 6 bytes");
    let numbered = change(|split| split.segment = Some(1));
    assert_eq!(
        numbered,
        "the split has a `segment` or a `record`, which only frozen streams have"
    );
    let frozen = change(|split| split.format = "frozen-stream".to_owned());
    assert!(frozen.starts_with("the split has no `segment`"));
    let gzip = change(|split| split.compression = Some(Compression::Gzip));
    assert_eq!(gzip, "its gzip data cannot be unpacked: it ends too early");
    let timeless = Split {
        modified: None,
        ..good
    };
    assert_eq!(refusal(&timeless), None);
}

#[test]
fn a_split_within_a_member_or_a_frame_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, pack) in [("a.gz", gzip as Pack), ("a.zst", zstd)] {
        let packed: Vec<u8> = lines().chunks(400).flat_map(pack).collect();
        let path = at(&folder, name, &packed);
        let splits = planned(&path, "ndjson", 1);
        let good = &splits[1];
        assert_eq!(refusal(good), None);
        for end in good.start + 1..good.end {
            let split = Split {
                end,
                ..good.clone()
            };
            let why = refusal(&split).unwrap();
            assert!(
                why.ends_with("data cannot be unpacked: it ends too early"),
                "{end}: {why}"
            );
        }
        let split = Split {
            start: good.start + 1,
            ..good.clone()
        };
        assert!(refusal(&split).unwrap().contains("cannot be unpacked"));
    }
}

#[test]
fn a_damaged_compressed_file_is_an_error_of_the_plan() {
    let folder = tempfile::tempdir().unwrap();
    for (name, pack) in [("a.gz", gzip as Pack), ("a.zst", zstd)] {
        let packed: Vec<u8> = lines().chunks(400).flat_map(pack).collect();
        let path = at(&folder, name, &packed[..packed.len() - 5]);
        let size = NonZeroU64::new(packed.len() as u64 - 10).unwrap();
        let planned: Result<Vec<Split>, _> = plan(&path, "ndjson", size).unwrap().collect();
        let why = planned.unwrap_err().to_string();
        assert!(why.ends_with("it ends too early"), "{why}");
        let read = unpack(
            fs::File::open(&path).unwrap(),
            Compression::of_name(&path).unwrap(),
            200,
        );
        assert!(read.unwrap().read_to_end(&mut Vec::new()).is_err());
    }
}

#[test]
fn a_huge_file_is_planned_without_being_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = at(&folder, "a.ndjson", b"1\n");
    let file = fs::File::options().write(true).open(&path).unwrap();
    // Some file systems have no files with holes of this size.
    if file.set_len(10 << 40).is_ok() {
        let begun = std::time::Instant::now();
        let splits = planned(&path, "ndjson", 16 << 30);
        assert!(splits.len() > 600 && begun.elapsed().as_secs() < 60);
    }
}
