part of 'runtime.dart';

/// The size of the memory is a multiple of the largest alignment. So the
/// alignment of a position from the end is that of its index.
const int _block = 256;

/// The size of the largest buffer: the offset of a vtable is signed.
const int _most = 0x7FFFFF00;

/// A part that has been built: a string, a table, or a vector of the type that
/// reads it.
///
/// A part of another buffer is refused: of one that the builder built before,
/// or of another builder. Nothing is stored for the type argument.
extension type const Ref<T>._(int _at) {}

/// The state of a builder: what the next call may be.
enum _State {
  /// Parts are built.
  parts,

  /// A table is open.
  table,

  /// The buffer is complete: the next part begins another.
  finished,
}

/// Builds buffers, one after the other in the same memory, from back to front:
/// first the parts, then the tables that refer to them.
///
/// After an error the builder has forgotten the parts of the buffer, and is
/// ready for the next one.
final class Builder {
  /// Makes a builder with memory for a buffer of this size. It grows if that is
  /// not enough.
  Builder({int room = 256, this.forceDefaults = false, this.maxDepth = 128})
      : _u = Uint8List(_rounded(room < _block ? _block : room)) {
    _d = ByteData.sublistView(_u);
    _length = _head = _u.length;
    _builders = (_builders + _stride) & _mostBase;
    _base = _builders;
  }

  /// Whether scalars are also written if they equal their default.
  final bool forceDefaults;

  /// How many tables and vectors inside of each other are packed. Readers allow
  /// as much by [Limits.depth].
  final int maxDepth;

  Uint8List _u;
  late ByteData _d;

  /// The size of the memory.
  late int _length;

  /// The buffer takes its bytes from here on. Positions count from the end.
  late int _head;

  /// The largest alignment so far.
  int _align = 4;

  /// A [Ref] is its position plus this number, which grows with each buffer: so
  /// parts of others are found.
  late int _base;

  _State _state = _State.parts;

  /// The positions of the fields of the open table, or 0.
  Int32List _slots = Int32List(16);

  /// The number of fields of the open table.
  int _fields = 0;

  /// Where the open table began.
  int _start = 0;

  /// The mark of the open table, or -1.
  int _open = -1;

  /// The positions of the vtables.
  final List<int> _vtables = [];

  /// The vtables by their hash, if there are many.
  Map<int, List<int>> _known = {};

  /// The positions of the shared strings.
  Map<String, int> _shared = {};

  /// The positions of the vectors whose length has 64 bits.
  final List<int> _wide = [];

  /// The tables and vectors around what is being packed.
  final List<_Step> _steps = [];
  int _depth = 0;

  /// The item of the vector of strings that is being built, or -1.
  int _item = -1;

  /// How far the bases of two builders are from each other. It is odd, so that
  /// all are used.
  static const int _stride = 0x9E3779B;
  static const int _mostBase = 0xFFFFFFF;
  static int _builders = 0;

  static int _rounded(int size) => (size + _block - 1) ~/ _block * _block;

  int get _used => _length - _head;

  /// Forgets everything but the memory: bytes that were returned before are no
  /// longer valid.
  void reset() {
    final base = _base + _used + 1;
    _base = base > _mostBase ? 1 : base;
    _head = _length;
    _align = 4;
    _state = _State.parts;
    _open = -1;
    _depth = 0;
    _item = -1;
    if (_vtables.isNotEmpty) {
      _vtables.length = 0;
    }
    if (_known.isNotEmpty) {
      _known.clear();
    }
    if (_shared.isNotEmpty) {
      _shared.clear();
    }
    if (_wide.isNotEmpty) {
      _wide.length = 0;
    }
  }

  /// Forgets the buffer, and returns the error with the path to what was being
  /// packed.
  VarvelException _failed(VarvelException error) {
    var path = error.path.isEmpty ? _path() : error.path;
    if (_item >= 0 && path.isNotEmpty) {
      path += indexStep(_item);
    }
    reset();
    return error.copyWith(path: path);
  }

