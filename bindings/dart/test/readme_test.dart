import 'dart:io';

import 'src/place.dart';
import 'src/runner.dart';

/// The programs of the README, each with the text that it prints.
Iterable<(String, String)> _programs() {
  final page = File('$root/bindings/dart/README.md').readAsStringSync();
  return RegExp(r'```dart\n(.*?)```\n\n```text\n(.*?)```', dotAll: true)
      .allMatches(page)
      .map((match) => (match[1]!, match[2]!));
}

String _run(List<String> arguments) {
  final config = Platform.packageConfig!;
  final result = Process.runSync(
      Platform.resolvedExecutable, ['--packages=$config', ...arguments]);
  expect(result.exitCode, 0, reason: '${result.stderr}');
  return result.stdout as String;
}

void main() {
  test('the programs of the README print what it says', () {
    final folder = Directory.systemTemp.createTempSync();
    const code = 'robot.fbs.dart';
    File('$root/bindings/dart/test/src/generated/$code')
        .copySync('${folder.path}/$code');
    var count = 0;
    for (final (program, printed) in _programs()) {
      final file = File('${folder.path}/program$count.dart')
        ..writeAsStringSync(program);
      expect(_run([file.path]), printed);
      count++;
    }
    final page = File('$root/bindings/dart/README.md').readAsStringSync();
    expect(count, '```dart'.allMatches(page).length);
    folder.deleteSync(recursive: true);
  });

  test('the schema of the README is that of its code', () {
    final page = File('$root/bindings/dart/README.md').readAsStringSync();
    final schema = File('$root/bindings/dart/test/schemas/robot.fbs')
        .readAsStringSync()
        .replaceAll(RegExp(r'^//.*\n+', multiLine: true), '');
    expect(page, contains('```text\n$schema```'));
  });

  test('the commands of the README print what it says', () {
    final folder = Directory.systemTemp.createTempSync();
    final page = File('$root/bindings/dart/README.md').readAsStringSync();
    final start = RegExp(r'```console\n(.*?)```', dotAll: true)
        .firstMatch(page)![1]!;
    final frozen = '${folder.path}/orders.varvel';
    final first = _run([
      '$root/bindings/dart/example/freeze.dart',
      '$root/samples/orders.json',
      frozen,
    ]);
    final second = _run(['$root/bindings/dart/example/read.dart', frozen]);
    final lines = start.split('\n').where((line) => !line.startsWith(r'$ '));
    expect(first.replaceFirst('${folder.path}/', '') + second,
        lines.join('\n'));
    folder.deleteSync(recursive: true);
  });

  test('the example of streams reads single records of a file', () {
    final folder = Directory.systemTemp.createTempSync();
    final printed = _run([
      '$root/bindings/dart/example/stream.dart',
      '${folder.path}/records.varvel',
    ]);
    expect(printed, contains('10000 records'));
    expect(printed, contains('{"id": 7777, "square": 60481729}'));
    folder.deleteSync(recursive: true);
  });

  test('the tests that the README names are there', () {
    final page = File('$root/bindings/dart/README.md').readAsStringSync();
    final named =
        RegExp(r'\[(\w+_test)\]\([^)]*\): `([^`]*)`').allMatches(page);
    expect(named.length, greaterThan(5));
    for (final match in named) {
      final file = File('$root/bindings/dart/test/${match[1]}.dart');
      expect(file.readAsStringSync(), contains("test('${match[2]}'"));
    }
  });
}
