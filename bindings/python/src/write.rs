//! Records as a file: Parquet, or Arrow.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::sync_channel;
use std::thread;

use arrow_array::RecordBatch;
use varvel_arrow::{FileWriter, Kind};

use crate::errors::Located;
use crate::interrupts::Interrupts;
use crate::replace::replace;
use crate::stack::OWN;
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
    let schema = rows.columns().clone();
    let fill = |file| {
        thread::scope(|threads| {
            let (sender, batches) = sync_channel::<RecordBatch>(1);
            let write = move || {
                let mut writer = FileWriter::new(file, kind, &schema)?;
                batches
                    .into_iter()
                    .try_for_each(|batch| writer.write(&batch))?;
                writer.finish()
            };
            // Columns that are deep in each other take some stack at each level.
            let work = thread::Builder::new().name("varvel-write".to_owned());
            let work = work.stack_size(OWN).spawn_scoped(threads, write);
            let work = work.map_err(|error| Located::system(&error, path))?;
            let mut count = 0;
            while let Some(batch) = rows.next_batch(interrupts) {
                let batch = batch?;
                count += batch.num_rows() as u64;
                if sender.send(batch).is_err() {
                    // The writer has failed, and says why.
                    break;
                }
            }
            drop(sender);
            match work.join() {
                Ok(done) => {
                    let file = done.map_err(|error| Located::written(error, path))?;
                    Ok((file, count))
                }
                Err(panic) => resume_unwind(panic),
            }
        })
    };
    replace(path, fill, Located::system)
}
