part of 'frozen.dart';

/// A container of any kind, with its head read.
final class _Container {
  /// Reads the head of a container. The count of a value that is none is zero.
  _Container(Node node)
      : doc = node._doc,
        form = node._form,
        base = node._at {
    var at = base;
    switch (form) {
      case _formArray || _formObject:
        break;
      case _formTagged ||
            _formExtension ||
            _formSimple ||
            _formMap ||
            _formPairs:
        at++;
      case _formPacked:
        _packed();
        return;
      case >= _formRow && < _formCount:
        slots = at;
        element = form - _formRow;
        width = _elementWidths[element];
        count = node._bits;
        return;
      default:
        return;
    }
    final widths = doc._bytes[at];
    width = (widths & 3) + 1;
    final numberWidth = widths >> 2 & 3;
    number = _number(doc, at + 1, numberWidth);
    slots = at + 1 + (1 << numberWidth);
    switch (form) {
      case _formObject:
        record = doc._record(number);
        count = doc._shapeKeys(record);
      case _formTagged || _formExtension || _formSimple:
        count = 1;
      default:
        count = number;
    }
  }

  /// A container whose parts are known while a document is validated.
  _Container.of(this.doc, this.form, this.base,
      {this.record = 0, this.count = 0, this.slots = 0, this.width = 0});

  final Frozen doc;
  final int form;

  /// The place of the node.
  final int base;

  /// The place of the first slot or number.
  int slots = 0;

  /// The number of items, members, rows or numbers; 1 for tags.
  int count = 0;

  /// The shape of an object, the number of a tag.
  int number = 0;

  /// The place of the record of an object's shape, or 0.
  int record = 0;

  /// The columns of a matrix, or 0.
  int columns = 0;

  /// The type of the numbers of a packed node.
  int element = 0;

  /// The base-2 logarithm of the bytes of a slot or a number.
  int width = 0;

  void _packed() {
    final head = doc._bytes[base];
    final countWidth = head >> 4 & 3;
    element = head & elementMask;
    width = _elementWidths[element];
    count = _number(doc, base + 1, countWidth);
    slots = base + 1 + (1 << countWidth);
    if (head & packedMatrix != 0) {
      columns = _number(doc, slots, countWidth);
      slots += 1 << countWidth;
    }
  }

  /// Returns item i of an array, or slot i of another container.
  Node item(int i) {
    if (form != _formPacked && form < _formRow) {
      return doc._slot(slots + (i << width), width, base);
    }
    return columns == 0
        ? Node._(doc, slots + (i << width), _formElement + element, 0)
        : Node._(
            doc, slots + (i * columns << width), _formRow + element, columns);
  }

  /// Returns where the places of the keys of an object's shape are.
  int places() => record == 0 ? 0 : _shapePlaces(doc, record, count);

  /// Returns key i of an object or a map; [places] is that of the container.
  Node key(int places, int i) {
    if (record == 0) {
      return item(2 * i);
    }
    final at = places + 4 * i;
    return Node._(doc, at, _formText, keyAt(places, i));
  }

  /// Returns the place of the text of key i of an object with a shape.
  int keyAt(int places, int i) =>
      doc._tables + doc._data.getUint32(places + 4 * i, Endian.little);

  /// Returns the value of member i of an object or a map.
  Node value(int i) => item(record == 0 ? 2 * i + 1 : i);
}

/// Returns where the places of a shape's keys are.
int _shapePlaces(Frozen doc, int record, int count) {
  if (doc._bytes[record] != 0) {
    return record + 1 + count;
  }
  return _Index.read(doc, record + 5, doc._bytes.length, count)!.end;
}

/// The size and the parts of values.
extension NodeParts on Node {
  /// The number of items of an array, or of members of an object or a map.
  ///
  /// It is 0 for all other kinds.
  int get length => switch (_form) {
        _formTagged || _formExtension || _formSimple => 0,
        _ => _Container(this).count,
      };

  /// Returns item i of an array: a missing node if the array is shorter, i is
  /// negative, or the value is no array.
  ///
  /// It takes the same time for each i.
  Node at(int i) {
    if (kind == Kind.array) {
      final container = _Container(this);
      if (i >= 0 && i < container.count) {
        return container.item(i);
      }
    }
    return _missing(i);
  }

  /// Returns the member with a key, or the item with a number: [get] of a
  /// [String], [getKey] of a [Key], [at] of an [int].
  Node operator [](Object keyOrIndex) => switch (keyOrIndex) {
        final String key => get(key),
        final int index => at(index),
        final Key key => getKey(key),
        _ => throw ArgumentError.value(
            keyOrIndex, 'keyOrIndex', 'neither a String, an int nor a Key'),
      };

  /// Returns member i of an object or a map, in the order in which they were
  /// written: its key, which in an object is a string, and its value.
  ///
  /// Both are missing if there are fewer members, i is negative, or the value
  /// is neither.
  (Node, Node) memberAt(int i) {
    if (_hasMembers) {
      final container = _Container(this);
      if (i >= 0 && i < container.count) {
        return (container.key(container.places(), i), container.value(i));
      }
    }
    return (_missing(i), _missing(i));
  }

  bool get _hasMembers =>
      _form == _formObject || _form == _formPairs || _form == _formMap;

  /// Returns what was searched for in this node and is not there.
  Node _missing(Object? sought) =>
      _form == _formMissing ? this : _Missing(this, sought);
}
