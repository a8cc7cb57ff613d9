package dev.varvel.internal;

import dev.varvel.Fields;

/** Words of messages that all formats have. */
public final class Messages {
  /** How many names an error lists. */
  private static final int LISTED = 20;

  private Messages() {}

  /** Returns the names as a message lists them. */
  public static String listed(Fields fields) {
    int listed = Math.min(fields.size(), LISTED);
    if (listed == 0) {
      return "no members";
    }
    StringBuilder list = new StringBuilder(listed == 1 ? "" : "one of ");
    for (int i = 0; i < listed; i++) {
      list.append(i == 0 ? "`" : ", `").append(fields.name(i)).append('`');
    }
    if (fields.size() > listed) {
      list.append(" and ").append(fields.size() - listed).append(" more");
    }
    return list.toString();
  }
}
