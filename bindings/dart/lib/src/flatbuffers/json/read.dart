part of 'json.dart';

/// The form that a value has taken.
enum _State {
  /// No value: it was null, or is in its struct already.
  absent,

  /// The bits of a scalar.
  bits,

  /// A part of the buffer.
  part,

  /// A struct that waits in the scratch memory.
  inPlace,
}

/// A value that has been read: a finished field of an open object, or an item.
final class _Item {
  const _Item(this.state, {this.bits = Bits.zero, this.part, this.place = 0});

  static const _Item nothing = _Item(_State.absent);

  final _State state;
  final Bits bits;
  final Ref<Object?>? part;

  /// The place in the scratch memory.
  final int place;
}

/// A finished field of an open object.
typedef _Done = ({int field, _Item item});

/// A value of a union whose tag has not come yet.
typedef _Late = ({int id, int at});

/// The number of fields that are compared with each key that comes. In larger
/// objects duplicate keys are found at the end.
const int _compared = 64;

/// Reads JSON into a buffer. The recursion is bounded by the depth limit.
final class _Reader extends _Tokens {
  _Reader(this.schema, this.options, Uint8List text)
      : builder = Builder(
          room: text.length,
          forceDefaults: options.defaults,
        ),
        super(text, options.limits.depth);

  final Schema schema;
  final JsonOptions options;
  final Builder builder;

  /// The fields of the open objects.
  final List<_Done> items = [];

  /// The items of the open vectors that are parts of the buffer.
  final List<Ref<Object?>?> parts = [];

  /// The structs, and the elements in place, that are being built.
  final Output scratch = Output(64);

  /// The steps to what is being read.
  final List<Object> steps = [];

  /// Reads the whole document.
  Uint8List document(int object) {
    try {
      final root = _root(object);
      if (peek() != 0 || at < text.length) {
        throw other(ErrorKind.trailingData, 'the end of input');
      }
      return builder.finish(
        root,
        identifier: options.noIdentifier ? '' : schema.identifierOf(object),
        sizePrefixed: options.sizePrefixed,
      );
    } on VarvelException catch (error) {
      throw _located(error);
    }
  }

  /// Returns an error about the text with the path to its place, and one about
  /// the value there with the path of the steps.
  VarvelException _located(VarvelException error) {
    final at = error.offset;
    return switch (error.kind) {
      ErrorKind.trailingData ||
      ErrorKind.invalidNumber ||
      ErrorKind.numberOutOfRange ||
      ErrorKind.depthLimit =>
        error.copyWith(path: pathText(stepsAt(text, behindKey(text, at)))),
      // These may be inside of a string, where a quote does not begin a key.
      ErrorKind.syntax ||
      ErrorKind.unexpectedEnd ||
      ErrorKind.controlCharacter ||
      ErrorKind.invalidEscape ||
      ErrorKind.loneSurrogate ||
      ErrorKind.invalidUtf8 =>
        error.copyWith(path: pathText(stepsAt(text, at))),
      _ => error.copyWith(path: _pathOf(steps)),
    };
  }

  /// Reads a table or a struct as the root.
  Ref<Object?> _root(int object) {
    if (!schema.objects[object].isStruct) {
      return table(object);
    }
    final place = placeOf(object);
    structure(object, place);
    return outside(object, place);
  }

  /// The error of a value that is of another kind, or what is wrong with the
  /// value itself.
  VarvelException wrong(String expected) {
    final first = peek();
    final start = at;
    if (first != 0x7B && first != 0x5B && lexer.word().isEmpty) {
      skip();
      at = start;
    }
    return other(ErrorKind.typeMismatch, expected);
  }

  /// Reads an object. It calls [seen] with the number of each field before the
  /// colon, and [member] after it.
  void members(
    int object,
    void Function(int id, SchemaField f, int at) seen,
    void Function(int id, SchemaField f) member,
  ) {
    final of = schema.objects[object];
    if (peek() != 0x7B) {
      throw wrong('an object');
    }
    enter();
    var next = 0;
    for (var first = true; more(first, 0x7D); first = false) {
      peek();
      final at = this.at;
      key();
      // Members most often come in order.
      final name = content;
      final id = next < of.fields.length && of.fields[next].name == name
          ? next
          : schema.fieldNamed(object, name);
      if (id < 0 || of.fields[id].isDeprecated) {
        if (!options.skipUnknown) {
          steps.add(name);
          final why = id < 0 ? '' : ', which is deprecated';
          throw fail(ErrorKind.unknownMember, at, 'a member of ${of.name}',
              '${quoted(name)}$why');
        }
        colon();
        skip();
        continue;
      }
      next = id + 1;
      final f = of.fields[id];
      seen(id, f, at);
      colon();
      steps.add(f.name);
      member(id, f);
      steps.removeLast();
    }
  }

