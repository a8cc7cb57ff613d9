import 'dart:convert';
import 'dart:ffi';
import 'dart:io';

final DynamicLibrary _process = DynamicLibrary.process();

final int Function(int, Pointer<Long>) _clock = _process.lookupFunction<
    Int32 Function(Int32, Pointer<Long>),
    int Function(int, Pointer<Long>)>('clock_gettime');

final Pointer<Long> _time = _process.lookupFunction<
    Pointer<Long> Function(UintPtr), Pointer<Long> Function(int)>('malloc')(16);

/// The clock of the thread that asks, on Linux.
const int _threadClock = 3;

/// Returns the time that this thread has used, in microseconds.
int cpuMicros() {
  _clock(_threadClock, _time);
  return _time[0] * 1000000 + _time[1] ~/ 1000;
}

/// A subject of a case: does the work [times] times.
typedef Work = void Function(int times);

/// Measures subjects by turns, and prints a line of JSON for each with the
/// least nanoseconds of an operation.
void measure(String name, Map<String, Work> subjects) {
  final best = {for (final subject in subjects.keys) subject: double.infinity};
  for (final work in subjects.values) {
    final start = cpuMicros();
    while (cpuMicros() - start < 200000) {
      work(1000);
    }
  }
  for (var round = 0; round < 15; round++) {
    for (final MapEntry(key: subject, value: work) in subjects.entries) {
      var times = 0;
      final start = cpuMicros();
      var end = start;
      while (end - start < 30000) {
        work(1000);
        times += 1000;
        end = cpuMicros();
      }
      final each = (end - start) * 1000 / times;
      if (each < best[subject]!) {
        best[subject] = each;
      }
    }
  }
  for (final MapEntry(key: subject, value: ns) in best.entries) {
    stdout.writeln(jsonEncode({
      'case': name,
      'subject': subject,
      'ns': double.parse(ns.toStringAsFixed(1)),
    }));
  }
}
