import 'dart:math';
import 'dart:typed_data';

import 'package:varvel/flatbuffers.dart' as fb;

import 'src/fails.dart';
import 'src/generated/wishes.fbs.dart';
import 'src/runner.dart';

AllT _object() => AllT(
      words: WordsT(get: 1, class_: 2, value: Level.index),
      row: RowT(cells: [1, 2, 3], long: 7),
      maybe: 5,
      maybeBool: true,
      longs: [1, 2],
      ints: [1],
      levels: [Level.index],
      points: [PointT(x: 1, y: 2)],
      dictionary: [WordT(word: 'a', n: 1), WordT(word: 'b', n: 2)],
      numbers: [NumberedT(id: 1, n: 1)],
    );

/// Returns the changes of scalars that a buffer allows, each with the number of
/// its bytes. All is found before the first change.
List<(int, void Function(Random random))> _changes(All all) {
  final words = all.words;
  final row = all.row;
  int int32(Random random) => switch (random.nextInt(4)) {
        0 => -1,
        1 => 0x7FFFFFFF,
        2 => random.nextInt(64),
        _ => random.nextInt(0x7FFFFFFF),
      };
  return [
    (4, (random) => all.maybe = int32(random)),
    (1, (random) => all.maybeBool = random.nextBool()),
    (1, (random) => all.level = Level(random.nextInt(128))),
    (8, (random) => all.u64 = int32(random).abs()),
    (8, (random) => all.i64Big = BigInt.from(int32(random))),
    (8, (random) => all.wide = Wide.of(random.nextInt(9))),
    if (words != null) ...[
      (4, (random) => words.get = int32(random)),
      (4, (random) => words.class_ = int32(random)),
      (1, (random) => words.value = Level(random.nextInt(128))),
    ],
    if (row != null) ...[
      (8, (random) => row.long = int32(random).abs()),
      (1, (random) => row.level = Level(random.nextInt(128))),
      (2, (random) => row.cells[1] = random.nextInt(0x10000)),
      (4, (random) => row.codeText = 'abcd'),
    ],
    for (final point in all.points ?? <Point>[])
      (4, (random) => point.x = int32(random)),
    for (final word in all.dictionary ?? <Word>[])
      (4, (random) => word.n = int32(random)),
    for (final of in all.numbers ?? <Numbered>[])
      (8, (random) => of.id = int32(random).abs()),
    if (all.ints case final ints? when ints.isNotEmpty)
      (4, (random) => ints[0] = int32(random)),
    if (all.longs case final longs? when longs.isNotEmpty)
      (8, (random) => longs[0] = int32(random).abs()),
    if (all.levels case final levels? when levels.isNotEmpty)
      (1, (random) => levels[0] = Level(random.nextInt(128))),
  ];
}

/// Returns how far the first and the last byte that differ are from each other.
int _changed(Uint8List before, Uint8List after) {
  var (first, last) = (-1, -2);
  for (var at = 0; at < before.length; at++) {
    if (before[at] != after[at]) {
      first = first < 0 ? at : first;
      last = at;
    }
  }
  return last - first + 1 > 0 ? last - first + 1 : 0;
}

void main() {
  test('a setter of a number that is its own vtable', () {
    // The vtable is in the lower bytes of the number.
    final bytes = Uint8List.sublistView(ByteData(24)
      ..setUint32(0, 8, Endian.little)
      ..setInt32(8, -8, Endian.little)
      ..setUint16(16, 6, Endian.little)
      ..setUint16(18, 16, Endian.little)
      ..setUint16(20, 8, Endian.little));
    final inner = Inner.read(bytes);
    inner.n = -1;
    expect(bytes.sublist(16), List.filled(8, 255));
    expect(() => inner.n = 1, fails(fb.ErrorKind.invalidBuffer, 'has not'));
    expect(bytes.sublist(16), List.filled(8, 255));
    expect(() => Inner.read(bytes), fails(fb.ErrorKind.invalidBuffer));
  });

  test('elements beyond a buffer are not changed', () {
    final bytes = Uint8List(16);
    final data = fb.dataOf(bytes);
    void refused(void Function() change) =>
        expect(change, fails(fb.ErrorKind.invalidBuffer, 'has not changed'));
    refused(() => fb.Int32s.at(bytes, data, 4, 9)[3] = 1);
    refused(() => fb.Bools.at(bytes, data, 4, 99)[12] = true);
    refused(() => fb.Uint64s.at(bytes, data, 12, 1).setBigAt(0, BigInt.one));
    refused(() => fb.Structs.at(bytes, data, 4, 9, 8, Point.at)[2].x = 1);
    final row = fb.Structs.at(bytes, data, 8, 9, 24, Row.at)[0];
    refused(() => row.codeText = '');
    expect(bytes, Uint8List(16));
    fb.Int32s.at(bytes, data, 4, 9)[2] = 1;
    expect(bytes[12], 1);
  });

  test('bytes whose length was changed are not beyond the buffer', () {
    final made = AllT(bytes: [1, 2, 3]).toBytes();
    // More bytes come after the buffer, in the same memory.
    final bytes = Uint8List.sublistView(
        Uint8List(made.length + 64)..setAll(0, made), 0, made.length);
    final all = All.read(bytes);
    final at = all.bytes!.offsetInBytes - 4;
    bytes[at + 1] = 1;
    expect(() => all.bytes, fails(fb.ErrorKind.invalidBuffer));
  });

  test('a change of a mutant is one of its scalar alone, or an error', () {
    final original = _object().toBytes();
    final random = Random(11);
    var (taken, failed, overlaps) = (0, 0, 0);
    for (var i = 0; i < 20000; i++) {
      final bytes = Uint8List.fromList(original);
      final data = fb.dataOf(bytes);
      for (var edits = 1 + random.nextInt(2); edits > 0; edits--) {
        // Offsets and vtables are moved a little, so that parts overlap.
        final at = 2 * random.nextInt(bytes.length ~/ 2);
        final moved = data.getInt16(at, Endian.little) +
            2 * (random.nextInt(33) - 16);
        data.setInt16(at, moved, Endian.little);
      }
      final List<(int, void Function(Random))> changes;
      try {
        changes = _changes(All.read(bytes));
      } on fb.VarvelException {
        continue;
      }
      taken++;
      for (var n = 0; n < 20; n++) {
        final (size, change) = changes[random.nextInt(changes.length)];
        final before = Uint8List.fromList(bytes);
        try {
          change(random);
          if (_changed(before, bytes) > size) {
            fail('mutant $i: more than $size bytes have changed');
          }
        } on fb.VarvelException catch (error) {
          failed += error.kind == fb.ErrorKind.invalidBuffer ? 1 : 0;
          expect(bytes, before);
        }
      }
      try {
        All.read(bytes);
      } on fb.VarvelException {
        overlaps++;
      }
    }
    expect(taken, greaterThan(2000));
    expect(overlaps, greaterThan(50));
    expect(failed, greaterThan(0));
  });
}
