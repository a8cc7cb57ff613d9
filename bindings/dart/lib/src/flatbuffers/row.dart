part of 'runtime.dart';

/// Builds tables in one go for generated code, which keeps the places of the
/// fields itself and writes them from back to front between [openRow] and
/// [closeRow]. [TableBuilder] writes the values of fields by it, too.
///
/// [place] is the place of a field in memory, below that of the last one. [id]
/// is its number, for the path of an error while a plain object is packed.
extension RowBuilder on Builder {
  /// Begins a table that takes at most so many bytes with its vtable, and
  /// returns the place where it ends. Its alignment is at most 8.
  @pragma('vm:prefer-inline')
  int openRow(int room) {
    if (_open >= 0 || _head < room) {
      _makeRoom(room);
    }
    // Gaps between fields are zero.
    _d.setUint32(_head - 4, 0, Endian.little);
    _d.setUint32(_head - 8, 0, Endian.little);
    return _head;
  }

  /// Stores a boolean.
  @pragma('vm:prefer-inline')
  void putBool(int place, bool value) => _u[place] = value ? 1 : 0;

  /// Stores an integer, which must fit.
  @pragma('vm:prefer-inline')
  void putInt8(int place, int value, [int id = -1]) {
    if (value < -0x80 || value > 0x7F) {
      _outOfRange(value, _ofByte, id);
    }
    _d.setInt8(place, value);
  }

  /// Stores an integer, which must fit.
  @pragma('vm:prefer-inline')
  void putUint8(int place, int value, [int id = -1]) {
    if (value < 0 || value > 0xFF) {
      _outOfRange(value, _ofUbyte, id);
    }
    _d.setUint8(place, value);
  }

  /// Stores an integer, which must fit.
  @pragma('vm:prefer-inline')
  void putInt16(int place, int value, [int id = -1]) {
    if (value < -0x8000 || value > 0x7FFF) {
      _outOfRange(value, _ofShort, id);
    }
    _d.setInt16(place, value, Endian.little);
  }

  /// Stores an integer, which must fit.
  @pragma('vm:prefer-inline')
  void putUint16(int place, int value, [int id = -1]) {
    if (value < 0 || value > 0xFFFF) {
      _outOfRange(value, _ofUshort, id);
    }
    _d.setUint16(place, value, Endian.little);
  }

  /// Stores an integer, which must fit.
  @pragma('vm:prefer-inline')
  void putInt32(int place, int value, [int id = -1]) {
    if (value < -0x80000000 || value > 0x7FFFFFFF) {
      _outOfRange(value, _ofInt, id);
    }
    _d.setInt32(place, value, Endian.little);
  }

  /// Stores an integer, which must fit.
  @pragma('vm:prefer-inline')
  void putUint32(int place, int value, [int id = -1]) {
    if (value < 0 || value > 0xFFFFFFFF) {
      _outOfRange(value, _ofUint, id);
    }
    _d.setUint32(place, value, Endian.little);
  }

  /// Stores a number of 64 bits with a sign.
  @pragma('vm:prefer-inline')
  void putInt64(int place, int value, [int id = -1]) {
    if (isWeb && (value >= _two63 || value < -_two63)) {
      _outOfRange(value, _ofLong, id);
    }
    _align8();
    _putInt64(_d, place, value);
  }

  /// Stores a number of 64 bits without a sign.
  @pragma('vm:prefer-inline')
  void putUint64(int place, int value, [int id = -1]) {
    if (value < 0 || isWeb && value >= 2 * _two63) {
      _outOfRange(value, _ofUlong, id);
    }
    _align8();
    _putInt64(_d, place, value);
  }

  /// Stores 64 bits.
  void putBits(int place, Bits value) {
    _align8();
    _putBits(_d, place, value);
  }

  /// Stores a number of any size, which must fit.
  void putBig(int place, BigInt value, {required bool isSigned, int id = -1}) =>
      putBits(place, _bitsOf(value, isSigned: isSigned, id: id));

  /// Stores a float of four bytes, which must fit.
  @pragma('vm:prefer-inline')
  void putFloat32(int place, double value, [int id = -1]) {
    if (value > _mostFloat || value < -_mostFloat) {
      _checkSingle(value, id);
    }
    _d.setFloat32(place, value, Endian.little);
  }

  /// Stores a float of eight bytes.
  @pragma('vm:prefer-inline')
  void putFloat64(int place, double value) {
    _align8();
    _d.setFloat64(place, value, Endian.little);
  }

  @pragma('vm:prefer-inline')
  void _align8() {
    if (_align < 8) {
      _align = 8;
    }
  }

  /// Stores the offset to a part.
  @pragma('vm:prefer-inline')
  void putRef(int place, Ref<Object?> part) {
    final of = _own(part);
    if (_isRich && _isWide(of)) {
      _otherWidth(32);
    }
    _d.setUint32(place, _length - place - of, Endian.little);
  }

  /// Stores the offset of 64 bits to a part; see [TableBuilder.addRefWide].
  void putRefWide(int place, Width width, Ref<Object?> part) {
    final of = _own(part);
    if (_isWide(of) != (width == Width.vector)) {
      _otherWidth(width == Width.vector ? 64 : 32);
    }
    _align8();
    writeLength(_d, place, _length - place - of);
  }

  /// Stores the tag of a union.
  void putTag(int place, FieldKind kind, int tag) {
    if (kind.size == 8) {
      _align8();
    }
    try {
      _putTag(_d, place, kind, tag);
    } on VarvelException catch (error) {
      throw _failed(error);
    }
  }

  /// Stores a struct of this size and alignment, which [put] writes.
  void putStruct(int place, int size, int align,
      void Function(ByteData to, int at) put,
      [int id = -1]) {
    if (align > _align) {
      _align = align;
    }
    _u.fillRange(place, place + size, 0);
    _putField(id, place, put);
  }

  /// Stores the offset of a field in the vtable. [field] is its place, or 0 if
  /// it is absent.
  @pragma('vm:prefer-inline')
  void putSlot(int at, int table, int field) => _d.setUint16(
      at, field == 0 ? 0 : field - table, Endian.little);

  /// Ends a table at this place. The vtable comes right before it.
  @pragma('vm:prefer-inline')
  Ref<Never> closeRow(int table, int vtable) {
    final length = table - vtable;
    _d
      ..setUint16(vtable, length, Endian.little)
      ..setUint16(vtable + 2, _head - table, Endian.little);
    var at = _vtableCount == 0 ? 0 : _find(vtable, length);
    if (at == 0) {
      _head = vtable;
      at = _length - vtable;
      if (_vtableCount < _few) {
        _vtables[_vtableCount++] = at;
      } else {
        _note(at);
      }
    } else {
      _head = table;
    }
    final of = _length - table;
    _d.setInt32(table, at - of, Endian.little);
    return Ref._(_base + of);
  }
}

/// Returns whether two floats are the same: zeros with their signs, and NaN,
/// whose bits mean nothing.
@pragma('vm:prefer-inline')
bool isSameFloat(double a, double b) => a == b
    ? a != 0 || a.isNegative == b.isNegative
    : a.isNaN && b.isNaN;
