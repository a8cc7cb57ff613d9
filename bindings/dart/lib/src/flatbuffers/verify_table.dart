part of 'runtime.dart';

extension on _Pass {
  /// Verifies a table and its vtable, without its fields.
  void table(int object, int at, _Frame to) {
    aligned(at, 4);
    u32(at);
    final vtable = at - d.getInt32(at, Endian.little);
    if (vtable < start) {
      throw invalid(at, 'the offset of a vtable inside of the buffer');
    }
    aligned(vtable, 2);
    u32(vtable);
    final slots = d.getUint16(vtable, Endian.little);
    final size = d.getUint16(vtable + 2, Endian.little);
    if (slots < 4 || slots.isOdd) {
      throw invalid(vtable, 'an even size of a vtable, at least 4');
    }
    if (size < 4) {
      throw invalid(vtable + 2, 'a size of a table, at least 4');
    }
    inside(vtable, slots);
    see(size);
    if (tables == 0) {
      throw VarvelException(
        ErrorKind.nodeLimit,
        offset: at,
        expected: 'at most ${limits.nodes} tables',
      );
    }
    tables--;
    to
      ..set(_Part.table, object, at, 0, vtable)
      ..slots = slots
      ..extent = size;
  }

  /// Verifies the fields of a table, from the current one on. Returns true if
  /// [next] must be verified before the rest.
  bool fields(_Frame t) {
    final fields = schema.objects[t.object].fields;
    while (t.index < fields.length) {
      final f = fields[t.index];
      final offset = slot(t, t.index);
      if (offset == 0) {
        if (f.presence == Presence.required) {
          throw VarvelException(
            ErrorKind.missingField,
            offset: t.at,
            expected: 'the required field ${f.name}',
          );
        }
        t.index++;
        continue;
      }
      final enter = field(fields, f, t, offset);
      reaches(f, t, offset);
      t.index++;
      if (enter) {
        return true;
      }
    }
    return false;
  }

  /// Counts the bytes of a field that are after the end of its table: some
  /// writers share a vtable between tables of different sizes.
  void reaches(SchemaField f, _Frame t, int offset) {
    final end = offset + schema._inPlace(f);
    if (end > t.extent) {
      final more = end - t.extent;
      t.extent = end;
      see(more);
    }
  }

  /// Returns the position of a field in a table.
  int place(_Frame t, int offset, int size, int align) {
    final at = t.at + offset;
    if (offset < 4) {
      throw invalid(at, 'a field behind the first 4 bytes of its table');
    }
    inside(at, size);
    aligned(at, align);
    return at;
  }

  /// Returns the target of the offset in a field.
  int target(_Frame t, int offset, Width width) {
    final isWide = width != Width.narrow;
    final size = isWide ? 8 : 4;
    return this.offset(place(t, offset, size, size), isWide: isWide);
  }

  /// Verifies a present field. Returns true if [next] must be verified.
  bool field(List<SchemaField> fields, SchemaField f, _Frame t, int offset) {
    if (f._isInPlace) {
      final size = schema.sizeOf(f.kind, f.index);
      final align = schema.alignOf(f.kind, f.index);
      final at = place(t, offset, size, align);
      if (f.kind == FieldKind.tag) {
        tag(fields, t, at, f.index);
      }
      return false;
    }
    final to = target(t, offset, f.width);
    switch (f.shape) {
      case Shape.vector:
        return vector(f, t, to);
      case Shape.nested:
        final (first, length) = elements(to, f.width, 1, 1);
        next.set(_Part.nested, f.index, first, first + length);
        return true;
      case Shape.flex:
        elements(to, f.width, 1, 1);
        return false;
      default:
    }
    switch (f.kind) {
      case FieldKind.string:
        text(to);
        return false;
      case FieldKind.table:
        table(f.index, to, next);
        return true;
      case FieldKind.union:
        return member(f.index, tagOf(t, t.at + offset, f.index), to);
      default:
        return false;
    }
  }

  /// Returns the offset of a field in its table, or 0 if it is absent.
  int slot(_Frame t, int field) {
    final at = 4 + 2 * field;
    return at >= 0 && at < t.slots
        ? d.getUint16(t.vtable + at, Endian.little)
        : 0;
  }

  void text(int at) {
    aligned(at, 4);
    final length = u32(at);
    final first = at + 4;
    // The text and its zero must fit.
    if (length >= end - first) {
      throw endInside(at, 'a string with its length and its zero');
    }
    final last = first + length;
    if (b[last] != 0) {
      throw invalid(last, 'a zero after a string');
    }
    see(length);
    if (invalidUtf8At(b, first, last) >= 0) {
      throw VarvelException(
        ErrorKind.invalidUtf8,
        offset: first,
        expected: 'UTF-8',
      );
    }
  }

  /// Verifies a vector. Returns true if [next] must be verified.
  bool vector(SchemaField f, _Frame t, int to) {
    final size = schema.sizeOf(f.kind, f.index);
    final align = schema.alignOf(f.kind, f.index);
    final (first, length) = elements(to, f.width, size, align);
    switch (f.kind) {
      case FieldKind.string:
        texts(first, length);
      case FieldKind.table:
        next.set(_Part.tables, f.index, first, length);
        return true;
      case FieldKind.union:
        final tags = this.tags(t, f.index, length, to);
        next.set(_Part.unions, f.index, first, length, tags);
        return true;
      case FieldKind.tag:
        // Tags have a vector of unions behind them, as it has them.
        final fields = schema.objects[t.object].fields;
        final at = t.index + 1;
        if (at < fields.length &&
            fields[at].shape == Shape.vector &&
            fields[at].kind == FieldKind.union &&
            fields[at].index == f.index &&
            slot(t, at) == 0) {
          throw invalid(to, 'the vector of unions whose tags are there');
        }
      default:
    }
    return false;
  }

