package dev.varvel;

import java.util.ArrayList;
import java.util.List;

/** Objects of classes with members, which come in any order. */
abstract class ObjectCodec implements Codec<Object> {
  private static final Fields NONE = Fields.of();

  final Class<?> type;

  /** The members, of which some may be in no document. */
  private Member[] members;

  /** The names of the hint, if the class has one, of members, and of their aliases. */
  private Fields fields = NONE;

  /** For each of the names the number of its member, or -1 for the hint. */
  private int[] memberOf;

  private final boolean strict;

  /** The member that names the class, and its value; or null. */
  private final String hintKey;

  private final String hint;

  /** Whether a member may be left out. */
  private boolean isOpen;

  ObjectCodec(Class<?> type, boolean strict, String hintKey, String hint) {
    this.type = type;
    this.strict = strict;
    this.hintKey = hintKey;
    this.hint = hint;
  }

  /** Sets the members, whose codecs may be made while this one exists. */
  final void setMembers(List<Member> all) {
    members = all.toArray(new Member[0]);
    List<String> names = new ArrayList<>();
    List<Integer> numbers = new ArrayList<>();
    if (hintKey != null) {
      names.add(hintKey);
      numbers.add(-1);
    }
    for (int i = 0; i < members.length; i++) {
      if (members[i].codec != null) {
        names.add(members[i].name);
        numbers.add(i);
        isOpen |= members[i].mayBeLeftOut();
      }
    }
    for (int i = 0; i < members.length; i++) {
      if (members[i].codec != null) {
        for (String alias : members[i].aliases) {
          names.add(alias);
          numbers.add(i);
        }
      }
    }
    try {
      fields = Fields.of(names.toArray(new String[0]));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          type.getName() + ": " + e.getMessage() + "; rename a member by @Name", e);
    }
    memberOf = numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Throws if the value of a missing member is none of its type. */
  final void checkDefaults() {
    for (Member member : members) {
      try {
        member.absent();
      } catch (VarvelException e) {
        throw new IllegalArgumentException(
            "the @Default of the member `"
                + member.name
                + "` of "
                + type.getName()
                + " is no value of it: "
                + e.getMessage(),
            e);
      }
    }
  }

  final Member[] members() {
    return members;
  }

  @Override
  public final Object read(Reader reader) {
    long begin = reader.offset();
    Object[] values = new Object[members.length];
    boolean hinted = false;
    int expected = 0;
    int next = reader.beginObject(fields);
    while (next != Reader.END) {
      if (next < 0) {
        skipUnknown(reader);
      } else {
        int number = memberOf[next];
        boolean seen = number < 0 ? hinted : values[number] != null;
        if (seen && !reader.again(fields, next)) {
          reader.skip();
        } else if (number < 0) {
          hinted = true;
          readHint(reader);
        } else {
          values[number] = members[number].read(reader);
        }
        expected = next + 1;
      }
      next = reader.nextField(fields, expected);
    }
    return make(reader, begin, values);
  }

  private void skipUnknown(Reader reader) {
    if (strict) {
      reader.report(reader.unknown(fields));
    }
    reader.skip();
  }

  /** Reads the hint, which has been looked at before. */
  private void readHint(Reader reader) {
    long begin = reader.offset();
    String found = reader.readString();
    if (!found.equals(hint)) {
      reader.report(reader.refused("the same hint as the first one", begin));
    }
  }

  /** Makes an object of the values of its members, of which null has not come. */
  abstract Object make(Reader reader, long begin, Object[] values);

  /** Throws the error of a missing member. */
  final void missing(Reader reader, int number, long begin) {
    reader.report(reader.missing(fields, fields.indexOf(members[number].name), begin));
  }

  /** Returns the error of an object that the class itself refuses. */
  final VarvelException refused(Reader reader, Throwable cause, long begin) {
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof VarvelException known
        ? known
        : Placed.refused(reader, type, cause, begin);
  }

  @Override
  public final void write(Object value, Writer writer) {
    writer.refuseNull(value);
    if (isOpen) {
      writeSome(value, writer);
      return;
    }
    writer.beginObject(memberCount());
    writeHint(writer);
    int field = hintKey == null ? 0 : 1;
    for (Member member : members) {
      if (member.codec != null) {
        writer.field(fields, field++);
        member.write(member.get(value), writer);
      }
    }
    writer.endObject();
  }

  /** Returns how many members an object has in documents. */
  private int memberCount() {
    int count = hintKey == null ? 0 : 1;
    for (Member member : members) {
      count += member.codec == null ? 0 : 1;
    }
    return count;
  }

  /** Writes an object without the members that are left out. */
  private void writeSome(Object value, Writer writer) {
    Object[] values = new Object[members.length];
    int count = memberCount();
    for (int i = 0; i < values.length; i++) {
      if (members[i].codec != null) {
        values[i] = members[i].get(value);
        count -= members[i].isLeftOut(values[i]) ? 1 : 0;
      }
    }
    writer.beginObject(count);
    writeHint(writer);
    int field = hintKey == null ? 0 : 1;
    for (int i = 0; i < values.length; i++) {
      if (members[i].codec != null) {
        if (!members[i].isLeftOut(values[i])) {
          writer.field(fields, field);
          members[i].write(values[i], writer);
        }
        field++;
      }
    }
    writer.endObject();
  }

  private void writeHint(Writer writer) {
    if (hintKey != null) {
      writer.field(fields, 0);
      writer.writeString(hint);
    }
  }
}
