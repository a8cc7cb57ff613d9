part of 'runtime.dart';

/// An enum of at most 32 bits. Classes of enums in generated code extend it.
///
/// A number that the schema does not name is a value, too: a later schema may
/// name it.
abstract base class OpenEnum {
  /// Makes the value with this number.
  const OpenEnum(this.value);

  /// The number.
  final int value;

  @override
  bool operator ==(Object other) =>
      other is OpenEnum &&
      other.value == value &&
      other.runtimeType == runtimeType;

  @override
  int get hashCode => value.hashCode;
}

/// An enum of 64 bits. Classes of enums in generated code extend it.
///
/// It holds the bits of its number, so that each is exact on the web, too.
abstract base class WideEnum {
  /// Makes the value with these bits.
  const WideEnum(this.bits);

  /// The bits of the number.
  final Bits bits;

  @override
  bool operator ==(Object other) =>
      other is WideEnum &&
      other.bits == bits &&
      other.runtimeType == runtimeType;

  @override
  int get hashCode => bits.hashCode;
}

/// Returns the number of an enum of 64 bits, if an `int` holds it.
int wideValue(WideEnum of, {required bool isSigned}) =>
    _exact(isSigned ? of.bits.signed : of.bits.unsigned, isSigned, 'valueBig');

/// Returns the bits of a number of an enum of 64 bits, which must fit.
Bits wideBits(int value, {required bool isSigned}) {
  isSigned ? _isLong(value) : _isUlong(value);
  return Bits.of(value);
}

/// Returns the bits of a number of an enum of 64 bits, which must fit.
Bits wideBitsOfBig(BigInt value, {required bool isSigned}) =>
    _bitsOfBig(value, isSigned);
