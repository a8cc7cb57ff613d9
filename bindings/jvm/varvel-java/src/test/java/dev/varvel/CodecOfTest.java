package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.varvel.annotation.Alias;
import dev.varvel.annotation.Default;
import dev.varvel.annotation.Hint;
import dev.varvel.annotation.Id;
import dev.varvel.annotation.Ignore;
import dev.varvel.annotation.Name;
import dev.varvel.annotation.Nullable;
import dev.varvel.annotation.Strict;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Codecs of classes. */
class CodecOfTest {
  private static <T> void same(String json, T value, Class<T> type) {
    CodecsTest.same(json, value, Codec.of(type));
  }

  private static void message(String json, Class<?> type, String wanted) {
    CodecsTest.message(json, Codec.of(type), wanted);
  }

  private static void no(Class<?> type, String wanted) {
    assertEquals(
        wanted, assertThrows(IllegalArgumentException.class, () -> Codec.of(type)).getMessage());
  }

  // Records

  private record Customer(String name, Optional<String> phone) {}

  record Order(
      long id,
      Customer customer,
      List<Line> lines,
      Map<String, BigDecimal> prices,
      LocalDate day) {}

  record Line(UUID article, int count, double weight, boolean gift, char size, float rate) {}

  @Test
  void records() {
    UUID article = new UUID(0, 7);
    same(
        "{\"id\":9007199254740993,\"customer\":{\"name\":\"Zoë\"},\"lines\":[{\"article\":"
            + "\"00000000-0000-0000-0000-000000000007\",\"count\":3,\"weight\":0.5,\"gift\":true,"
            + "\"size\":\"L\",\"rate\":0.1}],\"prices\":{\"EUR\":1.50},\"day\":\"2026-01-31\"}",
        new Order(
            9007199254740993L,
            new Customer("Zoë", Optional.empty()),
            List.of(new Line(article, 3, 0.5, true, 'L', 0.1f)),
            Map.of("EUR", new BigDecimal("1.50")),
            LocalDate.of(2026, 1, 31)),
        Order.class);
    Customer phone = new Customer("a", Optional.of("1"));
    same("{\"name\":\"a\",\"phone\":\"1\"}", phone, Customer.class);
    Codec<Customer> codec = Codec.of(Customer.class);
    assertEquals(phone, Json.read("{\"x\":[{}], \"phone\":\"1\", \"name\":\"a\"}", codec));
    assertEquals(Optional.empty(), Json.read("{\"name\":\"a\",\"phone\":null}", codec).phone());
  }

  @Test
  void aMemberHasToBeThere() {
    message(
        "[]",
        Customer.class,
        "wrong kind of value: expected an object, found an array, at $, at byte 0, line 1, column"
            + " 1");
    message(
        " {\"phone\":\"1\"}",
        Customer.class,
        "missing member: expected a member `name`, at $, at byte 1, line 1, column 2");
    message(
        "{\"name\":null}",
        Customer.class,
        "wrong kind of value: expected a string, found null, at $.name, at byte 8, line 1, column"
            + " 9");
    message(
        "{\"name\":\"a\",\"name\":\"b\"}",
        Customer.class,
        "duplicate key: expected each key once, found \"name\" again, at $.name, at byte 12, line"
            + " 1, column 13");
    JsonOptions last = JsonOptions.STRICT.withDuplicates(Duplicates.LAST);
    assertEquals(
        "b", Json.read("{\"name\":\"a\",\"name\":\"b\"}", Codec.of(Customer.class), last).name());
    VarvelException written =
        assertThrows(
            VarvelException.class,
            () -> Json.write(new Customer(null, Optional.empty()), Codec.of(Customer.class)));
    assertEquals(ErrorKind.UNREPRESENTABLE, written.kind());
    assertThrows(
        VarvelException.class, () -> Json.write(new Customer("a", null), Codec.of(Customer.class)));
  }

  record Range(int low, int high) {
    Range {
      if (low > high) {
        throw new IllegalArgumentException("low is above high");
      }
    }
  }

  @Test
  void aConstructorMayRefuse() {
    CodecsTest.message(
        "[{\"low\":1,\"high\":2}, {\"low\":2,\"high\":1}]",
        Codec.of(new TypeRef<List<Range>>() {}),
        "value refused: expected a value that Range takes, at $[1], at byte 21, line 1, column 22:"
            + " low is above high");
  }

