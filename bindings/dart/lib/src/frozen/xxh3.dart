import 'dart:typed_data';

import '../base/platform.dart';
import 'hash.dart';

// XXH3 of 64 bits without a seed, for more than 16 bytes: all documents are
// longer. See github.com/Cyan4973/xxHash, doc/xxhash_spec.md.

/// Returns the hash of the first bytes, more than 16, as two halves.
(int, int) xxh3(Uint8List bytes, int length) =>
    isWeb ? _BigXxh3(bytes, length).run() : _Xxh3(bytes, length).run();

const String _secretText =
  'b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f'
  'cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c'
  '3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8'
  'a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364'
  'eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e'
  '2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e';

final ByteData _secret = ByteData.sublistView(Uint8List.fromList([
  for (var i = 0; i < _secretText.length; i += 2)
    int.parse(_secretText.substring(i, i + 2), radix: 16),
]));

// Numbers of 64 bits as two halves: JavaScript has no literals for them.

const int _prime = 0x9E3779B1;
const (int, int) _widePrime = (0x9E3779B1, 0x85EBCA87);
const (int, int) _avalanche = (0x16566791, 0x9E3779F9);

/// The lanes before the first stripe.
const List<(int, int)> _lanes = [
  (0, 0xC2B2AE3D),
  _widePrime,
  (0xC2B2AE3D, 0x27D4EB4F),
  (0x165667B1, 0x9E3779F9),
  (0x85EBCA77, 0xC2B2AE63),
  (0, 0x85EBCA77),
  (0x27D4EB2F, 0x165667C5),
  (0, _prime),
];

const int _mask = 0xFFFFFFFF;

/// The hash by numbers of 64 bits.
final class _Xxh3 {
  _Xxh3(Uint8List bytes, this._length) : _data = ByteData.sublistView(bytes);

  final ByteData _data;
  final int _length;

  static final int _factor = _widePrime.$1 << 32 | _widePrime.$2;
  static final int _mixer = _avalanche.$1 << 32 | _avalanche.$2;

  (int, int) run() {
    final hash = _length > 240 ? _long() : _short();
    return (hash >>> 32, hash & _mask);
  }

  int _short() {
    final length = _length;
    var hash = length * _factor;
    if (length <= 128) {
      for (var i = 0; i <= (length - 1) ~/ 32; i++) {
        hash += _mix16(16 * i, 32 * i) +
            _mix16(length - 16 * (i + 1), 32 * i + 16);
      }
      return _avalanched(hash);
    }
    for (var i = 0; i < 8; i++) {
      hash += _mix16(16 * i, 16 * i);
    }
    hash = _avalanched(hash);
    for (var i = 8; i < length ~/ 16; i++) {
      hash += _mix16(16 * i, 16 * (i - 8) + 3);
    }
    return _avalanched(hash + _mix16(length - 16, 119));
  }

  int _long() {
    final lanes = [for (final (high, low) in _lanes) high << 32 | low];
    final stripes = (_length - 1) ~/ 64; // before the last
    for (var stripe = 0; stripe < stripes; stripe++) {
      _stripe(lanes, 64 * stripe, 8 * (stripe % 16));
      if (stripe % 16 == 15) {
        for (var i = 0; i < 8; i++) {
          final lane = lanes[i];
          final mixed = lane ^ lane >>> 47 ^ _load(_secret, 128 + 8 * i);
          lanes[i] = mixed * _prime;
        }
      }
    }
    _stripe(lanes, _length - 64, 121);
    var hash = _length * _factor;
    for (var i = 0; i < 4; i++) {
      hash += _fold(lanes[2 * i] ^ _load(_secret, 11 + 16 * i),
          lanes[2 * i + 1] ^ _load(_secret, 19 + 16 * i));
    }
    return _avalanched(hash);
  }

  /// Takes 64 bytes into the lanes.
  void _stripe(List<int> lanes, int at, int secret) {
    for (var i = 0; i < 8; i++) {
      final value = _load(_data, at + 8 * i);
      final key = value ^ _load(_secret, secret + 8 * i);
      lanes[i ^ 1] += value;
      lanes[i] += (key & _mask) * (key >>> 32);
    }
  }