  /// Fails with what is expected.
  Never _refuse(String expected, [String found = '']) =>
      throw _failed(_refused(expected, found));

  @pragma('vm:prefer-inline')
  Ref<T> _ref<T>(int at) => Ref<T>._(_base + at);

  /// Returns the position of a part, which must be of this buffer.
  @pragma('vm:prefer-inline')
  int _own(Ref<Object?> part) {
    final at = part._at - _base;
    return at > 0 && at <= _used ? at : _foreign();
  }

  Never _foreign() =>
      _refuse('a part of the buffer that is being built, and not of another');

  /// Makes room for so many bytes more.
  @pragma('vm:never-inline')
  void _grow(int size) {
    final used = _used;
    if (size > _most - used) {
      throw _failed(VarvelException(
        ErrorKind.sizeLimit,
        expected: 'a buffer of at most $_most bytes',
      ));
    }
    final least = _rounded(used + size);
    var length = 2 * _length;
    length = length < least
        ? least
        : length > _most
            ? _most
            : length;
    final larger = Uint8List(length);
    larger.setRange(length - used, length, _u, _head);
    _u = larger;
    _d = ByteData.sublistView(larger);
    _length = length;
    _head = length - used;
  }

  /// Makes sure that a part can be built.
  @pragma('vm:prefer-inline')
  void _begin() {
    if (_state != _State.parts) {
      _beginAnother();
    }
  }

  @pragma('vm:never-inline')
  void _beginAnother() {
    if (_state == _State.table) {
      _refuse('no open table while another part is built');
    }
    reset();
  }

  /// Adds zeros so that the front is at a multiple of [align] after [ahead]
  /// bytes more, and makes room for those.
  void _pad(int ahead, int align) {
    _checkAlign(align);
    if (align > _align) {
      _align = align;
    }
    final gap = (_head - ahead) & (align - 1);
    if (_head < ahead + gap) {
      _grow(ahead + gap);
    }
    if (gap != 0) {
      _u.fillRange(_head - gap, _head, 0);
      _head -= gap;
    }
  }

  void _checkAlign(int align) {
    if (align < 1 || align > _block || align & (align - 1) != 0) {
      _refuse('an alignment that is a power of two up to $_block, and not '
          '$align');
    }
  }

  /// Takes so many bytes at the front, for which there is room, and clears
  /// them. Returns their place.
  int _take(int size) {
    _head -= size;
    _u.fillRange(_head, _head + size, 0);
    return _head;
  }

  /// Builds a string.
  ///
  /// Half of a surrogate pair is an error, since UTF-8 cannot hold it.
  Ref<String> string(String text) {
    _begin();
    final size = text.length;
    if (_head < size + 8) {
      _grow(size + 8);
    }
    final u = _u;
    // The zero behind the text, and up to three bytes that align it.
    _d.setUint32(_head - 4, 0, Endian.little);
    final head = (_head - size - 5) & ~3;
    final first = head + 4;
    for (var i = 0; i < size; i++) {
      final unit = text.codeUnitAt(i);
      if (unit > 0x7F) {
        return _ref(_beyondAscii(text));
      }
      u[first + i] = unit;
    }
    _d.setUint32(head, size, Endian.little);
    _head = head;
    return _ref(_length - head);
  }

  /// Builds a string that is more than ASCII, and returns its position.
  int _beyondAscii(String text) {
    try {
      _checkText(text);
    } on VarvelException catch (error) {
      throw _failed(error);
    }
    final size = utf8Length(text);
    if (_head < size + 8) {
      _grow(size + 8);
    }
    _d.setUint32(_head - 4, 0, Endian.little);
    _head = (_head - size - 5) & ~3;
    _d.setUint32(_head, size, Endian.little);
    writeUtf8(text, _u, _head + 4);
    return _used;
  }

