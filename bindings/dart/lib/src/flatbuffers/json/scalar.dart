part of 'json.dart';

/// Says what a scalar of this field looks like.
String _phrase(SchemaField f) => f.enumeration >= 0
    ? 'a name or a number of the enum'
    : f.kind == FieldKind.boolean
        ? 'a boolean'
        : f.kind.isInteger
            ? 'an integer'
            : 'a number';

String _range(FieldKind kind) => switch (kind) {
      FieldKind.boolean => '0 or 1',
      FieldKind.int8 => 'an integer that fits byte',
      FieldKind.uint8 => 'an integer that fits ubyte',
      FieldKind.int16 => 'an integer that fits short',
      FieldKind.uint16 => 'an integer that fits ushort',
      FieldKind.int32 => 'an integer that fits int',
      FieldKind.uint32 => 'an integer that fits uint',
      FieldKind.int64 => 'an integer that fits long',
      FieldKind.uint64 => 'an integer that fits ulong',
      FieldKind.float32 => 'a number that float can hold',
      _ => 'a number that double can hold',
    };

extension on _Reader {
  /// Reads a scalar, and returns its bits.
  Bits scalar(SchemaField f) {
    final first = peek();
    final start = at;
    if (first == 0x22) {
      string();
      return textBits(f, content, start);
    }
    if (lexer.take('true')) {
      return boolean(f, const Bits(0, 1), start);
    }
    if (lexer.take('false')) {
      return boolean(f, Bits.zero, start);
    }
    if (f.kind == FieldKind.boolean &&
        (first == 0x74 || first == 0x66) &&
        lexer.word().isNotEmpty) {
      // It would be the value, but the word goes on.
      skip();
    }
    if (first != 0x2D && !isDigit(first)) {
      throw wrong(_phrase(f));
    }
    number();
    final end = at;
    if (f.kind.isFloat) {
      return decimal(text, start, end, f.kind, start);
    }
    if (!isInteger(text, start, end) ||
        f.kind == FieldKind.boolean && !isBit(start, end)) {
      throw fail(ErrorKind.typeMismatch, start, _phrase(f), 'a number');
    }
    return integer(numberAt(start, end), f.kind, start,
        String.fromCharCodes(text, start, end));
  }

  bool isBit(int start, int end) =>
      end - start == 1 && (text[start] == 0x30 || text[start] == 0x31);

  /// Returns an integer of the text, or null if it has far too many digits.
  BigInt? numberAt(int start, int end) =>
      end - start > 64 ? null : parseBigInteger(text, start, end);

  Bits boolean(SchemaField f, Bits bits, int start) =>
      f.kind == FieldKind.boolean
          ? bits
          : throw fail(
              ErrorKind.typeMismatch, start, _phrase(f), 'a boolean');

  VarvelException outOfRange(FieldKind kind, int start, String shown) => fail(
      ErrorKind.numberOutOfRange,
      start,
      _range(kind),
      shown.length > 40 ? shown.substring(0, 40) : shown);

  /// Returns the bits of the float that is nearest to a number.
  Bits decimal(Uint8List from, int start, int end, FieldKind kind, int at) {
    final d = ByteData(8);
    final value = kind == FieldKind.float32
        ? parseSingle(from, start, end)
        : parseDouble(from, start, end);
    if (value.isInfinite) {
      throw outOfRange(kind, at, String.fromCharCodes(from, start, end));
    }
    return _floatBits(d, value, kind);
  }

  /// Returns the bits of an integer, if it fits.
  Bits integer(BigInt? value, FieldKind kind, int start, String shown) {
    final size = 8 * kind.size;
    final fits = value != null &&
        switch (kind) {
          FieldKind.boolean => value == BigInt.zero || value == BigInt.one,
          _ when kind.isSigned => value.bitLength < size,
          _ => !value.isNegative && value.bitLength <= size,
        };
    return fits
        ? Bits.ofBigInt(value.toUnsigned(size))
        : throw outOfRange(kind, start, shown);
  }

  /// Returns the bits of a scalar that came as a string.
  Bits textBits(SchemaField f, String text, int start) {
    if (f.hash != Hash.none) {
      return _hashed(encodeUtf8(text), f.hash);
    }
    final bytes = encodeUtf8(text);
    final isNumber_ = isNumber(bytes, 0, bytes.length);
    if (f.kind.isInteger) {
      final value = _hexadecimal(text);
      if (value != null) {
        return integer(value, f.kind, start, '$value');
      }
    }
    if (f.enumeration >= 0 && !isNumber_) {
      final (:bits, :unknown) = schema.enumBits(f.enumeration, text);
      if (bits == null) {
        throw fail(
            ErrorKind.unknownVariant,
            start,
            'a name of the enum ${schema.enums[f.enumeration].name}',
            quoted(unknown));
      }
      return _masked(bits, f.kind.size);
    }
    if (f.kind.isFloat) {
      if (isNumber_) {
        return decimal(bytes, 0, bytes.length, f.kind, start);
      }
      final value = _special(text);
      if (value != null) {
        return _floatBits(ByteData(8), value, f.kind);
      }
    } else if (f.kind == FieldKind.boolean &&
        (text == 'true' || text == 'false')) {
      return text == 'true' ? const Bits(0, 1) : Bits.zero;
    } else if (isNumber_ && _isDigits(bytes, 0, bytes.length)) {
      final value = text.length > 64 ? null : BigInt.parse(text);
      return integer(value, f.kind, start, text);
    } else if (f.kind.isInteger) {
      final value = schema.anyEnumNumber(text);
      if (value != null) {
        return integer(value, f.kind, start, '$value');
      }
    }
    throw fail(ErrorKind.typeMismatch, start, _phrase(f), 'a string');
  }

