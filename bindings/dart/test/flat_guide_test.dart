import 'dart:io';

import 'src/place.dart';
import 'src/runner.dart';

/// Each program of the page prints the text after it.
void main() {
  test('the programs of the guide print what it says', () {
    final page = File('$root/docs/guide/dart-from-flatbuffers.md');
    final programs = RegExp(r'```dart\n(.*?)```\n\n```text\n(.*?)```',
            dotAll: true)
        .allMatches(page.readAsStringSync());
    expect(programs.length,
        '```dart'.allMatches(page.readAsStringSync()).length);
    final folder = Directory.systemTemp.createTempSync();
    const code = 'robot.fbs.dart';
    File('$root/bindings/dart/test/src/generated/$code')
        .copySync('${folder.path}/$code');
    for (final program in programs) {
      final file = File('${folder.path}/program.dart')
        ..writeAsStringSync(program[1]!);
      final done = Process.runSync(Platform.resolvedExecutable,
          ['--packages=${Platform.packageConfig!}', file.path]);
      expect(done.exitCode, 0, reason: '${done.stderr}');
      expect(done.stdout, program[2]);
    }
    folder.deleteSync(recursive: true);
  });
}
