part of 'runtime.dart';

/// Compares two numbers as keys. NaN comes after all others, whatever its sign.
int _compareFloats(double a, double b) {
  if (a < b) {
    return -1;
  }
  if (a > b) {
    return 1;
  }
  return a == b ? 0 : (a.isNaN ? 1 : 0) - (b.isNaN ? 1 : 0);
}

/// A place of a key: bytes of a buffer from a position on.
typedef _At = ({Uint8List u, ByteData d, int at});

/// Compares two values of a field of a struct, or of a key: structs and arrays
/// part by part.
int _compareInPlace(Schema schema, SchemaField f, _At a, _At b) {
  final count = f.shape == Shape.array ? f.length : 1;
  final size = schema.sizeOf(f.kind, f.index);
  for (var i = 0; i < count; i++) {
    final from = size * i;
    final order = _compareOne(schema, f, _plus(a, from), _plus(b, from));
    if (order != 0) {
      return order;
    }
  }
  return 0;
}

_At _plus(_At a, int bytes) => (u: a.u, d: a.d, at: a.at + bytes);

int _compareOne(Schema schema, SchemaField f, _At a, _At b) {
  if (f.kind != FieldKind.struct) {
    return _compareScalars(f.kind, a, b);
  }
  for (final part in schema.objects[f.index].fields) {
    final order = _compareInPlace(
        schema, part, _plus(a, part.offset), _plus(b, part.offset));
    if (order != 0) {
      return order;
    }
  }
  return 0;
}

int _compareScalars(FieldKind kind, _At a, _At b) => switch (kind) {
      FieldKind.boolean => (a.u[a.at] == 0 ? 0 : 1) - (b.u[b.at] == 0 ? 0 : 1),
      FieldKind.float32 => _compareFloats(a.d.getFloat32(a.at, Endian.little),
          b.d.getFloat32(b.at, Endian.little)),
      FieldKind.float64 => _compareFloats(a.d.getFloat64(a.at, Endian.little),
          b.d.getFloat64(b.at, Endian.little)),
      FieldKind.int64 => _compareHalves(
          a.d.getInt32(a.at + 4, Endian.little),
          a.d.getUint32(a.at, Endian.little),
          b.d.getInt32(b.at + 4, Endian.little),
          b.d.getUint32(b.at, Endian.little)),
      FieldKind.uint64 => _compareHalves(
          a.d.getUint32(a.at + 4, Endian.little),
          a.d.getUint32(a.at, Endian.little),
          b.d.getUint32(b.at + 4, Endian.little),
          b.d.getUint32(b.at, Endian.little)),
      _ => _tagAt(a.d, a.at, kind).compareTo(_tagAt(b.d, b.at, kind)),
    };

/// Returns the place of the key of a table, or null if it is absent and has no
/// default. [id] is the number of the field.
_At? _keyOf(Schema schema, SchemaField f, int id, Table t) {
  final slot = 4 + 2 * id;
  if (f.shape == Shape.one && f.kind == FieldKind.string) {
    final at = Table._target(t, slot);
    return at < 0 ? null : (u: t._u, d: t._d, at: at);
  }
  final o = Table._offset(t, slot);
  if (o != 0) {
    return (u: t._u, d: t._d, at: t._at + o);
  }
  return f.kind.isScalar && f.shape == Shape.one ? _fallback(f) : null;
}

_At _fallback(SchemaField f) {
  final d = ByteData(8);
  _putBits(d, 0, f.presence == Presence.byDefault ? f.fallback : Bits.zero);
  return (u: Uint8List.sublistView(d), d: d, at: 0);
}

/// Compares two keys of tables.
int _compareKeys(Schema schema, SchemaField f, _At? a, _At? b) {
  if (a == null || b == null) {
    return (a == null ? 0 : 1) - (b == null ? 0 : 1);
  }
  if (f.kind == FieldKind.string && f.shape == Shape.one) {
    return compareBytes(_textAt(a), _textAt(b));
  }
  return _compareInPlace(schema, f, a, b);
}

Uint8List _textAt(_At a) {
  final length = a.d.getUint32(a.at, Endian.little);
  return Uint8List.sublistView(a.u, a.at + 4, a.at + 4 + length);
}

/// Sorts a list. Equal items keep their order. Takes linear time if it is
/// sorted.
void _sortStable<T>(List<T> items, int Function(T a, T b) compare) {
  var sorted = true;
  for (var i = 1; i < items.length && sorted; i++) {
    sorted = compare(items[i - 1], items[i]) <= 0;
  }
  if (sorted) {
    return;
  }
  final places = List.generate(items.length, (i) => (i, items[i]))
    ..sort((a, b) {
      final order = compare(a.$2, b.$2);
      return order != 0 ? order : a.$1 - b.$1;
    });
  for (var i = 0; i < items.length; i++) {
    items[i] = places[i].$2;
  }
}

/// Sorts a row of structs by their key, if they have one.
void _sortStructs(Schema schema, int object, Uint8List u, ByteData d, int first,
    int length) {
  final of = schema.objects[object];
  if (of.key < 0) {
    return;
  }
  final f = of.fields[of.key];
  final places = List.generate(length, (i) => first + of.size * i);
  final order = List.of(places);
  _sortStable(
      order,
      (a, b) => _compareInPlace(schema, f, (u: u, d: d, at: a + f.offset),
          (u: u, d: d, at: b + f.offset)));
  final held = Uint8List.fromList(
      Uint8List.sublistView(u, first, first + of.size * length));
  for (var i = 0; i < length; i++) {
    u.setRange(places[i], places[i] + of.size, held, order[i] - first);
  }
}