  record Annotated(
      @Name("first-name") @Alias({"first_name", "given"}) String firstName,
      @Nullable Integer age,
      @Default("\"EUR\"") String currency,
      @Default("[]") List<String> tags,
      @Default("null") Optional<Integer> level,
      @Ignore int hidden,
      @Ignore @Nullable String secret) {}

  @Test
  void annotations() {
    same(
        "{\"first-name\":\"a\",\"currency\":\"USD\",\"tags\":[\"x\"],\"level\":null}",
        new Annotated("a", null, "USD", List.of("x"), Optional.empty(), 0, null),
        Annotated.class);
    Codec<Annotated> codec = Codec.of(Annotated.class);
    Annotated least = new Annotated("b", null, "EUR", List.of(), Optional.empty(), 0, null);
    assertEquals(least, Json.read("{\"given\":\"b\",\"age\":null,\"hidden\":7}", codec));
    Annotated one = Json.read("{\"first_name\":\"b\"}", codec);
    one.tags().add("changed");
    assertEquals(least, Json.read("{\"first_name\":\"b\"}", codec));
    message(
        "{\"given\":\"b\",\"first-name\":\"c\"}",
        Annotated.class,
        "duplicate key: expected each key once, found \"first-name\" again, at $[\"first-name\"], at"
            + " byte 13, line 1, column 14");
  }

  @Strict
  record Narrow(int a) {}

  @Test
  void unknownMembersAreRefusedWhereTheClassIsStrict() {
    message(
        "{\"a\":1,\"b\":2}",
        Narrow.class,
        "unknown member: expected `a`, found \"b\", at $.b, at byte 7, line 1, column 8");
    Codec<Customer> strict = Codecs.builder().strict().build().of(Customer.class);
    assertEquals(
        ErrorKind.UNKNOWN_MEMBER, CodecsTest.error("{\"name\":\"a\",\"b\":2}", strict).kind());
  }

  // Generics

  record Box<T>(T value, List<Box<T>> others) {}

  record Pair<A, B>(A first, B second) {}

  record Grid<T>(T[][] cells, int[] sizes, Map<DayOfWeek, Pair<T, long[]>> days) {}

  @Test
  void genericTypes() {
    CodecsTest.same(
        "{\"value\":\"a\",\"others\":[{\"value\":\"b\",\"others\":[]}]}",
        new Box<>("a", List.of(new Box<>("b", List.of()))),
        Codec.of(new TypeRef<Box<String>>() {}));
    CodecsTest.same(
        "{\"first\":1,\"second\":{\"first\":[true]}}",
        new Pair<>(1, new Pair<>(List.of(true), Optional.empty())),
        Codec.of(new TypeRef<Pair<Integer, Pair<List<Boolean>, Optional<String>>>>() {}));
    Codec<Grid<String>> grids = Codec.of(new TypeRef<Grid<String>>() {});
    String json =
        "{\"cells\":[[\"a\",\"b\"],[]],\"sizes\":[2,0],\"days\":{\"MONDAY\":{\"first\":\"x\","
            + "\"second\":[1,2]}}}";
    Grid<String> grid = Json.read(json, grids);
    assertArrayEquals(new String[][] {{"a", "b"}, {}}, grid.cells());
    assertEquals(json, Json.writeString(grid, grids));
  }

  record Tree(int value, Optional<Tree> left, @Nullable Tree right) {}

  @Test
  void recursiveTypes() {
    Tree tree =
        new Tree(
            1,
            Optional.of(new Tree(2, Optional.empty(), null)),
            new Tree(3, Optional.empty(), null));
    same("{\"value\":1,\"left\":{\"value\":2},\"right\":{\"value\":3}}", tree, Tree.class);
    CodecsTest.same("null", Optional.empty(), Codec.of(new TypeRef<Optional<Tree>>() {}));
    String deep = "{\"value\":1,\"right\":".repeat(200);
    assertEquals(ErrorKind.DEPTH_LIMIT, CodecsTest.error(deep, Codec.of(Tree.class)).kind());
  }

  // Sealed types

  sealed interface Shape permits Circle, Polygon, Nothing {}

