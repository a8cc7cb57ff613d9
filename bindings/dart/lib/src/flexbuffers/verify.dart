part of 'read.dart';

/// The number of bytes of a string or a key that are always free.
const int _short = 64;

VarvelException _fault(int at, String expected) =>
    VarvelException(ErrorKind.syntax, offset: at, expected: expected);

/// Checks a FlexBuffer. All that a container refers to begins before it, so
/// that no path is a cycle.
final class _FlexVerifier {
  _FlexVerifier(this.b, this.limits) : fresh = b.length;

  final Uint8List b;
  final Limits limits;
  int depth = 0;

  /// The number of bytes that were not read yet.
  int fresh;

  /// The number of bytes that were read again.
  int again = 0;

  /// The last keys of a map, and their cost.
  int keysAt = -1;
  int keysWidth = 0;
  int keysCost = 0;

  void spend(int size, int at) {
    final now = size < fresh ? size : fresh;
    fresh -= now;
    again += size - now;
    if (again > visits(limits, b.length)) {
      throw VarvelException(
        ErrorKind.replayLimit,
        offset: at,
        expected: 'each byte at most ${limits.replay} times on average',
      );
    }
  }

  void spendText(int length, int at) =>
      spend(length > _short ? length - _short : 0, at);

  void node(FlexValue of, int slot, int before) {
    if (!isInline(of._type) && of._at >= before) {
      throw _fault(slot, 'an offset to what comes before');
    }
    switch (of._type) {
      case typeNull || typeInt || typeUint || typeBool:
        break;
      case typeFloat || typeIndirectFloat:
        float(of._at, of._width);
      case typeIndirectInt || typeIndirectUint:
        if (flexNumber(of._d, of._at, of._width) < 0) {
          throw _fault(slot, 'a number within the buffer');
        }
      case typeKey:
        key(of);
      case typeString || typeBlob:
        block(of, slot);
      default:
        container(of, slot);
    }
  }

  void block(FlexValue of, int slot) {
    final held = of._block;
    if (held == null) {
      throw _fault(slot, 'an offset to a length and so many bytes');
    }
    spendText(held.length, slot);
    if (of._type == typeBlob) {
      return;
    }
    final end = of._at + held.length;
    if (end >= b.length || b[end] != 0) {
      throw _fault(end, 'a zero byte behind the string');
    }
    text(held, of._at);
  }

  void text(Uint8List held, int at) {
    if (invalidUtf8At(held, 0, held.length) >= 0) {
      throw VarvelException(
        ErrorKind.invalidUtf8,
        offset: at,
        expected: 'UTF-8',
      );
    }
  }

  void float(int at, int width) {
    if (at < 0 || at > b.length - width || width < 4) {
      throw _fault(at, 'a float of 32 or 64 bits');
    }
  }

  Uint8List key(FlexValue of) {
    final held = of._key;
    if (held == null) {
      throw _fault(of._at, 'a key with a zero byte behind it');
    }
    spendText(held.length, of._at);
    text(held, of._at);
    return held;
  }

  void container(FlexValue of, int slot) {
    if (depth >= limits.depth) {
      throw tooDeep(limits.depth);
    }
    final items = of._items;
    final size = items == null ? -1 : items._size;
    if (items == null || size < 0) {
      throw _fault(slot, 'an offset to a length and so many items');
    }
    spend(size, slot);
    if (of._type == typeMap) {
      keys(of, items.length);
    }
    if (items._type == typeFloat && items.length > 0) {
      return float(items._at, items._width);
    }
    if (items._type == typeKey) {
      return texts(items, (_, __) {});
    }
    if (items._type >= 0) {
      return;
    }
    depth++;
    for (var index = 0; index < items.length; index++) {
      final item = items._get(index);
      if (item == null) {
        throw _fault(
            items._slot(index), 'a type, and an offset within the buffer');
      }
      node(item, items._slot(index), items._at);
    }
    depth--;
  }

  /// Verifies the keys of a map.
  void keys(FlexValue of, int length) {
    final keys = of._keys;
    final size = keys == null ? -1 : keys._size;
    if (keys == null || size < 0) {
      throw _fault(
          of._at, 'a map behind the offset, width and number of its keys');
    }
    if (keys.length != length) {
      throw _fault(of._at, 'as many keys as values');
    }
    spend(size, of._at);
    if (keysAt == keys._at && keysWidth == keys._width) {
      return spend(keysCost, keys._at);
    }
    Uint8List? last;
    var cost = 0;
    texts(keys, (text, at) {
      final before = last;
      final order = before == null ? -1 : compareBytes(before, text);
      if (order == 0) {
        throw VarvelException(
          ErrorKind.duplicateKey,
          offset: at,
          expected: 'each key once',
        );
      }
      if (order > 0) {
        throw _fault(at, 'the keys of a map in order');
      }
      cost += text.length > _short ? text.length - _short : 0;
      last = text;
    });
    keysAt = keys._at;
    keysWidth = keys._width;
    keysCost = cost;
  }

  /// Verifies keys, and calls [check] for each.
  void texts(FlexItems keys, void Function(Uint8List text, int at) check) {
    for (var index = 0; index < keys.length; index++) {
      final key = keys._get(index);
      if (key == null || key._at >= keys._at) {
        throw _fault(
            keys._slot(index), 'an offset to a key that comes before');
      }
      check(this.key(key), key._at);
    }
  }
}
