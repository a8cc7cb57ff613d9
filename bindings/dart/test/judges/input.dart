import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

/// Reads cases from standard input: a head of a fixed length, and parts whose
/// lengths the head has. Calls `judge` with each.
Future<void> readCases(
    int headLength,
    List<int> Function(ByteData head) lengths,
    void Function(ByteData head, List<Uint8List> parts) judge) async {
  var waiting = Uint8List(0);
  await for (final chunk in stdin) {
    final joined = BytesBuilder(copy: false)
      ..add(waiting)
      ..add(chunk);
    final bytes = joined.takeBytes();
    var at = 0;
    while (bytes.length - at >= headLength) {
      final head = ByteData.sublistView(bytes, at, at + headLength);
      final parts = <Uint8List>[];
      var end = at + headLength;
      for (final length in lengths(head)) {
        if (bytes.length - end < length) {
          break;
        }
        // A copy, at a place of memory of its own.
        parts.add(bytes.sublist(end, end + length));
        end += length;
      }
      if (parts.length < lengths(head).length) {
        break;
      }
      judge(head, parts);
      at = end;
    }
    waiting = bytes.sublist(at);
  }
}

/// Counts cases, and prints where Dart differs from what is expected.
final class Tally {
  /// Prints to [_out].
  Tally(this._out);

  final Stdout _out;

  /// How many differences are printed.
  static const int _shown = 20;

  /// The number of the case, from 0 on.
  int number = 0;
  int _differs = 0;

  /// Prints a difference, unless there were many.
  void differ(String what, Object? expected, Object? found) {
    if (++_differs <= _shown) {
      final line =
          '$number $what: ${_short(expected)} expected, found ${_short(found)}';
      _out.add(utf8.encode('${line.replaceAll('\n', ' ')}\n'));
    }
  }

  /// Short lines: the test reads them at the end.
  static String _short(Object? value) {
    final text = '$value';
    return text.length > 200 ? text.substring(0, 200) : text;
  }

  /// Prints how many cases there were, and how many differ.
  Future<void> close() async {
    _out.writeln('$number judged, $_differs differ');
    await _out.flush();
  }
}

/// Returns a limit of a head: 4294967295 is none.
int limit(int field) => field == 0xFFFFFFFF ? 0x1FFFFFFFFFFFFF : field;
