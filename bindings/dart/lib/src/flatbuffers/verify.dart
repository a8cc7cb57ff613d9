part of 'runtime.dart';

/// How a buffer is verified. The plain one is right for most buffers.
///
/// A verified buffer can be read without any error, as long as nobody changes
/// its bytes. The verifier guarantees for each table:
///
/// - The table and its vtable are inside of the buffer and aligned.
/// - Each present field that the schema knows is inside of the buffer, with all
///   of its bytes, and aligned. It may be after the end of its table, because
///   some writers share a vtable between tables of different sizes. Required
///   fields are present.
/// - Each offset leads forward and inside, to a target of its type: strings are
///   UTF-8 and end with a zero, vectors have all of their elements, unions fit
///   their tag, and nested buffers are verified as well. The bytes of a
///   flexbuffer field are a document of another format, which is verified when
///   JSON is made of it.
/// - A union has a tag if and only if it has a value. A tag that the schema
///   does not know is accepted, because a later schema may have it.
///
/// It takes linear time, and never recurses.
///
/// Setters, and functions that sort in place, change a verified buffer. The
/// parts of a stranger's buffer may overlap, so the bytes of a scalar may also
/// be those of another value, of a length or of an offset: verify such a buffer
/// again after a change. Until then reads never leave the bytes, but may throw
/// a [RangeError] or return nonsense; further changes are made in the bytes, or
/// are a [VarvelException].
final class Verify {
  /// Makes the way to verify a buffer.
  const Verify({
    this.limits = const Limits(),
    this.sizePrefixed = false,
    this.identified = false,
    this.identifier = '',
  });

  /// The bounds of what the buffer may cost. `nodes` counts tables.
  final Limits limits;

  /// Whether the buffer begins with its size. Bytes after the buffer are
  /// ignored.
  final bool sizePrefixed;

  /// Whether the buffer must have the file identifier that the schema has for
  /// its root. Many writers leave it out.
  ///
  /// If the schema has none for this root, that is an error.
  final bool identified;

  /// The file identifier that the buffer must have, whatever the schema says:
  /// four bytes of ASCII, or empty.
  final String identifier;

  /// Verifies a buffer whose root is the object with this number in the schema,
  /// and returns the position of the root.
  int root(Schema schema, int object, Uint8List bytes) {
    if (bytes.length > limits.bytes) {
      throw VarvelException(
        ErrorKind.sizeLimit,
        expected: 'at most ${limits.bytes} bytes',
      );
    }
    return _bounded(schema, object, bytes, limits.depth);
  }

  /// Verifies a buffer with a limit of the depth, which may be 0.
  int _bounded(Schema schema, int object, Uint8List bytes, int depth) =>
      _Pass(schema, bytes, limits, depth).root(this, object);

  /// Returns the file identifier that a buffer of this root must have, or an
  /// empty string for any.
  String _identifier(Schema schema, int object) {
    var wanted = identifier;
    if (wanted.isEmpty && identified) {
      wanted = schema.identifierOf(object);
      if (wanted.isEmpty) {
        throw _refused('a file identifier in `Verify(identifier: …)`, since '
            'the schema has none for ${schema.objects[object].name}');
      }
    }
    if (wanted.isNotEmpty && wanted.length != 4) {
      throw _refused('a file identifier of four bytes');
    }
    return wanted;
  }
}

VarvelException _refused(String expected, [String found = '']) =>
    VarvelException(ErrorKind.refused, expected: expected, found: found);

/// The number of bytes that may be visited again in any buffer.
const int _free = 0x10000;

/// Returns how many bytes may be visited in an input of this length.
int visits(Limits limits, int length) =>
    length != 0 && limits.replay > (maxExact - _free) ~/ length
        ? maxExact
        : limits.replay * length + _free;

/// The error of more nesting than a limit allows.
VarvelException tooDeep(int depth, {int offset = -1}) => VarvelException(
      ErrorKind.depthLimit,
      offset: offset,
      expected: 'at most $depth tables and vectors inside of each other',
    );

/// A part of a buffer that is being verified.
enum _Part {
  /// A table: `index` is the next field.
  table,

  /// A vector of tables: `index` is the next item.
  tables,

  /// A vector of unions: `index` is the next item.
  unions,

  /// A nested buffer: `index` is 0 before it is entered, and `at` and `length`
  /// are its bounds. After that they are the bounds of the buffer around it.
  nested,
}

/// A part of the buffer that waits while what it contains is verified.
final class _Frame {
  _Part part = _Part.table;

  /// The size of the vtable.
  int slots = 0;

  /// The bytes to the end of the last field so far, at least the size of the
  /// table.
  int extent = 0;

  /// The number of the object or of the union.
  int object = 0;

  /// The position of the table, or of the first item.
  int at = 0;

  /// The position of the vtable, or of the first tag.
  int vtable = 0;
  int index = 0;
  int length = 0;

  /// The bytes that may still be visited around a nested buffer.
  int left = 0;

  void copy(_Frame other) {
    part = other.part;
    slots = other.slots;
    extent = other.extent;
    object = other.object;
    at = other.at;
    vtable = other.vtable;
    index = other.index;
    length = other.length;
    left = other.left;
  }

  void set(_Part part, int object, int at, int length, [int vtable = 0]) {
    this.part = part;
    this.object = object;
    this.at = at;
    this.length = length;
    this.vtable = vtable;
    index = 0;
    left = 0;
  }
}

