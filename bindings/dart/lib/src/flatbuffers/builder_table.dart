part of 'runtime.dart';

/// The number of the bits below the mark of a table.
///
/// Generated code has a mark of its own for each type of table, above these
/// bits in the number of fields and in the ids: a field of another table than
/// the open one is an error. Numbers without a mark fit any table.
const int _mark = 16;

/// The number of vtables that are compared one by one.
const int _few = 16;

/// Builds tables field by field.
extension TableBuilder on Builder {
  /// Begins a table of so many fields. The methods `add…` add a field by its
  /// id, in any order. Those of the largest alignment come first in the
  /// smallest tables.
  @pragma('vm:prefer-inline')
  void startTable(int fields) {
    if (_open >= 0 || fields & 0xFFFF > _slots.length) {
      _makeReady(fields & 0xFFFF);
    }
    _fields = fields & 0xFFFF;
    _open = fields >> _mark;
    _start = _length - _head;
  }

  @pragma('vm:never-inline')
  void _makeReady(int fields) {
    _begin();
    if (fields > 32765) {
      _refuse('a table of at most 32765 fields');
    }
    if (fields > _slots.length) {
      _slots = Int32List(fields);
    }
  }

  /// Refuses a field of another table than the open one.
  @pragma('vm:prefer-inline')
  void _inTable(int id) {
    if (id >> _mark != _open || id & 0xFFFF >= _fields) {
      _fits(id);
    }
    if (_head < 16) {
      _grow(16);
    }
  }

  @pragma('vm:never-inline')
  void _fits(int id) {
    if (_open < 0) {
      _refuse('an open table');
    }
    if (id >> _mark != 0 && id >> _mark != _open) {
      _refuse('a field of the table that is open, and not of another one');
    }
    if (id & 0xFFFF >= _fields) {
      _refuse('a field of the table that is open: one of $_fields, and not '
          '${id & 0xFFFF}');
    }
  }

  /// Places a field of one byte at the front, and returns its place.
  @pragma('vm:prefer-inline')
  int _place1(int id) {
    _inTable(id);
    final at = _head - 1;
    _head = at;
    _slots[id & 0xFFFF] = _length - at;
    return at;
  }

  /// Places a field of 2 bytes at the front, and returns its place.
  @pragma('vm:prefer-inline')
  int _place2(int id) {
    _inTable(id);
    final at = (_head - 2) & ~1;
    if (at + 2 != _head) {
      _u[_head - 1] = 0;
    }
    _head = at;
    _slots[id & 0xFFFF] = _length - at;
    return at;
  }

  /// Places a field of 4 bytes at the front, and returns its place.
  @pragma('vm:prefer-inline')
  int _place4(int id) {
    _inTable(id);
    final at = (_head - 4) & ~3;
    if (at + 4 != _head) {
      _d.setUint32(_head - 4, 0, Endian.little);
    }
    _head = at;
    _slots[id & 0xFFFF] = _length - at;
    return at;
  }

  /// Places a field of 8 bytes at the front, and returns its place. The method
  /// that puts its value aligns the buffer.
  @pragma('vm:prefer-inline')
  int _place8(int id) {
    _inTable(id);
    final at = (_head - 8) & ~7;
    if (at + 8 != _head) {
      _d
        ..setUint32(_head - 8, 0, Endian.little)
        ..setUint32(_head - 4, 0, Endian.little);
    }
    _head = at;
    _slots[id & 0xFFFF] = _length - at;
    return at;
  }

