import 'package:varvel/varvel.dart';

import 'src/clock.dart';
import 'src/runner.dart';

const FreezeOptions _unlimited = FreezeOptions(
    limits: Limits(depth: Limits.none), duplicates: Duplicates.last);

String _joined(int count, String Function(int i) part) =>
    Iterable.generate(count, part).join(',');

/// Texts of JSON that would take more than linear time if something were naive,
/// by a size.
final Map<String, String Function(int size)> _texts = {
  'nested arrays': (size) => '${'[' * size}${']' * size}',
  'nested objects': (size) => '${'{"a":' * size}1${'}' * size}',
  'many keys': (size) => '{${_joined(size, (i) => '"key $i":$i')}}',
  'one key many times': (size) => '{${_joined(size, (i) => '"k":$i')}}',
  'other keys in each object': (size) =>
      '[${_joined(size, (i) => '{"key $i":1}')}]',
  'long keys': (size) =>
      '{${_joined(size ~/ 100, (i) => '"${'k' * 300}$i":1')}}',
  'long keys in each object': (size) =>
      '[${_joined(size ~/ 100, (i) => '{"${'k' * 300}$i":1}')}]',
  'empty strings': (size) => '[${_joined(size, (i) => '""')}]',
  'escapes': (size) => r'["' '${r'\n\u00e9' * size}' '"]',
  'a long float': (size) => '[0.${'1' * size}e5]',
  'many floats': (size) => '[${_joined(size, (i) => '$i.25e-3')}]',
  'rows of numbers': (size) => '[${_joined(size, (i) => '[1,2]')}]',
  'rows but for the last': (size) => '[${_joined(size, (i) => '[1,2]')},1]',
};

/// Returns the least of some times of a call and of the [best] before, in
/// microseconds.
int _least(int best, void Function() call) {
  var least = best;
  for (var i = 0; i < 3; i++) {
    final before = now();
    call();
    final spent = now() - before;
    least = spent < least ? spent : least;
  }
  return least;
}

/// Checks that an input of four times the size takes little more than four
/// times as long; a quadratic one takes sixteen times.
void _checkSlope(String name, void Function() Function(int size) prepare) {
  const size = 3000;
  var (short, long) = (1 << 50, 1 << 50);
  var ratio = 0.0;
  // Other programs, the compiler and the collector only add to a time, so the
  // least ones of all attempts count.
  for (var attempt = 0; attempt < 12; attempt++) {
    final (small, large) = (prepare(size), prepare(4 * size));
    small();
    (short, long) = (_least(short, small), _least(long, large));
    ratio = long / (short + 100);
    if (ratio < 9) {
      return;
    }
  }
  fail('$name: four times the size takes $ratio times as long');
}

void main() {
  _texts.forEach((name, text) {
    test('$name: time is linear', () {
      _checkSlope('reading JSON', (size) {
        final json = text(size);
        return () => Frozen.parse(json, options: _unlimited);
      });
      Node made(int size) =>
          Frozen.parse(text(size), options: _unlimited).root;
      _checkSlope('validating', (size) {
        final bytes = made(size).document.bytes;
        return () => Frozen.validate(bytes, limits: _unlimited.limits);
      });
      _checkSlope('writing JSON', (size) => made(size).toJsonUtf8);
      _checkSlope('comparing', (size) {
        final (a, b) = (made(size), made(size));
        return () => expect(a == b, isTrue);
      });
      _checkSlope('hashing', (size) {
        final node = made(size);
        return () => node.digest;
      });
      _checkSlope('the canonical form', (size) => made(size).toCanonical);
      _checkSlope('objects', (size) {
        final node = made(size);
        return () => Frozen.of(node.toObject(), options: _unlimited);
      });
    });
  });

  test('maps: time is linear', () {
    Node made(int size) => Frozen.of({
          for (var i = 0; i < size; i++) i: {i: null},
        }).root;
    _checkSlope('validating', (size) {
      final bytes = made(size).document.bytes;
      return () => Frozen.validate(bytes);
    });
    _checkSlope('comparing', (size) {
      final (a, b) = (made(size), made(size));
      return () => expect(a == b, isTrue);
    });
  });

  test('the path of an error far inside is found', () {
    const depth = 20000;
    final text = '${'[0,' * depth}"x"${']' * depth}';
    var node = Frozen.parse(text, options: _unlimited).root;
    while (node.kind == Kind.array) {
      node = node[1];
    }
    expect(node.path, startsWith(r'$[1][1][1]'));
    try {
      Frozen.parse('${'[0,' * depth}x', options: _unlimited);
      fail('taken');
    } on VarvelException catch (error) {
      expect(error.path, startsWith(r'$[1][1][1]'));
    }
  });
}
