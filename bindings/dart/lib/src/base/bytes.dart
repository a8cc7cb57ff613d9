import 'dart:typed_data';

/// Compares bytes: by the first that differ, or by their number.
int compareBytes(Uint8List a, Uint8List b) =>
    compareRanges(a, 0, a.length, b, 0, b.length);

/// Compares a range of bytes with a range of others; see [compareBytes].
int compareRanges(
    Uint8List a, int aStart, int aEnd, Uint8List b, int bStart, int bEnd) {
  final shorter = aEnd - aStart < bEnd - bStart ? aEnd - aStart : bEnd - bStart;
  for (var i = 0; i < shorter; i++) {
    final difference = a[aStart + i] - b[bStart + i];
    if (difference != 0) {
      return difference;
    }
  }
  return (aEnd - aStart) - (bEnd - bStart);
}