  // The methods `put…` of rows write the values. Functions for structs have the
  // same names, so some of the methods are called by `this`.

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addBool(int id, bool value, bool? otherwise) {
    if (value != otherwise || forceDefaults) {
      this.putBool(_place1(id), value);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addInt8(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      putInt8(_place1(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addUint8(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      putUint8(_place1(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addInt16(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      putInt16(_place2(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addUint16(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      putUint16(_place2(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addInt32(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      putInt32(_place4(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addUint32(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      putUint32(_place4(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addInt64(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      this.putInt64(_place8(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addUint64(int id, int value, int? otherwise) {
    if (value != otherwise || forceDefaults) {
      this.putUint64(_place8(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addFloat32(int id, double value, double? otherwise) {
    if (otherwise == null ||
        forceDefaults ||
        !isSameFloat(value, otherwise)) {
      this.putFloat32(_place4(id), value, id);
    }
  }

  /// Adds a scalar, unless it equals its default.
  @pragma('vm:prefer-inline')
  void addFloat64(int id, double value, double? otherwise) {
    if (otherwise == null ||
        forceDefaults ||
        !isSameFloat(value, otherwise)) {
      this.putFloat64(_place8(id), value);
    }
  }

  Never _outOfRange(Object value, String expected, int id) =>
      throw _failedIn(id, _outside(value, expected));

  void _checkSingle(double value, int id) {
    final size = value.abs();
    if (size >= _infiniteFloat && size != double.infinity) {
      _outOfRange(value, _ofFloat, id);
    }
  }

  Bits _bitsOf(BigInt value, {required bool isSigned, int id = -1}) {
    try {
      return _bitsOfBig(value, isSigned);
    } on VarvelException catch (error) {
      throw _failedIn(id, error);
    }
  }

  /// Returns the error about the field with this id of the table that is being
  /// built. If it is in a struct, [place] is where that is.
  VarvelException _failedIn(int id, VarvelException error, [int place = -1]) {
    // Elsewhere no plain object is being packed, or a part of it.
    if (id < 0 || !_isFinishing) {
      return _failed(error);
    }
    step(id & 0xFFFF);
    final last = _steps[_depth - 1];
    final schema = last.schema!;
    final of = schema.objects[last.object].fields[last.at];
    return _failed(error,
        place < 0 ? const [] : _stepsOf(error, schema, of.index, place));
  }

  /// Writes a struct, the field with this id, to a place by a function.
  void _putField(
      int id, int place, void Function(ByteData to, int at) put) {
    try {
      put(_d, place);
    } on VarvelException catch (error) {
      throw _failedIn(id, error, place);
    } catch (_) {
      reset();
      rethrow;
    }
  }

  /// Adds a scalar of 64 bits, unless it equals its default.
  void addBits(int id, Bits value, Bits? otherwise) {
    if (value != otherwise || forceDefaults) {
      this.putBits(_place8(id), value);
    }
  }

  /// Adds a number of 64 bits with a sign, unless it equals its default.
  void addInt64Big(int id, BigInt value, Bits? otherwise) =>
      addBits(id, _bitsOf(value, isSigned: true, id: id), otherwise);

  /// Adds a number of 64 bits without a sign, unless it equals its default.
  void addUint64Big(int id, BigInt value, Bits? otherwise) =>
      addBits(id, _bitsOf(value, isSigned: false, id: id), otherwise);

  /// Adds a part.
  @pragma('vm:prefer-inline')
  void addRef(int id, Ref<Object?> part) => putRef(_place4(id), part);

  /// Adds a part after an offset of 64 bits. The width is that of the field:
  /// [Width.vector] needs a vector whose length has 64 bits.
  void addRefWide(int id, Width width, Ref<Object?> part) =>
      putRefWide(_place8(id), width, part);

  bool _isWide(int at) => _wide.contains(at);

  Never _otherWidth(int bits) =>
      _refuse('a part whose length has $bits bits, as the schema says');

  /// Adds a union with its tag of this kind. The id is that of the value.
  void addUnion(int id, FieldKind kind, UnionRef<Object?> union) {
    addRef(id, union.value);
    _addTag(id - 1, kind, union.tag);
  }

  void _addTag(int id, FieldKind kind, int tag) {
    final place = switch (kind.size) {
      1 => _place1(id),
      2 => _place2(id),
      4 => _place4(id),
      _ => _place8(id),
    };
    putTag(place, kind, tag);
  }

  /// Adds a vector of unions with its tags. The id is that of the values.
  void addUnions(int id, UnionVectorRef<Object?> unions) {
    addRef(id, unions.values);
    addRef(id - 1, unions.tags);
  }

  /// Adds a struct of this size and alignment, whose bytes are zero. Returns
  /// the place of its bytes in [memory].
  int addStruct(int id, int size, int align) {
    _inTable(id);
    _pad(size, align);
    final at = _take(size);
    _slots[id & 0xFFFF] = _length - at;
    return at;
  }

  /// Adds a struct of this size and alignment. [put] writes its bytes.
  void addStructWith(
      int id, int size, int align, void Function(ByteData to, int at) put) {
    _putField(id, addStruct(id, size, align), put);
  }

  /// The memory in which the last part is. It may be another after each call.
  ByteData get memory => _d;

  /// Refuses the open table if the field with this id is absent.
  void require(int id, String name) {
    _inTable(id);
    if (_slots[id & 0xFFFF] == 0) {
      missing(id & 0xFFFF, name);
    }
  }

  /// Ends the open table. [mark] is that of its type in generated code.
  Ref<Never> endTable([int mark = 0]) {
    if (mark >> _mark != _open) {
      _fits(mark);
    }
    final slots = _slots;
    var count = _fields;
    while (count > 0 && slots[count - 1] == 0) {
      count--;
    }
    final length = 4 + 2 * count;
    // The offset of the vtable goes before the fields, and a gap between them.
    if (_head < 8 + length) {
      _grow(8 + length);
    }
    final d = _d;
    d.setUint32(_head - 4, 0, Endian.little);
    final head = (_head - 4) & ~3;
    _head = head;
    final table = _length - head;
    final size = table - _start;
    if (size > 0xFFFF) {
      throw _failed(VarvelException(
        ErrorKind.sizeLimit,
        expected: 'a table of less than 64 KiB',
      ));
    }
    _open = -1;
    // The vtable goes to the front, and is forgotten if there is an equal one.
    final v = head - length;
    d
      ..setUint16(v, length, Endian.little)
      ..setUint16(v + 2, size, Endian.little);
    for (var id = 0; id < count; id++) {
      final at = slots[id];
      d.setUint16(v + 4 + 2 * id, at == 0 ? 0 : table - at, Endian.little);
      slots[id] = 0;
    }
    var at = _vtableCount == 0 ? 0 : _find(v, length);
    if (at == 0) {
      _head = v;
      at = _length - v;
      if (_vtableCount < _few) {
        _vtables[_vtableCount++] = at;
      } else {
        _note(at);
      }
    }
    d.setInt32(head, at - table, Endian.little);
    return Ref._(_base + table);
  }

  /// Returns the position of a vtable that is equal to the one at a place, or
  /// 0.
  int _find(int v, int length) {
    for (var index = _vtableCount - 1; index >= 0; index--) {
      final at = _vtables[index];
      if (_isSame(_length - at, v, length)) {
        return at;
      }
    }
    final same = _known.isEmpty ? null : _known[_hash(v, length)];
    if (same != null) {
      for (final at in same) {
        if (_isSame(_length - at, v, length)) {
          return at;
        }
      }
    }
    return 0;
  }

  bool _isSame(int other, int v, int length) {
    final d = _d;
    for (var at = 0; at < length; at += 2) {
      if (d.getUint16(other + at, Endian.little) !=
          d.getUint16(v + at, Endian.little)) {
        return false;
      }
    }
    return true;
  }

  int _hash(int v, int length) {
    var hash = 0;
    for (var at = 0; at < length; at += 2) {
      hash = (hash * 31 + _d.getUint16(v + at, Endian.little)) & 0xFFFFFF;
    }
    return hash;
  }

  /// Keeps the position of a vtable that comes after the first few.
  void _note(int at) {
    final first = _length - at;
    final length = _d.getUint16(first, Endian.little);
    (_known[_hash(first, length)] ??= []).add(at);
    _isRich = true;
  }
}
