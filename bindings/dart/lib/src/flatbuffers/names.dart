part of 'runtime.dart';

/// The places of the names of a schema, for reading text. They are made when
/// they are first needed.
final class _Names {
  _Names(Schema schema)
      : fields = [
          for (final of in schema.objects)
            _places(of.fields, (SchemaField field) => field.name),
        ],
        members = [
          for (final of in schema.unions)
            _places(of.members, (SchemaMember member) => member.name),
        ],
        symbols = [
          for (final of in schema.enums)
            _places(of.symbols, (SchemaSymbol symbol) => symbol.name),
        ];

  final List<Map<String, int>> fields;
  final List<Map<String, int>> members;
  final List<Map<String, int>> symbols;

  static final Expando<_Names> _all = Expando();

  static _Names of(Schema schema) => _all[schema] ??= _Names(schema);

  /// Returns the places of the names of items. If two names are equal, the
  /// first one counts.
  static Map<String, int> _places<T>(
      List<T> items, String Function(T item) name) {
    final all = <String, int>{};
    for (var at = 0; at < items.length; at++) {
      all.putIfAbsent(name(items[at]), () => at);
    }
    return all;
  }
}

final RegExp _space = RegExp(r'[ \t\n\f\r]+');

/// Returns the parts of a text between white space of ASCII.
Iterable<String> _words(String text) =>
    text.split(_space).where((word) => word.isNotEmpty);

/// Returns the rest after the name of a type and a dot, if the text begins so.
String _unqualified(String text, String of) {
  final at = text.lastIndexOf('.');
  if (at < 0) {
    return text;
  }
  final before = text.substring(0, at);
  return before == of || before == _shortName(of)
      ? text.substring(at + 1)
      : text;
}

String _shortName(String name) => name.substring(name.lastIndexOf('.') + 1);

/// Names of fields, members and numbers.
extension SchemaNames on Schema {
  /// Returns the number of the field with this name in an object, or -1.
  int fieldNamed(int object, String name) =>
      _Names.of(this).fields[object][name] ?? -1;

  /// Returns the tag of the member with this name in a union, or of NONE, or
  /// null. The name of the union may be before it, with a dot.
  int? tagNamed(int union, String name) {
    final of = unions[union];
    final short = _unqualified(name, of.name);
    final at = _Names.of(this).members[union][short];
    return at != null
        ? of.members[at].tag
        : short == 'NONE'
            ? 0
            : null;
  }

  /// Returns the name of a number of an enum, or null. The names of flags are
  /// joined by spaces.
  String? enumName(int enumeration, Bits number) {
    final of = enums[enumeration];
    final at = _find(of, number);
    if (at >= 0) {
      return of.symbols[at].name;
    }
    if (!of.isFlags || number.isZero) {
      return null;
    }
    final names = <String>[];
    var found = Bits.zero;
    for (final symbol in of.symbols) {
      if (!(symbol.bits & number).isZero) {
        found = found | symbol.bits;
        names.add(symbol.name);
      }
    }
    return found == number ? names.join(' ') : null;
  }

  /// Returns the place of a number among the symbols, or -1.
  int _find(SchemaEnum of, Bits number) {
    final symbols = of.symbols;
    if (number.high == 0 &&
        number.low < symbols.length &&
        symbols[number.low].bits == number) {
      return number.low;
    }
    final isSigned = of.kind.isSigned;
    int high(Bits bits) => isSigned ? bits.signedHigh : bits.high;
    final at = _lowerBound(
        symbols.length,
        (at) =>
            _compareHalves(high(symbols[at].bits), symbols[at].bits.low,
                high(number), number.low) <
            0);
    return at < symbols.length && symbols[at].bits == number ? at : -1;
  }

  /// Returns the bits of the value of an enum that a text names: by one name,
  /// or for flags by several with white space between them. The name of the
  /// enum may be before each, with a dot.
  ///
  /// If there are none, `unknown` is the name that the enum does not have.
  ({Bits? bits, String unknown}) enumBits(int enumeration, String text) {
    final of = enums[enumeration];
    final places = _Names.of(this).symbols[enumeration];
    final whole = places[text];
    if (whole != null) {
      return (bits: of.symbols[whole].bits, unknown: '');
    }
    var (found, count) = (Bits.zero, 0);
    for (final name in _words(text)) {
      count++;
      final at = places[_unqualified(name, of.name)];
      if (at == null) {
        return (bits: null, unknown: name);
      }
      found = found | of.symbols[at].bits;
    }
    return count == 0 || count > 1 && !of.isFlags
        ? (bits: null, unknown: text)
        : (bits: found, unknown: '');
  }

  /// Returns the number that names of any enum stand for, each with the name of
  /// its enum and a dot before it, or null. Several names are flags of one
  /// enum.
  BigInt? anyEnumNumber(String text) {
    var (enumeration, found) = (-1, Bits.zero);
    for (final word in _words(text)) {
      final point = word.lastIndexOf('.');
      final index = point < 0 ? -1 : _enumNamed(word.substring(0, point));
      if (index < 0) {
        return null;
      }
      final symbol = _Names.of(this).symbols[index][word.substring(point + 1)];
      if (symbol == null ||
          enumeration >= 0 &&
              (enumeration != index || !enums[index].isFlags)) {
        return null;
      }
      enumeration = index;
      found = found | enums[index].symbols[symbol].bits;
    }
    if (enumeration < 0) {
      return null;
    }
    return enums[enumeration].kind.isSigned ? found.signed : found.unsigned;
  }

  /// Returns the enum with this full name, or the only one whose name ends with
  /// it, or -1.
  int _enumNamed(String name) {
    final ends = <int>[];
    for (var index = 0; index < enums.length; index++) {
      final full = enums[index].name;
      if (full == name) {
        return index;
      }
      if (full.endsWith('.$name')) {
        ends.add(index);
      }
    }
    return ends.length == 1 ? ends.single : -1;
  }

  /// Returns the name of a number of an enum, or a text such as `Color(8)` if
  /// it has none.
  String enumText(int enumeration, Bits number) {
    final of = enums[enumeration];
    final digits = of.kind.isSigned ? number.signed : number.unsigned;
    return enumName(enumeration, number) ?? '${_shortName(of.name)}($digits)';
  }
}
