import 'dart:convert';
import 'dart:io';
import 'dart:math';
import 'dart:typed_data';

import 'package:varvel/src/base/number_reader.dart';
import 'package:varvel/src/base/number_writer.dart';
import 'package:varvel/src/base/output.dart';

import 'src/clock.dart';
import 'src/place.dart';
import 'src/runner.dart';

final ByteData _word = ByteData(8);

double _double(String hex) {
  _word
    ..setUint32(0, int.parse(hex.substring(0, 8), radix: 16))
    ..setUint32(4, int.parse(hex.substring(8), radix: 16));
  return _word.getFloat64(0);
}

double _single(String hex) {
  _word.setUint32(0, int.parse(hex, radix: 16));
  return _word.getFloat32(0);
}

String _bits(double value) {
  _word.setFloat64(0, value);
  return _hex(_word.getUint32(0)) + _hex(_word.getUint32(4));
}

String _singleBits(double value) {
  _word.setFloat32(0, value);
  return _hex(_word.getUint32(0));
}

String _hex(int half) => half.toRadixString(16).padLeft(8, '0');

String _written(double value, {bool single = false}) {
  final out = Output();
  (single ? writeSingle : writeDouble)(out, value);
  return ascii.decode(out.toBytes());
}

double _parsed(String text, {bool single = false}) {
  final bytes = ascii.encode(text.startsWith('+') ? text.substring(1) : text);
  return (single ? parseSingle : parseDouble)(bytes, 0, bytes.length);
}

/// The digits and the exponent of a text, in a form that all texts of a float
/// share.
String _normal(String text) {
  final negative = text.startsWith('-');
  var rest = negative ? text.substring(1) : text;
  var exponent = 0;
  final e = rest.indexOf(RegExp('[eE]'));
  if (e >= 0) {
    exponent = int.parse(rest.substring(e + 1));
    rest = rest.substring(0, e);
  }
  final point = rest.indexOf('.');
  if (point >= 0) {
    exponent -= rest.length - point - 1;
    rest = rest.replaceFirst('.', '');
  }
  rest = rest.replaceFirst(RegExp('^0+'), '');
  final digits = rest.replaceFirst(RegExp(r'0+$'), '');
  exponent += rest.length - digits.length;
  final sign = negative ? '-' : '';
  return digits.isEmpty ? '${sign}0' : '$sign${digits}e$exponent';
}

const List<String> _files = [
  'exhaustive-float16', 'freetype-2-7', 'google-wuffs', 'lemire-fast-float', //
  'more-test-cases', 'tencent-rapidjson',
];

/// The lines of a file of a suite; a suite that is not there skips the test.
Iterable<List<String>> _lines(String name) {
  final folder = suite(name.substring(0, name.indexOf('/')));
  if (folder == null) {
    markTestSkipped('no $name at VARVEL_SUITES or ../shared/suites');
    return const [];
  }
  return File('${folder.parent.path}/$name')
      .readAsLinesSync()
      .where((line) => line.isNotEmpty && !line.startsWith('#'))
      .map((line) => line.split(RegExp(r'\s+')));
}

