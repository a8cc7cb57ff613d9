import 'dart:typed_data';

import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/int64.dart';
import '../base/limits.dart';
import '../base/number_reader.dart';
import '../base/number_text.dart';
import '../base/output.dart';
import '../base/paths.dart';
import '../base/platform.dart';
import 'freeze_options.dart';
import 'key_table.dart';
import 'layout.dart';
import 'shape_table.dart';

// A part of a document that is being made, in the order in which the parts
// come. With its 64 bits it takes nine bytes.

const int eventNull = 0;
const int eventFalse = 1;
const int eventTrue = 2;

/// Bits: the integer.
const int eventInt = 3;

/// Bits: the integer, from 2^63 on.
const int eventUint = 4;

/// Bits: those of the float.
const int eventFloat64 = 5;
const int eventFloat32 = 6;

/// Bits: where its length and its bytes are in the texts.
const int eventString = 7;
const int eventBigInt = 8;
const int eventDecimal = 9;
const int eventBytes = 10;

/// Bits: where its 12 bytes are in the texts.
const int eventTimestamp = 11;

/// Bits: the number; the value follows.
const int eventTagged = 12;
const int eventExtension = 13;
const int eventSimple = 14;

/// Bits: the place of the first event that is not inside.
const int eventArray = 15;

/// The same; keys and values follow in turn, of any kind.
const int eventMap = 16;

/// Bits: its number among the objects; members follow: the key and the value.
const int eventObject = 17;

/// Bits: the number of the key.
const int eventKey = 18;

/// A key whose member does not count, because the key comes again.
const int eventDropped = 19;

/// The shape of an object that is empty or has a long key.
const int noShape = -1;

/// An object whose end has not come.
final class _OpenObject {
  _OpenObject(this.number, this.members);

  /// The number of the object among all.
  final int number;

  /// The number of the first of its members.
  final int members;
  bool hasLongKey = false;

  /// The first key that came twice, after a long one, or -1.
  int twice = -1;
}

/// A document as events, before it is laid out; the appendix of spec/frozen.md
/// describes both steps.
///
/// The size of each container, and how often the keys of each object come, are
/// known before the first byte is laid out.
final class Recording {
  /// Makes an empty recording.
  Recording(FreezeOptions options, {int room = 64, bool? canonical})
      : duplicates = options.duplicates,
        maxNodes = options.limits.nodes,
        canonical = canonical ?? false,
        events = Uint8List(room),
        high = Uint32List(room),
        low = Uint32List(room);

  /// The policy for keys that come twice.
  final Duplicates duplicates;

  /// How many slots there may be.
  final int maxNodes;

  /// Whether equal values get the same events.
  final bool canonical;

  /// The events; those from [length] on do not count.
  Uint8List events;

  /// The high halves of their bits.
  Uint32List high;

  /// The low halves of their bits.
  Uint32List low;

  /// How many events there are.
  int length = 0;

  /// The content of strings and the like.
  final Output texts = Output(256);

  /// The keys of objects.
  final KeyTable keys = KeyTable();

  /// The lists of keys of objects.
  final ShapeTable shapes = ShapeTable();

  /// For each object the place of the first event that is not inside.
  final List<int> objectEnds = [];

  /// For each object the number of its shape, or [noShape].
  final List<int> objectShapes = [];

  /// The slots of all containers that have ended.
  int nodes = 0;

  final List<_OpenObject> _open = [];

  // The members of open objects: the event of the key, its number, and what
  // [KeyTable.last] was before.
  final List<int> _memberEvents = [];
  final List<int> _memberKeys = [];
  final List<int> _memberLasts = [];

  /// Adds an event with its bits.
  void add(int event, [int highBits = 0, int lowBits = 0]) {
    if (length == events.length) {
      _grow();
    }
    events[length] = event;
    high[length] = highBits;
    low[length] = lowBits;
    length++;
  }

  void _grow() {
    final room = 2 * length;
    events = Uint8List(room)..setRange(0, length, events);
    high = Uint32List(room)..setRange(0, length, high);
    low = Uint32List(room)..setRange(0, length, low);
  }

  /// The bits of an event that are a place or a number.
  int at(int event) => high[event] * two32 + low[event];

  /// Adds an integer.
  void addInt(int value) =>
      add(eventInt, highOf(value) & 0xFFFFFFFF, lowOf(value));

  static final ByteData _word = ByteData(8);

  /// Adds a float of 64 bits.
  void addDouble(double value) {
    _word.setFloat64(0, value);
    add(eventFloat64, _word.getUint32(0), _word.getUint32(4));
  }

  /// Adds a float of 32 bits.
  void addSingle(double value) {
    _word.setFloat32(0, value);
    add(eventFloat32, 0, _word.getUint32(0));
  }

  /// Adds an integer of any size, by its halves or its text.
  void addBigInt(BigInt value) {
    final halves = halvesOf(value);
    if (halves != null) {
      add(halves.unsigned ? eventUint : eventInt, halves.high & 0xFFFFFFFF,
          halves.low);
    } else {
      final text = value.toString();
      addText(eventBigInt, Uint8List.fromList(text.codeUnits), 0, text.length);
    }
  }

