import 'dart:typed_data';

/// SHA-256 (FIPS 180-4) of bytes that come in parts.
final class Sha256 {
  final Uint32List _state = Uint32List.fromList(_start);
  final Uint8List _block = Uint8List(64);
  final Uint32List _words = Uint32List(64);
  int _filled = 0;
  int _length = 0;

  static final List<int> _start = _roots(8, 2);
  static final Uint32List _constants = Uint32List.fromList(_roots(64, 3));

  /// The first 32 bits of the fractions of the square or cube roots of primes.
  static List<int> _roots(int count, int root) {
    final primes = <int>[];
    for (var n = 2; primes.length < count; n++) {
      if (primes.every((prime) => n % prime != 0)) {
        primes.add(n);
      }
    }
    return [for (final prime in primes) _fraction(prime, root)];
  }

  /// The first 32 bits behind the point of a root: exact by whole numbers.
  static int _fraction(int n, int root) {
    final scaled = BigInt.from(n) << 32 * root;
    var low = BigInt.zero;
    var high = BigInt.one << 37;
    while (high - low > BigInt.one) {
      final middle = low + high >> 1;
      if (middle.pow(root) <= scaled) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low.toUnsigned(32).toInt();
  }

  /// Adds a byte.
  void byte(int value) {
    _block[_filled++] = value;
    _length++;
    if (_filled == 64) {
      _round();
      _filled = 0;
    }
  }

  /// Adds a part of bytes.
  void add(Uint8List bytes, [int start = 0, int? end]) {
    final last = end ?? bytes.length;
    for (var i = start; i < last; i++) {
      byte(bytes[i]);
    }
  }

  /// Returns the hash. Nothing may be added then.
  Uint8List close() {
    final bits = _length;
    byte(0x80);
    while (_filled != 56) {
      byte(0);
    }
    final length = ByteData(8)
      ..setUint32(0, bits ~/ 0x20000000)
      ..setUint32(4, bits % 0x20000000 * 8);
    add(length.buffer.asUint8List());
    final out = ByteData(32);
    for (var i = 0; i < 8; i++) {
      out.setUint32(4 * i, _state[i]);
    }
    return out.buffer.asUint8List();
  }

  @pragma('vm:prefer-inline')
  static int _turned(int x, int bits) =>
      x >>> bits | (x << 32 - bits & 0xFFFFFFFF);

  void _round() {
    final w = _words;
    final constants = _constants;
    final state = _state;
    for (var i = 0; i < 16; i++) {
      w[i] = _block[4 * i] * 0x1000000 +
          (_block[4 * i + 1] << 16) +
          (_block[4 * i + 2] << 8) +
          _block[4 * i + 3];
    }
    for (var i = 16; i < 64; i++) {
      final a = w[i - 15];
      final b = w[i - 2];
      final s0 = _turned(a, 7) ^ _turned(a, 18) ^ a >>> 3;
      final s1 = _turned(b, 17) ^ _turned(b, 19) ^ b >>> 10;
      w[i] = w[i - 16] + s0 + w[i - 7] + s1 & 0xFFFFFFFF;
    }
    var a = state[0];
    var b = state[1];
    var c = state[2];
    var d = state[3];
    var e = state[4];
    var f = state[5];
    var g = state[6];
    var h = state[7];
    for (var i = 0; i < 64; i++) {
      final s1 = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25);
      final choice = e & f ^ (0xFFFFFFFF ^ e) & g;
      final first = h + s1 + choice + constants[i] + w[i];
      final s0 = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22);
      final majority = a & b ^ a & c ^ b & c;
      h = g;
      g = f;
      f = e;
      e = d + first & 0xFFFFFFFF;
      d = c;
      c = b;
      b = a;
      a = first + s0 + majority & 0xFFFFFFFF;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}
