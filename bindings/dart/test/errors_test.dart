import 'dart:isolate';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

import 'src/runner.dart';
import 'src/vectors.dart';

const bool _web = bool.fromEnvironment('varvel.web');

/// Returns the error of a function.
VarvelException _error(Object? Function() call) {
  try {
    call();
  } on VarvelException catch (error) {
    return error;
  }
  fail('nothing was thrown');
}

void _check(VarvelException found, ErrorKind kind,
    {String? path,
    String? expected,
    String? hint,
    int? offset,
    int? line,
    int? column,
    String? what}) {
  expect(found.kind, kind, reason: '$found');
  expect(found.number, kind.number);
  for (final (own, wanted) in [
    (found.path, path),
    (found.expected, expected),
    (found.hint, hint),
    (found.offset, offset),
    (found.line, line),
    (found.column, column),
    (found.found, what),
  ]) {
    if (wanted != null) {
      expect(own, wanted, reason: '$found');
    }
  }
}

const String _text = '{"users":[{"name":"Ada","id":1.5},{"name":null,'
    '"big":18446744073709551615,"tenth":0.1,"huge":36893488147419103232}]}';

void _checkText(VarvelException error) =>
    _check(error, ErrorKind.syntax, path: r'$.a[1]', offset: 9, line: 1,
        column: 10, expected: 'a value', what: '`nul`',
        hint: 'a string takes double quotes; the only words are true, false '
            'and null');

VarvelException _textError() =>
    _error(() => Frozen.parse('{"a":[1, nul]}'));