  int _mix16(int at, int secret) => _fold(
      _load(_data, at) ^ _load(_secret, secret),
      _load(_data, at + 8) ^ _load(_secret, secret + 8));

  static int _avalanched(int hash) {
    final mixed = (hash ^ hash >>> 37) * _mixer;
    return mixed ^ mixed >>> 32;
  }

  static int _load(ByteData data, int at) =>
      data.getUint32(at + 4, Endian.little) << 32 |
      data.getUint32(at, Endian.little);

  static int _fold(int a, int b) =>
      foldedProduct(a >>> 32, a & _mask, b >>> 32, b & _mask);
}

/// The same hash by [BigInt], for programs on the web.
final class _BigXxh3 {
  _BigXxh3(Uint8List bytes, this._length) : _data = ByteData.sublistView(bytes);

  final ByteData _data;
  final int _length;

  static final BigInt _ones = (BigInt.one << 64) - BigInt.one;

  static BigInt _of(int high, int low) =>
      (BigInt.from(high) << 32) + BigInt.from(low);

  static final BigInt _factor = _of(_widePrime.$1, _widePrime.$2);
  static final BigInt _mixer = _of(_avalanche.$1, _avalanche.$2);

  (int, int) run() {
    final hash = _length > 240 ? _long() : _short();
    return ((hash >> 32).toInt(), hash.toUnsigned(32).toInt());
  }

  BigInt _short() {
    final length = _length;
    var hash = BigInt.from(length) * _factor;
    if (length <= 128) {
      for (var i = 0; i <= (length - 1) ~/ 32; i++) {
        hash += _mix16(16 * i, 32 * i) +
            _mix16(length - 16 * (i + 1), 32 * i + 16);
      }
      return _avalanched(hash);
    }
    for (var i = 0; i < 8; i++) {
      hash += _mix16(16 * i, 16 * i);
    }
    hash = _avalanched(hash);
    for (var i = 8; i < length ~/ 16; i++) {
      hash += _mix16(16 * i, 16 * (i - 8) + 3);
    }
    return _avalanched(hash + _mix16(length - 16, 119));
  }

  BigInt _long() {
    final lanes = [for (final (high, low) in _lanes) _of(high, low)];
    final stripes = (_length - 1) ~/ 64;
    for (var stripe = 0; stripe < stripes; stripe++) {
      _stripe(lanes, 64 * stripe, 8 * (stripe % 16));
      if (stripe % 16 == 15) {
        for (var i = 0; i < 8; i++) {
          final mixed = lanes[i] ^ lanes[i] >> 47 ^ _load(_secret, 128 + 8 * i);
          lanes[i] = mixed * BigInt.from(_prime) & _ones;
        }
      }
    }
    _stripe(lanes, _length - 64, 121);
    var hash = BigInt.from(_length) * _factor;
    for (var i = 0; i < 4; i++) {
      hash += _fold(lanes[2 * i] ^ _load(_secret, 11 + 16 * i),
          lanes[2 * i + 1] ^ _load(_secret, 19 + 16 * i));
    }
    return _avalanched(hash);
  }

  void _stripe(List<BigInt> lanes, int at, int secret) {
    for (var i = 0; i < 8; i++) {
      final value = _load(_data, at + 8 * i);
      final key = value ^ _load(_secret, secret + 8 * i);
      lanes[i ^ 1] = lanes[i ^ 1] + value & _ones;
      lanes[i] = lanes[i] + key.toUnsigned(32) * (key >> 32) & _ones;
    }
  }

  BigInt _mix16(int at, int secret) => _fold(
      _load(_data, at) ^ _load(_secret, secret),
      _load(_data, at + 8) ^ _load(_secret, secret + 8));

  static BigInt _avalanched(BigInt hash) {
    final whole = hash & _ones;
    final mixed = (whole ^ whole >> 37) * _mixer & _ones;
    return mixed ^ mixed >> 32;
  }

  static BigInt _load(ByteData data, int at) => _of(
      data.getUint32(at + 4, Endian.little), data.getUint32(at, Endian.little));

  static BigInt _fold(BigInt a, BigInt b) {
    final product = a * b;
    return product & _ones ^ product >> 64;
  }
}
