/// The calls of `package:test` that the tests of this package make, so that
/// they run without packages: one import changes to run them by it.
///
/// Tests run after `main`, one after the other. A failed one is printed, and
/// the last line has the numbers: `N passed, N failed, N skipped`. The exit
/// code is 1 if one failed.
library;

import 'dart:async';
import 'dart:io';

final class _Test {
  _Test(this.name, this.body, this.skip);

  final String name;
  final FutureOr<void> Function() body;
  final String? skip;
}

final List<_Test> _tests = [];
final List<String> _groups = [];
String? _skipped;
bool _scheduled = false;

/// The exception of a failed [expect].
final class TestFailure implements Exception {
  /// Makes a failure.
  TestFailure(this.message);

  /// The difference.
  final String message;

  @override
  String toString() => message;
}

/// Adds a test.
void test(String name, FutureOr<void> Function() body, {String? skip}) {
  _tests.add(_Test([..._groups, name].join(' '), body, skip));
  if (!_scheduled) {
    _scheduled = true;
    Timer.run(_run);
  }
}

/// Adds the tests that the body adds, with a word before their names.
void group(String name, void Function() body) {
  _groups.add(name);
  body();
  _groups.removeLast();
}

/// Says that the running test did not look at all it is about.
void markTestSkipped(String reason) => _skipped = reason;

Future<void> _run() async {
  var passed = 0;
  var skipped = 0;
  final failed = <String>[];
  final wanted = Platform.environment['VARVEL_TESTS'] ?? '';
  for (final one in _tests.where((one) => one.name.contains(wanted))) {
    _skipped = one.skip;
    if (one.skip == null) {
      try {
        await one.body();
      } on Object catch (error, trace) {
        failed.add(one.name);
        stdout.writeln('failed: ${one.name}\n$error');
        final lines = trace.toString().split('\n');
        lines.where((line) => line.contains('_test.dart')).forEach(
            stdout.writeln);
        continue;
      }
    }
    if (_skipped case final reason?) {
      skipped++;
      stdout.writeln('skipped: ${one.name} ($reason)');
    } else {
      passed++;
    }
  }
  stdout.writeln('$passed passed, ${failed.length} failed, $skipped skipped');
  await stdout.flush();
  exit(failed.isEmpty ? 0 : 1);
}

/// Throws unless the value is what is expected: a [Matcher], or a value that is
/// equal, where lists and maps are compared by what they hold.
void expect(Object? actual, Object? expected, {String? reason}) {
  final matcher = expected is Matcher ? expected : equals(expected);
  final differs = matcher.differs(actual);
  if (differs != null) {
    throw TestFailure('${reason == null ? '' : '$reason: '}$differs');
  }
}

/// Fails.
Never fail(String message) => throw TestFailure(message);

/// A condition that a value must meet.
final class Matcher {
  /// Makes a matcher of a function that says how a value differs, or null.
  const Matcher(this.differs);

  /// Says how a value differs, or null if it does not.
  final String? Function(Object? actual) differs;
}

Matcher _that(String what, bool Function(Object? actual) holds) =>
    Matcher((actual) => holds(actual)
        ? null
        : 'expected $what, found ${_shown(actual)}');

String _shown(Object? value) => value is String ? '"$value"' : '$value';

/// Matches an equal value.
Matcher equals(Object? expected) =>
    _that(_shown(expected), (actual) => _same(actual, expected));

bool _same(Object? a, Object? b) {
  if (a is List && b is List) {
    return a.length == b.length &&
        Iterable<int>.generate(a.length).every((i) => _same(a[i], b[i]));
  }
  if (a is Map && b is Map) {
    return a.length == b.length &&
        a.keys.every((key) => b.containsKey(key) && _same(a[key], b[key]));
  }
  return a is double && b is double && a.isNaN && b.isNaN || a == b;
}

/// Matches the same object.
Matcher same(Object? expected) =>
    _that('the same object', (actual) => identical(actual, expected));

/// Matches true.
final Matcher isTrue = equals(true);

/// Matches false.
final Matcher isFalse = equals(false);

/// Matches null.
final Matcher isNull = equals(null);

/// Matches all but null.
final Matcher isNotNull = _that('a value', (actual) => actual != null);

/// Matches NaN.
final Matcher isNaN = _that('NaN', (actual) => actual is num && actual.isNaN);

/// Matches what is empty.
final Matcher isEmpty = _that('nothing in it', (actual) {
  return switch (actual) {
    final String text => text.isEmpty,
    final Iterable<Object?> items => items.isEmpty,
    final Map<Object?, Object?> members => members.isEmpty,
    _ => false,
  };
});

/// Matches a text that contains another, or a collection that has an item.
Matcher contains(Object? part) =>
    _that('${_shown(part)} inside', (actual) => switch (actual) {
          final String text => text.contains(part! as String),
          final Iterable<Object?> items => items.contains(part),
          _ => false,
        });

/// Matches a text with another at its beginning.
Matcher startsWith(String part) => _that('$part at the beginning',
    (actual) => actual is String && actual.startsWith(part));

/// Matches a greater number.
Matcher greaterThan(num least) =>
    _that('more than $least', (actual) => actual is num && actual > least);

/// Matches a lesser number.
Matcher lessThan(num most) =>
    _that('less than $most', (actual) => actual is num && actual < most);

/// Matches a value of a type.
TypeMatcher<T> isA<T>() => TypeMatcher<T>(const []);

/// Matches a value of a type, and parts of it.
final class TypeMatcher<T> extends Matcher {
  /// Makes a matcher.
  TypeMatcher(List<String? Function(T value)> parts)
      : this._(List.of(parts));

  TypeMatcher._(this._parts)
      : super((actual) {
          if (actual is! T) {
            return 'expected $T, found ${_shown(actual)}';
          }
          for (final part in _parts) {
            if (part(actual) case final differs?) {
              return '$differs, in ${_shown(actual)}';
            }
          }
          return null;
        });

  final List<String? Function(T value)> _parts;

  /// Returns a matcher of a part, too.
  TypeMatcher<T> having(
      Object? Function(T value) part, String name, Object? expected) {
    final matcher = expected is Matcher ? expected : equals(expected);
    return TypeMatcher<T>([
      ..._parts,
      (value) {
        final differs = matcher.differs(part(value));
        return differs == null ? null : '$name: $differs';
      },
    ]);
  }
}

/// Matches a function that throws what the matcher matches.
Matcher throwsA(Matcher matcher) => Matcher((actual) {
      try {
        (actual! as Object? Function())();
      } on Object catch (error) {
        return matcher.differs(error);
      }
      return 'nothing was thrown';
    });
