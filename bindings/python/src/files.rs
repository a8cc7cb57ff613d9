//! Files one after the other as one input, and the places in it as those of the files.

use std::fs::File;
use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use varvel::records::BadRecord;

/// Files that are read one after the other. A file that does not end with a line feed gets one.
pub struct Files {
    names: std::vec::IntoIter<String>,
    current: Option<File>,
    starts: Starts,
    bytes: u64,
    lines: u64,
    ended: bool,
}

/// Where each file begins in the whole input. Clones share it with the reader.
#[derive(Clone, Default)]
pub struct Starts(Arc<Mutex<Vec<Start>>>);

struct Start {
    name: String,
    bytes: u64,
    lines: u64,
}

impl Files {
    /// Returns the input that the files are together.
    pub fn new(names: Vec<String>) -> Self {
        Self {
            names: names.into_iter(),
            current: None,
            starts: Starts::default(),
            bytes: 0,
            lines: 0,
            ended: true,
        }
    }

    /// Returns the places where files begin, which are known once they are read.
    pub fn starts(&self) -> Starts {
        self.starts.clone()
    }

    /// Begins the next file. Returns `false` if there is none.
    fn next_file(&mut self) -> io::Result<bool> {
        let Some(name) = self.names.next() else {
            return Ok(false);
        };
        let opened = File::open(&name);
        lock(&self.starts.0).push(Start {
            name,
            bytes: self.bytes,
            lines: self.lines,
        });
        self.current = Some(opened?);
        Ok(true)
    }
}

impl Read for Files {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let Some(file) = &mut self.current else {
                match self.next_file()? {
                    true => continue,
                    false => return Ok(0),
                }
            };
            let read = match file.read(buffer)? {
                0 => {
                    self.current = None;
                    if self.ended {
                        continue;
                    }
                    buffer[0] = b'\n';
                    1
                }
                read => read,
            };
            let part = &buffer[..read];
            self.bytes += read as u64;
            self.lines += part.iter().filter(|&&byte| byte == b'\n').count() as u64;
            self.ended = part.ends_with(b"\n");
            return Ok(read);
        }
    }
}

impl Starts {
    /// Returns the name of the file in which a bad record stands, and the record with the line and
    /// the byte in that file.
    pub fn in_file(&self, record: &BadRecord<'_>) -> (String, BadRecord<'static>) {
        let mut record = record.clone().into_owned();
        let starts = lock(&self.0);
        let mut before = starts.iter().rev();
        let Some(start) = before.find(|start| start.bytes <= record.offset) else {
            return (String::new(), record);
        };
        record.offset -= start.bytes;
        record.number = record.number.saturating_sub(start.lines);
        record.start = record
            .start
            .map(|(line, column)| (line.saturating_sub(start.lines), column));
        (start.name.clone(), record)
    }

    /// Returns the name of the file that was opened last.
    pub fn last(&self) -> String {
        let starts = lock(&self.0);
        starts
            .last()
            .map(|start| start.name.clone())
            .unwrap_or_default()
    }
}

/// Locks, also if another thread panicked meanwhile.
pub fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}
