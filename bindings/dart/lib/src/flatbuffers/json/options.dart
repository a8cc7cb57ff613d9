part of 'json.dart';

/// How a buffer is written as JSON, and how JSON becomes a buffer.
///
/// The form is that of flatc's JSON:
///
/// | in the buffer | in JSON |
/// |---|---|
/// | table, struct | an object of the present fields |
/// | enum | its name, or its number if it has no name |
/// | flags | their names, separated by spaces |
/// | union `f` | `f` beside `f_type` |
/// | nested buffer, FlexBuffer | its content (buffers with base64: such text) |
/// | bytes with base64 or base64url | such text |
/// | array of char | its text, without zeros at its end |
/// | NaN, infinities | `"nan"`, `"inf"` and `"-inf"` |
///
/// A field that is the key of its table is always written, if it is a scalar.
final class JsonOptions {
  /// Makes options. The plain ones are right for most documents.
  const JsonOptions({
    this.defaults = false,
    this.numbers = false,
    this.skipUnknown = false,
    this.indent = '',
    this.bareNames = false,
    this.isRelaxed = false,
    this.noIdentifier = false,
    this.sizePrefixed = false,
    this.limits = const Limits(),
  });

  /// Whether absent fields with a default are written to JSON, too, and scalars
  /// that equal their default are written to the buffer.
  final bool defaults;

  /// Whether enums are written as numbers.
  final bool numbers;

  /// Whether unions with a tag unknown to the schema are left out, and unknown
  /// and deprecated members of JSON are skipped. Otherwise they are an error.
  ///
  /// Names that an enum or union does not have are an error in any case, since
  /// nothing else could stand for them.
  final bool skipUnknown;

  /// Each level of JSON is indented by this. If it is empty, JSON is on one
  /// line.
  final String indent;

  /// Whether the names of members are written without quotes, if they are
  /// words: as flatc writes them without `--strict-json`.
  final bool bareNames;

  /// Whether JSON may be JSON5: with comments, commas before closing brackets,
  /// strings in single quotes, hexadecimal integers, and names without quotes.
  /// Other words are strings, as they are for flatc: names of enums, nan and
  /// inf.
  final bool isRelaxed;

  /// Whether the buffer gets no file identifier.
  final bool noIdentifier;

  /// Whether the buffer begins with its size.
  final bool sizePrefixed;

  /// The bounds of what the document may cost.
  final Limits limits;
}
