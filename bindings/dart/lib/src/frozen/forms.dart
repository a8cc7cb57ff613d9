part of 'frozen.dart';

// The form of a value tells how it is held: by a tag of a slot, by the first
// byte of a node of the tag `other`, by a literal, or as a part of a packed
// node. The place of a value is where its node begins, or the slot of a value
// that is in it.

const int _formMissing = 0;

/// The slot has the integer; bits are the width of the slot.
const int _formInt = tagInt;

/// The slot has the string; bits are its length.
const int _formShort = tagShort;

/// The place is the slot or the entry of a key; bits are the place of the text.
const int _formText = tagShared;
const int _formString = tagString;
const int _formArray = tagArray;
const int _formObject = tagObject;
const int _formFloat64 = tagFloat64;
const int _formInt32 = tagInt32;
const int _formInt64 = tagInt64;
const int _formPacked = tagPacked;

/// And the first byte of the node.
const int _formOther = 16;
const int _formUint64 = _formOther + otherUint64;
const int _formFloat32 = _formOther + otherFloat32;
const int _formBigInt = _formOther + otherBigInt;
const int _formDecimal = _formOther + otherDecimal;
const int _formBytes = _formOther + otherBytes;
const int _formTimestamp = _formOther + otherTimestamp;
const int _formTagged = _formOther + otherTagged;
const int _formExtension = _formOther + otherExtension;
const int _formMap = _formOther + otherMap;
const int _formPairs = _formOther + otherPairs;
const int _formSimple = _formOther + otherSimple;

/// And the payload.
const int _formLiteral = 32;
const int _formNull = _formLiteral + literalNull;
const int _formFalse = _formLiteral + literalFalse;
const int _formTrue = _formLiteral + literalTrue;
const int _formEmptyArray = _formLiteral + literalArray;
const int _formEmptyObject = _formLiteral + literalObject;

/// And the element; the place is the number.
const int _formElement = 40;

/// And the element; the place is the first number of the row, bits are the
/// columns.
const int _formRow = 48;

const int _formCount = 56;

final List<Kind> _kinds = _kindsOfForms();

List<Kind> _kindsOfForms() {
  final kinds = List.filled(_formCount, Kind.missing);
  const forms = {
    Kind.integer: [_formInt, _formInt32, _formInt64, _formUint64],
    Kind.string: [_formShort, _formText, _formString],
    Kind.float: [_formFloat64, _formFloat32],
    Kind.bigInteger: [_formBigInt],
    Kind.decimal: [_formDecimal],
    Kind.bytes: [_formBytes],
    Kind.timestamp: [_formTimestamp],
    Kind.tagged: [_formTagged],
    Kind.extension: [_formExtension],
    Kind.simple: [_formSimple],
    Kind.array: [_formArray, _formPacked, _formEmptyArray],
    Kind.object: [_formObject, _formPairs, _formEmptyObject],
    Kind.map: [_formMap],
    Kind.nullValue: [_formNull],
    Kind.boolean: [_formFalse, _formTrue],
  };
  for (final MapEntry(key: kind, value: all) in forms.entries) {
    for (final form in all) {
      kinds[form] = kind;
    }
  }
  for (final element in Element.values) {
    kinds[_formElement + element.index] =
        element == Element.float32 || element == Element.float64
            ? Kind.float
            : Kind.integer;
    kinds[_formRow + element.index] = Kind.array;
  }
  return kinds;
}

/// The base-2 logarithm of the bytes of each element.
const List<int> _elementWidths = [0, 1, 2, 3, 3, 2, 3, 2];

const int _formPackedInt8 = _formElement + elementInt8;
const int _formPackedInt16 = _formElement + elementInt16;
const int _formPackedInt64 = _formElement + elementInt64;
const int _formPackedUint64 = _formElement + elementUint64;
const int _formPackedFloat32 = _formElement + elementFloat32;
const int _formPackedFloat64 = _formElement + elementFloat64;
const int _formPackedUint32 = _formElement + elementUint32;

/// Reads a count or a place of 1, 2, 4 or 8 bytes; [width] is the base-2
/// logarithm.
int _number(Frozen doc, int at, int width) => switch (width) {
      0 => doc._bytes[at],
      1 => doc._data.getUint16(at, Endian.little),
      2 => doc._data.getUint32(at, Endian.little),
      _ => readLength(doc._data, at),
    };

/// Reads the length before a text of a valid document.
///
/// Returns where the text begins; [_textEnd] is then where it ends.
int _textStart(Uint8List bytes, int at) {
  var length = bytes[at];
  var p = at + 1;
  if (length >= 0x80) {
    length &= 0x7F;
    for (var scale = 0x80;; scale *= 0x80) {
      final digit = bytes[p++];
      length += (digit & 0x7F) * scale;
      if (digit < 0x80) {
        break;
      }
    }
  }
  _textEnd = p + length;
  return p;
}

/// Where the text ends whose length was read last.
int _textEnd = 0;