  /// Reads a table, and returns it.
  Ref<Object?> table(int object) {
    final fields = schema.objects[object].fields;
    final base = items.length;
    final memory = scratch.length;
    peek();
    final start = at;
    final waiting = <_Late>[];
    members(object, (id, f, at) {
      final isLate = waiting.any((late) => late.id == id);
      if (isLate ||
          (f.kind == FieldKind.tag || items.length - base <= _compared) &&
              given(base, id) != null) {
        throw duplicate(f, at);
      }
    }, (id, f) {
      if (_isUnion(f)) {
        final tag = given(base, id - 1);
        if (tag == null || tag.state == _State.absent) {
          waiting.add((id: id, at: at));
          // A skipped value has no path of its own.
          return skip();
        }
      }
      final isPresent = member(base, id, f);
      if (f.kind == FieldKind.tag && isPresent) {
        final place = waiting.indexWhere((late) => late.id == id + 1);
        if (place >= 0) {
          playLate(base, waiting.removeAt(place), fields[id + 1]);
        }
      }
    });
    for (final late in waiting) {
      final end = at;
      at = late.at;
      peek();
      final isNull = lexer.take('null');
      at = end;
      if (!isNull) {
        final (tag, value) = (fields[late.id - 1], fields[late.id]);
        throw fail(
            ErrorKind.missingField,
            start,
            'a member ${quoted(tag.name)}, which says what '
            '${quoted(value.name)} is');
      }
    }
    final done = ordered(base, fields, start);
    complete(done, object, start);
    final made = write(done, fields);
    items.length = base;
    scratch.length = memory;
    return made;
  }

  static bool _isUnion(SchemaField f) =>
      f.kind == FieldKind.union &&
      f.shape != Shape.nested &&
      f.shape != Shape.flex;

  VarvelException duplicate(SchemaField f, int at) {
    steps.add(f.name);
    return fail(ErrorKind.duplicateKey, at, 'each member once',
        '${quoted(f.name)} again');
  }

  /// Returns a field of the open object, or null if it has not come.
  _Item? given(int base, int id) {
    for (var at = base; at < items.length; at++) {
      if (items[at].field == id) {
        return items[at].item;
      }
    }
    return null;
  }

  /// Reads a value whose tag has come now.
  void playLate(int base, _Late late, SchemaField f) {
    final end = at;
    at = late.at;
    final tag = steps.removeLast();
    steps.add(f.name);
    member(base, late.id, f);
    steps.last = tag;
    at = end;
  }

  /// Reads the value of a field of a table. Returns whether there is one.
  bool member(int base, int id, SchemaField f) {
    var item = _Item.nothing;
    if (!takeNull()) {
      final tag = f.kind == FieldKind.union ? given(base, id - 1) : null;
      item = value(f, tag ?? _Item.nothing);
    }
    items.add((field: id, item: item));
    return item.state != _State.absent;
  }

  /// Returns the fields that came in the object that begins at [start] in their
  /// order, and refuses a duplicate.
  List<_Done> ordered(int base, List<SchemaField> fields, int start) {
    final done = items.sublist(base);
    for (var at = 1; at < done.length; at++) {
      if (done[at].field <= done[at - 1].field) {
        done.sort((a, b) => a.field - b.field);
        break;
      }
    }
    for (var at = 1; at < done.length; at++) {
      if (done[at].field == done[at - 1].field) {
        final f = fields[done[at].field];
        throw duplicate(f, lastKey(start, f.name));
      }
    }
    return done;
  }

  /// Returns the place where a key comes last in the object that begins at
  /// [start], which has been read.
  int lastKey(int start, String name) {
    final again = _Tokens(text, limit, start + 1);
    var last = start;
    for (var first = true; again.more(first, 0x7D); first = false) {
      again.peek();
      final at = again.at;
      again.key();
      if (again.content == name) {
        last = at;
      }
      again
        ..colon()
        ..skip();
    }
    return last;
  }

  /// Checks that each required field has come, and each union that has a tag,
  /// in the object that begins at [start].
  void complete(List<_Done> done, int object, int start) {
    final fields = schema.objects[object].fields;
    final valued = {
      for (final of in done)
        if (of.item.state != _State.absent) of.field,
    };
    for (final (:field, :item) in done) {
      final isTag = fields[field].kind == FieldKind.tag &&
          item.state != _State.absent &&
          !(item.state == _State.bits && item.bits.isZero);
      if (isTag && !valued.contains(field + 1)) {
        throw missing(object, fields[field + 1], start, 'only its type');
      }
    }
    for (var id = 0; id < fields.length; id++) {
      final f = fields[id];
      if (f.presence == Presence.required &&
          !f.isDeprecated &&
          !valued.contains(id)) {
        throw missing(object, f, start, 'an object without it');
      }
    }
  }

