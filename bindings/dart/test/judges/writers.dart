// Makes documents of texts of JSON and of other documents, from standard input,
// and compares them with those that Rust made. It says on standard error where
// they differ. To standard output it writes each document that it made, and its
// canonical form, with the length of each before it in 4 bytes: other readers
// must take them. A test in Rust,
// conformance/tests/all/frozen_readers/writers.rs, writes this input. Each case
// is a head of 40 bytes, then the path of the error, the canonical form of the
// document, and the text or the document itself. The head, with numbers in
// little-endian order, of which 4294967295 is none:
//
//     1  1 for a document, 0 for a text
//     1  what happens with keys that come twice; plus 4 where decimals are
//        kept, plus 8 where NaN and the infinities are words
//     1  the expected number of the error, 0 for none
//     1  zero
//     4  the limit of depth
//     4  the limit of nodes
//     4  the offset of the error
//     4  its line
//     4  its column
//     4  the length of the document that Rust made, which is not canonical
//     4  the length of the path
//     4  the length of the canonical form
//     4  the length of the text or the document
import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'input.dart';

final Tally _tally = Tally(stderr);

/// Documents may be so many bytes longer than a tenth more than that of Rust:
/// documents of a few bytes differ by a few.
const int _allowance = 16;

const FreezeOptions _unlimited =
    FreezeOptions(limits: Limits(depth: Limits.none));

Future<void> main() async {
  await readCases(
      40, (head) => [for (final at in const [28, 32, 36]) _field(head, at)],
      (head, parts) {
    final test = _Case(head, utf8.decode(parts[0]), parts[1], parts[2]);
    try {
      if (head.getUint8(0) == 1) {
        test.judgeCopy();
      } else {
        test.judgeText();
      }
      // ignore: avoid_catches_without_on_clauses
    } catch (error, trace) {
      _tally.differ('no error', 'none', '$error $trace');
    }
    _tally.number++;
  });
  await stdout.flush();
  await _tally.close();
}

int _field(ByteData head, int at) => head.getUint32(at, Endian.little);

final class _Case {
  _Case(this.head, this.path, this.canonical, this.given);

  final ByteData head;
  final String path;
  final Uint8List canonical;
  final Uint8List given;

  void judgeText() {
    final flags = head.getUint8(1);
    final options = FreezeOptions(
      limits: Limits(
          depth: limit(_field(head, 4)), nodes: limit(_field(head, 8))),
      duplicates: Duplicates.values[flags & 3],
      exactDecimals: flags & 4 != 0,
      nonFinite: flags & 8 != 0,
    );
    final Frozen made;
    try {
      made = Frozen.parseUtf8(given, options: options);
    } on VarvelException catch (error) {
      return _judgeError(error);
    }
    if (head.getUint8(2) != 0) {
      return _tally.differ('error', head.getUint8(2), 0);
    }
    _judgeDocument(made);
    _judgeCanonical(Frozen.parseUtf8(given,
        options: options.copyWith(canonical: true)));
  }

  void _judgeError(VarvelException error) {
    String place(int offset, int line, int column) => '$offset $line:$column';
    final expected =
        place(_field(head, 12), _field(head, 16), _field(head, 20));
    final offset = error.offset < 0 ? 0xFFFFFFFF : error.offset;
    if (error.number != head.getUint8(2)) {
      _tally.differ('error', head.getUint8(2), error);
    } else if (place(offset, error.line, error.column) != expected) {
      _tally.differ('place', expected, error);
    } else if (error.path != path) {
      _tally.differ('path', path, error);
    }
  }

  void judgeCopy() {
    final doc = Frozen.open(given, limits: _unlimited.limits);
    final made = Frozen.of(doc, options: _unlimited);
    if (made.root.toString() != doc.root.toString() ||
        !made.root.equals(doc.root)) {
      _tally.differ('a copy', doc.root, made.root);
    }
    _judgeDocument(made);
    _judgeObjects(doc);
  }

  /// Checks that the objects of a document are made into an equal document.
  void _judgeObjects(Frozen doc) {
    final Object? object;
    try {
      object = doc.root.toObject();
    } on VarvelException catch (error) {
      // Keys of maps that Dart does not tell apart.
      if (error.kind != ErrorKind.unrepresentable) {
        _tally.differ('objects', doc.root, error);
      }
      return;
    }
    final again = Frozen.of(object, options: _unlimited);
    if (!again.root.equals(doc.root)) {
      _tally.differ('the same by objects', doc.root, again.root);
    }
  }

  /// Judges a document that was made.
  void _judgeDocument(Frozen doc) {
    Frozen.validate(doc.bytes, limits: _unlimited.limits);
    _judgeCanonical(doc.root.toCanonical());
    final most = _field(head, 24) + _field(head, 24) ~/ 10 + _allowance;
    if (doc.bytes.length > most) {
      _tally.differ('length', _field(head, 24), doc.bytes.length);
    }
    for (final part in [doc.bytes, canonical]) {
      final length = ByteData(4)..setUint32(0, part.length, Endian.little);
      stdout
        ..add(length.buffer.asUint8List())
        ..add(part);
    }
  }

  void _judgeCanonical(Frozen doc) {
    final found = doc.bytes;
    var at = 0;
    while (at < found.length &&
        at < canonical.length &&
        found[at] == canonical[at]) {
      at++;
    }
    if (at != found.length || at != canonical.length) {
      _tally.differ('canonical form at byte $at', canonical.length,
          '${found.length}: ${doc.root}');
    }
  }
}
