import 'dart:convert';
import 'dart:ffi';
import 'dart:io';

// The CPU time of this thread: wall clocks also count what else runs.
const int _threadTime = 3;

final int Function(int, Pointer<Long>) _clock = DynamicLibrary.process()
    .lookupFunction<Int Function(Int, Pointer<Long>),
        int Function(int, Pointer<Long>)>('clock_gettime');

final Pointer<Long> _time = DynamicLibrary.process()
    .lookupFunction<Pointer<Long> Function(Size), Pointer<Long> Function(int)>(
        'malloc')(16);

/// Returns the CPU time of this thread in nanoseconds. Needs Linux.
int threadTime() {
  _clock(_threadTime, _time);
  return _time[0] * 1000000000 + _time[1];
}

/// A program that is measured: its name, and a function that does the work so
/// many times and returns a sum of the results.
typedef Subject = ({String name, int Function(int times) run});

/// Measures the subjects of a case by turns, and prints a line of JSON for
/// each: the least time of one run in nanoseconds.
///
/// All subjects of a case must return the same sum.
void measure(String name, List<Subject> subjects, {int turns = 15}) {
  const least = 20000000;
  final sums = {for (final subject in subjects) subject.run(1000)};
  if (sums.length != 1) {
    throw StateError('$name: subjects return different sums: $sums');
  }
  final times = <int>[];
  for (final subject in subjects) {
    var count = 1000;
    for (var spent = 0; spent < least; count *= 2) {
      final before = threadTime();
      subject.run(count);
      spent = threadTime() - before;
    }
    times.add(count);
  }
  final best = List.filled(subjects.length, double.infinity);
  for (var turn = 0; turn < turns; turn++) {
    for (final (i, subject) in subjects.indexed) {
      final before = threadTime();
      subject.run(times[i]);
      final each = (threadTime() - before) / times[i];
      best[i] = each < best[i] ? each : best[i];
    }
  }
  for (final (i, subject) in subjects.indexed) {
    final ns = double.parse(best[i].toStringAsFixed(1));
    stdout.writeln(
        jsonEncode({'case': name, 'subject': subject.name, 'ns': ns}));
  }
}