  @Name("circle")
  record Circle(double radius) implements Shape {}

  sealed interface Polygon extends Shape permits Square, Other {}

  record Square(double side, Optional<Shape> inside) implements Polygon {}

  static final class Other implements Polygon {
    public int corners = 3;
  }

  record Nothing() implements Shape {}

  @Hint("type")
  sealed interface Either<L, R> permits Left, Right {}

  @Strict
  record Left<A, B>(A value) implements Either<A, B> {}

  record Right<B, A>(B value) implements Either<A, B> {}

  @Test
  void sealedTypes() {
    same("{\"_hint\":\"circle\",\"radius\":2.0}", new Circle(2), Shape.class);
    same("{\"_hint\":\"Nothing\"}", new Nothing(), Shape.class);
    same(
        "{\"_hint\":\"Square\",\"side\":1.0,\"inside\":{\"_hint\":\"Nothing\"}}",
        new Square(1, Optional.of(new Nothing())),
        Shape.class);
    Codec<Shape> shapes = Codec.of(Shape.class);
    assertEquals(
        new Square(1, Optional.of(new Circle(3))),
        Json.read(
            "{\"side\":1,\"inside\":{\"radius\":3,\"_hint\":\"circle\"},\"_hint\":\"Square\"}",
            shapes));
    assertEquals("{\"_hint\":\"Other\",\"corners\":3}", Json.writeString(new Other(), shapes));
    message(
        "{\"_hint\":\"Circle\",\"radius\":2}",
        Shape.class,
        "unknown variant: expected one of `circle`, `Square`, `Other`, `Nothing`, found \"Circle\","
            + " at $, at byte 0, line 1, column 1");
    message(
        "{\"radius\":2}",
        Shape.class,
        "missing member: expected a member `_hint`, at $, at byte 0, line 1, column 1");
    message(
        "3",
        Shape.class,
        "wrong kind of value: expected an object, found an integer, at $, at byte 0, line 1, column"
            + " 1");
    message(
        "{\"_hint\":\"Nothing\",\"_hint\":\"Nothing\"}",
        Shape.class,
        "duplicate key: expected each key once, found \"_hint\" again, at $._hint, at byte 19, line 1,"
            + " column 20");
    CodecsTest.same(
        "[{\"type\":\"Left\",\"value\":1},{\"type\":\"Right\",\"value\":\"a\"}]",
        List.of(new Left<>(1), new Right<>("a")),
        Codec.of(new TypeRef<List<Either<Integer, String>>>() {}));
    Codec<Shape> kind = Codecs.builder().hint("kind").build().of(Shape.class);
    CodecsTest.same("{\"kind\":\"circle\",\"radius\":2.0}", new Circle(2), kind);
  }

  @Test
  void twoHintsHaveToBeTheSame() {
    JsonOptions last = JsonOptions.STRICT.withDuplicates(Duplicates.LAST);
    Codec<Shape> shapes = Codec.of(Shape.class);
    String same = "{\"_hint\":\"Nothing\",\"_hint\":\"Nothing\"}";
    assertEquals(new Nothing(), Json.read(same, shapes, last));
    String other = "{\"_hint\":\"Nothing\",\"_hint\":\"circle\"}";
    VarvelException error =
        assertThrows(VarvelException.class, () -> Json.read(other, shapes, last));
    assertEquals(ErrorKind.REFUSED, error.kind());
    assertEquals(27, error.offset());
  }

