part of 'json.dart';

extension on _Reader {
  /// Reads a vector. [tags] are those of a vector of unions.
  _Item vector(SchemaField f, Ref<Object?>? tags) {
    if (f.base64 != Base64Form.none && peek() == 0x22) {
      return raw(f, base64Bytes(f), 1);
    }
    final (base, memory) = (parts.length, scratch.length);
    peek();
    final start = at;
    final length = listed(f, tags);
    final Ref<Object?> made;
    switch (f.kind) {
      case FieldKind.string || FieldKind.table || FieldKind.union:
        final own = parts.sublist(base);
        if (f.kind == FieldKind.table) {
          final tables = own.cast<Ref<Object?>>().toList();
          builder.sortTables(schema, f.index, tables);
          made = builder.offsets(tables, width: f.width);
        } else {
          if (f.kind == FieldKind.union) {
            final count = lengthOf(tags!);
            if (count != length) {
              throw fail(ErrorKind.refused, start,
                  'as many values as types, $count', '$length');
            }
          }
          made = builder.offsets(own, width: f.width);
        }
      case FieldKind.struct:
        final size = schema.objects[f.index].size;
        made = builder.structVector(schema, f.index, length,
            (index, to, at) => copyTo(to, at, memory + size * index, size),
            align: f.align, width: f.width);
      default:
        made = builder.elements(
            Uint8List.sublistView(scratch.bytes, memory, scratch.length),
            schema.sizeOf(f.kind, f.index),
            align: f.align,
            width: f.width);
    }
    parts.length = base;
    scratch.length = memory;
    return _Item(_State.part, part: made);
  }

  /// Returns the length of a vector that was built.
  int lengthOf(Ref<Object?> vector) =>
      ByteData.sublistView(builder.built(vector)).getUint32(0, Endian.little);

  /// Reads the items of a vector, and returns their number. Those that stand in
  /// place go into the scratch memory.
  int listed(SchemaField f, Ref<Object?>? tags) {
    if (peek() != 0x5B) {
      throw wrong(f.base64 != Base64Form.none
          ? 'bytes as Base64 text, or an array'
          : 'an array');
    }
    enter();
    var index = 0;
    for (; more(index == 0, 0x5D); index++) {
      steps.add(index);
      listedItem(f, tags, index);
      steps.removeLast();
    }
    return index;
  }

  void listedItem(SchemaField f, Ref<Object?>? tags, int index) {
    var tag = Bits.zero;
    if (f.kind == FieldKind.struct) {
      return structure(f.index, placeOf(f.index));
    }
    if (f.kind == FieldKind.union) {
      if (index >= lengthOf(tags!)) {
        throw tooMany('as many types as values');
      }
      // The buffer may have moved since.
      final kind = schema.unions[f.index].tag;
      final held = ByteData.sublistView(builder.built(tags));
      tag = _load(held, 4 + kind.size * index, kind.size);
    }
    final item = single(f, tag);
    if (item.state == _State.bits) {
      final size = schema.storedKind(f).size;
      final place = scratch.length;
      scratch.zeros(size);
      _store(scratch.data, place, size, item.bits);
    } else {
      parts.add(item.part);
    }
  }

  /// Reads bytes as text.
  Uint8List base64Bytes(SchemaField f) {
    final start = at;
    string();
    final bytes = _base64(content, isUrl: f.base64 == Base64Form.url);
    return bytes ??
        (throw fail(
            ErrorKind.typeMismatch, start, 'bytes as Base64 text'));
  }

  /// Writes a vector of bytes.
  _Item raw(SchemaField f, Uint8List held, int align) => _Item(_State.part,
      part: builder.bytes(held,
          align: f.align > align ? f.align : align, width: f.width));

  /// Reads a nested buffer: its content, or its bytes.
  _Item nested(SchemaField f) {
    final first = peek();
    if (first == 0x7B) {
      return _Item(_State.part,
          part: builder.nested(() => table(f.index), width: f.width));
    }
    final isText = first == 0x22 && f.base64 != Base64Form.none;
    if (first != 0x5B && !isText) {
      throw wrong('an object, or the bytes of a buffer');
    }
    final start = at;
    final memory = scratch.length;
    final Uint8List held;
    if (isText) {
      held = base64Bytes(f);
    } else {
      listed(_byteVector, null);
      held = Uint8List.fromList(
          Uint8List.sublistView(scratch.bytes, memory, scratch.length));
      scratch.length = memory;
    }
    try {
      Verify(limits: options.limits).root(schema, f.index, held);
    } on VarvelException catch (error) {
      throw fail(error.kind, start, error.expected, error.found);
    }
    return raw(f, held, schema.largestAlign);
  }
}

const SchemaField _byteVector =
    SchemaField('', FieldKind.uint8, shape: Shape.vector);

/// Returns the bits of a scalar.
Bits _load(ByteData d, int at, int size) => switch (size) {
      1 => Bits(0, d.getUint8(at)),
      2 => Bits(0, d.getUint16(at, Endian.little)),
      4 => Bits(0, d.getUint32(at, Endian.little)),
      _ => Bits(
          d.getUint32(at + 4, Endian.little), d.getUint32(at, Endian.little)),
    };

final RegExp _base64Plain = RegExp(r'^[A-Za-z0-9+/]*={0,2}$');
final RegExp _base64Url = RegExp(r'^[A-Za-z0-9_-]*={0,2}$');

/// Returns the bytes of a text in Base64, or null. The padding may be left out;
/// bits that mean nothing must be zero.
Uint8List? _base64(String text, {required bool isUrl}) {
  if (!(isUrl ? _base64Url : _base64Plain).hasMatch(text)) {
    return null;
  }
  final padded = text.endsWith('=');
  final whole = padded ? text : text.padRight((text.length + 3) ~/ 4 * 4, '=');
  if (whole.length % 4 != 0) {
    return null;
  }
  try {
    final bytes = base64.decode(whole);
    final again = isUrl ? base64Url.encode(bytes) : base64.encode(bytes);
    return again == whole ? bytes : null;
  } on FormatException {
    return null;
  }
}
