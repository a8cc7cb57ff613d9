import 'dart:io';

import '../../benchmark/clock.dart';

/// Returns a time in microseconds: on Linux that of the processor in this
/// thread, since a clock also counts what else runs.
int now() =>
    Platform.isLinux ? threadTime() ~/ 1000 : _watch.elapsedMicroseconds;

final Stopwatch _watch = Stopwatch()..start();
