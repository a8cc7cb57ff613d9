import 'dart:typed_data';

import '../base/seeded_hash.dart';
import 'index_layout.dart';
import 'key_table.dart';
import 'layout.dart';

/// The keys of some objects of a document that is being made, in their order.
final class Shape {
  /// Makes a shape of a part of the keys.
  Shape(this.start, this.end);

  /// The place of the first of its keys in the table.
  final int start;

  /// The place after the last of its keys.
  final int end;

  /// How many objects have it.
  int uses = 1;

  /// Whether its objects get it; those of others have keys of their own.
  bool kept = false;

  /// The number that the shape has in the document, plus one, or zero if it
  /// has none yet.
  int written = 0;

  /// How many keys it has.
  int get length => end - start;
}

/// Gives each list of keys a number.
final class ShapeTable {
  /// The keys of all shapes, one after the other.
  final List<int> keys = [];

  /// The shapes by their numbers.
  final List<Shape> shapes = [];

  /// The numbers of the shapes plus one, by hash; at most half of it is taken.
  Uint32List _table = Uint32List(32);

  /// Returns the number of the shape whose keys are those from [start] to the
  /// end of [keys], which stay there if the shape is new.
  int number(int start) {
    if (2 * shapes.length >= _table.length) {
      _grow();
    }
    final slot = _find(start, keys.length);
    final found = _table[slot];
    if (found != 0) {
      keys.length = start;
      shapes[found - 1].uses++;
      return found - 1;
    }
    shapes.add(Shape(start, keys.length));
    _table[slot] = shapes.length;
    return shapes.length - 1;
  }

  int _find(int start, int end) {
    var slot = seededNumbersHash(keys, start, end) & _table.length - 1;
    while (_table[slot] != 0 && !_isSame(_table[slot] - 1, start, end)) {
      slot = slot + 1 & _table.length - 1;
    }
    return slot;
  }

  bool _isSame(int number, int start, int end) {
    final shape = shapes[number];
    if (shape.length != end - start) {
      return false;
    }
    for (var i = 0; i < shape.length; i++) {
      if (keys[shape.start + i] != keys[start + i]) {
        return false;
      }
    }
    return true;
  }

  void _grow() {
    _table = Uint32List(4 * _table.length);
    for (var i = 0; i < shapes.length; i++) {
      _table[_find(shapes[i].start, shapes[i].end)] = i + 1;
    }
  }

  /// How many keys the shapes may have that are kept whether or not they save
  /// bytes: members of a shape are found faster.
  static const int _freeKeys = 256;

  /// Says which shapes are kept: in canonical form all are.
  void choose(KeyTable texts, {required bool canonical}) {
    // In how many shapes each key is: they share its text.
    final sharers = Uint32List(texts.length);
    for (final key in keys) {
      sharers[key]++;
    }
    var used = 0;
    for (final shape in shapes) {
      used += shape.length;
      shape.kept =
          canonical || used <= _freeKeys || _saves(shape, texts, sharers);
    }
  }

  /// Returns whether a shape takes no more bytes than its keys in each of the
  /// objects would.
  bool _saves(Shape shape, KeyTable table, Uint32List sharers) {
    final n = shape.length;
    var texts = 0;
    var share = 0;
    for (var i = shape.start; i < shape.end; i++) {
      final key = keys[i];
      final size = 1 + table.end(key) - table.start(key);
      texts += size;
      share += size ~/ sharers[key];
    }
    final index = n > smallShape ? indexLength(n) : 0;
    final slot = texts >= 1 << 12 ? 4 : 2;
    final asShape = 5 + 5 * n + index + share + 2 * n * shape.uses;
    final asPairs = shape.uses * (1 + index + 2 * slot * n + texts);
    return asShape <= asPairs;
  }
}
