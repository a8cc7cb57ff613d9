import 'dart:math';
import 'dart:typed_data';

/// The greatest prime below 2^26: products of two rests are exact everywhere.
const int _prime = 67108859;

/// Another number in each isolate, so that nobody can make texts that collide.
final int _factor = _draw();

int _draw() {
  try {
    return 1 + Random.secure().nextInt(_prime - 1);
  } on UnsupportedError {
    // No source of randomness: the time has to do.
    return 1 + Random().nextInt(_prime - 1);
  }
}

/// Returns the hash of a part of bytes in the tables of this package: a number
/// of 26 bits.
///
/// It is a polynomial with a secret argument modulo a prime: two texts of n
/// bytes that somebody chose collide with a chance of n in 2^27.
int seededHash(Uint8List bytes, int start, int end) {
  final factor = _factor;
  var hash = end - start & 0xFFFF;
  var at = start;
  for (; at < end - 1; at += 2) {
    hash = (hash * factor + (bytes[at] << 8) + bytes[at + 1]) % _prime;
  }
  return at < end ? (hash * factor + bytes[at]) % _prime : hash;
}

/// Returns the hash of the units of a string; see [seededHash].
int seededTextHash(String text) {
  final factor = _factor;
  var hash = text.length & 0xFFFF;
  for (var i = 0; i < text.length; i++) {
    hash = (hash * factor + text.codeUnitAt(i)) % _prime;
  }
  return hash;
}

/// Returns the hash of a part of small numbers; see [seededHash].
int seededNumbersHash(List<int> numbers, int start, int end) {
  final factor = _factor;
  var hash = end - start & 0xFFFF;
  for (var i = start; i < end; i++) {
    hash = (hash * factor + numbers[i]) % _prime;
  }
  return hash;
}
