import 'dart:typed_data';

import '../base/int64.dart';

// The types of FlexBuffers, as a buffer has them.

/// The type of no value.
const int typeNull = 0;

/// The type of a number with a sign.
const int typeInt = 1;

/// The type of a number without a sign.
const int typeUint = 2;

/// The type of a float.
const int typeFloat = 3;

/// The type of a text that ends with a zero.
const int typeKey = 4;

/// The type of a text.
const int typeString = 5;

/// The type of a number with a sign after an offset.
const int typeIndirectInt = 6;

/// The type of a number without a sign after an offset.
const int typeIndirectUint = 7;

/// The type of a float after an offset.
const int typeIndirectFloat = 8;

/// The type of a map.
const int typeMap = 9;

/// The type of a vector whose items have their own types.
const int typeVector = 10;

/// The type of a vector of numbers with signs.
const int typeVectorInt = 11;

/// The type of a vector of floats.
const int typeVectorFloat = 13;

/// The type of a vector of keys.
const int typeVectorKey = 14;

/// The type of a vector of strings, which is no longer written.
const int typeVectorString = 15;

/// From here on come vectors of two, three and four numbers.
const int typeVectorInt2 = 16;

/// The type of bytes.
const int typeBlob = 25;

/// The type of a boolean.
const int typeBool = 26;

/// The type of a vector of booleans.
const int typeVectorBool = 36;

/// Returns whether values of a type are in place.
bool isInline(int type) => type <= typeFloat || type == typeBool;

/// Returns a number of 1, 2, 4 or 8 bytes that is a length or an offset, or -1
/// if it is outside of the bytes.
int flexNumber(ByteData data, int at, int width) {
  if (at < 0 || at > data.lengthInBytes - width) {
    return -1;
  }
  return switch (width) {
    1 => data.getUint8(at),
    2 => data.getUint16(at, Endian.little),
    4 => data.getUint32(at, Endian.little),
    _ => readLength(data, at),
  };
}