void main() {
  test('reading another kind names the value, and what reads it', () {
    final root = Frozen.parse(_text).root;
    final users = root['users'];
    _check(_error(() => users[0]['id'].asInt), ErrorKind.typeMismatch,
        path: r'$.users[0].id', expected: 'an integer', what: 'a float',
        hint: '`asDouble` reads a float', offset: -1, line: 0);
    _check(_error(() => users[1]['name'].asString), ErrorKind.typeMismatch,
        path: r'$.users[1].name', expected: 'a string', what: 'null',
        hint: '`isNull` tells whether a value is null');
    expect(_error(() => users[1]['name'].asString).toString(),
        'VarvelException: wrong kind of value: expected a string, found null, '
        'at \$.users[1].name\n'
        'hint: `isNull` tells whether a value is null');
  });

  test('a look-up that finds nothing names what was missing first', () {
    final root = Frozen.parse(_text).root;
    _check(_error(() => root['users'][7]['name'].asString), ErrorKind.notFound,
        path: r'$.users', expected: 'item 7', what: '2 items',
        hint: '`exists` tells whether there is a value');
    _check(_error(() => root['user']['x'][0].asInt), ErrorKind.notFound,
        path: r'$', expected: 'a member "user"', what: '');
    _check(_error(() => root['users']['x'].asInt), ErrorKind.typeMismatch,
        path: r'$.users', expected: 'an object', what: 'an array');
    _check(_error(() => root[0].asInt), ErrorKind.typeMismatch,
        path: r'$', expected: 'an array', what: 'an object');
    expect(root['no']['such'].exists, isFalse);
    expect(root['no']['such'].kind, Kind.missing);
    expect('${root['no']}', 'nothing');
  });

  test('a number that its type does not hold names the sibling', () {
    final user = Frozen.parse(_text).root['users'][1];
    _check(_error(() => user['big'].asInt), ErrorKind.numberOutOfRange,
        path: r'$.users[1].big', expected: 'an integer that int holds',
        hint: '`asBigInt` reads integers of any size');
    expect(user['big'].asBigInt, BigInt.parse('18446744073709551615'));
    expect(user['big'].asNumber, BigInt.parse('18446744073709551615'));
    _check(_error(() => user['big'].asDouble), ErrorKind.numberOutOfRange);
    _check(_error(() => user['huge'].asInt), ErrorKind.numberOutOfRange);
    expect(user['huge'].asBigInt, BigInt.two.pow(65));
    expect(user['tenth'].asDouble, 0.1);
  });

  test('64 bits are never rounded', () {
    final root = Frozen.parse('[9007199254740991,9007199254740993,'
            '-9007199254740993,9223372036854775807,-9223372036854775808]')
        .root;
    expect(root[0].asInt, 9007199254740991);
    expect(root.element, Element.int64);
    for (var i = 1; i < 5; i++) {
      if (_web) {
        _check(_error(() => root[i].asInt), ErrorKind.numberOutOfRange,
            path: '\$[$i]');
      } else {
        expect(BigInt.from(root[i].asInt), root[i].asBigInt);
      }
    }
    expect(root[4].asBigInt, -BigInt.two.pow(63));
    expect(root.numbers == null, _web);
    expect(root.toJsonString(), '[9007199254740991,9007199254740993,'
        '-9007199254740993,9223372036854775807,-9223372036854775808]');
    _check(_error(() => root[1].asDouble), ErrorKind.numberOutOfRange);
    expect(root[4].asDouble, -9223372036854775808.0);
  });

  test('a wrong text has its place, its words and a hint', () {
    _checkText(_textError());
    _checkText(_error(() =>
        Frozen.validateJson(Uint8List.fromList('{"a":[1, nul]}'.codeUnits))));
    final hints = {
      '{"a":1,}': 'JSON allows no comma after the last element',
      "{'a':1}": 'JSON strings and keys take double quotes',
      '[1 2]': '',
      '[NaN]': 'JSON has no NaN and no infinities',
      '[.5]': 'a digit stands before the point: 0.5, not .5',
      '["a\nb"]': r'a string cannot span lines; close it, or write \n',
      '': 'the input is empty',
      '{"a":1}{"a":2}':
          'a JSON document is one value; of several in a row give each line to '
              '`Frozen.parse`',
      '<html>': 'this looks like HTML or XML',
      '[01]': '',
      '[1e999]': '',
    };
    hints.forEach((text, hint) {
      expect(_error(() => Frozen.parse(text)).hint, hint, reason: text);
    });
    _check(_error(() => Frozen.parse('{"é":\n ["\uD800"]}')),
        ErrorKind.loneSurrogate, path: r'$.é[0]', line: 2, column: 4,
        offset: 10);
    _check(
        _error(() => Frozen.parseUtf8(
            Uint8List.fromList([...'["a'.codeUnits, 0xFF, 0x22, 0x5D]))),
        ErrorKind.invalidUtf8,
        offset: 3,
        what: 'byte 0xFF');
  });

  test('limits are errors of their own', () {
    Frozen parse(String text, Limits limits) =>
        Frozen.parse(text, options: FreezeOptions(limits: limits));
    _check(_error(() => parse('[[1]]', const Limits(depth: 1))),
        ErrorKind.depthLimit, offset: 1, path: r'$[0]',
        hint:
            'raise the limit with `Limits(depth: …)` if the input is trusted');
    _check(_error(() => parse('[1,2,3]', const Limits(nodes: 2))),
        ErrorKind.nodeLimit);
    _check(_error(() => parse('[1,2,3]', const Limits(bytes: 3))),
        ErrorKind.sizeLimit);
    expect(parse('[[1]]', const Limits(depth: 2)).root.length, 1);
  });

  test('an error is right after 400 other documents', () {
    for (final row in index.take(400)) {
      final bytes = vectorFile(row['file']! as String);
      try {
        Frozen.open(bytes).root
          ..toString()
          ..toJsonUtf8();
      } on VarvelException {
        _checkText(_textError());
      }
      try {
        FrozenStream.open(bytes).validate();
      } on VarvelException catch (error) {
        expect(error.message, isA<String>());
      }
    }
    _checkText(_textError());
    final root = Frozen.parse(_text).root;
    _check(_error(() => root['users'][0]['id'].asInt), ErrorKind.typeMismatch,
        path: r'$.users[0].id');
  });

  test('an error in the second record of a stream has its place', () {
    final out = BytesBuilder();
    FrozenStreamWriter(out.add)
      ..add({'a': 1})
      ..flush()
      ..add({'a': 'x'})
      ..close();
    final bytes = out.takeBytes();
    final second = FrozenStream.open(bytes)[1];
    // The root of a segment is an array of records.
    _check(_error(() => second['a'].asInt), ErrorKind.typeMismatch,
        path: r'$[0].a', what: 'a string');
    final at = FrozenStream.open(bytes).segment(0).bytes.length;
    final start = at + (8 - at % 8) % 8;
    bytes[start + 32] = 0xFF;
    _check(_error(() => FrozenStream.open(bytes).validate()),
        ErrorKind.invalidFrozen);
    expect(_error(() => FrozenStream.open(bytes)[1]).offset,
        greaterThan(start - 1));
    expect(FrozenStream.open(bytes)[0]['a'].asInt, 1);
  });

  test('an error is right in another isolate, and comes back', () async {
    final found = await Isolate.run(() {
      _checkText(_textError());
      return _textError();
    });
    _checkText(found);
    final bytes = Frozen.parse(_text).bytes;
    final other = await Isolate.run(() => _error(
        () => Frozen.open(bytes).root['users'][0]['id'].asInt));
    _check(other, ErrorKind.typeMismatch,
        path: r'$.users[0].id', expected: 'an integer', what: 'a float');
    final root = Frozen.open(bytes).root;
    expect(
        await Isolate.run(() {
          // The same keys in documents of this isolate and in the one from the
          // other.
          for (var i = 0; i < 1000; i++) {
            final own = Frozen.parse('{"z":0,"users":$i}').root;
            if (own['users'].asInt != i || root['users'].length != 2) {
              return false;
            }
          }
          return true;
        }),
        isTrue);
    expect(await Isolate.run(() => root['users'][0]['name'].asString), 'Ada');
  });

  test('paths and pointers that are none say where', () {
    final root = Frozen.parse(_text).root;
    _check(_error(() => root.find('users[x]')), ErrorKind.invalidPath,
        offset: 5);
    _check(_error(() => root.find('é.')), ErrorKind.invalidPath, offset: 2);
    _check(_error(() => root.pointer('users')), ErrorKind.invalidPath,
        offset: 0, expected: '`/`');
    _check(_error(() => root.pointer('/a~2')), ErrorKind.invalidPath,
        offset: 2);
    expect(root.find('users[1].name').isNull, isTrue);
    expect(root.find('/users/0/name').asString, 'Ada');
    expect(root.find(r'$.users["1"]').exists, isFalse);
  });

  test('what JSON does not have is refused with its path', () {
    final doc = Frozen.of({'a': [1, double.nan]});
    _check(_error(doc.root.toJsonString), ErrorKind.unrepresentable,
        path: r'$.a[1]', expected: 'a finite number', what: 'NaN');
    _check(_error(Frozen.of({1: 2}).root.toJsonUtf8),
        ErrorKind.unrepresentable, path: r'$', what: 'a map');
  });
}
