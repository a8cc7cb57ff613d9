package varvel.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Reads and writes the documents in turn, under JMH. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class Records {
  /** The library. */
  @Param({"varvel", "jsoniter-scala", "fory-json", "zio-json", "circe"})
  public String library;

  /** The file of documents, a zero byte between each; their number is a power of two. */
  @Param("")
  public String documents;

  private Documents all;
  private int next;

  /** Reads the documents. */
  @Setup
  public void prepare() throws IOException {
    all = new Documents(library, documents);
  }

  /** Reads bytes. */
  @Benchmark
  public Object read() {
    return all.subject.read(all.texts[next++ & all.texts.length - 1]);
  }

  /** Reads a string. */
  @Benchmark
  public Object read_string() {
    return all.subject.readString(all.strings[next++ & all.strings.length - 1]);
  }

  /** Writes bytes. */
  @Benchmark
  public Object write() {
    return all.subject.write(all.values[next++ & all.values.length - 1]);
  }

  /** Writes a string. */
  @Benchmark
  public Object write_string() {
    return all.subject.writeString(all.values[next++ & all.values.length - 1]);
  }
}
