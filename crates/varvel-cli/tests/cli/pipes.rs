//! Slow pipes: the output of a record comes out before the command waits for the next record.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;

use crate::command::{Folder, PATIENCE};

/// Writes one record after the other, each after the output of the last one has come out.
fn check(arguments: &[&str], records: &[(&[u8], &[u8])]) {
    let folder = Folder::new();
    let mut child = folder
        .command(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let (sender, receiver) = mpsc::channel();
    let reader = thread::spawn(move || {
        while let Ok(bytes) = stdout.fill_buf() {
            let bytes = bytes.to_vec();
            stdout.consume(bytes.len());
            if bytes.is_empty() || sender.send(bytes).is_err() {
                return stdout;
            }
        }
        stdout
    });
    for (input, output) in records {
        pipe.write_all(input).unwrap();
        pipe.flush().unwrap();
        let mut came = Vec::new();
        while came.len() < output.len() {
            match receiver.recv_timeout(PATIENCE) {
                Ok(bytes) => came.extend(bytes),
                Err(_) => break,
            }
        }
        let _ = (came != *output).then(|| child.kill());
        assert_eq!(came, *output, "{arguments:?}");
    }
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(0), "{arguments:?}");
    let mut rest = Vec::new();
    reader.join().unwrap().read_to_end(&mut rest).unwrap();
    assert_eq!(rest, b"");
}

#[test]
fn a_record_goes_out_when_it_came() {
    let ndjson = ["convert", "-", "-", "--from", "ndjson"];
    check(&ndjson, &[(b"1\n", b"1\n"), (b"[2,\"\"]\n", b"[2,\"\"]\n")]);
    check(
        &[
            "convert",
            "-",
            "-",
            "--from",
            "ndjson",
            "--to",
            "msgpack-stream",
        ],
        &[(b"1\n", b"\x01"), (b"[2]\n3\n", b"\x91\x02\x03")],
    );
    check(
        &[
            "convert",
            "-",
            "-",
            "--from",
            "msgpack-stream",
            "--to",
            "ndjson",
        ],
        &[(b"\x01", b"1\n"), (b"\x91\x02\x03", b"[2]\n3\n")],
    );
    check(
        &[
            "convert",
            "-",
            "-",
            "--from",
            "cbor-seq",
            "--to",
            "cbor-seq",
            "--threads",
            "1",
        ],
        &[(b"\x01", b"\x01"), (b"\x81\x02\x03", b"\x81\x02\x03")],
    );
    check(
        &["head", "-", "--from", "ndjson"],
        &[(b"1\n", b"1\n"), (b"2\n3\n", b"2\n3\n")],
    );
    check(
        &["head", "-", "-n", "3"],
        &[(b"[1,", b"1\n"), (b"2 ,", b"2\n"), (b"3]", b"3\n")],
    );
    check(
        &["get", "-", "/1/a", "--from", "ndjson"],
        &[(b"1\n{\"a\": 2}\n", b"2\n")],
    );
}
