import 'dart:typed_data';

import '../base/platform.dart';
import 'layout.dart';

/// The hash of a key of an object: a number of 64 bits, as two halves.
///
/// It looks at a sample of the bytes of the key.
final class KeyHash {
  /// The high half.
  int high = 0;

  /// The low half.
  int low = 0;

  /// The highest 8 bits.
  int get fingerprint => high >>> 24;

  /// Hashes a part of bytes.
  void hash(Uint8List bytes, int start, int end) {
    final length = end - start;
    var headHigh = 0;
    var headLow = length & 0xFF;
    var lastHigh = 0;
    var lastLow = 0;
    var middleHigh = 0;
    var middleLow = 0;
    if (length >= 8) {
      headLow += _load(bytes, start) % 0x1000000 * 0x100;
      headHigh = _load(bytes, start + 3);
      lastLow = _load(bytes, end - 8);
      lastHigh = _load(bytes, end - 4);
      if (length >= 16) {
        final middle = start + (length >> 1) - 4;
        middleLow = _load(bytes, middle);
        middleHigh = _load(bytes, middle + 4);
      }
    } else {
      for (var i = 0; i < length; i++) {
        final byte = bytes[start + i];
        if (i < 3) {
          headLow += byte << 8 * (i + 1);
        } else {
          headHigh += byte * (1 << 8 * (i - 3));
        }
      }
    }
    if (isWeb) {
      _mixLimbs(headHigh, headLow, middleHigh, middleLow, lastHigh, lastLow);
    } else {
      _mix(headHigh, headLow, middleHigh, middleLow, lastHigh, lastLow);
    }
  }

  /// Mixes the parts by numbers of 64 bits.
  void _mix(int headHigh, int headLow, int middleHigh, int middleLow,
      int lastHigh, int lastLow) {
    const mask = 0xFFFFFFFF;
    const hashMiddle = hashMiddleHigh << 32 | hashMiddleLow;
    final mixed = (middleHigh << 32 | middleLow) * hashMiddle;
    final first = (headHigh << 32 | headLow) ^
        mixed ^
        (hashFirstHigh << 32 | hashFirstLow);
    final folded = foldedProduct(first >>> 32, first & mask,
        lastHigh ^ hashLastHigh, lastLow ^ hashLastLow);
    high = folded >>> 32;
    low = folded & mask;
  }

  /// Mixes the parts by products of 16 bits, which are exact on the web.
  void _mixLimbs(int headHigh, int headLow, int middleHigh, int middleLow,
      int lastHigh, int lastLow) {
    final mixed =
        _product(middleHigh, middleLow, hashMiddleHigh, hashMiddleLow);
    final high = headHigh ^ _half(mixed, 2) ^ hashFirstHigh;
    final low = headLow ^ _half(mixed, 0) ^ hashFirstLow;
    final all =
        _product(high, low, lastHigh ^ hashLastHigh, lastLow ^ hashLastLow);
    this.high = _half(all, 2) ^ _half(all, 6);
    this.low = _half(all, 0) ^ _half(all, 4);
  }

  static final Uint16List _limbs = Uint16List(8);

  /// Returns a product of 128 bits as eight limbs, the lowest first.
  static Uint16List _product(int aHigh, int aLow, int bHigh, int bLow) {
    final out = _limbs..fillRange(0, 8, 0);
    final a = [aLow & 0xFFFF, aLow >>> 16, aHigh & 0xFFFF, aHigh >>> 16];
    final b = [bLow & 0xFFFF, bLow >>> 16, bHigh & 0xFFFF, bHigh >>> 16];
    for (var i = 0; i < 4; i++) {
      var carry = 0;
      for (var j = 0; j < 4; j++) {
        final sum = a[i] * b[j] + out[i + j] + carry;
        out[i + j] = sum & 0xFFFF;
        carry = sum ~/ 0x10000;
      }
      out[i + 4] = carry;
    }
    return out;
  }

  static int _half(Uint16List limbs, int at) =>
      limbs[at] + limbs[at + 1] * 0x10000;

  static int _load(Uint8List bytes, int at) =>
      bytes[at] +
      (bytes[at + 1] << 8) +
      (bytes[at + 2] << 16) +
      bytes[at + 3] * 0x1000000;
}

/// Returns the two halves of a product of 128 bits, one xor the other. Each
/// factor is given as two halves of 32 bits. It is not for the web.
@pragma('vm:prefer-inline')
int foldedProduct(int aHigh, int aLow, int bHigh, int bLow) {
  const mask = 0xFFFFFFFF;
  final low = aLow * bLow;
  final cross = aLow * bHigh;
  final other = aHigh * bLow;
  final middle = (low >>> 32) + (cross & mask) + (other & mask);
  final top =
      aHigh * bHigh + (cross >>> 32) + (other >>> 32) + (middle >>> 32);
  return top ^ (middle << 32 | low & mask);
}

/// The least and the most bits of a place in an index.
const int indexLeast = 4;

/// See [indexLeast].
const int indexMost = 32;

/// Returns the highest bits, at most 29 of them, of a half given as two limbs.
@pragma('vm:prefer-inline')
int topBits(int high, int low, int bits) => bits <= 16
    ? high >> 16 - bits
    : high * (1 << bits - 16) + (low >> 32 - bits);

/// Returns the highest bits of the hash, with its two halves swapped, times an
/// odd number below 2^9.
@pragma('vm:prefer-inline')
int indexPlace(int bits, int odd, int h3, int h2, int h1, int h0) {
  // Only the highest 32 bits of the product are needed, with the carry from
  // the lower half.
  final carry = h3 * odd + (h2 * odd >> 16) >> 16;
  final low = h0 * odd + carry;
  final high = h1 * odd + (low >> 16) & 0xFFFF;
  return topBits(high, low & 0xFFFF, bits);
}
