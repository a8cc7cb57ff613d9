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

/// Builds buffers, one after the other in the same memory, from back to front:
/// first the parts, then the tables that refer to them.
///
/// After an error the builder has forgotten the parts of the buffer, and is
/// ready for the next one. So it is after [finish], too. An error that a list
/// or a function of the program throws while the builder calls it is passed on
/// as it is.
final class Builder {
  /// Makes a builder with memory for a buffer of this size. It grows if that is
  /// not enough.
  Builder({int room = 256, bool forceDefaults = false, int maxDepth = 128})
      : this._(Uint8List(_rounded(room < _block ? _block : room)),
            forceDefaults, maxDepth);

  // No field is late: each read of one would ask whether it is there.
  Builder._(this._u, this.forceDefaults, this.maxDepth)
      : _d = dataOf(_u),
        _length = _u.length,
        _head = _u.length,
        _base = _builders = (_builders + _stride) & _mostBase;

  /// Whether scalars are also written if they equal their default.
  final bool forceDefaults;

  /// How many tables and vectors inside of each other are packed. Readers allow
  /// as much by [Limits.depth].
  final int maxDepth;

  Uint8List _u;
  ByteData _d;

  /// The size of the memory.
  int _length;

  /// The buffer takes its bytes from here on. Positions count from the end.
  int _head;

  /// The largest alignment so far.
  int _align = 4;

  /// A [Ref] is its position plus this number, which grows with each buffer: so
  /// parts of others are found.
  int _base;

  /// The positions of the fields of the open table, or 0. All are 0 if no table
  /// is open.
  Int32List _slots = Int32List(16);

  /// The number of fields of the open table.
  int _fields = 0;

  /// Where the open table began.
  int _start = 0;

  /// The mark of the open table, or -1.
  int _open = -1;

  /// The positions of the vtables, of which the first [_vtableCount] count.
  Int32List _vtables = Int32List(_few);
  int _vtableCount = 0;

  /// Whether there is something in [_known], [_shared] or [_wide].
  bool _isRich = false;

  /// The vtables by their hash, if there are many.
  Map<int, List<int>> _known = {};

  /// The positions of the shared strings.
  Map<String, int> _shared = {};

