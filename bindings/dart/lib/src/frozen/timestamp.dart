import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/int64.dart';
import '../base/platform.dart';

/// A point in time: seconds since 1970, and nanoseconds that are added to them,
/// also before 1970.
final class Timestamp {
  /// Makes a point in time; the nanoseconds are from 0 to 999,999,999.
  factory Timestamp(int seconds, [int nanoseconds = 0]) =>
      Timestamp.halves(highOf(seconds), lowOf(seconds), nanoseconds);

  /// Makes a point in time of seconds that are two halves of 32 bits.
  Timestamp.halves(this.high, this.low, this.nanoseconds) {
    RangeError.checkValueInInterval(nanoseconds, 0, 999999999, 'nanoseconds');
  }

  /// The point in time of a [DateTime].
  factory Timestamp.of(DateTime time) {
    final micro = time.microsecond;
    final whole = time.subtract(Duration(microseconds: micro));
    final milliseconds = whole.millisecondsSinceEpoch;
    final seconds = (milliseconds / 1000).floor();
    final rest = milliseconds - 1000 * seconds;
    return Timestamp(seconds, 1000000 * rest + 1000 * micro);
  }

  /// The high half of the seconds, with their sign.
  final int high;

  /// The low half of the seconds.
  final int low;

  /// The nanoseconds, from 0 to 999,999,999.
  final int nanoseconds;

  /// The seconds since 1970.
  ///
  /// The error has the kind [ErrorKind.numberOutOfRange] if an `int` does not
  /// hold them, which only happens in programs that run as JavaScript.
  int get seconds => fitsInt(high, low)
      ? joined(high, low)
      : throw VarvelException(ErrorKind.numberOutOfRange,
          expected: 'seconds that int holds',
          hint: '`bigSeconds` has seconds of any size');

  /// The seconds since 1970.
  BigInt get bigSeconds => bigOf(high, low);

  /// The most seconds of a [DateTime].
  static const int _most = 8640000000000;

  /// Whether a [DateTime] holds the point in time exactly.
  ///
  /// It has microseconds, or milliseconds in programs that run as JavaScript,
  /// and some 270,000 years on both sides of 1970.
  bool get fitsDateTime {
    if (!fitsInt(high, low) || nanoseconds % (isWeb ? 1000000 : 1000) != 0) {
      return false;
    }
    final seconds = joined(high, low);
    return seconds >= -_most &&
        seconds <= _most &&
        (seconds < _most || nanoseconds == 0);
  }

  /// Returns the point in time in UTC.
  ///
  /// The error has the kind [ErrorKind.numberOutOfRange] if a [DateTime] does
  /// not hold it exactly.
  DateTime toDateTime() {
    if (!fitsDateTime) {
      throw VarvelException(ErrorKind.numberOutOfRange,
          expected: 'a point in time that DateTime holds exactly',
          hint: '`seconds` and `nanoseconds` have all of it');
    }
    return DateTime.fromMillisecondsSinceEpoch(
      1000 * joined(high, low) + nanoseconds ~/ 1000000,
      isUtc: true,
    ).add(Duration(microseconds: nanoseconds ~/ 1000 % 1000));
  }

  @override
  bool operator ==(Object other) =>
      other is Timestamp &&
      other.high == high &&
      other.low == low &&
      other.nanoseconds == nanoseconds;

  @override
  int get hashCode => Object.hash(high, low, nanoseconds);

  @override
  String toString() =>
      '@${textOf(high, low)}.${'$nanoseconds'.padLeft(9, '0')}';
}
