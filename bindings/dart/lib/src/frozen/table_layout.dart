import 'dart:typed_data';

import '../base/output.dart';
import 'hash.dart';
import 'index_layout.dart';
import 'layout.dart';
import 'recording.dart';
import 'shape_table.dart';

/// Writes the tables of texts and shapes, with the shapes in the order of their
/// numbers.
void writeTables(Output out, Recording recording, List<Shape> kept) {
  final from = out.length;
  out.zeros(tablesLen + 4 * kept.length);
  final keys = recording.keys;
  final shapes = recording.shapes;
  // For each key the place of its text, or zero.
  final places = Uint32List(keys.length);
  var texts = 0;
  for (final shape in kept) {
    for (var i = shape.end - 1; i >= shape.start; i--) {
      final key = shapes.keys[i];
      if (places[key] == 0) {
        places[key] = out.length - from;
        out
          ..counted(keys.end(key) - keys.start(key))
          ..addRange(keys.bytes, keys.start(key), keys.end(key));
        texts++;
      }
    }
  }
  if (texts != 0) {
    out.byte(0);
  }
  void patch(int at, int value) =>
      out.data.setUint32(at, value, Endian.little);
  patch(from, kept.length);
  patch(from + 4, texts);
  patch(from + 8, out.length - from);
  for (var i = 0; i < kept.length; i++) {
    patch(from + tablesLen + 4 * i, out.length - from);
    final own = shapes.keys.sublist(kept[i].start, kept[i].end);
    _writeRecord(out, recording, own, places);
  }
}

void _writeRecord(
    Output out, Recording recording, List<int> own, Uint32List places) {
  final keys = recording.keys;
  if (own.length <= smallShape) {
    out.byte(own.length);
    final hash = KeyHash();
    for (final key in own) {
      hash.hash(keys.bytes, keys.start(key), keys.end(key));
      out.byte(hash.fingerprint);
    }
  } else {
    out
      ..byte(0)
      ..uint32(own.length);
    writeIndex(out, keys, own);
  }
  for (final key in own) {
    out.uint32(places[key]);
  }
}
