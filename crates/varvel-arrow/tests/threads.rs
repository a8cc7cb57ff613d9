//! Reading on several threads.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::{Arc, Condvar, Mutex, Once};
use std::thread;
use std::time::Duration;

use arrow_schema::{DataType, Field, Schema};
use varvel::records::{Failure, Format, Options, Watch};
use varvel_arrow::{BLOCK_BYTES, Columns, batches};

/// The columns of a block are made by the thread that reads it. Here each thread waits for the
/// others to come, too.
#[test]
fn five_threads_read_blocks_at_the_same_time() {
    let threads = 5;
    let line = format!("{{\"text\":\"{}\"}}\n", "x".repeat(1000));
    let lines = line.repeat(2 * threads * BLOCK_BYTES / line.len());
    let schema = Arc::new(Schema::new(vec![Field::new("text", DataType::Utf8, true)]));
    let (met, came) = (Mutex::new(HashSet::new()), Condvar::new());
    let tried = Once::new();
    let columns = || {
        if !tried.is_completed() {
            // Whether there are columns is tried before threads begin.
            tried.call_once(|| ());
            return Columns::new(schema.clone());
        }
        let mut met = met.lock().unwrap();
        met.insert(thread::current().id());
        came.notify_all();
        // Only threads that never come take so long.
        let patience = Duration::from_secs(120);
        let alone = |met: &mut HashSet<_>| met.len() < threads;
        drop(came.wait_timeout_while(met, patience, alone).unwrap());
        Columns::new(schema.clone())
    };
    let options = Options {
        threads: NonZeroUsize::new(threads),
        block_bytes: BLOCK_BYTES,
        ..Options::DEFAULT
    };
    let mut rows = 0;
    let mut each = |batch: arrow_array::RecordBatch| {
        rows += batch.num_rows();
        Ok(())
    };
    let (input, watch) = (lines.as_bytes(), Watch::default());
    batches(input, Format::Ndjson, &columns, &options, watch, &mut each).unwrap();
    assert_eq!(rows, lines.lines().count());
    assert_eq!(met.lock().unwrap().len(), threads);
}

#[test]
fn the_rows_before_a_bad_line_come_before_its_error() {
    let schema = Arc::new(Schema::new(vec![Field::new("a", DataType::Int64, true)]));
    let columns = || Columns::new(schema.clone());
    let many = "{\"a\":3}\n".repeat(1000);
    for (lines, good) in [
        ("{\"a\":1}\n{\"a\":2}\nbad\n{\"a\":4}\n".to_owned(), 2),
        (format!("{many}bad\n{many}"), 1000),
        ("bad\n".to_owned(), 0),
    ] {
        for threads in [1, 3] {
            let options = Options {
                threads: NonZeroUsize::new(threads),
                block_bytes: 1000,
                ..Options::DEFAULT
            };
            let mut rows = 0;
            let mut each = |batch: arrow_array::RecordBatch| {
                rows += batch.num_rows();
                Ok(())
            };
            let (input, watch) = (lines.as_bytes(), Watch::default());
            let done = batches(input, Format::Ndjson, &columns, &options, watch, &mut each);
            assert!(matches!(done, Err(Failure::Bad(_))), "{done:?}");
            assert_eq!(rows, good);
        }
    }
}