  /// Verifies the strings of a vector.
  void texts(int first, int length) {
    for (var index = 0; index < length; index++) {
      try {
        text(offset(first + 4 * index, isWide: false));
      } on VarvelException {
        inner.add(indexStep(index));
        rethrow;
      }
    }
  }

  /// Verifies the tables of a vector, from the current one on.
  bool items(_Frame v) {
    final table = _Frame();
    while (v.index < v.length) {
      final to = offset(v.at + 4 * v.index, isWide: false);
      this.table(v.object, to, table);
      // A table is done here if it contains nothing to enter.
      final bool enter;
      try {
        enter = fields(table);
      } on VarvelException {
        final step = stepOf(table, table.index);
        if (step != null) {
          inner.insert(0, step);
        }
        rethrow;
      }
      v.index++;
      if (enter) {
        if (waiting >= depth) {
          v.index--;
          throw tooDeep(depth, offset: table.at);
        }
        push(v);
        v.copy(table);
        return true;
      }
    }
    return false;
  }

  /// Returns the position of the first element of a vector, and the number of
  /// elements.
  (int, int) elements(int at, Width width, int size, int align) {
    final prefix = _prefixOf(width);
    aligned(at, prefix);
    final count = width == Width.vector ? u64(at) : u32(at);
    final first = at + prefix;
    // An empty vector has no elements to align, and some writers do not align
    // it.
    if (count != 0) {
      aligned(first, align);
    }
    if (count > (end - first) ~/ size) {
      throw endInside(at, 'a vector with all of its elements');
    }
    see(count * size);
    return (first, count);
  }

  /// Verifies the unions of a vector, from the current one on.
  bool unions(_Frame v) {
    final kind = schema.unions[v.object].tag;
    while (v.index < v.length) {
      final tag = _tagAt(d, v.vtable + v.index * kind.size, kind);
      if (tag != 0) {
        final to = offset(v.at + 4 * v.index, isWide: false);
        if (member(v.object, tag, to)) {
          v.index++;
          return true;
        }
      }
      v.index++;
    }
    return false;
  }

  /// Verifies the value of a union.
  bool member(int union, int tag, int to) {
    final member = schema.member(union, tag);
    switch (member?.kind) {
      case null:
        return false;
      case FieldKind.table:
        table(member!.index, to, next);
        return true;
      case FieldKind.string:
        text(to);
      default:
        final of = schema.objects[member!.index];
        aligned(to, of.align);
        inside(to, of.size);
        see(of.size);
    }
    return false;
  }

  /// Verifies a present tag: unless it is 0, its union must be there.
  void tag(List<SchemaField> fields, _Frame t, int at, int union) {
    final next = t.index + 1;
    if (next < fields.length &&
        fields[next].shape == Shape.one &&
        fields[next].kind == FieldKind.union &&
        fields[next].index == union &&
        _tagAt(d, at, schema.unions[union].tag) != 0 &&
        slot(t, next) == 0) {
      throw invalid(at, 'the value of a union whose tag is there');
    }
  }

  /// Returns the tag of the current union, which has a value.
  int tagOf(_Frame t, int at, int union) {
    // The field before has been verified. It is the tag.
    final offset = slot(t, t.index - 1);
    final tag =
        offset == 0 ? 0 : _tagAt(d, t.at + offset, schema.unions[union].tag);
    if (tag == 0) {
      throw invalid(at, 'the tag of a union whose value is there');
    }
    return tag;
  }

  /// Verifies the tags of a vector of unions, and returns their position.
  int tags(_Frame t, int union, int length, int at) {
    final offset = slot(t, t.index - 1);
    if (offset == 0) {
      throw invalid(at, 'the tags of a vector of unions');
    }
    final to = this.offset(t.at + offset, isWide: false);
    final count = u32(to);
    if (count != length) {
      throw VarvelException(
        ErrorKind.invalidBuffer,
        offset: to,
        expected: 'as many tags as values, $length',
        found: '$count',
      );
    }
    if (count * schema.unions[union].tag.size > end - to - 4) {
      throw endInside(to + 4, 'what its size says');
    }
    return to + 4;
  }

  /// Enters a buffer inside of a vector of bytes, or leaves it.
  bool nested(_Frame v) {
    final (outerStart, outerEnd) = (start, end);
    start = v.at;
    end = v.length;
    v
      ..at = outerStart
      ..length = outerEnd;
    if (v.index != 0) {
      if (v.left < left) {
        left = v.left;
      }
      return false;
    }
    v
      ..index = 1
      ..left = left;
    // The vector around it has paid for its bytes: visiting as many in it costs
    // nothing. The buffer around it gets nothing of what is left of them.
    left += end - start;
    table(v.object, offset(start, isWide: false), next);
    return true;
  }
}

extension on SchemaField {
  /// Whether the value is in its table itself, and is no offset.
  bool get _isInPlace =>
      shape == Shape.one &&
      (kind.isScalar || kind == FieldKind.tag || kind == FieldKind.struct);
}

extension on Schema {
  /// Returns the size of a field in its table.
  int _inPlace(SchemaField f) => f._isInPlace
      ? sizeOf(f.kind, f.index)
      : f.width == Width.narrow
          ? 4
          : 8;
}