  /// Adds a string, or another event whose content is in the texts.
  void addText(int event, Uint8List from, int start, int end) {
    _addPlace(event);
    texts
      ..counted(end - start)
      ..addRange(from, start, end);
  }

  void _addPlace(int event) =>
      add(event, highOf(texts.length), lowOf(texts.length));

  /// Adds a point in time.
  void addTimestamp(int high, int low, int nanoseconds) {
    _addPlace(eventTimestamp);
    texts
      ..uint64(high & 0xFFFFFFFF, low)
      ..uint32(nanoseconds);
  }

  /// Adds a number by its text in the grammar of JSON.
  ///
  /// Returns false for a number that would be an infinite float.
  bool addNumber(Uint8List text, int start, int end, {required bool exact}) {
    final small = parseSmallInteger(text, start, end);
    if (small != null) {
      addInt(small);
    } else if (isInteger(text, start, end)) {
      if (isBig(text, start, end)) {
        addText(eventBigInt, text, start, end);
      } else {
        addBigInt(parseBigInteger(text, start, end));
      }
    } else if (exact) {
      addText(eventDecimal, text, start, end);
    } else {
      final value = parseDouble(text, start, end);
      if (value.isInfinite) {
        return false;
      }
      addDouble(value);
    }
    return true;
  }

  /// Opens an array or a map, and returns its place for [end].
  int begin(int event) {
    add(event);
    return length - 1;
  }

  /// Closes an array or a map with so many slots. Returns false if there are
  /// more slots than the limit.
  bool end(int event, int slots) {
    high[event] = highOf(length);
    low[event] = lowOf(length);
    return count(slots);
  }

  /// Counts the slots of a container that ends. Returns false if there are more
  /// than the limit.
  bool count(int slots) {
    nodes += slots;
    return nodes <= maxNodes;
  }

  /// Opens an object.
  void beginObject() {
    final number = objectEnds.length;
    _open.add(_OpenObject(number, _memberEvents.length));
    add(eventObject, highOf(number), lowOf(number));
    objectEnds.add(0);
    objectShapes.add(noShape);
  }

  /// Adds the key of the next member. Returns false if the object has it
  /// already, and that is an error.
  bool key(Uint8List from, int start, int end) {
    final key = keys.number(from, start, end);
    final top = _open.last;
    if (end - start > maxShapeKey) {
      top.hasLongKey = true;
    }
    final last = keys.last[key];
    if (last > top.members) {
      switch (duplicates) {
        case Duplicates.first:
          add(eventDropped, 0, key);
          return true;
        case Duplicates.last:
          events[_memberEvents[last - 1]] = eventDropped;
        case Duplicates.refuse when !top.hasLongKey:
          return false;
        case Duplicates.refuse:
          // All of Varvel compares the keys of such an object when it ends. So
          // an error that comes before is the first one.
          if (top.twice < 0) {
            top.twice = key;
          }
      }
    }
    _memberEvents.add(length);
    _memberKeys.add(key);
    _memberLasts.add(last);
    keys.last[key] = _memberEvents.length;
    add(eventKey, 0, key);
    return true;
  }

  /// Closes the innermost object, and returns its error, if it has one.
  VarvelException? endObject() {
    final top = _open.removeLast();
    final from = top.members;
    for (var i = _memberKeys.length - 1; i >= from; i--) {
      keys.last[_memberKeys[i]] = _memberLasts[i];
    }
    if (top.twice >= 0) {
      return duplicateKey(keys.text(top.twice));
    }
    final start = shapes.keys.length;
    for (var i = from; i < _memberKeys.length; i++) {
      if (events[_memberEvents[i]] == eventKey) {
        shapes.keys.add(_memberKeys[i]);
      }
    }
    var slots = shapes.keys.length - start;
    objectEnds[top.number] = length;
    if (top.hasLongKey) {
      shapes.keys.length = start;
      slots *= 2;
    } else if (slots != 0) {
      objectShapes[top.number] = shapes.number(start);
    }
    _memberEvents.length = from;
    _memberKeys.length = from;
    _memberLasts.length = from;
    return count(slots) ? null : tooManyNodes(maxNodes);
  }

  /// Returns the place of the event after the value at a place.
  int after(int event) {
    var at = event;
    while (true) {
      switch (events[at]) {
        case eventTagged || eventExtension || eventSimple:
          at++;
        case eventArray || eventMap:
          return this.at(at);
        case eventObject:
          return objectEnds[this.at(at)];
        default:
          return at + 1;
      }
    }
  }
}

/// The error of more slots than the limit.
VarvelException tooManyNodes(int most, [int at = -1]) =>
    VarvelException(ErrorKind.nodeLimit,
        offset: at, expected: 'at most $most nodes');

/// The error of a key that comes twice, where [FreezeOptions.duplicates] may
/// allow it.
VarvelException duplicateKey(String key) => VarvelException(
      ErrorKind.duplicateKey,
      expected: 'each key once',
      found: '${quoted(key)} again',
      hint: 'to keep one of them, pass `Duplicates.first` or '
          '`Duplicates.last`',
    );
