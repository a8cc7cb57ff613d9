//! The peak memory for converting records, in all threads together: 64 MiB and 16 times the longest
//! record.
//!
//! There is one test, so that nothing else allocates in this process. The input is made while it is
//! read.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};

use varvel::records::{BadRecord, Format, Options, Watch, convert};

/// The system's allocator, counted for the whole process.
struct Counting;

static USED: AtomicIsize = AtomicIsize::new(0);
static PEAK: AtomicIsize = AtomicIsize::new(0);

fn grown(by: usize) {
    let used = USED.fetch_add(by as isize, Relaxed) + by as isize;
    PEAK.fetch_max(used, Relaxed);
}

fn shrunk(by: usize) {
    USED.fetch_sub(by as isize, Relaxed);
}

// SAFETY: every call goes to the system's allocator as it is; counting changes nothing about it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        // SAFETY: the caller's contract.
        unsafe { System.alloc(layout) }
    }
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new memory may both be allocated for a while.
        grown(size);
        shrunk(layout.size());
        // SAFETY: the caller's contract.
        unsafe { System.realloc(at, layout, size) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        shrunk(layout.size());
        // SAFETY: the caller's contract.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Repeats a few records, up to this many bytes.
struct Again {
    records: Vec<u8>,
    at: usize,
    left: usize,
}

impl Read for Again {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.records[self.at..];
        let count = rest.len().min(buffer.len()).min(self.left);
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at = (self.at + count) % self.records.len();
        self.left -= count;
        Ok(count)
    }
}

const MIB: usize = 1 << 20;

/// Converts these records `repeat` times, and compares the peak with the bound.
fn check(
    name: &str,
    records: &[u8],
    from: Format,
    repeat: usize,
    longest: usize,
    failures: &mut Vec<String>,
) {
    // Many threads take the most memory for long records.
    let threads: &[usize] = if longest < MIB { &[2, 16] } else { &[16] };
    for &to in Format::ALL {
        let bound = 64 * MIB + 16 * longest;
        for &threads in threads {
            let input = Again {
                left: records.len() * repeat,
                records: records.to_vec(),
                at: 0,
            };
            let options = Options {
                threads: NonZeroUsize::new(threads),
                ..Options::DEFAULT
            };
            let mut on_bad = |_: &BadRecord<'_>| Ok(());
            let watch = Watch {
                bad: Some(&mut on_bad),
                ..Watch::default()
            };
            let before = USED.load(Relaxed);
            PEAK.store(before, Relaxed);
            let done = convert(input, from, io::sink(), to, &options, watch).unwrap();
            let peak = (PEAK.load(Relaxed) - before) as usize;
            let mib = |bytes: usize| bytes as f64 / MIB as f64;
            println!(
                "{name:20} {from:?} to {to:?}, {threads:>2} threads: {:7.1} of {:7.1} MiB, {} records, {} bad",
                mib(peak),
                mib(bound),
                done.records,
                done.bad
            );
            if peak > bound {
                failures.push(format!(
                    "{name} from {from:?} to {to:?}: {peak} of {bound} bytes"
                ));
            }
        }
    }
}

/// Returns a line of about `size` bytes.
fn line(open: &str, item: &str, close: &str, size: usize) -> String {
    let items = vec![item; size / (item.len() + 1)].join(",");
    format!("{open}{items}{close}\n")
}

#[test]
fn records_keep_to_their_bound_of_memory() {
    let mut failures = Vec::new();
    let paper = |i: usize| {
        let text = "words of an abstract ".repeat(i % 100);
        format!(
            "{{\"id\":{i},\"title\":\"paper {i}\",\"abstract\":\"{text}\",\"year\":{}}}\n",
            1900 + i % 100
        )
    };
    let papers: String = (0..500).map(paper).collect();
    let pieces: [(&str, String); 8] = [
        ("papers", papers),
        ("ones", "1\n".repeat(10_000)),
        ("bad", "x\n".repeat(10_000)),
        ("arrays of ones", line("[", "1", "]", 100_000)),
        ("arrays of arrays", line("[", "[1]", "]", 100_000)),
        ("nulls", line("[", "null,\"\"", "]", 100_000)),
        ("floats", line("[", "1e9,\"\"", "]", 100_000)),
        ("control characters", line("[\"", "\\u0001", "\"]", 100_000)),
    ];
    for (name, text) in &pieces {
        // Errors are slow.
        let all = if *name == "bad" { MIB } else { 3 * MIB };
        let repeat = all.div_ceil(text.len());
        let longest = text.split('\n').map(str::len).max().unwrap();
        check(
            name,
            text.as_bytes(),
            Format::Ndjson,
            repeat,
            longest,
            &mut failures,
        );
    }
    let long: [(&str, String); 6] = [
        ("long string", line("[\"", "words", "\"]", 2 * MIB)),
        ("long ones", line("[", "1", "]", 2 * MIB)),
        ("long mixed", line("[", "1,\"\"", "]", 2 * MIB)),
        ("long arrays", line("[", "[1,null]", "]", 2 * MIB)),
        ("long objects", line("[", "{\"a\":1}", "]", 2 * MIB)),
        ("long and bad", line("[", "{\"a\":1}", "", 2 * MIB)),
    ];
    for (name, text) in &long {
        let small = "{\"a\":1}\n".repeat(20_000);
        let text = format!("{text}{text}{small}{text}");
        let longest = text.split('\n').map(str::len).max().unwrap();
        check(
            name,
            text.as_bytes(),
            Format::Ndjson,
            1,
            longest,
            &mut failures,
        );
    }
    // Parts that are written early leave no memory behind.
    let text = format!("{}\"{}\"\n", "x\n".repeat(64), "long ".repeat(10_000));
    check(
        "bad between long",
        text.as_bytes(),
        Format::Ndjson,
        2000,
        50_000,
        &mut failures,
    );
    let (few, many) = (vec![1; 0xFFFF], vec![1; 0x40_0000]);
    let packed: [(Format, &[u8], &[u8]); 2] = [
        (
            Format::MessagePack,
            &[0xDC, 0xFF, 0xFF],
            &[0xDD, 0, 0x40, 0, 0],
        ),
        (Format::Cbor, &[0x99, 0xFF, 0xFF], &[0x9A, 0, 0x40, 0, 0]),
    ];
    for (from, head_of_few, head_of_many) in packed {
        let small = [head_of_few, &few].concat();
        let len = small.len();
        check("packed ones", &small, from, 200, len, &mut failures);
        let long = [head_of_many, &many].concat();
        let len = long.len();
        check("long packed ones", &long, from, 3, len, &mut failures);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
