// Paths and keys as messages show them: on one line, shortened, without
// characters that steer a terminal.

import 'json_writer.dart';

/// Stands for a part that is left out, and for nothing else.
const String ellipsis = '…';

/// How many characters of a key are shown, and how many of them are its end.
const int _key = 40;
const int _keyEnd = 15;

/// How many steps of a path are shown, and how many of them are its end.
const int _steps = 12;
const int _stepsEnd = 4;

/// Returns the path of some steps: `$.users[3].name`.
String pathText(List<String> steps) {
  if (steps.length <= _steps) {
    return '\$${steps.join()}';
  }
  final start = steps.sublist(0, _steps - 1 - _stepsEnd).join();
  final end = steps.sublist(steps.length - _stepsEnd).join();
  return '\$$start$ellipsis$end';
}

/// Returns the step to an item.
String indexStep(int index) => '[$index]';

/// Returns the step to a member.
String keyStep(String key) {
  final parts = _parts(key);
  return _plain.hasMatch(parts.join())
      ? '.${parts.join(ellipsis)}'
      : '[${quoted(key)}]';
}

/// A key that can be in a path without quotes.
final RegExp _plain =
    RegExp(r'^[\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*$', unicode: true);

/// Returns a key in quotes with the escapes of JSON, without its middle if it
/// is long.
String quoted(String key) => '"${_parts(key).map(_escaped).join(ellipsis)}"';

/// Returns all of a text, or its beginning and its end.
List<String> _parts(String key) {
  if (key.length <= _key) {
    return [key];
  }
  final runes = key.runes.toList();
  return runes.length <= _key
      ? [key]
      : [
          String.fromCharCodes(runes, 0, _key - 1 - _keyEnd),
          String.fromCharCodes(runes, runes.length - _keyEnd),
        ];
}

String _escaped(String part) {
  final out = StringBuffer();
  for (final rune in part.runes) {
    switch (rune) {
      case 0x22 || 0x5C:
        out
          ..write(r'\')
          ..writeCharCode(rune);
      case 0x0A:
        out.write(r'\n');
      case 0x0D:
        out.write(r'\r');
      case 0x09:
        out.write(r'\t');
      default:
        final character = String.fromCharCode(rune);
        if (isVisible(rune) && character != ellipsis) {
          out.write(character);
        } else {
          for (final unit in character.codeUnits) {
            out.write(unicodeEscape(unit));
          }
        }
    }
  }
  return out.toString();
}

final RegExp _visible =
    RegExp(r'^[^\p{C}\p{Z}\p{Mn}\p{Me}]$', unicode: true);

/// Returns whether a person sees this character where it stands alone.
///
/// A control character is not visible, nor is one that turns the direction of
/// writing, or only changes the one before it.
bool isVisible(int rune) => rune < 0x7F
    ? rune >= 0x20
    : _visible.hasMatch(String.fromCharCode(rune));
