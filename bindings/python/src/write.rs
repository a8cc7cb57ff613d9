//! Records as a file: Parquet, or Arrow.

use std::path::Path;

use varvel_arrow::{FileWriter, Kind};

use crate::errors::Located;
use crate::interrupts::Interrupts;
use crate::replace::replace;
use crate::tables::rows::Rows;

/// Writes rows as a file, and returns their number. A file that was there stays until the new one
/// is whole, and if an error ends it.
///
/// # Errors
/// Those of the rows, and of the operating system; and any if it was interrupted.
pub fn write(
    mut rows: Rows,
    path: &Path,
    kind: Kind,
    interrupts: &Interrupts,
) -> Result<u64, Located> {
    let fill = |file| {
        let mut writer = FileWriter::new(file, kind, rows.columns()).map_err(Located::nowhere)?;
        let mut count = 0;
        while let Some(batch) = rows.next_batch(interrupts) {
            let batch = batch?;
            count += batch.num_rows() as u64;
            writer.write(&batch).map_err(Located::nowhere)?;
        }
        Ok((writer.finish().map_err(Located::nowhere)?, count))
    };
    replace(path, fill, Located::system)
}