/// Sorts what has been built.
extension KeyBuilder on Builder {
  /// Sorts tables that have been built by the key of their object in the
  /// schema. Tables with equal keys keep their order.
  void sortTables(Schema schema, int object, List<Ref<Object?>> parts) {
    final positions = _owned(parts);
    _sortPositions(schema, object, positions);
    for (var i = 0; i < parts.length; i++) {
      parts[i] = _ref(positions[i]);
    }
  }

  void _sortPositions(Schema schema, int object, List<int> positions) {
    final id = schema.objects[object].key;
    if (id < 0) {
      return;
    }
    final f = schema.objects[object].fields[id];
    _At? key(int at) =>
        _keyOf(schema, f, id, Table.at(_u, _d, _length - at));
    _sortStable(
        positions, (a, b) => _compareKeys(schema, f, key(a), key(b)));
  }
}

/// Sorts a vector by the key of its structs' object in the schema, in place.
///
/// Parts of a stranger's buffer may overlap the vector: verify it again before
/// you read on, as [Verify] explains.
void sortStructsInPlace(
        Structs<Struct> list, Schema schema, int object) =>
    _inBounds(() => _sortStructs(
        schema, object, list._u, list._d, list._first, list.length));

/// Runs what changes a buffer, and was in the bytes when they were verified.
R _inBounds<R>(R Function() change) {
  try {
    return change();
  } on RangeError {
    throw changed();
  }
}

/// Sorts a vector by the key of its tables' object in the schema, in place.
///
/// Returns false if the vector overlaps one of its tables or the vtable of one,
/// or if a table would come before its offset: then nothing has changed. Other
/// parts of a stranger's buffer may overlap the vector as well: verify it again
/// before you read on, as [Verify] explains.
bool sortTablesInPlace(
        Tables<Table> list, Schema schema, int object) =>
    _inBounds(() => _sortTables(list, schema, object));

bool _sortTables(Tables<Table> list, Schema schema, int object) {
  final of = schema.objects[object];
  if (of.key < 0) {
    return true;
  }
  final f = of.fields[of.key];
  final last = list._first + 4 * list.length;
  final targets = [
    for (var i = 0; i < list.length; i++) list._targetAt(i),
  ];
  for (final target in targets) {
    final t = Table.at(list._u, list._d, target);
    if (target < last ||
        t._vtable < last && t._vtable + t._size > list._first) {
      return false;
    }
  }
  _At? key(int at) =>
      _keyOf(schema, f, of.key, Table.at(list._u, list._d, at));
  _sortStable(targets, (a, b) => _compareKeys(schema, f, key(a), key(b)));
  for (var i = 0; i < targets.length; i++) {
    final at = list._first + 4 * i;
    list._d.setUint32(at, targets[i] - at, Endian.little);
  }
  return true;
}

/// Finds a table by its key in a sorted vector, or returns null.
///
/// The key is a number, a boolean or a string, or a function that writes the
/// bytes of a struct. Strings are in the order of their bytes in UTF-8.
T? findTable<T extends Table>(
    Tables<T> list, Schema schema, int object, Object key) {
  final id = schema.objects[object].key;
  final f = schema.objects[object].fields[id];
  final wanted = _keyBytes(schema, f, key);
  _At? at(int index) =>
      _keyOf(schema, f, id, Table.at(list._u, list._d, list._targetAt(index)));
  final found = _lowerBound(list.length,
      (index) => _compareKeys(schema, f, at(index), wanted) < 0);
  return found < list.length &&
          _compareKeys(schema, f, at(found), wanted) == 0
      ? list[found]
      : null;
}

/// Finds a struct by its key in a sorted vector, or returns null; see
/// [findTable].
S? findStruct<S extends Struct>(
    Structs<S> list, Schema schema, int object, Object key) {
  final f = schema.objects[object].fields[schema.objects[object].key];
  final wanted = _keyBytes(schema, f, key);
  int compare(int index) {
    final at = list._first + list._size * index + f.offset;
    return _compareInPlace(
        schema, f, (u: list._u, d: list._d, at: at), wanted);
  }

  final found = _lowerBound(list.length, (index) => compare(index) < 0);
  return found < list.length && compare(found) == 0 ? list[found] : null;
}

/// Returns the bytes that a key has in a buffer.
_At _keyBytes(Schema schema, SchemaField f, Object key) {
  if (key is String) {
    final text = encodeUtf8(key);
    final d = ByteData(4 + text.length)
      ..setUint32(0, text.length, Endian.little);
    final u = Uint8List.sublistView(d)..setAll(4, text);
    return (u: u, d: d, at: 0);
  }
  final size = schema.inlineSize(f);
  final d = ByteData(size < 8 ? 8 : size);
  switch (key) {
    case void Function(ByteData to, int at) put:
      put(d, 0);
    case bool value:
      putBool(d, 0, value);
    case double value when f.kind == FieldKind.float32:
      // It is rounded as the field was.
      d.setFloat32(0, value, Endian.little);
    case double value when f.kind == FieldKind.float64:
      putFloat64(d, 0, value);
    case OpenEnum value:
      putSmall(d, 0, f.kind, value.value);
    case WideEnum value:
      _putBits(d, 0, value.bits);
    case BigInt value:
      _putBits(d, 0, _bitsOfBig(value, f.kind == FieldKind.int64));
    case int value when f.kind == FieldKind.int64:
      putLong(d, 0, value, isSigned: true);
    case int value when f.kind == FieldKind.uint64:
      putLong(d, 0, value, isSigned: false);
    case int value:
      putSmall(d, 0, f.kind, value);
    default:
      throw _refused('a key of ${f.kind.name}');
  }
  return (u: Uint8List.sublistView(d), d: d, at: 0);
}
