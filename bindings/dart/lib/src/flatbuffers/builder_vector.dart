part of 'runtime.dart';

/// Builds vectors.
///
/// [align] is an alignment of the elements larger than their own: `force_align`
/// of the schema. [Width.vector] gives the length 64 bits.
extension VectorBuilder on Builder {
  /// Makes room for a vector of so many elements that take [size] bytes
  /// together, and returns the place of the first one. The bytes are not
  /// cleared.
  int _vector(int length, int size, int align, Width width) {
    _begin();
    final prefix = _prefixOf(width);
    if (align < prefix) {
      align = prefix;
    }
    if (align > 8) {
      _checkAlign(align);
    }
    if (_head < size + prefix + align) {
      _grow(size + prefix + align);
    }
    if (align > _align) {
      _align = align;
    }
    final first = (_head - size) & ~(align - 1);
    if (first + size != _head) {
      _u.fillRange(first + size, _head, 0);
    }
    _head = first;
    _putLength(prefix, length);
    if (width == Width.vector) {
      _wide.add(_used);
      _isRich = true;
    }
    return first;
  }

  /// Returns the vector at the front.
  @pragma('vm:prefer-inline')
  Ref<Never> _front() => _ref(_used);

  /// Refuses bytes that the builder returned: the next parts are written over
  /// them.
  void _notOwn(Uint8List bytes) {
    if (bytes.buffer == _u.buffer) {
      _refuse('parts of other buffers, and not of the one that this builder '
          'has just returned: copy its bytes, or use another builder');
    }
  }

  /// Builds a vector of bytes.
  @pragma('vm:prefer-inline')
  Ref<Uint8List> bytes(List<int> values,
      {int align = 1, Width width = Width.narrow}) {
    if (values is Uint8List) {
      return elements(values, 1, align: align, width: width);
    }
    if (align > 4 || width != Width.narrow || _depth > 0) {
      return elements(_octets(values), 1, align: align, width: width);
    }
    final length = values.length;
    final first = _byteVector(length);
    _smallBytes(values, length, _u, first, 0);
    _head = first - 4;
    return _front();
  }

  /// Returns a copy of a list of integers of one byte without signs.
  Uint8List _octets(List<int> values) => _guarded(() {
        final copy = Uint8List(values.length);
        _smallBytes(values, copy.length, copy, 0, 0);
        return copy;
      });

  /// Makes room for a vector of bytes, and returns the place of the first one.
  /// It is at the front when its bytes are there: a list may throw.
  @pragma('vm:prefer-inline')
  int _byteVector(int length) {
    if (_open >= 0 || _head < length + 8) {
      _makeRoom(length + 8);
    }
    // The zeros after the bytes, and then those over them.
    _d.setUint32(_head - 4, 0, Endian.little);
    final first = (_head - length) & ~3;
    _d.setUint32(first - 4, length, Endian.little);
    return first;
  }

  /// Builds a vector of elements of this size, scalars or structs, by their
  /// bytes as the buffer has them.
  Ref<Uint8List> elements(Uint8List held, int size,
      {int align = 1, Width width = Width.narrow}) {
    _notOwn(held);
    final length = held.length;
    final int first;
    if (size == 1 && align <= 4 && width == Width.narrow) {
      first = _byteVector(length);
      _head = first - 4;
    } else {
      first =
          _vector(length ~/ size, length, align > size ? align : size, width);
    }
    final u = _u;
    // A loop costs less than a call for a few bytes.
    if (length < 16) {
      for (var i = 0; i < length; i++) {
        u[first + i] = held[i];
      }
    } else {
      u.setRange(first, first + length, held);
    }
    return _front();
  }

  /// Builds a vector of bytes with signs.
  @pragma('vm:prefer-inline')
  Ref<Int8List> int8Vector(List<int> values,
      {int align = 1, Width width = Width.narrow}) {
    if (values is Int8List) {
      return _signedBytes(values, align, width);
    }
    if (align > 4 || width != Width.narrow || _depth > 0) {
      return _signedBytes(_signed(values), align, width);
    }
    final length = values.length;
    final first = _byteVector(length);
    _smallBytes(values, length, _u, first, -0x80);
    _head = first - 4;
    return _front();
  }

