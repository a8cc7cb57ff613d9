part of 'json.dart';

/// Writes tables as JSON. The recursion is as deep as the verifier has allowed.
final class _Writer {
  _Writer(this.schema, this.options, this.from, {this.isForPeople = false})
      : json = JsonWriter(indent: options.indent);

  final Schema schema;
  final JsonOptions options;
  final Place from;

  /// Whether a tag that the schema does not know is written as its number,
  /// without the value.
  final bool isForPeople;
  final JsonWriter json;
  final List<Object> steps = [];

  Output get out => json.out;

  /// Writes what [write] writes of the place, and returns the text.
  Uint8List document(void Function(_Writer writer, Place at) write) {
    try {
      write(this, from);
    } on VarvelException catch (error) {
      throw error.copyWith(path: _pathOf(steps));
    } on RangeError {
      throw changed();
    }
    return out.take();
  }

  void key(bool first, String name) {
    json.next(first: first);
    if (options.bareNames && _isWord(name)) {
      out.ascii(name);
    } else {
      text(name);
    }
    json.colon();
  }

  static final RegExp _word = RegExp(r'^[A-Za-z_][A-Za-z0-9_]*$');

  static bool _isWord(String name) => _word.hasMatch(name);

  void text(String value) {
    final bytes = encodeUtf8(value);
    writeJsonString(out, bytes, 0, bytes.length);
  }

  /// Writes a table.
  void table(int object, Place at) {
    final of = schema.objects[object];
    final (data, position) = (at.data, at.at);
    final vtable = position - data.getInt32(position, Endian.little);
    final slots = data.getUint16(vtable, Endian.little);
    int offset(int id) => 4 + 2 * id < slots
        ? data.getUint16(vtable + 4 + 2 * id, Endian.little)
        : 0;
    var first = true;
    json.open(0x7B);
    for (var id = 0; id < of.fields.length; id++) {
      final f = of.fields[id];
      if (f.isDeprecated) {
        continue;
      }
      final o = offset(id);
      if (o == 0) {
        if ((options.defaults || of.key == id) && otherwise(f, first)) {
          first = false;
        }
        continue;
      }
      steps.add(f.name);
      final place = at.moved(position + o);
      final int tag;
      if (f.kind == FieldKind.union && _isOneOrVector(f)) {
        tag = offset(id - 1);
      } else {
        tag = 0;
      }
      if (field(f, place, tag == 0 ? -1 : position + tag, first)) {
        first = false;
      }
      steps.removeLast();
    }
    json.close(0x7D, empty: first);
  }

  static bool _isOneOrVector(SchemaField f) =>
      f.shape == Shape.one || f.shape == Shape.vector;

  /// Writes the default of an absent field. Returns whether there is one.
  bool otherwise(SchemaField f, bool first) {
    switch (f.presence) {
      case Presence.byDefault when f.shape == Shape.one && f.kind.isScalar:
        key(first, f.name);
        final d = ByteData(8);
        putBits(d, 0, f.fallback);
        scalar(f, d, 0);
      case Presence.defaultText:
        key(first, f.name);
        text(f.text);
      case Presence.defaultEmpty:
        key(first, f.name);
        out.ascii(f.base64 != Base64Form.none ? '""' : '[]');
      default:
        return false;
    }
    return true;
  }

  /// Writes a present field of a table, whose place is [at]. [tag] is the
  /// position of the field of its tags, if it is a union. Returns false if it
  /// is left out.
  bool field(SchemaField f, Place at, int tag, bool first) {
    if (f.shape == Shape.one && f.kind == FieldKind.tag) {
      final value = tagAt(at.data, at.at, schema.unions[f.index].tag);
      if (options.skipUnknown &&
          value != 0 &&
          schema.member(f.index, value) == null) {
        return false;
      }
      key(first, f.name);
      writeTag(f.index, value, at);
      return true;
    }
    if (f.kind == FieldKind.union && _isOneOrVector(f)) {
      return unionField(f, at, tag, first);
    }
    key(first, f.name);
    value(f, at);
    return true;
  }

  bool unionField(SchemaField f, Place at, int tag, bool first) {
    if (tag < 0) {
      return false;
    }
    final kind = schema.unions[f.index].tag;
    if (f.shape == Shape.one) {
      final value = tagAt(at.data, tag, kind);
      if (schema.member(f.index, value) == null) {
        return false;
      }
      key(first, f.name);
      union(f.index, value, at.follow());
      return true;
    }
    key(first, f.name);
    final values = at.follow();
    final tags = at.moved(tag).follow().at + 4;
    items(values.data.getUint32(values.at, Endian.little), (index) {
      final value = tagAt(at.data, tags + kind.size * index, kind);
      if (schema.member(f.index, value) == null) {
        out.ascii('null');
      } else {
        final item = values.moved(values.at + 4 + 4 * index);
        union(f.index, value, item.follow());
      }
    });
    return true;
  }

