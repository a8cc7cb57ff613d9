import 'dart:mirrors';

import 'package:varvel/flatbuffers.dart';
import 'package:varvel/flatbuffers_json.dart';
import 'package:varvel/varvel.dart';

import 'src/generated/robot.fbs.dart';
import 'src/runner.dart';

/// The names that an import of a library brings, and where each is declared.
Map<String, Uri> _exported(LibraryMirror library) => {
      for (final of in library.declarations.values)
        if (_isPublic(of)) MirrorSystem.getName(of.simpleName): library.uri,
      for (final other in library.libraryDependencies)
        if (other.isExport)
          for (final MapEntry(:key, :value)
              in _exported(other.targetLibrary!).entries)
            if (_passes(other, key)) key: value,
    };

/// Members of extensions are declarations of the library, too.
bool _isPublic(DeclarationMirror of) =>
    !of.isPrivate && !(of is MethodMirror && of.isExtensionMember);

bool _passes(LibraryDependencyMirror by, String name) =>
    by.combinators.every((combinator) {
      final names = combinator.identifiers.map(MirrorSystem.getName);
      return combinator.isShow == names.contains(name);
    });

void main() {
  test('one program imports all libraries without prefixes', () {
    final robot = Robot.read(RobotT(name: 'Rob').toBytes());
    expect(robot is Table, true);
    expect(Frozen.parse(robot.toJsonString()).root['name'].asString, 'Rob');
    expect(Frozen.of(true).root.kind, Kind.boolean);
    final fields = robotSchema.objects[robotSchema.root!].fields;
    expect(fields.map((field) => field.kind), contains(FieldKind.string));
    expect(() => Frozen.parse('{"a": 1', options: const FreezeOptions()),
        throwsA(isA<VarvelException>()));
    expect(() => RobotT.fromJsonString('{', const JsonOptions()),
        throwsA(isA<VarvelException>()));
  });

  test('a name of two libraries is one declaration', () {
    final libraries = currentMirrorSystem().libraries;
    final seen = <String, Uri>{};
    for (final name in ['varvel', 'flatbuffers', 'flatbuffers_json']) {
      final exported =
          _exported(libraries[Uri.parse('package:varvel/$name.dart')]!);
      expect(exported.length, greaterThan(5));
      for (final MapEntry(:key, :value) in exported.entries) {
        expect(seen.putIfAbsent(key, () => value), value, reason: key);
      }
    }
    for (final name in ['ErrorKind', 'Kind', 'FieldKind', 'Node', 'Robot']) {
      expect(seen.containsKey(name), name != 'Robot', reason: name);
    }
  });
}