  Ref<Int8List> _signedBytes(Int8List values, int align, Width width) {
    final held =
        values.buffer.asUint8List(values.offsetInBytes, values.length);
    return Ref._(elements(held, 1, align: align, width: width)._at);
  }

  /// Returns a copy of a list of integers of one byte with signs.
  Int8List _signed(List<int> values) => _guarded(() {
        final copy = Uint8List(values.length);
        _smallBytes(values, copy.length, copy, 0, -0x80);
        return Int8List.sublistView(copy);
      });

  /// Builds a vector of numbers of two bytes with signs.
  Ref<Int16s> int16Vector(List<int> values,
          {int align = 2, Width width = Width.narrow}) =>
      _integers(values, FieldKind.int16, align, width);

  /// Builds a vector of numbers of two bytes without signs.
  Ref<Uint16s> uint16Vector(List<int> values,
          {int align = 2, Width width = Width.narrow}) =>
      _integers(values, FieldKind.uint16, align, width);

  /// Builds a vector of numbers of four bytes with signs.
  Ref<Int32s> int32Vector(List<int> values,
          {int align = 4, Width width = Width.narrow}) =>
      _integers(values, FieldKind.int32, align, width);

  /// Builds a vector of numbers of four bytes without signs.
  Ref<Uint32s> uint32Vector(List<int> values,
          {int align = 4, Width width = Width.narrow}) =>
      _integers(values, FieldKind.uint32, align, width);

  /// Builds a vector of integers of at most 32 bits, each of which must fit.
  Ref<Never> _integers(
      List<int> values, FieldKind kind, int align, Width width) {
    if (values is Scalars<int> && values.elementSize == kind.size) {
      return _copied(values, align, width);
    }
    final size = kind.size;
    final length = _countOf(values);
    final first = _vector(
        length, size * length, align > size ? align : size, width);
    final d = _d;
    _each(length, (i) => putSmall(d, first + size * i, kind, values[i]));
    return _front();
  }

  /// Puts integers of one byte, from [least] on, to [first] and the places after
  /// it.
  @pragma('vm:prefer-inline')
  void _smallBytes(
      List<int> values, int length, Uint8List to, int first, int least) {
    for (var i = 0; i < length; i++) {
      final value = values[i];
      if (value < least || value > least + 0xFF) {
        _notSmall(value, least, i);
      }
      to[first + i] = value;
    }
  }

  Never _notSmall(int value, int least, int index) => throw _failed(
      _outside(value, least < 0 ? _ofByte : _ofUbyte),
      [if (_depth > 0) indexStep(index)]);

  /// Returns the length of a list of the program.
  int _countOf(List<Object?> values) => _guarded(() => values.length);

  /// Puts each item of a vector. An error is about its item, or about a value
  /// in it by the steps that [inside] returns.
  void _each(int length, void Function(int index) put,
      [List<String> Function(VarvelException error, int index)? inside]) {
    var index = 0;
    try {
      for (; index < length; index++) {
        put(index);
      }
    } on VarvelException catch (error) {
      // It failed before, or is outside of all paths.
      if (_depth == 0) {
        throw _failed(error);
      }
      throw _failed(
          error, [indexStep(index), ...?inside?.call(error, index)]);
    } catch (_) {
      reset();
      rethrow;
    }
  }

  /// Builds a copy of a vector of another buffer.
  Ref<Never> _copied(Scalars<Object?> values, int align, Width width) {
    final copied = elements(values._bytes, values.elementSize,
        align: align, width: width);
    return Ref._(copied._at);
  }

  /// Builds a vector of numbers of eight bytes with signs.
  Ref<Int64s> int64Vector(List<int> values,
      {int align = 8, Width width = Width.narrow}) {
    if (values is Int64s) {
      return _copied(values, align, width);
    }
    final length = _countOf(values);
    final first = _vector(length, 8 * length, align, width);
    final d = _d;
    _each(length, (i) {
      final value = values[i];
      _isLong(value);
      _putInt64(d, first + 8 * i, value);
    });
    return _front();
  }