void main() {
  test('floats have the form of all of Varvel', () {
    final texts = {
      0.0: '0.0',
      1.0: '1.0',
      0.1: '0.1',
      -1.25: '-1.25',
      100.5: '100.5',
      0.001: '0.001',
      1e15: '1000000000000000.0',
      123456789012345.0: '123456789012345.0',
      1e16: '1e16',
      0.00001: '0.00001',
      0.0000012: '1.2e-6',
      1.5e-7: '1.5e-7',
      5e-324: '5e-324',
      1.7976931348623157e308: '1.7976931348623157e308',
      12345678.9: '12345678.9',
      9007199254740993.0: '9007199254740992.0',
    };
    for (final MapEntry(:key, :value) in texts.entries) {
      expect(_written(key), value);
    }
    expect(_written(-0.0), '-0.0');
    expect(_written(toSingle(0.1), single: true), '0.1');
    expect(_written(toSingle(16777216), single: true), '16777216.0');
    expect(_written(toSingle(1 / 4096), single: true), '0.00024414062');
    expect(_written(toSingle(-1e-45), single: true), '-1e-45');
  });

  test('integers have all their digits', () {
    const values = [
      0, 9, 10, 99, 100, -1, 1073741823, 1073741824, -1073741824, //
      9007199254740991, -9007199254740991,
    ];
    for (final value in values) {
      final out = Output();
      writeInt(out, value);
      expect(ascii.decode(out.toBytes()), '$value');
    }
  });

  test('doubles of the suites are printed with the fewest digits', () {
    for (final [bits, text] in _lines('number-printing/ryu_d2s.tsv')) {
      final value = _double(bits);
      if (value.isFinite) {
        expect(_normal(_written(value)), _normal(text), reason: bits);
      }
    }
    for (final [bits, text]
        in _lines('number-printing/zmij_boundary_bits.tsv')) {
      expect(_normal(_written(_double(bits))), _normal(text), reason: bits);
    }
  });

  test('singles of the suites are printed with the fewest digits', () {
    for (final [bits, text] in _lines('number-printing/ryu_f2s.tsv')) {
      final value = _single(bits);
      // This text is that of the single below.
      if (value.isFinite && bits != '15ae43fe') {
        expect(_normal(_written(value, single: true)), _normal(text),
            reason: bits);
      }
    }
    for (final [bits, digits, point]
        in _lines('number-printing/gay_shortest_single.tsv')) {
      final text = '${digits}e${int.parse(point) - digits.length}';
      expect(_normal(_written(_single(bits), single: true)), _normal(text),
          reason: bits);
    }
  });

  test('texts of the suites are the nearest double and the nearest single', () {
    for (final [bits, text] in _lines('number-printing/ryu_s2d.tsv')) {
      if (double.tryParse(text) != null) {
        expect(_bits(_parsed(text)), bits, reason: text);
      }
    }
    for (final name in _files) {
      for (final [_, single, double, text]
          in _lines('number-parsing/parse-number-fxx/data/$name.txt')) {
        expect(_bits(_parsed(text)), double.toLowerCase(), reason: text);
        expect(_singleBits(_parsed(text, single: true)), single.toLowerCase(),
            reason: text);
      }
    }
  });

  test('a single is rounded once', () {
    // Half a unit of 32 bits, and a little that a double does not hold.
    expect(_parsed('16777217', single: true), 16777216.0);
    expect(_parsed('16777217.000000000000001', single: true), 16777218.0);
    expect(_parsed('16777216.999999999999999', single: true), 16777216.0);
    expect(_parsed('-16777219.000000000000001', single: true), -16777220.0);
    const beyond = '340282356779733661637539395458142568448';
    expect(_parsed(beyond, single: true), double.infinity);
    const within = '340282356779733661637539395458142568447.999';
    expect(_parsed(within, single: true), 3.4028234663852886e38);
    const halfOfLeast =
        '7.006492321624085354618647916449580656401309709382578858'
        '78534141944895541342930300743319094181060791015625';
    expect(_parsed('${halfOfLeast}e-46', single: true), 0.0);
    expect(_parsed('${halfOfLeast}1e-46', single: true), toSingle(1e-45));
  });

  test('drawn singles read back, and powers of two', () {
    final random = Random(1);
    for (var i = 0; i < 4000; i++) {
      final bits = i < 255
          ? i << 23
          : random.nextInt(0x7F8) << 20 | random.nextInt(1 << 20);
      _word.setUint32(0, bits);
      final value = _word.getFloat32(0);
      final text = _written(value, single: true);
      expect(_singleBits(_parsed(text, single: true)), _hex(bits),
          reason: text);
    }
  });

  test('a number of a megabyte takes no more than its time', () {
    final before = now();
    final digits = '1' * 1000000;
    expect(_parsed('0.$digits'), 0.1111111111111111);
    expect(_parsed('0.${'0' * 1000000}1e1000001'), 1.0);
    expect(_parsed('${digits}e-999990', single: true),
        toSingle(1111111111.1111111));
    expect(now() - before, lessThan(5000000));
  });
}
