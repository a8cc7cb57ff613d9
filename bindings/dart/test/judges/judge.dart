// Reads documents and streams from standard input, each with the expected
// verdict and text, and prints where its own differ. A test in Rust,
// conformance/tests/all/frozen_readers, writes this input. Each case is a head
// of 22 bytes, then the text (of a stream a line for each record), then the
// bytes. The head, with numbers in little-endian order:
//
//     1  1 for a stream, 0 for a document
//     1  the expected number of the error, 0 for none
//     4  the limit of depth; 4294967295 is no limit
//     4  the limit of nodes; 4294967295 is no limit
//     4  the length of the text
//     4  the length of the bytes
//     4  the offset of the error
import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'input.dart';

final Tally _tally = Tally(stdout);

Future<void> main() async {
  int field(ByteData head, int at) => head.getUint32(at, Endian.little);
  await readCases(22, (head) => [field(head, 10), field(head, 14)],
      (head, parts) {
    final limits =
        Limits(depth: limit(field(head, 2)), nodes: limit(field(head, 6)));
    final [text, bytes] = parts;
    try {
      final found = head.getUint8(0) == 1
          ? _readStream(bytes, limits)
          : _readDocument(bytes, limits);
      if (head.getUint8(1) != 0) {
        _tally.differ('error', head.getUint8(1), 0);
      } else if (found != utf8.decode(text)) {
        _tally.differ('text', utf8.decode(text), found);
      }
    } on VarvelException catch (error) {
      final found = '${error.number} at ${error.offset}';
      final expected = '${head.getUint8(1)} at ${field(head, 18)}';
      if (head.getUint8(1) == 0 || found != expected) {
        _tally.differ('error', expected, '$found $error');
      }
      // ignore: avoid_catches_without_on_clauses
    } catch (error, trace) {
      _tally.differ('a verdict', head.getUint8(1), '$error $trace');
    }
    _tally.number++;
  });
  await _tally.close();
}

String _readDocument(Uint8List bytes, Limits limits) {
  final root = Frozen.open(bytes, limits: limits).root;
  if (!root.equals(root) || root.hashCode != root.digest.hash) {
    _tally.differ('a value that is equal to itself', root, root);
  }
  _lookUp(root, 0);
  return root.toString();
}

String _readStream(Uint8List bytes, Limits limits) {
  VarvelException? failed;
  var text = '';
  try {
    final stream = FrozenStream.open(bytes, limits: limits)..validate();
    text = stream.records.map((record) => '$record\n').join();
  } on VarvelException catch (error) {
    failed = error;
  }
  // Reading from the front must come to the same end.
  final reader = FrozenStreamReader(limits: limits)..add(bytes);
  VarvelException? front;
  try {
    while (reader.next() != null) {}
    reader.close();
  } on VarvelException catch (error) {
    front = error;
  }
  if ((front == null) != (failed == null)) {
    _tally.differ('from the front', failed, front);
  }
  if (failed != null) {
    throw failed;
  }
  return text;
}

/// Checks that each member is found by its key, each item by its number, and
/// that its path is one. (It may lead elsewhere: two keys of a map may have one
/// text.)
void _lookUp(Node node, int depth) {
  final path = node.path;
  if (!path.contains('…')) {
    node.document.root.find(path);
  }
  if (depth == 6) {
    return;
  }
  var i = 0;
  for (final item in node.items) {
    if (node.at(i).toString() != item.toString()) {
      _tally.differ('item $i', item, node.at(i));
    }
    i++;
    _lookUp(item, depth + 1);
  }
  for (final (key, value) in node.pairs) {
    if (key.kind == Kind.string) {
      final text = key.asString;
      if (node.get(text).path != value.path) {
        _tally.differ('the member $text', value, node.get(text));
      }
      if (node.get('$text\x7F').exists) {
        _tally.differ('no member $text\x7F', 'none', node.get('$text\x7F'));
      }
    }
    _lookUp(value, depth + 1);
  }
}