/// A single pass over a buffer.
final class _Pass {
  _Pass(this.schema, this.b, this.limits, this.depth)
      : d = ByteData.sublistView(b),
        end = b.length,
        tables = limits.nodes,
        left = visits(limits, b.length);

  final Schema schema;
  final Uint8List b;
  final ByteData d;
  final Limits limits;

  /// The number of frames that may wait.
  final int depth;

  /// The position from which alignment counts.
  int start = 0;

  /// The end of the buffer, or of the current nested buffer.
  int end;

  /// The number of tables that may still be visited.
  int tables;

  /// The number of bytes that may still be visited.
  int left;

  /// The frames around the current one, and memory for more.
  final List<_Frame> frames = [];
  int waiting = 0;

  /// The frame to enter.
  final _Frame next = _Frame();

  /// The steps of an error inside of the current frame.
  final List<String> inner = [];

  int root(Verify verify, int object) {
    var first = 0;
    if (verify.sizePrefixed) {
      final size = u32(0);
      if (size > b.length - 4) {
        throw endInside(0, 'the bytes that its size says');
      }
      first = 4;
      end = 4 + size;
    }
    final root = offset(first, isWide: false);
    final wanted = verify._identifier(schema, object);
    if (wanted.isNotEmpty) {
      identifier(first + 4, wanted);
    }
    final of = schema.objects[object];
    if (of.isStruct) {
      aligned(root, of.align);
      inside(root, of.size);
    } else {
      run(object, root);
    }
    return root;
  }

  /// Verifies the whole buffer.
  void run(int object, int root) {
    final current = _Frame();
    table(object, root, current);
    while (true) {
      try {
        if (enters(current)) {
          push(current);
          current.copy(next);
        } else if (waiting == 0) {
          return;
        } else {
          current.copy(frames[--waiting]);
        }
      } on VarvelException catch (error) {
        throw trace(error, current);
      }
    }
  }

  /// Verifies a frame up to what must be entered. Returns false at its end.
  bool enters(_Frame current) => switch (current.part) {
        _Part.table => fields(current),
        _Part.tables => items(current),
        _Part.unions => unions(current),
        _Part.nested => nested(current),
      };

  /// Lets a frame wait.
  void push(_Frame frame) {
    if (waiting >= depth) {
      // The frame has already gone past what it would enter.
      frame.index--;
      throw tooDeep(depth, offset: next.at);
    }
    if (waiting == frames.length) {
      frames.add(_Frame());
    }
    frames[waiting++].copy(frame);
  }

  int u32(int at) => end - at < 4
      ? throw endInside(at, '4 bytes')
      : d.getUint32(at, Endian.little);

  int u64(int at) =>
      end - at < 8 ? throw endInside(at, '8 bytes') : readLength(d, at);

  /// Returns the target of the offset at this position.
  int offset(int at, {required bool isWide}) {
    final by = isWide ? u64(at) : u32(at);
    if (by == 0) {
      throw invalid(at, 'an offset that leads forward');
    }
    if (by >= end - at) {
      throw endInside(at, 'what an offset leads to');
    }
    return at + by;
  }

  void identifier(int at, String wanted) {
    final found = end - at < 4
        ? null
        : String.fromCharCodes(Uint8List.sublistView(b, at, at + 4));
    if (found != wanted) {
      throw VarvelException(
        ErrorKind.invalidBuffer,
        offset: at,
        expected: 'the file identifier ${quoted(wanted)}',
        found: found == null ? '' : quoted(found),
      );
    }
  }

  void aligned(int at, int align) {
    if ((at - start) & (align - 1) != 0) {
      throw invalid(at, 'a position that is a multiple of $align');
    }
  }

  void inside(int at, int size) {
    if (size > end - at) {
      throw endInside(at, 'what its size says');
    }
  }

  /// Counts bytes as visited.
  void see(int bytes) {
    if (bytes > left) {
      throw VarvelException(
        ErrorKind.replayLimit,
        expected: 'each byte at most ${limits.replay} times on average',
      );
    }
    left -= bytes;
  }

  VarvelException invalid(int at, String expected) => VarvelException(
        ErrorKind.invalidBuffer,
        offset: at,
        expected: expected,
      );

  VarvelException endInside(int at, String expected) => VarvelException(
        ErrorKind.unexpectedEnd,
        offset: at,
        expected: expected,
        found: 'the end of the buffer at byte $end',
      );

  /// Returns an error with the path to the innermost frame.
  VarvelException trace(VarvelException error, _Frame innermost) {
    final steps = <String>[];
    for (var at = 0; at < waiting; at++) {
      // It has already gone past the frame that it entered.
      final step = stepOf(frames[at], frames[at].index - 1);
      if (step != null) {
        steps.add(step);
      }
    }
    final last = stepOf(innermost, innermost.index);
    if (last != null) {
      steps.add(last);
    }
    return error.copyWith(path: pathText(steps..addAll(inner)));
  }

  String? stepOf(_Frame frame, int index) {
    switch (frame.part) {
      case _Part.table:
        final fields = schema.objects[frame.object].fields;
        return index < fields.length ? keyStep(fields[index].name) : null;
      case _Part.tables || _Part.unions:
        return indexStep(index);
      case _Part.nested:
        return null;
    }
  }
}
