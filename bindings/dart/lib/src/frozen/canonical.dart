part of 'frozen.dart';

/// Documents of values.
extension NodeCanonical on Node {
  /// Returns the value as a document of its own in canonical form: two values
  /// are equal if the bytes of their canonical forms are, and only then.
  ///
  /// All of Varvel makes the same bytes of it. The members of objects are
  /// sorted by their keys, floats have 64 bits, and there is no checksum. Time
  /// is linear in the value, except for the sorting of keys, and for maps whose
  /// keys are maps.
  Frozen toCanonical() =>
      _freezeNode(this, const FreezeOptions(canonical: true));

  /// Returns the value as a document of its own.
  Frozen toFrozen({FreezeOptions options = const FreezeOptions()}) =>
      options.canonical ? toCanonical() : _freezeNode(this, options);
}

Frozen _freezeNode(Node node, FreezeOptions options) {
  if (!node.exists) {
    throw node._wrongKind('a value');
  }
  final recording = Recording(options, canonical: options.canonical);
  _Copying(recording, Limits.none).run(node);
  return _laidOut(recording, checksum: options.checksum && !options.canonical);
}

Frozen _laidOut(Recording recording, {required bool checksum}) {
  final laid = DocumentLayout(recording).run(checksum: checksum);
  return Frozen._made(laid.bytes, laid.tables, checksum: checksum);
}

/// Lays out what was recorded.
Frozen _finish(Recording recording, FreezeOptions options) {
  final doc =
      _laidOut(recording, checksum: options.checksum && !options.canonical);
  return options.canonical ? doc.root.toCanonical() : doc;
}

/// A container whose parts are being added to a recording.
final class _Copied extends _Walk {
  _Copied(super.container, this.kind, this.event)
      : super(members: kind == Kind.map || kind == Kind.object);

  final Kind kind;
  final int event;

  /// The order of the members, if they are sorted.
  List<int>? order;

  @override
  Node take() {
    final i = next++;
    final order = this.order;
    return part(order == null ? i : 2 * order[i >> 1] + (i & 1));
  }
}

/// Adds a value of a document to a recording.
///
/// In canonical form it adds the same events for equal values. It refuses
/// containers that are nested deeper than the depth.
final class _Copying {
  _Copying(this.to, this.depth);

  final Recording to;
  final int depth;
  final List<_Copied> _stack = [];

  void run(Node node) {
    _open(node);
    while (_stack.isNotEmpty) {
      if (_stack.length > depth) {
        throw _tooDeep(depth);
      }
      final top = _stack.last;
      if (top.next == top.count) {
        _close(top);
        _stack.removeLast();
      } else {
        _next(top);
      }
    }
  }

  void _next(_Copied top) {
    final isKey = top.kind == Kind.object && top.next.isEven;
    final part = top.take();
    if (isKey) {
      final start = part._strStart;
      to.key(part._doc._bytes, start, _textEnd);
    } else {
      _open(part);
    }
  }

  /// Adds a value that holds no others, or the begin of a container.
  void _open(Node node) {
    final kind = node.kind;
    var event = 0;
    switch (kind) {
      case Kind.array:
        event = to.begin(eventArray);
      case Kind.map:
        event = to.begin(eventMap);
      case Kind.object:
        to.beginObject();
      case Kind.tagged || Kind.extension || Kind.simple:
        final (high, low) = node._tagHalves;
        to.add(eventTagged + kind.index - Kind.tagged.index, high, low);
      default:
        return _scalar(node);
    }
    final opened = _Copied(_Container(node), kind, event);
    if (to.canonical && opened.members) {
      opened.order = _sorted(opened, isMap: kind == Kind.map);
    }
    _stack.add(opened);
  }

  void _close(_Copied top) {
    final within = switch (top.kind) {
      Kind.object => to.endObject() == null,
      Kind.array || Kind.map => to.end(top.event, top.count),
      _ => to.count(1),
    };
    if (!within) {
      throw tooManyNodes(to.maxNodes);
    }
  }

  void _scalar(Node node) {
    switch (node.kind) {
      case Kind.boolean:
        to.add(node._form == _formTrue ? eventTrue : eventFalse);
      case Kind.integer:
        to.add(node._isUnsigned ? eventUint : eventInt,
            node._high & 0xFFFFFFFF, node._low);
      case Kind.float:
        _float(node);
      case Kind.string:
        final start = node._strStart;
        to.addText(eventString, node._doc._bytes, start, _textEnd);
      case Kind.timestamp:
        final time = node.asTimestamp;
        to.addTimestamp(time.high, time.low, time.nanoseconds);
      case Kind.bytes || Kind.bigInteger || Kind.decimal:
        final start = _textStart(node._doc._bytes, node._at + 1);
        to.addText(
            switch (node.kind) {
              Kind.bytes => eventBytes,
              Kind.bigInteger => eventBigInt,
              _ => eventDecimal,
            },
            node._doc._bytes,
            start,
            _textEnd);
      default:
        to.add(eventNull);
    }
  }

  void _float(Node node) {
    if (to.canonical) {
      final (high, low) = _floatBits(node.asDouble);
      to.add(eventFloat64, high, low);
      return;
    }
    final data = node._doc._data;
    switch (node._form) {
      case _formFloat32:
        to.add(eventFloat32, 0, data.getUint32(node._at + 1, Endian.little));
      case _formPackedFloat32:
        to.add(eventFloat32, 0, data.getUint32(node._at, Endian.little));
      default:
        to.add(eventFloat64, data.getUint32(node._at + 4, Endian.little),
            data.getUint32(node._at, Endian.little));
    }
  }
}

/// Returns the numbers of the members in canonical order.
List<int> _sorted(_Walk members, {required bool isMap}) {
  final container = members.container;
  final keys = List.generate(container.count, (i) {
    final key = container.key(members.places, i);
    return isMap ? _sortKey(key) : key.asUtf8;
  });
  return List.generate(container.count, (i) => i)
    ..sort((a, b) => compareBytes(keys[a], keys[b]));
}
