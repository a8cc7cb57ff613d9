part of 'json.dart';

extension on _Reader {
  /// Makes room for a struct in the scratch memory.
  int placeOf(int object) {
    final place = scratch.length;
    scratch.zeros(schema.objects[object].size);
    return place;
  }

  /// Reads a struct into the scratch memory.
  void structure(int object, int place) {
    final fields = schema.objects[object].fields;
    final base = items.length;
    peek();
    final start = at;
    members(object, (id, f, at) {
      if (items.length - base <= _compared && given(base, id) != null) {
        throw duplicate(f, at);
      }
    }, (id, f) {
      items.add((field: id, item: _Item.nothing));
      inStruct(f, place + f.offset);
    });
    final done = ordered(base, fields, start);
    for (var id = 0; id < fields.length; id++) {
      if (id >= done.length || done[id].field != id) {
        throw missing(object, fields[id], start, 'a struct without it');
      }
    }
    items.length = base;
  }

  /// Reads a field of a struct into its place.
  void inStruct(SchemaField f, int place) {
    if (f.shape != Shape.array) {
      return element(f, place);
    }
    if (f.isChars && peek() == 0x22) {
      return chars(f, place);
    }
    if (peek() != 0x5B) {
      throw wrong(f.isChars ? 'text, or an array' : 'an array');
    }
    enter();
    final start = at - 1;
    final size = schema.sizeOf(f.kind, f.index);
    final expected = 'an array of ${f.length}';
    var index = 0;
    for (; more(index == 0, 0x5D); index++) {
      steps.add(index);
      if (index == f.length) {
        throw tooMany(expected);
      }
      element(f, place + size * index);
      steps.removeLast();
    }
    if (index < f.length) {
      throw fail(ErrorKind.refused, start, expected);
    }
  }

  /// The error of an item too many, or of its own text.
  VarvelException tooMany(String expected) {
    final first = peek();
    final start = at;
    if (first != 0x7B && first != 0x5B && lexer.word().isEmpty) {
      skip();
    }
    return fail(ErrorKind.refused, start, expected);
  }

  /// Reads text into an array, with zeros after it.
  void chars(SchemaField f, int place) {
    final start = at;
    string();
    try {
      putChars(
          Uint8List.sublistView(scratch.bytes, place, place + f.length),
          content);
    } on VarvelException catch (error) {
      throw fail(error.kind, start, error.expected, error.found);
    }
  }

  /// Reads a value in a struct into its place.
  void element(SchemaField f, int place) {
    if (f.kind == FieldKind.struct) {
      return structure(f.index, place);
    }
    final bits = scalar(f);
    _store(scratch.data, place, f.kind.size, bits);
  }

  /// Builds a struct of the scratch memory outside of tables.
  Ref<Object?> outside(int object, int place) {
    final of = schema.objects[object];
    final made = builder.struct(
        of.size, of.align, (to, at) => copyTo(to, at, place, of.size));
    scratch.length = place;
    return made;
  }
}
