import 'dart:typed_data';

import '../base/output.dart';
import 'hash.dart';
import 'key_table.dart';

// The index of the keys of an object with many, as spec/frozen.md has it.

/// The most keys of a bucket of an index: more are no accident.
const int _maxBucket = 32;

/// Returns the base-2 logarithm of the fewest bytes that hold a count.
int widthOf(int count) => count <= 0xFF
    ? 0
    : count <= 0xFFFF
        ? 1
        : count <= 0xFFFFFFFF
            ? 2
            : 3;

/// Returns the bits of a place in the first index that is tried for so many
/// keys: its table is at most three quarters full.
int _indexBits(int count) {
  final bits = (count + count ~/ 3).bitLength;
  return bits < indexLeast ? indexLeast : bits;
}

/// Returns the length of that index.
int indexLength(int count) {
  final bits = _indexBits(count);
  return 1 + (1 << bits - 3) + (1 << bits << widthOf(count - 1));
}

/// Writes the index of some keys, which differ.
void writeIndex(Output out, KeyTable table, List<int> keys) {
  final hashes = _Hashes(table, keys);
  final width = widthOf(keys.length - 1);
  final first = _indexBits(keys.length);
  for (var bits = first; bits <= first + 1 && bits <= indexMost; bits++) {
    final start = out.length;
    out
      ..byte(bits)
      ..zeros((1 << bits - 3) + (1 << bits << width));
    if (_Displacing(out, start + 1, hashes, bits, width).run()) {
      return;
    }
    out.length = start;
  }
  final order = List.generate(keys.length, (i) => i)
    ..sort((a, b) => compareKeys(table, keys[a], keys[b]));
  out.byte(0);
  for (final number in order) {
    out.number(number, width);
  }
}

/// Compares the texts of two keys byte by byte.
int compareKeys(KeyTable table, int a, int b) {
  final bytes = table.bytes;
  final aStart = table.start(a);
  final bStart = table.start(b);
  final aLength = table.end(a) - aStart;
  final bLength = table.end(b) - bStart;
  for (var i = 0; i < aLength && i < bLength; i++) {
    final difference = bytes[aStart + i] - bytes[bStart + i];
    if (difference != 0) {
      return difference;
    }
  }
  return aLength - bLength;
}

/// The hashes of some keys, as limbs of 16 bits.
final class _Hashes {
  _Hashes(KeyTable table, List<int> keys)
      : _limbs = Uint16List(4 * keys.length),
        count = keys.length {
    final hash = KeyHash();
    for (var i = 0; i < count; i++) {
      hash.hash(table.bytes, table.start(keys[i]), table.end(keys[i]));
      _limbs[4 * i] = hash.high >>> 16;
      _limbs[4 * i + 1] = hash.high & 0xFFFF;
      _limbs[4 * i + 2] = hash.low >>> 16;
      _limbs[4 * i + 3] = hash.low & 0xFFFF;
    }
  }

  final Uint16List _limbs;
  final int count;

  int bucket(int i, int bits) =>
      topBits(_limbs[4 * i], _limbs[4 * i + 1], bits - 3);

  int place(int i, int displacement, int bits) => indexPlace(
      bits,
      2 * displacement + 1,
      _limbs[4 * i],
      _limbs[4 * i + 1],
      _limbs[4 * i + 2],
      _limbs[4 * i + 3]);
}

/// Fills in the displacements and the table of an index.
final class _Displacing {
  _Displacing(this.out, this.start, this.hashes, this.bits, this.width)
      : buckets = 1 << bits - 3,
        taken = Uint8List(1 << bits);

  final Output out;

  /// Where the displacements begin.
  final int start;
  final _Hashes hashes;
  final int bits;
  final int width;
  final int buckets;
  final Uint8List taken;

  /// Returns false if a bucket has too many keys, or if no displacement sends
  /// the keys of a bucket to free places.
  bool run() {
    // A counting sort of the keys by bucket: where the keys of each begin.
    final starts = Uint32List(buckets + 1);
    for (var i = 0; i < hashes.count; i++) {
      starts[hashes.bucket(i, bits) + 1]++;
    }
    final bySize = List.generate(_maxBucket + 1, (_) => <int>[]);
    for (var i = 0; i < buckets; i++) {
      final size = starts[i + 1];
      if (size > _maxBucket) {
        return false;
      }
      bySize[size].add(i);
      starts[i + 1] += starts[i];
    }
    final keys = Uint32List(hashes.count);
    final filled = Uint32List.fromList(starts);
    for (var i = 0; i < hashes.count; i++) {
      keys[filled[hashes.bucket(i, bits)]++] = i;
    }
    for (var size = _maxBucket; size > 0; size--) {
      for (final bucket in bySize[size]) {
        if (!_place(bucket, keys, starts[bucket], starts[bucket + 1])) {
          return false;
        }
      }
    }
    return true;
  }

  /// Places the keys of a bucket.
  bool _place(int bucket, Uint32List keys, int from, int to) {
    var displacement = 0;
    while (!_fits(keys, from, to, displacement)) {
      if (++displacement > 0xFF) {
        return false;
      }
    }
    out.bytes[start + bucket] = displacement;
    final end = out.length;
    for (var i = from; i < to; i++) {
      final place = hashes.place(keys[i], displacement, bits);
      out
        ..length = start + buckets + (place << width)
        ..number(keys[i], width);
    }
    out.length = end;
    return true;
  }

  /// Takes the places of the keys of a bucket under a displacement, if they are
  /// free and differ.
  bool _fits(Uint32List keys, int from, int to, int displacement) {
    for (var i = from; i < to; i++) {
      final place = hashes.place(keys[i], displacement, bits);
      if (taken[place] == 0) {
        taken[place] = 1;
        continue;
      }
      for (var j = from; j < i; j++) {
        taken[hashes.place(keys[j], displacement, bits)] = 0;
      }
      return false;
    }
    return true;
  }
}