  /// The positions of the vectors whose length has 64 bits.
  final Set<int> _wide = {};

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
    if (_open >= 0) {
      _slots.fillRange(0, _slots.length, 0);
    }
    _next();
    _depth = 0;
    _item = -1;
  }

  /// Begins the next buffer.
  @pragma('vm:prefer-inline')
  void _next() {
    final base = _base + _used + 1;
    _base = base > _mostBase ? 1 : base;
    _head = _length;
    _align = 4;
    _open = -1;
    _vtableCount = 0;
    if (_isRich) {
      _forget();
    }
  }

  @pragma('vm:never-inline')
  void _forget() {
    _isRich = false;
    _known.clear();
    _shared.clear();
    _wide.clear();
  }

  /// Forgets the buffer, and returns the error with the path to what was being
  /// packed, and to a value in it by [more] steps. An error that has a path
  /// keeps it.
  VarvelException _failed(VarvelException error,
      [List<String> more = const []]) {
    final path = error.path.isEmpty ? _path(more) : error.path;
    reset();
    return error.copyWith(path: path);
  }

  /// Runs [build], which calls code of the program. After an error of that code
  /// the builder is as after one of its own.
  R _guarded<R>(R Function() build) {
    try {
      return build();
    } catch (_) {
      reset();
      rethrow;
    }
  }

  /// Fails with what is expected.
  Never _refuse(String expected, [String found = '']) =>
      throw _failed(_refused(expected, found));

  /// Returns the part at a position. It is a part of any type, so that no type
  /// argument is passed along.
  @pragma('vm:prefer-inline')
  Ref<Never> _ref(int at) => Ref._(_base + at);

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
    if (_open >= 0) {
      _refuse('no open table while another part is built');
    }
  }

  /// Makes sure that a part of this size can be built.
  @pragma('vm:never-inline')
  void _makeRoom(int size) {
    _begin();
    if (_head < size) {
      _grow(size);
    }
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
    _zeros(gap);
  }

  /// Adds so many zeros, for which there is room.
  @pragma('vm:prefer-inline')
  void _zeros(int count) {
    // A call of fillRange costs more.
    for (var left = count; left > 0; left--) {
      _u[--_head] = 0;
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
  @pragma('vm:prefer-inline')
  Ref<String> string(String text) {
    final size = text.length;
    if (_open >= 0 || _head < size + 8) {
      _makeRoom(size + 8);
    }
    final u = _u;
    final d = _d;
    // The zero after the text, and up to three bytes that align it.
    d.setUint32(_head - 4, 0, Endian.little);
    final head = (_head - size - 5) & ~3;
    final first = head + 4;
    for (var i = 0; i < size; i++) {
      final unit = text.codeUnitAt(i);
      if (unit > 0x7F) {
        return _beyondAscii(text);
      }
      u[first + i] = unit;
    }
    d.setUint32(head, size, Endian.little);
    _head = head;
    return Ref._(_base + _length - head);
  }

  /// Builds a string that is more than ASCII.
  @pragma('vm:never-inline')
  Ref<String> _beyondAscii(String text) {
    try {
      _checkText(text);
    } on VarvelException catch (error) {
      throw _failed(error);
    }
    final first = _stringOf(utf8Length(text));
    writeUtf8(text, _u, first);
    return _ref(_used);
  }

  /// Puts a string of so many bytes to the front, and returns the place of its
  /// first byte. The bytes are not written.
  int _stringOf(int size) {
    if (_head < size + 8) {
      _grow(size + 8);
    }
    // The zero after the text, and up to three bytes that align it.
    _d.setUint32(_head - 4, 0, Endian.little);
    _head = (_head - size - 5) & ~3;
    _d.setUint32(_head, size, Endian.little);
    return _head + 4;
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
    _isRich = true;
    return made;
  }

  /// Builds a string of bytes that are UTF-8.
  Ref<String> stringOfUtf8(Uint8List bytes, int start, int end) {
    _begin();
    final first = _stringOf(end - start);
    _u.setRange(first, first + end - start, bytes, start);
    return _ref(_used);
  }

  /// Ends the buffer with its root, a table or a struct, and returns its bytes.
  ///
  /// They are valid until the next part is built, which begins another buffer.
  /// The identifier is four characters of ASCII, or empty.
  @pragma('vm:prefer-inline')
  Uint8List finish(
    Ref<Object?> root, {
    String identifier = '',
    bool sizePrefixed = false,
  }) {
    if (identifier != '' || sizePrefixed) {
      return _finishWith(root, identifier, sizePrefixed);
    }
    final at = _ended(root, 4);
    _d.setUint32(_head, _length - _head - at, Endian.little);
    return _result();
  }

  /// Returns the buffer, and begins the next one.
  @pragma('vm:prefer-inline')
  Uint8List _result() {
    final bytes = _u.buffer.asUint8List(_head, _length - _head);
    _next();
    return bytes;
  }

  Uint8List _finishWith(
      Ref<Object?> root, String identifier, bool sizePrefixed) {
    if (identifier != '') {
      _checkIdentifier(identifier);
    }
    final prefix = sizePrefixed ? 4 : 0;
    final at = _ended(root, prefix + 4 + identifier.length);
    if (sizePrefixed) {
      _d.setUint32(_head, _used - 4, Endian.little);
    }
    final to = _head + prefix;
    _d.setUint32(to, _length - to - at, Endian.little);
    for (var i = 0; i < identifier.length; i++) {
      _u[to + 4 + i] = identifier.codeUnitAt(i);
    }
    return _result();
  }

  /// Takes so many bytes before an aligned buffer. Returns the position of the
  /// root.
  @pragma('vm:prefer-inline')
  int _ended(Ref<Object?> root, int size) {
    if (_open >= 0) {
      _refuse('no open table at the end');
    }
    final at = _own(root);
    if (_head < size + _align + 8) {
      _grow(size + _align + 8);
    }
    final end = _head;
    final head = (end - size) & ~(_align - 1);
    // A loop costs more, and most gaps are short.
    _d.setUint32(end - 4, 0, Endian.little);
    _d.setUint32(end - 8, 0, Endian.little);
    for (var gap = head + size; gap < end - 8; gap++) {
      _u[gap] = 0;
    }
    _head = head;
    return at;
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
    return _guarded(() => _nested(root, width));
  }

  Ref<Uint8List> _nested(Ref<Object?> Function() root, Width width) {
    final (align, used, shared, known) = (_align, _used, _shared, _known);
    final (vtables, count) = (_vtables, _vtableCount);
    _vtables = Int32List(_few);
    _vtableCount = 0;
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
    _vtables = vtables;
    _vtableCount = count;
    _shared = shared;
    _known = known;
    _putLength(prefix, length);
    if (width == Width.vector) {
      _wide.add(_used);
      _isRich = true;
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
