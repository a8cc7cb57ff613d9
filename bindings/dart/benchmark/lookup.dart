// Looks up members of an object of 64 keys, and reads the integers. The map is
// as `dart:convert` makes it, so its keys are equal to those that are looked
// up, and not the same objects.
import 'dart:convert';

import 'package:varvel/varvel.dart';

import 'clock.dart';

void main() {
  final names = [for (var i = 0; i < 64; i++) 'member ${i * 7919 % 1000}'];
  final text = jsonEncode({for (final (i, name) in names.indexed) name: i});
  final map = Map<String, Object>.from(
      jsonDecode(text) as Map<String, Object?>);
  final root = Frozen.open(Frozen.parse(text).bytes).root;
  final keys = [for (final name in names) Key(name)];
  measure('lookup-64', [
    (
      name: 'Map',
      run: (times) {
        var sum = 0;
        for (var i = 0; i < times; i++) {
          sum += map[names[i & 63]]! as int;
        }
        return sum;
      },
    ),
    (
      name: 'varvel, by a key',
      run: (times) {
        var sum = 0;
        for (var i = 0; i < times; i++) {
          sum += root.getKey(keys[i & 63]).asInt;
        }
        return sum;
      },
    ),
    (
      name: 'varvel, by a string',
      run: (times) {
        var sum = 0;
        for (var i = 0; i < times; i++) {
          sum += root.get(names[i & 63]).asInt;
        }
        return sum;
      },
    ),
  ]);
  // A key is searched for anew where the document is another one than before.
  final maps = [map, Map.of(map)];
  final roots = [root, Frozen.parse(text).root];
  measure('lookup-64-by-turns', [
    (
      name: 'Map',
      run: (times) {
        var sum = 0;
        for (var i = 0; i < times; i++) {
          sum += maps[i & 1][names[i >> 1 & 63]]! as int;
        }
        return sum;
      },
    ),
    (
      name: 'varvel, by a key',
      run: (times) {
        var sum = 0;
        for (var i = 0; i < times; i++) {
          sum += roots[i & 1].getKey(keys[i >> 1 & 63]).asInt;
        }
        return sum;
      },
    ),
  ]);
}