  /// Writes the value of a field at a place.
  void value(SchemaField f, Place at) {
    switch (f.shape) {
      case Shape.array when f.isChars:
        return text(charsOf(
            Uint8List.sublistView(at.bytes, at.at, at.at + f.length)));
      case Shape.array:
        return elements(f, at, f.length);
      case Shape.one:
        final isPart = f.kind == FieldKind.string || f.kind == FieldKind.table;
        return item(f, isPart ? at.follow(f.width) : at);
      default:
    }
    final to = at.follow(f.width);
    final isLong = f.width == Width.vector;
    final length = to.length(f.width);
    final first = to.moved(to.at + (isLong ? 8 : 4));
    if (f.shape == Shape.vector && f.base64 == Base64Form.none) {
      return elements(f, first, length);
    }
    final held =
        Uint8List.sublistView(at.bytes, first.at, first.at + length);
    // A text in the place of a FlexBuffer would be its value.
    if (f.shape == Shape.flex) {
      return _writeFlex(this, held);
    }
    switch (f.base64) {
      case Base64Form.standard:
        out.ascii('"${base64.encode(held)}"');
      case Base64Form.url:
        out.ascii('"${base64Url.encode(held)}"');
      case Base64Form.none when f.shape == Shape.nested && held.isNotEmpty:
        final inner = Place.ofBytes(held);
        table(f.index, inner.follow());
      case Base64Form.none:
        elements(f, first, length);
    }
  }

  /// Writes the elements of a vector or an array from a place on.
  void elements(SchemaField f, Place first, int length) {
    final size = schema.sizeOf(f.kind, f.index);
    final isPart = f.kind == FieldKind.string || f.kind == FieldKind.table;
    items(length, (index) {
      final at = first.moved(first.at + size * index);
      item(f, isPart ? at.follow() : at);
    });
  }

  /// Writes an array of what [each] writes.
  void items(int length, void Function(int index) each) {
    json.open(0x5B);
    for (var index = 0; index < length; index++) {
      json.next(first: index == 0);
      steps.add(index);
      each(index);
      steps.removeLast();
    }
    json.close(0x5D, empty: length == 0);
  }

  /// Writes a single value at its own place.
  void item(SchemaField f, Place at) {
    switch (f.kind) {
      case FieldKind.tag:
        writeTag(
            f.index, tagAt(at.data, at.at, schema.unions[f.index].tag), at);
      case FieldKind.string:
        string(at);
      case FieldKind.struct:
        structure(f.index, at);
      case FieldKind.table:
        table(f.index, at);
      default:
        scalar(f, at.data, at.at);
    }
  }

  /// Writes the string at a place.
  void string(Place at) {
    final length = at.length(Width.narrow);
    final first = at.at + 4;
    RangeError.checkValidRange(first, first + length, at.bytes.length);
    writeJsonString(out, at.bytes, first, first + length);
  }

  void structure(int object, Place at) {
    final fields = schema.objects[object].fields;
    json.open(0x7B);
    for (var id = 0; id < fields.length; id++) {
      final f = fields[id];
      key(id == 0, f.name);
      steps.add(f.name);
      value(f, at.moved(at.at + f.offset));
      steps.removeLast();
    }
    json.close(0x7D, empty: fields.isEmpty);
  }

  /// Writes the tag of a union, which is at a place. One that is unknown to the
  /// schema is refused, or becomes NONE.
  void writeTag(int union, int tag, Place at) {
    final member = schema.member(union, tag);
    if (member == null && tag != 0 && isForPeople) {
      return number(at.data, at.at, schema.unions[union].tag);
    }
    if (member == null && tag != 0 && !options.skipUnknown) {
      throw VarvelException(
        ErrorKind.unknownVariant,
        expected: 'a tag that the union has',
        found: '$tag',
      );
    }
    if (options.numbers) {
      out.ascii(member == null ? '0' : '$tag');
    } else {
      text(member?.name ?? 'NONE');
    }
  }

  void union(int union, int tag, Place at) {
    final member = schema.member(union, tag)!;
    switch (member.kind) {
      case FieldKind.table:
        table(member.index, at);
      case FieldKind.struct:
        structure(member.index, at);
      default:
        string(at);
    }
  }

  /// Writes a number at a position, or its name.
  void scalar(SchemaField f, ByteData d, int at) {
    if (f.enumeration >= 0 && !options.numbers) {
      final name = schema.enumName(f.enumeration, _extended(d, at, f.kind));
      if (name != null) {
        return text(name);
      }
    }
    number(d, at, f.kind);
  }

  /// Writes a number of this kind at a position, or a boolean.
  void number(ByteData d, int at, FieldKind kind) {
    switch (kind) {
      case FieldKind.boolean:
        out.ascii(d.getUint8(at) != 0 ? 'true' : 'false');
      case FieldKind.float32:
        final value = d.getFloat32(at, Endian.little);
        special(value) ? null : writeSingle(out, value);
      case FieldKind.float64:
        final value = d.getFloat64(at, Endian.little);
        special(value) ? null : writeDouble(out, value);
      case FieldKind.int64:
        out.ascii('${_load(d, at, 8).signed}');
      case FieldKind.uint64:
        out.ascii('${_load(d, at, 8).unsigned}');
      default:
        writeInt(out, tagAt(d, at, kind));
    }
  }

  /// Writes NaN or an infinity as text. Returns false for others.
  bool special(double value) {
    if (value.isFinite) {
      return false;
    }
    out.ascii(value.isNaN
        ? '"nan"'
        : value > 0
            ? '"inf"'
            : '"-inf"');
    return true;
  }
}

/// Returns the bits of a number of an enum, with its sign in 64 bits.
Bits _extended(ByteData d, int at, FieldKind kind) =>
    kind.size == 8 ? _load(d, at, 8) : Bits.of(tagAt(d, at, kind));