  /// Builds a vector of numbers of eight bytes without signs.
  Ref<Uint64s> uint64Vector(List<int> values,
      {int align = 8, Width width = Width.narrow}) {
    if (values is Uint64s) {
      return _copied(values, align, width);
    }
    final length = _countOf(values);
    final first = _vector(length, 8 * length, align, width);
    final d = _d;
    _each(length, (i) {
      final value = values[i];
      _isUlong(value);
      _putInt64(d, first + 8 * i, value);
    });
    return _front();
  }

  /// Builds a vector of floats of four bytes.
  Ref<Float32s> float32Vector(List<double> values,
      {int align = 4, Width width = Width.narrow}) {
    if (values is Float32s) {
      return _copied(values, align, width);
    }
    final length = _countOf(values);
    final first = _vector(length, 4 * length, align, width);
    final d = _d;
    _each(length, (i) {
      final value = values[i];
      _isFloat(value);
      d.setFloat32(first + 4 * i, value, Endian.little);
    });
    return _front();
  }

  /// Builds a vector of floats of eight bytes.
  Ref<Float64s> float64Vector(List<double> values,
      {int align = 8, Width width = Width.narrow}) {
    if (values is Float64s) {
      return _copied(values, align, width);
    }
    final length = _countOf(values);
    final first = _vector(length, 8 * length, align, width);
    final d = _d;
    _guarded(() {
      for (var i = 0; i < length; i++) {
        d.setFloat64(first + 8 * i, values[i], Endian.little);
      }
    });
    return _front();
  }

  /// Builds a vector of booleans.
  Ref<Bools> boolVector(List<bool> values,
      {int align = 1, Width width = Width.narrow}) {
    final length = _countOf(values);
    final first = _vector(length, length, align, width);
    final u = _u;
    _guarded(() {
      for (var i = 0; i < length; i++) {
        u[first + i] = values[i] ? 1 : 0;
      }
    });
    return _front();
  }

  /// Builds a vector of an enum of at most 32 bits, stored as this kind.
  Ref<Enums<E>> enumVector<E extends OpenEnum>(List<E> values, FieldKind kind,
      {int align = 1, Width width = Width.narrow}) {
    final size = kind.size;
    final length = _countOf(values);
    final first = _vector(
        length, size * length, align > size ? align : size, width);
    final d = _d;
    _each(length,
        (i) => putSmall(d, first + size * i, kind, values[i].value));
    return _front();
  }

  /// Builds a vector of an enum of 64 bits.
  Ref<WideEnums<E>> wideEnumVector<E extends WideEnum>(List<E> values,
      {int align = 8, Width width = Width.narrow}) {
    final length = _countOf(values);
    final first = _vector(length, 8 * length, align, width);
    final d = _d;
    _each(length, (i) => _putBits(d, first + 8 * i, values[i].bits));
    return _front();
  }

  /// Builds a vector of strings with its strings. [shared] strings that are
  /// equal are written once.
  Ref<Strings> stringVector(List<String> values, {bool shared = false}) {
    _begin();
    final parts = _guarded(() {
      final parts = Int32List(values.length);
      for (var i = parts.length - 1; i >= 0; i--) {
        final text = values[i];
        _item = i;
        parts[i] = (shared ? sharedString(text) : string(text))._at - _base;
      }
      _item = -1;
      return parts;
    });
    return _ref(_positions(parts, Width.narrow));
  }

  /// Builds a vector of strings that have been built.
  Ref<Strings> stringRefVector(List<Ref<String>> parts) =>
      _ref(_positions(_owned(parts), Width.narrow));

  /// Builds a vector of tables that have been built.
  Ref<Tables<T>> tableVector<T extends Table>(List<Ref<T>> parts) =>
      _ref(_positions(_owned(parts), Width.narrow));

  /// Builds a vector of offsets to parts: strings, tables, or values of a
  /// union. A part that is null is an offset of zero, which only a union may
  /// have.
  Ref<Vector<Object?>> offsets(List<Ref<Object?>?> parts,
          {Width width = Width.narrow}) =>
      _ref(_positions(_owned(parts), width));