  /// Builds a string, unless an equal one was shared before in this buffer.
  Ref<String> sharedString(String text) {
    _begin();
    final known = _shared[text];
    if (known != null) {
      return _ref(known);
    }
    final made = string(text);
    _shared[text] = made._at - _base;
    return made;
  }

  /// Builds a string of bytes that are UTF-8.
  Ref<String> stringOfUtf8(Uint8List bytes, int start, int end) {
    _begin();
    final size = end - start;
    if (_head < size + 8) {
      _grow(size + 8);
    }
    _d.setUint32(_head - 4, 0, Endian.little);
    _head = (_head - size - 5) & ~3;
    _d.setUint32(_head, size, Endian.little);
    _u.setRange(_head + 4, _head + 4 + size, bytes, start);
    return _ref(_used);
  }

  /// Ends the buffer with its root, a table or a struct, and returns its bytes.
  ///
  /// They are valid until the next part is built, which begins another buffer.
  /// The identifier is four characters of ASCII, or empty.
  Uint8List finish(
    Ref<Object?> root, {
    String identifier = '',
    bool sizePrefixed = false,
  }) {
    if (_state != _State.parts) {
      _refuse(_state == _State.table
          ? 'no open table at the end'
          : 'a root that was built after the last buffer');
    }
    final at = _own(root);
    if (identifier.isNotEmpty) {
      _checkIdentifier(identifier);
    }
    final size = 4 + identifier.length + (sizePrefixed ? 4 : 0);
    if (_head < size + _align) {
      _grow(size + _align);
    }
    final gap = (_head - size) & (_align - 1);
    if (gap != 0) {
      _u.fillRange(_head - gap, _head, 0);
      _head -= gap;
    }
    _head -= size;
    var to = _head;
    if (sizePrefixed) {
      _d.setUint32(to, _used - 4, Endian.little);
      to += 4;
    }
    _d.setUint32(to, _length - to - at, Endian.little);
    for (var i = 0; i < identifier.length; i++) {
      _u[to + 4 + i] = identifier.codeUnitAt(i);
    }
    _state = _State.finished;
    return Uint8List.sublistView(_u, _head);
  }

  void _checkIdentifier(String identifier) {
    if (identifier.length != 4 ||
        identifier.codeUnits.any((unit) => unit > 0x7F)) {
      _refuse('a file identifier of four bytes');
    }
  }

  /// Returns the bytes from a part on to the end of the buffer, without a copy.
  /// They are valid until the next part is built.
  Uint8List built(Ref<Object?> part) =>
      Uint8List.sublistView(_u, _length - _own(part));

  /// Builds a nested buffer in place. The root is the table that [root] builds.
  Ref<Uint8List> nested(
    Ref<Object?> Function() root, {
    Width width = Width.narrow,
  }) {
    _begin();
    final (align, used, shared, known) = (_align, _used, _shared, _known);
    final vtables = List.of(_vtables);
    _vtables.clear();
    _align = 4;
    _shared = {};
    _known = {};
    final at = _own(root());
    final prefix = _prefixOf(width);
    _pad(4, _align > prefix ? _align : prefix);
    _pad(4 + prefix, 1);
    _head -= 4;
    _d.setUint32(_head, _used - at, Endian.little);
    final length = _used - used;
    if (align > _align) {
      _align = align;
    }
    _vtables
      ..clear()
      ..addAll(vtables);
    _shared = shared;
    _known = known;
    _putLength(prefix, length);
    if (width == Width.vector) {
      _wide.add(_used);
    }
    return _ref(_used);
  }

  /// Puts a length of 4 or 8 bytes to the front.
  void _putLength(int prefix, int length) {
    _head -= prefix;
    if (prefix == 8) {
      writeLength(_d, _head, length);
    } else {
      _d.setUint32(_head, length, Endian.little);
    }
  }
}
