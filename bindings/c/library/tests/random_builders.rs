//! Drawn calls of all that builds documents in C: in any order, with any arguments, whatever
//! happened before. What is finished without an error is read again, and frozen bytes validate.
//!
//! `VARVEL_MUTANTS` is the number of sequences of each kind, and `VARVEL_FIRST_MUTANT` that of the
//! first one. Each depends on its number alone.

use std::env;
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::slice;

use varvel::Frozen;
use varvel_capi::any::*;
use varvel_capi::buffer::{vv_buffer, vv_buffer_free};
use varvel_capi::codes::{VV_OK, vv_code};
use varvel_capi::document::*;
use varvel_capi::edit::*;
use varvel_capi::flatbuffers::*;
use varvel_capi::freezer::*;
use varvel_capi::node::*;
use varvel_capi::options::*;
use varvel_capi::records::*;
use varvel_capi::scalar::vv_time;
use varvel_capi::tag::vv_tag;
use varvel_capi::writer::*;

/// Numbers that look random (xorshift, Marsaglia 2003).
struct Draws(u64);

impl Draws {
    /// The draws of the sequence with a number.
    fn of(number: u64) -> Self {
        Self((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Draws a number, often a small one.
    fn any(&mut self) -> u64 {
        match self.below(2) {
            0 => self.next() >> self.below(64),
            _ => self.below(9) as u64,
        }
    }
}

const TEXTS: [&[u8]; 9] = [
    b"",
    b"a",
    b"b",
    b"key",
    "ü€😀".as_bytes(),
    b"1",
    b"a text that is longer than thirty-two bytes, by some",
    b"\xFF",
    b"a\0\n\"",
];

const FORMATS: [vv_format; 9] = [
    VV_JSON,
    VV_YAML,
    VV_MSGPACK,
    VV_CBOR,
    VV_FLEXBUFFERS,
    VV_FROZEN,
    VV_FROZEN,
    VV_JSON5,
    99,
];

const DOCUMENTS: [&str; 8] = [
    r#"{"a":1,"b":[1,2.5,"x",null,true],"key":{"a":{"b":[]}}}"#,
    r#"[[1,2,3],[4,5,6],[7,8,9],{"a":-1}]"#,
    r#"[{"a":1,"b":2},{"a":3,"b":4},{"a":5,"b":"x"}]"#,
    r#""ü€😀""#,
    "1e400",
    r#"{"a":1,"a":2}"#,
    r#"{"a":123456789012345678901234567890,"b":0.1,"a b":18446744073709551615}"#,
    "{\"a\":[\n1, // x\n2],\n\"key\": 'b'}",
];

/// Draws a text with its length, at times as one without memory.
fn text(draws: &mut Draws) -> (*const c_char, usize) {
    let text = match draws.below(60) {
        0 => draws.pick(&TEXTS),
        _ => draws.pick(&TEXTS[..7]),
    };
    match draws.below(200) {
        0 => (null(), draws.below(3)),
        _ => (text.as_ptr().cast(), text.len()),
    }
}

/// Draws a document, mostly changed.
fn document(draws: &mut Draws) -> Vec<u8> {
    let mut bytes = draws.pick(&DOCUMENTS).as_bytes().to_vec();
    for _ in 0..draws.below(3) {
        let at = draws.below(bytes.len());
        bytes[at] = draws.pick(b"{}[]:,\"'0123456789-.eE \n/*tnf\\\xFFx");
    }
    if draws.below(8) == 0 {
        bytes.truncate(draws.below(bytes.len()));
    }
    bytes
}

fn options_of_none() -> vv_options {
    vv_options {
        size: size_of::<vv_options>(),
        flags: 0,
        duplicates: 0,
        depth: 0,
        nodes: 0,
        bytes: 0,
        replay: 0,
    }
}

fn options(draws: &mut Draws) -> vv_options {
    let mut options = options_of_none();
    for flag in [
        VV_EXACT_DECIMALS,
        VV_TOLERANT,
        VV_PRETTY,
        VV_KEYS_AS_TEXT,
        VV_BYTES_AS_TEXT,
        VV_TIMESTAMPS_AS_TEXT,
        VV_NON_FINITE_AS_TEXT,
        VV_NUMBERS_AS_TEXT,
        VV_CANONICAL,
        VV_SHARE_STRINGS,
        VV_CHECKSUM,
    ] {
        if draws.below(3) == 0 {
            options.flags |= flag;
        }
    }
    options.duplicates = draws.below(3) as u32;
    if draws.below(8) == 0 {
        options.depth = draws.below(6);
        options.nodes = draws.below(20);
        options.bytes = draws.below(200);
    }
    options
}

/// Draws a value. Nodes and values come from elsewhere.
fn any(draws: &mut Draws, node: vv_node) -> vv_any {
    let (data, len) = text(draws);
    match draws.below(14) {
        0 => vv_of_null(),
        1 => vv_of_bool(draws.below(2) == 0),
        2 | 3 => vv_of_i64(draws.any() as i64),
        4 => vv_of_u64(draws.next()),
        5 => {
            let floats = [0.5, -0.0, 1e300, 3.0, f64::NAN, f64::INFINITY];
            let count = 4 + 2 * (draws.below(10) / 9);
            vv_of_f64(draws.pick(&floats[..count]))
        }
        6 => {
            let numbers = ["1.50", "-12345678901234567890123", "1e5", "x", "", "0x10"];
            let count = 3 + 3 * (draws.below(20) / 19);
            let number = draws.pick(&numbers[..count]);
            vv_of_number(number.as_ptr().cast(), number.len())
        }
        7 => vv_of_binary(data.cast(), len),
        8 => vv_of_timestamp(vv_time {
            seconds: draws.any() as i64,
            nanos: [0, 1, 999_999_999, 1_000_000_000][draws.below(31) / 10],
        }),
        9 => vv_of_array(),
        10 => vv_of_object(),
        11 => vv_of_node(node),
        _ => vv_of_string(data, len),
    }
}

/// Checks that bytes are a document of a format. Keys may come twice where a writer says so.
fn check(format: vv_format, bytes: &[u8], number: u64) {
    if format == VV_FROZEN {
        if let Err(error) = Frozen::validate(bytes) {
            panic!("sequence {number}: {error}: {bytes:02x?}");
        }
        return;
    }
    let how = vv_options {
        flags: VV_EXACT_DECIMALS,
        duplicates: VV_DUPLICATES_LAST,
        ..options_of_none()
    };
    let mut frozen = null_mut();
    // SAFETY: bytes with their length, and room for a handle, which is freed.
    let code = unsafe {
        let data = bytes.as_ptr().cast::<c_void>();
        let code = vv_freeze(format, data, bytes.len(), &how, &mut frozen, null_mut());
        vv_frozen_free(frozen);
        code
    };
    assert_eq!(code, VV_OK, "sequence {number}, format {format}: {bytes:?}");
}

/// How many calls a kind of sequence made, and how many documents it finished and refused.
#[derive(Default)]
struct Counts {
    calls: u64,
    finished: u64,
    refused: u64,
}

impl Counts {
    fn note(&mut self, code: vv_code) -> bool {
        match code {
            VV_OK => self.finished += 1,
            _ => self.refused += 1,
        }
        code == VV_OK
    }
}

/// Runs so many sequences of a kind.
fn run(kind: &str, usual: u64, mut sequence: impl FnMut(&mut Draws, &mut Counts, u64)) {
    let number = |name: &str, otherwise: u64| {
        env::var(name).map_or(otherwise, |number| number.parse().unwrap())
    };
    let usual = if cfg!(miri) { 3 } else { usual };
    let first = number("VARVEL_FIRST_MUTANT", 0);
    let count = number("VARVEL_MUTANTS", usual);
    let mut counts = Counts::default();
    for number in first..first + count {
        sequence(&mut Draws::of(number), &mut counts, number);
    }
    let Counts {
        calls,
        finished,
        refused,
    } = counts;
    println!("{kind}: {count} sequences, {calls} calls, {finished} finished, {refused} refused");
    if count >= 1_000 {
        assert!(finished > count / 20 && refused > count / 20);
    }
}

#[test]
fn writers() {
    let source = varvel::json::freeze(DOCUMENTS[0].as_bytes()).unwrap();
    run("vv_writer", 100_000, |draws, counts, number| {
        // SAFETY: handles that live until they are freed, and texts with their lengths.
        unsafe {
            let mut node = null_mut();
            let bytes = source.as_bytes();
            vv_frozen_adopt(
                bytes.as_ptr().cast(),
                bytes.len(),
                None,
                null_mut(),
                null(),
                &mut node,
                null_mut(),
            );
            let root = vv_frozen_root(node);
            let (format, how) = (draws.pick(&FORMATS), options(draws));
            let mut writer = null_mut();
            vv_writer_new(format, &how, &mut writer, null_mut());
            let mut out = vv_buffer {
                data: null_mut(),
                len: 0,
                room: 0,
            };
            for _ in 0..1 + draws.below(3) {
                write(draws, writer, root, counts);
                let code = vv_writer_finish(writer, &mut out, null_mut());
                if counts.note(code) && !out.data.is_null() {
                    check(format, slice::from_raw_parts(out.data, out.len), number);
                }
            }
            vv_buffer_free(&mut out);
            vv_writer_free(writer);
            vv_frozen_free(node);
        }
    });
}

/// Writes drawn events: mostly ones that fit those before.
unsafe fn write(draws: &mut Draws, writer: *mut vv_writer, root: vv_node, counts: &mut Counts) {
    let mut open = Vec::new();
    let mut left = 1 + draws.below(24);
    // SAFETY: the contract of the caller.
    unsafe {
        loop {
            counts.calls += 1;
            if draws.below(300) == 0 {
                anything(draws, writer, root);
            }
            match open.last() {
                Some(_) if left == 0 || draws.below(6) == 0 => {
                    vv_writer_end(writer, null_mut());
                    open.pop();
                }
                Some(true) => {
                    let (data, len) = text(draws);
                    match draws.below(20) {
                        0 => {
                            vv_writer_any_key(writer, null_mut());
                            vv_writer_put(writer, any(draws, root), null_mut());
                        }
                        _ => drop(vv_writer_key(writer, data, len, null_mut())),
                    }
                    value(draws, writer, root, &mut open);
                }
                _ => value(draws, writer, root, &mut open),
            }
            left = left.saturating_sub(1);
            if open.is_empty() || draws.below(300) == 0 {
                return;
            }
        }
    }
}

/// Writes a value, or begins a container.
unsafe fn value(draws: &mut Draws, writer: *mut vv_writer, root: vv_node, open: &mut Vec<bool>) {
    // SAFETY: the contract of the caller.
    unsafe {
        if draws.below(16) == 0 {
            let tag = vv_tag {
                kind: 1 + draws.below(10) as u32 / 7 + draws.below(50) as u32 / 49,
                extension: 0,
                number: draws.any(),
            };
            vv_writer_tag(writer, tag, null_mut());
        }
        match draws.below(3) {
            0 => {
                let kind = draws.pick(&[VV_ARRAY, VV_OBJECT]);
                vv_writer_begin(writer, kind, null_mut());
                open.push(kind != VV_ARRAY);
            }
            _ => drop(vv_writer_put(writer, any(draws, root), null_mut())),
        }
    }
}

/// Makes any call.
unsafe fn anything(draws: &mut Draws, writer: *mut vv_writer, root: vv_node) {
    let (data, len) = text(draws);
    // SAFETY: the contract of the caller.
    unsafe {
        match draws.below(6) {
            0 => drop(vv_writer_put(writer, any(draws, root), null_mut())),
            1 => drop(vv_writer_begin(writer, draws.below(14) as _, null_mut())),
            2 => drop(vv_writer_end(writer, null_mut())),
            3 => drop(vv_writer_key(writer, data, len, null_mut())),
            4 => drop(vv_writer_any_key(writer, null_mut())),
            _ => {
                let tag = vv_tag {
                    kind: draws.below(5) as u32,
                    extension: draws.any() as i32,
                    number: draws.next(),
                };
                vv_writer_tag(writer, tag, null_mut());
            }
        }
    }
}

#[test]
fn freezers() {
    run("vv_freezer", 100_000, |draws, counts, number| {
        // SAFETY: handles that live until they are freed, and texts with their lengths.
        unsafe {
            let format = draws.pick(&[VV_JSON, VV_JSON, VV_JSON5, VV_YAML, VV_FROZEN, 99]);
            let how = options(draws);
            let mut freezer = null_mut();
            vv_freezer_new(format, &how, &mut freezer, null_mut());
            for _ in 0..1 + draws.below(6) {
                counts.calls += 1;
                let text = document(draws);
                let mut root = vv_node_missing();
                let data = text.as_ptr().cast();
                let code = vv_freezer_freeze(freezer, data, text.len(), &mut root, null_mut());
                if !counts.note(code) {
                    continue;
                }
                let (mut frozen, how) = (null_mut(), options(draws));
                let code = vv_freeze_node(root, &how, &mut frozen, null_mut());
                if code == VV_OK {
                    let bytes = vv_frozen_bytes(frozen);
                    check(
                        VV_FROZEN,
                        slice::from_raw_parts(bytes.data, bytes.len),
                        number,
                    );
                }
                vv_frozen_free(frozen);
            }
            vv_freezer_free(freezer);
        }
    });
}

fn vv_node_missing() -> vv_node {
    // SAFETY: NULL is no document.
    unsafe { vv_frozen_root(null()) }
}

/// The memory of a document that was given away: freed by the library, once.
unsafe extern "C" fn free_counted(context: *mut c_void, _: *const c_void, _: usize) {
    // SAFETY: the context is a counter that lives.
    unsafe { *context.cast::<u64>() += 1 };
}

#[test]
fn documents_of_memory() {
    run("vv_frozen_adopt", 20_000, |draws, counts, number| {
        let text = draws.pick(&DOCUMENTS[..4]);
        let mut bytes = varvel::json::freeze(text.as_bytes())
            .map_or_else(|_| vec![0; 40], |frozen| frozen.as_bytes().to_vec());
        if draws.below(2) == 0 {
            let at = draws.below(bytes.len());
            bytes[at] ^= 1 << draws.below(8);
        }
        let (how, mut freed, mut frozen) = (options(draws), 0_u64, null_mut());
        let context = (&raw mut freed).cast();
        counts.calls += 1;
        // SAFETY: the bytes and the counter outlive the document and the value made of it.
        unsafe {
            let data = bytes.as_ptr().cast();
            let free = Some(free_counted as unsafe extern "C" fn(_, _, _));
            let code = vv_frozen_adopt(
                data,
                bytes.len(),
                free,
                context,
                &how,
                &mut frozen,
                null_mut(),
            );
            if counts.note(code) {
                check(VV_FROZEN, &bytes, number);
            }
            vv_frozen_free(frozen);
        }
        assert_eq!(freed, 1, "sequence {number}");
    });
}

#[test]
fn texts() {
    const PATHS: [&str; 10] = [
        "", "a", "b[0]", "/a", "key.a", "[1]", "/b/-", "x[", "a.b.c", "/",
    ];
    run("vv_text", 20_000, |draws, counts, number| {
        // SAFETY: handles that live until they are freed, and texts with their lengths.
        unsafe {
            let syntaxes = [
                VV_SYNTAX_JSON,
                VV_SYNTAX_JSON5,
                VV_SYNTAX_YAML,
                VV_SYNTAX_JSONC,
                7,
            ];
            let (syntax, given) = (draws.pick(&syntaxes), document(draws));
            let mut of = null_mut();
            let data = given.as_ptr().cast();
            let code = vv_text_new(syntax, data, given.len(), null(), &mut of, null_mut());
            if !counts.note(code) {
                return;
            }
            for _ in 0..draws.below(12) {
                counts.calls += 1;
                let path = draws.pick(&PATHS);
                let (path, path_len) = (path.as_ptr().cast(), path.len());
                let (key, key_len) = text(draws);
                let value = any(draws, vv_text_node(of));
                let code = match draws.below(4) {
                    0 => vv_text_remove(of, path, path_len, null_mut()),
                    1 => vv_text_rename(of, path, path_len, key, key_len, null_mut()),
                    2 => vv_text_insert(of, path, path_len, value, null_mut()),
                    _ => vv_text_set(of, path, path_len, value, null_mut()),
                };
                counts.note(code);
                let now = vv_text_get(of);
                let now = slice::from_raw_parts(now.data.cast::<u8>(), now.len);
                let format = match syntax {
                    VV_SYNTAX_JSON => VV_JSON,
                    VV_SYNTAX_YAML => VV_YAML,
                    _ => VV_JSON5,
                };
                check(format, now, number);
            }
            vv_text_free(of);
        }
    });
}

/// Input that comes in drawn pieces, and output that may fail.
struct Pipe {
    draws: Draws,
    input: Vec<u8>,
    at: usize,
    output: Vec<u8>,
    fails: bool,
}

unsafe extern "C" fn read(context: *mut c_void, to: *mut c_void, room: usize) -> usize {
    // SAFETY: the context is a pipe that lives, and so many bytes can be written.
    unsafe {
        let pipe = &mut *context.cast::<Pipe>();
        if pipe.fails && pipe.draws.below(20) == 0 {
            return VV_READ_FAILED;
        }
        let rest = &pipe.input[pipe.at..];
        let size = rest.len().min(room).min(1 + pipe.draws.below(40));
        to.cast::<u8>()
            .copy_from_nonoverlapping(rest.as_ptr(), size);
        pipe.at += size;
        size
    }
}

unsafe extern "C" fn write_out(context: *mut c_void, data: *const c_void, len: usize) -> bool {
    // SAFETY: the context is a pipe that lives, and the bytes are there.
    unsafe {
        let pipe = &mut *context.cast::<Pipe>();
        pipe.output
            .extend(slice::from_raw_parts(data.cast::<u8>(), len));
        !(pipe.fails && pipe.draws.below(20) == 0)
    }
}

unsafe extern "C" fn count_each(context: *mut c_void, _: vv_node, _: u64) -> bool {
    // SAFETY: the context is a counter that lives.
    unsafe { *context.cast::<u64>() += 1 };
    true
}

#[test]
fn records() {
    run("vv_records", 5_000, |draws, counts, number| {
        let mut input = Vec::new();
        for _ in 0..draws.below(20) {
            let mut line = document(draws);
            line.retain(|byte| *byte != b'\n');
            input.extend(line);
            input.push(b'\n');
        }
        let to = draws.pick(&[VV_JSON, VV_MSGPACK, VV_CBOR, VV_FROZEN, VV_FROZEN, VV_YAML]);
        let mut pipe = Pipe {
            draws: Draws::of(number + 7),
            input,
            at: 0,
            output: Vec::new(),
            fails: draws.below(4) == 0,
        };
        let (how, tolerates) = (options(draws), draws.below(4) != 0);
        unsafe extern "C" fn go_on(_: *mut c_void, _: *const vv_bad_record) -> bool {
            true
        }
        let settings = vv_records_options {
            size: size_of::<vv_records_options>(),
            options: &how,
            threads: 1 + draws.below(3) as u32,
            flags: draws.below(8) as u32 / 6,
            block_bytes: draws.below(4) * 50,
            context: null_mut(),
            progress: None,
            bad: tolerates.then_some(go_on as _),
        };
        counts.calls += 1;
        let mut done = vv_progress {
            bytes_in: 0,
            bytes_out: 0,
            records: 0,
            bad: 0,
        };
        let context = (&raw mut pipe).cast();
        // SAFETY: the pipe outlives the calls, which it is used by one at a time.
        let code = unsafe {
            let (from, out) = (
                vv_input {
                    read: Some(read),
                    context,
                },
                vv_output {
                    write: Some(write_out),
                    context,
                },
            );
            vv_records_convert(VV_JSON, from, to, out, &settings, &mut done, null_mut())
        };
        if !counts.note(code) {
            return;
        }
        // Reads the written stream again, record by record.
        let mut again = Pipe {
            draws: Draws::of(number),
            input: pipe.output,
            at: 0,
            output: Vec::new(),
            fails: false,
        };
        let mut found = 0_u64;
        let how = vv_options {
            flags: VV_EXACT_DECIMALS,
            duplicates: VV_DUPLICATES_LAST,
            ..options_of_none()
        };
        let settings = vv_records_options {
            options: &how,
            flags: 0,
            bad: None,
            ..settings
        };
        let context = (&raw mut again).cast();
        // SAFETY: the pipe and the counter outlive the call.
        let code = unsafe {
            let from = vv_input {
                read: Some(read),
                context,
            };
            let counter = (&raw mut found).cast();
            vv_records_each(to, from, &settings, Some(count_each), counter, null_mut())
        };
        let written = String::from_utf8_lossy(&again.input);
        assert_eq!(code, VV_OK, "sequence {number}, format {to}: {written}");
        assert_eq!(found, done.records, "sequence {number}, format {to}");
    });
}

#[test]
fn flatbuffers() {
    const SCHEMA: &str = "table T { a: int; b: [string]; key: T; u: U; } struct P { x: float; }
        union U { T, P } root_type T;";
    run("vv_flatbuffer_build", 20_000, |draws, counts, number| {
        // SAFETY: handles that live until they are freed, and texts with their lengths.
        unsafe {
            let mut schema = null_mut();
            let root = draws.pick(&["", "T", "X"]);
            let (data, len) = (SCHEMA.as_ptr().cast(), SCHEMA.len());
            let root = (root.as_ptr().cast(), root.len());
            vv_schema_new(data, len, root.0, root.1, &mut schema, null_mut());
            let texts = [
                r#"{"a":1,"b":["x","y"],"key":{"a":-1,"u_type":"P","u":{"x":1}}}"#,
                r#"{"a":2.0,"b":[],"u":{"a":5},"u_type":1}"#,
                r#"{"a":"x"}"#,
                r#"{"b":[1]}"#,
                "[]",
            ];
            for _ in 0..1 + draws.below(6) {
                counts.calls += 1;
                let given = draws.pick(&texts);
                let mut frozen = null_mut();
                let data = given.as_ptr().cast();
                vv_freeze(VV_JSON, data, given.len(), null(), &mut frozen, null_mut());
                let mut out = vv_buffer {
                    data: null_mut(),
                    len: 0,
                    room: 0,
                };
                let node = vv_frozen_root(frozen);
                let code = vv_flatbuffer_build(schema, node, &mut out, null_mut());
                if counts.note(code) {
                    let data = out.data.cast_const().cast();
                    let code = vv_flatbuffer_verify(schema, data, out.len, null(), null_mut());
                    assert_eq!(code, VV_OK, "sequence {number}");
                }
                vv_buffer_free(&mut out);
                vv_frozen_free(frozen);
            }
            vv_schema_free(schema);
        }
    });
}
