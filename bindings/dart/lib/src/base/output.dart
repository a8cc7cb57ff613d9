import 'dart:typed_data';

import 'int64.dart';
import 'utf8.dart';

/// Bytes that grow as they are written.
final class Output {
  /// Makes an empty output with room for so many bytes.
  Output([int room = 256])
      : bytes = Uint8List(room < 16 ? 16 : room) {
    data = ByteData.sublistView(bytes);
  }

  /// The memory; the bytes from [length] on do not count.
  Uint8List bytes;

  /// The same memory.
  late ByteData data;

  /// How many bytes were written.
  int length = 0;

  /// Makes room for so many more bytes.
  @pragma('vm:prefer-inline')
  void reserve(int more) {
    if (bytes.length - length < more) {
      _grow(more);
    }
  }

  void _grow(int more) {
    final least = length + more;
    var room = 2 * bytes.length;
    if (room < least) {
      room = least;
    }
    final grown = Uint8List(room)..setRange(0, length, bytes);
    bytes = grown;
    data = ByteData.sublistView(grown);
  }

  /// Writes a byte.
  @pragma('vm:prefer-inline')
  void byte(int value) {
    reserve(1);
    bytes[length++] = value;
  }

  /// Writes so many zeros.
  void zeros(int count) {
    reserve(count);
    bytes.fillRange(length, length + count, 0);
    length += count;
  }

  /// Writes a part of other bytes.
  void addRange(Uint8List from, int start, int end) {
    final count = end - start;
    reserve(count);
    final bytes = this.bytes;
    var at = length;
    if (count < 24) {
      // A call of the runtime takes longer.
      for (var i = start; i < end; i++) {
        bytes[at++] = from[i];
      }
    } else {
      bytes.setRange(at, at + count, from, start);
      at += count;
    }
    length = at;
  }

  /// Writes a text of ASCII.
  void ascii(String text) {
    reserve(text.length);
    final bytes = this.bytes;
    var at = length;
    for (var i = 0; i < text.length; i++) {
      bytes[at++] = text.codeUnitAt(i);
    }
    length = at;
  }

  /// Writes a text as UTF-8; see [writeUtf8].
  void text(String text) {
    reserve(3 * text.length);
    length = writeUtf8(text, bytes, length);
  }

  /// Writes two bytes.
  void uint16(int value) {
    reserve(2);
    data.setUint16(length, value, Endian.little);
    length += 2;
  }

  /// Writes four bytes.
  void uint32(int value) {
    reserve(4);
    data.setUint32(length, value, Endian.little);
    length += 4;
  }

  /// Writes eight bytes, given as halves.
  void uint64(int high, int low) {
    reserve(8);
    data.setUint32(length, low, Endian.little);
    data.setUint32(length + 4, high, Endian.little);
    length += 8;
  }

  /// Writes a length, a count or a place as 1, 2, 4 or 8 bytes; [width] is the
  /// base-2 logarithm.
  void number(int value, int width) {
    switch (width) {
      case 0:
        byte(value);
      case 1:
        uint16(value);
      case 2:
        uint32(value);
      default:
        uint64(highOf(value), lowOf(value));
    }
  }

  /// Writes a length, seven bits a byte.
  void counted(int value) {
    var rest = value;
    while (rest >= 0x80) {
      byte(rest & 0x7F | 0x80);
      rest = rest ~/ 0x80;
    }
    byte(rest);
  }

  /// Returns a copy of the bytes so far.
  Uint8List toBytes() => Uint8List.sublistView(bytes, 0, length).sublist(0);

  /// Returns the bytes so far, which must not be written to any more.
  ///
  /// They are copied if they leave much of the memory unused.
  Uint8List take() => bytes.length - length > length ~/ 8 + 64
      ? toBytes()
      : Uint8List.sublistView(bytes, 0, length);
}
