//! Streams in files: appending, sizes beyond 4 GiB, files that are not what they seem.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::sync::Arc;

use varvel_core::{ErrorKind, Limits, Result};
use varvel_frozen::{Stream, StreamOptions, StreamReader, StreamWriter};

use super::damage::seal;
use super::*;
use crate::model::Tree::{self, *};
use crate::model::text;

#[test]
fn appended_in_several_goes() -> Result {
    let all_trees: Vec<Tree> = (0..some(120)).map(any_kind).collect();
    let mut file = Cursor::new(Vec::new());
    let mut ends = vec![];
    for (i, part) in all_trees.chunks(7).enumerate() {
        let mut writer = match i % 3 {
            // Also an empty file.
            0 => StreamWriter::append(&mut file, segments_of(100))?,
            1 => StreamReader::open(&mut file, Limits::DEFAULT)?
                .into_writer(StreamOptions::DEFAULT)?,
            _ => StreamReader::recover(&mut file, Limits::DEFAULT)?.into_writer(segments_of(1))?,
        };
        for tree in part {
            push(&mut writer, tree)?;
        }
        writer.finish()?;
        ends.push(file.get_ref().len());
        let so_far = &all_trees[..all_trees.len().min(7 * (i + 1))];
        assert!(same(&all(file.get_ref())?, so_far));
    }
    // The old stream is still whole: nothing was overwritten.
    for (i, end) in ends.into_iter().enumerate() {
        let so_far = &all_trees[..all_trees.len().min(7 * (i + 1))];
        assert!(same(&all(&file.get_ref()[..end])?, so_far));
    }
    Ok(())
}

#[test]
fn a_stream_is_shared_by_threads() -> Result {
    let trees: Vec<Tree> = (0..some(200)).map(record).collect();
    let stream = Stream::open(
        Arc::<[u8]>::from(written(&trees, segments_of(300))),
        Limits::DEFAULT,
    )?;
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (stream, trees) = (&stream, &trees);
            scope.spawn(move || {
                for n in scattered(trees.len()).skip(thread) {
                    let view = stream.record(n as u64).unwrap();
                    assert!(trees[n].same(&Tree::from_view(&view)));
                }
            });
        }
    });
    Ok(())
}

/// A file of any size that holds only the written bytes; the rest are zeros.
#[derive(Default)]
struct Sparse {
    /// Pieces of bytes by their positions, which do not overlap.
    pieces: BTreeMap<u64, Vec<u8>>,
    len: u64,
    at: u64,
}

impl Read for Sparse {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = (out.len() as u64).min(self.len.saturating_sub(self.at)) as usize;
        out[..count].fill(0);
        let end = self.at + count as u64;
        for (&from, piece) in self.pieces.range(..end) {
            let (start, stop) = (from.max(self.at), (from + piece.len() as u64).min(end));
            if start < stop {
                out[(start - self.at) as usize..(stop - self.at) as usize]
                    .copy_from_slice(&piece[(start - from) as usize..(stop - from) as usize]);
            }
        }
        self.at = end;
        Ok(count)
    }
}

impl Write for Sparse {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        assert_eq!(self.at, self.len, "nothing is written over");
        self.pieces.insert(self.at, bytes.to_vec());
        self.at += bytes.len() as u64;
        self.len = self.at;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Sparse {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = match to {
            SeekFrom::Start(at) => at,
            SeekFrom::End(by) => self.len.saturating_add_signed(by),
            SeekFrom::Current(by) => self.at.saturating_add_signed(by),
        };
        Ok(self.at)
    }
}

/// A stream whose first segment claims to be `hole` bytes long, and that ends in whole segments.
fn with_a_hole(hole: u64) -> Sparse {
    let rest = written(&[text("a"), text("b")], segments_of(1));
    let index = rest.len() - 40 - 2 * 16;
    let mut listed = rest[index..].to_vec();
    listed[8] += 16;
    let foot = listed.len() - 16;
    listed[foot] += 16;
    listed[16] += 1;
    listed.splice(24..24, [hole.to_le_bytes(), 1_u64.to_le_bytes()].concat());
    seal(&mut listed);
    let mut file = Sparse {
        len: hole,
        at: hole,
        ..Sparse::default()
    };
    let head = Null.freeze().unwrap().into_bytes();
    file.pieces
        .insert(0, [&head[..8], &hole.to_le_bytes()].concat());
    file.write_all(&rest[..index]).unwrap();
    file.write_all(&listed).unwrap();
    file
}

#[test]
fn beyond_4_gib() -> Result {
    let holes: &[u64] = if cfg!(miri) {
        &[1 << 60]
    } else {
        &[5 << 30, 1 << 40, 1 << 60]
    };
    for &hole in holes {
        let mut reader = StreamReader::open(with_a_hole(hole), Limits::DEFAULT)?;
        assert!((reader.len(), reader.segments()) == (3, 3) && reader.byte_len() > hole);
        assert_eq!(reader.record(2)?.str()?, "b");
        assert_eq!(reader.record(1)?.str()?, "a");
        // Appended segments stand behind all of it.
        let mut writer = StreamWriter::append(reader.into_inner(), StreamOptions::DEFAULT)?;
        writer.push("c")?;
        let file = writer.finish()?;
        let limits = Limits {
            bytes: 1 << 20,
            ..Limits::DEFAULT
        };
        let mut reader = StreamReader::open(file, limits)?;
        assert_eq!((reader.len(), reader.segments()), (4, 4));
        assert_eq!(reader.record(3)?.str()?, "c");
        // A segment beyond the limits is not read.
        assert_eq!(reader.record(0).unwrap_err().kind(), ErrorKind::SizeLimit);
        assert_eq!(reader.record(1)?.str()?, "a");
        let error = StreamReader::recover(reader.into_inner(), limits).err();
        assert_eq!(error.map(|e| e.kind()), Some(ErrorKind::SizeLimit));
    }
    Ok(())
}

/// A file that claims to be longer than it is, like one that shrinks while it is read.
#[derive(Debug)]
struct Lying(Cursor<Vec<u8>>);

impl Read for Lying {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.0.read(out)
    }
}

impl Seek for Lying {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match to {
            SeekFrom::End(_) => Ok(self.0.get_ref().len() as u64 + 8),
            to => self.0.seek(to),
        }
    }
}

#[test]
fn a_file_that_is_shorter_than_it_says() -> Result {
    let bytes = written(&[I64(1)], StreamOptions::DEFAULT);
    let lying = || Lying(Cursor::new(bytes.clone()));
    let error = StreamReader::open(lying(), Limits::DEFAULT).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidFrozen);
    assert_eq!(error.offset(), Some(bytes.len()));
    let reader = StreamReader::recover(lying(), Limits::DEFAULT)?;
    assert_eq!(reader.byte_len(), bytes.len() as u64);
    Ok(())
}

/// Claims to have more bytes than any file.
struct Endless;

impl Read for Endless {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }
}

impl Seek for Endless {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        Ok(u64::MAX)
    }
}

#[test]
fn a_file_with_more_bytes_than_files_have_is_none() {
    let error = StreamReader::open(Endless, Limits::DEFAULT).map(drop);
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidFrozen);
    assert_eq!(error.expectation(), Some("a stream of at most 2^63 bytes"));
}
