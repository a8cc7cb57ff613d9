package dev.varvel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Rfc3339Test {
  @Test
  void pointsInTimeAreWrittenAsJavaReadsThem() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      long second = random.nextLong(-62_167_219_200L, 253_402_300_800L);
      int nano = i % 3 == 0 ? 0 : random.nextInt(1_000_000_000) / (i % 5 == 0 ? 1_000_000 : 1);
      String text = Rfc3339.text(second, nano);
      assertTrue(Rfc3339.has(second));
      assertEquals(Instant.ofEpochSecond(second, nano), Instant.parse(text), text);
      assertEquals(Instant.ofEpochSecond(second, nano), Rfc3339.parse(text), text);
    }
    assertEquals("1969-12-31T23:59:59.5Z", Rfc3339.text(-1, 500_000_000));
    assertFalse(Rfc3339.has(253_402_300_800L));
    assertFalse(Rfc3339.has(-62_167_219_201L));
  }

  @Test
  void otherFormsOfTheSame() {
    for (String text :
        new String[] {
          "1996-12-19t16:39:57-08:00",
          "1996-12-20 00:39:57z",
          "1996-12-20T00:39:57.000000000000Z",
          "1996-12-20T00:39:57+00:00"
        }) {
      assertEquals(Instant.ofEpochSecond(851_042_397), Rfc3339.parse(text), text);
    }
    Instant year = Instant.parse("1991-01-01T00:00:00Z");
    assertEquals(year, Rfc3339.parse("1990-12-31T23:59:60Z"));
    assertEquals(year, Rfc3339.parse("1990-12-31T15:59:60-08:00"));
  }

  @Test
  void whatIsNoTimeAndWhatWouldBeRounded() {
    for (String text :
        new String[] {
          "",
          "1996-12-19",
          "1996-12-19T16:39:57",
          "1996-13-19T16:39:57Z",
          "1996-02-30T16:39:57Z",
          "1997-02-29T16:39:57Z",
          "1900-02-29T16:39:57Z",
          "1996-12-19T24:00:00Z",
          "1996-12-19T16:60:57Z",
          "1996-12-19T16:39:61Z",
          "1996-12-19T16:39:60Z",
          "1990-12-31T23:59:60-08:00",
          "1996-12-19T16:39:57.Z",
          "1996-12-19T16:39:57.0000000001Z",
          "1996-12-19T16:39:57+24:00",
          "1996-12-19T16:39:57+0000",
          "1996-12-19T16:39:57Zx",
          "+996-12-19T16:39:57Z",
          "\uFF11996-12-19T16:39:57Z"
        }) {
      assertNull(Rfc3339.parse(text), text);
    }
  }
}
