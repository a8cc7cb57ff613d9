//! Records as a file: Parquet, or Arrow.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use varvel_arrow::{FileWriter, Kind};

use crate::errors::Located;
use crate::tables::rows::Rows;

/// Writes rows as a file, and returns their number. A file that was there stays until the new one
/// is whole, and if an error ends it.
///
/// # Errors
/// Those of the rows, and of the operating system.
pub fn write(mut rows: Rows, path: &Path, kind: Kind) -> Result<u64, Located> {
    let part = beside(path);
    let done = fill(&mut rows, &part, kind).and_then(|count| {
        fs::rename(&part, path).map_err(|error| Located::system(&error, path))?;
        Ok(count)
    });
    if done.is_err() {
        // The first error is the one to tell.
        let _ = fs::remove_file(&part);
    }
    done
}

fn fill(rows: &mut Rows, part: &Path, kind: Kind) -> Result<u64, Located> {
    let system = |error: io::Error| Located::system(&error, part);
    let file = File::options().write(true).create_new(true).open(part);
    let file = BufWriter::new(file.map_err(system)?);
    let mut writer = FileWriter::new(file, kind, rows.columns()).map_err(Located::nowhere)?;
    let mut count = 0;
    while let Some(batch) = rows.next_batch() {
        let batch = batch?;
        count += batch.num_rows() as u64;
        writer.write(&batch).map_err(Located::nowhere)?;
    }
    let mut file = writer.finish().map_err(Located::nowhere)?;
    file.flush().map_err(system)?;
    Ok(count)
}

/// Returns the name of a new file in the same folder.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}
