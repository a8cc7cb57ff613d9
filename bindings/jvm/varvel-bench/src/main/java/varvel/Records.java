package varvel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Reads and writes the documents in turn. JMH's generator needs a class of Java. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class Records {
  @Param({"jsoniter-scala", "zio-json", "circe"})
  public String library;

  /** The file of documents, a zero byte behind each; their number is a power of two. */
  @Param("")
  public String documents;

  private Codec codec;
  private byte[][] texts;
  private Record[] values;
  private int next;

  @Setup
  public void read_documents() throws IOException {
    codec = Codec.of(library);
    String[] all = Files.readString(Path.of(documents)).split("\0");
    if (Integer.bitCount(all.length) != 1) {
      throw new IOException(all.length + " documents, which is no power of two");
    }
    texts = new byte[all.length][];
    values = new Record[all.length];
    for (int i = 0; i < all.length; i++) {
      texts[i] = all[i].getBytes(StandardCharsets.UTF_8);
      values[i] = codec.read(texts[i]);
      if (!codec.read(codec.write(values[i])).equals(values[i])) {
        throw new IOException(library + " reads something else than it wrote");
      }
    }
  }

  @Benchmark
  public Object read() {
    return codec.read(texts[next++ & texts.length - 1]);
  }

  @Benchmark
  public Object write() {
    return codec.write(values[next++ & values.length - 1]);
  }
}