  /// The error of an object that begins at [start], without a field that it
  /// must have.
  VarvelException missing(int object, SchemaField f, int start, String why) =>
      fail(ErrorKind.missingField, start,
          'a member ${quoted(f.name)} of ${schema.objects[object].name}', why);

  /// Writes the table of these fields.
  Ref<Object?> write(List<_Done> done, List<SchemaField> fields) {
    builder.startTable(fields.length);
    for (var align = 256; align > 0; align ~/= 2) {
      for (final (:field, :item) in done) {
        final f = fields[field];
        if (item.state == _State.absent || schema.inlineAlign(f) != align) {
          continue;
        }
        if (item.state == _State.bits &&
            f.presence == Presence.byDefault &&
            item.bits == f.fallback &&
            !options.defaults) {
          continue;
        }
        _add(field, f, item, align);
      }
    }
    return builder.endTable();
  }

  void _add(int id, SchemaField f, _Item item, int align) {
    final size = schema.inlineSize(f);
    switch (item.state) {
      case _State.absent:
        break;
      case _State.bits:
        final at = builder.addStruct(id, size, align);
        _store(builder.memory, at, size, item.bits);
      case _State.part when f.width != Width.narrow:
        builder.addRefWide(id, f.width, item.part!);
      case _State.part:
        builder.addRef(id, item.part!);
      case _State.inPlace:
        final at = builder.addStruct(id, size, align);
        copyTo(builder.memory, at, item.place, size);
    }
  }

  /// Copies bytes of the scratch memory.
  void copyTo(ByteData to, int at, int place, int size) {
    Uint8List.sublistView(to).setRange(at, at + size, scratch.bytes, place);
  }

  /// Reads the value of a field of a table. The tag is that of a union, or the
  /// tags of a vector of unions.
  _Item value(SchemaField f, _Item tag) => switch (f.shape) {
        Shape.vector => vector(f, tag.part),
        Shape.nested => nested(f),
        Shape.flex => flexible(f),
        _ => single(f, tag.bits),
      };

  /// Reads a single value.
  _Item single(SchemaField f, Bits tag) {
    switch (f.kind) {
      case FieldKind.tag:
        return _Item(_State.bits, bits: readTag(f.index));
      case FieldKind.string:
        return _Item(_State.part, part: textPart(f.isShared));
      case FieldKind.struct:
        final place = placeOf(f.index);
        structure(f.index, place);
        return _Item(_State.inPlace, place: place);
      case FieldKind.table:
        return _Item(_State.part, part: table(f.index));
      case FieldKind.union:
        return union(f, _signedTag(schema.unions[f.index].tag, tag));
      default:
        return _Item(_State.bits, bits: scalar(f));
    }
  }

  /// Reads the value of a union with this tag.
  _Item union(SchemaField f, int tag) {
    final member = schema.member(f.index, tag);
    if (member == null) {
      if (takeNull()) {
        return _Item.nothing;
      }
      throw wrong("null, since the union's type is NONE");
    }
    switch (member.kind) {
      case FieldKind.table:
        return _Item(_State.part, part: table(member.index));
      case FieldKind.string:
        return _Item(_State.part, part: textPart(f.isShared));
      default:
        final place = placeOf(member.index);
        structure(member.index, place);
        return _Item(_State.part, part: outside(member.index, place));
    }
  }

  /// Reads a string into the buffer.
  Ref<Object?> textPart(bool isShared) {
    if (peek() != 0x22) {
      throw wrong('a string');
    }
    string();
    return isShared
        ? builder.sharedString(content)
        : builder.stringOfUtf8(
            lexer.content, lexer.contentStart, lexer.contentEnd);
  }
}

/// Stores the bits of a scalar.
void _store(ByteData to, int at, int size, Bits bits) {
  switch (size) {
    case 1:
      to.setUint8(at, bits.low);
    case 2:
      to.setUint16(at, bits.low, Endian.little);
    case 4:
      to.setUint32(at, bits.low, Endian.little);
    default:
      putBits(to, at, bits);
  }
}

/// Returns the tag with these bits, as a signed number.
int _signedTag(FieldKind kind, Bits bits) {
  final d = ByteData(8);
  putBits(d, 0, bits);
  return tagAt(d, 0, kind);
}
