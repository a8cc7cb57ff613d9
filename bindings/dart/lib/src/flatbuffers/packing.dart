part of 'runtime.dart';

/// A part of what is being packed: a table with its current field, or a vector
/// with its current item. The steps are the path of an error, and their number
/// is the depth.
final class _Step {
  /// Null for a vector.
  Schema? schema;

  /// The number of the table.
  int object = 0;

  /// The id of the field, or the index of the item; -1 before the first one.
  int at = -1;

  /// Whether the items of the vector are unions.
  bool isUnions = false;
}

/// Packs plain objects of generated code.
extension Packing on Builder {
  _Step _pushed() {
    if (_depth == _steps.length) {
      _steps.add(_Step());
    }
    return _steps[_depth++];
  }

  /// Begins to pack a table of an object of the schema. Tables that are nested
  /// too deep are refused: also plain objects that contain themselves end so.
  void enter(Schema schema, int object) {
    _begin();
    var around = _depth;
    // A verifier waits at all that is around a table, but not at the vector of
    // one without parts.
    if (around != 0) {
      final last = _steps[around - 1];
      if (last.schema == null && !last.isUnions) {
        around--;
      }
    }
    _pushed()
      ..schema = schema
      ..object = object
      ..at = -1
      ..isUnions = false;
    _mayBe(around);
  }

  void _mayBe(int waiting) {
    if (waiting > maxDepth) {
      throw _failed(_tooDeep());
    }
  }

  VarvelException _tooDeep() => tooDeep(maxDepth).copyWith(
      hint: 'pack it by a `Builder(maxDepth: …)`, and read it with '
          '`Limits(depth: …)`');

  /// Says which field of the table, or which item, is packed next.
  @pragma('vm:prefer-inline')
  void step(int at) {
    if (_depth > 0) {
      _steps[_depth - 1].at = at;
    }
  }

  /// Ends what [enter] began.
  @pragma('vm:prefer-inline')
  void leave() => _depth--;

  void _enterVector({required bool isUnions}) {
    _begin();
    final around = _depth;
    _pushed()
      ..schema = null
      ..at = -1
      ..isUnions = isUnions;
    _mayBe(around);
  }

  /// Whether the parts of a table are packed, and the table itself is built.
  bool get _isFinishing {
    if (_depth == 0) {
      return false;
    }
    final last = _steps[_depth - 1];
    return last.schema != null && last.at < 0;
  }

  /// Returns the path of the steps and [more], or an empty string outside of
  /// all.
  String _path([List<String> more = const []]) {
    if (_depth == 0 && more.isEmpty) {
      return '';
    }
    final steps = <String>[];
    for (final step in _steps.take(_depth)) {
      final schema = step.schema;
      if (step.at >= 0) {
        steps.add(schema == null
            ? indexStep(step.at)
            : keyStep(schema.objects[step.object].fields[step.at].name));
      }
    }
    if (_item >= 0 && _depth > 0) {
      steps.add(indexStep(_item));
    }
    return pathText(steps..addAll(more));
  }

  /// Builds a vector of tables, each by [pack], the last one first. If their
  /// object in the schema has a key, they are sorted by it.
  Ref<Tables<T>> packTables<T extends Table, P>(Schema schema, int object,
      List<P> values, Ref<T> Function(P value) pack) {
    final parts = _guarded(() {
      _enterVector(isUnions: false);
      final parts = Int32List(values.length);
      for (var i = parts.length - 1; i >= 0; i--) {
        step(i);
        parts[i] = pack(values[i])._at - _base;
      }
      leave();
      return parts;
    });
    if (schema.objects[object].key >= 0) {
      _sortPositions(schema, object, parts);
    }
    return _ref(_positions(parts, Width.narrow));
  }

  /// Builds a vector of unions, each by [pack], the last one first.
  UnionVectorRef<U> packUnions<U, P>(
      FieldKind kind, List<P?> values, UnionRef<U> Function(P value) pack) {
    final refs = _guarded(() {
      _enterVector(isUnions: true);
      final refs = List<UnionRef<U>?>.filled(values.length, null);
      for (var i = refs.length - 1; i >= 0; i--) {
        step(i);
        final value = values[i];
        refs[i] = value == null ? null : pack(value);
      }
      leave();
      return refs;
    });
    return unionVector(kind, refs);
  }

  /// Builds the bytes of a nested buffer whose root is this object of the
  /// schema. They are verified, and aligned for all that the schema has.
  Ref<Uint8List> packNested(Schema schema, int object, List<int> values,
      {int align = 1, Width width = Width.narrow}) {
    final held = values is Uint8List ? values : _octets(values);
    checkNested(schema, object, held);
    final largest = schema.largestAlign;
    return bytes(held, align: align > largest ? align : largest, width: width);
  }

  /// Refuses bytes that are not a buffer whose root is this object.
  void checkNested(Schema schema, int object, Uint8List held) {
    // The table and the nested buffer are around its root.
    final depth = maxDepth - (_depth < 1 ? 1 : _depth) - 1;
    if (depth < 0) {
      throw _failed(_tooDeep());
    }
    try {
      const Verify()._bounded(schema, object, held, depth);
    } on VarvelException catch (error) {
      final why = held.isEmpty ? '' : ' (${error.message})';
      throw _failed(VarvelException(
        error.kind,
        expected: 'the bytes of a buffer of ${schema.objects[object].name}',
        found: '${held.length} bytes$why',
      ));
    }
  }

  /// Refuses bytes that have been built and are not a buffer whose root is this
  /// object.
  void checkNestedPart(
      Schema schema, int object, Width width, Ref<Uint8List> part) {
    final from = built(part);
    final prefix = _prefixOf(width);
    final length = _lengthAt(dataOf(from), 0, width);
    checkNested(schema, object, _bytesAt(from, prefix, length));
  }

  /// Adds the bytes of a nested buffer that have been built, and verifies them.
  void addNested(int id, Schema schema, int object, Width width,
      Ref<Uint8List> part) {
    checkNestedPart(schema, object, width, part);
    width == Width.narrow
        ? addRef(id, part)
        : addRefWide(id, width, part);
  }

  /// Refuses the value of a union that this schema does not have.
  Never unknownUnion(String union, int tag) => throw _failed(VarvelException(
        ErrorKind.unknownVariant,
        expected: 'a value that the union $union has',
        found: 'tag $tag',
      ));

  /// Refuses a required part that is null.
  Never missing(int id, String name) {
    step(id);
    throw _failed(VarvelException(
      ErrorKind.missingField,
      expected: 'the required field $name',
    ));
  }
}

/// Returns the buffer whose root is the object that [pack] builds.
Uint8List packed(
  Schema schema,
  int object,
  Ref<Object?> Function(Builder builder) pack, {
  bool sizePrefixed = false,
}) {
  final builder = Builder();
  return builder.finish(
    pack(builder),
    identifier: schema.identifierOf(object),
    sizePrefixed: sizePrefixed,
  );
}

/// Returns the enum of a number that may be absent.
E? made<E, V extends Object>(V? value, E Function(V value) make) =>
    value == null ? null : make(value);

/// Returns a value that is not null: a present field cannot become absent.
V present<V extends Object>(V? value, String field) => value ??
    (throw _refused('a value of the field $field', 'null'));

/// Returns a vector without elements.
L empty<L>(MakeVector<L> make) => make(_nothing, _nothingData, 0, 0);

final Uint8List _nothing = Uint8List(0);
final ByteData _nothingData = ByteData.sublistView(_nothing);