  Int32List _owned(List<Ref<Object?>?> parts) => _guarded(() {
        final positions = Int32List(parts.length);
        for (var i = 0; i < positions.length; i++) {
          final part = parts[i];
          positions[i] = part == null ? 0 : _own(part);
        }
        return positions;
      });

  /// Builds a vector of offsets to positions, and returns its own. A position
  /// of 0 is no part.
  int _positions(List<int> positions, Width width) {
    final length = positions.length;
    final at = _vector(length, 4 * length, 4, width);
    final first = _length - at;
    for (var i = 0; i < length; i++) {
      final to = positions[i];
      _d.setUint32(
          at + 4 * i, to == 0 ? 0 : first - 4 * i - to, Endian.little);
    }
    return _used;
  }

  /// Builds a struct of this size and alignment outside of tables: as the value
  /// of a union, or as a root. [put] writes its bytes, which are zero.
  Ref<Never> struct(
          int size, int align, void Function(ByteData to, int at) put) =>
      _struct(size, align, put, (error, at) => const []);

  /// Builds a struct of an object of the schema outside of tables, like
  /// [struct]. The path of an error leads into it.
  Ref<Never> packStruct(Schema schema, int object,
      void Function(ByteData to, int at) put) {
    final of = schema.objects[object];
    return _struct(of.size, of.align, put,
        (error, at) => _stepsOf(error, schema, object, at));
  }

  Ref<Never> _struct(int size, int align,
      void Function(ByteData to, int at) put,
      List<String> Function(VarvelException error, int at) inside) {
    _begin();
    _pad(size, align);
    final at = _take(size);
    try {
      put(_d, at);
    } on VarvelException catch (error) {
      throw _failed(error, inside(error, at));
    } catch (_) {
      reset();
      rethrow;
    }
    return _front();
  }

  /// Builds a vector of so many structs of an object of the schema. [put]
  /// writes the bytes of each, which are zero. If the structs have a key, they
  /// are sorted by it.
  Ref<Structs<S>> structVector<S extends Struct>(Schema schema, int object,
      int length, void Function(int index, ByteData to, int at) put,
      {int align = 1, Width width = Width.narrow}) {
    final size = schema.objects[object].size;
    final first = _structs(schema, object, length, align, width);
    final d = _d;
    _each(length, (i) => put(i, d, first + size * i),
        (error, i) => _stepsOf(error, schema, object, first + size * i));
    _sortStructs(schema, object, _u, _d, first, length);
    return _front();
  }

  /// Builds a vector of structs, each of which [put] writes; see [structVector].
  Ref<Structs<S>> packStructs<S extends Struct, P>(Schema schema, int object,
      List<P> values, void Function(P value, ByteData to, int at) put,
      {int align = 1, Width width = Width.narrow}) {
    final length = _countOf(values);
    return structVector(
        schema, object, length, (i, to, at) => put(values[i], to, at),
        align: align, width: width);
  }

  /// Makes room for a vector of structs, whose bytes are zero. Returns the place
  /// of the first one.
  int _structs(
      Schema schema, int object, int length, int align, Width width) {
    final of = schema.objects[object];
    final size = of.size * length;
    final first =
        _vector(length, size, align > of.align ? align : of.align, width);
    _u.fillRange(first, first + size, 0);
    return first;
  }

  /// Builds a vector of unions, whose tags are of this kind. Null is no value.
  UnionVectorRef<U> unionVector<U>(FieldKind kind, List<UnionRef<U>?> unions) {
    final positions = _guarded(() => [
          for (final of in unions) of == null ? 0 : _own(of.value),
        ]);
    final values = _positions(positions, Width.narrow);
    final size = kind.size;
    final length = positions.length;
    final first = _vector(length, size * length, size, Width.narrow);
    final d = _d;
    _each(length,
        (i) => _putTag(d, first + size * i, kind, unions[i]?.tag ?? 0));
    return UnionVectorRef._(_front(), _ref(values));
  }
}

/// Writes the tag of a union.
void _putTag(ByteData d, int at, FieldKind kind, int tag) {
  if (kind.size == 8) {
    _putInt64(d, at, tag);
  } else {
    putSmall(d, at, kind, tag);
  }
}