  /// Reads the tag of a union, and returns its bits.
  Bits readTag(int union) {
    final of = schema.unions[union];
    final first = peek();
    final start = at;
    if (first == 0x22) {
      string();
      final tag = schema.tagNamed(union, content);
      return tag != null
          ? _masked(Bits.of(tag), of.tag.size)
          : throw fail(ErrorKind.unknownVariant, start,
              'a member of the union ${of.name}', quoted(content));
    }
    if (first != 0x2D && !isDigit(first)) {
      throw wrong('a name or a tag of the union');
    }
    number();
    final end = at;
    if (!isInteger(text, start, end)) {
      throw fail(ErrorKind.typeMismatch, start, 'a name or a tag of the union',
          'a number');
    }
    final shown = String.fromCharCodes(text, start, end);
    final bits = integer(numberAt(start, end), of.tag, start, shown);
    if (!bits.isZero &&
        schema.member(union, _signedTag(of.tag, bits)) == null) {
      throw fail(
          ErrorKind.unknownVariant, start, 'a tag that the union has', shown);
    }
    return bits;
  }
}

Bits _floatBits(ByteData d, double value, FieldKind kind) {
  if (kind == FieldKind.float32) {
    d.setFloat32(0, value, Endian.little);
  } else {
    d.setFloat64(0, value, Endian.little);
  }
  return Bits(
      d.getUint32(4, Endian.little), d.getUint32(0, Endian.little));
}

/// Returns the bits that a scalar of so many bytes has.
Bits _masked(Bits bits, int size) => switch (size) {
      1 => Bits(0, bits.low & 0xFF),
      2 => Bits(0, bits.low & 0xFFFF),
      4 => Bits(0, bits.low),
      _ => bits,
    };

final RegExp _hexDigits = RegExp(r'^-?0[xX][0-9a-fA-F]+$');

/// Returns an integer such as 0x1F, which flatc accepts in strings, or null.
/// One of more than 127 bits is none.
BigInt? _hexadecimal(String text) {
  if (!_hexDigits.hasMatch(text)) {
    return null;
  }
  final isNegative = text.startsWith('-');
  var first = isNegative ? 3 : 2;
  while (first < text.length - 1 && text.codeUnitAt(first) == 0x30) {
    first++;
  }
  if (text.length - first > 32) {
    return null;
  }
  final value = BigInt.parse(text.substring(first), radix: 16);
  return value.bitLength > 127
      ? null
      : isNegative
          ? -value
          : value;
}

/// Reads inf and nan, as flatc writes them, and the words of JSON5.
double? _special(String text) {
  final isNegative = text.startsWith('-');
  final word =
      isNegative || text.startsWith('+') ? text.substring(1) : text;
  return switch (word) {
    'inf' || 'infinity' || 'Infinity' =>
      isNegative ? double.negativeInfinity : double.infinity,
    // The sign of NaN means nothing.
    'nan' || 'NaN' => _quietNan,
    _ => null,
  };
}

/// NaN without a sign, as all of Varvel writes it.
final double _quietNan = (ByteData(8)..setUint32(0, 0x7FF80000)).getFloat64(0);

/// Returns the hash of a text. Hashes of 16 bits are folded from 32.
Bits _hashed(Uint8List text, Hash hash) {
  final xorFirst =
      hash == Hash.fnv1ax16 || hash == Hash.fnv1ax32 || hash == Hash.fnv1ax64;
  if (hash == Hash.fnv1x64 || hash == Hash.fnv1ax64) {
    return _hashed64(text, xorFirst);
  }
  var low = 0x811C9DC5;
  for (final byte in text) {
    if (xorFirst) {
      low = _xor(low, byte);
    }
    // The prime is 2^24 + 0x193.
    low = (low * 0x193 + (low & 0xFF) * 0x1000000) % 0x100000000;
    if (!xorFirst) {
      low = _xor(low, byte);
    }
  }
  return hash == Hash.fnv1x16 || hash == Hash.fnv1ax16
      ? Bits(0, low ~/ 0x10000 ^ low & 0xFFFF)
      : Bits(0, low);
}

Bits _hashed64(Uint8List text, bool xorFirst) {
  // The initial value of flatc; that of the authors ends in 2325.
  var (high, low) = (0xCBF29CE4, 0x84222645);
  for (final byte in text) {
    if (xorFirst) {
      low = _xor(low, byte);
    }
    // The prime is 2^40 + 0x1B3.
    final product = low * 0x1B3;
    high = (high * 0x1B3 + product ~/ 0x100000000 + (low & 0xFFFFFF) * 0x100) %
        0x100000000;
    low = product % 0x100000000;
    if (!xorFirst) {
      low = _xor(low, byte);
    }
  }
  return Bits(high, low);
}

/// Changes the lowest byte. Numbers of 32 bits would have a sign on the web.
int _xor(int value, int byte) => value - (value & 0xFF) + (value & 0xFF ^ byte);
