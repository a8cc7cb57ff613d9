import 'dart:typed_data';

import '../base/output.dart';
import '../base/seeded_hash.dart';
import '../base/utf8.dart';

/// Gives each key of a document that is being made a number.
final class KeyTable {
  final Output _bytes = Output(1024);

  /// Where the text of each key begins; the last is where all end.
  final List<int> _starts = [0];

  /// The numbers of the keys plus one, by hash.
  Uint32List _table = Uint32List(64);

  /// For each key the number of open members up to the last one that has it, or
  /// zero. So a key that comes twice is found at once, however many there are.
  final List<int> last = [];

  /// For each key the one that came after it the last time: most objects
  /// repeat.
  final List<int> _next = [];

  /// The key that came last.
  int previous = 0;

  /// How many keys there are.
  int get length => last.length;

  /// The text of a key, in [bytes] from here on.
  int start(int key) => _starts[key];

  /// Where the text of a key ends.
  int end(int key) => _starts[key + 1];

  /// The memory of the texts.
  Uint8List get bytes => _bytes.bytes;

  /// Returns the text of a key.
  String text(int key) => decodeUtf8(bytes, start(key), end(key));

  /// Returns the number of a key.
  int number(Uint8List from, int start, int end) {
    if (last.isNotEmpty) {
      final guess = _next[previous];
      if (_isSame(guess, from, start, end)) {
        return previous = guess;
      }
    }
    final key = _find(from, start, end);
    _next[previous] = key;
    return previous = key;
  }

  int _find(Uint8List from, int start, int end) {
    var slot = seededHash(from, start, end) & _table.length - 1;
    while (_table[slot] != 0) {
      if (_isSame(_table[slot] - 1, from, start, end)) {
        return _table[slot] - 1;
      }
      slot = slot + 1 & _table.length - 1;
    }
    final key = last.length;
    _bytes.addRange(from, start, end);
    _starts.add(_bytes.length);
    last.add(0);
    _next.add(key);
    _table[slot] = key + 1;
    if (2 * last.length > _table.length) {
      _grow();
    }
    return key;
  }

  void _grow() {
    _table = Uint32List(4 * _table.length);
    for (var key = 0; key < last.length; key++) {
      var slot = seededHash(bytes, start(key), end(key)) & _table.length - 1;
      while (_table[slot] != 0) {
        slot = slot + 1 & _table.length - 1;
      }
      _table[slot] = key + 1;
    }
  }

  bool _isSame(int key, Uint8List from, int start, int end) {
    final own = _starts[key];
    if (_starts[key + 1] - own != end - start) {
      return false;
    }
    final bytes = this.bytes;
    for (var i = end - start - 1; i >= 0; i--) {
      if (bytes[own + i] != from[start + i]) {
        return false;
      }
    }
    return true;
  }
}
