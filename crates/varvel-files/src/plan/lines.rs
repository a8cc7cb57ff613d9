//! Boundaries between lines.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

/// The bytes that are read at once.
const STEP: u64 = 4 << 10;

/// At most this many bytes are searched for the end of a line. Without one, the boundary is after
/// them, so that no byte is searched twice. The reader of a split finds where its lines begin.
const MOST: u64 = 64 << 10;

/// Returns the first beginning of a line at `target` or after it.
pub fn boundary(file: &mut File, target: u64, length: u64) -> io::Result<u64> {
    // The byte before shows whether a line begins at the target.
    let mut at = target - 1;
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::with_capacity(STEP as usize);
    while at < target + MOST {
        bytes.clear();
        (&mut *file).take(STEP).read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(length);
        }
        if let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            return Ok((at + end as u64 + 1).min(length));
        }
        at += bytes.len() as u64;
    }
    Ok(at.min(length))
}
