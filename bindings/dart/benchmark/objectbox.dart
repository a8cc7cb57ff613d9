// ObjectBox's table (a number, a float, a short text, and six bytes or none),
// built into memory that is kept, and read into an object.
//
// The yardstick is straight-line code that knows the one layout of the table:
// it has no builder, no absent fields and no checks. Prints lines of JSON with
// the processor time of an operation.
import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/flatbuffers.dart' as fb;

import 'clock.dart';
import 'src/objectbox.fbs.dart';

final class Record {
  Record(this.number, this.real, this.text, this.bytes);

  final int number;
  final double real;
  final String text;
  final List<int>? bytes;

  @override
  String toString() => jsonEncode([number, real, text, bytes]);
}

/// Builds and reads by generated code.
final class Generated {
  final fb.Builder builder = fb.Builder();

  Uint8List build(Record of) {
    final builder = this.builder;
    final bytes = of.bytes;
    return finishEntity(
      builder,
      createEntity(
        builder,
        number: of.number,
        float: of.real,
        text: builder.string(of.text),
        bytes: bytes == null ? null : builder.int8Vector(bytes),
      ),
    );
  }

  Record read(Uint8List buffer) {
    final entity = Entity.unverified(buffer);
    final bytes = entity.bytes;
    return Record(
      entity.number,
      entity.float,
      entity.text ?? '',
      bytes == null ? null : Int8List.fromList(bytes),
    );
  }
}

/// Builds and reads by code for the one layout.
final class Yardstick {
  final Uint8List _u = Uint8List(256);
  late final ByteData _d = ByteData.sublistView(_u);

  Uint8List build(Record of) {
    final d = _d;
    final u = _u;
    final bytes = of.bytes;
    final hasBytes = bytes != null;
    // The root, the vtable from 4 on, the table from 16 on, then the parts.
    // The number and the float are the last fields of the table.
    final fields = hasBytes ? 32 : 24;
    d
      ..setUint32(0, 16, Endian.little)
      ..setUint32(4, hasBytes ? 0x0020000C : 0x0018000A, Endian.little)
      ..setUint32(8, hasBytes ? 0x00180010 : 0x00100008, Endian.little)
      ..setUint32(12, hasBytes ? 0x00080004 : 0x00000004, Endian.little)
      ..setInt32(16, 12, Endian.little)
      ..setInt64(fields, of.number, Endian.little)
      ..setFloat64(fields + 8, of.real, Endian.little);
    var end = fields + 16;
    final text = of.text;
    final length = text.length;
    d
      ..setUint32(20, end - 20, Endian.little)
      ..setUint32(end, length, Endian.little);
    end += 4;
    for (var i = 0; i < length; i++) {
      final unit = text.codeUnitAt(i);
      if (unit > 0x7F) {
        throw StateError('the slow path');
      }
      u[end + i] = unit;
    }
    end += length;
    u[end] = 0;
    end = (end + 4) & ~3;
    if (hasBytes) {
      d
        ..setUint32(24, end - 24, Endian.little)
        ..setUint32(end, bytes.length, Endian.little);
      end += 4;
      u.setRange(end, end + bytes.length, bytes);
      end += bytes.length;
    }
    return Uint8List.sublistView(u, 0, end);
  }

  Record read(Uint8List u) {
    final d = ByteData.sublistView(u);
    final table = d.getUint32(0, Endian.little);
    final vtable = table - d.getInt32(table, Endian.little);
    final size = d.getUint16(vtable, Endian.little);
    int at(int slot) =>
        slot < size ? d.getUint16(vtable + slot, Endian.little) : 0;
    final (number, real, text, bytes) = (at(4), at(6), at(8), at(10));
    var shown = '';
    if (text != 0) {
      final field = table + text;
      final held = field + d.getUint32(field, Endian.little);
      final length = d.getUint32(held, Endian.little);
      var high = 0;
      for (var i = 0; i < length; i++) {
        high |= u[held + 4 + i];
      }
      shown = high < 128
          ? String.fromCharCodes(u, held + 4, held + 4 + length)
          : utf8.decode(
              Uint8List.sublistView(u, held + 4, held + 4 + length));
    }
    List<int>? list;
    if (bytes != 0) {
      final field = table + bytes;
      final held = field + d.getUint32(field, Endian.little);
      final length = d.getUint32(held, Endian.little);
      list = Int8List.fromList(
          Int8List.sublistView(u, held + 4, held + 4 + length));
    }
    return Record(
      number == 0 ? 0 : d.getInt64(table + number, Endian.little),
      real == 0 ? 0 : d.getFloat64(table + real, Endian.little),
      shown,
      list,
    );
  }
}

/// The last result, so that none is left out.
Object? sink;

@pragma('vm:prefer-inline')
int builds(Uint8List Function(Record of) build, Record of, int times) {
  for (var i = 0; i < times; i++) {
    sink = build(of);
  }
  return times;
}

@pragma('vm:prefer-inline')
int reads(Record Function(Uint8List bytes) read, Uint8List bytes, int times) {
  var sum = 0;
  for (var i = 0; i < times; i++) {
    sum += read(bytes).number;
  }
  return sum;
}

void main() {
  final generated = Generated();
  final yardstick = Yardstick();
  for (final bytes in [
    null,
    [1, 2, 3, 4, 5, 6],
  ]) {
    final record = Record(1, 4.2, 'Foo', bytes);
    final one = Uint8List.fromList(generated.build(record));
    final other = Uint8List.fromList(yardstick.build(record));
    // Each reads what the other has built, and it is a valid buffer.
    Entity.read(one);
    for (final read in [
      generated.read(other),
      yardstick.read(one),
      generated.read(one),
      yardstick.read(other),
    ]) {
      if ('$read' != '$record') {
        stderr.writeln('$read, and not $record');
        exitCode = 1;
        return;
      }
    }
    final form = bytes == null ? 'without_bytes' : 'with_bytes';
    measure('build/$form', [
      (name: 'varvel', run: (times) => builds(generated.build, record, times)),
      (
        name: 'straight-line code',
        run: (times) => builds(yardstick.build, record, times),
      ),
    ]);
    measure('read/$form', [
      (name: 'varvel', run: (times) => reads(generated.read, one, times)),
      (
        name: 'straight-line code',
        run: (times) => reads(yardstick.read, one, times),
      ),
    ]);
  }
}