  @Test
  void lateHintsCostWhatTheLimitAllows() {
    int depth = 100;
    String json =
        "{\"side\":1,\"inside\":".repeat(depth)
            + "{\"_hint\":\"Nothing\",\"x\":\""
            + " ".repeat(2_000_000)
            + "\"}"
            + ",\"_hint\":\"Square\"}".repeat(depth);
    VarvelException error = CodecsTest.error(json, Codec.of(Shape.class));
    assertEquals(ErrorKind.REPLAY_LIMIT, error.kind());
    assertEquals(1, Json.tryRead(json, Codec.of(Shape.class)).errors().size());
    JsonOptions more = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withReplay(100));
    assertInstanceOf(Square.class, Json.read(json, Codec.of(Shape.class), more));
  }

  // Enums

  enum Level {
    LOW,
    @Name("very high")
    HIGH {
      @Override
      int points() {
        return 9;
      }
    };

    int points() {
      return 1;
    }
  }

  enum Code {
    @Id(200)
    OK,
    @Id(404)
    NOT_FOUND
  }

  @Test
  void enums() {
    CodecsTest.same(
        "[\"LOW\",\"very high\"]",
        List.of(Level.LOW, Level.HIGH),
        Codec.of(new TypeRef<List<Level>>() {}));
    same("404", Code.NOT_FOUND, Code.class);
    message(
        "500",
        Code.class,
        "value refused: expected the number of a constant of Code, at $, at byte 0, line 1, column"
            + " 1");
    CodecsTest.same(
        "{\"very high\":1}",
        Map.of(Level.HIGH, 1),
        Codec.of(new TypeRef<Map<Level, Integer>>() {}));
    CodecsTest.same(
        "{\"200\":1}",
        new EnumMap<>(Map.of(Code.OK, 1)),
        Codec.of(new TypeRef<EnumMap<Code, Integer>>() {}));
    CodecsTest.same("[\"LOW\"]", EnumSet.of(Level.LOW), Codec.of(new TypeRef<EnumSet<Level>>() {}));
  }

  // Beans

  /** A bean as they come from generators. */
  public static class Person {
    private String name;
    private int age = 18;
    private boolean active;
    private List<String> mails = new ArrayList<>();
    private String note;
    private transient String upper;
    public long number;

    public void setName(int number) {
      name = "number " + number;
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public int getAge() {
      return age;
    }

    public void setAge(int age) {
      if (age < 0) {
        throw new IllegalArgumentException("negative");
      }
      this.age = age;
    }

    public boolean isActive() {
      return active;
    }

    public void setActive(boolean active) {
      this.active = active;
    }

    public List<String> getMails() {
      return mails;
    }

    public void setMails(List<String> mails) {
      this.mails = mails;
    }

    @Nullable
    public String getNote() {
      return note;
    }

    public void setNote(String note) {
      this.note = note;
    }

    /** A value that is computed is in no document. */
    public String getUpper() {
      upper = name.toUpperCase(java.util.Locale.ROOT);
      return upper;
    }
  }

  /** A bean with more setters than one. */
  public static class Overloaded {
    private Long a;
    private String b;

    public Long getA() {
      return a;
    }

    public void setA(String text) {
      throw new IllegalStateException();
    }

    public void setA(Long a) {
      this.a = a;
    }

    public void setA(Object any) {
      throw new IllegalStateException();
    }

    public String getB() {
      return b;
    }

    public void setB(Object any) {
      throw new IllegalStateException();
    }

    public void setB(CharSequence text) {
      throw new IllegalStateException();
    }

    public void setB(String b) {
      this.b = b;
    }
  }

  /** A bean with a type variable in the class above. */
  public abstract static class Keyed<K> {
    private K key;

    public K getKey() {
      return key;
    }

    public void setKey(K key) {
      this.key = key;
    }
  }

  /** A bean with a type variable in the class above. */
  public static final class Town extends Keyed<UUID> {
    private String url;

    public String getURL() {
      return url;
    }

    public void setURL(String url) {
      this.url = url;
    }
  }

  @Test
  void beans() {
    Codec<Person> codec = Codec.of(Person.class);
    String json = "{\"name\":\"a\",\"age\":3,\"active\":true,\"mails\":[\"x\"],\"number\":5}";
    assertEquals(json, Json.writeString(Json.read(json, codec), codec));
    Person least = Json.read("{\"name\":\"a\"}", codec);
    assertEquals(18, least.getAge());
    assertEquals(List.of(), least.getMails());
    assertNull(least.getNote());
    message(
        "{\"age\":1}",
        Person.class,
        "missing member: expected a member `name`, at $, at byte 0, line 1, column 1");
    message(
        "{\"name\":\"a\",\"age\":-1}",
        Person.class,
        "value refused: expected a value that Person takes, at $, at byte 0, line 1, column 1:"
            + " negative");
    String overloaded = "{\"a\":1,\"b\":\"c\"}";
    Codec<Overloaded> setters = Codec.of(Overloaded.class);
    assertEquals(overloaded, Json.writeString(Json.read(overloaded, setters), setters));
    String town = "{\"key\":\"00000000-0000-0000-0000-000000000007\",\"URL\":\"u\"}";
    assertEquals(
        town, Json.writeString(Json.read(town, Codec.of(Town.class)), Codec.of(Town.class)));
  }

  // Collections

  static final class Names extends TreeSet<String> {
    private static final long serialVersionUID = 1;
  }

  record Many(
      Collection<Integer> a,
      Deque<Integer> b,
      SortedSet<String> c,
      Queue<Long> d,
      BlockingQueue<Long> e,
      LinkedList<Byte> f,
      Names g,
      NavigableMap<Integer, Short> h,
      ConcurrentMap<Long, Float> i,
      Set<?> j,
      Object k,
      List<? extends Number> l,
      char[] m,
      byte[] n) {}

  @Test
  void collections() {
    String json =
        "{\"a\":[1],\"b\":[2],\"c\":[\"x\"],\"d\":[3],\"e\":[4],\"f\":[5],\"g\":[\"p\",\"q\"],"
            + "\"h\":{\"1\":2},\"i\":{\"3\":0.5},\"j\":[true,null],\"k\":{\"z\":[1.5,\"s\"]},"
            + "\"l\":[1,0.5],\"m\":\"chars\",\"n\":\"AQI=\"}";
    assertEquals(List.of(1, "a"), Json.read("[1,\"a\"]", Codec.of(LinkedList.class)));
    Codec<Many> codec = Codec.of(Many.class);
    Many many = Json.read(json, codec);
    assertEquals(json, Json.writeString(many, codec));
    assertInstanceOf(ArrayDeque.class, many.b());
    assertInstanceOf(TreeSet.class, many.c());
    assertEquals(Map.of("z", List.of(1.5, "s")), many.k());
    assertEquals(List.of(1, 0.5), many.l());
  }

  @Test
  void interfacesOfNewerJava() throws ClassNotFoundException {
    Class<?> sequenced;
    try {
      sequenced = Class.forName("java.util.SequencedMap");
    } catch (ClassNotFoundException e) {
      assumeTrue(false, "Java 21 has sequenced maps");
      return;
    }
    assertInstanceOf(LinkedHashMap.class, Json.read("{\"b\":1}", Codec.of(sequenced)));
    assertInstanceOf(
        ArrayList.class,
        Json.read("[1]", Codec.of(Class.forName("java.util.SequencedCollection"))));
  }

  @Test
  void threadsUseOneCodec() throws Exception {
    for (int round = 0; round < 50; round++) {
      Codec<Tree> codec = Codec.of(Tree.class);
      String json = "{\"value\":1,\"left\":{\"value\":2},\"right\":{\"value\":3}}";
      List<Callable<String>> calls =
          Collections.nCopies(4, () -> Json.writeString(Json.read(json, codec), codec));
      ExecutorService threads = Executors.newFixedThreadPool(4);
      for (Future<String> call : threads.invokeAll(calls)) {
        assertEquals(json, call.get());
      }
      threads.shutdown();
    }
  }

  @Test
  void keysOfAnyType() {
    CodecsTest.same(
        "{\"{\\\"low\\\":1,\\\"high\\\":2}\":\"a\"}",
        Map.of(new Range(1, 2), "a"),
        Codec.of(new TypeRef<Map<Range, String>>() {}));
    CodecsTest.same(
        "{\"2026-01-31\":{\"true\":1}}",
        Map.of(LocalDate.of(2026, 1, 31), Map.of(true, 1)),
        Codec.of(new TypeRef<Map<LocalDate, Map<Boolean, Integer>>>() {}));
  }

  // Own codecs and rules

  record Money(long cents) {}

  record Invoice(Money total, List<Money> parts, Map<Money, String> notes) {}

  @Test
  void ownCodecs() {
    Codec<Money> money =
        Codecs.text("an amount", t -> new Money(Long.parseLong(t)), m -> "" + m.cents());
    CodecRegistry registry = Codecs.builder().with(Money.class, money).build();
    CodecsTest.same(
        "{\"total\":\"3\",\"parts\":[\"1\",\"2\"],\"notes\":{\"1\":\"a\"}}",
        new Invoice(new Money(3), List.of(new Money(1), new Money(2)), Map.of(new Money(1), "a")),
        registry.of(Invoice.class));
    CodecsTest.message(
        "{\"total\":\"x\"}",
        registry.of(Invoice.class),
        "wrong kind of value: expected an amount, found \"x\", at $.total, at byte 9, line 1, column"
            + " 10");
    Codec<Pair<Integer, String>> pairs =
        Codecs.builder()
            .with(new TypeRef<Optional<String>>() {}, Codecs.optional(Codecs.STRING))
            .with(int.class, Codecs.INT)
            .withKeys(Money.class, KeyCodec.of(money))
            .names(name -> name.toUpperCase(java.util.Locale.ROOT))
            .build()
            .of(new TypeRef<Pair<Integer, String>>() {});
    CodecsTest.same("{\"FIRST\":1,\"SECOND\":\"a\"}", new Pair<>(1, "a"), pairs);
  }

  // Classes without a codec

  interface Open {}

  abstract static class Half {}

  non-sealed interface Loose extends Ajar {}

  sealed interface Ajar permits Loose {}

  record Deep(Map<String, List<Thread>> workers) {}

  record Twice(int a, @Name("a") int b) {}

  record Twofold(Optional<Optional<String>> value) {}

  record Growing<T>(@Nullable Growing<List<T>> next) {}

  record Wrong(@Nullable int a) {}

  record Fixed(ArrayBlockingQueue<String> queue) {}

  record WrongDefault(@Default("\"a\"") int count) {}

  enum SomeIds {
    @Id(1)
    A,
    B
  }

  @Test
  void aClassThatHasNoCodecIsNamed() {
    String own = CodecOfTest.class.getName() + "$";
    no(
        Open.class,
        "no codec of "
            + own
            + "Open: an interface that is not sealed; seal it, or give its codec by"
            + " Codecs.builder()");
    no(
        Half.class,
        "no codec of "
            + own
            + "Half: an abstract class that is not sealed; seal it, or give its codec by"
            + " Codecs.builder()");
    no(
        Deep.class,
        "no codec of java.lang.Thread: it is neither a record nor a class with a constructor without"
            + " parameters; give its codec by Codecs.builder(), or leave the member out by @Ignore:"
            + " the member `workers` of "
            + own
            + "Deep");
    no(
        Fixed.class,
        "no codec of java.util.concurrent.ArrayBlockingQueue<java.lang.String>: it has no constructor"
            + " without parameters; use an interface such as List, or give its codec by"
            + " Codecs.builder(): the member `queue` of "
            + own
            + "Fixed");
    no(
        Twofold.class,
        "an optional value of an optional type: null would stand for both: the member `value` of "
            + own
            + "Twofold");
    no(Wrong.class, "a primitive value is never null: the member `a` of " + own + "Wrong");
    no(
        SomeIds.class,
        "no codec of " + own + "SomeIds: some of its constants have an @Id, and some have not");
    no(
        WrongDefault.class,
        "the @Default of the member `count` of "
            + own
            + "WrongDefault is no value of it: wrong kind of value: expected an integer, found a"
            + " string, at $, at byte 0, line 1, column 1");
    for (Class<?> type : List.of(Ajar.class, Twice.class, Growing.class, Box.class)) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> Codec.of(type)).getMessage();
      assertTrue(message.contains(type.getName()), message);
      assertTrue(message.indexOf('\n') < 0, message);
    }
  }

  @Test
  @SuppressWarnings("rawtypes") // This is what is wrong.
  void aTypeRefHasItsType() {
    assertThrows(IllegalArgumentException.class, () -> new TypeRef() {});
    assertEquals("java.util.List<java.lang.String>", new TypeRef<List<String>>() {}.toString());
  }

  @Test
  void aClosedModuleIsNamed() throws ClassNotFoundException {
    Class<?> closed = Class.forName("sun.net.spi.DefaultProxySelector");
    no(
        closed,
        "sun.net.spi.DefaultProxySelector is not open to dev.varvel: give the codec"
            + " MethodHandles.lookup() of its module, or add `opens sun.net.spi to dev.varvel` to the"
            + " module-info of java.base");
    Codec<Range> codec = Codec.of(Range.class, MethodHandles.lookup());
    assertEquals(new Range(1, 2), Json.read("{\"low\":1,\"high\":2}", codec));
  }
}
